"""Filling in a form on the screen: what is open, what is missing, and that the game takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.errors import Refused
from engine.event import SPECTATOR
from engine.journal import Header
from engine.registry import game as find_game
from engine.view import Observer, ask_view
from server.wire import pack, unpack
from tui.games.future_diary.draft import (
    Slot,
    chosen_of,
    missing,
    pick,
    settle,
    slots,
    verb_form,
    words_of,
)
from tui.games.future_diary.sheet import keys_of
from tui.screens.table import TablePage
from tui.texts.future_diary import field_label

KILL = ("kill",)
FORM: tuple[Mapping[str, Any], ...] = (
    {"id": "day", "values": ("probe", "kill", "none"), "most": 1, "need": False, "when": ()},
    {"id": "day.target", "values": ("2", "3"), "most": 1, "need": True,
     "when": (("day", ("probe",)),)},
    {"id": "day.maniac", "values": ("yes", "no"), "most": 1, "need": False,
     "when": (("day", KILL),)},
    {"id": "day.target", "values": ("3", "4"), "most": 1, "need": True,
     "when": (("day", KILL), ("day.maniac", ("", "no")))},
    {"id": "diary.pick", "values": ("2", "3", "4"), "most": 2, "need": False, "when": ()},
)  # fmt: skip


def slot(chosen: Mapping[str, tuple[str, ...]], name: str) -> Slot:
    return next(s for s in slots(FORM, chosen) if s.id == name)


def test_a_field_opens_with_what_it_depends_on() -> None:
    assert [s.id for s in slots(FORM, {})] == ["day", "diary.pick"]
    killing = {"day": ("kill",)}
    assert [s.id for s in slots(FORM, killing)] == ["day", "day.maniac", "day.target", "diary.pick"]
    assert slot(killing, "day.target").values == ("3", "4")
    assert "day.target" not in {s.id for s in slots(FORM, {**killing, "day.maniac": ("yes",)})}


def test_choosing_another_kind_drops_what_no_longer_fits() -> None:
    chosen = pick(FORM, {"day": ("probe",), "day.target": ("2",)}, slot({}, "day"), "kill")
    assert chosen == {"day": ("kill",)}
    assert missing(FORM, chosen) == ["day.target"]
    kept = pick(FORM, {"day": ("probe",), "day.target": ("3",)}, slot({}, "day"), "kill")
    assert kept == {"day": ("kill",), "day.target": ("3",)}


def test_the_same_value_again_takes_it_back() -> None:
    chosen = pick(FORM, {"day": ("kill",)}, slot({}, "day"), "kill")
    assert chosen == {}


def test_several_values_keep_their_order_and_never_exceed_the_most() -> None:
    chosen: dict[str, tuple[str, ...]] = {}
    for value in ("4", "2", "3"):
        chosen = pick(FORM, chosen, slot({}, "diary.pick"), value)
    assert chosen == {"diary.pick": ("2", "3")}


def test_words_and_fields_undo_each_other() -> None:
    words = ("day=kill", "day.target=3", "diary.pick=4", "diary.pick=2")
    assert words_of(chosen_of(words)) == words
    assert words_of({"predict.seat": ("3",), "day": ("none",)}) == ("day=none",)


def test_what_is_no_longer_offered_is_not_kept() -> None:
    assert settle(FORM, {"day": ("flee",), "diary.pick": ("4", "9")}) == {"diary.pick": ("4",)}


@pytest.mark.rule("FD-11.1")
def test_a_prediction_names_another_living_seat_and_a_role_in_play() -> None:
    view = {
        "me": {"seat": 2}, "dead": [{"seat": 3}], "personas": ["a", "b", "c", "d"],
        "setup": {"roles": ["first", "second"]},
    }  # fmt: skip
    seat, role = verb_form(("ready", "predict"), view, predict=True)
    assert seat["values"] == ("1", "4")
    assert role["values"] == ("first", "second")
    assert verb_form(("ready",), view, predict=False) == ()
    (proof,) = verb_form(("proof",), view, predict=False)
    assert proof["values"] == ("1", "3", "4")
    assert proof["most"] == 2


@pytest.mark.rule("FD-3.5", "FD-17.2")
@pytest.mark.parametrize("seats", [5, 9, 15])
def test_whatever_a_form_lets_one_fill_in_is_taken_by_the_game(seats: int) -> None:
    """Random drafts at every step of random games: complete ones are never refused."""
    game = find_game("future_diary")
    dice = Dice(f"drafts {seats}")
    tried = 0
    header = Header(
        game=game.id, rules_version=game.rules_version, seats=seats,
        options=game.configure(seats, {}), seed=seats.to_bytes(32, "big"),
    )  # fmt: skip
    driver = Driver(game, header)
    driver.start()
    minds = {chair: (game.bots["heuristic"](), Observer(driver, chair)) for chair in range(seats)}
    while driver.status is Status.RUNNING and tried < 400:
        chair = next(c for c, pending in sorted(driver.pending.items()) if not pending.ask.settled)
        pending = driver.pending[chair]
        context = unpack(pack({"form": pending.ask.context["form"]}))
        form = context["form"]
        for _draft in range(3 if form else 0):
            chosen = draw(form, dice)
            if missing(form, chosen):
                continue
            assert pending.ask.check is not None
            try:
                pending.ask.check(("submit", *words_of(chosen)))
            except Refused as refused:
                raise AssertionError((chosen, refused)) from refused
            tried += bool(chosen)
        mind, observer = minds[chair]
        observer.update()
        ask = ask_view(driver, chair)
        assert ask is not None
        driver.answer(chair, ask.id, mind.choose(observer.fold.plain(), ask, dice))
    assert tried > 30
    assert SPECTATOR not in minds


def draw(form: Any, dice: Dice) -> dict[str, tuple[str, ...]]:
    """Fill a form in at random, the way a player does: field after field, back and forth."""
    chosen: dict[str, tuple[str, ...]] = {}
    for _key in range(dice.below(30)):
        found = slots(form, chosen)
        if not found:
            break
        lacking = [s for s in found if s.need and s.id not in chosen]
        some = lacking or found
        at = some[dice.below(len(some))]
        chosen = pick(form, chosen, at, dice.pick(at.values))
    return chosen


def test_every_value_has_a_key_of_its_own_that_is_no_command() -> None:
    seats = tuple(str(n) for n in range(1, 16))
    roles = (
        "murmur", "first", "second", "third", "fourth", "fifth", "sixth", "seventh/man",
        "seventh/woman", "eighth", "ninth", "tenth", "eleventh", "twelfth", "akise",
    )  # fmt: skip
    kinds = ("probe", "kill", "disguise", "ally", "break", "flee", "none")
    # Before a game begins there is no sheet; and nobody's eyes are lent in a masked game.
    elsewhere = {"add bot", "remove bot", "sit down", "your eyes", "own eyes", "player's eyes"}
    taken = {
        key
        for command in TablePage.commands
        for key in command.keys
        if command.label not in elsewhere
    }
    for values in (seats, roles, kinds, ("yes", "no"), ("A", "B", "C", "union")):
        keys = keys_of(Slot(id="x", values=values, most=1, need=False))
        assert tuple(keys.values()) == values
        assert not set(keys) & taken, set(keys) & taken
        assert not set(keys) & {"d", "n", "w", "p", "r", "0", ",", "."}
    assert field_label("day")
