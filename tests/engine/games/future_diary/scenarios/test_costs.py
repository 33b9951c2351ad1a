"""Scenario FD-S55 and all cool-downs, tokens and tracks: what an act has cost."""

from __future__ import annotations

import pytest

from engine.games.future_diary.terms import Mode, Token
from tests.engine.games.future_diary.table import (
    flee,
    forced,
    kill,
    liberated,
    play,
    sheet,
    table,
    use,
)


@pytest.mark.rule("FD-12.1.3")
def test_liberation_cools_down_and_each_option_is_spent_once() -> None:
    world = table(act=2, allied={(13, 1)})
    seat = play(world, P13=liberated("c", 6)).world.seats[13]
    assert seat.skill_from == {"liberation": 4}
    assert "liberation_c" in seat.spent


@pytest.mark.rule("FD-S55", "FD-12.1.5", "FD-6.4")
def test_a_freedom_token_pays_for_a_forgo_of_its_own_act() -> None:
    world = table(act=2, allied={(13, 1)}, know={(6, 4)})
    played = play(world, P13=liberated("b", 6), P6=sheet(use_follower=forced(4, "probe", 1)))
    seat = played.world.seats[6]
    assert not seat.freedom
    assert seat.ready_from <= 3
    assert played.closed.gifts == ((6, Token.FREEDOM),)  # announced all the same


@pytest.mark.rule("FD-S55", "FD-12.1.5", "FD-6.4")
def test_a_kept_freedom_token_pays_for_the_next_forgo_beside_a_use() -> None:
    world = table(act=2, allied={(13, 1)}, know={(6, 4)})
    given = play(world, P13=liberated("b", 6))
    assert given.closed.gifts == ((6, Token.FREEDOM),)
    assert given.world.seats[6].freedom
    assert given.world.seats[6].freedom_from == 2
    both = sheet(use_follower=forced(4, "probe", 1), diary=use())
    spent = play(given.next(), P6=both).world.seats[6]
    assert not spent.freedom
    assert spent.ready_from == 5
    only = sheet(use_follower=forced(4, "probe", 1))
    assert play(given.next(), P6=only).world.seats[6].ready_from <= 3


@pytest.mark.rule("FD-6.2", "FD-6.3", "FD-12.5.1", "FD-12.13.1")
def test_cool_downs_by_diary() -> None:
    world = table(act=2, P10="seventh/man", P11="seventh/woman", know={(4, 9)}, allied={(8, 1)})
    uses = {
        1: use(4), 2: use(), 3: use(), 4: use(mode=Mode.SWEEP), 5: use(9), 6: use(),
        8: use(9, mode=Mode.C), 9: use(), 11: use(), 12: use(9, mode=Mode.SEARCH),
        14: use(9, kind="none"), 7: use(9), 15: use(9),
    }  # fmt: skip
    sheets = {n: sheet(diary=diary) for n, diary in uses.items()}
    played = play(world, sheets=sheets)
    every_act = {n for n, seat in world.seats.items() if seat.role in {"fifth", "seventh", "tenth"}}
    for number in uses:
        ready = played.world.seats[number].ready_from
        assert ready == (1 if number in every_act else 4), number
    watch = play(world, P4=sheet(diary=use(9, mode=Mode.WATCH))).world.seats[4]
    assert (watch.watch, watch.ready_from) == (9, 1)


@pytest.mark.rule("FD-12.9.1", "FD-6.2")
def test_augment_gives_an_extra_pick_and_a_second_use_in_a_row() -> None:
    world = table(act=2, allied={(8, 1)})
    played = play(world, P8=sheet(diary=use(1, mode=Mode.A)))
    assert played.closed.gifts == ((1, Token.EXTRA_PICK),)
    after = play(played.next(), P1=sheet(diary=use(4, 5, 6, 7)))
    assert not after.world.seats[1].extra_pick
    played = play(world, P8=sheet(diary=use(9, mode=Mode.C)), P9=sheet(diary=use()))
    assert played.world.seats[9].repeat
    assert played.world.seats[9].ready_from == 4
    again = play(played.next(), P9=sheet(diary=use())).world.seats[9]
    assert not again.repeat
    assert again.ready_from == 5


@pytest.mark.rule("FD-12.9.1")
def test_a_repeat_is_kept_while_the_right_is_there_anyway() -> None:
    world = table(act=4, change={9: {"repeat": True, "ready_from": 4}})
    assert play(world, P9=sheet(diary=use())).world.seats[9].repeat


@pytest.mark.rule("FD-12.13.2", "FD-12.6.3")
def test_hypnosis_and_black_heart_cool_down() -> None:
    world = table(act=2, know={(5, 6)})
    played = play(world, P12=sheet(hypnosis=forced(11, "none")), P5=sheet(black_heart=6))
    assert played.world.seats[12].skill_from == {"hypnosis": 4}
    assert played.world.seats[5].skill_from == {"black_heart": 4}


@pytest.mark.rule("FD-12.6.1")
def test_5th_remembers_its_last_picks() -> None:
    world = table(change={5: {"extra_pick": True, "last_picks": (1,)}})
    played = play(world, P5=sheet(diary=use(9, 10)))
    assert played.world.seats[5].last_picks == (9, 10)
    assert play(played.next()).world.seats[5].last_picks == (9, 10)


@pytest.mark.rule("FD-12.13.1", "FD-12.9.2")
def test_a_trail_begins_after_a_hit_and_ends_at_a_grave_without_cool_down() -> None:
    world = table(act=2, know={(4, 9), (6, 4)})
    search = sheet(diary=use(9, mode=Mode.SEARCH))
    hunt = play(world, P12=search, P4=sheet(kill(9)), P9=sheet(flee()))
    assert hunt.world.seats[12].trail == 4
    ended = play(hunt.next(), P6=sheet(kill(4)), P12=sheet(diary=use(mode=Mode.TRAIL)))
    assert ended.world.seats[12].trail is None
    assert ended.world.seats[12].ready_from <= 4


@pytest.mark.rule("FD-12.5.1")
def test_a_watch_ends_with_another_order_or_the_watched_seats_death() -> None:
    world = table(act=2, know={(4, 1), (6, 1)}, change={4: {"watch": 1}})
    watch = sheet(diary=use(1, mode=Mode.WATCH))
    assert play(world, P4=watch).world.seats[4].watch == 1
    assert play(world).world.seats[4].watch is None
    assert play(world, P4=watch, P6=sheet(kill(1))).world.seats[4].watch is None
