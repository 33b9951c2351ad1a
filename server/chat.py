"""Table talk: cleaned at the door, bounded, and never a reason to be thrown out."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from server.api import ChatLine
from server.codes import Code, RequestError
from server.names import clean_text

__all__ = ["LENGTH", "Talk", "TokenBucket"]

LENGTH: Final = 240
"""Terminal cells that a line may take."""
KEPT: Final = 200
"""Lines that a table keeps."""


class TokenBucket:
    """``burst`` at once, then one every ``seconds``. A refusal costs nothing and ends by itself."""

    def __init__(self, *, burst: int, seconds: float) -> None:
        self._burst = float(burst)
        self._rate = 1 / seconds
        self._tokens = self._burst
        self._at = 0.0

    def take(self, now: float) -> bool:
        """Return whether one more is allowed at ``now`` (seconds, never going back)."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Return whether it may be forgotten: a new one would allow no more."""
        return self._tokens + (now - self._at) * self._rate >= self._burst


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    number: int
    line: ChatLine
    watchers_only: bool
    among: int
    """How many of the first ``number`` lines were for watchers only."""


class Talk:
    """The talk at one table: its last lines, and who may read each.

    While a game is running, what watchers say goes to watchers only: a seated player could be told
    something by a friend who looks over another's shoulder. It stays so after the game.
    """

    def __init__(self) -> None:
        self._lines: deque[_Said] = deque(maxlen=KEPT)
        self._buckets: dict[str, TokenBucket] = {}
        self.count = 0
        """Lines said so far; the cursor of a reader who has everything."""
        self._among = 0

    def say(self, who: str, name: str, seat: int, text: str, *, running: bool, now: float) -> None:
        """Add a line of ``who`` (an id); raise :class:`RequestError` if it cannot be said."""
        if len(self._buckets) > KEPT:
            self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
        bucket = self._buckets.setdefault(who, TokenBucket(burst=6, seconds=2.0))
        if not bucket.take(now):
            raise RequestError(Code.CHAT_SLOW)
        line = clean_text(text, cells=LENGTH)
        if not line:
            raise RequestError(Code.CHAT_EMPTY)
        self.count += 1
        watchers_only = running and seat < 0
        self._among += watchers_only
        self._lines.append(
            _Said(
                number=self.count,
                line=ChatLine(seat=seat, name=name, text=line),
                watchers_only=watchers_only,
                among=self._among,
            )
        )

    def since(
        self, cursor: int, *, seated: bool, until: int | None = None, among_watchers: int = 0
    ) -> Iterator[ChatLine]:
        """Yield the kept lines after ``cursor`` that such a reader may have.

        ``until`` bounds them for a reader who is late, but for what watchers say to one another:
        that comes at once, from ``among_watchers`` on.
        """
        for said in self._lines:
            if said.watchers_only:
                new = not seated and said.number > max(cursor, among_watchers)
            else:
                new = said.number > cursor and (until is None or said.number <= until)
            if new:
                yield said.line

    def had(self, cursor: int, among_watchers: int) -> tuple[int, int]:
        """Return how many lines a reader has had: of those for all, and of those among watchers.

        Each count tells nothing of the other kind; ``cursor`` and ``among_watchers`` are those of
        :meth:`since`.
        """
        until = max(cursor, among_watchers)
        return cursor - self._among_at(cursor), self._among_at(until)

    def place(self, said: int, among: int) -> tuple[int, int]:
        """Return ``cursor`` and ``among_watchers`` of a reader who has had so many of each."""
        for_all = [line.number for line in self._lines if not line.watchers_only]
        theirs = [line.number for line in self._lines if line.watchers_only]
        first, first_among = self._before()
        return (
            _after(for_all, said - (first - first_among), first),
            _after(theirs, among - first_among, first),
        )

    def _among_at(self, number: int) -> int:
        """Return how many of the first ``number`` lines were for watchers only."""
        first, among = self._before()
        if number <= first:
            return among
        return self._lines[min(number - first, len(self._lines)) - 1].among

    def _before(self) -> tuple[int, int]:
        """Return how many lines are not kept any more, and how many of those were for watchers."""
        if not self._lines:
            return self.count, self._among
        oldest = self._lines[0]
        return oldest.number - 1, oldest.among - oldest.watchers_only


def _after(numbers: list[int], had: int, first: int) -> int:
    """Return the number of the last line that was had of those kept, ``first`` for none of them."""
    return numbers[min(had, len(numbers)) - 1] if had > 0 and numbers else first
