"""What a game is to the rest of the program.

A game is one :class:`Game` value: how to set it up, the script that plays it, how one viewer's
events fold into that viewer's view, its bots, and the truth functions that only the gates use.
``engine.registry`` lists them; nothing else knows a game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from engine.chance import Dice
from engine.event import Value, ViewerEvent
from engine.request import Answer, Script

__all__ = [
    "ALONE", "AskView", "Bot", "Fold", "Game", "OptionSpec", "Part", "Patience", "Play", "Result",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a game ended: ``winners`` by seat (may be several), ``scores`` per seat."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What a seat was in a game that is over: whom it was with, and in which roles.

    Seats of the same ``side`` win together; ``""`` is a seat for itself alone. ``roles`` are the
    game's own ids, as its texts name them.
    """

    side: str = ""
    roles: tuple[str, ...] = ()


ALONE: Final = Part()
"""The part of a seat that is like all others and plays for itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionSpec:
    """One choice at a table's set-up.

    ``choices`` are stable ids (numbers and flags as text: ``"1"``, ``"on"``). With ``many`` any
    number of them may be picked and the value is a tuple; otherwise the value is one of them.
    ``house_rule`` ids are marked as such wherever they are shown.
    """

    id: str
    choices: tuple[str, ...]
    default: str | tuple[str, ...]
    many: bool = False
    house_rule: frozenset[str] = frozenset()
    offered: Callable[[int, Mapping[str, Value]], tuple[str, ...]] | None = None
    """Which of the choices there is any use in offering to so many seats, given all options as
    they stand; ``None``: all of them. What is not offered, ``configure`` refuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskView:
    """An ask as its own seat sees it; the same fields as in a frame."""

    id: int
    kind: str
    options: Answer
    default: Answer
    least: int
    most: int
    ordered: bool
    text: int
    context: Mapping[str, Value]
    settled: bool = False


class Bot(Protocol):
    """Decides from what its seat can see, and from nothing else."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        """Return a legal answer to ``ask``."""
        ...


class Fold(Protocol):
    """One viewer's view: a fold of that viewer's own events, in order."""

    def apply(self, event: ViewerEvent) -> None:
        """Take in the next event that this viewer received."""
        ...

    def plain(self) -> dict[str, Any]:
        """Return the view as plain data (maps with text keys, lists, text, ints, bools, None).

        The caller may keep it: it must not change under a later :meth:`apply`.
        """
        ...


@dataclass(slots=True, kw_only=True)
class Play:
    """One running game: the script, and its state for the gates (never for a viewer)."""

    script: Script[Result]
    state: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """What becomes of a running game while nobody who plays it is here.

    ``seconds``: after so long it is given up without a result, 0: never. ``runs_on``: its clocks
    run on meanwhile (games of many hours a step); else they stand still until somebody is back.
    """

    seconds: int = 0
    runs_on: bool = False


def _nobody(_state: Any) -> frozenset[int]:
    return frozenset()


def _endless(_options: Mapping[str, Value]) -> Patience:
    return Patience()


def _printed(_options: Mapping[str, Value]) -> tuple[str, ...]:
    return ()


def _unmasked(_options: Mapping[str, Value]) -> bool:
    return True


def _stays(_state: Any, _seat: int) -> bool:
    return False


def _alike(_state: Any) -> tuple[Part, ...]:
    return ()


def _unsigned(_state: Any, _seat: int, _answer: Answer) -> int | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of the registry.

    ``configure(seats, options)`` checks a set-up, fills in defaults and returns the complete
    options, or raises :class:`engine.errors.ConfigError`. ``play`` and ``fold`` take what
    ``configure`` returned. ``zones(state)`` maps every zone's name to the cards in it, for the
    conservation gate; ``bots`` are by name, ``"random"`` and ``"heuristic"`` at least.
    """

    id: str
    rules_version: int
    min_seats: int
    max_seats: int
    options: tuple[OptionSpec, ...]
    configure: Callable[[int, Mapping[str, Value]], Mapping[str, Value]]
    play: Callable[[int, Mapping[str, Value]], Play]
    fold: Callable[[int, Mapping[str, Value], int], Fold]
    """``fold(seats, options, viewer)``; viewer is a seat or ``SPECTATOR``."""
    zones: Callable[[Any], Mapping[str, Sequence[str]]]
    bots: Mapping[str, Callable[[], Bot]]
    masked: bool = False
    """Who sits behind a seat is secret while a game runs, and so is who acts: sessions shape what
    they send, so that nobody can tell from an encrypted connection."""
    windows: frozenset[str] = frozenset()
    """Kinds of asks that are put whether or not a seat has anything to answer with: how soon it
    answers must not tell. Each is a decision of its own (``Ask.opens``)."""
    tempo: Mapping[str, float] = field(default_factory=dict)
    """By kind of a decision's first ask, what part of the table's clock it gets, more than 1 where
    it takes longer; 1 for kinds that are not named."""
    paced: bool = False
    """Its gathers bring their own seconds: a table's clock and its choice of who decides when time
    runs out mean nothing, and a time-out gives the ask's default."""
    unmasked: Callable[[Mapping[str, Value]], bool] = _unmasked
    """Of a masked game: whether it is shown after the end who sat behind which seat."""
    idle: Callable[[Any], frozenset[int]] = _nobody
    """``idle(state)``: the seats that have been silent for so long that a bot shall play for them
    from this decision on; looked at whenever a new decision is put."""
    author: Callable[[Any, int, Answer], int | None] = _unsigned
    """``author(state, seat, answer)``: of a masked game, the public number (1..seats) under which
    an answer of a seat would be posted for all to read; ``None`` for any other answer, legal or
    not. It may tell only what the seat may know."""
    content: Callable[[Mapping[str, Value]], tuple[str, ...]] = _printed
    """``content(options)``: what is played with beside the rules, a text for each part that a
    journal keeps so that nothing else is ever played in its place; nothing for most games."""
    leaves: Callable[[Any, int], bool] = _stays
    """``leaves(state, seat)``: note in the state that the seat's player has left for good, and say
    whether the rules take notice; most games do not, and a bot plays on. The script sees to what
    follows, at a moment that suits it; until then the seat's asks get their defaults. Not for games
    with a ``Gather.step``."""
    patience: Callable[[Mapping[str, Value]], Patience] = _endless
    """What becomes of a game that everybody has left, by its options."""
    mode: str = ""
    """The option that makes different games of one, whose results count apart; ``""``: none."""
    parts: Callable[[Any], tuple[Part, ...]] = _alike
    """``parts(state)``: once a game is over, what each seat was in it; nothing where all seats are
    alike and each plays for itself."""
