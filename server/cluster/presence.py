"""Who is here at one front, and what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from server.api import Identity
from server.deadlines import Time

__all__ = ["Presence"]

_NAMES: Final = 10_000
"""Names that are kept at most: who only asked for something has no channel whose end is noted."""


class Presence:
    """Counts the channels of each person, and tells ``gone`` of guests who have none for long.

    A guest's id is made at random for one connection, so nobody else can ever come back to it.
    ``grace`` is in seconds.
    """

    def __init__(self, time: Time, *, grace: float, gone: Callable[[str], None]) -> None:
        self._time = time
        self._grace = grace
        self._gone = gone
        self._channels: Counter[str] = Counter()
        self._names: dict[str, str] = {}

    def __len__(self) -> int:
        """Return how many people are here."""
        return len(self._channels)

    def came(self, who: Identity) -> None:
        """Take note of a channel of somebody."""
        self._channels[who.id] += 1

    def left(self, who: Identity) -> None:
        """Take note that one of somebody's channels has ended."""
        self._channels[who.id] -= 1
        if self._channels[who.id] > 0:
            return
        del self._channels[who.id]
        if who.guest:
            self._time.call_at(self._time.now() + self._grace, lambda: self._look(who.id))
        else:
            self._names.pop(who.id, None)

    def called(self, who: Identity, name: str) -> None:
        """Take note of what somebody is called here."""
        self._names[who.id] = name
        while len(self._names) > _NAMES:
            del self._names[next(iter(self._names))]

    def name_of(self, who: Identity) -> str:
        """Return what somebody is called, as far as that is known."""
        return self._names.get(who.id, who.name)

    def _look(self, guest: str) -> None:
        if guest not in self._channels:
            self._names.pop(guest, None)
            self._gone(guest)
