"""First-time notes: each is met in real games, fits beside the game, and comes once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from textual.geometry import Size

from engine.registry import GAMES
from server.api import TableFrame
from tests.tui import diaries, duels, tables
from tests.tui.lines import at_table
from tests.tui.scenes import SIZES, draw, text_of
from tests.tui.sessions import (
    ANN,
    BO,
    eventually,
    hub,
    page_of,
    session,
    start,
    state_of,
    table_for,
)
from tui.games import presenter
from tui.i18n import LANGUAGES, begin
from tui.screens.settings import SETTINGS
from tui.screens.state import TableState
from tui.screens.table import TablePage
from tui.texts.no81.tips import Tip
from tui.texts.tips import General
from tui.tips import SHOWN, Read, Tipping, all_tips, over, said, tip_for
from tui.tips import Tip as Note
from tui.widgets.lines import width

FIRST = {str(tip) for tip in General}


def games(game: str) -> Iterator[TableFrame]:
    match game:
        case "love_letter":
            for seed in range(4):
                options = {"wins": "2"} if seed else {}
                for moment in tables.frames(seed, 3, options):
                    yield from moment.values()
        case "future_diary":
            for seed in (1, 2):
                viewers = tuple(range(8))
                for moment in diaries.moments(seed, 8, viewers, {"quiet": "3"}):
                    yield from moment.values()
        case _no81:
            played = ((4, "coldwarm", 0), (2, "karma", 1), (4, "series", 2), (2, "coldwarm", 3))
            for seats, mode, seed in played:
                # Whoever plays at random breaks its mind, and plays for very long.
                bot = "random" if seed == 3 else "heuristic"
                viewers = tuple(range(seats))
                for moments, _asked in duels.moments(seed, seats, mode, viewers, bot):
                    yield from moments.values()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_note_of_a_game_is_due_at_some_moment_of_real_games(game: str) -> None:
    wanted: set[str] = set()
    states: dict[int, TableState] = {}
    for frame in games(game):
        seat = frame["you"]
        if seat not in states or frame["seq"] < states[seat].frame["seq"]:
            states[seat] = TableState.begin(frame)
        else:
            states[seat].take(frame)
        tips = all_tips(states[seat])
        wanted = wanted or {tip.id for tip in tips} - FIRST - {Tip.ATTRITION.value}
        wanted -= {tip.id for tip in tips if tip.id in wanted and tip.due(states[seat])}
        if not wanted:
            return
    assert not wanted


def test_the_note_on_attrition_waits_for_the_last_round_to_be_over() -> None:
    frame = next(f for f in games("no81") if f["view"] is not None)
    state = TableState.begin(frame)
    note = next(tip for tip in all_tips(state) if tip.id == Tip.ATTRITION)
    assert frame["view"] is not None
    limit = frame["view"]["round_limit"]
    for played in (0, limit, limit + 1):
        state.frame = {**frame, "view": {**frame["view"], "round": played}}
        assert note.due(state) == (played > limit)


def test_notes_have_ids_of_their_own_and_are_few() -> None:
    ids: list[str] = []
    for game in GAMES:
        state = TableState.begin({**tables.waiting_frame(4), "game": game})
        own = [tip.id for tip in all_tips(state) if tip.id not in FIRST]
        assert 6 <= len(own) <= 12
        assert all(tip.startswith(game) for tip in own)
        ids += own
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("language", [language.id for language in LANGUAGES])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_note_has_room_over_the_log_at_every_size(game: str, language: str) -> None:
    begin(language)
    asked = (f for f in games(game) if f["you"] == 0 and f["ask"] is not None)
    kinds = {f["ask"]["kind"]: f for f, _n in zip(asked, range(80), strict=False) if f["ask"]}
    for size, frame in product(SIZES, kinds.values()):
        state = TableState.begin(frame)
        state.returning = False
        places, rows = draw(state, size, left=30.0)
        for tip in all_tips(state):
            for lines in (False, True):
                assert "{" not in said(tip, lines=lines)
            drawn = over(rows, places, said(tip))
            assert drawn is not None, (size, tip.id)
            covered = [name for name in drawn if drawn[name] is not rows.get(name)]
            assert covered == ["log" if "log" in places else "mine"]
            assert drawn["top"] == rows["top"]
            assert drawn["dock"] == rows["dock"]
            for row in drawn[covered[0]]:
                assert width(row) <= places[covered[0]].width
            assert "Esc" in text_of(drawn[covered[0]])


def test_a_note_that_was_read_or_is_not_wanted_is_never_due() -> None:
    state = TableState.begin(tables.waiting_frame(4))
    read = Read()
    met: list[str] = []
    while (tip := tip_for(state, read)) is not None:
        met.append(tip.id)
        read = read.and_read(tip)
    assert met == [General.NOTES, General.WAITING]
    settings = {name: True for tip in met for name in Read.setting(_tip(state, tip))}
    assert tip_for(state, Read.of(settings)) is None
    assert tip_for(state, Read.of({SHOWN: False})) is None
    assert tip_for(state, Read.of({SHOWN: True})) is not None


def _tip(state: TableState, tip_id: str) -> Note:
    return next(tip for tip in all_tips(state) if tip.id == tip_id)


def test_what_was_missed_and_hints_come_before_notes() -> None:
    frame = next(f for f in games("love_letter") if f["ask"] is not None)
    state = TableState.begin(frame)
    state.returning = True
    assert tip_for(state, Read()) is None
    state.returning, state.hinting = False, True
    assert tip_for(state, Read()) is None


@pytest.mark.parametrize("game", list(GAMES))
def test_while_the_private_pane_is_hidden_no_note_tells_what_its_player_sees(game: str) -> None:
    due = 0
    for frame, _n in zip(games(game), range(60), strict=False):
        state = TableState.begin(frame)
        state.returning = False
        due += tip_for(state, Read()) is not None
        state.hidden = True
        assert tip_for(state, Read()) is None
    assert due


# --- in a session ------------------------------------------------------------------------------


async def test_esc_closes_a_note_for_good_and_does_nothing_else() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code) as (app, terminal):
            await terminal.until("Notes like this come once")
            await terminal.type(b"\x1b")
            await eventually(lambda: General.NOTES in app.tips.ids)
            await terminal.settle()
            assert isinstance(app.screen, TablePage)
            assert "Notes like this come once" not in terminal.text()
        record = await home.player(ANN)
        assert General.NOTES in Read.of(record["settings"]).ids
        async with session(home, code=code) as (app, terminal):
            await terminal.until("Friends come in by the code")
            assert "Notes like this come once" not in terminal.text()


async def test_notes_can_be_switched_off_in_the_settings_and_on_again() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code) as (app, terminal):
            await terminal.until("Notes like this come once")
            table = page_of(app)
            await terminal.type(b"\x0f")  # Ctrl-O
            row = [setting.label for setting in SETTINGS].index("First-time notes")
            await eventually(lambda: app.screen is not table)
            await terminal.type(b"\x1b[B" * row + b"\r")
            await eventually(lambda: not app.tips.shown)
            await terminal.type(b"\x1b")
            await eventually(lambda: app.screen is table)
            await terminal.settle()
            assert "Notes like this" not in terminal.text()
            assert (await home.player(ANN))["settings"][SHOWN] is False
            await terminal.type(b"\x0f")
            await eventually(lambda: app.screen is not table)
            await terminal.type(b"\x1b[B" * row + b"\r")
            await eventually(lambda: app.tips.shown)
            await terminal.type(b"\x1b")
            await terminal.until("Notes like this come once")


async def test_a_watcher_is_told_what_watching_is_and_nobody_elses_notes_are_touched() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code) as (app, terminal):
            await start(app, terminal)
            async with session(home, BO, code=code, watch=True) as (other, watching):
                await eventually(lambda: isinstance(other.screen, TablePage))
                await eventually(lambda: page_of(other).state is not None)
                watch = _tip(state_of(other), General.WATCH)
                assert watch.due(state_of(other)) == page_of(other).started
                await watching.until("Notes like this come once")
                await watching.type(b"\x1b")
                await eventually(lambda: General.NOTES in other.tips.ids)
            assert General.NOTES not in Read.of((await home.player(ANN))["settings"]).ids


async def test_line_mode_says_a_note_once_in_a_line() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with at_table(home, code) as wire:
            await wire.until("note: Notes like this come once")
            wire.type("tips off")
            await wire.until("First-time notes are off.")
            wire.type("tips")
        async with at_table(home, code) as wire:
            wire.type("tips on")
            await wire.until("First-time notes are on.")
            assert "note: Notes like this" not in wire.text
        assert General.NOTES in Read.of((await home.player(ANN))["settings"]).ids


def test_presenters_give_their_notes_in_one_order() -> None:
    for game in GAMES:
        found = presenter(game)
        assert isinstance(found, Tipping)
        assert tuple(found.tips()) == tuple(found.tips())


def test_there_is_no_note_where_there_is_no_room() -> None:
    state = TableState.begin(tables.waiting_frame(4))
    places, rows = draw(state, Size(80, 24))
    left = {name: place for name, place in places.items() if name in {"top", "dock"}}
    assert over(rows, left, "text") is None
