"""Which key comes next on the way to an answer, where one of a few options is chosen."""

from __future__ import annotations

from typing import Final

from engine.request import Answer
from tui.screens.state import TableState

__all__ = ["ENTER", "ESCAPE", "RIGHT", "point"]

ENTER: Final = "Enter"
ESCAPE: Final = "Esc"
RIGHT: Final = "Right"


def point(state: TableState, wanted: Answer) -> str:
    """Return the key as it is written: an option's, or Enter once it is highlighted."""
    now = state.choosing
    if now.several:
        missing = [option for option in wanted if option not in now.marked]
        wrong = [option for option in now.marked if option not in wanted]
        change = [*wrong, *missing]
        return now.keys[now.options.index(change[0])] if change else ENTER
    if not wanted or wanted[0] not in now.options or now.option == wanted[0]:
        return ENTER
    return now.keys[now.options.index(wanted[0])]
