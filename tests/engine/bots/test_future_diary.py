"""The heuristic Future Diary bot: legal everywhere, blind to what it was not told, not foolish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from engine.bots.future_diary.bot import HeuristicBot
from engine.bots.future_diary.mind import Mind
from engine.bots.future_diary.sight import Sight
from engine.bots.future_diary.suspicion import Suspicion
from engine.chance import Dice
from engine.driver import Driver
from engine.game import AskView
from engine.games.future_diary.game import GAME
from engine.games.future_diary.terms import Role, Step
from engine.journal import By, Header
from engine.request import Answer
from engine.simulate import play_game, seed_of
from engine.view import Observer


def header(seats: int, number: int) -> Header:
    options = GAME.configure(seats, {})
    return Header(
        game=GAME.id, rules_version=GAME.rules_version, seats=seats, options=options,
        seed=seed_of(11, number),
    )  # fmt: skip


class Witness(HeuristicBot):
    """Writes down what it was asked and what it said."""

    def __init__(self, seen: list[tuple[Mapping[str, Any], AskView, Answer]]) -> None:
        self.seen = seen

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        answer = super().choose(view, ask, dice)
        self.seen.append((view, ask, answer))
        return answer


def game(seats: int, number: int) -> list[tuple[Mapping[str, Any], AskView, Answer]]:
    seen: list[tuple[Mapping[str, Any], AskView, Answer]] = []
    play_game(GAME, header(seats, number), [Witness(seen) for _ in range(seats)])
    return seen


@pytest.mark.rule("FD-2.3")
@pytest.mark.parametrize("seats", [5, 8, 13, 14])
def test_a_whole_game_of_bots_ends_and_every_answer_was_taken(seats: int) -> None:
    seen = game(seats, seats)  # play_game raises for an answer that is refused
    assert {ask.kind for _, ask, _ in seen} == set(map(str, Step))


def test_the_same_view_ask_and_dice_give_the_same_answer() -> None:
    for view, ask, _ in game(8, 1)[:150]:
        first, second = (HeuristicBot().choose(view, ask, Dice("x")) for _ in range(2))
        assert first == second


def test_it_never_strikes_its_ally_or_its_other_half() -> None:
    for view, ask, answer in game(15, 2):
        me = view["me"]
        if ask.kind != Step.ORDERS or me is None:
            continue
        friends = {*me["ally"], me["partner"]} - {None}
        aimed = {
            w.partition("=")[2] for w in answer if w.startswith(("day.target", "night.target"))
        }
        if "day=kill" in answer or "night=kill" in answer:
            assert not aimed & set(map(str, friends))


def test_it_plays_every_kind_of_action_and_every_role_uses_its_diary() -> None:
    kinds: Counter[str] = Counter()
    diaries: set[str] = set()
    for number in range(1):
        for view, ask, answer in game(15, 20 + number):
            if ask.kind == Step.ORDERS:
                kinds.update(w for w in answer if w.startswith("day="))
                if "diary=use" in answer:
                    diaries.add(Sight(view).role)
    assert {"day=probe", "day=kill", "day=disguise", "day=flee", "day=ally"} <= set(kinds)
    assert diaries >= set(Role) - {Role.MURMUR, Role.AKISE, Role.EIGHTH}


def first_orders(number: int) -> tuple[Mapping[str, Any], AskView]:
    """Return what chair 0 sees when it gives its first orders in a game of five."""
    driver = Driver(GAME, header(5, number))
    driver.start()
    while driver.waiting_kind != Step.ORDERS:
        chair = next(c for c, p in driver.pending.items() if not p.ask.settled)
        driver.answer(chair, driver.pending[chair].id, ("ready",), by=By.BOT)
    observer = Observer(driver, 0)
    observer.update()
    assert observer.ask is not None
    return {**observer.fold.plain(), "personas": [], "lobby": None}, observer.ask


@pytest.mark.rule("FD-2.5")
def test_an_answer_depends_on_nothing_but_what_its_seat_was_told() -> None:
    """Deals that look the same to one chair get the same answer from it."""
    answers: dict[str, Answer] = {}
    compared = 0
    for number in range(60):
        view, ask = first_orders(number)
        answer = HeuristicBot().choose(view, ask, Dice("same"))
        compared += repr(view) in answers
        assert answers.setdefault(repr(view), answer) == answer
    assert compared > 3


def table(**me: Any) -> Mapping[str, Any]:
    """Return a view of seat 1 of five in act 2."""
    mine = {
        "seat": 1, "role": "fourth", "loop": "second_loop", "partner": None, "alive": True,
        "ally": [], "ledger": [], "predictions": [], "acts": [], "creator": None,
    }  # fmt: skip
    roles = ["first", "second", "fourth", "ninth", "tenth"]
    setup = {"seats": 5, "roles": roles, "first_loop": 1}
    return {"act": 2, "dead": [], "setup": setup, "me": {**mine, **me}}


def test_a_known_second_is_hunted_and_the_others_are_cleared() -> None:
    link = {"seat": 3, "role": "second", "act": 1, "via": "probe"}
    suspicion = Suspicion(Sight(table(ledger=[link])))
    assert suspicion.hunted(3) > 0.9
    assert all(suspicion.hunted(n) < 0.1 for n in (2, 4, 5))


def test_a_wrong_prediction_moves_the_role_to_the_other_seats() -> None:
    wrong = {"act": 1, "seat": 3, "role": "second", "right": False, "free": False}
    suspicion = Suspicion(Sight(table(predictions=[wrong])))
    assert suspicion.role(3, "second") == 0
    assert suspicion.role(2, "second") == pytest.approx(1 / 3, abs=0.02)


def test_roles_are_shared_out_among_those_who_can_hold_them() -> None:
    link = {"seat": 2, "role": "first", "act": 1, "via": "alliance"}
    suspicion = Suspicion(Sight(table(ledger=[link])))
    assert suspicion.best_role(2) == ("first", 1.0)
    for seat in (3, 4, 5):
        assert suspicion.role(seat, "first") == 0
        assert sum(suspicion.role(seat, r) for r in Role) == pytest.approx(1)


def test_who_was_seen_to_kill_by_night_is_an_enemy_of_the_second_loop() -> None:
    line = {"code": "actions", "seat": 4, "night": {"kind": "kill", "targets": [2]}}
    page = {
        "act": 1, "items": None, "sheet": None, "foresight_2": None,
        "foresight_1": {"reports": [{"of": 1, "lines": [line]}]},
    }  # fmt: skip
    mind = Mind(Sight(table(acts=[page])), Dice("m"))
    assert mind.foes[0] == 4
    assert mind.foe(4) > 0.9
