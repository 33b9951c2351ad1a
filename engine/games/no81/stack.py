"""What is being carried out, the newest last: a use, what answers it, what answers that (N81-6.7).

It follows from public fields alone, so it is the same for every viewer. An entry is
``{"kind", "seat", "name", "mode", "targets", "cards"}``:

========  ============================================================
kind      what
========  ============================================================
`use`     ``seat`` uses the card ``name`` in ``mode`` on ``targets``
`answer`  ``seat`` plays or detaches the card ``name`` to answer
`skill`   ``seat`` uses the skill ``name``, until something comes of it
`dying`   ``seat`` is dying (N81-8.6); ``name`` is empty
========  ============================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.games.no81.cards import printed
from engine.games.no81.places import Zone
from engine.games.no81.terms import EventKind, Why

__all__ = ["STACKING", "Entry", "saved", "stacked"]

Entry = Mapping[str, Any]

_OUTCOMES: Final = frozenset(
    {EventKind.DAMAGED, EventKind.AVERTED, EventKind.HEALED, EventKind.UNHEALED,
     EventKind.CANCELLED, EventKind.USED, EventKind.SKILL, EventKind.SKILL_FAILED, EventKind.DYING}
)  # fmt: skip
"""What may come of a skill: from then on it is not what is waited for."""
_BETWEEN: Final = frozenset(
    {EventKind.TURN, EventKind.PHASE, EventKind.SKIPPED, EventKind.GAME_OVER}
)
"""Nothing is being carried out where one of these happens."""
STACKING: Final = _OUTCOMES | _BETWEEN | {EventKind.MOVED, EventKind.DIED, EventKind.FLIPPED}
"""Kinds of events that may change a stack."""


def stacked(stack: Sequence[Entry], event: Mapping[str, Any]) -> list[Entry]:
    """Return the stack after ``event``."""
    kind = event["kind"]
    if kind in _BETWEEN:
        return []
    left = list(stack)
    if kind in _OUTCOMES:
        while left and left[-1]["kind"] == "skill":
            left.pop()
    match kind:
        case EventKind.USED:
            cards = event["cards"]
            return [*_going_on(left), _entry("use", event, event["face"], cards)]
        case EventKind.SKILL:
            return [*_going_on(left), _entry("skill", event, event["skill"], ())]
        case EventKind.MOVED:
            return _moved(left, event)
        case EventKind.DYING:
            return [*left, _entry("dying", event, "", ())]
        case EventKind.DIED | EventKind.FLIPPED:
            return saved(left, event["seat"])
        case _:
            return left


def saved(stack: Sequence[Entry], seat: int) -> list[Entry]:
    """Return the stack now that ``seat`` is not dying any more, whatever became of it."""
    return _until(stack, lambda entry: entry["kind"] == "dying" and entry["seat"] == seat)


def _entry(kind: str, event: Mapping[str, Any], name: str, cards: Sequence[str]) -> Entry:
    return {
        "kind": kind,
        "seat": event["seat"],
        "name": name,
        "mode": event.get("mode", 0),
        "targets": list(event.get("targets", ())),
        "cards": list(cards),
    }


def _going_on(stack: list[Entry]) -> list[Entry]:
    """Return the stack, without what must be over: no card of it is on the table, nobody dies."""
    return stack if any(entry["cards"] or entry["kind"] == "dying" for entry in stack) else []


def _moved(stack: list[Entry], event: Mapping[str, Any]) -> list[Entry]:
    """Note cards that come to the table as an answer, and those that leave it."""
    cards = event.get("cards", ())
    if event["source"] == Zone.RESOLVING:
        return _until(stack, lambda entry: not set(cards).isdisjoint(entry["cards"]))
    to_answer = event["why"] in {Why.PLAY, Why.DETACH} and event["to"] == Zone.RESOLVING
    if not to_answer or any(not set(cards).isdisjoint(entry["cards"]) for entry in stack):
        return stack
    seat = int(event["source"].partition(":")[2])
    return [*stack, _entry("answer", {"seat": seat}, printed(cards[0]), cards)]


def _until(stack: Sequence[Entry], over: Callable[[Entry], bool]) -> list[Entry]:
    """Return the entries below the first that is ``over``; what answers it is over as well."""
    at = next((at for at, entry in enumerate(stack) if over(entry)), len(stack))
    return list(stack[:at])
