"""Lines of text as plain data: spans with a meaning, cut and wrapped by cells.

Everything that a page draws is a sequence of :class:`Line`; a pane turns it into strips. No markup
is ever parsed here, so names and chat are safe by construction; :func:`clean` takes out what could
move the cursor or turn the reading direction, at the last moment before drawing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from themes.pack import Colour
from tui.shared_texts import shared

__all__ = [
    "BLANK", "ELLIPSIS", "Line", "Span", "bar", "clean", "cut", "fit", "indent", "join", "line",
    "pad", "sides", "width", "wrap",
]  # fmt: skip

ELLIPSIS: Final = ".."
"""Where text was cut; plain ASCII, since the usual sign is two cells wide in some terminals."""

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_NO_LINE_START: Final = frozenset("，。、；：？！）」』】》〉,.;:?!)]}")
"""Marks that never begin a line in Chinese or English typesetting."""
_NO_LINE_END: Final = frozenset("（「『【《〈")
"""Marks that never end a line, as what they open has to follow."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text with one meaning; ``shade`` overrides the line's background.

    ``press`` is the key that it names: what a click here, or on what follows, stands for.
    """

    text: str
    tone: Colour = Colour.TEXT
    bold: bool = False
    shade: Colour | None = None
    press: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One row: spans from the left edge; ``shade`` overrides the pane's background."""

    spans: tuple[Span, ...] = ()
    shade: Colour | None = None

    @property
    def text(self) -> str:
        """The row as plain text."""
        return "".join(span.text for span in self.spans)


BLANK: Final = Line()


@shared
@lru_cache(maxsize=2048)
def clean(text: str) -> str:
    """Return ``text`` (NFC) without control, format, bidi or unassigned characters.

    Every kind of space becomes the plain one.
    """
    if text.isascii() and text.isprintable():
        return text
    kept = ((unicodedata.category(c), c) for c in unicodedata.normalize("NFC", text))
    return "".join(" " if kind == "Zs" else c for kind, c in kept if kind not in _HIDDEN)


def line(*parts: str | Span, shade: Colour | None = None) -> Line:
    """Make a line of spans; a plain text has the ordinary tone."""
    return Line(tuple(Span(p) if isinstance(p, str) else p for p in parts), shade)


def width(spans: Line | Sequence[Span]) -> int:
    """Return how many cells a line or its spans take."""
    return sum(cell_len(s.text) for s in (spans.spans if isinstance(spans, Line) else spans))


def cut(text: str, cells: int) -> str:
    """Return ``text`` in at most ``cells`` cells, its end marked where something is missing."""
    if cell_len(text) <= cells:
        return text
    room = cells - len(ELLIPSIS)
    if room < 0:
        return ELLIPSIS[: max(0, cells)]
    used, kept = 0, []
    for character in text:
        used += cell_len(character)
        if used > room:
            break
        kept.append(character)
    return "".join(kept) + ELLIPSIS


def pad(text: str, cells: int) -> str:
    """Return ``text`` in exactly ``cells`` cells, cut or filled with spaces."""
    short = cut(text, cells)
    return short + " " * (cells - cell_len(short))


def fit(row: Line, cells: int) -> Line:
    """Return ``row`` in at most ``cells`` cells."""
    if width(row) <= cells:
        return row
    left, kept = cells, []
    for index, span in enumerate(row.spans):
        size = cell_len(span.text)
        rest = any(later.text for later in row.spans[index + 1 :])
        if size > left or (rest and size > left - len(ELLIPSIS)):
            # A span that would fit is still marked, as something after it is missing.
            text = cut(span.text, left) if size > left else cut(span.text + "   ", left)
            kept.append(replace(span, text=text))
            break
        kept.append(span)
        left -= size
    return Line(tuple(kept), row.shade)


def indent(row: Line, cells: int) -> Line:
    """Return ``row`` moved right by ``cells``."""
    return Line((Span(" " * cells), *row.spans), row.shade)


def join(parts: Iterable[Sequence[Span]], gap: str = "   ") -> tuple[Span, ...]:
    """Return the spans of all ``parts`` with ``gap`` between them."""
    spans: list[Span] = []
    for part in parts:
        if spans:
            spans.append(Span(gap))
        spans.extend(part)
    return tuple(spans)


def sides(left: Line, right: Line, cells: int) -> Line:
    """Return one row with ``left`` at the left edge and ``right`` at the right one.

    The right side is kept whole as long as there is room for it; the left one is cut.
    """
    right = fit(right, cells)
    room = cells - width(right)
    left = fit(left, max(0, room - 1))
    gap = Span(" " * (room - width(left)))
    return Line((*left.spans, gap, *right.spans), left.shade)


def bar(label: str, cells: int, fill: str = "-", tone: Colour = Colour.MUTED) -> Line:
    """Return a title row: ``label`` and a rule to the right edge, for sets without shades."""
    text = f" {label} "
    return fit(line(Span(text + fill * max(0, cells - cell_len(text)), tone)), cells)


def _pieces(text: str) -> list[str]:
    """Split ``text`` where a row may break: after spaces, and around every wide character."""
    pieces: list[str] = []
    word = ""
    for character in text:
        if character == " ":
            pieces.append(word + character)
            word = ""
        elif character in _NO_LINE_START and not word and pieces and pieces[-1][-1] != " ":
            pieces[-1] += character
        elif character in _NO_LINE_END:
            if word and word[-1] not in _NO_LINE_END:
                pieces.append(word)
                word = ""
            word += character
        elif cell_len(character) > 1 and character not in _NO_LINE_START:
            opened = word[-1:] in _NO_LINE_END
            if word and not opened:
                pieces.append(word)
            pieces.append(word + character if opened else character)
            word = ""
        else:
            word += character
    return [*pieces, word] if word else pieces


def wrap(text: str, cells: int, *, first: int = 0) -> list[str]:
    """Break ``text`` into rows of at most ``cells`` cells; ``first`` cells of row one are taken.

    Breaks at spaces, and between Chinese characters but not before closing marks; a word that is
    longer than a row is broken anywhere.
    """
    return list(_wrapped(text, cells, first))


@shared
@lru_cache(maxsize=2048)
def _wrapped(text: str, cells: int, first: int) -> tuple[str, ...]:
    # Cached for all sessions: everybody at a table reads the same lines of log and chat.
    cells = max(2, cells)
    rows: list[str] = []
    row, used = "", min(first, cells)
    for piece in _pieces(text):
        size = cell_len(piece.rstrip())
        if used + size > cells and (row or used):
            rows.append(row.rstrip())
            row, used = "", 0
        rest = piece
        while cell_len(rest.rstrip()) > cells:
            head = _head(rest, cells)
            rows.append(head)
            rest = rest[len(head) :]
        row += rest
        used += cell_len(rest)
    if row or not rows:
        rows.append(row.rstrip())
    return tuple(rows)


def _head(text: str, cells: int) -> str:
    """Return as much of the beginning of ``text`` as fits into ``cells`` (at least 2)."""
    used = 0
    for index, character in enumerate(text):
        used += cell_len(character)
        if used > cells:
            return text[:index]
    return text
