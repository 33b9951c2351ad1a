"""Twins of a Future Diary game: other roles, other chairs, other companions, other answers.

A twin's inputs are those of the game but for what is exchanged. An answer that the twin's rules
refuse is replaced by one that says as much about being ready and nothing else, so that answers stay
aligned; where its seat has not been granted anything that differs, the refusal itself is a leak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.chance import Dice, DictatedChance
from engine.driver import Driver, Status
from engine.errors import EngineError, Refused
from engine.game import AskView, Game
from engine.games.future_diary.roles import FIRST_LOOP
from engine.journal import By
from engine.request import Answer
from engine.view import ask_view
from engine.worlds import Drawn, Given, Trace, trace
from tests.engine.gates.comparing import Coverage, Difference
from tests.engine.gates.future_diary_reference import FutureDiaryReference
from tests.engine.gates.playing import Setup, Watch, run, viewers

__all__ = ["check_future_diary"]

PERSONA, RING, DEAL, COMPANION = range(4)
"""The draws of a game, in their order; companions come one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Other inputs: what was exchanged, and from which answer on the truth is another."""

    what: str
    inputs: Trace
    since: int


@dataclass(slots=True)
class Story:
    """What happened in the game itself: by step, facts and hashes of frames by viewer."""

    facts: list[dict[int, int]] = field(default_factory=list)
    frames: list[dict[int, int]] = field(default_factory=list)
    asks: list[AskView | None] = field(default_factory=list)
    """The ask that each answer was given to."""
    settled: list[bool] = field(default_factory=list)
    """Whether its seat had said all it must after each answer."""


@dataclass(slots=True, kw_only=True)
class World:
    """One world being played, and everybody who watches it."""

    game: Game
    inputs: Trace
    reference: FutureDiaryReference
    driver: Driver = field(init=False)
    watches: dict[int, Watch] = field(init=False)
    probed: dict[int, tuple[int, object]] = field(default_factory=dict)
    said: dict[int, int] = field(default_factory=dict)
    """By chair a hash of its own answers, which it knows without being told."""

    def __post_init__(self) -> None:
        """Start it."""
        chance = DictatedChance(drawn.values for drawn in self.inputs.drawn)
        reference = self.reference
        self.driver = driver = Driver(
            self.game,
            self.inputs.header,
            chance=chance,
            on_event=lambda event: reference.on_event(driver, event),
        )
        driver.start()
        self.watches = {v: Watch(driver, v) for v in viewers(self.inputs.header.seats)}

    def answer(self, seat: int, values: Answer, by: By) -> None:
        """Let a seat answer what is open; who is not asked (a broken game) says nothing."""
        if seat not in self.driver.pending:
            return
        self.driver.answer(seat, self.driver.pending[seat].id, values, by=by)
        self.said[seat] = hash((self.said.get(seat), values))

    def facts(self, viewer: int) -> int:
        """Return a hash of all that a viewer may know by now."""
        return hash((self.reference.facts(viewer), self.said.get(viewer)))

    def frame(self, viewer: int) -> int:
        """Return a hash of all that a viewer is sent at this step, and of what it may answer."""
        return hash((self.watches[viewer].frame(), self._probe(viewer)))

    def _probe(self, viewer: int) -> object:
        """Return which codes some answers of a seat would get, asked once for each new ask."""
        pending = self.driver.pending.get(viewer)
        if pending is None or pending.ask.check is None or pending.ask.settled:
            return None
        known = self.probed.get(viewer)
        if known is None or known[0] != self.driver.step:
            codes = tuple(_code(pending.ask.check, tried) for tried in _tries(self.inputs, viewer))
            self.probed[viewer] = known = (self.driver.step, codes)
        return known[1]


def _code(check: Callable[[Answer], Answer], tried: Answer) -> str:
    try:
        check(tried)
    except Refused as refused:
        return str(refused.code)
    return "taken"


def _tries(inputs: Trace, viewer: int) -> Iterator[Answer]:
    """Yield answers of all sorts about two seats."""
    size = inputs.header.seats
    for seat in (viewer % size + 1, (viewer + 3) % size + 1):
        yield ("submit", "day=kill", f"day.target={seat}")
        yield ("submit", "night=kill", f"night.target={seat}", "night.guess=first")
        yield ("submit", f"accept={seat}")
        yield ("submit", "diary=use", f"diary.pick={seat}")
        yield ("predict", str(seat), "first")
        yield ("creator", str(seat), "silence")
    for seat in range(1, size + 1):
        yield ("submit", "day=ally", f"day.target={seat}")
    yield ("submit", "day=break")
    yield ("say", "alliance", "x")
    yield ("say", "public", "x")


def check_future_diary(
    setup: Setup, game: Game, pairs: int | None, bots: Sequence[str] = ()
) -> Coverage:
    """Check ``pairs`` twins (forty by default) of one game; raise :class:`Difference`.

    Without ``bots`` every second chair has a heuristic one, the others answer at random.
    """
    names = bots or [("heuristic", "random")[chair % 2] for chair in range(setup.seats)]
    journal = run(setup, bots=names).journal
    inputs = trace(setup.game, journal)
    story = _told(game, inputs)
    first = next(n for n, entry in enumerate(journal.entries) if entry.by is By.CHANCE)
    steps = len(story.facts)
    coverage = Coverage(wanted={(v, i) for v in viewers(setup.seats) for i in range(steps - 1)})
    dice = Dice(f"twins {setup}")
    for number in range(40 if pairs is None else pairs):
        make = _MAKERS[number % len(_MAKERS)]
        twin = make(setup.game, inputs, story, first, dice)
        if twin is not None:
            _compare(game, twin, story, coverage, f"{setup}: {twin.what}")
    return coverage


def _told(game: Game, inputs: Trace) -> Story:
    """Play the game itself and write everything down."""
    world = World(game=game, inputs=inputs, reference=FutureDiaryReference(inputs.header.seats))
    story = Story()
    _write(story, world)
    for given in inputs.given:
        ask = ask_view(world.driver, given.seat)
        story.asks.append(ask)
        world.answer(given.seat, given.values, given.by)
        assert world.driver.status is not Status.FROZEN, world.driver.fault
        after = world.driver.pending.get(given.seat)
        goes_on = after is not None and ask is not None and after.ask.kind == ask.kind
        story.settled.append(not goes_on or (after is not None and after.ask.settled))
        _write(story, world)
    return story


def _write(story: Story, world: World) -> None:
    story.facts.append({v: world.facts(v) for v in world.watches})
    story.frames.append({v: world.frame(v) for v in world.watches})


# --- other inputs ---------------------------------------------------------------------------


def _exchanged(values: Answer, one: int, two: int) -> Answer:
    other = list(values)
    other[one], other[two] = other[two], other[one]
    return tuple(other)


def _draw(inputs: Trace, place: int, values: Answer) -> Trace:
    drawn = list(inputs.drawn)
    drawn[place] = Drawn(values=values)
    return replace(inputs, drawn=tuple(drawn))


def _two(count: int, dice: Dice) -> tuple[int, int]:
    one = dice.below(count)
    return one, (one + 1 + dice.below(count - 1)) % count


def _other_roles(_game: Game, inputs: Trace, _story: Story, first: int, dice: Dice) -> Twin:
    """Exchange the roles of two seats; everybody answers as before."""
    one, two = _two(inputs.header.seats, dice)
    dealt = _exchanged(inputs.drawn[DEAL].values, one, two)
    return Twin(
        what=f"roles of {one + 1} and {two + 1}", inputs=_draw(inputs, DEAL, dealt), since=first
    )


def _other_players(_game: Game, inputs: Trace, _story: Story, first: int, dice: Dice) -> Twin:
    """Exchange the roles of two seats and what they do; each takes the other's place in it."""
    one, two = _two(inputs.header.seats, dice)
    seats = {str(one + 1): str(two + 1), str(two + 1): str(one + 1)}
    chairs = [int(inputs.drawn[RING].values[seat]) for seat in (one, two)]
    given = tuple(
        replace(
            g,
            seat=chairs[g.seat == chairs[0]],
            values=tuple(_renamed(word, seats) for word in g.values),
        )
        if index >= first and g.seat in chairs and g.values[0] != "say"
        else g
        for index, g in enumerate(inputs.given)
    )
    dealt = _exchanged(inputs.drawn[DEAL].values, one, two)
    inputs = replace(_draw(inputs, DEAL, dealt), given=given)
    return Twin(what=f"players of {one + 1} and {two + 1}", inputs=inputs, since=first)


def _renamed(word: str, seats: dict[str, str]) -> str:
    name, equals, value = word.rpartition("=")
    return f"{name}{equals}{seats.get(value, value)}"


def _other_chairs(_game: Game, inputs: Trace, _story: Story, first: int, dice: Dice) -> Twin:
    """Exchange who sits where: two players play each other's seats, under the same names."""
    one, two = _two(inputs.header.seats, dice)
    chairs = {one: two, two: one}
    ring = tuple(str(chairs.get(int(c), int(c))) for c in inputs.drawn[RING].values)
    names = _exchanged(inputs.drawn[PERSONA].values, one, two)
    given = tuple(replace(g, seat=chairs.get(g.seat, g.seat)) for g in inputs.given)
    inputs = replace(_draw(_draw(inputs, RING, ring), PERSONA, names), given=given)
    return Twin(what=f"chairs {one} and {two}", inputs=inputs, since=first)


def _other_companions(
    _game: Game, inputs: Trace, _story: Story, first: int, dice: Dice
) -> Twin | None:
    """Let another role be of the first loop; 7th, who is two, stays where it is."""
    drawn = [d.values[0] for d in inputs.drawn[COMPANION:]]
    fixed = {"first", "second", "seventh", *drawn}
    free = [r for r in inputs.drawn[DEAL].values if r.partition("/")[0] not in fixed]
    out = [place for place, role in enumerate(drawn) if role != "seventh"]
    if FIRST_LOOP[inputs.header.seats] == 1 or not free or not out:
        return None
    place, role = out[dice.below(len(out))], dice.pick(free)
    return Twin(
        what=f"{role} for {drawn[place]} in the first loop",
        inputs=_draw(inputs, COMPANION + place, (role,)),
        since=first,
    )


_BINDING = frozenset(
    {
        "day=ally", "day=break", "accept", "heart_link", "day=kill", "night=kill", "liberation",
        "predict", "creator", "say", "hypnosis", "use.puppet", "diary.mode",
    }
)  # fmt: skip


def _name(word: str) -> str:
    """Return a field's name, of actions with their kind."""
    return word if word.startswith(("day=", "night=")) else word.partition("=")[0]


def _other_answer(game: Game, inputs: Trace, story: Story, first: int, dice: Dice) -> Twin:
    """Let one seat answer something else once: every second time where it bound somebody else."""
    places = [n for n, g in enumerate(inputs.given) if n >= first]
    binding = [n for n in places if _BINDING & {_name(word) for word in inputs.given[n].values}]
    chosen = binding if binding and dice.below(2) else places
    index = chosen[dice.below(len(chosen))]
    was, ask = inputs.given[index], story.asks[index]
    other: Answer = ("ready",)
    if ask is not None and dice.below(4):
        other = game.bots["random"]().choose({}, ask, dice)
    changed = Given(seat=was.seat, values=other, by=was.by)
    given = (*inputs.given[:index], changed, *inputs.given[index + 1 :])
    what = f"answer {index} of chair {was.seat}: {' '.join(other)} for {' '.join(was.values)}"
    return Twin(what=what, inputs=replace(inputs, given=given), since=index + 1)


_MAKERS: Sequence[Callable[[Game, Trace, Story, int, Dice], Twin | None]] = (
    _other_answer, _other_roles, _other_answer, _other_chairs, _other_answer, _other_players,
    _other_answer, _other_companions,
)  # fmt: skip


# --- comparing ------------------------------------------------------------------------------


def _compare(game: Game, twin: Twin, story: Story, coverage: Coverage, where: str) -> None:
    """Play a twin beside the game, until the rules have told everybody of the difference."""
    reference = FutureDiaryReference(twin.inputs.header.seats)
    try:
        world = World(game=game, inputs=twin.inputs, reference=reference)
    except EngineError:
        return  # no such draw
    together = list(world.watches)
    for step in range(len(story.facts)):
        together = [v for v in together if world.facts(v) == story.facts[step][v]]
        for viewer in together:
            if world.frame(viewer) != story.frames[step][viewer]:
                raise Difference(f"{where}: viewer {viewer} can tell the worlds apart at {step}")
            if step >= twin.since:
                coverage.comparisons += 1
                coverage.reached.add((viewer, step))
        if not together or step == len(twin.inputs.given):
            return
        assert world.driver.status is Status.RUNNING, f"{where}: {world.driver.fault} at {step}"
        _answer(world, twin, story, step, together, where)


def _answer(
    world: World, twin: Twin, story: Story, step: int, together: list[int], where: str
) -> None:
    given, driver = twin.inputs.given[step], world.driver
    try:
        world.answer(given.seat, given.values, given.by)
    except Refused as refused:
        if given.seat in together:
            raise Difference(
                f"{where}: a refusal tells {given.seat} a secret at {step}"
            ) from refused
        silent = story.settled[step] or not _alive(driver, given.seat)
        world.answer(given.seat, ("late",) if silent else ("wait",), given.by)


def _alive(driver: Driver, chair: int) -> bool:
    table = driver.state
    return not table.chairs or table.world.seats[table.seat_of(chair)].alive
