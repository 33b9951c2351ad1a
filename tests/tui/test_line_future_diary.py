"""Future Diary on a real hub by its lines alone: orders, talk, whole games, replays, status."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.api import ExitStatus
from server.hub import LocalHub
from tests.tui.lines import LIVENESS, Wire, connected, hub
from tests.tui.sessions import ANN
from tui.texts import future_diary as fd

ENDED = re.compile(r"replay ([0-9a-f]{8})")


pytestmark = pytest.mark.usefixtures("prompt_beats")


class Talk:
    """A player who types and reads."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.mark = 0

    async def says(self, line: str, *expected: str) -> str:
        """Type a line; return which of ``expected`` came after it."""
        self.mark = len(self.wire.out)
        self.wire.type(line)
        return await self.wire.until(*expected, start=self.mark)

    @property
    def heard(self) -> str:
        """What came since the last line was typed, without padding."""
        return self.wire.out[self.mark :].decode().replace("\0", "")


@asynccontextmanager
async def in_orders(place: LocalHub, *, seats: int = 5) -> AsyncIterator[Talk]:
    """Be a player at a table of bots, in the orders of act 1."""
    async with connected(place) as (wire, _task):
        talk = Talk(wire)
        await talk.says(f"new future_diary seats={seats} bots={seats - 1}", "type 'start'")
        await talk.says("start", "persona")
        await talk.says("persona Kitty", "Your persona: Kitty.")
        await talk.says("ready", "You are ")
        await wire.until(fd.step_line("orders"), start=talk.mark)
        yield talk


def role_of(talk: Talk) -> str:
    found = re.search(r"You are \d+ Kitty: (\w+)", talk.heard)
    assert found is not None
    return found[1]


@pytest.mark.rule("FD-3.5", "FD-4.1")
async def test_a_table_without_a_number_of_seats_has_as_many_as_the_game_needs() -> None:
    async with hub() as place, connected(place) as (wire, _task):
        talk = Talk(wire)
        await talk.says("new future_diary bots=4", "type 'start'")
        await talk.says("start", "persona")


async def test_orders_are_entered_word_by_word_and_refused_with_their_reason() -> None:
    async with hub() as place, in_orders(place) as talk:
        await talk.says("form", "You are not ready.")
        assert re.search(r"^day \(day\): ", talk.heard, re.MULTILINE)
        await talk.says("day disguise", "Submitted: ")
        await talk.says("day dance", "'dance' is not understood here.")
        await talk.says("day probe 99", "day target: That was not understood.")
        await talk.says("sheet", "disguise")
        await talk.says("ready", "You are ready.")


async def test_rules_can_be_asked_for_by_the_names_that_the_form_uses() -> None:
    async with hub() as place, in_orders(place) as talk:
        await talk.says("explain kill", fd.kind_rule("kill"))
        await talk.says("explain 6th", fd.role_rules("sixth")[0])
        await talk.says("explain diary", fd.field_rules("diary")[0])
        await talk.says("explain nonsense", "There is no rule about 'nonsense'.")
        await talk.says("help", "explain [NAME]")
        assert "answer TEXT" not in talk.heard


@pytest.mark.rule("FD-15.1", "FD-15.3")
async def test_talk_goes_where_it_is_meant_to() -> None:
    async with hub() as place, in_orders(place) as talk:
        await talk.says("say I am not the 2nd", "Kitty: I am not the 2nd")
        await talk.says("ally psst", "You cannot talk there now.")
        await talk.says("dead boo", "You cannot talk there now.")


@pytest.mark.rule("FD-3.3")
async def test_ready_may_be_withdrawn() -> None:
    async with hub() as place, in_orders(place) as talk:
        await talk.says("wait", "Submitted: ")
        assert "You are ready." not in talk.heard


@pytest.mark.parametrize("language", ["en", "zh_Hant"])
async def test_a_whole_game_by_its_lines_alone(language: str) -> None:
    over = {"en": "GAME OVER", "zh_Hant": "遊戲結束"}[language]
    async with hub() as place:
        async with connected(place, language=language) as (wire, task):
            wire.type("new future_diary seats=5 bots=4 acts=8 pace=quick", "start")
            await wire.until("persona", "化名")
            async with asyncio.timeout(LIVENESS):
                while over not in wire.text:
                    wire.type("ready")
                    await asyncio.sleep(0.05)
            await wire.until("replay ")
            wire.type("chronicle", "quit")
            assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
            found = ENDED.search(wire.text)
            assert found is not None
        story = await _printed(place, f"replay {found[1]}", language)
        own = await _printed(place, f"replay {found[1]} 3", language)
        assert len(story) > len(own) > 0
        assert "{" not in story


async def _printed(place: LocalHub, command: str, language: str = "en") -> str:
    async with connected(place, command=command, language=language) as (wire, task):
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
        return wire.text


@pytest.mark.rule("FD-15.7")
async def test_status_says_what_is_awaited_and_until_when_even_from_afar() -> None:
    async with hub() as place:
        async with in_orders(place):
            here = await _printed(place, "status")
            assert "your turn" in here
            assert "7 minutes left" in here
        away = await _printed(place, "status --json")
        assert '"kind": "orders"' in away


async def test_a_seat_is_kept_between_connections_and_all_that_was_read() -> None:
    async with hub() as place:
        async with in_orders(place) as talk:
            role = role_of(talk)
            code = re.search(r"Table (\S+),", talk.wire.text)
            assert code is not None
        async with connected(place, ANN, command=f"line {code[1]}") as (wire, _task):
            again = Talk(wire)
            await wire.until(fd.step_line("orders"))
            await again.says("hand", f"Kitty: {role}")


@pytest.mark.rule("FD-15.2")
async def test_the_host_mutes_a_seat_which_is_then_refused_in_words() -> None:
    async with hub() as place, in_orders(place) as talk:
        seat = re.search(r"You are (\d+) Kitty", talk.heard)
        assert seat is not None
        await talk.says("mute", "Its number is missing.")
        await talk.says("mute 77", "no seat 77")
        await talk.says(f"mute {seat[1]}", f"The host has muted seat {seat[1]}.")
        await talk.says("say hello", "The host has muted this seat")
        await talk.says(f"unmute {seat[1]}", f"The host lets seat {seat[1]} be heard again.")
        await talk.says("say hello", "hello")
