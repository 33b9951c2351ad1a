"""What the host's end of a server needs of its hub, beside what sessions do (``server.api.Hub``).

A hub of one process has the tables itself; in a cluster it asks for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from server.api import Hub, Identity
from server.books import HostBooks
from server.codes import Code
from server.connections import Connections, OwnConnections

__all__ = ["Hosting", "TableRow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table as the lobby shows it; ``stage`` is ``parked`` for one that was put aside."""

    code: str
    stage: str
    names: tuple[str, ...]


@runtime_checkable
class Hosting(Hub, Protocol):
    """A hub with tables that the host may look after. Codes are in normal form.

    What asks for tables raises :class:`StoreError` where they cannot be reached or kept.
    """

    @property
    def books(self) -> HostBooks:
        """The host's books; this hub's own, so that both have one truth."""
        ...

    def effective_name(self, who: Identity) -> str:
        """Return what this person is called here."""
        ...

    def places(self, who: Identity) -> tuple[bool, ...]:
        """Return, for each table that ``who`` has open here, whether they have a seat there."""
        ...

    def notify(self, code: Code, **params: Any) -> None:
        """Tell everybody in this process something that changes nothing."""
        ...

    def connections(self, house_own: OwnConnections) -> Connections:
        """Return all connections of the server, of which those are this process's own."""
        ...

    async def is_seated(self, who: str) -> bool:
        """Say whether somebody (an ``Identity.id``) has a seat at an open table."""
        ...

    async def has_seat(self, who: str) -> bool:
        """Say whether somebody has a seat at a table, open or parked."""
        ...

    async def take_seats(self, who: str, *, banned: bool = False) -> None:
        """Take the seats of somebody who cannot come back; ``banned``: also if they are here."""
        ...

    async def move_names(self, old: str, new: str) -> None:
        """Give the names that a key held to the identity that it was joined to."""
        ...

    async def table_rows(self) -> list[TableRow]:
        """Return the open tables by code, then the parked ones."""
        ...

    async def notify_table(self, code: str, notice: Code, **params: Any) -> bool:
        """Tell everybody at one table something; say whether there is such a table."""
        ...

    async def close_table(self, code: str, *, drop: bool) -> bool:
        """Put a table aside, or (``drop``) give it up; say whether there was one."""
        ...

    async def reopen_table(self, code: str) -> bool:
        """Open a parked table again; say whether it could be."""
        ...

    async def mute_seat(self, code: str, seat: int, *, on: bool) -> bool:
        """Mute a seat of a masked game, or (not ``on``) let it be heard.

        Say whether there is such a table. Raises :class:`RequestError` where it refuses.
        """
        ...
