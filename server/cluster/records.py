"""One message of a table's journal: who wrote it, in which order, and what it changes.

A record's place is its lease and its number: leases count up over all owners of all tables, and
numbers over the records of one ownership. So a record is known wherever it is met again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, assert_never

from engine.game import Part
from server.changes import Append, DropTable, EndGame, NewGame, SaveTable, Score, TableChange
from server.wire import WireError, pack, unpack

__all__ = ["Record", "pack_record", "unpack_record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What an owner appends at once. Number 0 is the *taken* record, which changes nothing.

    ``at``: seconds since 1970 by the owner's clock.
    """

    lease: int
    number: int
    owner: str
    at: float
    changes: tuple[TableChange, ...] = ()

    @property
    def place(self) -> tuple[int, int]:
        """Lease and number; no two records of a table share it."""
        return self.lease, self.number


class _Kind(StrEnum):
    """How a change is called in a record."""

    SAVE = "save"
    DROP = "drop"
    NEW = "new"
    APPEND = "append"
    END = "end"


def pack_record(record: Record) -> bytes:
    """Return ``record`` as a packed map."""
    return pack(
        {
            "lease": record.lease,
            "number": record.number,
            "owner": record.owner,
            "at": record.at,
            "changes": [_plain(change) for change in record.changes],
        }
    )


def unpack_record(data: bytes) -> Record:
    """Return the record in ``data``; raise :class:`WireError` for anything else."""
    match unpack(data):
        case {
            "lease": int(lease),
            "number": int(number),
            "owner": str(owner),
            "at": float(at),
            "changes": list(changes),
        }:
            made = tuple(_change(change) for change in changes)
            return Record(lease=lease, number=number, owner=owner, at=at, changes=made)
        case _:
            raise WireError("no record")


def _plain(change: TableChange) -> Sequence[Any]:
    match change:
        case SaveTable():
            return _Kind.SAVE, change.code, change.state
        case DropTable():
            return _Kind.DROP, change.code
        case NewGame():
            return _Kind.NEW, change.id, change.code, change.header, change.seats
        case Append():
            return _Kind.APPEND, change.game, change.first, change.entries
        case EndGame():
            return _Kind.END, change.game, change.status, [_plain_score(s) for s in change.scores]
        case _:
            assert_never(change)


def _plain_score(score: Score) -> Sequence[Any]:
    part = score.part
    return score.player, score.name, score.score, score.won, part.side, part.roles


def _change(plain: object) -> TableChange:
    match plain:
        case [_Kind.SAVE, str(code), bytes(state)]:
            return SaveTable(code=code, state=state)
        case [_Kind.DROP, str(code)]:
            return DropTable(code=code)
        case [_Kind.NEW, str(game), str(code), bytes(header), bytes(seats)]:
            return NewGame(id=game, code=code, header=header, seats=seats)
        case [_Kind.APPEND, str(game), int(first), list(entries)] if _all(entries, bytes):
            return Append(game=game, first=first, entries=tuple(entries))
        case [_Kind.END, str(game), str(status), list(scores)]:
            return EndGame(game=game, status=status, scores=tuple(_score(s) for s in scores))
        case _:
            raise WireError("no change")


def _score(plain: object) -> Score:
    match plain:
        case [str(player), str(name), int(score), bool(won), str(side), list(roles)] if _all(
            roles, str
        ):
            part = Part(side=side, roles=tuple(roles))
            return Score(player=player, name=name, score=score, won=won, part=part)
        case _:
            raise WireError("no score")


def _all(values: list[Any], kind: type) -> bool:
    return all(isinstance(value, kind) for value in values)
