"""``undertable serve``: the composition root of the server.

Prints where it listens, the host key's fingerprint and the exact ``ssh`` lines, then serves until
SIGTERM or SIGINT: players are told, games stay in the store, clients are released, exit 0.

One process with a database, if nothing else is wished; with ``--workers`` :mod:`tui.cli.workers`.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
from collections import Counter
from functools import partial

from server import backup
from server.api import ExitStatus, Stage
from server.errors import ServerError, ServerErrorCode
from server.hostkey import usable_data_dir
from server.hub import LocalHub
from server.packs import install_packs
from server.settings import Settings
from server.store import STORE_NAME, Store
from server.worker_folder import is_in_use
from tui.cli.hosting import (
    LOG_NAME,
    announce,
    bots,
    log_file,
    on_the_lan,
    reached_at,
    stop_signal,
)
from tui.cli.serving import NOTICE_SECONDS, THEMES_NAME, open_to_players
from tui.cli.starting import started

__all__ = ["LOG_NAME", "NOTICE_SECONDS", "STORE_NAME", "THEMES_NAME", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop and return the exit status."""
    return started(arguments, _run)


def _run(settings: Settings) -> int:
    return _with_workers(settings) if settings.workers > 1 else asyncio.run(_serve(settings))


def _with_workers(settings: Settings) -> int:
    """Serve with several processes; only then is anything of a cluster loaded."""
    from tui.cli.cluster import need_library, told

    def work() -> int:
        need_library()
        from tui.cli import workers

        return workers.serve(settings)

    return told(work)


async def _serve(settings: Settings) -> int:
    usable_data_dir(settings.data_dir)
    if is_in_use(settings.data_dir):
        raise ServerError(ServerErrorCode.KEPT_BY_WORKERS, path=str(settings.data_dir))
    with log_file(settings):
        install_packs(settings.packs)
        store = Store.open(settings.data_dir / STORE_NAME)
        hub = LocalHub(store, bots=bots(settings), server=socket.gethostname())
        # First of all: whoever reads the banner may already want it to end.
        stop = stop_signal()
        opened = open_to_players(settings, hub, stop, stages=partial(_stages, hub))
        async with opened as (listener, metrics_port):
            hosts, key = reached_at(settings), listener.host_key
            announce(settings, key, listener.port, hosts, [metrics_port])
            async with (
                on_the_lan(settings, listener.port, key, hosts),
                backup.offered(store, settings.data_dir),
            ):
                await stop.wait()
    return ExitStatus.OK


def _stages(hub: LocalHub) -> Counter[Stage]:
    return Counter(Stage(listing.row["stage"]) for listing in hub.listings())
