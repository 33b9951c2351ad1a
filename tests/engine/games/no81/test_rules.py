"""Rules that no worked scenario shows: zones, turns, windows, death, delayed events."""

from __future__ import annotations

import pytest

from engine.games.no81.glossary import Mode, Phase
from tests.engine.games.no81.position import (
    COLD,
    DULL,
    NONE,
    P1,
    P2,
    P3,
    P4,
    WARM,
    Position,
    Table,
)


@pytest.mark.rule("N81-3.2", "N81-8.8", "N81-3.1")
def test_a_dead_players_cards_go_home_and_its_mind_cards_out_of_the_game() -> None:
    t = Table(
        Position(
            seats=4,
            hands={P1: "attack_plain M1-7-evade", P2: "H7a M1-8-evade M2-9-treasure"},
            zones={P2: "treasure calamity"},
            decks={P2: "3:attack_warm 4:attack_warm"},
            spent={P2: "5:evade"},
            caps={P2: 1},
            cold={P2: 0},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2))
    player = t.state.players[P2]
    assert [*player.hand, *player.zone, *player.deck, *player.spent] == []
    assert sorted(c.partition("-")[2] for c in t.state.removed) == [
        "3-attack_warm", "4-attack_warm", "5-evade", "8-evade",
    ]  # fmt: skip
    assert sorted(t.discarded()) == ["attack_plain", "calamity", "guard", "treasure"]
    assert t.spent(P3) == ["9-treasure"]
    assert "M1-7-evade" in t.state.players[P1].hand
    assert t.told("damaged")[-1]["seat"] == P2


@pytest.mark.rule("N81-3.2")
def test_a_mind_card_whose_owner_is_dead_leaves_the_game_when_used() -> None:
    t = Table(Position(seats=4, hands={P1: "M1-9-mana_spring"}, dead=(P2,)))
    t.do("use:M1-9-mana_spring:2")
    assert t.state.removed == ["M1-9-mana_spring"]


@pytest.mark.rule("N81-3.4", "N81-3.5")
def test_a_card_to_discard_may_come_from_hand_zone_or_the_top_of_the_mind_deck() -> None:
    t = Table(
        Position(
            hands={P1: "give_and_take H7a M0-K-mind_restore", P2: "H8a"},
            zones={P1: "evade"},
            decks={P1: "3:attack_warm 4:attack_warm"},
        )
    )
    t.answer(P1, f"use:{t.card(P1, 'give_and_take')}:1")
    assert t.asked == (P1, "pay")
    assert t.options() == ("H7a", "M0-K-mind_restore", t.card(P1, "evade"), "mind")
    assert t.driver.pending[P1].ask.context["breaks_mind"] == ()
    t.go((P1, "pay", "mind"))
    assert t.spent(P1) == ["3-attack_warm"]


@pytest.mark.rule("N81-10.5", "N81-3.5")
def test_a_cost_that_breaks_the_mind_is_marked_and_allowed() -> None:
    t = Table(Position(hands={P1: "give_and_take", P2: "H8a"}, decks={P1: "3:attack_warm"}))
    t.answer(P1, f"use:{t.card(P1, 'give_and_take')}:1")
    assert t.driver.pending[P1].ask.context["breaks_mind"] == ("mind",)
    t.go((P1, "pay", "mind"))
    assert t.broken(P1)


@pytest.mark.rule("N81-4.6", "N81-4.7", "N81-5.5", "N81-9.0.3")
def test_the_play_phase_offers_hand_and_zone_cards_but_none_of_the_deck() -> None:
    t = Table(
        Position(
            hands={P1: "attack_plain evade guard"}, zones={P1: "punch"}, decks={P1: "9:mana_spring"}
        )
    )
    attack, evade, punch = (t.card(P1, f) for f in ("attack_plain", "evade", "punch"))
    assert t.options() == (
        f"use:{attack}:1", f"place:{evade}", f"detach:{punch}:punch", "pass",
    )  # fmt: skip


@pytest.mark.rule("N81-4.8", "N81-18.8", "N81-18.8.1")
def test_the_blank_page_takes_one_of_the_top_three_and_keeps_the_order() -> None:
    deck = "3:attack_warm 4:attack_warm 6:evade 8:evade"
    card = "M0-J-lm_blank"
    t = Table(Position(seats=3, camps={P1: NONE}, hands={P1: card}, decks={P2: deck}))
    t.do(f"use:{card}:1", (P1, "target", P2), (P1, "take", "M1-4-attack_warm"))
    assert t.deck(P2) == ["3-attack_warm", "6-evade", "8-evade"]
    assert t.spent(P2) == ["4-attack_warm"]
    assert t.view(P1)["seats"][P2]["deck"] == ["M1-3-attack_warm", "M1-6-evade", None]
    assert t.view(P2)["seats"][P2]["deck"] == t.state.players[P2].deck
    assert t.view(P3)["seats"][P2]["deck"] == [None] * 3


@pytest.mark.rule("N81-18.8", "N81-4.11")
def test_the_blank_page_is_an_off_guard_for_a_camp() -> None:
    card = "M0-J-lm_blank"
    t = Table(Position(hands={P1: card, P2: "H7a"}))
    t.do(f"use:{card}:1")
    assert t.state.discard == ["H7a"]


@pytest.mark.rule("N81-4.9", "N81-4.10")
def test_what_is_put_under_a_deck_is_known_to_placer_and_owner() -> None:
    t = Table(Position(seats=3, who={P2: "jin_haiming"}, hands={P2: "H7a"}))
    t.do("offer:1:trade", (P2, "under", "H7a"))
    assert t.view(P1)["seats"][P1]["deck"][-1] == "H7a"
    assert t.view(P2)["seats"][P1]["deck"] == [None, None, "H7a"]
    assert t.view(P3)["seats"][P1]["deck"] == [None] * 3


@pytest.mark.rule("N81-5.1")
def test_turns_go_round_and_a_round_begins_where_the_first_seat_was() -> None:
    t = Table(Position(seats=3, dead=(P2,)))
    t.stop()
    assert (t.state.acting, t.state.round, t.state.turn) == (P3, 3, 11)
    t.stop()
    assert (t.state.acting, t.state.round, t.state.turn) == (P1, 4, 12)


@pytest.mark.rule("N81-5.1")
def test_a_round_also_begins_when_the_turn_passes_a_dead_first_seat() -> None:
    t = Table(Position(seats=3))
    t.state.first = P2
    t.state.players[P2].alive = False
    t.stop()
    assert (t.state.acting, t.state.round) == (P3, 4)


@pytest.mark.rule("N81-5.3")
def test_the_phases_come_in_order_and_checks_before_the_draw() -> None:
    t = Table(Position(since=Phase.END))
    t.go(until=("play",))
    t.stop()
    phases = [e["phase"] for e in t.told("phase") if e["seat"] == P2]
    assert phases == ["start", "check", "draw", "play", "discard", "end"]


@pytest.mark.rule("N81-6.1", "N81-6.8", "N81-10.1")
def test_costs_are_settled_before_the_effect() -> None:
    t = Table(Position(hands={P1: "M0-Q-energy_burst"}, decks={P1: "3:attack_warm"}))
    t.do("use:M0-Q-energy_burst:1")
    kinds = [e.kind for e in t.driver.events[t.begun :]]
    assert kinds.index("status") < kinds.index("damaged")
    assert t.broken(P1)
    assert t.hp(P2) == (5, 5)


@pytest.mark.rule("N81-6.3", "N81-14.8")
def test_an_event_goes_on_when_its_user_dies_of_the_cost() -> None:
    t = Table(
        Position(
            seats=4,
            mode=Mode.KARMA,
            deputies=dict.fromkeys(range(4), "plain_cold"),
            hands={P1: "M0-Q-energy_burst"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.do("use:M0-Q-energy_burst:1")
    assert not t.alive(P1)
    assert [t.counters(s)[2] for s in (P2, P3, P4)] == [1, 1, 1]
    assert "M0-Q-energy_burst" in t.state.removed


@pytest.mark.rule("N81-6.4", "N81-6.13", "N81-6.10", "N81-9.0.2")
def test_an_attack_asks_its_one_target_and_nobody_else() -> None:
    t = Table(Position(seats=4, camps={P2: COLD}, hands={P1: "attack_plain"}))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    assert t.driver.waiting == (P2,)
    assert t.asked == (P2, "w_guard")
    t.answer(P2, "pass")
    assert t.asked == (P1, "play")


@pytest.mark.rule("N81-6.6")
def test_triggers_are_offered_from_the_acting_seat_clockwise() -> None:
    t = Table(
        Position(seats=4, who={P2: "yan_shuang", P4: "yan_shuang"}, hands={P1: "M0-J-amplify pact"})
    )
    t.answer(P1, f"use:{t.card(P1, 'pact')}:1")
    t.answer(P1, P3)
    t.go(until=("w_trigger",))
    assert t.asked == (P2, "w_trigger")
    t.answer(P2, "pass")
    assert t.asked == (P4, "w_trigger")


@pytest.mark.rule("N81-6.7", "N81-9.7.2")
def test_a_pact_as_an_answer_opens_no_further_window() -> None:
    t = Table(Position(seats=3, hands={P1: "off_guard HJa", P2: "HJb"}))
    t.answer(P1, f"use:{t.card(P1, 'off_guard')}:1")
    t.go((P1, "target", P2), (P2, "w_event", "pact:HJb"), until=("play", "w_event"))
    assert t.asked == (P1, "play")


@pytest.mark.rule("N81-6.11", "N81-9.19.1")
def test_a_virtual_burst_consists_of_no_card() -> None:
    t = Table(Position(zones={P1: "auto_weapon"}))
    t.detach("auto_weapon")
    detached, burst = t.told("used")
    assert detached["cards"] == (t.state.discard[0],)
    assert (burst["face"], burst["cards"]) == ("energy_burst", ())


@pytest.mark.rule("N81-8.7", "N81-9.17.4")
def test_a_broken_mind_cannot_be_saved_but_may_save_another() -> None:
    zones = {P2: "miracle"}
    broken = Table(
        Position(seats=4, zones=zones, hands={P1: "attack_plain"}, caps={P2: 1}, decks={P2: ""})
    )
    broken.use("attack_plain", 1, (P1, "target", P2))
    assert not broken.alive(P2)
    t = Table(
        Position(
            seats=4,
            camps={P4: WARM},
            zones={P2: "C10a"},
            hands={P1: "attack_plain"},
            caps={P4: 1},
            decks={P2: ""},
        )  # a broken helper
    )
    t.use("attack_plain", 1, (P1, "target", P4), (P2, "w_dying", "miracle:C10a"))
    assert t.alive(P4)


@pytest.mark.rule("N81-8.6", "N81-9.17.4")
def test_a_miracle_placed_this_turn_saves_nobody() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain"}, zones={P1: "miracle!"}, caps={P2: 1}))
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P2)


@pytest.mark.rule("N81-9.0.1", "N81-9.5.1")
def test_a_player_may_be_oneself_and_another_player_may_not() -> None:
    t = Table(Position(seats=3, hands={P1: "off_guard pact guard", P2: "H8a"}))
    assert t.targets(f"use:{t.card(P1, 'off_guard')}:1") == ("0", "1")
    u = Table(Position(seats=3, hands={P1: "pact"}))
    assert u.targets(f"use:{u.card(P1, 'pact')}:1") == ("1", "2")


@pytest.mark.rule("N81-9.0.7", "N81-9.7.2")
def test_a_card_drawn_while_an_event_resolves_may_answer_later() -> None:
    t = Table(Position(seats=3, hands={P1: "M0-3-mana_spring", P2: "HJa"}, pile="HJb H7a H8a"))
    t.answer(P1, "use:M0-3-mana_spring:1")
    t.go((P1, "take", "H7a"), (P2, "w_event", "pact:HJa"), until=("play",))
    assert len(t.state.players[P1].hand) == 2


@pytest.mark.rule("N81-9.0.6")
def test_a_delayed_event_is_not_laid_beside_another_of_its_id() -> None:
    t = Table(
        Position(seats=3, hands={P1: "calamity"}, zones={P1: "M0-K-calamity", P2: "windfall"})
    )
    assert t.targets(f"use:{t.card(P1, 'calamity')}:1") == ("1", "2")


@pytest.mark.rule("N81-9.20.2", "N81-14.8")
def test_revealing_the_last_mind_card_comes_before_the_choice() -> None:
    t = Table(
        Position(since=Phase.CHECK, zones={P1: "calamity"}, decks={P1: "7:evade"}, warm={P1: 1})
    )
    t.go((P1, "check", "mind"), until=("outcome",))
    assert t.broken(P1)
    u = Table(
        Position(
            seats=3,
            since=Phase.CHECK,
            mode=Mode.KARMA,
            deputies=dict.fromkeys(range(3), "plain_cold"),
            zones={P1: "calamity"},
            decks={P1: "7:evade"},
        )
    )
    u.go((P1, "check", "mind"))
    assert not u.alive(P1)
    assert u.told("chose") == []


@pytest.mark.rule("N81-9.20.2", "N81-15.2")
def test_without_any_card_a_delayed_event_stays() -> None:
    t = Table(Position(since=Phase.CHECK, zones={P1: "calamity"}, decks={P1: ""}, whole_pile=True))
    assert t.asked == (P1, "play")
    assert t.zone(P1) == ["calamity"]
    assert t.hand(P1) == []


@pytest.mark.rule("N81-9.21.2", "N81-5.7")
def test_the_newest_delayed_event_is_checked_first_and_a_skip_leaves_the_rest() -> None:
    t = Table(Position(since=Phase.CHECK, zones={P1: "windfall calamity"}, pile="H7a HKb"))
    t.go((P1, "check", "pile"), (P1, "outcome", "skip"))
    assert t.state.acting == P2
    assert t.zone(P1) == ["windfall"]
    assert [e["seat"] for e in t.told("skipped")] == [P1]


@pytest.mark.rule("N81-15.1")
def test_the_discard_pile_is_shuffled_when_a_card_is_needed() -> None:
    t = Table(
        Position(hands={P1: "pact"}, pile="H7a H8a", discard="C2a S3a", whole_pile=True),
        ["C2a", "S3a"],
    )
    t.use("pact", 1)
    assert len(t.state.players[P1].hand) == 3
    assert t.told("shuffled")[-1]["pile"] == 3
    assert t.discarded() == ["pact"]


@pytest.mark.rule("N81-15.1", "N81-15.2")
def test_draws_that_nothing_is_left_for_are_lost() -> None:
    t = Table(Position(hands={P1: "pact"}, pile="H7a", whole_pile=True))
    t.use("pact", 1)
    assert t.hand(P2) == ["guard"]
    assert t.hand(P1) == []


@pytest.mark.rule("N81-15.7")
def test_a_play_phase_has_at_most_a_hundred_actions() -> None:
    t = Table(Position(who={P1: "busybody"}))
    for _ in range(100):
        t.answer(P1, "skill:busy")
    t.go()
    assert t.asked == (P2, "play")


@pytest.mark.rule("N81-18.1", "N81-18.1.1", "N81-20.2")
def test_the_torn_chart_takes_one_of_five_and_puts_the_rest_under_the_pile() -> None:
    card = "M0-2-lm_chart"
    t = Table(Position(who={P1: "lin_qiwu"}, hands={P1: card}, pile="H7a H8a H9a C4a C5a C6a"))
    t.do(f"use:{card}:1", (P1, "take", "H9a"), (P1, "order", ["C5a", "H7a", "C4a", "H8a"]))
    assert t.state.players[P1].hand == ["H9a"]
    assert t.state.pile[0] == "C6a"
    assert t.state.pile[-4:] == ["C5a", "H7a", "C4a", "H8a"]
    assert "cards" not in t.told("looked", P2)[0]


@pytest.mark.rule("N81-18.2", "N81-18.2.1", "N81-18.10")
def test_cold_harbour_guards_and_draws_but_not_against_punch() -> None:
    card = "M1-A-lm_harbour"
    position = Position(
        camps={P1: WARM, P2: COLD}, hands={P1: "attack_plain", P2: card}, zones={P1: "punch"}
    )
    t = Table(position)
    t.use("attack_plain", 1, (P2, "w_guard", f"guard:{card}"))
    assert t.hp(P2) == (6, 6)
    assert len(t.state.players[P2].hand) == 1
    assert t.spent(P2) == ["A-lm_harbour"]
    u = Table(position)
    u.answer(P1, f"detach:{u.card(P1, 'punch')}:punch")
    assert u.options(P2) == ("pass",)


@pytest.mark.rule("N81-18.7.1", "N81-5.6")
def test_ember_oath_makes_the_next_attack_stronger_and_free() -> None:
    card = "M0-3-lm_ember"
    t = Table(Position(camps={P1: WARM, P2: COLD}, hands={P1: f"{card} attack_plain attack_plain"}))
    t.use("attack_plain", 1)
    assert not t.may("attack_plain", 1)
    t.do(f"use:{card}:1")
    t.use("attack_plain", 1)
    assert t.hp(P2) == (3, 3)
    assert t.state.players[P1].bonus == 0


@pytest.mark.rule("N81-1.3", "N81-4.5")
def test_mind_cards_are_taken_in_the_draw_phase_only() -> None:
    t = Table(Position(hands={P1: "mana_spring"}, decks={P1: DULL}))
    t.use("mana_spring", 2)
    assert t.asked == (P1, "play")
    assert len(t.deck(P1)) == 3


@pytest.mark.rule("N81-11.3", "N81-8.2")
def test_camps_leave_counters_of_their_own_colour() -> None:
    for camp, counters in ((COLD, (1, 0, 0)), (WARM, (0, 1, 0))):
        t = Table(Position(camps={P1: camp, P2: NONE}, hands={P1: "latent_outburst"}))
        t.use("latent_outburst", 1)
        assert t.counters(P2) == counters


@pytest.mark.rule("N81-20.1", "N81-4.10")
def test_who_is_dead_sees_what_everybody_sees() -> None:
    t = Table(
        Position(
            seats=4,
            who={P2: "jin_haiming", P4: "zhi_he"},
            hands={P1: "punch attack_plain", P3: "H7a C2a", P4: "M3-J-amplify"},
            caps={P2: 1},
            decks={P4: "3:attack_warm 4:attack_warm"},
        )
    )
    t.stop()
    t.do("skill:sniff", (P2, "target", P3), (P2, "pick", "hand"))
    assert t.view(P2)["seats"][P3]["notes"] == ["C2a", "H7a"]
    t.stop().stop()
    t.use("amplify", 1, (P4, "w_trigger", "fold_back")).stop()
    assert t.view(P2)["seats"][P4]["deck"][-1] == "M3-3-attack_warm"
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P2)
    assert t.view(P2)["seats"][P3]["notes"] == []
    assert t.view(P2)["seats"][P4]["deck"] == t.view(P3)["seats"][P4]["deck"]
    assert t.view(P2)["seats"][P4]["deck"][-1] == "M3-3-attack_warm"
