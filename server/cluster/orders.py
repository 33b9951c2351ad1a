"""Words among table processes: what is done with a table wherever it runs, and with all of them.

A front's wish comes to any table process (:mod:`server.cluster.desk`), which passes it on: to the
process that has the table, or to all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from server.cluster import subjects
from server.cluster.answers import answer_in, answered
from server.cluster.errors import ClusterError
from server.codes import Code, StoreCode, StoreError
from server.table_state import TableState
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus
    from server.cluster.host import TableHost
    from server.cluster.lease import Leases
    from server.cluster.live import Live
    from server.cluster.lounge import Lounge

__all__ = ["Orders"]

_PATIENCE: Final = 8.0
"""Seconds for an order to one table: it comes after what the table's inbox holds."""


class Orders:
    """Gives and takes such words for one table process."""

    def __init__(
        self, bus: Bus, live: Live, leases: Leases, host: TableHost, lounge: Lounge
    ) -> None:
        self._bus = bus
        self._live = live
        self._leases = leases
        self._host = host
        self._lounge = lounge

    async def start(self) -> None:
        """Listen to the others."""
        await self._bus.serve(subjects.host_all(self._bus.pid), self._asked)
        await self._bus.listen(subjects.all_hosts(), self._told)

    # --- to one table, by its code in normal form ---

    async def close(self, code: str, *, drop: bool) -> bool:
        """Put a table aside, or (``drop``) give it up; say whether there was one.

        Raises :class:`StoreError` where its process could not do so.
        """
        return await self._order(code, "close", {"drop": drop})

    async def reopen(self, code: str) -> bool:
        """Open a table again that was put aside; say whether it could be."""
        return await self._order(code, "reopen", {})

    async def mute(self, code: str, seat: int, *, on: bool) -> bool:
        """Mute a seat of a masked game, or let it be heard; say whether there is such a table.

        Raises :class:`RequestError` where the table refuses, or :class:`StoreError`.
        """
        return await self._order(code, "mute", {"seat": seat, "on": on})

    async def _order(self, code: str, verb: str, params: Mapping[str, Any]) -> bool:
        lease = self._leases.of(code)
        if lease is None:
            return False
        body = {"code": code, **params}
        if lease.owner == self._bus.pid:
            return bool((await self._carry_out(verb, body))["done"])
        try:
            answer = await self._ask(lease.owner, verb, body)
        except (ClusterError, WireError) as error:
            raise StoreError(StoreCode.WRITE_FAILED, path="") from error
        return bool(answer["done"])

    def knows(self, code: str) -> bool:
        """Say whether there is such a table, whoever runs it."""
        return self._leases.of(code) is not None

    # --- to all ---

    async def seats_of(self, who: str) -> tuple[bool, bool]:
        """Say whether somebody (an ``Identity.id``) has a seat at an open table, and at any.

        Every table process is asked, for what a board says of others' tables may be a moment old.
        Raises :class:`StoreError` if one that lives does not answer.
        """
        owners = {lease.owner for lease in self._leases.all().values()}
        asked = owners & self._live.peers.keys()
        try:
            answers = await asyncio.gather(
                *(self._ask(pid, "seated", {"who": who}) for pid in asked),
            )
        except (ClusterError, WireError) as error:
            raise StoreError(StoreCode.UNUSABLE, path="", reason="NO_ANSWER") from error
        answers.append(self._seats_here(who))
        return any(a["open"] for a in answers), any(a["any"] for a in answers)

    def _seats_here(self, who: str) -> dict[str, bool]:
        """Say the same of this process's open tables, and of all that it knows of."""
        here = self._host.tables.is_seated(who)
        return {"open": here, "any": here or self._host.board.is_seated(who)}

    async def _ask(self, pid: str, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        asked = subjects.host(pid, verb)
        return answer_in(await self._bus.request(asked, pack(body), timeout=_PATIENCE))

    async def notify(self, code: Code, params: Mapping[str, Any], *, table: str = "") -> None:
        """Tell everybody something that changes nothing, or everybody at one table."""
        body = {"code": str(code), "params": dict(params), "table": table}
        await self._bus.publish(subjects.to_hosts("notify"), pack(body))

    async def take_seats(self, who: str, *, banned: bool = False) -> None:
        """Take the seats of somebody (an ``Identity.id``) who cannot come back."""
        body = {"who": who, "banned": banned}
        await self._bus.publish(subjects.to_hosts("take_seats"), pack(body))

    # --- from the others, and from this process itself ---

    async def _asked(self, subject: str, data: bytes) -> bytes | None:
        return await answered(self._carry_out(subjects.verb_of(subject), unpack(data)))

    async def _carry_out(self, verb: str, body: dict[str, Any]) -> dict[str, Any]:
        host = self._host
        match verb:
            case "make":
                return {"code": await host.make(TableState.from_plain(body["state"]))}
            case "close":
                return {"done": await host.close(body["code"], drop=body["drop"])}
            case "reopen":
                return {"done": await host.reopen(body["code"])}
            case "seated":
                return self._seats_here(body["who"])
            case "mute":
                done = host.tables.mute(body["code"], body["seat"], on=body["on"])
                return {"done": await done}
            case _:
                raise WireError("unknown word")

    def _told(self, subject: str, data: bytes) -> None:
        body = unpack(data)
        match subjects.verb_of(subject):
            case "notify":
                code, table = Code(body["code"]), body["table"] or None
                self._host.tables.notify(code, body["params"], table=table)
                if table is None:
                    self._lounge.notify(code, body["params"])
            case "take_seats":
                self._host.tables.take_seats(body["who"], banned=body["banned"])
            case _:
                pass  # another part's word
