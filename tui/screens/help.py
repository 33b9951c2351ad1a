"""Help: the keys of the page below, then how the game is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Size

from themes.pack import Colour
from tui import keymap
from tui.actions.admin import HostDesk
from tui.actions.command import AnyCommand
from tui.actions.common import Back
from tui.actions.rules import Rules
from tui.i18n import _
from tui.screens.page import Page
from tui.widgets.lines import BLANK, Line, Span, line, pad, wrap
from tui.widgets.places import Places, stack

__all__ = ["HelpPage"]

KEY_CELLS = 9
"""Width of the column of keys."""


class HelpPage(Page):
    """A page that is read: arrows and page keys scroll, Esc goes back."""

    shades = (
        ("top", Colour.STATUS),
        ("text", Colour.BACKGROUND),
        ("foot", Colour.PANEL),
    )
    commands = (Back(), Rules())

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self._top = 0
        self._now = [c for c in page.commands if c.available(page)]
        self._later = [
            c for c in page.commands if c not in self._now and not isinstance(c, HostDesk)
        ]

    def plan(self, size: Size) -> Places:
        """Give the text what title and footer leave."""
        return stack(size.width, ("top", 1), ("text", size.height - 2), ("foot", 1))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the rows that are scrolled into sight."""
        cells, height = places["text"].size
        text = self._text(cells)
        self._top = max(0, min(self._top, len(text) - height))
        return {
            "top": [line(Span(" " + _("Help"), Colour.STATUS_TEXT, bold=True))],
            "text": text[self._top : self._top + height],
            "foot": [self.notice if self.notice.spans else self.footer(cells)],
        }

    def key(self, key: str) -> bool:
        """Scroll; the key that opened the page goes back as well."""
        if key == "?":
            self.back()
            return True
        page = max(1, self.size.height - 3)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "space": page}
        steps |= {"home": -(10**6), "end": 10**6}
        if key not in steps:
            return False
        self._top = max(0, self._top + steps[key])
        return True

    def rules_at(self) -> tuple[str, str]:
        """Return what is highlighted on the page below."""
        return self._page.rules_at()

    def _text(self, cells: int) -> list[Line]:
        rows: list[Line] = []
        lead = self._page.help_lead()
        if lead is not None:
            rows += _section(*lead, cells)
        rows += _keys(_("Keys now"), [*_named(self._now), *self._everywhere()], cells)
        if self._later:
            rows += _keys(_("Keys at other times"), _named(self._later), cells)
        for title, paragraphs in self._page.help_text():
            rows += _section(title, paragraphs, cells)
        return rows

    @staticmethod
    def _everywhere() -> list[tuple[str, str]]:
        return [
            ("Ctrl-C", _("Leave the server: asks first; twice leaves. Seats are kept.")),
            ("Ctrl-P", _("List everything that can be done now, to pick from.")),
            ("Ctrl-L", _("Draw the screen again.")),
        ]


def _named(commands: Sequence[AnyCommand]) -> list[tuple[str, str]]:
    return [(keymap.shown(command), _(command.help)) for command in commands]


def _keys(title: str, keys: Sequence[tuple[str, str]], cells: int) -> list[Line]:
    rows = [BLANK, line(Span(f" {title}", Colour.ACCENT, bold=True))]
    for key, about in keys:
        first, *rest = wrap(about, cells - KEY_CELLS - 3)
        rows.append(line("  ", Span(pad(key, KEY_CELLS), Colour.ACCENT), first))
        rows += [line(" " * (KEY_CELLS + 2), more) for more in rest]
    return rows


def _section(title: str, paragraphs: Sequence[str], cells: int) -> list[Line]:
    rows = [BLANK, line(Span(f" {title}", Colour.ACCENT, bold=True))]
    for paragraph in paragraphs:
        rows += [line("  ", row) for row in wrap(paragraph, cells - 4)]
    return rows
