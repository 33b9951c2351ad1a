"""One session channel: what it asks for, the runner it gets, how it ends."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import asyncssh

from server import counts, logs
from server.admin import HostDesk, KeyDesk
from server.api import Connection, ExitStatus, Identity
from server.asyncssh_hooks import GuardedChannel
from server.banners import BANNERS
from server.counts import Count
from server.flow import Echoes
from server.gates import Bucket, Reason, Release, Turned
from server.house import House
from server.idle import IdleWatch
from server.runner_task import Cut, RunnerTask
from server.subsystem import SUBSYSTEMS
from server.terminal import END_OF_INPUT, ChannelTerminal

__all__ = ["LONGEST_COMMAND", "ChannelSession"]

LONGEST_COMMAND = 1024
"""Longest exec command, in characters."""

_STATUS = {
    Reason.DRAINING: ExitStatus.FULL,
    Reason.FULL: ExitStatus.FULL,
    Reason.ADDRESS_FULL: ExitStatus.SLOW_DOWN,
    Reason.IDENTITY_FULL: ExitStatus.SLOW_DOWN,
    Reason.BUSY: ExitStatus.SLOW_DOWN,
    Reason.TOO_FAST: ExitStatus.SLOW_DOWN,
    Reason.BANNED: ExitStatus.NOT_ALLOWED,
    Reason.KEY_REMOVED: ExitStatus.NOT_ALLOWED,
    Reason.NOT_INVITED: ExitStatus.NOT_ALLOWED,
    Reason.BAD_INVITE: ExitStatus.NOT_ALLOWED,
    Reason.NOT_LISTED: ExitStatus.NOT_ALLOWED,
}


class Owner(Protocol):
    """The connection as its sessions see it."""

    address: str
    reached: tuple[str, int] | None
    """Under what friends reach the server."""
    starts: Bucket
    """How fast this connection may start sessions."""

    @property
    def key(self) -> str:
        """The fingerprint of the key that signed the login, ``""`` without one."""
        ...

    async def enter(self) -> None:
        """Check bans and policy; raise :class:`Turned` if no session may start."""
        ...

    def desks(self) -> tuple[HostDesk | None, KeyDesk | None]:
        """Return the desks that this connection may use."""
        ...

    def started(self, session: ChannelSession) -> None:
        """Be told that the runner of ``session`` starts."""
        ...

    def ended(self, session: ChannelSession) -> None:
        """Be told that nothing of ``session`` is left; may be told twice."""
        ...


class ChannelSession(asyncssh.SSHServerSession[bytes]):
    """The session side of one channel.

    The runner ends by itself, or is cancelled with a :class:`Cut` as message and then has
    ``lost_seconds`` to tidy up.
    """

    def __init__(
        self,
        house: House,
        owner: Owner,
        who: Identity,
        channel: GuardedChannel,
        echoes: Echoes,
    ) -> None:
        self._house = house
        self._owner = owner
        self._who = who
        self._channel = channel
        self.terminal = ChannelTerminal(
            channel,
            echoes,
            house.limits,
            broken=self._broken,
            stalled=lambda: self.cut(Cut.STALLED),
        )
        self._pty = False
        self._command: str | None = None
        self._subsystem: str | None = None
        self._runner: RunnerTask | None = None
        self._gone = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._idle: IdleWatch | None = None
        self._last_word = ""
        """Why the session was cut, in the client's own words; told once its screen is left."""

    # --- asyncssh's calls ---

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        """Grant a PTY of any size before the start; its modes mean nothing here."""
        del term_modes
        if self._runner is not None:
            return False
        self._pty = True
        self.terminal.open_pty(term_type, *term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass a window's new size on."""
        del pixwidth, pixheight
        self.terminal.resize(width, height)

    def shell_requested(self) -> bool:
        """Grant a session without a command."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Grant any command: a bad one is refused with a status and a text."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Grant our own, without a PTY; refuse every other, sftp among them."""
        self._subsystem = subsystem
        return subsystem in SUBSYSTEMS and not self._pty

    def session_started(self) -> None:
        """Start the runner, or say why not."""
        self.terminal.set_env(self._channel.variables())
        if self._command is not None and not _acceptable_command(self._command):
            self._refuse("bad_command", ExitStatus.USAGE)
            return
        try:
            release = self._house.admit_session(self._who, self._owner.address)
        except Turned as turned:
            self._refuse(turned.reason, _STATUS[turned.reason])
            return
        self._owner.started(self)
        opened = time.monotonic()
        program = self._subsystem is not None
        counts.add(Count.SESSION_PROGRAM if program else counts.terminal_kind(self.terminal.term))
        logs.event("session.open", tag=self._who.tag, guest=self._who.guest, pty=self._pty)
        self._runner = RunnerTask(
            self._run,
            lambda status: self._ended(status, release, opened),
            patience=self._house.limits.lost_seconds,
            tag=self._who.tag,
        )

        self._idle = IdleWatch(
            lambda: self._house.idle_limit(self._who), lambda: self.cut(Cut.IDLE)
        )

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass input on."""
        del datatype
        if self._idle is not None:
            self._idle.heard()
        self.terminal.data(data)

    def eof_received(self) -> bool:
        """Keep the channel open for our output; without a PTY the end of input is passed on.

        A person's is fed as Ctrl-D. To a subsystem every byte is data: an empty piece is its end.
        """
        if self._subsystem is not None:
            self.terminal.data(b"")
        elif not self._pty:
            self.terminal.data(END_OF_INPUT)
        return True

    def break_received(self, msec: int) -> bool:
        """Ignore a break."""
        del msec
        return False

    def signal_received(self, signal: str) -> None:
        """Ignore a signal: keys do all there is to do."""
        del signal

    def pause_writing(self) -> None:
        """Note that the client's window is used up."""
        self.terminal.channel_full(True)

    def resume_writing(self) -> None:
        """Note that everything is in the transport."""
        self.terminal.channel_full(False)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the runner that its client is gone and give it a little time."""
        del exc
        self._cancel_timer()
        self.terminal.lose()
        self._gone.set()
        if self._runner is None or self._runner.done:
            self._owner.ended(self)
        else:
            self._runner.cut_later(Cut.LOST)

    # --- the runner ---

    def cut(self, why: Cut, **params: str) -> None:
        """Cancel the runner, if there is one; ``params`` fill the sentence that says why."""
        if self._runner is not None:
            if self._runner.cut_for is None and why in BANNERS:
                self._last_word = BANNERS[why].format_map(params)
            self._runner.cut(why)

    def transport_full(self, full: bool) -> None:
        """Be told whether the connection's transport is over its limit."""
        self.terminal.transport_full(full)

    async def ended(self) -> None:
        """Wait until the runner has ended (at once if there is none)."""
        if self._runner is not None:
            await self._runner.wait()

    async def closed(self) -> None:
        """Wait until the client has closed the channel too."""
        await self._gone.wait()

    async def _run(self) -> int:
        """See whether the client may enter, wait for a turn, then run what it has asked for."""
        try:
            await self._owner.enter()
        except Turned as turned:
            self._tell(BANNERS[turned.reason].format_map(turned.params))
            return _STATUS[turned.reason]
        await asyncio.sleep(self._owner.starts.take(1))
        await asyncio.sleep(self._house.turnstile.wait())
        if self._subsystem is not None:
            runner = SUBSYSTEMS[self._subsystem]
        else:
            runner = self._house.run if self._command is None else self._house.run_command
        host, keys = self._owner.desks()
        return await runner(
            Connection(
                who=self._who,
                terminal=self.terminal,
                hub=self._house.hub,
                command=self._command,
                pty=self._pty,
                fingerprints=self._house.fingerprints,
                host=host,
                keys=keys,
                reached=self._owner.reached,
            )
        )

    def _ended(self, status: int, release: Release, opened: float) -> None:
        """Free the session's place and let the client go."""
        release()
        cut_for = self._runner.cut_for if self._runner is not None else None
        logs.event(
            "session.close",
            tag=self._who.tag,
            status=status,
            seconds=round(time.monotonic() - opened, 1),
            reason=cut_for or "",
        )
        if self._last_word:
            self._tell(self._last_word)
        self._leave(status)

    def _broken(self, error: Exception) -> None:
        logs.failure("session.failed", error, tag=self._who.tag)
        self.cut(Cut.BROKEN)

    def _refuse(self, code: str, status: ExitStatus) -> None:
        """End the session before it began, with a text on standard error."""
        if self._house.refusals.try_take(1):
            logs.event("session.refused", tag=self._who.tag, code=code)
        self._tell(BANNERS[code])
        self._leave(status)

    def _tell(self, sentence: str) -> None:
        ending = "\r\n" if self._pty else "\n"
        self.terminal.write_error((sentence + ending).encode())

    def _leave(self, status: int) -> None:
        """Send the exit status and close once everything written has been sent."""
        self.terminal.finish()
        if self._idle is not None:
            self._idle.close()
        if self._gone.is_set():
            self._owner.ended(self)
            return
        # 255 is ssh's own word for "the connection failed".
        self._channel.exit(status if 0 <= status < 255 else ExitStatus.ERROR)
        self._linger(self.terminal.unsent())

    def _linger(self, before: int) -> None:
        """Wait for the client to take the rest, as long as it takes some."""

        def due() -> None:
            unsent = self.terminal.unsent()
            if unsent and unsent < before:
                self._linger(unsent)
            else:
                self._forget()

        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._house.limits.stall_seconds, due)

    def _forget(self) -> None:
        """Drop what is unsent, and the channel from the connection's books."""
        self._cancel_timer()
        self._channel.abort()
        self._owner.ended(self)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _acceptable_command(command: str) -> bool:
    """Say whether ``command`` is short text without controls or broken characters."""
    return len(command) <= LONGEST_COMMAND and command.isprintable() and "\ufffd" not in command
