"""All connections of a cluster's fronts, as the host's desk at one of them has them.

A front hears no other front. What concerns all of them goes by a table process, which says it to
all (:mod:`server.cluster.steward`); who is there they say to that process alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, Protocol

from server import logs
from server.cluster import subjects
from server.cluster.opening import identity
from server.codes import Code
from server.connections import OwnConnections, Visit
from server.runner_task import Cut
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nats.aio.subscription import Subscription

    from server.cluster.bus import Bus

__all__ = ["Asks", "ClusterConnections"]

_AT_ONCE: Final = 4000
"""Visits that one front tells of at most, so that they fit into one message."""


class Asks(Protocol):
    """How a front asks the table processes."""

    async def ask(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer; raise :class:`StoreError` if nobody gives one in time."""
        ...


class ClusterConnections:
    """Implements ``server.connections.Connections``; ``own`` are those of this front."""

    def __init__(self, bus: Bus, asks: Asks, own: OwnConnections) -> None:
        self._bus = bus
        self._asks = asks
        self._own = own
        self._heard: Subscription | None = None

    async def start(self) -> None:
        """Do from now on what all fronts are told."""
        self._heard = await self._bus.serve(subjects.all_fronts(), self._told)

    async def stop(self) -> None:
        """Hear no more."""
        if self._heard is not None:
            await self._heard.unsubscribe()

    # --- server.connections.Connections ---

    async def all(self) -> list[Visit]:
        """Return all of them, the oldest first."""
        fronts = (await self._asks.ask("visits", {}))["fronts"]
        found = [_visit(front, plain) for front, told in fronts.items() for plain in told]
        return sorted(found, key=lambda visit: visit.since)

    async def show_out(self, visits: Sequence[Visit], why: Cut, *, reason: str) -> None:
        """End these, telling each why."""
        meant: dict[str, list[int]] = {}
        for visit in visits:
            meant.setdefault(visit.front, []).append(visit.number)
        await self._say("show_out", {"meant": meant, "why": str(why), "reason": reason})

    async def notify(self, code: Code, **params: Any) -> None:
        """Tell everybody something that changes nothing."""
        await self._say("notify", {"code": str(code), "params": params})

    async def drain(self, seconds: int) -> None:
        """Let in only who has a seat, tell everybody, and stop every front in ``seconds``."""
        await self._say("drain", {"seconds": seconds})

    async def stop_draining(self) -> bool:
        """Take a drain back; say whether this front had one."""
        found = self._own.draining
        await self._say("stop_draining", {})
        return found

    async def _say(self, verb: str, body: dict[str, Any]) -> None:
        await self._asks.ask("to_fronts", {"verb": verb, "body": body})

    # --- what all fronts are told ---

    async def _told(self, subject: str, payload: bytes) -> None:
        try:
            await self._do(subjects.verb_of(subject), unpack(payload))
        except (WireError, KeyError, TypeError, ValueError) as error:
            logs.failure("front_word_unreadable", error)

    async def _do(self, verb: str, body: dict[str, Any]) -> None:
        match verb:
            case "visits":
                visits = [_plain(visit) for visit in self._own.here()[:_AT_ONCE]]
                back = subjects.told_to(self._bus.pid, body["back"])
                await self._bus.publish(back, pack({"call": body["call"], "visits": visits}))
            case "show_out":
                numbers = set(body["meant"].get(self._bus.pid, ()))
                self._own.end(numbers, Cut(body["why"]), reason=body["reason"])
            case "notify":
                await self._own.notify(Code(body["code"]), **body["params"])
            case "drain":
                await self._own.drain(body["seconds"])
            case "stop_draining":
                await self._own.stop_draining()
            case _:
                pass  # another part's word


def _plain(visit: Visit) -> dict[str, Any]:
    plain = asdict(visit)
    del plain["front"]
    return plain


def _visit(front: str, plain: dict[str, Any]) -> Visit:
    return Visit(**{**plain, "front": front, "who": identity(plain["who"])})
