"""What is kept of guests in this process, in memory, for as long as their visit lasts."""

from __future__ import annotations

from server.changes import DropDeck, SaveDeck, SavePlayer
from server.keeping import Place, ReviseDecks, RevisePlayer

__all__ = ["Visitors"]


class Visitors:
    """Implements ``server.keeping.GuestStore`` for one process."""

    def __init__(self) -> None:
        self._players: dict[str, SavePlayer] = {}
        self._decks: dict[str, dict[Place, bytes]] = {}

    async def player(self, player: str) -> SavePlayer | None:
        """Return what is kept of a guest, or ``None``."""
        return self._players.get(player)

    async def revise_player(self, player: str, revise: RevisePlayer) -> None:
        """Keep what ``revise`` makes of it."""
        self._players[player] = revise(self._players.get(player))

    async def decks(self, player: str) -> list[tuple[str, str, bytes]]:
        """Return shelf, name and packed cards of each deck."""
        kept = self._decks.get(player, {})
        return [(shelf, name, cards) for (shelf, name), cards in sorted(kept.items())]

    async def revise_decks(self, player: str, revise: ReviseDecks) -> None:
        """Make the change that ``revise`` finds."""
        kept = self._decks.get(player, {})
        match revise(kept):
            case SaveDeck(shelf=shelf, name=name, cards=cards):
                self._decks.setdefault(player, {})[shelf, name] = cards
            case DropDeck(shelf=shelf, name=name):
                kept.pop((shelf, name), None)

    def forget(self, guest: str) -> None:
        """Drop all that is kept of a guest."""
        self._players.pop(guest, None)
        self._decks.pop(guest, None)
