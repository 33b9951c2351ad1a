"""Where chance comes from: a committed seed, a journal, or a test's dictate.

A draw is a pure function of (seed, entry's place in the journal, the number of possible outcomes),
so a table can commit to its seed at the start (:func:`commitment`) and anybody can recompute every
draw when the seed is shown at the end. Nothing here touches the process's random generators.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol

from engine.errors import EngineError
from engine.request import Chance

__all__ = ["ChanceSource", "Dice", "DictatedChance", "SeededChance", "commitment", "shuffle_index"]


class ChanceSource(Protocol):
    """Draws the indices of a :class:`Chance`."""

    def draw(self, sequence: int, chance: Chance) -> tuple[int, ...]:
        """Return ``chance.take`` different indices into ``chance.outcomes``."""
        ...


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of the seed in hex, which may be shown before the seed."""
    return hashlib.sha256(seed).hexdigest()


def _number(seed: bytes, label: bytes, size: int) -> int:
    """Return a big integer from ``seed`` and ``label`` with ``size`` bytes of entropy."""
    return int.from_bytes(hashlib.shake_256(seed + label).digest(size), "big")


def shuffle_index(number: int, count: int, take: int) -> tuple[int, ...]:
    """Decode ``number`` into ``take`` different indices below ``count``, a factorial digit each."""
    pool = list(range(count))
    taken = []
    for left in range(count, count - take, -1):
        number, digit = divmod(number, left)
        taken.append(pool.pop(digit))
    return tuple(taken)


class SeededChance:
    """Draws from a committed seed of 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def draw(self, sequence: int, chance: Chance) -> tuple[int, ...]:
        """Draw; the bias is below 2**-128 since 16 bytes more are read than are needed."""
        count = len(chance.outcomes)
        size = chance.take * max(1, count.bit_length()) // 8 + 17
        number = _number(self.seed, sequence.to_bytes(8, "big"), size)
        return shuffle_index(number, count, chance.take)


class DictatedChance:
    """Takes the outcomes that a scenario dictates, by value; refuses what is not possible."""

    def __init__(self, outcomes: Iterable[Sequence[str]]) -> None:
        self._outcomes = [tuple(o) for o in outcomes]

    def draw(self, sequence: int, chance: Chance) -> tuple[int, ...]:
        """Return the indices of the next dictated outcome."""
        if not self._outcomes:
            raise EngineError("nothing_dictated", kind=chance.kind, sequence=sequence)
        wanted = self._outcomes.pop(0)
        free = list(range(len(chance.outcomes)))
        taken = []
        for value in wanted:
            index = next((i for i in free if chance.outcomes[i] == value), None)
            if index is None:
                raise EngineError("impossible_outcome", kind=chance.kind, value=value)
            free.remove(index)
            taken.append(index)
        if len(taken) != chance.take:
            raise EngineError("impossible_outcome", kind=chance.kind, value=wanted)
        return tuple(taken)


class Dice:
    """A small private source of numbers for bots and simulations, seeded by bytes or text."""

    def __init__(self, seed: bytes | str) -> None:
        self._seed = seed.encode() if isinstance(seed, str) else seed
        self._count = 0
        self._pool = 0
        self._left = 0

    def below(self, count: int) -> int:
        """Return a number in ``range(count)``; ``count`` is at least 1 and below 2**32."""
        if self._left < 8:
            self._pool = _number(self._seed, self._count.to_bytes(8, "big"), 512)
            self._count += 1
            self._left = 512
        self._left -= 8
        word = self._pool & 0xFFFF_FFFF_FFFF_FFFF
        self._pool >>= 64
        return word % count

    def pick(self, items: Sequence[str]) -> str:
        """Return one of ``items``."""
        return items[self.below(len(items))]
