"""The words of the host's and the key owner's commands: any words get an answer, never a crash."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import asyncssh
import pytest

from server.admin import DeskCode, DeskError
from server.api import ExitStatus, Identity, Stage
from server.bans import Ban
from server.identity import fingerprint
from server.keyring import KeyTrouble
from server.requests import CreateTable, Start, encode
from tests.languages import SPOKEN
from tests.server.desk_helpers import as_host, hosted, keys_of, stay, visit
from tests.server.ssh_helpers import eventually
from tui import i18n
from tui.line import keys
from tui.line.admin import USAGES, host_lines, seconds
from tui.line.call import Call, CommandError
from tui.texts.desk import ban_line, desk_error, key_trouble

HOST, ANN = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
SEED = 20261129
WORDS = (
    "list", "tables", "bans", "members", "kick", "ban", "unban", "invite", "allow", "disallow",
    "close", "reopen", "mute", "unmute", "say", "tell", "drain", "off", "for", "drop", "park", "2d",
    "15m", "0s", "999999w", "", " ", "-", "--", "ann", "una", "nobody", "*", "%s", "{target}",
    "{0}", "[/]", "\x1b[2J", "\u202e", "\N{CJK UNIFIED IDEOGRAPH-4E2D}", "10.0.0.0/8", "::/0",
    "1.2.3.4", "/", "1.2.3.4/99", "SHA256:", "SHA256:" + "A" * 43, "FROG-71", "1", "0", "-1", "1e9",
    "9" * 40, "x" * 3000, "\N{ARABIC-INDIC DIGIT ONE}m", "\ud800",
)  # fmt: skip
NO_DRAIN = "drain"


async def test_any_words_of_a_host_are_answered_or_refused_in_a_sentence(tmp_path: Path) -> None:
    draw = random.Random(SEED)
    async with hosted(tmp_path, admins=(HOST,)) as server:
        await stay(server, key=ANN)
        await stay(server, key=None, name="una")
        desk = await as_host(server, HOST)
        answered = 0
        for turn in range(2000):
            words = [draw.choice(WORDS) for _ in range(draw.randint(0, 5))]
            if words[:1] == [NO_DRAIN] and words[1:] != ["off"]:
                continue  # it would end this server, as it should
            try:
                lines, status = await host_lines(desk, words), ExitStatus.OK
            except CommandError as error:
                lines, status = [error.sentence], error.status
            answered += status is ExitStatus.OK
            assert status in (ExitStatus.OK, ExitStatus.ERROR, ExitStatus.USAGE)
            # Only an empty list has nothing to say.
            assert all(lines), (SEED, turn, words)
        assert answered > 50
        assert (await visit(server, key=HOST)).status == ExitStatus.OK


async def test_any_words_about_keys_are_answered_or_refused(tmp_path: Path) -> None:
    draw = random.Random(SEED)
    async with hosted(tmp_path) as server:
        await keys_of(server, ANN)
        await visit(server, key=ANN)
        connection = server.connections[-1]
        for _ in range(500):
            words = tuple(draw.choice((*WORDS, "add", "use", "remove")) for _ in range(3))
            call = Call(connection=connection, words=words[: draw.randint(0, 3)])
            try:
                said = await keys.lines(call)
            except CommandError as error:
                said = [error.sentence]
            assert said
            assert all(said)
        assert server.hub.books.keyring.keys_of(connection.who.id) == [connection.who.id]


async def test_a_seat_is_muted_at_a_table_whose_game_is_talked_in(tmp_path: Path) -> None:
    async with hosted(tmp_path, admins=(HOST,)) as server:
        request = CreateTable(game="future_diary", seats=5, options={}, clock=0, bots=4)
        code = await server.hub.create(Identity(id="SHA256:ann", name="Ann"), request)
        desk = await as_host(server, HOST)
        with pytest.raises(CommandError, match="wait until the game has started"):
            await host_lines(desk, ["mute", code, "2"])
        channel = server.hub.table(Identity(id="SHA256:ann", name="Ann"), code)
        channel.send(encode(Start()))
        table = server.hub._tables[code]
        await eventually(lambda: table.state.stage is Stage.PLAYING)
        assert await host_lines(desk, ["mute", code, "2"]) == [
            f"Nothing is said in public under seat 2 at {code}."
        ]
        assert table.state.plain()["muted"] == [2]
        assert await host_lines(desk, ["unmute", code, "2"]) == [
            f"Seat 2 at {code} is heard again."
        ]
        assert table.state.plain()["muted"] == []
        with pytest.raises(CommandError, match="no seat 6"):
            await host_lines(desk, ["mute", code, "6"])
        channel.close()


@pytest.mark.parametrize("language", SPOKEN)
def test_every_refusal_has_a_sentence_in_every_language(language: str) -> None:
    i18n.use(language)
    try:
        sample: dict[str, str | int] = {
            "target": "[b]{x}", "count": 2, "address": "1.2.3.4", "table": "OWL-12",
        }  # fmt: skip
        said = [desk_error(DeskError(code, **sample)) for code in DeskCode]
        said += [key_trouble(trouble) for trouble in KeyTrouble]
        assert all(said)
        assert len(set(said)) == len(said)
    finally:
        i18n.use(i18n.DEFAULT)


@pytest.mark.parametrize(
    ("text", "count"), [("90s", 90), ("15m", 900), ("2h", 7200), ("3d", 259200), ("1w", 604800)]
)
def test_times_are_written_short(text: str, count: int) -> None:
    assert seconds(text) == count


@pytest.mark.parametrize("text", ["", "d", "2", "2y", "-2d", "0d", "1.5h", "2 d", "９d", "999999w"])
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(CommandError):
        seconds(text)


def test_a_ban_is_one_line_whatever_its_reason() -> None:
    made = Ban(subject=fingerprint(ANN.public_data), until=1e9, reason="{x} [/] %s")
    assert ban_line(made) == f"{made.subject}\tuntil 2001-09-09 01:46 UTC\t{{x}} [/] %s"


def test_usages_fit_a_small_screen() -> None:
    usages: Sequence[str] = USAGES
    assert max(map(len, usages)) <= 76
