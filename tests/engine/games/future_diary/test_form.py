"""Forms: what is offered is what is accepted, and a refusal says why (FD-3.5, FD-17.2)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Dice
from engine.errors import Refused
from engine.games.future_diary.form import FIELDS, Field, check, offered, plain, valid, words
from engine.games.future_diary.model import World
from engine.games.future_diary.sheets.steps import Entitled, change, last_words, orders
from engine.games.future_diary.terms import Reject, Step
from tests.engine.games.future_diary.worlds import filled, worlds

FREE: dict[str, Reject | None] = {"a": None, "b": None, "c": Reject.BAD_TARGET}


def code(form: tuple[Field, ...], **chosen: tuple[str, ...]) -> tuple[str, object]:
    """Return code and field of the refusal."""
    with pytest.raises(Refused) as refused:
        check(Step.ORDERS, form, {k.replace("_", "."): v for k, v in chosen.items()})
    return refused.value.code, refused.value.params["field"]


@settings(max_examples=40, deadline=None)
@given(worlds(), st.integers(0, 2**32))
@pytest.mark.rule("FD-3.5", "FD-4.1", "FD-17.1")
def test_whatever_is_filled_in_from_what_is_offered_is_accepted(world: World, seed: int) -> None:
    dice = Dice(str(seed))
    for number in world.living:
        seat = world.seats[number]
        proposals = tuple(n for n in world.living if n != number)[:2]
        entitled = Entitled(change=True, law=world.living[0])
        for step, form in (
            (Step.ORDERS, orders(world, seat)),
            (Step.CHANGE_1, change(world, seat, Entitled(change=True, proposals=proposals))),
            (Step.CHANGE_2, change(world, seat, entitled)),
            (Step.LAST_WORDS, last_words(world, seat, ("half_god", "bomb", "awakening"))),
        ):
            assert {f.id for f in form} <= FIELDS[step]
            check(step, form, filled(form, dice))


@settings(max_examples=25, deadline=None)
@given(worlds(), st.integers(0, 2**32))
@pytest.mark.rule("FD-3.5", "FD-17.2")
def test_a_value_that_is_not_offered_is_never_accepted(world: World, seed: int) -> None:
    dice = Dice(str(seed))
    for number in world.living:
        form = orders(world, world.seats[number])
        able = offered(form)
        for entry in form:
            open_now = {
                v for f in able if f.id == entry.id and f.when == entry.when for v in f.values
            }
            chosen = filled(form, dice)
            for value in set(entry.values) - open_now:
                with pytest.raises(Refused):
                    check(Step.ORDERS, form, _forced_open(entry, value, chosen))


@settings(max_examples=40, deadline=None)
@given(worlds(), st.randoms(use_true_random=False))
@pytest.mark.rule("FD-16.1", "FD-3.5")
def test_offers_and_refusals_are_the_same_whatever_the_others_hide(
    world: World, chance: Random
) -> None:
    for number in world.living:
        seat, own = world.seats[number], world.party(number) | world.allies(number)
        others = [world.seats[n] for n in world.living if n not in own]
        hidden = chance.sample(others, len(others))
        twin = world.with_seats(
            *(
                replace(its, number=mine.number, persona=mine.persona)
                for mine, its in zip(others, hidden, strict=True)
            )
        )
        twin = replace(twin, alliances=tuple(p for p in world.alliances if own & (p[0] | p[1])))
        assert orders(twin, seat) == orders(world, seat)
        entitled = Entitled(change=True, law=max(own))
        assert change(twin, seat, entitled) == change(world, seat, entitled)


def _forced_open(
    entry: Field, value: str, chosen: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the answer with ``value``, and with what opens its field."""
    opened = {**chosen}
    for name, values in entry.when:
        if "" in values:
            opened.pop(name, None)
        elif not set(opened.get(name, ())) & set(values):
            opened[name] = (values[0],) if values else ("nothing",)
    return {**opened, entry.id: (value,)}


def test_a_value_is_refused_with_its_own_reason() -> None:
    form = (Field(id="day", values=FREE),)
    check(Step.ORDERS, form, {"day": ("b",)})
    assert code(form, day=("c",)) == (Reject.BAD_TARGET, "day")
    assert code(form, day=("d",)) == (Reject.UNREADABLE, "day")


def test_more_values_than_a_field_takes_or_the_same_twice_are_unreadable() -> None:
    form = (Field(id="day", values=FREE, most=2),)
    check(Step.ORDERS, form, {"day": ("b", "a")})
    assert code(form, day=("a", "a")) == (Reject.UNREADABLE, "day")
    assert code((Field(id="day", values=FREE),), day=("a", "b")) == (Reject.UNREADABLE, "day")


@pytest.mark.rule("FD-17.2")
def test_a_field_that_this_seat_step_or_game_has_not_is_refused_as_what_it_is() -> None:
    assert code((), gamble=("1",)) == (Reject.NO_RIGHT_NOW, "gamble")
    assert code((), accept=("1",)) == (Reject.NOT_YOUR_STEP, "accept")
    assert code((), dance=("1",)) == (Reject.UNREADABLE, "dance")


@pytest.mark.rule("FD-17.2")
def test_what_is_missing_is_named() -> None:
    form = (
        Field(id="day", values=FREE),
        Field(id="day.target", values=FREE, need=True, when=(("day", ("a",)),)),
    )
    assert code(form, day=("a",)) == (Reject.NEED_PARAMETER, "day.target")
    assert code(form, day_target=("a",)) == (Reject.NEED_PARAMETER, "day.target")
    assert code(form, day=("b",), day_target=("a",)) == (Reject.NO_RIGHT_NOW, "day.target")
    check(Step.ORDERS, form, {"day": ("b",)})


def test_an_empty_condition_holds_where_nothing_is_chosen() -> None:
    form = (
        Field(id="diary", values=FREE),
        Field(id="law", values=FREE, when=(("diary", ("",)),)),
    )
    check(Step.ORDERS, form, {"law": ("a",)})
    assert code(form, diary=("a",), law=("a",)) == (Reject.NO_RIGHT_NOW, "law")


def test_a_value_that_leads_to_a_needed_field_without_values_is_not_offered() -> None:
    nothing: dict[str, Reject | None] = {"1": Reject.UNKNOWN_TARGET}
    form = (
        Field(id="diary", values={"use": None}),
        Field(id="diary.mode", values={"x": None}, need=True, when=(("diary", ("use",)),)),
        Field(id="diary.pick", values=nothing, need=True, when=(("diary.mode", ("x",)),)),
    )
    assert plain(form) == ()
    assert words(form) == ()


def test_of_an_old_submission_only_what_is_still_valid_is_kept() -> None:
    form = (
        Field(id="day", values=FREE, most=2),
        Field(id="day.target", values=FREE, when=(("day", ("b",)),)),
    )
    old = {"day": ("c", "a"), "day.target": ("a",), "gamble": ("1",)}
    assert valid(form, old) == {"day": ("a",)}
