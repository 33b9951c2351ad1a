"""A simulated cluster: where tables come to run while they, and their processes, come and go.

``python -m tests.bench placement`` places tables with the product's own functions
(``server.cluster.placement``) and simulates what is around them: tables that are made and closed,
processes that die, come back and are drained, and a LIVE bucket that tells all of it late. It is
seeded and knows no network, no engine and no clock; what things cost are the constants below, as
measured, so a figure of seconds is a model's, while one of tables, writes and shares is exact.
"""

from __future__ import annotations

import heapq
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from server.cluster.placement import Load, heir, place

__all__ = ["SCENARIOS", "Found", "Scenario", "Simulation", "figures"]

RENEWAL: Final = 0.4
"""Seconds between two renewals of a process in LIVE, which also say what it has to do."""
TTL: Final = 1.5
"""Seconds after which a process that renews nothing is gone for the others."""
ROUND_TRIP: Final = 0.006
"""Seconds of a lease's exchange and a taken record, one after the other."""
REPLAY: Final = 0.03
"""Seconds of processor time to read a journal and play it again: a long match, half played."""
DECISION: Final = 0.002
"""Seconds of processor time for one decision of a table: rules, append, frames."""
_MANY: Final = 20
"""Tables for each heir from which on a share says something of how even it is."""
PACE: Final = 0.7
"""Decisions of one table a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What is simulated: ``tables`` on average, for ``seconds``, at ``processes``.

    A table lives for ``life`` seconds on average, a process dies every ``death`` seconds and one is
    drained every ``drain`` seconds (both in all, not each), and is back after ``back`` seconds.
    ``near``: tables are wanted where their maker's session is, as with ``serve --workers``.
    ``burst`` tables are made within one renewal in the middle.
    """

    processes: int
    tables: int
    seconds: float = 600.0
    life: float = 900.0
    death: float = 60.0
    drain: float = 150.0
    back: float = 4.0
    near: bool = False
    burst: int = 0


SCENARIOS: Final = {
    "small": Scenario(processes=3, tables=200),
    "workers": Scenario(processes=4, tables=400, near=True),
    "ten_thousand": Scenario(processes=8, tables=2_500, burst=200),
    "storm": Scenario(processes=8, tables=2_500, death=6.0),
    "cell": Scenario(processes=40, tables=12_500, seconds=300.0, burst=500),
}
"""``ten_thousand`` and ``cell`` (50,000) are so many players at tables of four."""


@dataclass(slots=True)
class Found:
    """What a run has shown."""

    away: list[float] = field(default_factory=list)
    """Seconds for which each table taken over was without a process."""
    handed: list[float] = field(default_factory=list)
    """The same of tables that were handed over by a drained process."""
    shares: list[float] = field(default_factory=list)
    """After each death, the largest share of the tables that one heir got, times the survivors."""
    uneven: list[float] = field(default_factory=list)
    """Most tables at one process over the mean, each second."""
    homeless: int = 0
    """Times that a table could not be taken as no process was left."""
    races: int = 0
    """Leases that were reached for by a process that was not the first."""
    leases: Counter[int] = field(default_factory=Counter)
    """Writes to LEASES in each second."""
    appends: Counter[int] = field(default_factory=Counter)
    """Appends to JOURNAL in each second, taken records included."""


@dataclass(slots=True)
class _Process:
    tables: set[str] = field(default_factory=set)
    draining: bool = False
    busy_until: float = 0.0
    """When it has played again all that it has taken."""


class Simulation:
    """One run of a scenario. Everything that happens is an event on one heap."""

    def __init__(self, scenario: Scenario, seed: int = 7) -> None:
        self.found = Found()
        self._scenario = scenario
        self._chance = random.Random(seed)
        self._numbers = count()
        self._events: list[tuple[float, int, str, str]] = []
        self._now = 0.0
        self._alive: dict[str, _Process] = {}
        self._said: dict[str, Load] = {}
        """What LIVE says: as of each process's last renewal, and of the dead until their end."""
        self._orphans: dict[str, set[str]] = {}
        """Tables of the dead whose keys in LIVE have not expired."""
        self._homeless: dict[str, float] = {}
        """Tables that nobody could take, and since when; whoever comes takes them."""

    def run(self) -> Found:
        """Simulate to the end."""
        scenario = self._scenario
        for _ in range(scenario.processes):
            self._start()
        for _ in range(scenario.tables):
            self._make()
            self._renew()
        self.found = Found()
        rate = scenario.life / max(1, scenario.tables)
        self._at(self._chance.expovariate(1 / rate), "make")
        self._at(self._chance.expovariate(1 / scenario.death), "die")
        self._at(self._chance.expovariate(1 / scenario.drain), "drain")
        self._at(scenario.seconds / 2, "burst")
        self._at(0.0, "renew")
        self._at(1.0, "second")
        while self._events and self._events[0][0] <= scenario.seconds:
            self._now, _, what, about = heapq.heappop(self._events)
            self._happen(what, about)
        return self.found

    def _at(self, seconds: float, what: str, about: str = "") -> None:
        heapq.heappush(self._events, (self._now + seconds, next(self._numbers), what, about))

    def _happen(self, what: str, about: str) -> None:
        scenario, chance = self._scenario, self._chance
        match what:
            case "make":
                self._make()
                self._at(chance.expovariate(scenario.tables / scenario.life), "make")
            case "burst":
                for _ in range(scenario.burst):
                    self._make()
            case "close":
                self._close(about)
            case "die":
                self._die()
                self._at(chance.expovariate(1 / scenario.death), "die")
            case "drain":
                self._drain()
                self._at(chance.expovariate(1 / scenario.drain), "drain")
            case "gone":
                self._gone(about)
            case "back":
                self._start()
            case "renew":
                self._renew()
                self._at(RENEWAL, "renew")
            case _:
                self._second()
                self._at(1.0, "second")

    @property
    def homes(self) -> Counter[str]:
        """How many processes run each table, or are dead with it and not mourned yet."""
        living = (process.tables for process in self._alive.values())
        dead = (*self._orphans.values(), self._homeless)
        return Counter(code for tables in (*living, *dead) for code in tables)

    @property
    def open(self) -> set[str]:
        """The tables that were made and not closed."""
        return {about for _at, _number, what, about in self._events if what == "close"}

    # --- tables ---

    def _make(self) -> None:
        near = self._chance.choice(sorted(self._said)) if self._scenario.near else None
        where = place(self._said, near)
        process = self._alive.get(where or "")
        if process is None or process.draining:
            return  # the request goes unanswered, and its player asks again
        code = f"T-{next(self._numbers)}"
        process.tables.add(code)
        self.found.leases[int(self._now)] += 1
        self.found.appends[int(self._now)] += 2  # taken, then the new table's state
        self._at(self._chance.expovariate(1 / self._scenario.life), "close", code)

    def _close(self, code: str) -> None:
        for process in self._alive.values():
            if code in process.tables:
                process.tables.discard(code)
                self.found.leases[int(self._now)] += 1
                return
        for orphans in self._orphans.values():
            orphans.discard(code)
        self._homeless.pop(code, None)

    def _take(self, codes: Iterable[str], since: float, times: list[float]) -> Counter[str]:
        """Let the heirs take tables, each one after the other; return how many each has got."""
        got: Counter[str] = Counter()
        able = [pid for pid, process in self._alive.items() if not process.draining]
        for code in sorted(codes):
            pid = heir(code, able)
            if pid is None:
                self.found.homeless += 1
                self._homeless[code] = since
                continue
            process = self._alive[pid]
            begin = max(self._now + ROUND_TRIP, process.busy_until)
            process.busy_until = begin + REPLAY
            process.tables.add(code)
            times.append(process.busy_until - since)
            self.found.leases[int(self._now)] += 1
            self.found.appends[int(begin)] += 1
            got[pid] += 1
        return got

    # --- processes ---

    def _start(self) -> None:
        pid = f"p{next(self._numbers)}"
        self._alive[pid] = _Process()
        self._said[pid] = Load(tables=0)
        waiting, self._homeless = self._homeless, {}
        for code, since in waiting.items():
            self._take([code], since, self.found.away)

    def _die(self) -> None:
        if not self._alive:
            return
        pid = self._chance.choice(sorted(self._alive))
        self._orphans[pid] = self._alive.pop(pid).tables
        # The last renewal was up to one interval ago, and the key lives its ttl from then.
        self._at(TTL - self._chance.uniform(0, RENEWAL), "gone", f"{pid} {self._now}")
        self._at(self._scenario.back, "back")

    def _gone(self, about: str) -> None:
        """Let the survivors hear of a death: each claims what it holds itself the heir of."""
        pid, since = about.split()
        self._said.pop(pid, None)
        codes = self._orphans.pop(pid, set())
        for other in self._orphans:
            # A process that has died meanwhile is still alive to the survivors: it is heir too.
            self.found.races += sum(heir(code, [*self._alive, other]) == other for code in codes)
        got = self._take(codes, float(since), self.found.away)
        if len(codes) >= _MANY * len(self._alive) > 0:
            self.found.shares.append(max(got.values()) * len(self._alive) / len(codes))

    def _drain(self) -> None:
        able = sorted(pid for pid, process in self._alive.items() if not process.draining)
        if len(able) < 2:
            return
        pid = self._chance.choice(able)
        process = self._alive[pid]
        process.draining = True
        self._said[pid] = Load(tables=len(process.tables), draining=True)
        codes, process.tables = process.tables, set()
        self.found.leases[int(self._now)] += len(codes)  # released, before others take them
        self._take(codes, self._now, self.found.handed)
        del self._alive[pid]
        self._said.pop(pid)
        self._at(self._scenario.back, "back")

    # --- what is told ---

    def _renew(self) -> None:
        for pid, process in self._alive.items():
            tables = len(process.tables)
            busy = min(1.0, tables * PACE * DECISION)
            self._said[pid] = Load(tables=tables, busy=busy, draining=process.draining)

    def _second(self) -> None:
        amounts = [len(process.tables) for process in self._alive.values()]
        if not amounts:
            return
        self.found.appends[int(self._now)] += round(sum(amounts) * PACE)
        if mean := statistics.mean(amounts):
            self.found.uneven.append(max(amounts) / mean)


def _percentile(values: list[float], share: float) -> float:
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def figures() -> dict[str, float]:
    """Simulate all scenarios and return the figures by flat name."""
    told: dict[str, float] = {}
    for name, scenario in SCENARIOS.items():
        sys.stderr.write(f"placement: {name}\n")
        found = Simulation(scenario).run()
        head = f"placement.{name}"
        told |= {
            f"{head}.tables_moved_by_death": len(found.away),
            f"{head}.tables_handed_over": len(found.handed),
            f"{head}.without_process_p50_s": _percentile(found.away, 0.5),
            f"{head}.without_process_p99_s": _percentile(found.away, 0.99),
            f"{head}.without_process_max_s": max(found.away, default=0.0),
            f"{head}.handed_over_p99_s": _percentile(found.handed, 0.99),
            f"{head}.largest_share_of_an_heir": max(found.shares, default=0.0),
            f"{head}.most_tables_over_mean_p50": _percentile(found.uneven, 0.5),
            f"{head}.most_tables_over_mean_p99": _percentile(found.uneven, 0.99),
            f"{head}.lost_races": found.races,
            f"{head}.tables_without_heir": found.homeless,
            f"{head}.lease_writes_per_s": sum(found.leases.values()) / scenario.seconds,
            f"{head}.lease_writes_peak_s": max(found.leases.values(), default=0),
            f"{head}.appends_per_s": sum(found.appends.values()) / scenario.seconds,
            f"{head}.appends_peak_s": max(found.appends.values(), default=0),
            f"{head}.renewals_per_s": scenario.processes / RENEWAL,
        }
    return told
