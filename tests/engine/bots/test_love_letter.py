"""The heuristic bot: plausible from its own view, and never obviously losing."""

from __future__ import annotations

import pytest

from engine.bots.belief import Belief
from engine.bots.love_letter import HeuristicBot
from engine.chance import Dice
from engine.event import SPECTATOR
from engine.games.love_letter.terms import Mode, Out
from engine.journal import Header
from engine.registry import game
from engine.simulate import play_game, seed_of, simulate
from engine.view import ask_view
from tests.engine.games.love_letter.position import A, B, C, D, Position, Table

DESPAIR = Mode.DESPAIR


def choice(t: Table) -> str:
    """Return what the bot would answer now."""
    seat = t.asked[0]
    ask = ask_view(t.driver, seat)
    assert ask is not None
    chosen = {HeuristicBot().choose(t.view(seat), ask, Dice(f"{n}")) for n in range(8)}
    assert len(chosen) == 1, "no close call"
    return chosen.pop()[0]


@pytest.mark.parametrize(
    ("held", "drawn", "mode", "wanted"),
    [
        ("fujisaki", "monokuma", Mode.HOPE, "fujisaki"),
        ("monokuma", "fukawa", Mode.HOPE, "fukawa"),
        ("enoshima", "fujisaki", DESPAIR, "fujisaki"),
        ("naegi", "ikusaba", DESPAIR, "naegi"),
        ("asahina", "celestia", DESPAIR, "celestia"),
        ("maizono", "asahina", DESPAIR, "maizono"),
    ],
)
def test_a_card_that_eliminates_its_player_is_not_played(
    held: str, drawn: str, mode: Mode, wanted: str
) -> None:
    hands = {A: held, B: "owada", C: "kirigiri"}
    t = Table(Position(hands=hands, deck=f"{drawn} yamada hagakure kuwata", mode=mode))
    assert choice(t) == wanted


@pytest.mark.parametrize(
    ("card", "areas"), [("alter_ego", {B: "yamada"}), ("ishimaru", {B: "owada"})]
)
def test_a_card_that_the_areas_forbid_is_not_played(card: str, areas: dict[int, str]) -> None:
    hands = {A: "hagakure", B: "naegi", C: "kirigiri"}
    t = Table(Position(hands=hands, deck=f"{card} maizono kuwata", mode=DESPAIR, areas=areas))
    assert choice(t) == "hagakure"


def test_what_was_seen_is_guessed() -> None:
    hands = {A: "naegi", B: "togami", C: "fukawa"}
    t = Table(Position(hands=hands, deck="kirigiri yamada hagakure owada ogami asahina"))
    t.play("kirigiri", target=C)
    t.play("yamada", target=A)
    t.play("hagakure", target=A, number=8)
    assert choice(t) == "naegi"
    t.play("naegi")
    assert choice(t) == str(C)
    t.answer(C)
    assert choice(t) == "6"


def test_a_flip_that_would_eliminate_it_is_declined() -> None:
    hands = {A: "fujisaki", B: "owada", C: "kirigiri"}
    t = Table(Position(hands=hands, deck="maizono yamada hagakure", areas={A: "enoshima"}))
    t.play("maizono")
    assert choice(t) == "hope"


def test_a_flip_that_eliminates_another_is_taken() -> None:
    hands = {A: "naegi", B: "owada", C: "kirigiri"}
    t = Table(
        Position(hands=hands, deck="celestia yamada hagakure", areas={A: "kuwata", C: "enoshima"})
    )
    t.play("celestia")
    assert choice(t) == "despair"


def test_beliefs_follow_answers_and_notes() -> None:
    hands = {A: "celestia", B: "togami", C: "fukawa", D: "owada"}
    t = Table(Position(hands=hands, deck="naegi ogami hagakure kuwata asahina maizono"))
    t.play("naegi", target=C, number=4)
    belief = Belief(t.view(D))
    assert belief.numbers(C).get(4, 0.0) == 0.0
    assert sum(belief.hand(C).values()) == pytest.approx(1.0)
    assert belief.known(C) is None
    assert Belief(t.view(SPECTATOR)).others() == [A, B, C, D]


def test_who_has_no_hand_is_below_every_card() -> None:
    t = Table(Position(hands={A: "celestia", B: "togami", C: ""}, deck="owada ogami naegi"))
    belief = Belief(t.view(A))
    assert belief.hand(C) == {}
    assert belief.lower(C, 1) == 1.0
    assert belief.lower(C, 0) == belief.higher(C, 0) == 0.0


def test_it_beats_random_players_by_far() -> None:
    report = simulate(game("love_letter"), 4, 300, 1, ("heuristic", "random", "random", "random"))
    assert report.wins[0] > 300 * 0.35


def test_it_goes_out_by_its_own_passive_only_where_the_other_card_was_as_bad() -> None:
    love_letter = game("love_letter")
    harmless = []
    for number in range(150):
        header = Header(
            game="love_letter",
            rules_version=love_letter.rules_version,
            seats=4,
            options=love_letter.configure(4, {"extras": ("alter_ego", "ikusaba")}),
            seed=seed_of(5, number),
        )
        driver = play_game(love_letter, header, [HeuristicBot()] * 4)
        for event in driver.events:
            fields = event.public
            if fields.get("why") == Out.PASSIVE and fields["by"] == fields["seat"]:
                other = fields["cards"]
                assert isinstance(other, tuple)
                harmless += [c for c in other if c not in {"asahina", "ishimaru", "alter_ego"}]
    assert harmless == []
