"""A plug-in's class as a skill of the rules (N81-19.5, N81-19.7)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.games.no81 import api
from engine.games.no81.cards import CLASS
from engine.games.no81.glossary import Per, Query, Timing
from engine.games.no81.packs.asking import choose_first
from engine.games.no81.packs.budget import bounded
from engine.games.no81.packs.event import Event, apply
from engine.games.no81.packs.game import Game
from engine.games.no81.packs.performing import Report, failure, ignore, perform
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.games.no81.wins import Over
from engine.request import Script

__all__ = ["Sheet", "plugged"]

PLAY: Final = "play"
OFFER: Final = "offer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a pack's table says of a skill (N81-19.2)."""

    id: str
    kind: str = "trigger"
    per: Per = Per.FREE
    mandatory: bool = False


class _Plugged(Skill):
    """Asks the plug-in, and does what it does."""

    foreign = True

    def __init__(self, plugin: type[api.Skill], report: Report) -> None:
        self._plugin = plugin
        self._report = report

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """Ask the plug-in."""
        return self._may(state, seat, Event(state, seat, moment))

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        """Run the plug-in, and take over what it changed of the occurrence."""
        if moment.timing is Timing.GUARD_COST:
            self._count(state, seat, moment)
            return
        yield from announce(seat, self)
        event = yield from self._do(
            state,
            seat,
            lambda one, game: one.run(game, game.event),
            Event(state, seat, moment),
        )
        assert event is not None
        apply(event, moment)

    def _count(self, state: State, seat: int, moment: Moment) -> None:
        """Let the plug-in say what an answer costs.

        It is asked whenever answers are offered, so it may look and count, and nothing happens.
        """
        event = Event(state, seat, moment)
        game = Game(state, seat, self.id, event, None)
        script = self._heard(lambda: self._one(state, seat).run(game, event))
        if isinstance(script, Generator):
            self._heard(lambda: next(script, None))
            self._heard(script.close)
        apply(event, moment)

    def legal(self, state: State, seat: int) -> bool:
        """Ask the plug-in whether there is something to do, and to choose."""
        if not self._may(state, seat, _in_play(state, seat, PLAY, seat)):
            return False
        return self._plugin.choices is api.Skill.choices or bool(self._choices(state, seat))

    def act(self, state: State, seat: int) -> Script[None]:
        """Let the owner choose, then run the plug-in."""
        choice: Any = None
        options = self._choices(state, seat)
        if options:
            game = Game(state, seat, self.id, None, None)
            choice = yield from choose_first(state, game, seat, options)
        targets = (choice,) if isinstance(choice, int) else ()
        word = choice if isinstance(choice, str) else None
        yield from announce(seat, self, *targets, choice=word)
        yield from self._do(state, seat, lambda one, game: one.activate(game, choice))

    def legal_for(self, state: State, seat: int, user: int) -> bool:
        """Ask the plug-in whether ``user`` may take the offer."""
        return self._may(state, seat, _in_play(state, seat, OFFER, user))

    def take(self, state: State, seat: int, user: int) -> Script[None]:
        """Run the plug-in for the seat that takes the offer."""
        yield from announce(seat, self, user)
        yield from self._do(state, seat, lambda one, game: one.activate(game, user))

    def query(
        self, state: State, seat: int, name: Query, value: Any, about: Mapping[str, object]
    ) -> Any:
        """Ask the plug-in; an answer of the wrong kind is none."""
        game = Game(state, seat, self.id, None, None)
        plain = {key: part for key, part in about.items() if key != "state"}
        try:
            answer = self._heard(
                lambda: self._one(state, seat).query(game, name.value, value, **plain)
            )
            return answer if _fits(name, answer) else value
        except Exception:  # noqa: BLE001 - a plug-in may raise anything (N81-19.5)
            return value

    def _one(self, state: State, seat: int) -> api.Skill:
        kept = deepcopy(state.players[seat].data.get(self.id, {}))
        return self._plugin(seat=seat, id=self.id, data=kept)

    def _may(self, state: State, seat: int, event: Event) -> bool:
        game = Game(state, seat, self.id, event, None)
        return bool(self._heard(lambda: self._one(state, seat).can_use(game, event)))

    def _choices(self, state: State, seat: int) -> tuple[Any, ...]:
        game = Game(state, seat, self.id, None, None)
        return tuple(self._heard(lambda: self._one(state, seat).choices(game)))

    def _heard(self, question: Callable[[], Any]) -> Any:
        try:
            with bounded():
                return question()
        except Exception as error:
            self._report(failure(self.id, error))
            raise

    def _do(
        self,
        state: State,
        seat: int,
        call: Callable[[api.Skill, Game], object],
        event: Event | None = None,
    ) -> Script[Event | None]:
        try:
            return (yield from perform(state, seat, self.id, self._plugin, call, event))
        except Over:
            raise
        except Exception as error:
            self._report(failure(self.id, error))
            raise


def plugged(sheet: Sheet, plugin: type[api.Skill], report: Report = ignore) -> Skill:
    """Return the skill that ``plugin`` programs and ``sheet`` declares."""

    class Plugged(_Plugged):
        """The one of this sheet."""

        id: ClassVar[str] = sheet.id
        per: ClassVar[Per] = sheet.per
        mandatory: ClassVar[bool] = sheet.mandatory
        timings: ClassVar[frozenset[Timing]] = frozenset(
            t for t in Timing if t.value in plugin.timings
        )
        queries: ClassVar[frozenset[Query]] = _queries(plugin)
        names_punch: ClassVar[bool] = bool(plugin.names_punch)
        works_broken: ClassVar[bool] = "mind_broken" in plugin.timings
        active: ClassVar[bool] = sheet.kind == "active"
        offer: ClassVar[bool] = sheet.kind == "offer"

    return Plugged(plugin, report)


def _queries(plugin: type[api.Skill]) -> frozenset[Query]:
    if plugin.query is api.Skill.query:
        return frozenset()
    return frozenset(q for q in Query if not plugin.queries or q.value in plugin.queries)


_FAR: Final = 99


def _fits(name: Query, answer: object) -> bool:
    """Say whether an answer is of the kind that a query wants."""
    match name:
        case Query.ATTACK_RANGE | Query.HAND_LIMIT | Query.ATTACK_LIMIT:
            number = isinstance(answer, int) and not isinstance(answer, bool)
            return number and 0 <= answer <= _FAR  # type: ignore[operator]
        case Query.LEGAL_TARGET | Query.CAN_HEAL:
            return isinstance(answer, bool)
        case Query.VIEW_AS:
            return isinstance(answer, tuple) and all(face in CLASS for face in answer)
        case Query.PROTECTED_CARDS:
            return isinstance(answer, tuple) and all(isinstance(card, str) for card in answer)


def _in_play(state: State, seat: int, timing: str, user: int) -> Event:
    """Return what ``can_use`` is asked about in a play phase."""
    moment = Moment(timing=Timing.PHASE_START, who=user, phase=state.phase)
    return Event(state, seat, moment, timing=timing)
