"""What a click means: the key that is written where it fell, or the row of a list.

Everything on a page can be done by keys, and a click does no more than press them. So a click on
the name of a key, or on what is written behind it, is that key; on a row of a list it is as many
arrows as lead there, and Enter on the row that is highlighted already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from themes.pack import Glyph
from tui.looks import sign
from tui.widgets.lines import Line

__all__ = ["MOST_STEPS", "STEPS_A_SECOND", "cursor_row", "key_at", "named_key", "same_row"]

MOST_STEPS: Final = 64
"""Arrows that one click may stand for, and all clicks at once."""
STEPS_A_SECOND: Final = 60.0
"""Arrows that all clicks of a session stand for in the long run: as many as keys are taken."""
_NAMED: Final[Mapping[str, str]] = {
    "Esc": "escape", "Enter": "enter", "Space": "space", "PgUp": "pageup", "PgDn": "pagedown",
}  # fmt: skip


def named_key(shown: str) -> str:
    """Return the key that is written as ``shown``; empty where that names several, or none."""
    if len(shown) == 1:
        return shown
    if shown.startswith("Ctrl-"):
        return "ctrl+" + shown[-1].lower()
    function = shown.startswith("F") and shown[1:].isdecimal()
    return shown.lower() if function else _NAMED.get(shown, "")


def key_at(row: Line, x: int) -> str:
    """Return the last key that is written in ``row`` at or before cell ``x``; empty for none."""
    found, at = "", 0
    for span in row.spans:
        if at > x:
            break
        found = span.press or found
        at += cell_len(span.text)
    return found if at > x else ""


def cursor_row(rows: Sequence[Line]) -> int | None:
    """Return which of ``rows`` is the highlighted one of a list."""
    cursor = sign(Glyph.CURSOR)
    found = (y for y, row in enumerate(rows) if row.text.lstrip().startswith(cursor))
    return next(found, None)


def same_row(row: Line, other: Line) -> bool:
    """Tell whether two rows are one of a list, highlighted or not."""
    cursor = sign(Glyph.CURSOR)
    texts = [one.text.replace(cursor, " ", 1).split() for one in (row, other)]
    return texts[0] == texts[1]
