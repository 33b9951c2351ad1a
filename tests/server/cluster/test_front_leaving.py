"""A front that leaves waits for its sessions, for as long as it has been given."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from server.cluster.bus import Role
from server.cluster.facts import Facts
from server.cluster.front_leaving import FrontLeaving
from server.codes import Code

_PATIENCE = 10.0


@dataclass(slots=True)
class Door:
    """A door with people behind it, who are told."""

    sessions: int = 1
    closed: bool = False
    told: list[tuple[Code, Any]] = field(default_factory=list)

    def close_door(self) -> None:
        self.closed = True

    def notify(self, code: Code, **params: Any) -> None:
        self.told.append((code, params["seconds"]))


async def test_it_lets_nobody_in_tells_who_is_here_once_and_ends_when_they_have_gone() -> None:
    door, stop, facts = Door(), asyncio.Event(), Facts(Role.FRONT)
    leaving = FrontLeaving(door, door, facts, stop)
    assert (facts()["sessions"], facts()["draining"]) == (1, False)
    leaving.begin(600)
    leaving.begin(600)
    assert door.closed
    assert door.told == [(Code.DOOR_CLOSES, 600)]
    assert facts()["draining"]
    await asyncio.sleep(0)
    assert not stop.is_set()
    door.sessions = 0
    async with asyncio.timeout(_PATIENCE):
        await stop.wait()


async def test_it_ends_with_somebody_still_there_when_its_time_is_over() -> None:
    door, stop = Door(), asyncio.Event()
    FrontLeaving(door, door, Facts(Role.FRONT), stop).begin(0.05)
    async with asyncio.timeout(_PATIENCE):
        await stop.wait()
    assert door.sessions == 1
