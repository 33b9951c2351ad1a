"""What every gate needs: set-ups of every registered game, random play, and all that is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from typing import Any, cast

import msgpack

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.errors import ConfigError, Refused
from engine.event import SPECTATOR, Event, Value
from engine.game import Game, OptionSpec
from engine.journal import By, Header
from engine.registry import GAMES
from engine.request import Ask
from engine.view import Observer, ask_view

__all__ = [
    "PLAYED", "Players", "Setup", "Watch", "answer_at_random", "begin", "digest", "looked_at",
    "pack", "run", "setup_of", "setups", "somebody_leaves", "viewers",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """One game to be played: everything it starts from."""

    game: Game
    seats: int
    options: Mapping[str, Value]
    number: int
    leavers: bool = False
    """Now and then a player leaves for good, in games whose rules take notice."""

    @property
    def header(self) -> Header:
        """Return the header, with a seed of this set-up's own."""
        seed = sha256(f"{self.game.id} {self.seats} {self.number}".encode()).digest()
        return Header(
            game=self.game.id,
            rules_version=self.game.rules_version,
            seats=self.seats,
            options=self.options,
            seed=seed,
        )

    def __str__(self) -> str:
        leavers = "-leavers" if self.leavers else ""
        return f"{self.game.id}-{self.seats}-{self.number}{leavers}"


def _picked(spec: OptionSpec, dice: Dice, seats: int, chosen: Mapping[str, Value]) -> Value:
    """Return a value for one option: often the default, else any that is offered."""
    if dice.below(2):
        return spec.default
    if not spec.many:
        return dice.pick(spec.offered(seats, chosen) if spec.offered else spec.choices)
    return tuple([choice for choice in spec.choices if not dice.below(3)])


def _configured(
    game: Game, seats: int, number: int, fixed: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return playable options for this many seats; house rules are allowed where needed."""
    dice = Dice(f"{game.id} {seats} {number}")
    for _ in range(200):
        options: dict[str, Value] = {}
        for spec in game.options if number else ():
            options[spec.id] = fixed.get(spec.id) or _picked(spec, dice, seats, options)
        options |= fixed
        house = {s.id: min(s.house_rule) for s in game.options if s.house_rule}
        for chosen in (options, {**options, **house}):
            try:
                return game.configure(seats, chosen)
            except ConfigError:
                continue
    raise AssertionError(f"no playable options for {game.id} with {seats}")


PLAYED: Mapping[str, tuple[tuple[int, int, Mapping[str, Value]], ...]] = {
    "future_diary": ((5, 0, {}), (8, 0, {}), (11, 0, {}), (15, 0, {})),
    "no81": (
        (2, 0, {"mode": "coldwarm"}),
        (2, 1, {"mode": "karma"}),
        (3, 0, {"mode": "identity"}),
        (6, 1, {"mode": "series"}),
        (8, 0, {"mode": "karma"}),
    ),
}
"""Seats, number and options of what is played of a game of very many decisions; of others all."""
LEFT: tuple[tuple[str, int, int, Mapping[str, Value]], ...] = (
    ("no81", 4, 2, {"mode": "identity"}),
    ("no81", 5, 2, {"mode": "coldwarm"}),
)
"""Game, seats, number and options of what is played with players who leave for good."""
SHORT: Mapping[str, Mapping[str, Value]] = {
    "future_diary": {"acts": "8", "quiet": "3"},
    "no81": {"round_limit": "5"},
}
"""What makes such a game short enough for the fast tests."""
EVERY: Mapping[str, int] = {"future_diary": 29, "no81": 23}
"""At every how many entries of such a game a gate looks that costs much."""


def setup_of(
    game_id: str, seats: int, number: int, *, short: bool = False, **fixed: Value
) -> Setup:
    """Return the set-up with this number; number 0 has default options but for those ``fixed``."""
    game = GAMES[game_id]
    options = _configured(game, seats, number, fixed)
    if short:
        options = game.configure(seats, {**options, **SHORT.get(game_id, {})})
    return Setup(game=game, seats=seats, options=options, number=number)


def setups(each: int) -> list[Setup]:
    """Return ``each`` set-ups per game and number of seats; number 0 has the default options.

    Of games with very many decisions there are fewer and shorter ones.
    """
    return [
        setup_of(game.id, seats, number, short=True, **fixed)
        for game in GAMES.values()
        for seats, number, fixed in PLAYED.get(game.id, _numbered(game, each))
    ] + [
        replace(setup_of(game_id, seats, number, short=True, **fixed), leavers=True)
        for game_id, seats, number, fixed in LEFT
    ]


def _numbered(game: Game, each: int) -> Iterable[tuple[int, int, Mapping[str, Value]]]:
    return product(range(game.min_seats, game.max_seats + 1), range(each), ({},))


def looked_at(setup: Setup, driver: Driver) -> bool:
    """Say whether a costly gate looks here: at every step, of very many at every so many."""
    return len(driver.journal.entries) % EVERY.get(setup.game.id, 1) == 0


def viewers(seats: int) -> tuple[int, ...]:
    """Return every viewer: the seats (the dead keep theirs) and the spectator."""
    return (*range(seats), SPECTATOR)


def begin(setup: Setup, *, on_event: Callable[[Event], None] | None = None) -> Driver:
    """Return a driver that is ready to start."""
    return Driver(setup.game, setup.header, on_event=on_event)


def answer_at_random(driver: Driver, dice: Dice) -> None:
    """Let a random seat of those asked answer something legal; who has said all, now and then."""
    waiting = driver.waiting
    open_still = tuple(s for s in waiting if not driver.pending[s].ask.settled)
    if open_still and open_still != waiting and dice.below(8):
        waiting = open_still
    seat = waiting[dice.below(len(waiting))]
    ask = ask_view(driver, seat)
    assert ask is not None
    bot = driver.game.bots["random"]()
    driver.answer(seat, ask.id, bot.choose({}, ask, dice), by=By.BOT)


_LEAVES = 40
"""A player leaves before one answer in so many."""


def somebody_leaves(driver: Driver, dice: Dice) -> bool:
    """Now and then let a random seat's player leave for good; say whether one has."""
    if dice.below(_LEAVES):
        return False
    try:
        driver.leave(dice.below(driver.journal.header.seats))
    except Refused:
        return False
    return True


class Players:
    """Bots by chair: ``heuristic`` ones see their own views, ``random`` ones need none."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._observers: dict[int, Observer] = {}

    def answer(self, driver: Driver, dice: Dice) -> None:
        """Let one of those asked answer, mostly one that has not yet."""
        open_now = [s for s in driver.waiting if not driver.pending[s].ask.settled]
        seat = open_now[dice.below(len(open_now))]
        if self._names[seat] == "random":
            answer_at_random(driver, dice)
            return
        if seat not in self._observers:
            self._observers[seat] = Observer(driver, seat)
        observer = self._observers[seat]
        observer.update()
        ask = observer.ask
        assert ask is not None
        bot = driver.game.bots[self._names[seat]]()
        driver.answer(seat, ask.id, bot.choose(observer.fold.plain(), ask, dice), by=By.BOT)


def run(
    setup: Setup,
    *,
    on_event: Callable[[Driver, Event], None] | None = None,
    on_step: Callable[[Driver], None] | None = None,
    bots: Sequence[str] = (),
    turn: Callable[[Driver, Dice], None] | None = None,
) -> Driver:
    """Play a whole random game; ``on_step`` comes after the start and after every answer.

    ``bots`` are the names of the bots by seat, all ``random`` by default; ``turn`` answers itself.
    """
    found: list[Driver] = []
    hook = (lambda event: on_event(found[0], event)) if on_event is not None else None
    driver = begin(setup, on_event=hook)
    found.append(driver)
    dice = Dice(f"play {setup}")
    take_turn = turn or (Players(bots).answer if bots else answer_at_random)
    driver.start()
    while driver.status is Status.RUNNING:
        if on_step is not None:
            on_step(driver)
        if not (setup.leavers and somebody_leaves(driver, dice)):
            take_turn(driver, dice)
    assert driver.status is Status.OVER, driver.fault
    if on_step is not None:
        on_step(driver)
    return driver


def pack(value: object) -> bytes:
    """Return ``value`` as it would go out."""
    return cast(bytes, msgpack.packb(value, use_bin_type=True))


class Watch:
    """Everything that is sent to one viewer at each step."""

    def __init__(self, driver: Driver, viewer: int) -> None:
        self.observer = Observer(driver, viewer)
        self._driver = driver
        self._view = self._asked = b""
        self._stale = True
        self._now: Ask | None = None

    def ask(self) -> Mapping[str, Any] | None:
        """Return the viewer's open ask as a map."""
        ask = self.observer.ask
        if ask is None:
            return None
        fields = {name: getattr(ask, name) for name in type(ask).__slots__}
        return {**fields, "context": dict(ask.context)}

    def refusal(self) -> str:
        """Return the code that an impossible answer of this viewer gets now."""
        ask = self.observer.ask
        try:
            self._driver.answer(self.observer.viewer, ask.id if ask else 1, ["no such option", "?"])
        except Refused as refused:
            return str(refused)
        raise AssertionError("an impossible answer was taken")

    def told(self) -> bytes:
        """Take in what is new; return all that this viewer is sent at this step but the view.

        A view is a fold of the events, and an ask is frozen: each is packed again only if new.
        """
        new = self.observer.update()
        self._stale |= bool(new)
        pending = self._driver.pending.get(self.observer.viewer)
        now = None if pending is None else pending.ask
        if not self._asked or now is not self._now:
            self._now, self._asked = now, pack(self.ask())
        return self._asked + pack(
            {
                "seq": len(self.observer.events),
                "events": new,
                "id": None if pending is None else pending.id,
                "waiting": list(self._driver.waiting),
                "kind": self._driver.waiting_kind,
                "seconds": self._driver.seconds,
                "step": self._driver.step,
                "refusal": self.refusal(),
            }
        )

    def frame(self) -> bytes:
        """Take in what is new; return all that this viewer is sent at this step."""
        told = self.told()
        if self._stale:
            self._view, self._stale = pack(self.observer.fold.plain()), False
        return self._view + told


def digest(each: int = 2) -> str:
    """Return one hash over all journals and frames of some games of every kind.

    Of a game of very many decisions the frames are those at every so many: each is made of all
    that was told until then.
    """
    total = sha256()
    for setup in setups(each):
        watching: list[Watch] = []

        def look(driver: Driver, watching: list[Watch] = watching, setup: Setup = setup) -> None:
            if not looked_at(setup, driver) and driver.status is Status.RUNNING:
                return
            if not watching:
                watching.extend(Watch(driver, v) for v in viewers(driver.journal.header.seats))
            for watch in watching:
                total.update(watch.frame())

        driver = run(setup, on_step=look)
        for entry in driver.journal.entries:
            total.update(pack([entry.fingerprint, entry.seat, entry.answer]))
    return total.hexdigest()
