"""What each channel of a table has had, and what it gets next.

A channel gets a frame only when something in it is new *for that viewer*. So a sealed answer, which
changes nothing for the others, is not even to be noticed by a frame's arrival.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from server.api import Stage, TableFrame
from server.channel import LocalChannel
from server.chat import Talk
from server.cursor import Cursor
from server.eyes import Eyes
from server.frames import Moment, Sight, seats_for, table_frame
from server.late_watch import Past
from server.public import viewer_of
from server.running import RunningGame
from server.seats import seat_of
from server.table_state import TableState, acting_host
from server.tablelog import TableLog

__all__ = ["Cursor", "Readers"]


@dataclass(slots=True)
class _Reader:
    """Cursors of one channel, and its last frame without events, talk and seconds left."""

    viewer: int = -2
    game_no: int = -1
    events: int = 0
    table_lines: int = 0
    lines: int = 0
    among_watchers: int = 0
    shown: TableFrame | None = None
    clock_run: object = None
    seated: bool = False
    resumed: bool = False
    """Whether it goes on where another channel of the same session was cut."""


class Readers:
    """The cursors of all channels of one table."""

    def __init__(self) -> None:
        self._readers: dict[LocalChannel, _Reader] = {}
        self._epoch = secrets.token_hex(8)

    def drop(self, channel: LocalChannel) -> None:
        """Forget a channel that has ended."""
        self._readers.pop(channel, None)

    def cursor(self, channel: LocalChannel, talk: Talk) -> Cursor | None:
        """Return how far a channel is, with all it was given; ``None`` before its first frame."""
        reader = self._readers.get(channel)
        if reader is None:
            return None
        said, among = talk.had(reader.lines, reader.among_watchers)
        return Cursor(
            epoch=self._epoch,
            game_no=reader.game_no,
            viewer=reader.viewer,
            events=reader.events,
            said=said,
            among=0 if reader.seated else among,
            lines=reader.table_lines,
            seated=reader.seated,
        )

    def _begin(self, channel: LocalChannel, talk: Talk) -> _Reader:
        """Return the reader of a new channel, as far as its session is already."""
        have, reader = channel.have, _Reader()
        if have is not None:
            reader.viewer, reader.game_no, reader.events = have.viewer, have.game_no, have.events
            reader.resumed = True
            if have.epoch == self._epoch:
                reader.table_lines = have.lines
                reader.lines, reader.among_watchers = talk.place(have.said, have.among)
        self._readers[channel] = reader
        return reader

    def show(
        self,
        channels: Iterable[LocalChannel],
        moment: Moment,
        running: RunningGame | None,
        talk: Talk,
        log: TableLog,
        clock_run: object,
        eyes: Eyes,
        past: Past | None,
    ) -> None:
        """Give every channel what is new to it, all in one go.

        ``clock_run`` names the run of the decision clock, so that a clock that merely ticks is no
        news. ``past`` is what watchers get instead of the present, where they are late.
        """
        playing = moment.state.stage is Stage.PLAYING
        host = acting_host(moment.state, moment.online)
        seats = seats_for(moment)
        past_seats = seats if past is None else seats_for(past.moment)
        watched: dict[tuple[object, ...], _Made] = {}
        for channel in channels:
            reader = self._readers.get(channel) or self._begin(channel, talk)
            viewer = viewer_of(channel, moment.state)
            watching = viewer < 0 and channel.bot_seat < 0
            through = eyes.seat_of(channel.who.id) if watching else -1
            sees = through if through >= 0 else viewer
            late = past if watching else None
            now = moment if late is None else late.moment
            if (reader.viewer, reader.game_no) != (sees, moment.state.game_no):
                reader.viewer, reader.game_no = sees, moment.state.game_no
                reader.events = reader.table_lines = 0
            source = late or running
            # Who has a seat hears no watchers, not even when watching at a second terminal.
            seated = seat_of(moment.state.seats, channel.who.id) >= 0
            # Nothing is asked of a player for whom a bot plays.
            out = channel.bot_seat < 0 <= viewer and moment.state.seats[viewer].stand_in
            asking = running if playing and not out else None
            given = tuple(eyes.shown(channel.who.id, viewer))
            # Who watches and nothing else gets what all do who have had as much.
            alike = (seated, reader.events, reader.lines, reader.among_watchers, reader.table_lines)
            public = watching and through < 0 and not given
            made = watched.get(alike) if public else None
            if made is None:
                told = () if source is None else source.events(sees)
                sight = Sight(
                    you=viewer,
                    through=through,
                    late=late is not None,
                    eyes=given,
                    host=viewer >= 0 and channel.who.id == host,
                    seq=len(told),
                    events=tuple(told[reader.events :]),
                    chat=tuple(
                        talk.since(
                            reader.lines,
                            seated=seated,
                            until=None if late is None else late.said,
                            among_watchers=reader.among_watchers,
                        )
                    ),
                    lines=tuple(
                        log.since(reader.table_lines, sees, None if late is None else late.lines)
                    ),
                    view=None if source is None else source.view(sees),
                    ask=None if asking is None else asking.ask(viewer),
                )
                made = _made(table_frame(now, sight, seats if late is None else past_seats))
                if public:
                    watched[alike] = made
            frame, bare, news = made
            # Who watches late may have had more in another process than this one shows yet.
            reader.events = max(reader.events, frame["seq"])
            reader.among_watchers, reader.seated = talk.count, seated
            reader.lines = max(reader.lines, talk.count if late is None else late.said)
            reader.table_lines = log.count if late is None else late.lines
            first = reader.shown is None and not reader.resumed
            if first and viewer >= 0 and running is not None:
                _greet(frame, moment.state, channel.who.id)
            run = clock_run if late is None else late.run
            if news or reader.clock_run != run or bare != reader.shown:
                reader.shown, reader.clock_run = bare, run
                channel.push(_own(frame) if public else frame)


_Made = tuple[TableFrame, TableFrame, bool]
"""A frame, the same without what is new and without seconds left, and whether anything is new."""


def _made(frame: TableFrame) -> _Made:
    bare = frame.copy()
    bare["events"], bare["chat"], bare["lines"], bare["clock"] = [], [], [], None
    bare.pop("beat", None)
    return frame, bare, bool(frame["events"] or frame["chat"] or frame["lines"])


def _own(frame: TableFrame) -> TableFrame:
    """Return a frame that a channel may own: what it changes in it is no other channel's."""
    own = frame.copy()
    if frame["clock"] is not None:
        own["clock"] = frame["clock"].copy()
    return own


def _greet(frame: TableFrame, state: TableState, who: str) -> None:
    """Add what a seated player's first frame alone has: how much was seen, what was left here."""
    if who in state.seen:
        frame["seen"] = state.seen[who]
    if drawer := state.drawers.get(who):
        frame["drawer"] = {name: list(words) for name, words in drawer.items()}
