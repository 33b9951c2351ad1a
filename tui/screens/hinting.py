"""Hints over a running game: what the viewer could do now and why, where only its owner looks.

Title, question and clock stay as the game's own scene draws them; the hints have the private pane,
which takes the rest of the page for as long as they are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from textual.geometry import Size

from server.api import Stage
from themes.pack import Colour
from tui.actions.table import Hints
from tui.hints import Hint, Hinting, hint_rows
from tui.i18n import _, n_
from tui.keymap import shown
from tui.screens.scene import TOP, Scene, SceneInput, hidden_title
from tui.screens.state import TableState
from tui.widgets.lines import BLANK, Line, Span, line, sides
from tui.widgets.places import Places, stack

__all__ = ["can_hint", "hints_now", "over"]

_DOCK = 1


def can_hint(state: TableState) -> bool:
    """Tell whether there is something to give hints on."""
    asked = state.frame["ask"] is not None and state.stage is Stage.PLAYING and not state.out
    return asked and isinstance(state.presenter, Hinting)


def hints_now(state: TableState) -> list[Hint]:
    """Return the hints on what is asked now; none where nothing is."""
    found = state.presenter
    if not can_hint(state) or not isinstance(found, Hinting):
        return []
    return found.hints(state.frame, state.cast)


def over(under: Scene) -> Scene:
    """Return a scene of hints over ``under``, whose title and question it keeps."""

    def draw(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
        dock = scene.places.get("dock") or scene.places["entry"]
        size = Size(dock.width, dock.bottom)
        beneath = replace(scene, places=under.plan(size, scene.state, False))
        return {
            "top": under.draw(beneath)["top"],
            "mine": _rows(scene.state, *scene.places["mine"].size),
            "dock": [_keys(dock.width)],
        }

    return Scene(plan=_plan, draw=draw)


def _plan(size: Size, state: TableState, entry: bool) -> Places:
    del state
    found = stack(size.width, ("top", TOP), ("mine", size.height - TOP - _DOCK), ("dock", _DOCK))
    if entry:
        found["entry"] = found.pop("dock")
    return found


def _rows(state: TableState, cells: int, height: int) -> list[Line]:
    """Return title and hints, scrolled as far as they go."""
    if state.hidden:
        return [hidden_title()]
    # Where an answer is put together, keys are those of the bench and not of options.
    choices = state.choices if state.bench is None else ()
    keys = {choice.option: choice.key for choice in choices}
    rows = hint_rows(hints_now(state), keys, cells)
    room = max(1, height - 2)
    state.hint_top = max(0, min(state.hint_top, len(rows) - room))
    more = len(rows) - room - state.hint_top
    below = n_("{n} more line", "{n} more lines", more) + " " if more > 0 else ""
    title = line(
        Span(" " + _("only you"), Colour.YOU, bold=True),
        Span("  " + _("what you could do, and why"), Colour.ACCENT, bold=True),
    )
    head = sides(title, line(Span(below, Colour.MUTED)), cells)
    return [head, BLANK, *rows[state.hint_top : state.hint_top + room]]


def _keys(cells: int) -> Line:
    """Return how to read on and how to go back."""
    text = _("{key} or Esc goes back; arrows and PgUp/PgDn read on.", key=shown(Hints))
    return sides(line(Span(" " + text, Colour.MUTED)), BLANK, cells)
