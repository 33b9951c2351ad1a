"""One player's place at Future Diary: a pen for the sheet, a book to read, and the way to talk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.terms import Channel, Step, Verb
from server.api import Stage, TableFrame
from tui.games import Did, Typing
from tui.games.future_diary.book import Book
from tui.games.future_diary.mine import Filling, Mine
from tui.games.future_diary.pages import Leaf, Reading
from tui.games.future_diary.pen import Pen
from tui.games.future_diary.scenes import OVER, PLAYING
from tui.i18n import _
from tui.screens.scene import Scene
from tui.screens.state import TableState
from tui.texts import future_diary as fd
from tui.texts.sentences import short_then_exact

__all__ = ["FutureDiaryDesk", "personas_of"]

_TALK: Final = 500
_PERSONA: Final = 16
_SAY: Final = "say:"
"""Before the channel in the purpose of a line that is typed."""
_CALL: Final = "persona"


def personas_of(frame: TableFrame) -> tuple[str, ...]:
    """Return the personas by seat as they are shown; none before the deal."""
    view = frame["view"]
    return () if view is None else tuple(map(fd.persona_name, view["personas"]))


class FutureDiaryDesk:
    """The desk; see :class:`tui.games.Desk`."""

    def __init__(self) -> None:
        self.pen = Pen()
        self.book = Book()
        self.mine = Mine()
        self._step: tuple[int, str] = (-1, "")
        self._told = -1
        """Predictions, proofs and the like that have been answered; -1 before the first frame."""

    def scene(self, stage: Stage) -> Scene:
        """Return the page of a running game, or of one that is over."""
        return OVER if stage is Stage.OVER else PLAYING

    def asked(self, frame: TableFrame) -> bool:
        """Tell whether the viewer is not ready; the dead are asked nothing."""
        view, ask = frame["view"], frame["ask"]
        if view is None or ask is None or frame["stage"] != Stage.PLAYING:
            return False
        me = view["me"]
        return not ask["context"].get("ready", False) and (me is None or me["alive"])

    def take(self, state: TableState) -> None:
        """Begin anew with a new step; else keep what is being written and read."""
        view, ask = state.frame["view"], state.frame["ask"]
        if view is None:
            return
        sheet = tuple(ask["context"].get("sheet", ())) if ask is not None else ()
        step = (view["act"], "over" if state.stage is Stage.OVER else view["step"])
        if step != self._step:
            self._step = step
            self.pen.begin(sheet)
            self.book.open(Leaf.DIARY)
            self.book.folded = False
        else:
            self.pen.take(sheet)
        told = _answered(view["me"])
        if told > self._told >= 0:
            self.pen.said()
            self.book.open(Leaf.NOTES)
        self._told = told
        self.pen.keep_in_sight(state)

    def filling(self, state: TableState) -> Filling:
        """Return the sheet as it is to be drawn."""
        return self.pen.filling(state, folded=self.book.folded)

    def reading(self, state: TableState) -> Reading:
        """Return the page that is open."""
        return self.book.reading(state, self.pen.slot(state), self.pen.chosen)

    # --- keys ---

    def key(self, state: TableState, key: str) -> Did | None:
        """Take a key; while the private pane is hidden nothing in it can be changed."""
        view = state.frame["view"]
        if state.stage is Stage.OVER:
            # The result comes first, then the acts from the first on.
            fold = self.book.key(state, key) if key == "v" else None
            return fold or self.book.turn(key, newest_first=False)
        if not state.seated or state.hidden or view is None:
            return None
        if key == "enter" and view["step"] == Step.LOBBY:
            return Did(typing=Typing(purpose=_CALL, placeholder=_("Your persona"), limit=_PERSONA))
        if self.book.folded and key != "r":
            return self.book.key(state, key)  # nothing is filled in unseen
        done = self.pen.key(state, key)
        if self.pen.hint:
            self.book.folded = False
        return self.book.key(state, key) if done is None else done

    def talk(self, state: TableState) -> Did:
        """Open a line for the private channel that is shown, else for all."""
        ask = state.frame["ask"]
        writable = () if ask is None else ask["context"].get("channels", ())
        if list(writable) == [Channel.DEAD] and not state.hidden:
            self.book.open(Leaf.TALK)  # the dead have nowhere else to talk
        shown = self.book.leaf is Leaf.TALK and not state.hidden
        channel = (self.book.channel(state) if shown else "") or Channel.PUBLIC.value
        if channel not in writable:
            return Did(notice=_("Talk is closed in this step, or not for you."))
        if channel == Channel.PUBLIC:
            text = _("Say something to everybody; Enter sends, Esc leaves")
        else:
            name = fd.channel_name(channel)
            text = _("Say something ({channel}); Enter sends, Esc leaves", channel=name)
        return Did(typing=Typing(purpose=_SAY + channel, placeholder=text, limit=_TALK))

    def typed(self, state: TableState, purpose: str, text: str) -> Did:
        """Say what was typed, or take it as a persona."""
        del state
        if not text:
            return Did()
        if purpose == _CALL:
            return Did(answers=((Verb.PERSONA.value, text),))
        if purpose.startswith(_SAY):
            return Did(answers=((Verb.SAY.value, purpose.removeprefix(_SAY), text),))
        return Did()

    # --- help ---

    def explain(self, state: TableState) -> bool:
        """Open the rules of the field at the cursor, and of the own role."""
        view = state.frame["view"]
        if self.book.leaf is Leaf.RULES or view is None or view["me"] is None:
            return False
        self.book.open(Leaf.RULES)
        return True

    def lead(self, state: TableState) -> tuple[str, Sequence[str]] | None:
        """Return what is asked of everybody in this step."""
        view = state.frame["view"]
        if view is None or view["over"] is not None or not fd.step_line(view["step"]):
            return None
        rule = fd.ask_rule(view["step"])
        told = short_then_exact(fd.rule_short(rule), fd.rule_text(rule))
        said = (_("{rule}: {text}", rule=rule, text=told[0]), *told[1:])
        return fd.step_name(view["step"]), (fd.step_line(view["step"]), *said)


def _answered(me: Mapping[str, Any] | None) -> int:
    """Return how much has been said at once and answered in this game."""
    if me is None:
        return 0
    return len(me["predictions"]) + len(me["proved"]) + bool(me["creator"])
