"""Visible orders: what diaries are shown, and what cannot be told apart (FD-6.5, FD-6.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.future_diary import visible
from engine.games.future_diary.finals import finals
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Cover, Day, Frame, Liberation, Night, Visible
from engine.games.future_diary.outcome import Inputs
from engine.games.future_diary.terms import Kind
from tests.engine.games.future_diary.table import (
    ally,
    breaking,
    disguise,
    flee,
    forced,
    hit,
    kill,
    none,
    probe,
    sheet,
    table,
)

WORLD = table()
FOURTH, FIFTH, SIXTH = (WORLD.seats[n] for n in (4, 5, 6))


@pytest.mark.rule("FD-6.5")
@pytest.mark.parametrize(
    ("order", "targets"),
    [
        (probe(3), (3,)), (kill(3, blacken="flee", pierce=True), (3,)), (ally(3), (3,)),
        (disguise(), ()), (breaking(), ()), (flee(), ()), (none(), ()),
    ],
)  # fmt: skip
def test_an_order_is_read_as_kind_and_targets_and_no_more(
    order: Day, targets: tuple[int, ...]
) -> None:
    assert visible.day(SIXTH, order) == Visible(kind=order.kind, targets=targets)


@pytest.mark.rule("FD-6.5", "FD-12.4.3")
def test_a_night_order_shows_all_its_victims() -> None:
    night = Night(hits=(hit(3, "third"),), followup=hit(4, "fourth"))
    assert visible.night(SIXTH, night) == Visible(kind=Kind.KILL, targets=(3, 4))
    assert visible.night(SIXTH, Night()) == Visible()


@pytest.mark.rule("FD-6.6", "FD-12.6.2")
@pytest.mark.parametrize("order", [probe(3), kill(3), disguise(), flee(), ally(3)])
def test_5th_shows_nothing_or_its_fake(order: Day) -> None:
    assert visible.day(FIFTH, order) == Visible()
    faked = replace(order, fake=Cover(kind=Kind.KILL, target=9))
    assert visible.day(FIFTH, faked) == Visible(kind=Kind.KILL, targets=(9,))
    assert visible.night(FIFTH, Night(hits=(hit(3, "third"),))) == Visible()
    assert not visible.deeds(FIFTH, order, Night(hits=(hit(3, "third"),)))


@pytest.mark.rule("FD-6.6", "FD-9.7", "FD-12.1.4")
def test_elite_and_frame_are_skills_and_hide_nothing_while_void() -> None:
    framed = replace(kill(3), frame=Frame(seat=9))
    assert visible.day(FIFTH, kill(3), void=True) == Visible(kind=Kind.KILL, targets=(3,))
    assert visible.day(FOURTH, framed, void=True) == Visible(kind=Kind.KILL, targets=(3,))
    (deed,) = visible.deeds(FOURTH, framed, Night(), void=True)
    assert deed.actor == 4


@pytest.mark.rule("FD-6.6", "FD-12.5.4")
def test_a_framed_night_kill_shows_none_on_4ths_line_and_a_kill_under_the_framed_name() -> None:
    night = Night(hits=(hit(3, "third"),), frame=Frame(seat=9))
    assert visible.night(FOURTH, night) == Visible()
    (deed,) = visible.deeds(FOURTH, none(), night)
    assert (deed.actor, deed.night, deed.order.targets) == (9, True, (3,))


@pytest.mark.rule("FD-6.6", "FD-12.5.4")
def test_a_framed_kill_stands_in_lists_exactly_as_if_the_framed_seat_had_done_it() -> None:
    world = table(know={(4, 9), (3, 9)})
    framed = {4: sheet(replace(kill(9), frame=Frame(seat=3)))}
    guilty = {3: sheet(kill(9))}
    lists = [visible.sight(lock(world, orders)).submitted for orders in (framed, guilty)]
    assert lists[0] == lists[1]
    assert visible.orders_against(lock(world, framed), 9) == lists[0]


@pytest.mark.rule("FD-6.6", "FD-12.5.4")
def test_lists_are_sorted_by_the_shown_name_so_that_a_frame_does_not_show_in_their_order() -> None:
    world = table(know={(13, 9)}, P4="murmur", P13="fourth")
    orders = {
        13: sheet(replace(kill(9), frame=Frame(seat=2, cover=Cover(kind=Kind.PROBE, target=9)))),
        5: sheet(), 7: sheet(), 10: sheet(probe(9)),
    }  # fmt: skip
    listed = visible.orders_against(lock(world, orders), 9)
    assert [deed.actor for deed in listed] == [2, 10, 13]


@pytest.mark.rule("FD-6.9", "FD-6.6", "FD-7.7")
def test_a_control_of_5th_shows_no_more_than_its_own_orders() -> None:
    world = table(know={(6, 5)})
    faked = Day(kind=Kind.FLEE, fake=Cover(kind=Kind.PROBE, target=1))
    orders = {5: sheet(faked), 6: sheet(use_follower=forced(5, "kill", 9))}
    locked = lock(world, orders)
    sight = visible.sight(locked, finals(locked, Inputs()))
    assert sight.days[5] == Visible(kind=Kind.PROBE, targets=(1,))
    assert sight.finals[5] == Visible()
    assert not visible.against(sight.provisional, 9)


@pytest.mark.rule("FD-6.6", "FD-3.6")
def test_who_did_not_order_anything_reads_none_and_liberation_opens_5ths_page() -> None:
    world = table(allied={(13, 1)})
    orders = {5: sheet(probe(1)), 13: sheet(liberation=Liberation(option="a", seat=5))}
    sight = visible.sight(lock(world, orders))
    assert sight.days[5] == Visible(kind=Kind.PROBE, targets=(1,))
    assert sight.days[9] == sight.nights[9] == Visible()
