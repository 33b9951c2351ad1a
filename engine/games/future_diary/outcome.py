"""What an act did: the state at ``lock``, what came after it, and what resolution made of it.

(``Outcome`` is also what resolution works on: each stage takes one and returns the next.)

``resolve`` is a pure function from :class:`Locked` (with changes, answers and Law's pick) to an
:class:`Outcome`; ``close`` one from that and the last words to the next world (FD-17.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from engine.games.future_diary.model import Day, Final, Forced, Sheet, Standing, World
from engine.games.future_diary.terms import Cause, Code, Role, Token, Via

__all__ = [
    "Blow", "Closed", "Effect", "Formed", "Inputs", "Locked", "Outcome", "Outlook", "Stage",
    "Words",
]  # fmt: skip


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


class Stage(StrEnum):
    """The stages of an act's resolution in their order (FD-9.1), then the last words (FD-10)."""

    FINALS = "finals"
    ALLIANCES = "alliances"
    BLACKEN_LOCK = "blacken_lock"
    FLEE = "flee"
    DISGUISE = "disguise"
    PRIORITY_DAY = "priority_day"
    DAY = "day"
    PRIORITY_NIGHT = "priority_night"
    NIGHT = "night"
    FOLLOW_UP = "follow_up"
    LAST_WORDS = "last_words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """An act at ``lock`` (FD-3.6): all later stages read this, never the live world.

    ``world`` carries servant masks (``Seat.shown``). ``sheets`` are frozen as *submitted*: silence
    and forced disguise applied, Maniac filled in, jammed uses taken out, void skills still in.
    """

    world: World
    sheets: Mapping[int, Sheet]
    used: frozenset[int]
    """Seats whose ``diary_used`` flag is true (FD-6.1)."""
    jammed: frozenset[int] = frozenset()
    void: frozenset[int] = frozenset()
    """Seats whose skills Liberation ``a`` voids."""
    priority: int | None = None
    """The seat with Liberation ``c``."""
    forgone: Mapping[int, str] = field(default_factory=_nothing)
    """Who pays with a diary right: ``use`` (6th) or ``law`` (11th); jammed ones are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What came in after ``lock``: own changes (the last of each seat), answers to proposals.

    ``answers`` maps the answering seat to the proposer it accepted (None: nobody). ``law`` is
    11th's pick, None where none was made.
    """

    changes: Mapping[int, Day] = field(default_factory=_nothing)
    answers: Mapping[int, int | None] = field(default_factory=_nothing)
    law: Forced | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Formed:
    """An alliance made in R2, or a Union or Heart Link that came to nothing (``pair`` None).

    ``via`` is ``alliance``, ``heart_link`` or ``union``; ``authors`` who asked for it.
    """

    via: Via
    authors: tuple[int, ...]
    pair: tuple[frozenset[int], frozenset[int]] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One kill order of one killer on one target, and what became of it (FD-9.5).

    ``index`` is its place in the author's order; a forced kill comes after the own ones, which are
    then ``controlled``. ``code`` is a check's reason or ``landed``. ``follow``: 3rd's follow-up
    (R7c). ``counter``: a counter-kill, which nobody ordered (FD-9.9). ``blacken``: a Blacken kill.
    """

    author: int
    target: int
    night: bool
    index: int
    code: Code
    stage: Stage
    follow: bool = False
    counter: bool = False
    blacken: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One death effect and what became of it: ``code`` is a layer's or ``dead`` (FD-9.8).

    ``moved_to``: the bearer, where Black Heart moved it on. ``code`` stays ``dead`` where half-god
    or trigger ① cancels the effect later (``Closed`` says so).
    """

    victim: int
    author: int
    cause: Cause
    code: Code
    stage: Stage
    index: int = 0
    blacken: bool = False
    moved_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """Kill results as projected for the Murder and Exchange diaries (FD-6.10).

    Keys are (author, night, index); values the reason of a failure, or None for success.
    """

    reasons: Mapping[tuple[int, bool, int], Code | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What ``resolve`` made of an act, before the last words (FD-9.1)."""

    locked: Locked
    inputs: Inputs
    world: World
    """With R2's alliances and links, charges spent, one-shots spent; nobody is dead yet."""
    finals: Mapping[int, Final]
    formed: tuple[Formed, ...] = ()
    declined: tuple[tuple[int, int], ...] = ()
    """Proposals that came to nothing: (proposer, target)."""
    void: frozenset[int] = frozenset()
    """Seats under the Blacken lock: actions and skills are void (FD-9.4)."""
    fleeing: frozenset[int] = frozenset()
    disguised: frozenset[int] = frozenset()
    blows: tuple[Blow, ...] = ()
    effects: tuple[Effect, ...] = ()
    targets: Mapping[int, tuple[int, ...]] = field(default_factory=_nothing)
    """Per seat the killers of whom it counts as target (K4), in order (FD-9.17)."""
    down: frozenset[int] = frozenset()
    gamble: Mapping[str, Any] = field(default_factory=_nothing)
    """``{"seat", "lost": bool | None}`` where Akise gambled; None: nothing happened."""
    attackers: tuple[tuple[int, str, bool], ...] = ()
    """2nd's Control: (killer, shown role, first in the game) (FD-12.3.4)."""
    prompts: Mapping[int, tuple[str, ...]] = field(default_factory=_nothing)
    """Who is asked for last words: ``half_god bomb trigger1 awakening will`` (FD-10.2)."""

    def powerless(self, number: int) -> bool:
        """Return whether a seat's skills are void, by Liberation or Blacken (FD-9.7)."""
        return number in self.locked.void or number in self.void

    def allied(self, number: int) -> bool:
        """Return whether a seat is allied and its partner is not down (FD-8.11)."""
        return bool(self.world.allies(number) - self.down)

    def holds(self, number: int, role: Role) -> bool:
        """Return whether a seat's role is ``role`` and its skills work."""
        return self.world.seats[number].role is role and not self.powerless(number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Answers to last-words prompts, by seat; who has none speaks by its standing instruction."""

    said: Mapping[int, Standing] = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """An act after its last words (FD-10): the next world and every fact that notices tell.

    ``world`` has the dead marked and everything granted that ``notices`` grants; its act number is
    still that of this act. Parties and pairs are as in :class:`World`.
    """

    outcome: Outcome
    world: World
    words: Words = field(default_factory=Words)
    """The last words as they were given (FD-10.2): who is missing spoke by standing instruction."""
    deaths: tuple[int, ...] = ()
    """Who becomes dead, in seat order (FD-10.6)."""
    effects: tuple[Effect, ...] = ()
    """All death effects, the bomb's too."""
    half_god: int | None = None
    """9th, where it used half-god."""
    chose_her: tuple[int, int] | None = None
    """(1st, 2nd) where trigger ① was accepted (FD-13.1)."""
    bomb: int | None = None
    """Whom the bomb went to, None for nobody (FD-10.2)."""
    awakened: Mapping[int, tuple[tuple[int, str], ...]] = field(default_factory=_nothing)
    """By recipient: 10th's killers and their shown roles (FD-12.11.2)."""
    will: tuple[tuple[int, str], ...] | None = None
    """What 1st was told by Akise (FD-13.2), None where it was not."""
    ended: tuple[tuple[frozenset[int], frozenset[int]], ...] = ()
    """Alliances that ended: by break, death or trigger ① (FD-8.10, FD-8.11)."""
    charged: frozenset[int] = frozenset()
    """Living seats whose flee charge is back (FD-4.11)."""
    gifts: tuple[tuple[int, Token], ...] = ()
    """New tokens and their holders (FD-10.6, 5)."""
    proof: int | None = None
    """Akise, where its Proof triggered now (FD-12.14.1)."""
