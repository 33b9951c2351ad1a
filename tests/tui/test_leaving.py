"""Giving a seat up for good in a game, and taking somebody's: what is said before it is done."""

from __future__ import annotations

from server.api import Stage
from server.requests import AddBot, Ready, RemoveBot, Sit, Stand, StepOut, encode
from tests.tui.duels import moments
from tests.tui.lines import at_table
from tests.tui.sessions import BO, eventually, page_of, session, start, state_of
from tests.tui.tables import frames
from tests.tui.test_screens_commands import Sent
from tests.tui.test_screens_no81 import hub as no81_hub
from tests.tui.test_screens_no81 import table as no81_table
from tui.actions import table as commands
from tui.line.seats import changes
from tui.messages import seat_kind
from tui.screens.state import TableState
from tui.texts import leaving
from tui.texts.notices import table_line


def duel(*, stand_in: int = -1) -> Sent:
    """Return a page of a game of No.81 off the screen, as its host sees it at the first ask."""
    found, _asked = next(moments(3, 3, viewers=(0,)))
    frame = found[0]
    if stand_in >= 0:
        frame["seats"][stand_in] |= {"kind": "bot", "stand_in": True}
    return Sent(TableState.begin(frame))


def test_only_a_living_seat_of_a_game_with_such_a_rule_dies() -> None:
    state = duel().state
    assert state is not None
    assert state.dies(1)
    assert not state.dies(-1)
    view = state.frame["view"]
    assert view is not None
    view["seats"][1]["alive"] = False
    assert not state.dies(1)
    assert state.dies(0)
    other = TableState.begin(next(frames(seed=1, seats=3))[0])
    assert not other.dies(0)


def test_the_host_takes_a_seat_that_a_bot_plays_for_whoever_is_away() -> None:
    take, absent = commands.Take(), commands.StandIn()
    page = duel()
    assert page.stage is Stage.PLAYING
    assert not take.available(page)
    page = duel(stand_in=1)
    assert take.available(page) is not absent.available(page)
    for text in ("2", "", "two"):
        page.take(text)
    assert page.requests == [RemoveBot(seat=1)]
    state = page.state
    assert state is not None
    state.frame["host"] = False
    assert not take.available(page)


async def test_leaving_no81_says_that_the_character_dies_and_is_asked_twice() -> None:
    async with no81_hub() as place:
        code = await no81_table(place, "coldwarm", 2)
        async with session(place, code=code) as (app, terminal):
            await start(app, terminal)
            await eventually(lambda: page_of(app).asking)
            for key in (b"u", b"n", b"u"):
                await terminal.type(key)
                assert page_of(app).seated
            await terminal.until("your character dies")
            await terminal.type(b"u")
            await eventually(lambda: not page_of(app).seated)
            assert state_of(app).frame["seats"][0]["kind"] == "gone"


async def test_in_lines_too_leaving_says_what_it_means_and_is_asked_twice() -> None:
    async with no81_hub() as place:
        code = await no81_table(place, "coldwarm", 2)
        async with at_table(place, code) as wire:
            wire.type("start")
            await wire.until("Your turn", "character")
            wire.type("stand")
            await wire.until(leaving.stand_again(dies=True))
            mark = len(wire.out)
            wire.type("stand")
            # The bots may have played it to its end by then.
            await wire.until("left the game for good", "GAME OVER", start=mark)


async def test_in_lines_the_host_takes_a_seat_by_a_word_that_is_asked_twice() -> None:
    async with no81_hub() as place:
        code = await no81_table(place, "coldwarm", 3, bots=1)
        seats = place._tables[code]
        bo = place.table(BO, code)
        for request in (Sit(seat=2), Ready(ready=True)):
            bo.send(encode(request))
        await eventually(lambda: seats.state.seats[2].ready)
        async with at_table(place, code) as wire:
            wire.type("start")
            await wire.until("your character")
            bo.send(encode(StepOut()))
            await eventually(lambda: seats.state.seats[2].stand_in)
            wire.type("take 3", "who", "take 3")
            await wire.until("Type 'take 3' again")
            assert "is here" not in wire.errors
            wire.type("take 3")
            await wire.until("belongs to a player who is here")
            bo.close()
            await eventually(lambda: all(c.who != BO for c in seats.channels))
            wire.type("take 3", "take 3")
            await eventually(lambda: seats.state.seats[2].kind == "gone")


def test_the_sentences_name_who_and_what() -> None:
    assert "dies" in leaving.take_again(2, "Bo", dies=True)
    assert "a bot plays it on" in leaving.take_again(2, "Bo", dies=False)
    assert "Bo" in leaving.take_again(2, "Bo", dies=False)
    for say in (leaving.take_which, leaving.stand_again):
        assert say(dies=True) != say(dies=False)
    assert "u" in leaving.give_up_again("u", dies=True)


def test_a_seat_that_nobody_plays_any_more_is_told_once_and_shown_as_such() -> None:
    before, _asked = next(moments(3, 3, viewers=(0,)))
    after, _asked = next(moments(3, 3, viewers=(0,)))
    after[0]["seats"][1] |= {"kind": "gone"}
    assert changes(before[0], after[0], ("Ann", "Bo", "Cy")) == []
    assert seat_kind("gone") == "gone"
    assert "Bo left the game for good" in table_line("left", "Bo")


def test_in_a_game_without_such_a_rule_the_seat_is_given_up_as_ever() -> None:
    page = Sent(TableState.begin(next(frames(seed=1, seats=3))[0]))
    page.give_up()
    page.give_up()
    page.stand_in()
    assert page.requests == [Stand(game_no=1), AddBot(seat=2)]
