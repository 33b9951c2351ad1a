"""A game seen again as a recording: what a terminal would be sent, step by step.

The rows are those of the replay page; they are painted into the grid of cells that a session's
screen is made of, and our own differ gives the bytes. The form is asciicast v2: a line of JSON for
the terminal, then one for each output: ``[seconds, "o", text]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from textual.geometry import Size

from server.api import Size as TerminalSize
from themes.pack import Colour
from tui.cells import Grid
from tui.colour import PALETTES, Depth, Palette
from tui.differ import Differ
from tui.i18n import _
from tui.looks import worn
from tui.messages import game_name
from tui.screens.replay_reel import Reel
from tui.screens.replay_scene import SHADES, Playing, cast, draw, plan
from tui.widgets.lines import BLANK, Line
from tui.widgets.places import Places
from tui.widgets.strips import strip_of

__all__ = ["FIRST", "LAST", "SIZE", "asciicast"]

SIZE: Final = Size(80, 24)
FIRST: Final = 1.0
"""Seconds between lines at the first speed."""
LAST: Final = 3.0
"""Seconds for which the end stays."""
_START: Final = "\x1b[?25l"
"""A recording has nothing to type into, so it shows no cursor."""


def asciicast(reel: Reel, *, size: Size = SIZE, speed: int = 1) -> Iterator[str]:
    """Yield the lines of a recording of the whole game through the reel's eyes, without ends.

    One frame is drawn between two of them, so whoever takes them may do something else meanwhile.
    """
    names = cast(reel)
    tape = reel.tape
    title = _("{game}, game {id}", game=game_name(tape["game"]), id=tape["id"][:8] or tape["code"])
    head = {
        "version": 2,
        "width": size.width,
        "height": size.height,
        "timestamp": int(tape["ended"]),
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    yield json.dumps(head)
    differ, palette = Differ(), PALETTES[Depth.COLOURS_256]
    reel.go(reel.first)
    at, text = 0.0, _START
    while True:
        places = plan(size, reel)
        grid = _painted(places, draw(reel, places, Playing(speed=speed)), reel, size, palette)
        text += differ.frame(grid).decode()
        yield json.dumps([round(at, 3), "o", text])
        at, text = at + FIRST / speed, ""
        if not reel.step(1, names):
            break
        names = cast(reel)
    yield json.dumps([round(at + LAST, 3), "o", "\x1b[m\x1b[?25h"])


def _painted(
    places: Places, rows: Mapping[str, Sequence[Line]], reel: Reel, size: Size, palette: Palette
) -> Grid:
    """Return the screen as cells."""
    grid = Grid(TerminalSize(size.width, size.height))
    shades = dict(SHADES)
    if reel.viewer < 0 or reel.ended:
        shades["mine"] = Colour.PANEL
    for name, area in places.items():
        for y in range(area.height):
            found = rows[name]
            row = found[y] if y < len(found) else BLANK
            x = area.x
            for segment in strip_of(row, shades[name], worn(), area.width):
                x = grid.put(x, area.y + y, segment.text, palette.rendition(segment.style))
    return grid
