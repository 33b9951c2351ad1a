"""What a cluster keeps of people, books and finished games is what the database would have kept."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import Part
from server.book_changes import MoveNames
from server.changes import (
    Append,
    ClaimName,
    DropDeck,
    EndGame,
    ForgetGuest,
    NewGame,
    SaveDeck,
    SavePlayer,
    Score,
)
from server.cluster.archive import LEAST_DIGITS, Archive
from server.cluster.people import Names
from server.keeping import Place
from server.played import EndedGame
from server.store import Store
from tests.server.cluster.conftest import MakeBus

PEOPLE: Final = ("SHA256:ann", "SHA256:bo", "SHA256:cy")
GUESTS: Final = ("guest:1", "guest:2")

several = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
words = st.text(max_size=12)
people = st.sampled_from(PEOPLE)
changes = st.lists(
    st.one_of(
        st.builds(ClaimName, skeleton=st.sampled_from("abcd"), player=people),
        st.builds(MoveNames, old=people, new=people),
        st.builds(
            SavePlayer, id=people, name=words, language=words, colour=words, settings=st.binary()
        ),
        st.builds(
            SaveDeck,
            player=people,
            shelf=st.sampled_from("xy"),
            name=st.sampled_from("mn"),
            cards=st.binary(max_size=20),
        ),
        st.builds(DropDeck, player=people, shelf=st.sampled_from("xy"), name=st.sampled_from("mn")),
    ),
    max_size=25,
)


def same(change: SavePlayer, _kept: SavePlayer | None) -> SavePlayer:
    return change


def same_deck(change: SaveDeck | DropDeck, _kept: Mapping[Place, bytes]) -> SaveDeck | DropDeck:
    return change


async def make(store: Store | Names, change: object) -> None:
    """Make a change as people's modules do."""
    match change:
        case ClaimName() | MoveNames():
            await store.write(change)
        case SavePlayer():
            await store.revise_player(change.id, partial(same, change))
        case SaveDeck() | DropDeck():
            await store.revise_decks(change.player, partial(same_deck, change))
        case _:
            raise AssertionError(change)


def renamed(change: object, mark: str) -> object:
    """Return a change about people and names of this example alone."""
    match change:
        case ClaimName(skeleton=skeleton, player=player):
            return ClaimName(skeleton=f"{skeleton}{mark}", player=f"{player}{mark}")
        case MoveNames(old=old, new=new):
            return MoveNames(old=f"{old}{mark}", new=f"{new}{mark}")
        case SavePlayer():
            return replace(change, id=f"{change.id}{mark}")
        case SaveDeck() | DropDeck():
            return replace(change, player=f"{change.player}{mark}")
        case _:
            raise AssertionError(change)


@several
@given(wanted=changes)
async def test_people_are_kept_as_the_database_keeps_them(
    make_bus: MakeBus, wanted: Sequence[object]
) -> None:
    bus = await make_bus("tables1")
    store, names = Store.in_memory(), Names(bus, Archive(bus))
    await names.start()
    mark = secrets.token_hex(4)
    for change in wanted:
        for kept in (store, names):
            await make(kept, renamed(change, mark))
    bound = {look: who for look, who in (await names.names()).items() if look.endswith(mark)}
    assert bound == await store.names()
    for person in PEOPLE:
        assert await names.player(person + mark) == await store.player(person + mark)
        assert await names.decks(person + mark) == await store.decks(person + mark)
    await names.stop()
    store.close()
    await bus.close()


scores = st.builds(
    Score,
    player=st.sampled_from(["", *PEOPLE, *GUESTS]),
    name=st.sampled_from(["Ann", "Bo"]),
    score=st.integers(0, 9),
    won=st.booleans(),
    part=st.builds(
        Part, side=st.sampled_from(["", "red"]), roles=st.sampled_from([(), ("a", "b")])
    ),
)
finished = st.lists(
    st.tuples(
        st.sampled_from(["0" * LEAST_DIGITS, "1" * LEAST_DIGITS]),
        st.lists(st.binary(max_size=30), max_size=5),
        st.lists(scores, min_size=1, max_size=4),
    ),
    max_size=8,
)


def known(games: Sequence[EndedGame], who: str) -> list[EndedGame]:
    """Return games without when they ended, and with no guests but ``who``."""
    return [
        replace(
            game,
            ended=0.0,
            results=tuple(
                replace(s, player="") if s.player.startswith("guest:") and s.player != who else s
                for s in game.results
            ),
        )
        for game in games
    ]


@several
@given(wanted=finished, forgotten=st.sets(st.sampled_from(GUESTS)))
async def test_finished_games_are_kept_as_the_database_keeps_them(
    make_bus: MakeBus,
    wanted: Sequence[tuple[str, list[bytes], list[Score]]],
    forgotten: set[str],
) -> None:
    bus = await make_bus("tables1")
    await bus.js.purge_stream("ARCHIVE")
    store, archive = Store.in_memory(), Archive(bus)
    ids: list[str] = []
    for start, entries, seats in wanted:
        game = start + secrets.token_hex(12)
        ids.append(game)
        new = NewGame(id=game, code="FROG-71", header=b"h", seats=game.encode())
        end = EndGame(game=game, status="over", scores=tuple(seats))
        await store.write(new, Append(game=game, first=0, entries=tuple(entries)), end)
        kept = await store.ended_game(game)
        assert kept is not None
        await archive.keep(replace(kept, results=tuple(seats)))
    for guest in sorted(forgotten):
        await store.write(ForgetGuest(guest=guest))
        await archive.forget(guest)
    for who in (*PEOPLE, *GUESTS):
        for most in (1, 3, 100):
            from_store = await store.played(who, most)
            from_archive = await archive.played(who, most)
            assert known(from_archive, who) == known(from_store, who)
            assert [g.ended for g in from_archive] == [g.ended for g in from_store]
    for start in (*ids, "0" * LEAST_DIGITS, "1" * LEAST_DIGITS, "2" * LEAST_DIGITS, "f" * 32):
        assert await archive.ended_game(start) == await store.ended_game(start)
    store.close()
    await bus.close()
