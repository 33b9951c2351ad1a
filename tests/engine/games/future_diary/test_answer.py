"""Answers: fields and values say the same thing (FD-17.1)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Dice
from engine.errors import Refusal, Refused
from engine.games.future_diary import answer
from engine.games.future_diary.model import Day, Hit, Sheet, Standing, World
from engine.games.future_diary.sheets.steps import orders
from engine.games.future_diary.terms import Kind, Role, Verb
from tests.engine.games.future_diary.worlds import filled, worlds

SILENT = {("day", ("none",)), ("day.maniac", ("no",))}
"""Fields that say what their absence says."""


@settings(max_examples=40, deadline=None)
@given(worlds(), st.integers(0, 2**32))
@pytest.mark.rule("FD-17.1", "FD-4.1")
def test_fields_and_sheets_are_two_spellings_of_one_thing(world: World, seed: int) -> None:
    dice = Dice(str(seed))
    for number in world.living:
        seat = world.seats[number]
        chosen = filled(orders(world, seat), dice)
        given_ = {k: v for k, v in chosen.items() if not k.startswith("standing")}
        sheet = answer.sheet(given_)
        again = answer.of_sheet(sheet, dogs=seat.role is Role.TENTH)
        assert answer.sheet(again) == sheet
        plain = {k: v for k, v in given_.items() if (k, v) not in SILENT}
        assert {k: v for k, v in again.items() if (k, v) not in SILENT} == plain


@given(
    st.builds(
        Standing,
        half_god=st.booleans(), trigger1=st.booleans(), will=st.booleans(), hold=st.booleans(),
        bomb=st.tuples(st.integers(1, 15)), awakening=st.tuples(st.integers(1, 15)),
    ),
    st.sampled_from(("", "standing.")),
)  # fmt: skip
@pytest.mark.rule("FD-10.4", "FD-17.1")
def test_standing_instructions_survive_being_written(said: Standing, prefix: str) -> None:
    assert answer.standing(answer.of_standing(said, prefix), prefix) == said


@pytest.mark.rule("FD-10.4", "FD-17.1")
def test_what_is_absent_has_the_rules_default() -> None:
    assert answer.standing({}) == Standing()
    assert answer.sheet({}) == Sheet()
    assert answer.of_sheet(Sheet()) == {}


def test_the_words_of_an_answer_are_read_and_written_back_in_their_order() -> None:
    values = ("ready", "day=kill", "day.target=4", "bomb=3", "bomb=1")
    said = answer.read(values)
    assert said.verb is Verb.READY
    assert said.fields == {"day": ("kill",), "day.target": ("4",), "bomb": ("3", "1")}
    assert answer.write(said.fields) == values[1:]


def test_other_verbs_keep_their_words_as_they_are() -> None:
    assert answer.read(("say", "public", "a=b c")).args == ("public", "a=b c")


@pytest.mark.parametrize(
    "values",
    [(), ("dance",), ("submit", "day"), ("",), ("ready", "ready"), ("submit", *["bomb=1"] * 200)],
)
def test_what_is_no_answer_at_all_is_illegal(values: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        answer.read(values)
    assert refused.value.code == Refusal.ILLEGAL


@pytest.mark.rule("FD-12.4.2", "FD-4.13")
def test_maniac_carries_only_the_seats_guessed_to_be_disguised() -> None:
    order = answer.day({"day": ("kill",), "day.maniac": ("yes",), "day.pierce.seat": ("4", "9")})
    hits = (Hit(target=4, pierce=True), Hit(target=9, pierce=True))
    assert order == Day(kind=Kind.KILL, maniac=True, hits=hits)
