"""What is kept of people, their names and their decks, by all table processes together.

Everything of one person is a value of its own, changed by compare and set, so that two processes
that change it at once both have their way. Names are values by their skeleton: whoever writes one
first has it. Each process has a live copy of all names and of nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextvars import Context
from typing import TYPE_CHECKING, Any, Final

from server import logs
from server.book_changes import MoveNames
from server.changes import Change, ClaimName, DropDeck, ForgetGuest, SaveDeck, SavePlayer
from server.cluster.cells import Cells, Put, key_of
from server.cluster.mirror import Mirror
from server.cluster.subjects import Bucket
from server.cluster.vault import PLACE, ConflictError
from server.codes import StoreCode, StoreError
from server.keeping import Place, ReviseDecks, RevisePlayer
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.cluster.archive import Archive
    from server.cluster.bus import Bus

__all__ = ["Guests", "Names", "People", "decks_key", "name_key", "pack_decks", "pack_name",
           "pack_player", "player_key"]  # fmt: skip

_NAMES: Final = "names."


def player_key(player: str) -> str:
    """Return where a player's record is."""
    return f"players.{key_of(player)}"


def decks_key(player: str) -> str:
    """Return where a player's decks are."""
    return f"decks.{key_of(player)}"


def name_key(skeleton: str) -> str:
    """Return where it is told whose a name is."""
    return f"{_NAMES}{key_of(skeleton)}"


class People:
    """Implements ``server.keeping.PersonStore`` over one bucket."""

    def __init__(self, bus: Bus, bucket: Bucket = Bucket.PEOPLE) -> None:
        self._cells = Cells(bus, bucket)

    async def player(self, player: str) -> SavePlayer | None:
        """Return what is kept of a player, or ``None``; raise :class:`StoreError`."""
        return _player((await self._cells.get(player_key(player))).value)

    async def revise_player(self, player: str, revise: RevisePlayer) -> None:
        """Keep what ``revise`` makes of it; raise :class:`StoreError`."""
        await self._cells.revise(
            player_key(player), lambda value: pack_player(revise(_player(value)))
        )

    async def decks(self, player: str) -> list[tuple[str, str, bytes]]:
        """Return shelf, name and packed cards of each deck; raise :class:`StoreError`."""
        kept = _decks((await self._cells.get(decks_key(player))).value)
        return [(shelf, name, cards) for (shelf, name), cards in sorted(kept.items())]

    async def revise_decks(self, player: str, revise: ReviseDecks) -> None:
        """Make the change that ``revise`` finds; raise :class:`StoreError`."""

        def made(value: bytes | None) -> bytes:
            kept = _decks(value)
            match revise(kept):
                case SaveDeck(shelf=shelf, name=name, cards=cards):
                    kept[shelf, name] = cards
                case DropDeck(shelf=shelf, name=name):
                    kept.pop((shelf, name), None)
            return pack_decks(player, kept)

        await self._cells.revise(decks_key(player), made)


class Guests(People):
    """Implements ``server.keeping.GuestStore``: the same for a visit, in the nodes' memory."""

    def __init__(self, bus: Bus) -> None:
        super().__init__(bus, Bucket.GUESTS)
        self._forgetting: set[asyncio.Task[None]] = set()

    def forget(self, guest: str) -> None:
        """Drop all that is kept of a guest; begins at once and ends by itself."""
        # In an empty context: a session's own would hold its App for as long as this takes.
        task = asyncio.get_running_loop().create_task(self._forget(guest), context=Context())
        self._forgetting.add(task)
        task.add_done_callback(self._forgetting.discard)

    async def settled(self) -> None:
        """Wait until everything that was to be forgotten is."""
        await asyncio.gather(*self._forgetting)

    async def _forget(self, guest: str) -> None:
        try:
            keys = (player_key(guest), decks_key(guest))
            await self._cells.put(*(Put(key=key, value=None) for key in keys))
        except StoreError as error:
            logs.failure("guest_not_forgotten", error)  # the bucket forgets by itself in the end


class Names(People):
    """Implements ``server.keeping.NameStore`` too; to be started and stopped."""

    def __init__(self, bus: Bus, archive: Archive) -> None:
        super().__init__(bus)
        self._archive = archive
        self._names: dict[str, str] = {}
        js = bus.jetstream(Bucket.PEOPLE.account)
        self._mirror = Mirror(js, Bucket.PEOPLE, self._heard, keys=f"{_NAMES}>")

    async def start(self) -> None:
        """Read all names, and hear of each that is bound from now on."""
        await self._mirror.start()
        self._names.update(_name(kept.value) for _key, kept in self._mirror.items())

    async def stop(self) -> None:
        """Hear no more."""
        await self._mirror.stop()

    async def names(self) -> dict[str, str]:
        """Return every bound skeleton with its player: the live copy itself, kept up to date."""
        return self._names

    async def write(self, *changes: Change) -> None:
        """Make changes of names durable, one after the other; raise :class:`StoreError`."""
        for change in changes:
            match change:
                case ClaimName():
                    await self._claim(change)
                case MoveNames():
                    await self._move(change.old, change.new)
                case ForgetGuest():
                    await self._archive.forget(change.guest)
                case _:
                    raise TypeError(f"{type(change).__name__} is not kept here")

    async def _claim(self, change: ClaimName) -> None:
        """Bind a name unless somebody else was first; the live copy says who has it."""
        key, value = name_key(change.skeleton), pack_name(change.skeleton, change.player)
        found: bytes | None = value
        try:
            (revision,) = await self._cells.put(Put(key=key, value=value, last=0))
        except ConflictError:
            cell = await self._cells.get(key)
            found, revision = cell.value, cell.revision
        except StoreError:
            self._uncertain(change.skeleton)
            raise
        self._mirror.note(key, found, revision)
        self._heard(key)

    def _uncertain(self, skeleton: str) -> None:
        """Take a claim off the live copy that may not have been written."""
        if self._mirror.get(name_key(skeleton)) is None:
            self._names.pop(skeleton, None)
        else:
            self._heard(name_key(skeleton))

    async def _move(self, old: str, new: str) -> None:
        """Give the names of ``old`` to ``new``, all at once; nothing else writes over a name.

        Those that another process has bound a moment ago are among them.
        """
        newest = await self._cells.get(f"{_NAMES}>")
        try:
            await self._mirror.reach(newest.revision)
        except TimeoutError as error:
            raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason="TimeoutError") from error
        looks = [look for look, owner in self._names.items() if owner == old]
        puts = [Put(key=name_key(look), value=pack_name(look, new)) for look in looks]
        if puts:
            revisions = await self._cells.put(*puts)
            for put, revision in zip(puts, revisions, strict=True):
                self._mirror.note(put.key, put.value, revision)

    def _heard(self, key: str) -> None:
        kept = self._mirror.get(key)
        if kept is not None:
            skeleton, player = _name(kept.value)
            self._names[skeleton] = player


def pack_name(skeleton: str, player: str) -> bytes:
    """Return a bound name as it is kept."""
    return pack({"skeleton": skeleton, "player": player})


def _name(value: bytes) -> tuple[str, str]:
    plain = _plain(value)
    return str(plain["skeleton"]), str(plain["player"])


def pack_player(player: SavePlayer) -> bytes:
    """Return a player's record as it is kept."""
    return pack({
        "id": player.id,
        "name": player.name,
        "language": player.language,
        "colour": player.colour,
        "settings": player.settings,
    })  # fmt: skip


def _player(value: bytes | None) -> SavePlayer | None:
    return None if value is None else SavePlayer(**_plain(value))


def pack_decks(player: str, decks: Mapping[Place, bytes]) -> bytes:
    """Return a player's decks as they are kept."""
    rows = [(shelf, name, cards) for (shelf, name), cards in sorted(decks.items())]
    return pack({"player": player, "decks": rows})


def _decks(value: bytes | None) -> dict[Place, bytes]:
    if value is None:
        return {}
    return {(shelf, name): cards for shelf, name, cards in _plain(value)["decks"]}


def _plain(value: bytes) -> dict[str, Any]:
    try:
        return unpack(value)
    except WireError as error:
        raise StoreError(StoreCode.CORRUPT, path=PLACE) from error
