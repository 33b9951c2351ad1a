"""The host's desk: a line to type 'admin' commands in, and what the last one has answered."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from textual.events import Key
from textual.geometry import Size

from server.admin import HostDesk
from themes.pack import Colour
from tui.actions.common import Back
from tui.i18n import _
from tui.line.admin import USAGES, host_lines
from tui.line.call import CommandError
from tui.screens.page import Page
from tui.widgets.entry import Entry
from tui.widgets.lines import Line, Span, clean, line, wrap
from tui.widgets.places import Places, stack

__all__ = ["DeskPage"]


class DeskPage(Page):
    """Enter does what was typed, page keys scroll the answer, Esc goes back."""

    shades = (
        ("top", Colour.STATUS),
        ("text", Colour.BACKGROUND),
        ("entry-place", Colour.PANEL),
    )
    commands = (Back(),)
    typing = True

    def __init__(self, desk: HostDesk) -> None:
        super().__init__()
        self._desk = desk
        self._answer: Sequence[str] = USAGES
        self._tone = Colour.TEXT
        self._top = 0

    def plan(self, size: Size) -> Places:
        """Give the answer what title and line leave."""
        found = stack(size.width, ("top", 1), ("text", size.height - 2), ("entry-place", 1))
        if self.entry.open:
            found["entry"] = found.pop("entry-place")
        return found

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the rows of the answer that are scrolled into sight."""
        cells, height = places["text"].size
        text = [
            line(Span(f" {row}", self._tone))
            for answer in self._answer
            for row in wrap(clean(answer.replace("\t", "  ")), cells - 2) or [""]
        ]
        self._top = max(0, min(self._top, len(text) - height))
        return {
            "top": [line(Span(" " + _("The host's desk"), Colour.STATUS_TEXT, bold=True))],
            "text": text[self._top : self._top + height],
            "entry-place": [self.footer(cells)],
        }

    def on_mount(self) -> None:
        """Be ready for a command at once."""
        self._ask()

    def key(self, key: str) -> bool:
        """Scroll."""
        steps = {"pageup": -10, "pagedown": 10}
        self._top += steps.get(key, 0)
        return key in steps

    def _type(self, entry: Entry, event: Key) -> None:
        """Leave at once with Esc: there is nothing here but the line to type in."""
        if event.key == "escape":
            self.back()
        else:
            super()._type(entry, event)

    def typed(self, purpose: str, text: str) -> None:
        """Do what was typed."""
        del purpose
        if text:
            self.run_worker(self._do(text), exclusive=True)
        else:
            self._ask()

    async def _do(self, text: str) -> None:
        try:
            words = shlex.split(text)
            self._answer = await host_lines(self._desk, words[words[:1] == ["admin"] :])
            self._tone = Colour.TEXT
        except CommandError as error:
            self._answer, self._tone = error.sentence.splitlines(), Colour.ERROR
        except ValueError:
            self._answer = [_("That command has an unclosed quote. Try 'help'.")]
            self._tone = Colour.ERROR
        self._top = 0
        self._ask()

    def _ask(self) -> None:
        self.type("admin", _("Command, like: kick ann; Esc leaves"), 240)
