"""The one place that touches asyncssh's private parts, each with the reason why.

asyncssh leaves a few things to its caller that a public server must not leave open, and offers no
public way to them. Written against 2.24; ``tests/server/test_ssh_hooks.py`` fails where a newer
version has moved one of them.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable

import asyncssh
from asyncssh import compression, connection
from asyncssh.packet import SSHPacket
from asyncssh.saslprep import SASLPrepError, saslprep

from server.names import clean_name

__all__ = [
    "MOST_VARIABLES", "VARIABLE_BYTES", "GuardedChannel", "ask_echo", "bound_inflation",
    "deflate_nothing", "harden", "hold", "new_channel", "on_signature", "tolerate_names",
    "turn_away", "watch_transport",
]  # fmt: skip

MOST_VARIABLES = 32
"""Environment variables that one channel may set."""
VARIABLE_BYTES = 256
"""Longest name or value of a variable, in bytes."""

_LARGEST_PACKET = 64 * 1024
_LARGEST_INFLATED = 256 * 1024


class _BoundedInflate(compression.Decompressor):
    """zlib that gives up where a packet inflates to more than any honest one."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the inflated packet, or ``None``, which ends this connection."""
        try:
            packet = self._inflate.decompress(data, _LARGEST_INFLATED)
        except zlib.error:
            return None
        return None if self._inflate.unconsumed_tail else packet


def bound_inflation() -> None:
    """Make asyncssh inflate at most 256 KiB a packet.

    Unbounded, 64 KiB on the wire become 64 MiB here, again and again, and everybody waits.
    """
    compression._cmp_decompressors[b"zlib@openssh.com"] = _BoundedInflate


class _StoredDeflate(compression.Compressor):
    """zlib that compresses nothing: what it makes is as long as what it is given, and a little."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(0)

    def compress(self, data: bytes) -> bytes:
        """Return the packet as a stored block."""
        return self._deflate.compress(data) + self._deflate.flush(zlib.Z_SYNC_FLUSH)


def deflate_nothing() -> None:
    """Make asyncssh send as many bytes to a client with ``-C`` as to any other.

    How well a screen compresses tells what is on it; padding would undo nothing of that.
    """
    compression._cmp_compressors[b"zlib@openssh.com"] = _StoredDeflate


def tolerate_names() -> None:
    """Let user names in that RFC 4013 does not know.

    asyncssh hangs up on a name with a newer emoji or a stray control character. Here a name only
    asks to be called something, and what it becomes is decided by ``server.names``.
    """

    def prepared(s: str) -> str:
        try:
            return saslprep(s)
        except SASLPrepError:
            return clean_name(s)

    connection.saslprep = prepared  # type: ignore[attr-defined]


def harden(conn: asyncssh.SSHServerConnection) -> None:
    """Bound the packets of ``conn`` to 64 KiB; asyncssh takes 256, RFC 4253 asks for 35 KB."""
    conn._max_recv_pktlen = _LARGEST_PACKET


def on_signature(conn: asyncssh.SSHServerConnection, signed: Callable[[bytes], None]) -> None:
    """Call ``signed`` with a public key's wire form each time its signature proved right.

    asyncssh asks the server object about a key in the same way for an unsigned probe and before
    it has verified a signature, and does not tell which key has made it in the end.
    """
    validate = conn.validate_public_key

    async def validate_public_key(
        username: str, key_data: bytes, msg: bytes, signature: bytes
    ) -> bool:
        valid = await validate(username, key_data, msg, signature)
        if valid and msg:
            signed(key_data)
        return valid

    conn.validate_public_key = validate_public_key  # type: ignore[method-assign]


def watch_transport(
    conn: asyncssh.SSHServerConnection, *, high: int, paused: Callable[[bool], None]
) -> None:
    """Call ``paused`` when the TCP transport holds more than ``high`` bytes, and when it is free.

    asyncssh ignores its transport's flow control and looks at the window that the *client* has
    declared, which may be 4 GiB.
    """
    conn.pause_writing = lambda: paused(True)  # type: ignore[method-assign]
    conn.resume_writing = lambda: paused(False)  # type: ignore[method-assign]
    if conn._transport is not None:
        conn._transport.set_write_buffer_limits(high=high)


def ask_echo(conn: asyncssh.SSHServerConnection, answered: Callable[[], None]) -> None:
    """Send a global request that the client must answer in order; then call ``answered``.

    ``keepalive@openssh.com`` is unknown to most clients, and RFC 4254 §4 has them answer that
    with a failure; either answer will do. At the connection's end ``answered`` is called too.
    """

    async def ask() -> None:
        await conn._make_global_request(b"keepalive@openssh.com")
        answered()

    conn.create_task(ask())


def turn_away(conn: asyncssh.SSHServerConnection, code: int, text: str) -> None:
    """Send a disconnect reason and read no more; the caller aborts ``conn`` a little later.

    asyncssh's ``disconnect`` resets the socket at once, and a client that is still sending then
    reports a broken pipe in place of the reason.
    """
    if conn._transport is not None:
        conn._transport.pause_reading()
        conn._send_disconnect(code, text, asyncssh.DEFAULT_LANG)


def hold(conn: asyncssh.SSHServerConnection, seconds: float) -> None:
    """Read nothing from the client for ``seconds``; its login time runs on."""
    transport = conn._transport
    if seconds > 0 and transport is not None:
        transport.pause_reading()
        asyncio.get_running_loop().call_later(seconds, _read_on, transport)


def _read_on(transport: asyncio.Transport) -> None:
    if not transport.is_closing():
        transport.resume_reading()


class GuardedChannel(asyncssh.SSHServerChannel[bytes]):
    """A session channel that takes few variables and any bytes as a command."""

    def _process_env_request(self, packet: SSHPacket) -> bool:
        """Take an accepted variable; asyncssh would keep any number of any size."""
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if not _acceptable_variable(name, value):
            return False
        if name not in self._env and len(self._env) >= MOST_VARIABLES:
            return False
        self._env[name] = value
        return True

    def _process_exec_request(self, packet: SSHPacket) -> bool:
        """Take a command that is not UTF-8 too, so that it is refused with a status and a text."""
        command = packet.get_string()
        packet.check_end()
        return self._start_session(command=command.decode("utf-8", "replace"))

    def unsent(self) -> int:
        """Return the bytes that wait for the client's window, and in the TCP transport's buffer."""
        transport = getattr(self._conn, "_transport", None)
        return self._send_buf_len + (transport.get_write_buffer_size() if transport else 0)

    def variables(self) -> dict[str, str]:
        """Return the accepted variables; undecodable bytes are replaced."""
        return {
            name.decode("ascii"): value.decode("utf-8", "replace")
            for name, value in self._env.items()
        }


def _acceptable_variable(name: bytes, value: bytes) -> bool:
    """Say whether a client may set this: locale, colour, or our own; short, without controls."""
    if len(name) > VARIABLE_BYTES or len(value) > VARIABLE_BYTES:
        return False
    if not name.isascii() or any(byte < 0x20 or byte == 0x7F for byte in name + value):
        return False
    return name in {b"LANG", b"COLORTERM", b"NO_COLOR"} or name.startswith((b"LC_", b"UNDERTABLE_"))


def new_channel(conn: asyncssh.SSHServerConnection, *, window: int, packet: int) -> GuardedChannel:
    """Return a channel for a session request: raw bytes, no line editor, these receive bounds."""
    return GuardedChannel(
        conn,
        asyncio.get_running_loop(),
        allow_pty=True,
        line_editor=False,
        line_echo=False,
        line_history=0,
        max_line_length=0,
        encoding=None,
        errors="strict",
        window=window,
        max_pktsize=packet,
    )
