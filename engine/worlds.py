"""Other worlds that look the same: exchange what a viewer has not seen and play it again.

:func:`trace` turns a journal into its inputs (values drawn, answers given). :func:`swapped`
exchanges hidden ids in them, and :func:`play` runs inputs through the real rules. A world in which
the same inputs are not possible is no twin: :func:`play` says so with ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.chance import ChanceSource, DictatedChance
from engine.driver import Driver, Status, replay
from engine.errors import EngineError
from engine.event import Event
from engine.game import Game
from engine.journal import By, Header, Journal
from engine.request import Answer, Chance

__all__ = ["Drawn", "Given", "Trace", "play", "swapped", "trace"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One draw, by value."""

    values: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One answer of one seat, or (``by`` LEAVING, without values) that its player left."""

    seat: int
    values: Answer
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A game as its inputs."""

    header: Header
    drawn: tuple[Drawn, ...]
    given: tuple[Given, ...]


class _Listening:
    """Passes draws through and writes down their values."""

    def __init__(self, inner: ChanceSource, drawn: list[Drawn]) -> None:
        self._inner = inner
        self._drawn = drawn

    def draw(self, sequence: int, chance: Chance) -> tuple[int, ...]:
        taken = self._inner.draw(sequence, chance)
        self._drawn.append(Drawn(values=tuple([chance.outcomes[i] for i in taken])))
        return taken


def trace(game: Game, journal: Journal) -> Trace:
    """Return the inputs of ``journal``, draws by value."""
    listening: list[Drawn] = []
    replay(game, journal, through=lambda source: _Listening(source, listening))
    given = tuple(
        [
            Given(seat=e.seat, values=e.answer, by=e.by)
            for e in journal.entries
            if e.by is not By.CHANCE
        ]
    )
    return Trace(header=journal.header, drawn=tuple(listening), given=given)


def swapped(world: Trace, exchange: Mapping[str, str]) -> Trace:
    """Return ``world`` with every id in draws and answers replaced by ``exchange[id]``."""

    def other(values: Iterable[str]) -> Answer:
        return tuple([exchange.get(v, v) for v in values])

    return replace(
        world,
        drawn=tuple([Drawn(values=other(d.values)) for d in world.drawn]),
        given=tuple([replace(g, values=other(g.values)) for g in world.given]),
    )


def play(
    game: Game,
    world: Trace,
    *,
    steps: int | None = None,
    on_step: Callable[[Driver], None] | None = None,
    on_event: Callable[[Driver, Event], None] | None = None,
) -> Driver | None:
    """Run ``world`` for ``steps`` answers (all of them by default).

    ``on_step`` is called after the start and after each answer, ``on_event`` at each event with the
    state as it then is. Returns ``None`` where the rules
    do not allow these inputs.
    """

    def told(event: Event) -> None:
        if on_event is not None:
            on_event(driver, event)

    dictated = DictatedChance(d.values for d in world.drawn)
    driver = Driver(game, world.header, chance=dictated, on_event=told if on_event else None)
    try:
        driver.start()
        if on_step is not None:
            on_step(driver)
        for answer in world.given[:steps]:
            if answer.by is By.LEAVING:
                driver.leave(answer.seat)
                if on_step is not None:
                    on_step(driver)
                continue
            pending = driver.pending.get(answer.seat)
            if pending is None:
                return None
            driver.answer(answer.seat, pending.id, answer.values, by=answer.by)
            if on_step is not None:
                on_step(driver)
    except EngineError:
        return None
    return None if driver.status is Status.FROZEN else driver
