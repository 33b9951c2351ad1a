"""Finished games, kept by all table processes together in the stream ARCHIVE.

A game is one message, or several where its journal is long: all parts but the first are written
before it, so a game whose first part is there is there whole. Each of its players has another
message, without the journal, so that a record is read in one go. Nothing is ever changed: keeping a
game again, after a crash in the middle of it, adds what is missing.

A guest's id stands in the guest's own message alone, which goes with the visit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from engine.game import Part
from server.changes import Score
from server.cluster import subjects
from server.cluster.cells import key_of
from server.cluster.provision import GUEST_SECONDS
from server.cluster.subjects import Account, Stream
from server.cluster.vault import PLACE, ConflictError, Deposit, Vault
from server.codes import StoreCode, StoreError
from server.played import EndedGame
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["LEAST_DIGITS", "Archive"]

LEAST_DIGITS: Final = 8
"""Digits of a game's id by which it can be found."""
_PART_BYTES: Final = 512 * 1024
"""Bytes of entries in one part; a message may have twice as many."""
_PIECE: Final = 40
"""Games of a record that are unpacked at a time."""
_FIRST: Final = "0"
_GUEST: Final = "guest:"


class Archive:
    """Implements ``server.keeping.FinishedGames``."""

    def __init__(self, bus: Bus) -> None:
        self._vault = Vault(bus, Account.INNER, Stream.ARCHIVE)

    async def keep(self, game: EndedGame) -> None:
        """Keep a finished game with journal and results; again is the same as once.

        Raises :class:`StoreError` if not all of it is known to be stored.
        """
        parts = list(_parts(game.entries))
        shown = replace(game, entries=(), results=_without_guests(game.results))
        for number in range(len(parts) - 1, 0, -1):
            await self._put(_archived(game.id, str(number)), pack({"entries": parts[number]}))
        head = {**_plain(shown), "entries": parts[0], "parts": len(parts)}
        await self._put(_archived(game.id, _FIRST), pack(head))
        for player in dict.fromkeys(score.player for score in game.results if score.player):
            guest = player.startswith(_GUEST)
            own = replace(shown, results=_without_guests(game.results, but=player))
            subject = subjects.played(key_of(player), game.id)
            await self._put(subject, pack(_plain(own)), GUEST_SECONDS if guest else None)

    async def played(self, player: str, most: int) -> list[EndedGame]:
        """Return a player's last finished games, the newest first, with what each seat got."""
        pattern = f"{subjects.played(key_of(player))}.*"
        packed, found = await self._vault.whole(pattern), list[EndedGame]()
        for at in range(0, len(packed), _PIECE):
            found += map(_game, packed[at : at + _PIECE])
            await asyncio.sleep(0)  # however many there are, the tables go on in between
        return sorted(found, key=lambda game: (-game.ended, game.id))[:most]

    async def ended_game(self, start: str) -> EndedGame | None:
        """Return the one finished game whose id starts so, journal included, or ``None``.

        ``start`` has at least :data:`LEAST_DIGITS`.
        """
        ids = await self._ids(start)
        return replace(await self.game(ids[0]), results=()) if len(ids) == 1 else None

    async def ids(self) -> list[str]:
        """Return the ids of all games that are there whole; raise :class:`StoreError`."""
        pattern = f"{subjects.archive()}.*.*.{_FIRST}"
        return [subject.split(".")[2] for subject in await self._vault.subjects(pattern)]

    async def game(self, game_id: str) -> EndedGame:
        """Return a game that is there, with its journal and results; raise :class:`StoreError`."""
        head = await self._part(game_id, _FIRST)
        try:
            rest = [await self._part(game_id, str(n)) for n in range(1, head["parts"])]
            entries = tuple(chain(*(part["entries"] for part in (head, *rest))))
        except (KeyError, TypeError) as error:
            raise StoreError(StoreCode.CORRUPT, path=PLACE) from error
        return replace(_ended(head), entries=entries)

    async def forget(self, guest: str) -> None:
        """Keep no results for a guest whose visit is over; raise :class:`StoreError`."""
        pattern = f"{subjects.played(key_of(guest))}.*"
        await self._vault.purge(pattern)

    async def _put(self, subject: str, payload: bytes, seconds: float | None = None) -> None:
        """Store what is the same whoever stores it."""
        deposit = Deposit(subject=subject, payload=payload, last=0, seconds=seconds)
        try:
            await self._vault.put(deposit)
        except ConflictError:
            return  # it is there

    async def _ids(self, start: str) -> list[str]:
        """Return the ids of the games that are there whole and begin with ``start``."""
        pattern = f"{subjects.archive(start[:LEAST_DIGITS])}.*.{_FIRST}"
        found = (subject.split(".")[2] for subject in await self._vault.subjects(pattern))
        return [game for game in found if game.startswith(start)]

    async def _part(self, game_id: str, part: str) -> dict[str, Any]:
        found = await self._vault.last(_archived(game_id, part))
        return _unpacked(b"" if found is None else found.data or b"")


def _archived(game_id: str, part: str) -> str:
    return subjects.archive(game_id[:LEAST_DIGITS], game_id, part)


def _parts(entries: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield ``entries`` in lists that fit into a message each; one at least."""
    part, size = list[bytes](), 0
    for entry in entries:
        if part and size + len(entry) > _PART_BYTES:
            yield part
            part, size = [], 0
        part.append(entry)
        size += len(entry) + 5
    yield part


def _without_guests(results: Sequence[Score], but: str = "") -> tuple[Score, ...]:
    """Return results in which guests are nobody, as they are once their visit is over."""
    return tuple(
        replace(score, player="")
        if score.player.startswith(_GUEST) and score.player != but
        else score
        for score in results
    )


def _plain(game: EndedGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "code": game.code,
        "header": game.header,
        "seats": game.seats,
        "ended": game.ended,
        "results": [
            (s.player, s.name, s.score, s.won, s.part.side, s.part.roles) for s in game.results
        ],
    }


def _game(data: bytes) -> EndedGame:
    return _ended(_unpacked(data))


def _unpacked(data: bytes) -> dict[str, Any]:
    try:
        return unpack(data)
    except WireError as error:
        raise StoreError(StoreCode.CORRUPT, path=PLACE) from error


def _ended(plain: dict[str, Any]) -> EndedGame:
    """Return the game in a message, without its journal."""
    try:
        results = tuple(
            Score(
                player=player,
                name=name,
                score=score,
                won=won,
                part=Part(side=side, roles=tuple(roles)),
            )
            for player, name, score, won, side, roles in plain["results"]
        )
        return EndedGame(
            id=plain["id"],
            code=plain["code"],
            header=plain["header"],
            seats=plain["seats"],
            ended=plain["ended"],
            results=results,
        )
    except (KeyError, ValueError, TypeError) as error:
        raise StoreError(StoreCode.CORRUPT, path=PLACE) from error
