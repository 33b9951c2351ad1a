"""A lesson in line mode: what the guide says, and what is typed to go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from server.api import Stage
from tui.i18n import _
from tui.lessons import reached, with_finished, with_reached
from tui.lessons.guide import Guide
from tui.lessons.lesson import Doing, Lesson
from tui.line.table import TableTalk

__all__ = ["NEXT", "LineGuide"]

NEXT = "next"
"""The word that goes on from what was read."""


class LineGuide:
    """The guide of one learner, who is told each thing once."""

    def __init__(self, lesson: Lesson) -> None:
        self.guide = Guide(lesson)
        self._told: tuple[str, ...] = ()
        self._kept = (0, False)

    def begin(self, settings: Mapping[str, Any]) -> None:
        """Go on where the learner left the lesson, as their settings say."""
        self.guide = Guide(self.guide.lesson, reached(settings, self.guide.lesson.game))
        self._kept = self._to_keep

    @property
    def _to_keep(self) -> tuple[int, bool]:
        return self.guide.to_keep, self.guide.finished

    @property
    def is_kept(self) -> bool:
        """Whether all that is to be remembered of the learner's way is."""
        return self._kept == self._to_keep

    def keep(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings that are to be remembered now."""
        self._kept = at, done = self._to_keep
        game = self.guide.lesson.game
        found = with_reached(settings, game, at)
        return {**found, **with_finished(settings, game)} if done else found

    def news(self, talk: TableTalk, *, typed: bool) -> list[str]:
        """Return what is to be said now; nothing for what was said already.

        Unless something was ``typed`` it waits until the others have done what they do.
        """
        self._skip()
        state, lines = talk.state, self.lines(talk)
        typed = typed and self.guide.doing is not Doing.ANSWER
        rests = typed or state.asked or state.stage is Stage.OVER
        if self.guide.catching_up or not rests or tuple(lines) == self._told:
            return []
        self._told = tuple(lines)
        return lines

    def _skip(self) -> None:
        """Pass by what can only be looked at on the full screen."""
        step = self.guide.step
        while step is not None and step.doing is Doing.LOOK and not step.line:
            self.guide.go_on()
            step = self.guide.step

    def lines(self, talk: TableTalk) -> list[str]:
        """Return what the guide says, and what to type; that stands in brackets."""
        guide = self.guide
        title = guide.title()
        return [f"-- {title} --", guide.text(talk.state), self._what_next(talk)]

    def heard(self, word: str) -> None:
        """Take a word that was typed and has been carried out."""
        step = self.guide.step
        if step is not None and step.doing is Doing.LOOK and word == step.line.partition(" ")[0]:
            self.guide.go_on()

    def refusal(self) -> str:
        """Return why an answer has no place in the lesson now."""
        if self.guide.doing is Doing.ANSWER:
            return _("Not in this lesson: it tells above what to type.")
        return _("First go on with what the lesson says: [{word}].", word=NEXT)

    def _what_next(self, talk: TableTalk) -> str:
        guide, step = self.guide, self.guide.step
        if step is None:
            game = guide.lesson.game
            return _("Type [leave] for the lobby, or [learn {game}] to repeat it.", game=game)
        match step.doing:
            case Doing.READ:
                typed = NEXT
            case Doing.LOOK:
                typed = step.line
            case Doing.ANSWER:
                own = step.line if guide.is_asked(talk.state) else ""
                typed = own.format(text=_(step.text) if step.text else "") or self._numbers(talk)
            case never:
                assert_never(never)
        return _("Type [{typed}]", typed=typed)

    def _numbers(self, talk: TableTalk) -> str:
        """Return the numbers of the choices that the answer is made of."""
        wanted = self.guide.wanted(talk.state)
        return " ".join(n for n, choice in talk.numbered().items() if choice.option in wanted)
