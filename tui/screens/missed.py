"""Back at a table: where the game stands, and what has happened since the player last saw it.

Drawn from the viewer's own frames alone. The own hand and what only the viewer learned stand in the
private pane; the rest is true for every onlooker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Size

from server.api import Stage
from themes.pack import Colour
from tui.games import PrivateLook
from tui.i18n import _, n_
from tui.screens.logbook import sentence
from tui.screens.scene import (
    Scene,
    SceneInput,
    Status,
    clock_text,
    places,
    status_row,
    title_row,
    under_title,
)
from tui.screens.state import MISSED, TableState
from tui.widgets.lines import BLANK, Line, Span, line, wrap
from tui.widgets.places import Places

__all__ = ["SCENE", "has_missed"]

_DOCK: Final = 2
_LESSONS: Final = 1
"""Rows at least for what only the viewer learned."""


def has_missed(state: TableState) -> bool:
    """Tell whether there is a line to read that the viewer has not been shown."""
    return any(sentence(state, index) for index in _entries(state))


def _entries(state: TableState) -> range:
    """Return the log's entries that were missed, and whatever has come since."""
    first = len(state.log) if state.missed_at is None else state.missed_at
    if first < len(state.log) and state.log[first]["kind"] == MISSED:
        first += 1
    return range(first, len(state.log))


def _plan(size: Size, state: TableState, entry: bool) -> Places:
    """Return the places; there is no chat, so the log has the full width."""
    seats = len(state.frame["seats"])
    mine = state.presenter.private_height(size.width, size.height, seats) + _LESSONS
    ring = state.presenter.ring_height(size.width, seats)
    found = places(size, ring=ring, mine=mine, dock=_DOCK, entry=entry)
    if "log" in found and "chat" in found:
        found["log"] = found["log"].union(found.pop("chat"))
    return found


def _draw(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
    """Return the rows of every pane."""
    state, areas = scene.state, scene.places
    cells = areas["top"].width
    rows: dict[str, Sequence[Line]] = {
        "top": [
            title_row(state, cells, state.presenter.head(state.frame)),
            *under_title(_status(scene, cells), scene.notice),
        ],
        "ring": state.presenter.ring(state.frame, state.cast, cells),
        "dock": [
            BLANK,
            line(Span(" " + _("Any key goes to the table; it does nothing else."), Colour.ACCENT)),
        ],
    }
    if "log" in areas:
        rows["log"] = _story(state, areas["log"].width, areas["log"].height)
    if "mine" in areas:
        rows["mine"] = _private(state, areas["mine"].width, areas["mine"].height)
    return rows


def _status(scene: SceneInput, cells: int) -> Status:
    """Return where the game stands now."""
    state = scene.state
    frame, ask = state.frame, state.frame["ask"]
    clock = "" if scene.left is None else clock_text(scene.left)
    spot = _("YOU ARE BACK")
    if state.stage is Stage.OVER:
        return status_row(_("The game is over."), spot, cells, turn=False, clock="")
    if state.asked and ask is not None:
        question = state.presenter.question(ask, state.cast)
        return status_row(question, _("YOUR TURN"), cells, turn=True, clock=clock)
    doing = state.presenter.doing(frame, state.cast)
    return status_row(doing, spot, cells, turn=False, clock=clock)


def _story(state: TableState, cells: int, height: int) -> list[Line]:
    """Return what was missed, oldest first; of more than fits, the newest."""
    rows: list[Line] = []
    count = 0
    for index in _entries(state):
        spans = sentence(state, index)
        if not spans:
            continue
        count += 1
        if len(spans) > 1:
            rows.append(line(" ", *spans))
            continue
        first, *rest = wrap(spans[0].text, cells - 3)
        rows.append(line(" ", Span(first, spans[0].tone, spans[0].bold)))
        rows += [line("   ", Span(row, spans[0].tone, spans[0].bold)) for row in rest]
    room = max(0, height - 1)
    if len(rows) > room:
        title = n_(
            "{n} line since you last saw this table; the newest:",
            "{n} lines since you last saw this table; the newest:",
            count,
        )
    else:
        title = n_(
            "{n} line since you last saw this table:",
            "{n} lines since you last saw this table:",
            count,
        )
    return [line(Span(" " + title, Colour.YOU, bold=True)), *rows[max(0, len(rows) - room) :]]


def _private(state: TableState, cells: int, height: int) -> list[Line]:
    """Return the own hand as at the table, then what the viewer alone learned meanwhile."""
    names = state.cast
    look = PrivateLook(cells=cells, height=height)
    rows = state.presenter.private(state, names, look)[: max(0, height - _LESSONS)]
    texts = [state.presenter.mine(state.log[index], names) for index in _entries(state)]
    lessons = [row for text in texts if text for row in wrap(text, cells - 3)]
    room = height - len(rows)
    return [*rows, *(line(Span(" " + row)) for row in lessons[max(0, len(lessons) - room) :])]


SCENE: Final = Scene(plan=_plan, draw=_draw)
