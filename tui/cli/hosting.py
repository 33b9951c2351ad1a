"""What a host sees and keeps of a process: its log, its banner, its place on the local network.

Nothing here knows sessions or screens, so that what only looks after others stays small.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib import metadata
from typing import Final

from server import lan, logs
from server.bots import BotOptions
from server.errors import ServerError, ServerErrorCode
from server.hostkey import HostKey
from server.settings import Settings
from tui.cli import banner
from tui.texts.packs import host_packs

__all__ = [
    "LOG_NAME", "announce", "bots", "log_file", "on_the_lan", "reached_at", "stop_signal",
]  # fmt: skip

LOG_NAME: Final = "undertable.log"


def bots(settings: Settings) -> BotOptions:
    """Return how long bots take."""
    delay = settings.bot_delay
    return BotOptions() if delay is None else BotOptions(least=delay, most=delay)


@contextmanager
def log_file(settings: Settings, name: str = LOG_NAME) -> Iterator[None]:
    """Log to a file in the data folder, for this user alone."""
    path = settings.data_dir / name
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


def reached_at(settings: Settings) -> list[str]:
    """Return the addresses of this machine under which the server is reached, likeliest first."""
    return lan.reachable(settings.host, lan.own_addresses())


@asynccontextmanager
async def on_the_lan(
    settings: Settings, port: int, key: HostKey, hosts: list[str]
) -> AsyncIterator[None]:
    """Be announced on the local network, meanwhile, unless that reaches nobody."""
    interfaces = lan.interfaces_for(settings.host, settings.lan_interfaces, lan.own_addresses())
    if not settings.lan or not interfaces:
        yield
        return
    entry = lan.Announcement(
        name=lan.host_name(),
        port=port,
        version=metadata.version("undertable"),
        fingerprint=key.fingerprint,
    )
    # It takes a second or two, for which nobody shall wait.
    starting = asyncio.create_task(entry.start(interfaces, hosts))
    try:
        yield
    finally:
        starting.cancel()
        await asyncio.wait({starting})
        await entry.stop()


def stop_signal() -> asyncio.Event:
    """Return what is set by SIGTERM and SIGINT from now on."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


def announce(
    settings: Settings, key: HostKey, port: int, hosts: list[str], metrics_ports: Sequence[int]
) -> None:
    """Print what a host passes on; with a QR code for phones where somebody sees it."""
    text = banner.lines(
        settings, key, port=port, hosts=hosts, metrics_ports=metrics_ports, packs=host_packs()
    )
    if sys.stdout.isatty() and not lan.is_loopback(hosts[0]):
        text += banner.qr_code(banner.ssh_url(hosts[0], port), sys.stdout)
    sys.stdout.write("\n".join(text) + "\n")
    sys.stdout.flush()
