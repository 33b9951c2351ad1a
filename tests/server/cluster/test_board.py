"""Every table process has the listings of all tables; each writes its own."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from server.api import LobbyRow
from server.cluster.board import Board, Shown
from server.cluster.bus import Bus
from server.cluster.subjects import Bucket
from server.public import Listing
from server.wire import WireError, pack
from tests.server.cluster.conftest import MakeBus
from tests.server.ssh_helpers import eventually


def _shown(code: str, *, host: str = "SHA256:ann", names: tuple[str, ...] = ("Ann",)) -> Shown:
    row = LobbyRow(
        code=code, game="love_letter", seats=2, taken=1, bots=0, stage="waiting",
        names=list(names), mine=-1, your_turn=False,
    )  # fmt: skip
    listing = Listing(row=row, owners={host: 0}, asked=(0,), awaited=names, kind="play", until=7)
    return Shown(listing=listing, host=host)


def _codes(board: Board) -> list[str]:
    return sorted(listing.row["code"] for listing in board.listings())


async def _two(make_bus: MakeBus) -> tuple[Board, Board]:
    boards = Board(await make_bus("tables1")), Board(await make_bus("tables2"))
    for board in boards:
        await board.start()
    return boards


@pytest.mark.parametrize("parked", [False, True])
def test_a_listing_is_the_same_after_packing(*, parked: bool) -> None:
    shown = replace(_shown("OTTER-42"), parked=parked)
    assert Shown.unpacked(shown.packed()) == shown


@pytest.mark.parametrize("data", [b"", b"\xff", pack({}), pack({"row": {}})])
def test_bytes_that_are_no_listing_are_told_so(data: bytes) -> None:
    with pytest.raises(WireError):
        Shown.unpacked(data)


async def test_a_table_is_shown_at_every_process_until_it_is_gone(make_bus: MakeBus) -> None:
    one, other = await _two(make_bus)
    told = 0

    def count() -> None:
        nonlocal told
        told += 1

    other.changed.append(count)
    one.put("OTTER-42", _shown("OTTER-42"))
    assert _codes(one) == ["OTTER-42"]
    await eventually(lambda: _codes(other) == ["OTTER-42"])
    assert told
    assert other.hosted("SHA256:ann") == 1
    assert other.is_seated("SHA256:ann")
    assert not other.is_seated("SHA256:bo")
    one.drop("OTTER-42")
    await eventually(lambda: not other.codes())
    await one.stop()
    await other.stop()


async def test_a_newcomer_sees_what_was_put_before(make_bus: MakeBus) -> None:
    one = Board(await make_bus("tables1"))
    await one.start()
    for number in range(10, 20):
        one.put(f"OTTER-{number}", _shown(f"OTTER-{number}"))
    bucket = await (bus := await make_bus("tables3")).bucket(Bucket.LISTINGS)
    for number in range(10, 20):
        await _written(bucket, f"OTTER-{number}")
    late = Board(bus)
    await late.start()
    assert _codes(late) == _codes(one)
    await one.stop()
    await late.stop()


async def _written(bucket: object, key: str) -> None:
    while True:
        try:
            await bucket.get(key)  # type: ignore[attr-defined]
        except Exception:  # noqa: BLE001 - not there yet
            await asyncio.sleep(0.05)
        else:
            return


async def test_a_parked_table_is_listed_apart_and_its_code_stays_in_use(make_bus: MakeBus) -> None:
    one, other = await _two(make_bus)
    one.put("OTTER-42", replace(_shown("OTTER-42"), parked=True))
    await eventually(lambda: other.parked() == ["OTTER-42"])
    assert not other.listings()
    assert other.codes() == {"OTTER-42"}
    await one.stop()
    await other.stop()


async def test_who_takes_a_table_over_writes_its_listing_from_then_on(make_bus: MakeBus) -> None:
    one, other = await _two(make_bus)
    one.put("OTTER-42", _shown("OTTER-42"))
    await eventually(lambda: _codes(other) == ["OTTER-42"])
    one.leave("OTTER-42")
    other.put("OTTER-42", _shown("OTTER-42", names=("Ann", "Bo")))
    await eventually(
        lambda: [listing.row["names"] for listing in one.listings()] == [["Ann", "Bo"]]
    )
    await one.stop()
    await other.stop()


async def test_what_cannot_be_read_costs_nobody_the_rest(bus: Bus) -> None:
    bucket = await bus.bucket(Bucket.LISTINGS)
    await bucket.put("OTTER-42", b"\xff")
    await bucket.put("OTTER-43", _shown("OTTER-43").packed())
    board = Board(bus)
    await board.start()
    assert _codes(board) == ["OTTER-43"]
    await board.stop()
