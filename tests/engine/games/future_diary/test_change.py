"""Who may change the future, and what it is told otherwise (FD-7.2, FD-7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from engine.games.future_diary.change import why_not
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import DiaryOrder, Liberation, Sheet, World
from engine.games.future_diary.terms import Mode, NoChange
from tests.engine.games.future_diary.table import (
    ally,
    breaking,
    forced,
    kill,
    probe,
    sheet,
    table,
    use,
)


def reasons(
    world: World,
    number: int,
    *,
    sheets: Mapping[int, Sheet] = MappingProxyType({}),
    **orders: Sheet,
) -> tuple[str | None, str | None]:
    locked = lock(world, {**sheets, **{int(place[1:]): given for place, given in orders.items()}})
    return why_not(locked, number, 1), why_not(locked, number, 2)


W1, W2 = (None, NoChange.OTHER_WAVE), (NoChange.OTHER_WAVE, None)


@pytest.mark.rule("FD-7.1", "FD-7.2")
@pytest.mark.parametrize(
    ("seat", "given", "expected"),
    [
        (1, use(3), W1), (2, use(), (None, None)), (3, use(), W1), (4, use(mode=Mode.SWEEP), W1),
        (5, use(3), W1), (6, use(), W2), (9, use(), W2), (10, use(3), W1),
        (12, use(3, mode=Mode.SEARCH), W1),
    ],
)  # fmt: skip
def test_a_used_diary_opens_the_window_after_its_wave_and_2nds_both(
    seat: int, given: DiaryOrder | None, expected: tuple[str | None, str | None]
) -> None:
    orders = {seat: sheet(probe(13), diary=given)}
    assert reasons(table(), seat, sheets=orders) == expected
    unread = {seat: sheet(probe(13))}
    assert set(reasons(table(), seat, sheets=unread)) == {NoChange.NOT_USED}


@pytest.mark.rule("FD-7.2", "FD-6.14")
@pytest.mark.parametrize(
    ("watched", "given", "expected"),
    [
        (1, use(3), W1), (6, use(), W2), (2, use(), W1),
        (8, use(6, mode=Mode.C), W1), (14, use(3, kind="kill"), W1),
        (13, None, (NoChange.NO_REPORT,) * 2), (1, None, (NoChange.NO_REPORT,) * 2),
    ],
)  # fmt: skip
def test_11th_changes_in_the_window_after_its_copy(
    watched: int, given: DiaryOrder | None, expected: tuple[str | None, str | None]
) -> None:
    world = table(allied={(8, 6)}, change={14: {"proof": 1}}, act=3)
    orders = {
        11: sheet(diary=use(watched)),
        watched: sheet(diary=given),
    }
    assert reasons(world, 11, sheets=orders) == expected


@pytest.mark.rule("FD-7.2", "FD-12.9.2")
def test_with_an_extra_pick_11th_has_a_window_after_each_copy() -> None:
    world = table(change={11: {"extra_pick": True}})
    orders = {11: sheet(diary=use(1, 6)), 1: sheet(diary=use(3)), 6: sheet(diary=use())}
    assert reasons(world, 11, sheets=orders) == (None, None)


@pytest.mark.rule("FD-7.2", "FD-12.14.3", "FD-12.9.1")
def test_diaries_without_a_report_open_nothing_even_where_skills_are_void() -> None:
    world = table(allied={(13, 1)}, fl={8}, act=3, change={14: {"proof": 1}})
    void = sheet(liberation=Liberation(option="a", seat=14))
    guess = sheet(diary=use(4, kind="kill"))
    nothing = (NoChange.NO_REPORT, NoChange.NO_REPORT)
    assert reasons(world, 14, P14=guess) == nothing
    assert reasons(world, 14, P14=guess, P13=void) == nothing
    assert reasons(world, 8, P8=sheet(diary=use(4, mode=Mode.UNION))) == nothing


@pytest.mark.rule("FD-7.2", "FD-6.4")
def test_a_forgone_right_opens_nothing_and_says_so_even_where_skills_are_void() -> None:
    world = table(allied={(13, 1)}, know={(6, 4)})
    paid = sheet(use_follower=forced(4, "probe", 9))
    void = sheet(liberation=Liberation(option="a", seat=6))
    for orders in ({6: paid}, {6: paid, 13: void}):
        assert set(reasons(world, 6, sheets=orders)) == {NoChange.FORGONE}
    assert set(reasons(world, 11, P11=sheet(law=4))) == {NoChange.FORGONE}


@pytest.mark.rule("FD-7.2")
def test_nobody_changes_an_alliance_a_penalty_or_a_silence() -> None:
    read = use(3)
    assert set(reasons(table(know={(1, 6)}), 1, P1=sheet(ally(6), diary=read))) == {
        NoChange.ALLY_OR_BREAK
    }
    allied = table(allied={(1, 6)})
    assert set(reasons(allied, 1, P1=sheet(breaking(), diary=read))) == {NoChange.ALLY_OR_BREAK}
    punished = table(act=2, change={1: {"forced": 2}})
    assert set(reasons(punished, 1, P1=sheet(diary=read))) == {NoChange.FORCED}
    silenced = table(act=2, change={1: {"forced": 2, "silenced": 2}})
    assert set(reasons(silenced, 1, P1=sheet(diary=read))) == {NoChange.SILENCED}


@pytest.mark.rule("FD-7.3", "FD-6.12")
@pytest.mark.parametrize(("act", "acting", "resting"), [(1, 15, 7), (2, 7, 15)])
def test_of_7th_the_acting_half_changes_on_the_others_diary(
    act: int, acting: int, resting: int
) -> None:
    world = table(know={(7, 4), (15, 4)}, act=act)
    orders = {acting: sheet(kill(4)), resting: sheet(diary=use())}
    assert reasons(world, acting, sheets=orders) == W1
    assert set(reasons(world, resting, sheets=orders)) == {NoChange.RESTING}


@pytest.mark.rule("FD-7.2", "FD-3.6")
def test_a_jam_shuts_the_window_of_both_halves() -> None:
    world = table(allied={(8, 6)}, act=1)
    jam = sheet(diary=use(7, mode=Mode.B))
    assert set(reasons(world, 15, P8=jam, P7=sheet(diary=use()))) == {NoChange.JAMMED}


@pytest.mark.rule("FD-7.2", "FD-6.12")
def test_a_copy_from_an_ally_opens_nothing() -> None:
    world = table(allied={(1, 6)}, act=2)
    assert set(reasons(world, 6, P1=sheet(diary=use(3)))) == {NoChange.NOT_USED}
