"""The truth of one match. Only scripts change it and only gates read it; no viewer ever does."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.love_letter.terms import Mode, Protection

__all__ = ["State"]


@dataclass(slots=True, kw_only=True)
class State:
    """Everything that is so, seen or not.

    Lists over seats have one place per seat of the match. ``deck`` is top first, ``areas`` oldest
    first, ``hands`` the held card first. ``alive`` lists the seats still in, in seat order.
    """

    seats: int
    pool: tuple[str, ...]
    wins_needed: int
    tiebreak_all: bool

    wins: list[int] = field(default_factory=list)
    round: int = 0

    participants: tuple[int, ...] = ()
    alive: list[int] = field(default_factory=list)
    starter: int = 0
    turn: int = 0
    mode: Mode = Mode.HOPE
    flipped: bool = False
    again: bool = False
    """Kirigiri has granted another turn."""
    out_together: tuple[int, ...] = ()
    """The seats that the last passive check eliminated at once (LL-4.4)."""

    deck: list[str] = field(default_factory=list)
    set_aside: str | None = None
    face_up: tuple[str, ...] = ()
    table: str | None = None
    """The card that is played and not laid yet."""
    hands: list[list[str]] = field(default_factory=list)
    areas: list[list[str]] = field(default_factory=list)
    protections: list[set[Protection]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start with all cards in the deck and nothing won."""
        self.wins = self.wins or [0] * self.seats
        if not self.hands:
            self.deck = list(self.pool)
            self.clear_seats()

    def clear_seats(self) -> None:
        """Empty every hand, area and protection."""
        self.hands = [[] for _ in range(self.seats)]
        self.areas = [[] for _ in range(self.seats)]
        self.protections = [set() for _ in range(self.seats)]

    def others(self, seat: int) -> list[int]:
        """Return the seats still in but ``seat``, clockwise from its left."""
        return [s for s in self.alive if s > seat] + [s for s in self.alive if s < seat]

    def next_seat(self, seat: int) -> int:
        """Return who plays after ``seat`` (itself, if nobody else is in)."""
        others = self.others(seat)
        return others[0] if others else seat

    def right_of(self, seat: int) -> int:
        """Return who played before ``seat`` among those still in (LL-6.3)."""
        others = self.others(seat)
        return others[-1] if others else seat

    def protected(self, seat: int) -> bool:
        """Say whether effects do nothing to ``seat`` now."""
        return Protection.UNAFFECTED in self.protections[seat]

    def any_area_holds(self, *cards: str) -> bool:
        """Say whether a discard area, the eliminated players' included, holds one (LL-6.2)."""
        return any(card in area for area in self.areas for card in cards)

    @property
    def decided(self) -> bool:
        """Whether at most one player is left, so that the round ends at once (LL-4.1)."""
        return len(self.alive) <= 1

    @property
    def ended(self) -> bool:
        """Whether no further turn begins (LL-4.1, LL-4.2)."""
        return self.decided or not self.deck
