"""A table's journal that tells its viewers when it has to wait.

While nothing can be appended the table's room waits with it, and whoever looks at the table would
see it stand still for no reason. So they are told, past the room, and again when it goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from server.changes import TableChange
from server.codes import Code
from server.store import StoredGame, TableStore

__all__ = ["WaitingStore"]

_SOON: Final = 1.0
"""Seconds that an append may take without a word."""


class WaitingStore:
    """Implements ``server.store.TableStore`` by another one; ``tell`` reaches the viewers."""

    def __init__(self, store: TableStore, tell: Callable[[Code], None]) -> None:
        self._store = store
        self._tell = tell

    async def write(self, *changes: TableChange) -> None:
        """Write as the other store does, however long that takes."""
        told = False

        def wait() -> None:
            nonlocal told
            told = True
            self._tell(Code.NO_QUORUM)

        due = asyncio.get_running_loop().call_later(_SOON, wait)
        try:
            await self._store.write(*changes)
        finally:
            due.cancel()
        if told:
            self._tell(Code.GOES_ON)

    async def game(self, game_id: str) -> StoredGame | None:
        """Return the running or last game."""
        return await self._store.game(game_id)
