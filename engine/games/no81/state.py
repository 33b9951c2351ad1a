"""The truth of one game. Only scripts change it and only gates read it; no viewer ever does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.games.no81.cards import ORDINARY
from engine.games.no81.content import Character, Content, Version
from engine.games.no81.glossary import Camp, Counter, Mode, Phase, Query, Role, Timing
from engine.games.no81.places import Place, Zone
from engine.games.no81.skill import Skill

__all__ = ["Lost", "Placed", "Player", "State"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """How a card lies in a delayed zone: since which turn, and as what if not as itself."""

    stamp: int
    face: str | None = None


class Lost(NamedTuple):
    """A card that left the delayed zone of a seat that lives, as what it counted there."""

    seat: int
    card: str
    face: str
    cause: str


def _no_counters() -> dict[Counter, int]:
    return dict.fromkeys(Counter, 0)


@dataclass(slots=True, kw_only=True)
class Player:
    """One seat (N81-8.1 for health). ``deck`` is top first, ``zone`` and ``spent`` oldest first."""

    seat: int
    role: Role | None = None
    character: str = ""
    version: int = 0
    deputy: str | None = None
    deputy_version: int = 0
    reserve: list[str] = field(default_factory=list)
    """Karma: ``id/version`` of the characters that are not in play."""
    shown: set[str] = field(default_factory=set)
    """Karma: those of them that were in play before, so are public."""
    karma: int = 0
    """Karma: T, the sum of the whole deck."""
    camp: Camp = Camp.COLOURLESS
    series: frozenset[str] = frozenset()
    skills: tuple[str, ...] = ()

    alive: bool = True
    broken: bool = False
    base: int = 0
    cap: int = 0
    counters: dict[Counter, int] = field(default_factory=_no_counters)
    hand: list[str] = field(default_factory=list)
    zone: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)

    attacks: int = 0
    """Attack-class cards used to attack in this play phase (N81-5.6)."""
    free_attack: bool = False
    amplify: int = 0
    bonus: int = 0
    brined: bool = False
    brined_in: int = 0
    """The turn in which that came (N81-17.7)."""
    reach: int = 0
    damage: int = 0
    holds: int = 0
    """``reach``, ``damage``, ``holds``: what a pack's ``modify`` adds this turn (N81-19.3)."""
    flipped: bool = False
    red_shift: bool = False
    skill_range: int = 0
    skill_limit: int = 0
    """What was told last of the differences that queries make (``figures``)."""
    attacked: bool = False
    """Attacked or used Punch this turn (N81-17.2)."""
    data: dict[str, Any] = field(default_factory=dict)
    """Per skill of a host's pack: what its plug-in keeps (N81-19.5)."""
    used: dict[str, int] = field(default_factory=dict)
    """Per skill: the turn, round or (once per game) 1 of its last use."""


@dataclass(slots=True, kw_only=True)
class State:
    """Everything that is so, seen or not. Lists over seats have one place per seat."""

    seats: int
    mode: Mode
    content: Content
    round_limit: int = 20
    circle: tuple[int, ...] = ()
    """The seats clockwise, the dead included (N81-11.2)."""
    sides: tuple[str | None, ...] = ()
    """Per seat: its series in Series mode, the sign of T in a Karma game of camps, else None."""
    players: list[Player] = field(default_factory=list)

    pile: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    resolving: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    placed: dict[str, Placed] = field(default_factory=dict)
    """How each card in a delayed zone lies there."""

    first: int = 0
    acting: int = 0
    turn: int = 0
    round: int = 0
    phase: Phase = Phase.START
    phase_no: int = 0
    """Counts the phases of all turns, for what may be done once in a phase (N81-19.2)."""
    leaving: list[int] = field(default_factory=list)
    """Living seats whose players have left for good, in order; carried out by ``settle``."""
    lost: list[Lost] = field(default_factory=list)
    """What left a zone and has consequences after the effect (N81-9.18.2)."""
    depth: int = 0
    """How deep triggers are nested in one another now (N81-15.7)."""
    discarded: list[str] = field(default_factory=list)
    """What was discarded in the present discard phase (N81-17.15)."""

    skills_at: Mapping[Timing, frozenset[str]] = field(default_factory=dict)
    """By timing, which skills of the content act then: no other need be asked."""
    content_queries: frozenset[Query] = frozenset()
    """What any skill of the content answers: nobody need be asked about the rest."""
    skills_named: dict[tuple[str, ...], tuple[Skill, ...]] = field(default_factory=dict)
    """What :meth:`printed_skills` has looked up already, since it is asked all the time."""

    def __post_init__(self) -> None:
        """Start with all ordinary cards in the pile and everybody alive."""
        skills = self.content.skills.values()
        acting: dict[Timing, set[str]] = {}
        for skill in skills:
            for timing in skill.timings:
                acting.setdefault(timing, set()).add(skill.id)
        self.skills_at = {timing: frozenset(names) for timing, names in acting.items()}
        self.content_queries = frozenset().union(*(skill.queries for skill in skills))
        self.circle = self.circle or tuple(range(self.seats))
        self.sides = self.sides or (None,) * self.seats
        if not self.players:
            self.players = [Player(seat=s) for s in range(self.seats)]
            self.pile = list(ORDINARY)

    def cards_at(self, place: Place) -> list[str]:
        """Return the list of cards at a place, the list itself."""
        if place.seat is not None:
            player = self.players[place.seat]
            match place.zone:
                case Zone.HAND:
                    return player.hand
                case Zone.DELAYED:
                    return player.zone
                case Zone.DECK:
                    return player.deck
                case _:
                    return player.spent
        match place.zone:
            case Zone.PILE:
                return self.pile
            case Zone.DISCARD:
                return self.discard
            case Zone.RESOLVING:
                return self.resolving
            case Zone.ROW:
                return self.row
            case _:
                return self.removed

    def clockwise(self, start: int) -> list[int]:
        """Return the living seats clockwise, ``start`` first if it lives."""
        circle, players = self.circle, self.players
        at = circle.index(start)
        return [s for s in circle[at:] + circle[:at] if players[s].alive]

    def others(self, seat: int) -> list[int]:
        """Return the other living seats, clockwise from the left of ``seat``."""
        return [s for s in self.clockwise(seat) if s != seat]

    @property
    def living(self) -> list[int]:
        """Return the living seats from the acting seat clockwise (N81-6.6, N81-8.6)."""
        return self.clockwise(self.acting)

    def alive(self, seat: int) -> bool:
        """Say whether a seat is in the game."""
        return self.players[seat].alive

    def character(self, seat: int) -> Character:
        """Return a seat's (main) character."""
        return self.content.characters[self.players[seat].character]

    def version(self, seat: int) -> Version:
        """Return the side of it that is up."""
        return self.character(seat).versions[self.players[seat].version]

    def skills(self, seat: int) -> tuple[Skill, ...]:
        """N81-10.2: return the skills that work for ``seat`` now: none while broken or dead."""
        player = self.players[seat]
        return self.printed_skills(player) if player.alive and not player.broken else ()

    def printed_skills(self, player: Player) -> tuple[Skill, ...]:
        """Return the skills of the player's characters, working or not, in printed order."""
        names = player.skills
        found = self.skills_named.get(names)
        if found is None:  # N81-14.5: main and deputy may share one.
            found = tuple([self.content.skills[name] for name in dict.fromkeys(names)])
            self.skills_named[names] = found
        return found
