"""What a seat may use: diaries, what they pay for, skills (FD-6, FD-12)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.terms import Reject
from tests.engine.games.future_diary.table import table
from tests.engine.games.future_diary.test_legal import TAKEN, judge

USE = "diary=use"

# --- diaries --------------------------------------------------------------------------------


@pytest.mark.rule("FD-S29", "FD-6.2", "FD-6.1", "FD-17.2")
def test_a_diary_right_rests_for_one_act() -> None:
    used_in_two = {1: {"ready_from": 4}}
    picks = f"{USE} diary.pick=4"
    assert judge(table(act=3, change=used_in_two), 1, picks) == Reject.NO_RIGHT_NOW
    assert judge(table(act=4, change=used_in_two), 1, picks) == TAKEN


@pytest.mark.rule("FD-S29", "FD-6.3")
def test_diaries_of_every_act_do_not_rest() -> None:
    rests = {5: {"ready_from": 9}, 10: {"ready_from": 9}}
    for act in (2, 3, 4):
        world = table(act=act, change=rests)
        assert judge(world, 10, f"{USE} diary.dog_a=4") == TAKEN
        assert judge(world, 5, f"{USE} diary.pick=4") == TAKEN


@pytest.mark.rule("FD-6.3", "FD-12.5.1", "FD-12.5.2", "FD-17.2")
def test_fourth_watches_a_known_seat_every_act_but_sweeps_with_rests() -> None:
    world = table(act=3, know={(4, 9)}, change={4: {"ready_from": 4}})
    assert judge(world, 4, f"{USE} diary.mode=sweep") == Reject.NO_RIGHT_NOW
    assert judge(world, 4, f"{USE} diary.mode=watch diary.pick=9") == TAKEN
    assert judge(world, 4, f"{USE} diary.mode=watch diary.pick=8") == Reject.UNKNOWN_TARGET
    assert judge(world, 4, f"{USE} diary.mode=watch") == Reject.NEED_PARAMETER
    assert judge(world, 4, USE) == Reject.NEED_PARAMETER
    assert judge(table(act=4, change={4: {"ready_from": 4}}), 4, f"{USE} diary.mode=sweep") == TAKEN


@pytest.mark.rule("FD-12.13.1", "FD-6.3", "FD-17.2")
def test_twelfth_searches_until_it_trails_and_trails_until_a_death() -> None:
    search, trail = f"{USE} diary.mode=search diary.pick=9", f"{USE} diary.mode=trail"
    assert judge(table(), 12, search) == TAKEN
    assert judge(table(), 12, trail) == Reject.NO_RIGHT_NOW
    trailing = {12: {"trail": 3, "ready_from": 9}}
    assert judge(table(act=3, change=trailing), 12, trail) == TAKEN
    assert judge(table(act=3, change=trailing), 12, search) == Reject.NO_RIGHT_NOW
    free = {12: {"trail": 3}}
    assert judge(table(act=3, change=free, dead=[3]), 12, search) == TAKEN


@pytest.mark.rule("FD-12.3.1", "FD-6.13", "FD-17.2")
def test_the_yukiteru_diary_needs_a_living_first() -> None:
    assert judge(table(), 2, USE) == TAKEN
    assert judge(table(dead=[1]), 2, USE) == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.1.4", "FD-12.14.1", "FD-12.14.2", "FD-12.14.3", "FD-S81", "FD-17.2")
def test_proof_opens_the_detective_diary_and_ends_truth_from_the_next_orders_on() -> None:
    detective, truth = f"{USE} diary.pick=4 diary.kind=kill", "truth=5 truth.kind=flee"
    before = table(act=3)
    assert judge(before, 14, detective) == Reject.NO_RIGHT_NOW
    assert judge(before, 14, truth) == TAKEN
    after = table(act=4, change={14: {"proof": 3}})
    assert judge(after, 14, detective) == TAKEN
    assert judge(after, 14, f"{USE} diary.pick=4") == Reject.NEED_PARAMETER
    assert judge(after, 14, truth) == Reject.NO_RIGHT_NOW
    assert judge(table(), 13, USE) == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.2.1", "FD-12.2.4", "FD-6.8", "FD-17.2")
def test_first_picks_three_and_one_more_for_each_dead_of_its_own_loop() -> None:
    def use(*picks: int) -> str:
        return " ".join((USE, *(f"diary.pick={n}" for n in picks)))

    assert judge(table(), 1, use(3, 4, 5)) == TAKEN
    assert judge(table(), 1, use(3, 4, 5, 6)) == Reject.UNREADABLE
    assert judge(table(), 1, use()) == Reject.NEED_PARAMETER
    assert judge(table(dead=[9]), 1, use(3, 4, 5, 6)) == TAKEN
    assert judge(table(dead=[9], fl=[9]), 1, use(3, 4, 5, 6)) == Reject.UNREADABLE
    assert judge(table(dead=[9]), 1, use(9)) == Reject.BAD_TARGET
    seventh = table(P9="seventh/man", P10="seventh/woman", dead=[9, 10])
    assert judge(seventh, 1, use(3, 4, 5, 6, 7)) == TAKEN
    gift = table(change={1: {"extra_pick": True}})
    assert judge(gift, 1, use(3, 4, 5, 6)) == TAKEN


@pytest.mark.rule("FD-12.6.1", "FD-6.8", "FD-17.2")
def test_fifth_does_not_pick_the_same_seat_twice_running() -> None:
    world = table(change={5: {"last_picks": (3,)}})
    assert judge(world, 5, f"{USE} diary.pick=3") == Reject.BAD_TARGET
    assert judge(world, 5, f"{USE} diary.pick=4") == TAKEN


@pytest.mark.rule("FD-S42", "FD-12.11.1", "FD-17.2")
def test_dog_b_runs_only_with_dog_a_and_after_a_known_seat() -> None:
    world = table(act=5, know={(10, 4)})
    assert judge(world, 10, f"{USE} diary.dog_a=5 diary.dog_b=4") == TAKEN
    assert judge(world, 10, f"{USE} diary.dog_a=4 diary.dog_b=4") == TAKEN
    assert judge(world, 10, f"{USE} diary.dog_b=4") == Reject.NEED_PARAMETER
    assert judge(world, 10, f"{USE} diary.dog_a=5 diary.dog_b=5") == Reject.UNKNOWN_TARGET


@pytest.mark.rule("FD-12.9.1", "FD-6.8", "FD-17.2")
def test_augment_needs_an_ally_and_its_extra_pick_an_ally_whose_diary_takes_one() -> None:
    def use(mode: str, pick: int) -> str:
        return f"{USE} diary.mode={mode} diary.pick={pick}"

    alone = table()
    assert judge(alone, 8, use("B", 1)) == Reject.NOT_ALLIED
    allied = table(allied=[(8, 10)], know={(8, 10)})
    assert judge(allied, 8, use("A", 10)) == TAKEN
    assert judge(allied, 8, use("A", 1)) == Reject.BAD_TARGET
    assert judge(allied, 8, use("B", 1)) == judge(allied, 8, use("C", 1)) == TAKEN
    assert judge(table(allied=[(8, 6)], know={(8, 6)}), 8, use("A", 6)) == Reject.BAD_TARGET


@pytest.mark.rule("FD-12.9.1", "FD-5.8", "FD-16.1")
def test_whether_the_ally_takes_an_extra_pick_is_judged_by_what_eighth_knows_of_it() -> None:
    masked = table(allied=[(8, 13)], masks={13: "tenth"}, know={(8, 13)})
    assert judge(masked, 8, f"{USE} diary.mode=A diary.pick=13") == TAKEN


@pytest.mark.rule("FD-12.9.4", "FD-17.2")
def test_union_is_for_an_unallied_eighth_of_the_first_loop() -> None:
    union = f"{USE} diary.mode=union diary.pick=5"
    assert judge(table(fl=[8]), 8, union) == TAKEN
    assert judge(table(allied=[(8, 6)]), 8, union) == Reject.NO_RIGHT_NOW
    assert judge(table(), 8, union) == Reject.NOT_ALLIED
    assert judge(table(fl=[8], allied=[(8, 6)]), 8, union) == Reject.ALREADY_ALLIED


# --- forgoing -------------------------------------------------------------------------------


@pytest.mark.rule("FD-6.4", "FD-12.7.2", "FD-12.1.5", "FD-S55", "FD-17.2")
def test_a_right_is_used_or_forgone_and_a_token_pays_for_one_more() -> None:
    forced = "use.puppet=4 use.kind=kill use.target=9"
    world = table(act=3, know={(6, 4)})
    assert judge(world, 6, forced) == TAKEN
    assert judge(world, 6, f"{USE} {forced}") == Reject.NO_RIGHT_NOW
    resting = table(act=3, know={(6, 4)}, change={6: {"ready_from": 4}})
    assert judge(resting, 6, forced) == Reject.NO_RIGHT_NOW
    token = table(act=3, know={(6, 4)}, change={6: {"freedom": True}})
    assert judge(token, 6, f"{USE} {forced}") == TAKEN
    both = table(act=3, know={(6, 4)}, change={6: {"freedom": True, "ready_from": 4}})
    assert judge(both, 6, forced) == TAKEN
    assert judge(both, 6, f"{USE} {forced}") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.9.1", "FD-6.4")
def test_the_gift_of_a_repeat_opens_a_resting_right() -> None:
    gift = {6: {"ready_from": 4, "repeat": True}}
    assert judge(table(act=3, change=gift), 6, USE) == TAKEN
    forced = "use.puppet=4 use.kind=probe use.target=6"
    assert judge(table(act=3, know={(6, 4)}, change=gift), 6, forced) == TAKEN


@pytest.mark.rule("FD-7.7", "FD-12.7.2", "FD-17.2")
def test_use_forces_a_known_puppet_to_probe_or_kill_anybody_but_itself() -> None:
    world = table(know={(6, 4)})
    assert judge(world, 6, "use.puppet=4 use.kind=kill use.target=6") == TAKEN
    assert judge(world, 6, "use.puppet=4 use.kind=kill use.target=4") == Reject.BAD_TARGET
    assert judge(world, 6, "use.puppet=4 use.kind=flee") == Reject.UNREADABLE
    assert judge(world, 6, "use.puppet=4 use.kind=kill") == Reject.NEED_PARAMETER
    assert judge(world, 6, "use.puppet=9 use.kind=kill use.target=4") == Reject.UNKNOWN_TARGET
    assert judge(world, 7, "use.puppet=4 use.kind=kill use.target=9") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.12.2", "FD-6.4", "FD-17.2")
def test_law_is_once_per_game_and_costs_the_diary_right() -> None:
    assert judge(table(), 11, "law=4") == TAKEN
    assert judge(table(), 11, f"law=4 {USE} diary.pick=3") == Reject.NO_RIGHT_NOW
    assert judge(table(), 11, "law=11") == Reject.BAD_TARGET
    spent = {11: {"spent": frozenset({"law"})}}
    assert judge(table(change=spent), 11, "law=4") == Reject.NO_RIGHT_NOW
    assert judge(table(change={11: {"ready_from": 2}}), 11, "law=4") == Reject.NO_RIGHT_NOW


# --- skills ---------------------------------------------------------------------------------


@pytest.mark.rule("FD-S26", "FD-12.1.2", "FD-17.2")
def test_a_mask_is_a_role_in_play_that_has_not_been_announced_dead() -> None:
    world = table(dead=[6])
    assert judge(world, 13, "servant=sixth") == Reject.BAD_TARGET
    assert judge(world, 13, "servant=first") == TAKEN
    assert judge(world, 13, "servant=seventh/man") == TAKEN
    assert judge(world, 13, "servant=seventh") == Reject.UNREADABLE
    assert judge(world, 13, "servant=murmur") == Reject.UNREADABLE
    assert judge(table(seats=13, P13="murmur"), 13, "servant=seventh/man") == Reject.BAD_TARGET


@pytest.mark.rule("FD-12.1.3", "FD-17.2")
def test_liberation_needs_an_ally_and_each_option_is_once_per_game() -> None:
    assert judge(table(), 13, "liberation=a liberation.seat=8") == Reject.NOT_ALLIED
    allied = table(allied=[(13, 6)])
    assert judge(allied, 13, "liberation=a liberation.seat=8") == TAKEN
    assert judge(allied, 13, "liberation=a liberation.seat=13") == Reject.BAD_TARGET
    assert judge(allied, 13, "liberation=c liberation.seat=13") == TAKEN
    assert judge(allied, 13, "liberation=b") == Reject.NEED_PARAMETER
    spent = {13: {"spent": frozenset({"liberation_a"})}}
    again = table(allied=[(13, 6)], change=spent)
    assert judge(again, 13, "liberation=a liberation.seat=8") == Reject.NO_RIGHT_NOW
    assert judge(again, 13, "liberation=b liberation.seat=8") == TAKEN
    cooling = table(act=3, allied=[(13, 6)], change={13: {"skill_from": {"liberation": 4}}})
    assert judge(cooling, 13, "liberation=b liberation.seat=8") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.1.1", "FD-12.7.1", "FD-12.14.2", "FD-17.2")
def test_skills_of_every_act_name_one_other_living_seat() -> None:
    world = table(dead=[3])
    for seat, field in ((13, "gods_view"), (6, "faith")):
        assert judge(world, seat, f"{field}=2") == TAKEN
        assert judge(world, seat, f"{field}={seat}") == Reject.BAD_TARGET
        assert judge(world, seat, f"{field}=3") == Reject.BAD_TARGET
        assert judge(world, 1, f"{field}=2") == Reject.NO_RIGHT_NOW
    assert judge(world, 14, "truth=5 truth.kind=flee") == TAKEN
    assert judge(world, 14, "truth=5") == Reject.NEED_PARAMETER


@pytest.mark.rule("FD-12.6.3", "FD-17.2")
def test_black_heart_needs_a_known_bearer_and_cools_down() -> None:
    assert judge(table(know={(5, 12)}), 5, "black_heart=12") == TAKEN
    assert judge(table(), 5, "black_heart=12") == Reject.UNKNOWN_TARGET
    cooling = {5: {"skill_from": {"black_heart": 4}}}
    assert judge(table(act=3, know={(5, 12)}, change=cooling), 5, "black_heart=12") == (
        Reject.NO_RIGHT_NOW
    )
    assert judge(table(act=4, know={(5, 12)}, change=cooling), 5, "black_heart=12") == TAKEN


@pytest.mark.rule("FD-12.8.5", "FD-17.2")
def test_each_half_names_one_seat_for_the_heart_link() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3)
    assert judge(world, 10, "heart_link=4") == judge(world, 11, "heart_link=4") == TAKEN
    assert judge(world, 10, "heart_link=11") == Reject.BAD_TARGET
    allied = table(P10="seventh/man", P11="seventh/woman", allied=[(10, 6)])
    assert judge(allied, 11, "heart_link=4") == Reject.ALREADY_ALLIED
    cooling = table(
        P10="seventh/man", P11="seventh/woman", act=3,
        change={10: {"skill_from": {"heart_link": 4}}},
    )  # fmt: skip
    assert judge(cooling, 10, "heart_link=4") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.13.2", "FD-7.7", "FD-17.2")
def test_hypnosis_is_for_living_neighbours_and_sets_no_alliance() -> None:
    world = table()
    assert judge(world, 12, "hypnosis=11 hypnosis.kind=flee") == TAKEN
    assert judge(world, 12, "hypnosis=11 hypnosis.kind=kill hypnosis.target=12") == TAKEN
    assert judge(world, 12, "hypnosis=11 hypnosis.kind=kill hypnosis.target=11") == (
        Reject.BAD_TARGET
    )
    assert judge(world, 12, "hypnosis=11 hypnosis.kind=ally hypnosis.target=1") == (
        Reject.UNREADABLE
    )
    assert judge(world, 12, "hypnosis=10 hypnosis.kind=flee") == Reject.BAD_TARGET
    assert judge(table(dead=[11]), 12, "hypnosis=11 hypnosis.kind=flee") == Reject.BAD_TARGET


@pytest.mark.rule("FD-12.14.4", "FD-17.2")
def test_gamble_is_once_per_game() -> None:
    assert judge(table(), 14, "gamble=5") == TAKEN
    spent = {14: {"spent": frozenset({"gamble"})}}
    assert judge(table(change=spent), 14, "gamble=5") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-10.4", "FD-17.2")
def test_standing_instructions_are_those_of_the_role_and_name_living_others() -> None:
    world = table(dead=[7])
    assert judge(world, 9, "standing.half_god=no standing.bomb=3 standing.bomb=1") == TAKEN
    assert judge(world, 9, "standing.bomb=7") == Reject.BAD_TARGET
    assert judge(world, 9, "standing.bomb=9") == Reject.BAD_TARGET
    three = "standing.bomb=3 standing.bomb=1 standing.bomb=2"
    assert judge(world, 9, three) == Reject.UNREADABLE
    assert judge(world, 10, "standing.awakening=1 standing.awakening=4") == TAKEN
    assert judge(world, 1, "standing.trigger1=refuse") == TAKEN
    assert judge(world, 14, "standing.will=no") == TAKEN
    assert judge(world, 2, "standing.hold=yes") == judge(world, 12, "standing.hold=yes") == TAKEN
    assert judge(world, 3, "standing.hold=yes") == Reject.NO_RIGHT_NOW
    spent = {2: {"spent": frozenset({"one_shot"})}}
    assert judge(table(change=spent), 2, "standing.hold=yes") == Reject.NO_RIGHT_NOW
