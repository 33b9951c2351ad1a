"""Who is here at one front: counted by people, and guests are given a little time."""

from __future__ import annotations

from server.cluster import presence
from server.cluster.presence import Presence
from tests.server.house import ANN, GUS, HandTime, player

GRACE = 60.0


def here(time: HandTime) -> tuple[Presence, list[str]]:
    gone: list[str] = []
    return Presence(time, grace=GRACE, gone=gone.append), gone


async def test_people_are_counted_and_not_their_channels() -> None:
    people, gone = here(HandTime())
    for who in (ANN, ANN, GUS):
        people.came(who)
    assert len(people) == 2
    people.left(ANN)
    assert len(people) == 2
    people.left(ANN)
    assert len(people) == 1
    assert gone == []


async def test_a_guest_is_gone_only_after_the_grace_and_not_if_there_again() -> None:
    time = HandTime()
    people, gone = here(time)
    people.came(GUS)
    people.left(GUS)
    await time.pass_by(GRACE - 1)
    people.came(GUS)
    await time.pass_by(2)
    assert gone == []
    people.left(GUS)
    await time.pass_by(GRACE + 1)
    assert gone == [GUS.id]


async def test_a_player_with_a_key_is_never_gone() -> None:
    time = HandTime()
    people, gone = here(time)
    people.came(ANN)
    people.left(ANN)
    await time.pass_by(2 * GRACE)
    assert gone == []


async def test_names_are_known_while_somebody_is_here_and_bounded() -> None:
    people, _ = here(HandTime())
    people.came(ANN)
    people.called(ANN, "Ann~An9z")
    assert people.name_of(ANN) == "Ann~An9z"
    people.left(ANN)
    assert people.name_of(ANN) == "Ann"
    for number in range(presence._NAMES + 10):
        people.called(player(f"p{number}"), "x")
    assert len(people._names) == presence._NAMES
