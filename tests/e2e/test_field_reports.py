"""Faults that others shipped, over real SSH: connections that come, hang, break, end and return."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from pathlib import Path

import asyncssh
import pytest

from server.api import Stage
from server.settings import Limits
from tests.e2e.harness import ServerProcess
from tests.e2e.in_process import (
    DOWN,
    HIGHLIGHT,
    Client,
    Evening,
    Player,
    evening,
    fixed_seeds,
    open_client,
    start_until_asked,
)
from tests.server.house import HandTime
from tui.app import UndertableApp
from tui.screens.table import TablePage

pytestmark = pytest.mark.timeout(120)

LOBBY = "join by code"


def people(*names: str) -> list[Player]:
    return [Player(name=name) for name in names]


@pytest.mark.report("charmbracelet/wish#392")
@pytest.mark.parametrize("connects", [30, pytest.param(200, marks=pytest.mark.soak)])
async def test_the_first_paint_waits_for_no_window_change(tmp_path: Path, connects: int) -> None:
    taken = []
    async with evening(tmp_path) as night:
        for number in range(connects):
            client = await night.connect(f"guest{number}")
            begun = time.monotonic()
            await client.until(LOBBY)
            taken.append(time.monotonic() - begun)
            client.cut()
    # The usual time, so that one hiccup of a busy machine is no fault.
    assert sorted(taken)[len(taken) // 2] < 1.0


@pytest.mark.report("charmbracelet/wish#8")
@pytest.mark.report("charmbracelet/wish#79")
@pytest.mark.parametrize("rounds", [2, pytest.param(100, marks=pytest.mark.soak)])
async def test_sessions_that_were_closed_leave_nothing_and_use_no_time(
    tmp_path: Path, rounds: int
) -> None:
    visitors = people(*(f"visitor{number}" for number in range(10)))

    async def visit(number: int) -> None:
        client = await night.connect(visitors[number])
        await client.until(LOBBY)
        if number % 2:
            await client.leave()
        client.cut()
        await client.connection.wait_closed()

    def here() -> tuple[int, int, int, int]:
        gc.collect()
        apps = sum(isinstance(o, UndertableApp) for o in gc.get_objects())
        files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - counted, not opened
        # The loop's own pool, in which the clients look up their host, is bounded by itself.
        threads = sum(not thread.name.startswith("asyncio_") for thread in threading.enumerate())
        return len(asyncio.all_tasks()), threads, files, apps

    async with evening(tmp_path) as night:
        await visit(0)
        await night.until(lambda: night.server.connections == 0)
        await asyncio.sleep(0.3)
        before = here()
        for _round in range(rounds):
            await asyncio.gather(*(visit(number) for number in range(10)))
            night.clients.clear()
        await night.until(lambda: night.server.connections == 0)
        for _second in range(50):
            if all(now <= then for now, then in zip(here(), before, strict=True)):
                break
            await asyncio.sleep(0.1)
        assert all(now <= then for now, then in zip(here(), before, strict=True)), (here(), before)
        begun = time.process_time()
        await asyncio.sleep(1.0)
        assert time.process_time() - begun < 0.3


@pytest.mark.report("charmbracelet/wish#304")
async def test_a_connection_that_breaks_at_any_stage_disturbs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    ann, bo, cy = people("ann", "bo", "cy")
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo, wins="2")
        for stage in ("connected", "greeted", "session", "lobby", "watching", "form"):
            await _break_at(night, stage, cy, code)
            if (seat := await night.turn(code)) >= 0:
                await night.move(code, clients[seat])
        while (seat := await night.turn(code)) >= 0:
            # Cut off with a key on its way, in the middle of an own decision, and back.
            clients[seat].send(DOWN)
            clients[seat].cut()
            clients[seat] = await night.connect((ann, bo)[seat], seat=seat)
            await night.move(code, clients[seat])
        assert night.stage(code) is Stage.OVER
        for client in clients:
            await client.until("GAME OVER")
            client.cut()
        late = await night.connect(cy, f"watch {code}")
        await late.until("GAME OVER")


async def _break_at(night: Evening, stage: str, who: Player, code: str) -> None:
    if stage in {"connected", "greeted"}:
        reader, writer = await asyncio.open_connection("127.0.0.1", night.server.port)
        if stage == "greeted":
            writer.write(b"SSH-2.0-gone\r\n")
            await reader.read(40)
        writer.transport.abort()
        return
    client = await night.connect(who, f"watch {code}" if stage == "watching" else None)
    match stage:
        case "lobby":
            await client.until(LOBBY)
        case "watching":
            await client.settled()
        case "form":
            await client.until(LOBBY)
            client.send(b"n")
            await client.until("New table")
        case _:
            pass
    client.cut()


@pytest.mark.report("shazow/ssh-chat#199")
@pytest.mark.report("quackduck/devzat#228")
async def test_who_was_cut_off_without_a_word_takes_the_seat_at_once_with_the_same_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo = people("ann", "bo")
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo)
        seat = await night.turn(code)
        ghost = clients[seat]
        ghost.freeze()
        back = await night.connect((ann, bo)[seat], seat=seat)
        await back.until("YOUR TURN")
        await night.move(code, back)
        assert night.server.sessions == 3  # the ghost is not even gone yet


@pytest.mark.report("ronf/asyncssh#321")
async def test_a_client_that_has_vanished_without_a_word_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo = people("ann", "bo")
    limits = Limits(keepalive_seconds=0.5, keepalive_count=2)
    async with evening(tmp_path, limits=limits) as night:
        _code, clients = await night.started(ann, bo)
        clients[1].freeze()
        await clients[0].until(lambda c: "away" in c.lines[4])
        back = await night.connect(bo, seat=1)
        await back.until("only you")
        await clients[0].until(lambda c: "away" not in c.lines[4])


@pytest.mark.report("shazow/ssh-chat#74")
@pytest.mark.report("shazow/ssh-chat#424")
async def test_a_second_key_gets_neither_the_name_nor_the_seat(tmp_path: Path) -> None:
    ann, bo = people("ann", "bo")
    thief = Player(name="ann")
    async with evening(tmp_path) as night:
        code, _clients = await night.started(ann, bo)
        other = await night.connect(thief)
        screen = await other.until(LOBBY)
        assert f"ann~{thief.who.tag}" in screen
        assert not other.shows("only you")
        watching = await night.connect(thief, f"join {code}")
        await watching.until(lambda c: code in c.text)
        await watching.settled()
        assert not watching.shows("only you")


@pytest.mark.report("ronf/asyncssh#664")
async def test_a_client_that_stops_reading_holds_up_nobody_and_gets_the_newest_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 3)
    ann, bo, cy = people("ann", "bo", "cy")
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo, wins="3")
        slow = await night.connect(cy, f"watch {code}")
        await slow.settled()
        slow.freeze()
        chunks = slow.chunks
        for _move in range(8):
            seat = await night.turn(code)
            if seat < 0:
                break
            clients[seat].resize(100 + _move, 30)
            await night.move(code, clients[seat])
        assert slow.chunks == chunks
        doors = night.server._house.doors
        unsent = [s.terminal.unsent() for door in doors for s in door.sessions]
        assert max(unsent) <= night.server.settings.limits.output_cap
        slow.thaw()
        newest = await night.connect(Player(name="dee"), f"watch {code}")
        await newest.settled()
        await slow.until(lambda c: c.lines[1] == newest.lines[1] and c.lines[0] == newest.lines[0])
        # The board too, cell by cell; the log of the one who saw it all may have no gap either.
        assert slow.lines[3:6] == newest.lines[3:6]


@pytest.mark.report("quackduck/devzat")
async def test_ten_players_behind_one_address_join_one_after_the_other_and_again(
    tmp_path: Path,
) -> None:
    ten = people(*(f"player{number}" for number in range(10)))
    async with evening(tmp_path, limits=Limits()) as night:
        for _again in range(2):
            clients = [await night.connect(player) for player in ten]
            for client in clients:
                await client.until(LOBBY)
                client.cut()


@pytest.mark.report("lichess-org/lila#12318")
async def test_a_decision_that_ran_out_while_its_player_was_away_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo = people("ann", "bo")
    hand = HandTime()
    async with evening(tmp_path, time=hand) as night:
        code, clients = await night.started(ann, bo, clock=30)
        seat = await night.turn(code)
        clients[seat].cut()
        await night.until(lambda: night.server.sessions == 1)
        entries = night.entries(code)
        await hand.pass_by(29.0)
        assert night.entries(code) == entries
        # Back at the very moment in which the time is up.
        coming = asyncio.create_task(night.connect((ann, bo)[seat], seat=seat))
        await hand.pass_by(1.0)
        back = await coming
        await back.until("only you")
        assert night.entries(code) == entries + 1
        await hand.pass_by(29.0)
        assert night.entries(code) == entries + 1
        for client in (back, clients[1 - seat]):
            client.cut()
        await night.until(lambda: night.server.sessions == 0)
        await hand.pass_by(3600.0)  # nobody is there: the game waits
        assert night.entries(code) == entries + 1


@pytest.mark.report("mtgred/netrunner#4374")
@pytest.mark.report("mtgred/netrunner#6385")
async def test_who_reconnects_at_any_ask_sees_what_one_sees_who_never_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    ann, bo = people("ann", "bo")
    asks = 0
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo, wins="2")
        while (seat := await night.turn(code)) >= 0:
            stayed = clients[seat]
            back = await night.connect((ann, bo)[seat], seat=seat)
            for client in (stayed, back):
                await client.until("YOUR TURN")
                await client.until(lambda c: not HIGHLIGHT.search(c.text))
            seen = _private(stayed)
            await back.until(lambda c, seen=seen: _private(c) == seen)  # type: ignore[misc]
            asks += 1
            back.cut()
            await night.move(code, stayed, choice=2)
    assert asks >= 3


def _private(client: Client) -> list[str]:
    """Return all rows but the notice and the log, which may mark what is new since the last time.

    Title, question, ring of two, private pane of six, and options, hint and footer.
    """
    rows = client.lines
    return [*rows[:2], *rows[3:12], *rows[-4:]]


async def _after_close(client: Client) -> None:
    """Check that every mode that was set has been reset, and the cursor is back."""
    await client.ended()
    sent = bytes(client.received)
    for on, off in (
        (b"\x1b[?1049h", b"\x1b[?1049l"),
        (b"\x1b[?25l", b"\x1b[?25h"),
        (b"\x1b[?7l", b"\x1b[?7h"),
        (b"\x1b[?2004h", b"\x1b[?2004l"),
        (b"\x1b[22;0t", b"\x1b[23;0t"),
    ):
        assert sent.rfind(on) < sent.rfind(off) or on not in sent
    for never in (b"\x1b[?1000h", b"\x1b[?1002h", b"\x1b[?1003h", b"\x1b[?1006h", b"\x1b[?1004h"):
        assert never not in sent


@pytest.mark.report("htop-dev/htop#849")
async def test_every_close_by_the_server_resets_every_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, cy, dee = people("ann", "bo", "cy", "dee")
    async with evening(tmp_path) as night:
        code = await night.opened(ann, seats=4)
        quits, crashes, cut, drained, small = [
            await night.connect(who, f"join {code}" if who is not dee else None)
            for who in (ann, bo, cy, dee, "guest")
        ]
        for client in (quits, crashes, cut, small):
            await client.until("Join code")
        await drained.until(LOBBY)
        small.resize(20, 5)
        assert await quits.leave() == 130
        with monkeypatch.context() as broken:
            broken.setattr(TablePage, "key", _crash)
            crashes.send(b"x")
            assert await crashes.ended() == 1
        await night.hub.stop()  # the tables, and then the lobby, say that they end
        for client in (cut, drained, small):
            await client.ended()
        for client in (quits, crashes, cut, drained, small):
            await _after_close(client)
    # What a session was cut with is the listener's own stop.
    async with evening(tmp_path / "again") as night:
        stopped = await night.connect(ann)
        await stopped.until(LOBBY)
        await night.server.stop(0.0)
        assert await stopped.ended() == 69
        await _after_close(stopped)


def _crash(page: TablePage, key: str) -> bool:
    raise RuntimeError(key)


@pytest.mark.report("charmbracelet/wish#484")
async def test_a_server_told_to_stop_tells_its_players_and_parks_their_game(
    tmp_path: Path,
) -> None:
    ann, bo = people("ann", "bo")
    server = ServerProcess(tmp_path / "data", "--bot-delay", "0.1").start()
    try:
        past = await open_client(server.port, bo)
        await past.until(LOBBY)
        await past.leave()
        host = await open_client(server.port, ann)
        await host.until(LOBBY)
        host.send(b"n")
        await host.until("New table")
        host.send(b"\r")
        await host.until("Join code")
        await start_until_asked(host)
        hand = host.lines[7:10]
        assert "only you" in hand[1]
        begun = time.monotonic()
        status = await asyncio.to_thread(server.stop)
        assert time.monotonic() - begun < 10
        assert status == 0
        assert await host.ended() in {0, 69}
        assert "Your game and your seat are kept." in host.received.decode()
        server.start()
        back = await open_client(server.port, ann)
        await back.until(lambda c: c.shows("only you") and c.lines[7:10] == hand)
        back.cut()
    finally:
        server.kill()


@pytest.mark.report("charmbracelet/wish#262")
@pytest.mark.report("charmbracelet/bubbletea#1040")
async def test_colours_follow_each_client_whatever_the_servers_own_terminal_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("NO_COLOR", "1")
    server = ServerProcess(tmp_path / "data").start()
    wishes: dict[str, tuple[str, dict[str, str]]] = {
        "truecolor": ("xterm-256color", {"COLORTERM": "truecolor"}),
        "256": ("xterm-256color", {}),
        "16": ("xterm", {}),
        "mono": ("xterm-256color", {"NO_COLOR": "1"}),
    }
    try:
        clients = dict(
            zip(
                wishes,
                await asyncio.gather(
                    *(
                        open_client(
                            server.port, f"p{name}", term=term, env={"LANG": "en_US.UTF-8", **env}
                        )
                        for name, (term, env) in wishes.items()
                    )
                ),
                strict=True,
            )
        )
        for client in clients.values():
            await client.until(LOBBY)
        sent = {name: bytes(client.received) for name, client in clients.items()}
        for client in clients.values():
            client.cut()
    finally:
        server.kill()
    rgb = {name for name, data in sent.items() if b"8;2;" in data}
    numbered = {name for name, data in sent.items() if b"8;5;" in data}
    coloured = {
        name
        for name, client in clients.items()
        if any(
            cell.fg != "default" or cell.bg != "default"
            for row in client.screen.buffer.values()
            for cell in row.values()
        )
    }
    assert rgb == {"truecolor"}
    assert "256" in numbered
    assert numbered <= {"truecolor", "256"}
    assert coloured == {"truecolor", "256", "16"}


def test_asyncssh_is_new_enough() -> None:
    assert tuple(map(int, asyncssh.__version__.split(".")[:2])) >= (2, 24)
