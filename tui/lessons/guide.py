"""Goes along a lesson with one learner: which step they are at, and what comes next in it.

Nothing here touches the game. What a learner is about to answer is looked at before it is sent,
and where it would lead away from the lesson they are told so; a question that no step speaks of is
theirs to answer as they like, so there is always a way on.
"""

from __future__ import annotations

from typing import cast

from engine.request import Answer
from server.api import AskFrame, Stage, TableFrame
from tui.i18n import _
from tui.lessons.lesson import ANYTHING, Doing, Lesson, Step
from tui.screens.state import TableState

__all__ = ["Guide", "kept_apart"]


def kept_apart(frame: TableFrame) -> TableFrame:
    """Return a frame of a lesson without what leads nowhere: no draw follows from its seed."""
    rest = {name: value for name, value in frame.items() if name != "game_id"}
    return cast("TableFrame", {**rest, "seed": "", "commitment": ""})


class Guide:
    """One learner's way through a lesson.

    ``reached`` is the step that it goes on from: what comes before is done again at once, by
    :meth:`catch_up`, as the table is a new one.
    """

    def __init__(self, lesson: Lesson, reached: int = 0) -> None:
        self.lesson = lesson
        self.at = 0
        self._reached = reached if reached < len(lesson.steps) else 0
        self._sent = -1
        """The ask that was answered as the step wants, until its effect has come."""

    @property
    def step(self) -> Step | None:
        """The step that is on; ``None`` after the last one."""
        steps = self.lesson.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def finished(self) -> bool:
        """Whether all has been done."""
        return self.step is None

    @property
    def doing(self) -> Doing | None:
        """What is to be done now."""
        return None if self.step is None else self.step.doing

    @property
    def to_keep(self) -> int:
        """The step to go on from another time."""
        return 0 if self.finished else max(self.at, self._reached)

    @property
    def catching_up(self) -> bool:
        """Whether what was done in an earlier visit is being done again."""
        return self.at < self._reached

    # --- going on ---

    def catch_up(self, state: TableState) -> Answer | None:
        """Pass by what was done in an earlier visit; return the answer to give again, if any."""
        while self.catching_up and self.doing in {Doing.READ, Doing.LOOK}:
            self.at += 1
        step, ask = self.step, state.frame["ask"]
        if not self.catching_up or step is None or ask is None or not self.is_asked(state):
            return None
        if step.answer[-1:] != (ANYTHING,):
            return step.answer
        ending = (_(step.text),) if step.text else tuple(ask["default"])
        return (*step.answer[:-1], *ending)

    def go_on(self) -> None:
        """Leave a step that was read, or in which something was looked at."""
        if self.doing in {Doing.READ, Doing.LOOK}:
            self.at += 1

    def allows(self, ask: AskFrame | None, given: Answer) -> bool:
        """Say whether an answer may be sent, and note that it is on its way."""
        step = self.step
        if step is None or ask is None:
            return True
        if step.doing is not Doing.ANSWER:
            return False
        if ask["kind"] != step.kind:
            return True
        if not self.lesson.same(step.answer, given, ask):
            return False
        self._sent = ask["id"]
        return True

    def refused(self) -> None:
        """Take it that the table did not take the last answer."""
        self._sent = -1

    def take(self, frame: TableFrame) -> None:
        """Learn of a new frame: go on where it shows that what was wanted has been done."""
        ask = frame["ask"]
        if self._sent >= 0 and (ask is None or ask["id"] != self._sent or "answer" in ask):
            self._sent = -1
            self.at += 1
        if frame["stage"] == Stage.OVER:
            while self.doing is Doing.ANSWER:
                self.at += 1  # there is nothing left to answer

    # --- what is shown ---

    def is_asked(self, state: TableState) -> bool:
        """Say whether the step's own question is open."""
        step, ask = self.step, state.frame["ask"]
        return step is not None and state.asked and ask is not None and ask["kind"] == step.kind

    def astray(self, state: TableState) -> bool:
        """Say whether something else is asked than what the step speaks of."""
        return self.doing is Doing.ANSWER and state.asked and not self.is_asked(state)

    def wanted(self, state: TableState) -> Answer:
        """Return the answer to lead to: the step's own, else one that does no harm."""
        ask = state.frame["ask"]
        if self.step is not None and self.is_asked(state):
            return self.step.answer
        return () if ask is None or not state.asked else tuple(ask["default"])

    def title(self) -> str:
        """Return where in the lesson one is."""
        steps = len(self.lesson.steps)
        if self.finished:
            return _("lesson finished")
        return _("lesson {at}/{steps}", at=self.at + 1, steps=steps)

    def text(self, state: TableState) -> str:
        """Return what the guide says now."""
        step = self.step
        if step is None:
            return _(
                "That was the lesson. Play on or leave as you like. It can be repeated at any time."
            )
        if self.astray(state):
            return _("The lesson says nothing of this question. Answer it as you like.")
        return _(step.say, **self.lesson.called(state))
