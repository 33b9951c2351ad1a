"""Future Diary's desk in line mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.games.future_diary.terms import Step
from server.api import FinishedGame, Stage, TableFrame
from tui.i18n import _, n_
from tui.line.future_diary.story import story
from tui.line.future_diary.told import told
from tui.texts import future_diary as fd
from tui.texts.sentences import sentences

if TYPE_CHECKING:
    from tui.line.word import Word

__all__ = ["DESK"]


class FutureDiaryLines:
    """``tui.line.desk.LineDesk``: steps instead of questions."""

    def words(self) -> Mapping[str, Word]:
        """Return what can be typed."""
        # The words need the session, and the session this desk.
        from tui.line.future_diary.words import WORDS

        return WORDS

    def told(self, event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """Return what an event brings."""
        return told(event, names)

    def asked(self, frame: TableFrame) -> object:
        """Return act and step: in one step nothing needs to be asked twice."""
        view = frame["view"]
        if frame["stage"] != Stage.PLAYING or frame["ask"] is None or view is None:
            return None
        return view["act"], view["step"]

    def question(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Return what is to be done in this step: the same for everybody (FD-3.3)."""
        del names
        view, clock = frame["view"], frame["clock"]
        if self.asked(frame) is None or view is None:
            return []
        lines = [_todo(view["step"])]
        if clock is not None:
            lines.append(n_("{n} second left.", "{n} seconds left.", round(clock["left"])))
        return lines

    def refusal(self, text: str, params: Mapping[str, Any]) -> str:
        """Name the field that is at fault."""
        field = params.get("field")
        if not field:
            return text
        return _("{field}: {value}", field=fd.field_label(str(field)), value=text)

    def step(self, kind: str) -> str:
        """Return the step's name."""
        return fd.step_name(kind)

    def story(self, game: FinishedGame, seat: int | None) -> list[str]:
        """Return a finished game with its chronicle."""
        return story(game, seat)


def _todo(step: str) -> str:
    """Return what is to be done in a step, in the words that are typed."""
    if step == Step.LOBBY:
        return _("Type 'persona NAME' for a persona of your choice, then 'ready'.")
    return sentences(fd.step_line(step), _("'form' shows what you may do."))


DESK: Final = FutureDiaryLines()
