"""A finished game in a file: all of it, so that it can be seen again without its server.

One JSON object: ``undertable`` is the version of this shape, ``header`` and ``entries`` are the
packed journal in base64, ``names`` are by seat (sorted where it stays hidden who sat where). It
holds the seed and every hand, so only whoever may see every view is given one.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import JournalError
from server.changes import Append, EndGame, NewGame
from server.store import Store
from server.wire import pack

__all__ = ["VERSION", "GameFile", "keep", "read", "written"]

VERSION: Final = 1
_LARGEST: Final = 64 * 1024 * 1024
"""Characters of a file that are read; the longest games have a few hundred thousand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """What a file holds: as the store keeps a game, without who owned the seats."""

    id: str
    code: str
    ended: float
    names: tuple[str, ...]
    header: bytes
    entries: tuple[bytes, ...]


def written(game: GameFile) -> dict[str, Any]:
    """Return the object that stands in a file."""
    return {
        "undertable": VERSION,
        "id": game.id,
        "code": game.code,
        "ended": game.ended,
        "names": list(game.names),
        "header": _text(game.header),
        "entries": [_text(entry) for entry in game.entries],
    }


def read(text: str) -> GameFile:
    """Return the game in a file's text; raise :class:`JournalError` ``format`` otherwise."""
    try:
        if len(text) > _LARGEST:
            raise JournalError("format")
        found = json.loads(text)
        if not isinstance(found, Mapping) or found["undertable"] != VERSION:
            raise JournalError("format")
        return GameFile(
            id=_hexadecimal(found["id"]),
            code=str(found["code"])[:16],
            ended=float(found["ended"]),
            names=tuple(str(name)[:64] for name in found["names"]),
            header=_bytes(found["header"]),
            entries=tuple(_bytes(entry) for entry in found["entries"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise JournalError("format") from error


def _hexadecimal(value: object) -> str:
    if not isinstance(value, str) or not 8 <= len(value) <= 32:
        raise ValueError(value)
    int(value, 16)
    return value.lower()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _bytes(text: object) -> bytes:
    if not isinstance(text, str):
        raise TypeError(text)
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise JournalError("format") from error


async def keep(store: Store, game: GameFile) -> None:
    """Put a game from a file into a store, so that it is there like one played there."""
    seats = {"names": list(game.names), "owners": [""] * len(game.names), "replays": "all"}
    await store.write(
        NewGame(id=game.id, code=game.code, header=game.header, seats=pack(seats)),
        Append(game=game.id, first=0, entries=game.entries),
        EndGame(game=game.id, status="over"),
    )
