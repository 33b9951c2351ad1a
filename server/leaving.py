"""Players who lose their seats for good, by own wish or not, and what a running game makes of it.

A game whose rules know of that (``Game.leaves``) goes on as they say, and nobody plays the seat any
more. In any other a bot plays it on.
"""

from __future__ import annotations

from engine.errors import Refused
from server import table_state
from server.api import Stage
from server.durable import DurableTable
from server.seats import seat_of

__all__ = ["leave"]


async def leave(kept: DurableTable, who: str) -> None:
    """Take the seat of ``who``, an ``Identity.id``, for good.

    In a masked game that cannot be seen: a bot plays on in that person's name.
    Raises :class:`server.codes.RequestError` without a seat, or ``StoreError``.
    """
    state, seat = kept.state, seat_of(kept.state.seats, who)
    if state.stage is Stage.PLAYING and seat >= 0:
        if kept.masked:
            await kept.become(table_state.step_out(state, who, "heuristic"))
            return
        try:
            out = table_state.leave(state, who, out=True)
            await kept.decide(lambda running: running.leave(seat), out)
        except Refused:
            pass  # the rules take no notice, or the seat is out already
        else:
            return
    await kept.become(table_state.leave(state, who, masked=kept.masked))
