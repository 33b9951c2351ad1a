"""A screen as cells, each with a look; what no cell may hold never gets in.

Widths are those of the terminal, in cells: a wide character is a head and an empty second cell.
Control, direction and format characters are left out here, whatever a name or a chat line holds,
so that no text can give the terminal an order.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import split_graphemes

from server.api import Size
from tui.colour import PLAIN, Rendition
from tui.shared_texts import shared

__all__ = ["Grid", "Piece", "PublicPiece", "Tag", "is_unsure", "split_cells"]

_LONGEST_CLUSTER: Final = 8
"""Code points of one cell; more (stacked accents) are cut."""
_NEVER_SENT: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINER: Final = "\u200d"


def _clean(cluster: str) -> str:
    """Return ``cluster`` without anything that a terminal could take for an order."""
    kept = [c for c in cluster if c == _JOINER or unicodedata.category(c) not in _NEVER_SENT]
    return "".join(kept[:_LONGEST_CLUSTER]).strip(_JOINER)


@shared
@lru_cache(maxsize=4096)
def split_cells(text: str) -> tuple[str, ...]:
    """Return ``text`` as one string a cell; the second cell of a wide character is ``""``.

    The length equals Rich's ``cell_len(text)``, so that layout and screen agree. Control and
    direction characters never pass: their cells, if they have any, hold ``?``.
    """
    cells: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        if not width:
            continue
        cells.append(_clean(text[start:end]) or "?")
        cells.extend([""] * (width - 1))
    return tuple(cells)


@lru_cache(maxsize=4096)
def is_unsure(cell: str) -> bool:
    """Return whether terminals may disagree about the width of ``cell``.

    Braille patterns are symbols too, but narrow everywhere: themes may use them.
    """
    return len(cell) > 1 or (
        not cell.isascii()
        and not "\u2800" <= cell <= "\u28ff"
        and (unicodedata.east_asian_width(cell) == "A" or unicodedata.category(cell) == "So")
    )


def _is_wide(cell: str) -> bool:
    """Return whether ``cell`` is the head of a wide character."""
    return len(split_cells(cell)) > 1


class Piece:
    """Some cells of one row as they are laid into grids; nobody changes its lists.

    Two pieces are the same if they are one object: what is compared is what was made once.
    """

    __slots__ = ("chars", "looks")

    def __init__(self, chars: list[str], looks: list[Rendition]) -> None:
        self.chars = chars
        self.looks = looks


class PublicPiece(Piece):
    """A piece that was made from what every watcher sees, and from nothing else.

    Only these are kept for other sessions (``tui.gallery``), and only these leave a tag.
    """

    __slots__ = ()


Tag = PublicPiece | tuple[PublicPiece, ...]
"""What a row consists of, from edge to edge."""


class Grid:
    """A screen's cells: ``chars[y][x]`` and their ``looks[y][x]``.

    ``tags[y]`` says of a row that it consists of public pieces and of which, ``None`` if it does
    not or if nobody knows. The lists of a row may be a piece's own; whoever changes a row in place
    takes it over first.
    """

    __slots__ = ("_laid", "_lent", "chars", "looks", "size", "tags")

    def __init__(self, size: Size, look: Rendition = PLAIN) -> None:
        self.size = size
        blank = look.blank
        self.chars = [[" "] * size.columns for _ in range(size.rows)]
        self.looks = [[blank] * size.columns for _ in range(size.rows)]
        self.tags: list[Tag | None] = [None] * size.rows
        self._laid: list[dict[int, PublicPiece]] = [{} for _ in range(size.rows)]
        """The public pieces of each row by their columns, since it was last written otherwise."""
        self._lent = [False] * size.rows
        """Whether a row's lists are a piece's."""

    @property
    def tag(self) -> tuple[Tag | None, ...] | None:
        """What the whole screen consists of; ``None`` unless all of it is public."""
        return None if None in self.tags else tuple(self.tags)

    def lay(self, x: int, y: int, piece: Piece) -> None:
        """Put a piece, which must lie within the grid, from column ``x`` of row ``y`` on."""
        public = isinstance(piece, PublicPiece)
        if len(piece.chars) == self.size.columns:
            self.chars[y], self.looks[y], self._lent[y] = piece.chars, piece.looks, True
            self.tags[y] = piece if isinstance(piece, PublicPiece) else None
            self._laid[y].clear()
            return
        self._take_over(y, keep=public)
        end = x + len(piece.chars)
        self.chars[y][x:end] = piece.chars
        self.looks[y][x:end] = piece.looks
        if isinstance(piece, PublicPiece):
            laid = self._laid[y]
            laid[x] = piece
            if sum(len(one.chars) for one in laid.values()) == self.size.columns:
                self.tags[y] = tuple(laid[at] for at in sorted(laid))

    def follow(self, y: int, other: Grid) -> None:
        """Have row ``y`` as ``other`` has it, which may change its own afterwards."""
        lent = other._lent[y]
        self.chars[y] = other.chars[y] if lent else other.chars[y].copy()
        self.looks[y] = other.looks[y] if lent else other.looks[y].copy()
        self.tags[y], self._lent[y] = other.tags[y], lent
        self._laid[y].clear()

    def _take_over(self, y: int, *, keep: bool = False) -> None:
        """Make row ``y`` the grid's own, as it is about to be changed; it has no tag then.

        ``keep``: what is known of its other pieces still holds.
        """
        if self._lent[y]:
            self.chars[y], self.looks[y] = self.chars[y].copy(), self.looks[y].copy()
            self._lent[y] = False
        self.tags[y] = None
        if not keep:
            self._laid[y].clear()

    def put(self, x: int, y: int, text: str, look: Rendition) -> int:
        """Write ``text`` from column ``x`` of row ``y`` and return the column after it.

        What lies outside the grid is cut off; a wide character that is cut leaves blanks.
        """
        columns, rows = self.size
        cells = text if text.isascii() and text.isprintable() else split_cells(text)
        after = x + len(cells)
        if not 0 <= y < rows or x >= columns or after <= 0:
            return after
        if x < 0 or after > columns:
            cells = cells[max(0, -x) : columns - x]
            x = max(0, x)
        self._take_over(y)
        end = x + len(cells)
        chars, looks = self.chars[y], self.looks[y]
        if chars[x] == "" and x:
            chars[x - 1] = " "
        chars[x:end] = cells
        looks[x:end] = [look] * len(cells)
        if look is not look.blank:
            # Spaces around a text are as blank as those between texts, and cost no colour.
            self._blank_ends(x, end, chars, looks)
        if chars[x] == "":
            chars[x] = " "
        if end < columns:
            if chars[end] == "":
                chars[end] = " "
        elif not chars[end - 1].isascii() and _is_wide(chars[end - 1]):
            chars[end - 1] = " "
        return after

    @staticmethod
    def _blank_ends(start: int, end: int, chars: list[str], looks: list[Rendition]) -> None:
        """Give the spaces at both ends of what was just written the look of blanks."""
        blank = looks[start].blank
        while start < end and chars[start] == " ":
            looks[start] = blank
            start += 1
        while end > start and chars[end - 1] == " ":
            end -= 1
            looks[end] = blank

    def text(self) -> list[str]:
        """Return the rows as text (for tests and for people who read a dump)."""
        return ["".join(row) for row in self.chars]
