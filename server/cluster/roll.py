"""Who is alive, by what one process hears: pure, with the time as a number.

Every process renews its key in the bucket LIVE, and whoever does not for :data:`LIVE_SECONDS` is
gone. But a process that cannot hear must not blame the others: when the bucket itself had no
leader, or the copy of it stood still, everybody seems to be silent at once. So a process calls
nobody gone unless it has heard *its own* renewals, without a gap, for a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

from server.cluster.provision import LIVE_SECONDS

__all__ = ["News", "Roll", "Word"]

_GAP: Final = LIVE_SECONDS / 2
"""Seconds between two of its own renewals after which a process is not sure of what it hears."""
_STEADY: Final = LIVE_SECONDS
"""Seconds without such a gap after which it is sure again: time for all others to be heard."""
_SILENCE: Final = 2 * LIVE_SECONDS
"""Seconds of silence after which a peer is gone although the bucket has not told so."""
_NEVER: Final = float("-inf")


class Word(StrEnum):
    """What there is to tell."""

    CAME = "came"
    GONE = "gone"
    LOST = "lost"
    """This process could not renew: to the others it is gone, or soon will be."""
    BACK = "back"
    SURE = "sure"
    """From now on whoever is not among the peers is gone."""


News = tuple[Word, str]
"""A word, and the pid that it is about."""


class Roll:
    """The peers of one process, and whether it is alive itself. All times are of one clock."""

    def __init__(self, own: str) -> None:
        self.peers: dict[str, dict[str, Any]] = {}
        """The facts of every other process that is alive, by pid."""
        self.alive = False
        """Whether the others must take this process for alive."""
        self.sure = False
        """Whether this process hears what there is to be heard."""
        self._own = own
        self._heard: dict[str, float] = {}
        self._missing: set[str] = set()
        """Peers whose key is gone, while this process is not sure."""
        self._renewed = _NEVER
        """When the last renewal that succeeded was begun."""
        self._echo = _NEVER
        """When a renewal of this process was heard last."""
        self._steady = 0.0
        """Since when they were heard without a gap."""

    def renewed(self, begun: float, now: float) -> Iterator[News]:
        """Take note that a renewal that was begun at ``begun`` succeeded."""
        self._renewed = max(self._renewed, begun)
        if not self.alive and now < self.lapses:
            self.alive = True
            yield Word.BACK, self._own

    def heard(self, pid: str, facts: dict[str, Any], now: float) -> Iterator[News]:
        """Take note of a key's new value."""
        if pid == self._own:
            if now - self._echo > _GAP:
                self._steady = now
            self._echo = now
            return
        self._heard[pid] = now
        self._missing.discard(pid)
        new = pid not in self.peers
        self.peers[pid] = facts
        if new:
            yield Word.CAME, pid

    def missed(self, pid: str, now: float) -> Iterator[News]:
        """Take note that a key has expired, or was taken away by its owner."""
        if pid in self.peers:
            self._missing.add(pid)
            yield from self.look(now)

    def look(self, now: float) -> Iterator[News]:
        """Take note of the time. To be called at :attr:`lapses`, and a few times a second."""
        if self.alive and now >= self.lapses:
            self.alive = False
            yield Word.LOST, self._own
        was = self.sure
        self.sure = now - self._echo <= _GAP and now - self._steady >= _STEADY
        if self.sure:
            for pid in tuple(self.peers):
                silent = now - max(self._heard[pid], self._steady) >= _SILENCE
                if pid in self._missing or silent:
                    del self.peers[pid], self._heard[pid]
                    self._missing.discard(pid)
                    yield Word.GONE, pid
        if self.sure and not was:
            yield Word.SURE, self._own

    @property
    def lapses(self) -> float:
        """When this process is gone for the others unless it renews before."""
        return self._renewed + LIVE_SECONDS
