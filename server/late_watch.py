"""Watchers who see a game late, as their table wants it: a moment of its past, whole.

A friend beside a watcher could tell a player what is on the watcher's screen. So whatever a late
watcher gets of a running game is of one and the same earlier moment: events, view, who is asked,
clock, table lines, and what the players say. Once the game is over there is nothing left to tell,
and everybody sees the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.chapters import chapters
from engine.driver import retrace
from engine.event import ViewerEvent
from engine.journal import Journal
from engine.view import Observer
from server.frames import Moment
from server.running import RunningGame

__all__ = ["DELAYS", "ROUND", "LateWatch", "Past"]

ROUND: Final = -1
"""Until the round (or act) is over."""
DELAYS: Final = (0, 60, 300, ROUND)
"""Seconds by which watchers may be late; 0 not at all."""
_KEPT: Final = 4000
"""Moments kept of one game; if there are ever more, watchers wait for the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Point:
    """A moment: when it was, how many of the game's events were told, and talk and lines so far."""

    at: float
    told: int
    decision: int
    moment: Moment
    lines: int
    said: int

    @property
    def facts(self) -> object:
        """What makes it another moment than the one before; a clock that ticks does not."""
        now = self.moment
        return self.told, self.decision, self.lines, self.said, now.state, now.online, now.away


@dataclass(slots=True)
class _Sight:
    """What one viewer is shown late."""

    observer: Observer
    view: dict[str, Any] | None = None


@dataclass(slots=True, kw_only=True)
class Past:
    """The moment that late watchers are shown; ``lines`` and ``said`` bound what they may read.

    ``run`` names the run of its clock.
    """

    moment: Moment
    run: object
    lines: int
    said: int
    told: int
    _running: RunningGame
    _sights: dict[int, _Sight] = field(default_factory=dict)

    def events(self, viewer: int) -> Sequence[ViewerEvent]:
        """Return what this viewer was told by then."""
        return self._sight(viewer).observer.events

    def view(self, viewer: int) -> dict[str, Any]:
        """Return this viewer's view as it was then."""
        sight = self._sight(viewer)
        if sight.view is None:
            sight.view = sight.observer.fold.plain()
        return sight.view

    def _sight(self, viewer: int) -> _Sight:
        sight = self._sights.get(viewer)
        if sight is None:
            sight = self._sights[viewer] = _Sight(Observer(self._running.driver, viewer))
        if sight.observer.update(self.told):
            sight.view = None
        return sight


class LateWatch:
    """The past of one table, as far as somebody may still have to be shown it."""

    def __init__(self) -> None:
        self._points: deque[_Point] = deque(maxlen=_KEPT)
        self._running: RunningGame | None = None
        self._opening = 0
        self._reached = 0
        self._sights: dict[int, _Sight] = {}

    def note(
        self, moment: Moment, running: RunningGame | None, now: float, *, lines: int, said: int
    ) -> None:
        """Keep the present moment; all that the game has led to must be durable."""
        if running is None or not moment.state.watch or not running.decision:
            self._points.clear()
            self._running = None
            return
        if running is not self._running:
            self._begin(running)
        point = _Point(
            at=now, told=len(running.driver.events), decision=running.decision, moment=moment,
            lines=lines, said=said,
        )  # fmt: skip
        if not self._points or point.facts != self._points[-1].facts:
            self._points.append(point)

    def past(self, watchers: Sequence[str], now: float) -> Past | None:
        """Return what late watchers are shown now; ``None`` where nobody is late.

        ``watchers`` are those of the present: who watches is no secret.
        """
        running, points = self._running, self._points
        if running is None or not points:
            return None
        begun = self._round_begun(running) if self._delay == ROUND else 0
        # The oldest moment stays in any case, for there must be something to show.
        while len(points) > 1 and self._is_ripe(points[1], now, begun):
            points.popleft()
        point = points[0]
        ripe = self._is_ripe(point, now, begun)
        moment = replace(point.moment, watchers=tuple(watchers))
        if self._delay == ROUND or not ripe:
            moment = replace(moment, waiting=(), waiting_kind="", clock=None)
        told = begun if self._delay == ROUND else point.told if ripe else 0
        self._reached = max(self._reached, told, self._opening)
        return Past(
            moment=moment,
            run=point.at,
            lines=point.lines if ripe else 0,
            said=point.said if ripe else 0,
            told=self._reached,
            _running=running,
            _sights=self._sights,
        )

    def due_at(self, now: float) -> float | None:
        """Return when there will be something more to show, if time alone brings it."""
        if self._running is None or not self._points or self._delay <= 0:
            return None
        due = (point.at + self._delay for point in self._points)
        return next((at for at in due if at > now), None)

    @property
    def _delay(self) -> int:
        return self._points[-1].moment.state.watch

    def _is_ripe(self, point: _Point, now: float, begun: int) -> bool:
        """Tell whether a moment may be shown at ``now``, ``begun`` events before the round."""
        if self._delay == ROUND:
            return point.told <= begun
        return point.at + self._delay <= now

    def _begin(self, running: RunningGame) -> None:
        """Take up a game: a new one, one that came back with its server, or was taken back."""
        same = self._running is not None and self._running.id == running.id
        self._running = running
        self._sights = {}
        if same:
            return
        self._points.clear()
        self._reached = 0
        # What was told before the first decision shows nobody's doing: it may be seen at once.
        journal = running.driver.journal
        begun = Journal(header=journal.header, entries=list(journal.entries))
        self._opening = len(next(retrace(running.driver.game, begun)).events)

    @staticmethod
    def _round_begun(running: RunningGame) -> int:
        """Return how many events were told before the round that is on."""
        return max(chapters(event.public for event in running.driver.events), default=0)
