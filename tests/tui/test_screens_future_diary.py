"""Whole games of Future Diary on the real screens: hub, bots, App, driver, terminal emulator."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.chance import Dice
from server.api import Size
from server.hub import LocalHub
from server.requests import CreateTable
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.sessions import (
    ANN,
    BO,
    LIVENESS,
    at_stage,
    eventually,
    hub,
    page_of,
    session,
    start,
    state_of,
    view_of,
)
from tui import i18n
from tui.app import UndertableApp
from tui.i18n import _
from tui.texts import future_diary as fd

OPTIONS = {"pace": "quick"}

pytestmark = pytest.mark.usefixtures("prompt_beats")


async def table_of_five(place: LocalHub, *, bots: int = 4) -> str:
    """Make Ann's table for five."""
    request = CreateTable(game="future_diary", seats=5, options=OPTIONS, clock=0, bots=bots)
    return await place.create(ANN, request)


async def step_is(app: UndertableApp, terminal: FakeTerminal, step: str) -> None:
    """Be ready until ``step`` is on, and wait until it is drawn."""
    async with asyncio.timeout(LIVENESS):
        while page_of(app).stage == "playing" and view_of(app)["step"] != step:
            await ready(app, terminal)
    await terminal.settle()


async def ready(app: UndertableApp, terminal: FakeTerminal) -> None:
    if page_of(app).asking and state_of(app).sent < 0:
        await terminal.type(b"r")
    await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("language", "size"),
    [("en", Size(80, 24)), ("zh_Hant", Size(120, 40)), ("zh_Hant", Size(60, 20))],
)
async def test_a_whole_game_with_bots(language: str, size: Size) -> None:
    async with hub() as place:
        code = await table_of_five(place)
        async with session(place, size=size, language=language, code=code) as (app, terminal):
            await start(app, terminal)
            await step_is(app, terminal, "orders")
            i18n.begin(language)
            view = view_of(app)
            await terminal.until(fd.step_name("orders"))
            await terminal.until(fd.loop_name(view["me"]["loop"]))
            async with asyncio.timeout(LIVENESS):
                while page_of(app).stage == "playing":
                    await ready(app, terminal)
            await terminal.settle()
            over = view_of(app)["over"]
            await terminal.until(_("GAME OVER"))
            await terminal.until(fd.role_name("second"))
            assert fd.verdict_line(over["verdict"]) in terminal.text()
            await terminal.type(b"r")
            assert page_of(app).stage == "over"  # a ready that came late starts no new game
            await terminal.type(b"r")
            await at_stage(app, terminal, "waiting")
            i18n.begin()


async def test_an_order_is_filled_in_sent_and_stands_after_a_return() -> None:
    async with hub() as place:
        code = await table_of_five(place)
        async with session(place, code=code) as (app, terminal):
            await start(app, terminal)
            await step_is(app, terminal, "orders")
            await terminal.type(b"3")
            await terminal.until(_("not sent"))
            await terminal.type(b"\r")
            await eventually(lambda: _("not sent") not in terminal.text())
            await terminal.settle()
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "playing")
            await terminal.type(b" ")  # leaves the list of what was missed, if it is there
            await terminal.settle()
            ask = state_of(app).frame["ask"]
            assert ask is not None
            assert "day=disguise" in ask["context"]["sheet"]
            await terminal.until("day: disguise")


async def test_two_answers_in_a_row_are_each_sent_to_the_ask_that_is_open_then() -> None:
    """An emptied sheet is submitted, and only then is its player ready."""
    async with hub() as place:
        code = await table_of_five(place, bots=3)
        async with (
            session(place, code=code) as (app, terminal),
            session(place, who=BO, code=code) as (other_app, other),
        ):
            await at_stage(other_app, other, "waiting")
            await other.type(b"r")
            await eventually(lambda: state_of(app).frame["seats"][1]["ready"])
            await start(app, terminal)
            await at_stage(app, terminal, "playing")
            await eventually(lambda: page_of(app).asking and state_of(app).sent < 0)
            await terminal.type(b"r")
            await other.type(b"r")
            await terminal.until(fd.step_name("orders"))

            def context() -> dict[str, Any]:
                ask = state_of(app).frame["ask"]
                return {} if ask is None else ask["context"]

            await terminal.type(b"3\r")
            await eventually(lambda: "day=disguise" in context().get("sheet", ()))
            await eventually(lambda: state_of(app).sent < 0)
            await terminal.type(b"0r")
            await eventually(lambda: context().get("ready"))
            assert "day=disguise" not in context()["sheet"]


async def test_a_persona_is_typed_and_talk_is_said_under_it() -> None:
    async with hub() as place:
        code = await table_of_five(place, bots=3)
        async with (
            session(place, code=code) as (app, terminal),
            session(place, who=BO, code=code) as (other_app, other),
        ):
            await at_stage(other_app, other, "waiting")
            await other.type(b"r")
            await eventually(lambda: state_of(app).frame["seats"][1]["ready"])
            await start(app, terminal)
            await at_stage(app, terminal, "playing")
            await terminal.type(b"\rMinene fan\r")
            await eventually(lambda: "Minene fan" in other.text())
            await eventually(lambda: page_of(app).asking and state_of(app).sent < 0)
            await terminal.type(b"r")
            await other.type(b"r")
            await terminal.until(fd.step_name("orders"))
            await terminal.type(b"c[b]hi[/b]\r")
            await other.until("Minene fan: [b]hi[/b]")
            assert "Bo" not in terminal.text().split()  # nobody is called by an account's name


def private_pane(terminal: FakeTerminal) -> str:
    """Return what is drawn for this player alone; the log below names roles and loops to all."""
    return terminal.text().split(_("only you"))[1].split("\n\n")[0]


async def test_hide_takes_role_sheet_and_pages_off_the_screen() -> None:
    async with hub() as place:
        code = await table_of_five(place)
        async with session(place, code=code) as (app, terminal):
            await start(app, terminal)
            await step_is(app, terminal, "orders")
            me = view_of(app)["me"]
            loop = fd.loop_name(me["loop"])
            await eventually(lambda: loop in private_pane(terminal))
            await terminal.type(b"?")
            await terminal.until(fd.field_rules("day")[0][:20])
            await terminal.type(b"h")
            await eventually(lambda: loop not in private_pane(terminal))
            assert _("not ready") not in terminal.text()
            assert fd.field_rules("day")[0][:20] not in terminal.text()
            await terminal.type(b"h")
            await terminal.until(fd.field_rules("day")[0][:20])


async def test_a_spectator_sees_the_ring_and_no_private_pane() -> None:
    async with hub() as place:
        code = await table_of_five(place)
        async with (
            session(place, code=code) as (app, terminal),
            session(place, who=BO, code=code, watch=True) as (watching, other),
        ):
            await start(app, terminal)
            await step_is(app, terminal, "orders")
            await other.until(fd.step_name("orders"))
            assert _("only you") not in other.text()
            for persona in view_of(app)["personas"]:
                assert fd.persona_name(persona) in other.text()
            await other.type(b"c")
            assert not page_of(watching).entry.open  # the players hear no watchers


@pytest.mark.parametrize("seed", range(1))
async def test_a_cat_on_the_keyboard_breaks_nothing(seed: int) -> None:
    """Random keys in a game whose steps go on; nothing a player types may end a session."""
    dice = Dice(f"diary cat {seed}")
    keys = [*"abcdefhijlmnpprrrvwxyz?123456789000 ,.", "\r", "\r", "\x7f", "\x1b[A", "\x1b[B"]
    keys += ["\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x10", "\x0c", "\t", "你", "\x00"]
    async with hub() as place:
        code = await table_of_five(place)
        async with session(place, code=code) as (app, terminal):
            await start(app, terminal)
            await step_is(app, terminal, "orders")
            for _round in range(150):
                burst = "".join(dice.pick(keys) for _ in range(1 + dice.below(6)))
                terminal.feed(burst.encode())
                if dice.below(12) == 0:
                    terminal.resize(60 + dice.below(90), 20 + dice.below(30))
                await asyncio.sleep(0.03)
            await terminal.settle()
            assert not app.failed
            assert app.return_code is None
            assert terminal.lines()[0].strip()


@pytest.mark.rule("FD-15.2")
async def test_the_host_mutes_a_seat_from_the_page_and_the_log_keeps_it() -> None:
    async with hub() as place:
        code = await table_of_five(place)
        async with session(place, code=code) as (app, terminal):
            await start(app, terminal)
            await step_is(app, terminal, "orders")
            await terminal.type(b"t2\r")
            await terminal.until("The host has muted seat 2.")
            await terminal.type(b"t")
            await terminal.until("to be heard again: 2")
            await terminal.type(b"2\r")
            await terminal.until("The host lets seat 2 be heard again.")
