"""Whole games on the real screens: hub, bots, App, driver and a terminal emulator."""

from __future__ import annotations

import asyncio

import pytest

from engine.chance import Dice
from server.api import Size
from tests.languages import SPOKEN
from tests.tui.sessions import (
    BO,
    asked,
    at_stage,
    eventually,
    hub,
    page_of,
    play_on,
    session,
    state_of,
    table_for,
    view_of,
)
from tui import i18n
from tui.i18n import _
from tui.screens.lobby import LobbyPage
from tui.screens.table import TablePage
from tui.texts import love_letter as ll


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("en", Size(80, 24)), ("en", Size(120, 40)), ("en", Size(60, 20)),
        ("zh_Hant", Size(60, 20)), ("zh_Hans", Size(80, 24)),
    ],
)  # fmt: skip
async def test_a_whole_game_with_bots(language: str, size: Size) -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, size=size, language=language, code=code) as (app, terminal):
            await asked(app, terminal)
            await play_on(app, terminal)
            await terminal.settle()
            i18n.begin(language)
            assert _("GAME OVER") in terminal.text()
            assert code in terminal.text()
            state = state_of(app)
            result = state.frame["result"]
            assert result is not None
            for seat in result["winners"]:
                assert state.names[seat] in terminal.text()
            i18n.begin()
            await terminal.type(b"r")
            await at_stage(app, terminal, "waiting")


async def test_one_stray_key_never_plays_a_card() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            state = state_of(app)
            ask = state.frame["ask"]
            assert ask is not None
            for key in (b"a", b"\x7f", b"b", b"a", b"\x1b[C", b"\x7f", b"\r"):
                await terminal.type(key)
                now = state.frame["ask"]
                assert now is not None
                assert now["id"] == ask["id"]
            await terminal.type(b"aa")
            await eventually(
                lambda: state.frame["ask"] is None or state.frame["ask"]["id"] != ask["id"]
            )


async def test_hide_takes_every_own_card_off_the_screen() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            await terminal.settle()
            view = view_of(app)
            for card in view["hand"]:
                assert ll.card_name(card) in terminal.text()
            await terminal.type(b"h")
            for card in view["hand"]:
                assert ll.card_name(card) not in terminal.text()
            await terminal.type(b"?")
            await terminal.type(b"\x7f")
            await terminal.type(b"h")
            for card in view["hand"]:
                assert ll.card_name(card) in terminal.text()


async def test_the_language_can_be_switched_in_mid_game() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            hand = view_of(app)["hand"]
            seen = set()
            for language in (*SPOKEN[1:], SPOKEN[0]):
                await terminal.type(b"z")
                await terminal.settle()
                assert app.language == language
                assert i18n.current() == "en"  # another session's language is its own
                i18n.begin(language)
                assert all(ll.card_name(card) in terminal.text() for card in hand)
                i18n.begin()
                seen.add(terminal.text())
            assert len(seen) == len(SPOKEN)


@pytest.mark.report("ssh-chat#199")
async def test_leaving_and_returning_finds_the_same_seat_and_question() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            await terminal.settle()
            before = state_of(app)
            await terminal.type(b"q")
            assert not isinstance(app.screen, TablePage)
            assert code in terminal.text()
            await terminal.type(b"\r")
            await at_stage(app, terminal, "playing")
            after = state_of(app)
            assert after.frame["you"] == before.frame["you"]
            assert after.frame["ask"] == before.frame["ask"]
        # A new session goes to the table that was left.
        async with session(place) as (app, terminal):
            await terminal.until(code)
            await eventually(lambda: isinstance(app.screen, TablePage))


async def test_a_spectator_sees_no_hand_and_no_private_pane() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with (
            session(place, code=code) as (app, terminal),
            session(place, who=BO, code=code, watch=True) as (watching, other),
        ):
            await asked(app, terminal)
            await at_stage(watching, other, "playing")
            assert _("only you") not in other.text()
            for card in view_of(app)["hand"]:
                assert ll.card_name(card) not in other.text()
            assert not state_of(watching).seated
            assert view_of(watching)["hand"] == []
            await play_on(app, terminal)
            await at_stage(watching, other, "over")


@pytest.mark.report("Textualize/textual#6155")
async def test_chat_reaches_the_others_and_stays_text() -> None:
    async with hub() as place:
        code = await table_for(place, bots=1)
        async with (
            session(place, code=code) as (app, terminal),
            session(place, who=BO, code=code) as (_other_app, other),
        ):
            await at_stage(app, terminal, "waiting")
            await other.until("Ann")
            await terminal.type(b"c[red]hi[/red]\r")
            await other.until("Ann: [red]hi[/red]")
            await other.type(b"c")
            await other.type("你好".encode() + b"\r")
            await terminal.until("Bo: 你好")


async def test_who_joins_a_waiting_table_sits_down_at_once() -> None:
    async with hub() as place:
        code = await table_for(place, bots=1)
        async with session(place, who=BO) as (app, terminal):
            await terminal.type(b"j" + code.lower().encode() + b"\r")
            await at_stage(app, terminal, "waiting")
            await eventually(lambda: page_of(app).seated)


async def test_an_unknown_code_says_so_in_the_lobby() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await terminal.type(b"jNOSUCH-1\r")
        await terminal.settle()
        assert not isinstance(app.screen, TablePage)
        assert "NOSUCH-1" in terminal.text()


async def test_the_first_question_is_asked_only_where_no_language_is_known() -> None:
    async with hub() as place:
        async with session(place, language="none") as (app, terminal):
            assert "繁體中文" in terminal.text()
            assert "English" in terminal.text()
            await terminal.type(b"2")
            await terminal.settle()
            assert app.language == "zh_Hant"
        async with session(place, language="none") as (app, terminal):
            assert app.language == "zh_Hant"  # remembered


async def test_a_table_is_made_with_the_form() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await terminal.type(b"n")
        await terminal.type(b"\x1b[B\x1b[D")  # seats: one fewer
        await terminal.type(b"\x1b[B\x1b[C")  # bots: one
        await terminal.type(b"\r")
        await at_stage(app, terminal, "waiting")
        state = state_of(app)
        kinds = [seat["kind"] for seat in state.frame["seats"]]
        assert len(kinds) == 3
        assert kinds.count("bot") == 1
        assert state.seated


async def test_a_set_up_that_cannot_be_played_is_refused_with_a_reason() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await terminal.type(b"n")
        await terminal.type(b"\x1b[B\x1b[C")  # five seats without the house rule
        await terminal.type(b"\r")
        await terminal.settle()
        assert not isinstance(app.screen, TablePage)
        assert terminal.lines()[1].strip()


@pytest.mark.report("haliphax/xthulu#177")
@pytest.mark.parametrize("size", [Size(1, 1), Size(500, 200), Size(61, 20), Size(200, 24)])
async def test_a_resize_in_mid_game_changes_nothing_but_the_picture(size: Size) -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            await terminal.type(b"a")
            state = state_of(app)
            ask = state.frame["ask"]
            terminal.resize(*size)
            await terminal.settle()
            terminal.resize(80, 24)
            await terminal.settle()
            assert state.frame["ask"] == ask
            for card in view_of(app)["hand"]:
                await terminal.until(ll.card_name(card))


async def test_ctrl_c_asks_and_twice_leaves() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await terminal.type(b"\x03")
        assert app.return_code is None
        await terminal.type(b"\x1b")  # another key takes it back
        await terminal.type(b"\x03")
        assert not app.return_code
        await terminal.type(b"\x03")
        await terminal.settle()
        assert app.status == 130


@pytest.mark.report("charmbracelet/wish#457")
@pytest.mark.parametrize("key", [b"\x1a", b"\x11", b"\x1c"])
async def test_no_control_key_stops_or_ends_a_session(key: bytes) -> None:
    async with hub() as place, session(place) as (app, terminal):
        await terminal.type(key)
        await terminal.type(b"n")
        assert app.return_code is None
        assert terminal.lines()[0].strip()


async def test_your_turn_rings_the_bell_and_sets_the_title() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            assert code in terminal.title
            mark = terminal.mark()
            await terminal.type(b"s")
            await asked(app, terminal)
            await terminal.settle()
            assert terminal.title.startswith("* ")
            assert b"\x07" in terminal.sent[mark:]


@pytest.mark.report("ssh-chat#318")
async def test_pasted_text_is_never_taken_for_moves() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            await terminal.type(b"\x1b[200~sssrrruuubbb\x1b[201~")
            assert page_of(app).stage == "waiting"
            assert page_of(app).seated


@pytest.mark.parametrize("seed", range(3))
async def test_a_cat_on_the_keyboard_breaks_nothing(seed: int) -> None:
    """Random keys and bytes, on every page; Ctrl-C and ``qq`` alone may end a session."""
    dice = Dice(f"cat {seed}")
    keys = [*"abcdefghijklmnoprstuwxyz?123456789 ", "\r", "\x7f", "\x1b[A", "\x1b[B", "\x1b[C"]
    keys += ["\x1b[D", "\x1b[5~", "\x1b[6~", "\x10", "\x0c", "\x1a", "\t", "你", "\x1bOA", "\x00"]
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            for _round in range(60):
                burst = "".join(dice.pick(keys) for _ in range(1 + dice.below(6)))
                terminal.feed(burst.encode())
                if dice.below(10) == 0:
                    terminal.resize(60 + dice.below(90), 20 + dice.below(30))
                await asyncio.sleep(0.03)
            await terminal.settle()
            assert not app.failed
            assert app.return_code is None
            assert terminal.lines()[0].strip()


async def test_two_enters_in_one_packet_open_a_table_once() -> None:
    async with hub() as place:
        await table_for(place)
        async with session(place) as (app, terminal):
            await terminal.type(b"\r\r\r")
            await at_stage(app, terminal, "waiting")
            pages = [page for page in app.screen_stack if isinstance(page, TablePage)]
            assert len(pages) == 1
            await terminal.type(b"\x7f\x7f\x7f")
            assert isinstance(app.screen, LobbyPage)
