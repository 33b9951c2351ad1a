"""What a plug-in may know of the game by itself: public facts, and who is meant (N81-19.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from engine.games.no81 import cards as printed_on
from engine.games.no81 import distance as steps
from engine.games.no81 import faces, health
from engine.games.no81.packs.event import Event
from engine.games.no81.packs.tape import Misuse, Tape
from engine.games.no81.state import State

__all__ = ["Facts"]

T = TypeVar("T")
_MOST: Final = 20


class Facts:
    """The getters: what everybody at the table can see."""

    def __init__(
        self, state: State, seat: int, cause: str, event: Event | None, tape: Tape | None
    ) -> None:
        self._state = state
        self._seat = seat
        self._cause = cause
        self._event = event
        self._tape = tape
        self._known: dict[str, frozenset[int]] = {}
        """Hidden cards that this effect has looked at, and who knows them."""

    def _look(self, question: Callable[[], T]) -> T:
        return question() if self._tape is None else self._tape.look(question)

    @property
    def mode(self) -> str:
        """The mode: ``coldwarm``, ``series``, ``identity`` or ``karma``."""
        return self._state.mode.value

    @property
    def turn_no(self) -> int:
        """Turns begun so far."""
        return self._look(lambda: self._state.turn)

    @property
    def round_no(self) -> int:
        """The round."""
        return self._look(lambda: self._state.round)

    @property
    def acting(self) -> int:
        """Whose turn it is."""
        return self._look(lambda: self._state.acting)

    @property
    def phase(self) -> str:
        """The phase of that turn."""
        return self._look(lambda: self._state.phase.value)

    def seats(self) -> tuple[int, ...]:
        """Return the living seats from the acting one clockwise."""
        return self._look(lambda: tuple(self._state.living))

    def alive(self, seat: int) -> bool:
        """Say whether a seat is in the game."""
        return self._look(lambda: self._state.alive(self._any(seat)))

    def distance(self, one: int, two: int) -> int:
        """N81-7.1."""
        ends = self._seat_of(one), self._seat_of(two)
        return self._look(lambda: steps.distance(self._state, *ends))

    def camp(self, seat: int) -> str:
        """Return ``cold``, ``warm`` or ``colourless``."""
        return self._look(lambda: self._state.players[self._any(seat)].camp.value)

    def series(self, seat: int) -> tuple[str, ...]:
        """Return the series that a seat counts for: one, in Karma mode up to two."""
        return self._look(lambda: tuple(sorted(self._state.players[self._any(seat)].series)))

    def character(self, seat: int) -> str:
        """Return the id of a seat's (main) character."""
        return self._look(lambda: self._state.players[self._any(seat)].character)

    def rel_hp(self, seat: int) -> int:
        """N81-8.1."""
        return self._look(lambda: health.rel_hp(self._state, self._any(seat)))

    def cap(self, seat: int) -> int:
        """N81-8.1."""
        return self._look(lambda: self._state.players[self._any(seat)].cap)

    def zone(self, seat: int) -> tuple[str, ...]:
        """Return the cards in a delayed zone, oldest first."""
        return self._look(lambda: tuple(self._state.players[self._any(seat)].zone))

    def spent(self, seat: int) -> tuple[str, ...]:
        """Return the cards in a spent row, oldest first."""
        return self._look(lambda: tuple(self._state.players[self._any(seat)].spent))

    def hand_count(self, seat: int) -> int:
        """Return how many cards a hand has."""
        return self._look(lambda: len(self._state.players[self._any(seat)].hand))

    def mind_count(self, seat: int) -> int:
        """Return how many cards lie face down in a mind deck."""
        return self._look(lambda: len(self._state.players[self._any(seat)].deck))

    def rank(self, card: str) -> int:
        """Return a card's rank value, 1 to 13 (N81-1.4)."""
        return printed_on.rank(self._card(card))

    def face(self, card: str, seat: int | None = None) -> str:
        """Return what a card counts as for a seat, or where it lies in its zone (N81-4.11)."""
        card, whose = self._card(card), self._any(self._seat if seat is None else seat)

        def found() -> str:
            lies = card in self._state.players[whose].zone
            return (faces.zone_face if lies else faces.face)(self._state, whose, card)

        return self._look(found)

    def _why(self, cause: object) -> str:
        if cause not in ("", self._cause):
            raise Misuse  # A reason that is no id could not be told to anybody.
        return self._cause

    def _any(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self._state.seats:
            raise Misuse
        return seat

    def _seat_of(self, seat: object) -> int:
        found = self._any(seat)
        if not self.alive(found):
            raise Misuse
        return found

    def _done_to(self, seat: object, n: object) -> tuple[int, int]:
        if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= _MOST:
            raise Misuse
        return self._any(self._seat if seat is None else seat), n

    @staticmethod
    def _card(card: object) -> str:
        if not isinstance(card, str):
            raise Misuse
        return card
