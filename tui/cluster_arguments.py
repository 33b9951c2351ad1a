"""The command line of ``undertable cluster``: one server over several machines."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tui.arguments import Parser, add_settings, count
from tui.i18n import _

__all__ = ["add_cluster"]


def add_cluster(commands: Any) -> None:
    """Add the commands of a cluster to the subparsers ``commands``."""
    cluster = commands.add_parser("cluster", help=_("host tables on several machines"))
    what = cluster.add_subparsers(
        dest="action", required=True, metavar=_("COMMAND"), parser_class=Parser
    )
    _add_init(what)
    node = what.add_parser("node", help=_("run a node, which keeps the games"))
    node.add_argument("config", type=Path, metavar=_("FILE"), help=_("the node's configuration"))
    node.set_defaults(wipes=True)
    for role, about in (
        ("front", _("let players in and show them the tables")),
        ("tables", _("run tables")),
    ):
        process = what.add_parser(role, help=about)
        _add_membership(process)
        add_settings(process, workers=False)
        process.add_argument("--supervised", action="store_true", help=argparse.SUPPRESS)
        process.set_defaults(wipes=True)
    up = what.add_parser("up", help=_("run all of a cluster on this machine, to try it"))
    up.add_argument(
        "folder", type=Path, metavar=_("FOLDER"), help=_("what 'cluster init' has made")
    )
    up.set_defaults(wipes=True)
    _add_care(what)


def _add_membership(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "membership",
        type=Path,
        metavar=_("FILE"),
        help=_("settings of this part of the cluster, from 'cluster init'"),
    )


def _add_init(what: Any) -> None:
    """Add ``init``, which writes what all the others read."""
    init = what.add_parser(
        "init", help=_("write certificates, passwords and settings of a new cluster")
    )
    init.add_argument(
        "folder", type=Path, metavar=_("FOLDER"), help=_("folder for them, new or empty")
    )
    init.add_argument(
        "--node", dest="nodes", action="append", metavar="NAME=HOST:PORT", default=[],
        help=_("a node and where it is reached; one, three or five of them"),
    )  # fmt: skip
    init.add_argument(
        "--front", dest="fronts", action="append", metavar=_("NAME"), default=[],
        help=_("a front; may be repeated"),
    )  # fmt: skip
    init.add_argument(
        "--tables", dest="hosts", action="append", metavar=_("NAME"), default=[],
        help=_("a table process; may be repeated"),
    )  # fmt: skip


def _add_care(what: Any) -> None:
    """Add what looks after a cluster that runs."""
    status = what.add_parser("status", help=_("list nodes, processes, tables and load"))
    _add_membership(status)
    status.add_argument("--json", action="store_true", help=_("print one JSON object"))
    drain = what.add_parser(
        "drain", help=_("let a front or a table process end without harm to any game")
    )
    _add_membership(drain)
    drain.add_argument("name", metavar=_("NAME"), help=_("the name of the process"))
    drain.add_argument(
        "--seconds", type=count, default=600, metavar=_("SECONDS"),
        help=_("how long a front waits for its sessions to end (600)"),
    )  # fmt: skip
    taken = what.add_parser(
        "import", help=_("bring the players and games of a single server into the cluster")
    )
    _add_membership(taken)
    taken.add_argument(
        "--data", type=Path, default=Path("data"), help=_("folder of host key and games (data)")
    )
    kept = what.add_parser("backup", help=_("write everything into one database"))
    _add_membership(kept)
    kept.add_argument(
        "--to", type=Path, required=True, metavar=_("FILE"),
        help=_("new file for the copy; an existing one is never overwritten"),
    )  # fmt: skip
