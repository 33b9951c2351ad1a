"""``undertable serve``: the composition root of the server.

Prints where it listens, the host key's fingerprint and the exact ``ssh`` lines, then serves until
SIGTERM or SIGINT: players are told, games stay in the store, clients are released, exit 0.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib import metadata

from engine.games.no81.packs.faults import PackError
from server import backup, config, core_file, lan, logs
from server.api import ExitStatus, Stage
from server.bots import BotOptions
from server.codes import Code, StoreError
from server.errors import ServerError, ServerErrorCode
from server.hostkey import usable_data_dir
from server.hub import LocalHub
from server.metrics import Metrics
from server.packs import install_packs
from server.settings import Settings
from server.ssh import SshServer
from server.store import STORE_NAME, Store
from tui import tuning
from tui.cli import banner
from tui.door import run_connection
from tui.texts.host import start_error
from tui.texts.looks import theme_faults, themes_left_out
from tui.texts.packs import host_packs, pack_faults, packs_refused
from tui.texts.settings import as_toml, settings_error
from tui.wardrobe import Wardrobe, built_in, with_hosts

__all__ = ["LOG_NAME", "NOTICE_SECONDS", "STORE_NAME", "run"]

LOG_NAME = "undertable.log"
THEMES_NAME = "themes"
NOTICE_SECONDS = 2
"""How long players read that the server is closing before it does."""


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
        return asyncio.run(_serve(effective.settings))
    except (ServerError, StoreError) as error:
        sys.stderr.write(start_error(error) + "\n")
        return ExitStatus.ERROR
    except PackError as error:
        sys.stderr.write("\n".join([*pack_faults(error), packs_refused(error)]) + "\n")
        return ExitStatus.ERROR


async def _serve(settings: Settings) -> int:
    usable_data_dir(settings.data_dir)
    with _log_file(settings):
        install_packs(settings.packs)
        store = Store.open(settings.data_dir / STORE_NAME)
        hub = LocalHub(store, bots=_bots(settings), server=socket.gethostname())
        run = partial(run_connection, wardrobe=_wardrobe(settings))
        listener = SshServer(settings, hub, run)
        # First of all: whoever reads the banner may already want it to end.
        stop = _stop_signal()
        listener.when_drained(stop.set)
        try:
            await hub.start()
            await listener.start()
            _load_screens()
            async with _figures(settings, listener, hub) as metrics_port:
                hosts = lan.reachable(settings.host, lan.own_addresses())
                _announce(settings, listener, hosts, metrics_port)
                async with (
                    _on_the_lan(settings, listener, hosts),
                    backup.offered(store, settings.data_dir),
                    _tidiness(),
                ):
                    await stop.wait()
        finally:
            await _close(listener, hub)
    return ExitStatus.OK


def _wardrobe(settings: Settings) -> Wardrobe:
    """Return all themes. A host's own that are not right are told of and left out."""
    folder = settings.themes_dir or settings.data_dir / THEMES_NAME
    if settings.themes_dir is None and not folder.is_dir():
        return built_in()
    from tui.styles import style_faults

    wardrobe, left_out = with_hosts(folder, style_faults)
    for theme, faults in left_out.items():
        sys.stderr.writelines(f"{row}\n" for row in theme_faults(theme, faults))
    if left_out:
        sys.stderr.write(themes_left_out(folder) + "\n")
    return wardrobe


def _bots(settings: Settings) -> BotOptions:
    delay = settings.bot_delay
    return BotOptions() if delay is None else BotOptions(least=delay, most=delay)


@contextmanager
def _log_file(settings: Settings) -> Iterator[None]:
    """Log to the file in the data folder, for this user alone."""
    path = settings.data_dir / LOG_NAME
    try:
        handler = logs.install_file(
            path,
            level=logging.getLevelNamesMapping()[settings.log_level.upper()],
            most_bytes=settings.log_bytes,
            kept=settings.log_files,
        )
    except OSError as error:
        raise ServerError(
            ServerErrorCode.LOG_UNUSABLE, path=str(path), errno=error.errno or 0
        ) from error
    with contextlib.closing(handler):
        yield


def _load_screens() -> None:
    """Import what the first session needs now, and leave it out of every later collection."""
    import tui.app  # noqa: F401

    tuning.tune()


@asynccontextmanager
async def _figures(settings: Settings, listener: SshServer, hub: LocalHub) -> AsyncIterator[int]:
    """Serve the figures, if the host wants them; yield their port or 0."""
    if settings.metrics_port is None:
        yield 0
        return

    def stages() -> Counter[Stage]:
        return Counter(Stage(listing.row["stage"]) for listing in hub.listings())

    metrics = Metrics(
        sessions=lambda: listener.sessions,
        connections=lambda: listener.connections,
        stages=stages,
    )
    await metrics.start(settings.metrics_host, settings.metrics_port)
    try:
        yield metrics.port
    finally:
        await metrics.stop()


@asynccontextmanager
async def _on_the_lan(
    settings: Settings, listener: SshServer, hosts: list[str]
) -> AsyncIterator[None]:
    """Be announced on the local network, meanwhile, unless that reaches nobody."""
    interfaces = lan.interfaces_for(settings.host, settings.lan_interfaces, lan.own_addresses())
    if not settings.lan or not interfaces:
        yield
        return
    entry = lan.Announcement(
        name=lan.host_name(),
        port=listener.port,
        version=metadata.version("undertable"),
        fingerprint=listener.host_key.fingerprint,
    )
    # It takes a second or two, for which nobody shall wait.
    starting = asyncio.create_task(entry.start(interfaces, hosts))
    try:
        yield
    finally:
        starting.cancel()
        await asyncio.wait({starting})
        await entry.stop()


@asynccontextmanager
async def _tidiness() -> AsyncIterator[None]:
    tidy = asyncio.create_task(tuning.keep_tidy())
    try:
        yield
    finally:
        tidy.cancel()


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


async def _close(listener: SshServer, hub: LocalHub) -> None:
    """Let nobody in, tell the players, park the games, release the clients; within 10 s."""
    people = listener.sessions
    closing = asyncio.create_task(listener.stop(grace=NOTICE_SECONDS + 2.0))
    if people:
        hub.notify(Code.DRAINING, seconds=NOTICE_SECONDS)
        await asyncio.sleep(NOTICE_SECONDS)
    await hub.stop()
    await closing


def _announce(settings: Settings, listener: SshServer, hosts: list[str], metrics_port: int) -> None:
    """Print what a host passes on; with a QR code for phones where somebody sees it."""
    text = banner.lines(
        settings,
        listener.host_key,
        port=listener.port,
        hosts=hosts,
        metrics_port=metrics_port,
        packs=host_packs(),
    )
    if sys.stdout.isatty() and not lan.is_loopback(hosts[0]):
        text += banner.qr_code(banner.ssh_url(hosts[0], listener.port), sys.stdout)
    sys.stdout.write("\n".join(text) + "\n")
    sys.stdout.flush()
