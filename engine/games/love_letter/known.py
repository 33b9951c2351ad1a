"""What one viewer knows of a match: the memory that the fold keeps and the view is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import How, Mode

__all__ = ["Known", "KnownSeat", "Note"]

Note = dict[str, Any]
"""``{"card", "how", "turn"}`` of a card in a hand, or ``{"number", "yes", "turn"}``, an answer."""

_ATTRIBUTE = {card.id: card.attribute for card in CARDS.values()}


@dataclass(slots=True)
class KnownSeat:
    """What the viewer knows of one seat."""

    playing: bool = False
    alive: bool = False
    cards: int = 0
    area: list[str] = field(default_factory=list)
    protections: list[str] = field(default_factory=list)
    bloodstained: bool = False
    wins: int = 0
    notes: list[Note] = field(default_factory=list)
    answers: list[Note] = field(default_factory=list)
    shown: str | None = None

    def plain(self, number: int, *, may_flip: bool) -> dict[str, Any]:
        """Return this seat as the view shows it; ``notes`` and ``answers`` are never changed."""
        return {
            "seat": number,
            "playing": self.playing,
            "alive": self.alive,
            "cards": self.cards,
            "area": list(self.area),
            "protections": self.protections,
            "may_flip": may_flip,
            "bloodstained": self.bloodstained,
            "wins": self.wins,
            "notes": self.notes,
            "answers": self.answers,
            "shown": self.shown,
        }


class Known:
    """The memory. Lists of seats have one place per seat of the match."""

    def __init__(self, *, seats: int, viewer: int, pool: tuple[str, ...]) -> None:
        self.viewer = viewer
        self.pool = pool
        self.seats = [KnownSeat() for _ in range(seats)]
        self.plain_seats: list[dict[str, Any] | None] = [None] * seats
        """Each seat as it was last handed out; ``None`` once something about it has changed."""
        self.round = 0
        self.round_why: str | None = None
        self.participants: list[int] = []
        self.reveal: dict[str, Any] | None = None
        self.winner: int | None = None
        self.clear_round()

    def clear_round(self) -> None:
        """Forget everything that belongs to one round only."""
        self.starter: int | None = None
        self.mode: str | None = None
        self.flipped = False
        self.turn = 0
        self.turn_seat: int | None = None
        self.deck = len(self.pool)
        self.set_aside = True
        self.face_up: list[str] = []
        self.bottom: str | None = None
        self.hand: list[str] = []
        self.play: dict[str, Any] | None = None
        self.sight: set[str] = set()
        """Cards that lie, or have been shown, in the open."""

    def touch(self, number: int) -> KnownSeat:
        """Return a seat to be changed."""
        self.plain_seats[number] = None
        return self.seats[number]

    def leaves_hand(self, number: int, card: str) -> None:
        """Take in that ``card`` came from a hand into everybody's sight."""
        seat = self.touch(number)
        seat.cards -= 1
        seat.notes = [n for n in seat.notes if n["card"] != card]
        self.sight.add(card)
        if number == self.viewer:
            self.hand = [c for c in self.hand if c != card]

    def note(self, number: int, card: str | None, how: How) -> None:
        """LL-8.1: remember a card that another seat is known to hold."""
        if card is not None and number != self.viewer:
            seat = self.touch(number)
            others = [n for n in seat.notes if n["card"] != card]
            seat.notes = [*others, {"card": card, "how": how, "turn": self.turn}]

    def may_flip(self, seat: KnownSeat) -> bool:
        """LL-3.4, from what lies in the open."""
        if self.flipped or self.mode is None or not seat.alive:
            return False
        wanted = Mode.DESPAIR if self.mode == Mode.HOPE else Mode.HOPE
        return any(_ATTRIBUTE[card] is wanted for card in seat.area)

    def placed(self) -> set[str]:
        """Return the cards whose place the viewer knows now (LL-8.1)."""
        found = {*self.sight, *self.hand}
        if self.bottom is not None:
            found.add(self.bottom)
        for seat in self.seats:
            for note in seat.notes:
                found.add(note["card"])
        return found

    def plain_seat(self, number: int) -> dict[str, Any]:
        """Return a seat as the view shows it, made anew only if something has changed."""
        plain = self.plain_seats[number]
        if plain is None:
            seat = self.seats[number]
            plain = seat.plain(number, may_flip=self.may_flip(seat))
            self.plain_seats[number] = plain
        return plain
