"""The archive: a game is there whole or not at all, once, and without the ids of guests."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from server.changes import Score
from server.cluster import archive as archives
from server.cluster.archive import Archive
from server.cluster.bus import Bus
from server.cluster.subjects import Stream
from server.codes import StoreError
from server.played import EndedGame
from tests.server.cluster.conftest import MakeBus

ID = "0123456789abcdef0123456789abcdef"
ANN, BO, GIL = "SHA256:ann", "SHA256:bo", "guest:1"


def game(entries: int = 3, game_id: str = ID, ended: float = 5.0) -> EndedGame:
    return EndedGame(
        id=game_id,
        code="FROG-71",
        header=b"header",
        seats=b"seats",
        ended=ended,
        entries=tuple(bytes([n % 256]) * 100 for n in range(entries)),
        results=(
            Score(player=ANN, name="Ann", score=3, won=True),
            Score(player=GIL, name="Gil", score=1, won=False),
            Score(player="", name="Bot", score=0, won=False),
        ),
    )


@pytest.fixture
def archive(bus: Bus) -> Archive:
    return Archive(bus)


async def messages(bus: Bus) -> int:
    return (await bus.js.stream_info(Stream.ARCHIVE)).state.messages


async def test_a_game_is_kept_once_however_often_and_by_how_many_it_is(
    bus: Bus, archive: Archive, make_bus: MakeBus
) -> None:
    other = Archive(await make_bus("tables2"))
    await asyncio.gather(*(one.keep(game()) for one in (archive, other, archive, other)))
    await other.keep(game())
    assert await messages(bus) == 3
    assert len(await other.played(ANN, 10)) == 1
    found = await other.ended_game(ID[:8])
    assert found == replace(game(), results=())


async def test_a_long_game_is_kept_in_parts(
    bus: Bus, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "_PART_BYTES", 1000)
    await archive.keep(game(entries=300))
    found = await archive.ended_game(ID)
    assert found is not None
    assert found.entries == game(entries=300).entries
    assert await messages(bus) == 34 + 2


async def test_a_game_longer_than_any_message_is_kept(archive: Archive) -> None:
    long = replace(game(), entries=(b"x" * 16_000,) * 200)
    await archive.keep(long)
    found = await archive.ended_game(ID)
    assert found is not None
    assert found.entries == long.entries


async def test_a_game_of_which_a_part_is_missing_is_not_there_until_it_is_kept_again(
    bus: Bus, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "_PART_BYTES", 1000)
    put, left = archive._put, [5]

    async def dies(subject: str, payload: bytes, seconds: float | None = None) -> None:
        if not left[0]:
            raise asyncio.CancelledError
        left[0] -= 1
        await put(subject, payload, seconds)

    monkeypatch.setattr(archive, "_put", dies)
    with pytest.raises(asyncio.CancelledError):
        await archive.keep(game(entries=300))
    survivor = Archive(bus)
    assert await survivor.ended_game(ID) is None
    assert await survivor.played(ANN, 10) == []
    await survivor.keep(game(entries=300))
    found = await survivor.ended_game(ID)
    assert found is not None
    assert found.entries == game(entries=300).entries
    assert len(await survivor.played(ANN, 10)) == 1


async def test_a_guest_is_named_by_id_in_the_guests_own_messages_alone(archive: Archive) -> None:
    await archive.keep(game())
    (own,) = await archive.played(GIL, 10)
    assert [score.player for score in own.results] == [ANN, GIL, ""]
    (other,) = await archive.played(ANN, 10)
    assert [score.player for score in other.results] == [ANN, "", ""]
    await archive.forget(GIL)
    assert await archive.played(GIL, 10) == []
    assert await archive.played(ANN, 10) == [other]
    assert await archive.ended_game(ID) is not None


async def test_a_record_is_the_newest_games_however_many_there_are(archive: Archive) -> None:
    ids = [f"{n:032x}" for n in range(300)]
    for n in range(0, len(ids), 50):
        await asyncio.gather(
            *(archive.keep(game(1, ids[i], ended=float(i // 2))) for i in range(n, n + 50))
        )
    newest = [one.id for one in await archive.played(ANN, 5)]
    assert newest == [ids[298], ids[299], ids[296], ids[297], ids[294]]
    assert len(await archive.played(ANN, 1000)) == 300


async def test_two_games_that_begin_alike_are_told_apart_by_more_digits(archive: Archive) -> None:
    other = ID[:10] + "f" * 22
    await archive.keep(game())
    await archive.keep(game(game_id=other))
    assert await archive.ended_game(ID[:8]) is None
    for start, whole in ((ID[:11], ID), (other[:11], other), (ID, ID)):
        found = await archive.ended_game(start)
        assert found is not None
        assert found.id == whole


@pytest.mark.parametrize("start", ["*" * 8, ">", "a.b.c.d."])
async def test_no_pattern_gets_into_a_search(archive: Archive, start: str) -> None:
    await archive.keep(game())
    with pytest.raises(ValueError, match="token"):
        await archive.ended_game(start)


async def test_a_message_that_is_no_game_is_said_to_be_damaged(bus: Bus, archive: Archive) -> None:
    await archive.keep(game())
    await bus.js.purge_stream(Stream.ARCHIVE)
    await bus.js.publish(f"archive.{ID[:8]}.{ID}.0", b"\xc1")
    with pytest.raises(StoreError):
        await archive.ended_game(ID)


async def test_every_game_that_is_there_can_be_read_with_its_results(archive: Archive) -> None:
    other = "f" * 32
    await archive.keep(game())
    await archive.keep(game(game_id=other))
    assert sorted(await archive.ids()) == [ID, other]
    found = await archive.game(ID)
    assert (found.entries, [s.score for s in found.results]) == (game().entries, [3, 1, 0])
