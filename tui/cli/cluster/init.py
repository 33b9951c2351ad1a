"""``undertable cluster init``: everything that a new cluster's processes read, in one folder."""

from __future__ import annotations

import argparse
import json
import secrets
import shutil
import socket
import sys
from typing import Final

from server import config, hostkey
from server.api import ExitStatus
from server.cluster.errors import ClusterCode, ClusterError, PlanFault
from server.cluster.plan import ClusterPlan, NodePlan, init_cluster
from tui.cli.cluster.layout import Layout
from tui.i18n import _

__all__ = ["run"]

_LOOPBACK: Final = "127.0.0.1"
_NODES: Final = ("n1", "n2", "n3")
_FRONTS: Final = ("front1", "front2")
_TABLES: Final = ("tables1", "tables2")
_FROM, _MANY = 20_000, 10_000
"""Ports to choose from: below those that the system gives to outgoing connections."""
_TO_ROUTES: Final = 2000
"""From a node's port for processes to that for other nodes, as is usual (4222 and 6222)."""


def run(arguments: argparse.Namespace) -> int:
    """Write the files, and say what to do with them."""
    alone = not arguments.nodes
    nodes = _loopback_nodes() if alone else tuple(map(_node, arguments.nodes))
    plan = ClusterPlan(
        nodes=nodes,
        fronts=tuple(arguments.fronts or _FRONTS),
        tables=tuple(arguments.hosts or _TABLES),
    )
    folder = arguments.folder
    init_cluster(folder, plan)
    layout = Layout.of(folder, plan)
    layout.save()
    _share_host_key(layout)
    if alone:
        _listen_here(layout)
    sys.stdout.write("\n".join(_what_now(layout, alone=alone)) + "\n")
    return ExitStatus.OK


def _node(text: str) -> NodePlan:
    """Return the node in ``NAME=HOST:PORT``."""
    name, _equals, address = text.partition("=")
    host, _colon, port = address.rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        raise ClusterError(ClusterCode.BAD_PLAN, what=text[:80], fault=PlanFault.BAD_ADDRESS)
    return NodePlan(
        name=name, host=host.strip("[]"), port=int(port), route_port=int(port) + _TO_ROUTES
    )


def _loopback_nodes() -> tuple[NodePlan, ...]:
    free = iter(_free_ports(2 * len(_NODES)))
    return tuple(
        NodePlan(name=name, host=_LOOPBACK, port=next(free), route_port=next(free))
        for name in _NODES
    )


def _free_ports(count: int) -> list[int]:
    """Return ports of loopback that nobody listens on now, all different."""
    found: list[int] = []
    while len(found) < count:
        port = _FROM + secrets.randbelow(_MANY)
        try:
            socket.create_server((_LOOPBACK, port)).close()
        except OSError:
            continue
        if port not in found:
            found.append(port)
    return found


def _share_host_key(layout: Layout) -> None:
    """Make one host key and give it to every front: to a player they are one server."""
    first, *others = layout.fronts
    hostkey.load_or_create(layout.home(first))
    for front in others:
        # With its mode: for its owner alone.
        shutil.copy(layout.home(first) / hostkey.FILE_NAME, layout.home(front))


def _listen_here(layout: Layout) -> None:
    """Let each front of a cluster on one machine have a port of its own, for good."""
    for front, port in zip(layout.fronts, _free_ports(len(layout.fronts)), strict=True):
        text = f"host = {json.dumps(_LOOPBACK)}\nport = {port}\n"
        (layout.home(front) / config.FILE_NAME).write_text(text, encoding="utf-8")


def _what_now(layout: Layout, *, alone: bool) -> list[str]:
    """Return what to type next."""
    folder = layout.folder
    if alone:
        return [
            _("A cluster for this machine alone is in {path}. It runs by:", path=folder),
            f"    undertable cluster up {folder}",
        ]
    return [
        _(
            "A cluster is in {path}. Every folder there goes to the machine of its part,",
            path=folder,
        ),
        _("for the user who runs it there and for nobody else. Then, on each machine:"),
        *(f"    undertable cluster node {n.name}/{n.name}.conf" for n in layout.nodes),
        *(f"    undertable cluster tables {name}/{name}.toml" for name in layout.tables),
        *(f"    undertable cluster front {name}/{name}.toml" for name in layout.fronts),
        _("'authorities' stays with you: whoever has it can let anybody in."),
    ]
