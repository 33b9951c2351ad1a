"""A screen as a client sees it: cells with their colours, drawn as SVG, one element a row.

The picture is taken from the terminal emulator behind a session, so what the driver sends is what
is shown. It holds no dates, ids or fonts of its own: equal screens give equal files, and a changed
row is a changed line of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple
from xml.sax.saxutils import escape, unescape

from server.api import Size
from tests.tui.fake_terminal import FakeTerminal

__all__ = ["Cell", "Look", "Picture", "of_lines", "of_terminal", "text_in"]

CELL_WIDTH, CELL_HEIGHT, BASELINE, FONT_SIZE = 9, 19, 14, 15
"""Pixels."""
FONTS: Final = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK TC',monospace"

_GROUP: Final = re.compile(r"\S+(?: \S+)*")
"""Words with single blanks between them."""
_DRAWN: Final = re.compile(r'<tspan x="(\d+)" textLength="(\d+)"[^>]*>([^<]*)<')

INK, PAPER = "#d0d0d0", "#101010"
"""What the picture's terminal shows where a look asks for the terminal's own colours."""
_OWN: Final[dict[str, str]] = {
    "black": "#000000", "red": "#cd3131", "green": "#0dbc79", "brown": "#c5a500",
    "blue": "#4a80e0", "magenta": "#bc3fbc", "cyan": "#11a8cd", "white": "#d0d0d0",
    "brightblack": "#7f7f7f", "brightred": "#f14c4c", "brightgreen": "#23d18b",
    "brightbrown": "#f5f543", "brightblue": "#6ba0ff", "brightmagenta": "#d670d6",
    "bfightmagenta": "#d670d6", "brightcyan": "#29b8db", "brightwhite": "#ffffff",
}  # fmt: skip
"""The terminal's own sixteen, by pyte's names (one of which is misspelt there)."""


class Look(NamedTuple):
    """How a cell is drawn: text and background as ``#rrggbb``, and the SVG attributes of weight."""

    text: str = INK
    back: str = PAPER
    weight: str = ""


class Cell(NamedTuple):
    """One cell; the second cell of a wide character holds ``""``."""

    text: str
    look: Look = Look()


class Picture:
    """The rows of a screen, all of the same length."""

    def __init__(self, rows: Sequence[Sequence[Cell]]) -> None:
        self.rows = rows
        self.size = Size(len(rows[0]), len(rows))

    def text(self) -> list[str]:
        """Return the rows as plain text, without blanks at their ends."""
        return ["".join(cell.text for cell in row).rstrip() for row in self.rows]

    def svg(self) -> str:
        """Return the whole picture as an SVG file."""
        wide, high = self.size.columns * CELL_WIDTH, self.size.rows * CELL_HEIGHT
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
            f'width="{wide}" height="{high}" font-family="{FONTS}" font-size="{FONT_SIZE}">'
        )
        paper = f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>'
        return "\n".join([head, paper, *self._rows(), "</svg>", ""])

    def _rows(self) -> Iterator[str]:
        for y, row in enumerate(self.rows):
            grounds = "".join(_grounds(row, y))
            if grounds:
                yield grounds
            texts = "".join(_texts(row))
            if texts:
                yield (
                    f'<text xml:space="preserve" y="{y * CELL_HEIGHT + BASELINE}">{texts}</text>'
                )


def _grounds(row: Sequence[Cell], y: int) -> Iterator[str]:
    x = 0
    for back, cells in groupby(row, key=lambda cell: cell.look.back):
        count = len(list(cells))
        if back != PAPER:
            yield (
                f'<rect x="{x * CELL_WIDTH}" y="{y * CELL_HEIGHT}" width="{count * CELL_WIDTH}" '
                f'height="{CELL_HEIGHT}" fill="{back}"/>'
            )
        x += count


def _texts(row: Sequence[Cell]) -> Iterator[str]:
    """Return one element for each word group of a look; each is set to the cells it takes."""
    for x, run in _runs(row):
        text = "".join(cell.text for cell in run)
        wide = len(run) // len(text) if text else 1
        for found in _GROUP.finditer(text):
            look = run[0].look
            yield (
                f'<tspan x="{(x + found.start() * wide) * CELL_WIDTH}" '
                f'textLength="{len(found[0]) * wide * CELL_WIDTH}" '
                f'fill="{look.text}"{look.weight}>{escape(found[0])}</tspan>'
            )


def _runs(row: Sequence[Cell]) -> Iterator[tuple[int, list[Cell]]]:
    """Split a row where the look changes, or wide characters meet narrow ones.

    So all characters of a run take the same number of cells.
    """
    wide = [
        not cell.text or (x + 1 < len(row) and not row[x + 1].text) for x, cell in enumerate(row)
    ]
    for _key, run in groupby(
        range(len(row)), key=lambda x: (row[x].look.text, row[x].look.weight, wide[x])
    ):
        places = list(run)
        yield places[0], [row[x] for x in places]


def text_in(svg: str) -> list[str]:
    """Return the texts of a file as the rows of a screen, blank rows left out."""
    rows = []
    for element in svg.splitlines():
        row, at = "", 0
        for x, length, text in _DRAWN.findall(element):
            row += " " * (int(x) // CELL_WIDTH - at) + unescape(text)
            at = (int(x) + int(length)) // CELL_WIDTH
        rows += [row] if row else []
    return rows


def of_terminal(terminal: FakeTerminal) -> Picture:
    """Return what is on a client's screen now."""
    columns, rows = terminal.size
    return Picture([[_cell(terminal.cell(x, y)) for x in range(columns)] for y in range(rows)])


def of_lines(lines: Iterable[str], size: Size) -> Picture:
    """Return the last lines of plain output, as a terminal of that size would show them."""
    terminal = FakeTerminal(*size)
    terminal.write("\r\n".join(lines).encode())
    return of_terminal(terminal)


def _cell(char: Any) -> Cell:
    text, back = _colour(char.fg, INK), _colour(char.bg, PAPER)
    if char.reverse:
        text, back = back, text
    weight = ' font-weight="bold"' if char.bold else ""
    weight += ' font-style="italic"' if char.italics else ""
    lines = [name for name, on in _lines(char) if on]
    weight += f' text-decoration="{" ".join(lines)}"' if lines else ""
    return Cell(char.data, Look(text, back, weight))


def _lines(char: Any) -> tuple[tuple[str, bool], ...]:
    return ("underline", char.underscore), ("line-through", char.strikethrough)


def _colour(name: str, own: str) -> str:
    return own if name == "default" else _OWN.get(name, f"#{name}")
