"""Every subject, stream and bucket, as pure functions: nobody else spells one.

A process is known by its *pid*: the name that it is configured with and a random part that is new
at every start, ``front1.k3f9a2c7``. In a subject this is two tokens, so that credentials, which
only know the name, can bind it: ``view.front1.*.…``.

There are two accounts, which are worlds of their own for NATS:

* SHARED holds what fronts and table processes say to each other, and the buckets both read;
* INNER holds the journals, people and the word among table processes. No front has a user there,
  so nothing in it exists for a front, whatever it asks a node or another process to do for it.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = [
    "TABLES",
    "Account",
    "Bucket",
    "Route",
    "Stream",
    "account_of",
    "all_fronts",
    "all_hosts",
    "archive",
    "caller",
    "desk",
    "desk_at",
    "desks",
    "desks_at",
    "host",
    "host_all",
    "inbox",
    "is_name",
    "journal",
    "journals",
    "name_of",
    "new_pid",
    "open_at",
    "open_lobby",
    "opens_at",
    "opens_lobby",
    "played",
    "route",
    "to_fronts",
    "to_hosts",
    "token",
    "told_at",
    "told_to",
    "up",
    "ups",
    "verb_of",
    "view",
    "views",
]

TABLES: Final = "tables"
"""The queue group in which one table process of all gets a request."""

_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,15}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_=-]{1,128}")
_RANDOM_BYTES: Final = 5


class Account(StrEnum):
    """A world of subjects, streams and users of its own."""

    SHARED = "SHARED"
    INNER = "INNER"


class Stream(StrEnum):
    """The streams, all in INNER."""

    JOURNAL = "JOURNAL"
    ARCHIVE = "ARCHIVE"


class Bucket(StrEnum):
    """The buckets (key-value stores)."""

    LIVE = "LIVE"
    """SHARED; who is alive, by pid."""
    LEASES = "LEASES"
    """SHARED; which process runs a table, by code. Written by table processes only."""
    BOOKS = "BOOKS"
    """SHARED; bans, keys, members, invites, key codes."""
    PEOPLE = "PEOPLE"
    """INNER; names, players, decks."""
    GUESTS = "GUESTS"
    """INNER; what is kept of guests for their visit, in memory."""
    LISTINGS = "LISTINGS"
    """INNER; the lobby's rows, by code."""

    @property
    def account(self) -> Account:
        """Where the bucket lies."""
        inner = self in (Bucket.PEOPLE, Bucket.GUESTS, Bucket.LISTINGS)
        return Account.INNER if inner else Account.SHARED

    @property
    def stream(self) -> str:
        """The stream that NATS keeps the bucket in."""
        return f"KV_{self}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The two ends of a channel, as its subjects tell them."""

    front: str
    process: str
    chan: str


def is_name(text: str) -> bool:
    """Return whether ``text`` may be a process's or node's configured name."""
    return _NAME.fullmatch(text) is not None


def new_pid(name: str) -> str:
    """Return a new pid for the process that is configured as ``name``."""
    if not is_name(name):
        raise ValueError(f"{name!r} is no name")
    return f"{name}.{secrets.token_hex(_RANDOM_BYTES)}"


def name_of(pid: str) -> str:
    """Return the configured name in ``pid``."""
    return pid.partition(".")[0]


def token(text: str) -> str:
    """Return ``text`` (any, e.g. a fingerprint) as one token or key: its UTF-8 in hex."""
    return text.encode().hex()


def inbox(name: str) -> str:
    """Return the beginning of every inbox of the process that is configured as ``name``."""
    return f"_INBOX.{name}"


# --- SHARED: channels ---


def open_at(front: str, process: str) -> str:
    """Return where a front asks one table process for a channel."""
    return f"open.{front}.{process}"


def opens_at(process: str) -> str:
    """Return what a table process listens to for :func:`open_at`."""
    return f"open.*.*.{process}"


def open_lobby(front: str) -> str:
    """Return where a front asks any table process (queue group TABLES) for a lobby channel."""
    return f"open.{front}.lobby"


def opens_lobby() -> str:
    """Return what a table process listens to, in queue group TABLES, for :func:`open_lobby`."""
    return "open.*.*.lobby"


def up(front: str, process: str, chan: str) -> str:
    """Return where a channel's packets go to the table process."""
    return f"up.{front}.{process}.{_checked(chan)}"


def ups(process: str) -> str:
    """Return what holds all packets to a table process."""
    return f"up.*.*.{process}.*"


def view(front: str, process: str, chan: str) -> str:
    """Return where a channel's packets go to the front."""
    return f"view.{front}.{process}.{_checked(chan)}"


def views(front: str) -> str:
    """Return what holds all packets to a front."""
    return f"view.{front}.>"


def route(subject: str) -> Route:
    """Return whose packet came under ``subject``, one of :func:`up` or :func:`view`."""
    _, front, front_run, process, process_run, chan = subject.split(".")
    return Route(front=f"{front}.{front_run}", process=f"{process}.{process_run}", chan=chan)


# --- SHARED: people, history, broadcasts ---


def desk(front: str, verb: str) -> str:
    """Return where a front asks table processes for what needs people or journals.

    In queue group TABLES: one of them answers.
    """
    return f"desk.{front}.{_checked(verb)}"


def desks() -> str:
    """Return what a table process listens to, in queue group TABLES, for :func:`desk`."""
    return "desk.*.*.*"


def desk_at(front: str, process: str) -> str:
    """Return where a front asks one table process for the same."""
    return f"desk.{front}.at.{process}"


def desks_at(process: str) -> str:
    """Return what a table process listens to for :func:`desk_at`."""
    return f"desk.*.*.at.{process}"


def told_to(front: str, process: str) -> str:
    """Return where a front tells a table process what that has asked all fronts."""
    return f"desk.{front}.told.{process}"


def told_at(process: str) -> str:
    """Return what a table process listens to for :func:`told_to`."""
    return f"desk.*.*.told.{process}"


def to_fronts(verb: str) -> str:
    """Return where a word to all fronts is said."""
    return f"fronts.{_checked(verb)}"


def all_fronts() -> str:
    """Return what a front listens to for :func:`to_fronts`."""
    return "fronts.*"


# --- INNER ---


def host(process: str, verb: str) -> str:
    """Return where a table process asks another one."""
    return f"host.{process}.{_checked(verb)}"


def host_all(process: str) -> str:
    """Return what a table process listens to for :func:`host`."""
    return f"host.{process}.*"


def to_hosts(verb: str) -> str:
    """Return where a word to all table processes is said."""
    return f"hosts.{_checked(verb)}"


def all_hosts() -> str:
    """Return what a table process listens to for :func:`to_hosts`."""
    return "hosts.*"


def journal(code: str) -> str:
    """Return where the journal of the table ``code`` is, in stream JOURNAL."""
    return f"journal.{_checked(code)}"


def journals() -> str:
    """All journals."""
    return "journal.*"


def archive(*tokens: str) -> str:
    """Return where a finished game is, in stream ARCHIVE; each token as is (see :func:`token`)."""
    return ".".join(["archive", *map(_checked, tokens)])


def played(*tokens: str) -> str:
    """Return where it is kept that somebody played a game, in stream ARCHIVE; tokens as is."""
    return ".".join(["played", *map(_checked, tokens)])


# --- what a subject tells ---

_SHARED_WORDS: Final = frozenset({"open", "up", "view", "desk", "fronts"})
_FROM_FRONTS: Final = frozenset({"open", "up", "desk"})


def account_of(subject: str) -> Account:
    """Return in which account ``subject`` is said."""
    word = subject.partition(".")[0]
    return Account.SHARED if word in _SHARED_WORDS else Account.INNER


def caller(subject: str) -> str | None:
    """Return the pid of the front that asks under ``subject``; ``None`` if it names none."""
    word, *rest = subject.split(".")
    return ".".join(rest[:2]) if word in _FROM_FRONTS else None


def verb_of(subject: str) -> str:
    """Return the last token: the verb of a desk, host or broadcast subject."""
    return subject.rpartition(".")[2]


def _checked(text: str) -> str:
    """Return ``text``; raise ``ValueError`` unless it is one token without wildcards."""
    if _TOKEN.fullmatch(text) is None:
        raise ValueError("no token of a subject")
    return text
