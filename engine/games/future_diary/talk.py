"""Talk inside the game: who may write where, and who reads it (FD-15)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refused
from engine.games.future_diary.model import World
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import Channel, EventKind, Reject, Role, Step
from engine.request import Script, tell

__all__ = ["MAX_LENGTH", "MAX_POSTS", "author", "channels", "check_say", "say"]

MAX_LENGTH: Final = 500
MAX_POSTS: Final = 40
_OPEN: Final = frozenset({Step.ORDERS, Step.PREDICT})
"""Steps in which public talk is open (FD-15.1)."""


def channels(world: World, number: int, step: Step) -> tuple[Channel, ...]:
    """Return where a seat may write in this step (FD-15.1, FD-15.3, FD-15.4)."""
    seat = world.seats[number]
    if not seat.alive:
        return (Channel.DEAD,)
    able = {
        Channel.PUBLIC: step in _OPEN and seat.spoken_for != world.act,
        Channel.AS: step in _OPEN and seat.role is Role.ELEVENTH and bool(_puppet(world)),
        Channel.ALLIANCE: bool(world.allies(number)),
        Channel.PAIR: bool(seat.half) and step is not Step.ORDERS,
    }
    return tuple(channel for channel, may in able.items() if may)


def _puppet(world: World) -> int | None:
    """Return the living seat in whose name 11th speaks in this act (FD-12.12.3)."""
    return next((n for n in world.living if world.seats[n].spoken_for == world.act), None)


def check_say(table: Table, number: int, args: tuple[str, ...]) -> None:
    """Raise :class:`Refused` unless a seat may post this now."""
    if len(args) != 2 or args[0] not in set(Channel):
        raise Refused(Reject.UNREADABLE, field="channel")
    channel, text = Channel(args[0]), args[1]
    if channel not in channels(table.world, number, table.step):
        mute = table.world.seats[number].spoken_for == table.world.act and table.step in _OPEN
        silenced = channel is Channel.PUBLIC and mute
        raise Refused(Reject.SILENCED if silenced else Reject.CHANNEL_CLOSED)
    if not text.strip() or not text.isprintable():
        raise Refused(Reject.UNREADABLE, field="text")
    posts = table.posts.get(_counted(table.world, number, channel), 0)
    if len(text) > MAX_LENGTH or posts >= MAX_POSTS:
        raise Refused(Reject.TALK_LIMIT, length=MAX_LENGTH, posts=MAX_POSTS)


def _counted(world: World, number: int, channel: Channel) -> tuple[int, Channel]:
    """Return who appears where: limits are counted there.

    By channel, so that 11th's refusals tell nothing of what its puppet writes in private.
    """
    if channel is Channel.AS:
        return _puppet(world) or number, Channel.PUBLIC
    return number, channel


def author(table: Table, number: int, args: tuple[str, ...]) -> int | None:
    """Return as which seat this would be posted in public, ``None`` if it would not be (FD-15.2).

    A post of Creator's is its puppet's (FD-12.12.3).
    """
    if len(args) != 2 or args[0] not in channels(table.world, number, table.step):
        return None
    seat, channel = _counted(table.world, number, Channel(args[0]))
    return seat if channel is Channel.PUBLIC else None


def say(table: Table, number: int, args: tuple[str, ...]) -> Script[None]:
    """Post it; Creator's posts look like the puppet's own (FD-12.12.3)."""
    author, channel = _counted(table.world, number, Channel(args[0]))
    table.posts[author, channel] = table.posts.get((author, channel), 0) + 1
    yield from tell(
        EventKind.SAID,
        audience=_readers(table, number, channel),
        channel=channel.value,
        seat=author,
        text=args[1],
    )


def _readers(table: Table, number: int, channel: Channel) -> frozenset[int] | None:
    world = table.world
    match channel:
        case Channel.PUBLIC | Channel.AS:
            return None
        case Channel.ALLIANCE:
            return table.audience(*world.party(number), *world.allies(number))
        case Channel.PAIR:
            return table.audience(*world.party(number))
        case Channel.DEAD:
            return table.audience(*(n for n, seat in world.seats.items() if not seat.alive))
