"""Choosing among the options of one ask: a pure little state machine.

No single key ever sends a move. The first press of an option's key (or an arrow) highlights it, so
that it can be explained; the same key again, or Enter, confirms. Where several options are picked,
keys mark and unmark, and Enter must be pressed twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

__all__ = ["NOT_CHOOSING", "Choosing", "enter", "move", "press", "unselect"]

Answer = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """What is highlighted (``at``, -1 for nothing) and marked among ``options`` so far."""

    ask: int = -1
    options: Answer = ()
    keys: Answer = ()
    least: int = 1
    most: int = 1
    ordered: bool = False
    at: int = -1
    marked: Answer = ()
    confirming: bool = False

    @property
    def several(self) -> bool:
        """Whether options are marked first and sent together."""
        return (self.least, self.most) != (1, 1)

    @property
    def option(self) -> str | None:
        """The highlighted option."""
        return self.options[self.at] if 0 <= self.at < len(self.options) else None


NOT_CHOOSING: Final = Choosing()


def press(state: Choosing, key: str) -> tuple[Choosing, Answer | None]:
    """Take an option's key; return the new state, and the answer if this confirmed one."""
    if key not in state.keys:
        return state, None
    at = state.keys.index(key)
    if state.several:
        return _toggle(replace(state, at=at)), None
    if at == state.at:
        return state, (state.options[at],)
    return replace(state, at=at), None


def move(state: Choosing, step: int) -> Choosing:
    """Move the highlight by ``step``, round the ends."""
    count = len(state.options)
    if not count:
        return state
    start = state.at if state.at >= 0 else (-1 if step > 0 else 0)
    return replace(state, at=(start + step) % count, confirming=False)


def enter(state: Choosing) -> tuple[Choosing, Answer | None]:
    """Confirm what is highlighted or marked; return the answer if it is complete."""
    if not state.several:
        return state, (state.option,) if state.option is not None else None
    if not state.least <= len(state.marked) <= state.most:
        return state, None
    if not state.confirming:
        return replace(state, confirming=True), None
    return state, state.marked


def unselect(state: Choosing) -> Choosing:
    """Take back highlight, marks and a first Enter."""
    return replace(state, at=-1, marked=(), confirming=False)


def _toggle(state: Choosing) -> Choosing:
    option = state.options[state.at]
    if option in state.marked:
        marked = tuple(o for o in state.marked if o != option)
    elif len(state.marked) < state.most:
        marked = (*state.marked, option)
    else:
        return replace(state, confirming=False)
    if not state.ordered:
        marked = tuple(o for o in state.options if o in marked)
    return replace(state, marked=marked, confirming=False)
