"""``undertable cluster node``: become the ``nats-server`` that a configuration describes."""

from __future__ import annotations

import argparse

from server.cluster.kept_node import become_node

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Never return, unless by :class:`server.cluster.errors.ClusterError`."""
    become_node(arguments.config)
