"""What is put into a stream is there once, together or not at all, even where answers are lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from nats.errors import TimeoutError as NoAnswer

from server.cluster import vault as vaults
from server.cluster.bus import Bus
from server.cluster.cells import Cell, Cells, Put, key_of
from server.cluster.subjects import Bucket
from server.cluster.vault import ConflictError, Vault
from server.codes import StoreCode, StoreError
from tests.server.cluster.conftest import MakeBus

BOOKS = Bucket.BOOKS


@pytest.fixture
def cells(bus: Bus) -> Cells:
    return Cells(bus, BOOKS)


def lose_answers(monkeypatch: pytest.MonkeyPatch, bus: Bus, lost: int) -> list[str]:
    """Let the next ``lost`` answers to a message never come; return the subjects as they are."""
    streams = bus.jetstream(BOOKS.account)
    publish, said = streams.publish, list[str]()

    async def lossy(subject: str, *args: Any, **more: Any) -> Any:
        said.append(subject)
        ack = await publish(subject, *args, **more)
        if len(said) <= lost:
            raise NoAnswer
        return ack

    monkeypatch.setattr(streams, "publish", lossy)
    return said


async def values(bus: Bus) -> int:
    return (await bus.jetstream(BOOKS.account).stream_info(BOOKS.stream)).state.messages


async def test_nothing_is_there_before_something_is_written(cells: Cells) -> None:
    assert await cells.get("a") == Cell(None, 0)
    (revision,) = await cells.put(Put(key="a", value=b"1"))
    assert await cells.get("a") == Cell(b"1", revision)
    (revision,) = await cells.put(Put(key="a", value=None))
    assert await cells.get("a") == Cell(None, revision)


async def test_a_value_is_not_written_over_what_the_writer_has_not_seen(cells: Cells) -> None:
    (first,) = await cells.put(Put(key="a", value=b"1", last=0))
    for last in (0, first + 1):
        with pytest.raises(ConflictError):
            await cells.put(Put(key="a", value=b"2", last=last))
    await cells.put(Put(key="a", value=b"2", last=first))
    assert (await cells.get("a")).value == b"2"


async def test_a_value_is_not_written_if_any_of_a_pattern_was(cells: Cells) -> None:
    (first,) = await cells.put(Put(key="k.a", value=b"1"))
    await cells.put(Put(key="other", value=b"1"))
    (second,) = await cells.put(Put(key="k.b", value=b"1", last=first, among="k.>"))
    with pytest.raises(ConflictError):
        await cells.put(Put(key="k.c", value=b"1", last=first, among="k.>"))
    await cells.put(Put(key="k.c", value=b"1", last=second, among="k.>"))


async def test_several_values_are_written_together_or_not_at_all(cells: Cells) -> None:
    revisions = await cells.put(Put(key="a", value=b"1", last=0), Put(key="b", value=b"1"))
    assert [await cells.get(key) for key in "ab"] == [Cell(b"1", r) for r in revisions]
    with pytest.raises(ConflictError):
        await cells.put(Put(key="c", value=b"2"), Put(key="a", value=b"2", last=0))
    with pytest.raises(ConflictError):
        await cells.put(Put(key="a", value=b"2", last=0), Put(key="c", value=b"2"))
    assert [(await cells.get(key)).value for key in "abc"] == [b"1", b"1", None]


async def test_a_value_ends_by_itself_where_that_was_wanted(cells: Cells) -> None:
    await cells.put(Put(key="a", value=b"1", seconds=1), Put(key="b", value=b"1", seconds=600))
    async with asyncio.timeout(10):
        while (await cells.get("a")).value is not None:  # noqa: ASYNC110 - the node's own clock
            await asyncio.sleep(0.1)
    assert (await cells.get("b")).value == b"1"


async def test_revisions_of_several_at_once_are_all_made(make_bus: MakeBus) -> None:
    several = [Cells(await make_bus(name), BOOKS) for name in ("tables1", "tables2", "front1")]

    def longer(value: bytes | None) -> bytes:
        return (value or b"") + b"x"

    await asyncio.gather(*(several[n % 3].revise("a", longer) for n in range(12)))
    assert (await several[0].get("a")).value == b"x" * 12


@pytest.mark.parametrize("last", [None, 0])
@pytest.mark.parametrize("lost", [1, 2])
async def test_a_write_whose_answer_is_lost_is_made_once(
    bus: Bus, cells: Cells, monkeypatch: pytest.MonkeyPatch, last: int | None, lost: int
) -> None:
    said = lose_answers(monkeypatch, bus, lost)
    (revision,) = await cells.put(Put(key="a", value=b"1", last=last))
    assert await cells.get("a") == Cell(b"1", revision)
    assert revision == 1
    assert len(said) > 1


@pytest.mark.parametrize("last", [None, 0])
async def test_several_values_whose_answer_is_lost_are_written_once(
    bus: Bus, cells: Cells, monkeypatch: pytest.MonkeyPatch, last: int | None
) -> None:
    said = lose_answers(monkeypatch, bus, 1)
    revisions = await cells.put(
        Put(key="a", value=b"1", last=last), Put(key="b", value=b"1", last=last)
    )
    assert revisions == [1, 2]
    assert await values(bus) == 2
    assert len(said) == 2


async def test_a_first_try_that_somebody_has_written_over_since_is_a_conflict(
    bus: Bus, cells: Cells, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = bus.jetstream(BOOKS.account)
    publish, tries = streams.publish, list[str]()

    async def overtaken(subject: str, *args: Any, **more: Any) -> Any:
        tries.append(subject)
        ack = await publish(subject, *args, **more)
        if len(tries) == 1:
            await publish(subject, b"another's")
            raise NoAnswer
        return ack

    monkeypatch.setattr(streams, "publish", overtaken)
    with pytest.raises(ConflictError):
        await cells.put(Put(key="a", value=b"mine", last=0))
    assert (await cells.get("a")).value == b"another's"


async def test_what_cannot_be_had_in_time_is_an_error_of_the_store(
    bus: Bus, cells: Cells, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vaults, "_PATIENCE", 0.0)
    monkeypatch.setattr(vaults, "_PAUSE", 0.0)
    nowhere = Vault(bus, BOOKS.account, "NOWHERE")
    lose_answers(monkeypatch, bus, 99)
    with pytest.raises(StoreError) as caught:
        await cells.put(Put(key="a", value=b"1"))
    assert caught.value.code is StoreCode.WRITE_FAILED
    with pytest.raises(StoreError) as caught:
        await nowhere.whole("a")
    assert caught.value.code is StoreCode.UNUSABLE


async def test_keys_are_all_found_however_few_a_node_tells_at_once(
    bus: Bus, cells: Cells, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [f"k.{number}" for number in range(7)]
    await cells.put(*(Put(key=key, value=b"1") for key in keys), Put(key="other", value=b"1"))
    page, asked = Vault._page, list[int]()

    async def short(vault: Vault, pattern: str, first: int) -> tuple[list[str], int]:
        asked.append(first)
        found, total = await page(vault, pattern, first)
        return found[:3], total

    monkeypatch.setattr(Vault, "_page", short)
    assert await cells.keys("k.>") == keys
    assert asked == [0, 3, 6]
    assert await cells.keys("none.>") == []


async def test_a_front_reads_and_writes_the_books(make_bus: MakeBus) -> None:
    front, tables = Cells(await make_bus("front1"), BOOKS), Cells(await make_bus("tables1"), BOOKS)
    await front.put(Put(key="a", value=b"1"), Put(key="b", value=b"1"))
    await tables.put(Put(key="a", value=b"2"))
    assert (await front.get("a")).value == b"2"


def test_keys_are_plain_whatever_they_are_of() -> None:
    odd = [("",), ("a.b",), (">",), ("a", "b"), ("ab",), ("x" * 9999,), ("蛙",)]
    keys = [key_of(*texts) for texts in odd]
    assert len(set(keys)) == len(odd)
    assert all(key.isalnum() and key.isascii() for key in keys)
