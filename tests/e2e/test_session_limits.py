"""Bad input over a live session, and commands that need no screen: plain words, right statuses."""

from __future__ import annotations

import asyncio
from importlib import metadata
from pathlib import Path

import pytest

from server.requests import Chat, encode
from server.wire import MAX_REQUEST, pack, unpack
from tests.e2e.in_process import (
    DOWN,
    ENTER,
    HIGHLIGHT,
    Client,
    Evening,
    Player,
    evening,
    fixed_seeds,
)
from tests.server.ssh_helpers import OpenSsh, Result

pytestmark = pytest.mark.timeout(120)

LOBBY = "join by code"


def people(*names: str) -> list[Player]:
    return [Player(name=name) for name in names]


async def openssh(night: Evening, folder: Path, *words: str, given: bytes = b"") -> Result:
    """Run the real client without a terminal."""
    client = OpenSsh(folder, night.server.port)
    return await client.run(*words, before=("-T", "-o", "SendEnv=LANG"), given=given)


# --- without a terminal ---------------------------------------------------------------------------


@pytest.mark.ssh
@pytest.mark.report("shazow/ssh-chat#273")
@pytest.mark.report("gravitational/teleport#47974")
async def test_commands_print_finish_and_have_a_status(tmp_path: Path) -> None:
    async with evening(tmp_path / "data") as night:
        code = await night.opened(Player(name="bo"), seats=3)
        for words, status, out, err in (
            (("help",), 0, "join CODE", ""),
            (("version",), 0, f"undertable {metadata.version('undertable')}", ""),
            (("whoami",), 0, "ann\nSHA256:", ""),
            (("tables",), 0, f"{code}\tlove_letter\t1/3\twaiting\tbo", ""),
            (("tables", "all"), 2, "", "Usage: tables"),
            (("join",), 2, "", "needs one join code, like FROG-71."),
            (("join", "NOPE-00"), 1, "", "There is no table NOPE-00."),
            (("rm -rf /",), 2, "", "There is no command"),
            (("'",), 2, "", "unclosed quote"),
            ((), 0, "in plain lines", ""),  # nothing typed: the input's end leaves
        ):
            result = await openssh(night, tmp_path, *words)
            assert result.status == status, words
            if out:
                assert out in result.out.decode(), words
            else:
                assert result.out == b"", words
            assert err in result.err, words
            # Whoever reads them is a program or a plain log: no escapes on either stream.
            assert b"\x1b" not in result.out + result.err.encode(), words


@pytest.mark.ssh
async def test_a_command_is_answered_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    async with evening(tmp_path / "data") as night:
        client = OpenSsh(tmp_path, night.server.port)
        result = await client.run(
            "nonsense",
            before=("-T", "-o", "SendEnv=LC_ALL"),
            environ={"LC_ALL": "zh_TW.UTF-8"},
        )
        assert result.status == 2
        assert "nonsense" in result.err
        assert "There is no command" not in result.err


@pytest.mark.parametrize("term", ["dumb", "unknown"])
async def test_a_terminal_that_cannot_show_the_tables_gets_plain_lines(
    tmp_path: Path, term: str
) -> None:
    async with evening(tmp_path) as night:
        client = await night.connect("ann", term=term)
        await client.until("Lobby: 0 tables, 1 player here.")
        client.send(b"nonsense\r")
        await client.settled()
        client.send(b"\x04")
        assert await client.ended() == 0
        assert b"\x1b" not in client.received


async def test_a_code_that_no_table_has_leads_to_the_lobby_which_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        client = await night.connect("ann", "join NOPE-00")
        await client.until(lambda c: "There is no table NOPE-00." in c.text and c.shows(LOBBY))
        client.send(b"j")
        await client.until("Join code, like FROG-71; Esc leaves")
        client.send(b"nope-01", ENTER)
        await client.until(lambda c: "There is no table nope-01." in c.text and c.shows(LOBBY))
        assert await client.leave() == 130


# --- sizes ----------------------------------------------------------------------------------------


async def test_a_terminal_that_is_too_small_from_the_start_is_told_what_is_needed(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as night:
        client = await night.connect("ann", size=(40, 10))
        await client.until(lambda c: "Too small: 40x10" in c.text and "60x20 needed" in c.text)
        client.send(b"n", ENTER, DOWN)  # keys mean what they mean on the page that is not seen
        client.resize(60, 20)
        await client.until(lambda c: c.shows("Join code") or c.shows(LOBBY))
        client.resize(10, 2)
        await client.until(lambda c: "Too small" in c.text)
        assert await _leave_blind(client) == 130


async def _leave_blind(client: Client) -> int | None:
    client.send(b"\x03", b"\x03")
    return await client.ended()


async def test_a_terminal_without_any_size_gets_the_usual_one(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        client = await night.connect("ann", size=(80, 24))
        zero = await night.connect("bo", env={"LANG": "en_US.UTF-8"}, size=(80, 24))
        for one in (client, zero):
            await one.until(LOBBY)
        zero.channel.change_terminal_size(0, 0)
        await zero.settled()
        assert zero.shows(LOBBY)


# --- a live table ---------------------------------------------------------------------------------


async def test_a_second_terminal_of_a_seat_that_answers_late_moves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    ann, bo = people("ann", "bo")
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo)
        seat = await night.turn(code)
        second = await night.connect((ann, bo)[seat], seat=seat)
        await second.until("YOUR TURN")
        second.send(DOWN)
        await second.until(lambda c: HIGHLIGHT.search(c.text))
        # It hears nothing for a while, so its question is an old one when its player answers.
        second.freeze()
        await night.move(code, clients[seat])
        while await night.turn(code) == seat and not _same_question(night, code):
            await night.move(code, clients[seat])
        entries = night.entries(code)
        second.send(ENTER)
        await asyncio.sleep(0.3)
        assert night.entries(code) == entries
        second.thaw()
        await second.until(lambda c: c.lines[3:6] == clients[seat].lines[3:6])


def _same_question(night: Evening, code: str) -> bool:
    return night.playing(code).driver.waiting_kind == "play"


async def test_talk_of_any_size_is_cut_and_what_is_no_request_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    ann, bo = people("ann", "bo")
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo)
        clients[0].send(b"c")
        await clients[0].until("Say something; Enter sends, Esc leaves")
        clients[0].send(b"\x1b[200~" + b"long " * 4000 + b"\x1b[201~")
        await clients[0].settled()
        clients[0].send(ENTER)
        await clients[1].until(lambda c: "long long" in c.text)
        told = clients[1].chunks
        channel = night.channel(bo, code)
        await channel.receive()
        for junk in (
            b"",
            b"\xc1",
            b"\x00" * (MAX_REQUEST + 1),
            pack({"op": "answer"}),
            pack({"op": "answer", "game_no": 1, "ask": "1", "answer": [1]}),
            pack({"op": "nothing"}),
            encode(Chat(text="")),
            encode(Chat(text="\x00\u200b")),
        ):
            channel.send(junk)
            notice = unpack(await channel.receive())
            assert (notice["t"], notice["level"]) == ("notice", "error")
        await asyncio.sleep(0.2)
        assert clients[1].chunks == told
        seat = await night.turn(code)
        await night.move(code, clients[seat])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x1b]0;x\x07\x1b[2Jann", "ann"),
        ("\r\n\t\x00", "player"),
        ("--", "player"),
        ("x" * 900, "x" * 16),
        ("安" * 40, "安" * 8),
        ("  ann  ", "ann"),
    ],
)
async def test_any_name_gets_in_and_is_shown_clean(tmp_path: Path, name: str, shown: str) -> None:
    async with evening(tmp_path) as night:
        client = await night.connect(Player(name=name))
        screen = await client.until(LOBBY)
        assert shown in screen.splitlines()[0].replace("\0", "")
        said = await night.connect(Player(name=name), "whoami", term=None)
        assert await said.ended() == 0
        assert b"\x1b" not in said.received
