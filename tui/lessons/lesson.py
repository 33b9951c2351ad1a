"""What a lesson is: a table that is laid out, and steps that lead through the game on it.

A step is read, or one thing is done in it: a key that shows something, or an answer to what the
table asks. All of it is data; :mod:`tui.lessons.guide` goes along it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import TYPE_CHECKING, Final

from engine.request import Answer
from server.api import AskFrame
from server.classroom import Setting
from tui.actions.command import AnyCommand

if TYPE_CHECKING:
    from tui.screens.state import TableState

__all__ = ["ANYTHING", "Doing", "Lesson", "Step", "answer", "look", "read", "same"]

ANYTHING: Final = "*"
"""The last word of an answer that may end as the learner likes."""


class Doing(StrEnum):
    """What is to be done in a step."""

    READ = auto()
    LOOK = auto()
    ANSWER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. ``say`` is a message id; ``{p1}``, ``{p2}`` ... in it are the players' names.

    ``pane`` is where on the page to look. ``command`` is the key that shows something (LOOK).
    ``kind`` and ``answer`` are the ask that is answered, and how (ANSWER). ``line`` is what is
    typed for it in line mode, where that is not the number of a choice. ``text``: what to type
    where an answer is words of one's own.
    """

    doing: Doing
    say: str
    pane: str = ""
    command: type[AnyCommand] | None = None
    kind: str = ""
    answer: Answer = ()
    line: str = ""
    text: str = ""


def read(say: str, *, pane: str = "") -> Step:
    """Return a step that is read."""
    return Step(doing=Doing.READ, say=say, pane=pane)


def look(command: type[AnyCommand], line: str, say: str, *, pane: str = "") -> Step:
    """Return a step in which something is shown: by the key of a command, or by a word typed.

    Without a ``line`` there is no such step in line mode.
    """
    return Step(doing=Doing.LOOK, say=say, pane=pane, command=command, line=line)


def answer(
    kind: str, *given: str, say: str, pane: str = "", line: str = "", text: str = ""
) -> Step:
    """Return a step in which an ask of ``kind`` is answered."""
    return Step(
        doing=Doing.ANSWER, say=say, pane=pane, kind=kind, answer=given, line=line, text=text
    )


def same(wanted: Answer, given: Answer, ask: AskFrame) -> bool:
    """Say whether an answer is the one that a lesson wants; the order means nothing."""
    del ask
    if wanted[-1:] == (ANYTHING,):
        return given[: len(wanted) - 1] == wanted[:-1]
    return sorted(wanted) == sorted(given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson of one game.

    ``point(state, answer)`` returns the key that comes next on the way to an answer; ``called`` how
    the players are called in the texts, by placeholder; ``same`` whether an answer that is about to
    be given is the one that is wanted.
    """

    setting: Setting
    steps: tuple[Step, ...]
    point: Callable[[TableState, Answer], str]
    called: Callable[[TableState], Mapping[str, str]]
    same: Callable[[Answer, Answer, AskFrame], bool] = same

    @property
    def game(self) -> str:
        """The game's id."""
        return self.setting.game
