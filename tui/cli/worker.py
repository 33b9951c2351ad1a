"""One worker of ``serve --workers``: a listener on the shared port, and tables, in one process.

Its supervisor (:mod:`tui.cli.workers`) starts it; nobody types it. A session at a table of its own
process is as near to it as in a server of one process; other tables are reached by the bus.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

from server import config, supervised
from server.api import ExitStatus
from server.cluster.bus import Role
from server.cluster.desk_client import DeskClient
from server.cluster.hub import ClusterHub
from server.cluster.joining import joined
from server.cluster.settings import ClusterSettings
from server.cluster.table_process import TableProcess
from server.cluster.table_side import TableSettings
from server.packs import install_packs
from server.settings import Settings
from tui.cli.cluster import told
from tui.cli.cluster.process import until_over
from tui.cli.hosting import LOG_NAME, bots, log_file, stop_signal
from tui.cli.serving import open_to_players
from tui.cli.starting import told_why
from tui.i18n import _

__all__ = ["log_name", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Work until the supervisor ends it, or is gone, and return the exit status."""
    del arguments
    if sys.stdin.isatty() or "settings" not in (task := supervised.task()):
        text = _("'undertable serve --workers NUMBER' starts workers by itself.")
        sys.stderr.write(text + "\n")
        return ExitStatus.USAGE
    settings = config.from_plain(task["settings"])

    def work() -> int:
        return asyncio.run(_work(settings, task))

    return told(lambda: told_why(work, core_files=settings.core_file))


def log_name(number: int) -> str:
    """Return the name of a worker's log, beside that of its supervisor."""
    name = Path(LOG_NAME)
    return f"{name.stem}-{number}{name.suffix}"


async def _work(settings: Settings, task: dict[str, Any]) -> int:
    membership = ClusterSettings(name=task["name"], urls=tuple(task["urls"]), secret=task["secret"])
    with log_file(settings, log_name(task["number"])):
        install_packs(settings.packs)
        stop = stop_signal()
        supervised.end_with_supervisor(stop.set)
        async with joined(membership, Role.WORKER) as member:
            tables = TableProcess(member, TableSettings(bots=bots(settings), server=task["server"]))
            hub = ClusterHub(
                member.bus, member.live, member.leases, member.books, DeskClient(member.bus),
                member.facts, side=tables.side,
            )  # fmt: skip
            try:
                await tables.start()
                opened = open_to_players(settings, hub, stop, shared=True, tell=task["number"] == 1)
                async with opened as (listener, metrics_port):
                    member.facts.add(lambda: {"sessions": listener.sessions})
                    supervised.ready(metrics_port=metrics_port)
                    status = await until_over(stop, member.bus)
                    tables.take_no_more()
                    return status
            finally:
                await tables.stop()
