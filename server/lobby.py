"""The lobby: every table in a list, as each viewer sees it, and a way to make a new one."""

from __future__ import annotations

from typing import Final, Protocol

from server.api import Identity, LobbyFrame, LobbyRow, Stage
from server.channel import LocalChannel
from server.codes import Code, RequestError
from server.deadlines import Time
from server.public import Listing
from server.requests import CreateTable, LobbyRequest, TableRequest
from server.room import Do, Room

__all__ = ["Lobby", "LobbySource"]

_DELAY: Final = 0.1
"""Seconds within which changes go out together, on a fixed beat: when news that everybody sees go
out does not depend on news that are one reader's own."""
_ROWS: Final = 200
"""Tables that one viewer is shown: one's own first, then those that wait for players."""


class LobbySource(Protocol):
    """Where the lobby's facts come from: the hub."""

    def listings(self) -> list[Listing]:
        """Return what there is to show of each table."""
        ...

    def online(self) -> int:
        """Return how many people are here."""
        ...

    async def create(self, who: Identity, request: CreateTable) -> str:
        """Make a table and return its code, or raise a :class:`RequestError`."""
        ...


class Lobby(Room):
    """The room that people come into first. :meth:`changed` may be called from any task."""

    def __init__(self, source: LobbySource, time: Time, server: str) -> None:
        super().__init__(time)
        self._source = source
        self._server = server
        self._listings: list[Listing] = []
        self._seated: set[str] = set()
        self._common = LobbyFrame(t="lobby", server=server, online=0, tables=[])
        self._shown: dict[LocalChannel, LobbyFrame] = {}
        self._planned = False

    def changed(self) -> None:
        """Show everybody what is new, soon and once."""
        if not self._planned and not self.ended:
            self._planned = True
            beat = (self.time.now() // _DELAY + 1) * _DELAY
            self.time.call_at(beat, lambda: self.post(Do(self._refresh)))

    async def attached(self, channel: LocalChannel) -> None:
        """Show the lobby to a newcomer."""
        self._gather()
        self._show(channel)

    async def detached(self, channel: LocalChannel) -> None:
        """Forget a viewer."""
        self._shown.pop(channel, None)

    async def requested(self, channel: LocalChannel, request: LobbyRequest | TableRequest) -> None:
        """Make a table; nothing else can be asked of the lobby."""
        if not isinstance(request, CreateTable):
            raise RequestError(Code.BAD_REQUEST)
        code = await self._source.create(channel.who, request)
        channel.notify(Code.OPENED, {"table": code}, error=False, opened=code)

    async def _refresh(self) -> None:
        self._planned = False
        self._gather()
        for channel in self.channels:
            self._show(channel)

    def _gather(self) -> None:
        """Bring the list up to date that everybody sees who has no seat."""
        self._listings = sorted(self._source.listings(), key=_order)
        self._seated = {who for listing in self._listings for who in listing.owners}
        frame = self._frame([listing.row for listing in self._listings])
        if frame != self._common:
            self._common = frame

    def _frame(self, rows: list[LobbyRow]) -> LobbyFrame:
        return LobbyFrame(
            t="lobby", server=self._server, online=self._source.online(), tables=rows[:_ROWS]
        )

    def _show(self, channel: LocalChannel) -> None:
        who = channel.who.id
        frame = self._common
        if who in self._seated:
            rows = [listing.row_for(who) for listing in self._listings]
            frame = self._frame(sorted(rows, key=lambda row: row["mine"] < 0))
        if frame != self._shown.get(channel):
            self._shown[channel] = frame
            channel.push(frame)


def _order(listing: Listing) -> tuple[bool, str]:
    return (listing.row["stage"] != Stage.WAITING, listing.row["code"])
