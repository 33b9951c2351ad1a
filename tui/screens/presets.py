"""The set-ups of a game that have a name: the player's own and those that come with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from textual.geometry import Size

from themes.pack import Colour, Glyph
from tui.actions import common
from tui.actions import presets as commands
from tui.i18n import _
from tui.looks import sign
from tui.messages import game_name
from tui.presets import Preset, presets, setup_of, shelf
from tui.screens.listing import first_in_sight
from tui.screens.page import Page
from tui.shelf import Shelving, shelve
from tui.texts.presets import left_out, preset_name, setup_line
from tui.texts.sentences import sentences
from tui.widgets.lines import Line, Span, fit, line, pad, wrap
from tui.widgets.places import Places, stack

if TYPE_CHECKING:
    from tui.screens.create import CreatePage

__all__ = ["PresetsPage"]

_ABOUT: Final = 4
"""Rows about what is highlighted."""
_STEPS: Final[Mapping[str, int]] = {"up": -1, "down": 1}


class PresetsPage(Page):
    """A list on top of the form; Enter fills the form in."""

    shades = (
        ("top", Colour.STATUS),
        ("list", Colour.BACKGROUND),
        ("about", Colour.SURFACE),
        ("foot", Colour.PANEL),
    )
    commands = (commands.Take(), commands.Forget(), common.Help(), common.Back())

    def __init__(self, page: CreatePage) -> None:
        super().__init__()
        self._form_page = page
        self._game = page.form.game.id
        self._found = presets(self._game, ())
        self._at = 0

    def on_mount(self) -> None:
        """Ask for the player's own."""
        self._shelve(Shelving(shelf=shelf(self._game)))

    def _shelve(self, wish: Shelving) -> None:
        self.run_worker(self._carry_out(wish), exclusive=True)

    async def _carry_out(self, wish: Shelving) -> None:
        done = await shelve(self.session.connection, wish)
        if done.decks is not None:
            self._found = presets(self._game, done.decks)
            self._at = max(0, min(self._at, len(self._found) - 1))
        if done.said:
            self.tell(done.said, Colour.ERROR if done.failed else Colour.SUCCESS)
        self.draw()

    @property
    def preset(self) -> Preset:
        """The set-up that is highlighted; every game has some."""
        return self._found[self._at]

    def key(self, key: str) -> bool:
        """Move the highlight."""
        if key not in _STEPS:
            return False
        self._at = (self._at + _STEPS[key]) % len(self._found)
        return True

    def take(self) -> None:
        """Fill the form in with what is highlighted."""
        self.back()
        self._form_page.take(self.preset)

    def forget(self) -> None:
        """Forget the highlighted set-up of the player's own."""
        self._shelve(Shelving(shelf=shelf(self._game), name=self.preset.name))

    def plan(self, size: Size) -> Places:
        """Give the list what title, explanation and footer leave."""
        rest = size.height - _ABOUT - 3
        return stack(size.width, ("top", 2), ("list", rest), ("about", _ABOUT), ("foot", 1))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the set-ups, and what the highlighted one is."""
        cells, height = places["list"].size
        title = _("Presets: {game}", game=game_name(self._game))
        top = first_in_sight(self._at, len(self._found), height)
        sight = list(enumerate(self._found))[top : top + height]
        return {
            "top": [line(Span(f" {title}", Colour.STATUS_TEXT, bold=True)), self.notice],
            "list": [self._row(index, preset, cells) for index, preset in sight],
            "about": [line(Span(f" {row}")) for row in wrap(self._about(), cells - 2)][:_ABOUT],
            "foot": [self.footer(cells)],
        }

    def _row(self, index: int, preset: Preset, cells: int) -> Line:
        here = index == self._at
        shade, tone = (Colour.CHOSEN, Colour.CHOSEN_TEXT) if here else (None, Colour.ACCENT)
        row = line(
            Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True),
            Span(pad(preset_name(preset), 22), tone, bold=True, shade=shade),
            Span("  " + (_("yours") if preset.own else _("built in")), Colour.MUTED),
        )
        return fit(row, cells)

    def _about(self) -> str:
        setup, left = setup_of(self.preset)
        guest = self.preset.own and self.session.connection.who.guest
        kept = _("You are a guest: what you save is kept until you leave.") if guest else ""
        return sentences(_("{setup}.", setup=setup_line(setup)), left_out(self._game, left), kept)
