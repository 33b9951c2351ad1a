"""What a bot's judgement says of the options of one ask: values for hints, no prose.

A hint is asked for by a player and answered from that player's own view, like a bot's move, and by
the same worths: there is no second opinion about what is good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.event import Value

__all__ = ["BEST", "Advice", "Ground", "advise", "best_of"]

BEST = "best"
"""Code of the ground that an option is worth more than all others. No parameters."""
_SAME = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """One thing that speaks for an option (``good``) or against it: a game's code, parameters."""

    code: str
    good: bool = True
    params: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What there is to say of one option; in games with forms it is written ``field=value``."""

    option: str
    grounds: tuple[Ground, ...] = ()


def best_of(rates: Mapping[str, float]) -> frozenset[str]:
    """Return the options that are worth the most; none where all are worth the same."""
    if not rates:
        return frozenset()
    most, least = max(rates.values()), min(rates.values())
    if most - least < _SAME:
        return frozenset()
    return frozenset(option for option, rate in rates.items() if most - rate < _SAME)


def advise(
    rates: Mapping[str, float], grounds: Callable[[str], Iterable[Ground]]
) -> tuple[Advice, ...]:
    """Return one advice an option of ``rates``, in its order; the best ones say so first."""
    best = best_of(rates)
    lead = (Ground(code=BEST),)
    return tuple(
        Advice(option=option, grounds=((*lead, *found) if option in best else found))
        for option in rates
        for found in [tuple(grounds(option))]
    )
