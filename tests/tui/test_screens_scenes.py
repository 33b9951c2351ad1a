"""Fixed places, whose turn it is, the clock in steps, and what was missed."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.geometry import Size

from server.api import ChatLine, TableFrame
from tests.tui.scenes import SIZES, draw, scene_of, text_of
from tests.tui.tables import frames, waiting_frame
from themes.loader import load
from themes.pack import Colour
from tui.screens.choosing import NOT_CHOOSING
from tui.screens.logbook import Logbook
from tui.screens.scene import clock_text, next_tick
from tui.screens.state import MISSED, MISSING, TableState, names_of
from tui.widgets.strips import strip_of


def _first(seats: int = 4, viewer: int = 0) -> TableState:
    return TableState.begin(next(frames(seed=1, seats=seats))[viewer])


@pytest.mark.parametrize("stage", ["waiting", "playing", "over"])
@pytest.mark.parametrize("typing", [False, True])
@given(columns=st.integers(60, 200), rows=st.integers(20, 80), seats=st.integers(2, 6))
def test_panes_lie_on_the_screen_and_never_on_each_other(
    stage: str, typing: bool, columns: int, rows: int, seats: int
) -> None:
    state = TableState.begin(waiting_frame(seats, stage=stage))
    places = scene_of(state).plan(Size(columns, rows), state, typing)
    taken: set[tuple[int, int]] = set()
    for region in places.values():
        assert 0 <= region.x <= region.right <= columns
        assert 0 <= region.y <= region.bottom <= rows
        cells = {(x, y) for y in region.line_range for x in range(region.x, region.right)}
        assert not cells & taken
        taken |= cells
    assert places["top"].y == 0
    assert ("entry" in places) == typing


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_log_hand_players_and_prompt_have_room_at_every_supported_size(
    size: Size, seats: int
) -> None:
    state = _first(seats)
    places = scene_of(state).plan(size, state, False)
    assert places["ring"].height == seats + 1
    assert places["mine"].height >= 4
    assert places["log"].height >= 3
    assert places["dock"].height == 4


def test_places_do_not_change_while_a_game_runs() -> None:
    plans = set()
    state: TableState | None = None
    for moment in frames(seed=1, seats=4):
        frame = moment[0]
        if frame["stage"] != "playing":
            break
        if state is None:
            state = TableState.begin(frame)
        else:
            state.take(frame)
        plans.add(tuple(sorted(scene_of(state).plan(SIZES[1], state, False).items())))
    assert len(plans) == 1


@given(st.floats(0, 600))
def test_the_clock_moves_in_steps_until_the_last_ten_seconds(left: float) -> None:
    shown = clock_text(left)
    seconds = int(shown.split(":")[0]) * 60 + int(shown.split(":")[1])
    assert seconds >= left
    assert seconds - left <= (10 if left > 10 else 1)
    assert left <= 10 or seconds % 10 == 0


@given(st.floats(0.5, 600))
def test_the_clock_is_drawn_again_exactly_when_it_reads_differently(left: float) -> None:
    wait = next_tick(left)
    assert 0 < wait <= 10
    assert clock_text(left) != clock_text(max(0.0, left - wait - 0.05))


def test_a_first_frame_after_an_absence_marks_what_is_new() -> None:
    moments = list(frames(seed=1, seats=3))
    everything: list[dict[str, Any]] = []
    for moment in moments[:6]:
        everything += moment[0]["events"]
    frame = moments[5][0] | {"events": everything}
    state = TableState.begin(frame, seen=4)
    marks = [index for index, event in enumerate(state.log) if event["kind"] == MISSED]
    assert marks == [4]
    assert state.missed == len(everything) - 4
    assert 0 < state.missed_lines <= state.missed
    assert str(state.missed_lines) in text_of(Logbook().sight(state, 70, 200))


def test_without_a_memory_the_mark_stands_after_the_last_own_move() -> None:
    moments = list(frames(seed=1, seats=3))
    everything: list[dict[str, Any]] = []
    for moment in moments[:9]:
        everything += moment[0]["events"]
    state = TableState.begin(moments[8][0] | {"events": everything})
    marks = [index for index, event in enumerate(state.log) if event["kind"] == MISSED]
    for mark in marks:
        assert state.log[mark - 1].get("seat") == 0


def test_dropped_events_leave_a_gap_that_is_told() -> None:
    moments = list(frames(seed=1, seats=3))
    state = TableState.begin(moments[0][0])
    state.take(moments[2][0])  # moments[1] never arrived
    gaps = [event for event in state.log if event["kind"] == MISSING]
    assert sum(gap["count"] for gap in gaps) == len(moments[1][0]["events"])
    assert len(state.events) == moments[2][0]["seq"]


def test_another_game_begins_an_empty_log() -> None:
    moments = list(frames(seed=1, seats=3))
    state = TableState.begin(moments[0][0])
    state.take(moments[0][0] | {"game_no": 2})
    assert len(state.log) == len(moments[0][0]["events"])


def test_sitting_down_brings_the_seats_own_events() -> None:
    moment = next(frames(seed=1, seats=3))
    state = TableState.begin(moment[-1])
    state.take(moment[1])
    assert state.events == moment[1]["events"]


def test_the_bell_rings_for_a_new_ask_and_not_within_ones_own_turn() -> None:
    state: TableState | None = None
    rings = asks = 0
    for moment in frames(seed=1, seats=3):
        frame = moment[0]
        if state is None:
            state = TableState.begin(frame)
            continue
        rings += state.take(frame)
        if state.asked:
            asks += 1
            state.sent = state.choosing.ask
    assert 0 < rings < asks


def test_after_a_refusal_the_question_is_open_again() -> None:
    asked = [s for s in (TableState.begin(m[0]) for m in frames(seed=2, seats=3)) if s.asked]
    state = asked[0]
    options = state.choosing.options
    state.sent, state.choosing = state.choosing.ask, NOT_CHOOSING
    assert state.choices == []
    state.refused()
    assert len(state.choices) == len(options)
    assert state.choosing.options == options


def test_the_log_scrolls_back_and_stops_at_its_ends() -> None:
    state: TableState | None = None
    for moment in frames(seed=1, seats=3):
        if state is None:
            state = TableState.begin(moment[0])
        else:
            state.take(moment[0])
    assert state is not None
    book = Logbook()
    newest = book.sight(state, 60, 5)
    state.scroll = 10_000
    oldest = book.sight(state, 60, 5)
    assert oldest != newest
    state.scroll = 0
    assert book.sight(state, 60, 5) == newest
    assert len(newest) == len(oldest) == 5


def test_chat_is_shown_as_it_was_typed_without_markup_or_controls() -> None:
    state = _first()
    state.chat.append(ChatLine(seat=1, name="[b]Bo[/b]", text="[red]hi[/red] \x1b[2J\u202e"))
    text = text_of(draw(state, SIZES[2])[1]["chat"])
    assert "[b]Bo[/b]: [red]hi[/red]" in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_names_that_occur_twice_are_told_apart() -> None:
    frame = waiting_frame(3)
    for seat in frame["seats"]:
        seat["name"] = "Ann"
    frame["seats"][2]["tag"] = ""
    names = names_of(frame["seats"])
    assert len(set(names)) == 3


@pytest.mark.parametrize("size", SIZES)
def test_the_waiting_room_shows_code_seats_and_options(size: Size) -> None:
    frame = waiting_frame(4)
    frame["seats"][3] |= {"kind": "empty", "name": "", "ready": False}
    rows = draw(TableState.begin(frame), size)[1]
    text = text_of([row for pane in rows.values() for row in pane])
    assert "F R O G - 7 1" in text
    assert "free seat" in text
    for name in ("Ann", "Bo", "王小明"):
        assert name in text


def test_a_frozen_game_says_so_and_asks_nothing() -> None:
    asked = [s for s in (TableState.begin(m[0]) for m in frames(seed=2, seats=3)) if s.asked]
    frozen = TableState.begin(cast("TableFrame", {**asked[0].frame, "stage": "frozen"}))
    rows = draw(frozen, SIZES[1])[1]
    assert "FROZEN" in rows["top"][1].text
    assert frozen.choices == []


def test_the_walked_line_of_the_log_is_marked_without_colour_too() -> None:
    state = _first()
    state.log_at = len(state.log) - 2
    rows = Logbook().sight(state, 60, 8)
    assert sum(row.text.startswith(">") for row in rows) == 1


anything = st.text(st.characters(), max_size=40) | st.sampled_from(["[/", "[b]x", "{n}", "%s"])


@pytest.mark.report("Textualize/textual#6155")
@given(names=st.lists(anything, min_size=4, max_size=4), said=anything, stage=st.booleans())
def test_any_name_and_any_chat_go_through_every_pane(
    names: list[str], said: str, stage: bool
) -> None:
    frame = next(frames(seed=1, seats=4))[0] if stage else waiting_frame(4)
    for seat, name in zip(frame["seats"], names, strict=True):
        seat["name"] = name
    frame["chat"] = [ChatLine(seat=1, name=names[1], text=said)]
    frame["watchers"] = names
    state = TableState.begin(frame)
    for size in SIZES:
        places, rows = draw(state, size)
        for pane in rows.keys() & places.keys():
            for row in rows[pane]:
                strip = strip_of(row, Colour.SURFACE, load(), places[pane].width)
                assert strip.cell_length == places[pane].width
                assert cell_len(strip.text) == places[pane].width
                assert strip.text.isprintable()
