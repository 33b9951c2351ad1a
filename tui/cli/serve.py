"""``undertable serve``: the composition root of the server.

Prints where it listens, the host key's fingerprint and the exact ``ssh`` lines, then serves until
SIGTERM or SIGINT: players are told, games stay in the store, clients are released, exit 0.

One process with a database, if nothing else is wished; with ``--workers`` :mod:`tui.cli.workers`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from collections import Counter
from functools import partial

from engine.games.no81.packs.faults import PackError
from server import backup, config, core_file
from server.api import ExitStatus, Stage
from server.codes import StoreError
from server.errors import ServerError, ServerErrorCode
from server.hostkey import usable_data_dir
from server.hub import LocalHub
from server.packs import install_packs
from server.settings import Settings
from server.store import STORE_NAME, Store
from server.worker_folder import is_in_use
from tui.cli.serving import (
    LOG_NAME,
    NOTICE_SECONDS,
    THEMES_NAME,
    announce,
    bots,
    log_file,
    on_the_lan,
    open_to_players,
    reached_at,
    stop_signal,
)
from tui.texts.host import start_error
from tui.texts.packs import pack_faults, packs_refused
from tui.texts.settings import as_toml, settings_error

__all__ = ["LOG_NAME", "NOTICE_SECONDS", "STORE_NAME", "THEMES_NAME", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop and return the exit status."""
    try:
        effective = config.load(vars(arguments), os.environ)
    except config.SettingsError as error:
        sys.stderr.write(settings_error(error) + "\n")
        return ExitStatus.USAGE
    if arguments.print_config:
        sys.stdout.write(as_toml(effective))
        return ExitStatus.OK
    if not effective.settings.core_file:
        core_file.leave_none()
    try:
        if effective.settings.workers > 1:
            return _with_workers(effective.settings)
        return asyncio.run(_serve(effective.settings))
    except (ServerError, StoreError) as error:
        sys.stderr.write(start_error(error) + "\n")
        return ExitStatus.ERROR
    except PackError as error:
        sys.stderr.write("\n".join([*pack_faults(error), packs_refused(error)]) + "\n")
        return ExitStatus.ERROR


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
