"""A drawer at each seat: what a player's own programs leave there for one another during a game.

A standing "always pass", a deck that is half built: whoever comes back by another connection, or
changes between the full screen and lines, finds it. It is nobody else's, and the table reads
nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from server.channel import LocalChannel
from server.codes import Code, RequestError
from server.jotted import Jotted
from server.requests import Put
from server.seats import seat_of
from server.table_state import Drawer, TableState

__all__ = ["Drawers"]

_NAMES: Final = 8
_WORDS: Final = 64
_LETTERS: Final = 64
"""How much a drawer holds: names, words under each, letters of each."""


class Drawers(Jotted[Drawer]):
    """The drawers of one table."""

    failed: ClassVar[str] = "drawer_not_stored"

    def put(self, channel: LocalChannel, request: Put) -> None:
        """Put words under a name, in the place of what was there; no words empty it.

        Raises :class:`RequestError` for more than a drawer holds. What is of another game, or of
        nobody who has a seat, goes nowhere.
        """
        if self.seat(channel, request.game_no) < 0:
            return
        who, words = channel.who.id, tuple(request.words)
        old = self._new.get(who, self._kept.state.drawers.get(who, {}))
        new = {name: there for name, there in old.items() if name != request.name}
        if words:
            new[request.name] = words
        longest = max(map(len, (request.name, *words)))
        if len(new) > _NAMES or len(words) > _WORDS or longest > _LETTERS:
            raise RequestError(Code.BAD_REQUEST)
        if new != old:
            self.jot(who, new)

    def written(self, state: TableState, new: Mapping[str, Drawer]) -> TableState:
        """Return ``state`` with what is in the drawers of those who still have their seats."""
        kept = {who: drawer for who, drawer in new.items() if seat_of(state.seats, who) >= 0}
        return replace(state, drawers={**state.drawers, **kept})
