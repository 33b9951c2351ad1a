"""What a skill may change whenever the rules ask for it (the queries of N81-19.4).

A query is a fold over the working skills of the seat that it is about: each gets the value so far
and returns the new one. Queries are pure and go by public facts, as what comes of them is public.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.games.no81.glossary import Query
from engine.games.no81.skill import Skill
from engine.games.no81.state import State

__all__ = ["also_as", "asked", "legal_target"]

Answer = TypeVar("Answer", bool, int, tuple[str, ...])


def asked(
    state: State, seat: int, query: Query, value: Answer, about: Mapping[str, object]
) -> Answer:
    """Return what the skills of ``seat`` make of ``value``; none works while its mind is broken."""
    if query not in state.content_queries:
        return value
    for skill in state.skills(seat):
        if query in skill.queries:
            value = _sound(state, seat, query, value, about, skill)
    return value


def _sound(
    state: State, seat: int, query: Query, value: Answer, about: Mapping[str, object], skill: Skill
) -> Answer:
    """Ask one skill; what a plug-in raises, or a value of another kind, changes nothing."""
    try:
        given: Answer = skill.query(state, seat, query, value, about)
    except Exception:
        if not skill.foreign:
            raise
        return value  # N81-19.5
    return given if type(given) is type(value) else value


def legal_target(state: State, user: int, target: int, face: str) -> bool:
    """Say whether the skills of ``target`` let ``user`` choose it alone for a card ``face``."""
    if user == target or Query.LEGAL_TARGET not in state.content_queries:
        return True
    return asked(state, target, Query.LEGAL_TARGET, True, {"user": user, "face": face})


def also_as(state: State, seat: int, card: str, face: str, place: str) -> tuple[str, ...]:
    """Return the faces as which ``seat`` may use ``card`` beside its own ``face``.

    ``place`` is ``hand`` or ``zone``.
    """
    if Query.VIEW_AS not in state.content_queries:
        return ()
    about = {"card": card, "face": face, "place": place}
    return asked(state, seat, Query.VIEW_AS, (), about)
