"""Draws a table's scenes without Textual: frames in, rows of text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Region, Size

from tui.screens.logbook import Logbook
from tui.screens.page import footer
from tui.screens.scene import SceneInput
from tui.screens.staging import scene_of
from tui.screens.state import TableState
from tui.widgets.lines import BLANK, Line

__all__ = ["SIZES", "Drawn", "draw", "scene_of", "text_of"]

SIZES = (Size(60, 20), Size(80, 24), Size(120, 40))

Drawn = Mapping[str, Sequence[Line]]


def draw(
    state: TableState,
    size: Size,
    *,
    left: float | None = None,
    typing: bool = False,
    logbook: Logbook | None = None,
) -> tuple[Mapping[str, Region], Drawn]:
    """Return the places of a state's panes and their rows."""
    scene = scene_of(state)
    places = scene.plan(size, state, typing)
    rows = scene.draw(
        SceneInput(
            state=state,
            places=places,
            logbook=logbook or Logbook(),
            notice=BLANK,
            footer=lambda cells: footer([("?", "help")], cells),
            left=left,
        )
    )
    return places, rows


def text_of(rows: Sequence[Line]) -> str:
    return "\n".join(row.text for row in rows)
