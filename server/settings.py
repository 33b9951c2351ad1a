"""What a host may set: one frozen value, made once at start and handed down.

Every field here is also a key of the settings file, a variable ``UNDERTABLE_NAME`` and, where the
command line has a flag for it, that flag's ``dest`` (:mod:`server.config` reads the fields' types:
bool, int, float, str, Path, a StrEnum, a tuple of str, or one of these or None).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from server.policy import Policy

__all__ = ["Limits", "LogLevel", "Settings"]

KIB = 1024
MIB = 1024 * KIB


class LogLevel(StrEnum):
    """The least important lines that are still logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on what clients may cost; times in seconds, sizes in bytes.

    The defaults leave room for a LAN party of forty behind one address that joins in a minute,
    each with a few keys to offer and a second window.
    """

    login_seconds: float = 20.0
    keepalive_seconds: float = 15.0
    keepalive_count: int = 3
    """Unanswered keepalives after which the client counts as gone."""

    handshakes: int = 128
    """Connections that have not logged in yet, in all."""
    handshakes_per_address: int = 48
    connects_burst: int = 80
    """Connections that one address may open at once ..."""
    connects_per_minute: float = 60.0
    """... and how fast that allowance comes back."""
    connects_hold_seconds: float = 5.0
    """How long a connection beyond it is held up before its login, rather than turned away."""
    login_attempts: int = 64
    """Authentication requests within one connection; keys that are only offered count too."""

    connections: int = 800
    """Connections in all, logged in or not."""
    sessions: int = 400
    """Sessions in all."""
    sessions_per_address: int = 120
    sessions_per_identity: int = 6
    channels_per_connection: int = 4
    start_interval: float = 0.03
    """Least time between two starts: a first paint costs the loop more than a game's move."""
    idle_connection_seconds: float = 60.0
    """How long a login without any session (``ssh -N``) may stay."""
    idle_lobby_seconds: float = 2 * 3600.0
    """How long a session may stay without any input: in the lobby ..."""
    idle_watch_seconds: float = 6 * 3600.0
    """... as a spectator ..."""
    idle_seat_seconds: float = 24 * 3600.0
    """... and at a table where one has a seat (which is kept)."""

    input_burst: int = 64 * KIB
    """Input that one session takes at once, so that a paste is never held up ..."""
    input_per_second: float = 32.0 * KIB
    """... and how fast beyond that; the rest waits in the client, nothing is lost."""

    output_pause: int = 64 * KIB
    """Bytes in the connection's transport from which its sessions are told to pause."""
    output_cap: int = 1 * MIB
    """Unsent bytes above which a session is closed after ``stall_seconds``."""
    stall_seconds: float = 30.0
    lost_seconds: float = 5.0
    """How long a session may tidy up after its client is gone or the server stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One server's settings.

    ``host`` is an address or name to listen on, ``""`` for every interface. ``port`` 0 picks a
    free one. ``data_dir`` holds the host key and the store. ``guests`` lets people in without a
    key (keyboard-interactive, nothing asked). ``bot_delay``: seconds that a bot takes for a move
    (by itself, if not set).
    """

    host: str = ""
    port: int = 2222
    address: str = ""
    """Under what friends reach the server (``name`` or ``name:port``), to be handed on with join
    codes; each player is told what their own client has connected to if empty."""
    data_dir: Path = field(default_factory=lambda: Path("data"))
    workers: int = 1
    """Processes that share the port and the tables, for machines with several cores; 1 is one
    process that keeps its games in a database, as ever."""
    guests: bool = True
    bot_delay: float | None = None

    packs: tuple[str, ...] = ()
    """Folders of content packs of the host's own (``docs/packs.md``); tables choose among them."""

    policy: Policy = Policy.OPEN
    """Who may enter: ``open``, ``invite`` or ``allowlist``."""
    admins: tuple[str, ...] = ()
    """Fingerprints (``SHA256:...``) of the keys that may use the host's commands; always let in."""
    allowed: tuple[str, ...] = ()
    """Fingerprints that ``invite`` and ``allowlist`` let in, beside those the store knows."""

    lan: bool = True
    """Announce the server on the local network (mDNS), unless it listens on loopback alone."""
    lan_interfaces: tuple[str, ...] = ()
    """Own IPv4 addresses on whose networks that is done; all but loopback if empty."""

    themes_dir: Path | None = None
    """Folder of themes of the host's own, a folder each; ``themes`` in the data folder if not set
    and there is one."""

    metrics_port: int | None = None
    """Port of the figures for Prometheus; none if not set, 0 picks a free one."""
    metrics_host: str = "127.0.0.1"
    """Loopback address of the figures: 127.0.0.1 or ::1."""

    core_file: bool = False
    """Let a crash leave a core file, for debugging: it holds every hand, word and seed."""

    log_level: LogLevel = LogLevel.INFO
    log_bytes: int = 4 * MIB
    """Size at which a log file is put aside ..."""
    log_files: int = 4
    """... and how many of those are kept."""

    limits: Limits = field(default_factory=Limits)

    def reached(self, host: str, port: int) -> tuple[str, int]:
        """Return under what friends reach the server: as :attr:`address` says, else these two."""
        name, colon, number = self.address.rpartition(":")
        if colon and number.isascii() and number.isdigit() and ":" not in name:
            return name, int(number)
        return self.address or host, port
