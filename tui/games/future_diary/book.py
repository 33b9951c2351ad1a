"""What a player is reading: which page is open, how far back it is turned and scrolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.future_diary.terms import Channel, EventKind
from tui.games import Did
from tui.games.future_diary.draft import Chosen, Slot
from tui.games.future_diary.pages import Leaf, Reading, private_channels
from tui.screens.state import TableState

__all__ = ["Book"]

_TURNS: Final[Mapping[str, int]] = {",": 1, "<": 1, ".": -1, ">": -1}
"""Keys that turn to an older page (1) or a newer one (-1)."""


class Book:
    """The pages of the private pane; after the game those of the result and the acts."""

    def __init__(self) -> None:
        self.leaf = Leaf.DIARY
        self.turned = 0
        """How many pages back from the newest one; after the game, on from the result."""
        self.top = 0
        """How many rows the page is scrolled down."""
        self.folded = False
        """The sheet is folded away for a page to read."""
        self.room = self.length = 0
        """Rows of the page that are in sight, and all of them; set whenever it is drawn."""
        self.pages = 1
        """How many pages can be turned; set whenever one is drawn."""
        self._channel = ""
        self._heard = -1
        """Lines of private talk that have been on the screen."""

    def open(self, leaf: Leaf) -> None:
        """Open a page at its beginning."""
        self.leaf, self.top, self.turned = leaf, 0, 0

    def reading(self, state: TableState, slot: Slot | None, chosen: Chosen) -> Reading:
        """Return the page that is open; ``slot`` is the field at the cursor, for its rules."""
        view = state.frame["view"]
        acts = [] if view is None or view["me"] is None else view["me"]["acts"]
        if self.leaf is Leaf.WHY:
            acts = [page for page in acts if page["why"] is not None]
        self.pages = max(1, len(acts))
        at = len(acts) - 1 - min(self.turned, self.pages - 1)
        of_day = slot is not None and slot.id in {"day", "day.target"}
        kinds = chosen.get("day", ()) if of_day else ()
        return Reading(
            leaf=self.leaf,
            act=acts[at]["act"] if acts else 0,
            channel=self.channel(state),
            slot=slot,
            kind=kinds[0] if kinds else "",
            unread=self._unread(state),
        )

    def _unread(self, state: TableState) -> int:
        """Return how many lines of private talk have come since that page was last open."""
        said = (event for event in state.events if event["kind"] == EventKind.SAID)
        lines = sum(1 for event in said if event["channel"] != Channel.PUBLIC)
        if self.leaf is Leaf.TALK or self._heard < 0:
            self._heard = lines
        return lines - self._heard

    # --- keys ---

    def key(self, state: TableState, key: str) -> Did | None:
        """Take a key that opens a page or turns it."""
        if key == Leaf.RULES:
            return None  # the help command asks for them
        if key in set(Leaf):
            if key == self.leaf == Leaf.TALK:
                self._next_channel(state)
            self.open(Leaf(key))
        elif key == "v":
            self.folded, self.top = not self.folded, 0
        else:
            return self.turn(key)
        return Did()

    def turn(self, key: str, *, newest_first: bool = True) -> Did | None:
        """Turn the page, or go on reading it; after its end it begins again."""
        if key in _TURNS:
            step = _TURNS[key] if newest_first else -_TURNS[key]
            self.turned = max(0, min(self.turned + step, self.pages - 1))
            self.top = 0
        elif key == "space":
            self.top += max(1, self.room)
            self.top = self.top if self.top < self.length else 0
        elif key in {"backspace", "escape"} and self.top:
            self.top = 0
        else:
            return None
        return Did()

    # --- private talk ---

    def channel(self, state: TableState) -> str:
        """Return the private channel that is shown on its page; empty for none."""
        names = _channels(state)
        return self._channel if self._channel in names else names[0] if names else ""

    def _next_channel(self, state: TableState) -> None:
        names = _channels(state)
        if names:
            self._channel = names[(names.index(self.channel(state)) + 1) % len(names)]


def _channels(state: TableState) -> list[str]:
    view, ask = state.frame["view"], state.frame["ask"]
    writable: Sequence[str] = () if ask is None else ask["context"].get("channels", ())
    return [] if view is None else private_channels(view, writable)
