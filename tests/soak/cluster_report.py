"""What is said of an evening at a cluster: findings, and for how long what was missed."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.soak.cluster_blows import Blow, What
from tests.soak.cluster_house import Kind
from tests.soak.cluster_judge import Fault, Finding, TableStory
from tests.soak.cluster_wire import Notes

__all__ = ["Report", "Struck", "figures", "median", "stuck"]

SILENCE: Final = 120.0
"""Seconds for which nothing may happen in a game; elections, and a loaded machine, take less."""


@dataclass(slots=True, kw_only=True)
class Struck:
    """What followed a blow: by table, the seconds until it answered."""

    blow: Blow
    fell: float
    answers: list[float]
    probed: int
    owned: list[str] = field(default_factory=list)
    """The tables that the hit processes ran."""
    cpu: float = 0.0
    """Processor seconds of the other table processes until the last table answered."""


@dataclass(slots=True, kw_only=True)
class Report:
    """All findings, and figures by flat name."""

    findings: list[Finding]
    troubles: Counter[str]
    """What programs and processes met that should not have been."""
    figures: dict[str, float]


def figures(
    stories: Sequence[TableStory], notes: Notes, struck: Sequence[Struck], *, jumped: int
) -> dict[str, float]:
    """Return all figures of an evening; ``jumped`` messages were purged before they were read."""
    games = [game for story in stories for game in story.games.values()]
    witness = notes.witness
    given = [answer for answers in witness.answers.values() for answer in answers.values()]
    found: dict[str, float] = {
        "tables": len(stories),
        "games": len(games),
        "games over": sum(game.status == "over" for game in games),
        "journal entries": sum(len(game.entries) for game in games),
        "appends": sum(len(story.appends) for story in stories),
        "ownerships": sum(len(story.taken) for story in stories),
        "views shown and compared": sum(
            len(views) for shown in witness.shown.values() for views in shown.values()
        ),
        "answers of programs": len(given),
        "answers shown to count": sum(answer.shown for answer in given),
        "messages purged before they were read": jumped,
    }
    for what in What:
        for kind in Kind:
            these = [s for s in struck if (s.blow.what, s.blow.kind) == (what, kind)]
            name = f"{what} of {kind}"
            found |= _spread(f"{name}: answers after", [a for s in these for a in s.answers])
            if these:
                found[f"{name}: blows"] = len(these)
                found[f"{name}: tables that never answered"] = sum(
                    s.probed - len(s.answers) for s in these
                )
    found |= _spread("longest silence of a game", [game.silence for game in games])
    deaths = [s for s in struck if (s.blow.what, s.blow.kind) == (What.KILL, Kind.TABLES)]
    if moved := sum(len(death.owned) for death in deaths):
        cpu = sum(death.cpu for death in deaths)
        found["kill of tables: processor time of the heirs, ms a table"] = 1000 * cpu / moved
    return found | _spread("kill of tables: taken after", list(_taken(deaths, stories)))


def stuck(stories: Iterable[TableStory], calm: float) -> list[Finding]:
    """Return the games in which nothing happened after ``calm``, or for long in between."""
    return [
        Finding(
            fault=Fault.STUCK,
            where=f"{story.code} game {game.id[:8]} for {game.silence:.0f} s",
            place=int(game.silent_since),
        )
        for story in stories
        for game in story.games.values()
        if (game.status == "running" and game.last < calm and not story.dropped)
        or game.silence > SILENCE
    ]


def _taken(deaths: Iterable[Struck], stories: Iterable[TableStory]) -> Iterable[float]:
    """Return how long each table of a killed process was nobody's, by the journals."""
    by_code = {story.code: story for story in stories}
    for struck in deaths:
        for code in struck.owned:
            times = (at for at, _lease, _owner in by_code[code].taken if at >= struck.fell)
            if (first := next(times, None)) is not None:
                yield first - struck.fell


def median(values: Sequence[float]) -> float:
    """Return the median, 0 of nothing."""
    return statistics.median(values) if values else 0.0


def _spread(name: str, values: Sequence[float]) -> dict[str, float]:
    """Return how values are distributed, in seconds; nothing for no values."""
    if not values:
        return {}
    ordered = sorted(values)
    return {
        f"{name}, p50 s": ordered[len(ordered) // 2],
        f"{name}, p90 s": ordered[int(len(ordered) * 0.9)],
        f"{name}, p99 s": ordered[int(len(ordered) * 0.99)],
        f"{name}, worst s": ordered[-1],
        f"{name}, number": len(ordered),
    }
