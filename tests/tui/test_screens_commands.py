"""Commands: every one is told, and no key means two things at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from engine.registry import GAMES
from server.api import Beat
from server.requests import AddBot, Mute, RemoveBot, TableRequest, Unmute
from tests.tui.sessions import (
    BO,
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
from tui.actions import table as during
from tui.actions.command import AnyCommand
from tui.screens.create import CreatePage
from tui.screens.form import OFF, ON, Form
from tui.screens.help import HelpPage
from tui.screens.lobby import LobbyPage
from tui.screens.looks import LooksPage
from tui.screens.state import TableState
from tui.screens.table import TablePage

PAGES = (LobbyPage, TablePage, CreatePage, HelpPage, LooksPage)
GLOBAL = {"?", "z", "g"}


class Sent(TablePage):
    """A table page off the screen: what it sends is kept."""

    def __init__(self, state: TableState) -> None:
        super().__init__("FROG-71")
        self.state = state
        self.requests: list[TableRequest] = []

    def send(self, request: TableRequest) -> None:
        self.requests.append(request)

    def draw(self) -> None:
        """There is nothing to draw on."""


def tables() -> Iterator[Sent]:
    """Return pages in every stage, for host, player and spectator, with bots and absent people."""
    moments = list(frames(seed=1, seats=3))
    for moment in (moments[0], moments[-1]):
        for viewer in (0, 1, -1):
            yield Sent(TableState.begin(moment[viewer]))
    for viewer, free in product((0, 1, -1), (True, False)):
        frame = waiting_frame(4, viewer)
        if free:
            frame["seats"][3] |= {"kind": "empty", "online": False}
        yield Sent(TableState.begin(frame))


def available(page: Sent) -> list[AnyCommand]:
    # The host's desk depends on the App, which is not there.
    return [c for c in page.commands if c.keys != ("!",) and c.available(page)]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_has_a_key_a_label_and_a_line_of_help(page: type[TablePage]) -> None:
    assert page.commands
    for command in page.commands:
        assert command.keys
        assert command.label
        assert command.help.endswith(".")


def test_no_key_means_two_things_at_once() -> None:
    for page in tables():
        keys = [key for command in available(page) for key in command.keys]
        assert len(keys) == len(set(keys)), keys


def test_keys_of_every_page_keep_their_meaning() -> None:
    for page in PAGES:
        for command in page.commands:
            if GLOBAL & set(command.keys):
                assert len(command.keys) == 1


def test_only_the_host_is_offered_what_only_the_host_may_do() -> None:
    for page in tables():
        labels = {command.label for command in available(page)}
        if not page.hosting:
            assert not labels & {"start", "add bot", "remove bot", "options", "absent", "mute"}


def test_the_host_may_let_a_bot_stand_in_and_frees_a_seat_before_a_start() -> None:
    playing = Sent(TableState.begin(next(frames(seed=1, seats=3))[0]))
    playing.stand_in()
    assert playing.requests == [AddBot(seat=2)]
    waiting = Sent(TableState.begin(waiting_frame(3)))
    waiting.stand_in()
    assert waiting.requests == [RemoveBot(seat=2)]


def test_the_host_mutes_a_seat_by_its_number_and_by_the_same_number_lets_it_be_heard() -> None:
    state = TableState.begin(next(frames(seed=1, seats=3))[0])
    page = Sent(state)
    command = during.Mute()
    assert not command.available(page)
    state.frame["beat"] = Beat(told=1, at=0.0, ends=0.0)
    assert command.available(page) is True
    page.mute("4")
    state.frame["muted"] = [4]
    page.mute("4")
    page.mute("")
    page.mute("four")
    assert page.requests == [Mute(seat=4), Unmute(seat=4)]


async def test_giving_up_a_seat_in_a_game_is_asked_twice() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            for keys in (b"u", b"n", b"u"):
                await terminal.type(keys)
                assert page_of(app).seated
            await terminal.type(b"u")
            await eventually(lambda: not page_of(app).seated)


async def test_the_palette_does_what_is_picked() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            await terminal.type(b"\x10")
            assert not isinstance(app.screen, TablePage)
            await terminal.type(b"s")
            await eventually(lambda: isinstance(app.screen, TablePage))
            await eventually(lambda: page_of(app).stage != "waiting")


async def test_watching_takes_no_seat() -> None:
    async with hub() as place:
        await table_for(place, bots=1)
        async with session(place, who=BO) as (app, terminal):
            await terminal.type(b"w")
            await at_stage(app, terminal, "waiting")
            await terminal.settle()
            assert not page_of(app).seated
            assert page_of(app).free


@pytest.mark.parametrize("game", list(GAMES))
def test_every_value_of_the_form_is_one_that_the_game_takes(game: str) -> None:
    form = Form.new(GAMES[game])
    assert form.check() is None
    for name, choices, value in form.fields():
        assert value in choices, name
        turned = value
        for _ in choices:
            form = form.turn(name, 1)
            turned = next(v for n, _c, v in form.fields() if n == name)
        assert turned == value, name
        form = form.turn(name, 1).turn(name, -1)
        assert form.check() is None


def test_a_form_that_is_longer_than_the_screen_says_which_rows_are_in_sight() -> None:
    whole = CreatePage._title("New table", 0, 19, 19, 80)
    cut = CreatePage._title("New table", 2, 19, 21, 80)
    assert "of" not in whole.text
    assert cut.text.rstrip().endswith("3-21 of 21")


def test_each_choice_of_a_several_choice_option_is_a_flag() -> None:
    form = Form.new(GAMES["love_letter"])
    flags = [name for name, choices, _ in form.fields() if choices == (OFF, ON) and "=" in name]
    form = form.turn(flags[0], 1)
    option, _sign, choice = flags[0].partition("=")
    assert form.options[option] == (choice,)
    other = Form.new(form.game)
    other.take(form.options)
    assert other.options == form.options


async def test_panes_follow_when_seats_are_added_or_a_seat_is_given_up() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            await terminal.type(b"x")
            await terminal.type(b"o")
            await terminal.type(b"\x1b[D\r")  # three seats instead of four
            await eventually(
                lambda: isinstance(app.screen, TablePage) and len(state_of(app).names) == 3
            )
            await terminal.settle()
            assert page_of(app).panes["ring"].size.height == 4
            await asked(app, terminal)
            assert page_of(app).panes["mine"].size.height == 6
            await terminal.type(b"u")
            await terminal.type(b"u")
            await eventually(lambda: not page_of(app).seated)
            await terminal.settle()
            assert page_of(app).panes["mine"].size.height != 6
