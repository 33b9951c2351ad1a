"""A table's state and its game, which change only together with the store.

A decision is made in three steps, never in another order: the driver checks and takes it, the store
commits the new journal entries, the viewers are shown what came of it. A decision that cannot be
committed is taken back: the game is its journal, and the journal is what the store has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.driver import Status
from engine.errors import EngineError, Refused
from engine.event import Value
from engine.game import Game
from server import counts, logs
from server.api import Stage
from server.changes import EndGame, TableChange
from server.codes import Code, StoreError
from server.counts import Count
from server.deadlines import Time
from server.masks import is_masked
from server.outcomes import begun, outcome, saved
from server.running import RunningGame
from server.store import TableStore
from server.table_state import TableState
from server.tablelog import TableLog, mute_lines, seat_lines

__all__ = ["DurableTable", "Trouble"]

Trouble = tuple[Code, Mapping[str, Value]]
"""Why a table is frozen, as its players are told."""


class DurableTable:
    """The state, the running game if there is one, and why it is frozen if it is.

    Every method that may raise :class:`StoreError` leaves everything as it was when it does.
    """

    def __init__(self, state: TableState, game: Game, store: TableStore, time: Time) -> None:
        self.state = state
        self.game = game
        self.running: RunningGame | None = None
        self.trouble: Trouble | None = None
        self.log = TableLog()
        """What everybody is told of what the table does to its game."""
        self._store = store
        self._time = time

    @property
    def masked(self) -> bool:
        """Whether nobody may learn now who sits behind which seat."""
        return is_masked(self.game, self.state)

    async def become(self, state: TableState) -> None:
        """Take on a state of seats and set-up; tell of what it changes in a game, if it may be."""
        await self._store.write(saved(state))
        old, self.state = self.state, state
        if state.stage is Stage.WAITING:
            self.running = None
        elif old.stage is Stage.PLAYING and self.running is not None:
            self._note(old, self.running.told())

    async def begin(self, state: TableState) -> None:
        """Start a game with the seats and options of ``state``, which is at PLAYING."""
        running = RunningGame.begin(self.game, len(state.seats), dict(state.options))
        state = replace(state, game_id=running.id)
        try:
            await self._commit(running, state, begun(running, state))
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - it is in the store already and cannot be shown
            self.state = state
            self._broken(running, error)
        self.log.clear()

    async def give_up(self, state: TableState) -> None:
        """End the running game without a result, and take on ``state``, which is at WAITING."""
        await self._store.write(EndGame(game=self.state.game_id, status="abandoned"), saved(state))
        self.state, self.running = state, None

    def _note(self, old: TableState, told: Mapping[int, int]) -> None:
        """Write down what the present state changes of ``old`` in the middle of a game."""
        for code, number in mute_lines(old.muted, self.state.muted):
            self.log.note(code, told, seat=number)
        for code, seat, name in () if self.masked else seat_lines(old.seats, self.state.seats):
            self.log.note(code, told, seat=seat, name=name)

    async def decide(
        self, move: Callable[[RunningGame], None], state: TableState | None = None
    ) -> None:
        """Let ``move`` give the running game one or more answers.

        With ``state`` the table takes that on together with what comes of them, or neither.
        Raises :class:`Refused` with the game as it was.
        """
        running = self.running
        if running is None or self.state.stage is not Stage.PLAYING:
            return
        before, old, told = (running.unstored, running.decision), self.state, running.told()
        try:
            move(running)
            await self._commit(running, state or old)
            if state is not None:
                self._note(old, told)
            # A sealed answer alone leaves the decision open, and is not to be noticed.
            if running.decision != before[1]:
                counts.add(Count.DECISIONS)
        except Refused as error:
            if (running.unstored, running.decision) == before:
                raise
            self._broken(running, error)  # one of several defaults, so it is the game's own fault
        except StoreError:
            self._rewind(running)
            raise
        except Exception as error:  # noqa: BLE001 - not the answerer's doing, and no other table's
            self._broken(running, error)

    async def restore(self) -> None:
        """Bring back the game that the store has, up to its last decision.

        A journal that does not fit the rules freezes this table and no other; the stored stage
        stays what it was, so rules that fit bring it back.
        """
        state = self.state
        if state.stage is Stage.WAITING:
            return
        try:
            kept = await self._store.game(state.game_id)
            running = RunningGame.restore(state.game_id, self.game, kept)
            if state.stage is Stage.FROZEN and running.driver.status is Status.RUNNING:
                state = replace(state, stage=Stage.PLAYING)  # the rule has been mended since
            await self._commit(running, state)
        except EngineError as error:
            if state.stage is Stage.OVER:  # nothing is lost: there is no more to play
                self.state = replace(state, stage=Stage.WAITING)
            elif error.code == "content":
                self._freeze(Code.FROZEN_CONTENT, packs=error.params["missing"])
            else:
                self._freeze(Code.FROZEN_JOURNAL, entry=error.params.get("sequence", 0))
        except Exception as error:  # noqa: BLE001 - one table's fault must not stop the others
            logs.failure("table_not_restored", error)
            self._freeze(Code.FROZEN_TABLE)

    async def _commit(self, running: RunningGame, state: TableState, *first: TableChange) -> None:
        """Make a game's new entries, and a state that comes of them, durable; then show them."""
        state, changes = outcome(running, state)
        if running.patience.runs_on and running.decision not in (0, state.step):
            state = replace(state, step=running.decision, begun=self._time.wall())
        changes[:0] = first
        if state != self.state:
            changes.append(saved(state))
        if changes:
            await self._store.write(*changes)
        running.show()
        self.running, self.state = running, state
        fault = running.driver.fault
        if fault is not None:
            self._freeze(Code.FROZEN_RULE, entry=fault.sequence)

    def _broken(self, running: RunningGame, error: Exception) -> None:
        logs.failure("table_frozen", error)
        self._rewind(running)
        self._freeze(Code.FROZEN_TABLE)

    def _rewind(self, running: RunningGame) -> None:
        try:
            self.running = running.rewound()
        except Exception as error:  # noqa: BLE001 - then there is nothing left to show
            logs.failure("table_not_rewound", error)
            self.running = None
            self._freeze(Code.FROZEN_TABLE)

    def _freeze(self, code: Code, **params: Value) -> None:
        self.state = replace(self.state, stage=Stage.FROZEN)
        self.trouble = (code, params)
