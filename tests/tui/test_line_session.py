"""Line mode on a real hub: whoever reads only the lines can play the whole game."""

from __future__ import annotations

import asyncio
import re

import pytest

from engine.chance import Dice
from server.api import ExitStatus, Identity
from tests.languages import WRITTEN
from tests.tui.lines import CHOICE, LIVENESS, Wire, at_table, connected, hub
from tests.tui.sessions import ANN, BO, table_for
from tui import i18n
from tui.i18n import _
from tui.line import session as line_session
from tui.line.terminal import LineTerminal

BOUND = 200
"""Bytes that one thing that happens may take."""


def says(language: str, message: str) -> str:
    i18n.use(language)
    try:
        return _(message)
    finally:
        i18n.use("en")


async def asked_or_over(wire: Wire, language: str, start: int) -> bool:
    """Wait for a question (True) or the end of the game (False)."""
    turn = says(language, "Your turn. {question}").partition("{")[0]
    return await wire.until(turn, says(language, "GAME OVER"), start=start) == turn


async def choose(wire: Wire, language: str, start: int) -> int:
    """Answer the question that stands after byte ``start`` with its first choice."""
    turn = says(language, "Your turn. {question}").partition("{")[0]
    async with asyncio.timeout(LIVENESS):
        while True:
            lines = wire.lines(start)
            at = next(i for i, line in enumerate(lines) if line.startswith(turn))
            if len(lines) > at + 1 and (found := CHOICE.match(lines[at + 1])):
                break
            await asyncio.sleep(0.01)
    mark = len(wire.out)
    wire.type(found[1])
    return mark


@pytest.mark.parametrize("language", WRITTEN)
async def test_a_whole_game_by_its_lines_alone(language: str) -> None:
    async with hub() as place, connected(place, language=language) as (wire, task):
        wire.type("new bots=3", "start")
        mark = 0
        while await asked_or_over(wire, language, mark):
            mark = await choose(wire, language, mark)
        wire.type("log 500", "hand", "table", "notes", "who", "quit")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
        assert not wire.err, wire.errors
        assert b"\x1b" not in wire.out
        assert b"\r" not in wire.out
        assert re.search(r"replay [0-9a-f]{8}", wire.text)
        if language == "zh_Hant":
            assert "你抽到" in wire.text or "你" in wire.text
        assert max(len(line.encode()) for line in wire.lines()) <= BOUND


async def test_what_happens_costs_about_200_bytes_each() -> None:
    async with hub() as place:
        for _game in range(3):
            async with connected(place) as (wire, task):
                wire.type("new bots=3", "start")
                mark = 0
                while await asked_or_over(wire, "en", mark):
                    mark = await choose(wire, "en", mark)
                begun = wire.text.index("Commitment")
                over = wire.text.index("GAME OVER")
                game = [line for line in wire.text[begun:over].splitlines() if line]
                assert sum(len(line.encode()) + 1 for line in game) / len(game) < BOUND / 2
                wire.type("quit")
                await asyncio.wait_for(task, LIVENESS)


async def test_the_end_of_input_leaves_with_the_seat_kept_and_the_next_visit_returns_to_it() -> (
    None
):
    async with hub() as place:
        async with connected(place) as (wire, task):
            wire.feed(b"new bots=3\nstart\nwho\n\x04")
            assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
        async with connected(place) as (wire, task):
            await wire.until("1 Ann, you, host")
            wire.feed(b"\x04")
            assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK


@pytest.mark.report("teleport#47974")
async def test_no_input_at_all_shows_the_lobby_and_ends() -> None:
    async with hub() as place, connected(place) as (wire, task):
        wire.feed(b"\x04")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
        assert "Lobby: 0 tables" in wire.text


async def test_watching_shows_what_is_public_and_no_hand() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with (
            at_table(place, code) as ann,
            connected(place, BO, command=f"watch {code}") as (wire, task),
        ):
            await ann.until("All are ready")
            await wire.until(code)  # who comes after the start is told where things stand instead
            ann.type("start")
            await wire.until("Round 1 begins.")
            wire.feed(b"hand\nnotes\nready\n\x04")
            assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
            assert "You hold nothing here." in wire.text
            assert "You are dealt" not in wire.text
            assert "That cannot be done" in wire.errors


@pytest.mark.parametrize("verb", ["join", "watch"])
async def test_a_table_that_is_not_there_is_an_error_with_status_1(verb: str) -> None:
    async with hub() as place, connected(place, command=f"{verb} NOPE-11") as (wire, task):
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.ERROR
        assert "NOPE-11" in wire.errors
        assert not wire.out


async def asked(wire: Wire) -> int:
    """Start games until one asks this player; return where its part of the output begins."""
    await wire.until("All are ready")
    start = 0
    wire.type("start")
    while not await asked_or_over(wire, "en", start):
        await wire.until("Type 'rematch'", start=start)
        start = len(wire.out)
        wire.type("rematch", "start")
    return start


@pytest.mark.report("ssh-chat#318")
async def test_a_number_that_came_before_its_question_is_no_move() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with at_table(place, code) as wire:
            await wire.until("All are ready")
            wire.type("start", *["1"] * 30)
            await wire.until("That number came before", "You are not asked anything now.")
            await wire.until("Your turn.", "GAME OVER")
            wire.type("who")
            await asyncio.sleep(0.2)
            assert "ann plays" not in wire.text.lower()


async def test_one_seat_at_two_terminals_both_are_live_and_a_stale_answer_gets_a_word() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with at_table(place, code) as one, at_table(place, code) as two:
            start = await asked(one)
            await two.until("Your turn.")
            await choose(one, "en", start)
            await two.until("That question has been answered.")
            two.type("say and I am here too")
            await one.until("Ann says: and I am here too")
            two.type("7 7 7")
            await two.until("There is no choice", "Choose 1 to 1", "You are not asked", "GAME OVER")


async def test_wrong_numbers_words_and_lines_are_said_to_be_wrong_and_nothing_happens() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with at_table(place, code) as wire:
            await asked(wire)
            mark = len(wire.out)
            wire.type("77", "1 2", "fold", "explain 9", "explain 1", "x" * 600, "answer x", "new")
            await wire.until("Leave this table first.")
            for said in (
                "There is no choice 77 now.", "Choose 1 to 1.", "'fold' is not understood.",
                "That line is too long", "No text is asked for now.",
            ):  # fmt: skip
                assert said in wire.errors
            assert "There is no choice 9 now." in wire.text
            assert "Hope:" in wire.text[mark:]
            wire.type("?")
            await wire.until("Your turn.", start=mark)


async def test_giving_a_seat_away_in_a_game_is_asked_twice() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with at_table(place, code) as wire:
            await asked(wire)
            wire.type("stand", "who", "stand")
            await wire.until("Type 'stand' again")
            wire.type("who")
            await asyncio.sleep(0.1)
            assert "1 Ann, you" in wire.text.splitlines()[-4:][0] or "1 Ann, you" in wire.text
            mark = len(wire.out)
            wire.type("stand", "stand")
            await wire.until("A bot plays seat 1", "GAME OVER", start=mark)


async def test_full_width_digits_of_a_chinese_input_method_choose() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with at_table(place, code) as wire:
            await asked(wire)
            mark = len(wire.out)
            wire.type("１")
            await wire.until("Ann plays", "GAME OVER", start=mark)


async def test_ctrl_c_asks_first_and_leaves_at_the_second_with_130() -> None:
    async with hub() as place, connected(place, term="dumb") as (wire, task):
        await wire.until("Lobby:")
        wire.feed(b"\x03")
        await wire.until("Press the same key again to leave.")
        wire.feed(b"who\r\x03")
        await asyncio.sleep(0.1)
        assert not task.done()
        wire.feed(b"\x03")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.INTERRUPTED


async def test_a_terminal_sees_what_it_types_and_output_does_not_break_the_line() -> None:
    async with hub() as place:
        code = await table_for(place, bots=2)
        async with connected(place, term="dumb") as (wire, _task):
            await wire.until("Lobby:")
            wire.feed(f"join {code}\r".encode())
            await wire.until(f"join {code}\r\n")
            await wire.until("Type 'ready'", "All are ready", "Waiting for")
            wire.feed(b"say hel")
            async with at_table(place, code, BO) as bo:
                await bo.until("2 bots", "Type 'ready'")
                await wire.until("Bo has seat")
                await wire.until("\r\nsay hel")
                wire.feed(b"lo\r")
                await bo.until("Ann says: hello")
            assert b"\x1b" not in wire.out
            assert wire.out.count(b"\n") == wire.out.count(b"\r\n")


async def test_from_the_full_screen_to_lines_and_back_the_seat_is_kept() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with connected(place, command=f"join {code}", term="xterm-256color") as (wire, task):
            await wire.until("press s to start")
            wire.feed(b"\x14")
            await wire.until("1 Ann, you, host")
            assert bytes(wire.out).index(b"\x1b[?1049l") < bytes(wire.out).index(b"1 Ann, you")
            mark = len(wire.out)
            wire.feed(b"start\r")
            await wire.until("Round 1 begins.", start=mark)
            assert b"\x1b" not in wire.out[mark:]
            mark = len(wire.out)
            wire.feed(b"screen\r")
            await wire.until("\x1b[?1049h", start=mark)
            await wire.until("only you", "GAME OVER", start=mark)
            wire.feed(b"\x03")
            await asyncio.sleep(0.3)
            wire.feed(b"\x03")
            assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.INTERRUPTED


async def test_to_lines_and_back_after_a_game_was_seen_again_both_show_the_table() -> None:
    async with hub() as place:
        code = await table_for(place, bots=1)
        async with connected(place, command=f"join {code}", term="xterm-256color") as (wire, _task):
            await wire.until("press s to start")
            for key, seen in ((b"s", "only you"), (b"y", "REPLAY")):
                mark = len(wire.out)
                wire.feed(key)
                await wire.until(seen, "GAME OVER", start=mark)
            mark = len(wire.out)
            wire.feed(b"\x7f\x14")  # back to the table, and to its lines
            await wire.until("1 Ann, you", start=mark)
            mark = len(wire.out)
            wire.feed(b"screen\r")
            await wire.until("only you", "GAME OVER", start=mark)


async def test_the_wish_for_lines_can_come_with_the_connection() -> None:
    async with hub() as place, connected(place, command="line", term="xterm") as (wire, task):
        await wire.until("Lobby:")
        wire.feed(b"screen\r")
        await wire.until("\x1b[?1049h")
        task.cancel()


async def test_without_a_terminal_the_full_screen_is_refused() -> None:
    async with hub() as place, connected(place) as (wire, task):
        wire.feed(b"screen\n\x04")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
        assert "ssh -t" in wire.errors


async def test_a_command_interrupted_before_it_begins_never_begins() -> None:
    wire, begun = Wire(), False

    async def command() -> list[str]:
        nonlocal begun
        begun = True
        return []

    running = asyncio.ensure_future(LineTerminal(wire, pty=True).run(command))
    await asyncio.sleep(0)
    wire.feed(b"\x03")
    assert await running == ExitStatus.INTERRUPTED
    assert not begun


async def test_the_language_can_be_changed_and_is_remembered() -> None:
    async with hub() as place:
        async with connected(place) as (wire, task):
            wire.feed(b"language xx\nlanguage zh_CN\nlanguage zh_Hant\nwho\n\x04")
            await asyncio.wait_for(task, LIVENESS)
            assert "en, zh_Hant, zh_Hans" in wire.errors
            assert "之后以简体中文显示" in wire.text
            assert "之後以繁體中文顯示" in wire.text
        async with connected(place, command="status") as (wire, task):
            await asyncio.wait_for(task, LIVENESS)
            assert "你沒有任何座位" in wire.text


@pytest.mark.report("asyncssh#664")
async def test_a_client_that_does_not_read_gets_nothing_more_until_it_does() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with at_table(place, code) as wire, at_table(place, code) as other:
            await wire.until("All are ready")
            await other.until("All are ready")
            assert wire.sink is not None
            wire.sink.paused(True)
            other.type("start")
            await other.until("Round 1 begins.")
            for number in range(50):
                other.type(f"say line {number}")
                await asyncio.sleep(0.005)
            await other.until("Ann says: line 2")
            held = len(wire.out)
            await asyncio.sleep(0.2)
            assert len(wire.out) == held
            assert held < 16 * 1024
            wire.sink.paused(False)
            await wire.until("Round 1 begins.")


async def test_chat_of_others_cannot_play_tricks_with_the_terminal() -> None:
    async with hub() as place:
        code = await table_for(place, bots=2)
        evil = Identity(id="SHA256:evil", name="E\x1b[2Jve[/b]{n}", tag="ev")
        async with at_table(place, code) as ann, at_table(place, code, evil) as eve:
            await eve.until("Type 'ready'")
            eve.type("say \x1b]52;c;aGk=\x07[/ {text} %s \u202eabc")
            await ann.until("says: [/ {text} %s abc")
            assert b"\x1b" not in ann.out
            assert "\u202e" not in ann.text


async def test_any_lines_at_all_leave_the_session_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_session, "PATIENCE", 0.01)
    dice = Dice("lines")
    words = [
        "hand", "table", "log", "log 99999", "notes", "who", "help", "say", "say x", "ready", "1",
        "unready", "start", "bot", "nobot", "standin", "options", "options seats=3", "sit", "2 1",
        "options clock=999999", "options pool=none", "rematch", "tables", "new", "new seats=0",
        "new chess", "new seats=٣", "language", "screen", "explain", "explain 1", "answer", "?",
        "rules", "rules love_letter x", "replay", "replay 00000000", "verify 00000000 x", "status",
        "status --json", "join", "watch", "leave", "", " ", "{}", "%s", "[/]", "'", '"', "你好",
        "-1", "1" * 400, "9" * 20, "x" * 600, "\x1b[A", "\x00", "\x7f", "\ufeff", "out",
        "back", "stand",
    ]  # fmt: skip
    async with hub() as place, connected(place) as (wire, task):
        wire.type("new bots=3")
        await wire.until("All are ready")
        for _round in range(600):
            wire.type(*(dice.pick(words) for _ in range(1 + dice.below(4))))
            if dice.below(20) == 0:
                await asyncio.sleep(0.02)
            assert not task.done(), wire.errors[-500:]
        wire.type("leave", "tables", "quit")
        assert await asyncio.wait_for(task, LIVENESS * 3) == ExitStatus.OK
        assert b"\x1b" not in wire.out + wire.err


async def test_commands_print_and_end_with_their_status() -> None:
    async with hub() as place:
        for command, status, out, err in (
            ("help", 0, "replay ID", ""),
            ("version", 0, "undertable ", ""),
            ("whoami", 0, "SHA256:ann", ""),
            ("status", 0, "no seat", ""),
            ("status --json", 0, '"tables": []', ""),
            ("status --xml", 2, "", "--json"),
            ("rules love_letter ll-3.4", 0, "LL-3.4  ", ""),
            ("rules love_letter LL-99", 1, "", "LL-99"),
            ("rules chess", 1, "", "love_letter"),
            ("rules", 2, "", "rules GAME"),
            ("replay", 2, "", "replay ID"),
            ("replay 0123456789abcdef", 1, "", "no finished game"),
            ("verify x y z", 2, "", "verify ID"),
            ("join", 2, "", "join code"),
            ("fold", 2, "", "'fold'"),
            ("say 'x", 2, "", "quote"),
        ):
            async with connected(place, command=command) as (wire, task):
                assert await asyncio.wait_for(task, LIVENESS) == status, command
                assert out in wire.text, command
                assert err in wire.errors, command
                assert bool(out) == bool(wire.out), command
                assert bool(err) == bool(wire.err), command
                assert b"\r" not in wire.out + wire.err


async def test_a_finished_game_can_be_listed_replayed_and_verified_by_its_short_id() -> None:
    async with hub() as place:
        async with connected(place) as (wire, task):
            wire.type("new bots=3", "start")
            mark = 0
            while await asked_or_over(wire, "en", mark):
                mark = await choose(wire, "en", mark)
            await wire.until("'verify ")
            wire.type("quit")
            await asyncio.wait_for(task, LIVENESS)
        game = re.findall(r"'verify ([0-9a-f]{8})'", wire.text)[0]
        promised = re.findall(r"Commitment .*: ([0-9a-f]{64})", wire.text)[0]
        for command, status, said in (
            ("status", 0, game),
            (f"replay {game}", 0, "Round 1 begins."),
            (f"verify {game}", 0, "follow from the seed"),
            (f"verify {game} {promised}", 0, promised),
            (f"verify {game} {promised[::-1]}", 1, "not of this game's seed"),
        ):
            async with connected(place, BO if "y" in command else ANN, command=command) as found:
                wire, task = found
                assert await asyncio.wait_for(task, LIVENESS) == status, wire.errors
                assert said in wire.text + wire.errors
                assert "You " not in wire.text


async def test_ctrl_c_ends_a_command_whose_output_waits() -> None:
    command = "rules love_letter"
    async with (
        hub() as place,
        connected(place, command=command, term="xterm", held=True) as (wire, task),
    ):
        await asyncio.sleep(0.2)
        assert not task.done()
        wire.feed(b"\x03")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.INTERRUPTED


async def test_more_lines_than_can_wait_are_said_to_be_dropped() -> None:
    async with hub() as place, connected(place) as (wire, task):
        await wire.until("Lobby:")
        wire.type(*["tables"] * 2000)
        await wire.until("Too many lines at once")
        assert wire.text.count("There is no table yet.") < 500
        wire.type("quit")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
