"""What watchers of one table share: made once for the process, shown on many screens.

All who watch a table with the same look, language and size have the same picture before them. So
what is made of it on the way to the terminal is kept here for the others: the rows of a scene, the
cells of a row, the bytes that lead from one screen to the next.

*Nothing of a player's is ever kept.* The types see to it: a scene is kept as ``PublicRows``, which
is made of a watcher's frames only (:mod:`tui.screens.watching`), a part of one as ``PublicPart``,
which a game makes of what its views have alike for everybody; cells as
:class:`~tui.cells.PublicPiece`, which is made of rows of these two only; bytes under the tags of
two whole screens, which only public pieces leave. Other rows of a player may be looked up, and are
not kept if they are missing; those of the private pane are not even looked up. So how fast a row is
drawn depends on what watchers see and on nobody's hand: with players' rows in here, one who holds a
card could tell from the time that it takes whether another holds it too. What is still remembered
of single texts of any session (their widths and breaks, ``tui.shared_texts``) is worth
microseconds.

Every entry stands under all that it was made from, so whoever finds it would have made the same.
It is bounded, forgets what was not asked for in some seconds, and everything once no session is
left (or with the texts of ``tui.shared_texts``).
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

__all__ = ["Shelf", "alone", "is_shared", "opened", "shelves", "tidy"]

KEPT_SECONDS: Final = 10.0
"""Seconds after which what nobody asked for is forgotten; at most twice as long."""

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Shelf(Generic[_Key, _Value]):
    """Up to ``2 * limit`` entries in two generations: what is asked for moves to the young one."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._young: dict[_Key, _Value] = {}
        self._old: dict[_Key, _Value] = {}
        shelves.append(self)

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def __iter__(self) -> Iterator[tuple[_Key, _Value]]:
        yield from self._young.items()
        yield from self._old.items()

    def find(self, key: _Key) -> _Value | None:
        """Return what is kept under ``key``; it stays for some seconds more."""
        found = self._young.get(key)
        if found is None and (found := self._old.pop(key, None)) is not None:
            self.keep(key, found)
        return found

    def glance(self, key: _Key) -> _Value | None:
        """Return the same, leaving no trace of having asked."""
        found = self._young.get(key)
        return self._old.get(key) if found is None else found

    def keep(self, key: _Key, value: _Value) -> None:
        """Keep ``value`` for others."""
        if len(self._young) >= self._limit:
            self.age()
        self._young[key] = value

    def age(self) -> None:
        """Forget what nobody has asked for since the last time."""
        self._old, self._young = self._young, {}

    def cache_clear(self) -> None:
        """Forget everything."""
        self._young.clear()
        self._old = {}


shelves: Final[list[Shelf[Any, Any]]] = []
"""All there is."""


class _State:
    """How many sessions there are, whether they share, and when the shelves were last aged."""

    sessions = 0
    shared = True
    aged = 0.0


def is_shared() -> bool:
    """Return whether sessions share what they draw, as they always do outside of measurements."""
    return _State.shared


@contextmanager
def alone() -> Iterator[None]:
    """Let every session draw for itself, by Textual's own compositor: for comparing."""
    before, _State.shared = _State.shared, False
    try:
        yield
    finally:
        _State.shared = before


@contextmanager
def opened() -> Iterator[None]:
    """Count one session; the last one that goes leaves nothing behind."""
    _State.sessions += 1
    try:
        yield
    finally:
        _State.sessions -= 1
        if not _State.sessions:
            for shelf in shelves:
                shelf.cache_clear()


def tidy() -> None:
    """Age the shelves if it is time; called every second or so."""
    now = time.monotonic()
    if now - _State.aged >= KEPT_SECONDS:
        _State.aged = now
        for shelf in shelves:
            shelf.age()
