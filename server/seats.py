"""The seats of a table as a plain tuple, and what may be done with them.

A person's seat is bound to ``Identity.id``: it stays theirs whatever becomes of their sessions. A
bot may *stand in* for a person who is away; it lets go the moment that person is back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from server.api import Identity, SeatInfo
from server.codes import Code, RequestError

__all__ = ["BOT_NAMES", "EMPTY", "Seat", "SeatKind", "Seats", "bot_name", "compact", "free_seat",
           "gone", "person", "put", "seat_info", "seat_of"]  # fmt: skip

BOT_NAMES: Final = (
    "Abacus", "Bellows", "Crank", "Dynamo", "Escape", "Flywheel", "Gear", "Hinge", "Idler", "Jack",
    "Knob", "Lever", "Motor", "Nut", "Orrery", "Piston",
)  # fmt: skip
"""Proper names, so that they need no translation; more than any table has seats."""


class SeatKind(StrEnum):
    """Whose a seat is."""

    EMPTY = "empty"
    PLAYER = "player"
    GUEST = "guest"
    BOT = "bot"
    GONE = "gone"
    """Its person has left a running game for good, and the game has nobody play it on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat. ``owner`` is the person's ``Identity.id`` and never leaves the server.

    ``bot`` names the kind of bot that plays it: always for a bot's seat, for a person's only while
    one stands in for them. ``dozing``: it does so because its owner has been silent for long, and
    lets go at the owner's first request.
    """

    kind: SeatKind = SeatKind.EMPTY
    owner: str = ""
    name: str = ""
    tag: str = ""
    ready: bool = False
    bot: str = ""
    dozing: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person owns it, here or not."""
        return self.kind in (SeatKind.PLAYER, SeatKind.GUEST)

    @property
    def stand_in(self) -> bool:
        """Whether a bot plays it for the person who owns it."""
        return self.is_person and bool(self.bot)


Seats = tuple[Seat, ...]

EMPTY: Final = Seat()


def person(who: Identity) -> Seat:
    """Return a seat owned by ``who``, not ready."""
    kind = SeatKind.GUEST if who.guest else SeatKind.PLAYER
    return Seat(kind=kind, owner=who.id, name=who.name, tag=who.tag)


def bot_name(seats: Seats, kind: str) -> Seat:
    """Return a bot's seat with the first name that nobody at the table uses."""
    used = {seat.name.casefold() for seat in seats}
    name = next(name for name in BOT_NAMES if name.casefold() not in used)
    return Seat(kind=SeatKind.BOT, name=name, ready=True, bot=kind)


def gone(seat: Seat) -> Seat:
    """Return a person's seat that is nobody's now and keeps their name until the game is over."""
    return Seat(kind=SeatKind.GONE, name=seat.name, tag=seat.tag, ready=True)


def seat_of(seats: Seats, owner: str) -> int:
    """Return the number of the seat that ``owner`` has, or -1."""
    return next((i for i, seat in enumerate(seats) if seat.owner == owner and seat.is_person), -1)


def free_seat(seats: Seats, wanted: int) -> int:
    """Return ``wanted`` if it is free, any free one for -1; raise :class:`RequestError`."""
    if wanted == -1:
        found = next((i for i, seat in enumerate(seats) if seat.kind is SeatKind.EMPTY), None)
        if found is None:
            raise RequestError(Code.NO_FREE_SEAT)
        return found
    if not 0 <= wanted < len(seats):
        raise RequestError(Code.NO_SUCH_SEAT, seat=wanted)
    if seats[wanted].kind is not SeatKind.EMPTY:
        raise RequestError(Code.SEAT_TAKEN, seat=wanted)
    return wanted


def put(seats: Seats, number: int, seat: Seat) -> Seats:
    """Return the seats with ``seat`` at ``number``."""
    return (*seats[:number], seat, *seats[number + 1 :])


def compact(seats: Seats, count: int) -> Seats:
    """Return ``count`` seats: as they are if they fit, else moved up; raise if too many are taken.

    Only before a start: seat numbers change.
    """
    if all(seat.kind is SeatKind.EMPTY for seat in seats[count:]):
        return (*seats[:count], *(EMPTY,) * (count - len(seats)))
    taken = tuple(seat for seat in seats if seat.kind is not SeatKind.EMPTY)
    if len(taken) > count:
        raise RequestError(Code.SEATS_IN_USE, taken=len(taken))
    return (*taken, *(EMPTY,) * (count - len(taken)))


def unready(seats: Iterable[Seat]) -> Seats:
    """Return the seats with every person not ready, every stand-in gone, and who left forgotten."""
    return tuple(
        replace(s, ready=False, bot="", dozing=False) if s.is_person else s
        for s in (EMPTY if seat.kind is SeatKind.GONE else seat for seat in seats)
    )


def seat_info(seat: Seat, *, online: bool, host: bool, away: bool = False) -> SeatInfo:
    """Return the seat as everybody may see it; a seat with a stand-in shows as a bot's.

    ``away``: its player has let time run out and not touched a key since.
    """
    return SeatInfo(
        kind=str(SeatKind.BOT if seat.bot else seat.kind),
        name=seat.name,
        tag=seat.tag,
        online=online or bool(seat.bot) or seat.kind is SeatKind.GONE,
        ready=seat.ready,
        host=host,
        away=away,
        stand_in=seat.stand_in,
    )
