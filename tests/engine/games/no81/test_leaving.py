"""Players who leave for good: dead with no killer, no rescue window and no flip (N81-8.9)."""

from __future__ import annotations

import pytest

from engine.driver import Driver, Status, replay
from engine.errors import Refusal, Refused
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Mode, Role
from engine.journal import By, Header
from engine.view import Observer
from tests.engine.games.no81.position import (
    COLD,
    P1,
    P2,
    P3,
    P4,
    WARM,
    Position,
    Table,
    karma_place,
)

MIRACLE = {P3: "miracle"}
_L, _O, _R, _S = Role.LORD, Role.LOYALIST, Role.REBEL, Role.SPY


def gone(t: Table, seat: int) -> bool:
    """Say whether a seat is out by having left, with no killer."""
    died = [e for e in t.told("died") if e["seat"] == seat]
    left = [e for e in t.told("left") if e["seat"] == seat]
    return not t.alive(seat) and len(left) == 1 and [e["killer"] for e in died] == [None]


@pytest.mark.rule("N81-8.9", "N81-8.8")
def test_who_leaves_while_another_plays_is_out_at_once() -> None:
    place = Position(seats=4, hands={P1: "attack_plain", P2: "guard guard"}, zones={P2: "punch"})
    t = Table(place)
    assert t.targets(f"use:{t.card(P1, 'attack_plain')}:1") == (str(P2), str(P4))
    u = Table(place)
    asked = u.driver.pending[P1].id
    u.leave(P2)
    assert gone(u, P2)
    assert u.asked == (P1, "play")
    assert u.driver.pending[P1].id == asked + 1
    assert u.hand(P2) + u.zone(P2) + u.deck(P2) == []
    assert u.targets(f"use:{u.card(P1, 'attack_plain')}:1") == (str(P3), str(P4))


@pytest.mark.rule("N81-8.9")
def test_who_waits_to_play_is_asked_anew_and_an_answer_to_the_old_question_is_late() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain"}))
    asked = t.driver.pending[P1].id
    t.leave(P4)
    with pytest.raises(Refused) as refused:
        t.driver.answer(P1, asked, ["pass"])
    assert refused.value.code == Refusal.STALE


@pytest.mark.rule("N81-8.9", "N81-5.8")
def test_an_acting_seat_that_leaves_ends_its_turn() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain guard"}))
    t.leave(P1)
    assert gone(t, P1)
    assert t.asked == (P2, "draw")


@pytest.mark.rule("N81-8.9", "N81-15.8")
def test_who_leaves_in_a_use_of_its_own_has_the_default_and_is_out_after_the_costs() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain"}))
    assert t.targets(f"use:{t.card(P1, 'attack_plain')}:1") == (str(P2), str(P4))
    t.leave(P1)
    assert gone(t, P1)
    assert t.asked == (P2, "w_guard")
    t.go()
    assert t.hp(P2) == (5, 5)


@pytest.mark.rule("N81-8.9", "N81-6.8")
def test_who_leaves_in_a_window_has_no_answer_and_is_out_after_the_effect() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain", P2: "guard"}))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    assert t.asked == (P2, "w_guard")
    t.leave(P2)
    assert len(t.told("damaged")) == 1
    assert gone(t, P2)
    assert t.asked == (P1, "play")


@pytest.mark.rule("N81-8.9", "N81-6.8")
def test_who_leaves_while_another_answers_is_out_after_the_effect_at_the_latest() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain", P2: "guard"}))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    t.leave(P3)
    assert t.alive(P3)
    assert t.asked == (P2, "w_guard")
    t.go((P2, "w_guard", f"guard:{t.card(P2, 'guard')}"))
    assert gone(t, P3)
    assert t.hp(P2) == (6, 6)


@pytest.mark.rule("N81-8.9", "N81-8.6")
def test_the_rescue_of_a_dying_player_who_leaves_is_broken_off() -> None:
    place = Position(seats=4, hands={P1: "attack_plain"}, caps={P2: 1}, zones=MIRACLE)
    t = Table(place)
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    t.answer(P2, "pass")
    assert t.asked == (P3, "w_dying")
    t.leave(P2)
    assert gone(t, P2)
    assert t.zone(P3) == ["miracle"]
    assert t.asked == (P1, "play")


@pytest.mark.rule("N81-8.9", "N81-8.6")
def test_nobody_is_asked_to_rescue_who_has_left_before_the_damage() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain"}, caps={P2: 1}, zones=MIRACLE))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    t.leave(P2)
    assert gone(t, P2)
    assert t.zone(P3) == ["miracle"]


@pytest.mark.rule("N81-8.9", "N81-8.6")
def test_another_who_leaves_during_a_rescue_is_passed_over_and_the_rescue_goes_on() -> None:
    zones = {P3: "miracle", P4: "miracle"}
    t = Table(Position(seats=4, hands={P1: "attack_plain"}, caps={P2: 1}, zones=zones))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    t.answer(P2, "pass")
    assert t.asked == (P3, "w_dying")
    t.leave(P3)
    assert t.asked == (P4, "w_dying")
    t.go((P4, "w_dying", f"miracle:{t.card(P4, 'miracle')}"))
    assert t.alive(P2)
    assert gone(t, P3)


@pytest.mark.rule("N81-8.9", "N81-11.6")
@pytest.mark.parametrize("asked", ["w_guard", "w_flip"])
def test_who_leaves_does_not_flip(asked: str) -> None:
    place = Position(
        seats=4,
        camps={P1: WARM, P3: WARM, P4: COLD},
        who={P2: "shen_yuan"},
        hands={P1: "attack_warm"},
        warm={P2: 5},
        cold={P2: 2},
    )
    t = Table(place)
    t.answer(P1, f"use:{t.card(P1, 'attack_warm')}:2")
    t.answer(P1, P2)
    t.go(until=(asked,))
    assert t.asked == (P2, asked)
    t.leave(P2)
    assert gone(t, P2)
    assert t.told("flipped") == []


@pytest.mark.rule("N81-8.9", "N81-13.3")
@pytest.mark.parametrize("late", [False, True])
def test_nobody_is_rewarded_for_a_rebel_who_leaves_and_its_role_is_shown(late: bool) -> None:
    place = Position(
        seats=4,
        mode=Mode.IDENTITY,
        roles=(_L, _R, _O, _S),
        hands={P1: "attack_plain"},
        black={P2: 5},
        zones=MIRACLE,
    )
    t = Table(place)
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    if late:
        t.answer(P2, "pass")
        assert t.asked == (P3, "w_dying")
    assert t.view(P4)["seats"][P2]["role"] is None
    t.leave(P2)
    assert gone(t, P2)
    assert t.hand(P1) == []
    assert t.view(P4)["seats"][P2]["role"] == "rebel"


@pytest.mark.rule("N81-8.9", "N81-13.4")
def test_a_lord_who_leaves_has_lost_at_once() -> None:
    t = Table(Position(seats=4, mode=Mode.IDENTITY, roles=(_L, _R, _O, _S)))
    t.leave(P1)
    assert t.winners == (P2,)


@pytest.mark.rule("N81-8.9", "N81-13.3")
def test_a_loyalist_who_leaves_costs_the_lord_nothing() -> None:
    roles = (_L, _R, _O, _S)
    t = Table(Position(seats=4, mode=Mode.IDENTITY, roles=roles, hands={P1: "guard"}))
    t.leave(P3)
    assert gone(t, P3)
    assert t.hand(P1) == ["guard"]
    assert t.winners is None


@pytest.mark.rule("N81-8.9", "N81-11.7", "N81-15.3")
def test_the_last_of_a_camp_who_leaves_ends_the_game() -> None:
    t = Table(Position(seats=3, hands={P1: "attack_plain"}))
    t.leave(P2)
    assert t.winners == (P1, P3)


@pytest.mark.rule("N81-8.9", "N81-12.4")
def test_a_team_wins_when_the_other_has_left() -> None:
    t = Table(Position(seats=3, mode=Mode.SERIES, sides=("a", "a", "b")))
    t.leave(P3)
    assert t.winners == (P1, P2)


@pytest.mark.rule("N81-8.9", "N81-14.8", "N81-14.9")
def test_in_karma_who_leaves_is_out_and_the_last_one_wins() -> None:
    t = Table(karma_place())
    t.leave(P2)
    assert gone(t, P2)
    assert t.winners is None
    t.leave(P1)
    assert t.winners == (P3,)


@pytest.mark.rule("N81-8.9")
def test_a_treasure_of_who_leaves_hurts_nobody() -> None:
    t = Table(Position(seats=4, zones={P2: "treasure"}))
    t.leave(P2)
    assert gone(t, P2)
    assert t.told("damaged") == []


@pytest.mark.rule("N81-8.9")
def test_the_dead_cannot_leave_any_more_and_nobody_leaves_twice() -> None:
    t = Table(Position(seats=4, hands={P1: "attack_plain"}, dead=(P4,)))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    before = (len(t.driver.journal.entries), repr(t.state))
    with pytest.raises(Refused) as refused:
        t.driver.leave(P4)
    assert refused.value.code == Refusal.STAYS
    assert (len(t.driver.journal.entries), repr(t.state)) == before
    t.driver.leave(P3)
    with pytest.raises(Refused):
        t.driver.leave(P3)


# --- from the set-up on ---------------------------------------------------------------------


def _begun(mode: Mode, seats: int = 5) -> Driver:
    options = GAME.configure(seats, {"mode": mode.value})
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=seats,
        options=options,
        seed=f"leaving {mode.value}".encode().ljust(32, b"."),
    )
    driver = Driver(GAME, header)
    driver.start()
    return driver


def _until(driver: Driver, kind: str) -> None:
    """Let everything be answered by default until somebody is asked for this."""
    while driver.status is Status.RUNNING and driver.waiting_kind != kind:
        seat = next(s for s, p in driver.pending.items() if p.answer is None)
        pending = driver.pending[seat]
        driver.answer(seat, pending.id, pending.ask.default, by=By.TIMEOUT)


@pytest.mark.rule("N81-8.9", "N81-4.4", "N81-6.12")
@pytest.mark.parametrize("mode", list(Mode))
def test_who_leaves_in_the_set_up_is_out_when_the_first_turn_would_begin(mode: Mode) -> None:
    driver = _begun(mode)
    _until(driver, "mind_deck")
    leaver = driver.waiting[0]
    driver.leave(leaver)
    assert leaver not in driver.pending
    assert leaver not in driver.waiting
    _until(driver, "play")
    kinds = [e.kind for e in driver.events]
    if mode is Mode.IDENTITY and leaver == driver.state.first:
        assert driver.status is Status.OVER
    else:
        assert kinds.index("left") < kinds.index("turn")
    assert not driver.state.players[leaver].alive
    again = replay(GAME, driver.journal)
    assert again.events == driver.events


@pytest.mark.rule("N81-8.9", "N81-15.6")
@pytest.mark.parametrize("mode", list(Mode))
def test_a_game_that_all_have_left_is_over(mode: Mode) -> None:
    driver = _begun(mode)
    for seat in range(5):
        driver.leave(seat)
    assert driver.status is Status.OVER
    assert replay(GAME, driver.journal).result == driver.result


@pytest.mark.rule("N81-8.9", "N81-20.1")
@pytest.mark.parametrize("mode", list(Mode))
def test_every_prefix_with_a_leaver_replays_and_every_view_is_the_same_again(mode: Mode) -> None:
    driver = _begun(mode, 4)
    _until(driver, "play")
    acting = driver.state.acting
    driver.leave(next(s for s in range(4) if s not in {acting, driver.state.first}))
    _until(driver, "w_guard")
    again = replay(GAME, driver.journal)
    for viewer in (-1, 0, 1, 2, 3):
        live, fresh = Observer(driver, viewer), Observer(again, viewer)
        live.update()
        fresh.update()
        assert live.events == fresh.events
        assert live.fold.plain() == fresh.fold.plain()
        assert live.ask == fresh.ask
