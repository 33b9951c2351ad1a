"""The worked scenarios N81-S38 to N81-S65: minds, modes, skills, limited cards."""

from __future__ import annotations

import pytest

from engine.event import SPECTATOR
from engine.games.no81.core import CORE
from engine.games.no81.glossary import Mode, Phase, Role
from engine.games.no81.karma import deck_base, deck_karma, is_legal, start_options
from tests.engine.games.no81.position import (
    COLD,
    DULL,
    NONE,
    P1,
    P2,
    P3,
    P4,
    P5,
    P6,
    WARM,
    Position,
    Table,
)

BURST = "M0-Q-energy_burst"


@pytest.mark.rule("N81-S38", "N81-4.5", "N81-10.1", "N81-10.2", "N81-7.3")
def test_s38_taking_the_last_mind_cards_at_the_draw_breaks_the_mind() -> None:
    t = Table(
        Position(
            since=Phase.DRAW,
            hands={P1: "attack_plain"},
            zones={P1: "punch"},
            decks={P1: "3:attack_warm 5:evade"},
        )
    )
    assert t.options() == ("0", "1", "2")
    t.go((P1, "draw", "2"))
    assert t.hand(P1) == ["attack_plain", "attack_warm", "evade"]
    assert t.broken(P1)
    assert not t.may("attack_plain", 1)
    t.detach("punch")
    assert t.hp(P2) == (5, 5)
    taken = t.told("moved", P2)[0]
    assert (taken["source"], taken["count"]) == ("deck:0", 2)
    assert "cards" not in taken


@pytest.mark.rule("N81-S39", "N81-18.0", "N81-4.11")
def test_s39_the_wordbook_works_for_its_series_and_falls_back_for_others() -> None:
    spent = "7:evade 8:evade 9:mana_spring"
    book = "M0-5-lm_wordbook"
    position = Position(who={P1: "lin_qiwu"}, hands={P1: book}, spent={P1: spent}, warm={P1: 2})
    t = Table(position)
    t.do(f"use:{book}:1", (P1, "under", "M0-8-evade"))
    assert len(t.state.players[P1].hand) == 3
    assert t.counters(P1) == (0, 1, 0)
    assert t.spent(P1) == ["7-evade", "9-mana_spring", "5-lm_wordbook"]
    assert t.deck(P1)[-1] == "8-evade"
    assert t.view(P2)["seats"][P1]["deck"][-1] == "M0-8-evade"
    position.who = {P1: "qing_tang"}
    u = Table(position)
    u.do(f"use:{book}:1")
    assert u.told("used")[0]["face"] == "mind_restore"
    assert len(u.deck(P1)) + len(u.state.players[P1].hand) == 3 + 3
    assert u.counters(P1) == (0, 2, 0)


@pytest.mark.rule("N81-S40", "N81-3.1", "N81-4.11", "N81-18.7")
def test_s40_a_stolen_mind_card_falls_back_and_returns_to_its_owner() -> None:
    ember = "M1-3-lm_ember"
    t = Table(Position(hands={P1: ember}))
    t.do(f"use:{ember}:1")
    assert t.hp(P2) == (5, 5)
    assert t.spent(P2) == ["3-lm_ember"]
    assert t.told("used")[0]["face"] == "attack_plain"


@pytest.mark.rule("N81-S41", "N81-5.4", "N81-4.12", "N81-3.1")
def test_s41_the_hand_limit_is_the_relative_health() -> None:
    mind = "M0-7-evade M0-8-evade"
    t = Table(Position(hands={P1: f"H7a H8a H9a C4a C5a {mind}"}, caps={P1: 5}, warm={P1: 2}))
    t.do("pass", (P1, "discard", ["H7a", "C4a", *mind.split()]))
    assert t.state.players[P1].hand == ["H8a", "H9a", "C5a"]
    assert t.spent(P1) == ["7-evade", "8-evade"]
    assert t.state.discard == ["C4a", "H7a"]


@pytest.mark.rule("N81-15.8", "N81-5.4")
def test_by_default_the_lowest_ranks_are_discarded() -> None:
    t = Table(Position(hands={P1: "H9a H7b H7a C4a"}, caps={P1: 2}))
    t.answer(P1, "pass")
    assert t.asked == (P1, "discard")
    assert t.driver.pending[P1].ask.default == ("C4a", "H7a")


@pytest.mark.rule("N81-S42", "N81-11.7", "N81-15.3", "N81-11.4")
def test_s42_a_camp_wins_with_its_dead_when_it_is_alone() -> None:
    t = Table(Position(seats=5, dead=(P4, P5), hands={P1: "attack_plain"}, caps={P2: 1}))
    t.use("attack_plain", 1, (P1, "target", P2))
    assert t.winners == (P1, P3, P5)


@pytest.mark.rule("N81-S43", "N81-11.7", "N81-11.8")
def test_s43_a_colourless_player_wins_alone() -> None:
    t = Table(Position(camps={P1: NONE, P2: NONE}, hands={P1: "attack_plain"}, caps={P2: 1}))
    assert t.driver.result is None
    t.use("attack_plain", 1)
    assert t.winners == (P1,)
    u = Table(
        Position(
            seats=3,
            camps={P2: NONE, P3: COLD},
            dead=(P3,),
            caps={P2: 1},
            hands={P1: "attack_plain"},
        )
    )
    u.use("attack_plain", 1)
    assert u.winners == (P1, P3)


def s44(**changes: object) -> Position:
    """P1 is the warm attacker, P2 the Stowaway's blue side between others."""
    position = Position(
        seats=4,
        camps={P1: WARM, P3: WARM, P4: COLD},
        who={P2: "shen_yuan"},
        hands={P1: "attack_warm"},
        warm={P2: 5},
        cold={P2: 2},
    )
    for name, value in changes.items():
        setattr(position, name, value)
    return position


@pytest.mark.rule("N81-S44", "N81-11.6")
def test_s44_a_dual_character_may_flip_instead_of_dying() -> None:
    t = Table(s44())
    t.use("attack_warm", 2, (P1, "target", P2), (P2, "w_flip", "flip"))
    assert t.alive(P2)
    player = t.state.players[P2]
    assert (player.camp, player.skills) == (WARM, ("unmask",))
    assert t.counters(P2) == (2, 6, 0)
    assert t.hp(P2) == (6, 4)
    assert len(t.state.players[P4].hand) == 3
    assert t.winners is None
    assert t.view(SPECTATOR)["seats"][P2]["rel_hp"] == 4


@pytest.mark.rule("N81-S45", "N81-11.6")
def test_s45_nobody_flips_at_cap_zero_or_into_death() -> None:
    t = Table(s44(caps={P2: 1}, warm={}, cold={}, zones={P1: "punch"}))
    t.detach("punch", (P1, "target", P2))
    assert not t.alive(P2)
    assert t.told("flipped") == []
    u = Table(s44(cold={P2: 6}))
    u.use("attack_warm", 2, (P1, "target", P2))
    assert not u.alive(P2)


@pytest.mark.rule("N81-11.6")
def test_a_character_flips_once_only() -> None:
    t = Table(s44())
    t.state.players[P2].flipped = True
    t.use("attack_warm", 2, (P1, "target", P2))
    assert not t.alive(P2)
    assert t.told("flipped") == []


@pytest.mark.rule("N81-S46", "N81-12.3", "N81-12.4", "N81-8.2")
def test_s46_the_last_series_wins_with_its_dead() -> None:
    t = Table(
        Position(
            seats=4,
            mode=Mode.SERIES,
            sides=("charlotte", "nightmail", "charlotte", "charlotte"),
            dead=(P4,),
            hands={P1: "attack_plain"},
            black={P2: 5},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2))
    assert t.winners == (P1, P3, P4)
    assert t.state.players[P2].cap == 6


@pytest.mark.rule("N81-S47", "N81-13.4")
def test_s47_the_rebels_win_when_the_lord_dies_among_others() -> None:
    roles = (Role.REBEL, Role.LORD, Role.SPY, Role.REBEL, Role.LOYALIST)
    t = Table(
        Position(
            seats=5,
            mode=Mode.IDENTITY,
            roles=roles,
            dead=(P4, P5),
            hands={P1: "attack_plain"},
            black={P2: 5},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2))
    assert t.winners == (P1, P4)
    assert t.told("game_over")[0]["why"] == "lord_dead"


@pytest.mark.rule("N81-S48", "N81-13.4")
@pytest.mark.parametrize(("lord", "winners"), [(P2, (P1,)), (P1, (P1, P3))])
def test_s48_the_spy_needs_to_be_alone_with_the_lord(lord: int, winners: tuple[int, ...]) -> None:
    roles = [Role.SPY, Role.SPY, Role.LOYALIST]
    roles[lord] = Role.LORD
    t = Table(
        Position(
            seats=3,
            mode=Mode.IDENTITY,
            roles=roles,
            dead=(P3,),
            hands={P1: "attack_plain"},
            black={P2: 5},
        )
    )
    t.use("attack_plain", 1)
    assert t.winners == winners


@pytest.mark.rule("N81-S49", "N81-13.3", "N81-9.18.2")
def test_s49_a_rebel_is_worth_three_cards_and_a_loyalist_costs_the_lord_everything() -> None:
    roles = (Role.LOYALIST, Role.REBEL, Role.LORD, Role.REBEL, Role.SPY)
    position = Position(
        seats=5, mode=Mode.IDENTITY, roles=roles, hands={P1: "attack_plain"}, black={P2: 5}
    )
    t = Table(position)
    t.use("attack_plain", 1, (P1, "target", P2))
    assert len(t.state.players[P1].hand) == 3
    assert t.told("died")[0]["role"] == "rebel"
    lord = Table(
        Position(
            seats=5,
            mode=Mode.IDENTITY,
            roles=(Role.LORD, Role.LOYALIST, Role.REBEL, Role.REBEL, Role.SPY),
            hands={P1: "attack_plain H7a H8a H9a C4a"},
            zones={P1: "treasure"},
            black={P2: 5},
        )
    )
    lord.use("attack_plain", 1, (P1, "target", P2))
    assert (lord.hand(P1), lord.zone(P1)) == ([], [])
    assert lord.counters(P1) == (0, 0, 2)
    assert len(lord.state.players[P1].deck) == 3


@pytest.mark.rule("N81-S50", "N81-14.2", "N81-14.3", "N81-14.4")
def test_s50_a_karma_deck_is_locked_with_its_sum_and_health() -> None:
    deck = tuple(f"{c}/0" for c in ("jin_haiming", "hongmu", "bai_lu", "lin_qiwu"))
    assert (deck_karma(CORE, deck), deck_base(CORE, deck)) == (0, 6)
    pairs = {frozenset(p.split(":")[0] for p in o.split("+")) for o in start_options(CORE, deck)}
    assert pairs == {
        frozenset({"jin_haiming/0", "lin_qiwu/0"}),
        frozenset({"hongmu/0", "bai_lu/0"}),
    }
    assert not is_legal(CORE, ("dingxiang/0", "bai_lu/0"))


def karma(**changes: object) -> Position:
    """P1 has Jin Haiming and Lin Qiwu in play and Hongmu in reserve."""
    position = Position(
        seats=3,
        mode=Mode.KARMA,
        who={P1: "jin_haiming"},
        deputies={P1: "lin_qiwu", P2: "plain_warm", P3: "plain_cold"},
        skills={P1: "sniff tailwind"},
        reserves={P1: "hongmu/0"},
        karma={P1: -1},
        since=Phase.SWAP,
    )
    for name, value in changes.items():
        setattr(position, name, value)
    return position


@pytest.mark.rule("N81-S51", "N81-14.5", "N81-14.7")
def test_s51_a_swap_costs_as_many_mind_cards_as_the_sum() -> None:
    t = Table(karma())
    t.go((P1, "swap", "deputy:hongmu/0:pursuit"))
    player = t.state.players[P1]
    assert (player.deputy, player.skills) == ("hongmu", ("sniff", "pursuit"))
    assert (player.camp, len(player.spent)) == (WARM, 1)
    assert t.view(P2)["seats"][P1]["reserve_known"] == ["lin_qiwu/0"]
    u = Table(karma())
    u.go((P1, "swap", "main:hongmu/0:armour"))
    player = u.state.players[P1]
    assert (player.character, player.camp) == ("hongmu", COLD)
    assert len(player.spent) == 1
    assert player.series == frozenset({"tokiwa", "charlotte"})


@pytest.mark.rule("N81-S52", "N81-14.8", "N81-14.9")
def test_s52_in_karma_a_broken_mind_is_out_without_a_dying_window() -> None:
    t = Table(
        karma(
            since=Phase.PLAY,
            hands={P1: "off_guard guard"},
            zones={P2: "miracle"},
            decks={P2: "7:evade"},
        )
    )
    t.use("off_guard", 2, (P1, "target", P2))
    assert not t.alive(P2)
    assert t.told("dying") == []
    assert t.winners is None
    assert t.state.players[P2].spent == []
    assert len(t.state.removed) == 1


@pytest.mark.rule("N81-S53", "N81-14.9")
def test_s53_the_last_sign_wins_with_its_dead() -> None:
    sides = ("positive", "positive", "zero", "zero", "negative", "negative")
    t = Table(
        Position(
            seats=6,
            mode=Mode.KARMA,
            sides=sides,
            deputies=dict.fromkeys(range(6), "plain_cold"),
            dead=(P2, P4, P5, P6),
            hands={P1: "attack_plain"},
            black={P3: 5},
        )
    )
    t.use("attack_plain", 1)
    assert t.winners == (P1, P2)


@pytest.mark.rule("N81-S54", "N81-16.1", "N81-4.10", "N81-20.2")
@pytest.mark.parametrize("change", [True, False])
def test_s54_whoever_may_rearrange_a_deck_makes_it_unknown_to_its_owner(change: bool) -> None:
    deck = "A:attack_cold 2:attack_cold 3:attack_warm 4:attack_warm 5:evade 6:evade 7:evade 8:evade"
    t = Table(Position(seats=3, who={P1: "jin_haiming"}, decks={P2: deck}))
    before = list(t.state.players[P2].deck)
    order = [*reversed(before[:5])] if change else before[:5]
    t.do("skill:sniff", (P1, "target", P2), (P1, "order", order))
    after = t.state.players[P2].deck
    assert after[:5] == order
    assert t.view(P1)["seats"][P2]["deck"] == [*order, None, None, None]
    assert t.view(P2)["seats"][P2]["deck"] == [None] * 5 + before[5:]
    assert t.view(P2)["own_deck"] == sorted(before)
    assert t.view(P3)["seats"][P2]["deck"] == [None] * 8
    (seen,) = t.told("looked", P3)
    assert (seen["count"], "cards" in seen) == (5, False)


@pytest.mark.rule("N81-S55", "N81-16.2", "N81-6.8")
@pytest.mark.parametrize("mode", [Mode.COLDWARM, Mode.KARMA])
def test_s55_a_trade_with_the_last_mind_card_never_breaks_the_mind(mode: Mode) -> None:
    t = Table(
        Position(
            mode=mode,
            seats=3,
            who={P2: "jin_haiming"},
            deputies=dict.fromkeys(range(3), "plain_cold") if mode is Mode.KARMA else {},
            skills={P2: "trade"},
            decks={P1: "7:evade"},
            hands={P2: "H7a"},
        )
    )
    t.do("offer:1:trade", (P2, "under", "H7a"))
    assert t.state.players[P1].deck == ["H7a"]
    assert t.hand(P2) == ["evade"]
    assert len(t.state.players[P1].hand) == 1
    assert t.told("status") == []
    assert "offer:1:trade" not in t.options()
    gift = t.told("moved", P3)[0]
    assert (gift["to"], "cards" in gift) == ("hand:1", False)
    assert t.view(P1)["seats"][P1]["deck"] == ["H7a"]
    assert t.view(P3)["seats"][P1]["deck"] == [None]


@pytest.mark.rule("N81-S56", "N81-16.3", "N81-8.3")
def test_s56_pursuit_adds_to_the_same_damage() -> None:
    t = Table(Position(who={P1: "hongmu"}, hands={P1: "attack_plain"}, zones={P1: "treasure"}))
    t.use("attack_plain", 1, (P1, "w_trigger", "pursuit"), (P1, "pay", "mind"))
    assert t.hp(P2) == (2, 2)
    (damaged,) = (e for e in t.told("damaged") if e["seat"] == P2)
    assert damaged["amount"] == 4
    # Everybody can read why it is 4: the text's 1, and these.
    assert damaged["changes"] == {"treasure": 1, "pursuit": 2}


@pytest.mark.rule("N81-S57", "N81-16.4", "N81-9.18.2", "N81-9.0.5")
def test_s57_a_treasure_placed_this_turn_can_be_a_punch() -> None:
    t = Table(Position(who={P1: "hongmu"}, hands={P1: "treasure"}))
    t.do(f"place:{t.card(P1, 'treasure')}")
    t.detach("treasure", as_face="punch")
    assert t.hp(P2) == (5, 5)
    assert t.hp(P1) == (5, 5)
    assert [e["seat"] for e in t.told("damaged")[-2:]] == [P2, P1]
    assert t.discarded() == ["treasure"]


@pytest.mark.rule("N81-S58", "N81-16.5", "N81-9.0.6", "N81-3.1")
def test_s58_theatrics_lays_the_top_mind_card_as_a_calamity() -> None:
    deck = {P1: f"5:haste {DULL}"}
    t = Table(Position(who={P1: "dingxiang"}, decks=deck, hands={P2: "HJa"}))
    t.do(
        "skill:theatrics", (P1, "pick", "calamity"), (P1, "target", P2), (P2, "w_event", "pact:HJa")
    )
    assert t.spent(P1) == ["5-haste"]
    assert len(t.state.players[P1].hand) == 1
    u = Table(Position(who={P1: "dingxiang"}, decks=deck, pile="C2a"))
    u.do("skill:theatrics", (P1, "pick", "calamity"), (P1, "target", P2))
    assert u.zone(P2) == ["calamity"]
    assert u.view(P2)["seats"][P2]["zone"][0]["face"] == "calamity"
    u.do("pass", (P2, "check", "pile"), (P2, "outcome", "damage"))
    assert u.spent(P1) == ["5-haste"]
    assert u.hp(P2) == (2, 2)


@pytest.mark.rule("N81-S59", "N81-16.6", "N81-10.4", "N81-14.8")
def test_s59_red_shift_saves_its_player_and_taxes_guards() -> None:
    spent = "A:attack_cold 2:attack_cold"
    t = Table(
        karma(
            who={P1: "dingxiang"},
            skills={P1: "theatrics red_shift"},
            reserves={},
            since=Phase.PLAY,
            hands={P1: f"amplify attack_plain {BURST}", P2: "H7a"},
            decks={P1: "3:attack_warm"},
            spent={P1: spent},
        )
    )
    order = ["M0-A-attack_cold", "M0-3-attack_warm", "M0-2-attack_cold"]
    t.use("amplify", 1, (P1, "order", order))
    assert t.alive(P1)
    assert t.state.players[P1].deck == order
    assert t.state.players[P1].red_shift
    t.use("attack_plain", 1, (P1, "target", P2), (P2, "w_guard", "guard:H7a"))
    assert len(t.spent(P2)) == 1
    assert t.hp(P2) == (6, 6)


@pytest.mark.rule("N81-16.6")
def test_a_broken_defender_cannot_answer_an_attack_after_red_shift() -> None:
    position = Position(
        who={P1: "dingxiang"},
        hands={P1: "attack_plain amplify", P2: "H7a"},
        zones={P2: "evade"},
        decks={P1: "3:attack_warm", P2: ""},
        spent={P1: "A:attack_cold 2:attack_cold"},
    )
    t = Table(position)
    t.use("amplify", 1)
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert t.options(P2) == ("pass",)


@pytest.mark.rule("N81-16.6")
def test_whoever_makes_it_need_a_guard_pays_a_mind_card_after_red_shift() -> None:
    t = Table(Position(who={P2: "dingxiang"}, hands={P1: "attack_plain"}))
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1)
    assert len(t.spent(P1)) == 1


@pytest.mark.rule("N81-S60", "N81-15.5", "N81-15.6", "N81-15.4")
def test_s60_attrition_comes_first_and_the_game_ends_in_a_draw() -> None:
    position = Position(
        mode=Mode.SERIES,
        sides=("tokiwa", "charlotte"),
        round=22,
        since=Phase.END,
        zones={P2: "calamity"},
        pile="C2a",
    )
    t = Table(position)
    t.go((P2, "check", "pile"), until=("outcome",))
    assert t.counters(P2) == (0, 0, 2)
    kinds = [e.kind for e in t.driver.events[-8:]]
    assert kinds.index("damaged") < kinds.index("moved")
    position.round, position.zones, position.caps = 35, {}, {P2: 99}
    u = Table(position)
    u.go(until=())
    assert u.winners == ()


@pytest.mark.rule("N81-S61", "N81-6.13", "N81-20.3", "N81-20.5")
def test_s61_the_event_window_opens_whether_or_not_there_is_an_answer() -> None:
    frames = []
    for held in ("H7a", "HJb"):
        t = Table(Position(seats=3, hands={P1: "off_guard guard", P2: held}))
        t.answer(P1, f"use:{t.card(P1, 'off_guard')}:1")
        t.answer(P1, P2)
        assert t.asked == (P2, "w_event")
        watcher = t.watchers[P3]
        frames.append((watcher.events, watcher.fold.plain(), watcher.ask, t.driver.waiting))
    assert frames[0] == frames[1]


@pytest.mark.rule("N81-S62", "N81-17.16")
def test_s62_echo_returns_an_ordinary_event_once() -> None:
    t = Table(Position(who={P1: "ling"}, hands={P1: "HQa M0-2-life_spring"}))
    t.do("use:M0-2-life_spring:1")
    assert t.told("skill") == []
    t.do("use:HQa:1", (P1, "w_trigger", "echo"))
    assert t.state.players[P1].hand == ["HQa"]
    t.do("use:HQa:1")
    assert t.state.discard == ["HQa"]


@pytest.mark.rule("N81-S63", "N81-18.3.1", "N81-6.12")
def test_s63_the_counterweight_is_weighed_in_secret() -> None:
    card = "M0-7-lm_counterweight"
    t = Table(Position(seats=3, who={P1: "gu_sancheng"}, hands={P1: f"{card} H9a", P2: "HJa H7a"}))
    t.answer(P1, f"use:{card}:1")
    t.go(until=("secret",))
    assert t.driver.waiting == (P1, P2)
    t.answer(P1, "H9a")
    assert t.driver.waiting == (P1, P2)
    t.answer(P2, "HJa")
    t.go()
    assert t.told("revealed")[0]["cards"] == ("H9a", "HJa")
    assert "HJa" in t.state.players[P2].hand
    assert len(t.state.players[P2].hand) == 4
    assert t.state.discard == ["H9a"]


@pytest.mark.rule("N81-S64", "N81-17.10", "N81-9.16.2")
def test_s64_fold_back_keeps_the_last_mind_card() -> None:
    t = Table(
        Position(
            who={P2: "zhi_he"},
            hands={P1: "attack_plain"},
            zones={P2: "CJa"},
            decks={P2: "8:miracle"},
        )
    )
    t.use("attack_plain", 1, (P2, "w_guard", "haste:CJa"), (P2, "w_trigger", "fold_back"))
    assert t.hp(P2) == (5, 5)
    assert t.deck(P2) == ["8-miracle"]
    assert not t.broken(P2)
    assert t.view(SPECTATOR)["seats"][P2]["deck"] == ["M1-8-miracle"]


@pytest.mark.rule("N81-S65", "N81-4.11", "N81-18.4", "N81-18.9", "N81-9.0.3")
def test_s65_a_glass_seed_becomes_an_evade_when_its_series_leaves() -> None:
    position = karma(
        who={P1: "qing_tang"},
        deputies={P1: "ling", P2: "plain_warm", P3: "plain_cold"},
        skills={P1: "root_shield urge"},
        reserves={P1: "ke_zhi/0"},
        zones={P1: "S7a M0-9-lm_seed"},
        decks={P1: f"{DULL} 7:evade 8:evade"},
    )
    t = Table(position)
    assert t.zone(P1) == ["evade", "lm_seed"]
    t.go((P1, "swap", "main:ke_zhi/0:registered"))
    assert t.zone(P1) == ["evade", "evade"]
    assert [z["face"] for z in t.view(P2)["seats"][P1]["zone"]] == ["evade", "evade"]


@pytest.mark.rule("N81-14.6")
def test_a_use_per_game_survives_swaps() -> None:
    t = Table(
        karma(
            who={P1: "jin_haiming"},
            reserves={P1: "ling/0"},
            hands={P1: "HQa"},
            decks={P1: f"{DULL} 7:evade"},
        )
    )
    t.state.players[P1].used["echo"] = 3
    t.go((P1, "swap", "deputy:ling/0:echo"))
    t.do("use:HQa:1")
    assert t.state.discard == ["HQa"]
    assert t.told("skill") == []
