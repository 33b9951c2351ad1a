"""What one viewer knows of a game: the memory that the fold keeps and the view is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.games.no81.cards import ORDINARY, printed
from engine.games.no81.content import Content
from engine.games.no81.distance import UNLIMITED
from engine.games.no81.glossary import Camp, Counter, Mode, Per
from engine.games.no81.health import hostile
from engine.games.no81.stack import Entry
from engine.games.no81.terms import Flag

__all__ = ["Known", "KnownSeat"]


@dataclass(slots=True)
class KnownSeat:
    """What the viewer knows of one seat."""

    alive: bool = True
    role: str | None = None
    shown: dict[str, Any] = field(default_factory=dict)
    """The last map of CHARACTERS, SWAPPED or FLIPPED about it."""
    counters: dict[str, int] = field(default_factory=lambda: {c.value: 0 for c in Counter})
    flags: dict[str, int] = field(default_factory=lambda: {f.value: 0 for f in Flag})
    hand: int = 0
    notes: list[str] = field(default_factory=list)
    """Cards that the viewer knows this (other) hand to hold."""
    zone: list[dict[str, Any]] = field(default_factory=list)
    deck: list[str | None] = field(default_factory=list)
    """Top first; None where the viewer does not know the card (N81-4.10)."""
    spent: list[str] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    """Limited uses of skills: the skill, and the turn or round of its last use."""
    reserve: int = 0
    reserve_known: list[str] = field(default_factory=list)


class Known:
    """The memory. Lists of seats have one place per seat."""

    def __init__(self, *, seats: int, viewer: int, content: Content) -> None:
        self.viewer = viewer
        self.content = content
        self.seats = [KnownSeat() for _ in range(seats)]
        self.mode = Mode.COLDWARM
        self.circle: list[int] = list(range(seats))
        self.sides: list[str | None] = [None] * seats
        self.round_limit = 0
        self.round = 0
        self.turn = 0
        self.acting: int | None = None
        self.phase: str | None = None
        self.phase_no = 0
        self.first: int | None = None
        self.lord: int | None = None
        self.pile = len(ORDINARY)
        self.tables: dict[str, list[str]] = {
            zone: [] for zone in ("discard", "resolving", "row", "removed")
        }
        self.hand: list[str] = []
        self.open_cards: set[str] = set()
        """Cards in mind decks whose place everybody knows."""
        self.own_deck: list[str] = []
        """The multiset of the viewer's own mind deck, sorted (N81-4.10)."""
        self.offers: list[str] = []
        self.reserve: list[str] = []
        self.stack: list[Entry] = []
        self.result: dict[str, Any] | None = None

    def face_in_zone(self, seat: int, lies: dict[str, Any]) -> str:
        """N81-4.11, N81-18.9: return what a zone card counts as now, from what is public."""
        limited = self.content.limited.get(printed(lies["card"]))
        told: str = lies["face"]
        if limited is None or told not in {limited.id, limited.fallback}:
            return told
        shown = self.seats[seat].shown
        side = (shown["character"], shown["version"], shown["deputy"])
        series = frozenset(shown["series"])
        return self.content.counts_as(limited.id, Camp(shown["camp"]), series, side)

    def rel_hp(self, seat: KnownSeat) -> int:
        """N81-8.1, from what lies in the open."""
        if not seat.shown:
            return 0
        against = hostile(self.mode, Camp(seat.shown["camp"]))
        return max(0, int(seat.shown["cap"]) - sum(seat.counters[c] for c in against))

    def attack_range(self, seat: KnownSeat) -> int:
        """N81-7.3, from what lies in the open."""
        if seat.flags[Flag.BROKEN] or not seat.shown:
            return 0
        if seat.flags[Flag.AMPLIFY]:
            return UNLIMITED
        return (
            1
            + seat.flags[Flag.REACH]
            + seat.flags[Flag.SKILL_RANGE]
            + sum(self.content.skills[s].reach for s in set(seat.shown["skills"]))
        )

    def used_up(self, seat: KnownSeat) -> list[str]:
        """Return the skills that cannot be used again in this turn, round or game (N81-20.1)."""
        now = {Per.PHASE: self.phase_no, Per.TURN: self.turn, Per.ROUND: self.round}
        return sorted(
            skill
            for skill, last in seat.used.items()
            if now.get(self.content.skills[skill].per, last) == last
        )

    def plain_seat(self, number: int) -> dict[str, Any]:
        """Return one seat as the view shows it; everything in it is fresh."""
        seat = self.seats[number]
        shown = seat.shown
        return {
            "seat": number,
            "alive": seat.alive,
            "role": seat.role,
            "character": shown.get("character"),
            "version": shown.get("version", 0),
            "deputy": shown.get("deputy"),
            "camp": shown.get("camp"),
            "series": list(shown.get("series", ())),
            "skills": list(shown.get("skills", ())),
            "karma": shown.get("karma"),
            "base": shown.get("base", 0),
            "cap": shown.get("cap", 0),
            "rel_hp": self.rel_hp(seat),
            "counters": dict(seat.counters),
            "range": self.attack_range(seat),
            "flags": dict(seat.flags),
            "used": self.used_up(seat),
            "hand": seat.hand,
            "notes": list(seat.notes),
            "zone": [{**lies, "face": self.face_in_zone(number, lies)} for lies in seat.zone],
            "deck": list(seat.deck),
            "spent": list(seat.spent),
            "reserve": seat.reserve,
            "reserve_known": list(seat.reserve_known),
        }

    def forget(self) -> None:
        """Take in that the viewer is dead: it sees what everybody sees (N81-20)."""
        self.offers, self.reserve = [], []
        for seat in self.seats:
            seat.notes = []
            seat.deck = [card if card in self.open_cards else None for card in seat.deck]

    def leave_hand(self, seat: int, count: int, cards: Sequence[str] | None) -> None:
        """Take in that cards left a hand: which, or None if the viewer cannot know."""
        known = self.seats[seat]
        known.hand -= count
        if seat == self.viewer:
            assert cards is not None
            self.hand = [c for c in self.hand if c not in cards]
        elif cards is None:
            # Any of the cards known to be there may be the one that left.
            known.notes = []
        else:
            known.notes = [c for c in known.notes if c not in cards]

    def reach_hand(self, seat: int, count: int, cards: Sequence[str] | None) -> None:
        """Take in that cards came into a hand."""
        known = self.seats[seat]
        known.hand += count
        if cards is not None:
            target = self.hand if seat == self.viewer else known.notes
            target.extend(cards)
