"""What the host keeps about people: who is banned, which keys are one person, who was invited."""

from __future__ import annotations

from server.bans import Ban, Bans
from server.book_changes import BookChange
from server.keeping import BookStore
from server.keyring import Keyring
from server.policy import Members

__all__ = ["HostBooks"]


class HostBooks:
    """The three books over one store; without a store they end with the process."""

    def __init__(self, store: BookStore | None = None) -> None:
        self._store = store
        self.bans = Bans(self._write)
        self.keyring = Keyring(self._write)
        self.members = Members(self._write)

    async def load(self) -> None:
        """Read what was kept."""
        if self._store is None:
            return
        kept = await self._store.books()
        self.bans.load(Ban(subject=s, until=until, reason=why) for s, until, why in kept.bans)
        self.keyring.load(kept.keys)
        self.members.load(kept.members, kept.invites)

    async def _write(self, *changes: BookChange) -> None:
        if self._store is not None:
            await self._store.write(*changes)
