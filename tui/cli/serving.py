"""What every process with an SSH listener is made of, whatever stands behind its hub.

``serve``, a worker of it and a front of a cluster are put together from these pieces.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib import metadata
from typing import Any, Final, Protocol

from server import lan, logs
from server.api import Hub, Stage
from server.bots import BotOptions
from server.codes import Code
from server.errors import ServerError, ServerErrorCode
from server.hostkey import HostKey
from server.metrics import Metrics
from server.settings import Settings
from server.ssh import SshServer
from tui import tuning
from tui.cli import banner
from tui.door import run_connection
from tui.texts.looks import theme_faults, themes_left_out
from tui.texts.packs import host_packs
from tui.wardrobe import Wardrobe, built_in, with_hosts

__all__ = [
    "LOG_NAME", "NOTICE_SECONDS", "THEMES_NAME", "House", "announce", "bots", "log_file",
    "on_the_lan", "open_to_players", "reached_at", "stop_signal", "wardrobe",
]  # fmt: skip

LOG_NAME: Final = "undertable.log"
THEMES_NAME: Final = "themes"
NOTICE_SECONDS: Final = 2
"""How long players read that the server is closing before it does."""


def wardrobe(settings: Settings, *, tell: bool = True) -> Wardrobe:
    """Return all themes. A host's own that are not right are told of (``tell``) and left out."""
    folder = settings.themes_dir or settings.data_dir / THEMES_NAME
    if settings.themes_dir is None and not folder.is_dir():
        return built_in()
    from tui.styles import style_faults

    made, left_out = with_hosts(folder, style_faults)
    if tell:
        for theme, faults in left_out.items():
            sys.stderr.writelines(f"{row}\n" for row in theme_faults(theme, faults))
        if left_out:
            sys.stderr.write(themes_left_out(folder) + "\n")
    return made


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


def _load_screens() -> None:
    """Import what the first session needs now, and leave it out of every later collection."""
    import tui.app  # noqa: F401

    tuning.tune()


@asynccontextmanager
async def _figures(
    settings: Settings,
    listener: SshServer,
    stages: Callable[[], Counter[Stage]] = Counter,
) -> AsyncIterator[int]:
    """Serve the figures, if the host wants them; yield their port or 0."""
    if settings.metrics_port is None:
        yield 0
        return
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


@asynccontextmanager
async def _tidiness() -> AsyncIterator[None]:
    """Collect garbage at quiet moments, meanwhile."""
    tidy = asyncio.create_task(tuning.keep_tidy())
    try:
        yield
    finally:
        tidy.cancel()


def stop_signal() -> asyncio.Event:
    """Return what is set by SIGTERM and SIGINT from now on."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


class House(Hub, Protocol):
    """A hub with a life: what is behind a listener."""

    async def start(self) -> None:
        """Be ready for sessions."""
        ...

    async def stop(self) -> None:
        """End all rooms; what is kept stays kept."""
        ...

    def notify(self, code: Code, **params: Any) -> None:
        """Tell everybody something that changes nothing."""
        ...


@asynccontextmanager
async def open_to_players(
    settings: Settings,
    hub: House,
    stop: asyncio.Event,
    *,
    stages: Callable[[], Counter[Stage]] = Counter,
    shared: bool = False,
) -> AsyncIterator[tuple[SshServer, int]]:
    """Let players in, meanwhile; yield the listener and the port of the figures (0 for none).

    ``stop`` is set when a drain that the host has asked for is over. ``shared``: other processes
    listen on the same port, and one of them has told what is wrong with themes.
    """
    run = partial(run_connection, wardrobe=wardrobe(settings, tell=not shared))
    listener = SshServer(settings, hub, run, shared=shared)
    listener.when_drained(stop.set)
    try:
        await hub.start()
        await listener.start()
        _load_screens()
        async with _figures(settings, listener, stages) as port, _tidiness():
            yield listener, port
    finally:
        await _close(listener, hub)


async def _close(listener: SshServer, hub: House) -> None:
    """Let nobody in, tell the players, park the games, release the clients; within 10 s."""
    people = listener.sessions
    closing = asyncio.create_task(listener.stop(grace=NOTICE_SECONDS + 2.0))
    if people:
        hub.notify(Code.DRAINING, seconds=NOTICE_SECONDS)
        await asyncio.sleep(NOTICE_SECONDS)
    await hub.stop()
    await closing


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
