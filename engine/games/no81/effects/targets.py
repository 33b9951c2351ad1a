"""Whom a card may be used on, and which of a player's cards others can reach (N81-9.0.1)."""

from __future__ import annotations

from engine.games.no81.distance import in_range
from engine.games.no81.faces import delayed_basics
from engine.games.no81.glossary import Camp, Query
from engine.games.no81.queries import asked, legal_target
from engine.games.no81.state import State
from engine.games.no81.use import CardRule, Shape

__all__ = ["anybody", "everybody", "other", "others", "reachable", "targets_of",
           "within_range"]  # fmt: skip


def _choosable(state: State, user: int, seat: int) -> bool:
    """N81-17.8: say whether ``user``'s single-target events may choose ``seat``."""
    return seat == user or not any(s.untargetable(state, seat, user) for s in state.skills(seat))


def anybody(state: State, user: int) -> list[int]:
    """Return whom a single-target event of ``user`` may choose, itself first."""
    return [s for s in state.clockwise(user) if _choosable(state, user, s)]


def other(state: State, user: int) -> list[int]:
    """Return whom a single-target event of ``user`` on another player may choose."""
    return [s for s in anybody(state, user) if s != user]


def others(state: State, user: int, _card: str) -> list[int]:
    """N81-6.3: return all other players in order."""
    return state.others(user)


def everybody(state: State, user: int, _card: str) -> list[int]:
    """N81-6.3: return all players in order, the user first."""
    return state.clockwise(user)


def targets_of(state: State, user: int, card: str, rule: CardRule) -> list[int]:
    """Return whom ``user`` may choose, or the whole group, for a card by this rule."""
    found = rule.targets(state, user, card)
    if rule.shape is not Shape.ONE or Query.LEGAL_TARGET not in state.content_queries:
        return found
    return [s for s in found if legal_target(state, user, s, rule.face)]


def within_range(state: State, user: int, *, but: Camp | None = None) -> list[int]:
    """N81-7.2: return whom ``user`` may attack, those of camp ``but`` left out."""
    return [s for s in in_range(state, user) if state.players[s].camp is not but]


def reachable(state: State, seat: int, user: int) -> list[str]:
    """N81-17.12: return the zone cards of ``seat`` that ``user`` can discard or take."""
    cards = list(state.players[seat].zone)
    if seat == user:
        return cards
    kept: tuple[str, ...] = ()
    if any(s.protects_delayed for s in state.skills(seat)):
        kept = tuple(delayed_basics(state, seat))
    kept = asked(state, seat, Query.PROTECTED_CARDS, kept, {"user": user})
    return [c for c in cards if c not in kept]
