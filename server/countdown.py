"""Something that happens once a condition has held long enough without a break."""

from __future__ import annotations

from collections.abc import Callable

from server.deadlines import Cancel, Time

__all__ = ["Countdown"]


class Countdown:
    """Calls ``over`` once :meth:`keep` has been told the same for long enough.

    Whoever acts on ``over`` later than at once asks :attr:`runs` first, which is False if the
    condition has ended in the meantime.
    """

    def __init__(self, time: Time, over: Callable[[], None]) -> None:
        self._time = time
        self._over = over
        self._planned: Cancel | None = None

    def keep(self, *, holds: bool, seconds: float) -> None:
        """Go on if the condition holds, to its end ``seconds`` after it began; else call it off."""
        if not holds:
            self.stop()
        elif self._planned is None:
            self._planned = self._time.call_at(self._time.now() + seconds, self._over)

    def stop(self) -> None:
        """Call it off; idempotent."""
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None

    @property
    def runs(self) -> bool:
        """Whether the condition holds still."""
        return self._planned is not None
