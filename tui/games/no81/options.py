"""The options of an ask with their keys, and which of them nobody else may see (N81-20.2).

Options that follow from what lies open are shown in the docked prompt. All others, and with them
everything that stands beside them, have their place in the private pane: an onlooker must not even
see how many there are, or that something else than passing is highlighted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.no81.terms import AskKind, Pick
from server.api import AskFrame, TableFrame
from tui.games import Choice
from tui.texts import no81

__all__ = ["PASSING", "PLAIN", "choices_of", "is_public", "passing"]

PASSING: Final = "p"
"""The key of whatever lets things be: pass, take the damage, stay, done."""
PLAIN: Final = "1234567890abdefjmrstvwx"
"""The keys of all other options, in their order; no command of a running game has one of them."""

_PASSES: Final = frozenset({Pick.PASS.value, Pick.DAMAGE.value, Pick.STAY.value, Pick.DONE.value})
_PUBLIC: Final = frozenset(
    {
        AskKind.DRAW,
        AskKind.CHECK,
        AskKind.OUTCOME,
        AskKind.W_FLIP,
        AskKind.W_DYING,
        AskKind.W_TRIGGER,
    }
)
"""Kinds whose options all follow from what lies open."""
_PASSABLE: Final = frozenset({AskKind.W_EVENT, AskKind.W_GUARD, AskKind.W_DYING, AskKind.W_TRIGGER})
"""Windows that a player may always want to pass (N81-6.13)."""


def passing(ask: AskFrame) -> tuple[str, ...] | None:
    """Return the answer that passes a window; None where an ask is none or cannot be passed."""
    if ask["kind"] in _PASSABLE and Pick.PASS in ask["options"]:
        return (Pick.PASS.value,)
    return None


def is_public(kind: str) -> bool:
    """Say whether everybody can know which options an ask of this kind has."""
    return kind in _PUBLIC


def _keys(kind: str, options: Sequence[str]) -> Mapping[str, str]:
    """Return the key of each option; one without a key is reached with the arrows."""
    if kind == AskKind.TARGET:
        return {option: str(int(option) + 1) for option in options}
    if kind == AskKind.DRAW:
        return {option: option for option in options}
    plain = [option for option in options if option not in _PASSES]
    keys = dict(zip(plain, PLAIN, strict=False))
    return {option: keys.get(option, PASSING if option in _PASSES else "") for option in options}


def choices_of(frame: TableFrame, ask: AskFrame, names: Sequence[str]) -> list[Choice]:
    """Return the options of ``ask``, in its order."""
    kind, view, context = ask["kind"], frame["view"] or {}, ask["context"]
    keys = _keys(kind, ask["options"])
    return [
        Choice(
            option=option,
            key=keys[option],
            label=no81.option_label(kind, option, context, names, view),
            explain=no81.option_help(kind, option, context, names, view),
            secret=not is_public(kind),
        )
        for option in ask["options"]
    ]
