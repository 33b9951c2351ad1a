"""The host's desk and the desk for one's keys, over real SSH: who has them and what they do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import patch

import asyncssh
import pytest

from server.admin import DeskCode, DeskError, HostDesk
from server.api import ExitStatus, Identity, Stage
from server.bans import Ban
from server.codes import Code
from server.hub import LocalHub
from server.identity import fingerprint, tag
from server.keyring import KeyringError, KeyTrouble
from server.requests import CreateTable, Start, encode
from server.seats import SeatKind
from server.settings import Limits
from server.wire import unpack
from tests.server.desk_helpers import as_host, end_of, hosted, keys_of, opened, stay, visit
from tests.server.ssh_helpers import eventually

HOST, ANN, BOB = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(3))


def print_of(key: asyncssh.SSHKey) -> str:
    return fingerprint(key.public_data)


def person(key: asyncssh.SSHKey, name: str) -> Identity:
    made = print_of(key)
    return Identity(id=made, name=name, tag=tag(made))


async def table_of(hub: LocalHub, key: asyncssh.SSHKey, name: str, *, start: bool = False) -> str:
    """Make a table with somebody and bots; return its code."""
    request = CreateTable(game="love_letter", seats=4, options={}, clock=0, bots=3)
    code = await hub.create(person(key, name), request)
    if start:
        channel = hub.table(person(key, name), code)
        channel.send(encode(Start()))
        await eventually(lambda: hub._tables[code].state.stage is Stage.PLAYING)
        channel.close()
    return code


async def frames_until(channel: Any, kind: str) -> dict[str, Any]:
    async with asyncio.timeout(30):
        while True:
            frame = unpack(await channel.receive())
            if frame["t"] == "notice" and frame["code"] == kind:
                return frame


async def refused(desk: HostDesk, target: str) -> DeskCode:
    with pytest.raises(DeskError) as caught:
        await desk.ban(target, None, "")
    return caught.value.code


# --- who has a desk -------------------------------------------------------------------------


async def test_only_a_key_that_the_settings_name_is_handed_the_hosts_desk(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        await visit(server, key=ANN, name="host")
        await visit(server, key=None, name="host")
        await visit(server, key=HOST, name="ann")
        assert [c.host is not None for c in server.connections] == [False, False, True]
        assert [c.keys is not None for c in server.connections] == [True, False, True]


async def test_a_key_that_has_joined_a_host_is_no_host_by_that(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        code = await (await keys_of(server, HOST)).add()
        await (await keys_of(server, ANN)).use(code)
        await visit(server, key=ANN)
        (came,) = server.connections
        assert came.who.id == print_of(HOST)
        assert came.host is None


# --- kick and ban ---------------------------------------------------------------------------


async def test_a_kick_says_why_keeps_the_seat_and_lets_the_player_come_back(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        code = await table_of(server.hub, ANN, "ann", start=True)
        there = await stay(server, key=ANN)
        bob = await stay(server, key=BOB, name="bob")
        desk = await as_host(server, HOST)
        assert await desk.kick("ann", "dinner\x1b[2J") == 1
        gone = await end_of(there)
        assert gone.status == ExitStatus.NOT_ALLOWED
        assert "dinner[2J" in gone.errors
        assert "\x1b" not in gone.errors
        assert server.hub._tables[code].state.seats[0].owner == print_of(ANN)
        assert (await visit(server, key=ANN)).status == ExitStatus.OK
        assert bob.exit_status is None


async def test_a_ban_ends_sessions_and_refuses_new_ones_until_it_is_lifted(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        code = await table_of(server.hub, ANN, "ann", start=True)
        entries = len(server.hub._tables[code]._kept.running.driver.journal.entries)  # type: ignore[union-attr]
        there = await stay(server, key=ANN)
        desk = await as_host(server, HOST)
        made = await desk.ban("ann", 3600, "cheats")
        assert made.subject == print_of(ANN)
        assert (await end_of(there)).status == ExitStatus.NOT_ALLOWED
        again = await visit(server, key=ANN)
        assert again.status == ExitStatus.NOT_ALLOWED
        assert "cheats" in again.errors
        # The seat of a banned player is that of a player who is away.
        table = server.hub._tables[code]
        assert table.state.seats[0].owner == print_of(ANN)
        assert table.state.stage is Stage.PLAYING
        assert len(table._kept.running.driver.journal.entries) >= entries  # type: ignore[union-attr]
        assert (await visit(server, key=BOB)).status == ExitStatus.OK
        await desk.unban(print_of(ANN))
        assert (await visit(server, key=ANN)).status == ExitStatus.OK


async def test_who_is_banned_for_ever_loses_the_seat_at_once(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        code = await table_of(server.hub, ANN, "ann", start=True)
        there = await stay(server, key=ANN)
        await (await as_host(server, HOST)).ban("ann", None, "")
        assert (await end_of(there)).status == ExitStatus.NOT_ALLOWED
        table = server.hub._tables[code]
        await eventually(lambda: table.state.seats[0].kind is SeatKind.BOT)
        assert all(seat.owner != print_of(ANN) for seat in table.state.seats)


async def test_a_ban_of_one_key_meets_all_keys_of_that_person(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        await (await keys_of(server, BOB)).use(await (await keys_of(server, ANN)).add())
        desk = await as_host(server, HOST)
        await desk.ban(print_of(BOB), None, "")
        for key in (ANN, BOB):
            assert (await visit(server, key=key)).status == ExitStatus.NOT_ALLOWED


async def test_a_banned_address_is_turned_away_before_the_login_with_the_reason(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as server:
        await server.hub.books.bans.add(Ban(subject="127.0.0.0/8", reason="spam \u4e2d"))
        with pytest.raises(asyncssh.DisconnectError, match=r"banned .* for good\. Reason: spam \?"):
            await visit(server)
        await server.hub.books.bans.remove("127.0.0.0/8")
        assert (await visit(server)).status == ExitStatus.OK


async def test_a_ban_made_while_somebody_logs_in_meets_them_too(tmp_path: Path) -> None:
    async with hosted(tmp_path) as server:
        conn = await asyncssh.connect(
            "127.0.0.1", server.port, username="ann", client_keys=[ANN], known_hosts=None,
            config=None, agent_path=None,
        )  # fmt: skip
        await server.hub.books.bans.add(Ban(subject="127.0.0.1/32"))
        done = await conn.run("note")
        assert done.exit_status == ExitStatus.NOT_ALLOWED
        assert server.connections == []
        conn.abort()


async def test_bans_hold_across_a_restart(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        await (await as_host(server, HOST)).ban(print_of(ANN), None, "rude")
    async with hosted(tmp_path, admins=(HOST,)) as server:
        assert (await visit(server, key=ANN)).status == ExitStatus.NOT_ALLOWED
        assert (await visit(server, key=BOB)).status == ExitStatus.OK


async def test_a_host_cannot_shut_out_hosts_by_mistake(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST, BOB)) as server:
        await visit(server, key=BOB, name="bob")
        desk = await as_host(server, HOST)
        assert await refused(desk, print_of(HOST)) is DeskCode.HOST_KEY
        assert await refused(desk, print_of(BOB)) is DeskCode.HOST_KEY
        assert await refused(desk, "127.0.0.1") is DeskCode.HOST_KEY
        assert await refused(desk, "127.0.0.0/8") is DeskCode.HOST_KEY
        assert await refused(desk, "nobody") is DeskCode.BAD_SUBJECT
        assert desk.bans() == []


async def test_who_is_meant_must_be_clear(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        await stay(server, key=None, name="gil")
        await stay(server, key=None, name="gil")
        desk = await as_host(server, HOST)
        with pytest.raises(DeskError) as caught:
            await desk.kick("gil", "")
        assert caught.value.code is DeskCode.SEVERAL
        assert await refused(desk, "gil") is DeskCode.SEVERAL
        await stay(server, key=None, name="una")
        assert await refused(desk, "una") is DeskCode.GUEST_HAS_NO_KEY
        with pytest.raises(DeskError):
            await desk.kick("zoe", "")
        assert len(await desk.sessions()) == 3


# --- tables, words, drain -------------------------------------------------------------------


async def test_a_parked_table_keeps_its_game_and_its_code_and_comes_back(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        hub = server.hub
        code = await table_of(hub, ANN, "ann", start=True)
        running = hub._tables[code]._kept.running
        assert running is not None
        channel = hub.table(person(ANN, "ann"), code)
        desk = await as_host(server, HOST)
        assert await desk.close(code.lower().replace("-", ""), drop=False) == code
        assert (await frames_until(channel, Code.CLOSED_BY_HOST))["closed"]
        entries = running.driver.journal.entries
        assert [(row.code, row.stage) for row in (await desk.tables())] == [(code, "parked")]
        assert await hub.has_seat(print_of(ANN))
        assert await desk.reopen(code) == code
        back = hub._tables[code]._kept.running
        assert back is not None
        assert back.driver.journal.entries[: len(entries)] == entries
        with pytest.raises(DeskError):
            await desk.reopen(code)


async def test_a_dropped_table_is_gone_and_its_journal_stays(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        code = await table_of(server.hub, ANN, "ann", start=True)
        running = server.hub._tables[code]._kept.running
        assert running is not None
        desk = await as_host(server, HOST)
        await desk.close(code, drop=True)
        assert (await desk.tables()) == []
        with pytest.raises(DeskError):
            await desk.reopen(code)
        kept = await server.hub._store.game(running.id)
        assert kept is not None
        assert kept.status == "abandoned"


async def test_a_parked_table_is_open_again_after_a_restart(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        code = await table_of(server.hub, ANN, "ann", start=True)
        await (await as_host(server, HOST)).close(code, drop=False)
    async with hosted(tmp_path) as server:
        assert [row.row["code"] for row in server.hub.listings()] == [code]


async def test_the_hosts_words_reach_all_or_one_table_cleaned(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        code = await table_of(server.hub, ANN, "ann")
        at_table = server.hub.table(person(ANN, "ann"), code)
        in_lobby = server.hub.lobby(person(BOB, "bob"))
        desk = await as_host(server, HOST)
        await desk.say("pizza \x1b]52;c;x\x07is here", code)
        assert (await frames_until(at_table, Code.HOST_MESSAGE))["params"] == {
            "text": "pizza ]52;c;xis here"
        }
        await desk.say("good night")
        assert (await frames_until(in_lobby, Code.HOST_MESSAGE))["params"]["text"] == "good night"
        for nothing in ("", "\x1b\x07", "\u202e"):
            with pytest.raises(DeskError):
                await desk.say(nothing)
        with pytest.raises(DeskError):
            await desk.say("hello", "FROG-00")


async def test_a_drain_lets_nobody_in_but_hosts_and_can_be_taken_back(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        over = asyncio.Event()
        server.server.when_drained(over.set)
        there = await stay(server, key=ANN)
        desk = await as_host(server, HOST)
        await desk.drain(60)
        assert (await visit(server, key=BOB)).status == ExitStatus.FULL
        await table_of(server.hub, BOB, "bob")
        assert (await visit(server, key=BOB)).status == ExitStatus.OK  # to the seat
        assert there.exit_status is None
        desk = await as_host(server, HOST)
        assert await desk.stop_draining()
        assert not await desk.stop_draining()
        assert (await visit(server, key=BOB)).status == ExitStatus.OK
        await desk.drain(0)
        async with asyncio.timeout(5):
            await over.wait()


# --- keys -----------------------------------------------------------------------------------


async def test_a_second_key_has_the_same_name_settings_and_seats(tmp_path: Path) -> None:
    async with hosted(tmp_path) as server:
        await visit(server, key=ANN)
        server.hub.effective_name(person(ANN, "ann"))
        server.hub.remember(person(ANN, "ann"), language="zh_Hant")
        code = await table_of(server.hub, ANN, "ann", start=True)
        await (await keys_of(server, BOB, "laptop")).use(await (await keys_of(server, ANN)).add())
        server.connections.clear()
        await visit(server, key=BOB, name="ann")
        who = server.connections[0].who
        assert who == person(ANN, "ann")
        assert server.hub.effective_name(who) == "ann"
        assert (await server.hub.player(who))["language"] == "zh_Hant"
        assert server.hub._tables[code].state.seats[0].owner == who.id


async def test_names_of_the_joined_key_come_along(tmp_path: Path) -> None:
    async with hosted(tmp_path) as server:
        server.hub.effective_name(person(BOB, "bobby"))
        await (await keys_of(server, BOB)).use(await (await keys_of(server, ANN)).add())
        assert server.hub.effective_name(person(ANN, "bobby")) == "bobby"
        assert server.hub.effective_name(person(HOST, "bobby")) != "bobby"
    async with hosted(tmp_path) as server:
        assert server.hub.effective_name(person(ANN, "bobby")) == "bobby"


async def test_a_key_with_a_seat_cannot_be_joined(tmp_path: Path) -> None:
    """Its seat would belong to an identity that nobody can ever be again."""
    async with hosted(tmp_path) as server:
        code = await table_of(server.hub, BOB, "bob", start=True)
        made = await (await keys_of(server, ANN)).add()
        desk = await keys_of(server, BOB, "bob")
        with pytest.raises(KeyringError) as caught:
            await desk.use(made)
        assert caught.value.trouble is KeyTrouble.KEY_HAS_SEAT
        await server.hub.close_table(code, drop=False)
        with pytest.raises(KeyringError):
            await desk.use(made)
        await server.hub.close_table(code, drop=True)
        await desk.use(made)


async def test_connections_of_a_joined_key_end_as_they_are_of_who_it_was(tmp_path: Path) -> None:
    async with hosted(tmp_path) as server:
        there = await stay(server, key=BOB, name="bob")
        ann = await stay(server, key=ANN)
        await (await keys_of(server, BOB)).use(await (await keys_of(server, ANN)).add())
        gone = await end_of(there)
        assert gone.status == ExitStatus.OK
        assert "connect again" in gone.errors
        assert ann.exit_status is None


async def test_a_removed_first_key_cannot_enter_and_the_others_are_still_that_person(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as server:
        await (await keys_of(server, BOB)).use(await (await keys_of(server, ANN)).add())
        await (await keys_of(server, BOB)).remove(print_of(ANN))
        out = await visit(server, key=ANN)
        assert out.status == ExitStatus.NOT_ALLOWED
        assert "removed" in out.errors
        server.connections.clear()
        await visit(server, key=BOB)
        assert server.connections[0].who.id == print_of(ANN)


async def test_a_channel_that_was_open_before_a_join_starts_nothing_as_who_it_was(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as server:
        old = await opened(server, BOB, "bob")
        there = await old.create_process()
        await there.stdout.readline()
        await (await keys_of(server, BOB)).use(await (await keys_of(server, ANN)).add())
        with pytest.raises((asyncssh.Error, OSError)):
            await old.run("note")
        assert {c.who.id for c in server.connections} == {print_of(BOB)}


async def test_a_seat_taken_while_a_key_is_joined_is_not_lost(tmp_path: Path) -> None:
    async with hosted(tmp_path) as server:
        made = await (await keys_of(server, ANN)).add()
        desk = await keys_of(server, BOB, "bob")
        join = server.hub.books.keyring.join

        async def slow_join(key: str, code: str) -> str:
            await table_of(server.hub, BOB, "bob")
            return await join(key, code)

        with (
            patch.object(server.hub.books.keyring, "join", slow_join),
            pytest.raises(KeyringError) as caught,
        ):
            await desk.use(made)
        assert caught.value.trouble is KeyTrouble.KEY_HAS_SEAT
        server.connections.clear()
        await visit(server, key=BOB, name="bob")
        assert server.connections[0].who.id == print_of(BOB)


@pytest.mark.report("ssh-chat#74")
@pytest.mark.report("ssh-chat#424")
async def test_showing_somebodys_key_without_signing_joins_and_removes_nothing(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as server:
        await (await keys_of(server, BOB)).use(await (await keys_of(server, ANN)).add())
        (pair,) = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])
        pair.public_data = BOB.public_data
        with pytest.raises(asyncssh.PermissionDenied):
            await asyncssh.connect(
                "127.0.0.1", server.port, username="ann", client_keys=[pair], known_hosts=None,
                config=None, agent_path=None, preferred_auth="publickey",
            )  # fmt: skip
        assert server.hub.books.keyring.keys_of(print_of(ANN)) == [print_of(ANN), print_of(BOB)]


async def test_no_code_and_no_reason_is_ever_logged(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        made = await (await keys_of(server, ANN)).add()
        invite = await (await as_host(server, HOST)).invite(1, 60)
        await visit(server, name=f"eve+{invite}")
        await (await keys_of(server, BOB)).use(made)
        await (await as_host(server, HOST)).ban(print_of(ANN), None, "canary")
        await visit(server, key=ANN)
        assert "session.close" in server.log
        for secret in (made, invite, "canary"):
            assert secret not in server.log


# --- idle limits ----------------------------------------------------------------------------


async def test_idle_limits_are_apart_for_lobby_watcher_and_seat(tmp_path: Path) -> None:
    limits = Limits(idle_lobby_seconds=0.3, idle_watch_seconds=50, idle_seat_seconds=60)
    async with hosted(tmp_path, limits=limits) as server:
        code = await table_of(server.hub, ANN, "ann")
        sitting, watching, elsewhere = person(ANN, "ann"), person(BOB, "bob"), person(HOST, "h")
        for who in (sitting, watching):
            server.hub.table(who, code)
        await eventually(lambda: len(server.hub._tables[code].channels) == 2)
        limit = server.server._house.idle_limit
        assert [limit(w) for w in (sitting, watching, elsewhere)] == [60, 50, 0.3]
        seat = await stay(server, key=ANN)
        idle = await end_of(await stay(server, key=HOST, name="h"))
        assert idle.status == ExitStatus.OK
        assert "seat is kept" in idle.errors
        assert seat.exit_status is None


async def test_typing_keeps_a_session_open(tmp_path: Path) -> None:
    async with hosted(tmp_path, limits=Limits(idle_lobby_seconds=2.0)) as server:
        there = await stay(server, key=ANN)
        for _ in range(12):
            there.stdin.write("x")
            await asyncio.sleep(0.2)
        assert there.exit_status is None
        assert (await end_of(there)).status == ExitStatus.OK
