"""How friends come to a table: copied where the terminal allows it, and to be selected by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Size

from themes.pack import Colour
from tui.actions.common import Back, Help
from tui.i18n import _
from tui.screens.page import Page
from tui.widgets.lines import BLANK, Line, Span, line, wrap
from tui.widgets.places import Places, stack

__all__ = ["InvitePage"]


class InvitePage(Page):
    """The join code and the line to type, each alone from the left edge on."""

    shades = (
        ("top", Colour.STATUS),
        ("text", Colour.BACKGROUND),
        ("foot", Colour.PANEL),
    )
    commands = (Help(), Back())

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self._lines = lines
        self._is_copied = False

    def on_mount(self) -> None:
        """Copy it."""
        self._is_copied = self.session.copy("\n".join(self._lines))
        super().on_mount()

    def plan(self, size: Size) -> Places:
        """Give the text what title and footer leave."""
        return stack(size.width, ("top", 1), ("text", size.height - 2), ("foot", 1))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the lines without anything beside them, then what to do with them."""
        cells = places["text"].width
        plain = [row for text in self._lines for row in (BLANK, *map(line, _pieces(text, cells)))]
        said = [row for text in self._about() for row in wrap(text, cells - 2)]
        return {
            "top": [line(Span(" " + _("Come to this table"), Colour.STATUS_TEXT, bold=True))],
            "text": [*plain, BLANK, *(line(Span(f" {row}", Colour.MUTED)) for row in said)],
            "foot": [self.footer(cells)],
        }

    def _about(self) -> list[str]:
        if self._is_copied:
            copied = _("Copied, if your terminal allows it; otherwise select it with the mouse.")
        else:
            copied = _("Your terminal may not be asked to copy: select it with the mouse.")
        if len(self._lines) == 1:
            return [copied]
        return [
            copied,
            _("Who is here types the code in the lobby; a friend types the line, with a name of"
              " their own for NAME."),
        ]  # fmt: skip


def _pieces(text: str, cells: int) -> list[str]:
    """Return ``text`` in pieces as long as a row: a break in the middle is no part of it."""
    return [text[at : at + cells] for at in range(0, len(text), cells)]
