"""What a player has played: games to see again, totals, and the people played with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Final

from textual.geometry import Region, Size

from server.api import PastGame, Record
from themes.pack import Colour
from tui.actions import common
from tui.actions import replays as commands
from tui.i18n import N_, _
from tui.screens import record_rows
from tui.screens.listing import STEPS, first_in_sight
from tui.screens.page import Page
from tui.texts.records import about_game, kind_name, met_line, met_name, total_line
from tui.widgets.lines import BLANK, Line, Span, line, wrap
from tui.widgets.places import Places, stack

__all__ = ["Leaf", "ReplaysPage"]

_ID: Final = 32
"""Characters of a game's id."""
_ABOUT: Final = 3
"""Rows about what is highlighted."""


class Leaf(IntEnum):
    """What the page lists."""

    GAMES = 0
    TOTALS = 1
    PEOPLE = 2


class ReplaysPage(Page):
    """The own finished games, how often each kind was won, and how one stands with whom.

    A total or a person opens the games that it is made of.
    """

    keys_title = N_("Replays")
    shades = (
        ("top", Colour.STATUS),
        ("list", Colour.BACKGROUND),
        ("about", Colour.SURFACE),
        ("foot", Colour.PANEL),
    )
    typing = True
    commands = (
        commands.Open(),
        commands.TheirGames(),
        commands.Leaves(),
        commands.ById(),
        common.NextLanguage(),
        common.Help(),
        common.Back(),
    )

    def __init__(self) -> None:
        super().__init__()
        self._record: Record | None = None
        self.leaf = Leaf.GAMES
        self.games: list[PastGame] = []
        """The games that are listed: all, or those of one kind or with one person."""
        self._at = dict.fromkeys(Leaf, 0)
        self._among: Leaf | None = None
        """From which list the games in sight were picked; ``None`` for all of them."""

    # --- what there is -------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Ask for the record."""
        self.run_worker(self._load(), exclusive=True)

    async def _load(self) -> None:
        connection = self.session.connection
        self._record = await connection.hub.record(connection.who)
        self._pick(None)
        self.draw()

    def _pick(self, among: Leaf | None) -> None:
        """List the games of what is highlighted ``among`` totals or people, or all of them."""
        record = self._record
        if record is None:
            return
        self._among, self._at[Leaf.GAMES] = among, 0
        games = record["games"]
        match among:
            case Leaf.TOTALS:
                total = record["totals"][self._at[among]]
                kind = total["game"], total["mode"]
                games = [g for g in games if (g["game"], g["mode"]) == kind]
            case Leaf.PEOPLE:
                games = [g for g in games if self._at[Leaf.PEOPLE] in g["met"]]
            case _:
                pass
        self.games = games

    @property
    def game(self) -> PastGame | None:
        """The game that is highlighted."""
        at = self._at[Leaf.GAMES]
        return self.games[at] if self.leaf is Leaf.GAMES and at < len(self.games) else None

    @property
    def count(self) -> int:
        """How many rows the list has."""
        if self._record is None:
            return 0
        match self.leaf:
            case Leaf.GAMES:
                return len(self.games)
            case Leaf.TOTALS:
                return len(self._record["totals"])
            case Leaf.PEOPLE:
                return len(self._record["met"])

    # --- keys ----------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Move the highlight, or turn to another list."""
        if key in {"left", "right"}:
            self._turn(1 if key == "right" else -1)
        elif key in STEPS and self.count:
            moved = self._at[self.leaf] + STEPS[key]
            self._at[self.leaf] = max(0, min(self.count - 1, moved))
        else:
            return False
        return True

    def _turn(self, step: int) -> None:
        if self._among is not None:
            self._pick(None)
        self.leaf = Leaf((self.leaf + step) % len(Leaf))

    def open(self) -> None:
        """See the highlighted game."""
        if self.game is not None:
            self.session.open_replay(self.game["id"])

    def list_games(self) -> None:
        """List the games of the highlighted kind, or with the highlighted person."""
        self._pick(self.leaf)
        self.leaf = Leaf.GAMES

    def back(self) -> None:
        """Go back to the list that the games in sight were picked from, else leave the page."""
        if self._among is not None:
            self.leaf = self._among
            self._pick(None)
        else:
            super().back()

    def ask_id(self) -> None:
        """Open the line for an id."""
        self.type("id", _("Id of a finished game; Esc leaves"), _ID)

    def typed(self, purpose: str, text: str) -> None:
        """See the game whose id was typed."""
        if purpose == "id" and text:
            self.session.open_replay(text)

    # --- drawing -------------------------------------------------------------------------------

    def plan(self, size: Size) -> Places:
        """Give the list what title, explanation and footer leave."""
        rest = size.height - _ABOUT - 4
        found = stack(size.width, ("top", 2), ("list", rest), ("about", _ABOUT), ("foot", 2))
        if self.entry.open:
            found["foot"] = Region(0, size.height - 2, size.width, 1)
            found["entry"] = Region(0, size.height - 1, size.width, 1)
        return found

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the list in sight, and what is highlighted in words."""
        cells, height = places["list"].size
        about = [line(Span(f" {row}")) for row in wrap(self._about(), cells - 2)]
        return {
            "top": [self._title(), self.notice],
            "list": self._list(cells, height),
            "about": about[:_ABOUT],
            "foot": [BLANK, self.footer(cells)],
        }

    def _title(self) -> Line:
        """Return the lists' names; the one in sight stands in brackets."""
        names = (_("Your finished games"), _("Totals"), _("Players"))
        spans = [
            Span(f" [{name}] " if leaf is self.leaf else f"  {name}  ", Colour.STATUS_TEXT,
                 bold=leaf is self.leaf)
            for leaf, name in zip(Leaf, names, strict=True)
        ]  # fmt: skip
        return line(*spans, Span(f"  {self._picked()}", Colour.STATUS_TEXT))

    def _picked(self) -> str:
        """Return of what kind, or with whom, the games in sight are."""
        record = self._record
        if record is None or self._among is None:
            return ""
        at = self._at[self._among]
        if self._among is Leaf.PEOPLE:
            return met_name(record["met"][at])
        total = record["totals"][at]
        return kind_name(total["game"], total["mode"])

    def _list(self, cells: int, height: int) -> list[Line]:
        record = self._record
        if record is None:
            return [BLANK, line(Span("   " + _("Reading your games ..."), Colour.MUTED))]
        if not self.count:
            return [BLANK, line(Span(f"   {self._nothing()}", Colour.MUTED))]
        head, rows = [], range(self.count)
        match self.leaf:
            case Leaf.TOTALS:
                head = [record_rows.total_head(cells)]
            case Leaf.PEOPLE:
                head = [record_rows.met_head(cells)]
            case Leaf.GAMES:
                pass
        height -= len(head)
        at = self._at[self.leaf]
        top = first_in_sight(at, self.count, height)
        return head + [self._row(record, number, cells) for number in rows[top : top + height]]

    def _row(self, record: Record, number: int, cells: int) -> Line:
        here = number == self._at[self.leaf]
        match self.leaf:
            case Leaf.GAMES:
                return record_rows.game_row(self.games[number], cells, here=here)
            case Leaf.TOTALS:
                return record_rows.total_row(record["totals"][number], cells, here=here)
            case Leaf.PEOPLE:
                return record_rows.met_row(record["met"][number], cells, here=here)

    def _nothing(self) -> str:
        if self.leaf is Leaf.PEOPLE:
            return _("You have finished no game with anybody else who has a key.")
        return _("You have finished no game here yet.")

    def _about(self) -> str:
        """Return what is highlighted, in words."""
        record, at = self._record, self._at[self.leaf]
        if record is None or not self.count:
            return ""
        match self.leaf:
            case Leaf.GAMES:
                return about_game(self.games[at])
            case Leaf.TOTALS:
                return total_line(record["totals"][at])
            case Leaf.PEOPLE:
                return met_line(record["met"][at])
