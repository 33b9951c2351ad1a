"""A skill that does anything at any timing, on every character: the rules hold nevertheless."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.game import Game
from engine.games.no81.core import CORE_PACK
from engine.games.no81.damage import Damage, hurt
from engine.games.no81.distance import attack_range
from engine.games.no81.effects import RULES
from engine.games.no81.game import game_of
from engine.games.no81.glossary import Attribute, Face, Mode, Per, Query, Timing
from engine.games.no81.health import heal
from engine.games.no81.library import Library
from engine.games.no81.moves import discard, discard_mind, draw_cards
from engine.games.no81.places import hand, zone
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.games.no81.use import carry_out
from engine.games.no81.uses import Use
from engine.games.no81.zones import zones
from engine.journal import By, Header
from engine.request import Script
from engine.view import Observer, ask_view

_FACES = tuple(face.value for face in Face)


class _Chaos(Skill):
    """What it does, and what it answers to queries, follows from the turn and the piles."""

    id: ClassVar[str] = "chaos"
    mandatory: ClassVar[bool] = True
    queries: ClassVar[frozenset[Query]] = frozenset(Query)

    def __init__(self, timing: Timing, often: Per) -> None:
        self.timings = frozenset({timing})  # type: ignore[misc]
        self.works_broken = timing is Timing.MIND_BROKEN  # type: ignore[misc]
        self.per = often  # type: ignore[misc]

    def query(
        self, state: State, seat: int, name: Query, value: Any, about: Mapping[str, object]
    ) -> Any:
        turn = state.turn + seat
        match name:
            case Query.ATTACK_RANGE | Query.HAND_LIMIT:
                return value + turn % 4 - 1
            case Query.ATTACK_LIMIT:
                return turn % 3
            case Query.LEGAL_TARGET | Query.CAN_HEAL:
                return turn % 3 != 0
            case Query.PROTECTED_CARDS:
                return (*value, *state.players[seat].zone[: turn % 2])
            case Query.VIEW_AS:
                return (*value, _FACES[(turn + len(str(about["card"]))) % len(_FACES)])

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        windows = {Timing.W_GUARD, Timing.W_EVENT}
        return moment.timing not in windows or moment.target == seat

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        yield from announce(seat, self)
        number = state.turn * 7 + seat * 3 + len(state.pile) + len(state.discard) * 5
        self._change(moment, number)
        if moment.timing is not Timing.GUARD_COST and state.others(seat):
            yield from self._do(state, seat, number % 9)

    def _change(self, moment: Moment, number: int) -> None:
        moment.extra_mind_cost += number % 3
        moment.n += number % 3 - 1
        moment.skip = number % 4 == 0
        moment.guarded = moment.cancelled = number % 2 == 0
        if moment.damage is not None:
            moment.damage.amount += number % 3 - 1
        if number % 2:
            places = {Timing.USE_FINISHED: "hand", Timing.MIND_DISCARDED: "under"}
            moment.destination = places.get(moment.timing, "")

    def _do(self, state: State, seat: int, what: int) -> Script[None]:
        others = state.others(seat)
        other = others[what % len(others)]
        held, lying = state.players[other].hand[:1], state.players[other].zone[:1]
        match what:
            case 0 | 1:
                yield from discard_mind(state, (seat, other)[what], why=self.id)
            case 2:
                yield from draw_cards(state, other, 3, why=self.id)
            case 3:
                harm = Damage(
                    amount=1, attribute=Attribute.NONE, source=seat, target=other, cause=self.id
                )
                yield from hurt(state, harm)
            case 4:
                yield from heal(state, other, 2, cause=self.id)
            case 5 if held:
                yield from discard(state, other, held, hand(other), why=self.id)
            case 6 if lying:
                yield from discard(state, other, lying, zone(other), why=self.id)
            case 7 | 8:
                face = (Face.ENERGY_BURST, Face.ATTACK_PLAIN)[what - 7]
                targets = tuple(others) if what == 7 else (other,)
                use = Use(user=seat, face=face, mode=1, targets=targets)
                yield from carry_out(state, use, RULES[face][1], free=True)
            case _:
                pass


def _game(timing: Timing, often: Per) -> Game:
    """Return the game in which every side has the skill beside the first of its own."""
    characters = [
        replace(one, versions=tuple(
            replace(side, skills=("chaos", side.skills[0])) for side in one.versions
        ))
        for one in CORE_PACK.characters
    ]  # fmt: skip
    skills = (*CORE_PACK.skills, _Chaos(timing, often))
    return game_of(Library((replace(CORE_PACK, characters=characters, skills=skills),)))


def _played(timing: Timing, mode: Mode, number: int) -> None:
    """Play one game at random to its end, and look at it again and again."""
    often = (Per.TURN, Per.PHASE, Per.ROUND)[number % 3]
    game, seats = _game(timing, often), 2 + number % 4
    options = game.configure(seats, {"mode": mode.value, "round_limit": "5"})
    seed = f"{timing} {mode} {number}".encode().ljust(32, b".")
    driver = Driver(
        game, Header(game="no81", rules_version=1, seats=seats, options=options, seed=seed)
    )
    driver.start()
    watcher, bot, dice = Observer(driver, 0), game.bots["random"](), Dice(seed)
    while driver.status is Status.RUNNING:
        seat = next(s for s, p in driver.pending.items() if p.answer is None)
        ask = ask_view(driver, seat)
        assert ask is not None
        assert len(set(ask.options)) == len(ask.options) > 0
        driver.answer(seat, ask.id, bot.choose({}, ask, dice), by=By.BOT)
        if driver.waiting_kind == "play":
            watcher.update()
            _look(driver.state, watcher.fold.plain())
    assert driver.status is Status.OVER, driver.fault


def _look(state: State, view: dict[str, Any]) -> None:
    cards = [card for place in zones(state).values() for card in place]
    assert len(cards) == len(set(cards)) == 104 + 13 * state.seats
    for player in state.players:
        seen = view["seats"][player.seat]
        assert (len(player.hand), len(player.deck)) == (seen["hand"], len(seen["deck"]))
        if player.alive:
            assert seen["range"] == attack_range(state, player.seat)


@pytest.mark.rule("N81-19.4", "N81-19.7", "N81-6.6")
@pytest.mark.parametrize("number", range(4))
def test_no_skill_at_any_timing_can_break_a_game(number: int) -> None:
    """Six of the timings in each mode."""
    for timing in list(Timing)[number::4]:
        _played(timing, list(Mode)[number], number)


@pytest.mark.soak
@pytest.mark.rule("N81-19.4", "N81-19.7", "N81-6.6")
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("timing", Timing)
def test_no_skill_at_any_timing_can_break_a_game_in_any_mode(timing: Timing, mode: Mode) -> None:
    for number in range(3):
        _played(timing, mode, number)
