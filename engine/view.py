"""What one viewer may see: a fold of that viewer's own events, and its own pending ask.

An :class:`Observer` never reads the script's state. It can therefore hold nothing that was not
told to its viewer, and an observer made late (a reconnect) equals one that was there all along.
"""

from __future__ import annotations

from engine.driver import Driver
from engine.event import ViewerEvent
from engine.game import AskView, Fold

__all__ = ["Observer", "ask_view"]


class Observer:
    """One viewer of one driver; ``viewer`` is a seat or ``SPECTATOR``."""

    def __init__(self, driver: Driver, viewer: int) -> None:
        header = driver.journal.header
        self.viewer = viewer
        self.events: list[ViewerEvent] = []
        """Everything this viewer was told, in order; its length is the viewer's sequence."""
        self.fold: Fold = driver.game.fold(header.seats, header.options, viewer)
        self._driver = driver
        self._read = 0

    def update(self, until: int | None = None) -> list[ViewerEvent]:
        """Take in what was told since the last call and return this viewer's part of it.

        ``until`` stops after so many of the driver's events, for a viewer who is shown less.
        """
        told = self._driver.events
        end = len(told) if until is None else min(until, len(told))
        new: list[ViewerEvent] = []
        for index in range(self._read, end):
            mine = told[index].seen_by(self.viewer)
            if mine is not None:
                self.fold.apply(mine)
                new.append(mine)
        self._read = max(self._read, end)
        self.events.extend(new)
        return new

    @property
    def ask(self) -> AskView | None:
        """What is asked of this viewer now."""
        return ask_view(self._driver, self.viewer)


def ask_view(driver: Driver, seat: int) -> AskView | None:
    """Return the open ask of ``seat`` as that seat sees it, or ``None``."""
    pending = driver.pending.get(seat)
    if pending is None:
        return None
    ask = pending.ask
    return AskView(
        id=pending.id,
        kind=ask.kind,
        options=ask.options,
        default=ask.default,
        least=ask.least,
        most=ask.most,
        ordered=ask.ordered,
        text=ask.text,
        context=ask.context,
        settled=ask.settled,
    )
