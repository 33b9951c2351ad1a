"""The worked scenarios N81-S01 to N81-S37: setting up, cards and delayed cards."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.driver import Driver
from engine.games.no81.cards import printed
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Phase
from engine.games.no81.terms import EventKind
from engine.journal import By, Header
from tests.engine.games.no81.position import (
    COLD,
    NONE,
    P1,
    P2,
    P3,
    P4,
    P5,
    WARM,
    Position,
    Table,
)


@pytest.mark.rule("N81-S01", "N81-5.2", "N81-2.2", "N81-2.3")
def test_s01_after_the_deal_each_hand_has_five_and_the_pile_the_rest() -> None:
    options = GAME.configure(5, {})
    header = Header(game="no81", rules_version=1, seats=5, options=options, seed=b"a" * 32)
    driver = Driver(GAME, header)
    driver.start()
    while driver.waiting_kind in {"character", "mind_deck"}:
        seat, pending = next((s, p) for s, p in driver.pending.items() if p.answer is None)
        driver.answer(seat, pending.id, pending.ask.default, by=By.TIMEOUT)
    state = driver.state
    dealt = [e for e in driver.events if e.kind == EventKind.MOVED and e.public["why"] == "deal"]
    assert [e.public["count"] for e in dealt] == [5] * 5
    hands = [c for p in state.players for c in p.hand]
    assert sorted(len(p.hand) for p in state.players) == [5] * 5
    assert (len(state.pile), state.discard) == (79, [])
    assert Counter(map(printed, [*hands, *state.pile]))["guard"] == 20


@pytest.mark.rule("N81-S02", "N81-9.1.1", "N81-8.2", "N81-8.4", "N81-8.3")
def test_s02_a_colourless_attack_lowers_the_cap() -> None:
    t = Table(Position(hands={P1: "C2a"}, cold={P2: 1}))
    t.do("use:C2a:1")
    assert t.hp(P2) == (5, 4)
    assert t.counters(P2) == (1, 0, 0)
    assert t.discarded() == ["attack_plain"]


@pytest.mark.rule("N81-S03", "N81-9.2.1", "N81-5.6")
def test_s03_a_guard_cancels_the_attack_which_still_counts() -> None:
    t = Table(Position(hands={P1: "C2a attack_cold", P2: "H7a"}))
    t.do("use:C2a:1", (P2, "w_guard", "guard:H7a"))
    assert t.hp(P2) == (6, 6)
    assert sorted(t.discarded()) == ["attack_plain", "guard"]
    assert not t.may("attack_cold", 2)


@pytest.mark.rule("N81-S04", "N81-9.3.1", "N81-8.11", "N81-8.10")
def test_s04_healing_with_a_cold_attack_does_not_count_as_an_attack() -> None:
    hand = "attack_cold attack_cold attack_cold attack_plain"
    t = Table(Position(hands={P1: hand}, warm={P1: 2}))
    t.use("attack_cold", 1).use("attack_cold", 1)
    assert t.counters(P1) == (0, 0, 0)
    assert not t.may("attack_cold", 1)
    t.use("attack_plain", 1)
    assert t.hp(P2) == (5, 5)


@pytest.mark.rule("N81-S05", "N81-9.3.2", "N81-7.2", "N81-8.2")
def test_s05_a_cold_attack_may_be_aimed_at_neighbours_that_are_not_cold() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_cold"}))
    assert t.targets(f"use:{t.card(P1, 'attack_cold')}:2") == ("1", "3")
    t.go((P1, "target", P2))
    assert t.counters(P2) == (1, 0, 0)
    assert t.hp(P2) == (6, 5)


@pytest.mark.rule("N81-S06", "N81-9.4.1", "N81-9.4.2", "N81-8.1")
def test_s06_a_warm_attack_in_cold_hands_leaves_a_cold_counter() -> None:
    camps = {P2: NONE, P5: WARM}
    t = Table(Position(seats=5, camps=camps, hands={P1: "attack_warm"}, warm={P1: 1}))
    assert not t.may("attack_warm", 1)
    t.use("attack_warm", 2)
    assert t.counters(P2) == (1, 0, 0)
    assert t.hp(P2) == (6, 5)
    assert t.told("damaged")[-1]["seat"] == P2


@pytest.mark.rule("N81-S07", "N81-8.2", "N81-11.5")
@pytest.mark.parametrize("who", ["plain_none", "zhi_he"])
def test_s07_a_colourless_players_cold_attack_lowers_the_cap(who: str) -> None:
    t = Table(Position(who={P1: who}, hands={P1: "attack_cold"}))
    t.use("attack_cold", 2)
    assert t.hp(P2) == (5, 5)
    assert t.counters(P2) == (0, 0, 0)


@pytest.mark.rule("N81-S08", "N81-8.4", "N81-8.5", "N81-9.8.1")
def test_s08_a_counter_of_ones_own_colour_does_no_harm_but_is_damage() -> None:
    t = Table(
        Position(seats=3, camps={P2: COLD, P3: WARM}, hands={P1: "latent_outburst"}, warm={P2: 5})
    )
    t.use("latent_outburst", 1, (P2, "w_outburst", "damage"))
    assert t.counters(P2) == (1, 5, 0)
    assert t.hp(P2) == (6, 1)
    assert t.told("dying") == []


@pytest.mark.rule("N81-S09", "N81-7.1", "N81-7.2")
def test_s09_distance_closes_at_once_when_somebody_dies() -> None:
    t = Table(
        Position(seats=4, hands={P1: "attack_plain off_guard"}, caps={P2: 1}, camps={P3: WARM})
    )
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P2)
    assert t.view(P3)["seats"][P2]["alive"] is False
    assert not any(o.startswith("use:H5") for o in t.options())
    u = Table(Position(seats=4, dead=(P2,), hands={P1: "attack_plain"}, camps={P3: WARM}))
    assert u.targets(f"use:{u.card(P1, 'attack_plain')}:1") == ("2", "3")


@pytest.mark.rule("N81-S10", "N81-9.5.1", "N81-20.2")
def test_s10_off_guard_discards_a_random_hand_card_or_a_zone_card_by_sight() -> None:
    position = Position(
        hands={P1: "off_guard", P2: "H7a C2a S3a"}, zones={P2: "calamity"}, camps={P2: WARM}
    )
    t = Table(position, "C2a")
    t.use("off_guard", 1, (P1, "pick", "hand"))
    assert t.hand(P2) == ["attack_cold", "guard"]
    assert "attack_plain" in t.discarded()
    own = Table(Position(hands={P1: "off_guard"}, zones={P1: "SKa"}))
    own.use("off_guard", 1)
    assert own.zone(P1) == []


@pytest.mark.rule("N81-S11", "N81-9.5.2", "N81-10.1")
def test_s11_off_guard_can_take_the_last_mind_card() -> None:
    t = Table(Position(hands={P1: "off_guard guard"}, decks={P2: "5:haste"}))
    t.use("off_guard", 2, (P1, "target", P2))
    assert t.spent(P2) == ["5-haste"]
    assert t.broken(P2)
    assert t.hand(P1) == []
    alone = Table(Position(hands={P1: "off_guard"}))
    assert not alone.may("off_guard", 2)


@pytest.mark.rule("N81-S12", "N81-9.6.1", "N81-9.18.2", "N81-8.5")
def test_s12_give_and_take_may_draw_a_treasure_which_hurts_its_former_owner() -> None:
    position = Position(
        hands={P1: "give_and_take H7a", P2: "H8a"}, zones={P2: "evade SJa"}, camps={P2: WARM}
    )
    t = Table(position, "SJa")
    t.use("give_and_take", 1, (P1, "pay", "H7a"))
    assert t.hand(P1) == ["treasure"]
    assert t.hp(P2) == (4, 4)
    assert t.told("moved")[-2]["cards"] == ("SJa",)
    assert t.told("damaged")[-1]["source"] is None


@pytest.mark.rule("N81-9.6.1", "N81-20.2")
def test_a_card_taken_from_a_hand_is_seen_by_the_two_alone() -> None:
    t = Table(Position(seats=3, hands={P1: "give_and_take H7a", P2: "H8a"}), "H8a")
    t.use("give_and_take", 1, (P1, "pay", "H7a"))
    for viewer, seen in ((P1, True), (P2, True), (P3, False), (-1, False)):
        event = next(e for e in t.told("moved", viewer) if e["to"] == "hand:0")
        assert ("cards" in event) is seen
        assert event["count"] == 1


@pytest.mark.rule("N81-S13", "N81-9.6.2", "N81-10.3", "N81-3.3")
def test_s13_give_and_take_can_mend_a_broken_mind() -> None:
    t = Table(Position(hands={P1: "give_and_take H7a"}, decks={P1: ""}, pile="C2a"))
    assert t.broken(P1)
    t.use("give_and_take", 2, (P1, "under", "H7a"))
    assert t.state.players[P1].deck == ["H7a"]
    assert not t.broken(P1)
    assert t.hand(P1) == ["attack_plain"]
    assert t.told("used") == []


@pytest.mark.rule("N81-S14", "N81-9.7.1")
def test_s14_a_pact_lets_the_target_draw_first() -> None:
    t = Table(Position(seats=3, hands={P1: "pact"}, pile="H7a H8a H9a C4a"))
    t.use("pact", 1, (P1, "target", P3))
    assert t.state.players[P3].hand == ["H7a"]
    assert t.state.players[P1].hand == ["H8a", "H9a", "C4a"]


@pytest.mark.rule("N81-S15", "N81-9.7.2", "N81-6.9")
def test_s15_a_pact_against_a_pact_cancels_all_of_it() -> None:
    t = Table(Position(hands={P1: "HJa", P2: "HJb"}, pile="H7a H8a"))
    t.do("use:HJa:1", (P2, "w_event", "pact:HJb"))
    assert t.state.players[P1].hand == ["H7a"]
    assert t.state.players[P2].hand == []
    assert sorted(t.discarded()) == ["pact", "pact"]


@pytest.mark.rule("N81-S16", "N81-6.3", "N81-6.5")
def test_s16_a_pact_saves_its_player_from_its_share_of_an_area_event() -> None:
    decks = {P1: "Q:energy_burst 3:attack_warm"}
    hands = {P1: "M0-Q-energy_burst", P3: "HJa"}
    t = Table(Position(seats=4, hands=hands, decks={**decks, P1: "3:attack_warm 4:attack_warm"}))
    t.do("use:M0-Q-energy_burst:1", (P3, "w_event", "pact:HJa"))
    assert [t.hp(s)[0] for s in range(4)] == [6, 5, 6, 5]
    assert len(t.state.players[P1].hand) == 1
    assert [e["seat"] for e in t.told("damaged")] == [P2, P4]
    assert t.spent(P1) == ["3-attack_warm", "Q-energy_burst"]


@pytest.mark.rule("N81-S17", "N81-9.8.1")
def test_s17_each_target_of_an_outburst_chooses_how_to_bear_it() -> None:
    hands = {P1: "latent_outburst", P2: "C2a", P5: "H7a"}
    t = Table(Position(seats=5, hands=hands, decks={P3: "7:evade 8:evade", P4: ""}))
    t.use(
        "latent_outburst",
        1,
        (P2, "w_outburst", "attack:C2a"),
        (P3, "w_outburst", "mind"),
        (P5, "w_outburst", "give:H7a"),
    )
    assert t.discarded() == ["attack_plain", "latent_outburst"]
    assert t.spent(P3) == ["7-evade"]
    assert t.counters(P4) == (1, 0, 0)
    assert t.hand(P1) == ["guard"]
    gift = next(e for e in t.told("moved", P2) if e["to"] == "hand:0")
    assert "cards" not in gift


@pytest.mark.rule("N81-9.8.1")
def test_only_damage_is_left_to_who_has_nothing_else() -> None:
    t = Table(Position(hands={P1: "latent_outburst"}, decks={P2: ""}))
    t.answer(P1, f"use:{t.card(P1, 'latent_outburst')}:1")
    t.go(until=("w_outburst",))
    assert t.options() == ("damage",)


@pytest.mark.rule("N81-S18", "N81-9.9.1", "N81-8.10", "N81-10.2")
def test_s18_life_spring_heals_counters_but_no_broken_mind_and_no_cap() -> None:
    t = Table(
        Position(
            seats=3,
            hands={P1: "life_spring"},
            warm={P1: 2},
            cold={P2: 1},
            decks={P2: ""},
            caps={P3: 4},
        )
    )
    t.use("life_spring", 1)
    assert t.counters(P1) == (0, 1, 0)
    assert t.counters(P2) == (1, 0, 0)
    assert t.hp(P3) == (4, 4)


@pytest.mark.rule("N81-S19", "N81-9.10.1", "N81-15.1")
def test_s19_mana_spring_shows_what_there_is() -> None:
    t = Table(
        Position(seats=3, hands={P1: "mana_spring"}, pile="H7a", discard="C2a", whole_pile=True)
    )
    t.use("mana_spring", 1, (P1, "take", "H7a"), (P2, "take", "C2a"))
    assert [t.hand(s) for s in range(3)] == [["guard"], ["attack_plain"], []]
    assert t.state.row == []
    assert t.discarded() == ["mana_spring"]


@pytest.mark.rule("N81-S20", "N81-9.10.2")
def test_s20_mana_spring_may_draw_two_without_any_window() -> None:
    t = Table(Position(hands={P1: "mana_spring"}, pile="H7a C2a"))
    t.answer(P1, f"use:{t.card(P1, 'mana_spring')}:2")
    assert t.asked == (P1, "play")
    assert t.hand(P1) == ["attack_plain", "guard"]


@pytest.mark.rule("N81-S21", "N81-9.11.1", "N81-7.3")
def test_s21_amplify_lifts_range_and_damage_of_attacks_only() -> None:
    hands = {P1: "amplify attack_plain M0-Q-energy_burst"}
    decks = {P1: "3:attack_warm 4:attack_warm 5:evade"}
    t = Table(Position(seats=5, hands=hands, decks=decks))
    t.use("amplify", 1)
    assert t.spent(P1) == ["3-attack_warm"]
    t.use("attack_plain", 1, (P1, "target", P3))
    assert t.hp(P3) == (4, 4)
    t.do("use:M0-Q-energy_burst:1")
    assert t.hp(P2) == (5, 5)


@pytest.mark.rule("N81-S22", "N81-9.12.1", "N81-9.15.2")
def test_s22_an_energy_burst_is_answered_by_guard_or_evade_from_hand() -> None:
    hands = {P1: "M0-Q-energy_burst", P2: "H7a", P3: "S7a"}
    t = Table(Position(seats=4, hands=hands))
    t.do("use:M0-Q-energy_burst:1", (P2, "w_burst", "guard:H7a"), (P3, "w_burst", "play:S7a"))
    assert [t.hp(s)[0] for s in range(4)] == [6, 6, 6, 5]
    assert t.hand(P3) == []


@pytest.mark.rule("N81-S23", "N81-9.13.1", "N81-20.2")
def test_s23_mind_restore_draws_and_places_as_many_as_were_spent() -> None:
    deck = "A:attack_cold 2:attack_cold 3:attack_warm 4:attack_warm 5:evade 6:evade"
    spent = "7:evade 8:evade 9:mana_spring 10:life_spring"
    t = Table(
        Position(
            hands={P1: "HAa H7a H8a"},
            decks={P1: deck},
            spent={P1: spent},
            pile="H9a C4a C5a C6a",
        )
    )
    t.do("use:HAa:1", (P1, "under", ["C6a", "H7a", "H8a", "H9a"]))
    assert t.state.players[P1].deck[6:] == ["C6a", "H7a", "H8a", "H9a"]
    assert len(t.spent(P1)) == 4
    assert t.state.players[P1].hand == ["C4a", "C5a"]
    assert t.discarded() == ["mind_restore"]
    placed = next(e for e in t.told("moved", P2) if e["to"] == "deck:0")
    assert placed["count"] == 4
    assert "cards" not in placed
    assert t.view(P1)["seats"][P1]["deck"][6:] == ["C6a", "H7a", "H8a", "H9a"]
    assert t.view(P2)["seats"][P1]["deck"] == [None] * 10


@pytest.mark.rule("N81-S24", "N81-9.13.2", "N81-3.6")
def test_s24_mind_restore_turns_the_spent_row_over() -> None:
    spent = "A:attack_cold 2:attack_cold 3:attack_warm"
    t = Table(
        Position(
            hands={P1: "M0-K-mind_restore attack_cold"},
            decks={P1: ""},
            spent={P1: spent},
            warm={P1: 1},
        )
    )
    assert not t.may("attack_cold", 1)
    order = ["M0-3-attack_warm", "M0-A-attack_cold", "M0-2-attack_cold"]
    t.do("use:M0-K-mind_restore:2", (P1, "order", order))
    assert t.deck(P1) == ["3-attack_warm", "A-attack_cold", "2-attack_cold"]
    assert t.spent(P1) == ["K-mind_restore"]
    assert not t.broken(P1)
    assert t.may("attack_cold", 1)
    assert t.view(P2)["seats"][P1]["deck"] == [None, None, None]
    assert t.view(P2)["seats"][P1]["spent"] == ["M0-K-mind_restore"]


@pytest.mark.rule("N81-S25", "N81-9.14.1", "N81-9.15.1", "N81-5.6", "N81-7.4")
def test_s25_punch_is_answered_by_a_detached_evade_alone() -> None:
    position = Position(
        hands={P1: "attack_plain", P2: "guard"}, zones={P1: "punch", P2: "haste evade"}
    )
    t = Table(position)
    t.answer(P1, f"detach:{t.card(P1, 'punch')}:punch")
    assert t.asked == (P2, "w_guard")
    evade = t.card(P2, "evade")
    assert t.options() == (f"evade:{evade}", "pass")
    t.go()
    assert t.hp(P2) == (5, 5)
    assert t.may("attack_plain", 1)
    u = Table(position)
    u.detach("punch", (P2, "w_guard", f"evade:{u.card(P2, 'evade')}"))
    assert u.hp(P2) == (6, 6)
    assert len(u.state.players[P2].hand) == 2


@pytest.mark.rule("N81-S26", "N81-9.0.3", "N81-9.0.4", "N81-9.16.2")
def test_s26_a_card_placed_this_turn_does_nothing_yet() -> None:
    t = Table(Position(hands={P1: "SAa S8a CJa", P2: "attack_plain"}))
    t.do("place:SAa").do("place:CJa")
    assert t.zone(P1) == ["punch", "haste"]
    assert "place:S8a" not in t.options()
    assert not any(o.startswith("detach:") for o in t.options())
    t.stop()
    assert t.state.acting == P2
    t.answer(P2, f"use:{t.card(P2, 'attack_plain')}:1")
    assert t.options(P1) == ("haste:CJa", "pass")


@pytest.mark.rule("N81-S27", "N81-9.15.1", "N81-9.0.8")
def test_s27_an_evade_works_from_the_zone_and_not_from_the_hand() -> None:
    t = Table(Position(hands={P1: "C2a"}, zones={P2: "S7a"}, pile="H7a"))
    t.do("use:C2a:1", (P2, "w_guard", "evade:S7a"))
    assert t.hp(P2) == (6, 6)
    assert t.hand(P2) == ["guard"]
    assert sorted(t.discarded()) == ["attack_plain", "evade"]
    u = Table(Position(hands={P1: "C2a", P2: "S7a"}))
    u.answer(P1, "use:C2a:1")
    assert u.options(P2) == ("pass",)


@pytest.mark.rule("N81-S28", "N81-9.16.1")
def test_s28_a_detached_haste_draws_three() -> None:
    t = Table(Position(zones={P1: "haste"}))
    t.detach("haste")
    assert len(t.state.players[P1].hand) == 3
    assert t.discarded() == ["haste"]


@pytest.mark.rule("N81-S29", "N81-9.16.2", "N81-1.4")
def test_s29_haste_is_tried_once_for_each_attack() -> None:
    position = Position(
        hands={P1: "C2a", P2: "H7a"},
        zones={P2: "CJa"},
        decks={P2: "7:evade K:mind_restore 3:attack_warm"},
    )
    t = Table(position)
    t.answer(P1, "use:C2a:1")
    t.answer(P2, "haste:CJa")
    assert t.asked == (P2, "w_guard")
    assert t.options() == ("guard:H7a", "pass")
    t.go((P2, "w_guard", "guard:H7a"))
    assert t.hp(P2) == (6, 6)
    assert t.spent(P2) == ["7-evade"]
    high = Table(replace_deck(position, "K:mind_restore 3:attack_warm"))
    high.do("use:C2a:1", (P2, "w_guard", "haste:CJa"))
    assert high.hp(P2) == (6, 6)
    assert high.zone(P2) == ["haste"]


def replace_deck(position: Position, deck: str) -> Position:
    """Return the position with another mind deck for P2."""
    position.decks = {P2: deck}
    return position


@pytest.mark.rule("N81-S30", "N81-8.4", "N81-9.17.1", "N81-9.18.1")
def test_s30_a_miracle_saves_its_owner_and_damage_does_not_overshoot() -> None:
    t = Table(Position(hands={P1: "attack_cold"}, zones={P1: "treasure", P2: "C10a"}, cold={P2: 5}))
    t.use("attack_cold", 2, (P2, "w_dying", "miracle:C10a"))
    assert t.told("damaged")[-1]["amount"] == 2
    assert t.told("damaged")[-1]["counters"] == {"cold": 6, "warm": 0, "black": 0}
    assert t.counters(P2) == (4, 0, 0)
    assert t.hp(P2) == (6, 2)


@pytest.mark.rule("N81-S31", "N81-8.6", "N81-9.17.2")
def test_s31_the_dying_are_helped_in_order_from_the_acting_seat() -> None:
    zones = {P1: "C10a", P2: "C10b", P4: "M3-7-miracle"}
    t = Table(
        Position(
            seats=4, camps={P3: WARM}, hands={P1: "latent_outburst"}, zones=zones, cold={P3: 5}
        )
    )
    t.answer(P1, f"use:{t.card(P1, 'latent_outburst')}:1")
    t.go(until=("w_dying",))
    assert t.asked == (P1, "w_dying")
    t.answer(P1, "pass")
    assert t.asked == (P2, "w_dying")
    t.answer(P2, "miracle:C10b")
    t.go()
    assert t.hp(P3) == (6, 1)
    assert t.zone(P4) == ["miracle"]


@pytest.mark.rule("N81-S32", "N81-9.17.3")
def test_s32_a_miracle_raises_a_cap_of_zero() -> None:
    t = Table(Position(hands={P1: "attack_plain"}, zones={P2: "C10a"}, caps={P2: 1}))
    t.use("attack_plain", 1, (P2, "w_dying", "miracle:C10a"))
    assert t.hp(P2) == (2, 2)


@pytest.mark.rule("N81-S33", "N81-9.18.1", "N81-9.0.4")
def test_s33_a_treasure_works_from_the_moment_of_placing() -> None:
    t = Table(Position(hands={P1: "SJa M0-Q-energy_burst"}))
    t.do("place:SJa").do("use:M0-Q-energy_burst:1")
    assert t.hp(P2) == (4, 4)


@pytest.mark.rule("N81-S34", "N81-9.19.1")
def test_s34_an_autonomous_weapon_is_an_energy_burst_without_its_cost() -> None:
    t = Table(Position(seats=3, zones={P1: "auto_weapon"}, decks={P1: "3:attack_warm"}))
    t.answer(P1, f"detach:{t.card(P1, 'auto_weapon')}:auto_weapon")
    assert t.asked == (P2, "w_event")
    t.go(until=("w_burst",))
    assert t.asked == (P2, "w_burst")
    t.go()
    assert t.deck(P1) == ["3-attack_warm"]
    assert (t.hp(P2), t.hp(P3)) == ((5, 5), (5, 5))


@pytest.mark.rule("N81-S35", "N81-9.20.1", "N81-5.7")
@pytest.mark.parametrize("choice", ["damage", "skip"])
def test_s35_calamity_hurts_or_takes_the_turn(choice: str) -> None:
    t = Table(Position(zones={P1: "SKa"}, since=Phase.CHECK, pile="C2a"))
    t.go((P1, "check", "pile"), until=("outcome",))
    t.answer(P1, choice)
    assert t.discarded() == ["attack_plain", "calamity"]
    if choice == "damage":
        assert t.hp(P1) == (2, 2)
        assert t.told("damaged")[-1]["source"] is None
        assert t.state.acting == P1
    else:
        assert t.hp(P1) == (6, 6)
        assert t.state.players[P1].hand == []
        assert t.state.acting == P2


@pytest.mark.rule("N81-S36", "N81-9.20.1")
def test_s36_an_ace_keeps_calamity_where_it_is() -> None:
    t = Table(
        Position(
            zones={P1: "calamity"}, since=Phase.CHECK, decks={P1: "A:attack_cold 2:attack_cold"}
        )
    )
    t.go((P1, "check", "mind"))
    assert t.spent(P1) == ["A-attack_cold"]
    assert t.zone(P1) == ["calamity"]
    assert t.asked == (P1, "play")
    assert len(t.state.players[P1].hand) == 2


@pytest.mark.rule("N81-S37", "N81-9.21.1", "N81-9.0.6", "N81-1.4")
def test_s37_windfall_waits_for_a_king() -> None:
    t = Table(Position(hands={P1: "windfall"}, pile="HQa C2a C2b H2a H2b H3a H3b D3a D3b"))
    t.use("windfall", 1, (P1, "target", P1))
    assert t.zone(P1) == ["windfall"]
    assert t.state.placed[t.card(P1, "windfall")].stamp == 10
    t.stop()
    t.do("pass", (P1, "check", "pile"))
    assert t.state.acting == P1
    assert t.zone(P1) == ["windfall"]
    king = Table(Position(zones={P1: "windfall"}, since=Phase.CHECK, pile="HKb", warm={P1: 5}))
    king.go((P1, "check", "pile"), (P1, "outcome", "heal"))
    assert king.counters(P1) == (0, 1, 0)
    assert king.zone(P1) == []
