"""A game at the table: who is to decide, the ring of players, the own hand, log, chat, prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from textual.geometry import Size

from server.api import Stage
from themes.pack import Colour
from tui import keymap
from tui.actions.eyes import Lend
from tui.games import Choice, PrivateLook, Remarking
from tui.i18n import _, join_and
from tui.screens.scene import (
    Scene,
    SceneInput,
    Status,
    chat_rows,
    clock_text,
    hidden_title,
    notice_or,
    places,
    status_row,
    step_in_line,
    title_row,
    under_title,
    walking,
)
from tui.screens.state import TableState
from tui.texts.watching import watch_name
from tui.widgets.lines import BLANK, Line, Span, clean, cut, join, line, width, wrap
from tui.widgets.places import Places

__all__ = ["SCENE"]

OPTION_ROWS: Final = 2
DOCK: Final = OPTION_ROWS + 2
"""Two rows of options, one that explains, and the footer."""


def _plan(size: Size, state: TableState, entry: bool) -> Places:
    """Return the places: they depend on size and seats alone."""
    seats = len(state.frame["seats"])
    mine = state.presenter.private_height(size.width, size.height, seats) if state.sees else 1
    ring = state.presenter.ring_height(size.width, seats)
    return places(size, ring=ring, mine=mine, dock=DOCK, entry=entry)


def _draw(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
    """Return the rows of every pane."""
    state, areas = scene.state, scene.places
    names, choices = state.cast, state.choices
    cells = areas["top"].width
    rows: dict[str, Sequence[Line]] = {
        "top": [
            title_row(state, cells, state.presenter.head(state.frame)),
            *under_title(
                _status(scene, names, cells), notice_or(scene.notice, _lookers(state, cells))
            ),
        ],
        "ring": state.presenter.ring(state.frame, names, cells),
        "mine": _mine(scene, names, choices),
        "dock": _dock(scene, choices, cells),
    }
    if "log" in areas:
        rows["log"] = scene.logbook.sight(state, areas["log"].width, areas["log"].height)
    if "chat" in areas:
        rows["chat"] = chat_rows(state, areas["chat"].width, areas["chat"].height)
    return rows


def _status(scene: SceneInput, names: Sequence[str], cells: int) -> Status:
    state = scene.state
    frame, ask = state.frame, state.frame["ask"]
    clock = "" if scene.left is None else clock_text(scene.left)
    if state.stage is Stage.FROZEN:
        text = _("It stands where it stopped.")
        return status_row(text, _("FROZEN"), cells, turn=False, clock="")
    if state.asked and ask is not None:
        question = state.presenter.question(ask, names)
        return status_row(question, _("YOUR TURN"), cells, turn=True, clock=clock)
    if state.out:
        return status_row(step_in_line(), _("OUT"), cells, turn=False, clock=clock)
    text = state.presenter.doing(frame, names)
    return status_row(text, _watching(state), cells, turn=False, clock=clock)


def _lookers(state: TableState, cells: int) -> Line:
    """Return who sees what the viewer sees, for as long as that is so."""
    frame = state.frame
    names = [
        clean(one["name"])
        for one in frame.get("eyes", ())
        if one["given"] and one["seat"] == frame["you"] >= 0
    ]
    if not names:
        return BLANK
    text = _(
        "Watching through your eyes: {names} ({key} ends it)",
        names=join_and(names),
        key=keymap.shown(Lend),
    )
    return line(Span(" " + cut(text, cells - 2), Colour.WARNING))


def _watching(state: TableState) -> str:
    """Return how a watcher sees the game, where that is not plainly and at once."""
    through = state.frame.get("through", -1)
    if through >= 0:
        return _("through the eyes of {name}", name=state.names[through])
    return watch_name(state.frame.get("watch_option", 0)) if state.frame.get("late") else ""


def _mine(scene: SceneInput, names: Sequence[str], choices: Sequence[Choice]) -> list[Line]:
    state, area = scene.state, scene.places.get("mine")
    if area is None:
        return []
    if not state.sees:
        return [state.presenter.public_counts(state.frame)]
    if state.hidden:
        return [hidden_title()]
    look = PrivateLook(
        cells=area.width,
        height=area.height,
        choices=choices,
        choosing=state.choosing,
        notes=state.notes,
        about=state.secret if state.about else "",
    )
    return state.presenter.private(state, names, look)[: area.height]


def _dock(scene: SceneInput, choices: Sequence[Choice], cells: int) -> list[Line]:
    """Return the options, what the highlighted one will do, what to press, and the footer.

    An explanation has its own row unless the options need two.
    """
    state = scene.state
    options = _options(state, choices, cells)
    found = next((c for c in choices if c.option == state.choosing.option), None)
    about = "" if found is None or found.secret else found.explain
    if not options:
        options = _remark(state, cells)
    hint = _hint(state, choices, found, cells)
    if about and len(options) < OPTION_ROWS:
        options.append(line(" " + cut(about, cells - 2)))
    elif about:
        room = cells - width(hint) - 4
        hint = line(" " + cut(about, room) + "  ", *hint.spans)
    return [*options, *[BLANK] * (OPTION_ROWS - len(options)), hint, scene.footer(cells)]


def _remark(state: TableState, cells: int) -> list[Line]:
    """Return what the game has to say of what goes on, where no option needs the room."""
    found = state.presenter
    text = found.remark(state.frame) if isinstance(found, Remarking) else ""
    rows = wrap(text, cells - 2) if text else []
    if len(rows) > OPTION_ROWS:
        rows = [*rows[: OPTION_ROWS - 1], cut(" ".join(rows[OPTION_ROWS - 1 :]), cells - 2)]
    return [line(" ", Span(row, Colour.MUTED)) for row in rows]


def _options(state: TableState, choices: Sequence[Choice], cells: int) -> list[Line]:
    rows: list[Line] = []
    row: list[tuple[Span, ...]] = []
    # A secret option has its key and name in the private pane, and nowhere else.
    for choice in (c for c in choices if not c.secret):
        part = _option(state, choice, cells)
        if row and 1 + width(join([*row, part], "  ")) > cells:
            rows.append(line(" ", *join(row, "  ")))
            row = []
        row.append(part)
    if row:
        rows.append(line(" ", *join(row, "  ")))
    return rows[:OPTION_ROWS]


def _option(state: TableState, choice: Choice, cells: int) -> tuple[Span, ...]:
    """Return key and label."""
    chosen = choice.option == state.choosing.option
    marked = choice.option in state.choosing.marked
    if chosen or marked:
        key = Span(f">{choice.key} ", Colour.CHOSEN_TEXT, bold=True, shade=Colour.CHOSEN)
    else:
        key = Span(f" {choice.key} ", Colour.ACCENT, bold=True)
    key = replace(key, press=choice.key)
    if choice.label == choice.key:
        return (key,)
    return key, Span(" " + cut(choice.label, cells // 3))


def _hint(state: TableState, choices: Sequence[Choice], found: Choice | None, cells: int) -> Line:
    """Return what can be pressed now."""
    walk = walking(state, cells)
    if walk is not None:
        return walk
    ask = state.frame["ask"]
    if state.asked and ask is not None and ask["text"] > 0:
        return line(Span(" " + _("Enter opens a line to type the answer."), Colour.MUTED))
    if not choices:
        return BLANK
    if state.choosing.confirming:
        return line(Span(" " + _("Enter again sends it; Esc takes it back."), Colour.WARNING))
    if found is None:
        secret = choices[0].secret
        above = _("Choose above by its key, or with the arrows.")
        text = above if secret else _("Choose by key or arrows.")
        return line(Span(" " + text, Colour.MUTED))
    # The same words for every option: a moved highlight should cost few bytes.
    return line(Span(" " + _("Enter or the same key: do it. Esc: back."), Colour.MUTED))


SCENE: Final = Scene(plan=_plan, draw=_draw)
