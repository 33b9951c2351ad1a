"""What the benches of a set-up have in common: their ask, their place, and how they are handed in.

What is built is handed in with Enter, and may be handed in again until the last player has
(N81-4.4, N81-11.2, N81-14.4): the ask stays open with the answer in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from server.api import AskFrame, TableFrame
from themes.pack import Colour
from tui.games import Did
from tui.games.no81.setup_page import Item, Paragraph, lay_out, sight
from tui.games.no81.setup_scene import SETUP
from tui.i18n import _, join_list
from tui.screens.scene import Scene
from tui.screens.state import TableState
from tui.shelf import Shelved
from tui.texts import no81
from tui.widgets.lines import Line, Span, line, sides, wrap

__all__ = ["SetupBench", "View"]

View = Mapping[str, Any]
Answer = tuple[str, ...]
_STEPS: Final[Mapping[str, int]] = {"up": -1, "down": 1}


class SetupBench(ABC):
    """One player's bench; see :class:`tui.games.Bench`."""

    twice = True
    """Whether Enter must be pressed twice; not where a choice has been highlighted before."""
    least = 7
    """Rows that list and panel must have before anything stands above them."""

    def __init__(self, frame: TableFrame) -> None:
        ask = frame["ask"]
        assert ask is not None  # a bench is made for an ask
        self.ask: AskFrame = ask
        self.at = 0
        self.sure = False
        """Enter has been pressed once."""
        self.hint = ""
        """What must be said about the last key; for the private pane alone."""
        self.about = False
        """Whether the pane holds nothing but what there is to say of the highlighted row."""
        self._sent: Answer = ()
        self.alone = len(frame["waiting"]) < 2
        """Nobody else is asked at the same time, so what is handed in stands (N81-13.2)."""

    # --- what each bench is ---

    @abstractmethod
    def answer(self) -> Answer:
        """Return what would be handed in now."""

    @abstractmethod
    def fault(self) -> str:
        """Return why that would not be taken; empty if it would."""

    @abstractmethod
    def title(self) -> str:
        """Return what is built here, in a few words."""

    @abstractmethod
    def keys(self) -> list[tuple[str, str]]:
        """Return keys and what they do, for the dock, the most needed first; for all eyes."""

    @abstractmethod
    def items(self, view: View) -> list[Item]:
        """Return the rows of the list."""

    @abstractmethod
    def panel(self, view: View) -> list[Paragraph]:
        """Return what stands beside the list, the most important first."""

    def lead(self, view: View) -> str:
        """Return what stands above the list; empty for nothing."""
        del view
        return ""

    def highlighted(self) -> int:
        """Return which row of the list is highlighted, -1 for none."""
        return self.at

    def more(self, state: TableState, key: str) -> Did | None:
        """Take a key that is not of all benches."""
        del state, key
        return None

    # --- tui.games.Bench ---

    def scene(self) -> Scene:
        """Return the scene of all set-up pages."""
        return SETUP

    def take(self, frame: TableFrame) -> bool:
        """Keep what is being built as long as the same ask is open."""
        ask = frame["ask"]
        if ask is None or ask["id"] != self.ask["id"]:
            return False
        self.ask = ask
        return True

    def key(self, state: TableState, key: str) -> Did | None:
        """Walk, hand in, or do what this bench alone can."""
        sure, self.sure, self.hint = self.sure, False, ""
        if self.about and key not in {"?", "h"}:
            self.about = False
            return Did()
        if key == "enter":
            return self.enter(state, sure=sure)
        if key in _STEPS:
            self.walk(state, _STEPS[key])
            return Did()
        if sure and key in {"escape", "backspace"}:
            return Did()
        return self.more(state, key)

    def typed(self, state: TableState, purpose: str, text: str) -> Did:
        """Take a typed line; most benches ask for none."""
        del state, purpose, text
        return Did()

    def shelved(self, outcome: Shelved) -> None:
        """Say what has become of a wish."""
        self.hint = outcome.said

    def explain(self, state: TableState) -> bool:
        """Give the whole pane to what is highlighted."""
        del state
        self.about = not self.about
        return self.about

    # --- handing in ---

    @property
    def handed(self) -> Answer | None:
        """What has been handed in, as the game has taken it."""
        found = self.ask.get("answer")
        return None if found is None else tuple(found)

    def enter(self, state: TableState, *, sure: bool) -> Did:
        """Hand in what stands here, or say what keeps it from being taken."""
        self.hint = self.fault()
        if self.hint:
            return Did()
        # What is on its way need not be sent once more either.
        if self.answer() == self.handed or (self.answer() == self._sent and state.sent >= 0):
            self.hint = _("That is handed in already.")
            return Did()
        if self.twice and not sure:
            self.sure = True
            return Did()
        self._sent = self.answer()
        return Did(answers=(self._sent,))

    def walk(self, state: TableState, step: int) -> None:
        """Move the highlight, round the ends."""
        view = state.frame["view"]
        count = len(self.items(view)) if view is not None else 0
        if count:
            start = self.at if self.at >= 0 else (-1 if step > 0 else 0)
            self.at = (start + step) % count

    # --- drawing ---

    def page(self, frame: TableFrame, cells: int, height: int) -> list[Line]:
        """Return the rows of the private pane, its title first."""
        view = frame["view"]
        if view is None:
            return []
        items, lead = self.items(view), wrap(self.lead(view), cells - 3)
        if len(lead) > height - 1 - self.least:
            lead = []
        rows = [line("  ", Span(row, Colour.ACCENT)) for row in lead if row]
        room = height - 1 - len(rows)
        panel = [(self.hint, Colour.WARNING), *self.panel(view)]
        if self.about:
            panel.append((self._all_keys(), Colour.MUTED))
            rows = [
                line("  ", Span(row, tone))
                for text, tone in panel
                if text
                for row in wrap(text, cells - 4)
            ]
            return [self._title(view, "", cells), *rows][:height]
        at, count = self.highlighted(), len(items)
        first, end = sight(count, at, cells, room)
        part = _("{first} to {last} of {n}", first=first + 1, last=end, n=count)
        shown = part if end - first < count else ""
        return [
            self._title(view, shown, cells),
            *rows,
            *lay_out(items, at, panel, cells, room),
        ]

    def _title(self, view: View, part: str, cells: int) -> Line:
        """Return whose pane it is, what is built, how much is in sight, and whether it is in."""
        left = [Span(" " + _("only you"), Colour.YOU, bold=True)]
        role = view["seats"][view["you"]]["role"]
        if role is not None:
            left.append(Span("  " + no81.role_name(role), Colour.ACCENT, bold=True))
        left += [Span("  " + self.title(), Colour.ACCENT), Span("  " + part, Colour.MUTED)]
        return sides(line(*left), line(*self._state()), cells)

    def _all_keys(self) -> str:
        """Return all keys, for screens where the dock has no room for them."""
        named = [_("{key}: {what}", key=key, what=what) for key, what in self.keys()]
        return _("Keys: {keys}.", keys=join_list(named))

    def _state(self) -> Sequence[Span]:
        if self.handed is None:
            return [Span(_("not handed in") + " ", Colour.WARNING)]
        if self.answer() != self.handed:
            return [Span(_("changed since handed in") + " ", Colour.WARNING, bold=True)]
        return [Span(_("handed in") + " ", Colour.SUCCESS)]
