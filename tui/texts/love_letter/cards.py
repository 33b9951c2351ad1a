"""What each card does, in full and on one line, per mode (LL-5, LL-6). Our own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import Mode
from tui.i18n import N_, _

__all__ = ["LINE_CELLS", "card_text", "effect_line", "effect_rule"]

LINE_CELLS: Final = 46
"""Most cells of :func:`effect_line`: what an 80-column row leaves beside a card's name."""

_SWAP: Final = (
    N_("Swap your hand with another player's."),
    N_("swap hands with another player"),
)
_LIES: Final = (
    N_("Passive: you are out as soon as this card lies in your discard area."),
    N_("passive: out once it lies in your discards"),
)
_LOWER: Final = (
    N_(
        "You and another player secretly compare hands. The lower number is out; on equal numbers"
        " nothing happens."
    ),
    N_("compare with another player; the lower is out"),
)

_HOPE: Final[Mapping[int, tuple[str, str]]] = {
    1: (
        N_(
            "Choose another player and guess the number in their hand, 2 to 8. They say only yes or"
            " no. A right guess puts them out."
        ),
        N_("guess another's hand, 2-8; right: they are out"),
    ),
    2: (
        N_("Look at another player's hand. Nobody else sees it."),
        N_("you alone see another player's hand"),
    ),
    3: _LOWER,
    4: (
        N_("Until your next turn begins, no effect does anything to you. You can still be chosen."),
        N_("no effect touches you until your next turn"),
    ),
    5: (
        N_(
            "Any player, yourself included, discards their hand without using it and draws a card."
            " If the deck is empty they take the card that was set aside."
        ),
        N_("any player discards their hand and draws"),
    ),
    6: _SWAP,
    7: (
        N_("Passive: you are out if you hold this card and your two cards make 12 or more."),
        N_("passive: out if your two cards make 12 or more"),
    ),
    8: _LIES,
}
"""Full text and line by number: in Hope mode a card's number decides (LL-5.1)."""

_DESPAIR: Final[Mapping[str, tuple[str, str]]] = {
    "naegi": (
        N_(
            "Another player discards their hand and draws a card. If it was Monokuma that they"
            " discarded, they are out instead of drawing."
        ),
        N_("another discards and redraws; Monokuma: out"),
    ),
    "maizono": _SWAP,
    "asahina": (
        N_(
            "If Ogami lies in anybody's discard area, use the Hope effect of a 1. If not, you are"
            " out."
        ),
        N_("Ogami discarded: guess 2-8; else you are out"),
    ),
    "kuwata": (
        N_(
            "Choose another player and guess the number in their hand, 2 to 8. They say only yes or"
            " no. A wrong guess puts you out."
        ),
        N_("guess another's hand, 2-8; wrong: you are out"),
    ),
    "hagakure": (
        N_(
            "Choose another player and ask whether they hold a 1. They say only yes or no. On no,"
            " you are out."
        ),
        N_("if another's hand is not a 1, you are out"),
    ),
    "kirigiri": (
        N_(
            "Look at another player's hand, then take one more turn at once. There is no further"
            " turn when the deck is empty or only you are left."
        ),
        N_("see another's hand, then take another turn"),
    ),
    "yamada": (
        N_("Make a fate draw. On Despair you are out."),
        N_("fate draw; on Despair you are out"),
    ),
    "owada": (
        N_(
            "You and another player secretly compare hands. If your number is the lower one, you"
            " are out."
        ),
        N_("compare with another; if lower, you are out"),
    ),
    "celestia": (
        N_(
            "The hands of all players still in are gathered, shuffled and dealt back, one to each."
            " Nobody is chosen."
        ),
        N_("gather all hands, shuffle and deal them back"),
    ),
    "ogami": (
        N_(
            "Effects do nothing to the player on your right, who played before you, until that"
            " player's next turn begins."
        ),
        N_("no effect touches the player on your right"),
    ),
    "fujisaki": (
        N_(
            "You and another player secretly compare hands. The higher number is out; on equal"
            " numbers nothing happens."
        ),
        N_("compare with another player; the higher is out"),
    ),
    "alter_ego": (
        N_(
            "If Yamada or either Ishimaru lies in anybody's discard area, you are out. If not, use"
            " the Hope effect of a 4."
        ),
        N_("out if Yamada/Ishimaru discarded; else Hope 4"),
    ),
    "ishimaru": (
        N_("If Owada lies in anybody's discard area, you are out."),
        N_("if Owada lies discarded, you are out"),
    ),
    "ishimaru_white": _LOWER,
    "togami": (
        N_(
            "Discard your hand and draw two cards. Keep one and put the other under the deck. With"
            " fewer than two cards in the deck nothing happens."
        ),
        N_("discard, draw two: keep one, one under deck"),
    ),
    "fukawa": (
        N_(
            "Another player discards their hand and is given yours; then you draw a card. If the"
            " deck is empty you take the card that was set aside."
        ),
        N_("another discards and gets your hand; you draw"),
    ),
    "genocider": (
        N_("Until your next turn begins, other players' effects cannot choose you."),
        N_("nobody can choose you until your next turn"),
    ),
    "enoshima": _LIES,
    "ikusaba": _LIES,
    "monokuma": (
        N_("Choose another player and make a fate draw. On Despair that player is out."),
        N_("fate draw on another; on Despair they are out"),
    ),
}
"""Full text and line by face: in Despair mode every card has its own (LL-6)."""


def _entry(card: str, mode: str) -> tuple[str, str]:
    return _HOPE[CARDS[card].number] if mode == Mode.HOPE else _DESPAIR[card]


def card_text(card: str, mode: str) -> str:
    """Return the full effect of ``card`` in ``mode`` as one or more sentences."""
    return _(_entry(card, mode)[0])


def effect_line(card: str, mode: str) -> str:
    """Return the effect of ``card`` in ``mode`` on one line of at most :data:`LINE_CELLS`."""
    return _(_entry(card, mode)[1])


def effect_rule(card: str, mode: str) -> str:
    """Return the id of the rule that gives this effect: ``LL-5:3`` or ``LL-6:celestia``."""
    return f"LL-5:{CARDS[card].number}" if mode == Mode.HOPE else f"LL-6:{card}"
