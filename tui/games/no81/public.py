"""What of an event everybody may read: fields that it holds for its viewer alone are taken out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.games.no81.terms import EventKind

__all__ = ["PRIVATE_FIELDS", "private_fields", "public"]

PRIVATE_FIELDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        EventKind.ROLES: frozenset({"role"}),
        EventKind.OFFERED: frozenset({"offers"}),
        EventKind.RESERVE: frozenset({"cards"}),
        EventKind.DECKS: frozenset({"cards"}),
        EventKind.LOOKED: frozenset({"cards"}),
        EventKind.ARRANGED: frozenset({"cards"}),
    }
)
"""What an event may hold for its viewer alone (``terms.EventKind``, N81-20.2)."""


def private_fields(event: Mapping[str, Any]) -> frozenset[str]:
    """Return which fields of ``event`` were not told to everybody."""
    if event["kind"] == EventKind.MOVED:
        return frozenset() if event["open"] else frozenset({"cards"}) & event.keys()
    return PRIVATE_FIELDS.get(str(event["kind"]), frozenset()) & event.keys()


def public(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return ``event`` as a spectator was told it."""
    hidden = private_fields(event)
    return {key: value for key, value in event.items() if key not in hidden} if hidden else event
