"""A game seen again on the screen: its places, its eyes, its keys, and what it never shows."""

from __future__ import annotations

import pytest
from textual.geometry import Size

from engine.event import SPECTATOR
from server.api import Tape
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.scenes import SIZES, text_of
from tests.tui.sessions import (
    ANN,
    BO,
    asked,
    at_stage,
    eventually,
    finished,
    hub,
    play_on,
    session,
    state_of,
    table_for,
)
from tui.app import UndertableApp
from tui.games import presenter
from tui.screens.help import HelpPage
from tui.screens.lobby import LobbyPage
from tui.screens.replay import ReplayPage
from tui.screens.replay_reel import ALL, Reel
from tui.screens.replay_scene import Playing, cast, draw, plan
from tui.screens.replays import ReplaysPage
from tui.widgets.lines import width

GAMES = ("love_letter", "future_diary", "no81")
EVERY_SEAT = 4


async def tapes_of(game: str, viewers: tuple[int, ...] = ()) -> list[Tape]:
    async with hub() as home:
        return await home.replay(ANN, await finished(home, game), viewers)


async def reel_of(game: str = "love_letter") -> Reel:
    return Reel(await tapes_of(game, (0, SPECTATOR, 1, 2, 3)))


# --- places ---


async def test_forward_line_by_line_reaches_the_end_and_back_the_beginning() -> None:
    reel = await reel_of()
    there = []
    while reel.step(1, cast(reel)):
        there.append(reel.at)
    assert reel.ended
    back = []
    while reel.step(-1, cast(reel)):
        back.append(reel.at)
    assert reel.at == reel.first
    assert back[:-1] == there[-2::-1]


async def test_whichever_way_one_comes_to_a_place_the_view_there_is_the_same() -> None:
    reel = await reel_of()
    forward = []
    reel.go(reel.first)
    for at in range(reel.first, reel.last + 1):
        reel.go(at)
        forward.append(reel.frame()["view"])
    back = []
    fresh = Reel([reel.tape])
    for at in range(reel.last, reel.first - 1, -1):
        fresh.go(at)
        back.append(fresh.frame()["view"])
    assert back[::-1] == forward


async def test_jumps_go_from_decision_to_decision_and_to_one_by_its_number() -> None:
    reel = await reel_of()
    assert reel.decision == 1
    reel.turn_decision(1)
    assert reel.decision == 2
    assert reel.to_decision(reel.decisions)
    assert reel.decision == reel.decisions
    assert not reel.to_decision(reel.decisions + 1)
    assert not reel.to_decision(0)
    reel.turn_decision(-1)
    assert reel.decision == reel.decisions - 1


async def test_jumps_go_from_round_to_round() -> None:
    async with hub() as home:
        game = await finished(home, "love_letter", 2, options={"wins": "3"})
        reel = Reel(await home.replay(ANN, game))
    begun = [i for i, e in enumerate(reel.tape["events"]) if e["kind"] == "round_started"]
    assert len(begun) >= 3
    for number in range(2, len(begun) + 1):
        reel.turn_chapter(1)
        assert reel.chapter == number
        assert reel.at == begun[number - 1] + 1
    reel.turn_chapter(1)
    assert reel.ended
    reel.turn_chapter(-1)
    assert reel.at == begun[-1] + 1


async def test_other_eyes_see_the_same_moment() -> None:
    reel = await reel_of()
    reel.to_decision(reel.decisions // 2)
    number, public = reel.decision, reel.frame()["view"]
    assert public is not None
    for viewer in (1, SPECTATOR, 2, ALL, 3, 0):
        reel.look(viewer)
        assert reel.decision == number
        view = reel.frame()["view"]
        assert view is not None
        assert (view["deck"], view["mode"]) == (public["deck"], public["mode"])


async def test_a_decision_of_several_questions_has_one_number_through_all_eyes() -> None:
    tapes = await tapes_of("no81", (0, SPECTATOR, 1, 2, 3))
    assert len({len(tape["marks"]) for tape in tapes}) > 1
    reel = Reel(tapes)
    for viewer in (0, 1, 2, 3):
        reel.look(SPECTATOR)
        decisions = reel.decisions
        for number in range(1, decisions + 1, 7):
            reel.look(SPECTATOR)
            assert reel.to_decision(number)
            there, public = reel.decision, reel.mark()
            reel.look(viewer)
            own = reel.mark()
            assert (reel.decision, reel.decisions) == (there, decisions)
            assert own is not None
            assert public is not None
            assert own["waiting"] == public["waiting"]
            assert own["kind"] == public["kind"]
    reel.look(ALL)
    assert reel.to_decision(decisions // 2)
    marks = [mark for seat in range(EVERY_SEAT) if (mark := reel.mark(seat)) is not None]
    assert [mark["decision"] for mark in marks] == [reel.decision] * EVERY_SEAT


async def test_everything_shows_each_hand_as_its_player_held_it() -> None:
    reel = await reel_of()
    reel.look(ALL)
    reel.to_decision(reel.decisions // 2)
    size = Size(120, 40)
    shown = text_of(draw(reel, plan(size, reel), Playing())["mine"])
    names = cast(reel)
    for seat in range(EVERY_SEAT):
        held = reel.presenter.spoken_hand(reel.frame(seat), names)
        assert all(text.split(",")[0][:20] in shown for text in held[:1])


# --- drawing ---


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["love_letter", "future_diary"])
async def test_every_place_fits_every_size_through_all_eyes(game: str, size: Size) -> None:
    seats = 5 if game == "future_diary" else EVERY_SEAT
    async with hub() as home:
        game_id = await finished(home, game, seats)
        tapes = await home.replay(ANN, game_id)
        reel = Reel(tapes)
        for viewer in [*reel.eyes]:
            wanted = reel.missing(viewer)
            reel.look(viewer, await home.replay(ANN, game_id, wanted) if wanted else ())
            for at in {reel.first, reel.last, *[m["at"] for m in reel.tape["marks"]][::7]}:
                reel.go(at)
                places = plan(size, reel)
                rows = draw(reel, places, Playing(keys=[("?", "rule"), ("v", "view")]))
                for name, area in places.items():
                    assert area.bottom <= size.height
                    assert len(rows[name]) <= area.height
                    assert all(width(row) <= size.width for row in rows[name]), (name, game)


# --- the page ---


async def by_id(app: UndertableApp, terminal: FakeTerminal, game: str) -> None:
    """Open a game from the lobby by its id."""
    await eventually(lambda: isinstance(app.screen, LobbyPage))
    await terminal.settle()
    await terminal.type(b"y")
    await eventually(lambda: isinstance(app.screen, ReplaysPage))
    await terminal.type(b"j")
    await terminal.type(game.encode() + b"\r")
    await eventually(lambda: isinstance(app.screen, ReplayPage))


async def test_from_the_lobby_a_game_is_picked_walked_through_and_left() -> None:
    async with hub() as home:
        game = await finished(home, "love_letter")
        async with session(home, ANN) as (app, terminal):
            await terminal.settle()
            await terminal.type(b"y")
            await eventually(lambda: isinstance(app.screen, ReplaysPage) and app.screen.game)
            await terminal.settle()
            assert game[:8] in terminal.text()
            await terminal.type(b"\r")
            await eventually(lambda: isinstance(app.screen, ReplayPage) and app.screen.reel)
            await terminal.settle()
            assert "REPLAY" in terminal.text()
            page = app.screen
            assert isinstance(page, ReplayPage)
            assert page.reel is not None
            first = page.reel.at
            await terminal.type(b"\x1b[C")
            assert page.reel.at > first
            await terminal.type(b"\x1b[B")
            await terminal.type(b"\x1b[F")
            await terminal.settle()
            assert page.reel.ended
            assert "Won by" in terminal.text() or "wins" in terminal.text()
            await terminal.type(b"j")
            await terminal.type(b"2\r")
            await eventually(lambda: page.reel is not None and page.reel.decision == 2)
            await terminal.type(b"v")
            await eventually(lambda: page.reel is not None and page.reel.viewer == 1)
            await terminal.type(b"?")
            await eventually(lambda: isinstance(app.screen, HelpPage))
            await terminal.type(b"\x1b")
            await eventually(lambda: app.screen is page)
            await terminal.type(b"\x1b")
            await eventually(lambda: isinstance(app.screen, ReplaysPage))


async def test_it_plays_by_itself_at_a_speed_and_stands_still_at_a_key() -> None:
    async with hub() as home:
        game = await finished(home, "love_letter")
        async with session(home, ANN) as (app, terminal):
            await by_id(app, terminal, game[:8])
            await eventually(lambda: isinstance(app.screen, ReplayPage) and app.screen.reel)
            page = app.screen
            assert isinstance(page, ReplayPage)
            assert page.reel is not None
            await terminal.type(b"s")
            await terminal.type(b"s")
            await terminal.type(b" ")
            await terminal.settle()
            assert "playing 4x" in terminal.text()
            start = page.reel.at
            await eventually(lambda: page.reel is not None and page.reel.at > start)
            await terminal.type(b"\x1b[D")
            await terminal.settle()
            assert "paused" in terminal.text()


async def test_of_a_running_game_a_player_sees_the_own_past_again_and_no_other_eyes() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, ANN, code=code) as (app, terminal):
            await asked(app, terminal)
            await terminal.type(b"y")
            await eventually(lambda: isinstance(app.screen, ReplayPage) and app.screen.reel)
            page = app.screen
            assert isinstance(page, ReplayPage)
            assert page.reel is not None
            assert page.reel.eyes == [0]
            assert not page.reel.over
            await terminal.type(b"v")
            assert page.reel.viewer == 0
            assert page.reel.tape["seed"] == ""


async def test_the_own_past_is_not_opened_while_the_private_pane_is_hidden() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, ANN, code=code) as (app, terminal):
            await asked(app, terminal)
            table = app.screen
            await terminal.type(b"h")
            await eventually(lambda: state_of(app).hidden)
            await terminal.type(b"y")
            await terminal.settle()
            assert app.screen is table
            await terminal.type(b"h")
            await eventually(lambda: not state_of(app).hidden)
            await terminal.type(b"y")
            await eventually(lambda: isinstance(app.screen, ReplayPage))


async def test_after_a_game_its_table_shows_it_again_whole() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, ANN, code=code) as (app, terminal):
            await asked(app, terminal)
            await play_on(app, terminal)
            await at_stage(app, terminal, "over")
            await terminal.type(b"y")
            await eventually(lambda: isinstance(app.screen, ReplayPage) and app.screen.reel)
            page = app.screen
            assert isinstance(page, ReplayPage)
            assert page.reel is not None
            assert page.reel.eyes == [SPECTATOR, 0, 1, 2, 3, ALL]


async def test_a_stranger_is_told_that_there_is_nothing_or_sees_what_watchers_saw() -> None:
    async with hub() as home:
        game = await finished(home, "love_letter")
        async with session(home, BO) as (app, terminal):
            await by_id(app, terminal, "0" * 8)
            await eventually(lambda: "nothing to be seen" in terminal.text())
            await terminal.type(b"\x1b")
            await eventually(lambda: isinstance(app.screen, ReplaysPage))
            await terminal.type(b"\x1b")
            await eventually(lambda: isinstance(app.screen, LobbyPage))
            await by_id(app, terminal, game[:8])
            await eventually(lambda: isinstance(app.screen, ReplayPage) and app.screen.reel)
            page = app.screen
            assert isinstance(page, ReplayPage)
            assert page.reel is not None
            assert page.reel.eyes == [SPECTATOR]


def test_every_game_has_a_presenter_to_be_seen_again() -> None:
    assert all(presenter(game) for game in GAMES)
