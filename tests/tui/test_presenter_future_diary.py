"""What the table page says of Future Diary, and above all what it does not (FD-16)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from textual.geometry import Size

from engine.event import SPECTATOR
from engine.games.future_diary.terms import EventKind
from server.api import TableFrame
from tests.languages import SPOKEN
from tests.tui.diaries import moments
from tests.tui.scenes import SIZES, draw, text_of
from tui import i18n
from tui.games.future_diary.desk import FutureDiaryDesk
from tui.games.future_diary.pages import Leaf
from tui.screens.logbook import Logbook
from tui.screens.state import TableState
from tui.texts import future_diary as fd
from tui.widgets.lines import width

PUBLIC: dict[str, frozenset[str]] = {
    EventKind.PERSONA: frozenset({"personas"}),
    EventKind.DEALT: frozenset({"personas"}),
    EventKind.CLOSED: frozenset({"act"}),
    EventKind.FORESIGHT: frozenset({"act", "wave"}),
    EventKind.PROMPTS: frozenset({"act"}),
    EventKind.NOTICES: frozenset({"act", "dead"}),
}
"""Public fields of events that also have private ones (``terms.EventKind``)."""
OWN = {
    EventKind.PREDICTED, EventKind.LEARNT, EventKind.PROVED, EventKind.SHEET, EventKind.CREATOR,
    EventKind.SILENCED, EventKind.FORCED, EventKind.PENALTY,
}  # fmt: skip


@pytest.fixture(params=SPOKEN)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.begin(request.param)
    yield request.param
    i18n.begin()


@cache
def _game(seed: int, seats: int, viewers: tuple[int, ...]) -> tuple[dict[int, TableFrame], ...]:
    """Return a game's frames; nothing that draws them changes them."""
    return tuple(moments(seed, seats, viewers))


def _states(seed: int, seats: int, viewer: int) -> Iterator[TableState]:
    state: TableState | None = None
    for moment in _game(seed, seats, (viewer,)):
        if state is None:
            state = TableState.begin(moment[viewer])
        else:
            state.take(moment[viewer])
        yield state


def _desk(state: TableState) -> FutureDiaryDesk:
    assert isinstance(state.desk, FutureDiaryDesk)
    return state.desk


def _scrambled(state: TableState) -> TableState:
    """Return the same table as somebody else would have it who is as ready, dead or alive."""
    other = copy.deepcopy(state)
    view, ask = other.frame["view"], other.frame["ask"]
    assert view is not None
    me = view["me"]
    if me is not None:
        seat = me["seat"] % len(view["personas"]) + 1
        view["me"] = {
            **me, "seat": seat, "role": "murmur", "loop": "first_loop", "partner": None,
            "charge": not me["charge"], "ready_in": 7, "ally": [seat], "night": True,
            "ledger": [], "tokens": ["repeat"], "acts": [], "predictions": [],
        }  # fmt: skip
    view["talk"] = [line for line in view["talk"] if line["channel"] == "public"]
    view["lobby"]["mine"] = "Somebody"
    if ask is not None:
        ask["context"] |= {"form": [], "sheet": [], "verbs": ["ready", "wait"], "channels": []}

    def public(event: Any) -> dict[str, Any] | None:
        if event["kind"] in OWN or (event["kind"] == "said" and event["channel"] != "public"):
            return None
        kept = PUBLIC.get(event["kind"])
        return {k: v for k, v in event.items() if kept is None or k == "kind" or k in kept}

    other.events = [e for e in map(public, other.events) if e is not None]
    other.log = [e for e in map(public, other.log) if e is not None]
    desk = FutureDiaryDesk()
    other.desk = desk
    desk.take(other)
    return other


@pytest.mark.rule("FD-16", "FD-16.1")
@pytest.mark.parametrize("seats", [5, 11])
def test_outside_the_private_pane_nothing_depends_on_what_only_the_viewer_knows(
    seats: int, language: str
) -> None:
    compared = 0
    for state in _states(seed=4, seats=seats, viewer=1):
        if state.stage != "playing":
            continue
        other = _scrambled(state)
        for size in SIZES:
            _, rows = draw(state, size)
            _, others = draw(other, size)
            assert rows.keys() == others.keys()
            for pane in rows.keys() - {"mine"}:
                assert rows[pane] == others[pane], pane
            compared += 1
    assert compared > 30


@pytest.mark.rule("FD-16.1")
def test_a_hidden_private_pane_tells_nothing() -> None:
    for state in _states(seed=5, seats=7, viewer=2):
        if state.stage != "playing":
            continue
        state.hidden = True
        other = _scrambled(state)
        if state.frame["ask"] is not None and other.frame["ask"] is not None:
            other.frame["ask"]["context"]["ready"] = not state.frame["ask"]["context"]["ready"]
        for size in SIZES:
            assert draw(state, size)[1] == draw(other, size)[1]


@pytest.mark.rule("FD-16", "FD-2.6")
def test_nobody_is_called_by_the_name_of_an_account_while_the_game_runs(language: str) -> None:
    for state in _states(seed=6, seats=7, viewer=0):
        text = "\n".join(text_of(rows) for rows in draw(state, Size(120, 40))[1].values())
        assert ("account" in text) == (state.stage == "over")


@pytest.mark.rule("FD-3.3", "FD-16.1", "FD-S88")
@pytest.mark.parametrize("size", SIZES)
def test_every_seat_has_a_pane_of_the_same_shape_in_every_step(size: Size) -> None:
    shapes = set()
    viewers = tuple(range(7))
    states: dict[int, TableState] = {}
    for moment in _game(7, 7, viewers):
        for viewer, frame in moment.items():
            if frame["stage"] != "playing" or frame["view"] is None or not frame["view"]["act"]:
                continue
            if viewer in states:
                states[viewer].take(frame)
            else:
                states[viewer] = TableState.begin(frame)
            places, rows = draw(states[viewer], size)
            assert len(rows["mine"]) == places["mine"].height
            tabs = [
                y for y, row in enumerate(rows["mine"]) if row.text.startswith(" d diary  n known")
            ]
            shapes.add((tuple(sorted(places.items())), tuple(tabs), len(rows["ring"])))
    assert len(shapes) == 1


@pytest.mark.rule("FD-16")
def test_everybody_reads_the_same_log(language: str) -> None:
    viewers = (0, 1, 2, SPECTATOR)
    books = {viewer: Logbook() for viewer in viewers}
    states: dict[int, TableState] = {}
    for moment in _game(8, 7, viewers):
        if len(moment) < len(viewers):
            for viewer, frame in moment.items():
                states[viewer].take(frame)
            continue
        for viewer, frame in moment.items():
            if viewer in states:
                states[viewer].take(frame)
            else:
                states[viewer] = TableState.begin(frame, seen=0)
        logs = [books[viewer].sight(states[viewer], 70, 300) for viewer in viewers]
        assert all(log == logs[0] for log in logs)


@pytest.mark.parametrize("seats", [5, 15])
def test_every_row_fits_its_pane(seats: int, language: str) -> None:
    viewers = (0, SPECTATOR)
    states: dict[int, TableState] = {}
    books = {(viewer, size): Logbook() for viewer in viewers for size in SIZES}
    for moment in _game(seats, seats, viewers):
        for viewer, frame in moment.items():
            if viewer in states:
                states[viewer].take(frame)
            else:
                states[viewer] = TableState.begin(frame)
            for leaf in Leaf:
                _desk(states[viewer]).book.leaf = leaf
                for size in SIZES:
                    book = books[viewer, size]
                    places, rows = draw(states[viewer], size, left=42.0, logbook=book)
                    for pane, lines in rows.items():
                        if pane in places:
                            assert len(lines) <= places[pane].height or pane == "top"
                            assert all(width(row) <= places[pane].width for row in lines), pane


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("stage", ["waiting", "playing", "over"])
@pytest.mark.parametrize("seats", [5, 11, 15])
def test_all_panes_lie_on_the_screen_and_every_seat_has_a_place(
    seats: int, stage: str, size: Size
) -> None:
    frame: Any = {**next(iter(moments(seed=3, seats=seats)))[0], "stage": stage}
    state = TableState.begin(frame)
    for typing in (False, True):
        places, rows = draw(state, size, typing=typing)
        taken: set[tuple[int, int]] = set()
        for region in places.values():
            assert 0 <= region.x <= region.right <= size.width
            assert 0 <= region.y <= region.bottom <= size.height
            cells = {(x, y) for y in region.line_range for x in range(region.x, region.right)}
            assert not cells & taken
            taken |= cells
        assert ("entry" in places) == typing
        assert len(rows["ring"]) <= places["ring"].height
    if stage == "waiting":
        text = text_of(rows["ring"])
        assert all(f"{n} acc" in text for n in range(1, seats + 1))


@pytest.mark.rule("FD-10.6")
def test_the_dead_stand_in_the_ring_with_role_and_loop(language: str) -> None:
    named = 0
    for state in _states(seed=9, seats=9, viewer=SPECTATOR):
        view = state.frame["view"]
        assert view is not None
        rows = draw(state, SIZES[1])[1]["ring"]
        for dead in view["dead"]:
            text = text_of(rows)
            assert fd.role_short(dead["role"]) in text
            assert fd.loop_short(dead["loop"]) in text
            named += 1
    assert named


@pytest.mark.rule("FD-15.4")
def test_the_dead_are_asked_nothing_and_keep_their_pages() -> None:
    read = 0
    for viewer in range(4):
        for state in _states(seed=11, seats=7, viewer=viewer):
            view = state.frame["view"]
            if view is None or view["me"] is None or view["me"]["alive"]:
                continue
            if state.stage != "playing":
                continue
            assert not state.asked
            mine = text_of(draw(state, SIZES[1])[1]["mine"])
            assert i18n._("DEAD") in mine
            assert fd.role_short(view["me"]["role"]) in mine
            read += 1
    assert read


@pytest.mark.rule("FD-15.5")
def test_a_spectator_sees_no_private_pane() -> None:
    for state in _states(seed=12, seats=7, viewer=SPECTATOR):
        if state.stage == "playing":
            places, rows = draw(state, SIZES[1])
            assert places["mine"].height == 1
            assert i18n._("only you") not in text_of(rows["mine"])


@pytest.mark.rule("FD-14.5")
def test_after_the_end_everybody_reads_roles_accounts_and_every_act(language: str) -> None:
    last = None
    for last in _states(seed=13, seats=7, viewer=SPECTATOR):  # noqa: B007
        pass
    assert last is not None
    view, desk = last.frame["view"], _desk(last)
    assert view is not None
    size = Size(120, 40)
    result = text_of(draw(last, size)[1]["mine"])
    for seat in view["revealed"]:
        assert fd.role_name(seat["role"]) in result
    assert "account3" in result
    for act in range(len(view["chronicle"])):
        desk.key(last, ".")
        text = text_of(draw(last, size)[1]["mine"])
        assert i18n._("act {act}", act=act + 1) in text


@pytest.mark.rule("FD-14.5")
def test_a_chronicle_is_read_to_its_end_with_one_key() -> None:
    last = None
    for last in _states(seed=13, seats=7, viewer=0):  # noqa: B007
        pass
    assert last is not None
    view, desk = last.frame["view"], _desk(last)
    assert view is not None
    draw(last, SIZES[1])
    desk.key(last, ".")
    seen: list[str] = []
    for _screen in range(200):
        rows = [row.text for row in draw(last, SIZES[1])[1]["mine"][1:]]
        seen += rows
        desk.key(last, "space")
        if desk.book.top == 0:
            break
    whole = " ".join(" ".join(seen).split())
    for text in fd.chronicle_lines(view["chronicle"][0]["record"], last.cast):
        assert " ".join(text.split()) in whole


def test_v_gives_an_act_the_whole_page_after_the_end() -> None:
    last = None
    for last in _states(seed=13, seats=7, viewer=0):  # noqa: B007
        pass
    assert last is not None
    before, _rows = draw(last, SIZES[1])
    assert _desk(last).key(last, "v") is not None
    after, rows = draw(last, SIZES[1])
    assert after["mine"].height > before["mine"].height
    assert not {"log", "chat"} & after.keys()
    assert len(rows["mine"]) == after["mine"].height


def test_line_mode_can_say_all_of_it(language: str) -> None:
    for state in _states(seed=14, seats=7, viewer=3):
        look = state.presenter
        for said in (look.spoken_hand, look.spoken_table, look.spoken_notes):
            assert all(line and "\n" not in line for line in said(state.frame, state.cast))
        assert look.spoken_table(state.frame, state.cast)
