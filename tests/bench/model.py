"""How many processes and nodes so many players need: a model, from costs that were measured.

``python -m tests.bench.model [PLAYERS ...]`` prints a table for docs/scaling.md. What things cost
is taken from ``build/bench.json`` (``python -m tests.bench scaling`` on one's own machine) where it
is there, else from :data:`MEASURED`. What players do is an assumption, all of it in :class:`Play`.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["MEASURED", "Costs", "Needs", "Play", "needs"]

BENCH: Final = Path("build/bench.json")
FULL: Final = 0.5
"""What part of a core is planned to be used: the rest is for peaks, and for what the dead had."""
RENEWALS: Final = 2.5
"""Signs of life of one process a second; each goes to every process."""
APPENDS: Final = 2_000.0
"""Appends a second that one stream of three copies is planned to take."""
LARGEST_CELL: Final = 50_000
"""Players of one cluster: beyond it signs of life and leases cost every process too much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Processor time in ms, sizes in bytes, of one unit each."""

    front_ms_per_update: float
    tables_ms_per_decision: float
    node_ms_per_append: float
    mb_per_session: float
    bytes_per_update: float
    bytes_per_append: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What people do, on average."""

    seats: int = 4
    decisions_per_table: float = 0.15
    """A second: somebody decides every seven seconds."""
    updates_per_session: float = 0.5
    """A second: others' moves, clocks, one's own keys."""


MEASURED: Final = Costs(
    front_ms_per_update=2.4,
    tables_ms_per_decision=10.6,
    node_ms_per_append=0.7,
    mb_per_session=1.06,
    bytes_per_update=310.0,
    bytes_per_append=600.0,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What it takes. Processes are one core each; ``mbit`` is what leaves to players in all."""

    players: int
    cells: int
    tables: int
    updates: float
    appends: float
    fronts: int
    table_processes: int
    nodes: int
    node_cores: float
    memory_gb: float
    mbit: float
    renewals: float
    """Signs of life that are delivered in one cell, a second."""


def needs(players: int, costs: Costs = MEASURED, play: Play | None = None) -> Needs:
    """Return what ``players`` need who all play at once."""
    play = play or Play()
    cells = math.ceil(players / LARGEST_CELL)
    tables = math.ceil(players / play.seats)
    updates = players * play.updates_per_session
    appends = tables * play.decisions_per_table
    fronts = _processes(updates / cells * costs.front_ms_per_update)
    hosts = max(2, _processes(appends / cells * costs.tables_ms_per_decision))
    streams = math.ceil(appends / cells / APPENDS)
    return Needs(
        players=players,
        cells=cells,
        tables=tables,
        updates=updates,
        appends=appends,
        fronts=cells * max(2, fronts),
        table_processes=cells * hosts,
        nodes=cells * 3 * streams,
        node_cores=appends * costs.node_ms_per_append / 1000 * 3,
        memory_gb=players * costs.mb_per_session / 1000,
        mbit=updates * costs.bytes_per_update * 8 / 1e6,
        renewals=RENEWALS * (max(2, fronts) + hosts) ** 2,
    )


def _processes(ms: float) -> int:
    """Return how many processes so many ms of processor time a second are for."""
    return math.ceil(ms / 1000 / FULL)


def measured(figures: Mapping[str, float]) -> Costs:
    """Return the costs of this machine, as far as they were measured."""

    def of(name: str, otherwise: float) -> float:
        return figures.get(name, otherwise)

    return Costs(
        front_ms_per_update=of(
            "scaling.cluster.front_cpu_ms_per_update", MEASURED.front_ms_per_update
        ),
        tables_ms_per_decision=of(
            "scaling.cluster.tables_cpu_ms_per_decision", MEASURED.tables_ms_per_decision
        ),
        # With few appends a node's own household is most of what it does: not to be multiplied.
        node_ms_per_append=MEASURED.node_ms_per_append,
        mb_per_session=of("scaling.single.mb_per_session", MEASURED.mb_per_session),
        bytes_per_update=of("session.remote_move_bytes", MEASURED.bytes_per_update),
        bytes_per_append=MEASURED.bytes_per_append,
    )


def lines(found: Sequence[Needs]) -> list[str]:
    """Return a Markdown table, a column for each."""
    rows = {
        "players, all playing": [f"{n.players:,}" for n in found],
        "tables of four": [f"{n.tables:,}" for n in found],
        "screen updates a second": [f"{n.updates:,.0f}" for n in found],
        "appends a second": [f"{n.appends:,.0f}" for n in found],
        "to players, Mbit/s": [f"{n.mbit:,.0f}" for n in found],
        "clusters (cells)": [f"{n.cells}" for n in found],
        "fronts, one core each": [f"{n.fronts:,}" for n in found],
        "table processes, one core each": [f"{n.table_processes:,}" for n in found],
        "nodes": [f"{n.nodes}" for n in found],
        "cores of all nodes": [f"{n.node_cores:,.1f}" for n in found],
        "memory of fronts, GB": [f"{n.memory_gb:,.0f}" for n in found],
        "signs of life delivered in one cell a second": [f"{n.renewals:,.0f}" for n in found],
    }
    head = ["| |" + "|".join("" for _ in found) + "|", "|---|" + "---:|" * len(found)]
    return [*head, *(f"| {name} | {' | '.join(row)} |" for name, row in rows.items())]


def main(words: Sequence[str]) -> int:
    """Print the table."""
    costs = measured(json.loads(BENCH.read_text())) if BENCH.exists() else MEASURED
    players = [int(word) for word in words] or [100, 1_000, 10_000, 1_000_000]
    sys.stdout.write("\n".join(lines([needs(count, costs) for count in players])) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
