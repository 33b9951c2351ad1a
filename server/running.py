"""A game in progress at a table: its driver, its viewers, and how much of it is durable.

``answer`` and ``time_out`` move the driver on; nothing of that is seen until :meth:`show`, which
the table calls once :attr:`RunningGame.unstored` is committed. If it cannot be committed,
:meth:`rewound` gives the game as it stands in the store.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.chance import commitment
from engine.codec import decode_entry, decode_header, encode_entry, encode_header
from engine.driver import Driver, Status, replay
from engine.errors import JournalError, Refused
from engine.event import SPECTATOR, Value, ViewerEvent
from engine.game import Game, Part, Patience
from engine.journal import By, Header, Journal
from engine.request import Answer
from engine.view import Observer
from server import logs
from server.api import AskFrame
from server.frames import ask_frame
from server.store import StoredGame

__all__ = ["RunningGame", "Window"]

SEED_BYTES: Final = 32

Window = tuple[tuple[int, int], ...]
"""Seat and ask id of everything that is asked now; empty when nothing is."""


@dataclass(slots=True, kw_only=True)
class _Seen:
    """What one viewer has been shown: a copy of the observer's at the last :meth:`show`."""

    observer: Observer
    view: dict[str, Any] | None = None


class RunningGame:
    """One game. ``id`` is the store's key."""

    def __init__(self, game_id: str, driver: Driver, *, stored: int) -> None:
        self.id = game_id
        self.driver = driver
        self.stored = stored
        """Journal entries that are durable."""
        header = driver.journal.header
        self.commitment = commitment(header.seed)
        viewers = (SPECTATOR, *range(header.seats))
        self._seen = {v: _Seen(observer=Observer(driver, v)) for v in viewers}

    @classmethod
    def begin(cls, game: Game, seats: int, options: dict[str, Value]) -> RunningGame:
        """Start a game on a fresh secret seed; ``options`` are complete."""
        header = Header(
            game=game.id,
            rules_version=game.rules_version,
            seats=seats,
            options=options,
            seed=secrets.token_bytes(SEED_BYTES),
        )
        driver = Driver(game, header)
        driver.start()
        return cls(secrets.token_hex(16), driver, stored=0)

    @classmethod
    def restore(cls, game_id: str, game: Game, kept: StoredGame | None) -> RunningGame:
        """Return the game as the store has it; raise :class:`engine.errors.JournalError`."""
        if kept is None:
            raise JournalError("truncated", sequence=0)
        entries = [decode_entry(data) for data in kept.entries]
        journal = Journal(header=decode_header(kept.header), entries=entries)
        return cls(game_id, replay(game, journal), stored=len(entries))

    def rewound(self) -> RunningGame:
        """Return this game as it was at the last durable entry."""
        journal = self.driver.journal
        kept = Journal(header=journal.header, entries=journal.entries[: self.stored])
        game = RunningGame(self.id, replay(self.driver.game, kept), stored=self.stored)
        game.show()
        return game

    # --- moving on ---

    def answer(self, seat: int, ask: int, values: Sequence[str], *, by: By) -> None:
        """Take an answer; raise :class:`engine.errors.Refused` with nothing changed."""
        self.driver.answer(seat, ask, values, by=by)

    def leave(self, seat: int) -> None:
        """Take it that a seat's player has left for good; raise :class:`Refused` as the driver."""
        self.driver.leave(seat)

    def time_out(self, chosen: Mapping[tuple[int, int], Answer] | None = None) -> None:
        """Answer every ask of the open decision that is put now and has no answer yet.

        ``chosen`` holds answers by seat and ask id; without one, or with one that is not legal, the
        ask's default is given. Who has said all it must is passed by, and any of the answers may
        close the decision.
        """
        driver, decision = self.driver, self.decision
        for seat, _ in self.window:
            if self.decision != decision:
                return
            pending = driver.pending.get(seat)
            if pending is None or pending.answer is not None or pending.ask.settled:
                continue
            try:
                answer = (chosen or {}).get((seat, pending.id), pending.ask.default)
                driver.answer(seat, pending.id, answer, by=By.TIMEOUT)
            except Refused:
                driver.answer(seat, pending.id, pending.ask.default, by=By.TIMEOUT)

    @property
    def header(self) -> bytes:
        """The packed header; as secret as the game."""
        return encode_header(self.driver.journal.header)

    @property
    def unstored(self) -> tuple[bytes, ...]:
        """The packed journal entries that are not durable yet."""
        return tuple(map(encode_entry, self.driver.journal.entries[self.stored :]))

    # --- what may be seen ---

    def show(self) -> None:
        """Let every viewer see what has happened so far; all entries are durable."""
        self.stored = len(self.driver.journal.entries)
        for seen in self._seen.values():
            # A view is a fold of events: without a new one it is the same, of whatever size it is.
            if seen.observer.update() or seen.view is None:
                seen.view = seen.observer.fold.plain()

    def events(self, viewer: int) -> Sequence[ViewerEvent]:
        """Return everything this viewer was told, in order."""
        return self._seen[viewer].observer.events

    def told(self) -> Mapping[int, int]:
        """Return how many events each viewer was told so far."""
        return {viewer: len(seen.observer.events) for viewer, seen in self._seen.items()}

    @property
    def missing(self) -> tuple[int, ...]:
        """Seats that owe the open decision an answer; of a gather, nobody else's to know."""
        asked = self.driver.pending
        return tuple(
            seat
            for seat, _ in self.window
            if asked[seat].answer is None and not asked[seat].ask.settled
        )

    def view(self, viewer: int) -> dict[str, Any]:
        """Return this viewer's view."""
        return self._seen[viewer].view or {}

    def ask(self, viewer: int) -> AskFrame | None:
        """Return what is asked of this viewer now, with its own answer to it so far."""
        pending = self.driver.pending.get(viewer)
        ask = self._seen[viewer].observer.ask
        if pending is None or ask is None or self.driver.status is not Status.RUNNING:
            return None
        return ask_frame(ask, pending.answer, step=self.decision if self.seconds else 0)

    @property
    def decision(self) -> int:
        """The number of the open decision, the same from its first answer to its last; 0: none."""
        return self.driver.step if self.driver.status is Status.RUNNING else 0

    @property
    def goes_on(self) -> bool:
        """Whether a lone seat is asked more of what it is deciding; nobody else's to know."""
        return self.driver.goes_on

    @property
    def seconds(self) -> int:
        """How long the open decision may take by the rules; 0 where they leave it to the table."""
        return self.driver.seconds if self.driver.status is Status.RUNNING else 0

    @property
    def tempo(self) -> float:
        """What part of the table's clock the open decision gets."""
        return self.driver.game.tempo.get(self.driver.waiting_kind, 1.0)

    @property
    def idle(self) -> frozenset[int]:
        """Seats that a bot shall play because they have been silent for long, as the game sees."""
        try:
            return self.driver.game.idle(self.driver.state)
        except Exception as error:  # noqa: BLE001 - then nobody is; the game goes on by its clock
            logs.failure("idle_failed", error)
            return frozenset()

    @property
    def parts(self) -> tuple[Part, ...]:
        """What each seat was in this game, which is over; nothing where that cannot be said."""
        try:
            return self.driver.game.parts(self.driver.state)
        except Exception as error:  # noqa: BLE001 - a result without it is better than none
            logs.failure("parts_failed", error)
            return ()

    def author(self, seat: int, answer: Sequence[str]) -> int | None:
        """Return the public number under which an answer would be read by all, if it would be."""
        return self.driver.game.author(self.driver.state, seat, tuple(answer))

    @property
    def patience(self) -> Patience:
        """What becomes of this game while everybody is gone."""
        return self.driver.game.patience(self.driver.journal.header.options)

    @property
    def window(self) -> Window:
        """What is asked now. In a step that goes on, an answered ask has a new id."""
        if self.driver.status is not Status.RUNNING:
            return ()
        return tuple(sorted((seat, pending.id) for seat, pending in self.driver.pending.items()))

    @property
    def seed(self) -> str:
        """The seed in hex once the game is over, ``""`` before."""
        over = self.driver.status is Status.OVER
        return self.driver.journal.header.seed.hex() if over else ""

    @property
    def result(self) -> dict[str, Any] | None:
        """Winners and scores once the game is over."""
        result = self.driver.result
        if self.driver.status is not Status.OVER or result is None:
            return None
        return {"winners": list(result.winners), "scores": list(result.scores)}
