"""An evening at a cluster to which bad things happen, and what is to be said of it afterwards."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from server.cluster.errors import ClusterError
from tests.bench.process import cpu_seconds
from tests.soak.cluster_blows import Blow, strike, uncut
from tests.soak.cluster_house import ClusterHouse, Kind, Member, cluster
from tests.soak.cluster_judge import counted
from tests.soak.cluster_makers import Maker, made
from tests.soak.cluster_players import AtTables, Player, Watcher
from tests.soak.cluster_report import Report, Struck, figures, median, stuck
from tests.soak.cluster_streams import TROUBLE, Streams
from tests.soak.cluster_wire import Notes
from tests.soak.cluster_witness import judge_games

__all__ = ["Report", "Spec", "evening"]

PROBE: Final = 0.2
"""Seconds between two probes of one table: how exactly an absence is measured."""
PATIENCE: Final = 20.0
"""Seconds after a blow until a table that does not answer counts as lost."""
LAST_PATIENCE: Final = 90.0
"""Seconds after the last blow until a game that has not gone on counts as stuck."""
_PROBED: Final = 40
"""Tables that are probed after one blow."""
_WATCHED: Final = 8
"""Tables that one program watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """What kind of evening: ``alone`` tables of bots, ``shared`` ones with two programs each."""

    seed: int
    alone: int
    shared: int
    nodes: int = 3
    fronts: int = 2
    tables: int = 3
    bot_seconds: float = 6.0
    calm: float = 15.0
    """Seconds after the last blow within which each game must go on."""


async def evening(
    folder: Path, spec: Spec, say: Callable[[str], None], blows: Sequence[Blow]
) -> Report:
    """Run one from beginning to end and judge it; ``say`` gets a line for everything."""
    async with cluster(
        folder, nodes=spec.nodes, fronts=spec.fronts, tables=spec.tables,
        bot_seconds=spec.bot_seconds,
    ) as house:  # fmt: skip
        if not house.net.can_cut:
            say("CABLES CANNOT BE CUT ON THIS MACHINE: processes are paused in their place")
            blows = [uncut(blow) for blow in blows]
        streams = await Streams.open(house.operator)
        night = _Night(house, streams, spec, say)
        try:
            await night.begin()
            for blow in blows:
                await night.suffer(blow)
            return await night.judged()
        finally:
            await night.end()
            await streams.close()


class _Night:
    """The people of one evening, and what has befallen the cluster so far."""

    def __init__(
        self, house: ClusterHouse, streams: Streams, spec: Spec, say: Callable[[str], None]
    ) -> None:
        self._house = house
        self._streams = streams
        self._spec = spec
        self._say = say
        self._notes = Notes()
        self._chance = random.Random(spec.seed)
        self._living: list[asyncio.Task[None]] = []
        self._seats: dict[str, tuple[AtTables, int]] = {}
        """By table: somebody who can probe it, and by which channel."""
        self._owners: dict[str, str] = {}
        self._troubles: Counter[str] = Counter()
        self._struck: list[Struck] = []

    # --- people ---

    async def begin(self) -> None:
        """Make all tables and let everybody in."""
        spec, seed = self._spec, str(self._spec.seed)
        doors, notes = self._house.doors, self._notes
        gate = asyncio.Semaphore(8)
        began = time.time()

        async def one(maker: Maker) -> str:
            async with gate:
                return await made(maker)

        alone = [Maker(f"m{n}", doors, notes, seed, alone=True) for n in range(spec.alone)]
        hosts = [
            Maker(f"h{n}", doors, notes, seed, alone=False, wins=1) for n in range(spec.shared)
        ]
        codes = await asyncio.gather(*map(one, [*alone, *hosts]))
        self._say(f"{len(codes)} tables were made in {time.time() - began:.1f} s")
        for host, code in zip(hosts, codes[spec.alone :], strict=True):
            players = [Player(f"{n}{host.name}", doors, notes, seed, code) for n in "ab"]
            players[0].key = host.key
            self._seats[code] = (players[1], 1)
            self._live(players)
        for at in range(0, spec.alone, _WATCHED):
            watched = codes[at : min(at + _WATCHED, spec.alone)]
            watcher = Watcher(f"w{at}", doors, notes, seed, watched)
            self._seats |= {c: (watcher, n) for n, c in enumerate(watched, start=1)}
            self._live([watcher])
        async with asyncio.timeout(60):
            while len(self._notes.stages) < len(codes):  # noqa: ASYNC110 - programs that come in
                await asyncio.sleep(0.1)
        await asyncio.sleep(spec.calm / 3)

    def _live(self, people: Iterable[AtTables]) -> None:
        loop = asyncio.get_running_loop()
        self._living += [loop.create_task(person.live()) for person in people]

    async def end(self) -> None:
        """Send everybody home."""
        for task in self._living:
            task.cancel()
        await asyncio.gather(*self._living, return_exceptions=True)

    # --- blows ---

    async def suffer(self, blow: Blow) -> None:
        """Let a blow fall, see how long its tables are missed, and rest."""
        with suppress(*TROUBLE, ClusterError):
            self._owners = await asyncio.wait_for(self._streams.owners(), 5)
        owned = [code for code, pid in self._owners.items() if pid.partition(".")[0] in blow.whom]
        probed = [code for code in owned or sorted(self._seats) if code in self._seats]
        probed = self._chance.sample(probed, min(_PROBED, len(probed)))
        heirs = [m for m in self._house.of(Kind.TABLES) if m.name not in blow.whom]
        before = _cpu(heirs)
        striking = asyncio.get_running_loop().create_task(strike(self._house, blow))
        await asyncio.sleep(0.02)
        answers = await self._probe(probed)
        used = _cpu(heirs) - before
        fell, back = await striking
        struck = Struck(
            blow=blow, fell=fell, answers=answers, probed=len(probed), owned=owned, cpu=used
        )
        self._struck.append(struck)
        worst = max(answers, default=0.0)
        self._say(
            f"{len(self._struck):3} {blow!s:32} {len(answers)} of {len(probed)} tables answered, "
            f"median {median(answers):.2f} s, worst {worst:.2f} s"
        )
        await asyncio.sleep(max(0.0, back + blow.rest - time.time()))
        for member in self._house.members.values():
            if not member.running:
                self._troubles[f"{member.name} ended by itself"] += 1
                member.start()

    async def _probe(self, codes: Sequence[str]) -> list[float]:
        """Return how long each table took to answer; without those that never did."""
        answered, began = self._notes.answered, time.time()
        before = {code: len(answered[code]) for code in codes}
        waiting = set(codes)
        while waiting and time.time() - began < PATIENCE:
            for code in waiting:
                person, number = self._seats[code]
                person.probe(code, number, began)
            await asyncio.sleep(PROBE)
            waiting = {code for code in waiting if len(answered[code]) == before[code]}
        return [answered[code][before[code]] for code in codes if code not in waiting]

    # --- the end ---

    async def judged(self) -> Report:
        """Wait until all is calm, read all streams, and say what is to be said."""
        await asyncio.sleep(self._spec.calm / 2)
        calm = time.time()
        await asyncio.sleep(self._spec.calm)
        # Whoever still stands gets longer: what is asked is that it goes on, not how soon.
        while time.time() < calm + LAST_PATIENCE and self._standing(calm):  # noqa: ASYNC110
            await asyncio.sleep(1.0)
        await self.end()
        await self._streams.read_again()
        stories = self._streams.stories()
        findings = [finding for story in stories for finding in story.findings]
        findings += judge_games(stories, self._notes.witness)
        findings += await self._streams.unarchived(stories)
        findings += stuck(stories, calm)
        troubles = self._troubles + Counter(
            {k: n for k, n in self._notes.counts.items() if k.startswith("BAD")}
        )
        if self._streams.different:
            troubles["messages that were read twice and differed"] = self._streams.different
        for line in sorted(f"{key}: {n}" for key, n in self._notes.counts.items()):
            self._say(f"    {line}")
        told = figures(stories, self._notes, self._struck, jumped=self._streams.jumped)
        told["findings"] = len(findings)
        told |= {f"found: {fault}": float(n) for fault, n in counted(findings).items()}
        return Report(findings=findings, troubles=troubles, figures=told)

    def _standing(self, calm: float) -> bool:
        """Return whether there is a game that runs and has not gone on since ``calm``."""
        newest = self._streams.newest()
        playing = [code for code, stage in self._notes.stages.items() if stage == "playing"]
        return any(newest.get(code, 0.0) < calm for code in playing)


def _cpu(members: Iterable[Member]) -> float:
    """Return the processor seconds that processes have used."""
    pids = [member.process.pid for member in members if member.process is not None]
    return sum(cpu_seconds(pid) for pid in pids if Path(f"/proc/{pid}").exists())
