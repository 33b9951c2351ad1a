"""Decks that players build before a game and save for the next one, each player's own alone.

So are the set-ups of tables that they like, each a list of words, on shelves of their own. A deck
lies on a *shelf*, a name that a game gives to one kind of deck (``no81/mind_deck``), and is
a list of that game's ids. Nothing here knows what they mean: whoever loads a deck looks what of it
is still there. A key's decks are in the store; a guest's are kept for the visit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from server.api import Identity, SavedDeck
from server.changes import DropDeck, SaveDeck
from server.codes import Code, RequestError
from server.keeping import GuestStore, PersonStore, Place
from server.names import clean_text
from server.visitors import Visitors
from server.wire import WireError, pack, unpack

__all__ = ["DECKS", "NAME_CELLS", "PRESETS", "SETUPS", "Decks", "check_cards"]

SETUPS: Final = "setup/"
"""What the names of shelves begin with that have set-ups of tables instead of decks."""
DECKS: Final = 20
"""Decks that one player may have saved, on all shelves together."""
PRESETS: Final = 12
"""Set-ups that one player may have saved, of all games together."""
NAME_CELLS: Final = 20
"""Cells of a deck's name."""
_CARDS: Final = 64
_CARD: Final = 64


class Decks:
    """The saved decks of everybody."""

    def __init__(self, store: PersonStore, guests: GuestStore | None = None) -> None:
        self._store = store
        self._guests: GuestStore = guests or Visitors()

    async def of(self, who: Identity, shelf: str) -> list[SavedDeck]:
        """Return the decks on one shelf by name; raise :class:`StoreError`."""
        kept = await self._keeper(who).decks(who.id)
        return [
            SavedDeck(name=name, cards=_cards(packed))
            for place, name, packed in sorted(kept)
            if place == shelf
        ]

    async def save(self, who: Identity, shelf: str, name: str, cards: Sequence[str]) -> SavedDeck:
        """Keep a deck in the place of one of the same name; return it with its cleaned name.

        Raises :class:`RequestError` (``deck_nameless``, ``too_many_decks``, or the same of
        set-ups), :class:`StoreError`, and ``ValueError`` for more than any deck can hold.
        """
        check_cards(cards)
        clean = clean_text(name, cells=NAME_CELLS)
        setups = shelf.startswith(SETUPS)
        if not clean:
            raise RequestError(Code.PRESET_NAMELESS if setups else Code.DECK_NAMELESS)
        deck = SaveDeck(player=who.id, shelf=shelf, name=clean, cards=pack({"cards": list(cards)}))

        def revise(kept: Mapping[Place, bytes]) -> SaveDeck:
            # Here, so that two at once cannot both be the last that is allowed.
            if (shelf, clean) not in kept:
                _check_room(sum(s.startswith(SETUPS) == setups for s, _ in kept), setups=setups)
            return deck

        await self._keeper(who).revise_decks(who.id, revise)
        return SavedDeck(name=clean, cards=list(cards))

    async def drop(self, who: Identity, shelf: str, name: str) -> None:
        """Forget a deck, if there is one; raise :class:`StoreError`."""
        drop = DropDeck(player=who.id, shelf=shelf, name=name)
        await self._keeper(who).revise_decks(who.id, lambda _kept: drop)

    def forget_guest(self, guest: str) -> None:
        """Drop what was kept for a guest's visit."""
        self._guests.forget(guest)

    def _keeper(self, who: Identity) -> PersonStore:
        return self._guests if who.guest else self._store


def check_cards(cards: Sequence[str]) -> None:
    """Raise ``ValueError`` for more than any deck can hold."""
    if len(cards) > _CARDS or any(len(card) > _CARD for card in cards):
        raise ValueError("no deck is that large")


def _check_room(count: int, *, setups: bool) -> None:
    """Raise :class:`RequestError` if ``count`` are as many as may be kept."""
    if setups and count >= PRESETS:
        raise RequestError(Code.TOO_MANY_PRESETS, limit=PRESETS)
    if not setups and count >= DECKS:
        raise RequestError(Code.TOO_MANY_DECKS, limit=DECKS)


def _cards(packed: bytes) -> list[str]:
    """Return what a stored deck is made of; nothing where it cannot be read."""
    try:
        cards = unpack(packed).get("cards", ())
    except WireError:
        return []
    return list(map(str, cards)) if isinstance(cards, list) else []
