"""What a character's skill is to the rules: a small class with no state of its own (N81-19.5).

A skill says *when* it may act and *what* it then does. What is the same for all of them is not a
skill's business and is enforced around it (N81-19.7): being off while mind-broken, how often it may
be used, optionality, and the order of triggers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from engine.games.no81.glossary import Per, Phase, Query, Timing
from engine.request import Script

if TYPE_CHECKING:
    from engine.games.no81.damage import Damage
    from engine.games.no81.state import State
    from engine.games.no81.use import Use

__all__ = ["Moment", "Skill"]


@dataclass(slots=True, kw_only=True)
class Moment:
    """One occurrence of a timing (N81-19.4). What is set, and what may be changed, depends on it.

    ===================================  =======================================  =================
    timing                               set                                      may be changed
    ===================================  =======================================  =================
    `game_start`
    `turn_start`, `turn_end`             ``who`` acts
    `phase_start`, `phase_end`           ``who`` acts, ``phase``                  ``skip`` (start)
    `draw_count`                         ``who``                                  ``n``
    `after_draw`                         ``who``, ``n``, ``cause``,
                                         ``in_draw_phase``
    `use_declared`                       ``who``, ``cause`` the face, ``use``
    `use_finished`                       the same, and ``card`` if it was one     ``destination``:
                                         ordinary card                            ``hand``
    `w_event`                            ``target``, ``use``, ``cause``           ``cancelled``
    `w_guard`                            ``target``, ``use``, ``cause``: the      ``guarded``
                                         face, ``punch`` for a Punch
    `guard_cost`                         ``answerer``, ``demander``               ``extra_mind_``
                                                                                  ``cost``
    `w_dmg_src`, `w_dmg_tgt`             ``damage``                               its ``amount``
    `after_damage`                       ``damage``
    `before_heal`, `after_heal`          ``who``, ``n``, ``cause``                ``n`` (before)
    `w_dying`                            ``who`` = ``target`` is dying, ``kind``
                                         ``relative`` or ``absolute``
    `mind_discarded`                     ``who``, ``card``, ``cause``             ``destination``:
                                                                                  ``under``
    `mind_broken`                        ``who``
    `card_detached`                      ``who`` lost ``card`` from its zone,
                                         ``cause``
    `card_discarded`                     ``who``, ``cards``, ``cause``
    `death`                              ``who``, ``killer``
    ===================================  =======================================  =================
    """

    timing: Timing
    who: int | None = None
    n: int = 0
    cause: str = ""
    in_draw_phase: bool = False
    phase: Phase | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    kind: str = ""
    killer: int | None = None
    answerer: int | None = None
    demander: int | None = None
    extra_mind_cost: int = 0
    use: Use | None = None
    target: int | None = None
    damage: Damage | None = None
    destination: str = ""
    guarded: bool = False
    cancelled: bool = False
    skip: bool = False
    """Set at ``PHASE_START``: the phase does not take place."""
    changes: dict[str, int] = field(default_factory=dict)
    """By how much each skill changed its number: the amount of the damage, else ``n``."""
    offered: set[tuple[int, str]] = field(default_factory=set)
    """(seat, skill) that were offered this occurrence already (N81-6.6)."""

    @property
    def number(self) -> int:
        """What skills may make larger or smaller here."""
        return self.n if self.damage is None else self.damage.amount


class Skill:
    """Base of all skills; a subclass overrides what it needs. One instance serves every seat."""

    id: ClassVar[str]
    per: ClassVar[Per] = Per.FREE
    mandatory: ClassVar[bool] = False
    works_broken: ClassVar[bool] = False
    """N81-10.4: its printed trigger is becoming mind-broken."""
    timings: ClassVar[frozenset[Timing]] = frozenset()
    active: ClassVar[bool] = False
    """Used as an action of the own play phase."""
    offer: ClassVar[bool] = False
    """Used by *other* seats as an action of their play phases."""
    reach: ClassVar[int] = 0
    """Added to the attack range (N81-7.3)."""
    hand_limit: ClassVar[int] = 0
    """Added to the hand limit (N81-5.4)."""
    protects_delayed: ClassVar[bool] = False
    """Others cannot discard or take delayed basics from the owner's zone (N81-17.12)."""
    early: ClassVar[bool] = False
    """N81-9.0.4 does not bind the owner (N81-16.4)."""
    converts: ClassVar[frozenset[str]] = frozenset()
    """Faces as which any delayed basic in the owner's zone may be detached (N81-16.4)."""
    taxes_guards: ClassVar[bool] = False
    """Answers to the owner's attacks cost a mind card, and so does making it need a Guard, once the
    skill is enabled (N81-16.6)."""
    evades_from_hand: ClassVar[bool] = False
    """Any delayed basic in hand may be played as an Evade in ``w_burst`` (N81-16.4)."""
    names_punch: ClassVar[bool] = False
    """Its answer in ``w_guard`` is valid against a Punch too (N81-9.14.1)."""
    mind_price: ClassVar[int] = 0
    """How many mind cards using it takes in any case (N81-10.5)."""
    queries: ClassVar[frozenset[Query]] = frozenset()
    """Which queries it answers."""

    foreign: bool = False
    """It comes from a host's pack: what it raises ends its own effect and not the game
    (N81-19.5)."""

    def can(self, state: State, seat: int, moment: Moment) -> bool:  # noqa: ARG002
        """Say whether ``seat`` may use it now, by public facts; limits are checked elsewhere."""
        return False

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Carry it out as a trigger or as a window's answer."""
        yield from ()

    def legal(self, state: State, seat: int) -> bool:  # noqa: ARG002
        """Say whether the action can be taken: timing, targets and costs (N81-6.2)."""
        return False

    def act(self, state: State, seat: int) -> Script[None]:  # noqa: ARG002
        """Carry out the action of the owner's play phase."""
        yield from ()

    def legal_for(self, state: State, seat: int, user: int) -> bool:  # noqa: ARG002
        """Say whether ``user`` may take the offer of ``seat``."""
        return False

    def take(self, state: State, seat: int, user: int) -> Script[None]:  # noqa: ARG002
        """Carry out the offer of ``seat`` that ``user`` takes."""
        yield from ()

    def query(
        self,
        state: State,  # noqa: ARG002
        seat: int,  # noqa: ARG002
        name: Query,  # noqa: ARG002
        value: Any,
        about: Mapping[str, object],  # noqa: ARG002
    ) -> Any:
        """Return what ``value`` becomes for the owner; see :class:`glossary.Query`. Pure."""
        return value

    def untargetable(self, state: State, seat: int, user: int) -> bool:  # noqa: ARG002
        """Say whether ``user``'s single-target events cannot choose ``seat`` (N81-17.8)."""
        return False
