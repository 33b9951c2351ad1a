"""What is found out at notices, and in which state (FD-10.6, 3)."""

from __future__ import annotations

import pytest

from engine.games.future_diary import information
from engine.games.future_diary.model import Liberation
from engine.games.future_diary.terms import Kind, Via
from tests.engine.games.future_diary.reading import order, told
from tests.engine.games.future_diary.table import (
    disguise,
    flee,
    forced,
    kill,
    play,
    probe,
    sheet,
    table,
    use,
)


@pytest.mark.rule("FD-4.5", "FD-12.7.2", "FD-7.8")
def test_the_result_of_a_forced_probe_goes_to_the_puppet() -> None:
    world = table(know={(6, 4)})
    orders = {6: sheet(use_follower=forced(4, "probe", 9)), 9: sheet(disguise()), 4: sheet(flee())}
    played = play(world, sheets=orders)
    assert played.known(4) == {9: "ninth"}
    assert {"code": "probed", "seat": 9, "role": "ninth"} in told(played, 4)
    assert not any(item["code"] == "probed" for item in told(played, 6))


@pytest.mark.rule("FD-11.4", "FD-4.5")
def test_a_forced_disguise_is_seen_through() -> None:
    world = table(act=2, change={9: {"forced": 2}})
    assert play(world, P4=sheet(probe(9))).known(4) == {9: "ninth"}


@pytest.mark.rule("FD-4.5", "FD-9.4")
def test_a_void_disguise_shows_nothing_and_a_void_probe_finds_nothing() -> None:
    world = table(know={(2, 9)})
    blacken = sheet(kill(9, blacken="disguise"))
    orders = {2: blacken, 9: sheet(disguise()), 4: sheet(probe(9))}
    played = play(world, sheets=orders)
    assert played.outcome.void == {9}
    assert told(played, 4) == [{"code": "probed", "seat": 9, "role": None}]
    # The same of a probe that is void, read before the prober is buried.
    orders = {2: sheet(kill(4, blacken="probe")), 4: sheet(probe(9)), 9: sheet(disguise())}
    saved = play(table(know={(2, 4)}), sheets=orders)
    assert saved.outcome.void == {4}
    assert information.probes(saved.outcome, saved.outcome.world) == (
        information.Probe(by=4, seat=9, role=None),
    )


@pytest.mark.rule("FD-10.6", "FD-12.7.1", "FD-5.7")
def test_faith_reads_the_links_of_before_notices() -> None:
    orders = {6: sheet(disguise(), faith=4), 4: sheet(probe(6))}
    played = play(table(), sheets=orders)
    assert played.known(4) == {6: "sixth"}
    assert told(played, 6) == [{"code": "faith", "seat": 4, "found": False}]
    again = play(played.next(), P6=sheet(faith=4))
    assert told(again, 6) == [{"code": "faith", "seat": 4, "found": True}]
    assert again.vias(6) == {4: Via.FAITH}


@pytest.mark.rule("FD-12.14.2", "FD-9.4", "FD-4.4")
def test_truth_is_judged_by_the_kind_of_the_final_action_though_it_be_void() -> None:
    world = table(know={(2, 9)})
    orders = {
        2: sheet(kill(9, blacken="disguise")), 9: sheet(disguise()),
        14: sheet(truth=(9, Kind.DISGUISE)),
    }  # fmt: skip
    played = play(world, sheets=orders)
    assert played.known(14) == {9: "ninth"}


@pytest.mark.rule("FD-3.7", "FD-9.7", "FD-12.1.3")
def test_void_skills_find_nothing_and_nothing_is_said_of_it() -> None:
    world = table(allied={(13, 1)}, know={(4, 6)})
    for seat, skills in ((6, {"faith": 4}), (14, {"truth": (4, Kind.NONE)})):
        orders = {
            13: sheet(liberation=Liberation(option="a", seat=seat)), seat: sheet(**skills)
        }  # fmt: skip
        played = play(world, sheets=orders)
        assert told(played, seat) == [{"code": "nothing"}]
        assert not played.known(seat)


@pytest.mark.rule("FD-12.1.1", "FD-6.7")
def test_gods_view_sees_the_final_action_after_law_and_the_use_of_the_diary() -> None:
    world = table()
    orders = {
        13: sheet(gods_view=4), 11: sheet(law=6),
        4: sheet(probe(1), diary=use(9, mode=None)),
    }  # fmt: skip
    played = play(world, sheets=orders, law=forced(4, "flee"))
    assert told(played, 13) == [
        {"code": "gods_view", "seat": 4, "order": order("flee"), "used": True}
    ]


@pytest.mark.rule("FD-12.14.3")
@pytest.mark.parametrize(("kind", "right"), [("flee", True), ("probe", False)])
def test_the_detective_is_told_whether_the_guess_was_right_and_so_is_its_ally(
    kind: str, right: bool
) -> None:
    world = table(allied={(14, 6)}, change={14: {"proof": 1}}, act=3)
    orders = {14: sheet(diary=use(4, kind=kind)), 4: sheet(flee())}
    played = play(world, sheets=orders)
    verdict = {"code": "detective", "of": 14, "seat": 4, "kind": kind, "right": right}
    assert told(played, 14) == [verdict]
    assert told(played, 6) == [verdict]
    assert told(played, 4) == [{"code": "flee_spent"}]


@pytest.mark.rule("FD-10.6", "FD-4.5")
def test_the_dead_find_out_nothing() -> None:
    world = table(know={(4, 13)})
    played = play(world, P13=sheet(gods_view=4), P4=sheet(kill(13)))
    assert played.dead == (13,)
    assert not information.gods_view(played.outcome, played.world)
