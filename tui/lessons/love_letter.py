"""The lesson of Love Letter of Despair: one round against two, from the first look to the token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.bots.cued import Cue
from engine.games.love_letter.terms import AskKind, ChanceKind, Mode
from server.classroom import Setting
from tui.actions.table import Notes
from tui.i18n import N_
from tui.lessons.lesson import Lesson, answer, look, read
from tui.lessons.pointer import point
from tui.screens.state import TableState

__all__ = ["LESSON"]

_DECK: Final = (
    "monokuma",  # set aside
    "maizono", "togami", "owada",  # the hands
    "kirigiri", "yamada", "asahina",
    "ogami", "hagakure",  # the first opponent is out by now
    "naegi", "ishimaru",
    "fujisaki",
)  # fmt: skip

_SETTING: Final = Setting(
    game="love_letter",
    drawn={
        ChanceKind.SHUFFLE: [_DECK], ChanceKind.LETTERS: [("0",)], ChanceKind.FATE: [(Mode.HOPE,)],
    },
    cues=(
        (
            Cue(kind=AskKind.PLAY, answer=("yamada",)),
            Cue(kind=AskKind.TARGET, answer=("2",)),
        ),
        (
            Cue(kind=AskKind.PLAY, answer=("asahina",)),
            Cue(kind=AskKind.TARGET, answer=("0",)),
            Cue(kind=AskKind.NUMBER, answer=("8",)),
            Cue(kind=AskKind.PLAY, answer=("hagakure",)),
            Cue(kind=AskKind.TARGET, answer=("0",)),
            Cue(kind=AskKind.NUMBER, answer=("2",)),
            Cue(kind=AskKind.PLAY, answer=("owada",)),
            Cue(kind=AskKind.TARGET, answer=("0",)),
        ),
    ),
)  # fmt: skip

_STEPS: Final = (
    read(
        N_(
            "You hold one card that only you see. Each turn you draw a card and play one of the "
            "two. Be the last one left, or hold the highest number at the end."
        ),
        pane="mine",
    ),
    read(
        N_(
            "What was played lies open to all, player by player. The mode is open too: in Hope, as "
            "now, a card does what its number says."
        ),
        pane="ring",
    ),
    answer(
        AskKind.PLAY, "kirigiri", pane="mine",
        say=N_(
            "Your turn. You held Sayaka Maizono (1) and drew Kyoko Kirigiri (2). A 2 looks at "
            "somebody's hand: play her."
        ),
    ),
    answer(AskKind.TARGET, "1", pane="dock", say=N_("Whose hand do you want to see? {p1}'s.")),
    read(
        N_(
            "You alone saw it: {p1} holds Byakuya Togami, a 5. The others know only that you "
            "looked. What you have learned stays in your notes."
        ),
        pane="mine",
    ),
    look(Notes, "notes", N_("Open your notes now."), pane="mine"),
    look(Notes, "", N_("There it is, and what you saw happen. Close them again."), pane="mine"),
    read(
        N_(
            "Meanwhile the others have played; the log tells it. {p2} guessed that you hold an 8 "
            "and was wrong, so nothing happened."
        ),
        pane="log",
    ),
    answer(
        AskKind.PLAY, "maizono", pane="mine",
        say=N_(
            "In Hope a 1 names a number, and whoever holds it is out. You know what {p1} holds: "
            "play Sayaka Maizono."
        ),
    ),
    answer(AskKind.TARGET, "1", pane="dock", say=N_("Against whom? {p1}.")),
    answer(AskKind.NUMBER, "5", pane="dock", say=N_("Which number? The 5 that you saw.")),
    read(
        N_("{p1} is out and had to show the card. Now it is you against {p2}, who missed again."),
        pane="ring",
    ),
    answer(
        AskKind.PLAY, "ogami", pane="mine",
        say=N_("A 4 protects you until your next turn begins. Play Sakura Ogami."),
    ),
    answer(
        AskKind.EFFECT, Mode.HOPE, pane="dock",
        say=N_(
            "A despair card lies before you. That lets somebody turn the mode, once in a round, "
            "while playing a card. Not yet: her Hope effect protects you."
        ),
    ),
    read(
        N_(
            "{p2} played a 3 on you, to compare hands; the lower card goes. You were protected, "
            "so it did nothing. Your turn has begun and the protection is over."
        ),
        pane="log",
    ),
    answer(
        AskKind.PLAY, "fujisaki", pane="mine",
        say=N_(
            "In Despair each card has an effect of its own. Chihiro Fujisaki compares hands, and "
            "the HIGHER one is out. You keep a 1: play her."
        ),
    ),
    answer(
        AskKind.EFFECT, Mode.DESPAIR, pane="dock",
        say=N_("Now turn the mode: choose her Despair effect."),
    ),
    read(
        N_(
            "{p2} held a 5, more than your 1, and is out. You win the round and its token. One "
            "was enough here; a table may ask for up to seven."
        ),
        pane="mine",
    ),
)  # fmt: skip


def _called(state: TableState) -> Mapping[str, str]:
    return {f"p{number}": name for number, name in enumerate(state.names)}


LESSON: Final = Lesson(setting=_SETTING, steps=_STEPS, point=point, called=_called)
