"""Two hundred games at a cluster whose processes are killed, paused and cut off fifty times.

Three nodes, two fronts and three table processes, each on a cable of its own. At the end everything
that was acknowledged or shown has to be in the journals, once, and every game goes on or is over.
``UNDERTABLE_SOAK_SEED`` and ``UNDERTABLE_SOAK_BLOWS`` change the seed and the number of blows.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.soak.cluster_blows import schedule
from tests.soak.cluster_house import Kind
from tests.soak.cluster_run import Report, Spec, evening

SPEC = Spec(seed=int(os.environ.get("UNDERTABLE_SOAK_SEED", "7")), alone=176, shared=24)
BLOWS = int(os.environ.get("UNDERTABLE_SOAK_BLOWS", "50"))
MEMBERS = {
    Kind.NODE: ["n1", "n2", "n3"],
    Kind.TABLES: ["tables1", "tables2", "tables3"],
    Kind.FRONT: ["front1", "front2"],
}


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def told(report: Report) -> None:
    """Print all figures."""
    for name, value in report.figures.items():
        say(f"    {name:<60} {value:12,.2f}")
    for finding in report.findings[:40]:
        say(f"    FOUND {finding}")


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_no_game_is_lost_or_altered_whatever_is_killed_paused_or_cut_off(
    tmp_path: Path,
) -> None:
    report = await evening(tmp_path, SPEC, say, schedule(SPEC.seed, MEMBERS, BLOWS))
    told(report)
    assert report.findings == []
    assert not report.troubles
