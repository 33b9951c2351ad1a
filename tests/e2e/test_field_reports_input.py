"""Faults that others shipped, over real SSH: keys, pastes, sizes, and text from strangers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.api import Stage
from server.requests import Chat, encode
from tests.e2e.in_process import (
    DOWN,
    ENTER,
    ESC,
    HIGHLIGHT,
    Client,
    Evening,
    Player,
    evening,
    fixed_seeds,
)
from tests.e2e.players import JOIN_CODE
from tui.i18n import LANGUAGES

pytestmark = pytest.mark.timeout(120)

LOBBY = "join by code"
PASTE, PASTE_END = b"\x1b[200~", b"\x1b[201~"


def people(*names: str) -> list[Player]:
    return [Player(name=name) for name in names]


async def asked(night: Evening, *, seats: int = 2) -> tuple[str, Client, Client]:
    """Start a game of two; return its code, who is to play a card, and the other one."""
    code, clients = await night.started(*people("ann", "bo"), seats=seats)
    seat = await night.turn(code)
    await clients[seat].until("YOUR TURN")
    return code, clients[seat], clients[1 - seat]


async def say(client: Client, text: bytes) -> None:
    """Say something at the table, as a person does."""
    client.send(b"c")
    await client.until("Say something; Enter sends, Esc leaves")
    empty = client.lines[-1]
    client.send(text)
    await client.until(lambda c: c.lines[-1] != empty)
    await asyncio.sleep(0.06)  # what follows a paste at once is part of it
    client.send(ENTER)


# --- sizes ---------------------------------------------------------------------------------------

SIZES = ((1, 1), (0, 0), (59, 19), (2**32 - 1, 2**32 - 1), (0, 30), (1, 200), (500, 200), (60, 20))


WELCOME, PALETTE = WITHOUT_FOOTER = ("Language / 語言", "What to do?")


async def on_every_screen(night: Evening) -> list[tuple[Client, str]]:
    """Return a client on each screen that there is, with words that show which."""
    code, playing, _other = await asked(night)
    ann = Player(name="gus")
    waiting = await night.opened(ann)
    over = await night.opened(ann, seats=2, bots=1)
    shown: list[tuple[Client, str]] = [(playing, "only you")]
    for keys, words in (
        (b"", LOBBY),
        (b"n", "New table"),
        (b"?", "Make a table: game, seats, clock, bots and options."),
        (b"j", "Join code, like FROG-71; Esc leaves"),
        (b"\x10", PALETTE),
    ):
        client = await night.connect("guest")
        await client.until(LOBBY)
        client.send(keys)
        await client.until(words)
        shown.append((client, words))
    # Whose client names no language is asked for one first.
    shown.append((await night.connect("guest", env={}), WELCOME))
    for command, words in (
        (f"join {waiting}", "Join code"),
        (f"watch {code}", "unseen"),
    ):
        client = await night.connect("guest", command)
        await client.until(words)
        shown.append((client, words))
    host = await night.connect(ann, f"join {over}")
    await host.until("Join code")
    host.send(b"s")
    await night.until(lambda: night.stage(over) is not Stage.WAITING)
    while (seat := await night.turn(over)) >= 0:
        assert seat == 0
        await night.move(over, host)
    await host.until("GAME OVER")
    return [*shown, (host, "GAME OVER")]


@pytest.mark.report("haliphax/xthulu#177")
@pytest.mark.report("Textualize/textual#2502")
@pytest.mark.report("gambit: the second resize is ignored")
async def test_a_storm_of_sizes_on_every_screen_ends_with_that_screen_at_its_last_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        shown = await on_every_screen(night)
        for columns, rows in SIZES:
            for client, _words in shown:
                client.resize(columns, rows)
            await asyncio.sleep(0.06)
        for client, _words in shown:
            client.resize(90, 26)
        for client, words in shown:
            await client.until(words)
        for columns, rows in ((100, 30), (80, 24)):  # and the next one counts as well
            for client, _words in shown:
                client.resize(columns, rows)
            for client, words in shown:
                await client.until(words)
                if words not in WITHOUT_FOOTER:
                    await client.until(lambda c, rows=rows: any(c.lines[rows - 2 :]))  # type: ignore[misc]
        assert not any(client.closed.is_set() for client, _words in shown)


@pytest.mark.report("Textualize/textual#2502")
async def test_under_the_least_size_there_is_a_notice_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        code, client, _other = await asked(night)
        client.send(DOWN)
        await client.until(lambda c: HIGHLIGHT.search(c.text))
        before = client.text
        client.resize(59, 24)
        await client.until(lambda c: "59x24" in c.text and "60x20" in c.text)
        assert not client.shows("only you")
        client.resize(80, 24)
        await client.until(lambda c: c.text == before)
        client.send(ENTER)
        await night.until(lambda: night.entries(code) == 4)


# --- keys ----------------------------------------------------------------------------------------


@pytest.mark.report("charmbracelet/wish#457")
@pytest.mark.report("prompt-toolkit/python-prompt-toolkit#1991")
async def test_suspend_interrupt_signals_and_breaks_stop_neither_server_nor_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        code, client, other = await asked(night)
        lobby = await night.connect("guest")
        await lobby.until(LOBBY)
        await asyncio.gather(*(_annoy(one) for one in (client, other, lobby)))
        assert not any(one.closed.is_set() for one in (client, other, lobby))
        await night.move(code, client)


async def _annoy(one: Client) -> None:
    one.send(b"\x1a", b"\x1a\x1a", b"\x11\x13\x1c\x04\x00", b"\x03")
    for name in ("INT", "TSTP", "TERM", "KILL", "HUP", "WINCH"):
        one.channel.send_signal(name)
    one.channel.send_break(500)
    await one.settled()
    # Other keys, which come back to the same language: the first Ctrl-C is forgotten.
    one.send(*[b"z"] * len(LANGUAGES))
    await one.settled()
    one.send(b"\x03")
    await one.settled()


@pytest.mark.report("Textualize/textual#4816")
async def test_an_arrow_in_pieces_is_an_arrow_and_a_lone_escape_is_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        _code, client, _other = await asked(night)
        for piece in (b"\x1b", b"[", b"B"):
            client.send(piece)
            await asyncio.sleep(0.02)
        await client.until(lambda c: HIGHLIGHT.search(c.text))
        client.send(ESC)
        await client.until(lambda c: not HIGHLIGHT.search(c.text))
        assert client.shows("only you")


@pytest.mark.report("GnollHack/GnollHack#650")
async def test_the_arrows_of_every_terminal_choose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        _code, client, _other = await asked(night)
        # xterm and its kin; application mode; with modifiers as xterm and as rxvt write them are
        # other keys, which mean nothing here.
        for arrow in (b"\x1b[B", b"\x1bOB", b"\x1b[A", b"\x1bOA", b"\x1b[C", b"\x1bOD"):
            client.send(arrow)
            await client.until(lambda c: HIGHLIGHT.search(c.text))
            client.send(ESC)
            await client.until(lambda c: not HIGHLIGHT.search(c.text))


@pytest.mark.report("GnollHack/GnollHack#650")
async def test_what_terminals_say_by_themselves_is_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        _code, client, _other = await asked(night)
        client.send(DOWN)
        await client.until(lambda c: HIGHLIGHT.search(c.text))
        before = await client.settled()
        for report in (
            b"\x1b[?64;1;2;6;9;15;22c", b"\x1b[>0;276;0c", b"\x1b[24;80R", b"\x1b[I", b"\x1b[O",
            b"\x1b[?2026;2$y", b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1bP>|term 1.0\x1b\\",
            b"\x1b[<0;10;10M", b"\x1b[<0;10;10m", b"\x1b[M !!", b"\x1b[200;5u", b"\x1b[27;5;13~",
        ):  # fmt: skip
            client.send(report)
        assert await client.settled() == before


@pytest.mark.report("facebookresearch/rebels-in-the-sky")
async def test_several_keys_in_one_packet_are_several_keys(tmp_path: Path) -> None:
    host = Player(name="host")
    async with evening(tmp_path) as night:
        for _table in range(4):
            await night.opened(host)
        client = await night.connect("guest")
        await client.until(lambda c: len(JOIN_CODE.findall(c.text)) == 4 and c.shows(LOBBY))
        third = client.lines[6].split()[0]
        client.send(DOWN * 2 + ENTER + b"?")
        await client.until("Keys now")
        client.send(b"?")
        await client.until("Join code")
        assert third in client.lines[0]


@pytest.mark.report("shazow/ssh-chat#318")
@pytest.mark.report("shazow/ssh-chat#364")
@pytest.mark.parametrize(
    "text",
    [
        b"".join(b"%d a b c d 1 2 3\r" % number for number in range(30)),
        b"a\r" * 10_000,
        "1\r2\r苗木\r".encode() * 1000,
    ],
    ids=["30 lines", "20 KB", "CJK"],
)
async def test_a_paste_at_a_prompt_neither_moves_nor_kicks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        code, client, other = await asked(night)
        entries = night.entries(code)
        for paste in (PASTE + text + PASTE_END, text, text + PASTE + text):
            client.send(paste)
            await client.settled()
            assert night.entries(code) == entries
        # The last paste never ended; after a while of silence keys are keys again.
        client.send(PASTE_END, b"c")
        await client.until("Say something; Enter sends, Esc leaves")
        client.send(PASTE + b"one line " * 9 + PASTE_END)
        await client.until(lambda c: "one line one line" in c.lines[-1])
        client.send(ENTER)
        await other.until(lambda c: "one line one line" in c.text)
        await night.move(code, client)


@pytest.mark.report("shazow/ssh-chat#406")
@pytest.mark.report("shazow/ssh-chat#118")
async def test_a_megabyte_of_junk_is_no_move_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        code, client, other = await asked(night)
        entries = night.entries(code)
        client.send(bytes(range(33, 255)) * 5000)
        for key in b"h" * 20:
            chunks = other.chunks
            other.send(bytes([key]))
            await other.until(lambda c, chunks=chunks: c.chunks > chunks)  # type: ignore[misc]
        assert night.entries(code) == entries
        assert night.stage(code) is Stage.PLAYING
        assert not client.closed.is_set()


@pytest.mark.report("ronf/asyncssh#24")
async def test_split_and_broken_utf8_is_text_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        _code, client, other = await asked(night)
        client.send(b"c")
        await client.until("Say something; Enter sends, Esc leaves")
        for byte in "你好，世界".encode():
            client.send(bytes([byte]))
        client.send(b"\xff", b"\xc3", b"\x28", b"\xed\xa0\x80")
        await client.settled()
        client.send(ENTER)
        await other.until(lambda c: "你好，世界" in c.text)
        assert not client.closed.is_set()


# --- text from strangers -------------------------------------------------------------------------

MARKUP = ("[/", "[/b]x", "[bold", "[@click=app.exit]x[/]", "[link=http://x]y", "{name}", "%(n)s%d")


@pytest.mark.report("Textualize/textual#6155")
@pytest.mark.report("Textualize/textual#5599")
async def test_markup_in_names_talk_and_commands_is_text_on_every_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    names = ("[/b]x", "[bold")
    async with evening(tmp_path) as night:
        ann, bo = people(*names)
        code, clients = await night.seated(ann, bo)
        lobby = await night.connect("{name}")
        await lobby.until(lambda c: all(name in c.text for name in names) and "{name}" in c.text)
        waiting = await night.connect("%(n)s%d", f"watch {code}")
        await waiting.until(lambda c: all(name in c.text for name in (*names, "%(n)s%d")))
        clients[0].send(b"s")
        for number, text in enumerate(MARKUP):
            await say(clients[number % 2], text.encode())
            await clients[1 - number % 2].until(lambda c, text=text: f": {text}" in c.text)  # type: ignore[misc]
        while (seat := await night.turn(code)) >= 0:
            await night.move(code, clients[seat])
        for client in (*clients, waiting):
            await client.until("GAME OVER")
            await client.until(lambda c: all(name in c.text for name in names))
        for command in ("[/b]x", "join [/b]x", "{name}", "%(n)s%d"):
            answer = await night.connect("guest", command)
            assert await answer.settled()
            assert "Traceback" not in answer.text
        lobby.send(b"j")
        await lobby.until("Join code, like FROG-71; Esc leaves")
        lobby.send(b"[/b]x\r")
        await lobby.until(lambda c: c.shows(LOBBY) and "There is no table" in c.text)
        assert not any(c.closed.is_set() for c in (*clients, waiting, lobby))


EVIL = "\x1b[31mA\x1b]52;c;QUJD\x07B\x9b2JC\x9d0;T\x9cD\rE\x08F\u202eG\u200bH\x7f\x00I"


@pytest.mark.report("freenet/river#633")
async def test_no_control_of_a_stranger_reaches_another_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        evil = Player(name=EVIL)
        ann = Player(name="ann")
        code, clients = await night.started(ann, evil)
        lobby = await night.connect("guest")
        await lobby.until(LOBBY)
        bells = [client.screen.bells for client in clients]
        # Past the screen's own entry, as another kind of client would say it.
        channel = night.channel(evil, code)
        channel.send(encode(Chat(text=EVIL + "talk")))
        for client in clients:
            await client.until(lambda c: "talk" in c.text)
        await say(clients[1], EVIL.replace("\r", "").encode() + b"typed")
        await clients[0].until(lambda c: "typed" in c.text)
        channel.close()
        assert [client.screen.bells for client in clients] == bells
        for client in (*clients, lobby):
            _harmless(bytes(client.received))


def _harmless(sent: bytes) -> None:
    text = sent.decode()
    assert not {"\u202e", "\u200b", "\x7f", "\x08", "\x00"} & set(text)
    assert not any("\x80" <= c <= "\x9f" for c in text)
    assert "\x1b]52" not in text
    assert "\x1b[31mA" not in text
    assert "D\rE" not in text


@pytest.mark.report("mumble-voip/mumble#2462")
@pytest.mark.report("ddnet/ddnet#557")
@pytest.mark.parametrize(
    "name", ["аnn", "ANN", "a\u200bnn", "ann\u202e", "ａｎｎ", "a nn", "an\u0301n\u0301"]
)
async def test_a_name_that_looks_like_anothers_carries_its_keys_tag(
    tmp_path: Path, name: str
) -> None:
    ann, other = people("ann", name)
    async with evening(tmp_path) as night:
        first = await night.connect(ann)
        await first.until(LOBBY)
        client = await night.connect(other)
        await client.until(LOBBY)
        assert f"~{other.who.tag}" in client.lines[0]
        assert "~" not in first.lines[0]


NAMES = ("安倍晴明", "é́x👍", "名ab🎲", "ann")


@pytest.mark.report("mobile-shell/mosh#234")
@pytest.mark.report("mobile-shell/mosh#388")
@pytest.mark.report("Textualize/rich#502")
async def test_columns_stay_in_line_whatever_the_names_and_the_talk_are_written_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        code, clients = await night.started(*people(*NAMES), wins="2")
        for client, text in zip(
            clients,
            ("👩‍👩‍👧 ☺️ ★★★", "한글 ｶﾀｶﾅ Ａ", "a\u0301\u0301\u0301\u0301", "──│"),
            strict=True,
        ):
            await say(client, text.encode())
        for client in clients:
            client.resize(120, 40)
            # Log and talk stand side by side: their shades meet in one column, on every row.
            await client.until(
                lambda c: (
                    len(c.lines) == 40
                    and c.shows("only you")
                    and all(_edges(c, y) == [120 * 5 // 8] for y in range(22, 35))
                )
            )
            await client.settled()
            ring = range(3, 7)
            assert _same_column(client, ring, "wins") == 1
            rows = [client.screen.buffer[y] for y in ring]
            assert [row[2].data for row in rows] == ["1", "2", "3", "4"]
        assert night.stage(code) is Stage.PLAYING


def _edges(client: Client, y: int) -> list[int]:
    """Return the columns at which the background of a row changes."""
    row = client.screen.buffer[y]
    return [x for x in range(1, client.screen.columns) if row[x].bg != row[x - 1].bg]


def _same_column(client: Client, rows: Sequence[int], word: str) -> int:
    """Return in how many different columns ``word`` begins in these rows of cells."""
    found = set()
    for y in rows:
        row = client.screen.buffer[y]
        cells = [row[x].data or "\0" for x in range(client.screen.columns)]
        text = "".join(cell[0] for cell in cells)
        found.add(text.find(word))
    assert -1 not in found
    return len(found)


@pytest.mark.report("gambit: codes and keys in the log")
async def test_the_log_holds_no_code_key_name_card_or_talk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    async with evening(tmp_path) as night:
        ann, bo = people("annabel", "bobsleigh")
        code, clients = await night.started(ann, bo)
        await say(clients[0], b"xyzzy")
        while (seat := await night.turn(code)) >= 0:
            await night.move(code, clients[seat])
        clients[0].send(b"\x1b[[[", b"\xff")
        guest = await night.connect("guest", f"join {code}9")
        await guest.settled()
        pool = night.playing(code).driver.state.pool
        log = night.log.getvalue()
        assert "login" in log
        for secret in (code, ann.who.id, bo.who.id, "annabel", "bobsleigh", "xyzzy", *pool):
            assert secret not in log
