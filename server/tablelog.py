"""What a table did to a running game, in lines for everybody's log, beside the game's journal.

Only public facts: who plays a seat, and that a clock which everybody sees has run out. Of a sealed
decision nobody is named, for who has not answered is nobody's to know. Kept in memory, like talk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.api import TableLine
from server.seats import SeatKind, Seats

__all__ = ["LineCode", "TableLog", "mute_lines", "seat_lines"]

KEPT: Final = 100
"""Lines that a table keeps of one game."""


class LineCode(StrEnum):
    """What happened."""

    TIME_OUT_SAFE = "time_out_safe"
    """The seat's time ran out; the ask's default was taken."""
    TIME_OUT_BOT = "time_out_bot"
    """The seat's time ran out; a bot that sees what the seat sees has chosen."""
    TIME_OUT_SEALED = "time_out_sealed"
    """Time ran out in a decision of several; the table answered for whoever had not."""
    BOT_PLAYS = "bot_plays"
    """A bot plays the seat for its owner from now on."""
    BACK = "back"
    """The seat's owner plays it again."""
    GIVEN_UP = "given_up"
    """The seat's owner has left it to a bot for good; ``name`` is who it was."""
    LEFT = "left"
    """The seat's owner has left the game for good, and nobody plays on; ``name`` is who it was."""
    MUTED = "muted"
    """The host has muted the seat that the game calls ``seat``."""
    UNMUTED = "unmuted"
    """The host lets it be heard again."""
    EYES_GIVEN = "eyes_given"
    """A watcher called ``name`` sees what the player of ``seat`` sees."""
    EYES_ENDED = "eyes_ended"
    """That watcher does not any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Noted:
    number: int
    code: LineCode
    seat: int
    name: str
    at: Mapping[int, int]


class TableLog:
    """The lines of the game that is on, or was last."""

    def __init__(self) -> None:
        self._lines: deque[_Noted] = deque(maxlen=KEPT)
        self.count = 0
        """Lines so far; the cursor of a reader who has everything."""

    def clear(self) -> None:
        """Forget the lines of the last game."""
        self._lines.clear()

    def note(
        self, code: LineCode, told: Mapping[int, int], *, seat: int = -1, name: str = ""
    ) -> None:
        """Add a line; ``told`` is how many events each viewer had been told before it."""
        self.count += 1
        self._lines.append(_Noted(number=self.count, code=code, seat=seat, name=name, at=told))

    def since(self, cursor: int, viewer: int, until: int | None = None) -> Iterator[TableLine]:
        """Yield the lines after ``cursor`` (up to ``until``) as ``viewer`` gets them."""
        for line in self._lines:
            if line.number > cursor and (until is None or line.number <= until):
                yield TableLine(
                    code=str(line.code), seat=line.seat, name=line.name, at=line.at.get(viewer, 0)
                )


def seat_lines(old: Seats, new: Seats) -> Iterator[tuple[LineCode, int, str]]:
    """Yield code, seat and name of what a change in the middle of a game means."""
    for number, (before, after) in enumerate(zip(old, new, strict=False)):
        if before.is_person and after.kind is SeatKind.BOT:
            yield LineCode.GIVEN_UP, number, before.name
        elif before.is_person and after.kind is SeatKind.GONE:
            yield LineCode.LEFT, number, before.name
        elif after.stand_in and not before.bot:
            yield LineCode.BOT_PLAYS, number, after.name
        elif before.stand_in and not after.bot:
            yield LineCode.BACK, number, after.name


def mute_lines(old: Iterable[int], new: Iterable[int]) -> Iterator[tuple[LineCode, int]]:
    """Yield code and public number of every seat that is muted now, or is not any more."""
    before, after = set(old), set(new)
    yield from ((LineCode.MUTED, number) for number in sorted(after - before))
    yield from ((LineCode.UNMUTED, number) for number in sorted(before - after))
