"""A few games at a small cluster of real processes, each kind of which is killed, paused, cut off.

The long version with two hundred games is ``tests/soak/test_cluster_faults.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.cluster_blows import Blow, What, schedule, uncut
from tests.soak.cluster_house import Kind
from tests.soak.cluster_run import Spec, evening

MEMBERS = {Kind.NODE: ["n1", "n2", "n3"], Kind.TABLES: ["t1", "t2"], Kind.FRONT: ["f1", "f2"]}


@pytest.mark.timeout(300)
async def test_games_outlive_the_death_of_each_kind_of_process(tmp_path: Path) -> None:
    lines: list[str] = []
    blows = [
        Blow(what=What.KILL, kind=Kind.TABLES, whom=("tables1",), seconds=1.0, rest=0.5),
        Blow(what=What.PAUSE, kind=Kind.TABLES, whom=("tables2",), seconds=3.0, rest=0.5),
        Blow(what=What.KILL, kind=Kind.NODE, whom=("n1",), seconds=1.0, rest=0.5),
        Blow(what=What.CUT, kind=Kind.TABLES, whom=("tables1",), seconds=3.0, rest=0.5),
        Blow(what=What.KILL, kind=Kind.FRONT, whom=("front1",), seconds=1.0, rest=0.5),
    ]
    spec = Spec(seed=5, alone=7, shared=3, tables=2, bot_seconds=0.5, calm=6.0)
    report = await evening(tmp_path, spec, lines.append, blows)
    assert report.findings == [], lines
    assert not report.troubles, lines
    assert report.figures["tables"] >= 10
    assert report.figures["answers shown to count"] > 0


def test_the_same_seed_brings_the_same_blows_and_every_kind_of_them() -> None:
    blows = schedule(7, MEMBERS, 50)
    assert blows == schedule(7, MEMBERS, 50)
    assert blows != schedule(8, MEMBERS, 50)
    assert {(b.what, b.kind) for b in blows} == {(w, k) for w in What for k in Kind}
    assert all(b.whom[0] in MEMBERS[b.kind] for b in blows)
    assert any(len(b.whom) == 2 and b.kind is Kind.NODE and b.what is not What.PART for b in blows)


def test_without_cables_to_cut_processes_are_paused_in_their_place() -> None:
    kinds = {uncut(blow).what for blow in schedule(7, MEMBERS, 50)}
    assert kinds == {What.KILL, What.PAUSE}
