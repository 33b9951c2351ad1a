"""The rules at hand: everything that has a rule, found as one types; short first, then exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Size

from engine.registry import GAMES
from themes.pack import Colour, Glyph
from tui.actions import rules as commands
from tui.i18n import _, current, n_
from tui.looks import sign
from tui.messages import game_name
from tui.screens.listing import first_in_sight
from tui.screens.page import Page
from tui.texts.glossary import Entry, entries, find
from tui.widgets.lines import BLANK, Line, Span, cut, fit, line, pad, sides, wrap
from tui.widgets.places import Places, stack

__all__ = ["RulesPage"]

_LONGEST: Final = 40
"""Characters that are searched for at most."""
_ID_CELLS: Final = 12


class RulesPage(Page):
    """A list and, below it, what is highlighted in full.

    ``game`` and ``rule`` say where to begin. Letters are searched for, so the page has no commands
    by letter.
    """

    shades = (
        ("top", Colour.STATUS),
        ("list", Colour.BACKGROUND),
        ("text", Colour.SURFACE),
        ("foot", Colour.PANEL),
    )
    commands = (
        commands.Search(),
        commands.Choose(),
        commands.NextGame(),
        commands.Read(),
        commands.Clear(),
        commands.Leave(),
    )

    def __init__(self, game: str = "", rule: str = "") -> None:
        super().__init__()
        self._games = tuple(GAMES)
        self._game = game if game in self._games else self._games[0]
        self._query = ""
        self._at = 0
        self._top = 0
        self._made: tuple[str, str, str] | None = None
        self._all: list[Entry] = []
        self._found: list[Entry] = []
        self._bring_up()
        ids = [entry.id for entry in self._found]
        if rule in ids:
            self._at = ids.index(rule)

    @property
    def searching(self) -> bool:
        """Whether something was typed."""
        return bool(self._query)

    # --- drawing -------------------------------------------------------------------------------

    def plan(self, size: Size) -> Places:
        """Give the text as much as the list."""
        rest = size.height - 3
        text = rest // 2
        return stack(size.width, ("top", 2), ("list", rest - text), ("text", text), ("foot", 1))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return what was found, and what is highlighted in full."""
        self._bring_up()
        cells, height = places["list"].size
        at = self._at
        top = first_in_sight(at, len(self._found), height)
        listed = [
            self._row(entry, cells, here=index == at)
            for index, entry in enumerate(self._found[top : top + height], start=top)
        ]
        if not listed:
            listed = [BLANK, line(Span("   " + _("Nothing has all these words."), Colour.MUTED))]
        return {
            "top": [self._title(cells), self._search(cells)],
            "list": listed,
            "text": self._exact(places["text"].width, places["text"].height),
            "foot": [self.footer(cells)],
        }

    def _bring_up(self) -> None:
        """Search anew if words, game or language have changed."""
        if self._made != (self._game, self._query, current()):
            if self._made is None or (self._game, current()) != (self._made[0], self._made[2]):
                self._all = entries(self._game)
            self._made = (self._game, self._query, current())
            self._found = find(self._all, self._query)
            self._at = min(self._at, max(0, len(self._found) - 1))

    def _title(self, cells: int) -> Line:
        names = [Span(" " + _("Rules") + "  ", Colour.STATUS_TEXT, bold=True)]
        for game in self._games:
            here = game == self._game
            mark = sign(Glyph.CURSOR) if here else " "
            names.append(Span(f" {mark}{game_name(game)}", Colour.STATUS_TEXT, bold=here))
        return fit(line(*names), cells)

    def _search(self, cells: int) -> Line:
        count = n_("{n} found", "{n} found", len(self._found))
        words = self._query or _("type to search")
        left = line(
            Span(" " + _("search:") + " ", Colour.STATUS_TEXT, bold=True),
            Span(words + "_", Colour.STATUS_TEXT, bold=bool(self._query)),
        )
        return sides(left, line(Span(count + " ", Colour.STATUS_TEXT)), cells)

    @staticmethod
    def _row(entry: Entry, cells: int, *, here: bool) -> Line:
        marker = sign(Glyph.CURSOR) if here else " "
        tone = Colour.CHOSEN_TEXT if here else Colour.ACCENT
        shade = Colour.CHOSEN if here else None
        name = entry.name + "  " if entry.name else ""
        head = entry.name or entry.id
        return fit(
            line(
                Span(f" {marker} ", Colour.WARNING, bold=True),
                Span(pad(cut(head, 22 if name else _ID_CELLS), 22 if name else _ID_CELLS) + " ",
                     tone, bold=True, shade=shade),
                entry.short,
            ),
            cells,
        )  # fmt: skip

    def _exact(self, cells: int, height: int) -> list[Line]:
        """Return the highlighted entry in full, scrolled."""
        if not self._found:
            return []
        entry = self._found[self._at]
        title = f"{entry.id}  {entry.name}" if entry.name else entry.id
        rows: list[Line] = []
        for paragraph in entry.exact:
            rows += [line("  ", row) for row in wrap(paragraph, cells - 4)]
        room = max(1, height - 1)
        self._top = max(0, min(self._top, len(rows) - room))
        more = len(rows) - room - self._top
        below = n_("{n} more line", "{n} more lines", more) if more > 0 else ""
        head = sides(
            line(Span(f" {title}", Colour.ACCENT, bold=True)),
            line(Span(below + " ", Colour.MUTED)),
            cells,
        )
        return [head, *rows[self._top : self._top + room]]

    # --- keys ----------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Type, walk, scroll or change the game."""
        match key:
            case "down" | "up":
                step = 1 if key == "down" else -1
                self._at = max(0, min(len(self._found) - 1, self._at + step))
                self._top = 0
            case "home" | "end":
                self._at = 0 if key == "home" else max(0, len(self._found) - 1)
                self._top = 0
            case "pagedown" | "pageup":
                page = max(1, self.panes["text"].size.height - 2)
                self._top = max(0, self._top + (page if key == "pagedown" else -page))
            case "right" | "left":
                step = 1 if key == "right" else -1
                place = self._games.index(self._game) + step
                self._game = self._games[place % len(self._games)]
                self._at = self._top = 0
            case "backspace" if self._query:
                self._seek(self._query[:-1])
            case "escape" if self._query:
                self._seek("")
            case "space":
                self._seek(self._query + " ")
            case _ if len(key) == 1 and key.isprintable():
                self._seek(self._query + key)
            case _:
                return False
        return True

    def _seek(self, words: str) -> None:
        self._query = words[:_LONGEST].lstrip()
        self._at = self._top = 0
