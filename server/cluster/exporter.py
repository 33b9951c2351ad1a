"""Everything that a cluster keeps, written into one database: a backup, and the way back.

The database is the very one of a single server, so it is restored and taken in like any other. Each
table is as it stood at one moment. Journals are read before the archive, so that a game that ends
meanwhile is in one of them; one that was found in its table's journal is not looked for again.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from server import schema
from server.book_changes import BookChange, SaveBan, SaveInvite, SaveKey, SaveMember
from server.changes import (
    Append,
    Change,
    ClaimName,
    EndGame,
    NewGame,
    SaveDeck,
    SavePlayer,
    SaveTable,
    apply,
)
from server.cluster.appends import newest, read
from server.cluster.archive import Archive
from server.cluster.ledger import KeptGame, folded
from server.cluster.mirror import Mirror
from server.cluster.subjects import Account, Bucket, Stream, journals
from server.cluster.vault import Vault
from server.played import EndedGame
from server.wire import unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["export"]

_RUNNING: Final = "running"
_OVER: Final = "over"


async def export(bus: Bus, path: Path) -> None:
    """Write everything into the file ``path``, which is empty or not there.

    Raises :class:`StoreError` or what the client library raises where something cannot be read, and
    ``sqlite3.Error`` where it cannot be written.
    """
    with closing(await asyncio.to_thread(schema.connect, path)) as connection:

        async def keep(changes: Sequence[Change], ended: Sequence[tuple[str, float]] = ()) -> None:
            await asyncio.to_thread(_commit, connection, changes, ended)

        known = set[str]()
        for code in await _codes(bus):
            changes, games = await _table(bus, code)
            await keep(changes, [(game.id, game.ended) for game in games])
            known |= {game.id for game in games}
        archive = Archive(bus)
        for game_id in await archive.ids():
            game = await archive.game(game_id)
            # The archive says when a game was over; a journal that was taken in does not.
            new = [] if game_id in known else list(_finished(game))
            await keep(new, [(game.id, game.ended)])
        await keep(await _people(bus))
        await keep(await _books(bus))


def _commit(
    connection: sqlite3.Connection,
    changes: Sequence[Change],
    ended: Sequence[tuple[str, float]],
) -> None:
    """Write changes in one transaction; ``ended``: when a game was over, not when it was copied."""
    connection.execute("BEGIN IMMEDIATE")
    for change in changes:
        apply(connection, change)
    for game, when in ended:
        connection.execute(
            "UPDATE games SET ended = ? WHERE id = ? AND ended IS NOT NULL", (when, game)
        )
    connection.execute("COMMIT")


# --- tables and games ---


async def _codes(bus: Bus) -> list[str]:
    """Return the codes of all tables that have a journal, of gone ones too."""
    vault = Vault(bus, Account.INNER, Stream.JOURNAL)
    return sorted(subject.partition(".")[2] for subject in await vault.subjects(journals()))


async def _table(bus: Bus, code: str) -> tuple[list[Change], tuple[KeptGame, ...]]:
    """Return what a table's journal amounts to, and the games in it."""
    last = await newest(bus.js, code)
    ledger = folded(await read(bus.js, code, last.sequence)) if last.sequence else folded(())
    changes: list[Change] = []
    for game in ledger.games:
        changes += _begun(game.id, game.code, game.header, game.seats, game.entries)
        if game.status != _RUNNING:
            changes.append(EndGame(game=game.id, status=game.status, scores=game.scores))
    if ledger.state is not None:
        changes.append(SaveTable(code=code, state=ledger.state))
    return changes, ledger.games


def _finished(game: EndedGame) -> Iterator[Change]:
    yield from _begun(game.id, game.code, game.header, game.seats, game.entries)
    yield EndGame(game=game.id, status=_OVER, scores=game.results)


def _begun(
    game: str, code: str, header: bytes, seats: bytes, entries: tuple[bytes, ...]
) -> Iterator[Change]:
    yield NewGame(id=game, code=code, header=header, seats=seats)
    if entries:
        yield Append(game=game, first=0, entries=entries)


# --- people and books ---


async def _people(bus: Bus) -> list[Change]:
    found: list[Change] = []
    for kind, plain in await _values(bus, Bucket.PEOPLE, {"players", "names", "decks"}):
        match kind:
            case "players":
                found.append(SavePlayer(**plain))
            case "names":
                found.append(ClaimName(skeleton=plain["skeleton"], player=plain["player"]))
            case _:
                found += [
                    SaveDeck(player=plain["player"], shelf=shelf, name=name, cards=cards)
                    for shelf, name, cards in plain["decks"]
                ]
    return found


async def _books(bus: Bus) -> list[Change]:
    found: list[BookChange] = []
    # Not the key codes, which are good for minutes.
    for kind, plain in await _values(bus, Bucket.BOOKS, {"bans", "keys", "members", "invites"}):
        match kind:
            case "bans":
                found.append(
                    SaveBan(subject=plain["subject"], until=plain["until"], reason=plain["reason"])
                )
            case "keys" if plain["identity"] is None:
                pass  # a key that is an identity of its own again
            case "keys":
                found.append(SaveKey(key=plain["key"], identity=plain["identity"]))
            case "members":
                found.append(SaveMember(identity=plain["identity"]))
            case _:
                found.append(
                    SaveInvite(digest=plain["digest"], uses=plain["uses"], until=plain["until"])
                )
    return list(found)


async def _values(
    bus: Bus, bucket: Bucket, kinds: Container[str]
) -> list[tuple[str, dict[str, Any]]]:
    """Return what a bucket has of some kinds (a key's first part), each unpacked."""
    mirror = Mirror(bus.jetstream(bucket.account), bucket)
    await mirror.start()
    try:
        return [
            (kind, unpack(kept.value))
            for key, kept in mirror.items()
            if (kind := key.partition(".")[0]) in kinds
        ]
    finally:
        await mirror.stop()
