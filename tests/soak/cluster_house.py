"""A cluster of real processes, each on its own cable, each to be killed, paused and cut off.

What runs is the product's own: ``undertable cluster init``, ``node``, ``tables`` and ``front``,
with certificates, three copies of each stream and all permissions. A member that was killed is
started again by the same command.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from server import wiping
from server.cluster import settings
from server.cluster.settings import ClusterSettings
from tests.soak.cluster_net import Cable, Network, network
from tests.soak.cluster_wire import Door

__all__ = ["ClusterHouse", "Kind", "Member", "cluster"]

UP_SECONDS: Final = 60.0
_SSH: Final = 2222
_NODES: Final = 4222
_SETTINGS: Final = """
bot_delay = {bots}
lan = false
[limits]
connects_burst = 100000
connects_per_minute = 100000.0
handshakes = 1000
handshakes_per_address = 1000
sessions = 2000
sessions_per_address = 2000
sessions_per_identity = 50
connections = 2000
"""


class Kind(StrEnum):
    """What a process does."""

    NODE = "node"
    TABLES = "tables"
    FRONT = "front"


@dataclass(slots=True, kw_only=True)
class Member:
    """One process and its cable; ``log`` gets all that it prints."""

    name: str
    kind: Kind
    cable: Cable
    command: tuple[str, ...]
    log: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start it, again perhaps."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.cable.prefix, *self.command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=wiping.environment(os.environ),
                cwd=self.log.parent,
            )

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """End it in the middle of whatever it does, and return when it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if there is anybody to get it."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(number)


@dataclass(slots=True, kw_only=True)
class ClusterHouse:
    """All members, by name."""

    net: Network
    folder: Path
    members: dict[str, Member]

    def of(self, kind: Kind) -> list[Member]:
        """Return the members of a kind."""
        return [member for member in self.members.values() if member.kind is kind]

    @property
    def doors(self) -> list[Door]:
        """Where players come in."""
        return [(member.cable.address, member.port) for member in self.of(Kind.FRONT)]

    @property
    def operator(self) -> ClusterSettings:
        """What the host's own commands connect with."""
        return settings.load(self.folder / "operator" / "operator.toml")

    async def start(self) -> None:
        """Start nodes, table processes and fronts, and wait until players can come in."""
        for kind in (Kind.NODE, Kind.TABLES, Kind.FRONT):
            for member in self.of(kind):
                member.start()
            await asyncio.gather(*map(self.up, self.of(kind)))

    async def up(self, member: Member) -> None:
        """Wait until a member takes connections, if it is of a kind that does."""
        async with asyncio.timeout(UP_SECONDS):
            while member.port:
                assert member.running, f"{member.name}: {member.log.read_text()[-2000:]}"
                try:
                    _, writer = await asyncio.open_connection(member.cable.address, member.port)
                except OSError:
                    await asyncio.sleep(0.1)
                else:
                    writer.close()
                    return

    async def stop(self) -> None:
        """End everything in good order: fronts, then table processes, then nodes."""
        for kind in (Kind.FRONT, Kind.TABLES, Kind.NODE):
            for member in self.of(kind):
                member.signal(signal.SIGCONT)
                member.signal(signal.SIGTERM)
            for member in self.of(kind):
                if member.process is not None:
                    try:
                        await asyncio.to_thread(member.process.wait, 20)
                    except subprocess.TimeoutExpired:
                        member.kill()

    def kill(self) -> None:
        """End everything at once."""
        for member in self.members.values():
            member.kill()


@asynccontextmanager
async def cluster(
    folder: Path, *, nodes: int = 3, fronts: int = 2, tables: int = 3, bot_seconds: float = 1.4
) -> AsyncIterator[ClusterHouse]:
    """Run a cluster in ``folder``; ``bot_seconds`` is the mean time of a bot's move."""
    net = network()
    house = ClusterHouse(net=net, folder=folder / "cluster", members={})
    try:
        _plan(house, nodes=nodes, fronts=fronts, tables=tables, bots=bot_seconds)
        await house.start()
        yield house
    finally:
        house.kill()
        net.close()


def _plan(house: ClusterHouse, *, nodes: int, fronts: int, tables: int, bots: float) -> None:
    """Write all files of the cluster, and fill in its members."""
    program = (str(Path(sys.executable).with_name("undertable")), "cluster")
    kinds = {f"n{number}": Kind.NODE for number in range(1, nodes + 1)}
    kinds |= {f"tables{number}": Kind.TABLES for number in range(1, tables + 1)}
    kinds |= {f"front{number}": Kind.FRONT for number in range(1, fronts + 1)}
    cables = {name: house.net.cable(name) for name in kinds}
    ports: dict[str, int] = {}
    command = [*program, "init", str(house.folder)]
    for number, (name, kind) in enumerate(kinds.items()):
        match kind:
            case Kind.NODE:
                ports[name] = _NODES + number
                command += ["--node", f"{name}={cables[name].address}:{ports[name]}"]
            case Kind.FRONT:
                ports[name] = _SSH + number
                command += ["--front", name]
            case Kind.TABLES:
                command += ["--tables", name]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    for name, kind in kinds.items():
        home = house.folder / name
        if kind is Kind.NODE:
            words = ["node", str(home / f"{name}.conf")]
        else:
            (home / "undertable.toml").write_text(_SETTINGS.format(bots=bots))
            words = [str(kind), str(home / f"{name}.toml"), "--data", str(home)]
        if kind is Kind.FRONT:
            words += ["--host", cables[name].address, "--port", str(ports[name])]
        house.members[name] = Member(
            name=name,
            kind=kind,
            cable=cables[name],
            command=(*program, *words),
            log=home / "printed.log",
            port=ports.get(name, 0),
        )
