"""How many play for each side: the tables of the rules, and a host's own (N81-11.1, N81-12.1).

A split is a text: ``standard``, or cold, warm and colourless players as ``3c3w2n``, or the sizes of
teams as ``3-2-2``, largest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.games.no81.content import Content
from engine.games.no81.glossary import Camp, Mode

__all__ = [
    "CAMPS", "SEATS", "SPLITS", "STANDARD", "TEAMS", "camps_of", "splits_for", "teams_of",
]  # fmt: skip

SEATS: Final = range(2, 9)
STANDARD: Final = "standard"
_ORDER: Final = (Camp.COLD, Camp.WARM, Camp.COLOURLESS)

CAMPS: Final[Mapping[int, tuple[int, int, int]]] = MappingProxyType(
    {
        2: (1, 1, 0),
        3: (1, 1, 1),
        4: (2, 2, 0),
        5: (2, 2, 1),
        6: (3, 3, 0),
        7: (3, 3, 1),
        8: (4, 4, 0),
    }
)
"""N81-11.1: cold, warm and colourless players by number of players."""

TEAMS: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType(
    {
        2: (1, 1),
        3: (1, 1, 1),
        4: (2, 2),
        5: (1, 1, 1, 1, 1),
        6: (2, 2, 2),
        7: (3, 2, 2),
        8: (2, 2, 2, 2),
    }
)
"""N81-12.1: team sizes by number of players."""


def _camp_splits(seats: int) -> Iterator[str]:
    """Yield every way to play in at least two camps."""
    for cold in range(seats, -1, -1):
        for warm in range(seats - cold, -1, -1):
            counts = (cold, warm, seats - cold - warm)
            if sum(count > 0 for count in counts) > 1:
                yield "{}c{}w{}n".format(*counts)


def _partitions(seats: int, most: int) -> Iterator[tuple[int, ...]]:
    if not seats:
        yield ()
    for size in range(min(seats, most), 0, -1):
        yield from ((size, *rest) for rest in _partitions(seats - size, size))


def _team_splits(seats: int) -> Iterator[str]:
    """Yield every way to play in at least two series."""
    return ("-".join(map(str, sizes)) for sizes in _partitions(seats, seats - 1))


SPLITS: Final = (
    STANDARD,
    *(split for seats in SEATS for split in _camp_splits(seats)),
    *(split for seats in SEATS for split in _team_splits(seats)),
)
"""Every split of any number of players in any mode."""


def camps_of(split: str, seats: int) -> dict[Camp, int]:
    """Return how many play for each camp that occurs."""
    counts = CAMPS[seats] if split == STANDARD else _numbers(split)
    return {camp: n for camp, n in zip(_ORDER, counts, strict=True) if n}


def teams_of(split: str, seats: int) -> tuple[int, ...]:
    """Return the sizes of the teams, largest first."""
    return TEAMS[seats] if split == STANDARD else _numbers(split)


def _numbers(split: str) -> tuple[int, ...]:
    return tuple([int(number) for number in re.findall(r"\d+", split)])


def splits_for(content: Content, mode: Mode, seats: int) -> tuple[str, ...]:
    """Return the splits of so many players that there are characters enough for."""
    characters = content.characters.values()
    match mode:
        case Mode.COLDWARM:
            camps = [c.versions[0].camp for c in characters]
            options = (STANDARD, *_camp_splits(seats))
            return tuple([s for s in options if _enough(camps_of(s, seats), camps)])
        case Mode.SERIES:
            of = [c.series for c in characters]
            found = sorted((of.count(s) for s in set(of)), reverse=True)
            options = (STANDARD, *_team_splits(seats))
            return tuple([s for s in options if _fill(teams_of(s, seats), found)])
        case Mode.IDENTITY | Mode.KARMA:
            return (STANDARD,)


def _enough(wanted: Mapping[Camp, int], camps: Sequence[Camp]) -> bool:
    return all(camps.count(camp) >= count for camp, count in wanted.items())


def _fill(teams: Sequence[int], series: Sequence[int]) -> bool:
    """Say whether each team finds a series of its own; both are largest first."""
    return len(teams) <= len(series) and all(
        team <= size for team, size in zip(teams, series, strict=False)
    )
