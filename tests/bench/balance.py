"""How often each loop and role of Future Diary wins, by size: ``make bench-balance``.

Whole games of heuristic bots in two processes; the table goes to standard output and to
``build/balance.json``. ``ARGS="GAMES SEED"`` changes how many games a size and which ones.
Says which sizes lie outside 25 to 75 percent for either loop; it judges nothing else.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.games.future_diary.game import GAME
from engine.games.future_diary.state import Table
from engine.journal import Header
from engine.simulate import play_game, seed_of

__all__ = ["Played", "balance", "main", "played", "table"]

GAMES = 200
SEED = 1000
FAIR = (0.25, 0.75)
"""Between these shares of the decided games each loop should win."""
PROCESSES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game: its size, how it ended, its acts, and by role whether it won."""

    seats: int
    verdict: str
    acts: int
    decisions: int
    won: Mapping[str, bool]


def played(seats: int, number: int, *, seed: int = SEED, game: Game = GAME) -> Played:
    """Play one game of heuristic bots; ``number`` and ``seed`` say which."""
    header = Header(
        game=game.id,
        rules_version=game.rules_version,
        seats=seats,
        options=game.configure(seats, {}),
        seed=seed_of(seed, number),
    )
    driver = play_game(game, header, [game.bots["heuristic"]()] * seats)
    state: Table = driver.state
    assert driver.result is not None
    winners = {state.seat_of(chair) for chair in driver.result.winners}
    verdict = next(str(e.public["verdict"]) for e in driver.events if e.kind == "over")
    return Played(
        seats=seats,
        verdict=verdict,
        acts=state.world.act,
        decisions=sum(entry.seat >= 0 for entry in driver.journal.entries),
        won={seat.true_name: n in winners for n, seat in state.world.seats.items()},
    )


def _one(job: tuple[int, int], *, seed: int) -> Played:
    return played(*job, seed=seed)


def balance(games: Iterable[Played]) -> Iterator[dict[str, Any]]:
    """Yield one row by size: games, verdicts, mean acts, shares of decided games, wins by role."""
    by_size: dict[int, list[Played]] = {}
    for game in games:
        by_size.setdefault(game.seats, []).append(game)
    for seats, mine in sorted(by_size.items()):
        verdicts = Counter(game.verdict for game in mine)
        decided = verdicts["first_loop"] + verdicts["second_loop"]
        share = verdicts["first_loop"] / decided if decided else 0.0
        roles = {r: sum(g.won[r] for g in mine) / len(mine) for r in mine[0].won}
        yield {
            "seats": seats,
            "games": len(mine),
            "verdicts": dict(sorted(verdicts.items())),
            "acts": sum(game.acts for game in mine) / len(mine),
            "first_loop": share,
            "fair": FAIR[0] <= share <= FAIR[1],
            "roles": dict(sorted(roles.items(), key=lambda item: -item[1])),
        }


def table(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the rows as lines of text."""
    yield "seats games  first  second  drawn  acts  roles by games won"
    for row in rows:
        drawn = row["games"] - sum(row["verdicts"].get(f"{n}_loop", 0) for n in ("first", "second"))
        roles = " ".join(f"{role}:{won:.0%}" for role, won in row["roles"].items())
        flag = "" if row["fair"] else "  <- outside 25-75%"
        yield (
            f"{row['seats']:5} {row['games']:5} {row['first_loop']:6.0%} "
            f"{1 - row['first_loop']:7.0%} {drawn / row['games']:6.0%} {row['acts']:5.1f}  "
            f"{roles}{flag}"
        )


def main(args: list[str]) -> None:
    """Play, print, and write ``build/balance.json``."""
    count, seed = [*map(int, args), *(GAMES, SEED)[len(args) :]]
    jobs = [(seats, n) for n in range(count) for seats in range(GAME.min_seats, GAME.max_seats + 1)]
    with get_context("spawn").Pool(PROCESSES) as pool:
        games = list(pool.imap_unordered(partial(_one, seed=seed), jobs, chunksize=11))
    rows = list(balance(games))
    out = Path("build")
    out.mkdir(exist_ok=True)
    (out / "balance.json").write_text(json.dumps({"seed": seed, "sizes": rows}, indent=1))
    sys.stdout.write("\n".join([f"future_diary, heuristic bots, seed {seed}", *table(rows), ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
