"""What the host's end of a front asks of the table processes (:mod:`server.cluster.steward`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from server.codes import Code, StoreError
from server.hosting import TableRow

if TYPE_CHECKING:
    from server.cluster.visits import Asks

__all__ = ["Hosted"]


class Hosted:
    """The part of ``server.hosting.Hosting`` that is about tables, whoever runs them."""

    def __init__(self, asks: Asks) -> None:
        self._asks = asks

    async def is_seated(self, who: str) -> bool:
        """Say whether somebody has a seat at an open table, or may have: nobody answers now."""
        try:
            return bool((await self._asks.ask("seated", {"who": who}))["open"])
        except StoreError:
            return True

    async def has_seat(self, who: str) -> bool:
        """Say whether somebody has a seat at a table, open or parked."""
        return bool((await self._asks.ask("seated", {"who": who}))["any"])

    async def take_seats(self, who: str, *, banned: bool = False) -> None:
        """Take the seats of somebody who cannot come back."""
        await self._asks.ask("take_seats", {"who": who, "banned": banned})

    async def move_names(self, old: str, new: str) -> None:
        """Give the names that a key held to the identity that it was joined to."""
        await self._asks.ask("move_names", {"old": old, "new": new})

    async def table_rows(self) -> list[TableRow]:
        """Return the open tables by code, then the parked ones."""
        answer = await self._asks.ask("tables", {})
        shown = [
            TableRow(code=code, stage=stage, names=tuple(names))
            for code, stage, names in answer["open"]
        ]
        return shown + [TableRow(code=c, stage="parked", names=()) for c in answer["parked"]]

    async def notify_table(self, code: str, notice: Code, **params: Any) -> bool:
        """Tell everybody at one table something; say whether there is such a table."""
        body = {"code": code, "notice": str(notice), "params": params}
        return bool((await self._asks.ask("tell", body))["done"])

    async def close_table(self, code: str, *, drop: bool) -> bool:
        """Put a table aside, or (``drop``) give it up; say whether there was one."""
        return bool((await self._asks.ask("close", {"code": code, "drop": drop}))["done"])

    async def reopen_table(self, code: str) -> bool:
        """Open a parked table again; say whether it could be."""
        return bool((await self._asks.ask("reopen", {"code": code}))["done"])

    async def mute_seat(self, code: str, seat: int, *, on: bool) -> bool:
        """Mute a seat of a masked game, or (not ``on``) let it be heard."""
        return bool((await self._asks.ask("mute", {"code": code, "seat": seat, "on": on}))["done"])
