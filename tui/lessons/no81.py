"""The lesson of No.81: cold against warm, from the pick of a character to the last attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.bots.cued import Cue
from engine.games.no81.glossary import Camp
from engine.games.no81.terms import AskKind, ChanceKind
from engine.request import Answer
from server.classroom import Setting
from tui.games.no81.picks_desk import PicksDesk
from tui.i18n import N_
from tui.lessons.lesson import ANYTHING, Lesson, answer, read
from tui.lessons.pointer import ENTER, point
from tui.texts import no81

if TYPE_CHECKING:
    from tui.screens.state import TableState

__all__ = ["LESSON"]

_MINE: Final = "qing_tang"
_THEIRS: Final = "lu_niang"
_PILE: Final = (
    "C4a", "SJa", "H5a", "DQa", "DQb",  # the learner's hand: Guard, Treasure, Attack, two Amplify
    "H2a", "H3a", "HQa", "CQa", "S2a",  # the other's, with two attacks and no Guard
    "CQb", "HQb",  # drawn by turns from here on
    "D4a",
    "S3a", "S4a",
    "C5a", "D5a",
)  # fmt: skip

_SETTING: Final = Setting(
    game="no81",
    drawn={
        ChanceKind.SIDES: [(Camp.COLD, Camp.WARM)],
        ChanceKind.CIRCLE: [("0", "1")],
        ChanceKind.OFFERS: [(_MINE, "tai", "lin_qiwu"), (_THEIRS, "chi_ye", "ke_zhi")],
        ChanceKind.SHUFFLE: [_PILE],
        ChanceKind.FIRST: [("1",)],
    },
    cues=(
        (
            Cue(kind=AskKind.PLAY, answer=("use:H2a:2",)),
            Cue(kind=AskKind.PLAY, answer=("use:H3a:2",)),
        ),
    ),
)

_STEPS: Final = (
    answer(
        AskKind.CHARACTER, _MINE, pane="mine",
        say=N_(
            "You are on the cold side, {p1} on the warm one. First each picks a character in "
            "secret. Here {mine} is a good one to begin with."
        ),
    ),
    answer(
        AskKind.MIND_DECK, ANYTHING, pane="mine", line="done",
        say=N_(
            "Your mind deck: thirteen cards of your own, one of each rank, in the order that you "
            "like. It can be changed at length; hand it in as it stands."
        ),
    ),
    read(
        N_(
            "Now you see both players: health, cards in hand, mind cards left. {p1} plays "
            "{theirs}, acts first, and attacks you."
        ),
        pane="ring",
    ),
    answer(
        AskKind.W_GUARD, "guard:C4a", pane="dock",
        say=N_(
            "Before an attack hits, a window opens: its target may answer. A Guard stops it. "
            "You hold one; play it."
        ),
    ),
    answer(
        AskKind.DRAW, "1", pane="dock",
        say=N_(
            "Your turn. You draw two cards, and may take the top of your mind deck instead of "
            "one or both. Take one."
        ),
    ),
    answer(
        AskKind.PLAY, "use:M0-A-attack_cold:2", pane="mine",
        say=N_(
            "It is a Cold Attack, which hits whoever is not cold. One attack a turn is allowed. "
            "Use it."
        ),
    ),
    read(
        N_(
            "No answer came: {p1} has a cold counter. Counters of the other side's colour count "
            "against health. Your mind card lies open beside your deck, spent."
        ),
        pane="ring",
    ),
    answer(
        AskKind.PLAY, "place:SJa", pane="mine",
        say=N_(
            "Delayed cards are laid down first and work later. Place Treasure: while it lies "
            "before you, all your damage is 1 more."
        ),
    ),
    answer(
        AskKind.PLAY, "pass", pane="mine",
        say=N_("Keep the rest for a better moment, and end your turn."),
    ),
    answer(
        AskKind.W_GUARD, "pass", pane="dock",
        say=N_(
            "{p1} attacks again. You are asked at every attack, Guard or not, so that nobody "
            "can tell. You can bear this one: let it pass."
        ),
    ),
    answer(
        AskKind.DRAW, "0", pane="dock",
        say=N_("That was 1 damage of your 7. Your turn: draw both cards from the pile."),
    ),
    answer(
        AskKind.PLAY, "use:DQa:1", pane="mine",
        say=N_(
            "Amplify: your attacks of this turn deal 1 more. It costs the top of your mind deck; "
            "who runs out of mind cards is mind-broken. Use it."
        ),
    ),
    answer(
        AskKind.PLAY, "use:DQb:1", pane="mine",
        say=N_("Two of them add up. Use the other one, too."),
    ),
    answer(
        AskKind.PLAY, "use:H5a:1", pane="mine",
        say=N_(
            "Now a Colourless Attack: 1, and 2 by Amplify, and 1 by Treasure. It has no colour, "
            "so it lowers the cap of health itself. Attack!"
        ),
    ),
    read(
        N_(
            "A cap of 1, and a counter against it: {p1} was dying, had no Miracle at hand, and "
            "is dead. The warm side is gone, so the cold side wins."
        ),
        pane="ring",
    ),
)  # fmt: skip


def _point(state: TableState, wanted: Answer) -> str:
    """Return the next key, also where a character is picked or a deck handed in."""
    bench = state.bench
    if isinstance(bench, PicksDesk) and wanted and bench.answer() != wanted:
        return str(bench.ask["options"].index(wanted[0]) + 1)
    return ENTER if bench is not None else point(state, wanted)


def _called(state: TableState) -> Mapping[str, str]:
    return {
        "p1": state.names[1],
        "mine": no81.character_name(_MINE),
        "theirs": no81.character_name(_THEIRS),
    }


LESSON: Final = Lesson(setting=_SETTING, steps=_STEPS, point=_point, called=_called)
