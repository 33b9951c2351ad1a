"""One connection's door: from the accepted socket over the login to its last session."""

from __future__ import annotations

import asyncio
import time

import asyncssh

from server import asyncssh_hooks as hooks
from server import counts, logs
from server.admin import HostDesk, KeyDesk
from server.api import Identity
from server.banners import DISCONNECTS, GUEST_BANNER, INVITE_PROMPT, ascii_only
from server.counts import Count
from server.flow import Echoes
from server.gates import Bucket, Reason, Release, Turned
from server.house import House
from server.identity import LoginProof
from server.policy import Policy, split_invite
from server.runner_task import Cut
from server.ssh_session import ChannelSession

__all__ = ["Door"]

_WINDOW = 64 * 1024
_PACKET = 8 * 1024
"""Receive bounds of a channel: input is typed or pasted, and one packet is one piece of work."""
_LARGEST_KEY = 2200
"""Bytes of a public key in wire form; RSA with 16,384 bits has 2,071."""
_MOST_TURNED = 64
_MOMENT = 1.0
"""How many that were turned away are told why at once, and seconds that they have to read it."""


class Door(asyncssh.SSHServer):
    """One connection: from the accepted socket over the login to its last session."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._proof = LoginProof(house.guest_mark)
        self._attempts = 0
        self._admitted: Release = lambda: None
        self._idle: asyncio.TimerHandle | None = None
        self._invite: str | None = None
        self._entering = asyncio.Lock()
        self._invited_guest = False
        self._shown_out = False
        self.address = ""
        self.number = next(house.numbers)
        """Names this connection among those of its listener."""
        self.reached: tuple[str, int] | None = None
        self.since = time.time()
        self.starts = Bucket(burst=8, rate=1)
        self.sessions: set[ChannelSession] = set()
        self._running: set[ChannelSession] = set()
        self.gone = asyncio.Event()

    # --- connection ---

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Bound and watch the connection, or turn it away."""
        self._conn = conn
        self._echoes = Echoes(lambda answered: hooks.ask_echo(conn, answered))
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if isinstance(peer, tuple) else "local"
        own = conn.get_extra_info("sockname")
        if isinstance(own, tuple):
            self.reached = self._house.settings.reached(str(own[0]), int(own[1]))
        self._house.doors.add(self)
        hooks.harden(conn)
        hooks.on_signature(conn, self._proof.signed)
        hooks.watch_transport(
            conn, high=self._house.limits.output_pause, paused=self._transport_full
        )
        try:
            counts.add(Count.HANDSHAKES)
            self._admitted = self._house.admit_connection(self.address)
        except Turned as turned:
            counts.add(Count.HANDSHAKES_REFUSED)
            if self._house.refusals.try_take(1):
                logs.event("connection.refused", address=self.address, code=turned.reason)
            # Later, as our version line is sent only when this returns.
            asyncio.get_running_loop().call_soon(self._turn_away, turned)
        else:
            hooks.hold(conn, self._house.hold(self.address))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        del exc
        self._admitted()
        self._cancel_idle()
        self._echoes.close()
        self._house.doors.discard(self)
        self._house.turned_away.discard(self)
        self.gone.set()

    def disconnect(self, reason: str) -> None:
        """Close the connection with one of the texts in ``DISCONNECTS``; idempotent."""
        self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, DISCONNECTS[reason])

    # --- who this is, and what they may do ---

    @property
    def who(self) -> Identity | None:
        """The identity, once the login is complete."""
        return self._proof.identity

    @property
    def key(self) -> str:
        """The fingerprint of the key that signed the login, ``""`` without one."""
        return self._proof.key

    async def enter(self) -> None:
        """Check bans and policy before a session starts; raise :class:`Turned` if it may not."""
        who = self._proof.identity
        assert who is not None
        if self._shown_out:  # the channel was opened before
            raise Turned(Reason.BUSY)
        async with self._entering:
            await self._house.enter(
                who, self.key, self.address, self._invite, invited=self._invited_guest
            )
            self._invited_guest = who.guest

    def desks(self) -> tuple[HostDesk | None, KeyDesk | None]:
        """Return the desks that this connection may use."""
        house, who = self._house, self._proof.identity
        if house.hosting is None or who is None or who.guest:
            return None, None
        host = HostDesk(house, house.hosting, self) if house.is_host(self.key) else None
        return host, KeyDesk(house, house.hosting, self, who.id)

    def show_out(self, why: Cut, *, later: float = 0.0, **params: str) -> None:
        """End every session for a reason that is told, and then the connection.

        No new session starts from now on. ``later``: seconds before the running ones are cut.
        """
        self._shown_out = True

        def out() -> None:
            for session in list(self._running):
                session.cut(why, **params)
            if not self._running and not self.gone.is_set():
                self.disconnect("shown_out")

        if later:
            asyncio.get_running_loop().call_later(later, out)
        else:
            out()

    def _turn_away(self, turned: Turned) -> None:
        """Tell the client why before it has logged in; it gets a moment to read that."""
        crowd = self._house.turned_away
        if len(crowd) >= _MOST_TURNED:
            self._conn.abort()
            return
        crowd.add(self)
        code = "closing" if turned.reason is Reason.DRAINING else turned.reason
        # OpenSSH shows other characters than ASCII as octal numbers.
        words = {name: ascii_only(text) for name, text in turned.params.items()}
        text = DISCONNECTS[code].format_map(words)
        hooks.turn_away(self._conn, asyncssh.DISC_TOO_MANY_CONNECTIONS, text)
        asyncio.get_running_loop().call_later(_MOMENT, self._conn.abort)

    def _transport_full(self, full: bool) -> None:
        for session in list(self.sessions):
            session.transport_full(full)

    # --- login ---

    def begin_auth(self, username: str) -> bool:
        """Ask for a login, whatever the name."""
        del username
        self._count_attempt()
        return True

    def public_key_auth_supported(self) -> bool:
        """Offer public-key login; it is what clients try first."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept any key that is not absurd. Asked for probes as well: this proves nothing."""
        del username
        self._count_attempt()
        return len(key.public_data) <= _LARGEST_KEY

    def password_auth_supported(self) -> bool:
        """Offer no passwords."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Offer keyboard-interactive login, which asks nothing, where guests may play."""
        return self._house.guests_welcome()

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Tell a guest what that means; ask for nothing but an invite where one is needed."""
        del lang, submethods
        self._count_attempt()
        self._conn.send_auth_banner(GUEST_BANNER)
        self._invite = split_invite(username)[1]
        asked = self._house.settings.policy is Policy.INVITE and not self._good_invite()
        return "", "", "", [(INVITE_PROMPT, True)] if asked else []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        """Let the guest in, with a good invite where one is needed; it is used up later."""
        del username
        if isinstance(responses, list) and responses:
            self._invite = str(responses[0])[:64]
        welcome = self._house.guests_welcome() and (
            self._house.settings.policy is not Policy.INVITE or self._good_invite()
        )
        if welcome:
            self._proof.guest_welcome()
        return welcome

    def _good_invite(self) -> bool:
        return self._house.books.members.is_good(self._invite)

    def auth_completed(self) -> None:
        """Fix who this is, once and for all."""
        name = self._conn.get_extra_info("username", "")
        wanted, invite = split_invite(name if isinstance(name, str) else "")
        self._invite = self._invite or invite
        who = self._proof.complete(wanted, self._house.books.keyring.identity_of)
        self._admitted()
        if who is None:
            counts.add(Count.LOGIN_NO_PROOF)
            logs.event("login.no_proof", address=self.address)
            self.disconnect("no_proof")
            return
        counts.add(Count.LOGIN_GUEST if who.guest else Count.LOGIN_KEY)
        logs.event("login", address=self.address, tag=who.tag, guest=who.guest)
        self._watch_idle()

    def _count_attempt(self) -> None:
        self._attempts += 1
        if self._attempts == self._house.limits.login_attempts + 1:
            logs.event("login.attempts", address=self.address)
            # Not at once: asyncssh is in the middle of answering this attempt.
            asyncio.get_running_loop().call_soon(self.disconnect, "attempts")

    # --- sessions ---

    def session_requested(self) -> tuple[hooks.GuardedChannel, ChannelSession]:
        """Open a session channel; everything else that could be asked for stays refused."""
        who = self._proof.identity
        if (
            who is None
            or self._shown_out
            or len(self.sessions) >= self._house.limits.channels_per_connection
        ):
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "Too many sessions in one connection"
            )
        channel = hooks.new_channel(self._conn, window=_WINDOW, packet=_PACKET)
        session = ChannelSession(self._house, self, who, channel, self._echoes)
        self.sessions.add(session)
        return channel, session

    def started(self, session: ChannelSession) -> None:
        """Note that a session runs; the connection may stay as long as one does."""
        self._running.add(session)
        self._cancel_idle()

    def ended(self, session: ChannelSession) -> None:
        """Forget a session; without any that runs the connection may not stay for long."""
        self.sessions.discard(session)
        self._running.discard(session)
        if self._running or self.gone.is_set():
            return
        if self._shown_out:
            self.disconnect("shown_out")
        elif self._idle is None:
            self._watch_idle()

    def _watch_idle(self) -> None:
        self._cancel_idle()
        loop = asyncio.get_running_loop()
        seconds = self._house.limits.idle_connection_seconds
        self._idle = loop.call_later(seconds, self.disconnect, "idle")

    def _cancel_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
