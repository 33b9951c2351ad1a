"""Whom a host lets in: everybody, whoever was invited, or a list."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from server.bans import Write
from server.book_changes import DropMember, SaveInvite, SaveMember
from server.secret_codes import digest, new_secret, normal_secret

__all__ = ["Invite", "Members", "Policy", "split_invite"]


class Policy(StrEnum):
    """Who may enter a server; whoever the host has named as host may always."""

    OPEN = "open"
    INVITE = "invite"
    """Who has used an invite code, and whom the host has allowed."""
    ALLOWLIST = "allowlist"
    """Whom the host has allowed (by settings or command), and who was invited earlier."""


def split_invite(username: str) -> tuple[str, str | None]:
    """Return the name and the invite code in ``ann+K7QMW-3FD9T``; without one, ``None``.

    Something that looks like a code is taken off under every policy: it must never be shown as
    part of a name.
    """
    name, plus, suffix = username.rpartition("+")
    code = normal_secret(suffix) if plus else None
    return (name, code) if code is not None else (username, None)


@dataclass(slots=True)
class Invite:
    """One invite: how often it may still be used, until when (Unix time)."""

    uses: int
    until: float


class Members:
    """Who was let in, and the invites that are out; in memory, and in the store behind it."""

    def __init__(self, write: Write, clock: Callable[[], float] = time.time) -> None:
        self._write = write
        self._clock = clock
        self._members: set[str] = set()
        self._invites: dict[bytes, Invite] = {}

    def load(self, members: Iterable[str], invites: Iterable[tuple[bytes, int, float]]) -> None:
        """Take over what was kept."""
        self._members = set(members)
        self._invites = {kept: Invite(uses, until) for kept, uses, until in invites}

    def __contains__(self, identity: str) -> bool:
        return identity in self._members

    def all(self) -> list[str]:
        """Return who was let in."""
        return sorted(self._members)

    @property
    def uses_left(self) -> int:
        """How many people may still come in by the invites that are out."""
        return sum(i.uses for i in self._invites.values() if self._clock() < i.until)

    async def new_invite(self, uses: int, seconds: float) -> str:
        """Return a new code that lets ``uses`` people in within ``seconds``."""
        code = new_secret()
        until = self._clock() + seconds
        await self._write(SaveInvite(digest=digest(code), uses=uses, until=until))
        self._invites[digest(code)] = Invite(uses, until)
        return code

    def is_good(self, typed: str | None) -> bool:
        """Say whether a code would let somebody in now."""
        return self._find(typed) is not None

    async def redeem(self, typed: str | None, identity: str | None) -> bool:
        """Use a code once; ``identity`` (``None`` for a guest) is a member from now on.

        The use counts at once; it is durable when this returns. Raises :class:`StoreError`.
        """
        found = self._find(typed)
        if found is None:
            return False
        kept, invite = found
        invite.uses -= 1
        if identity is not None:
            self._members.add(identity)
        if not invite.uses:
            self._invites.pop(kept, None)
        used = SaveInvite(digest=kept, uses=invite.uses, until=invite.until)
        await self._write(used, *([SaveMember(identity=identity)] if identity is not None else []))
        return True

    async def allow(self, identity: str) -> None:
        """Let ``identity`` in from now on."""
        await self._write(SaveMember(identity=identity))
        self._members.add(identity)

    async def disallow(self, identity: str) -> bool:
        """Let ``identity`` in no more; say whether it was."""
        found = identity in self._members
        await self._write(DropMember(identity=identity))
        self._members.discard(identity)
        return found

    def _find(self, typed: str | None) -> tuple[bytes, Invite] | None:
        code = normal_secret(typed or "")
        if code is None:
            return None
        kept = digest(code)
        invite = self._invites.get(kept)
        if invite is None or self._clock() >= invite.until or invite.uses < 1:
            return None
        return kept, invite
