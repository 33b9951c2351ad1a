"""Watching through a player's eyes on the screen and in lines, and watching late (issue 6)."""

from __future__ import annotations

from server.hub import LocalHub
from server.requests import Ready, Sit, Start, encode
from tests.server.house import Person
from tests.tui.lines import connected
from tests.tui.sessions import ANN, BO, eventually, hub, page_of, session, state_of
from tests.tui.sessions import table_for as table_of_four
from tui.screens.create import CreatePage
from tui.screens.eyes import EyesPage
from tui.screens.lobby import LobbyPage
from tui.screens.table import TablePage
from tui.texts.love_letter import card_name


async def running(home: LocalHub) -> tuple[str, Person]:
    """Start a game of Ann and three bots that waits for Ann; return the code and her channel."""
    while True:
        code = await table_of_four(home)
        ann = Person(home.table(ANN, code))
        await ann.frame(you=0)
        ann.ask(Start())
        await ann.until(lambda p: p.last["stage"] == "over" or p.last["ask"])
        if ann.last["stage"] == "playing":
            return code, ann
        ann.leave()


async def test_a_watcher_asks_with_i_and_the_player_allows_and_ends_it_on_a_page() -> None:
    async with hub() as home:
        code, channel = await running(home)
        channel.leave()
        async with (
            session(home, ANN, code=code) as (ann, ann_terminal),
            session(home, BO, code=code, watch=True) as (bo, bo_terminal),
        ):
            await eventually(lambda: isinstance(ann.screen, TablePage) and page_of(ann).asking)
            await eventually(lambda: isinstance(bo.screen, TablePage) and page_of(bo).started)
            if state_of(ann).returning:
                await ann_terminal.type(b" ")  # what was missed has been read
            hand = [card_name(card) for card in state_of(ann).frame["view"]["hand"]]  # type: ignore[index]
            await bo_terminal.settle()
            assert not all(name in bo_terminal.text() for name in hand)
            await bo_terminal.type(b"i")
            await bo_terminal.type(b"1\r")
            await eventually(lambda: page_of(ann).lookers)
            await ann_terminal.settle()
            assert "through your eyes" in ann_terminal.text()
            table = page_of(ann)
            await ann_terminal.type(b"i")
            await eventually(lambda: isinstance(ann.screen, EyesPage))
            await ann_terminal.type(b"\r")
            await eventually(lambda: ann.screen is table)
            await eventually(lambda: page_of(bo).through == 0)
            await bo_terminal.settle()
            assert "through the eyes of Ann" in bo_terminal.text()
            assert all(name in bo_terminal.text() for name in hand)
            assert not page_of(bo).asking
            await ann_terminal.settle()
            assert "Bo watches through the eyes of seat 1" in ann_terminal.text()
            await ann_terminal.type(b"i")
            await eventually(lambda: isinstance(ann.screen, EyesPage))
            await ann_terminal.type(b"x")
            await eventually(lambda: page_of(bo).through < 0)
            await bo_terminal.settle()
            assert "only you" not in bo_terminal.text()


async def test_in_lines_the_same_is_asked_allowed_and_ended() -> None:
    async with hub() as home:
        code, channel = await running(home)
        channel.leave()
        async with (
            connected(home, ANN, command=f"join {code}") as (ann, _a),
            connected(home, BO, command=f"watch {code}") as (bo, _b),
        ):
            await ann.until("Your turn.")
            await bo.until("Table ")
            bo.type("hand", "eyes 1")
            await ann.until("Bo asks to see what you see")
            assert "You hold nothing here." in bo.text
            number = ann.text.split("'allow ")[1].split("'")[0]
            mark = len(bo.out)
            ann.type(f"allow {number}")
            await bo.until("lets you watch")
            bo.type("hand", "eyes")
            await bo.until("watches through the eyes of Ann", start=mark)
            ann.type("deny")
            await bo.until("You do not watch through the eyes", start=mark)
            mark = len(bo.out)
            bo.type("hand")
            await bo.until("You hold nothing here.", start=mark)


async def test_a_table_is_made_and_changed_with_a_delay_and_open_replays_in_lines() -> None:
    async with hub() as home, connected(home) as (wire, _task):
        wire.type("new love_letter watch=60 replays=all", "options")
        await wire.until("watch=60")
        assert "replays=all" in wire.text
        wire.type("options watch=round", "options")
        await wire.until("watch=round")
        mark = len(wire.out)
        wire.type("options watch=17")
        await wire.until("watch=17", start=mark)


async def test_the_form_offers_delay_and_replays_and_the_waiting_room_says_them() -> None:
    async with hub() as home, session(home) as (app, terminal):
        await eventually(lambda: isinstance(app.screen, LobbyPage))
        await terminal.settle()
        await terminal.type(b"n")
        await eventually(lambda: isinstance(app.screen, CreatePage))
        page = app.screen
        assert isinstance(page, CreatePage)
        names = [field[0] for field in page.fields()]
        for _ in range(names.index("watch")):
            await terminal.type(b"\x1b[B")
        await terminal.type(b"\x1b[C")
        await terminal.type(b"\x1b[B")
        await terminal.type(b"\x1b[C")
        await terminal.settle()
        assert "1 minute late" in terminal.text()
        assert "everybody" in terminal.text()
        await terminal.type(b"\r")
        await eventually(lambda: isinstance(app.screen, TablePage) and page_of(app).waiting)
        await terminal.settle()
        assert "1 minute late" in terminal.text()
        assert state_of(app).frame.get("watch_option") == 60


async def test_a_late_watcher_reads_how_late_it_is() -> None:
    from server.requests import CreateTable

    async with hub() as home:
        request = CreateTable(game="love_letter", seats=2, options={}, clock=0, watch=300)
        code = await home.create(ANN, request)
        cy = Person(home.table(ANN, code))
        dee = Person(home.table(BO, code))
        dee.ask(Sit(seat=1))
        dee.ask(Ready(ready=True))
        await cy.until(lambda p: p.frames and p.last["seats"][1]["ready"])
        cy.channel.send(encode(Start()))
        await cy.frame(stage="playing")
        watcher = type(ANN)(id="SHA256:eve", name="Eve", tag="ev")
        async with session(home, watcher, code=code, watch=True) as (app, terminal):
            await eventually(lambda: isinstance(app.screen, TablePage) and page_of(app).started)
            await terminal.settle()
            assert "5 minutes late" in terminal.text()
