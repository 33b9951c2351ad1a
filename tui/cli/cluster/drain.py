"""``undertable cluster drain``: let one process leave, and no game or session notice more of it."""

from __future__ import annotations

import argparse
import asyncio
import sys

from server.api import ExitStatus
from server.cluster import settings
from server.cluster.bus import Bus, Role
from server.cluster.leaving import ask_to_leave
from tui.i18n import _

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Ask, wait until the process has begun to leave, and say what happens now."""
    membership = settings.load(arguments.membership)
    asyncio.run(_ask(membership, arguments.name, arguments.seconds))
    text = _(
        "{name} leaves: a table process hands its tables on and ends, a front when its sessions "
        "have ended, in {seconds} s at the latest.",
        name=arguments.name,
        seconds=arguments.seconds,
    )
    sys.stdout.write(text + "\n")
    return ExitStatus.OK


async def _ask(membership: settings.ClusterSettings, name: str, seconds: float) -> None:
    bus = await Bus.connect(membership, Role.OPERATOR)
    try:
        await ask_to_leave(bus, name, seconds)
    finally:
        await bus.close()
