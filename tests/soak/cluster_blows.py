"""What is done to a cluster: kills, pauses and partitions of every process, from one seed."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from tests.soak.cluster_house import ClusterHouse, Kind

__all__ = ["Blow", "What", "schedule", "strike", "uncut"]

EVERY_SO_OFTEN = 7
"""Of so many blows one hits two processes of a kind at once: two nodes are the quorum."""


class What(StrEnum):
    """How a process is hit."""

    KILL = "kill"
    """SIGKILL; it is started again."""
    PAUSE = "pause"
    """SIGSTOP, then SIGCONT: it believes that no time has passed."""
    CUT = "cut"
    """Every packet to and from it is lost, and nobody is told."""
    PART = "part"
    """Two processes lose every packet between them, and none to others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One of them: who is hit, for how many seconds, and how many are left alone afterwards."""

    what: What
    kind: Kind
    whom: tuple[str, ...]
    seconds: float
    rest: float

    def __str__(self) -> str:
        return f"{self.what} {' and '.join(self.whom)} {self.seconds:.1f} s"


def schedule(seed: int, members: Mapping[Kind, Sequence[str]], count: int) -> list[Blow]:
    """Return ``count`` blows: each kind of process is hit in each way, again and again."""
    chance = random.Random(seed)
    ways = [(what, kind) for what in (What.KILL, What.PAUSE, What.CUT) for kind in Kind]
    ways += [(What.PART, kind) for kind in Kind] + [(What.KILL, Kind.TABLES)]
    blows: list[Blow] = []
    while len(blows) < count:
        for what, kind in chance.sample(ways, len(ways)):
            several = what is not What.PART and len(blows) % EVERY_SO_OFTEN == EVERY_SO_OFTEN - 1
            whom = chance.sample(sorted(members[kind]), 2 if several else 1)
            if what is What.PART:
                # From a node: half of what it does is talk to the other nodes.
                others = [name for name in members[Kind.NODE] if name not in whom]
                whom.append(chance.choice(others))
            blows.append(
                Blow(
                    what=what,
                    kind=kind,
                    whom=tuple(whom),
                    seconds=chance.uniform(1.0, 8.0),
                    rest=chance.uniform(3.0, 6.0),
                )
            )
    return blows[:count]


def uncut(blow: Blow) -> Blow:
    """Return what a blow is where no cable can be cut."""
    pauses = blow.what in (What.CUT, What.PART)
    return replace(blow, what=What.PAUSE, whom=blow.whom[:1]) if pauses else blow


async def strike(house: ClusterHouse, blow: Blow) -> tuple[float, float]:
    """Carry a blow out to its end; return when it fell and when all was back (``time.time()``).

    A node that was killed is back when it takes connections, which may be before it has caught up.
    """
    members = [house.members[name] for name in blow.whom]
    fell = time.time()
    match blow.what:
        case What.KILL:
            for member in members:
                member.kill()
            await asyncio.sleep(blow.seconds)
            for member in members:
                member.start()
            await asyncio.gather(*map(house.up, members))
        case What.PAUSE:
            for member in members:
                member.signal(signal.SIGSTOP)
            await asyncio.sleep(blow.seconds)
            for member in members:
                member.signal(signal.SIGCONT)
        case What.CUT:
            house.net.cut(*blow.whom)
            await asyncio.sleep(blow.seconds)
            house.net.heal(*blow.whom)
        case What.PART:
            house.net.part(*blow.whom)
            await asyncio.sleep(blow.seconds)
            house.net.heal(*blow.whom)
        case _:
            assert_never(blow.what)
    return fell, time.time()
