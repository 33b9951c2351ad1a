"""Guests whose front is gone: nobody else can tell that they are, and they cannot come back.

A guest's id names the front that the guest came to, since it is as good as that connection. A front
that lives tells of its guests itself (:mod:`server.cluster.hub`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from server import logs
from server.deadlines import Time
from server.seats import SeatKind

if TYPE_CHECKING:
    from server.cluster.live import Live
    from server.rooms import OpenTables

__all__ = ["Orphans", "front_of", "guest_mark"]

_END: Final = "/"


def guest_mark(front: str) -> str:
    """Return what the ids of a front's guests begin with (:class:`server.identity.LoginProof`)."""
    return f"{front}{_END}"


def front_of(guest: str) -> str:
    """Return the pid of the front in a guest's id; ``""`` if it names none."""
    mark, end, _ = guest.removeprefix("guest:").rpartition(_END)
    return mark if end else ""


class Orphans:
    """Takes, after ``grace`` seconds, such guests' seats at this process's tables.

    ``own``: this process's pid, which may be a front as well.
    """

    def __init__(
        self,
        tables: OpenTables,
        live: Live,
        own: str,
        time: Time,
        *,
        grace: float,
        forget: Callable[[str], None],
    ) -> None:
        self._tables = tables
        self._live = live
        self._own = own
        self._time = time
        self._grace = grace
        self._forget = forget
        self._planned = False
        self._due = 0.0
        live.gone.append(lambda _pid: self.look_later())

    def look_later(self) -> None:
        """Look for such guests when they had time enough; after any front or table has come."""
        self._due = self._time.now() + self._grace
        self._plan()

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            self._time.call_at(self._due, self._look)

    def _look(self) -> None:
        self._planned = False
        if self._time.now() < self._due:  # another front has gone meanwhile
            self._plan()
            return
        if not self._live.is_sure:
            self.look_later()
            return
        for guest in self._orphans():
            logs.event("guest_orphaned")
            self._tables.take_seats(guest)
            self._forget(guest)

    def _orphans(self) -> set[str]:
        alive = {*self._live.peers, self._own}
        return {
            seat.owner
            for table in self._tables.values()
            for seat in table.state.seats
            if seat.kind is SeatKind.GUEST and front_of(seat.owner) not in alive
        }
