"""When and how much a session sends while a masked game is played (FD-16.1, FD-3.3).

Encryption hides what is sent, not when and how much. So while a masked game runs, output leaves

* as an *echo*, soon after the player's own input (which can be seen on the wire anyway); or
* at a *beat*: a moment that is public and the same for every viewer of the table, in a size that
  follows from public facts alone. Beats follow what everybody is told, a little later, so that the
  work of drawing has been done by then, and the ticks of the public clock.

News that only one viewer has (an ally's words, say) wait for the next beat and ride on it. What
does not fit into a beat waits for the one after it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from server.api import Size, Stage
from server.deadlines import Cancel, LoopTime, Time

__all__ = ["ECHO_SECONDS", "TALK", "TICK", "Sizes", "Veil", "echo_size", "step_size"]

TICK: Final = 512
"""Bytes of a beat with the public clock: what moves on a screen then, and a line of talk."""
TALK: Final = 1024
"""Bytes of a beat after something was said to all."""
_PAGE: Final = 4096
_STEP: Final = 2048
"""What beats of a step are multiples of."""
_ECHOES: Final = (64, 768, _PAGE)
"""Sizes of echoes: a typed character, whatever a key does on a form, a page; then whole pages.

Measured on the order sheet: characters take 35 to 50 bytes, everything else 90 to 500.
"""
DELAY: Final = 0.75
"""Seconds from a public moment to its beat: longer than all sessions of a table need to draw."""
_SLACK: Final = 0.15
"""Seconds that a session may take to draw what a tick of the clock or a late frame changes."""
ECHO_SECONDS: Final = 2.0
"""Seconds after an input in which output counts as its echo."""
_EVERY: Final = 10.0
_EVERY_LONG: Final = 60.0
_LONG: Final = 1200.0
"""Seconds left from which the clock beats once a minute only."""
_AFTER: Final = 0.5
"""Seconds from the beat of a step to the one that brings what was drawn late."""


def echo_size(length: int) -> int:
    """Return the size to which an echo of ``length`` bytes is padded; 0 for none.

    The difference is 0 or enough for padding (see :meth:`tui.differ.Differ.padding`).
    """
    if not length:
        return 0
    fits = (size for size in _ECHOES if size == length or size - length > 2)
    return next(fits, math.ceil((length + 3) / _PAGE) * _PAGE)


def step_size(size: Size) -> int:
    """Return the size of the beat of a new step on a window of ``size``.

    Measured: what a step changes takes 1,400 bytes at most on 80x24, 1,800 on 120x40.
    """
    return math.ceil(size.columns * size.rows / 2 / _STEP) * _STEP


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Bytes of the three beats; ``step`` is asked when it is needed, for windows change."""

    step: Callable[[], int]
    talk: int = TALK
    tick: int = TICK


@dataclass(slots=True)
class _Seen:
    """The public facts of the newest frame, and the number of the ask put to the viewer."""

    told: int
    step: tuple[object, ...]
    ends: float
    ask: int


@dataclass(slots=True)
class Veil:
    """One session's shaping; off, it lets everything pass and costs a comparison.

    ``beat(size)`` must send exactly ``size`` bytes, whatever there is; with 0 whatever was held,
    in any size.
    """

    beat: Callable[[int], None]
    sizes: Sizes
    time: Time = field(default_factory=LoopTime)
    on: bool = False
    _seen: _Seen | None = None
    _typed: float = -math.inf
    _asked: float = -math.inf
    _held: float = -math.inf
    _drawing: bool = False
    _late: int = 0
    _ending: bool = False
    _ticks: Cancel | None = None
    _planned: list[Cancel] = field(default_factory=list)

    # --- what happens -----------------------------------------------------------------------

    def typed(self) -> None:
        """Be told of the player's own input."""
        if self.on:
            self._typed = self.time.now()

    def asked(self) -> None:
        """Be told that the player's session has asked something of the table."""
        if self.on:
            self._asked = self.time.now()

    def take(self, frame: Mapping[str, Any]) -> float:
        """Note a frame of the table; return when it may be shown (seconds of the loop)."""
        now = self.time.now()
        if frame.get("t") != "table":
            return now if not self.on or frame.get("closed") else self._private(now, answer=True)
        beat = frame.get("beat")
        if beat is None:
            self.lift()
            return now
        step = (frame["game_no"], frame["stage"], frame["waiting_kind"])
        ask = -1 if frame["ask"] is None else frame["ask"]["id"]
        new = _Seen(told=beat["told"], step=step, ends=beat["ends"], ask=ask)
        seen, self._seen = self._seen, new
        playing = frame["stage"] == Stage.PLAYING
        if seen is None:
            # Whoever has just come gets a screen of their own.
            self.on, self._typed = playing, now
        elif not self.on:
            self.on = playing
        elif seen.step != step:
            self._ending = not playing
            self._plan(min(max(beat["at"], now - DELAY), now) + DELAY, self.sizes.step())
            self._planned.append(self._at(self._held + _AFTER, lambda: self._due(self.sizes.talk)))
        elif seen.told != beat["told"]:
            self._plan(min(max(beat["at"], now - DELAY), now) + DELAY, self.sizes.talk)
        else:
            self._keep_ticks()
            return self._private(now, answer=seen.ask != ask)
        if seen is not None and seen.ask != ask:
            self._asked = -math.inf
        self._keep_ticks()
        return now

    def drawn(self) -> None:
        """Be told that the last frame has been drawn (or will be within :data:`_SLACK`)."""
        self._drawing = False
        late, self._late = self._late, 0
        if late:
            self._planned.append(self._at(self.time.now() + _SLACK, lambda: self._due(late)))

    def lift(self) -> None:
        """Let everything pass from now on: the game is over, or another room was entered."""
        self.on = self._drawing = self._ending = False
        self._seen, self._late, self._held = None, 0, -math.inf
        for planned in (*self._planned, *([self._ticks] if self._ticks else [])):
            planned.cancel()
        self._planned.clear()
        self._ticks = None

    # --- what may leave ---------------------------------------------------------------------

    def may_send(self) -> bool:
        """Return whether output may leave now, as an echo; otherwise a beat will take it."""
        if not self.on:
            return True
        now = self.time.now()
        return now >= self._held and now - self._typed < ECHO_SECONDS

    # --- beats ------------------------------------------------------------------------------

    def _private(self, now: float, *, answer: bool) -> float:
        """Return when news for this viewer alone may be shown: at once if it has asked for them.

        ``answer``: they may be what it waits for. Every answer to the game brings a new ask.
        """
        if answer and now - self._asked < ECHO_SECONDS:
            self._asked = -math.inf
            return now
        return self._next_tick(now) or now + _EVERY - now % _EVERY

    def _next_tick(self, now: float) -> float:
        """Return the next tick of the public clock, 0 if none runs: single ones at the end."""
        left = 0.0 if self._seen is None else self._seen.ends - now
        if left <= 0 or self._seen is None:
            return 0.0
        every = 1.0 if left <= _EVERY else _EVERY_LONG if left > _LONG else _EVERY
        return self._seen.ends - every * (math.ceil(left / every - 1e-6) - 1)

    def _keep_ticks(self) -> None:
        """Beat with the public clock."""
        if self._ticks is not None:
            self._ticks.cancel()
            self._ticks = None
        when = self._next_tick(self.time.now()) if self.on else 0.0
        if when:
            self._ticks = self._at(when + _SLACK, self._tick)

    def _tick(self) -> None:
        if self.time.now() >= self._held:
            self._due(self.sizes.tick)
        self._keep_ticks()

    def _plan(self, when: float, size: int) -> None:
        """Hold everything until ``when``, and beat then."""
        self._held, self._drawing = when, True
        self._planned = self._planned[-8:]
        self._planned.append(self._at(when, lambda: self._due(size)))

    def _due(self, size: int) -> None:
        """Beat, unless the frame has not been drawn yet: then as soon as it is."""
        if self._drawing:
            self._late = max(self._late, size)
            return
        ending, self._ending = self._ending, False
        self.beat(size)
        if ending:
            self.lift()
            self.beat(0)

    def _at(self, when: float, callback: Callable[[], None]) -> Cancel:
        return self.time.call_at(when, callback)
