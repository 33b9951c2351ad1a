"""A table as one plain value, and its life: WAITING -> PLAYING -> OVER -> rematch -> WAITING.

Every operation returns a new state or raises :class:`RequestError`, so a refused request changed
nothing. Presence (``online``, ids of the people attached now) is handed in; it is no part of the
state, for it does not survive a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.event import Value
from server.api import Identity, Stage
from server.codes import Code, RequestError
from server.deadlines import OLDER, SECONDS
from server.seats import (
    EMPTY,
    Seat,
    SeatKind,
    Seats,
    bot_name,
    compact,
    free_seat,
    gone,
    person,
    put,
    seat_of,
    unready,
)

__all__ = ["CLOCKS", "Drawer", "Online", "TableState", "acting_host", "add_bot", "configure",
           "doze", "give_up", "leave", "over", "ready", "rematch", "remove", "returned", "sit",
           "start", "step_in", "step_out", "taken"]  # fmt: skip

CLOCKS = (*SECONDS.values(), *OLDER)
"""Seconds that a decision may take; 0 for as long as it likes."""

Online = frozenset[str]
"""Ids of the people who have this table open now."""

Drawer = Mapping[str, tuple[str, ...]]
"""What a player's own programs have left at the seat, by name (``server.drawers``)."""

Configured = Callable[[int, Mapping[str, Value]], Mapping[str, Value]]
"""Completes the options for a number of seats, or refuses them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """What the store keeps of a table. ``host`` is an ``Identity.id``, ``""`` if nobody sits.

    ``game_no`` counts the games started here; ``game_id`` is the store's key of the last one.
    ``late`` is who decides when time runs out (``server.absent.Late``). ``seen`` holds how many of
    its own events of this game each person has been shown, ``drawers`` what each has left at the
    seat in it (``server.drawers``), both by ``Identity.id``. ``step`` is the
    decision that is open in a game whose clocks run on without its players, and ``begun`` when it
    was put, in seconds since 1970. ``abandoned``: everybody had left the last game for too long.
    ``muted`` are public seat numbers of a masked game (``server.mutes``), in order. ``watch`` is by
    how many seconds watchers are late (``server.late_watch``), ``replays`` who may see every view
    of a finished game (``server.history.Replays``), ``seating`` where all sit in a rematch
    (``server.seating``).
    """

    code: str
    game: str
    options: Mapping[str, Value]
    clock: int
    seats: Seats
    host: str = ""
    stage: Stage = Stage.WAITING
    game_no: int = 0
    game_id: str = ""
    late: str = "safe"
    seen: Mapping[str, int] = field(default_factory=dict)
    drawers: Mapping[str, Drawer] = field(default_factory=dict)
    step: int = 0
    begun: float = 0.0
    abandoned: bool = False
    muted: tuple[int, ...] = ()
    watch: int = 0
    replays: str = "players"
    seating: str = "rotate"

    def plain(self) -> dict[str, Any]:
        """Return the state as plain data for the store."""
        seats = [
            {"kind": str(s.kind), "owner": s.owner, "name": s.name, "tag": s.tag,
             "ready": s.ready, "bot": s.bot, "dozing": s.dozing}
            for s in self.seats
        ]  # fmt: skip
        return {
            "code": self.code, "game": self.game, "options": dict(self.options),
            "clock": self.clock, "seats": seats, "host": self.host, "stage": str(self.stage),
            "game_no": self.game_no, "game_id": self.game_id, "late": self.late,
            "seen": dict(self.seen), "drawers": _in_lists(self.drawers),
            "step": self.step, "begun": self.begun,
            "abandoned": self.abandoned, "muted": list(self.muted),
            "watch": self.watch, "replays": self.replays, "seating": self.seating,
        }  # fmt: skip

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> TableState:
        """Return the state that :meth:`plain` wrote; raise for anything else."""
        seats = tuple(Seat(**{**seat, "kind": SeatKind(seat["kind"])}) for seat in data["seats"])
        options = {name: _value(value) for name, value in data["options"].items()}
        stage = Stage(data["stage"])
        drawers = {who: _drawer(stored) for who, stored in data.get("drawers", {}).items()}
        changed = {"seats": seats, "options": options, "stage": stage, "drawers": drawers}
        return cls(**{**data, **changed, "muted": tuple(data.get("muted", ()))})


def _value(stored: Any) -> Value:
    """Return an option as it was before it was stored: the codec turns tuples into lists."""
    return tuple(map(_value, stored)) if isinstance(stored, list) else stored


def _in_lists(drawers: Mapping[str, Drawer]) -> dict[str, dict[str, list[str]]]:
    return {
        who: {name: list(words) for name, words in drawer.items()}
        for who, drawer in drawers.items()
    }


def _drawer(stored: Mapping[str, Any]) -> Drawer:
    return {name: tuple(words) for name, words in stored.items()}


def acting_host(state: TableState, online: Online) -> str:
    """Return who may act as host: the host if here, else the first seated person who is.

    So a host who drops out for a moment loses nothing, and nobody waits for one who is away.
    """
    if state.host in online:
        return state.host
    here = (s.owner for s in state.seats if s.is_person and s.owner in online)
    return next(here, state.host)


def _at(state: TableState, *stages: Stage) -> None:
    if state.stage not in stages:
        raise RequestError(Code.WRONG_STAGE, stage=str(state.stage))


def _hosted(state: TableState, who: str, online: Online) -> None:
    if who != acting_host(state, online):
        raise RequestError(Code.NOT_HOST)


def _seated(state: TableState, who: str) -> int:
    number = seat_of(state.seats, who)
    if number < 0:
        raise RequestError(Code.NOT_SEATED)
    return number


def sit(state: TableState, who: Identity, wanted: int) -> TableState:
    """Take a free seat before a start; the first to sit is the host."""
    _at(state, Stage.WAITING)
    if seat_of(state.seats, who.id) >= 0:
        raise RequestError(Code.ALREADY_SEATED)
    number = free_seat(state.seats, wanted)
    seats = put(state.seats, number, person(who))
    return replace(state, seats=seats, host=state.host or who.id)


def leave(state: TableState, who: str, *, out: bool = False, masked: bool = False) -> TableState:
    """Give up one's seat: free before and after a game, played on by a bot during one.

    ``out``: the game has nobody play it on. The host passes to the next person around the table,
    or (``masked``) to the first by name, as nobody may learn who sits beside whom. What lay in the
    drawer at the seat is thrown away.
    """
    number = _seated(state, who)
    if out:
        left = gone(state.seats[number])
    elif state.stage in (Stage.PLAYING, Stage.FROZEN):
        kind = state.seats[number].bot or "heuristic"
        left = bot_name(state.seats, kind)
    else:
        left = EMPTY
    seats = put(state.seats, number, left)
    host = state.host
    if host == who:
        around = [*seats[number:], *seats[:number]]
        if masked:
            around.sort(key=lambda seat: (seat.name, seat.tag))
        host = next((s.owner for s in around if s.is_person), "")
    drawers = {owner: drawer for owner, drawer in state.drawers.items() if owner != who}
    return replace(state, seats=seats, host=host, drawers=drawers)


def ready(state: TableState, who: str, *, is_ready: bool) -> TableState:
    """Say whether one is ready."""
    _at(state, Stage.WAITING)
    number = _seated(state, who)
    return replace(
        state, seats=put(state.seats, number, replace(state.seats[number], ready=is_ready))
    )


def add_bot(state: TableState, who: str, online: Online, wanted: int, bot: str) -> TableState:
    """Put a bot on a free seat before a start, or let one stand in for somebody away in a game."""
    _at(state, Stage.WAITING, Stage.PLAYING)
    _hosted(state, who, online)
    if state.stage is Stage.WAITING:
        number = free_seat(state.seats, wanted)
        return replace(state, seats=put(state.seats, number, bot_name(state.seats, bot)))
    number = _absent(state, online, wanted)
    return replace(state, seats=put(state.seats, number, replace(state.seats[number], bot=bot)))


def _absent(state: TableState, online: Online, number: int) -> int:
    if not 0 <= number < len(state.seats):
        raise RequestError(Code.NO_SUCH_SEAT, seat=number)
    seat = state.seats[number]
    if not seat.is_person or seat.owner in online or seat.bot:
        raise RequestError(Code.SEAT_NOT_ABSENT, seat=number)
    return number


def remove(state: TableState, who: str, online: Online, number: int) -> TableState:
    """Free a bot's seat, or that of somebody away, before a start."""
    _at(state, Stage.WAITING)
    _hosted(state, who, online)
    if 0 <= number < len(state.seats) and state.seats[number].kind is SeatKind.BOT:
        return replace(state, seats=put(state.seats, number, EMPTY))
    return leave(state, state.seats[_absent(state, online, number)].owner)


def taken(state: TableState, who: str, online: Online, number: int) -> str:
    """Return whose seat the host takes for good in a game: somebody's for whom a bot stands in.

    So they are away and everybody has been told before.
    """
    _at(state, Stage.PLAYING)
    _hosted(state, who, online)
    if not 0 <= number < len(state.seats):
        raise RequestError(Code.NO_SUCH_SEAT, seat=number)
    seat = state.seats[number]
    if not seat.is_person:
        raise RequestError(Code.WRONG_STAGE, stage=str(state.stage))
    if not seat.stand_in or seat.owner in online:
        raise RequestError(Code.SEAT_NOT_ABSENT, seat=number)
    return seat.owner


def returned(state: TableState, who: str) -> TableState:
    """Send the bot away that stood in for somebody who is back."""
    number = seat_of(state.seats, who)
    if number < 0 or not state.seats[number].bot:
        return state
    awake = replace(state.seats[number], bot="", dozing=False)
    return replace(state, seats=put(state.seats, number, awake))


def doze(state: TableState, idle: frozenset[int], bot: str = "heuristic") -> TableState:
    """Let bots play the seats of people who have been silent for long, until their next request."""
    _at(state, Stage.PLAYING)
    seats = tuple(
        replace(seat, bot=bot, dozing=True)
        if number in idle and seat.is_person and not seat.bot
        else seat
        for number, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats)


def step_out(state: TableState, who: str, bot: str) -> TableState:
    """Let a bot play one's seat until one is back; the seat stays one's own."""
    _at(state, Stage.PLAYING)
    number = _seated(state, who)
    out = replace(state.seats[number], bot=bot, dozing=False)
    return replace(state, seats=put(state.seats, number, out))


def step_in(state: TableState, who: str) -> TableState:
    """Take one's seat back from the bot."""
    _at(state, Stage.PLAYING)
    _seated(state, who)
    return returned(state, who)


def configure(
    state: TableState,
    who: str,
    online: Online,
    check: Configured,
    *,
    seats: int,
    options: Mapping[str, Value],
    clock: int,
    late: str = "safe",
    watch: int = 0,
    replays: str = "players",
    seating: str = "rotate",
) -> TableState:
    """Change the set-up before a start; nobody is held to a "ready" said of another set-up.

    ``check`` refuses what cannot be played (``server.setup``).
    """
    _at(state, Stage.WAITING)
    _hosted(state, who, online)
    complete = check(seats, options)
    around = unready(compact(state.seats, seats))
    return replace(
        state, options=complete, clock=clock, late=late, watch=watch, replays=replays,
        seating=seating, seats=around,
    )  # fmt: skip


def start(
    state: TableState, who: str, online: Online, check: Configured, *, fill: bool, least: int
) -> TableState:
    """Begin a game: empty seats get bots (``fill``) or are taken away.

    Every person but the acting host must be ready. ``least`` is the game's smallest number of
    seats.
    """
    _at(state, Stage.WAITING)
    _hosted(state, who, online)
    late = tuple(s.name for s in state.seats if s.is_person and not s.ready and s.owner != who)
    if late:
        raise RequestError(Code.NOT_READY, names=late)
    seats = state.seats
    if fill:
        for number, seat in enumerate(seats):
            if seat.kind is SeatKind.EMPTY:
                seats = put(seats, number, bot_name(seats, "heuristic"))
    else:
        seats = tuple(seat for seat in seats if seat.kind is not SeatKind.EMPTY)
    if len(seats) < least:
        raise RequestError(Code.TOO_FEW, least=least)
    return replace(
        state,
        seats=seats,
        options=check(len(seats), state.options),
        stage=Stage.PLAYING,
        game_no=state.game_no + 1,
        seen={seat.owner: 0 for seat in seats if seat.is_person},
        drawers={},
        step=0,
        begun=0.0,
        abandoned=False,
        muted=(),
    )


def give_up(state: TableState) -> TableState:
    """Go back to waiting without a result: everybody has left the game for too long."""
    _at(state, Stage.PLAYING)
    return replace(state, stage=Stage.WAITING, seats=unready(state.seats), abandoned=True)


def over(state: TableState) -> TableState:
    """End the game."""
    return replace(state, stage=Stage.OVER)


def rematch(state: TableState, who: str) -> TableState:
    """Go back to waiting with the same seats, nobody ready; any seated person may ask for it."""
    _at(state, Stage.OVER)
    _seated(state, who)
    return replace(state, stage=Stage.WAITING, seats=unready(state.seats))
