"""Frames and channels: bounded, merged in order, newest wins."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.api import ChatLine, Stage, TableFrame, TableLine
from server.channel import LocalChannel
from server.frames import EVENTS, Moment, Sight, merge, table_frame
from server.seats import EMPTY
from server.table_state import TableState
from server.wire import unpack
from tests.server.house import ANN, BO, HandTime, house, quiet

STATE = TableState(code="FROG-71", game="toy", options={}, clock=0, seats=(EMPTY,) * 2)


def frame(first: int, last: int, *, you: int = 0, seed: str = "") -> TableFrame:
    """Return a frame that brings events and lines ``first`` to ``last - 1``."""
    return table_frame(
        Moment(state=STATE, online=frozenset(), seed=seed),
        Sight(
            you=you,
            seq=last,
            events=tuple({"kind": "e", "n": n} for n in range(first, last)),
            chat=tuple(ChatLine(seat=0, name="x", text=str(n)) for n in range(first, last)),
            view={"n": last},
        ),
    )


def channel(time: HandTime | None = None) -> LocalChannel:
    return LocalChannel(ANN, lambda _channel, _data: None, time or HandTime())


async def read(one: LocalChannel) -> dict[str, Any]:
    return unpack(await one.receive())


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_merged_frames_hold_every_event_once_in_order_and_the_newest_view(steps: list[int]) -> None:
    at = 0
    merged: TableFrame | None = None
    for step in steps:
        new = frame(at, at + step)
        at += step
        merged = new if merged is None else merge(merged, new)
    assert merged is not None
    assert [e["n"] for e in merged["events"]] == list(range(at))
    assert [line["text"] for line in merged["chat"]] == [str(n) for n in range(at)]
    assert merged["view"] == {"n": at}
    assert merged["seq"] == at


def test_merging_is_bounded_and_keeps_the_newest() -> None:
    merged = frame(0, 1)
    for number in range(1, EVENTS + 50):
        merged = merge(merged, frame(number, number + 1))
    assert len(merged["events"]) == len(merged["chat"]) == EVENTS
    assert merged["events"][-1]["n"] == merged["seq"] - 1


def test_merging_drops_the_events_of_another_seat() -> None:
    merged = merge(frame(0, 3, you=0), frame(0, 2, you=-1))
    assert merged["you"] == -1
    assert [e["n"] for e in merged["events"]] == [0, 1]


def test_a_seed_is_in_no_frame_before_the_game_is_over() -> None:
    assert STATE.stage is Stage.WAITING
    assert frame(0, 1, seed="5eed")["seed"] == ""


@pytest.mark.report("asyncssh#664")
async def test_a_session_that_does_not_read_costs_one_frame_and_gets_the_newest() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        slow = h.hub.table(ANN, code)
        for person in (ann, bo, ann, bo):
            await person.asked()
            person.answer(person.last["ask"]["options"][0])
            await quiet()
        frame_ = await read(slow)
        assert frame_["view"] == ann.last["view"]
        assert frame_["ask"] == ann.last["ask"]
        assert len(frame_["events"]) == frame_["seq"]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await slow.receive()


async def test_notices_come_before_the_frame_and_a_closing_one_after_it() -> None:
    one = channel()
    one.push(frame(0, 1))
    one.notify("first")
    one.end("stopping", error=False)
    one.push(frame(0, 9))
    assert (await read(one))["code"] == "first"
    assert (await read(one))["seq"] == 1
    last = await read(one)
    assert (last["code"], last["closed"]) == ("stopping", True)
    with pytest.raises(EOFError):
        await one.receive()


async def test_unread_notices_are_bounded() -> None:
    one = channel()
    for _ in range(10_000):
        one.notify("illegal")
    one.end("stopping", error=False)
    received = [code async for code in _rest(one)]
    assert 10 < len(received) < 200
    assert received[-1] == "stopping"


async def _rest(one: LocalChannel) -> AsyncIterator[str]:
    """Yield the codes of everything that is still in a channel that has ended."""
    while True:
        try:
            yield (await read(one))["code"]
        except EOFError:
            return


async def test_closing_ends_a_waiting_receive_and_is_idempotent() -> None:
    told: list[bytes | None] = []
    one = LocalChannel(ANN, lambda _channel, data: told.append(data), HandTime())
    waiting = asyncio.create_task(one.receive())
    await asyncio.sleep(0)
    one.close()
    one.close()
    one.send(b"x")
    one.push(frame(0, 1))
    with pytest.raises(EOFError):
        await waiting
    assert told == [None]


async def test_a_receive_that_is_cancelled_loses_nothing() -> None:
    one = channel()
    waiting = asyncio.create_task(one.receive())
    await asyncio.sleep(0)
    one.push(frame(0, 1))
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (await read(one))["seq"] == 1


async def test_the_clock_of_a_frame_that_waited_is_brought_up_to_date() -> None:
    time = HandTime()
    one = channel(time)
    waits = frame(0, 1)
    waits["clock"] = {"left": 30.0, "total": 30}
    one.push(waits)
    await time.pass_by(12.5)
    assert (await read(one))["clock"] == {"left": 18.0, "total": 30}


def test_what_was_not_fetched_keeps_the_tables_lines_and_what_was_seen_before() -> None:
    first, second = line("time_out_safe", 3), line("back", 5)
    old = table_frame(Moment(state=STATE, online=frozenset()), Sight(you=0, lines=(first,)))
    old["seen"] = 2
    new = table_frame(Moment(state=STATE, online=frozenset()), Sight(you=0, lines=(second,)))
    merged = merge(old, new)
    assert merged["lines"] == [first, second]
    assert merged["seen"] == 2
    other = merge(old, {**new, "game_no": 2})
    assert other["lines"] == [second]
    assert "seen" not in other


def line(code: str, at: int) -> TableLine:
    return TableLine(code=code, seat=0, name="Ann", at=at)
