"""``undertable cluster status``: nodes, streams, processes and how many tables run where."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from server.api import ExitStatus
from server.cluster import settings
from server.cluster.bus import Bus, Role
from server.cluster.overview import Overview, overview
from tui.i18n import _, join_parts, n_

__all__ = ["lines", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Print how the cluster stands; status 1 where it cannot keep anything now."""
    found = asyncio.run(_look(settings.load(arguments.membership)))
    if arguments.json:
        sys.stdout.write(json.dumps(asdict(found), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("\n".join(lines(found)) + "\n")
    keeps = all(stream.leader for stream in found.streams)
    return ExitStatus.OK if keeps else ExitStatus.ERROR


async def _look(membership: settings.ClusterSettings) -> Overview:
    bus = await Bus.connect(membership, Role.OPERATOR)
    try:
        return await overview(bus)
    finally:
        await bus.close()


def lines(found: Overview) -> Iterator[str]:
    """Yield the report."""
    for node in found.nodes:
        address = node.url.partition("://")[2]
        if node.answers:
            yield _("Node {address}: answers", address=address)
        else:
            yield _("Node {address}: is silent", address=address)
    for stream in found.streams:
        if stream.leader:
            yield _(
                "Stream {name}: led by {leader}, {count} of {all} copies in step",
                name=stream.name,
                leader=stream.leader,
                count=stream.in_step,
                all=stream.copies,
            )
        else:
            yield _("Stream {name}: nobody leads it; nothing can be kept now", name=stream.name)
    for pid, facts in found.processes.items():
        yield join_parts(_process(pid, facts, found.tables.get(pid, 0)))
    yield n_("{n} table", "{n} tables", sum(found.tables.values()))
    if waiting := found.tables.get("", 0):
        yield n_("{n} of them waits for a process", "{n} of them wait for a process", waiting)


def _process(pid: str, facts: Mapping[str, Any], tables: int) -> Iterator[str]:
    name = pid.partition(".")[0]
    match facts.get("role"):
        case "front":
            yield _("Front {name}", name=name)
        case "tables":
            yield _("Table process {name}", name=name)
        case _:
            yield _("Worker {name}", name=name)
    if facts.get("sessions") is not None:
        yield n_("{n} session", "{n} sessions", int(facts["sessions"]))
    if facts.get("tables") is not None:
        yield n_("{n} table", "{n} tables", tables)
        load = round(float(facts.get("load") or 0), 2)
        yield _("load {load}", load=load)
    if facts.get("draining"):
        yield _("leaves soon")
