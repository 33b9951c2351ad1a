"""Players on bad links: they play on, or are missed in time, and nobody else notices.

Generous bounds only; the figures are made by ``python -m tests.bench faults``.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.in_process import ROOMY, Client, Evening, Player, evening, open_client
from tests.soak.proxy import FAULTS, Faults, proxied

ALIVE = 15.0
"""Seconds within which a key must be seen on any link that carries anything at all."""
QUICK_KEEPALIVE = replace(ROOMY, keepalive_seconds=0.5, keepalive_count=2)


async def typed(client: Client, word: str) -> None:
    """Type ``word`` into the chat line, see it, and take it back."""
    client.send(b"c")
    await asyncio.sleep(0.2)
    for letter in word:
        client.send(letter.encode())
        await asyncio.sleep(0.02)
    await client.within(ALIVE, lambda c: word in c.text)
    client.send(b"\x1b")
    await client.within(ALIVE, lambda c: word not in c.text)


async def test_a_key_is_seen_on_every_link_that_carries_anything(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        code, _clients = await night.started(Player(name="ann"), seats=4)

        async def through(faults: Faults) -> None:
            async with proxied(night.server.port, faults, seed=1) as proxy:
                player = Player(name="bo")
                client = await open_client(
                    proxy.port, player, f"watch {code}", clients=night.clients
                )
                await client.within(ALIVE, lambda c: code in c.text)
                await typed(client, "QXZ")

        await asyncio.gather(*map(through, FAULTS.values()))


@pytest.mark.report("asyncssh#321")
async def test_who_falls_into_a_black_hole_is_missed_and_finds_the_seat_by_another_way(
    tmp_path: Path,
) -> None:
    ann, bo = Player(name="ann"), Player(name="bo")
    async with evening(tmp_path, limits=QUICK_KEEPALIVE) as night:
        code, clients = await night.seated(ann, seats=3)
        async with proxied(night.server.port, Faults()) as proxy:
            lost = await open_client(proxy.port, bo, f"join {code}", clients=night.clients)
            await lost.until("Press r when you are ready.")
            lost.send(b"r")
            await night.until(lambda: night.table(code).state.seats[1].ready)
            proxy.swallow()
            await night.until(lambda: night.server.sessions == 1)
            await typed(clients[0], "QXZ")
            again = await night.connect(bo, f"join {code}")
            await again.within(ALIVE, lambda c: code in c.text)
            assert night.table(code).state.seats[1].owner == bo.who.id


@pytest.mark.report("asyncssh#664")
async def test_a_reader_that_stalls_costs_the_others_no_key(tmp_path: Path) -> None:
    ann, bo = Player(name="ann"), Player(name="bo")
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, seats=4)
        async with proxied(night.server.port, Faults()) as proxy:
            deaf = await open_client(proxy.port, bo, f"watch {code}", clients=night.clients)
            await deaf.within(ALIVE, lambda c: code in c.text)
            proxy.deafen()
            await _busy(night, clients[0], deaf)
            proxy.deafen(on=False)
            clients[0].send(b"c" + b"WELCOME")
            await asyncio.sleep(0.3)
            clients[0].send(b"\r")
            await deaf.within(ALIVE, lambda c: "WELCOME" in c.text)


async def _busy(night: Evening, client: Client, deaf: Client) -> None:
    """Keep the server drawing for a deaf client, and look how another fares meanwhile."""
    for number in range(3):
        for _ in range(20):
            deaf.resize(100 + number, 30)
            deaf.resize(80, 24)
            deaf.send(b"\x0c")
            await asyncio.sleep(0.01)
        await typed(client, "QXZ")
    assert night.server.sessions == 2
