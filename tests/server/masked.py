"""A toy game as Future Diary is to a table: masked, paced, in steps that all end together.

Each night every chair may note a word (a secret) as often as it likes, call something out, and say
that it is ready or not after all. A night ends when all are ready, or with its seconds. Places
around the ring are drawn, and nothing in public names a chair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.chance import Dice
from engine.errors import Refusal, Refused
from engine.event import Value, ViewerEvent
from engine.game import AskView, Game, OptionSpec, Patience, Play, Result
from engine.request import Answer, Ask, Gather, Script, draw, gather, tell
from server.api import Identity
from server.requests import CreateTable, Ready, Sit, Start
from tests.server.house import ANN, House, Person, quiet

SECONDS = {"quick": 60, "daily": 24 * 3600}
PATIENCE = {
    "quick": Patience(seconds=600),
    "daily": Patience(seconds=2 * 24 * 3600, runs_on=True),
}
NIGHTS = 4


@dataclass(slots=True)
class State:
    """The truth: ``silent`` counts nights in a row without a word, by chair."""

    ring: Answer = ()
    notes: dict[int, list[str]] = field(default_factory=dict)
    silent: dict[int, int] = field(default_factory=dict)


def _script(state: State, seats: int, options: Mapping[str, Value]) -> Script[Result]:
    chairs = tuple(map(str, range(seats)))
    state.ring = yield from draw("ring", chairs, seats)
    state.notes = {chair: [] for chair in range(seats)}
    state.silent = dict.fromkeys(range(seats), 0)
    place = {int(chair): number + 1 for number, chair in enumerate(state.ring)}
    yield from tell("dealt", {c: {"place": place[c]} for c in range(seats)}, seats=seats)
    for night in range(NIGHTS):
        yield from tell("night", number=night)
        heard = yield from _night(state, seats, place, night, SECONDS[str(options["pace"])])
        for chair in range(seats):
            state.silent[chair] = 0 if chair in heard else state.silent[chair] + 1
        yield from tell(
            "morning", {c: {"notes": tuple(state.notes[c])} for c in range(seats)}, number=night
        )
    winner = max(range(seats), key=lambda c: (len(state.notes[c]), -place[c]))
    return Result(winners=(winner,), scores=tuple(len(state.notes[c]) for c in range(seats)))


def _night(
    state: State, seats: int, place: Mapping[int, int], night: int, seconds: int
) -> Script[frozenset[int]]:
    """Hold one night; return the chairs that said anything of their own accord."""
    heard: set[int] = set()
    asks = {chair: _ask(state, chair, ready=False) for chair in range(seats)}
    while not all(ask.settled for ask in asks.values()):
        given = yield from gather(
            Gather(kind="night", asks=tuple(asks.values()), step=f"night:{night}", seconds=seconds)
        )
        ((chair, (verb, *words)),) = given.items()
        ready = asks[chair].settled
        if verb != "sleep":
            heard.add(chair)
        if verb == "note":
            state.notes[chair].append(words[0])
            mine = frozenset({chair})
            yield from tell("noted", audience=mine, notes=tuple(state.notes[chair]))
        elif verb == "say":
            yield from tell("said", place=place[chair], text=words[0])
        else:
            ready = verb != "wait"
        asks[chair] = _ask(state, chair, ready=ready)
    return frozenset(heard)


def _ask(state: State, chair: int, *, ready: bool) -> Ask:
    def check(values: Answer) -> Answer:
        match values:
            case ("ready",) | ("wait",) | ("sleep",) | ("note" | "say", _):
                return values
            case _:
                raise Refused(Refusal.ILLEGAL)

    return Ask(
        seat=chair, kind="night", options=("note", "say", "ready", "wait"), default=("sleep",),
        check=check, settled=ready, context={"notes": tuple(state.notes[chair])},
    )  # fmt: skip


class Fold:
    """View: ``{"place", "night", "notes", "said": [[place, text]...]}``."""

    def __init__(self) -> None:
        self._view: dict[str, Any] = {"place": None, "night": -1, "notes": [], "said": []}

    def apply(self, event: ViewerEvent) -> None:
        match event["kind"]:
            case "dealt":
                self._view["place"] = event.get("place")
            case "night":
                self._view["night"] = event["number"]
            case "noted":
                self._view["notes"] = list(event["notes"])  # type: ignore[arg-type]
            case "said":
                said = [event["place"], event["text"]]
                self._view["said"] = [*self._view["said"], said]
            case _:
                pass

    def plain(self) -> dict[str, Any]:
        return dict(self._view)


class Bot:
    """Notes a word first and is ready then."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        notes = ask.context["notes"]
        assert isinstance(notes, list | tuple)
        return ("note", "bot") if len(notes) <= view["night"] else ("ready",)


def _play(seats: int, options: Mapping[str, Value]) -> Play:
    state = State()
    return Play(script=_script(state, seats, options), state=state)


def _author(state: State, chair: int, answer: Answer) -> int | None:
    return state.ring.index(str(chair)) + 1 if answer[:1] == ("say",) else None


def _zones(state: State) -> Mapping[str, Sequence[str]]:
    return {"ring": state.ring}


MASKED = Game(
    id="masked",
    rules_version=1,
    min_seats=2,
    max_seats=5,
    options=(
        OptionSpec(id="pace", choices=tuple(SECONDS), default="quick"),
        OptionSpec(id="reveal", choices=("on", "off"), default="on"),
    ),
    configure=lambda _seats, options: {"pace": "quick", "reveal": "on", **options},
    play=_play,
    fold=lambda _seats, _options, _viewer: Fold(),
    zones=_zones,
    bots={"heuristic": Bot, "random": Bot},
    masked=True,
    paced=True,
    unmasked=lambda options: options["reveal"] == "on",
    idle=lambda state: frozenset(c for c, nights in state.silent.items() if nights >= 2),
    author=_author,
    patience=lambda options: PATIENCE[str(options["pace"])],
)
GAMES = {"masked": MASKED}


async def at_night(
    h: House, *others: Identity, host: Identity = ANN, bots: int = 0, **options: str
) -> tuple[str, list[Person]]:
    """Start a game of ``host``, ``others`` and bots; return the code and the people."""
    lobby = Person(h.hub.lobby(host))
    seats = 1 + len(others) + bots
    lobby.ask(CreateTable(game="masked", seats=seats, options=options, clock=0, bots=bots))
    code: str = (await lobby.notice("opened"))["opened"]
    lobby.leave()
    people = [h.at(code, host)]
    await people[0].frame(you=0)
    for who in others:
        one = h.at(code, who)
        one.ask(Sit(seat=-1))
        one.ask(Ready(ready=True))
        await one.until(lambda p: p.frames and p.last["you"] >= 0)
        people.append(one)
    await people[0].until(lambda p: all(s["ready"] for s in p.last["seats"] if not s["host"]))
    people[0].ask(Start())
    for one in people:
        await one.asked("night")
    return code, people


async def pass_night(h: House, one: Person, nights: int = 1) -> None:
    """Let nights run out by the clock, each seen to end before the next."""
    for _ in range(nights):
        night, clock = one.last["view"]["night"], one.last["clock"]
        await h.time.pass_by(clock["total"] + 1)
        await one.until(
            lambda p, n=night: p.last["stage"] != "playing" or p.last["view"]["night"] > n  # type: ignore[misc]
        )
        await quiet()


async def tell_table(one: Person, *values: str) -> None:
    """Answer the open ask and wait until the table has taken it."""
    before = one.last["ask"]["id"]
    one.answer(*values)
    await one.until(lambda p: p.last["ask"] is None or p.last["ask"]["id"] != before)
    await quiet()
