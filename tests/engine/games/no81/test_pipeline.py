"""Order and end of effects: damage, settling, what lasts for a turn (N81-5, N81-6.8, N81-8.3)."""

from __future__ import annotations

from typing import ClassVar

import pytest

from engine.games.no81.glossary import Mode, Timing
from engine.games.no81.moves import discard_mind, set_flag
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.request import Script
from tests.engine.games.no81.position import (
    COLD,
    NONE,
    P1,
    P2,
    P3,
    WARM,
    Position,
    Table,
    content_with,
)


@pytest.mark.rule("N81-8.3", "N81-17.3", "N81-17.9", "N81-14.5")
@pytest.mark.parametrize("skills", ["heatproof root_shield", "root_shield heatproof"])
def test_reductions_act_in_printed_order_unasked_and_go_by_the_amount_after_the_source(
    skills: str,
) -> None:
    """A burst of 2 (Treasure): Root Shield and Heatproof each take 1, whichever stands first."""
    t = Table(
        Position(
            mode=Mode.KARMA,
            who={P2: "qing_tang"},
            deputies={P2: "shi_tan"},
            skills={P2: skills},
            hands={P1: "M0-Q-energy_burst"},
            zones={P1: "treasure"},
        )
    )
    t.do("use:M0-Q-energy_burst:1")
    assert t.counters(P2) == (0, 0, 0)
    assert not t.told("damaged")
    (averted,) = t.told("averted")
    assert averted == {
        "kind": "averted", "seat": P2, "source": P1, "cause": "energy_burst",
        "changes": {"treasure": 1, "heatproof": -1, "root_shield": -1},
    }  # fmt: skip


@pytest.mark.rule("N81-17.9")
def test_root_shield_counts_what_the_source_adds() -> None:
    t = Table(Position(who={P2: "qing_tang"}, hands={P1: "C2a C2b"}, zones={P1: "treasure"},
                       camps={P1: NONE}))  # fmt: skip
    t.do("use:C2a:1")
    assert t.hp(P2)[0] == 6


class _Spread(Skill):
    """An action that lengthens the reach of all others for this turn."""

    id: ClassVar[str] = "probe"
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:
        return True

    def act(self, state: State, seat: int) -> Script[None]:
        for other in state.others(seat):
            yield from set_flag(state, other, Flag.REACH, 1)


@pytest.mark.rule("N81-5.3", "N81-19.3")
def test_what_is_for_this_turn_ends_with_it_whoever_has_it() -> None:
    t = Table(Position(content=content_with(_Spread()), skills={P1: "probe"}, seats=4))
    t.do("skill:probe")
    assert [p.reach for p in t.state.players] == [0, 1, 1, 1]
    t.stop()
    assert [p.reach for p in t.state.players] == [0, 0, 0, 0]
    assert [seat["flags"]["reach"] for seat in t.view(P3)["seats"]] == [0, 0, 0, 0]


@pytest.mark.rule("N81-5.8")
def test_what_is_for_this_turn_ends_also_if_its_player_is_out() -> None:
    """P1 spreads, then dies of the Treasure that it pays with."""
    t = Table(
        Position(content=content_with(_Spread()), skills={P1: "probe"}, seats=4, caps={P1: 1},
                 hands={P1: "give_and_take", P2: "H8a"}, zones={P1: "treasure"})
    )  # fmt: skip
    t.do("skill:probe")
    t.use("give_and_take", 1, (P1, "pay", t.card(P1, "treasure")))
    assert not t.alive(P1)
    assert t.asked == (P2, "play")
    assert [p.reach for p in t.state.players[1:]] == [0, 0, 0]


class _Sour(Skill):
    """Its owner's drawing makes the acting seat unable to recover."""

    id: ClassVar[str] = "probe"
    mandatory: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.AFTER_DRAW})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return moment.who == state.acting and not moment.in_draw_phase

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        yield from set_flag(state, state.acting, Flag.BRINED, True)


@pytest.mark.rule("N81-17.7")
def test_brine_lasts_until_the_end_of_the_next_turn_and_not_of_the_one_in_which_it_came() -> None:
    t = Table(
        Position(content=content_with(_Sour()), skills={P2: "probe"}, hands={P1: "mana_spring"})
    )
    t.use("mana_spring", 2).stop()
    assert t.state.players[P1].brined
    t.stop()
    assert t.state.players[P1].brined
    t.stop()
    assert not t.state.players[P1].brined


class _Fade(Skill):
    """When anybody's use is declared, or done with, its owner discards a mind card."""

    id: ClassVar[str] = "probe"
    mandatory: ClassVar[bool] = True

    def __init__(self, timing: Timing) -> None:
        self.timings = frozenset({timing})  # type: ignore[misc]

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return bool(state.players[seat].deck)

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        yield from discard_mind(state, seat, why=self.id)


@pytest.mark.rule("N81-6.8", "N81-6.1", "N81-10.1")
@pytest.mark.parametrize("timing", [Timing.USE_DECLARED, Timing.USE_FINISHED])
def test_a_mind_that_a_trigger_of_a_use_breaks_is_broken_at_once(timing: Timing) -> None:
    t = Table(
        Position(content=content_with(_Fade(timing)), skills={P2: "probe"},
                 decks={P2: "3:attack_warm"}, hands={P1: "mana_spring"}, seats=4)
    )  # fmt: skip
    t.use("mana_spring", 2)
    assert t.broken(P2)


@pytest.mark.rule("N81-6.8", "N81-14.8")
def test_in_karma_mode_such_a_break_is_the_end_before_anything_else_happens() -> None:
    t = Table(
        Position(content=content_with(_Fade(Timing.USE_DECLARED)), skills={P2: "probe"},
                 deputies={P1: "tai", P2: "tai", P3: "tai"}, mode=Mode.KARMA, seats=3,
                 decks={P2: "3:attack_warm"}, hands={P1: "life_spring"}, black={P3: 1})
    )  # fmt: skip
    t.use("life_spring", 1)
    assert not t.alive(P2)
    kinds = [e.kind for e in t.driver.events]
    assert kinds.index("died") < kinds.index("healed")


class _Follow(Skill):
    """When another mind breaks, its owner discards a mind card."""

    id: ClassVar[str] = "probe"
    mandatory: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.MIND_BROKEN})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return moment.who != seat and bool(state.players[seat].deck)

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        yield from discard_mind(state, seat, why=self.id)


@pytest.mark.rule("N81-6.8", "N81-10.1")
def test_a_mind_that_breaks_since_another_broke_is_seen_in_the_same_settling() -> None:
    """P1 stands before P3 in the order of settling, and breaks after it."""
    t = Table(
        Position(content=content_with(_Follow()), skills={P1: "probe"}, seats=3,
                 decks={P1: "3:attack_warm", P3: "4:attack_warm"}, camps={P3: WARM},
                 hands={P1: "off_guard guard"})
    )  # fmt: skip
    t.use("off_guard", 2, (P1, "target", P3))
    assert t.broken(P3)
    assert t.broken(P1)


class _Despair(Skill):
    """At an event its owner discards mind cards instead of answering."""

    id: ClassVar[str] = "probe"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_EVENT})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        return moment.target == seat

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        yield from discard_mind(state, seat, why=self.id)


@pytest.mark.rule("N81-6.3", "N81-9.0.6", "N81-14.8")
def test_nothing_takes_effect_on_a_target_that_is_out_by_its_own_answer() -> None:
    t = Table(
        Position(content=content_with(_Despair()), skills={P2: "probe"}, mode=Mode.KARMA, seats=3,
                 deputies={P1: "tai", P2: "tai", P3: "tai"}, decks={P2: "3:attack_warm"},
                 hands={P1: "calamity"})
    )  # fmt: skip
    t.use("calamity", 1, (P1, "target", P2), (P2, "w_event", "skill:probe"))
    assert not t.alive(P2)
    assert t.zone(P2) == []
    assert t.discarded()[-1] == "calamity"


@pytest.mark.rule("N81-8.4", "N81-8.5")
def test_damage_to_the_own_camp_leaves_harmless_counters_without_a_limit() -> None:
    t = Table(
        Position(camps={P1: COLD, P2: COLD, P3: WARM}, seats=3, hands={P1: "latent_outburst"},
                 cold={P2: 9}, warm={P2: 5})
    )  # fmt: skip
    t.use("latent_outburst", 1)
    assert t.counters(P2) == (10, 5, 0)
    assert t.hp(P2) == (6, 1)
