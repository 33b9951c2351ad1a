"""The worked scenarios S01-S28 of the rules (LL-9), through the public driver."""

from __future__ import annotations

import msgpack
import pytest

from engine.errors import ConfigError
from engine.event import SPECTATOR
from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.game import GAME
from engine.games.love_letter.setup import check_pool
from engine.games.love_letter.terms import EventKind, Mode, Nothing, Out, Protection
from engine.view import Observer
from tests.engine.games.love_letter.position import A, B, C, D, Position, Table

DESPAIR = Mode.DESPAIR
QUIET = "yamada maizono hagakure"
"""A deck that is not drawn from in the scenario itself."""


@pytest.mark.rule("S01", "LL-5:1")
def test_s01_a_right_guess_puts_the_target_out_with_its_hand_face_up() -> None:
    t = Table(Position(hands={A: "owada", B: "togami", C: "fukawa"}, deck=f"naegi {QUIET}"))
    t.play("naegi", target=B, number=5)
    assert t.last(EventKind.GUESS)["answer"] == "yes"
    assert t.out() == [(B, Out.GUESSED)]
    assert t.area(B) == ["togami"]
    assert t.area(A) == ["naegi"]


@pytest.mark.rule("S02", "LL-6.9", "LL-7.1")
def test_s02_a_protected_player_may_be_chosen_but_does_not_answer() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "togami", C: "fukawa"}, deck=f"naegi {QUIET}", unaffected=(B,)
        )
    )
    t.play("naegi", target=B, number=5)
    assert t.last(EventKind.GUESS)["answer"] == "none"
    assert t.why_nothing() == [Nothing.PROTECTED]
    assert t.out() == []
    assert t.hand(B)[0] == "togami"


def s03() -> Table:
    """Let A play 3 on B; A holds a 2 and B the other 2."""
    t = Table(
        Position(hands={A: "kirigiri", B: "yamada", C: "fukawa"}, deck="owada maizono hagakure")
    )
    return t.play("owada", target=B)


@pytest.mark.rule("S03", "LL-5.4", "LL-5:3")
def test_s03_an_equal_comparison_is_known_to_the_two_alone() -> None:
    t = s03()
    assert t.out() == []
    assert t.why_nothing() == [Nothing.NOBODY_OUT]
    for viewer in (A, B):
        assert t.last(EventKind.COMPARE, viewer)["cards"] == ("kirigiri", "yamada")
    for viewer in (C, SPECTATOR):
        assert t.last(EventKind.COMPARE, viewer) == {"kind": "compare", "seat": A, "target": B}


@pytest.mark.rule("S04", "LL-5.3", "LL-3.7", "LL-5:8")
def test_s04_a_discarded_monokuma_eliminates_and_nothing_is_drawn() -> None:
    t = Table(Position(hands={A: "naegi", B: "monokuma", C: "fukawa"}, deck=f"togami {QUIET}"))
    t.play("togami", target=B)
    assert t.area(B) == ["monokuma"]
    assert t.out() == [(B, Out.PASSIVE)]
    assert t.hand(B) == []
    assert len(t.state.deck) == 2, "C has drawn for its turn, B has not"


@pytest.mark.rule("S05", "LL-4.2", "LL-5:5")
def test_s05_a_redraw_from_an_empty_deck_takes_the_set_aside_card() -> None:
    t = Table(Position(hands={A: "naegi", B: "ogami"}, deck="togami", set_aside="fukawa"))
    t.play("togami", target=A)
    assert t.last(EventKind.DREW)["source"] == "set_aside"
    assert t.last(EventKind.SHOWDOWN)["hands"] == ("fukawa", "ogami")
    assert t.last(EventKind.ROUND_OVER)["winners"] == (A,)


@pytest.mark.rule("S06", "LL-5.2", "LL-5:7")
def test_s06_twelve_with_a_seven_eliminates_at_once() -> None:
    t = Table(Position(hands={A: "togami", B: "ogami", C: "naegi"}, deck=f"enoshima {QUIET}"))
    assert t.out() == [(A, Out.TWELVE)]
    assert t.area(A) == ["togami", "enoshima"]
    assert t.asked == (B, "play")


@pytest.mark.rule("S07", "LL-3.6")
def test_s07_below_twelve_a_seven_is_played_for_nothing() -> None:
    t = Table(Position(hands={A: "fujisaki", B: "ogami", C: "naegi"}, deck=f"enoshima {QUIET}"))
    t.play("enoshima")
    assert t.why_nothing() == [Nothing.PASSIVE]
    assert t.out() == []
    assert t.area(A) == ["enoshima"]


@pytest.mark.rule("S08", "LL-3.5", "LL-5.3")
def test_s08_a_flip_eliminates_by_passive_before_the_effect() -> None:
    t = Table(
        Position(
            hands={A: "fujisaki", B: "ogami", C: "naegi"},
            deck="enoshima yamada maizono hagakure",
            areas={C: "kuwata"},
        )
    )
    t.play("enoshima").play("ogami").play("maizono", effect="despair")
    assert t.out() == [(A, Out.PASSIVE)]
    kinds = [e["kind"] for e in t.told(SPECTATOR)]
    out, effects = kinds.index("eliminated"), [i for i, k in enumerate(kinds) if k == "effect"]
    assert out < effects[-1], "the effect comes after the passives"
    assert t.area(A) == ["enoshima", "fujisaki"]


@pytest.mark.rule("S09", "LL-3.4", "LL-3.3", "LL-6:maizono")
def test_s09_an_opposite_card_in_the_own_area_lets_its_player_flip() -> None:
    t = Table(
        Position(
            hands={A: "naegi", B: "ogami", C: "fukawa"},
            deck="maizono yamada hagakure",
            areas={A: "kuwata"},
        )
    )
    t.play("maizono")
    assert t.asked == (A, "effect")
    assert t.options == ("hope", "despair")
    t.answer("despair")
    assert t.state.mode is DESPAIR
    t.answer(B)
    assert (t.hand(A), t.hand(B)[0]) == (["ogami"], "naegi")
    assert t.last(EventKind.MODE)["flipped"] is True


@pytest.mark.rule("S10", "LL-3.4", "LL-5.1")
def test_s10_another_players_area_does_not_let_one_flip() -> None:
    t = Table(
        Position(
            hands={A: "naegi", B: "ogami", C: "fukawa"},
            deck="maizono yamada hagakure",
            areas={B: "kuwata"},
        )
    )
    t.play("maizono", target=B)
    assert t.asked == (A, "number")


@pytest.mark.rule("S11", "LL-3.4")
def test_s11_after_one_flip_nobody_is_asked_again() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "ogami", C: "fukawa"},
            deck="kirigiri yamada hagakure",
            areas={A: "naegi"},
            mode=DESPAIR,
            flipped=True,
        )
    )
    t.play("kirigiri", target=B)
    assert t.asked == (A, "play"), "the Despair effect: another turn"


@pytest.mark.rule("S12", "LL-3.5", "LL-3.6")
def test_s12_a_passive_card_may_be_played_only_to_flip() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "ogami", C: "fukawa"},
            deck="enoshima yamada hagakure",
            areas={A: "naegi"},
            mode=DESPAIR,
        )
    )
    t.play("enoshima", effect="hope")
    assert t.state.mode is Mode.HOPE
    assert t.out() == []
    assert t.area(A) == ["naegi", "enoshima"]


@pytest.mark.rule("S13", "LL-3.8", "LL-5.3", "LL-6:enoshima")
def test_s13_a_despair_seven_eliminates_its_player_once_it_is_laid() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "ogami", C: "fukawa"}, deck=f"enoshima {QUIET}", mode=DESPAIR
        )
    )
    t.play("enoshima")
    assert t.out() == [(A, Out.PASSIVE)]
    assert t.area(A) == ["enoshima", "owada"]


@pytest.mark.rule("S14", "LL-6.6", "LL-6:kirigiri")
def test_s14_kirigiri_on_a_protected_player_still_gives_another_turn() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "ogami", C: "fukawa"},
            deck=f"kirigiri {QUIET}",
            mode=DESPAIR,
            unaffected=(B,),
        )
    )
    t.play("kirigiri", target=B)
    assert t.told(A, EventKind.LOOK) == []
    assert t.asked == (A, "play")
    assert t.last(EventKind.TURN)["extra"] is True


@pytest.mark.rule("S15", "LL-4.2", "LL-6:kirigiri")
def test_s15_kirigiri_with_the_last_card_gives_no_turn() -> None:
    t = Table(Position(hands={A: "owada", B: "ogami"}, deck="kirigiri", mode=DESPAIR))
    t.play("kirigiri")
    assert t.last(EventKind.LOOK, A)["card"] == "ogami"
    assert t.why_nothing() == [Nothing.NO_EXTRA_TURN]
    assert t.last(EventKind.ROUND_OVER)["winners"] == (B,)


@pytest.mark.rule("S16", "LL-6.3", "LL-6:ogami", "LL-7.3")
def test_s16_ogami_protects_the_player_on_the_right_until_its_turn() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "celestia", C: "fukawa"},
            deck="ogami naegi ishimaru kirigiri togami",
            mode=DESPAIR,
            turn=B,
        )
    )
    t.play("ogami")
    assert t.state.protections == [{Protection.UNAFFECTED}, set(), set()]
    t.play("naegi", target=A)
    assert t.why_nothing() == [Nothing.PROTECTED]
    assert t.asked == (A, "play")
    assert t.state.protections[A] == set()


@pytest.mark.rule("S17", "LL-6.7", "LL-6:celestia")
def test_s17_celestia_leaves_the_unaffected_their_hands() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "togami", C: "fukawa", D: "naegi"},
            deck=f"celestia {QUIET}",
            mode=DESPAIR,
            unaffected=(B,),
            unchoosable=(C,),
        ),
        ("naegi", "owada", "fukawa"),
    )
    t.play("celestia")
    assert t.last(EventKind.REDEAL)["seats"] == (A, C, D)
    assert [t.hand(s)[0] for s in (A, B, C, D)] == ["naegi", "togami", "owada", "fukawa"]
    assert t.last(EventKind.REDEAL, C)["card"] == "owada"
    assert "card" not in t.last(EventKind.REDEAL, B)


@pytest.mark.rule("S18", "LL-6.5", "LL-6:fukawa")
def test_s18_fukawa_on_a_protected_player_does_nothing_at_all() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "togami", C: "naegi"},
            deck=f"fukawa {QUIET}",
            mode=DESPAIR,
            unaffected=(B,),
        )
    )
    t.play("fukawa", target=B)
    assert t.area(B) == []
    assert t.hand(A) == ["owada"]
    assert len(t.state.deck) == 2, "only B has drawn, for its own turn"


@pytest.mark.rule("S19", "LL-3.7", "LL-6:fukawa")
def test_s19_fukawa_stops_when_the_discarded_card_eliminates() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "enoshima", C: "naegi"}, deck=f"fukawa {QUIET}", mode=DESPAIR
        )
    )
    t.play("fukawa", target=B)
    assert t.out() == [(B, Out.PASSIVE)]
    assert t.area(B) == ["enoshima"]
    assert t.hand(A) == ["owada"]
    assert t.told(SPECTATOR, EventKind.HAND_OVER) == []


@pytest.mark.rule("S20", "LL-6:togami")
def test_s20_togami_draws_two_and_puts_one_under_the_deck() -> None:
    t = Table(Position(hands={A: "owada", B: "ogami"}, deck="togami naegi fukawa", mode=DESPAIR))
    t.play("togami")
    assert (t.asked, t.options) == ((A, "keep"), ("naegi", "fukawa"))
    t.answer("fukawa")
    assert t.hand(A) == ["fukawa"]
    assert t.area(A) == ["owada", "togami"]
    assert t.last(EventKind.BOTTOM) == {"kind": "bottom", "seat": A, "deck": 1}
    assert t.asked == (B, "play"), "no end yet: B has drawn the last card"
    assert t.view(A)["seats"][B]["notes"][0] == {"card": "naegi", "how": "bottom", "turn": 2}


@pytest.mark.rule("S21", "LL-6:togami")
def test_s21_togami_with_one_card_in_the_deck_does_nothing() -> None:
    t = Table(Position(hands={A: "owada", B: "ogami"}, deck="togami naegi", mode=DESPAIR))
    t.play("togami")
    assert t.why_nothing() == [Nothing.SHORT_DECK]
    assert t.hand(A) == ["owada"]


@pytest.mark.rule("S22", "LL-6.1", "LL-6.2", "LL-6:asahina")
def test_s22_asahina_borrows_hope_1_for_an_ogami_in_a_dead_players_area() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "togami", C: "fukawa"},
            deck=f"asahina {QUIET}",
            areas={D: "ogami naegi"},
            out=(D,),
            mode=DESPAIR,
        )
    )
    t.play("asahina", target=C, number=6)
    assert t.out() == [(C, Out.GUESSED)]
    assert t.state.mode is DESPAIR
    assert t.state.flipped is False


@pytest.mark.rule("S23", "LL-6:alter_ego")
def test_s23_alter_ego_falls_to_either_ishimaru() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "togami", C: "fukawa"},
            deck=f"alter_ego {QUIET}",
            areas={B: "ishimaru_white"},
            mode=DESPAIR,
        )
    )
    t.play("alter_ego")
    assert t.out() == [(A, Out.AREA_HOLDS)]
    assert t.area(A) == ["owada", "alter_ego"]


@pytest.mark.rule("S24", "LL-7.2", "LL-3.2")
def test_s24_without_a_choosable_player_a_choosing_card_does_nothing() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "togami", C: "fukawa"},
            deck=f"naegi {QUIET}",
            unchoosable=(B, C),
        )
    )
    t.play("naegi")
    assert t.why_nothing() == [Nothing.NO_TARGET]
    assert t.asked == (B, "play")


@pytest.mark.rule("S25", "LL-7.2")
def test_s25_hope_5_must_then_choose_its_own_player() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "ogami", C: "fukawa"},
            deck=f"togami naegi {QUIET}",
            unchoosable=(B, C),
        )
    )
    t.play("togami")
    assert t.last(EventKind.TARGET)["target"] == A
    assert (t.area(A), t.hand(A)) == (["owada", "togami"], ["naegi"])


@pytest.mark.rule("S26", "LL-4.3")
def test_s26_a_tie_is_decided_among_the_tied_with_the_two_player_set_up() -> None:
    rest = "naegi maizono asahina kuwata hagakure kirigiri yamada celestia ogami enoshima monokuma"
    t = Table(
        Position(hands={A: "togami", B: "fukawa", C: "genocider"}, deck="owada", areas={A: rest}),
        tuple(f"{rest} owada togami fukawa genocider".split()),
        "2",
        "hope",
    )
    t.play("owada", effect="hope", target=B)
    assert t.out() == [(A, Out.LOWER)]
    assert t.last(EventKind.SHOWDOWN)["hands"] == ("fukawa", "genocider")
    assert t.last(EventKind.ROUND_OVER)["winners"] == (B, C)
    assert t.last(EventKind.ROUND_OVER)["wins"] == (0, 0, 0)
    started = t.last(EventKind.ROUND_STARTED)
    assert (started["seats"], started["why"]) == ((B, C), "tie")
    assert started["face_up"] == ("maizono", "asahina", "kuwata")
    assert t.asked == (C, "play")


@pytest.mark.rule("S27", "LL-8")
def test_s27_a_spectator_never_learns_what_was_compared() -> None:
    t = s03()
    again = Observer(t.driver, SPECTATOR)
    again.update()
    assert again.events == t.told(SPECTATOR)
    assert again.fold.plain() == t.view(SPECTATOR)
    log = [e for e in again.events if e["kind"] != EventKind.MATCH_STARTED]
    sent = msgpack.packb([log, {**again.fold.plain(), "pool": []}])
    assert b"owada" in sent, "what is public is there"
    for card in (b"kirigiri", b"yamada"):
        assert card not in sent


@pytest.mark.rule("S28", "LL-1.3")
def test_s28_four_extras_that_replace_nothing_are_refused_with_the_number() -> None:
    with pytest.raises(ConfigError) as refused:
        check_pool(CARDS)
    assert refused.value.code == "pool_number"
    assert refused.value.params == {"number": 4, "count": 3, "wanted": 2}
    extras = ("alter_ego/", "ishimaru_white/", "genocider/", "ikusaba/")
    with pytest.raises(ConfigError) as unnamed:
        GAME.configure(4, {"extras": extras})
    assert unnamed.value.code == "replacement"
    assert unnamed.value.params["number"] == 4
