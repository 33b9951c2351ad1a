"""*Why*: what explains an act to a seat, from what that seat may know (FD-10.7, FD-16)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.future_diary.model import Standing
from engine.games.future_diary.terms import Code, Mode, NoChange, Role, WhyCode
from engine.games.future_diary.why import why
from tests.engine.games.future_diary.read_acts import sample, texts
from tests.engine.games.future_diary.reading import because, order
from tests.engine.games.future_diary.table import (
    Played,
    ally,
    breaking,
    disguise,
    flee,
    forced,
    hit,
    kill,
    play,
    probe,
    sheet,
    table,
    use,
)


def line(played: Played, seat: int, code: WhyCode) -> dict[str, Any]:
    """Return the only line of that code, without the code."""
    (found,) = (one for one in because(played, seat) if one["code"] == code)
    return {name: value for name, value in found.items() if name != "code"}


def codes(played: Played, seat: int) -> list[Any]:
    return [one["code"] for one in because(played, seat)]


@pytest.mark.rule("FD-7.5", "FD-7.11")
def test_it_says_whose_hand_the_final_action_was_and_of_a_control_no_more() -> None:
    world = table(act=2, P5="twelfth", P12="fifth", change={9: {"forced": 2}, 10: {"silenced": 2}})
    orders = {
        4: sheet(probe(1)), 5: sheet(hypnosis=forced(4, "flee")),
        6: sheet(probe(1), diary=use()), 11: sheet(flee()),
    }  # fmt: skip
    played = play(world, sheets=orders, changes={6: disguise()})
    assert line(played, 4, WhyCode.CONTROLLED) == {
        "order": order("flee"), "before": order("probe", 1)
    }  # fmt: skip
    assert line(played, 6, WhyCode.CHANGED) == {
        "order": order("disguise"), "before": order("probe", 1)
    }  # fmt: skip
    assert line(played, 9, WhyCode.FORCED) == {"order": order("disguise")}
    assert line(played, 10, WhyCode.SILENCED) == {"order": order("none")}
    assert line(played, 11, WhyCode.CARRIED) == {"order": order("flee")}


@pytest.mark.rule("FD-7.11", "FD-16")
def test_a_control_that_does_what_a_penalty_does_is_hidden_behind_it() -> None:
    """The notice is the same for both, so nothing else may tell that there was a control, too."""
    bound = {4: {"forced": 2}, 6: {"silenced": 2}}
    world = table(act=2, P5="twelfth", P12="fifth", change=bound)
    for seat, kind, code in ((4, "disguise", "forced"), (6, "none", "silenced")):
        free = because(play(world, sheets={}), seat)
        orders = {5: sheet(hypnosis=forced(seat, kind))}
        assert because(play(world, sheets=orders), seat) == free
        assert free[0]["code"] == code


@pytest.mark.rule("FD-12.8.1")
def test_the_resting_half_reads_that_it_rested() -> None:
    played = play(table(act=1))
    assert codes(played, 7) == ["rested", "no_change"]
    assert line(played, 7, WhyCode.NO_CHANGE) == {"reason": NoChange.RESTING}


@pytest.mark.rule("FD-7.10")
def test_a_control_that_replaced_a_proposal_or_a_break_explains_its_lapse() -> None:
    world = table(P5="twelfth", P12="fifth", know={(4, 9)}, allied={(6, 1)})
    orders = {4: sheet(ally(9)), 5: sheet(hypnosis=forced(4, "probe", 7))}
    assert line(play(world, sheets=orders), 4, WhyCode.PROPOSAL_LAPSED) == {"seat": 9}
    orders = {6: sheet(breaking()), 5: sheet(hypnosis=forced(6, "none"))}
    around = table(P5="twelfth", P12="fifth", allied={(6, 1)})
    assert WhyCode.BREAK_LAPSED in codes(play(around, sheets=orders), 6)


@pytest.mark.rule("FD-10.7", "FD-16")
def test_no_reason_of_a_failed_kill_is_given_except_as_the_murder_diary_foretold_it() -> None:
    secrets = {*Code} - {Code.DEAD, Code.CONTROLLED}
    for act in sample():
        for seat, lines in why(act.closed).items():
            third = act.closed.world.seats[seat].role is Role.THIRD
            for one in lines:
                foretold = third and one["code"] == WhyCode.KILL_FORETOLD
                assert foretold or not secrets & {*texts(one)}


@pytest.mark.rule("FD-10.7")
def test_a_failed_kill_reads_the_same_whatever_stopped_it() -> None:
    fled = play(table(know={(4, 6)}), P4=sheet(kill(6)), P6=sheet(flee()))
    absorbed = play(table(P6="twelfth", P12="sixth", know={(4, 6)}), P4=sheet(kill(6)))
    mercy = play(table(P6="eighth", P8="sixth", know={(4, 6)}), P4=sheet(kill(6)))
    assert because(fled, 4) == because(absorbed, 4) == because(mercy, 4)
    assert line(fled, 4, WhyCode.KILL_UNTOLD) == {"target": 6, "night": False}


@pytest.mark.rule("FD-6.10", "FD-6.11")
def test_3rd_reads_again_what_its_diary_had_foretold() -> None:
    orders = {3: sheet(kill(6), diary=use()), 6: sheet(diary=use())}
    played = play(table(), sheets=orders, changes={6: flee()})
    assert line(played, 3, WhyCode.KILL_FORETOLD) == {
        "target": 6, "night": False, "reason": None
    }  # fmt: skip
    assert line(played, 3, WhyCode.KILL_UNTOLD) == {"target": 6, "night": False}
    unread = play(table(), P3=sheet(kill(6)))
    assert WhyCode.KILL_FORETOLD not in codes(unread, 3)


@pytest.mark.rule("FD-4.5", "FD-4.8", "FD-4.10")
def test_probe_disguise_and_flight_explain_themselves() -> None:
    world = table(know={(6, 4), (4, 6)}, change={9: {"charge": False}}, P11="twelfth", P12="murmur",
                  P13="eleventh", P10="sixth", P6="tenth")  # fmt: skip
    orders = {
        4: sheet(kill(6)), 6: sheet(disguise()), 3: sheet(probe(6)), 5: sheet(probe(3)),
        1: sheet(flee()), 8: sheet(disguise()),
    }  # fmt: skip
    played = play(world, sheets=orders)
    assert line(played, 6, WhyCode.DISGUISE_STRUCK) == {"seats": (4,)}
    assert WhyCode.DISGUISE_QUIET in codes(played, 8)
    assert line(played, 3, WhyCode.PROBE_FOUND) == {"seat": 6, "role": "tenth"}
    assert line(played, 5, WhyCode.PROBE_EMPTY) == {"seat": 3}
    assert WhyCode.FLED in codes(played, 1)
    hypnotised = play(
        table(P8="twelfth", P12="eighth", change={9: {"charge": False}}),
        P8=sheet(hypnosis=forced(9, "flee")),
    )
    assert WhyCode.FLEE_EMPTY in codes(hypnotised, 9)


@pytest.mark.rule("FD-8.3", "FD-8.5", "FD-8.6", "FD-12.8.5", "FD-12.9.4")
def test_an_alliance_says_how_it_came_about() -> None:
    world = table(know={(4, 9), (6, 1)}, fl={8, 10})
    orders = {
        4: sheet(ally(9)), 6: sheet(ally(1)), 8: sheet(diary=use(10, mode=Mode.UNION)),
        7: sheet(heart_link=5), 15: sheet(heart_link=5),
    }  # fmt: skip
    played = play(world, sheets=orders, answers={9: 4, 1: None})
    how = {n: line(played, n, WhyCode.ALLIED)["how"] for n in (4, 9, 6, 1, 8, 10, 7, 15, 5)}
    assert how == {
        4: "own", 9: "accepted", 6: "own", 1: "cowardice", 8: "own", 10: "taken",
        7: "own", 15: "own", 5: "taken",
    }  # fmt: skip


@pytest.mark.rule("FD-8.3", "FD-8.5")
def test_a_refusal_and_a_yes_in_vain_do_not_say_more_than_that() -> None:
    world = table(know={(4, 9), (9, 6), (6, 9)})
    orders = {4: sheet(ally(9)), 6: sheet(ally(9)), 9: sheet(ally(6))}
    played = play(world, sheets=orders, answers={9: 4})
    assert line(played, 4, WhyCode.REFUSED) == {"seat": 9}
    assert line(played, 9, WhyCode.YES_IN_VAIN) == {"seat": 4}


@pytest.mark.rule("FD-8.10", "FD-8.11", "FD-13.1")
def test_the_end_of_an_alliance_is_explained_as_far_as_one_can_see() -> None:
    broken = play(table(allied={(4, 6)}), P4=sheet(breaking()))
    assert line(broken, 4, WhyCode.ENDED) == {"seats": (6,), "how": "broken"}
    assert line(broken, 6, WhyCode.ENDED) == {"seats": (4,), "how": "untold"}
    fallen = play(table(allied={(4, 6)}), P3=sheet(kill(6)))
    assert line(fallen, 4, WhyCode.ENDED)["how"] == "death"
    world = table(allied={(1, 6)}, know={(2, 1)})
    chosen = play(world, P1=sheet(probe(9)), P2=sheet(kill(1, blacken="probe")))
    assert line(chosen, 1, WhyCode.ENDED)["how"] == "chose_her"
    assert line(chosen, 6, WhyCode.ENDED)["how"] == "untold"
    assert line(chosen, 1, WhyCode.NIGHT_RIGHT) == {"how": "chose_her"}
    assert line(chosen, 1, WhyCode.PROMPTED) == {"prompt": "trigger1", "answered": False}


@pytest.mark.rule("FD-7.2")
def test_whoever_could_change_reads_when_and_all_others_why_not() -> None:
    orders = {1: sheet(diary=use(3)), 2: sheet(diary=use()), 3: sheet(), 6: sheet(diary=use())}
    played = play(table(), sheets=orders, changes={1: flee()})
    assert line(played, 1, WhyCode.MAY_CHANGE) == {"waves": (1,), "made": True}
    assert line(played, 2, WhyCode.MAY_CHANGE) == {"waves": (1, 2), "made": False}
    assert line(played, 6, WhyCode.MAY_CHANGE)["waves"] == (2,)
    assert line(played, 3, WhyCode.NO_CHANGE) == {"reason": NoChange.NOT_USED}


@pytest.mark.rule("FD-12.10.3", "FD-10.4", "FD-16")
def test_9th_reads_why_it_lives() -> None:
    played = play(table(), P3=sheet(kill(9)), said={9: Standing()})
    assert line(played, 9, WhyCode.AVERTED) == {"layer": "half_god"}
    assert line(played, 9, WhyCode.NIGHT_RIGHT) == {"how": "half_god"}
    assert all(one["answered"] for one in because(played, 9) if one["code"] == WhyCode.PROMPTED)


@pytest.mark.rule("FD-12.6.3", "FD-4.11", "FD-12.12.2")
def test_a_borne_death_a_charge_and_a_law_let_go_are_explained() -> None:
    world = table(know={(5, 8)}, fl={3})
    orders = {5: sheet(black_heart=8), 3: sheet(kill(5)), 11: sheet(law=4)}
    played = play(world, sheets=orders)
    assert line(played, 5, WhyCode.BORNE) == {"seat": 8}
    assert WhyCode.LAW_LET_GO in codes(played, 11)
    night = play(world, P3=sheet(flee(), night=hit(6)))
    assert {WhyCode.FLED, WhyCode.CHARGE_BACK, WhyCode.KILL_DIED} <= {*codes(night, 3)}


@pytest.mark.rule("FD-16.2", "FD-16")
def test_every_living_seat_gets_its_why_and_no_dead_one() -> None:
    for act in sample():
        lines = why(act.closed)
        assert set(lines) == set(act.closed.world.living)
        assert all(lines.values())
