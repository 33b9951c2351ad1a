"""A table's channel under a veil: what may be shown when, and nothing lost or out of order."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.requests import Answer, Seen, encode
from server.wire import pack, unpack
from tui.veil import Sizes, Veil
from tui.veiled import VeiledChannel


class Source:
    """The channel below: frames that a test puts in."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.sent: list[bytes] = []

    def put(self, **frame: Any) -> None:
        self.queue.put_nowait(pack(frame))

    def send(self, request: bytes) -> None:
        self.sent.append(request)

    async def receive(self) -> bytes:
        data = await self.queue.get()
        if data is None:
            raise EOFError
        return data

    def close(self) -> None:
        self.queue.put_nowait(None)


def table(told: int, **more: Any) -> dict[str, Any]:
    now = asyncio.get_running_loop().time()
    return {
        "t": "table", "game_no": 1, "you": 0, "stage": "playing", "waiting_kind": "orders",
        "events": [], "chat": [], "clock": None, "ask": None,
        "beat": {"told": told, "at": now, "ends": now + 305},
    } | more  # fmt: skip


def veiled() -> tuple[Source, VeiledChannel, Veil]:
    source = Source()
    veil = Veil(beat=lambda _size: None, sizes=Sizes(step=lambda: 4096))
    return source, VeiledChannel(source, veil), veil


async def test_without_a_masked_game_frames_pass_as_they_are() -> None:
    source, channel, veil = veiled()
    source.put(t="table", events=[1])
    assert unpack(await channel.receive()) == {"t": "table", "events": [1]}
    assert not veil.on


@pytest.mark.rule("FD-16.1")
async def test_private_news_are_held_and_come_with_the_next_public_ones_in_order() -> None:
    source, channel, _ = veiled()
    source.put(**table(1))
    await channel.receive()
    source.put(**table(1, events=[{"kind": "said"}]))
    held = asyncio.ensure_future(channel.receive())
    await asyncio.sleep(0.05)
    assert not held.done()
    source.put(**table(2, events=[{"kind": "step"}]))
    frame = unpack(await held)
    assert [event["kind"] for event in frame["events"]] == ["said", "step"]


async def test_an_own_request_brings_its_answer_at_once_but_saying_what_was_seen_does_not() -> None:
    source, channel, _ = veiled()
    source.put(**table(1))
    await channel.receive()
    channel.send(encode(Seen(game_no=1, seq=1)))
    source.put(**table(1, events=[{"kind": "said"}]))
    held = asyncio.ensure_future(channel.receive())
    await asyncio.sleep(0.05)
    assert not held.done()
    channel.send(encode(Answer(game_no=1, ask=1, answer=["ready"])))
    source.put(**table(1, events=[{"kind": "sheet"}], ask={"id": 2}))
    frame = unpack(await held)
    assert [event["kind"] for event in frame["events"]] == ["said", "sheet"]
    assert len(source.sent) == 2


async def test_what_was_held_is_still_delivered_at_the_end() -> None:
    source, channel, _ = veiled()
    source.put(**table(1))
    await channel.receive()
    source.put(t="notice", code="time_short", level="info")
    held = asyncio.ensure_future(channel.receive())
    await asyncio.sleep(0.05)
    source.close()
    assert unpack(await held)["code"] == "time_short"
    source.close()
    with pytest.raises(EOFError):
        await channel.receive()
