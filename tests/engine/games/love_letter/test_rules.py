"""The numbered clauses of the rules that no worked scenario covers, one behaviour a test."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.event import SPECTATOR
from engine.games.love_letter.terms import EventKind, Mode, Nothing, Out, Protection
from tests.engine.games.love_letter.position import A, B, C, D, Position, Table

DESPAIR = Mode.DESPAIR
QUIET = "yamada maizono hagakure"


def three(a: str, b: str, c: str, deck: str, **more: object) -> Table:
    """Seat A, B, C with these hands; A is about to draw the top of ``deck``."""
    fate = more.pop("fate", ())
    assert isinstance(fate, tuple)
    return Table(Position(hands={A: a, B: b, C: c}, deck=deck, **more), *fate)  # type: ignore[arg-type]


# --- a turn (LL-3) ---------------------------------------------------------------------------


@pytest.mark.rule("LL-3.1")
def test_a_turn_draws_one_plays_one_and_passes_clockwise() -> None:
    t = three("ogami", "togami", "fukawa", f"fujisaki {QUIET}")
    assert (t.asked, t.options) == ((A, "play"), ("ogami", "fujisaki"))
    t.play("fujisaki")
    assert t.area(A) == ["fujisaki"]
    assert t.hand(A) == ["ogami"]
    assert (t.asked, t.options) == ((B, "play"), ("togami", "yamada"))


@pytest.mark.rule("LL-3.1", "LL-7.1")
def test_the_eliminated_are_passed_over_and_cannot_be_chosen() -> None:
    t = three("togami", "owada", "fukawa", f"naegi {QUIET}", areas={D: "ogami"}, out=(D,))
    t.play("naegi")
    assert t.options == (str(B), str(C))
    t.answer(B)
    t.answer(8)
    t.play("yamada", target=C)
    t.play("maizono", target=A, number=8)
    assert t.asked == (A, "play"), "D is passed over"


@pytest.mark.rule("LL-3.2")
def test_the_part_of_an_effect_that_can_be_done_is_done() -> None:
    t = three("owada", "togami", "fukawa", f"monokuma {QUIET}", mode=DESPAIR, unaffected=(B,))
    t.play("monokuma", target=B)
    assert t.told(SPECTATOR, EventKind.FATE), "the draw is made although B is out of reach"


@pytest.mark.rule("LL-3.3", "LL-5.1", "LL-5:1")
@pytest.mark.parametrize("card", ["naegi", "maizono", "asahina", "kuwata", "hagakure"])
def test_in_hope_mode_every_1_guesses(card: str) -> None:
    t = three("togami", "ogami", "fukawa", f"{card} yamada celestia")
    t.play(card, target=C, number=5)
    assert t.last(EventKind.GUESS)["answer"] == "no"
    assert t.why_nothing() == [Nothing.WRONG]


@pytest.mark.rule("LL-5:1")
def test_a_guess_offers_two_to_eight() -> None:
    t = three("togami", "ogami", "fukawa", f"naegi {QUIET}")
    t.play("naegi", target=C)
    assert t.options == ("2", "3", "4", "5", "6", "7", "8")


@pytest.mark.rule("LL-3.4")
def test_the_card_being_played_does_not_itself_allow_a_flip() -> None:
    t = three("owada", "ogami", "fukawa", f"maizono {QUIET.replace('maizono', 'naegi')}")
    t.play("maizono", target=B)
    assert t.asked == (A, "number"), "Maizono is a despair card, but not in the area yet"


@pytest.mark.rule("LL-3.4")
def test_declining_to_flip_keeps_the_right_to() -> None:
    t = three("owada", "ogami", "fukawa", f"fujisaki {QUIET}", areas={A: "kuwata"})
    t.play("fujisaki", effect="hope")
    assert t.state.mode is Mode.HOPE
    assert t.state.flipped is False
    assert t.view(B)["seats"][A]["may_flip"] is True


@pytest.mark.rule("LL-3.5", "LL-4.1")
def test_a_flip_that_leaves_one_player_ends_the_round_before_the_effect() -> None:
    t = Table(
        Position(
            hands={A: "owada", B: "ogami"},
            deck=f"asahina {QUIET}",
            areas={A: "kuwata", B: "enoshima"},
        )
    )
    t.play("asahina", effect="despair")
    assert t.out() == [(B, Out.PASSIVE)], "Asahina's own elimination no longer happens"
    assert t.last(EventKind.ROUND_OVER)["winners"] == (A,)


@pytest.mark.rule("LL-3.5")
def test_a_player_who_falls_at_the_own_flip_carries_nothing_out() -> None:
    t = three(
        "owada", "ogami", "fukawa", f"maizono {QUIET.replace('maizono', 'naegi')}",
        areas={A: "enoshima"},
    )  # fmt: skip
    t.play("maizono", effect="despair")
    assert t.out() == [(A, Out.PASSIVE)]
    assert t.area(A) == ["enoshima", "owada", "maizono"]
    assert t.told(SPECTATOR, EventKind.EFFECT) == []
    assert t.asked == (B, "play")


@pytest.mark.rule("LL-3.5", "LL-5.3", "LL-5:8")
def test_a_flip_to_hope_eliminates_who_has_monokuma_in_the_area() -> None:
    t = three(
        "ogami", "owada", "fukawa", f"fujisaki {QUIET}",
        mode=DESPAIR, areas={A: "naegi", B: "monokuma"}, unaffected=(B,),
    )  # fmt: skip
    t.play("fujisaki", effect="hope")
    assert t.out() == [(B, Out.PASSIVE)], "protection does not stop a passive"


@pytest.mark.rule("LL-5.3")
def test_a_passive_of_the_other_mode_does_nothing() -> None:
    t = three("naegi", "ogami", "fukawa", f"monokuma {QUIET}", mode=DESPAIR, fate=("hope",))
    t.play("monokuma", target=B)
    assert t.out() == []
    assert t.area(A) == ["monokuma"]


@pytest.mark.rule("LL-5:8", "LL-3.8")
def test_monokuma_played_in_hope_eliminates_its_player() -> None:
    t = three("naegi", "ogami", "fukawa", f"monokuma {QUIET}")
    t.play("monokuma")
    assert t.out() == [(A, Out.PASSIVE)]
    assert t.area(A) == ["monokuma", "naegi"]


@pytest.mark.rule("LL-3.7")
def test_elimination_by_the_own_effect_puts_hand_then_played_card_in_the_area() -> None:
    t = three("owada", "ogami", "fukawa", f"asahina {QUIET}", mode=DESPAIR)
    t.play("asahina")
    assert t.out() == [(A, Out.NO_OGAMI)]
    assert t.area(A) == ["owada", "asahina"]
    assert t.view(SPECTATOR)["seats"][A]["area"] == ["owada", "asahina"]


# --- the end (LL-4) --------------------------------------------------------------------------


@pytest.mark.rule("LL-4.1")
def test_the_last_one_left_wins_at_once_with_cards_in_the_deck() -> None:
    t = Table(Position(hands={A: "owada", B: "togami"}, deck=f"naegi {QUIET}"))
    t.play("naegi", number=5)
    over = t.last(EventKind.ROUND_OVER)
    assert (over["why"], over["winners"]) == ("last_one", (A,))
    assert over["deck"] == tuple(QUIET.split())
    assert t.told(SPECTATOR, EventKind.SHOWDOWN) == []


@pytest.mark.rule("LL-4.2", "LL-8")
def test_a_showdown_shows_hands_and_the_set_aside_card_to_everybody() -> None:
    t = Table(Position(hands={A: "owada", B: "togami"}, deck="ogami", set_aside="naegi"))
    t.play("ogami")
    assert t.last(EventKind.SHOWDOWN)["hands"] == ("owada", "togami")
    assert t.last(EventKind.ROUND_OVER)["set_aside"] == "naegi"
    assert t.view(SPECTATOR)["seats"][B]["shown"] == "togami"


def tied(*, everybody: bool) -> Table:
    """Play to a showdown that B and C tie, A being out."""
    rest = "naegi maizono asahina kuwata hagakure kirigiri yamada celestia ogami enoshima monokuma"
    position = Position(
        hands={A: "togami", B: "fukawa", C: "genocider"},
        deck="owada",
        areas={A: rest},
        tiebreak_all=everybody,
    )
    return Table(position).play("owada", effect="hope", target=B)


@pytest.mark.rule("LL-4.3")
@pytest.mark.parametrize(("everybody", "seats"), [(False, (B, C)), (True, (A, B, C))])
def test_who_plays_a_tie_off_follows_the_option(everybody: bool, seats: tuple[int, ...]) -> None:
    assert tied(everybody=everybody).last(EventKind.ROUND_STARTED)["seats"] == seats


@pytest.mark.rule("LL-4.4")
def test_a_round_that_a_flip_ends_for_everybody_is_replayed_among_the_fallen() -> None:
    spare = "naegi celestia kuwata hagakure kirigiri yamada ogami togami monokuma ishimaru"
    t = Table(
        Position(
            hands={A: "owada", B: "fukawa"},
            deck=f"maizono {spare}",
            areas={A: "enoshima", B: "ikusaba", C: "asahina"},
            out=(C,),
        )
    )
    t.play("maizono", effect="despair")
    assert t.out() == [(A, Out.PASSIVE), (B, Out.PASSIVE)]
    over = t.last(EventKind.ROUND_OVER)
    assert (over["why"], over["winners"], over["wins"]) == ("nobody", (), (0, 0, 0))
    started = t.last(EventKind.ROUND_STARTED)
    assert (started["why"], started["seats"]) == ("replay", (A, B))


@pytest.mark.rule("LL-4.5", "LL-2.3")
def test_rounds_are_played_until_somebody_has_won_often_enough() -> None:
    spare = "maizono celestia kuwata hagakure kirigiri yamada ogami fujisaki monokuma ishimaru"
    t = Table(
        Position(hands={A: "owada", B: "togami"}, deck=f"naegi {spare} fukawa enoshima", wins=2)
    )
    t.play("naegi", number=5)
    assert t.last(EventKind.ROUND_OVER)["wins"] == (1, 0)
    assert t.last(EventKind.ROUND_STARTED)["why"] == "next"
    assert len(t.told(SPECTATOR, EventKind.LETTERS)) == 2, "letters are dealt anew"
    assert t.driver.result is None


# --- Hope (LL-5) -----------------------------------------------------------------------------


@pytest.mark.rule("LL-5:2", "LL-8")
def test_a_look_is_seen_by_the_looker_alone() -> None:
    t = three("ogami", "togami", "fukawa", "kirigiri naegi maizono")
    t.play("kirigiri", target=C)
    assert t.last(EventKind.LOOK, A)["card"] == "fukawa"
    for viewer in (B, C, SPECTATOR):
        assert "card" not in t.last(EventKind.LOOK, viewer)
    assert t.asked == (B, "play"), "no extra turn in Hope mode"


@pytest.mark.rule("LL-5:3")
@pytest.mark.parametrize(("own", "loser"), [("ogami", A), ("fukawa", B)])
def test_hope_3_eliminates_the_lower(own: str, loser: int) -> None:
    t = three(own, "togami", "genocider", f"owada {QUIET}")
    t.play("owada", target=B)
    assert t.out() == [(loser, Out.LOWER)]


@pytest.mark.rule("LL-5:4", "LL-7.3")
@pytest.mark.report("GAIGResearch/TabletopGames#167")
def test_hope_4_lasts_until_the_own_next_turn_and_no_longer() -> None:
    t = three("togami", "owada", "fukawa", "ogami naegi maizono asahina kuwata")
    t.play("ogami")
    t.play("naegi", target=A, number=5)
    t.play("maizono", target=A, number=5)
    assert t.out() == []
    assert t.state.protections[A] == set()
    assert t.asked == (A, "play")


@pytest.mark.rule("LL-5:5")
def test_hope_5_offers_the_own_seat_last() -> None:
    t = three("ogami", "owada", "fukawa", f"togami {QUIET}")
    t.play("togami")
    assert t.options == ("1", "2", "0")


@pytest.mark.rule("LL-5:5")
def test_hope_5_makes_another_draw_without_carrying_the_discarded_card_out() -> None:
    t = three("ogami", "naegi", "fukawa", f"togami {QUIET}")
    t.play("togami", target=B)
    assert t.area(B) == ["naegi"]
    assert t.hand(B) == ["yamada", "maizono"], "redrawn, then drawn for its turn"
    assert t.told(SPECTATOR, EventKind.GUESS) == []


@pytest.mark.rule("LL-5:6", "LL-8")
def test_hope_6_swaps_and_each_side_knows_both_cards() -> None:
    t = three("ogami", "togami", "naegi", "fukawa owada yamada")
    t.play("fukawa", target=B)
    assert t.last(EventKind.SWAP, A)["gave"] == "ogami"
    assert t.last(EventKind.SWAP, A)["got"] == "togami"
    assert t.last(EventKind.SWAP, B)["gave"] == "togami"
    assert t.last(EventKind.SWAP, C) == {"kind": "swap", "seat": A, "target": B}


@pytest.mark.rule("LL-5:7", "LL-5.2")
@pytest.mark.parametrize(
    ("held", "drawn", "mode", "out"),
    [
        ("togami", "enoshima", Mode.HOPE, True),
        ("ikusaba", "togami", Mode.HOPE, True),
        ("ogami", "enoshima", Mode.HOPE, False),
        ("fukawa", "monokuma", Mode.HOPE, False),
        ("togami", "enoshima", DESPAIR, False),
    ],
)
def test_twelve_needs_a_seven_and_hope(held: str, drawn: str, mode: Mode, out: bool) -> None:
    t = three(held, "naegi", "owada", f"{drawn} {QUIET}", mode=mode)
    assert t.out() == ([(A, Out.TWELVE)] if out else [])


@pytest.mark.rule("LL-5.2", "LL-4.2")
def test_twelve_on_the_last_card_still_leads_to_a_showdown() -> None:
    t = three("togami", "naegi", "owada", "enoshima")
    assert t.out() == [(A, Out.TWELVE)]
    assert t.last(EventKind.ROUND_OVER)["winners"] == (C,)


# --- Despair (LL-6) --------------------------------------------------------------------------


@pytest.mark.rule("LL-6:naegi")
@pytest.mark.parametrize(
    ("held", "why"), [("monokuma", Out.DISCARDED_MONOKUMA), ("enoshima", Out.PASSIVE)]
)
def test_naegi_eliminates_by_what_is_discarded(held: str, why: Out) -> None:
    t = three("owada", held, "fukawa", f"naegi {QUIET}", mode=DESPAIR)
    t.play("naegi", target=B)
    assert t.out() == [(B, why)]
    assert t.area(B) == [held]
    assert len(t.state.deck) == 2, "B draws nothing; C has drawn for its turn"


@pytest.mark.rule("LL-6:naegi")
def test_naegi_makes_another_redraw() -> None:
    t = three("owada", "togami", "fukawa", f"naegi {QUIET}", mode=DESPAIR)
    t.play("naegi", target=C)
    assert t.area(C) == ["fukawa"]
    assert t.hand(C) == ["yamada"]


@pytest.mark.rule("LL-6.4")
def test_no_hand_at_the_showdown_counts_as_0() -> None:
    t = Table(Position(hands={A: "owada", B: "togami"}, deck="naegi", mode=DESPAIR))
    t.play("naegi")
    assert t.last(EventKind.DREW) == {"kind": "drew", "seat": B, "deck": 0, "source": "nothing"}
    assert t.last(EventKind.SHOWDOWN)["hands"] == ("owada", None)
    assert t.last(EventKind.ROUND_OVER)["winners"] == (A,)


@pytest.mark.rule("LL-6.4")
def test_a_naegi_redraw_from_an_empty_deck_takes_the_set_aside_card() -> None:
    t = Table(
        Position(hands={A: "owada", B: "togami"}, deck="naegi", mode=DESPAIR, set_aside="fukawa")
    )
    t.play("naegi")
    assert t.last(EventKind.DREW, B)["card"] == "fukawa"
    assert t.last(EventKind.ROUND_OVER)["winners"] == (B,)


@pytest.mark.rule("LL-6.4")
@pytest.mark.parametrize(("card", "out"), [("naegi", []), ("owada", [(C, Out.LOWER)])])
def test_who_has_no_hand_may_be_chosen_answers_no_and_compares_as_0(
    card: str, out: list[tuple[int, Out]]
) -> None:
    position = Position(hands={A: "kirigiri", B: "togami", C: ""}, deck=f"{card} {QUIET}")
    t = Table(position)
    t.play(card, target=C, **({"number": 2} if card == "naegi" else {}))
    assert t.out() == out


@pytest.mark.rule("LL-6:asahina", "LL-6.1")
def test_asahina_without_an_ogami_eliminates_its_player() -> None:
    t = three("ogami", "togami", "fukawa", f"asahina {QUIET}", mode=DESPAIR)
    t.play("asahina")
    assert t.out() == [(A, Out.NO_OGAMI)], "Ogami in hand does not count"


@pytest.mark.rule("LL-6:kuwata")
@pytest.mark.parametrize(("number", "out"), [(5, []), (6, [(A, Out.WRONG)])])
def test_kuwata_must_be_right(number: int, out: list[tuple[int, Out]]) -> None:
    t = three("owada", "togami", "fukawa", f"kuwata {QUIET}", mode=DESPAIR)
    t.play("kuwata", target=B, number=number)
    assert t.out() == out
    assert B in t.state.alive


@pytest.mark.rule("LL-6:hagakure")
@pytest.mark.parametrize(("held", "out"), [("naegi", []), ("togami", [(A, Out.WRONG)])])
def test_hagakure_must_find_a_1(held: str, out: list[tuple[int, Out]]) -> None:
    t = three("owada", held, "fukawa", "hagakure yamada maizono", mode=DESPAIR)
    t.play("hagakure", target=B)
    assert t.out() == out
    assert t.last(EventKind.GUESS)["number"] == 1


@pytest.mark.rule("LL-6:kirigiri", "LL-6.10", "LL-7.3")
def test_kirigiris_extra_turn_is_a_turn_and_ends_what_lasts_until_it() -> None:
    t = three("owada", "ogami", "fukawa", f"kirigiri {QUIET}", mode=DESPAIR)
    t.state.protections[A].add(Protection.UNCHOOSABLE)
    t.play("kirigiri", target=B)
    assert t.last(EventKind.PROTECTION_ENDED)["seat"] == A
    assert t.last(EventKind.LOOK, A)["card"] == "ogami"
    assert t.asked == (A, "play")
    assert t.options == ("owada", "yamada")
    t.play("owada", effect="despair", target=C)
    assert t.out() == [(A, Out.LOWER)]


@pytest.mark.rule("LL-6:kirigiri", "LL-7.2")
def test_kirigiri_without_a_target_gives_no_turn() -> None:
    t = three("owada", "ogami", "fukawa", f"kirigiri {QUIET}", mode=DESPAIR, unchoosable=(B, C))
    t.play("kirigiri")
    assert t.why_nothing() == [Nothing.NO_TARGET]
    assert t.asked == (B, "play")


@pytest.mark.rule("LL-6:yamada", "LL-1.4")
@pytest.mark.parametrize(("fate", "out"), [("hope", []), ("despair", [(A, Out.FATE_DESPAIR)])])
def test_yamada_stakes_its_player_on_fate(fate: str, out: list[tuple[int, Out]]) -> None:
    t = three("owada", "ogami", "fukawa", "yamada naegi maizono", mode=DESPAIR, fate=(fate,))
    t.play("yamada")
    assert t.out() == out
    assert t.last(EventKind.FATE)["result"] == fate


@pytest.mark.rule("LL-6:owada", "LL-8")
@pytest.mark.parametrize(
    ("own", "out"), [("naegi", [(A, Out.LOWER)]), ("togami", []), ("fukawa", [])]
)
def test_owada_risks_only_its_own_player(own: str, out: list[tuple[int, Out]]) -> None:
    t = three(own, "ishimaru", "genocider", f"owada {QUIET}", mode=DESPAIR)
    t.play("owada", target=B)
    assert t.out() == out
    assert t.why_nothing() == ([] if out else [Nothing.NOBODY_OUT])


@pytest.mark.rule("LL-6.3", "LL-6:ogami")
def test_with_two_players_the_right_is_the_opponent() -> None:
    t = Table(Position(hands={A: "owada", B: "celestia"}, deck=f"ogami {QUIET}", mode=DESPAIR))
    t.play("ogami")
    assert t.last(EventKind.PROTECTED)["seat"] == B
    assert t.asked == (B, "play")
    assert t.state.protections[B] == set(), "its own turn has begun"


@pytest.mark.rule("LL-6.3")
def test_the_right_skips_the_eliminated() -> None:
    t = three(
        "owada", "celestia", "fukawa", f"ogami {QUIET}",
        mode=DESPAIR, areas={D: "naegi"}, out=(D,),
    )  # fmt: skip
    t.play("ogami")
    assert t.last(EventKind.PROTECTED)["seat"] == C


@pytest.mark.rule("LL-6:fujisaki")
@pytest.mark.parametrize(
    ("own", "out"),
    [("naegi", [(B, Out.HIGHER)]), ("fukawa", [(A, Out.HIGHER)]), ("ishimaru", [])],
)
def test_fujisaki_eliminates_the_higher(own: str, out: list[tuple[int, Out]]) -> None:
    t = three(own, "togami", "genocider", f"fujisaki {QUIET}", mode=DESPAIR)
    t.play("fujisaki", target=B)
    assert t.out() == out


@pytest.mark.rule("LL-6:alter_ego", "LL-6.1")
def test_alter_ego_otherwise_protects_without_flipping() -> None:
    t = three("owada", "togami", "fukawa", f"alter_ego {QUIET}", mode=DESPAIR)
    t.play("alter_ego")
    assert t.state.protections[A] == {Protection.UNAFFECTED}
    assert t.last(EventKind.EFFECT)["borrowed"] is True
    assert t.state.mode is DESPAIR


@pytest.mark.rule("LL-6:alter_ego", "LL-6.2")
@pytest.mark.parametrize("seen", ["yamada", "ishimaru", "ishimaru_white"])
def test_alter_ego_falls_to_each_of_three_cards_in_a_dead_players_area(seen: str) -> None:
    t = three(
        "owada", "togami", "fukawa", "alter_ego naegi maizono",
        mode=DESPAIR, areas={D: seen}, out=(D,),
    )  # fmt: skip
    t.play("alter_ego")
    assert t.out() == [(A, Out.AREA_HOLDS)]


@pytest.mark.rule("LL-6:ishimaru", "LL-6.2")
@pytest.mark.parametrize(("seen", "out"), [("owada", [(A, Out.AREA_HOLDS)]), ("celestia", [])])
def test_ishimaru_falls_to_owada(seen: str, out: list[tuple[int, Out]]) -> None:
    t = three("naegi", "togami", "fukawa", f"ishimaru {QUIET}", mode=DESPAIR, areas={B: seen})
    t.play("ishimaru")
    assert t.out() == out


@pytest.mark.rule("LL-6:ishimaru_white")
@pytest.mark.parametrize(
    ("own", "out"),
    [("naegi", [(A, Out.LOWER)]), ("fukawa", [(B, Out.LOWER)]), ("ishimaru", [])],
)
def test_white_ishimaru_eliminates_the_lower(own: str, out: list[tuple[int, Out]]) -> None:
    t = three(own, "togami", "genocider", f"ishimaru_white {QUIET}", mode=DESPAIR)
    t.play("ishimaru_white", target=B)
    assert t.out() == out


@pytest.mark.rule("LL-6:togami", "LL-5.3")
def test_togami_that_discards_a_despair_seven_ends_its_player() -> None:
    t = three("enoshima", "naegi", "fukawa", f"togami {QUIET}", mode=DESPAIR)
    t.play("togami")
    assert t.out() == [(A, Out.PASSIVE)]
    assert t.area(A) == ["enoshima", "togami"]
    assert t.told(SPECTATOR, EventKind.BOTTOM) == []


@pytest.mark.rule("LL-6:togami", "LL-8")
def test_togamis_two_cards_are_its_players_secret() -> None:
    t = three("owada", "naegi", "ogami", f"togami fukawa celestia {QUIET}", mode=DESPAIR)
    t.play("togami", keep="fukawa")
    assert t.last(EventKind.BOTTOM, A)["card"] == "celestia"
    assert t.view(A)["bottom"] == "celestia"
    for viewer in (B, C, SPECTATOR):
        assert "card" not in t.last(EventKind.BOTTOM, viewer)
        assert t.view(viewer)["bottom"] is None
    assert t.state.deck[-1] == "celestia"


@pytest.mark.rule("LL-6:fukawa", "LL-8")
def test_fukawa_hands_the_own_card_over_and_draws() -> None:
    t = three("owada", "togami", "naegi", f"fukawa {QUIET}", mode=DESPAIR)
    t.play("fukawa", target=C)
    assert t.area(C) == ["naegi"]
    assert t.hand(C) == ["owada"]
    assert t.hand(A) == ["yamada"]
    assert t.last(EventKind.HAND_OVER, C)["card"] == "owada"
    assert "card" not in t.last(EventKind.HAND_OVER, B)


@pytest.mark.rule("LL-6:genocider", "LL-7.1", "LL-7.3")
def test_genocider_cannot_be_chosen_until_its_next_turn() -> None:
    t = three("togami", "owada", "fukawa", "genocider naegi maizono asahina kuwata", mode=DESPAIR)
    t.play("genocider")
    assert t.state.protections[A] == {Protection.UNCHOOSABLE}
    t.play("naegi")
    assert t.last(EventKind.TARGET)["target"] == C, "the only one left to choose"


@pytest.mark.rule("LL-7.3")
def test_protection_survives_a_flip() -> None:
    t = three("ogami", "owada", "fukawa", f"fujisaki {QUIET}", areas={B: "kuwata"})
    t.play("fujisaki").play("yamada", effect="despair")
    assert t.state.protections[A] == {Protection.UNAFFECTED}


@pytest.mark.rule("LL-6:ikusaba", "LL-6:enoshima", "LL-5.3")
@pytest.mark.parametrize("seven", ["enoshima", "ikusaba"])
def test_both_sevens_eliminate_in_despair(seven: str) -> None:
    t = three("naegi", "ogami", "fukawa", f"{seven} {QUIET}", mode=DESPAIR)
    t.play(seven)
    assert t.out() == [(A, Out.PASSIVE)]


@pytest.mark.rule("LL-6:monokuma", "LL-1.4")
@pytest.mark.parametrize(("fate", "out"), [("hope", []), ("despair", [(B, Out.FATE_DESPAIR)])])
def test_monokuma_stakes_another_on_fate(fate: str, out: list[tuple[int, Out]]) -> None:
    t = three("naegi", "ogami", "fukawa", f"monokuma {QUIET}", mode=DESPAIR, fate=(fate,))
    t.play("monokuma", target=B)
    assert t.out() == out


@pytest.mark.rule("LL-6.8")
@pytest.mark.parametrize("fate", ["hope", "despair"])
def test_monokuma_on_a_protected_player_draws_for_nothing(fate: str) -> None:
    t = three(
        "naegi", "ogami", "fukawa", f"monokuma {QUIET}",
        mode=DESPAIR, unaffected=(B,), fate=(fate,),
    )  # fmt: skip
    t.play("monokuma", target=B)
    assert t.last(EventKind.FATE)["result"] == fate
    assert t.why_nothing() == [Nothing.PROTECTED]
    assert t.out() == []


@pytest.mark.rule("LL-6.9")
@pytest.mark.parametrize(
    ("card", "mode"),
    [
        ("naegi", Mode.HOPE), ("kirigiri", Mode.HOPE), ("celestia", Mode.HOPE),
        ("togami", Mode.HOPE), ("genocider", Mode.HOPE), ("kuwata", DESPAIR),
        ("hagakure", DESPAIR), ("owada", DESPAIR), ("fujisaki", DESPAIR),
        ("ishimaru_white", DESPAIR), ("maizono", DESPAIR), ("naegi", DESPAIR),
    ],
)  # fmt: skip
def test_nothing_happens_to_or_because_of_a_protected_player(card: str, mode: Mode) -> None:
    t = three("ogami", "ishimaru", "fukawa", f"{card} yamada asahina", mode=mode, unaffected=(B,))
    number = {"number": 5} if card == "kuwata" or (card, mode) == ("naegi", Mode.HOPE) else {}
    t.play(card, target=B, **number)
    assert t.why_nothing() == [Nothing.PROTECTED]
    assert t.out() == []
    assert t.hand(A) == ["ogami"]
    assert t.hand(B)[0] == "ishimaru"
    assert t.area(B) == []
    kinds = Counter(str(e["kind"]) for e in t.told(A))
    assert not kinds.keys() & {"look", "compare", "swap", "discard"}


@pytest.mark.rule("LL-6.4", "LL-5:5")
def test_who_has_no_hand_discards_nothing_and_still_draws() -> None:
    t = Table(Position(hands={A: "kirigiri", B: "owada", C: ""}, deck=f"togami {QUIET}"))
    t.play("togami", target=C)
    assert t.area(C) == []
    assert t.hand(C) == ["yamada"]
    assert t.view(SPECTATOR)["seats"][C]["cards"] == 1
