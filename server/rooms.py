"""The tables that are open in one process, each a room with a task of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from server.api import Stage
from server.codes import Code
from server.public import Listing
from server.room import Do, End, Notify, Room
from server.seats import seat_of
from server.table import Table

__all__ = ["STOP", "OpenTables", "end_rooms"]

STOP: Final = 3.0
"""Seconds that rooms get to end by themselves."""


async def end_rooms(tasks: Mapping[Room, asyncio.Task[None]], code: Code) -> None:
    """Tell the rooms to end, and wait until they have.

    Who takes too long is cancelled, and what is attached to it is told all the same: a channel
    to a room without a task would be open for ever and answer nothing.
    """
    for room in tasks:
        room.post(End(code))
    if tasks:
        _, late = await asyncio.wait(tasks.values(), timeout=STOP)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)
    for room in tasks:
        if not room.ended:
            room.end(code)


class OpenTables:
    """Tables by code, and their tasks. ``changed`` is called when one is opened or gone."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._tables: dict[str, Table] = {}
        self._tasks: dict[Room, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __getitem__(self, code: str) -> Table:
        return self._tables[code]

    def get(self, code: str) -> Table | None:
        """Return the open table with this code."""
        return self._tables.get(code)

    def values(self) -> Iterable[Table]:
        """Return all tables; a copy, as any of them may end meanwhile."""
        return tuple(self._tables.values())

    def open(self, code: str, table: Table) -> None:
        """Let a table run that is made or restored."""
        self._tables[code] = table
        self._tasks[table] = asyncio.create_task(table.run())
        self._changed()

    def closed(self, code: str) -> None:
        """Forget a table that has ended or is about to; idempotent."""
        table = self._tables.pop(code, None)
        if table is not None:
            self._tasks.pop(table, None)
        self._changed()

    async def end(self, code: str, why: Code) -> bool:
        """End one table after what its inbox holds; say whether there was one."""
        table = self._tables.get(code)
        if table is None:
            return False
        await end_rooms({table: self._tasks[table]}, why)
        self.closed(code)
        return True

    async def end_all(self, why: Code) -> None:
        """End every table."""
        await end_rooms(dict(self._tasks), why)

    # --- what concerns several, or one by its code ---

    def listings(self) -> list[Listing]:
        """Return what the lobby shows of each table."""
        return [table.listing for table in self._tables.values() if table.listing is not None]

    def notify(self, code: Code, params: Mapping[str, Any], *, table: str | None = None) -> bool:
        """Tell everybody at all tables, or at one, something; say whether there was any."""
        found = self.values() if table is None else filter(None, (self.get(table),))
        told = False
        for room in found:
            room.post(Notify(code, params))
            told = True
        return told

    async def mute(self, code: str, seat: int, *, on: bool) -> bool:
        """Mute a seat of a masked game, or (not ``on``) let it be heard.

        Say whether there is such a table. Raises :class:`RequestError` where it refuses, or
        :class:`StoreError`.
        """
        table = self._tables.get(code)
        if table is None:
            return False
        done = table.perform(partial(table.mute, seat, on=on))
        ended = self._tasks[table]
        await asyncio.wait({done, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            done.cancel()
            return False
        done.result()
        return True

    def take_seats(self, who: str, *, banned: bool = False) -> None:
        """Take the seats of somebody (an ``Identity.id``) who cannot come back."""
        for table in self._tables.values():
            table.post(Do(partial(table.person_gone, who, banned=banned)))

    def is_seated(self, who: str) -> bool:
        """Say whether somebody has a seat at one of them."""
        return any(seat_of(table.state.seats, who) >= 0 for table in self._tables.values())

    def visited(self, who: str) -> tuple[bool, ...]:
        """Return, for each table that ``who`` has open now, whether they have a seat there."""
        return tuple(
            seat_of(table.state.seats, who) >= 0
            for table in self._tables.values()
            if any(channel.who.id == who for channel in table.channels)
        )

    def hosted(self, who: str) -> int:
        """Return how many tables somebody hosts at which a game may still be played."""
        return sum(
            table.state.host == who and table.state.stage is not Stage.OVER
            for table in self._tables.values()
        )
