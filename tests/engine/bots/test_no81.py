"""The No.81 bot: legal in every mode, blind to secrets by construction, not foolish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.bots.no81 import HeuristicBot
from engine.bots.no81_worth import Eyes
from engine.chance import Dice
from engine.driver import Driver, Status
from engine.game import AskView
from engine.games.no81.cards import RANKS
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Mode, Phase, Role
from engine.journal import By, Header
from engine.request import Answer
from engine.simulate import play_game, seed_of
from engine.view import Observer, ask_view
from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table, karma_place

Seen = list[tuple[Mapping[str, Any], AskView, Answer]]


def header(mode: str, seats: int, number: int) -> Header:
    options = GAME.configure(seats, {"mode": mode})
    version, seed = GAME.rules_version, seed_of(81, number)
    return Header(game=GAME.id, rules_version=version, seats=seats, options=options, seed=seed)


class Witness(HeuristicBot):
    """Writes down what it saw, what it was asked and what it said."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        answer = super().choose(view, ask, dice)
        self.seen.append((view, ask, answer))
        return answer


def game(mode: str, seats: int, number: int) -> Seen:
    """Let bots play a whole game; fails if an answer is refused."""
    seen: Seen = []
    play_game(GAME, header(mode, seats, number), [Witness(seen) for _ in range(seats)])
    return seen


def choice(t: Table) -> str:
    """Return what the bot would answer now, to whatever dice."""
    assert t.asked is not None
    seat = t.asked[0]
    ask = ask_view(t.driver, seat)
    assert ask is not None
    chosen = {HeuristicBot().choose(t.view(seat), ask, Dice(f"{n}")) for n in range(8)}
    assert len(chosen) == 1, chosen
    return chosen.pop()[0]


def won(mode: str, seats: int, number: int) -> bool:
    """Let seat 0 play sensibly against players who do anything; say whether it wins."""
    driver = Driver(GAME, header(mode, seats, number))
    watchers = [Observer(driver, seat) for seat in range(seats)]
    bots = [GAME.bots["random" if seat else "heuristic"]() for seat in range(seats)]
    dice = [Dice(f"{number} {seat}") for seat in range(seats)]
    driver.start()
    while driver.status is Status.RUNNING:
        seat = next(s for s, p in driver.pending.items() if p.answer is None)
        watchers[seat].update()
        ask = watchers[seat].ask
        assert ask is not None
        answer = bots[seat].choose(watchers[seat].fold.plain(), ask, dice[seat])
        driver.answer(seat, ask.id, answer, by=By.BOT)
    assert driver.result is not None, driver.fault
    return 0 in driver.result.winners


@pytest.mark.parametrize(("mode", "seats"), [("coldwarm", 3), ("series", 3), ("karma", 3)])
def test_it_beats_players_who_do_anything(mode: str, seats: int) -> None:
    assert sum(won(mode, seats, number) for number in range(6)) >= 5


def test_it_plays_every_role() -> None:
    assert sum(won("identity", 4, number) for number in range(6)) >= 3


@pytest.mark.parametrize("mode", [mode.value for mode in Mode])
def test_somebody_wins_whole_games_of_bots_before_they_are_a_draw(mode: str) -> None:
    for seats in (2, 5):
        bots = [HeuristicBot() for _ in range(seats)]
        driver = play_game(GAME, header(mode, seats, 3), bots)
        assert driver.result is not None
        assert driver.result.winners


def test_the_same_view_ask_and_dice_give_the_same_answer() -> None:
    for view, ask, _ in game("karma", 3, 1)[:100]:
        one, two = (HeuristicBot().choose(view, ask, Dice("same")) for _ in range(2))
        assert one == two


@pytest.mark.rule("N81-4.1", "N81-4.11")
def test_its_mind_deck_suits_its_camp() -> None:
    for view, ask, answer in game("coldwarm", 4, 3):
        if ask.kind == "mind_deck":
            camp = view["seats"][view["you"]]["camp"]
            assert len(answer) == 13
            unwanted = {"cold": "3-lm_ember", "warm": "2-attack_cold"}[camp]
            assert unwanted not in answer


@pytest.mark.rule("N81-14.3")
def test_its_character_deck_has_the_most_health_there_is() -> None:
    seen = [(ask, answer) for _, ask, answer in game("karma", 4, 3) if ask.kind == "karma_deck"]
    assert len(seen) == 4
    for ask, deck in seen:
        karma: Any = ask.context["karma"]
        health: Any = ask.context["health"]
        total = abs(sum(karma[side] for side in deck))
        assert sum(health[side] for side in deck) // len(deck) - total == 6


@pytest.mark.rule("N81-8.4")
def test_it_attacks_the_frailest_enemy() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain"}, cold={P2: 1, P4: 4}))
    assert choice(t) == f"use:{t.card(P1, 'attack_plain')}:1"
    t.answer(P1, choice(t))
    assert choice(t) == str(P4)


@pytest.mark.rule("N81-11.7")
def test_it_leaves_its_own_camp_alone() -> None:
    t = Table(Position(seats=3, hands={P1: "attack_plain"}, warm={P3: 5}))
    t.answer(P1, choice(t))
    assert t.options() == (str(P2), str(P3))
    assert choice(t) == str(P2)


@pytest.mark.rule("N81-9.11.1", "N81-9.18.1")
@pytest.mark.parametrize("card", ["amplify", "treasure"])
def test_it_sharpens_before_it_strikes(card: str) -> None:
    t = Table(Position(hands={P1: f"attack_plain {card}"}, decks={P1: "3:punch 4:punch 5:punch"}))
    verb = "place" if card == "treasure" else "use"
    assert choice(t).startswith(f"{verb}:{t.card(P1, card)}")


@pytest.mark.rule("N81-10.1")
def test_it_does_not_break_its_mind_for_an_amplified_attack() -> None:
    t = Table(Position(hands={P1: "attack_plain amplify"}, decks={P1: "3:punch"}))
    assert choice(t) == f"use:{t.card(P1, 'attack_plain')}:1"


@pytest.mark.rule("N81-4.5")
@pytest.mark.parametrize(("count", "taken"), [(13, "2"), (4, "0")])
def test_at_the_draw_it_takes_from_a_thick_mind_deck_alone(count: int, taken: str) -> None:
    deck = " ".join(f"{rank}:punch" for rank in RANKS[:count])
    t = Table(Position(decks={P1: deck}, since=Phase.DRAW))
    assert choice(t) == taken


@pytest.mark.rule("N81-14.8")
def test_in_karma_mode_it_keeps_more_mind_cards() -> None:
    deck = "3:punch 4:punch 5:punch 6:punch 7:punch 8:punch 9:punch"
    t = Table(karma_place(decks={P1: deck}, since=Phase.DRAW))
    assert choice(t) == "0"


@pytest.mark.rule("N81-9.2.1", "N81-9.16.2")
def test_it_guards_and_rather_with_a_card_than_with_its_mind() -> None:
    t = Table(Position(hands={P1: "attack_plain", P2: "H7a"}, zones={P2: "CJa"}))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert choice(t) == "guard:H7a"


@pytest.mark.rule("N81-5.4")
def test_it_keeps_guards_and_throws_away_attacks_that_nobody_can_be_hit_with() -> None:
    t = Table(Position(hands={P1: "H7a H3a"}, caps={P1: 1}))
    t.answer(P1, "pass")
    assert t.asked == (P1, "discard")
    assert choice(t) == "H3a"


@pytest.mark.rule("N81-9.17.2")
@pytest.mark.parametrize(("seats", "saves"), [(3, True), (2, False)])
def test_it_saves_friends_and_not_enemies(seats: int, saves: bool) -> None:
    dying = P3 if saves else P2
    t = Table(
        Position(
            seats=seats,
            hands={P1: "M0-Q-energy_burst"},
            zones={P1: "miracle"},
            caps={dying: 1},
        )
    )
    t.answer(P1, "use:M0-Q-energy_burst:1")
    t.go(until=("w_dying",))
    assert t.asked == (P1, "w_dying")
    assert choice(t).startswith("miracle" if saves else "pass")


@pytest.mark.rule("N81-16.1")
def test_it_sniffs_at_the_hand_of_a_hurt_friend_and_at_the_mind_of_an_enemy() -> None:
    place = Position(seats=4, who={P1: "jin_haiming"}, hands={P2: "H7a", P4: "C2a"}, cold={P4: 2})
    t = Table(place)
    t.answer(P1, "skill:sniff")
    assert choice(t) == str(P4)
    t.answer(P1, P4)
    assert choice(t) == "hand"
    u = Table(place)
    u.answer(P1, "skill:sniff")
    u.answer(P1, P3)
    assert u.told("looked")[0]["place"] == "deck:2"


ROLES = (Role.LORD, Role.REBEL, Role.LOYALIST, Role.SPY)


def liking(role: Role, **place: Any) -> dict[int, float]:
    """Return how much harm to each living seat is welcome to the one of that role."""
    t = Table(Position(seats=4, mode=Mode.IDENTITY, roles=ROLES, **place))
    eyes = Eyes(t.view(ROLES.index(role)))
    return {seat: eyes.enmity(seat) for seat in eyes.others()}


@pytest.mark.rule("N81-13.4")
def test_it_guesses_roles_by_what_is_left() -> None:
    assert liking(Role.LORD) == pytest.approx({P2: 1 / 3, P3: 1 / 3, P4: 1 / 3})
    assert liking(Role.LOYALIST)[P1] == -1.0
    assert liking(Role.LOYALIST)[P2] == 1.0
    assert liking(Role.REBEL)[P1] == 1.0


@pytest.mark.rule("N81-13.4", "N81-13.3")
def test_a_spy_spares_the_lord_until_they_are_alone() -> None:
    assert liking(Role.SPY)[P1] < 0 < liking(Role.SPY)[P2]
    t = Table(
        Position(
            seats=4,
            mode=Mode.IDENTITY,
            roles=ROLES,
            hands={P1: "M0-Q-energy_burst"},
            caps={P2: 1, P3: 1},
        )
    )
    t.do("use:M0-Q-energy_burst:1")
    assert [t.alive(s) for s in range(4)] == [True, False, False, True]
    assert Eyes(t.view(P4)).enmity(P1) == 1.0
