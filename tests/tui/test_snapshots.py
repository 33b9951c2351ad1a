"""Each screen is as it was: pictures in ``snapshots/`` to be looked at, row by row.

``UNDERTABLE_GOLDENS=write`` takes them anew; look at the difference before you commit it.
"""

from __future__ import annotations

import difflib
import os
from itertools import product
from pathlib import Path

import pytest

from server.api import Size
from tests.shots.picture import Picture, of_lines, of_terminal, text_in
from tests.tui.screens_shown import LANGUAGES, LOOKS, SCREENS, SIZES, Screen
from tests.tui.stage import CODE, look_at, still

WRITE = os.environ.get("UNDERTABLE_GOLDENS") == "write"
HERE = Path(__file__).parent / "snapshots"
HOW = "look at it; if it is right: UNDERTABLE_GOLDENS=write pytest tests/tui/test_snapshots.py"


async def picture_of(screen: Screen) -> Picture:
    """Go there as a player does, and take the picture."""
    frame = None if screen.frame is None else screen.frame()
    async with still(screen.name, frame) as home:
        await screen.before(home)
        async with look_at(
            home, size=screen.size, language=screen.language, theme=screen.look,
            code=None if frame is None else CODE, watch=screen.watch, notes=screen.notes,
        ) as (app, terminal):  # fmt: skip
            for key in screen.keys:
                await terminal.type(key)
            assert not app.failed
            return of_terminal(terminal)


def differences(old: str, new: str) -> str:
    """Return which rows of text differ; where none does, which lines of the file."""
    rows = text_in(old), text_in(new)
    before, after = rows if rows[0] != rows[1] else (old.splitlines(), new.splitlines())
    changed = difflib.unified_diff(before, after, "kept", "now", n=1, lineterm="")
    return "\n".join([*changed, HOW])


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
async def test_the_screen_is_as_it_was(screen: Screen) -> None:
    path, svg = HERE / f"{screen.name}.svg", (await picture_of(screen)).svg()
    if WRITE:
        path.write_text(svg, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing; {HOW}"
    kept = path.read_text(encoding="utf-8")
    if kept != svg:
        pytest.fail(differences(kept, svg), pytrace=False)


def test_a_difference_is_told_in_rows_that_a_person_reads() -> None:
    size = Size(30, 3)
    old, new = (of_lines(["left", f"{word} <b>", "中文"], size).svg() for word in ("one", "two"))
    assert differences(old, new).splitlines()[3:] == [" left", "-one <b>", "+two <b>", " 中文", HOW]
    assert "fill=" in differences(old, old.replace("#d0d0d0", "#ffffff"))


def test_there_is_no_picture_of_a_screen_that_is_gone() -> None:
    kept = [path.stem for path in HERE.glob("*.svg")]
    assert sorted(kept) == sorted(screen.name for screen in SCREENS)


def test_every_pair_of_size_language_and_look_is_among_them() -> None:
    shown = [(screen.size, screen.language, screen.look) for screen in SCREENS]
    pairs = {(a, b) for one in shown for a in one for b in one}
    for left, right in ((SIZES, LANGUAGES), (SIZES, LOOKS), (LANGUAGES, LOOKS)):
        missing = {pair for pair in product(left, right) if pair not in pairs}
        assert not missing, missing
