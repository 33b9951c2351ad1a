"""What a session knows of one table: the newest frame, its own events, and what is highlighted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from server.api import ChatLine, SeatInfo, Stage, TableFrame
from server.requests import Put
from tui.games import (
    Bench,
    Building,
    Choice,
    Desk,
    Drafting,
    Leaving,
    Passing,
    Presenter,
    presenter,
)
from tui.i18n import current
from tui.screens.choosing import NOT_CHOOSING, Choosing
from tui.widgets.lines import clean

__all__ = ["MADE_UP", "MISSED", "MISSING", "TABLE_LINE", "TableState", "names_of"]

MISSING = "_missing"
"""Kind of a made-up log entry: ``count`` events were dropped on a link that was too slow."""
MISSED = "_missed"
"""Kind of a made-up log entry: everything below is new since the viewer was last here."""
TABLE_LINE = "_table"
"""Kind of a made-up log entry: the table did something; the fields of ``server.api.TableLine``."""
MADE_UP = frozenset({MISSING, MISSED, TABLE_LINE})
"""Kinds that no game knows, and that have no rule."""
MAX_CHAT_LINES = 200
_ALWAYS: Final = "always"
"""What the windows that are always passed are called in the drawer; drafts go by the ask's kind."""


def names_of(seats: Sequence[SeatInfo]) -> tuple[str, ...]:
    """Return display names by seat; those that occur twice carry their tag or seat number."""
    plain = [clean(seat["name"]) or str(index) for index, seat in enumerate(seats, start=1)]
    return tuple(
        f"{name} {clean(seats[index]['tag']) or f'({index + 1})'}"
        if plain.count(name) > 1
        else name
        for index, name in enumerate(plain)
    )


@dataclass(slots=True)
class TableState:
    """One table as this session sees it.

    ``seen`` is how many events of this game the player was shown in earlier visits, ``None`` if
    that is not known. While ``returning``, the page tells what was missed.
    """

    frame: TableFrame
    seen: int | None = None
    returning: bool = False
    missed_at: int | None = None
    """Index into ``log`` of the first entry that the player was not shown, if that is known."""
    events: list[Mapping[str, Any]] = field(default_factory=list)
    log: list[Mapping[str, Any]] = field(default_factory=list)
    """The events with made-up entries between them, as the log shows them."""
    begun: int = 0
    """How often the log has been begun anew."""
    chat: list[ChatLine] = field(default_factory=list)
    choosing: Choosing = NOT_CHOOSING
    sent: int = -1
    """The ask that was answered and whose effect has not arrived yet."""
    hidden: bool = False
    notes: bool = False
    hinting: bool = False
    """Whether hints are shown in place of the page."""
    hint_top: int = 0
    """How many rows the hints are scrolled."""
    about: bool = False
    """Whether the highlighted secret option is explained in the private pane."""
    log_at: int = -1
    """Index into ``log`` of the line that is highlighted while walking through it."""
    scroll: int = 0
    """How many rows the log is scrolled back."""
    always: set[str] = field(default_factory=set)
    """Kinds of windows that the viewer wants to be passed without a question, in this game."""
    drawer: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What lies in the viewer's drawer at the table (``server.drawers``), by name."""
    desk: Desk | None = None
    """The viewer's place at a game that has one."""
    bench: Bench | None = None
    """Where the open ask is answered by putting something together, if it is such a one."""
    _named: tuple[TableFrame, tuple[str, ...]] | None = None
    """Of which frame the names are known, and the names."""
    _called: tuple[TableFrame, str, Sequence[str]] | None = None
    """Of which frame and in which language the cast is known, and the cast."""

    @classmethod
    def begin(cls, frame: TableFrame, seen: int | None = None) -> TableState:
        """Return the state after the first frame."""
        state = cls(frame=frame, seen=frame.get("seen") if seen is None else seen)
        state.drawer = {name: tuple(words) for name, words in frame.get("drawer", {}).items()}
        state.always.update(state.drawer.get(_ALWAYS, ()))
        state.desk = state.presenter.desk()
        state._take_events(frame, first=True)
        state._take_ask(frame)
        state._take_bench(frame)
        state.chat.extend(frame["chat"])
        if state.desk is not None:
            state.desk.take(state)
        return state

    def take(self, frame: TableFrame) -> bool:
        """Take the next frame; return whether something is asked that was not asked before."""
        old = self.frame
        if _eyes(frame) != _eyes(old):
            # Another game, or another seat's eyes: the frame brings all of its own events.
            self.events.clear()
            self.log.clear()
            self.begun += 1
            self.log_at, self.scroll, self.seen = -1, 0, None
            self.notes = self.about = self.returning = self.hinting = False
            self.missed_at = None
            self.sent, self.choosing = -1, NOT_CHOOSING
            self.always.clear()
            self.drawer.clear()
            self.bench = None
        before = self.choosing.ask
        answered = self.sent >= 0
        self.frame = frame
        if _kind_asked(frame) != _kind_asked(old):
            self.hinting, self.hint_top = False, 0
        self._take_events(frame, first=False)
        self._take_ask(frame)
        self._take_bench(frame)
        self.chat.extend(frame["chat"])
        del self.chat[:-MAX_CHAT_LINES]
        if self.desk is not None:
            self.desk.take(self)
        return self.choosing.ask not in {-1, before} and not answered and not self.passes

    @property
    def presenter(self) -> Presenter:
        """The presenter of this table's game."""
        return presenter(self.frame["game"])

    @property
    def names(self) -> tuple[str, ...]:
        """Display names by seat."""
        if self._named is None or self._named[0] is not self.frame:
            self._named = (self.frame, names_of(self.frame["seats"]))
        return self._named[1]

    @property
    def cast(self) -> Sequence[str]:
        """By what names the game speaks of its players."""
        language, called = current(), self._called
        if called is None or called[0] is not self.frame or called[1] != language:
            cast = self.presenter.cast(self.frame, self.names)
            self._called = called = (self.frame, language, cast)
        return called[2]

    def dies(self, seat: int) -> bool:
        """Return whether a seat that is lost for good in this game is out by that; -1 is none."""
        found = self.presenter
        return seat >= 0 and isinstance(found, Leaving) and found.dies(self.frame, seat)

    @property
    def stage(self) -> Stage:
        """Where the table is in its life."""
        return Stage(self.frame["stage"])

    @property
    def seated(self) -> bool:
        """Whether the viewer has a seat."""
        return self.frame["you"] >= 0

    @property
    def sees(self) -> bool:
        """Whether the viewer sees what a seat sees: the own, or one that was lent."""
        return self.seated or "through" in self.frame

    @property
    def out(self) -> bool:
        """Whether a bot plays the viewer's seat until the viewer steps in."""
        return self.seated and self.frame["seats"][self.frame["you"]].get("stand_in", False)

    @property
    def away(self) -> bool:
        """Whether the viewer counts as away, having let time run out."""
        return self.seated and self.frame["seats"][self.frame["you"]].get("away", False)

    @property
    def asked(self) -> bool:
        """Whether the viewer is to decide now."""
        ask = self.frame["ask"]
        if self.stage is not Stage.PLAYING or ask is None or ask["id"] == self.sent:
            return False
        if self.desk is not None:
            return self.desk.asked(self.frame)
        # Where several decide at once, an answer may wait for the others'.
        return ask.get("answer") is None

    @property
    def open(self) -> bool:
        """Whether an answer would be taken: where something is built, also a second one."""
        return self.asked or (self.bench is not None and self.stage is Stage.PLAYING)

    @property
    def passing(self) -> tuple[str, ...] | None:
        """The answer that passes the open window; None where nothing asked can be passed."""
        ask = self.frame["ask"]
        game: object = self.presenter
        if ask is None or not self.asked or (found := _passing(game)) is None:
            return None
        return found.passing(ask)

    @property
    def passes(self) -> bool:
        """Whether the open window is of a kind that the viewer always wants to be passed."""
        ask = self.frame["ask"]
        return self.passing is not None and ask is not None and ask["kind"] in self.always

    @property
    def missed(self) -> int:
        """How many log entries are new since the viewer was last here."""
        return next((event["count"] for event in self.log if event["kind"] == MISSED), 0)

    @property
    def missed_lines(self) -> int:
        """How many of them have a line to read."""
        return next((event["lines"] for event in self.log if event["kind"] == MISSED), 0)

    @property
    def secret(self) -> str:
        """The highlighted option if it is secret and may be shown, or ``""``."""
        option = self.choosing.option
        secret = not self.hidden and any(c.option == option and c.secret for c in self.choices)
        return option if secret and option is not None else ""

    @property
    def choices(self) -> list[Choice]:
        """The options of the open ask, none if nothing is asked."""
        ask = self.frame["ask"]
        if not self.open or ask is None:
            return []
        return self.presenter.choices(self.frame, ask, self.cast)

    def refused(self) -> None:
        """Let the viewer answer again, since the answer was not taken."""
        if self.sent >= 0:
            self.sent = -1
            self._take_ask(self.frame)

    def to_put(self) -> list[Put]:
        """Return what is to be left in the drawer now, as it is not there yet.

        Whoever sends it need not ask again: from now on it counts as being there.
        """
        frame = self.frame
        if not self.seated or self.stage is not Stage.PLAYING:
            return []
        now = {_ALWAYS: tuple(sorted(self.always))}
        if frame["ask"] is not None and (drafting := _drafting(self.bench)) is not None:
            now[frame["ask"]["kind"]] = drafting.draft()
        new = {name: words for name, words in now.items() if words != self.drawer.get(name, ())}
        self.drawer |= new
        return [
            Put(game_no=frame["game_no"], name=name, words=list(words))
            for name, words in new.items()
        ]

    def _take_events(self, frame: TableFrame, *, first: bool) -> None:
        new = frame["events"]
        known = len(self.events)
        missing = frame["seq"] - known - len(new)
        if missing > 0:
            gap = {"kind": MISSING, "count": missing}
            self.events += [gap] * missing
            self.log.append(gap)
        start = frame["seq"] - len(new)
        since = self._missed_from(frame, new, start) if first else None
        shown: list[Mapping[str, Any]] = []
        for index in range(len(new) + 1):
            if index == since and self.seen is not None:
                self.missed_at = len(self.log) + len(shown)
            if index == since and 0 < index < len(new):
                shown.append({"kind": MISSED, "count": 0, "lines": 0})
            shown += [
                {"kind": TABLE_LINE, **line}
                for line in frame.get("lines", [])
                if min(max(line["at"] - start, 0), len(new)) == index
            ]
            shown += new[index : index + 1]
        for index, event in enumerate(shown):
            if event["kind"] == MISSED:
                count, lines = len(shown) - index - 1, self._lines(shown, index + 1)
                shown[index] = {"kind": MISSED, "count": count, "lines": lines}
        self.events.extend(new)
        self.log.extend(shown)

    def _lines(self, shown: Sequence[Mapping[str, Any]], start: int) -> int:
        """Return how many entries from ``start`` on have a line in the log."""
        return sum(
            shown[at]["kind"] == TABLE_LINE
            or bool(self.presenter.log(shown[at], shown[at - 1], self.cast))
            for at in range(start, len(shown))
        )

    def _missed_from(
        self, frame: TableFrame, new: Sequence[Mapping[str, Any]], start: int
    ) -> int | None:
        """Return the index of the first event that is new, if it is known or can be guessed."""
        if frame["you"] < 0 or frame["stage"] not in (Stage.PLAYING, Stage.OVER):
            return None
        if self.seen is not None:
            return max(self.seen - start, 0)
        return _last_own(new, frame["you"]) if frame["stage"] == Stage.PLAYING else None

    def _take_ask(self, frame: TableFrame) -> None:
        ask = frame["ask"]
        if ask is None or ask["id"] != self.choosing.ask:
            self.about = False
        if ask is None or frame["stage"] != Stage.PLAYING:
            self.choosing, self.sent = NOT_CHOOSING, -1
            return
        if ask["id"] == self.sent or ask["id"] == self.choosing.ask:
            return
        self.sent = -1
        choices = self.presenter.choices(frame, ask, self.cast)
        self.choosing = Choosing(
            ask=ask["id"],
            options=tuple(choice.option for choice in choices),
            keys=tuple(choice.key for choice in choices),
            least=ask["least"],
            most=ask["most"],
            ordered=ask["ordered"],
        )

    def _take_bench(self, frame: TableFrame) -> None:
        if frame["ask"] is None or frame["stage"] != Stage.PLAYING:
            self.bench = None
        elif self.bench is None or not self.bench.take(frame):
            game: object = self.presenter
            found = _building(game)
            self.bench = None if found is None else found.bench(frame)
            draft = self.drawer.get(frame["ask"]["kind"], ())
            if draft and (drafting := _drafting(self.bench)) is not None:
                drafting.restore(draft)


def _drafting(bench: Bench | None) -> Drafting | None:
    # Asking a protocol takes long, and most asks have no bench.
    return bench if bench is not None and isinstance(bench, Drafting) else None


# There is one presenter a game; asking a protocol takes long, and these are asked at every frame.


@cache
def _passing(found: object) -> Passing | None:
    return found if isinstance(found, Passing) else None


@cache
def _building(found: object) -> Building | None:
    return found if isinstance(found, Building) else None


def _eyes(frame: TableFrame) -> tuple[int, int, int]:
    """Return of which game, and through whose eyes, a frame's events are."""
    return frame["game_no"], frame["you"], frame.get("through", -1)


def _kind_asked(frame: TableFrame) -> str | None:
    """Return the kind of the open ask; a game may put the same ask again and again."""
    return None if frame["ask"] is None else frame["ask"]["kind"]


def _last_own(events: Sequence[Mapping[str, Any]], you: int) -> int:
    """Return how many events there are up to the last one of the viewer's own doing.

    Those at the very end do not count: they only begin the turn that waits for the viewer.
    """
    end = len(events)
    while end and events[end - 1].get("seat") == you:
        end -= 1
    own = (index for index in range(end - 1, -1, -1) if events[index].get("seat") == you)
    return next(own, -1) + 1
