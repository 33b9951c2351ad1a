"""The SSH listener: every connection's door, the login, and a graceful stop.

Anybody may come in with any key (identity is the key that signed) or, where the host allows it,
as a guest. A connection gets session channels and nothing else: no forwarding of any kind, no
agent, no X11, no subsystem but our own (``server.subsystem``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import asyncssh

from server import logs
from server.api import Hub, SessionRunner
from server.asyncssh_hooks import bound_inflation, deflate_nothing, tolerate_names
from server.door import Door
from server.hostkey import HostKey, load_or_create
from server.house import House
from server.listen import listening_socket
from server.runner_task import Cut
from server.settings import Settings

__all__ = ["SshServer", "serve_ssh"]


class SshServer:
    """A listener and all its connections.

    ``run`` runs a session, ``run_command`` one with an exec command (the same if not given).
    ``shared``: other processes listen on the same port (:func:`server.listen.listening_socket`).
    ``guest_mark``: see :class:`server.identity.LoginProof`.
    """

    def __init__(
        self,
        settings: Settings,
        hub: Hub,
        run: SessionRunner,
        *,
        run_command: SessionRunner | None = None,
        shared: bool = False,
        guest_mark: str = "",
    ) -> None:
        self.settings = settings
        self._shared = shared
        self._house = House(settings, hub, run, run_command or run, guest_mark=guest_mark)
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._host_key: HostKey | None = None
        self._port = 0

    # --- what a host is told ---

    @property
    def port(self) -> int:
        """The port that is listened on; 0 before the start."""
        return self._port

    @property
    def host_key(self) -> HostKey:
        """The key with its fingerprint and ``known_hosts`` line; only after the start."""
        assert self._host_key is not None
        return self._host_key

    @property
    def sessions(self) -> int:
        """Sessions that run now."""
        return self._house.sessions

    @property
    def connections(self) -> int:
        """Connections that are open now, those that log in included."""
        return len(self._house.doors)

    def when_drained(self, stop: Callable[[], None]) -> None:
        """Call ``stop`` when a drain that the host has asked for is over."""
        self._house.drained = stop

    # --- life ---

    async def start(self) -> None:
        """Read or make the host key and listen.

        Raises :class:`ServerError`; nothing is left open then.
        """
        settings, limits = self.settings, self.settings.limits
        self._host_key = load_or_create(settings.data_dir)
        bound_inflation()
        deflate_nothing()
        tolerate_names()
        listening = listening_socket(settings.host, settings.port, shared=self._shared)
        self._house.fingerprints = {"ssh-ed25519": self._host_key.fingerprint}
        self._acceptor = await asyncssh.listen(
            sock=listening,
            server_factory=lambda: Door(self._house),
            server_host_keys=[self._host_key.key],
            server_version="Undertable",
            login_timeout=limits.login_seconds,
            keepalive_interval=limits.keepalive_seconds,
            keepalive_count_max=limits.keepalive_count,
            compression_algs=["zlib@openssh.com", "none"],
            password_auth=False,
            host_based_auth=False,
            gss_host=None,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            line_editor=False,
            backlog=128,
        )
        self._port = listening.getsockname()[1]
        logs.event("listen", host=settings.host, port=self._port)

    def close_door(self) -> None:
        """Accept no more connections; those that are open stay. :meth:`stop` comes later."""
        if self._acceptor is not None:
            self._acceptor.close()

    async def stop(self, grace: float = 5.0) -> None:
        """Stop: no new connections at once, sessions until ``grace`` seconds are over.

        The caller tells the players first. A session that has not ended by itself then is
        cancelled with :attr:`Cut.DRAINING` and has ``lost_seconds`` (at most 3) to tidy up; its
        exit status is 69. All connections are closed in the end. Idempotent.
        """
        if self._house.draining:
            return
        self._house.draining = True
        self.close_door()
        logs.event("stop", count=self.sessions)
        sessions = [session for door in self._house.doors for session in door.sessions]
        if not await _all_within(grace, *(s.ended() for s in sessions)):
            for session in sessions:
                session.cut(Cut.DRAINING)
            tidy = min(3.0, self.settings.limits.lost_seconds)
            await _all_within(tidy, *(s.ended() for s in sessions))
        await self._close_connections()
        logs.event("stopped")

    async def _close_connections(self) -> None:
        """Let clients take what is left for a second, then close every connection."""
        doors = list(self._house.doors)
        await _all_within(1.0, *(s.closed() for door in doors for s in door.sessions))
        for door in doors:
            door.disconnect("closing")
        await _all_within(1.0, *(door.gone.wait() for door in doors))


async def _all_within(seconds: float, *waiting: Coroutine[Any, Any, object]) -> bool:
    """Wait until all have ended, for ``seconds`` at most; say whether they have."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in waiting]
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    return not late


async def serve_ssh(
    settings: Settings,
    hub: Hub,
    run: SessionRunner,
    *,
    run_command: SessionRunner | None = None,
) -> SshServer:
    """Start a listener and return it; raises :class:`ServerError`."""
    server = SshServer(settings, hub, run, run_command=run_command)
    await server.start()
    return server
