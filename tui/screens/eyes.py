"""Who watches, or asks to watch, through the own eyes: to allow, refuse or end it at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.geometry import Size

from server.api import EyesInfo
from server.requests import EndEyes, GiveEyes
from themes.pack import Colour, Glyph
from tui.actions import common, eyes
from tui.i18n import N_, _
from tui.looks import sign
from tui.screens.page import Page
from tui.widgets.lines import BLANK, Line, Span, clean, fit, line, pad, wrap
from tui.widgets.places import Places, stack

if TYPE_CHECKING:
    from tui.screens.table import TablePage

__all__ = ["EyesPage"]


class EyesPage(Page):
    """The watchers of the own seat."""

    keys_title = N_("Your eyes")
    shades = (("top", Colour.STATUS), ("list", Colour.BACKGROUND), ("foot", Colour.PANEL))
    commands = (eyes.Give(), eyes.End(), common.Help(), common.Back())

    def __init__(self, page: TablePage) -> None:
        super().__init__()
        self._page = page
        self._at = 0

    def plan(self, size: Size) -> Places:
        """Give the list what title and footer leave."""
        return stack(size.width, ("top", 2), ("list", size.height - 3), ("foot", 1))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the watchers, and what it means to allow one."""
        cells, height = places["list"].size
        title = _("Who watches through your eyes")
        about = _(
            "Whoever you allow sees your hand and all that you are told, until you end it or the"
            " game is over. Everybody at the table is told who it is."
        )
        listed = [self._looker(i, one, cells) for i, one in enumerate(self._page.lookers)]
        listed = listed or [line(Span("   " + _("Nobody."), Colour.MUTED))]
        listed += [BLANK, *(line(Span("   " + t, Colour.MUTED)) for t in wrap(about, cells - 4))]
        return {
            "top": [line(Span(f" {title}", Colour.STATUS_TEXT, bold=True)), self.notice],
            "list": listed[:height],
            "foot": [self.footer(cells)],
        }

    def key(self, key: str) -> bool:
        """Move the highlight."""
        if key not in {"up", "down"}:
            return False
        self._at += 1 if key == "down" else -1
        self._at = max(0, min(len(self._page.lookers) - 1, self._at))
        return True

    @property
    def looker(self) -> EyesInfo | None:
        """The watcher who is highlighted."""
        found = self._page.lookers
        return found[min(self._at, len(found) - 1)] if found else None

    def give(self) -> None:
        """Let the highlighted watcher look."""
        if self.looker is not None:
            self._page.send(GiveEyes(number=self.looker["number"]))
            self.back()

    def end(self) -> None:
        """Refuse the highlighted watcher, or end what was allowed."""
        if self.looker is not None:
            self._page.send(EndEyes(number=self.looker["number"]))
            self.back()

    def _looker(self, index: int, one: EyesInfo, cells: int) -> Line:
        here = index == self._at
        shade, tone = (Colour.CHOSEN, Colour.CHOSEN_TEXT) if here else (None, Colour.ACCENT)
        state = _("sees what you see") if one["given"] else _("asks to see what you see")
        row = line(
            Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True),
            Span(pad(clean(one["name"]), 20), tone, bold=True, shade=shade),
            "  " + state,
        )
        return fit(row, cells)
