"""When the first-time notes of Future Diary are due, from the viewer's own state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.games.future_diary.terms import Step
from tui.texts.future_diary.tips import TIPS as TEXTS
from tui.texts.future_diary.tips import Tip
from tui.tips import When, tips_of

if TYPE_CHECKING:
    from tui.screens.state import TableState

__all__ = ["TIPS"]


def _view(state: TableState) -> Mapping[str, Any]:
    return state.frame["view"] or {}


def _me(state: TableState) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = _view(state).get("me")
    return found


def _asks(*steps: Step) -> When:
    def due(state: TableState) -> bool:
        return state.asked and _view(state).get("step") in steps

    return due


def _reported(state: TableState) -> bool:
    """Tell whether a diary has spoken to the viewer in this act."""
    me = _me(state)
    pages = () if me is None else me["acts"]
    return any(
        (page[wave] or {}).get("reports")
        for page in pages[-1:]
        for wave in ("foresight_1", "foresight_2")
        if page["act"] == _view(state)["act"]
    )


def _dead(state: TableState) -> bool:
    me = _me(state)
    return me is not None and not me["alive"]


_CHANGING: Final = _asks(Step.CHANGE_1, Step.CHANGE_2)
_WHEN: Final[Mapping[Tip, When]] = {
    Tip.PERSONA: _asks(Step.LOBBY),
    Tip.ROLE: lambda state: _me(state) is not None and state.asked,
    Tip.ORDERS: _asks(Step.ORDERS),
    Tip.REPORT: lambda state: _CHANGING(state) and _reported(state),
    Tip.CHANGE: _CHANGING,
    Tip.LAST_WORDS: _asks(Step.LAST_WORDS),
    Tip.DEAD: lambda state: bool(_view(state).get("dead")) and not _dead(state),
    Tip.OWN_DEATH: _dead,
    Tip.PREDICT: _asks(Step.PREDICT),
    Tip.FADING: lambda state: _view(state).get("fading") is not None,
}
TIPS: Final = tips_of(TEXTS, _WHEN)
