"""What a tape's viewer saw at a place in it, and how places of two tapes go together. Pure."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game import Fold
from engine.registry import GAMES
from server.api import Tape

__all__ = ["Views", "own_places"]

_NEAR: Final = 64
"""Events before a place whose decisions' views are kept, so that going back costs little."""
_KEPT: Final = 4 * _NEAR


class Views:
    """The views of one game's tapes: the game's own folds, and what they were at some places."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, int], dict[str, Any]] = OrderedDict()
        self._folds: dict[int, tuple[Fold, int]] = {}
        """By viewer: a fold, and how many events it has taken in."""

    def at(self, tape: Tape, count: int) -> dict[str, Any]:
        """Return the fold of a tape's first ``count`` events; it is nobody's to change."""
        key = (tape["viewer"], count)
        if key not in self._known:
            self._fold(tape, count)
        self._known.move_to_end(key)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return self._known[key]

    def _fold(self, tape: Tape, count: int) -> None:
        """Fold on to ``count``, or once more from the beginning."""
        viewer = tape["viewer"]
        fold, read = self._folds.get(viewer, (None, 0))
        if fold is None or read > count:
            fold = GAMES[tape["game"]].fold(len(tape["names"]), tape["options"], viewer)
            read = 0
        near = {mark["at"] for mark in tape["marks"] if count - _NEAR < mark["at"] < count}
        for index in range(read, count):
            if index in near:
                self._known[viewer, index] = fold.plain()
            fold.apply(tape["events"][index])
        self._folds[viewer] = (fold, count)
        self._known[viewer, count] = fold.plain()


def own_places(public: Sequence[Mapping[str, Any]], own: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return by public events how many of a seat's own there were before each, and at the end.

    Whatever is told to everybody is told to each seat, with fields added perhaps; what else a seat
    was told stands between.
    """
    waiting, found = iter(public), []
    wanted = next(waiting, None)
    for index, event in enumerate(own):
        if wanted is not None and wanted.items() <= event.items():
            found.append(index)
            wanted = next(waiting, None)
    return [*found, len(own)]
