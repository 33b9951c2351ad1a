"""The host's books, shared by all fronts and table processes: a live copy at each.

Whatever is looked up is in memory, as in one process; whatever is changed is durable before it is
told as done, and comes to all others at once by the bucket BOOKS. What must not happen twice (an
invite's last use, a one-time code, two keys that are joined to each other) is written only over
what was seen, and several things that belong together are written together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from server import logs
from server.bans import Ban, Bans
from server.books import HostBooks
from server.cluster.book_cells import BookCells
from server.cluster.shared_keyring import SharedKeyring
from server.cluster.shared_members import SharedMembers
from server.wire import WireError

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["ClusterBooks"]


class ClusterBooks(HostBooks):
    """The three books. :meth:`load` begins the live copy, :meth:`stop` ends it."""

    def __init__(self, bus: Bus) -> None:
        super().__init__()
        self.banned: list[Callable[[Ban], None]] = []
        """Called with each ban that another process has put in force: whom it meets must go."""
        self.rekeyed: list[Callable[[str], None]] = []
        """Called with each key that another process has joined or removed: its connections end."""
        self._cells = BookCells(bus, self._heard)
        self._subjects: dict[str, str] = {}
        """What each ban is on, by its key in the bucket."""
        self._shared_members = SharedMembers(self._cells)
        self._shared_keyring = SharedKeyring(self._cells)
        self.bans = Bans(self._cells.write)
        self.members = self._shared_members
        self.keyring = self._shared_keyring

    async def load(self) -> None:
        """Read what is kept, and hear of every change from now on.

        Raises what the client library raises where there is no quorum.
        """
        await self._cells.start()
        for key in self._cells.all():
            self._take(key)

    async def stop(self) -> None:
        """Hear no more."""
        await self._cells.stop()

    def _heard(self, key: str) -> None:
        plain = self._take(key)
        if plain is None or plain.get("by") == self._cells.pid:
            return
        match key.partition(".")[0]:
            case "bans":
                for told_ban in tuple(self.banned):
                    told_ban(_ban(plain))
            case "keys":
                for told_key in tuple(self.rekeyed):
                    told_key(plain["key"])
            case _:
                pass

    def _take(self, key: str) -> dict[str, Any] | None:
        """Bring the book that ``key`` is of up to date; return the value, ``None`` for none."""
        try:
            plain = self._cells.copy(key)
            match key.partition(".")[0]:
                case "bans":
                    self._take_ban(key, plain)
                case "keys" if plain is not None:
                    self.keyring.note(plain["key"], plain["identity"])
                case "members":
                    self._shared_members.heard_member(key, plain)
                case "invites":
                    self._shared_members.heard_invite(key, plain)
                case _:
                    pass  # a key code, which is looked up in the live copy itself
        except (WireError, KeyError, ValueError, TypeError) as error:
            logs.failure("book_unreadable", error)
            return None
        return plain

    def _take_ban(self, key: str, plain: dict[str, Any] | None) -> None:
        if plain is not None:
            self.bans.put(_ban(plain))
            self._subjects[key] = plain["subject"]
        elif (subject := self._subjects.pop(key, None)) is not None:
            self.bans.drop(subject)


def _ban(plain: dict[str, Any]) -> Ban:
    return Ban(subject=plain["subject"], until=plain["until"], reason=plain["reason"])
