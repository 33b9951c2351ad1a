"""Every game and mode from deal to end by somebody who reads only the lines."""

from __future__ import annotations

import asyncio
import re

import pytest

from server.api import ExitStatus
from tests.tui.line_reader import Reader, play_by_lines
from tests.tui.lines import LIVENESS, connected, hub

MODES = (
    "love_letter seats=2 bots=1 wins=3",
    "love_letter seats=4 bots=3",
    "love_letter seats=4 bots=3 extras=alter_ego,genocider tiebreak=all",
    "love_letter seats=6 bots=5 crowded=on",
    "future_diary seats=5 bots=4 pace=quick acts=8 reveal=off",
    "future_diary seats=6 bots=5 acts=8 roles=first,second,third,fourth,murmur,akise",
    "no81 seats=3 bots=2 mode=coldwarm round_limit=5",
    "no81 seats=2 bots=1 mode=coldwarm pick=free round_limit=5",
    "no81 seats=4 bots=3 mode=series round_limit=5",
    "no81 seats=5 bots=4 mode=identity round_limit=5",
    "no81 seats=2 bots=1 mode=karma round_limit=5",
)


@pytest.mark.usefixtures("prompt_beats")
@pytest.mark.parametrize("table", MODES, ids=range(len(MODES)))
async def test_whoever_reads_only_the_lines_plays_from_the_deal_to_the_end(table: str) -> None:
    async with hub() as place, connected(place) as (wire, task):
        wire.type("tips off", f"new {table}", "start")
        await play_by_lines(wire, table)
        await wire.until("replay ")
        wire.type("log 500", "quit")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
        assert re.search(r"replay [0-9a-f]{8}", wire.text)
        assert "\x1b" not in wire.text
        unread = [line for line in wire.errors.splitlines() if "understood" in line]
        assert not unread


# --- the reader itself --------------------------------------------------------------------------


def typed(*lines: str) -> list[str]:
    reader = Reader("test")
    for line in lines:
        reader.take(line)
    return reader.replies()


def test_the_reader_answers_with_a_number_that_was_printed() -> None:
    assert typed("Your turn. Play one of your two cards.", "1: 3 Owada") == ["1"]
    assert typed("Your turn. Choose.", "4: Bo; 7: Cy")[0] in {"4", "7"}


def test_the_reader_answers_nothing_that_it_was_not_asked() -> None:
    assert typed("1: 3 Owada; 2: 1 Naegi", "Turn 3: Bo.") == []


def test_the_reader_chooses_as_many_as_it_is_told_to() -> None:
    (answer,) = typed("Your turn. Discard 2.", "1: a; 2: b; 3: c", "Choose 2 to 2.")
    assert len(set(answer.split())) == 2


def test_the_reader_hands_in_what_is_built_and_fills_in_a_form() -> None:
    assert typed("Your turn. Build.", "Legal.", "'done' hands it in as it stands.") == ["done"]
    form = ("Orders. 'form' shows what you may do.", "day (day): none[pass] flee")
    assert typed(*form, "You are not ready.") == ["form", "set day=flee", "ready"]
