"""The lesson of Future Diary: two acts as the 9th, from a foreseen attack to the 2nd's end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from engine.bots.cued import Cue
from engine.games.future_diary.terms import ChanceKind, Channel, Role, Step, Verb
from engine.request import Answer
from server.api import AskFrame
from server.classroom import Setting
from tui import keymap
from tui.actions.desk import BeReady, Fold, Why
from tui.actions.table import Chat
from tui.games.future_diary.draft import VERBS, Chosen, chosen_of
from tui.games.future_diary.sheet import CLEAR, keys_of
from tui.i18n import N_
from tui.lessons.lesson import ANYTHING, Lesson, answer, look, read, same
from tui.lessons.pointer import ENTER, RIGHT
from tui.texts import future_diary as fd

if TYPE_CHECKING:
    from tui.games.future_diary.desk import FutureDiaryDesk
    from tui.screens.state import TableState

__all__ = ["LESSON"]

_SEATS: Final = 5
_STANDING: Final = "standing."
"""Begins the fields that stand on every sheet, and of which the lesson says nothing."""
_READY: Final = (Verb.READY.value,)

_SETTING: Final = Setting(
    game="future_diary",
    otherwise=_READY,
    drawn={
        ChanceKind.PERSONA: [("#owl", "#fox", "#raven", "#hare", "#wolf")],
        ChanceKind.RING: [("0", "1", "2", "3", "4")],
        ChanceKind.DEAL: [(Role.NINTH, Role.FIRST, Role.SECOND, Role.FOURTH, Role.TENTH)],
    },
    cues=(
        (),
        (
            Cue(
                kind=Step.ORDERS,
                answer=(*_READY, "night=kill", "night.target=1", "night.guess=ninth"),
            ),
        ),
        (Cue(kind=Step.ORDERS, answer=(*_READY, "day=disguise")),),
        (
            Cue(kind=Step.ORDERS, answer=(*_READY, "day=probe", "day.target=4")),
            Cue(kind=Step.PREDICT, answer=(Verb.PREDICT, "3", Role.SECOND)),
            Cue(kind=Step.ORDERS, answer=(*_READY, "day=kill", "day.target=3")),
        ),
    ),
)

_STEPS: Final = (
    answer(
        Step.LOBBY, *_READY, line="ready",
        say=N_(
            "Nobody here knows who sits where: all play under personas, and get secret roles. "
            "Be ready, and they are dealt."
        ),
    ),
    read(
        N_(
            "You are the 9th, of the second loop. One of you five, the 2nd, is of the first loop "
            "and may kill by night. Once the 2nd is dead, your loop wins."
        ),
        pane="mine",
    ),
    read(
        N_(
            "An act begins. Everybody fills in a sheet of orders, in secret and at once. Nothing "
            "is carried out before all are ready."
        ),
        pane="mine",
    ),
    answer(
        Step.ORDERS, Verb.SUBMIT, "day=probe", "day.target=2", pane="mine", line="day probe 2",
        say=N_(
            "By day you do one thing. Order a probe of {p2}: should they be in disguise, you "
            "learn their role. Fill it in and send it."
        ),
    ),
    answer(
        Step.ORDERS, Verb.SUBMIT, "day=probe", "day.target=2", "diary=use", pane="mine",
        line="diary use",
        say=N_(
            "A diary tells the future, for most roles every second act. Yours tells who has "
            "orders against you. Order its use, and send the sheet again."
        ),
    ),
    answer(
        Step.ORDERS, *_READY, line="ready",
        say=N_("What was sent can be changed until all are ready. You are done: be ready."),
    ),
    answer(
        Step.CHANGE_1, *_READY, line="ready",
        say=N_(
            "Now the diaries speak, in two waves; yours is in the second. All wait in every "
            "step, so that nobody shows what they have. Be ready."
        ),
    ),
    read(
        N_(
            "Your diary has spoken: {p3} will come to kill you by night! That only the first "
            "loop may do, so {p3} is the 2nd. But what is foretold can be changed."
        ),
        pane="mine",
    ),
    answer(
        Step.CHANGE_2, Verb.SUBMIT, "day=flee", pane="mine", line="day flee",
        say=N_(
            "Who has read their diary may replace the day order. Flee: no kill reaches you in "
            "this act, by day or night. It can be done once."
        ),
    ),
    answer(
        Step.CHANGE_2, *_READY, line="ready", say=N_("Be ready, and see whether it was right.")
    ),
    answer(
        Step.LAST_WORDS, *_READY, line="ready",
        say=N_(
            "The act is carried out. In this step the dying have their last words, and the "
            "living wait with them. You live: be ready."
        ),
    ),
    look(
        Why, "why", pane="mine",
        say=N_("Nobody died, and nobody is told more. Your own pages say what you went through: "
               "read why."),
    ),
    answer(
        Step.PREDICT, Verb.PREDICT, "3", Role.SECOND, pane="mine", line="predict 3 second",
        say=N_(
            "To kill by day you must know the other's role; a good guess is not enough. But "
            "between two acts you may predict one: {p3} is the 2nd."
        ),
    ),
    read(
        N_(
            "Right: now you know {p3}. But the first death of the 2nd is cancelled, so you need "
            "somebody who strikes with you."
        ),
        pane="mine",
    ),
    answer(
        Step.PREDICT, Verb.SAY, Channel.PUBLIC, ANYTHING, line="say {text}",
        text=N_("the 2nd is 3"),
        say=N_("Talk, then: what you say here, all read under your persona."),
    ),
    answer(Step.PREDICT, *_READY, line="ready", say=N_("That is said. Be ready for the next act.")),
    answer(
        Step.ORDERS, Verb.SUBMIT, "day=kill", "day.target=3", pane="mine", line="day kill 3",
        say=N_("Act 2. {p5} has guessed it, too. Order the kill of {p3} by day, and send it."),
    ),
    answer(Step.ORDERS, *_READY, line="ready", say=N_("Be ready.")),
    answer(
        Step.CHANGE_1, *_READY, line="ready",
        say=N_("Your diary rests in this act, so there is nothing to read or change. Be ready."),
    ),
    answer(Step.CHANGE_2, *_READY, line="ready", say=N_("Nor in the second wave. Be ready.")),
    answer(Step.LAST_WORDS, *_READY, line="ready", say=N_("Somebody may be dying. Be ready.")),
    read(
        N_(
            "Two kills, one cancelled: the 2nd is dead and the second loop wins. Now all is "
            "told: who was who, and act by act what everybody did."
        ),
        pane="mine",
    ),
)  # fmt: skip


def _point(state: TableState, wanted: Answer) -> str:
    """Return the next key on the sheet, or the one that says what is filled in."""
    desk, ask = cast("FutureDiaryDesk", state.desk), state.frame["ask"]
    done = ENTER
    match wanted:
        case (Verb.SUBMIT, *words):
            aim: Chosen = chosen_of(words)
        case (Verb.PREDICT, seat, role):
            aim = dict(zip(VERBS[Verb.PREDICT], ((seat,), (role,)), strict=True))
        case (Verb.SAY, *_words):
            return keymap.shown(Chat)
        case _:
            # What stands there was sent; readiness would send what was changed since.
            aim = chosen_of(ask["context"].get("sheet", ()) if ask is not None else ())
            done = keymap.shown(BeReady)
    if desk.book.folded:
        return keymap.shown(Fold)
    pen = desk.pen
    wrong = [
        slot.id
        for slot in pen.slots(state)
        if not slot.id.startswith(_STANDING) and pen.chosen.get(slot.id, ()) != aim.get(slot.id, ())
    ]
    at = pen.slot(state)
    if at is not None and wanted[0] == Verb.PREDICT and at.id not in aim:
        return RIGHT  # from any other field Enter would send the sheet
    if at is None or not wrong:
        return done
    if at.id not in wrong:
        return RIGHT
    missing = [key for key, value in keys_of(at).items() if value in aim.get(at.id, ())]
    return missing[0] if missing else CLEAR


def _same(wanted: Answer, given: Answer, ask: AskFrame) -> bool:
    """Say whether a sheet says what the lesson wants; readiness may bring it once more."""
    if wanted[0] not in {Verb.SUBMIT, Verb.READY} or given[0] != wanted[0]:
        return same(wanted, given, ask)
    new, sent = _told(given[1:]), _told(ask["context"].get("sheet", ()))
    if wanted[0] == Verb.READY:
        return not new or new == sent
    return new == _told(wanted[1:])


def _told(words: Answer) -> frozenset[str]:
    return frozenset(word for word in words if not word.startswith(_STANDING))


def _called(state: TableState) -> Mapping[str, str]:
    personas = state.cast
    return {
        f"p{seat}": fd.seat_name(seat, personas) if personas else ""
        for seat in range(1, _SEATS + 1)
    }


LESSON: Final = Lesson(setting=_SETTING, steps=_STEPS, point=_point, called=_called, same=_same)
