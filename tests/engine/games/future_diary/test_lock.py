"""``lock``: what a sheet becomes before anybody reads it (FD-3.6)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Day, Liberation, Night
from engine.games.future_diary.terms import Kind, Loop, Mode
from tests.engine.games.future_diary.table import (
    disguise,
    forced,
    hit,
    kill,
    maniac,
    probe,
    sheet,
    table,
    use,
    written,
)  # fmt: skip


@pytest.mark.rule("FD-3.6", "FD-12.12.3")
def test_silence_takes_day_and_night_but_not_diary_and_skills() -> None:
    world = table(P5="fifth", fl={5}, act=4, change={5: {"silenced": 4}})
    given = sheet(probe(1), night=hit(1, "first"), diary=use(3), black_heart=6)
    locked = lock(world, {5: given})
    assert locked.sheets[5].day == Day()
    assert locked.sheets[5].night == Night()
    assert locked.sheets[5].diary == given.diary
    assert locked.sheets[5].skills == given.skills


@pytest.mark.rule("FD-3.6", "FD-11.3")
def test_a_forced_disguise_replaces_the_day_order_only() -> None:
    world = table(P5="fifth", fl={5}, act=4, change={5: {"forced": 4}})
    given = sheet(probe(1), night=hit(1, "first"))
    locked = lock(world, {5: given})
    assert locked.sheets[5].day == disguise()
    assert locked.sheets[5].night == given.night


@pytest.mark.rule("FD-3.6")
def test_silence_stands_above_a_forced_disguise() -> None:
    world = table(act=4, change={5: {"forced": 4, "silenced": 4}})
    assert lock(world, {5: sheet(probe(1))}).sheets[5].day == Day()


@pytest.mark.rule("FD-3.6", "FD-11.5", "FD-12.12.3")
@pytest.mark.parametrize("penalty", ["forced", "silenced"])
def test_a_resting_half_serves_nothing(penalty: str) -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3, change={10: {penalty: 3}})
    assert lock(world, {10: sheet()}).sheets[10].day.kind is Kind.NONE


@pytest.mark.rule("FD-3.6", "FD-12.1.2")
def test_a_servant_mask_lasts_until_the_next_lock() -> None:
    world = table(act=2, masks={13: "fourth"})
    assert lock(world, {13: sheet(servant="seventh/man")}).world.seats[13].shown_role == (
        "seventh/man"
    )
    assert lock(world, {13: sheet()}).world.seats[13].shown_role == "murmur"


@pytest.mark.rule("FD-3.6", "FD-3.7", "FD-12.1.3")
def test_liberation_a_voids_a_forgo_without_spending_it() -> None:
    world = table(allied={(13, 1)}, know={(6, 4)})
    sheets = {
        13: sheet(liberation=Liberation(option="a", seat=6)),
        6: sheet(use_follower=forced(4, "probe", 1)),
    }
    locked = lock(world, sheets)
    assert locked.void == {6}
    assert locked.forgone == {}
    assert lock(world, {6: sheets[6]}).forgone == {6: "use"}


@pytest.mark.rule("FD-3.6", "FD-12.9.1")
@pytest.mark.rule("FD-S43")
def test_a_jam_takes_out_the_use_and_what_the_right_was_to_pay_for() -> None:
    world = table(allied={(8, 6)}, know={(6, 4)})
    jam = sheet(diary=use(1, mode=Mode.B))
    locked = lock(world, {8: jam, 1: sheet(diary=use(4))})
    assert locked.jammed == {1}
    assert locked.used == {8}
    assert locked.sheets[1].diary is None
    jam = sheet(diary=use(11, mode=Mode.B))
    locked = lock(world, {8: jam, 11: sheet(law=4)})
    assert locked.forgone == {}
    assert locked.sheets[11].skills.law is None


@pytest.mark.rule("FD-12.1.4", "FD-3.7", "FD-12.9.4", "FD-12.14.3")
def test_union_and_detective_are_void_as_skills_but_other_diaries_are_not() -> None:
    world = table(allied={(13, 1)}, fl={8})
    diaries = {8: use(5, mode=Mode.UNION), 14: use(4, kind="kill"), 1: use(4)}
    for seat, used in ((8, set()), (14, set()), (1, {1})):
        void = sheet(liberation=Liberation(option="a", seat=seat))
        assert lock(world, {13: void, seat: sheet(diary=diaries[seat])}).used == used


@pytest.mark.rule("FD-12.4.2")
def test_maniac_is_aimed_at_all_living_known_seats_but_the_ally() -> None:
    world = table(know={(3, 4), (3, 6), (3, 8), (3, 9)}, allied={(3, 6)}, dead={8})
    hits = lock(world, {3: sheet(maniac())}).sheets[3].day.hits
    assert [h.target for h in hits] == [4, 9]


@pytest.mark.rule("FD-3.5")
def test_the_order_of_submission_changes_nothing() -> None:
    world = table(know={(4, 9)})
    sheets = {4: sheet(kill(9)), 1: sheet(diary=use(4)), 9: sheet(probe(4))}
    assert lock(world, sheets) == lock(world, dict(reversed(sheets.items())))


@pytest.mark.rule("FD-17.1")
def test_a_sheet_may_be_given_in_the_words_of_an_answer() -> None:
    assert written("day=kill", "day.target=9", "night=kill", "night.target=4", "faith=5") == sheet(
        kill(9), night=hit(4), faith=5
    )


def test_a_table_is_as_the_scenarios_have_it() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", fl={5}, know={(6, 10)})
    assert [n for n, s in world.seats.items() if s.loop is Loop.FIRST] == [2, 5]
    assert world.seats[7].role == "tenth"
    assert world.seats[6].ledger[0].role == "seventh/man"
    assert world.partner(10) == 11
