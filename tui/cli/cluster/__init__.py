"""``undertable cluster``: a server over several machines. Each of its commands is one module."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from server import logs
from server.api import ExitStatus
from server.cluster.errors import ClusterCode, ClusterError
from tui.texts.cluster import cluster_error

__all__ = ["need_library", "run", "told"]

_COMMANDS = frozenset({"backup", "drain", "import", "init", "status"})
"""Those that look or say something, and end."""


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    # "import" is a word of Python's own, and no name for a module.
    if arguments.action in _COMMANDS:
        # What goes wrong is told in a sentence, and nothing else belongs on the host's terminal.
        logs.install(io.StringIO())
    name = "taking" if arguments.action == "import" else arguments.action
    return told(lambda: need_library() or import_module(f"tui.cli.cluster.{name}").run(arguments))


def told(work: Callable[[], int]) -> int:
    """Return what ``work`` returns; say what the cluster refuses, and return ERROR then."""
    try:
        return work()
    except ClusterError as error:
        sys.stderr.write(cluster_error(error) + "\n")
        return ExitStatus.ERROR


def need_library() -> int:
    """Return 0; raise :class:`ClusterError` where the library for it is not installed."""
    if find_spec("nats") is None:
        raise ClusterError(ClusterCode.NO_LIBRARY, package="undertable[cluster]")
    return 0
