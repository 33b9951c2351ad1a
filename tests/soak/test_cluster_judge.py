"""The judge of a cluster's journals finds each thing that must not be, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from engine.chance import commitment
from engine.codec import encode_entry, encode_header
from engine.driver import Driver, Status
from engine.journal import By, Header
from engine.registry import game
from engine.view import Observer
from server.changes import Append, Change, EndGame, NewGame, SaveTable
from tests.soak.cluster_judge import Fault, Kept, TableStory, counted, look, sooner
from tests.soak.cluster_witness import Answered, Witness, judge_games
from tests.soak.replay import digest

CODE = "FROG-71"
SEED = b"s" * 32
PROMISE = commitment(SEED)
SEAT = 1
"""Whose program took notes; all other seats are bots."""


def played() -> tuple[list[Kept], Witness]:
    """Play a game by chance at a table that moves twice; return its journal and a seat's notes."""
    rules = game("love_letter")
    chance = random.Random(0)
    header = Header(
        game=rules.id, rules_version=rules.rules_version, seats=4, seed=SEED,
        options=rules.configure(4, {"wins": "1"}),
    )  # fmt: skip
    driver = Driver(rules, header)
    driver.start()
    eyes = Observer(driver, SEAT)
    witness = Witness()
    table = SaveTable(code=CODE, state=b"")
    kept = [message(1, *OWNERS[0]), message(2, *OWNERS[0], table)]
    first = NewGame(id="g", code=CODE, header=encode_header(driver.journal.header), seats=b"")
    stored = 0

    def keep(*more: SaveTable | EndGame) -> None:
        nonlocal stored
        entries = tuple(map(encode_entry, driver.journal.entries[stored:]))
        begins = (first,) if not stored else ()
        change = Append(game="g", first=stored, entries=entries)
        owner = OWNERS[min(2, len(kept) // 8)]
        if kept[-1].owner != owner[1]:
            kept.append(message(len(kept) + 1, *owner))
        kept.append(message(len(kept) + 1, *owner, *begins, change, *more))
        stored = len(driver.journal.entries)
        eyes.update()
        witness.saw(PROMISE, SEAT, len(eyes.events), digest(eyes.fold.plain()))

    keep()
    while driver.status is Status.RUNNING:
        seat, pending = chance.choice(
            [(s, p) for s, p in sorted(driver.pending.items()) if p.answer is None]
        )
        answer = chance.sample(pending.ask.options, pending.ask.least)
        if seat == SEAT:
            witness.gave(PROMISE, seat, pending.id, answer)
        driver.answer(seat, pending.id, answer, by=By.PLAYER if seat == SEAT else By.BOT)
        ends = () if driver.result is None else (EndGame(game="g", status="over"), table)
        keep(*ends)
    witness.counts(PROMISE, SEAT, 1000)
    return in_turn(kept), witness


OWNERS = ((3, "one"), (7, "two"), (9, "one"))
"""Lease and owner, one after the other."""


def message(number: int, lease: int, owner: str, *changes: Change) -> Kept:
    return Kept(number=number, at=float(number), lease=lease, turn=0, owner=owner, changes=changes)


def in_turn(kept: Sequence[Kept]) -> list[Kept]:
    """Count the messages of each ownership."""
    turns: Counter[int] = Counter()
    counted = []
    for one in kept:
        counted.append(replace(one, turn=turns[one.lease]))
        turns[one.lease] += 1
    return counted


def judged(kept: Sequence[Kept], witness: Witness) -> list[Fault]:
    story = look(CODE, kept)
    return [finding.fault for finding in (*story.findings, *judge_games([story], witness))]


def appends(kept: Sequence[Kept]) -> list[int]:
    """Return where the messages with entries stand, without the first and the last of them."""
    places = [
        place
        for place, m in enumerate(kept)
        if any(isinstance(change, Append) for change in m.changes)
    ]
    return places[1:-1]


def test_a_game_that_moves_from_process_to_process_has_no_findings() -> None:
    kept, witness = played()
    story = look(CODE, kept)
    assert judged(kept, witness) == []
    assert [lease for _at, lease, _owner in story.taken] == [3, 7, 9]
    assert story.games["g"].status == "over"
    assert story.games["g"].entries
    assert any(answered.shown for answered in witness.answers[PROMISE].values())


def test_a_doubled_decision_is_found() -> None:
    kept, witness = played()
    place = appends(kept)[3]
    assert Fault.DOUBLED in judged([*kept[: place + 1], *kept[place:]], witness)


def test_a_lost_decision_is_found() -> None:
    kept, witness = played()
    place = appends(kept)[3]
    assert Fault.MISSING in judged([*kept[:place], *kept[place + 1 :]], witness)


def test_an_append_of_an_owner_who_has_lost_the_table_is_found() -> None:
    kept, witness = played()
    place = appends(kept)[-1]
    assert kept[place].owner == "one"
    stale = replace(kept[place], owner="two", lease=7)
    assert Fault.LEASE_WENT_BACK in judged([*kept[:place], stale, *kept[place + 1 :]], witness)
    same = replace(kept[place], owner="two")
    assert Fault.STALE_APPEND in judged([*kept[:place], same, *kept[place + 1 :]], witness)


def test_an_ownership_that_does_not_begin_with_its_taken_record_is_found() -> None:
    kept, witness = played()
    without = [m for m in kept if m.changes or m.lease != 7]
    assert Fault.NOT_TAKEN in judged(without, witness)


def test_the_last_decision_cannot_be_lost_once_it_was_shown() -> None:
    kept, witness = played()
    faults = judged(kept[:-1], witness)
    assert Fault.SHOWN_NOT_KEPT in faults


def test_an_answer_that_counted_and_is_not_in_the_journal_is_found() -> None:
    kept, witness = played()
    given = witness.answers[PROMISE]
    given[SEAT, 900] = Answered(answer=("guess",), shown=True)
    assert judged(kept, witness) == [Fault.ANSWER_LOST]
    given[SEAT, 900] = Answered(answer=("guess",))
    assert judged(kept, witness) == []


def test_an_answer_that_nobody_gave_is_found() -> None:
    kept, witness = played()
    given = witness.answers[PROMISE]
    del given[min(given)]
    assert judged(kept, witness) == [Fault.ANSWER_INVENTED]


def test_a_view_that_the_journal_does_not_give_is_found() -> None:
    kept, witness = played()
    witness.saw(PROMISE, SEAT, 3, "of another game")
    assert judged(kept, witness) == [Fault.SHOWN_NOT_KEPT]


def test_a_game_that_no_journal_has_is_found() -> None:
    kept, witness = played()
    witness.saw("f" * 64, SEAT, 3, "what")
    assert judged(kept, witness) == [Fault.UNKNOWN_GAME]


def _entries(change: Callable[[tuple[bytes, ...]], tuple[bytes, ...]], kept: Kept) -> Kept:
    return replace(
        kept,
        changes=tuple(
            replace(c, entries=change(c.entries)) if isinstance(c, Append) else c
            for c in kept.changes
        ),
    )


@pytest.mark.parametrize("damage", [b"", b"\x91\x01", b"no"])
def test_an_entry_that_cannot_be_read_is_found(damage: bytes) -> None:
    kept, witness = played()
    place = appends(kept)[2]
    kept[place] = _entries(lambda entries: (damage, *entries[1:]), kept[place])
    assert judged(kept, witness)[0] is Fault.BAD_ENTRY


def test_a_message_out_of_its_turn_is_found() -> None:
    kept, witness = played()
    place = appends(kept)[4]
    kept[place] = replace(kept[place], turn=kept[place].turn + 1)
    assert set(judged(kept, witness)) == {Fault.OUT_OF_TURN}


def test_two_entries_in_the_wrong_order_are_found() -> None:
    kept, witness = played()
    places = appends(kept)
    one, two = kept[places[2]], kept[places[3]]
    swapped = [*kept]
    swapped[places[2]] = replace(one, changes=two.changes)
    swapped[places[3]] = replace(two, changes=one.changes)
    faults = judged(swapped, witness)
    assert {Fault.MISSING, Fault.DOUBLED} <= set(faults)


def test_what_comes_after_the_end_is_found() -> None:
    kept, witness = played()
    more = replace(kept[-1], number=len(kept) + 1)
    assert Fault.AFTER_END in judged([*kept, more], witness)


def test_a_journal_without_its_beginning_is_read_as_such() -> None:
    kept, _witness = played()
    story = look(CODE, kept[10:], whole=False)
    assert story.findings == []
    assert story.games == TableStory(code=CODE).games


def test_the_time_until_an_append_is_measured_from_a_moment() -> None:
    assert list(sooner([1.0, 2.0, 4.5], 2.5)) == [2.0]
    assert list(sooner([1.0], 2.5)) == []


def test_findings_are_counted_by_fault() -> None:
    kept, _witness = played()
    place = appends(kept)[3]
    story = look(CODE, [*kept[: place + 1], *kept[place:]])
    assert counted(story.findings) == {"doubled": 1, "out of turn": 1}
