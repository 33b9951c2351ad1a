"""A game as viewers can see it again: their events, and where each decision stood.

The journal is played again through the real rules (:func:`engine.driver.retrace`) and one
:class:`~engine.view.Observer` for each viewer reads along, so a tape holds exactly what its viewer
was told, and that viewer's own asks and answers. Whoever shows it folds the events with the game's
own fold. Nothing here decides who may have a tape: that is :mod:`server.history`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.driver import Driver, Status, retrace
from engine.game import Game
from engine.journal import By, Entry, Journal
from engine.view import Observer
from server.api import TapeMark
from server.frames import ask_frame
from server.wire import pack, unpack

__all__ = ["Track", "tracks"]


@dataclass(slots=True, kw_only=True)
class Track:
    """One viewer's events and marks, as plain data."""

    viewer: int
    events: list[dict[str, Any]]
    marks: list[TapeMark]


@dataclass(slots=True)
class _Reader:
    observer: Observer
    marks: list[TapeMark] = field(default_factory=list)

    def mark(self, driver: Driver) -> None:
        """Note where a decision stands that has just been put, or its own seat is asked more."""
        ask, waiting = self.observer.ask, driver.waiting
        if driver.game.masked and waiting:
            waiting = tuple(range(driver.journal.header.seats))
        self.marks.append(
            TapeMark(
                decision=driver.step,
                at=len(self.observer.events),
                waiting=list(waiting),
                kind=driver.waiting_kind,
                ask=None if ask is None else ask_frame(ask, None),
                answer=None,
            )
        )

    def asked_more(self, driver: Driver) -> bool:
        """Return whether this viewer is asked something more that has no mark yet.

        Nobody else's tape has one: how often a seat was asked is its own to know.
        """
        ask, last = self.observer.ask, self.marks[-1]["ask"] if self.marks else None
        return driver.goes_on and ask is not None and (last is None or last["id"] != ask.id)

    def answered(self, entry: Entry) -> None:
        """Keep the viewer's own answer to the decision that was open; the last one counts."""
        mine = entry.seat == self.observer.viewer >= 0 and entry.by is not By.LEAVING
        if mine and self.marks:
            self.marks[-1]["answer"] = list(entry.answer)


def tracks(game: Game, journal: Journal, viewers: Sequence[int]) -> tuple[Driver, list[Track]]:
    """Return the driver at the journal's end, and what each of ``viewers`` saw on the way.

    Everything is packed and unpacked, so that it is what a session at the table had got.
    Raises :class:`engine.errors.JournalError`.
    """
    readers: list[_Reader] = []
    step, read = 0, 0
    passed = retrace(game, journal)
    driver = next(passed)
    readers = [_Reader(Observer(driver, viewer)) for viewer in viewers]
    while True:
        for reader in readers:
            reader.observer.update()
            for entry in driver.journal.entries[read:]:
                reader.answered(entry)
        read = len(driver.journal.entries)
        if driver.status is Status.RUNNING:
            for reader in readers:
                if driver.step != step or reader.asked_more(driver):
                    reader.mark(driver)
            step = driver.step
        if next(passed, None) is None:
            return driver, [_track(reader) for reader in readers]


def _track(reader: _Reader) -> Track:
    plain = unpack(pack({"marks": reader.marks, "events": reader.observer.events}))
    return Track(viewer=reader.observer.viewer, **plain)
