"""Rooms end when they are told to, and their visitors are told, whatever a room is doing."""

from __future__ import annotations

import asyncio

import pytest

from server import rooms
from server.api import Identity
from server.channel import LocalChannel
from server.codes import Code
from server.deadlines import LoopTime
from server.requests import Here, LobbyRequest, TableRequest, encode
from server.room import Room
from server.rooms import end_rooms
from server.wire import unpack

ANN = Identity(id="SHA256:ann", name="Ann")


class Hanging(Room):
    """Never comes back from the first request, as one does whose store has no quorum."""

    def __init__(self) -> None:
        super().__init__(LoopTime())
        self.asked = asyncio.Event()

    async def attached(self, channel: LocalChannel) -> None:
        pass

    async def detached(self, channel: LocalChannel) -> None:
        pass

    async def requested(self, channel: LocalChannel, request: LobbyRequest | TableRequest) -> None:
        self.asked.set()
        await asyncio.Event().wait()


async def last_of(channel: LocalChannel) -> dict[str, object]:
    last = unpack(await channel.receive())
    with pytest.raises(EOFError):
        await channel.receive()
    return last


@pytest.mark.parametrize("dead", [False, True])
async def test_a_room_that_hangs_is_ended_and_its_visitors_are_told(
    monkeypatch: pytest.MonkeyPatch, dead: bool
) -> None:
    monkeypatch.setattr(rooms, "STOP", 0.05)
    room = Hanging()
    task = asyncio.create_task(room.run())
    inside, outside = room.attach(ANN), room.attach(ANN)
    inside.send(encode(Here()))
    await room.asked.wait()
    if dead:  # a store that was closed under its hands
        task.cancel()
    await end_rooms({room: task}, Code.MOVED)
    assert task.done()
    for channel in (inside, outside):
        last = await last_of(channel)
        assert (last["code"], last["closed"]) == (Code.MOVED, True)
