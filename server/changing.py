"""What a request about seats and set-up makes of a table's state; pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from engine.event import Value
from engine.game import Game
from server import mutes, table_state
from server.api import Identity
from server.codes import Code, RequestError
from server.masks import cleared
from server.requests import (
    AddBot,
    Configure,
    Mute,
    Ready,
    Rematch,
    RemoveBot,
    Sit,
    StepIn,
    StepOut,
    Unmute,
)
from server.seating import reseated
from server.setup import (
    check_bot,
    check_late,
    check_replays,
    check_seating,
    check_setup,
    check_watch,
    option_values,
)
from server.table_state import Online, TableState

__all__ = ["SeatRequest", "changed"]

AS_IT_IS: Final = -2
"""The ``watch`` of a request that leaves a table's own."""

SeatRequest = (
    Sit | Ready | AddBot | RemoveBot | Configure | StepOut | StepIn | Mute | Unmute | Rematch
)


def changed(
    state: TableState,
    who: Identity,
    online: Online,
    game: Game,
    request: SeatRequest,
    *,
    masked: bool = False,
) -> TableState:
    """Return the state that ``request`` of ``who`` leads to.

    ``masked``: nobody may learn now who is here or played by a bot, not even the host.
    Raises :class:`server.codes.RequestError`, or ``ConfigError`` for options of the game.
    """
    match request:
        case Sit(seat=seat):
            return table_state.sit(state, who, seat)
        case Ready(ready=is_ready):
            return table_state.ready(state, who.id, is_ready=is_ready)
        case AddBot() if masked:
            raise RequestError(Code.WRONG_STAGE, stage=str(state.stage))
        case AddBot(seat=seat, bot=bot):
            return table_state.add_bot(state, who.id, online, seat, check_bot(game, bot))
        case RemoveBot(seat=seat):
            return table_state.remove(state, who.id, online, seat)
        case StepOut(bot=bot):
            return table_state.step_out(state, who.id, check_bot(game, bot))
        case StepIn():
            return table_state.step_in(state, who.id)
        case Configure():
            return _configured(state, who.id, online, game, request)
        case Mute() | Unmute():
            return mutes.asked(state, game, who.id, request)
        case Rematch():
            again = table_state.rematch(state, who.id)
            return cleared(again, online) if game.masked else reseated(again)
        case _:
            assert_never(request)


def _configured(
    state: TableState, who: str, online: Online, game: Game, request: Configure
) -> TableState:
    def check(seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
        return check_setup(game, seats=seats, options=options, clock=request.clock)

    return table_state.configure(
        state, who, online, check,
        seats=request.seats, options=option_values(request.options), clock=request.clock,
        late=check_late(request.late or state.late),
        watch=check_watch(game, state.watch if request.watch == AS_IT_IS else request.watch),
        replays=check_replays(request.replays or state.replays),
        seating=check_seating(request.seating or state.seating),
    )  # fmt: skip
