"""What is true in a game: orders, seats, the ledger, the world between two acts.

All values are frozen; an act makes a new :class:`World` from an old one (FD-17.4). Seats are ring
numbers from 1. Three readings of one day order are kept apart by their *type*, so that no diary can
read the wrong one (FD-6.6): :class:`Day` is what its seat really ordered, :class:`Visible` is what
diaries are shown of it, :class:`Final` is what is carried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engine.games.future_diary.roles import MAN, WOMAN
from engine.games.future_diary.terms import Kind, Loop, Mode, Role, Step, Via

__all__ = [
    "Cover", "Day", "DiaryOrder", "Entry", "Final", "Forced", "Frame", "Hit", "Liberation", "Night",
    "Note", "Record", "Seat", "Sheet", "Skills", "Standing", "Visible", "World",
]  # fmt: skip


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


# --- orders ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One kill of one target: guesses of its role (night; 5th two), Blacken guess, omniscience.

    ``blacken`` None: an ordinary kill (FD-12.3.2). ``pierce`` is ``guess_disguise`` (FD-4.13): None
    where it is not attached.
    """

    target: int
    guess: tuple[Role, ...] = ()
    blacken: Kind | None = None
    pierce: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """A day order that is only shown: 4th's cover, 5th's fake (never a kill of the real kind)."""

    kind: Kind
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """4th: who is shown as the killer, and what is shown on 4th's own line (FD-12.5.4).

    By night the cover is always ``none``.
    """

    seat: int
    cover: Cover = Cover(kind=Kind.NONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day order as its seat gives it. ``target`` for probe and ally, ``hits`` for kill.

    With ``maniac`` ``hits`` are filled in at ``lock`` (all known living seats, FD-12.4.2).
    """

    kind: Kind = Kind.NONE
    target: int | None = None
    hits: tuple[Hit, ...] = ()
    maniac: bool = False
    frame: Frame | None = None
    fake: Cover | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """A night order: a kill if there are ``hits`` (7th: up to two), else none."""

    hits: tuple[Hit, ...] = ()
    followup: Hit | None = None
    frame: Frame | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryOrder:
    """A declared use: mode where the diary has one, picks in order (10th: dog A), kind.

    ``dog_b`` stands apart, because an extra pick gives 10th a second dog A (FD-12.9.1).
    """

    mode: Mode | None = None
    picks: tuple[int, ...] = ()
    kind: Kind | None = None
    dog_b: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forced:
    """A final action that somebody else sets (Use, Hypnosis, Law): ``seat`` is the puppet."""

    seat: int
    kind: Kind
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Liberation:
    """Murmur's option ``a``, ``b`` or ``c`` and its seat (FD-12.1.3)."""

    option: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Skills:
    """What is declared on the sheet beside the actions (section 12); None: not used.

    ``servant`` is a shown role, 7th with half. ``truth`` is (seat, kind).
    """

    gods_view: int | None = None
    servant: str | None = None
    liberation: Liberation | None = None
    faith: int | None = None
    use_follower: Forced | None = None
    hypnosis: Forced | None = None
    law: int | None = None
    heart_link: int | None = None
    black_heart: int | None = None
    truth: tuple[int, Kind] | None = None
    gamble: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Standing instructions (FD-10.4); the defaults are the rules' own."""

    half_god: bool = True
    bomb: tuple[int, ...] = ()
    awakening: tuple[int, ...] = ()
    trigger1: bool = True
    will: bool = True
    hold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A whole order sheet (FD-4.1). ``diary`` None: not used."""

    day: Day = Day()
    night: Night = Night()
    diary: DiaryOrder | None = None
    skills: Skills = Skills()


# --- what is read and what is carried out ---------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """What diaries are shown of an order (FD-6.6): a kind and its targets, nothing else."""

    kind: Kind = Kind.NONE
    targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The day action that is carried out (FD-7.5) and who set it.

    ``by`` is the priority that won: ``law``, ``use``, ``hypnosis``, ``silence``, ``forced``,
    ``change``, ``submitted``. ``author`` is the seat behind a control, else None. ``day`` of a
    control has no guesses, frames or fakes (FD-7.7).
    """

    day: Day = Day()
    by: str = "submitted"
    author: int | None = None

    @property
    def kind(self) -> Kind:
        """The kind that all guesses and reports are judged by (FD-4.4)."""
        return self.day.kind


# --- seats and the world --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of a ledger: the shown role of ``seat`` when it was made (FD-5.1, FD-5.2)."""

    seat: int
    role: str
    act: int
    via: Via


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A role note: text without a link (FD-5.5)."""

    role: str
    act: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat between two acts. Act numbers say when something is possible again.

    ``ready_from``: first act in which the diary right is available again (FD-6.2). ``shown`` is the
    servant mask that was taken at the last ``lock`` (Murmur), else ``""``.
    """

    number: int
    role: Role
    loop: Loop
    half: str = ""
    persona: str = ""
    alive: bool = True
    died: int = 0
    charge: bool = True
    ready_from: int = 1
    freedom: bool = False
    freedom_from: int = 0
    """The act in which the token was given: a forgo of that very act already profits."""
    extra_pick: bool = False
    repeat: bool = False
    night_right: bool = False
    """By half-god or trigger ①; first-loop seats have theirs by their loop."""
    shown: str = ""
    ledger: tuple[Entry, ...] = ()
    """Oldest first. Both halves of 7th carry the same one (FD-5.6)."""
    notes: tuple[Note, ...] = ()
    standing: Standing = Standing()
    forced: int = 0
    """The act whose day order is a forced disguise, 0 for none (FD-11.3)."""
    silenced: int = 0
    """The act in which Creator silences it."""
    spoken_for: int = 0
    """The act in which 11th speaks in its name."""
    watch: int | None = None
    trail: int | None = None
    last_picks: tuple[int, ...] = ()
    """5th: the picks of its last use (two with an extra pick)."""
    skill_from: Mapping[str, int] = field(default_factory=_nothing)
    """By skill: the first act in which it is possible again (cool-down 2)."""
    spent: frozenset[str] = frozenset()
    """What is once per game and gone: ``one_shot``, ``half_god``, ``law``, ``creator``,
    ``gamble``, ``trigger1``, ``first_attacker``, ``liberation_a`` and so on."""
    proof: int = 0
    """Akise: the act in which Proof triggered, 0 for not yet."""
    proof_open: bool = False
    silent: int = 0
    """Acts in a row in which nothing at all was sent (FD-15.6)."""

    @property
    def true_name(self) -> str:
        """The role as it is announced: 7th with its half."""
        return f"{self.role}/{self.half}" if self.half else str(self.role)

    @property
    def shown_role(self) -> str:
        """What identity checks return (FD-5.8)."""
        return self.shown or self.true_name

    def knows(self, other: int) -> bool:
        """Return whether it has a link to ``other`` (FD-5.1)."""
        return any(entry.seat == other for entry in self.ledger)

    def rests(self, act: int) -> bool:
        """Return whether it is 7th's resting half (FD-12.8.1)."""
        return self.half == (MAN if act % 2 else WOMAN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What happened in one act, kept for Proof, the chronicle and *why*."""

    act: int
    sheets: Mapping[int, Sheet]
    finals: Mapping[int, Final]
    lines: tuple[Mapping[str, Any], ...] = ()
    """The chronicle's lines, coded (``chronicle``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Everything that is true between two steps.

    ``alliances`` holds unordered pairs of *parties*; a party is named by its seats: one, or both
    halves of 7th (FD-8.1).
    """

    seats: Mapping[int, Seat]
    roles: tuple[Role, ...]
    act: int = 0
    step: Step = Step.LOBBY
    alliances: tuple[tuple[frozenset[int], frozenset[int]], ...] = ()
    quiet: int = 0
    """Acts in a row without a death."""
    records: tuple[Record, ...] = ()

    @property
    def living(self) -> tuple[int, ...]:
        """Living seats in ring order."""
        return tuple(n for n, seat in sorted(self.seats.items()) if seat.alive)

    def with_seats(self, *changed: Seat) -> World:
        """Return the world with these seats as they are given."""
        seats = {**self.seats, **{seat.number: seat for seat in changed}}
        return replace(self, seats=MappingProxyType(dict(sorted(seats.items()))))

    def knows(self, one: int, other: int) -> bool:
        """Return whether ``one`` knows ``other``: by its ledger, or as the other half (FD-5.6)."""
        return self.seats[one].knows(other) or other == self.partner(one)

    def omniscient(self, number: int) -> bool:
        """Return whether a seat knows every other living seat (FD-4.13)."""
        return all(self.knows(number, other) for other in self.living if other != number)

    def party(self, number: int) -> frozenset[int]:
        """Return the party of a seat: itself, or both halves of 7th."""
        if not self.seats[number].half:
            return frozenset({number})
        return frozenset(n for n, seat in self.seats.items() if seat.half)

    def allies(self, number: int) -> frozenset[int]:
        """Return the seats allied with this one, empty for none."""
        mine = self.party(number)
        for one, two in self.alliances:
            if mine == one:
                return two
            if mine == two:
                return one
        return frozenset()

    def partner(self, number: int) -> int | None:
        """Return the other half of 7th."""
        return next(iter(self.party(number) - {number}), None)

    def neighbours(self, number: int) -> tuple[int, int]:
        """Return the two adjacent seats, dead or alive (FD-2.6)."""
        size = len(self.seats)
        return (number - 2) % size + 1, number % size + 1

    def holder(self, role: Role) -> int | None:
        """Return the (lowest) seat that holds ``role``, dead or alive."""
        return next((n for n, s in sorted(self.seats.items()) if s.role is role), None)
