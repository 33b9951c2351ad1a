"""After a game: who won, the hands, the seed that was committed to, and a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Size

from server.api import TableFrame
from themes.pack import Colour
from tui.i18n import _, join_and
from tui.screens.scene import (
    Scene,
    SceneInput,
    chat_rows,
    places,
    status_row,
    title_row,
    under_title,
    walking,
)
from tui.screens.state import TableState
from tui.widgets.lines import BLANK, Line, Span, line, wrap
from tui.widgets.places import Places

__all__ = ["SCENE", "proof_rows"]

DOCK: Final = 1
SUMMARY: Final = 9
"""Rows for result, hands, deck, commitment and seed."""


def _plan(size: Size, state: TableState, entry: bool) -> Places:
    """Return the places; the summary stands where the private pane was, for everybody."""
    summary = SUMMARY if size.height >= 24 else SUMMARY - 2
    dock = DOCK + 1 if entry else DOCK
    ring = state.presenter.ring_height(size.width, len(state.frame["seats"]))
    return places(size, ring=ring, mine=summary, dock=dock, entry=entry)


def _draw(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
    """Return the rows of every pane."""
    state, areas = scene.state, scene.places
    names = state.names
    cells = areas["top"].width
    rows: dict[str, Sequence[Line]] = {
        "top": [
            title_row(state, cells, state.presenter.head(state.frame)),
            *under_title(
                status_row(_winners(state, names), _("GAME OVER"), cells, turn=True, clock=""),
                scene.notice,
            ),
        ],
        "ring": state.presenter.ring(state.frame, state.cast, cells),
        "mine": _summary(state, cells),
        "dock": [walking(state, cells) or scene.footer(cells)],
    }
    if "log" in areas:
        rows["log"] = scene.logbook.sight(state, areas["log"].width, areas["log"].height)
    if "chat" in areas:
        rows["chat"] = chat_rows(state, areas["chat"].width, areas["chat"].height)
    return rows


def _winners(state: TableState, names: Sequence[str]) -> str:
    result = state.frame["result"]
    if result is None or not result["winners"]:
        return _("Nobody wins.")
    return _("Won by {names}.", names=join_and([names[seat] for seat in result["winners"]]))


def _summary(state: TableState, cells: int) -> list[Line]:
    return state.presenter.results(state.frame, state.cast, cells) + proof_rows(state.frame, cells)


def proof_rows(frame: TableFrame, cells: int) -> list[Line]:
    """Return by what name the game can be replayed, its commitment and its seed."""
    rows: list[Line] = []
    game = frame.get("game_id", "")[:8]
    # One row for both, as a small screen has none to spare.
    name = _("Game {id}: over SSH, 'replay {id}' and 'verify {id}'.", id=game)
    rows.append(line(Span(f" {name}", Colour.MUTED)) if game else BLANK)
    for label, value in (
        (_("Commitment (SHA-256 of the seed):"), frame["commitment"]),
        (_("Seed:"), frame["seed"]),
    ):
        if value:
            text = wrap(f"{label} {value}", cells - 2)
            rows += [line(Span(f" {row}", Colour.MUTED)) for row in text]
    return rows


SCENE: Final = Scene(plan=_plan, draw=_draw)
