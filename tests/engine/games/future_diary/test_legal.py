"""What a seat may order: accepted or refused with its code (FD-4, FD-17.2)."""

from __future__ import annotations

from functools import partial

import pytest

from engine.errors import Refused
from engine.games.future_diary.answer import read
from engine.games.future_diary.form import check
from engine.games.future_diary.model import World
from engine.games.future_diary.sheets.steps import Entitled, change, orders
from engine.games.future_diary.terms import Reject, Step
from tests.engine.games.future_diary.table import table

TAKEN = "taken"


def judge(world: World, seat: int, text: str) -> str:
    """Return ``taken``, or the code with which these fields of a sheet are refused."""
    fields = read(("submit", *text.split())).fields
    try:
        check(Step.ORDERS, orders(world, world.seats[seat]), fields)
    except Refused as refused:
        return refused.code
    return TAKEN


def judge_change(world: World, seat: int, text: str) -> str:
    """Return the same for the fields of a change."""
    fields = read(("submit", *text.split())).fields
    try:
        check(Step.CHANGE_1, change(world, world.seats[seat], Entitled(change=True)), fields)
    except Refused as refused:
        return refused.code
    return TAKEN


# --- targets and kinds ----------------------------------------------------------------------


@pytest.mark.rule("FD-S03", "FD-4.6", "FD-12.4.1", "FD-17.2")
def test_a_stranger_is_killed_by_day_by_third_alone() -> None:
    world = table()
    assert judge(world, 4, "day=kill day.target=9") == Reject.UNKNOWN_TARGET
    assert judge(world, 3, "day=kill day.target=9") == TAKEN
    assert judge(table(know={(4, 9)}), 4, "day=kill day.target=9") == TAKEN


@pytest.mark.rule("FD-4.14", "FD-17.2")
@pytest.mark.parametrize("kind", ["probe", "kill", "ally"])
def test_no_order_is_aimed_at_the_own_seat_a_dead_one_or_none(kind: str) -> None:
    world = table(dead=[7], know={(4, 7)})
    assert judge(world, 4, f"day={kind} day.target=4") == Reject.BAD_TARGET
    assert judge(world, 4, f"day={kind} day.target=7") == Reject.BAD_TARGET
    assert judge(world, 4, f"day={kind}") == Reject.NEED_PARAMETER
    assert judge(world, 4, f"day={kind} day.target=16") == Reject.UNREADABLE


@pytest.mark.rule("FD-4.14", "FD-8.1", "FD-8.8")
def test_the_own_ally_and_the_other_half_are_not_to_be_killed() -> None:
    world = table(
        P10="seventh/man", P11="seventh/woman", know={(4, 6)}, allied=[(4, 6)], fl=[4, 11]
    )
    assert judge(world, 4, "day=kill day.target=6") == Reject.OWN_ALLY
    assert judge(world, 4, "night=kill night.target=6 night.guess=sixth") == Reject.OWN_ALLY
    assert judge(world, 11, "day=kill day.target=10") == Reject.BAD_TARGET
    assert judge(world, 11, "day=ally day.target=10") == Reject.BAD_TARGET
    night = "night=kill night.target=10 night.guess=seventh"
    assert judge(world, 11, night) == Reject.BAD_TARGET
    assert judge(world, 11, "day=probe day.target=10") == TAKEN


@pytest.mark.rule("FD-4.2", "FD-17.1")
def test_one_day_action_of_one_kind_and_passing_are_legal() -> None:
    world = table()
    assert judge(world, 6, "") == judge(world, 6, "day=none") == TAKEN
    assert judge(world, 6, "day=flee day=disguise") == Reject.UNREADABLE
    assert judge(world, 6, "day=flee day.target=3") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-S11", "FD-4.10", "FD-4.11", "FD-17.2")
def test_fleeing_needs_a_charge() -> None:
    world = table(change={6: {"charge": False}})
    assert judge(world, 6, "day=flee") == Reject.NO_CHARGE
    assert judge(world, 7, "day=none") == TAKEN
    assert judge(table(), 6, "day=flee") == TAKEN


@pytest.mark.rule("FD-8.2", "FD-8.10", "FD-4.9", "FD-17.2")
def test_a_proposal_needs_a_known_partner_and_no_ally_a_break_needs_one() -> None:
    alone = table(know={(4, 9)})
    assert judge(alone, 4, "day=ally day.target=9") == TAKEN
    assert judge(alone, 4, "day=ally day.target=8") == Reject.UNKNOWN_TARGET
    assert judge(alone, 4, "day=break") == Reject.NOT_ALLIED
    allied = table(know={(4, 9)}, allied=[(4, 6)])
    assert judge(allied, 4, "day=ally day.target=9") == Reject.ALREADY_ALLIED
    assert judge(allied, 4, "day=break") == TAKEN


@pytest.mark.rule("FD-8.3")
def test_that_the_target_is_allied_does_not_show_in_a_refusal() -> None:
    world = table(know={(4, 9)}, allied=[(9, 6)])
    assert judge(world, 4, "day=ally day.target=9") == TAKEN


@pytest.mark.rule("FD-12.9.3", "FD-17.2")
def test_eighth_kills_only_while_allied() -> None:
    world = table(know={(8, 3)}, fl=[8])
    assert judge(world, 8, "day=kill day.target=3") == Reject.NO_RIGHT_NOW
    assert judge(world, 8, "night=kill night.target=3 night.guess=third") == Reject.NO_RIGHT_NOW
    world = table(know={(8, 3)}, fl=[8], allied=[(8, 6)])
    assert judge(world, 8, "day=kill day.target=3") == TAKEN
    assert judge(world, 8, "night=kill night.target=3 night.guess=third") == TAKEN


# --- night ----------------------------------------------------------------------------------


@pytest.mark.rule("FD-4.3", "FD-4.7", "FD-17.2")
def test_the_night_belongs_to_the_first_loop_and_to_those_who_gained_it() -> None:
    world = table(fl=[5], change={9: {"night_right": True}})
    night = "night=kill night.target=4 night.guess=fourth"
    assert judge(world, 5, night) == TAKEN
    assert judge(world, 9, night) == TAKEN
    assert judge(world, 6, night) == Reject.NO_NIGHT_RIGHT
    assert judge(world, 5, "night=kill night.target=4") == Reject.NEED_PARAMETER
    assert judge(world, 5, "night.target=4 night.guess=fourth") == Reject.NEED_PARAMETER


@pytest.mark.rule("FD-12.6.4", "FD-4.7")
def test_fifth_alone_may_guess_twice() -> None:
    world = table(fl=[5, 6])
    twice = "night=kill night.target=4 night.guess=fourth night.guess=ninth"
    assert judge(world, 5, twice) == TAKEN
    assert judge(world, 6, twice) == Reject.UNREADABLE


@pytest.mark.rule("FD-S76", "FD-12.4.1", "FD-12.4.3", "FD-17.2")
def test_a_follow_up_of_third_needs_a_first_guess_and_its_own() -> None:
    world = table(fl=[3])
    raid = "night=kill night.target=1"
    assert judge(world, 3, raid) == TAKEN
    follow = " follow.target=7 follow.guess=murmur"
    assert judge(world, 3, raid + follow) == Reject.NEED_PARAMETER
    assert judge(world, 3, raid + " night.guess=first" + follow) == TAKEN
    aimless = raid + " night.guess=first follow.target=7"
    assert judge(world, 3, aimless) == Reject.NEED_PARAMETER
    same = raid + " night.guess=first follow.target=1 follow.guess=first"
    assert judge(world, 3, same) == Reject.BAD_TARGET


@pytest.mark.rule("FD-12.11.3")
def test_tenth_needs_no_guess_at_night() -> None:
    assert judge(table(fl=[10]), 10, "night=kill night.target=11") == TAKEN


@pytest.mark.rule("FD-12.8.1", "FD-12.8.4", "FD-17.2", "FD-6.8")
def test_the_resting_half_orders_nothing_and_the_acting_one_may_kill_two_at_night() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", fl=[10, 11], act=3)
    assert judge(world, 10, "day=flee") == Reject.RESTING
    assert judge(world, 10, "night=kill night.target=1 night.guess=first") == Reject.RESTING
    two = "night=kill night.target=1 night.guess=first night2.target=2 night2.guess=second"
    assert judge(world, 11, two) == TAKEN
    assert judge(world, 11, two.replace("night2.target=2", "night2.target=1")) == Reject.BAD_TARGET
    assert judge(world, 11, two.replace(" night2.guess=second", "")) == Reject.NEED_PARAMETER
    assert judge(world, 10, "diary=use") == TAKEN
    assert judge(world, 11, "diary=use") == Reject.NO_RIGHT_NOW


# --- penalties ------------------------------------------------------------------------------


@pytest.mark.rule("FD-11.3", "FD-17.2", "FD-S20")
def test_a_forced_disguise_leaves_night_diary_and_skills_free() -> None:
    world = table(fl=[6], change={6: {"forced": 3}}, act=3)
    assert judge(world, 6, "day=flee") == Reject.FORCED
    assert judge(world, 6, "day=disguise") == judge(world, 6, "") == TAKEN
    free = "night=kill night.target=1 night.guess=first diary=use faith=2"
    assert judge(world, 6, free) == TAKEN
    assert judge(table(change={6: {"forced": 3}}, act=4), 6, "day=flee") == TAKEN


@pytest.mark.rule("FD-S51", "FD-12.12.3", "FD-17.2")
def test_silence_locks_day_and_night_and_nothing_else() -> None:
    world = table(fl=[5], change={5: {"silenced": 4}}, act=4)
    assert judge(world, 5, "day=probe day.target=1") == Reject.SILENCED
    assert judge(world, 5, "night=kill night.target=1 night.guess=first") == Reject.SILENCED
    assert judge(world, 5, "diary=use diary.pick=3") == TAKEN


# --- kills with more to say -----------------------------------------------------------------


@pytest.mark.rule("FD-S17", "FD-4.13", "FD-5.4", "FD-17.2")
def test_guessing_a_disguise_needs_a_link_to_every_other_living_seat() -> None:
    five = partial(table, seats=5, P1="second", P2="first", P3="fourth", P4="ninth", P5="tenth")
    pierce = "day=kill day.target=1 day.pierce=yes"
    all_four = {(3, 1), (3, 2), (3, 4), (3, 5)}
    assert judge(five(know=all_four), 3, pierce) == TAKEN
    less = five(know=all_four - {(3, 5)})
    assert judge(less, 3, pierce) == Reject.NO_RIGHT_NOW
    dead = five(know=all_four - {(3, 5)}, dead=[5])
    assert judge(dead, 3, pierce) == TAKEN


@pytest.mark.rule("FD-12.3.2", "FD-4.7", "FD-17.2")
def test_second_kills_strangers_by_a_guess_of_their_action() -> None:
    world = table(know={(2, 6)})
    assert judge(world, 2, "day=kill day.target=4") == Reject.NEED_PARAMETER
    assert judge(world, 2, "day=kill day.target=4 day.blacken=flee") == TAKEN
    assert judge(world, 2, "day=kill day.target=6") == TAKEN
    assert judge(world, 2, "day=kill day.target=6 day.blacken=none") == TAKEN
    assert judge(world, 3, "day=kill day.target=6 day.blacken=none") == Reject.NO_RIGHT_NOW
    night = "night=kill night.target=6"
    assert judge(world, 2, night) == Reject.NEED_PARAMETER
    assert judge(world, 2, f"{night} night.guess=sixth") == TAKEN
    assert judge(world, 2, f"{night} night.blacken=ally") == TAKEN
    both = f"{night} night.guess=sixth night.blacken=ally"
    assert judge(world, 2, both) == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.4.2", "FD-17.2")
def test_maniac_needs_two_known_living_seats_and_no_target() -> None:
    maniac = "day=kill day.maniac=yes"
    two = table(know={(3, 4), (3, 6)})
    assert judge(two, 3, maniac) == TAKEN
    assert judge(two, 3, f"{maniac} day.target=4") == Reject.NO_RIGHT_NOW
    assert judge(two, 3, "day=kill day.target=9") == TAKEN
    assert judge(two, 3, "day=kill day.maniac=no day.target=9") == TAKEN
    assert judge(table(know={(3, 4)}), 3, maniac) == Reject.NO_RIGHT_NOW
    dead = table(know={(3, 4), (3, 6)}, dead=[6])
    assert judge(dead, 3, maniac) == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.5.4", "FD-17.2")
def test_fourth_frames_a_third_seat_with_a_cover_of_another_kind() -> None:
    world = table(know={(4, 9)}, fl=[4])
    kill = "day=kill day.target=9 day.frame=3"
    assert judge(world, 4, f"{kill} day.cover=probe day.cover.target=1") == TAKEN
    assert judge(world, 4, f"{kill} day.cover=none") == TAKEN
    assert judge(world, 4, kill) == Reject.NEED_PARAMETER
    assert judge(world, 4, f"{kill} day.cover=probe") == Reject.NEED_PARAMETER
    assert judge(world, 4, f"{kill} day.cover=kill day.cover.target=1") == Reject.UNREADABLE
    self_framed = "day=kill day.target=9 day.frame=4 day.cover=none"
    assert judge(world, 4, self_framed) == Reject.BAD_TARGET
    assert judge(world, 4, self_framed.replace("frame=4", "frame=9")) == Reject.BAD_TARGET
    night = "night=kill night.target=9 night.guess=ninth night.frame="
    assert judge(world, 4, f"{night}3") == TAKEN
    assert judge(world, 4, f"{night}9") == Reject.BAD_TARGET


@pytest.mark.rule("FD-12.6.2", "FD-17.2")
def test_fifth_fakes_a_day_order_of_another_kind() -> None:
    world = table()
    assert judge(world, 5, "day=flee day.fake=probe day.fake.target=1") == TAKEN
    assert judge(world, 5, "day=flee day.fake=flee") == Reject.UNREADABLE
    assert judge(world, 5, "day=flee day.fake=probe") == Reject.NEED_PARAMETER
    assert judge(world, 5, "day.fake=none") == Reject.UNREADABLE
    assert judge(world, 5, "day.fake=kill day.fake.target=3") == TAKEN
    assert judge(world, 6, "day.fake=flee") == Reject.NO_RIGHT_NOW
    forced = table(change={5: {"forced": 2}}, act=2)
    assert judge(forced, 5, "day.fake=disguise") == Reject.UNREADABLE
    assert judge(forced, 5, "day.fake=none") == TAKEN


@pytest.mark.rule("FD-7.4", "FD-7.1", "FD-17.2")
def test_a_change_takes_fresh_parameters_but_no_alliance_night_skill_or_pick() -> None:
    world = table(know={(4, 9)}, allied=[(4, 6)])
    assert judge_change(world, 4, "") == TAKEN
    assert judge_change(world, 4, "day=kill day.target=9 day.frame=1 day.cover=flee") == TAKEN
    assert judge_change(world, 4, "day=flee") == judge_change(world, 4, "day=none") == TAKEN
    assert judge_change(world, 4, "day=break") == Reject.NO_RIGHT_NOW
    assert judge_change(table(know={(4, 9)}), 4, "day=ally day.target=9") == Reject.NO_RIGHT_NOW
    for elsewhere in ("night=kill", "faith=3", "diary=use"):
        assert judge_change(world, 4, elsewhere) == Reject.NOT_YOUR_STEP
    no_charge = table(change={4: {"charge": False}})
    assert judge_change(no_charge, 4, "day=flee") == Reject.NO_CHARGE
