"""A tiny game with everything a table must cope with: a secret, a draw, an ask, a sealed gather.

Each round every seat is dealt a card that only it sees; in turn each keeps it or swaps it for
another; then all bet at once, sealed; then all cards are shown. ``fuse`` says which trouble the
set-up allows: with ``rule`` a seat may answer ``boom``, which makes the rule fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.chance import Dice
from engine.errors import ConfigError
from engine.event import Value, ViewerEvent
from engine.game import AskView, Game, OptionSpec, Play, Result
from engine.request import Answer, Ask, Gather, Script, choose, draw, gather, tell

CARDS = tuple(f"CANARY{number:02}" for number in range(12))


@dataclass(slots=True)
class State:
    hands: dict[int, str] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)


def _script(state: State, seats: int, options: Mapping[str, Value]) -> Script[Result]:
    state.scores = [0] * seats
    moves: Answer = ("keep", "swap", "boom") if options["fuse"] == "rule" else ("keep", "swap")
    rounds = int(str(options["rounds"]))
    for number in range(rounds):
        deck = list((yield from draw("deal", CARDS, len(CARDS))))
        yield from tell("round", number=number)
        for seat in range(seats):
            state.hands[seat] = deck.pop()
            yield from tell("dealt", {seat: {"card": state.hands[seat]}}, seat=seat)
        for seat in range(seats):
            held = state.hands[seat]
            move = yield from choose(seat, "move", moves, context={"held": held})
            if move == "boom":
                raise ZeroDivisionError(held)
            if move == "swap":
                state.hands[seat] = deck.pop()
                yield from tell("swapped", {seat: {"card": state.hands[seat]}}, seat=seat)
            else:
                yield from tell("kept", seat=seat)
        asks = tuple(
            Ask(seat=s, kind="bet", options=("low", "high"), default=("low",)) for s in range(seats)
        )
        bets = yield from gather(Gather(kind="bet", asks=asks))
        for seat in range(seats):
            high = CARDS.index(state.hands[seat]) >= len(CARDS) // 2
            state.scores[seat] += high == (bets[seat] == ("high",))
        shown = tuple(state.hands[s] for s in range(seats)) if number == rounds - 1 else ()
        yield from tell("scored", scores=tuple(state.scores), shown=shown)
    best = max(state.scores)
    winners = tuple(s for s, score in enumerate(state.scores) if score == best)
    return Result(winners=winners, scores=tuple(state.scores))


class ToyFold:
    """View: ``{"card", "kept": [seats], "round", "scores", "told"}``."""

    def __init__(self) -> None:
        self._view: dict[str, Any] = {
            "card": None, "kept": [], "round": -1, "scores": [], "told": 0,
        }  # fmt: skip

    def apply(self, event: ViewerEvent) -> None:
        view = self._view
        view["told"] += 1
        if "card" in event:
            view["card"] = event["card"]
        if event["kind"] == "round":
            view["round"], view["kept"] = event["number"], []
        if event["kind"] == "kept":
            view["kept"] = [*view["kept"], event["seat"]]
        if event["kind"] == "scored":
            view["scores"] = list(event["scores"])  # type: ignore[arg-type]

    def plain(self) -> dict[str, Any]:
        return dict(self._view)


class ToyBot:
    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        return (dice.pick([o for o in ask.options if o != "boom"]),)


class StubbornBot:
    """Answers what is not offered."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        return ("nonsense",)


class FailingBot:
    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        raise RuntimeError


def _configure(seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
    fuse = options.get("fuse", "none")
    if fuse not in ("none", "rule"):
        raise ConfigError("bad_option", option="fuse")
    rounds = options.get("rounds", "2")
    if rounds not in ("2", "500"):
        raise ConfigError("bad_option", option="rounds")
    return {"fuse": fuse, "rounds": rounds}


def _play(seats: int, options: Mapping[str, Value]) -> Play:
    state = State()
    return Play(script=_script(state, seats, options), state=state)


def _fold(seats: int, options: Mapping[str, Value], viewer: int) -> ToyFold:
    return ToyFold()


def _zones(state: State) -> Mapping[str, Sequence[str]]:
    return {"hands": tuple(state.hands.values())}


TOY = Game(
    id="toy",
    rules_version=1,
    min_seats=2,
    max_seats=4,
    options=(
        OptionSpec(id="fuse", choices=("none", "rule"), default="none"),
        OptionSpec(id="rounds", choices=("2", "500"), default="2"),
    ),
    configure=_configure,
    play=_play,
    fold=_fold,
    zones=_zones,
    bots={
        "heuristic": ToyBot, "random": ToyBot, "stubborn": StubbornBot, "failing": FailingBot,
    },
)  # fmt: skip
GAMES = {"toy": TOY}
