"""When the first-time notes of Love Letter of Despair are due, from the viewer's own state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.games.love_letter.terms import AskKind, Mode
from tui.texts.love_letter.tips import TIPS as TEXTS
from tui.texts.love_letter.tips import Tip
from tui.tips import When, tips_of

if TYPE_CHECKING:
    from tui.screens.state import TableState

__all__ = ["TIPS"]


def _asks(kind: AskKind) -> When:
    def due(state: TableState) -> bool:
        ask = state.frame["ask"]
        return state.asked and ask is not None and ask["kind"] == kind

    return due


def _view(state: TableState) -> Mapping[str, Any]:
    return state.frame["view"] or {}


def _seats(state: TableState) -> list[dict[str, Any]]:
    return list(_view(state).get("seats", ()))


def _own_out(state: TableState) -> bool:
    return state.seated and any(
        not seat["alive"] for seat in _seats(state) if seat["seat"] == state.frame["you"]
    )


def _other_out(state: TableState) -> bool:
    return any(
        not seat["alive"] and seat["area"]
        for seat in _seats(state)
        if seat["seat"] != state.frame["you"]
    )


_WHEN: Final[Mapping[Tip, When]] = {
    Tip.PLAY: _asks(AskKind.PLAY),
    Tip.EFFECT: _asks(AskKind.EFFECT),
    Tip.TARGET: _asks(AskKind.TARGET),
    Tip.NUMBER: _asks(AskKind.NUMBER),
    Tip.DESPAIR: lambda state: _view(state).get("mode") == Mode.DESPAIR,
    Tip.OUT: _own_out,
    Tip.OTHER_OUT: _other_out,
    Tip.KNOWN: lambda state: state.seated and any(seat["notes"] for seat in _seats(state)),
    Tip.ROUND: lambda state: _view(state).get("round", 0) > 1,
}
TIPS: Final = tips_of(TEXTS, _WHEN)
