"""The driver: what it refuses, what it journals, what it lets others see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import DictatedChance
from engine.codec import decode_journal, encode_journal
from engine.driver import Driver, Status, replay
from engine.errors import JournalError, Refusal, Refused
from engine.event import SPECTATOR, Value
from engine.game import Play, Result
from engine.journal import By, Header, Journal
from engine.request import Answer, Ask, Gather, Script, gather
from engine.view import Observer, ask_view
from tests.engine.toy import TOY, ToyState


def make(options: Mapping[str, Value] | None = None, *, seats: int = 3) -> Driver:
    header = Header(game="toy", rules_version=1, seats=seats, options=options or {}, seed=b"s" * 32)
    driver = Driver(TOY, header, chance=DictatedChance([("3", "5", "2", "1")[:seats]]))
    driver.start()
    return driver


def bid(driver: Driver, seat: int, value: str) -> None:
    driver.answer(seat, driver.pending[seat].id, [value])


def finish(driver: Driver) -> Driver:
    for seat in sorted(driver.pending):
        bid(driver, seat, "odd")
    driver.answer(0, 2, ["6", "1"])
    driver.answer(0, 3, ["5", "2"])
    driver.answer(0, 4, ["courage"])
    return driver


def test_a_sealed_gather_shows_neither_whether_nor_when_a_seat_answered() -> None:
    driver = make()
    other = Observer(driver, 1)
    other.update()
    before = (list(other.events), driver.waiting, driver.waiting_kind, ask_view(driver, 1))
    bid(driver, 2, "even")
    other.update()
    assert (list(other.events), driver.waiting, driver.waiting_kind, ask_view(driver, 1)) == before
    assert driver.waiting == (0, 1, 2)


def test_an_open_gather_names_those_who_are_still_awaited() -> None:
    driver = make({"sealed": False})
    bid(driver, 2, "even")
    assert driver.waiting == (0, 1)


def test_a_revisable_answer_may_change_until_the_last_one_is_in() -> None:
    driver = make()
    bid(driver, 0, "odd")
    bid(driver, 0, "even")
    bid(driver, 1, "odd")
    bid(driver, 2, "odd")
    assert driver.events[-1].public["bids"] == ("even", "odd", "odd")
    with pytest.raises(Refused) as late:
        driver.answer(1, 1, ["even"])
    assert late.value.code == Refusal.STALE


def test_a_final_answer_cannot_be_revised() -> None:
    driver = make({"revisable": False})
    bid(driver, 0, "odd")
    with pytest.raises(Refused) as refused:
        bid(driver, 0, "even")
    assert refused.value.code == Refusal.FINAL


@pytest.mark.parametrize(
    ("seat", "ask", "values", "code"),
    [
        (0, 1, ["neither"], Refusal.ILLEGAL),
        (0, 1, [], Refusal.ILLEGAL),
        (0, 1, ["odd", "even"], Refusal.ILLEGAL),
        (0, 7, ["odd"], Refusal.NOT_ASKED),
        (0, 0, ["odd"], Refusal.NOT_ASKED),
        (9, 1, ["odd"], Refusal.NOT_ASKED),
        (-1, 1, ["odd"], Refusal.NOT_ASKED),
    ],
)
def test_a_refused_answer_changes_nothing(
    seat: int, ask: int, values: list[str], code: Refusal
) -> None:
    driver = make()
    before = (encode_journal(driver.journal), list(driver.events), str(driver.pending))
    with pytest.raises(Refused) as refused:
        driver.answer(seat, ask, values)
    assert refused.value.code == code
    assert (encode_journal(driver.journal), list(driver.events), str(driver.pending)) == before


def test_ordered_picks_keep_their_order_and_unordered_ones_take_that_of_the_options() -> None:
    driver = finish(make())
    assert driver.status is Status.OVER
    assert driver.events[-1].public == {"order": ("6", "1"), "some": ("2", "5"), "motto": "courage"}
    assert driver.result is not None
    assert driver.result.winners == (0, 1, 2)


@pytest.mark.parametrize("text", ["far too long a motto", "bell\x07", "esc\x1b[2J"])
def test_free_text_is_bounded_and_printable(text: str) -> None:
    driver = make()
    for seat in (0, 1, 2):
        bid(driver, seat, "odd")
    driver.answer(0, 2, ["6", "1"])
    driver.answer(0, 3, [])
    with pytest.raises(Refused) as refused:
        driver.answer(0, 4, [text])
    assert refused.value.code == Refusal.TOO_LONG


@pytest.mark.report("noname (source): an exception in a rule is swallowed")
def test_a_rule_error_freezes_the_game_at_its_entry_and_says_nothing_of_its_values() -> None:
    driver = finish(make({"explode": True}))
    assert driver.status is Status.FROZEN
    assert driver.fault is not None
    assert (driver.fault.error, driver.fault.sequence) == (
        "ZeroDivisionError",
        len(driver.journal.entries),
    )
    with pytest.raises(Refused) as refused:
        driver.answer(0, 4, ["again"])
    assert refused.value.code == Refusal.NOT_RUNNING


@pytest.mark.report("open_spiel#566")
def test_replay_equals_live_at_every_prefix() -> None:
    live = finish(make())
    for cut in range(1, len(live.journal.entries) + 1):
        part = Journal(header=live.journal.header, entries=live.journal.entries[:cut])
        again = replay(TOY, decode_journal(encode_journal(part)))
        assert again.journal == part
        assert again.events == live.events[: len(again.events)]


@pytest.mark.report("diplomacy#3")
def test_a_journal_of_other_rules_stops_at_the_first_entry_that_does_not_fit() -> None:
    live = finish(make())
    entries = list(live.journal.entries)
    entries[2] = replace(entries[2], fingerprint=b"12345678")
    with pytest.raises(JournalError) as error:
        replay(TOY, Journal(header=live.journal.header, entries=entries))
    assert (error.value.code, error.value.params["sequence"]) == ("fingerprint", 2)
    with pytest.raises(JournalError) as error:
        replay(TOY, Journal(header=replace(live.journal.header, rules_version=2), entries=[]))
    assert error.value.code == "rules_version"


def test_a_journal_names_its_content_and_is_refused_with_any_other() -> None:
    old, new = ("cards 1 aa", "dice 1 bb"), ("cards 1 aa", "dice 2 cc")
    header = make().journal.header
    assert header.content == ()
    driver = Driver(replace(TOY, content=lambda _options: old), header)
    driver.start()
    assert driver.journal.header.content == old
    again = decode_journal(encode_journal(driver.journal))
    assert again.header == driver.journal.header
    assert replay(driver.game, again).events == driver.events
    for content, missing in ((new, ("dice 1 bb",)), ((), old), (old[::-1], old)):
        with pytest.raises(JournalError) as refused:
            replay(replace(TOY, content=lambda _o, c=content: c), again)  # type: ignore[misc]
        assert refused.value.code == "content"
        assert refused.value.params == {"missing": missing}


def test_who_answered_is_kept() -> None:
    driver = make()
    driver.answer(0, 1, ["odd"], by=By.TIMEOUT)
    driver.answer(1, 1, ["odd"], by=By.BOT)
    assert [e.by for e in driver.journal.entries] == [By.CHANCE, By.TIMEOUT, By.BOT]


def test_an_observer_made_late_equals_one_that_was_there_all_along() -> None:
    driver = make()
    viewers = (0, 1, 2, SPECTATOR)
    there = {v: Observer(driver, v) for v in viewers}
    for observer in there.values():
        observer.update()
    finish(driver)
    for viewer, observer in there.items():
        observer.update()
        late = Observer(driver, viewer)
        late.update()
        assert late.fold.plain() == observer.fold.plain()
        assert late.events == observer.events


def test_a_spectator_is_told_no_private_field() -> None:
    driver = make()
    watcher = Observer(driver, SPECTATOR)
    assert watcher.update() == [{"kind": "dealt", "seats": 3}]
    assert watcher.ask is None


@given(data=st.binary(max_size=200))
def test_any_bytes_as_a_journal_are_refused_with_a_code(data: bytes) -> None:
    with pytest.raises(JournalError):
        decode_journal(data)


# --- steps: gathers that stay open ----------------------------------------------------------


def _auction(seats: int) -> Script[Result]:
    """Two steps; in each, a seat may raise as often as it likes and says when it is done."""
    totals = [0] * seats
    for step in ("first", "second"):
        asks = {s: _bid(s, totals[s], done=False) for s in range(seats)}
        while not all(ask.settled for ask in asks.values()):
            given = yield from gather(
                Gather(kind="bid", asks=tuple(asks.values()), step=step, seconds=60)
            )
            ((seat, (word,)),) = given.items()
            totals[seat] += word == "raise"
            if word != "look":
                asks[seat] = _bid(seat, totals[seat], done=word == "done")
    return Result(winners=(), scores=tuple(totals))


def _bid(seat: int, total: int, *, done: bool) -> Ask:
    def check(values: Answer) -> Answer:
        if values == ("raise",) and total == 2:
            raise Refused("too_rich", total=total)
        if values not in (("raise",), ("look",), ("done",)):
            raise Refused(Refusal.ILLEGAL)
        return values

    return Ask(
        seat=seat, kind="bid", options=("raise", "look", "done"), default=("done",),
        context={"total": total}, check=check, settled=done,
    )  # fmt: skip


def _auctioned() -> Driver:
    game = replace(TOY, play=lambda seats, _options: Play(script=_auction(seats), state=ToyState()))
    header = Header(game="toy", rules_version=1, seats=3, options={}, seed=b"s" * 32)
    driver = Driver(game, header)
    driver.start()
    return driver


def _say(driver: Driver, seat: int, word: str) -> None:
    driver.answer(seat, driver.pending[seat].id, (word,))


def test_a_step_stays_open_until_the_script_is_content_and_keeps_the_other_asks() -> None:
    driver = _auctioned()
    step, others = driver.step, [driver.pending[1], driver.pending[2]]
    _say(driver, 0, "raise")
    _say(driver, 0, "raise")
    assert driver.pending[0].ask.context == {"total": 2}
    assert [driver.pending[1], driver.pending[2]] == others
    assert (driver.step, driver.seconds, driver.waiting) == (step, 60, (0, 1, 2))
    for seat in range(3):
        _say(driver, seat, "done")
    assert driver.step == step + 1
    for seat in range(3):
        _say(driver, seat, "done")
    assert driver.status is Status.OVER
    assert driver.result is not None
    assert driver.result.scores == (2, 0, 0)
    assert not driver.pending


def test_an_ask_put_again_keeps_its_id_and_a_new_one_makes_the_old_one_stale() -> None:
    driver = _auctioned()
    first = driver.pending[0].id
    _say(driver, 0, "look")
    assert driver.pending[0].id == first
    _say(driver, 0, "raise")
    with pytest.raises(Refused) as stale:
        driver.answer(0, first, ("raise",))
    assert stale.value.code == Refusal.STALE


def test_what_a_check_refuses_leaves_the_game_as_it_was_and_tells_why() -> None:
    driver = _auctioned()
    _say(driver, 0, "raise")
    _say(driver, 0, "raise")
    entries = len(driver.journal.entries)
    with pytest.raises(Refused) as refused:
        _say(driver, 0, "raise")
    assert (refused.value.code, refused.value.params["total"]) == ("too_rich", 2)
    assert len(driver.journal.entries) == entries


def test_a_step_is_replayed_answer_by_answer() -> None:
    driver = _auctioned()
    for seat, word in ((2, "raise"), (0, "done"), (1, "look"), (2, "done"), (1, "done")):
        _say(driver, seat, word)
    again = replay(driver.game, driver.journal)
    assert again.pending == driver.pending
    assert (again.step, again.waiting) == (driver.step, driver.waiting)
