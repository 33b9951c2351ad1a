"""A toy game with every kind of request, for tests of the driver alone.

Each of ``seats`` players is dealt a secret number; all pick an odd/even bid at once (sealed); seat
0 then names two numbers in order and a motto. Whoever bid right about seat 0's number wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.chance import Dice
from engine.event import Value, ViewerEvent
from engine.game import AskView, Game, Play, Result
from engine.request import Answer, Ask, Gather, Script, draw, gather, tell

NUMBERS = ("1", "2", "3", "4", "5", "6")


@dataclass(slots=True)
class ToyState:
    """The truth."""

    hands: tuple[str, ...] = ()
    left: tuple[str, ...] = NUMBERS


@dataclass(slots=True)
class ToyFold:
    """What one viewer knows: the events themselves."""

    seen: list[ViewerEvent] = field(default_factory=list)

    def apply(self, event: ViewerEvent) -> None:
        self.seen.append(event)

    def plain(self) -> dict[str, Any]:
        return {"seen": [dict(e) for e in self.seen]}


class ToyBot:
    """Takes the default."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        return ask.default


def _script(seats: int, options: Mapping[str, Value], state: ToyState) -> Script[Result]:
    dealt = yield from draw("deal", NUMBERS, seats)
    state.hands, state.left = dealt, tuple(n for n in NUMBERS if n not in dealt)
    yield from tell("dealt", {s: {"mine": dealt[s]} for s in range(seats)}, seats=seats)
    bids = yield from gather(
        Gather(
            kind="bid",
            sealed=options.get("sealed", True) is True,
            revisable=options.get("revisable", True) is True,
            asks=tuple(
                Ask(seat=s, kind="bid", options=("odd", "even"), default=("odd",))
                for s in range(seats)
            ),
        )
    )
    yield from tell("bids", bids=tuple(bids[s][0] for s in sorted(bids)))
    order: Answer = yield Ask(
        seat=0, kind="order", options=NUMBERS, default=("1", "2"), least=2, most=2, ordered=True
    )
    some: Answer = yield Ask(seat=0, kind="some", options=NUMBERS, default=(), least=0, most=3)
    motto: Answer = yield Ask(seat=0, kind="motto", options=(), default=("",), text=8)
    if options.get("explode"):
        raise ZeroDivisionError
    yield from tell("end", order=order, some=some, motto=motto[0])
    right = "odd" if int(dealt[0]) % 2 else "even"
    return Result(
        winners=tuple(s for s in range(seats) if bids[s] == (right,)), scores=(0,) * seats
    )


def _play(seats: int, options: Mapping[str, Value]) -> Play:
    state = ToyState()
    return Play(script=_script(seats, options, state), state=state)


def _zones(state: ToyState) -> Mapping[str, Sequence[str]]:
    return {"hands": state.hands, "left": state.left}


TOY = Game(
    id="toy",
    rules_version=1,
    min_seats=2,
    max_seats=4,
    options=(),
    configure=lambda seats, options: options,
    play=_play,
    fold=lambda seats, options, viewer: ToyFold(),
    zones=_zones,
    bots={"random": ToyBot, "heuristic": ToyBot},
)
