"""What every process with an SSH listener is made of, whatever stands behind its hub.

``serve``, a worker of it and a front of a cluster are put together from these pieces.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, Protocol

from server.api import Hub, Stage
from server.codes import Code
from server.metrics import Metrics
from server.settings import Settings
from server.ssh import SshServer
from tui import tuning
from tui.door import run_connection
from tui.texts.looks import theme_faults, themes_left_out
from tui.wardrobe import Wardrobe, built_in, with_hosts

__all__ = ["NOTICE_SECONDS", "THEMES_NAME", "House", "open_to_players"]

THEMES_NAME: Final = "themes"

NOTICE_SECONDS: Final = 2
"""How long players read that the server is closing before it does."""


def _wardrobe(settings: Settings, *, tell: bool) -> Wardrobe:
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


@asynccontextmanager
async def _tidiness() -> AsyncIterator[None]:
    """Collect garbage at quiet moments, meanwhile."""
    tidy = asyncio.create_task(tuning.keep_tidy())
    try:
        yield
    finally:
        tidy.cancel()


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
    tell: bool = True,
    farewell: Code = Code.DRAINING,
) -> AsyncIterator[tuple[SshServer, int]]:
    """Let players in, meanwhile; yield the listener and the port of the figures (0 for none).

    ``stop`` is set when a drain that the host has asked for is over. ``shared``: other processes
    listen on the same port. ``tell``: say on standard error what is wrong with a host's themes.
    ``farewell``: what players are told, with the seconds that are left, when this ends.
    """
    run = partial(run_connection, wardrobe=_wardrobe(settings, tell=tell))
    listener = SshServer(settings, hub, run, shared=shared)
    listener.when_drained(stop.set)
    try:
        await hub.start()
        await listener.start()
        _load_screens()
        async with _figures(settings, listener, stages) as port, _tidiness():
            yield listener, port
    finally:
        await _close(listener, hub, farewell)


async def _close(listener: SshServer, hub: House, farewell: Code) -> None:
    """Let nobody in, tell the players, park the games, release the clients; within 10 s."""
    people = listener.sessions
    closing = asyncio.create_task(listener.stop(grace=NOTICE_SECONDS + 2.0))
    if people:
        hub.notify(farewell, seconds=NOTICE_SECONDS)
        await asyncio.sleep(NOTICE_SECONDS)
    await hub.stop()
    await closing
