"""Games that are over: who played them, what happened, and whether the seed was kept to.

Only finished games are known here. One that still runs, froze or was given up gets the very answer
of one that never was: even that it exists is not told. Of a finished one everybody who knows its id
may see what a spectator saw; every seat's view is for those who played it, or for everybody where
their table wanted it so (:class:`Replays`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from engine.chance import commitment
from engine.codec import decode_entry, decode_header
from engine.driver import Driver, replay
from engine.errors import JournalError
from engine.event import SPECTATOR
from engine.game import Game
from engine.journal import By, Header, Journal
from engine.verify import verify
from engine.view import Observer
from server.api import FinishedGame, Identity, PastGame, Record, Stage, Tape, Verdict
from server.codes import Code, RequestError
from server.game_file import GameFile, written
from server.keeping import FinishedGames
from server.keyring import Keyring
from server.masks import hides_seats, result_shown
from server.played import EndedGame
from server.records import past_game, record_of
from server.running import RunningGame
from server.seats import seat_of
from server.table_state import TableState
from server.tapes import tracks
from server.wire import pack, unpack

if TYPE_CHECKING:
    from server.table import Table

__all__ = ["SHORT", "History", "Replays"]

SHORT: Final = 8
"""Digits of a game's id that are enough to name it."""
_DIGITS: Final = frozenset("0123456789abcdef")
_PAST: Final = 20
"""Games of one player that are listed, the newest first."""
_COUNTED: Final = 1000
"""Games of one player that a record goes back."""


class Replays(StrEnum):
    """Who may see every view of a table's games once they are over."""

    PLAYERS = "players"
    ALL = "all"


class History:
    """The finished games of one store. Reading one takes a thread, never the event loop.

    ``open_all``: every view is open to everybody, as in one's own store or file.
    """

    def __init__(
        self,
        store: FinishedGames,
        games: Mapping[str, Game],
        keyring: Keyring,
        *,
        open_all: bool = False,
    ) -> None:
        self._store = store
        self._games = games
        self._keyring = keyring
        self._open_all = open_all
        self._playing_again = asyncio.Lock()
        """Held while a game is played again or a record made: however many ask, the tables keep
        most of the time."""

    async def past(self, who: Identity) -> list[PastGame]:
        """Return the games that this player has finished, the newest first."""
        kept, owner = await self._played(who, _PAST), self._keyring.identity_of
        return [past_game(who.id, one, owner, self._games) for one in kept]

    async def record(self, who: Identity) -> Record:
        """Return what this player has played and with whom; see :mod:`server.records`."""
        async with self._playing_again:
            kept, owner = await self._played(who, _COUNTED), self._keyring.identity_of
            return await asyncio.to_thread(record_of, who.id, kept, owner, self._games)

    async def _played(self, who: Identity, most: int) -> list[EndedGame]:
        """Return the last games of all keys of a person, the newest first, each once."""
        found: dict[str, EndedGame] = {}
        for key in {who.id, *self._keyring.keys_of(who.id)}:
            found |= {one.id: one for one in await self._store.played(key, most)}
        return sorted(found.values(), key=lambda one: (-one.ended, one.id))[:most]

    def _hides_seats(self, header: Header) -> bool:
        """Return whether who sat behind which seat is nobody's to know, not even now."""
        game = self._games.get(header.game)
        return game is None or hides_seats(game, header.options)

    async def finished(self, game: str) -> FinishedGame | None:
        """Return a game's public story, by its id or the first :data:`SHORT` digits, or ``None``.

        Raises :class:`JournalError` for one that these rules cannot read.
        """
        kept = await self._find(game)
        return None if kept is None else await asyncio.to_thread(self._story, kept)

    async def tapes(self, who: Identity, game: str, viewers: Sequence[int] = ()) -> list[Tape]:
        """Return a finished game's tapes; see :meth:`server.api.Hub.replay`."""
        kept = await self._find(game)
        if kept is None:
            return []
        own = self._own(kept, who)
        wanted = viewers or (own,)
        if not self._is_open(kept, own) and any(v != SPECTATOR for v in wanted):
            raise RequestError(Code.REPLAY_CLOSED)
        async with self._playing_again:
            return await asyncio.to_thread(self._tapes, kept, own, wanted)

    async def whole(self, who: Identity, game: str) -> dict[str, Any] | None:
        """Return a finished game for a file; see :meth:`server.api.Hub.export_game`."""
        kept = await self._find(game)
        if kept is None:
            return None
        if not self._is_open(kept, self._own(kept, who)):
            raise RequestError(Code.REPLAY_CLOSED)
        names = list(unpack(kept.seats)["names"])
        header = decode_header(kept.header)
        return written(
            GameFile(
                id=kept.id,
                code=kept.code,
                ended=kept.ended,
                names=tuple(sorted(names) if self._hides_seats(header) else names),
                header=kept.header,
                entries=kept.entries,
            )
        )

    async def at_table(
        self, who: Identity, table: Table, viewers: Sequence[int] = ()
    ) -> list[Tape]:
        """Return tapes of the game that an open table plays, or has played last."""
        state = table.state
        if state.stage is Stage.OVER:
            return await self.tapes(who, state.game_id, viewers)
        running, seat = table.running, seat_of(state.seats, who.id)
        if running is None or seat < 0 or state.stage not in (Stage.PLAYING, Stage.FROZEN):
            return []
        return await self.own_tape(running, state, seat, viewers)

    async def own_tape(
        self, running: RunningGame, state: TableState, seat: int, viewers: Sequence[int]
    ) -> list[Tape]:
        """Return what the player of ``seat`` has seen so far of a game that still runs.

        Nobody else's eyes can be had, and none at all in a masked game: when its player looks at
        what, and how much that is, would be seen from outside.
        """
        game = running.driver.game
        if set(viewers) - {seat}:
            raise RequestError(Code.REPLAY_CLOSED)
        if game.masked:
            return []
        journal = running.driver.journal
        # What is not durable yet has not been shown to anybody.
        known = Journal(header=journal.header, entries=journal.entries[: running.stored])
        names = [one.name for one in state.seats]
        async with self._playing_again:
            _, found = await asyncio.to_thread(tracks, game, known, (seat,))
        track = found[0]
        return [
            Tape(
                id="", game=game.id, code=state.code, options=dict(journal.header.options),
                names=names, masked=False, viewer=seat, viewers=[seat], own=seat, over=False,
                ended=0.0, events=track.events, marks=track.marks, result=None,
                commitment=running.commitment, seed="",
            )
        ]  # fmt: skip

    def _own(self, kept: EndedGame, who: Identity) -> int:
        """Return the seat that this person had in a game, by whatever key, or -1."""
        owners = [self._keyring.identity_of(one) for one in unpack(kept.seats)["owners"]]
        return owners.index(who.id) if who.id and who.id in owners else SPECTATOR

    def _is_open(self, kept: EndedGame, own: int) -> bool:
        everybody = unpack(kept.seats).get("replays") == Replays.ALL
        return self._open_all or everybody or own != SPECTATOR

    def _tapes(self, kept: EndedGame, own: int, viewers: Sequence[int]) -> list[Tape]:
        game, journal = self._read(kept)
        header = journal.header
        if any(not SPECTATOR <= viewer < header.seats for viewer in viewers):
            raise RequestError(Code.NO_SUCH_SEAT, seat=max(viewers))
        driver, found = tracks(game, journal, viewers)
        hidden = self._hides_seats(header)
        names, result = list(unpack(kept.seats)["names"]), None
        if driver.result is not None:
            result = {
                "winners": list(driver.result.winners), "scores": list(driver.result.scores)
            }  # fmt: skip
        every = [SPECTATOR, *range(header.seats)] if self._is_open(kept, own) else [SPECTATOR]
        return [
            Tape(
                id=kept.id, game=game.id, code=kept.code, options=dict(header.options),
                names=sorted(names) if hidden else names, masked=hidden, viewer=track.viewer,
                viewers=every, own=own, over=True, ended=kept.ended, events=track.events,
                marks=track.marks, result=result_shown(result, own) if hidden else result,
                commitment=commitment(header.seed), seed=header.seed.hex(),
            )
            for track in found
        ]  # fmt: skip

    async def verdict(self, game: str, promised: str) -> Verdict | None:
        """Return whether every draw of a game follows from its seed, or ``None`` as above.

        ``promised`` is the commitment that a player wrote down at the start; ``""`` takes the
        seed's own.
        """
        kept = await self._find(game)
        return None if kept is None else await asyncio.to_thread(self._check, kept, promised)

    async def _find(self, game: str) -> EndedGame | None:
        wanted = game.strip().lower()
        if not SHORT <= len(wanted) <= 32 or not _DIGITS.issuperset(wanted):
            return None
        return await self._store.ended_game(wanted)

    def _read(self, kept: EndedGame) -> tuple[Game, Journal]:
        header = decode_header(kept.header)
        game = self._games.get(header.game)
        if game is None:
            raise JournalError("unknown_game")
        return game, Journal(header=header, entries=[decode_entry(e) for e in kept.entries])

    def _story(self, kept: EndedGame) -> FinishedGame:
        game, journal = self._read(kept)
        driver: Driver = replay(game, journal)
        # What anybody could have read while watching: the spectator's events and no others.
        public = Observer(driver, SPECTATOR)
        public.update()
        # Packed and unpacked, so that they are what a session at the table had got.
        events = unpack(pack({"events": public.events}))["events"]
        names, result = list(unpack(kept.seats)["names"]), driver.result
        winners = [] if result is None else list(result.winners)
        if self._hides_seats(journal.header):
            names, winners = sorted(names), []
        return FinishedGame(
            id=kept.id,
            game=game.id,
            code=kept.code,
            names=names,
            ended=kept.ended,
            events=events,
            winners=winners,
            commitment=commitment(journal.header.seed),
            seed=journal.header.seed.hex(),
        )

    def _check(self, kept: EndedGame, promised: str) -> Verdict:
        game, journal = self._read(kept)
        seed = journal.header.seed
        own = commitment(seed)
        code, entry = "", -1
        try:
            verify(game, journal, promised.strip().lower() or own)
        except JournalError as error:
            found = error.params.get("sequence", -1)
            code, entry = error.code, found if isinstance(found, int) else -1
        return Verdict(
            id=kept.id,
            code=code,
            entry=entry,
            entries=len(journal.entries),
            draws=sum(e.by is By.CHANCE for e in journal.entries),
            commitment=own,
            seed=seed.hex(),
        )
