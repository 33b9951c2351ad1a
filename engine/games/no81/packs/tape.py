"""A plug-in's plain calls as requests of a script (N81-19.5).

In a plug-in ``card = g.discard_mind(seat)`` is a plain call, while in the rules everything that
happens is a request to the driver, and may open windows for other players before it is done. So a
call that needs the driver leaves the plug-in (:class:`Away`), is carried out, and the plug-in is
begun again; whatever it asked before is answered from the tape, so that it comes to the same place
and on. That is sound because a plug-in is a function of these answers: it has no other input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from engine.request import Script

__all__ = ["Away", "Misuse", "Tape"]

_MOST: Final = 300
"""Calls and prompts in one effect: one that never ends must end somewhere."""
T = TypeVar("T")


class Misuse(Exception):
    """A plug-in asked for what cannot be; its effect ends here (N81-19.5)."""


class Away(BaseException):
    """Leaves the plug-in, which cannot catch it: the driver has to be asked first."""


class Tape:
    """All that was answered so far, in order; it is read from the beginning each time."""

    def __init__(self, kept: list[Any]) -> None:
        self._kept = kept
        self._at = 0
        self.waiting: Script[Any] | None = None
        """What has to be carried out before the plug-in can go on."""

    def look(self, question: Callable[[], T]) -> T:
        """Return what ``question`` found when it was asked first."""
        if self.waiting is not None:
            raise Away
        if self._at == len(self._kept):
            self._kept.append(question())
        return self._next()  # type: ignore[no-any-return]

    def call(self, script: Callable[[], Script[Any]]) -> Any:
        """Return what carrying out ``script`` gave, or leave the plug-in until it is known."""
        if self.waiting is None and self._at < len(self._kept):
            return self._next()
        if len(self._kept) >= _MOST:
            raise Misuse
        self.waiting = self.waiting or script()
        raise Away

    def _next(self) -> Any:
        self._at += 1
        return self._kept[self._at - 1]
