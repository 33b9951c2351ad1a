"""An archive in memory that can be out of reach."""

from __future__ import annotations

from server.codes import StoreCode, StoreError
from server.played import EndedGame


class Shelf:
    """Implements ``server.cluster.journal.Archiver``."""

    def __init__(self) -> None:
        self.games: dict[str, EndedGame] = {}
        self.asked = 0
        self.closed = False

    async def keep(self, game: EndedGame) -> None:
        self.asked += 1
        if self.closed:
            raise StoreError(StoreCode.WRITE_FAILED, path="")
        self.games.setdefault(game.id, game)
