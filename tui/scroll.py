"""Finds the block of rows that has only moved up or down, as a log does with every new line.

Moving lines costs a terminal about twenty bytes, sending them again some hundreds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, TypeVar

from tui.cells import Grid

__all__ = ["Scroll", "apply", "find_scroll"]

_Line = TypeVar("_Line")

_FARTHEST: Final = 12
"""Rows that a block is looked for above or below its old place."""
_TRIED: Final = 3
"""Distances that are looked at closely."""
_WORTH: Final = 32
"""Bytes of text that need not be sent again before moving pays: about what moving itself takes.
Measured over games in two languages and all looks; what comes in is blank, and the pen is reset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scroll:
    """Rows ``top`` to ``bottom - 1`` move up by ``by`` (down if negative); blanks come in."""

    top: int
    bottom: int
    by: int


def find_scroll(wanted: Grid, shown: Grid) -> Scroll | None:
    """Return the move that saves most, or ``None`` if none is worth it.

    Both grids have one size. Only whole rows are moved: terminals know no narrower blocks.
    """
    new = ["".join(row) for row in wanted.chars]
    old = ["".join(row) for row in shown.chars]
    weights = [
        len(text.replace(" ", "").encode("utf-8", "replace"))
        if _differs(wanted, y, shown, y)
        else 0
        for y, text in enumerate(new)
    ]
    if sum(weights) <= _WORTH:
        return None
    best, saved = None, _WORTH
    for by in _candidates(new, old, weights):
        start = first = max(0, -by)
        end = min(len(new), len(new) - by)
        gain = 0
        for y in range(first, end + 1):
            if y < end and new[y] == old[y + by] and wanted.looks[y] == shown.looks[y + by]:
                gain += weights[y]
                continue
            if gain > saved:
                best, saved = Scroll(top=min(start, start + by), bottom=max(y, y + by), by=by), gain
            start, gain = y + 1, 0
    return best


def _candidates(new: list[str], old: list[str], weights: list[int]) -> list[int]:
    """Return the distances by which most of the changed text has moved, most first."""
    places: dict[str, list[int]] = {}
    for y, text in enumerate(old):
        places.setdefault(text, []).append(y)
    votes: Counter[int] = Counter()
    for y, weight in enumerate(weights):
        for place in places.get(new[y], ()) if weight else ():
            if 0 < abs(place - y) <= _FARTHEST:
                votes[place - y] += weight
    return [by for by, weight in votes.most_common(_TRIED) if weight > _WORTH]


def apply(scroll: Scroll, shown: Grid) -> None:
    """Move the rows of ``shown`` as the terminal does; what comes in is blank and plain."""
    blank = Grid(shown.size)
    shown.chars[:] = _moved(scroll, shown.chars, blank.chars)
    shown.looks[:] = _moved(scroll, shown.looks, blank.looks)
    shown.tags[:] = _moved(scroll, shown.tags, blank.tags)


def _moved(scroll: Scroll, lines: list[_Line], blank: list[_Line]) -> list[_Line]:
    """Return ``lines`` after the move, with lines of ``blank`` where some have left."""
    count = abs(scroll.by)
    block, new = lines[scroll.top : scroll.bottom], blank[:count]
    block = block[count:] + new if scroll.by > 0 else new + block[:-count]
    return lines[: scroll.top] + block + lines[scroll.bottom :]


def _differs(wanted: Grid, y: int, shown: Grid, other: int) -> bool:
    """Return whether row ``y`` of ``wanted`` differs from row ``other`` of ``shown``."""
    return wanted.chars[y] != shown.chars[other] or wanted.looks[y] != shown.looks[other]
