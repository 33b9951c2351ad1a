"""The palette: everything that can be done on the page below, to pick with arrows or its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Size

from themes.pack import Colour, Glyph
from tui import keymap
from tui.i18n import _
from tui.looks import sign
from tui.screens.clicking import named_key
from tui.screens.page import Page
from tui.widgets.lines import Line, Span, fit, line, pad
from tui.widgets.places import Places, stack

__all__ = ["PalettePage"]


class PalettePage(Page):
    """A list of commands; Enter or a command's own key does it, Esc leaves."""

    shades = (
        ("top", Colour.STATUS),
        ("list", Colour.BACKGROUND),
    )

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self._commands = [command for command in page.commands if command.available(page)]
        self._at = 0

    def plan(self, size: Size) -> Places:
        """Give the list all but the title."""
        return stack(size.width, ("top", 1), ("list", size.height - 1))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the commands, the highlighted one marked."""
        cells = places["list"].width
        title = _("What to do?  Enter: do it   Esc: back")
        return {
            "top": [line(Span(f" {title}", Colour.STATUS_TEXT, bold=True))],
            "list": [self._row(index, cells) for index in range(len(self._commands))],
        }

    def key(self, key: str) -> bool:
        """Move, pick, or leave."""
        count = len(self._commands)
        if key in {"up", "down"} and count:
            self._at = (self._at + (1 if key == "down" else -1)) % count
        elif key in {"escape", "backspace"}:
            self.back()
        elif key == "enter" and count:
            self._pick(self._at)
        else:
            found = (i for i, command in enumerate(self._commands) if key in keymap.keys(command))
            at = next(found, None)
            if at is None:
                return False
            self._pick(at)
        return True

    def explain(self) -> None:
        """Do nothing: the list explains itself."""

    def _pick(self, index: int) -> None:
        command = self._commands[index]
        self.back()
        # The page below may have changed while the list was open.
        if command.available(self._page):
            command.run(self._page)

    def _row(self, index: int, cells: int) -> Line:
        command = self._commands[index]
        here = index == self._at
        key = keymap.shown(command)
        row = line(
            Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True),
            Span(pad(key, 7), Colour.ACCENT, bold=True, press=named_key(key)),
            Span(pad(_(command.label), 16) + " ", bold=here),
            Span(_(command.help), Colour.MUTED),
        )
        return fit(row, cells)
