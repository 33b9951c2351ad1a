"""``undertable cluster up``: all of a cluster on one machine, to try it or to look at it.

The nodes first, then the table processes, then the fronts; they end the other way round. Whatever
dies is started again, so that one can kill any of it and see what players notice.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from server import logs
from server.api import ExitStatus
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.kept_node import KeptNode
from server.cluster.nodes import find_server
from server.folder_lock import locked
from server.supervisor import Child, StartFailed, Supervisor
from tui.cli.cluster.layout import Layout
from tui.cli.hosting import LOG_NAME, stop_signal
from tui.cli.program import program
from tui.i18n import _, join_list

__all__ = ["run"]

_STOP_SECONDS = 9.0


def run(arguments: argparse.Namespace) -> int:
    """Run until SIGINT or SIGTERM and return the exit status."""
    layout = Layout.load(arguments.folder)
    find_server()  # said here, for a node's own word is in its log
    with locked(arguments.folder):
        logs.install_file(arguments.folder / LOG_NAME)
        return asyncio.run(_run(layout))


async def _run(layout: Layout) -> int:
    stop = stop_signal()
    supervisor = Supervisor()
    own = program()
    nodes = [
        KeptNode(n.name, layout.config(n.name), host=n.host, port=n.port) for n in layout.nodes
    ]
    tables = [_process(own, "tables", name, layout.membership(name)) for name in layout.tables]
    fronts = [_process(own, "front", name, layout.membership(name)) for name in layout.fronts]
    try:
        await supervisor.start(*nodes)
        await supervisor.start(*tables)
        await supervisor.start(*fronts)
        _announce(layout, fronts)
        await stop.wait()
    except StartFailed as error:
        if error.name in {node.name for node in nodes}:
            log = layout.config(error.name).with_suffix(".log")
            raise ClusterError(ClusterCode.NODE_FAILED, name=error.name, log=str(log)) from error
        return ExitStatus.ERROR  # it has said why
    finally:
        await supervisor.stop(seconds=_STOP_SECONDS)
    return ExitStatus.OK


def _process(own: list[str], role: str, name: str, membership: Path) -> Child:
    return Child(name, [*own, "cluster", role, str(membership), "--supervised"])


def _announce(layout: Layout, fronts: list[Child]) -> None:
    """Print where each front listens."""
    lines = [
        _("The cluster is up: nodes {nodes}, table processes {tables}.",
          nodes=join_list([node.name for node in layout.nodes]), tables=join_list(layout.tables)),
        _("Every front leads to the same tables:"),
        *(f"    ssh -p {front.facts['port']} NAME@127.0.0.1    # {front.name}" for front in fronts),
        _("How it stands:"),
        f"    undertable cluster status {layout.membership()}",
        _("Ctrl-C closes; running games are kept."),
    ]  # fmt: skip
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
