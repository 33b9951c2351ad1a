"""Twins of a No.81 game: other cards, other decks, roles, offers, reserves, other secret answers.

A twin's inputs are those of the game but for what is exchanged. It is played beside the game for as
long as its rules allow these inputs: where they refuse an answer of a seat that has been granted
nothing that differs, the refusal itself is a leak.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import Dice, DictatedChance
from engine.driver import Driver, Status
from engine.errors import EngineError, Refused
from engine.event import SPECTATOR
from engine.game import Game
from engine.games.no81.cards import ORDINARY
from engine.journal import By, Journal
from engine.view import ask_view
from engine.worlds import Given, Trace, trace
from tests.engine.gates.comparing import Coverage, Difference
from tests.engine.gates.no81_others import KINDS, NO_ASK, Story, Twin, kinds_of
from tests.engine.gates.no81_reference import No81Reference
from tests.engine.gates.playing import Setup, Watch, run, viewers

__all__ = ["check_no81"]

_VIEW_EVERY = 8


class World:
    """One world being played, and everybody who watches it."""

    def __init__(self, game: Game, inputs: Trace) -> None:
        self._said: dict[int, int] = {}
        reference = No81Reference(inputs.header.seats)
        chance = DictatedChance(drawn.values for drawn in inputs.drawn)
        self._reference = reference
        self.driver = driver = Driver(
            game, inputs.header, chance=chance, on_event=lambda e: reference.on_event(driver, e)
        )
        driver.start()
        self.watches = {v: Watch(driver, v) for v in viewers(inputs.header.seats)}

    def answer(self, given: Given) -> None:
        """Let a seat answer what is open for it, or leave; raise :class:`EngineError` if not."""
        if given.by is By.LEAVING:
            self.driver.leave(given.seat)
            return
        pending = self.driver.pending[given.seat]
        self.driver.answer(given.seat, pending.id, given.values, by=given.by)
        self._said[given.seat] = hash((self._said.get(given.seat), given.values))

    def facts(self, viewer: int) -> int:
        """Return a hash of all that a viewer may know by now, its own answers among it."""
        return hash((self._reference.facts(viewer), self._said.get(viewer)))

    def frame(self, viewer: int) -> int:
        """Return a hash of all that a viewer is sent at this step.

        In it are who is asked, what sort of thing, since how many steps and for how long: no window
        may be there, come earlier or last longer in one of the worlds alone. A view is a fold of
        what was told, so it is looked at now and then only.
        """
        watch = self.watches[viewer]
        looked = len(self.driver.journal.entries) % _VIEW_EVERY == 0
        return hash(watch.frame() if looked else watch.told())

    def sort(self, viewer: int) -> str:
        """Return what sort of viewer this is now."""
        if viewer == SPECTATOR:
            return "spectator"
        return "living seat" if self.driver.state.players[viewer].alive else "dead seat"


def check_no81(
    setup: Setup,
    game: Game,
    pairs: int | None,
    bots: Sequence[str] = (),
    kinds: Sequence[str] = (),
) -> Coverage:
    """Check ``pairs`` twins (forty by default) of one game; raise :class:`Difference`.

    Without ``bots`` every second seat has a heuristic one, the others answer at random. Twins are
    of all ``kinds`` that there are in the game's mode, unless some are named.
    """
    names = bots or [("heuristic", "random")[seat % 2] for seat in range(setup.seats)]
    journal = run(setup, bots=names).journal
    inputs = trace(setup.game, journal)
    story = _told(game, inputs)
    story.shuffles = _shuffles(journal, inputs)
    steps = len(story.facts)
    coverage = Coverage(wanted={(v, i) for v in viewers(setup.seats) for i in range(steps - 1)})
    dice = Dice(f"twins {setup}")
    made = kinds or kinds_of(str(setup.options["mode"]))
    for number in range(40 if pairs is None else pairs):
        make, _modes = KINDS[made[number % len(made)]]
        twin = make(setup.game, inputs, story, dice)
        if twin is not None:
            _compare(game, twin, story, coverage, f"{setup}: {twin.what}")
    return coverage


def _told(game: Game, inputs: Trace) -> Story:
    """Play the game itself and write everything down."""
    world = World(game, inputs)
    story = Story()
    _write(story, world)
    for given in inputs.given:
        ask = NO_ASK if given.by is By.LEAVING else ask_view(world.driver, given.seat)
        assert ask is not None
        story.asks.append(ask)
        world.answer(given)
        assert world.driver.status is not Status.FROZEN, world.driver.fault
        _write(story, world)
    return story


def _shuffles(journal: Journal, inputs: Trace) -> list[tuple[int, int]]:
    """Return for each shuffled pile its draw and how many answers came before."""
    found, draws, answers = [], 0, 0
    for entry in journal.entries:
        if entry.by is not By.CHANCE:
            answers += 1
            continue
        pile = inputs.drawn[draws].values
        if len(pile) > 1 and set(pile) <= set(ORDINARY):
            found.append((draws, answers))
        draws += 1
    return found


def _write(story: Story, world: World) -> None:
    story.facts.append({v: world.facts(v) for v in world.watches})
    story.frames.append({v: world.frame(v) for v in world.watches})


# --- comparing ------------------------------------------------------------------------------


def _compare(game: Game, twin: Twin, story: Story, coverage: Coverage, where: str) -> None:
    """Play a twin beside the game, until the rules have told everybody of the difference."""
    try:
        world = World(game, twin.inputs)
    except EngineError:
        return  # no such draw
    together = list(world.watches)
    for step in range(len(story.facts)):
        together = [v for v in together if world.facts(v) == story.facts[step][v]]
        for viewer in together:
            # What comes before is the same world.
            if step + 1 < twin.since:
                world.watches[viewer].observer.update()
                continue
            if world.frame(viewer) != story.frames[step][viewer]:
                raise Difference(f"{where}: viewer {viewer} can tell the worlds apart at {step}")
            if step >= twin.since:
                coverage.comparisons += 1
                coverage.sorts[world.sort(viewer)] += 1
                coverage.reached.add((viewer, step))
        if not together or step == len(twin.inputs.given):
            return
        if not _goes_on(world, twin.inputs.given[step], together, f"{where} at {step}"):
            return


def _goes_on(world: World, given: Given, together: Sequence[int], where: str) -> bool:
    """Take the next answer; say whether it is possible in this world."""
    if given.by is not By.LEAVING and given.seat not in world.driver.pending:
        return False
    try:
        world.answer(given)
    except Refused as refused:
        if given.seat in together:
            raise Difference(f"{where}: a refusal tells {given.seat} a secret") from refused
        return False
    except EngineError:
        return False  # no such draw
    assert world.driver.status is not Status.FROZEN, f"{where}: {world.driver.fault}"
    return True
