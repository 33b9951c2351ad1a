"""When the first-time notes of No.81 are due, from the viewer's own state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.games.no81.glossary import Camp, Face, Mode
from engine.games.no81.terms import WINDOWS, AskKind, Flag
from tui.texts.no81.tips import TIPS as TEXTS
from tui.texts.no81.tips import Tip
from tui.tips import When, tips_of

if TYPE_CHECKING:
    from tui.screens.state import TableState

__all__ = ["TIPS"]


def _asks(*kinds: str) -> When:
    def due(state: TableState) -> bool:
        ask = state.frame["ask"]
        return state.open and ask is not None and ask["kind"] in kinds

    return due


def _view(state: TableState) -> Mapping[str, Any]:
    return state.frame["view"] or {}


def _own(state: TableState) -> Mapping[str, Any]:
    """Return the viewer's own seat in play; nothing for watchers and before there is one."""
    seats = _view(state).get("seats", ())
    own: Mapping[str, Any] = seats[state.frame["you"]] if state.seated and seats else {}
    return own if own.get("base") else {}


def _out_with_a_side(state: TableState) -> bool:
    """Tell whether the viewer is out and may still win with others (N81-11.7, N81-12.4)."""
    own, mode = _own(state), _view(state).get("mode")
    if not own or own["alive"]:
        return False
    return mode == Mode.SERIES or (mode == Mode.COLDWARM and own["camp"] != Camp.COLOURLESS)


def _own_to_detach(state: TableState) -> bool:
    """Tell whether something lies in the viewer's zone that waits for its owner."""
    lies = {card["face"] for card in _own(state).get("zone", ())}
    return bool(lies - {Face.CALAMITY, Face.WINDFALL})


def _attrition(state: TableState) -> bool:
    view = _view(state)
    return bool(view) and view["round"] > view["round_limit"]


_WHEN: Final[Mapping[Tip, When]] = {
    Tip.CHARACTER: _asks(AskKind.CHARACTER),
    Tip.MIND_DECK: _asks(AskKind.MIND_DECK),
    Tip.KARMA_DECK: _asks(AskKind.KARMA_DECK),
    Tip.DRAW: _asks(AskKind.DRAW),
    Tip.PLAY: _asks(AskKind.PLAY),
    Tip.DYING: _asks(AskKind.W_DYING),
    Tip.WINDOW: _asks(*WINDOWS),
    Tip.ALWAYS: lambda state: state.passing is not None,
    Tip.BROKEN: lambda state: bool(_own(state)) and bool(_own(state)["flags"][Flag.BROKEN]),
    Tip.ZONE: _own_to_detach,
    Tip.OUT: _out_with_a_side,
    Tip.ATTRITION: _attrition,
}
TIPS: Final = tips_of(TEXTS, _WHEN)
