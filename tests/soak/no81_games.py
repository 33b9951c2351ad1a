"""One whole game of No.81 by heuristic bots, with its cards counted at every event; and tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.driver import Driver
from engine.event import Event
from engine.games.no81.cards import ORDINARY
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Mode
from engine.games.no81.state import State
from tests.engine.gates.playing import Setup, run

__all__ = ["Played", "Seat", "played", "tables"]

OVERTIME = 15
"""N81-15.6: after so many rounds of attrition a game is a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """How one seat began, and whether it won."""

    team: str
    """The camp dealt, the series, the role; in Karma mode the sign of T or nothing."""
    camp: str
    character: str
    first: bool
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game: what it was, how it ended, how long it was."""

    mode: str
    size: int
    why: str
    rounds: int
    late: bool
    """It went on into the rounds of attrition (N81-15.5)."""
    decisions: int
    seats: tuple[Seat, ...]


def _zones(state: State) -> list[list[str]]:
    zones = [state.pile, state.discard, state.resolving, state.row, state.removed]
    for player in state.players:
        zones += (player.hand, player.zone, player.deck, player.spent)
    return zones


def _conserved(driver: Driver, event: Event) -> None:
    """N81-2.1, N81-2.6: every card lies in exactly one zone, at every event."""
    state: State = driver.state
    zones = _zones(state)
    total = sum(map(len, zones))
    assert total in {len(ORDINARY), len(ORDINARY) + 13 * state.seats}, event
    assert total == len(set().union(*zones)), event


def played(job: tuple[str, int, int], *, leavers: bool = False) -> Played:
    """Play the game of this mode, size and number; ``leavers``: players leave now and then."""
    mode, size, number = job
    options = GAME.configure(size, {"mode": mode})
    # The seed goes by the number: each mode has its own.
    own = number * len(Mode) + list(Mode).index(Mode(mode))
    setup = Setup(game=GAME, seats=size, options=options, number=own, leavers=leavers)
    driver = run(setup, on_event=_conserved, bots=["heuristic"] * size)
    state: State = driver.state
    assert set(ORDINARY) <= set().union(*_zones(state)), str(setup)
    over = driver.events[-1].public
    assert driver.result is not None
    assert state.round <= state.round_limit + OVERTIME + 1, str(setup)
    return Played(
        mode=mode,
        size=size,
        why=str(over["why"]),
        rounds=state.round,
        late=state.round > state.round_limit,
        decisions=sum(entry.seat >= 0 for entry in driver.journal.entries),
        seats=tuple(_seats(driver, driver.result.winners)),
    )


def _seats(driver: Driver, winners: tuple[int, ...]) -> Iterator[Seat]:
    """Yield every seat as it began: dealt sides, shown characters, roles."""
    state: State = driver.state
    told: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for event in driver.events:
        told[event.kind].append(event.public)
    dealt: tuple[str | None, ...] = told["game_started"][0]["sides"]
    shown = {s["seat"]: s for event in told["characters"] for s in event["shown"]}
    first = told["first"][0]["seat"]
    for player in state.players:
        role = player.role.value if player.role is not None else None
        yield Seat(
            team=role or dealt[player.seat] or state.sides[player.seat] or "alone",
            camp=shown[player.seat]["camp"],
            character=shown[player.seat]["character"],
            first=player.seat == first,
            won=player.seat in winners,
        )


def tables(games: Iterable[Played]) -> Iterator[str]:
    """Yield what is to be known of the games as lines of text."""
    by_mode: dict[str, list[Played]] = defaultdict(list)
    for game in games:
        by_mode[game.mode].append(game)
    for mode, mine in by_mode.items():
        yield f"{mode}: {len(mine)} games"
        yield "  size games rounds  late draws decisions first  teams (won by a seat of each)"
        for size in sorted({game.size for game in mine}):
            yield _line([game for game in mine if game.size == size])
        seats = [seat for game in mine for seat in game.seats]
        yield "  camps: " + _rates((seat.camp, seat.won) for seat in seats)
        yield "  characters: " + _rates((seat.character, seat.won) for seat in seats)


def _line(games: list[Played]) -> str:
    """Return the line of one size."""
    count = len(games)
    seats = [seat for game in games for seat in game.seats]
    first = [seat.won for seat in seats if seat.first]
    return (
        f"  {games[0].size:4} {count:5} {sum(g.rounds for g in games) / count:6.1f} "
        f"{sum(g.late for g in games) / count:5.0%} "
        f"{sum(not any(s.won for s in g.seats) for g in games) / count:5.0%} "
        f"{sum(g.decisions for g in games) / count:9.0f} {sum(first) / len(first):5.0%}  "
        + _rates((seat.team, seat.won) for seat in seats)
    )


def _rates(wins: Iterable[tuple[str, bool]]) -> str:
    """Return how often each name has won, from the most often down."""
    found: dict[str, list[bool]] = defaultdict(list)
    for name, won in wins:
        found[name].append(won)
    rates = {name: sum(won) / len(won) for name, won in found.items()}
    return " ".join(f"{n} {rates[n]:.0%}" for n in sorted(rates, key=lambda n: -rates[n]))
