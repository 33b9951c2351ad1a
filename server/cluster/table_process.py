"""A whole table process: tables and lobby, people, finished games, and the desk that fronts ask."""

from __future__ import annotations

from functools import partial

from server.cluster.archive import Archive
from server.cluster.desk import Desk
from server.cluster.joining import Joined
from server.cluster.people import Guests, Names
from server.cluster.people_desk import PeopleDesk
from server.cluster.steward import VERBS, Steward
from server.cluster.table_side import TableSettings, TableSide
from server.decks import Decks
from server.history import History
from server.players import Players

__all__ = ["TableProcess"]


class TableProcess:
    """Its parts, in the order in which they begin and end. ``side`` has the rooms."""

    def __init__(self, joined: Joined, settings: TableSettings) -> None:
        bus = joined.bus
        archive = Archive(bus)
        self._names = Names(bus, archive)
        self._guests = Guests(bus)
        self._players = Players(self._names, self._guests)
        self._decks = Decks(self._names, self._guests)
        self.side = TableSide(
            bus, joined.live, joined.leases, joined.facts, self._players, archive, settings,
            forget_guest=self._forget_guest,
        )  # fmt: skip
        self._steward = Steward(
            bus, joined.live, self.side.orders, self.side.board,
            move_names=self._players.move_names, forget_guest=self._forget_guest,
        )  # fmt: skip
        people = PeopleDesk(
            self._players,
            self._decks,
            History(archive, settings.games, joined.books.keyring),
            tables=self.side.host.tables,
            leases=joined.leases,
            own=bus.pid,
        )
        asked = {verb: partial(self._steward.answer, verb) for verb in VERBS}
        self._desk = Desk(bus, people.answers(), asked)

    async def start(self) -> None:
        """Begin; the first tables come at once, from whoever is gone."""
        await self._names.start()
        await self._players.load()
        await self.side.start()
        await self._steward.start()
        await self._desk.start()

    def take_no_more(self) -> None:
        """Take over no table any more; :meth:`stop` comes soon."""
        self.side.host.draining = True

    async def stop(self) -> None:
        """Hand the tables on, and end when all that was said is kept."""
        await self._desk.stop()
        await self._steward.stop()
        await self.side.stop()
        await self._players.settled()
        await self._guests.settled()
        await self._names.stop()

    def _forget_guest(self, guest: str) -> None:
        """Drop what is kept for the visit of a guest who is gone."""
        self._players.forget_guest(guest)
        self._decks.forget_guest(guest)
