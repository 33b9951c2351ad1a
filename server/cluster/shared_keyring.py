"""Several keys of one person, for several processes at once.

A change of the keyring is written only if nobody else has changed it since what the writer has
seen, so that what is checked of it (no key is joined that has keys, a person has ten at most and
keeps the last one) holds for all of them together.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from server.book_changes import SaveKey
from server.cluster.book_cells import KEYS, put_of
from server.cluster.cells import Cell, Put, key_of
from server.cluster.vault import ConflictError
from server.keyring import CODE_SECONDS, Keyring, KeyringError, KeyTrouble
from server.secret_codes import digest, new_secret, normal_secret
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.book_changes import DropKey
    from server.cluster.book_cells import BookCells

__all__ = ["SharedKeyring"]

_CODES: Final = "codes."


class SharedKeyring(Keyring):
    """The live copy of whose each key is; codes are in the bucket, as hashes, for ten minutes."""

    def __init__(self, cells: BookCells) -> None:
        super().__init__(cells.write, time.time)
        self._cells = cells

    async def new_code(self, identity: str) -> str:
        """Return a code that joins one key to ``identity``; an earlier one is void."""
        made = new_secret()
        plain = {
            "identity": identity,
            "digest": digest(made),
            "until": self._clock() + CODE_SECONDS,
        }
        # One place for an identity, so that a new code is in the place of an earlier one.
        key = f"{_CODES}{key_of(identity)}"
        await self._cells.put(Put(key=key, value=pack(plain), seconds=CODE_SECONDS))
        return made

    async def offered(self, key: str, typed: str) -> str:
        """Return the identity that ``typed`` would join ``key`` to, without using it up."""
        _, _, identity = await self._code(typed)
        self.check_joining(key, identity)
        return identity

    async def join(self, key: str, typed: str) -> str:
        """Use a code up and join ``key``, both at once or neither."""
        while True:
            seen = self._cells.newest(KEYS)
            place, code, identity = await self._code(typed)
            self.check_joining(key, identity)
            used = Put(key=place, value=None, last=code.revision, seconds=CODE_SECONDS)
            if await self._change(SaveKey(key=key, identity=identity), seen, used):
                return identity

    async def remove(self, identity: str, key: str) -> None:
        """Let ``key`` stand for ``identity`` no more."""
        while True:
            seen = self._cells.newest(KEYS)
            if await self._change(self.removal(identity, key), seen):
                return

    async def _change(self, change: SaveKey | DropKey, seen: int, *with_it: Put) -> bool:
        """Write a change if the keyring is as it was ``seen``; say whether it was.

        If not, this returns when there is something else to see.
        """
        put = replace(put_of(change, by=self._cells.pid), last=seen, among=f"{KEYS}>")
        try:
            await self._cells.put(*with_it, put)
        except ConflictError:
            await self._moved_on(seen, with_it)
            return False
        return True

    async def _moved_on(self, seen: int, with_it: tuple[Put, ...]) -> None:
        for put in with_it:
            if (await self._cells.get(put.key)).revision != put.last:
                return  # it was the code that is not what it was
        await self._cells.later(KEYS, seen)

    async def _code(self, typed: str) -> tuple[str, Cell, str]:
        """Return where a good code is, what is there, and whose it is; raise KeyringError."""
        normal = normal_secret(typed)
        if normal is None:
            raise KeyringError(KeyTrouble.BAD_CODE)
        wanted = digest(normal)
        known = self._cells.copies(_CODES)
        places = [place for place, plain in known.items() if plain.get("digest") == wanted]
        # One that was made a moment ago may not have come here yet.
        for place in places or await self._cells.keys(f"{_CODES}>"):
            cell = await self._cells.get(place)
            plain = _plain(cell)
            if plain.get("digest") == wanted and self._clock() < plain["until"]:
                return place, cell, plain["identity"]
        raise KeyringError(KeyTrouble.BAD_CODE)


def _plain(cell: Cell) -> dict[str, Any]:
    try:
        return {} if cell.value is None else unpack(cell.value)
    except WireError:
        return {}
