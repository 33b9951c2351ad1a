"""The real server for the session figures, with tables at which bots play by themselves.

``python -m tests.bench.host DATA TABLES DELAY [LIBRE]`` prints one JSON line ``{"port", "codes"}``
and serves until it is killed. Everything is the product's own; only the tables are from inside,
each with four bots in a match to seven wins, and a bot answers every ``DELAY`` seconds. With
``LIBRE`` 1 a seat is left free at each table, and its game starts when somebody is ready there.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from pathlib import Path

from server import logs
from server.api import Identity
from server.bots import BotOptions
from server.channel import LocalChannel
from server.hub import HubLimits, LocalHub
from server.requests import CreateTable, Stand, Start, encode
from server.settings import Limits, Settings
from server.ssh import SshServer
from server.store import Store
from server.wire import unpack
from tui import tuning
from tui.cli.serve import STORE_NAME
from tui.door import run_connection

SEATS = 4


async def _table(hub: LocalHub, number: int, libre: int) -> str:
    who = Identity(id=f"bench:{number}", name=f"host{number}")
    request = CreateTable(
        game="love_letter",
        seats=SEATS,
        options={"wins": "7"},
        clock=0,
        bots=SEATS - 1 - libre,
    )
    code = await hub.create(who, request)
    channel = hub.table(who, code)
    asyncio.get_running_loop().create_task(_run(channel), name=f"table {code}")
    return code


async def _run(channel: LocalChannel) -> None:
    """Start when every seat is taken and ready, leave the own seat to a bot, and go."""
    while True:
        frame = unpack(await channel.receive())
        if frame["t"] == "table" and all(
            seat["kind"] != "empty" and (seat["ready"] or seat["host"]) for seat in frame["seats"]
        ):
            break
    channel.send(encode(Start()))
    while unpack(await channel.receive()).get("stage") != "playing":
        pass
    channel.send(encode(Stand()))
    await asyncio.sleep(0.5)
    channel.close()


async def _main(data: Path, tables: int, delay: float, libre: int) -> None:
    logs.install(io.StringIO())
    hub = LocalHub(
        Store.open(data / STORE_NAME),
        bots=BotOptions(least=delay * 0.5, most=delay * 1.5),
        limits=HubLimits(tables=tables + 10),
    )
    await hub.start()
    limits = Limits(connects_burst=1000, handshakes=400, handshakes_per_address=400,
                    sessions_per_address=1000, sessions=1000)  # fmt: skip
    listener = SshServer(
        Settings(host="127.0.0.1", port=0, data_dir=data, limits=limits), hub, run_connection
    )
    await listener.start()
    import tui.app  # noqa: F401

    tuning.tune()
    codes = [await _table(hub, number, libre) for number in range(tables)]
    sys.stdout.write(json.dumps({"port": listener.port, "codes": codes}) + "\n")
    sys.stdout.flush()
    await tuning.keep_tidy()


if __name__ == "__main__":
    asyncio.run(
        _main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), int((*sys.argv, "0")[4]))
    )
