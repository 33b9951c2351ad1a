"""Watching through a player's eyes: asked for, given, and ended by that player at any time.

Whoever watches so gets the events and the view of that seat, and nothing of what the seat is asked
or about to answer. Everybody at the table is told. It is only for people without a seat here, never
in a masked game, and it ends with the game, with the watcher's visit, or when somebody else (a bot,
too) plays the seat. Kept in memory: after a restart nobody looks through anybody's eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.event import Value
from server.api import EyesInfo, Identity, Stage
from server.codes import Code, RequestError
from server.seats import seat_of
from server.table_state import TableState
from server.tablelog import LineCode

__all__ = ["Eyes"]

_WISHES: Final = 12
"""Watchers of one seat, those included who have only asked."""

Tell = Callable[[str, Code, Mapping[str, Value]], None]
"""Tells a person (by ``Identity.id``) something."""
Note = Callable[[LineCode, int, str], None]
"""Notes in everybody's log what a watcher (by name) does at a seat."""


@dataclass(slots=True, kw_only=True)
class _Wish:
    number: int
    who: str
    name: str
    seat: int
    owner: str
    given: bool = False


class Eyes:
    """Who looks, or asks to look, through whose eyes at one table, in one game."""

    def __init__(self, tell: Tell, note: Note) -> None:
        self._tell = tell
        self._note = note
        self._wishes: list[_Wish] = []
        self._refused: set[tuple[str, int]] = set()
        self._count = 0
        self._game_no = 0

    def seat_of(self, who: str) -> int:
        """Return the seat through whose eyes this person looks, or -1."""
        return next((wish.seat for wish in self._wishes if wish.given and wish.who == who), -1)

    def shown(self, who: str, seat: int) -> list[EyesInfo]:
        """Return what a person at ``seat`` (-1: none) is told: all that are given, and the own."""
        return [
            EyesInfo(number=wish.number, name=wish.name, seat=wish.seat, given=wish.given)
            for wish in self._wishes
            if wish.given or who == wish.who or seat == wish.seat
        ]

    def ask(self, state: TableState, who: Identity, seat: int, *, masked: bool) -> None:
        """Ask a player; raise :class:`RequestError` where that cannot be."""
        if masked:
            raise RequestError(Code.EYES_CLOSED)
        if state.stage is not Stage.PLAYING:
            raise RequestError(Code.WRONG_STAGE, stage=str(state.stage))
        if seat_of(state.seats, who.id) >= 0:
            raise RequestError(Code.EYES_SEATED)
        if not 0 <= seat < len(state.seats):
            raise RequestError(Code.NO_SUCH_SEAT, seat=seat)
        owner = _player(state, seat)
        asked = sum(wish.seat == seat for wish in self._wishes)
        if not owner or (who.id, seat) in self._refused or asked >= _WISHES:
            raise RequestError(Code.EYES_NOBODY)
        if self.seat_of(who.id) == seat:
            return
        self._end(lambda wish: wish.who == who.id)
        self._count += 1
        wish = _Wish(number=self._count, who=who.id, name=who.name, seat=seat, owner=owner)
        self._wishes.append(wish)
        self._tell(owner, Code.EYES_ASKED, {"name": who.name})

    def give(self, state: TableState, who: Identity, number: int) -> None:
        """Let a watcher who has asked look; raise :class:`RequestError` if nobody has."""
        seat = seat_of(state.seats, who.id)
        for wish in self._wishes:
            if (wish.number, wish.seat, wish.owner) == (number, seat, who.id):
                if not wish.given:
                    wish.given = True
                    self._note(LineCode.EYES_GIVEN, seat, wish.name)
                    self._tell(wish.who, Code.EYES_GIVEN, {"name": who.name})
                return
        raise RequestError(Code.EYES_NOBODY)

    def end(self, state: TableState, who: Identity, number: int) -> None:
        """Refuse or end: a player one watcher or all (-1), a watcher the own wish."""
        seat = seat_of(state.seats, who.id)
        if seat < 0:
            self._end(lambda wish: wish.who == who.id)
            return
        for wish in self._wishes:
            if wish.seat == seat and number in (-1, wish.number):
                self._refused.add((wish.who, seat))
        self._end(lambda wish: wish.seat == seat and number in (-1, wish.number))

    def keep(self, state: TableState, here: Iterable[str]) -> None:
        """End what does not hold any more; ``here`` are the people who watch now."""
        if state.game_no != self._game_no or state.stage is not Stage.PLAYING:
            self._game_no = state.game_no
            self._refused.clear()
            self._wishes.clear()
            return
        present = frozenset(here)
        self._end(
            lambda wish: (
                wish.who not in present
                or seat_of(state.seats, wish.who) >= 0
                or _player(state, wish.seat) != wish.owner
            )
        )

    def _end(self, gone: Callable[[_Wish], bool]) -> None:
        ended = [wish for wish in self._wishes if gone(wish)]
        self._wishes = [wish for wish in self._wishes if wish not in ended]
        for wish in ended:
            if wish.given:
                self._note(LineCode.EYES_ENDED, wish.seat, wish.name)
            self._tell(wish.who, Code.EYES_ENDED, {"seat": wish.seat})


def _player(state: TableState, seat: int) -> str:
    """Return the id of the person who plays ``seat`` now; ``""`` for a bot or nobody."""
    found = state.seats[seat] if seat < len(state.seats) else None
    return found.owner if found is not None and found.is_person and not found.bot else ""
