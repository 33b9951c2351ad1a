"""A running game that begins with a given world, and what its seats say and are told.

Seats sit on other chairs than their number would have it, so that a mix-up of the two shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.driver import Driver, Status
from engine.errors import Refused
from engine.event import SPECTATOR, Value, ViewerEvent
from engine.game import Play
from engine.games.future_diary.game import GAME
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.script import play_on
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import Pace, Step
from engine.journal import By, Header
from engine.request import Ask

__all__ = ["Stage"]


class Stage:
    """A game from the ``orders`` of ``world.act`` on."""

    def __init__(
        self,
        world: World,
        options: Mapping[str, Value] | None = None,
        chairs: tuple[int, ...] | None = None,
    ) -> None:
        size = len(world.seats)
        full = GAME.configure(size, options or {})
        self.table = Table(
            size=size,
            roles=world.roles,
            pace=Pace(str(full["pace"])),
            reveal=full["reveal"] == "on",
            world=replace(world, act=world.act - 1),
            chairs=chairs or tuple((number + 2) % size for number in range(size)),
        )
        script = play_on(self.table, full)
        game = replace(GAME, play=lambda _seats, _options: Play(script=script, state=self.table))
        header = Header(
            game=GAME.id, rules_version=1, seats=size, options=full, seed=b"stage" + b"." * 27
        )
        self.driver = Driver(game, header)
        self.driver.start()

    @property
    def step(self) -> str:
        """The step that runs, ``""`` after the end."""
        return self.driver.waiting_kind if self.driver.status is Status.RUNNING else ""

    def seat(self, number: int) -> Seat:
        """Return a seat as it now is."""
        return self.table.world.seats[number]

    def ask(self, number: int) -> Ask:
        """Return what is asked of a seat now."""
        return self.driver.pending[self.table.chair(number)].ask

    def context(self, number: int) -> Mapping[str, Any]:
        """Return what comes with the ask of a seat."""
        return self.ask(number).context

    def say(self, number: int, *words: str) -> None:
        """Answer for a seat."""
        chair = self.table.chair(number)
        self.driver.answer(chair, self.driver.pending[chair].id, words)
        assert self.driver.fault is None

    def refused(self, number: int, *words: str) -> tuple[str, Mapping[str, Value]]:
        """Return code and params of the refusal of an answer."""
        with pytest.raises(Refused) as refused:
            self.say(number, *words)
        return refused.value.code, refused.value.params

    def code(self, number: int, *words: str) -> str:
        """Return the code of the refusal of an answer."""
        return self.refused(number, *words)[0]

    def time_out(self) -> None:
        """Let the clock run out: whoever has not said all gets the default."""
        step = self.driver.step
        for chair in range(self.table.size):
            pending = self.driver.pending.get(chair)
            if self.driver.step == step and pending is not None and not pending.ask.settled:
                self.driver.answer(chair, pending.id, pending.ask.default, by=By.TIMEOUT)
        assert self.driver.fault is None
        assert self.driver.step > step or not self.driver.pending

    def until(self, step: Step, act: int | None = None) -> None:
        """Let time run out until ``step`` (of ``act``) runs."""
        while self.step != step or (act is not None and self.table.world.act != act):
            assert self.step
            self.time_out()

    def told(self, number: int, kind: str) -> list[ViewerEvent]:
        """Return the events of one kind that a seat has received."""
        return self._seen(self.table.chair(number), kind)

    def public(self, kind: str) -> list[ViewerEvent]:
        """Return the events of one kind that a spectator has received."""
        return self._seen(SPECTATOR, kind)

    def _seen(self, viewer: int, kind: str) -> list[ViewerEvent]:
        seen = (event.seen_by(viewer) for event in self.driver.events)
        return [event for event in seen if event is not None and event["kind"] == kind]
