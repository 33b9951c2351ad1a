"""The list of lessons: one for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Size

from themes.pack import Colour, Glyph
from tui.actions import common
from tui.actions import lessons as commands
from tui.i18n import _
from tui.lessons import LESSONS, finished, lesson_of, reached
from tui.looks import sign
from tui.messages import game_name
from tui.screens.page import Page
from tui.widgets.lines import BLANK, Line, Span, fit, line, pad, wrap
from tui.widgets.places import Places, stack

__all__ = ["LearnPage"]

_STEPS: Final[Mapping[str, int]] = {"up": -1, "down": 1}


class LearnPage(Page):
    """The lessons, with those marked that are finished."""

    shades = (("top", Colour.STATUS), ("list", Colour.BACKGROUND), ("foot", Colour.PANEL))
    commands = (
        commands.Begin(),
        commands.Anew(),
        common.NextLanguage(),
        common.Help(),
        common.Back(),
    )

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    def on_screen_resume(self) -> None:
        """Say why a lesson has ended, if it was not the learner who ended it."""
        word, self.session.last_word = self.session.last_word, None
        if word is not None:
            self.tell(*word)

    def plan(self, size: Size) -> Places:
        """Give the list what title and footer leave."""
        return stack(size.width, ("top", 2), ("list", size.height - 4), ("foot", 2))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return the lessons, and what they are."""
        cells = places["list"].width
        about = _(
            "A lesson is a short game against bots, and a guide at the top tells what to press "
            "next and why. Leave it whenever you like: nobody else sees it."
        )
        done = finished(self.session.record["settings"]) or ()
        listed = [self._lesson(n, game, game in done, cells) for n, game in enumerate(LESSONS, 1)]
        title = _("Learn a game by playing it")
        text = [line(Span(f"   {row}", Colour.MUTED)) for row in wrap(about, cells - 6)]
        return {
            "top": [line(Span(f" {title}", Colour.STATUS_TEXT, bold=True)), self.notice],
            "list": [*listed, BLANK, *text],
            "foot": [BLANK, self.footer(cells)],
        }

    def _lesson(self, number: int, game: str, done: bool, cells: int) -> Line:
        here = number - 1 == self._at
        shade, tone = (Colour.CHOSEN, Colour.CHOSEN_TEXT) if here else (None, Colour.TEXT)
        row = line(
            Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True),
            Span(f"{number} ", Colour.ACCENT, bold=True),
            Span(pad(game_name(game), 28), tone, bold=here, shade=shade),
            Span(f" {sign(Glyph.SUCCESS)} " if done else "   ", Colour.SUCCESS),
            Span(self._left_at(game) or (_("finished") if done else ""), Colour.MUTED),
        )
        return fit(row, cells)

    def _left_at(self, game: str) -> str:
        """Return where a lesson goes on that was left before its end."""
        at = reached(self.session.record["settings"], game)
        steps = len(lesson_of(game).steps)
        return _("goes on at step {at} of {steps}", at=at + 1, steps=steps) if at else ""

    @property
    def reached(self) -> int:
        """At which step the highlighted lesson was left; 0 for the beginning."""
        return reached(self.session.record["settings"], list(LESSONS)[self._at])

    def key(self, key: str) -> bool:
        """Move the highlight; a lesson's number begins it."""
        if key in _STEPS:
            self._at = (self._at + _STEPS[key]) % len(LESSONS)
        elif key.isdecimal() and 1 <= int(key) <= len(LESSONS):
            self._at = int(key) - 1
            self.begin()
        else:
            return False
        return True

    def begin(self, *, anew: bool = False) -> None:
        """Begin the highlighted lesson, or go on where it was left unless ``anew``."""
        game = list(LESSONS)[self._at]
        if anew:
            self.session.keep_lesson(game, 0)
        self.session.open_lesson(game)
