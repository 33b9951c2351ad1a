"""A plug-in's class as one mode of a limited card (N81-19.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.games.no81 import api
from engine.games.no81.glossary import Timing
from engine.games.no81.packs.event import Event, apply
from engine.games.no81.packs.performing import Report, failure, perform
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import EventKind
from engine.games.no81.use import Use
from engine.games.no81.wins import Over
from engine.request import Script, tell

__all__ = ["Program"]

EFFECT: Final = "effect"
"""What the timing of a card's own effect is called."""


class Program:
    """A card's mode that is a program: the plug-in's ``run``, for whoever uses the card."""

    def __init__(self, plugin: type[api.Skill], report: Report) -> None:
        self._plugin = plugin
        self._report = report

    def use(self, state: State, use: Use, target: int) -> Script[None]:
        """Take effect on ``target``."""
        moment = Moment(timing=Timing.USE_DECLARED, who=use.user, use=use, target=target)
        yield from self._run(state, use.user, use.face, moment, EFFECT)

    def answering(self, name: str) -> Callable[[State, int, Moment], Script[None]]:
        """Return the card's answer in a window, which it may change (N81-19.4)."""

        def answer(state: State, seat: int, moment: Moment) -> Script[None]:
            yield from self._run(state, seat, name, moment, moment.timing)

        return answer

    def detaching(self, name: str) -> Callable[[State, int, tuple[int, ...]], Script[None]]:
        """Return what detaching the card does, to each that was chosen."""

        def detach(state: State, seat: int, targets: tuple[int, ...]) -> Script[None]:
            for target in targets or (seat,):
                moment = Moment(timing=Timing.USE_DECLARED, who=seat, cause=name, target=target)
                yield from self._run(state, seat, name, moment, EFFECT)

        return detach

    def _run(self, state: State, seat: int, name: str, moment: Moment, timing: str) -> Script[None]:
        about = Event(state, seat, moment, timing=str(timing))
        try:
            event = yield from perform(
                state, seat, name, self._plugin, lambda one, game: one.run(game, game.event), about
            )
        except Over:
            raise
        except Exception as error:  # noqa: BLE001 - a plug-in may raise anything (N81-19.5)
            self._report(failure(name, error))
            yield from tell(EventKind.SKILL_FAILED, seat=seat, skill=name)
        else:
            assert event is not None
            if timing != EFFECT:
                apply(event, moment)
