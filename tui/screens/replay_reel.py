"""A game seen again: where one stands in it, through whose eyes, and what is to be seen there.

Pure: tapes in (``server.api.Tape``), a table frame out. The view at any moment is the game's own
fold of the events that its viewer had been told by then; there is no second way to a view.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.chapters import chapters
from engine.event import SPECTATOR
from server.api import SeatInfo, Stage, TableFrame, Tape, TapeMark
from tui.games import Calling, Presenter, presenter
from tui.screens.replay_views import Views, own_places
from tui.widgets.lines import Span, clean

__all__ = ["ALL", "Reel"]

ALL: Final = -2
"""Everybody's eyes at once: only of a game that is over."""


def _at(mark: TapeMark) -> int:
    return mark["at"]


def _decision(mark: TapeMark) -> int:
    return mark["decision"]


class Reel:
    """The tapes of one game and a place in it. ``at`` counts the events that have been told."""

    def __init__(self, tapes: Sequence[Tape]) -> None:
        self._tapes = {tape["viewer"]: tape for tape in tapes}
        self._views = Views()
        self._aligned: dict[int, list[int]] = {}
        self.viewer = tapes[0]["viewer"]
        self.at = self.first

    # --- whose eyes ----------------------------------------------------------------------------

    @property
    def tape(self) -> Tape:
        """The tape that is shown; for everybody's eyes what a spectator was told."""
        return self._tapes[SPECTATOR if self.viewer == ALL else self.viewer]

    @property
    def presenter(self) -> Presenter:
        """The presenter of the game."""
        return presenter(self.tape["game"])

    @property
    def eyes(self) -> list[int]:
        """Through whose eyes one may look: spectator, seats, and all at once."""
        viewers = self.tape["viewers"]
        return [*viewers, ALL] if self.over and len(viewers) > 1 else viewers

    @property
    def over(self) -> bool:
        """Whether the game is over, so that nothing of it is a secret to whoever may see this."""
        return self.tape["over"]

    def missing(self, viewer: int) -> list[int]:
        """Return whose tapes are needed to look through these eyes from here."""
        wanted = self.tape["viewers"] if viewer == ALL else [viewer]
        # From one pair of eyes to another the way goes over what everybody was told.
        through = [SPECTATOR] if viewer != self.viewer else []
        return [one for one in dict.fromkeys([*through, *wanted]) if one not in self._tapes]

    def look(self, viewer: int, tapes: Sequence[Tape] = ()) -> None:
        """Look through other eyes at the same moment; ``tapes`` are those that were missing."""
        self._tapes |= {tape["viewer"]: tape for tape in tapes}
        if viewer == self.viewer:
            return
        public = self._public_place(self.tape["viewer"], self.at)
        self.viewer = viewer
        self.at = max(self.first, self._own_place(self.tape["viewer"], public))

    def seats_at(self) -> Mapping[int, int]:
        """Return, for everybody's eyes, how many of its own events each seat has been told."""
        return {seat: self._own_place(seat, self.at) for seat in self._tapes if seat != SPECTATOR}

    def _places(self, seat: int) -> list[int]:
        if seat not in self._aligned:
            public, own = self._tapes[SPECTATOR]["events"], self._tapes[seat]["events"]
            self._aligned[seat] = own_places(public, own)
        return self._aligned[seat]

    def _own_place(self, viewer: int, public: int) -> int:
        if viewer == SPECTATOR:
            return public
        places = self._places(viewer)
        return places[min(public, len(places) - 1)]

    def _public_place(self, viewer: int, at: int) -> int:
        return at if viewer == SPECTATOR else bisect_left(self._places(viewer), at)

    # --- where ---------------------------------------------------------------------------------

    @property
    def first(self) -> int:
        """The earliest place: where the first decision was put."""
        marks = self.tape["marks"]
        return marks[0]["at"] if marks else self.last

    @property
    def last(self) -> int:
        """The place after the last event."""
        return len(self.tape["events"])

    @property
    def decisions(self) -> int:
        """How many decisions there are."""
        return self._number(len(self.tape["marks"]))

    @property
    def decision(self) -> int:
        """The number of the decision that is open here, or was put last; 1 for the first."""
        return self._number(self._put)

    @property
    def _put(self) -> int:
        """How many questions have been put so far, with all that a seat was asked more."""
        return bisect_right(self.tape["marks"], self.at, key=_at)

    def _number(self, put: int) -> int:
        return self.tape["marks"][put - 1]["decision"] if put else 0

    @property
    def chapter(self) -> int:
        """The round or act in which one stands, by its place among them; 0 before the first."""
        return bisect_right(self._chapters, self.at - 1)

    @property
    def _chapters(self) -> list[int]:
        return chapters(self.tape["events"])

    def step(self, by: int, names: Sequence[str]) -> bool:
        """Go to the next (or last) event that has something to read; say whether one has moved."""
        before, at = self.at, self.at
        while self.first <= at + by <= self.last:
            at += by
            if at in (self.first, self.last) or self._readable(at - 1, names):
                break
        self.at = at
        return at != before

    def _readable(self, index: int, names: Sequence[str]) -> bool:
        """Tell whether an event has a sentence, for all or for these eyes."""
        if self.said(index, names) or self.own(index, names):
            return True
        mine = self.viewer >= 0 and self.presenter.mine(self.tape["events"][index], names)
        return bool(mine)

    def go(self, at: int) -> bool:
        """Go to a place; say whether one has moved."""
        before, self.at = self.at, max(self.first, min(self.last, at))
        return self.at != before

    def turn_decision(self, by: int) -> bool:
        """Go to the next decision, or the one before."""
        places = sorted({mark["at"] for mark in self.tape["marks"]})
        return self._turn(places, by)

    def turn_chapter(self, by: int) -> bool:
        """Go to where the next round or act begins, or this one or the one before."""
        return self._turn([place + 1 for place in self._chapters], by)

    def to_decision(self, number: int) -> bool:
        """Go to a decision by its number, from 1; say whether there is one."""
        if not 1 <= number <= self.decisions:
            return False
        marks = self.tape["marks"]
        self.at = marks[bisect_left(marks, number, key=_decision)]["at"]
        return True

    def _turn(self, places: Sequence[int], by: int) -> bool:
        if by > 0:
            later = bisect_right(places, self.at)
            return self.go(places[later] if later < len(places) else self.last)
        earlier = bisect_left(places, self.at) - 1
        return self.go(places[earlier] if earlier >= 0 else self.first)

    # --- what is to be seen --------------------------------------------------------------------

    def mark(self, viewer: int | None = None) -> TapeMark | None:
        """Return the decision that is open at this very place; of another tape by its number."""
        put, marks = self._put, self.tape["marks"]
        if not put or marks[put - 1]["at"] != self.at or self.ended:
            return None
        if viewer is not None:
            marks = self._tapes[viewer]["marks"]
            put = bisect_right(marks, self.decision, key=_decision)
        return marks[put - 1]

    @property
    def ended(self) -> bool:
        """Whether one stands at the end of a game that is over."""
        return self.over and self.at == self.last

    def frame(self, viewer: int | None = None) -> TableFrame:
        """Return the table as the eyes that are chosen, or those of a seat, had it here."""
        tape = self.tape if viewer is None else self._tapes[viewer]
        at = self.at
        if viewer not in (None, self.viewer):
            at = self._own_place(tape["viewer"], self._public_place(self.tape["viewer"], self.at))
        mark = self.mark(viewer)
        ended = self.ended
        return TableFrame(
            t="table",
            code=tape["code"],
            game=tape["game"],
            options=tape["options"],
            clock_option=0,
            stage=str(Stage.OVER if ended else Stage.PLAYING),
            seats=[_seat(name) for name in tape["names"]],
            you=tape["viewer"],
            host=False,
            watchers=[],
            game_no=1,
            seq=at,
            events=[],
            chat=[],
            view=self._views.at(tape, at),
            waiting=[] if mark is None else mark["waiting"],
            waiting_kind="" if mark is None else mark["kind"],
            ask=None if mark is None else mark["ask"],
            clock=None,
            commitment=tape["commitment"],
            seed=tape["seed"] if ended else "",
            result=tape["result"] if ended else None,
            game_id=tape["id"],
        )

    def called(self, seat: int, names: Sequence[str]) -> str:
        """Return by what name the game calls a seat's player; ``names`` are the cast's."""
        found = self.presenter
        if isinstance(found, Calling):
            name = found.called(self.frame(seat), names) if seat in self._tapes else ""
            return name or str(seat + 1)
        return names[seat] if seat < len(names) else str(seat + 1)

    def events(self) -> list[dict[str, Any]]:
        """Return the events told so far."""
        return self.tape["events"][: self.at]

    def said(self, index: int, names: Sequence[str]) -> tuple[Span, ...]:
        """Return the public sentence of an event; empty where there is none."""
        events = self.tape["events"]
        if not 0 <= index < len(events):
            return ()
        return self.presenter.log(events[index], events[index - 1] if index else None, names)

    def own(self, index: int, names: Sequence[str]) -> list[tuple[int, str]]:
        """Return who alone learned what from an event, and from those told to a few before it.

        By seats: the own one, or all of them. Nothing of a game that is not over, where that stays
        in the private pane.
        """
        if not self.over or self.viewer == SPECTATOR:
            return []
        found: list[tuple[int, str]] = []
        for seat, tape in sorted(self._tapes.items()):
            if seat == SPECTATOR or self.viewer not in (ALL, seat):
                continue
            if self.viewer == ALL:
                places = self._places(seat)
                told = range(places[index - 1] + 1 if index else 0, places[index] + 1)
            else:
                told = range(index, index + 1)
            mine = (self.presenter.mine(tape["events"][i], names) for i in told)
            found += [(seat, text) for text in mine if text]
        return found


def _seat(name: str) -> SeatInfo:
    return SeatInfo(kind="player", name=clean(name), tag="", online=True, ready=True, host=False)
