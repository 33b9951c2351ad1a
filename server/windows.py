"""When the answer to a window takes effect.

Some asks are put whether or not the seat holds anything to answer with (N81-6.13), and how soon it
answers must not tell: neither that there was nothing to think about, nor that its player always
passes. So for each such window a moment is drawn, without a look at any hand, and whoever answers
sooner is heard at that moment. Bots think as long anyhow (:mod:`server.bots`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.chance import Dice
from engine.game import Game
from server.channel import LocalChannel
from server.codes import Code, RequestError
from server.deadlines import Cancel, Time
from server.requests import Answer
from server.running import RunningGame

__all__ = ["AT_ONCE", "WindowPace", "Windows"]

_FINE: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPace:
    """Between how many seconds after a window was opened the moment is that is drawn for it."""

    least: float = 0.6
    most: float = 2.0


AT_ONCE: Final = WindowPace(least=0.0, most=0.0)
"""For tests and simulations."""


class Windows:
    """The windows of one table. ``heard(channel, answer)`` is called when a held answer is due."""

    def __init__(
        self,
        game: Game,
        time: Time,
        pace: WindowPace,
        dice: Dice,
        heard: Callable[[LocalChannel, Answer], None],
    ) -> None:
        self._game = game
        self._time = time
        self._pace = pace
        self._dice = dice
        self._heard = heard
        self._key: object = None
        self._due = 0.0
        self._held: dict[LocalChannel, Cancel] = {}

    def keep(self, running: RunningGame | None) -> None:
        """Draw a moment for the open decision, if it is a window that has just been opened."""
        key = None if running is None else (running.id, running.decision)
        if running is None or key == self._key:
            return
        self._key, self._due = key, self._time.now()
        if running.driver.waiting_kind in self._game.windows:
            part = self._dice.below(_FINE + 1) / _FINE
            self._due += self._pace.least + (self._pace.most - self._pace.least) * part

    def holds(self, channel: LocalChannel, answer: Answer) -> bool:
        """Hold an answer that comes too soon; False where it is to be heard at once.

        Raises :class:`RequestError` for a second one while the first is held.
        """
        if channel in self._held:
            raise RequestError(Code.SLOW_DOWN)
        if channel.bot_seat >= 0 or self._time.now() >= self._due:
            return False
        self._held[channel] = self._time.call_at(self._due, partial(self._hear, channel, answer))
        return True

    def stop(self) -> None:
        """Forget what is held: the table ends, and will ask again when it is opened again."""
        for held in self._held.values():
            held.cancel()
        self._held.clear()

    def _hear(self, channel: LocalChannel, answer: Answer) -> None:
        self._held.pop(channel, None)
        self._heard(channel, answer)
