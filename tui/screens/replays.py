"""The list of games that a player has finished, to see one again."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Region, Size

from server.api import PastGame
from themes.pack import Colour, Glyph
from tui.actions import common
from tui.actions import replays as commands
from tui.i18n import _, join_list
from tui.looks import sign
from tui.messages import game_name
from tui.screens.page import Page
from tui.widgets.lines import BLANK, Line, Span, clean, fit, line, pad
from tui.widgets.places import Places, stack

__all__ = ["ReplaysPage"]

_ID: Final = 32
"""Characters of a game's id."""
_STEPS: Final[Mapping[str, int]] = {
    "up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -9999, "end": 9999,
}  # fmt: skip


class ReplaysPage(Page):
    """The own finished games, the newest first."""

    shades = (("top", Colour.STATUS), ("list", Colour.BACKGROUND), ("foot", Colour.PANEL))
    typing = True
    commands = (
        commands.Open(),
        commands.ById(),
        common.NextLanguage(),
        common.Help(),
        common.Back(),
    )

    def __init__(self) -> None:
        super().__init__()
        self._games: list[PastGame] | None = None
        self._at = 0

    def plan(self, size: Size) -> Places:
        """Give the list what title and footer leave."""
        found = stack(size.width, ("top", 2), ("list", size.height - 4), ("foot", 2))
        if self.entry.open:
            found["foot"] = Region(0, size.height - 2, size.width, 1)
            found["entry"] = Region(0, size.height - 1, size.width, 1)
        return found

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the games in sight."""
        cells, height = places["list"].size
        games = self._games or []
        top = max(0, min(self._at - height // 2, len(games) - height))
        listed = [
            self._game(index, game, cells)
            for index, game in enumerate(games[top : top + height], start=top)
        ]
        if not games:
            text = (
                _("Reading your games ...")
                if self._games is None
                else _("You have finished no game here yet.")
            )
            listed = [BLANK, line(Span(f"   {text}", Colour.MUTED))]
        title = _("Your finished games")
        return {
            "top": [line(Span(f" {title}", Colour.STATUS_TEXT, bold=True)), self.notice],
            "list": listed,
            "foot": [BLANK, self.footer(cells)],
        }

    def on_mount(self) -> None:
        """Ask for the games."""
        self.run_worker(self._load(), exclusive=True)

    async def _load(self) -> None:
        connection = self.session.connection
        self._games = await connection.hub.past_games(connection.who)
        self.draw()

    @property
    def game(self) -> PastGame | None:
        """The game that is highlighted."""
        games = self._games or []
        return games[self._at] if self._at < len(games) else None

    def key(self, key: str) -> bool:
        """Move the highlight."""
        if key not in _STEPS or not self._games:
            return False
        self._at = max(0, min(len(self._games) - 1, self._at + _STEPS[key]))
        return True

    def open(self) -> None:
        """See the highlighted game."""
        if self.game is not None:
            self.session.open_replay(self.game["id"])

    def ask_id(self) -> None:
        """Open the line for an id."""
        self.type("id", _("Id of a finished game; Esc leaves"), _ID)

    def typed(self, purpose: str, text: str) -> None:
        """See the game whose id was typed."""
        if purpose == "id" and text:
            self.session.open_replay(text)

    def _game(self, index: int, game: PastGame, cells: int) -> Line:
        here = index == self._at
        day = time.strftime("%Y-%m-%d %H:%M", time.gmtime(game["ended"]))
        shade, tone = (Colour.CHOSEN, Colour.CHOSEN_TEXT) if here else (None, Colour.ACCENT)
        names = join_list(clean(name) for name in game["names"])
        row = line(
            Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True),
            Span(pad(game["id"][:8], 9), tone, bold=True, shade=shade),
            Span(pad(day, 17), Colour.MUTED),
            pad(game_name(game["game"]), 24 if cells >= 76 else 12) + " ",
            Span(_("won") + "  " if game["won"] else "", Colour.SUCCESS, bold=True),
            names,
        )
        return fit(row, cells)
