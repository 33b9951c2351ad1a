"""What the host's books change in the store: bans, keys, members, invites; see ``server.books``.

Codes are kept as hashes only: whoever reads the database cannot use an invite from it.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import assert_never

__all__ = ["BookChange", "Books", "DropBan", "DropKey", "DropMember", "MoveNames", "SaveBan",
           "SaveInvite", "SaveKey", "SaveMember", "apply_book"]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """The host's books as they were kept; see the changes for what the columns are."""

    bans: list[tuple[str, float, str]]
    keys: dict[str, str]
    members: set[str]
    invites: list[tuple[bytes, int, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveBan:
    """Keep a ban. ``subject`` is a fingerprint or a network; ``until`` is Unix time, 0 for ever."""

    subject: str
    until: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropBan:
    """Forget a ban."""

    subject: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveKey:
    """Bind a key to an identity other than its own; ``""`` for a key that its owner removed."""

    key: str
    identity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropKey:
    """Let a key be an identity of its own again."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveMember:
    """Keep an identity that was let in, by invite or by the host."""

    identity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropMember:
    """Let an identity in no more."""

    identity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveInvite:
    """Keep an invite: how often it may still be used, until when; no uses left deletes it."""

    digest: bytes
    uses: int
    until: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveNames:
    """Give the names that ``old`` holds to ``new``."""

    old: str
    new: str


BookChange = (
    SaveBan | DropBan | SaveKey | DropKey | SaveMember | DropMember | SaveInvite | MoveNames
)


def apply_book(connection: sqlite3.Connection, change: BookChange) -> None:
    """Carry out one change inside the caller's transaction."""
    execute = connection.execute
    match change:
        case SaveBan(subject=subject, until=until, reason=reason):
            execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?)", (subject, until, reason))
        case DropBan(subject=subject):
            execute("DELETE FROM bans WHERE subject = ?", (subject,))
        case SaveKey(key=key, identity=identity):
            execute("INSERT OR REPLACE INTO keys VALUES (?, ?)", (key, identity))
        case DropKey(key=key):
            execute("DELETE FROM keys WHERE key = ?", (key,))
        case SaveMember(identity=identity):
            execute("INSERT OR IGNORE INTO members VALUES (?)", (identity,))
        case DropMember(identity=identity):
            execute("DELETE FROM members WHERE identity = ?", (identity,))
        case SaveInvite(digest=digest, uses=0):
            execute("DELETE FROM invites WHERE digest = ?", (digest,))
        case SaveInvite(digest=digest, uses=uses, until=until):
            execute("INSERT OR REPLACE INTO invites VALUES (?, ?, ?)", (digest, uses, until))
        case MoveNames(old=old, new=new):
            execute("UPDATE names SET player = ? WHERE player = ?", (new, old))
        case _:
            assert_never(change)
