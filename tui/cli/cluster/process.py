"""What a front and a table process have in common: how they start, and when they are to end."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from server import supervised
from server.api import ExitStatus
from server.cluster import settings as memberships
from server.cluster.bus import Bus
from server.cluster.settings import ClusterSettings
from server.settings import Settings
from tui.cli.hosting import stop_signal
from tui.cli.starting import started

__all__ = ["Serve", "run_member", "until_over"]

Serve = Callable[[Settings, ClusterSettings, asyncio.Event, bool], Coroutine[Any, Any, int]]
"""Runs a process until the event is set; the last one says whether a supervisor is to be told."""


def run_member(arguments: argparse.Namespace, serve: Serve) -> int:
    """Run a process of the cluster and return its exit status.

    Its folder is its data folder, if no other is named.
    """
    if arguments.supervised:
        supervised.task()
    membership = memberships.load(arguments.membership)
    arguments.data_dir = arguments.data_dir or arguments.membership.parent
    run = partial(_run, serve, membership, arguments.supervised)
    return started(arguments, lambda settings: asyncio.run(run(settings)))


async def _run(serve: Serve, membership: ClusterSettings, told: bool, settings: Settings) -> int:
    stop = stop_signal()
    if told:
        supervised.end_with_supervisor(stop.set)
    return await serve(settings, membership, stop, told)


async def until_over(stop: asyncio.Event, bus: Bus) -> int:
    """Wait until the process is to end; status 1 if the nodes have left it for good."""
    waiting = [asyncio.ensure_future(event.wait()) for event in (stop, bus.ended)]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()
    return ExitStatus.OK if stop.is_set() else ExitStatus.ERROR
