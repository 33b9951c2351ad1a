"""Windows that a player always passes, in plain lines (N81-6.13)."""

from __future__ import annotations

import asyncio
import re

import pytest

from engine.games.no81.terms import AskKind
from tests.languages import SPOKEN
from tests.tui.duels import moments
from tests.tui.lines import Wire, connected, hub
from tui.i18n import begin
from tui.line.table import TableTalk
from tui.texts import no81

LIVENESS = 60.0


@pytest.mark.rule("N81-6.13")
@pytest.mark.parametrize("language", SPOKEN)
def test_a_window_that_is_always_passed_is_no_question(language: str) -> None:
    begin(language)
    try:
        frame = next(
            frames[0]
            for seed in range(9)
            for frames, _asked in moments(seed, 2, viewers=(0,))
            if frames[0]["ask"] is not None and frames[0]["ask"]["kind"] == AskKind.W_GUARD
        )
        asked, passing = TableTalk(frame), TableTalk(frame)
        question = asked.question()[0]
        assert question in asked.begin()
        passing.state.always.add(AskKind.W_GUARD)
        assert question not in passing.begin()
        assert not passing.asked_now
        assert passing.state.passing == ("pass",)
        assert no81.windows_name({AskKind.W_GUARD}) in passing.always()
        # Found at the seat by the next connection, which says so and is not asked either.
        (put,) = passing.state.to_put()
        again = TableTalk({**frame, "drawer": {put.name: put.words}})
        assert passing.always() in again.begin()
        assert question not in again.begin()
        assert again.state.to_put() == passing.state.to_put() == []
        # Another kind of window is one all the same.
        other = TableTalk(frame)
        other.state.always.add(AskKind.W_EVENT)
        assert question in other.begin()
    finally:
        begin()


def test_explain_without_a_number_says_what_the_card_does_that_is_being_used() -> None:
    frame = next(
        frames[0]
        for frames, _asked in moments(1, 2, viewers=(0,))
        if (frames[0]["view"] or {}).get("stack")
    )
    talk = TableTalk(frame)
    assert talk.explain("")[0].partition(" reads: ")[2]
    assert talk.explain("99") == ["There is no choice 99 now."]


@pytest.mark.rule("N81-6.13")
async def test_always_passes_every_later_window_of_its_kind_until_it_is_taken_back() -> None:
    async with hub() as place, connected(place) as (wire, _task):
        wire.type("new no81 seats=2 bots=1 round_limit=5", "always", "start")
        await wire.until("You are asked at every window.")
        attacked = await _play(wire, until=" attacks you: ")
        if not attacked:
            pytest.skip("nobody attacked this player in this game")
        wire.type("always")
        await wire.until("Always passed: attacks.", start=attacked)
        over = await _play(wire, until="GAME OVER", start=attacked + 1)
        text = wire.out[attacked + 1 :].decode()
        assert not re.search(r"Your turn\..* attacks you: ", text.split("\n", 1)[1])
        wire.type("always off")
        await wire.until("You are asked at every window again.", start=over)


async def _play(wire: Wire, *, until: str, start: int = 0) -> int:
    """Answer every question with its first choice; return where ``until`` stands, 0: never."""
    at = start
    async with asyncio.timeout(LIVENESS):
        while True:
            await wire.until("Your turn. ", "GAME OVER", start=at)
            await asyncio.sleep(0.02)  # the choices come with the question
            text = wire.out[at:].decode()
            if until in text:
                return at + len(text.partition(until)[0].encode())
            if "GAME OVER" in text:
                return 0
            at = len(wire.out)
            wire.type("done" if "Build your mind deck" in text else _first(text))


def _first(text: str) -> str:
    """Return the number of what lets things be, or of the first choice."""
    question = text.rpartition("Your turn. ")[2]
    letting = re.search(r"(\d+): (?:Pass|take )", question)
    some = re.search(r"Choose (\d+) to \d+", question)
    first = re.search(r"(?m)(?:^|; )(\d+): ", question)
    assert first is not None, text
    if some is not None:
        return " ".join(str(int(first[1]) + n) for n in range(int(some[1])))
    return letting[1] if letting is not None else first[1]
