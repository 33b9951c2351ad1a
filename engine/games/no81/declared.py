"""Skills that a pack declares without a program: ``on``, ``if``, ``do`` (N81-19.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from engine.games.no81.cards import rank
from engine.games.no81.faces import delayed_basics
from engine.games.no81.glossary import Per, Timing
from engine.games.no81.ops import Frame, Op, run_ops
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["WORDS", "declared", "is_word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """What a word is asked about: the owner and the occurrence."""

    state: State
    seat: int
    moment: Moment

    @property
    def source(self) -> int | None:
        """Whoever causes it: the source of a damage, the user of a card."""
        damage, use = self.moment.damage, self.moment.use
        if damage is not None:
            return damage.source
        return use.user if use is not None else self.moment.who

    @property
    def target(self) -> int | None:
        """Whom it happens to."""
        damage = self.moment.damage
        return damage.target if damage is not None else self.moment.target


def _is_attack(case: _Case) -> bool:
    damage = case.moment.damage
    return damage is not None and damage.is_attack


WORDS: Final[Mapping[str, Callable[[_Case], bool]]] = MappingProxyType(
    {
        "i_am_source": lambda c: c.source == c.seat,
        "i_am_target": lambda c: c.target == c.seat,
        "i_am_user": lambda c: c.source == c.seat,
        "i_am_acting": lambda c: c.state.acting == c.seat,
        "is_attack": _is_attack,
        "target_alive": lambda c: c.target is not None and c.state.alive(c.target),
        "own_turn": lambda c: c.state.acting == c.seat,
        "other_turn": lambda c: c.state.acting != c.seat,
        "has_hand": lambda c: bool(c.state.players[c.seat].hand),
        "has_mind": lambda c: bool(c.state.players[c.seat].deck),
        "has_delayed_basic": lambda c: bool(delayed_basics(c.state, c.seat)),
    }
)
"""N81-19.6: the plain words of ``if``; ``cause:``, ``rank_le:`` and ``rank_ge:`` take a value."""

_VALUED: Final = ("cause", "rank_le", "rank_ge")


def is_word(word: str) -> bool:
    """Say whether ``word`` may stand in an ``if``."""
    head, _, value = word.partition(":")
    if head in {"rank_le", "rank_ge"}:
        return value.isdigit()
    return word in WORDS or (head == "cause" and bool(value))


def _holds(word: str, case: _Case) -> bool:
    head, _, value = word.partition(":")
    if head not in _VALUED:
        return WORDS[word](case)
    if head == "cause":
        damage = case.moment.damage
        return value == (damage.cause if damage is not None else case.moment.cause)
    card = case.moment.card
    if card is None:
        return False
    return rank(card) <= int(value) if head == "rank_le" else rank(card) >= int(value)


def declared(
    name: str,
    *,
    on: Timing,
    when: Sequence[str],
    ops: Sequence[Op],
    how_often: Per,
    forced: bool,
) -> Skill:
    """Return the skill that a pack's table declares."""

    class Declared(Skill):
        """A trigger made of words and ops."""

        id: ClassVar[str] = name
        per: ClassVar[Per] = how_often
        mandatory: ClassVar[bool] = forced
        works_broken: ClassVar[bool] = on is Timing.MIND_BROKEN
        timings: ClassVar[frozenset[Timing]] = frozenset({on})

        def can(self, state: State, seat: int, moment: Moment) -> bool:
            """All words must hold."""
            case = _Case(state=state, seat=seat, moment=moment)
            return all(_holds(word, case) for word in when)

        def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
            """Do the ops in order."""
            case = _Case(state=state, seat=seat, moment=moment)
            targets = () if case.target is None else (case.target,)
            frame = Frame(me=seat, cause=name, targets=targets, source=case.source, moment=moment)
            yield from announce(seat, self, *targets)
            yield from run_ops(state, ops, frame)

    return Declared()
