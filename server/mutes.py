"""Seats of a masked game that the host has muted: nothing is read under them in public (FD-15.2).

A mute hits the public seat number under which a post would appear, whoever writes it: nobody,
the host included, knows more of who that is. Everybody may know of it; the posts that it keeps
back are refused to their writer alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import Game
from server.api import Stage
from server.codes import Code, RequestError
from server.requests import Mute, Unmute
from server.running import RunningGame
from server.table_state import TableState

__all__ = ["asked", "check_voice", "mute"]


def asked(state: TableState, game: Game, who: str, request: Mute | Unmute) -> TableState:
    """Return what the host's request makes of the table.

    Nobody stands in for a host who is away: that would tell who is here.
    """
    if who != state.host:
        raise RequestError(Code.NOT_HOST)
    return mute(state, game, request.seat, on=isinstance(request, Mute))


def mute(state: TableState, game: Game, seat: int, *, on: bool) -> TableState:
    """Return the table with the seat that its game calls ``seat`` muted, or (not ``on``) heard.

    Raises :class:`RequestError` where there is nothing to mute.
    """
    if not game.masked:
        raise RequestError(Code.BAD_REQUEST)
    if state.stage is not Stage.PLAYING:
        raise RequestError(Code.WRONG_STAGE, stage=str(state.stage))
    if not 1 <= seat <= len(state.seats):
        raise RequestError(Code.NO_SUCH_SEAT, seat=seat - 1)
    others = {*state.muted} - {seat}
    return replace(state, muted=tuple(sorted({*others, seat} if on else others)))


def check_voice(
    state: TableState, running: RunningGame | None, seat: int, answer: Sequence[str]
) -> None:
    """Refuse an answer of the table's ``seat`` that would be read under a muted one."""
    if state.muted and running is not None and running.author(seat, answer) in state.muted:
        raise RequestError(Code.MUTED)
