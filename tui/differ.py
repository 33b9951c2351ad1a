"""The shortest bytes that turn what a terminal shows into what it should show.

Textual paints into a *wanted* grid without output; :class:`Differ` compares it with what the
terminal shows and sends the cells that differ. Frames that were skipped coalesce of themselves, so
memory is bounded by two grids whatever the link does.

Terminals disagree about the width of joined, variation-selected and East Asian *ambiguous*
characters. After such a cell the cursor is placed afresh and the next cell is sent again, so that a
disagreement spoils one glyph and never a row.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final, NamedTuple

from server.api import Size
from tui import gallery
from tui.cells import Grid, Tag, is_unsure
from tui.colour import PLAIN, Rendition, transition
from tui.gallery import Shelf
from tui.scroll import Scroll, apply, find_scroll
from tui.shared_texts import shared

__all__ = ["Differ"]

_RESET: Final = b"\x1b[m"
_LONGER_RESETS: Final = (b"", b"\x1b[0m", b"\x1b[00m")
"""What replaces the last reset where one or two bytes are left over."""
_CURSOR: Final = 12
"""Bytes that placing the cursor may take."""

_SHORTEST_ERASED: Final = 12
"""Blank cells from which erasing them, and going on behind them, is shorter than sending them."""
_LONGEST_BRIDGE: Final = 4
"""Unchanged cells that are cheaper to send again than to jump over."""


class _Step(NamedTuple):
    """All that a frame's bytes follow from, where both screens are public from edge to edge."""

    before: tuple[Tag | None, ...]
    after: tuple[Tag | None, ...]
    size: Size
    pen: Rendition
    at: tuple[int, int] | None
    cursor: tuple[int, int] | None
    room: int | None
    erases_in_colour: bool


class _Frame(NamedTuple):
    """The bytes, and what the terminal shows and where its pen is after them."""

    data: bytes
    chars: tuple[list[str], ...]
    looks: tuple[list[Rendition], ...]
    tags: tuple[Tag | None, ...]
    pen: Rendition
    at: tuple[int, int] | None


FRAMES: Final = shared(Shelf[_Step, _Frame](256))
"""Frames that lead from one public screen to another, for all that watch the same."""


class Differ:
    """Knows what the terminal shows, and gives the bytes that make it show something else.

    ``erases_in_colour``: whether erasing fills with the current background ("bce" in terminfo).
    """

    def __init__(self, *, erases_in_colour: bool = True) -> None:
        self._erases_in_colour = erases_in_colour
        self._shown: Grid | None = None
        self._pen = PLAIN
        self._cursor: tuple[int, int] | None = None
        self._out: list[str] = []

    def forget(self) -> None:
        """Assume nothing about the terminal: the next frame clears and paints everything."""
        self._shown = None

    def frame(
        self, wanted: Grid, cursor: tuple[int, int] | None = None, room: int | None = None
    ) -> bytes:
        """Return the bytes that turn what is shown into ``wanted``, and remember it as shown.

        ``cursor`` is where the (hidden) cursor should rest, for input methods that open beside
        it; ``None`` leaves it anywhere. With ``room`` the rows that do not fit into so many bytes
        are left as they are, for the next frame.
        """
        step = self._step(wanted, cursor, room)
        found = None if step is None else FRAMES.find(step)
        if found is not None:
            return self._repeat(found)
        data = self._make(wanted, cursor, room)
        if step is not None and self._shown is not None:
            # The lists of what is shown are never changed in place: others may have them too.
            shown = self._shown
            FRAMES.keep(
                step,
                _Frame(
                    data=data, chars=tuple(shown.chars), looks=tuple(shown.looks),
                    tags=tuple(shown.tags), pen=self._pen, at=self._cursor,
                ),
            )  # fmt: skip
        return data

    def _step(self, wanted: Grid, cursor: tuple[int, int] | None, room: int | None) -> _Step | None:
        """Return what others may have drawn already; ``None`` if a part of it is private."""
        shown = self._shown
        if shown is None or shown.size != wanted.size or not gallery.is_shared():
            return None
        before, after = shown.tag, wanted.tag
        if before is None or after is None:
            return None
        return _Step(
            before=before, after=after, size=wanted.size, pen=self._pen, at=self._cursor,
            cursor=cursor, room=room, erases_in_colour=self._erases_in_colour,
        )  # fmt: skip

    def _repeat(self, frame: _Frame) -> bytes:
        """Take what another has drawn from the same to the same."""
        assert self._shown is not None
        self._shown.chars[:], self._shown.looks[:] = frame.chars, frame.looks
        self._shown.tags[:] = frame.tags
        self._pen, self._cursor = frame.pen, frame.at
        return frame.data

    def _make(self, wanted: Grid, cursor: tuple[int, int] | None, room: int | None) -> bytes:
        """Draw, row by row."""
        self._out = []
        if self._shown is None or self._shown.size != wanted.size:
            self._shown = self._clear(wanted)
        shown = self._shown
        scroll = find_scroll(wanted, shown)
        if scroll is not None:
            self._scroll(scroll)
            apply(scroll, shown)
        length = 0 if room is None else self._length(0)
        for y in range(wanted.size.rows):
            chars, looks = wanted.chars[y], wanted.looks[y]
            if chars != shown.chars[y] or looks != shown.looks[y]:
                before = (len(self._out), self._pen, self._cursor)
                self._row(y, chars, looks, shown)
                if room is not None:
                    row = self._length(before[0])
                    if length + row > room - _CURSOR:
                        del self._out[before[0] :]
                        _, self._pen, self._cursor = before
                        continue
                    length += row
                shown.follow(y, wanted)
            else:
                shown.tags[y] = wanted.tags[y]
        if cursor is not None:
            self._move(*cursor)
        return "".join(self._out).encode("utf-8", "replace")

    def padding(self, count: int) -> bytes:
        """Return ``count`` bytes that change nothing on a terminal: the pen is reset, again.

        ``count`` is 0 or at least 3.
        """
        if not count:
            return b""
        self._pen = PLAIN
        rest = count % len(_RESET)
        return _RESET * (count // len(_RESET) - (rest > 0)) + _LONGER_RESETS[rest]

    def _length(self, start: int) -> int:
        """Return how many bytes the parts from ``start`` on are."""
        return len("".join(self._out[start:]).encode("utf-8", "replace"))

    def _clear(self, wanted: Grid) -> Grid:
        """Clear the terminal to the commonest blank of ``wanted`` and return what it then shows."""
        self._out.append("\x1b[m")
        self._pen = PLAIN
        look = PLAIN
        if self._erases_in_colour:
            blanks = Counter(
                look
                for chars, looks in zip(wanted.chars, wanted.looks, strict=True)
                for char, look in zip(chars, looks, strict=True)
                if char == " " and not look.fg
            )
            look = max(blanks, key=blanks.__getitem__, default=PLAIN)
        self._draw_with(look)
        self._out.append("\x1b[H\x1b[2J")
        self._cursor = (0, 0)
        return Grid(wanted.size, look)

    def _scroll(self, scroll: Scroll) -> None:
        """Move a block of lines: delete or insert within margins, which every terminal knows.

        With a plain pen, because terminals do not agree on what colour comes in.
        """
        self._draw_with(PLAIN)
        order = f"{abs(scroll.by)}{'M' if scroll.by > 0 else 'L'}"
        top, bottom = scroll.top + 1, scroll.bottom
        self._out.append(f"\x1b[{top};{bottom}r\x1b[{top}H\x1b[{order}\x1b[r")
        # Setting margins takes the cursor home in most terminals, but not in all.
        self._cursor = None

    def _row(self, y: int, chars: list[str], looks: list[Rendition], shown: Grid) -> None:
        """Send what differs in row ``y``."""
        old_chars, old_looks = shown.chars[y], shown.looks[y]
        columns = len(chars)
        changed = [
            x
            for x in range(columns)
            if chars[x] != old_chars[x]
            or (looks[x] is not old_looks[x] and looks[x] != old_looks[x])
        ]
        tail = self._tail(chars, looks)
        end = 0
        for index, x in enumerate(changed):
            if x < end:
                continue
            if x >= tail and len(changed) - index > _LONGEST_BRIDGE:
                self._erase_from(x, y, looks[x])
                return
            blank = self._blank(x, chars, looks)
            if bisect_left(changed, x + blank) - index >= _SHORTEST_ERASED:
                # The cursor stays where it is.
                self._move(x, y)
                self._draw_with(looks[x])
                self._out.append(f"\x1b[{blank}X")
                end = x + blank
                continue
            if chars[x] == "" and x:
                x -= 1  # noqa: PLW2901 - a wide character is sent whole
            if not self._bridges(end, x, y, chars, looks):
                self._move(x, y)
            end = self._cell(x, y, chars, looks)

    def _bridges(
        self, start: int, x: int, y: int, chars: list[str], looks: list[Rendition]
    ) -> bool:
        """Send the few unchanged cells between the cursor and ``x`` if that is the shorter way."""
        if self._cursor != (start, y) or not 0 < x - start <= _LONGEST_BRIDGE:
            return False
        for between in range(start, x):
            if not chars[between].isascii() or chars[between] == "":
                return False
            if transition(self._pen, looks[between])[0]:
                return False
        self._out.append("".join(chars[start:x]))
        self._cursor = (x, y)
        return True

    def _cell(self, x: int, y: int, chars: list[str], looks: list[Rendition]) -> int:
        """Send the cell at ``x`` (and what must follow it); return the column after it."""
        columns = len(chars)
        while True:
            self._draw_with(looks[x])
            self._out.append(chars[x])
            end = x + 1
            if end < columns and chars[end] == "":
                end += 1
            # The terminal keeps the cursor in the last column in one of two ways: do not rely.
            self._cursor = (end, y) if end < columns else None
            if not is_unsure(chars[x]) or end >= columns:
                return end
            self._cursor = None
            x = end
            self._move(x, y)

    def _blank(self, x: int, chars: list[str], looks: list[Rendition]) -> int:
        """Return how many cells from ``x`` on are blank in one look that erasing can draw."""
        look = looks[x]
        if look.fg or not (self._erases_in_colour or look.bg == PLAIN.bg):
            return 0
        end = x
        while end < len(chars) and chars[end] == " " and looks[end] == look:
            end += 1
        return end - x

    def _tail(self, chars: list[str], looks: list[Rendition]) -> int:
        """Return the column from which the row is blank in one look that erasing can draw."""
        columns = len(chars)
        look = looks[-1]
        if look.fg or not (self._erases_in_colour or look.bg == PLAIN.bg):
            return columns
        x = columns
        while x and chars[x - 1] == " " and looks[x - 1] == look:
            x -= 1
        return x

    def _erase_from(self, x: int, y: int, look: Rendition) -> None:
        """Erase row ``y`` from column ``x`` to its end in the background of ``look``."""
        self._move(x, y)
        self._draw_with(look)
        self._out.append("\x1b[K")

    def _draw_with(self, look: Rendition) -> None:
        """Make the pen draw ``look``."""
        sequence, self._pen = transition(self._pen, look)
        if sequence:
            self._out.append(sequence)

    def _move(self, x: int, y: int) -> None:
        """Bring the cursor to ``x``, ``y`` by the shortest way."""
        if self._cursor == (x, y):
            return
        ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"]
        if self._cursor is not None:
            from_x, from_y = self._cursor
            if x == 0 and y == from_y + 1:
                ways.append("\r\n")
            if y == from_y:
                distance = x - from_x
                count = "" if abs(distance) == 1 else str(abs(distance))
                ways.append("\r" if x == 0 else f"\x1b[{count}{'C' if distance > 0 else 'D'}")
            elif x == from_x:
                distance = y - from_y
                count = "" if abs(distance) == 1 else str(abs(distance))
                ways.append(f"\x1b[{count}{'B' if distance > 0 else 'A'}")
        self._out.append(min(ways, key=len))
        self._cursor = (x, y)
