"""Each line of a private block, who reads it, and who does not (FD-10.6, FD-16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.future_diary.model import Liberation, Standing
from engine.games.future_diary.notices import items
from engine.games.future_diary.terms import Mode, NoticeCode, Role
from tests.engine.games.future_diary.read_acts import sample
from tests.engine.games.future_diary.reading import order, told
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

NOTHING = [{"code": "nothing"}]


def codes(played: Played, seat: int) -> list[Any]:
    return [item["code"] for item in told(played, seat)]


def readers(played: Played, code: NoticeCode) -> list[int]:
    return [n for n in played.world.living if code in codes(played, n)]


@pytest.mark.rule("FD-16.2", "FD-10.6")
def test_every_living_seat_gets_one_block_which_is_never_empty() -> None:
    for act in sample():
        told = items(act.closed)
        dying_tenth = {n for n in act.closed.deaths if act.closed.world.seats[n].role is Role.TENTH}
        assert set(act.closed.world.living) <= set(told) <= {
            *act.closed.world.living, *dying_tenth,
        }  # fmt: skip
        assert all(told.values())
    played = play(table())
    assert [told_ for told_ in items(played.closed).values() if list(told_) != NOTHING] == []


@pytest.mark.rule("FD-7.11", "FD-16")
def test_a_forced_action_is_told_to_its_seat_without_an_author() -> None:
    world = table(act=2, P5="twelfth", P12="fifth", change={9: {"forced": 2}, 10: {"silenced": 2}})
    played = play(world, P5=sheet(hypnosis=forced(4, "kill", 3)), P4=sheet(probe(1)))
    assert told(played, 4)[0] == {"code": "not_by_own_hand", "order": order("kill", 3)}
    assert told(played, 9) == [{"code": "not_by_own_hand", "order": order("disguise")}]
    assert told(played, 10) == [{"code": "not_by_own_hand", "order": order("none")}]
    assert told(played, 5) == NOTHING


@pytest.mark.rule("FD-8.3", "FD-8.7", "FD-16")
def test_an_alliance_is_told_to_both_and_a_refusal_reads_like_any_other() -> None:
    world = table(know={(4, 9), (6, 10), (3, 10), (1, 3)}, allied={(10, 5)})
    orders = {4: sheet(ally(9)), 6: sheet(ally(10)), 3: sheet(ally(11)), 1: sheet(ally(3))}
    played = play(world, sheets=orders, answers={9: 4, 11: None})
    assert told(played, 4) == [{"code": "allied", "seats": (9,)}]
    assert told(played, 9) == [{"code": "allied", "seats": (4,)}]
    assert told(played, 6) == [{"code": "no_alliance", "seat": 10}]
    assert told(played, 3) == [{"code": "no_alliance", "seat": 11}]
    assert told(played, 10) == told(played, 11) == NOTHING


@pytest.mark.rule("FD-8.10", "FD-8.11", "FD-10.6")
def test_the_end_of_an_alliance_is_told_to_both_whatever_ended_it() -> None:
    world = table(allied={(4, 6), (7, 1)}, know={(3, 1)})
    broken = play(world, P4=sheet(breaking()))
    assert told(broken, 4) == [{"code": "alliance_ended", "seats": (6,)}]
    assert told(broken, 6) == [{"code": "alliance_ended", "seats": (4,)}]
    fallen = play(table(allied={(15, 6)}), P3=sheet(kill(6)))
    for half in (7, 15):
        assert told(fallen, half) == [{"code": "alliance_ended", "seats": (6,)}]


@pytest.mark.rule("FD-12.8.5", "FD-16")
def test_a_heart_link_in_vain_is_told_to_the_halves_and_one_that_holds_to_all_three() -> None:
    vain = play(table(), P7=sheet(heart_link=4), P15=sheet(heart_link=5))
    assert readers(vain, NoticeCode.HEART_LINK_NOTHING) == [7, 15]
    made = play(table(), P7=sheet(heart_link=4), P15=sheet(heart_link=4))
    assert told(made, 4) == [{"code": "allied", "seats": (7, 15)}]
    assert told(made, 7) == told(made, 15) == [{"code": "allied", "seats": (4,)}]


@pytest.mark.rule("FD-12.9.4", "FD-16")
def test_a_union_in_vain_is_told_to_8th_alone() -> None:
    played = play(table(fl={8}), P8=sheet(diary=use(4, mode=Mode.UNION)))
    assert told(played, 8) == [{"code": "union_nothing"}]
    assert told(played, 4) == NOTHING


@pytest.mark.rule("FD-10.7", "FD-16")
def test_killers_read_only_who_died() -> None:
    """FD-S65, FD-S66: both killers of one victim read the same, whoever's kill it was."""
    world = table(fl={3}, know={(4, 12), (3, 12)})
    orders = {
        3: sheet(kill(12), night=hit(9, "first")), 4: sheet(kill(12)), 9: sheet(flee()),
    }  # fmt: skip
    played = play(world, sheets=orders)
    died = {"code": "kill_result", "target": 12, "died": True}
    assert told(played, 3) == [died, {"code": "kill_result", "target": 9, "died": False}]
    assert [item for item in told(played, 4) if item["code"] == "kill_result"] == [died]


@pytest.mark.rule("FD-10.7", "FD-16")
def test_a_kill_that_was_not_even_tried_reads_like_one_that_failed() -> None:
    world = table(know={(2, 4), (4, 6)}, allied={(13, 1)})
    void = play(world, P4=sheet(kill(6)), P2=sheet(kill(4, blacken="kill")), P9=sheet())
    assert void.code(4, 6).value == "void"
    failed = play(table(know={(4, 6)}), P4=sheet(kill(6)), P6=sheet(flee()))
    assert told(failed, 4) == [{"code": "kill_result", "target": 6, "died": False}]


@pytest.mark.rule("FD-4.8", "FD-16")
def test_the_disguised_reads_whom_it_struck_and_the_struck_nothing_of_it() -> None:
    world = table(know={(6, 4), (4, 6)})
    played = play(world, P6=sheet(disguise()), P4=sheet(kill(6)))
    assert told(played, 6) == [{"code": "countered", "seat": 4}]
    fled = play(table(fl={3}, know={(6, 3)}), P6=sheet(disguise()), P3=sheet(flee(), night=hit(6)))
    assert told(fled, 6) == [{"code": "countered", "seat": 3}]
    assert codes(fled, 3) == ["flee_spent", "kill_result"]


@pytest.mark.rule("FD-4.10", "FD-4.11", "FD-16")
def test_a_charge_spent_and_one_that_comes_back_are_told() -> None:
    world = table(fl={3})
    orders = {3: sheet(flee(), night=hit(6)), 4: sheet(flee())}
    played = play(world, sheets=orders)
    assert codes(played, 3) == ["flee_spent", "charge_back", "kill_result"]
    assert told(played, 4) == [{"code": "flee_spent"}]


@pytest.mark.rule("FD-12.10.1", "FD-16")
def test_9th_reads_that_it_was_a_target_until_half_god_is_spent() -> None:
    orders = {3: sheet(kill(9)), 9: sheet(flee()), 6: sheet(probe(9))}
    assert told(play(table(), sheets=orders), 9) == [{"code": "flee_spent"}, {"code": "was_target"}]
    spent = table(change={9: {"spent": frozenset({"half_god"})}})
    assert told(play(spent, sheets=orders), 9) == [{"code": "flee_spent"}]
    saved = play(table(), P3=sheet(kill(9)))
    assert codes(saved, 9) == ["averted", "night_right"]
    assert told(saved, 9)[0]["layer"] == "half_god"


@pytest.mark.rule("FD-12.3.4", "FD-16")
def test_2nd_reads_roles_of_its_attackers_and_one_seat_in_the_game() -> None:
    world = table(know={(4, 2), (10, 2)})
    orders = {10: sheet(kill(2)), 4: sheet(kill(2)), 3: sheet(kill(2)), 2: sheet(flee())}
    played = play(world, sheets=orders)
    assert told(played, 2)[1:4] == [
        {"code": "attacked", "role": "third", "seat": 3},
        {"code": "attacked", "role": "fourth", "seat": None},
        {"code": "attacked", "role": "tenth", "seat": None},
    ]


@pytest.mark.rule("FD-16", "FD-9.8")
@pytest.mark.parametrize(("seat", "layer"), [(2, "control"), (12, "double")])
def test_a_one_shot_that_was_used_is_told_to_its_owner_and_not_to_the_killer(
    seat: int, layer: str
) -> None:
    played = play(table(), P3=sheet(kill(seat)))
    assert {"code": "averted", "layer": layer} in told(played, seat)
    assert told(played, 3) == [{"code": "kill_result", "target": seat, "died": False}]


@pytest.mark.rule("FD-16", "FD-12.9.3", "FD-12.2.2", "FD-12.14.3")
def test_mercy_dependence_and_the_detectives_guard_are_told_to_nobody() -> None:
    mercy = play(table(), P3=sheet(kill(8)))
    assert mercy.effects(8)[0][2].value == "mercy"
    assert told(mercy, 8) == NOTHING
    dependence = play(table(allied={(1, 6)}), P3=sheet(kill(1)))
    assert told(dependence, 1) == told(dependence, 6) == NOTHING
    world = table(change={14: {"proof": 1}}, act=3)
    guarded = play(world, P14=sheet(diary=use(3, kind="kill")), P3=sheet(kill(14)))
    assert codes(guarded, 14) == ["detective"]


@pytest.mark.rule("FD-12.6.3", "FD-16")
def test_5th_reads_who_bore_its_death_and_the_bearer_nothing() -> None:
    played = play(table(know={(5, 8)}), P5=sheet(black_heart=8), P3=sheet(kill(5)))
    assert told(played, 5) == [{"code": "borne", "seat": 8}]
    assert played.dead == (8,)
    double = play(table(know={(5, 12)}), P5=sheet(black_heart=12), P3=sheet(kill(5)))
    assert told(double, 12) == [{"code": "averted", "layer": "double"}]


@pytest.mark.rule("FD-12.11.2", "FD-16")
def test_awakening_reaches_the_recipients_and_10th_dies_knowing() -> None:
    world = table(know={(13, 10)})
    orders = {3: sheet(kill(10)), 13: sheet(kill(10), servant="sixth")}
    played = play(world, sheets=orders, said={10: Standing(awakening=(1, 4))})
    line = {"code": "awakened", "seats": (3, 13), "roles": ("third", "sixth")}
    assert told(played, 1) == told(played, 4) == [line]
    assert [dict(item) for item in items(played.closed)[10]] == [line]
    gambled = play(table(know={(14, 10)}), P14=sheet(gamble=10))
    assert gambled.dead == (10,)
    assert 10 not in items(gambled.closed)


@pytest.mark.rule("FD-13.2", "FD-16")
def test_akises_will_reaches_1st_alone() -> None:
    world = table(know={(14, 2), (14, 4)})
    played = play(world, P3=sheet(kill(14)))
    will = {"code": "will", "seats": (2, 4), "roles": ("second", "fourth")}
    assert told(played, 1) == [will]
    assert readers(played, NoticeCode.WILL) == [1]
    assert told(play(table(), P3=sheet(kill(14))), 1) == NOTHING


@pytest.mark.rule("FD-13.1", "FD-16")
def test_trigger_1_is_told_to_the_two_and_its_end_of_alliance_to_the_former_ally() -> None:
    world = table(allied={(1, 6)}, know={(2, 1)})
    played = play(world, P1=sheet(probe(9)), P2=sheet(kill(1, blacken="probe")))
    assert played.dead == ()
    assert told(played, 6) == [{"code": "alliance_ended", "seats": (1,)}]
    assert codes(played, 1) == ["probed", "alliance_ended", "chose_her", "night_right"]
    assert {"code": "chose_her", "seat": 1} in told(played, 2)


@pytest.mark.rule("FD-12.1.5", "FD-12.9.1", "FD-16")
def test_gifts_are_told_to_their_holder_without_their_origin() -> None:
    world = table(allied={(8, 1), (13, 6)}, act=2)
    given = play(world, P8=sheet(diary=use(1, mode=Mode.A)))
    assert told(given, 1) == [{"code": "gift", "token": "extra_pick"}]
    assert told(given, 8) == NOTHING
    again = play(world, P8=sheet(diary=use(4, mode=Mode.C)))
    assert told(again, 4) == [{"code": "gift", "token": "repeat"}]
    freed = play(world, P13=sheet(liberation=Liberation(option="b", seat=11)))
    assert told(freed, 11) == [{"code": "gift", "token": "freedom"}]


@pytest.mark.rule("FD-12.12.2", "FD-S50")
def test_11th_reads_that_law_was_let_go() -> None:
    assert told(play(table(), P11=sheet(law=4)), 11) == [{"code": "law_let_go"}]
    made = play(table(), P11=sheet(law=4), law=forced(6, "flee"))
    assert told(made, 11) == NOTHING


_READERS: Mapping[NoticeCode, set[Role]] = {
    NoticeCode.TRUTH: {Role.AKISE},
    NoticeCode.FAITH: {Role.SIXTH},
    NoticeCode.GODS_VIEW: {Role.MURMUR},
    NoticeCode.WAS_TARGET: {Role.NINTH},
    NoticeCode.ATTACKED: {Role.SECOND},
    NoticeCode.AVERTED: {Role.SECOND, Role.NINTH, Role.TWELFTH},
    NoticeCode.BORNE: {Role.FIFTH},
    NoticeCode.WILL: {Role.FIRST},
    NoticeCode.CHOSE_HER: {Role.FIRST, Role.SECOND},
    NoticeCode.HEART_LINK_NOTHING: {Role.SEVENTH},
    NoticeCode.UNION_NOTHING: {Role.EIGHTH},
    NoticeCode.PROOF: {Role.AKISE},
    NoticeCode.LAW_LET_GO: {Role.ELEVENTH},
    NoticeCode.NIGHT_RIGHT: {Role.FIRST, Role.NINTH},
}


@pytest.mark.rule("FD-16")
def test_lines_that_belong_to_a_role_are_read_by_nobody_else() -> None:
    seen = set()
    for act in sample():
        for seat, lines in items(act.closed).items():
            for line in lines:
                code = NoticeCode(str(line["code"]))
                seen.add(code)
                assert act.closed.world.seats[seat].role in _READERS.get(code, set(Role))
    assert len(seen) > 20, "the sample shows too little"
