"""Twin worlds: exchange two cards that a viewer cannot tell apart and compare all that it is sent.

Every pair of ids is exchanged in a game's inputs and the twin is played beside the original. As
long as the *reference* grants a viewer the same facts in both, the bytes sent to that viewer must
be the same in both; once the facts differ, the worlds have parted for that viewer by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.game import Game
from engine.journal import By, Journal
from engine.view import ask_view
from engine.worlds import Trace, play, swapped, trace
from tests.engine.gates.comparing import Coverage, Difference
from tests.engine.gates.future_diary_twins import check_future_diary
from tests.engine.gates.no81_twins import check_no81
from tests.engine.gates.playing import Setup, Watch, pack, run, viewers
from tests.engine.gates.reference import REFERENCES, Reference

__all__ = ["Coverage", "Difference", "World", "check_twins"]


@dataclass(slots=True)
class World:
    """What happened in one world: facts, frames and bots' choices per viewer and step."""

    facts: dict[int, list[int]] = field(default_factory=dict)
    """Per viewer and step: a running hash over the facts granted so far."""
    frames: dict[int, list[bytes]] = field(default_factory=dict)
    choices: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """Per step: who is asked, and what the heuristic bot would answer there."""
    truths: list[bytes] = field(default_factory=list)


def _witness(game: Game, inputs: Trace, reference: Reference) -> World:
    """Play ``inputs`` and write everything down, for as long as the rules allow them."""
    seats = inputs.header.seats
    world = World(facts={v: [] for v in viewers(seats)}, frames={v: [] for v in viewers(seats)})
    watches: list[Watch] = []
    read = 0

    def step(driver: Driver) -> None:
        nonlocal read
        if driver.status is Status.FROZEN:
            return
        if not watches:
            watches.extend(Watch(driver, v) for v in viewers(seats))
        for watch in watches:
            viewer = watch.observer.viewer
            world.frames[viewer].append(watch.frame())
            world.facts[viewer].append(reference.facts(viewer))
        world.truths.append(pack({k: list(v) for k, v in game.zones(driver.state).items()}))
        world.choices.append(_choice(game, driver, watches))

    play(game, inputs, on_step=step, on_event=reference.on_event)
    return world


def _choice(game: Game, driver: Driver, watches: list[Watch]) -> tuple[int, tuple[str, ...]]:
    """Return what the heuristic bot of the first seat asked would answer."""
    if not driver.waiting:
        return (-1, ())
    seat = driver.waiting[0]
    ask = ask_view(driver, seat)
    assert ask is not None
    view = watches[seat].observer.fold.plain()
    return (seat, game.bots["heuristic"]().choose(view, ask, Dice("twin")))


TWINS: Mapping[str, Callable[[Setup, Game, int | None], Coverage]] = {
    "future_diary": check_future_diary,
    "no81": check_no81,
}
"""By game id: how to check the twins of a game whose secrets are not ids to be exchanged."""


def check_twins(setup: Setup, *, game: Game | None = None, pairs: int | None = None) -> Coverage:
    """Check all viewers at all steps of one random game.

    ``game`` replaces the registered one (negative control). With ``pairs`` only so many pairs of
    ids are exchanged, chosen by the set-up's number. Raises :class:`Difference`.
    """
    judged = game or setup.game
    if setup.game.id in TWINS:
        return TWINS[setup.game.id](setup, judged, pairs)
    make = REFERENCES[setup.game.id]
    journal = run(setup).journal
    inputs, shuffles = trace(setup.game, journal), _shuffles(journal)
    original = _witness(judged, inputs, make(setup.seats))
    steps = len(original.truths)
    coverage = Coverage(wanted={(v, i) for v in viewers(setup.seats) for i in range(steps - 1)})
    dice = Dice(f"pairs {setup}")
    for one, two in _pairs(inputs, pairs, dice):
        start = shuffles[dice.below(len(shuffles))]
        twin = _witness(judged, _exchanged(inputs, one, two, start), make(setup.seats))
        _compare(original, twin, coverage, f"{setup}: {one} for {two} from {start}")
    return coverage


def _shuffles(journal: Journal) -> list[tuple[int, int]]:
    """Return, for each shuffle of everything, how many draws and answers came before it."""
    found, draws, answers = [], 0, 0
    entries = journal.entries
    size = max(len(e.answer) for e in entries if e.by is By.CHANCE)
    for entry in entries:
        if entry.by is not By.CHANCE:
            answers += 1
            continue
        if len(entry.answer) == size:
            found.append((draws, answers))
        draws += 1
    return found


def _exchanged(inputs: Trace, one: str, two: str, start: tuple[int, int]) -> Trace:
    """Exchange two ids from one shuffle on; what came before is over and known."""
    other = swapped(inputs, {one: two, two: one})
    draws, answers = start
    return replace(
        other,
        drawn=inputs.drawn[:draws] + other.drawn[draws:],
        given=inputs.given[:answers] + other.given[answers:],
    )


def _pairs(inputs: Trace, count: int | None, dice: Dice) -> Iterable[tuple[str, str]]:
    ids = max((sorted(d.values) for d in inputs.drawn), key=lambda values: len(values))
    every = list(combinations(ids, 2))
    if count is None:
        return every
    return [every.pop(dice.below(len(every))) for _ in range(min(count, len(every)))]


def _compare(original: World, twin: World, coverage: Coverage, where: str) -> None:
    """Compare two worlds for every viewer while its facts are the same."""
    for viewer, facts in twin.facts.items():
        told = twin.frames[viewer]
        for step, fact in enumerate(facts):
            if step >= len(original.truths) or fact != original.facts[viewer][step]:
                break
            if told[step] != original.frames[viewer][step]:
                raise Difference(f"{where}: viewer {viewer} can tell the worlds apart at {step}")
            seat, choice = twin.choices[step]
            if seat == viewer and choice != original.choices[step][1]:
                raise Difference(f"{where}: the bot at seat {seat} chooses by a secret at {step}")
            if twin.truths[step] != original.truths[step]:
                coverage.comparisons += 1
                coverage.reached.add((viewer, step))
