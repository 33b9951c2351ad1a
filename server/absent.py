"""Players who let time run out: who counts as away, who is hurried, what is played for them.

Everything here is decided by public facts, so that a mark, a shorter clock or their absence tells
nothing that is hidden. Where several decide at once, sealed, a time-out is nobody's in particular
and counts for nobody.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final

from engine.chance import Dice
from engine.game import Game
from engine.request import Answer
from server.bots import ask_view, choose
from server.running import RunningGame
from server.table_state import Online, TableState
from server.wire import pack, unpack

__all__ = ["AWAY_AFTER", "HURRIED_AFTER", "Attendance", "Late", "bot_moves"]

AWAY_AFTER: Final = 2
"""Time-outs in a row, without a key in between, that mark a player as away."""
HURRIED_AFTER: Final = 4
"""Time-outs in a row, keys or not, after which only an answer gives the full clock back."""


class Late(StrEnum):
    """Who decides when time runs out: a table's option."""

    SAFE = "safe"
    """The ask's default, which every game chooses to be harmless."""
    BOT = "bot"
    """A bot that is shown what the seat is shown."""


class Attendance:
    """What each person of a game in progress has let pass; kept in memory, by ``Identity.id``."""

    def __init__(self) -> None:
        self._silent: Counter[str] = Counter()
        """Time-outs in a row since the last key."""
        self._missed: Counter[str] = Counter()
        """Time-outs in a row since the last answer."""

    def clear(self) -> None:
        """Begin a game."""
        self._silent.clear()
        self._missed.clear()

    def timed_out(self, who: str) -> None:
        """Count a decision that was this person's alone and ran out."""
        self._silent[who] += 1
        self._missed[who] += 1

    def here(self, who: str) -> None:
        """Take a sign of life: a key, a request, a return."""
        self._silent.pop(who, None)

    def answered(self, who: str) -> None:
        """Take a decision that was made in time."""
        self._silent.pop(who, None)
        self._missed.pop(who, None)

    @property
    def away(self) -> Online:
        """Who counts as away."""
        return frozenset(who for who, count in self._silent.items() if count >= AWAY_AFTER)

    def hurries(self, state: TableState, seats: tuple[int, ...]) -> bool:
        """Return whether a decision of these seats gets the short clock.

        Only if all of them belong to people who let time run out again and again: nobody else's
        time is ever cut. A key alone gives the full clock back only so many times, or somebody
        could hold up a table for ever by pressing one.
        """
        return bool(seats) and all(
            seat.is_person
            and not seat.bot
            and (
                self._silent[seat.owner] >= AWAY_AFTER or self._missed[seat.owner] >= HURRIED_AFTER
            )
            for seat in (state.seats[number] for number in seats)
        )


def bot_moves(game: Game, running: RunningGame, dice: Dice) -> dict[tuple[int, int], Answer]:
    """Return what a bot would answer to each ask of the open decision that has no answer.

    By seat and ask id. It gets the view and the ask as that seat's own frames carry them, and
    nothing else.
    """
    moves: dict[tuple[int, int], Answer] = {}
    for seat in running.missing:
        ask = running.ask(seat)
        if ask is not None:
            frame = unpack(pack({"view": running.view(seat), "ask": ask}))
            bot = game.bots["heuristic"]()
            moves[seat, ask["id"]] = choose(bot, frame["view"], ask_view(frame["ask"]), dice)
    return moves
