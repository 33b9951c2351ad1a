"""Making and merging the frames of a table.

What every frame of one moment has in common is made once from public facts (:class:`Moment`); what
belongs to one viewer is added from that viewer's own :class:`~engine.view.Observer` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine.game import AskView
from engine.request import Answer
from server.api import (
    AskFrame,
    Beat,
    ChatLine,
    Clock,
    EyesInfo,
    SeatInfo,
    Stage,
    TableFrame,
    TableLine,
)
from server.masks import result_shown, seats_shown
from server.seats import seat_info
from server.table_state import Online, TableState, acting_host

__all__ = ["EVENTS", "Moment", "Sight", "ask_frame", "merge", "seats_for", "table_frame"]

EVENTS: Final = 2000
"""Events and chat lines that one frame carries at most: the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The public facts of a table at one moment.

    ``seed`` is ``""`` until the game is over. ``clock`` holds seconds left and total. ``masked``:
    who sits behind which seat is nobody's to know (``server.masks``); then nobody is ``online``.
    """

    state: TableState
    online: Online
    masked: bool = False
    away: Online = frozenset()
    """Ids of the people who have let time run out and not touched a key since."""
    watchers: tuple[str, ...] = ()
    waiting: tuple[int, ...] = ()
    waiting_kind: str = ""
    clock: tuple[float, int] | None = None
    commitment: str = ""
    seed: str = ""
    result: dict[str, Any] | None = None
    beat: Beat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What one viewer alone has: ``events`` new to its channel, of ``seq`` so far.

    ``through`` is the seat whose events and view a watcher has been given, ``late`` says that they
    are of the past.
    """

    you: int = -1
    through: int = -1
    late: bool = False
    eyes: tuple[EyesInfo, ...] = ()
    host: bool = False
    seq: int = 0
    events: tuple[dict[str, Any], ...] = ()
    chat: tuple[ChatLine, ...] = ()
    lines: tuple[TableLine, ...] = ()
    view: dict[str, Any] | None = None
    ask: AskFrame | None = None


def ask_frame(ask: AskView, answer: Answer | None, *, step: int = 0) -> AskFrame:
    """Return the viewer's own ask as a map, with what that viewer has answered to it so far.

    ``step`` is the number of the timed step it belongs to, 0 for none.
    """
    frame = AskFrame(
        id=ask.id,
        kind=ask.kind,
        options=list(ask.options),
        default=list(ask.default),
        least=ask.least,
        most=ask.most,
        ordered=ask.ordered,
        text=ask.text,
        context=dict(ask.context),
        settled=ask.settled,
    )
    if step:
        frame["step"] = step
    if answer is not None:
        frame["answer"] = list(answer)
    return frame


def seats_for(moment: Moment) -> Callable[[int], list[SeatInfo]]:
    """Return what gives the seats as the viewer at a seat (-1: none) gets them at one moment."""
    if moment.masked:
        return seats_shown(moment.state)
    seats = _seats(moment)
    return lambda _you: seats


def table_frame(
    moment: Moment, sight: Sight, seats: Callable[[int], list[SeatInfo]] | None = None
) -> TableFrame:
    """Return the frame of one viewer at one moment.

    ``seats`` is that of :func:`seats_for`, whose seats frames have in common: nobody changes them.
    """
    state, masked = moment.state, moment.masked
    clock = None if moment.clock is None else Clock(left=moment.clock[0], total=moment.clock[1])
    frame = TableFrame(
        t="table",
        code=state.code,
        game=state.game,
        options=dict(state.options),
        clock_option=state.clock,
        stage=str(state.stage),
        seats=(seats or seats_for(moment))(sight.you),
        you=sight.you,
        host=sight.host,
        watchers=list(moment.watchers),
        game_no=state.game_no,
        seq=sight.seq,
        events=list(sight.events[-EVENTS:]),
        chat=list(sight.chat),
        view=sight.view,
        waiting=list(moment.waiting),
        waiting_kind=moment.waiting_kind,
        ask=sight.ask,
        clock=clock,
        lines=list(sight.lines),
        late_option=state.late,
        commitment=moment.commitment,
        seed=moment.seed if state.stage is Stage.OVER else "",
        result=result_shown(moment.result, sight.you) if masked else moment.result,
    )
    if moment.beat is not None:
        frame["beat"] = moment.beat.copy()
    if state.muted and state.stage is Stage.PLAYING:
        frame["muted"] = list(state.muted)
    if state.stage is Stage.OVER:
        frame["game_id"] = state.game_id
    frame["watch_option"], frame["replays_option"] = state.watch, state.replays
    frame["seating_option"] = state.seating
    if sight.through >= 0:
        frame["through"] = sight.through
    if sight.late:
        frame["late"] = True
    if sight.eyes:
        frame["eyes"] = list(sight.eyes)
    return frame


def _seats(moment: Moment) -> list[SeatInfo]:
    host = acting_host(moment.state, moment.online)
    return [
        seat_info(
            seat,
            online=seat.is_person and seat.owner in moment.online,
            host=seat.is_person and seat.owner == host,
            away=seat.is_person and not seat.bot and seat.owner in moment.away,
        )
        for seat in moment.state.seats
    ]


def merge(old: TableFrame, new: TableFrame) -> TableFrame:
    """Return ``new`` with what ``old`` had and was not fetched: events and chat, in order, bounded.

    Events of another game, or of another seat than the new frame's, are dropped: the new frame
    then brings all of its own.
    """
    merged = new.copy()
    if _sight(old) == _sight(new):
        merged["events"] = [*old["events"], *new["events"]][-EVENTS:]
        merged["lines"] = [*old.get("lines", []), *new.get("lines", [])][-EVENTS:]
        if "seen" in old:
            merged["seen"] = old["seen"]
        if "drawer" in old:
            merged["drawer"] = old["drawer"]
    merged["chat"] = [*old["chat"], *new["chat"]][-EVENTS:]
    return merged


def _sight(frame: TableFrame) -> tuple[int, int, int]:
    """Return of which game, and through whose eyes, a frame's events are."""
    return frame["game_no"], frame["you"], frame.get("through", -1)
