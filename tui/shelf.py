"""What a player may wish of saved decks, and how it is carried out, on the screen and in lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.api import Connection, SavedDeck
from server.codes import Code, RequestError, StoreError
from tui import messages
from tui.i18n import _

__all__ = ["Shelved", "Shelving", "shelve"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelving:
    """A wish: to save ``cards`` under ``name``, without cards to forget it, without both to look.

    ``shelf`` names the kind of deck (``server.decks``).
    """

    shelf: str
    name: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """What has become of a wish: the decks that are there now, and what there is to say of it.

    ``decks`` is ``None`` where they could not be read. ``said`` is its player's alone.
    """

    decks: Sequence[SavedDeck] | None
    said: str = ""
    failed: bool = False


async def shelve(connection: Connection, wish: Shelving) -> Shelved:
    """Carry out a wish; nothing is raised, what went wrong is said."""
    hub, who = connection.hub, connection.who
    said, failed = "", False
    try:
        if wish.cards:
            kept = await hub.save_deck(who, wish.shelf, wish.name, wish.cards)
            said = _("Saved as '{name}'.", name=kept["name"])
        elif wish.name:
            await hub.drop_deck(who, wish.shelf, wish.name)
            said = _("'{name}' is forgotten.", name=wish.name)
    except RequestError as error:
        said, failed = messages.notice(error.code, error.params), True
    except StoreError:
        return Shelved(decks=None, said=messages.notice(Code.NOT_STORED, {}), failed=True)
    try:
        decks = await hub.decks(who, wish.shelf)
    except StoreError:
        return Shelved(decks=None, said=messages.notice(Code.NOT_STORED, {}), failed=True)
    return Shelved(decks=decks, said=said, failed=failed)
