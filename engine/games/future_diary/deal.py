"""Before the first act: personas in the lobby, then ring, roles and loops by chance (FD-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from unicodedata import normalize

from engine.errors import Refused
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.roles import FIRST_LOOP, HALVES
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import ChanceKind, EventKind, Loop, Reject, Role
from engine.request import Script, draw, draw_one, tell

__all__ = ["STOCK", "check_persona", "deal"]

MAX_NAME: Final = 16

STOCK: Final = tuple(
    f"#{name}"
    for name in (
        "anchor", "badger", "beacon", "bell", "bramble", "cat", "cedar", "cinder", "clover",
        "comet", "compass", "coral", "crane", "crow", "dolphin", "ember", "falcon", "feather",
        "fern", "fox", "garnet", "hare", "harbour", "heron", "ivy", "jackal", "kestrel", "kite",
        "lantern", "lark", "lotus", "lynx", "magpie", "maple", "marble", "moth", "needle", "orchid",
        "otter", "owl", "pebble", "quill", "raven", "sparrow", "thistle", "tiger", "willow", "wolf",
    )
)  # fmt: skip
"""Stock personas (FD-2.7); their names in each language are the terminal's business."""


def check_persona(table: Table, chair: int, name: str) -> None:
    """Raise :class:`Refused` unless ``chair`` may be called ``name`` (FD-2.7)."""
    fits = 1 <= len(name) <= MAX_NAME and name.isprintable() and name == name.strip()
    if not fits or name.startswith("#"):
        raise Refused(Reject.UNREADABLE, field="persona")
    taken = {_plain(other) for seat, other in table.names.items() if seat != chair}
    if _plain(name) in taken:
        raise Refused(Reject.PERSONA_TAKEN)


def _plain(name: str) -> str:
    return normalize("NFKC", name).casefold()


def deal(table: Table) -> Script[None]:
    """Seat everybody, deal roles and loops, and tell each chair its own (FD-2.4 to FD-2.7)."""
    stock = yield from draw(ChanceKind.PERSONA, STOCK, table.size)
    ring = yield from draw(ChanceKind.RING, tuple(map(str, range(table.size))), table.size)
    cards = tuple(c for r in table.roles for c in (HALVES if r is Role.SEVENTH else (r.value,)))
    dealt = yield from draw(ChanceKind.DEAL, cards, table.size)
    first = yield from _companions(table)
    table.chairs = tuple(map(int, ring))
    personas = {chair: table.names.get(chair, name) for chair, name in enumerate(stock)}
    seats = {}
    for number, (chair, card) in enumerate(zip(table.chairs, dealt, strict=True), start=1):
        role, _, half = card.partition("/")
        loop = Loop.FIRST if role in first else Loop.SECOND
        seats[number] = Seat(
            number=number, role=Role(role), half=half, loop=loop, persona=personas[chair]
        )
    table.world = replace(table.world, seats=seats)
    yield from tell(
        EventKind.DEALT,
        {table.chair(n): _told(table.world, seat) for n, seat in seats.items()},
        personas=tuple(seat.persona for seat in seats.values()),
    )


def _companions(table: Table) -> Script[frozenset[str]]:
    """Draw who joins 2nd's loop, one by one; 7th takes two places (FD-2.4)."""
    places = FIRST_LOOP[table.size] - 1
    left: list[Role] = [r for r in table.roles if r not in {Role.FIRST, Role.SECOND}]
    first = {Role.SECOND.value}
    while places:
        able = tuple(r.value for r in left if places > 1 or r is not Role.SEVENTH)
        drawn = yield from draw_one(ChanceKind.COMPANION, able)
        first.add(drawn)
        left.remove(Role(drawn))
        places -= 2 if drawn == Role.SEVENTH else 1
    return frozenset(first)


def _told(world: World, seat: Seat) -> Mapping[str, str | int | None]:
    """Return what a seat learns at the deal: its own, and 7th its other half (FD-2.5)."""
    return {
        "seat": seat.number,
        "role": seat.true_name,
        "loop": seat.loop.value,
        "partner": world.partner(seat.number),
    }
