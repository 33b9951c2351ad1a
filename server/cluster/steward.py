"""What a front asks of the table processes for its host's desk and for its guests.

Any of them answers: it has the listings of all tables, passes on what is one table's, and says to
all fronts what a front may not say itself.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from server.cluster import subjects
from server.cluster.bus import Role
from server.codes import Code
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

    from server.cluster.board import Board
    from server.cluster.bus import Bus
    from server.cluster.live import Live
    from server.cluster.orders import Orders

__all__ = ["FRONTS_DO", "VERBS", "Steward"]

FRONTS_DO: Final = frozenset({"show_out", "notify", "drain", "stop_draining"})
"""What fronts may be told by way of a table process; see :mod:`server.cluster.visits`."""
VERBS: Final = frozenset({
    "tables", "seated", "close", "reopen", "mute", "tell", "take_seats", "guest_gone",
    "move_names", "to_fronts", "visits",
})  # fmt: skip
_PATIENCE: Final = 1.0
"""Seconds that the fronts have to say who is there."""


class Steward:
    """Answers fronts at one table process; :meth:`start` before the first answer."""

    def __init__(
        self,
        bus: Bus,
        live: Live,
        orders: Orders,
        board: Board,
        *,
        move_names: Callable[[str, str], Awaitable[None]],
        forget_guest: Callable[[str], None],
    ) -> None:
        self._bus = bus
        self._live = live
        self._orders = orders
        self._board = board
        self._move_names = move_names
        self._forget_guest = forget_guest
        self._calls: dict[str, dict[str, list[Any]]] = {}
        """What the fronts have said to each open question, by front."""
        self._news = asyncio.Event()
        self._heard: Subscription | None = None

    async def start(self) -> None:
        """Hear what fronts say when they are asked."""
        told = subjects.told_at(self._bus.pid)
        self._heard = await self._bus.listen(told, self._told)

    async def stop(self) -> None:
        """Hear no more."""
        if self._heard is not None:
            await self._heard.unsubscribe()

    async def answer(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a front is to have, to one of :data:`VERBS`.

        Raises :class:`RequestError` or :class:`StoreError`, and :class:`WireError` for what is no
        question.
        """
        try:
            return await self._found(verb, body)
        except (KeyError, TypeError, ValueError) as error:
            raise WireError("no question") from error

    async def _found(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        match verb:
            case "tables":
                rows = [listing.row for listing in self._board.listings()]
                shown = sorted([row["code"], row["stage"], row["names"]] for row in rows)
                return {"open": shown, "parked": self._board.parked()}
            case "seated":
                at_open, at_any = await self._orders.seats_of(body["who"])
                return {"open": at_open, "any": at_any}
            case "close":
                return {"done": await self._orders.close(body["code"], drop=bool(body["drop"]))}
            case "reopen":
                return {"done": await self._orders.reopen(body["code"])}
            case "mute":
                on, seat = bool(body["on"]), int(body["seat"])
                return {"done": await self._orders.mute(body["code"], seat, on=on)}
            case "tell":
                return {"done": await self._tell(body)}
            case "visits":
                return {"fronts": await self._visits()}
            case _:
                await self._pass_on(verb, body)
                return {"done": True}

    async def _tell(self, body: Mapping[str, Any]) -> bool:
        code, notice = body["code"], Code(body["notice"])
        on_board = self._board.of(code)
        if not self._orders.knows(code) or (on_board is not None and on_board.parked):
            return False
        await self._orders.notify(notice, body["params"], table=code)
        return True

    async def _pass_on(self, verb: str, body: Mapping[str, Any]) -> None:
        match verb:
            case "take_seats":
                await self._orders.take_seats(body["who"], banned=bool(body["banned"]))
            case "guest_gone":
                await self._orders.take_seats(body["who"])
                self._forget_guest(body["who"])
            case "move_names":
                await self._move_names(body["old"], body["new"])
            case "to_fronts" if body["verb"] in FRONTS_DO:
                await self._bus.publish(subjects.to_fronts(body["verb"]), pack(body["body"]))
            case _:
                raise WireError("no question")

    async def _visits(self) -> dict[str, list[Any]]:
        """Return what every front says of its connections; of one that is silent, nothing."""
        call = secrets.token_hex(8)
        heard = self._calls[call] = {}
        word = pack({"call": call, "back": self._bus.pid})
        await self._bus.publish(subjects.to_fronts("visits"), word)
        try:
            async with asyncio.timeout(_PATIENCE):
                while not self._fronts() <= heard.keys():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            pass
        finally:
            del self._calls[call]
        return heard

    def _fronts(self) -> set[str]:
        with_sessions = (Role.FRONT, Role.WORKER)
        alive = {pid for pid, facts in self._live.peers.items() if facts["role"] in with_sessions}
        return alive | ({self._bus.pid} if self._bus.role is Role.WORKER else set())

    def _told(self, subject: str, payload: bytes) -> None:
        front, plain = subjects.caller(subject), unpack(payload)
        heard = self._calls.get(str(plain.get("call")))
        if heard is not None and front is not None and isinstance(plain.get("visits"), list):
            heard[front] = plain["visits"]
            self._news.set()
