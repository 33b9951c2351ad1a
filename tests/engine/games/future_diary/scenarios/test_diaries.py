"""Scenarios FD-S24 to FD-S43, FD-S63, FD-S81: masks, diaries, change (rules pages 18.2, 18.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.future_diary.diaries.justice import hunted
from engine.games.future_diary.information import finals_before
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Cover, Day, Final, Frame, Record, Seat
from engine.games.future_diary.terms import Code, Kind, Mode, Via
from tests.engine.games.future_diary.reading import foresight, order, report, told
from tests.engine.games.future_diary.table import (
    ally,
    disguise,
    flee,
    forced,
    hit,
    kill,
    none,
    play,
    probe,
    sheet,
    table,
    use,
)

NOTHING = [{"code": "nothing"}]


@pytest.mark.rule("FD-S24", "FD-12.1.2", "FD-5.2")
def test_a_mask_fools_the_probe_and_the_link_stays_good_under_the_next_mask() -> None:
    first = play(table(act=2), P13=sheet(disguise(), servant="fourth"), P6=sheet(probe(13)))
    assert first.known(6) == {13: "fourth"}
    second = play(first.next(), P13=sheet(servant="sixth"), P6=sheet(kill(13)))
    assert second.code(6, 13) is Code.LANDED
    assert second.known(6) == {13: "fourth"}


@pytest.mark.rule("FD-S25", "FD-12.1.2", "FD-12.6.4", "FD-11.2")
@pytest.mark.parametrize(
    ("guesses", "code"),
    [(("murmur", "ninth"), Code.WRONG_GUESS), (("ninth", "tenth"), Code.LANDED)],
)
def test_night_guesses_are_judged_by_the_mask(guesses: tuple[str, str], code: Code) -> None:
    world = table(fl={5}, act=2)
    played = play(world, P13=sheet(servant="tenth"), P5=sheet(night=hit(13, *guesses)))
    assert played.code(5, 13, night=True) is code
    # A prediction is judged by the same shown role.
    assert played.world.seats[13].shown_role == "tenth"


@pytest.mark.rule("FD-S27", "FD-5.6")
def test_a_probe_finds_one_half_and_links_that_half_only() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3)
    played = play(world, P6=sheet(probe(11)), P11=sheet(disguise()))
    assert played.known(6) == {11: "seventh/woman"}
    assert played.world.knows(6, 11)
    assert not played.world.knows(6, 10)


@pytest.mark.rule("FD-S28", "FD-6.5", "FD-6.8")
def test_a_first_wave_report_says_what_was_submitted_whatever_is_changed_later() -> None:
    orders = {
        1: sheet(diary=use(4, 7, 9)),
        4: sheet(probe(7), diary=use(mode=Mode.SWEEP)),
    }
    lines = report(table(), 1, sheets=orders)
    assert lines[0] == {
        "code": "actions", "seat": 4, "day": order("probe", 7), "night": order("none"),
        "used": True,
    }  # fmt: skip
    assert report(table(), 1, changes={4: flee()}, sheets=orders) == lines


@pytest.mark.rule("FD-S30", "FD-3.4", "FD-6.9")
def test_the_second_wave_reads_changes_and_hypnosis_and_opens_the_second_window() -> None:
    world = table(P7="ninth", P8="twelfth", P9="eighth", P12="seventh/man")
    orders = {
        6: sheet(diary=use()),
        5: sheet(probe(1), diary=use(1)),
        8: sheet(hypnosis=forced(7, "none")),
        7: sheet(probe(2)),
    }
    assert report(world, 6, 2, changes={5: flee()}, sheets=orders)[1] == {
        "code": "final", "seat": 7, "final": order("none"), "used": False,
    }  # fmt: skip
    assert foresight(world, 2, changes={5: flee()}, sheets=orders)[6].change
    assert not foresight(world, 1, sheets=orders)[6].change


@pytest.mark.rule("FD-S30", "FD-6.9")
def test_a_neighbour_that_changed_is_read_as_it_now_stands() -> None:
    world = table(P5="fourth", P4="fifth")
    orders = {6: sheet(diary=use()), 5: sheet(probe(1), diary=use(mode=Mode.SWEEP))}
    assert report(world, 6, 2, changes={5: flee()}, sheets=orders)[0] == {
        "code": "final", "seat": 5, "final": order("flee"), "used": True,
    }  # fmt: skip


@pytest.mark.rule("FD-S31", "FD-6.9", "FD-6.11")
def test_two_second_wave_diaries_side_by_side_read_each_other_before_they_change() -> None:
    world = table(P7="ninth", P9="seventh/man")
    orders = {6: sheet(diary=use()), 7: sheet(diary=use())}
    assert report(world, 6, 2, sheets=orders)[1] == {
        "code": "final", "seat": 7, "final": order("none"), "used": True,
    }  # fmt: skip
    played = play(world, changes={7: flee()}, sheets=orders)
    assert played.outcome.finals[7].kind is Kind.FLEE


@pytest.mark.rule("FD-S32", "FD-6.6", "FD-6.7", "FD-12.6.2", "FD-12.1.1")
def test_kills_of_5th_are_in_no_diary_but_gods_view_sees_them() -> None:
    world = table(know={(5, 9)})
    orders = {
        5: sheet(kill(9)),
        9: sheet(diary=use()),
        4: sheet(diary=use(mode=Mode.SWEEP)),
        1: sheet(diary=use(5)),
        13: sheet(gods_view=5),
    }
    assert report(world, 9, 2, sheets=orders) == NOTHING
    assert report(world, 4, sheets=orders) == NOTHING
    assert report(world, 1, sheets=orders)[0]["day"] == order("none")
    played = play(world, sheets=orders)
    assert told(played, 13) == [
        {"code": "gods_view", "seat": 5, "order": order("kill", 9), "used": False}
    ]


@pytest.mark.rule("FD-S33", "FD-12.6.2", "FD-12.14.2", "FD-6.6")
@pytest.mark.parametrize(("kind", "right"), [("probe", False), ("flee", True)])
def test_a_fake_fools_diaries_and_not_truth(kind: str, right: bool) -> None:
    world = table()
    orders = {
        5: sheet(Day(kind=Kind.FLEE, fake=Cover(kind=Kind.PROBE, target=1))),
        14: sheet(truth=(5, Kind(kind))),
        1: sheet(diary=use(5)),
    }
    assert report(world, 1, sheets=orders)[0]["day"] == order("probe", 1)
    played = play(world, sheets=orders)
    assert told(played, 14) == [{"code": "truth", "seat": 5, "kind": kind, "right": right}]
    assert played.known(14) == ({5: "fifth"} if right else {})


def _framed(target: int, seat: int, cover: Cover) -> Day:
    return replace(kill(target), frame=Frame(seat=seat, cover=cover))


@pytest.mark.rule("FD-S34", "FD-6.6", "FD-12.5.4", "FD-12.13.1")
def test_a_framed_kill_is_anothers_in_every_diary_and_4ths_own_for_the_counter() -> None:
    world = table(know={(4, 9), (9, 4)})
    orders = {
        4: sheet(_framed(9, 3, Cover(kind=Kind.PROBE, target=1))),
        3: sheet(probe(8)),
        9: sheet(diary=use()),
        1: sheet(diary=use(4, 3)),
        12: sheet(diary=use(9, mode=Mode.SEARCH)),
    }
    by_3 = {"code": "against", "seat": 3, "night": False, "kind": "kill"}
    assert report(world, 9, 2, sheets=orders) == [by_3 | {"final": False}, by_3 | {"final": True}]
    mine, thirds = report(world, 1, sheets=orders)
    assert mine["day"] == order("probe", 1)
    assert thirds["day"] == order("probe", 8)
    assert report(world, 12, sheets=orders) == [{"code": "hunted", "pick": 9, "seat": 3}]
    locked = lock(world, orders)
    assert hunted(locked) == 3
    played = play(world, changes={9: disguise()}, sheets=orders)
    assert played.code(4, 9) is Code.COUNTERED
    assert played.world.seats[12].trail == 3


@pytest.mark.rule("FD-S35", "FD-6.10", "FD-7.1")
def test_the_murder_diary_names_the_reason_and_a_change_replaces_the_kill() -> None:
    world = table()
    orders = {3: sheet(kill(8), diary=use())}
    assert report(world, 3, sheets=orders) == [
        {"code": "kill", "target": 8, "night": False, "success": False, "reason": "mercy"}
    ]
    assert foresight(world, sheets=orders)[3].change
    played = play(world, changes={3: kill(5)}, sheets=orders)
    assert {(blow.author, blow.target) for blow in played.outcome.blows} == {(3, 5)}


@pytest.mark.rule("FD-S36", "FD-6.10", "FD-6.11")
def test_a_projected_success_can_still_be_fled() -> None:
    world = table()
    orders = {3: sheet(kill(6), diary=use()), 6: sheet(diary=use())}
    assert report(world, 3, sheets=orders)[0]["success"] is True
    played = play(world, changes={6: flee()}, sheets=orders)
    assert played.code(3, 6) is Code.FLED


@pytest.mark.rule("FD-S37", "FD-6.8", "FD-7.3")
def test_in_even_acts_both_halves_read_how_the_mans_kill_will_go_and_he_may_change() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", know={(10, 2)}, act=2)
    orders = {10: sheet(kill(2)), 2: sheet(flee()), 11: sheet(diary=use())}
    seen = foresight(world, sheets=orders)
    line = {"code": "success", "target": 2, "night": False, "yes": False}
    for half in (10, 11):
        (one,) = seen[half].reports
        assert (one.of, [dict(given) for given in one.lines]) == (11, [line])
    assert seen[10].change
    assert not seen[11].change


@pytest.mark.rule("FD-S38", "FD-6.14", "FD-7.2", "FD-6.2")
def test_the_watcher_reads_a_copy_in_the_wave_of_the_watched_diary() -> None:
    world = table(act=2)
    orders = {11: sheet(diary=use(6)), 6: sheet(diary=use())}
    second = foresight(world, 2, sheets=orders)
    (copied,) = second[11].reports
    (original,) = second[6].reports
    assert (copied.of, copied.copy, copied.lines) == (11, 6, original.lines)
    assert second[11].change
    assert not foresight(world, 1, sheets=orders)[11].reports
    assert not foresight(world, 1, sheets=orders)[11].change


@pytest.mark.rule("FD-S38", "FD-6.14", "FD-7.2", "FD-6.2")
def test_watching_an_unused_diary_reads_nothing_opens_nothing_and_costs_the_right() -> None:
    world = table(act=2)
    seen = foresight(world, 2, P11=sheet(diary=use(6)))[11]
    assert [dict(line) for line in seen.reports[0].lines] == NOTHING
    assert not seen.change
    assert play(world, P11=sheet(diary=use(6))).world.seats[11].ready_from == 4


@pytest.mark.rule("FD-S39", "FD-6.8", "FD-7.2", "FD-6.13")
def test_whoever_loves_1st_reads_its_future_every_act_and_may_not_change_on_it() -> None:
    world = table(know={(2, 1)})
    orders = {1: sheet(probe(7), diary=use(3))}
    assert report(world, 2, 2, changes={1: flee()}, sheets=orders) == [
        {"code": "first", "seat": 1, "final": order("flee"), "used": True}
    ]
    seen = foresight(world, 2, sheets=orders)[2]
    assert not seen.change
    assert not foresight(world, 1, sheets=orders)[2].reports


@pytest.mark.rule("FD-S40", "FD-6.8")
def test_2nds_diary_does_not_say_where_1st_sits() -> None:
    orders = {2: sheet(diary=use()), 7: sheet(probe(1)), 1: sheet(disguise())}
    world = table(P7="ninth", P9="seventh/man")
    assert report(world, 2, sheets=orders) == [
        {"code": "first", "seat": None, "day": order("disguise"), "night": order("none")},
        {"code": "against", "seat": 7, "night": False, "kind": "probe", "final": False},
    ]


@pytest.mark.rule("FD-S41", "FD-7.2")
def test_a_proposal_shuts_the_window() -> None:
    seen = foresight(table(know={(1, 6)}), P1=sheet(ally(6), diary=use(3)))
    assert seen[1].reports
    assert not seen[1].change


@pytest.mark.rule("FD-S42", "FD-12.11.1", "FD-6.8")
def test_dog_a_brings_the_day_and_dog_b_everything() -> None:
    world = table(fl={4}, act=5, know={(10, 4)})
    orders = {
        10: sheet(diary=use(5, dog_b=4)),
        5: sheet(Day(kind=Kind.FLEE, fake=Cover(kind=Kind.PROBE, target=1))),
        4: sheet(probe(6), night=hit(6, "sixth"), diary=use(mode=Mode.SWEEP)),
    }
    assert report(world, 10, sheets=orders) == [
        {"code": "actions", "seat": 5, "day": order("probe", 1)},
        {
            "code": "actions", "seat": 4, "day": order("probe", 6), "night": order("kill", 6),
            "used": True,
        },
    ]  # fmt: skip


@pytest.mark.rule("FD-S43", "FD-12.9.1", "FD-3.6", "FD-7.2")
def test_a_jammed_diary_stays_closed_and_its_right_is_kept() -> None:
    world = table(allied={(8, 6)}, act=2)
    orders = {8: sheet(diary=use(1, mode=Mode.B)), 1: sheet(probe(4), diary=use(4))}
    seen = foresight(world, sheets=orders)[1]
    assert seen.jammed
    assert (seen.reports, seen.change) == ((), False)
    played = play(world, sheets=orders)
    assert 1 not in played.locked.used
    assert played.world.seats[1].ready_from <= 3


@pytest.mark.rule("FD-S63", "FD-6.12", "FD-8.9")
def test_an_ally_reads_along_and_may_not_change_on_it() -> None:
    world = table(allied={(1, 6)}, act=4)
    seen = foresight(world, P1=sheet(diary=use(4)))
    assert seen[6].reports == seen[1].reports
    assert (seen[1].change, seen[6].change) == (True, False)


@pytest.mark.rule("FD-S81", "FD-12.14.1")
def test_a_masked_eighth_is_proof_enough_and_two_pasts_are_open() -> None:
    world = table(act=3)
    world = replace(
        world,
        records=(
            _past(1, {2: probe(5), 3: flee()}),
            _past(2, {2: kill(6), 3: none()}),
        ),
    )
    played = play(world, P13=sheet(disguise(), servant="eighth"), P14=sheet(probe(13)))
    assert played.known(14) == {13: "eighth"}
    assert played.vias(14) == {13: Via.PROBE}
    assert told(played, 14) == [
        {"code": "probed", "seat": 13, "role": "eighth"},
        {"code": "proof"},
    ]
    akise: Seat = played.world.seats[14]
    assert (akise.proof, akise.proof_open) == (3, True)
    shown = finals_before(played.world, akise.proof, (2, 3))
    assert [(seat, act, order(v.kind, *v.targets)) for seat, act, v in shown] == [
        (2, 1, order("probe", 5)),
        (2, 2, order("kill", 6)),
        (3, 1, order("flee")),
        (3, 2, order("none")),
    ]


def _past(act: int, finals: dict[int, Day]) -> Record:
    return Record(act=act, sheets={}, finals={n: Final(day=day) for n, day in finals.items()})


@pytest.mark.rule("FD-S89", "FD-2.6", "FD-6.8")
@pytest.mark.parametrize(("dead", "read"), [((), [2, 9]), ((9,), [2])])
def test_the_ring_goes_round_and_a_dead_neighbour_is_not_replaced(
    dead: tuple[int, ...], read: list[int]
) -> None:
    world = table(seats=9, P1="sixth", dead=dead)
    assert [line["seat"] for line in report(world, 1, 2, P1=sheet(diary=use()))] == read
