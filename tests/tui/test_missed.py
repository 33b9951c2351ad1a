"""A return to a table: what was missed, where the game stands, and one key to go on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from engine.registry import GAMES
from server.absent import Late
from server.api import Stage, TableFrame
from server.codes import Code
from server.hub import LocalHub
from server.requests import Here, Seen, StepIn, StepOut
from tests.e2e.harness import ServerProcess
from tests.e2e.in_process import Player, open_client, start_until_asked
from tests.languages import SPOKEN
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.scenes import SIZES, draw, text_of
from tests.tui.sessions import (
    asked,
    at_stage,
    eventually,
    hub,
    page_of,
    session,
    state_of,
    table_for,
)
from tests.tui.tables import frames, waiting_frame
from tests.tui.test_screens_commands import Sent
from tui.app import UndertableApp
from tui.i18n import begin
from tui.screens import missed
from tui.screens.form import Form
from tui.screens.logbook import Logbook
from tui.screens.scene import SceneInput
from tui.screens.state import MADE_UP, MISSED, TABLE_LINE, TableState
from tui.widgets.lines import BLANK


@pytest.fixture(params=SPOKEN)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    begin(request.param)
    yield request.param
    begin()


def back(seen: int | None, moments: int = 12, **changes: Any) -> TableState:
    """Return what a session knows that comes back after so many moments of a game."""
    played = list(frames(seed=1, seats=3))[:moments]
    events = [event for moment in played for event in moment[0]["events"]]
    frame = {**played[-1][0], "events": events, **changes}
    if seen is not None:
        frame["seen"] = seen
    return TableState.begin(cast("TableFrame", frame))


def drawn(state: TableState, size: Size) -> dict[str, str]:
    places = missed.SCENE.plan(size, state, False)
    rows = missed.SCENE.draw(
        SceneInput(
            state=state,
            places=places,
            logbook=Logbook(),
            notice=BLANK,
            footer=lambda _cells: BLANK,
            left=12.0,
        )
    )
    for pane in rows.keys() & places.keys():
        assert len(rows[pane]) <= places[pane].height
        assert all(cell_len(row.text) <= places[pane].width for row in rows[pane])
    return {pane: text_of(rows[pane]) for pane in rows.keys() & places.keys()}


def line(code: str, at: int, seat: int = 1, name: str = "Bo") -> dict[str, Any]:
    return {"code": code, "seat": seat, "name": name, "at": at}


# --- the list ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_list_holds_what_was_not_shown_and_says_where_the_game_stands(
    size: Size, language: str
) -> None:
    whole = back(0)
    everything = len(whole.events)
    for seen in (0, everything // 2, everything - 2):
        state = back(seen)
        assert missed.has_missed(state)
        panes = drawn(state, size)
        assert "0:20" in panes["top"]  # the clock, in steps
        for name in ("Ann", "Bo"):
            assert name in panes["ring"]
        log = [row for row in panes.get("log", "").splitlines() if row.strip()]
        assert log
        assert log[0].strip()[0].isdigit() or language != "en"


def test_nothing_that_was_shown_is_told_again() -> None:
    whole = back(0)
    entries = len(whole.log)
    half = len(whole.events) // 2
    state = back(half)
    assert state.missed == len(whole.events) - half
    assert [e for e in state.log if e["kind"] != MISSED] == whole.log
    assert not missed.has_missed(back(len(whole.events)))
    assert not missed.has_missed(back(None))
    assert not missed.has_missed(TableState.begin(waiting_frame()))
    assert entries == len(whole.events)


@pytest.mark.parametrize("size", SIZES)
def test_a_long_absence_shows_the_newest_and_says_so(size: Size) -> None:
    moments = list(frames(seed=3, seats=3))
    state = back(0, moments=len(moments))
    panes = drawn(state, size)
    if "log" in panes:
        assert "table; the newest:" in panes["log"]


def test_a_private_lesson_stands_in_the_private_pane_alone() -> None:
    for seed in range(1, 12):
        played = list(frames(seed=seed, seats=3))
        events = [event for moment in played for event in moment[0]["events"]]
        frame = {**played[-1][0], "events": events, "seen": 0}
        state = TableState.begin(cast("TableFrame", frame))
        lessons = [state.presenter.mine(event, state.names) for event in events]
        if not any(lessons):
            continue
        panes = drawn(state, SIZES[2])
        public = "".join(text for pane, text in panes.items() if pane != "mine")
        newest = [text for text in lessons if text][-1]
        assert newest[:30] in panes["mine"]
        assert newest not in public
        return
    raise AssertionError


def test_a_spectator_has_missed_nothing() -> None:
    state = TableState.begin(next(frames(seed=1, seats=3))[-1])
    assert not missed.has_missed(state)


# --- lines of the table ------------------------------------------------------------------------


def test_lines_of_the_table_stand_where_they_happened_also_after_a_return(language: str) -> None:
    moments = list(frames(seed=1, seats=3))[:6]
    live = TableState.begin(moments[0][0])
    for number, moment in enumerate(moments[1:], start=1):
        frame = cast("TableFrame", dict(moment[0]))
        if number == 3:
            frame["lines"] = [line("time_out_safe", frame["seq"] - len(frame["events"]))]  # type: ignore[list-item]
        live.take(frame)
    said = [index for index, event in enumerate(live.log) if event["kind"] == TABLE_LINE]
    assert len(said) == 1
    at = moments[3][0]["seq"] - len(moments[3][0]["events"])
    assert said[0] == at
    later = back(None, moments=6, lines=[line("time_out_safe", at)])
    assert [e for e in later.log if e["kind"] != MISSED] == live.log
    text = text_of(Logbook().sight(live, 70, 200))
    assert live.names[1] in text


def test_a_line_about_a_seat_that_was_given_up_names_who_left() -> None:
    state = back(None, lines=[line("given_up", 3, seat=2, name="Gone"), line("bot_plays", 4)])
    text = text_of(Logbook().sight(state, 70, 300))
    assert "Gone left their seat" in text
    assert "A bot plays for Bo now" in text
    strange = back(None, lines=[line("of_tomorrow", 3), line("back", 4, seat=9, name="Who")])
    assert "Who" in text_of(Logbook().sight(strange, 70, 300))


def test_help_on_a_line_that_the_page_made_up_is_the_help_of_the_whole_page() -> None:
    state = back(3, lines=[line("bot_plays", 4)])
    page = Sent(state)
    helped = set()
    for at, event in enumerate(state.log):
        state.log_at = at
        made_up = event["kind"] in MADE_UP
        assert (page.help_lead() is None) == made_up
        helped.add(made_up)
    assert helped == {True, False}


# --- keys --------------------------------------------------------------------------------------


def test_any_key_leaves_the_list_and_does_nothing_else() -> None:
    for key in ("enter", "a", "u", "q", "escape", "1"):
        page = Sent(back(3))
        assert page.state is not None
        page.state.returning = True
        assert page.key(key)
        assert not page.state.returning
        assert page.requests == []


def test_stepping_out_is_asked_twice_and_stepping_in_once() -> None:
    page = Sent(back(None))
    page.step_out()
    page.other_key("n")
    page.step_out()
    assert page.requests == []
    page.other_key("o")
    page.step_out()
    assert page.requests == [StepOut()]
    assert page.state is not None
    page.state.frame["seats"][0]["stand_in"] = True
    assert page.out
    page.step_in()
    assert page.requests[1:] == [StepIn()]


def test_a_key_tells_the_table_that_a_player_is_there_only_where_it_thinks_otherwise() -> None:
    page = Sent(back(None))
    page._arrived = time.monotonic()
    key = cast("Any", None)
    page.on_key(key)
    assert page.requests == []
    page._warned = True
    page.on_key(key)
    page.on_key(key)
    assert page.requests == [Here()]
    assert page.state is not None
    page.state.frame["seats"][0]["away"] = True
    page.on_key(key)
    assert page.requests == [Here(), Here()]


def test_a_key_says_that_what_stood_on_the_screen_was_read() -> None:
    page = Sent(back(None))
    page._arrived = time.monotonic() - 2
    key = cast("Any", None)
    page.on_key(key)
    page.on_key(key)
    assert page.state is not None
    assert page.requests == [Seen(game_no=1, seq=page.state.frame["seq"])]
    page = Sent(back(3))
    assert page.state is not None
    page.state.returning = True  # the key that leaves the list has read nothing yet
    page.on_key(key)
    assert page.requests == []


def test_the_form_offers_clocks_by_name_and_keeps_an_older_tables_own() -> None:
    form = Form.new(GAMES["love_letter"])
    clocks = next(choices for name, choices, _ in form.fields() if name == "clock")
    assert clocks == ("0", "300", "90", "20")
    assert form.clock == 90
    form.clock = 60
    clocks = next(choices for name, choices, _ in form.fields() if name == "clock")
    assert clocks[-1] == "60"
    assert form.turn("clock", 1).clock == 0
    assert form.turn("late", 1).late == Late.BOT


# --- whole sessions ----------------------------------------------------------------------------


async def _leave_and_play_on(place: LocalHub, code: str) -> None:
    """Let Ann see the start of a game, go, and a bot play for her until somebody asks again."""
    async with session(place, code=code) as (app, terminal):
        await asked(app, terminal)
        page = page_of(app)
        await eventually(lambda: page._told_seen[1] == state_of(app).frame["seq"])
        await terminal.type(b"oo")
        await eventually(lambda: state_of(app).out or page.over)


async def _first(app: UndertableApp, terminal: FakeTerminal) -> str:
    await eventually(lambda: app.screen.__class__.__name__ == "TablePage")
    await eventually(lambda: page_of(app).state is not None)
    await terminal.settle()
    return terminal.text()


@pytest.mark.parametrize("language", SPOKEN)
async def test_a_new_session_begins_with_what_happened_since_the_last_one(language: str) -> None:
    async with hub() as place:
        code = await table_for(place)
        await _leave_and_play_on(place, code)
        async with session(place, code=code, language=language) as (app, terminal):
            text = await _first(app, terminal)
            assert state_of(app).returning
            title = {
                "en": "since you last saw this table",
                "zh_Hant": "你離開後有",
                "zh_Hans": "你离开后有",
            }[language]
            assert title in text
            await terminal.type(b"u")
            await terminal.settle()
            assert not state_of(app).returning
            assert page_of(app).seated
            assert title not in terminal.text()
            page = page_of(app)
            await eventually(lambda: page._told_seen[1] == state_of(app).frame["seq"])
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, str(Stage.OVER))
            assert not state_of(app).returning


async def test_a_server_that_was_killed_still_knows_what_was_shown(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", "--bot-delay", "0.05").start()
    try:
        who = Player(name="ann")
        ann = await open_client(server.port, who)
        await ann.until("join by code")
        ann.send(b"n")
        await ann.until("New table")
        ann.send(b"\r")
        await ann.until("Join code")
        await start_until_asked(ann)
        await asyncio.sleep(1.4)  # what is on the screen counts as seen after a second
        ann.send(b"o", b"o")
        await ann.until(lambda c: c.shows("OUT") or c.shows("GAME OVER"))
        ann.cut()
        await asyncio.sleep(0.5)
        server.kill()
        server.start()
        back = await open_client(server.port, who)
        back.reads_missed = False
        listed = "Any key goes to the table; it does nothing else."
        await back.until(lambda c: c.shows(listed) or c.shows("your seat"))
        if not back.shows(listed):
            back.send(b"\r")  # a game that is over is not gone to by itself
        await back.until(lambda c: "since you last saw this table" in c.text)
        assert "is dealt a card" not in back.text  # that was on the screen before
        back.cut()
    finally:
        server.kill()


async def test_the_warning_rings_and_says_how_long() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            page, bells = page_of(app), terminal.sent.count(b"\a")
            page._notice(
                {"t": "notice", "level": "info", "code": Code.TIME_SHORT, "params": {"seconds": 10}}
            )
            await terminal.settle()
            assert "10 seconds left" in terminal.text()
            assert terminal.sent.count(b"\a") == bells + 1
            await terminal.type(b"n")
            assert "10 seconds left" not in terminal.text()


async def test_a_screen_that_is_not_reached_has_shown_nothing() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            terminal.slow = True  # answers to fences are kept back from here on
            page = page_of(app)
            told = page._told_seen
            page._seen()
            assert page._told_seen == told
            terminal.answer_fences()
            assert page._told_seen[1] == state_of(app).frame["seq"]


def test_everybody_sees_who_is_away_and_for_whom_a_bot_plays(language: str) -> None:
    moment = next(frames(seed=1, seats=4))
    for viewer in (0, 3, -1):
        frame = moment[viewer]
        frame["seats"][0] |= {"kind": "bot", "stand_in": True}
        frame["seats"][3]["away"] = True
        state = TableState.begin(frame)
        rows = [row.text for row in draw(state, SIZES[1])[1]["ring"]]
        words = {
            "en": ("bot", "away"), "zh_Hant": ("電腦", "離線"), "zh_Hans": ("电脑", "离线"),
        }[language]  # fmt: skip
        assert "Ann" in rows[0]
        assert words[0] in rows[0]
        assert (words[1] in rows[3]) == (viewer != 3)
        assert state.out == (viewer == 0)
        if viewer == 0 and language == "en":
            state.frame["ask"] = None
            top = text_of(draw(state, SIZES[1])[1]["top"])
            assert "A bot plays for you. Press o to step in." in top
