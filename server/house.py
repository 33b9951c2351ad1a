"""What all connections of one listener share: the hub, the runners, the gates and the books."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from server import logs
from server.api import Hub, Identity, SessionRunner
from server.books import HostBooks
from server.connections import Connections, OwnConnections
from server.gates import (
    Bucket,
    Pace,
    Reason,
    Release,
    Tally,
    Turned,
    Turnstile,
    address_group,
    admit_all,
    utc,
)
from server.hosting import Hosting
from server.policy import Policy
from server.settings import Settings

if TYPE_CHECKING:
    from server.door import Door

__all__ = ["House"]


class House:
    """The listener's shared state; one per server, used on the event loop only.

    ``guest_mark``: see :class:`server.identity.LoginProof`.
    """

    def __init__(
        self,
        settings: Settings,
        hub: Hub,
        run: SessionRunner,
        run_command: SessionRunner,
        *,
        guest_mark: str = "",
    ) -> None:
        self.guest_mark = guest_mark
        limits = settings.limits
        self.settings = settings
        self.limits = limits
        self.hub = hub
        self.hosting = hub if isinstance(hub, Hosting) else None
        """The hub as the desks need it; the books are its own, so that both have one truth."""
        self.books = self.hosting.books if self.hosting is not None else HostBooks()
        self.own: OwnConnections | None = None
        self.connections: Connections | None = None
        """All connections of the server, the own among them, where there may be desks."""
        if self.hosting is not None:
            self.own = OwnConnections(self, self.hosting)
            self.connections = self.hosting.connections(self.own)
        self.numbers = itertools.count(1)
        """The numbers of this listener's connections."""
        self.drained: Callable[[], None] = lambda: None
        """Called when a drain that the host has asked for is over: the server is to stop."""
        self._drain: asyncio.TimerHandle | None = None
        self._listed = frozenset({*settings.allowed, *settings.admins})
        self.run = run
        self.run_command = run_command
        self.fingerprints: Mapping[str, str] = {}
        self.draining = False
        self.doors: set[Door] = set()
        self.turned_away: set[Door] = set()
        self.turnstile = Turnstile(interval=limits.start_interval)
        self.refusals = Bucket(burst=20, rate=1)
        """Log lines about who was refused: a flood of those must not fill the disk."""
        self._pace = Pace(
            burst=limits.connects_burst,
            per_minute=limits.connects_per_minute,
            patience=limits.connects_hold_seconds,
        )
        self._handshakes = Tally(
            total=limits.handshakes,
            each=limits.handshakes_per_address,
            total_reason=Reason.BUSY,
            each_reason=Reason.BUSY,
        )
        self._by_address = Tally(
            total=limits.sessions,
            each=limits.sessions_per_address,
            total_reason=Reason.FULL,
            each_reason=Reason.ADDRESS_FULL,
        )
        self._by_identity = Tally(
            total=limits.sessions,
            each=limits.sessions_per_identity,
            total_reason=Reason.FULL,
            each_reason=Reason.IDENTITY_FULL,
        )

    @property
    def sessions(self) -> int:
        """Sessions that run now."""
        return len(self._by_identity)

    def admit_connection(self, address: str) -> Release:
        """Let a new connection (in ``doors`` already) log in; raise :class:`Turned` if too many."""
        if self.draining:
            raise Turned(Reason.DRAINING)
        ban = self.books.bans.on_address(address)
        if ban is not None:
            raise Turned(Reason.BANNED, until=utc(ban.until), reason=ban.reason or "-")
        if len(self.doors) > self.limits.connections:
            raise Turned(Reason.BUSY)
        group = address_group(address)
        return admit_all((self._handshakes, group), (self._pace, group))

    def hold(self, address: str) -> float:
        """Return for how many seconds a connection that was just admitted has to wait."""
        return self._pace.early(address_group(address))

    def admit_session(self, who: Identity, address: str) -> Release:
        """Give a session its place; raise :class:`Turned` if there is none."""
        if self.draining:
            raise Turned(Reason.DRAINING)
        return admit_all((self._by_identity, who.id), (self._by_address, address_group(address)))

    # --- who may enter ---

    def is_host(self, key: str) -> bool:
        """Say whether the host's settings name this key, the one that has signed."""
        return bool(key) and key in self.settings.admins

    async def _may_return(self, who: Identity, key: str) -> bool:
        """Say whether ``who`` may still come in while the server drains."""
        if self.is_host(key) or self.hosting is None:
            return self.is_host(key)
        return await self.hosting.is_seated(who.id)

    def is_banned(self, door: Door) -> bool:
        """Say whether a ban meets this connection, whatever its login has come to."""
        try:
            self._check_bans(door.who, door.key, door.address)
        except Turned:
            return True
        return False

    def _check_bans(self, who: Identity | None, key: str, address: str) -> None:
        if self.is_host(key):
            return
        bans = self.books.bans
        ban = bans.on_key(key, who.id if who is not None else "") or bans.on_address(address)
        if ban is not None:
            raise Turned(Reason.BANNED, until=utc(ban.until), reason=ban.reason or "-")

    async def enter(
        self, who: Identity, key: str, address: str, invite: str | None, *, invited: bool
    ) -> None:
        """Let a person in by bans and policy; raise :class:`Turned` with what they are to know.

        An invite is used up only by somebody who needs one; ``invited`` guests have done so.
        """
        if self._drain is not None and not await self._may_return(who, key):
            raise Turned(Reason.DRAINING)
        self._check_bans(who, key, address)
        if self.books.keyring.removed(key):
            raise Turned(Reason.KEY_REMOVED)
        policy, members = self.settings.policy, self.books.members
        if policy is Policy.OPEN or {who.id, key} & self._listed or who.id in members or invited:
            return
        if policy is Policy.ALLOWLIST:
            raise Turned(Reason.NOT_LISTED, key=key or "-")
        if invite is None:
            raise Turned(Reason.NOT_INVITED)
        if not await members.redeem(invite, None if who.guest else who.id):
            raise Turned(Reason.BAD_INVITE)

    def guests_welcome(self) -> bool:
        """Say whether somebody without a key may log in at all."""
        return self.settings.guests and self.settings.policy is not Policy.ALLOWLIST

    def idle_limit(self, who: Identity) -> float:
        """Return how long ``who`` may go without input, by where they are now."""
        limits = self.limits
        at = self.hosting.places(who) if self.hosting is not None else ()
        if not at:
            return limits.idle_lobby_seconds
        return limits.idle_seat_seconds if any(at) else limits.idle_watch_seconds

    # --- the host's own end of the server ---

    def drain(self, seconds: float) -> None:
        """Let in only hosts and who has a seat from now on; stop the server in ``seconds``."""
        self.stop_draining()
        logs.event("host.drain", seconds=seconds)
        self._drain = asyncio.get_running_loop().call_later(seconds, self.drained)

    @property
    def drains(self) -> bool:
        """Whether the host has asked for a drain that is not over."""
        return self._drain is not None

    def stop_draining(self) -> bool:
        """Take a drain back; say whether there was one."""
        found, self._drain = self._drain, None
        if found is not None:
            found.cancel()
        return found is not None
