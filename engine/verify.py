"""Checking a finished game against the seed that its table had committed to."""

from __future__ import annotations

from engine.chance import ChanceSource, SeededChance, commitment
from engine.driver import Driver, replay
from engine.errors import JournalError
from engine.game import Game
from engine.journal import Journal
from engine.request import Chance

__all__ = ["verify"]


class _Checked:
    """Passes the journal's draws through and holds each against the seed's."""

    def __init__(self, journaled: ChanceSource, journal: Journal) -> None:
        self._journaled = journaled
        self._length = len(journal.entries)
        self._seeded = SeededChance(journal.header.seed)

    def draw(self, sequence: int, chance: Chance) -> tuple[int, ...]:
        taken = self._journaled.draw(sequence, chance)
        if sequence >= self._length or taken != self._seeded.draw(sequence, chance):
            raise JournalError("seed", sequence=sequence)
        return taken


def verify(game: Game, journal: Journal, promised: str) -> Driver:
    """Return the game as it was played if all of it follows from the promised seed.

    ``promised`` is the commitment shown at the start. Raises :class:`JournalError`:
    ``commitment`` if the seed is another one, ``seed`` with the entry's ``sequence`` where a draw
    is not the seed's, and whatever :func:`engine.driver.replay` raises.
    """
    if commitment(journal.header.seed) != promised:
        raise JournalError("commitment")
    return replay(game, journal, through=lambda source: _Checked(source, journal))
