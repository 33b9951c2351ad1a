"""Rare corners of dying, flipping, swapping and answering."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from engine.games.no81.effects import RULES
from engine.games.no81.glossary import Face, Mode, Phase, Timing
from engine.games.no81.moves import draw_cards
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.use import carry_out
from engine.games.no81.uses import Use
from engine.request import Script
from tests.engine.games.no81.position import (
    COLD,
    NONE,
    P1,
    P2,
    P3,
    P4,
    WARM,
    Position,
    Table,
    content_with,
)


@pytest.mark.rule("N81-8.4")
@pytest.mark.parametrize(
    ("cold", "warm", "kept"), [(1, 1, (1, 0)), (2, 1, (1, 0)), (1, 2, (1, 0)), (0, 2, (0, 1))]
)
def test_which_counters_a_cap_of_one_leaves(cold: int, warm: int, kept: tuple[int, int]) -> None:
    t = Table(
        Position(seats=4, camps={P2: NONE}, caps={P2: 4}, cold={P2: cold}, warm={P2: warm},
                 hands={P1: "amplify C2a"}, zones={P1: "treasure"})
    )  # fmt: skip
    t.use("amplify", 1).do("use:C2a:1", (P1, "target", P2))
    (told,) = (e for e in t.told("damaged") if e["seat"] == P2 and e["amount"])
    assert (told["amount"], told["cap"]) == (3, 1)
    counters: Any = told["counters"]
    assert (counters["cold"], counters["warm"]) == kept


@pytest.mark.rule("N81-11.6", "N81-15.8")
def test_whoever_may_flip_and_stays_is_out() -> None:
    t = Table(
        Position(seats=4, who={P3: "shen_yuan"}, camps={P3: COLD}, warm={P3: 5}, cold={P3: 2},
                 hands={P2: "attack_warm"})
    )  # fmt: skip
    t.stop().use("attack_warm", 2, (P2, "target", P3), (P3, "w_flip", "stay"))
    assert not t.alive(P3)
    assert not t.told("flipped")


@pytest.mark.rule("N81-14.7", "N81-14.8", "N81-6.2")
def test_a_swap_that_takes_the_last_mind_card_puts_its_player_out_and_swaps_nothing() -> None:
    t = Table(
        Position(mode=Mode.KARMA, since=Phase.SWAP, seats=3, who={P1: "jin_haiming"},
                 deputies={P1: "lin_qiwu", P2: "tai", P3: "tai"}, skills={P1: "sniff course"},
                 reserves={P1: "hongmu/0"}, decks={P1: "3:evade"})
    )  # fmt: skip
    t.go((P1, "swap", "deputy:hongmu/0:pursuit"))
    assert not t.alive(P1)
    assert not t.told("swapped")
    assert "M0-3-evade" in t.state.removed
    assert t.asked == (P2, "play")


class _Meddle(Skill):
    """When another player draws by a card, its owner uses a virtual Pact on that player."""

    id: ClassVar[str] = "probe"
    mandatory: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.AFTER_DRAW})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return moment.cause == Face.MANA_SPRING

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        assert moment.who is not None
        use = Use(user=seat, face=Face.PACT, mode=1, targets=(moment.who,))
        yield from carry_out(state, use, RULES[Face.PACT][1])


@pytest.mark.rule("N81-9.7.2", "N81-6.11", "N81-6.13")
def test_pact_answers_no_event_in_the_own_play_phase_but_the_window_opens() -> None:
    t = Table(
        Position(content=content_with(_Meddle()), skills={P2: "probe"},
                 hands={P1: "mana_spring pact"})
    )  # fmt: skip
    t.answer(P1, f"use:{t.card(P1, 'mana_spring')}:2")
    assert t.asked == (P1, "w_event")
    assert t.options(P1) == ("pass",)
    t.go((P1, "w_event", "pass"))
    assert len(t.hand(P1)) == 1 + 2 + 1
    assert len(t.hand(P2)) == 3


@pytest.mark.rule("N81-9.5.1")
def test_what_off_guard_picked_in_a_zone_is_safe_once_it_has_left() -> None:
    """The target is asked first (N81-6.4) and here takes its card back."""

    class Grab(Skill):
        id: ClassVar[str] = "probe"
        timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_EVENT})

        def can(self, state: State, seat: int, moment: Moment) -> bool:
            return moment.target == seat

        def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
            player = state.players[seat]
            player.hand.append(player.zone[0])
            state.placed.pop(player.zone.pop(0))
            yield from ()

    t = Table(
        Position(content=content_with(Grab()), skills={P2: "probe"}, hands={P1: "off_guard"},
                 zones={P2: "haste evade"})
    )  # fmt: skip
    t.answer(P1, f"use:{t.card(P1, 'off_guard')}:1")
    t.answer(P1, t.card(P2, "haste"))
    t.answer(P2, "skill:probe")
    assert "haste" in t.hand(P2)
    assert t.zone(P2) == ["evade"]


@pytest.mark.rule("N81-6.3", "N81-8.8", "N81-9.12.1")
def test_a_burst_goes_on_to_the_others_when_its_user_has_died_of_its_cost() -> None:
    t = Table(
        Position(mode=Mode.KARMA, seats=4, deputies=dict.fromkeys(range(4), "tai"),
                 hands={P1: "M0-Q-energy_burst"}, decks={P1: "3:evade"})
    )  # fmt: skip
    t.do("use:M0-Q-energy_burst:1")
    assert not t.alive(P1)
    hurt = [(e["seat"], e["source"]) for e in t.told("damaged") if e["amount"]]
    assert hurt == [(P2, P1), (P3, P1), (P4, P1)]
    assert "M0-Q-energy_burst" in t.state.removed


@pytest.mark.rule("N81-7.1", "N81-6.3")
def test_a_card_that_reached_its_targets_stays_on_them_when_distances_change() -> None:
    """P2 dies of the bell; P4, at distance 1 on the other side, is still struck."""
    t = Table(
        Position(seats=4, who={P1: "jin_haiming"}, camps={P1: WARM, P2: COLD, P3: WARM, P4: COLD},
                 hands={P1: "M0-K-lm_lastbell"}, warm={P2: 5})
    )  # fmt: skip
    t.do("use:M0-K-lm_lastbell:1")
    assert not t.alive(P2)
    assert t.counters(P4) == (0, 1, 0)
    assert t.counters(P3) == (0, 0, 0)


class _Riposte(Skill):
    """Whoever is attacked attacks back, from within the window."""

    id: ClassVar[str] = "probe"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_GUARD})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return moment.target == seat

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        assert moment.use is not None
        use = Use(user=seat, face=Face.ATTACK_PLAIN, mode=1, targets=(moment.use.user,))
        yield from carry_out(state, use, RULES[Face.ATTACK_PLAIN][1])


class _Echo(Skill):
    """Whenever another draws its owner draws, unasked and for ever."""

    id: ClassVar[str] = "probe"
    mandatory: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.AFTER_DRAW})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return moment.who != seat

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        yield from draw_cards(state, seat, 1, why=self.id)


@pytest.mark.rule("N81-15.7", "N81-6.7")
def test_answers_nested_deeper_than_fifty_are_refused() -> None:
    t = Table(
        Position(content=content_with(_Riposte()), skills={P1: "probe", P2: "probe"},
                 hands={P1: "C2a"})
    )  # fmt: skip
    t.answer(P1, "use:C2a:1")
    depth, seat = 0, P2
    while "skill:probe" in t.options(seat):
        t.answer(seat, "skill:probe")
        depth, seat = depth + 1, P1 + P2 - seat
    assert depth == 50
    assert t.options(seat) == ("pass",)


@pytest.mark.rule("N81-15.7", "N81-6.6")
def test_triggers_nested_deeper_than_fifty_are_refused() -> None:
    t = Table(
        Position(content=content_with(_Echo()), skills={P1: "probe", P2: "probe"},
                 hands={P1: "mana_spring"})
    )  # fmt: skip
    t.use("mana_spring", 2)
    assert len([e for e in t.told("moved") if e["why"] == "probe"]) == 50
