"""What people, names, decks and finished games need of whatever keeps them, as small Protocols.

``server.store.Store`` offers all of it from one database; ``server.cluster`` from what several
processes share. A change of something that is there already is a pure function of it: the keeper
calls it, perhaps more than once, until nobody else has changed it in between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from server.book_changes import BookChange, Books
from server.changes import Change, DropDeck, SaveDeck, SavePlayer
from server.played import EndedGame

__all__ = [
    "BookStore", "FinishedGames", "GuestStore", "NameStore", "PersonStore", "Place", "ReviseDecks",
    "RevisePlayer",
]  # fmt: skip

Place = tuple[str, str]
"""Where a deck lies: shelf and name."""
RevisePlayer = Callable[[SavePlayer | None], SavePlayer]
"""Makes of what is kept of a player what is to be kept; what it raises leaves all as it was."""
ReviseDecks = Callable[[Mapping[Place, bytes]], SaveDeck | DropDeck]
"""Makes of a player's decks, each packed, the change to them; what it raises changes nothing."""


class PersonStore(Protocol):
    """Keeps what is known of each player, by ``Identity.id``. All raise :class:`StoreError`."""

    async def player(self, player: str) -> SavePlayer | None:
        """Return what is kept of a player, or ``None``."""
        ...

    async def revise_player(self, player: str, revise: RevisePlayer) -> None:
        """Keep what ``revise`` makes of it; nothing that others keep meanwhile is lost."""
        ...

    async def decks(self, player: str) -> list[tuple[str, str, bytes]]:
        """Return shelf, name and packed cards of each deck that a player has saved."""
        ...

    async def revise_decks(self, player: str, revise: ReviseDecks) -> None:
        """Make the change that ``revise`` finds, in one go with its look at all of them."""
        ...


class GuestStore(PersonStore, Protocol):
    """Keeps the same of guests, for their visit."""

    def forget(self, guest: str) -> None:
        """Drop all that is kept of a guest; begins at once and ends by itself."""
        ...


class NameStore(Protocol):
    """Keeps which name is whose."""

    async def names(self) -> dict[str, str]:
        """Return every bound skeleton with its player; a keeper shared by several keeps it live."""
        ...

    async def write(self, *changes: Change) -> None:
        """Make changes of names durable, and ``ForgetGuest``; raise :class:`StoreError`."""
        ...


class FinishedGames(Protocol):
    """Keeps games that are over."""

    async def played(self, player: str, most: int) -> list[EndedGame]:
        """Return a player's last finished games, the newest first, without their journals."""
        ...

    async def ended_game(self, start: str) -> EndedGame | None:
        """Return the one finished game whose id starts so, journal included, or ``None``."""
        ...


class BookStore(Protocol):
    """Keeps the host's books."""

    async def books(self) -> Books:
        """Return all that was kept."""
        ...

    async def write(self, *changes: BookChange) -> None:
        """Make all of ``changes`` durable or none; raise :class:`StoreError`."""
        ...
