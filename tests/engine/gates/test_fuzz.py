"""Gate 5: illegal answers at every ask are refused, and change nothing at all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.chance import Dice
from engine.driver import Driver, Pending, Status
from engine.errors import Refusal, Refused
from tests.engine.gates.playing import Setup, answer_at_random, looked_at, run, setups

Bad = tuple[int, int, list[str], set[str]]
"""A seat, an ask id, values, and the codes of which one must come back."""

NOT_OPEN: set[str] = {Refusal.NOT_ASKED, Refusal.STALE}
ANY: set[str] = set()
"""Any code: the game itself judges this answer."""


def bad_answers(driver: Driver) -> Iterator[Bad]:
    """Yield answers that nobody may give now."""
    seats = driver.journal.header.seats
    for seat, pending in driver.pending.items():
        if pending.ask.check is not None:
            yield from judged_answers(seat, pending)
            continue
        options = list(pending.ask.options)
        first = options[:1] or [""]
        yield seat, pending.id - 1, first, NOT_OPEN
        yield seat, pending.id + 1, first, {Refusal.NOT_ASKED}
        yield seat, pending.id, ["no such option"], {Refusal.ILLEGAL}
        yield seat, pending.id, [""], {Refusal.ILLEGAL}
        yield seat, pending.id, ["\x00" * 4000], {Refusal.ILLEGAL, Refusal.TOO_LONG}
        yield seat, pending.id, [f"{first[0]} "], {Refusal.ILLEGAL}
        yield seat, pending.id, first * 2, {Refusal.ILLEGAL}
        yield seat, pending.id, [*options, "more"], {Refusal.ILLEGAL}
        if pending.ask.least:
            yield seat, pending.id, [], {Refusal.ILLEGAL}
        for other in (*range(seats), -1, seats, 10**9):
            if other not in driver.pending:
                yield other, pending.id, first, NOT_OPEN


def judged_answers(seat: int, pending: Pending) -> Iterator[Bad]:
    """Yield answers that a game which judges whole answers cannot take."""
    options = list(pending.ask.options)
    yield seat, pending.id - 1, list(pending.ask.default), NOT_OPEN
    yield seat, pending.id + 1, list(pending.ask.default), {Refusal.NOT_ASKED}
    for values in ([""], ["no such option"], ["\x00" * 4000], options[::-1] * 2):
        yield seat, pending.id, values, ANY
    if pending.ask.least:
        yield seat, pending.id, [], ANY
    words = [option for option in options if "=" in option]
    for word in (*words[:2], *words[-2:], "day=", "=1", "x=1", "day.target=99", "say="):
        yield seat, pending.id, ["submit", word, f"{word} "], ANY
        yield seat, pending.id, [word], ANY
    for verb in options[len(words) :]:
        yield seat, pending.id, [verb, "\x1b", "no", "such", "thing"], ANY


def everything(driver: Driver) -> str:
    """Return the whole truth as text."""
    asks = [(seat, p.id, p.ask, p.answer) for seat, p in driver.pending.items()]
    return repr((driver.state, driver.journal, len(driver.events), asks, driver.status))


@pytest.mark.rule("LL-3.1")
@pytest.mark.parametrize("setup", setups(2), ids=str)
def test_an_illegal_answer_is_refused_with_a_code_and_changes_nothing(setup: Setup) -> None:
    tried = 0

    def poke(driver: Driver) -> None:
        nonlocal tried
        if not looked_at(setup, driver):
            return
        before = everything(driver)
        for seat, ask, values, codes in bad_answers(driver):
            with pytest.raises(Refused) as refused:
                driver.answer(seat, ask, values)
            assert refused.value.code
            assert not codes or refused.value.code in codes, (seat, ask, values)
            tried += 1
        assert everything(driver) == before

    run(setup, on_step=poke)
    assert tried > 8


@pytest.mark.parametrize("setup", setups(1), ids=str)
def test_nothing_is_taken_before_the_start_or_after_the_end(setup: Setup) -> None:
    driver = run(setup)
    assert driver.status is Status.OVER
    fresh = Driver(setup.game, setup.header)
    for closed in (driver, fresh):
        before = everything(closed)
        with pytest.raises(Refused) as refused:
            closed.answer(0, 1, ["x"])
        assert refused.value.code == Refusal.NOT_RUNNING
        assert everything(closed) == before


@pytest.mark.report("diplomacy#3")
@pytest.mark.parametrize("setup", setups(1), ids=str)
def test_the_same_answer_twice_counts_once(setup: Setup) -> None:
    refusals = 0

    def twice(driver: Driver, dice: Dice) -> None:
        nonlocal refusals
        asked, entries = dict(driver.pending), len(driver.journal.entries)
        answer_at_random(driver, dice)
        if not looked_at(setup, driver) and entries:
            return
        given = driver.journal.entries[entries]
        before = (repr(driver.state), len(driver.events), list(driver.pending))
        code = ""
        try:
            driver.answer(given.seat, asked[given.seat].id, given.answer)
        except Refused as refused:
            code = refused.code
        assert code in {"", *NOT_OPEN, Refusal.NOT_RUNNING}
        refusals += bool(code)
        # Where a mind may still be changed, it was changed to the same.
        assert (repr(driver.state), len(driver.events), list(driver.pending)) == before

    run(setup, turn=twice)
    assert refusals > 1
