"""Finished games put straight into a hub's store, for tests of what is told of them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.codec import encode_header
from engine.event import Value
from engine.game import ALONE, Part
from engine.journal import Header
from engine.registry import GAMES
from server.changes import EndGame, NewGame, Score
from server.hub import LocalHub
from server.wire import pack
from tests.tui.sessions import ANN, BO

__all__ = ["CY", "an_evening", "keep", "score"]

CY = "SHA256:other-cy"


def score(who: str, name: str, *, won: bool = False, points: int = 0, part: Part = ALONE) -> Score:
    return Score(player=who, name=name, score=points, won=won, part=part)


async def keep(
    place: LocalHub,
    number: int,
    game: str,
    *scores: Score,
    options: Mapping[str, Value] | None = None,
) -> str:
    """Keep a game that is over; return its id."""
    found = GAMES[game]
    full = found.configure(len(scores), options or {})
    header = Header(
        game=game, rules_version=found.rules_version, seats=len(scores), options=full,
        seed=bytes(32),
    )  # fmt: skip
    seats = {"names": [s.name for s in scores], "owners": [s.player for s in scores]}
    game_id = f"{number:08x}" * 4
    await place._store.write(
        NewGame(id=game_id, code="FROG-71", header=encode_header(header), seats=pack(seats)),
        EndGame(game=game_id, status="over", scores=scores),
    )
    return game_id


async def an_evening(place: LocalHub) -> list[str]:
    """Keep four games of Ann's, one of each kind and a hidden one; return their ids."""
    ann, bo = ANN.id, BO.id
    cold = Part(side="cold", roles=("ke_zhi",))
    warm = Part(side="warm", roles=("lu_niang",))
    first = Part(side="first_loop", roles=("first",))
    second = Part(side="second_loop", roles=("murmur",))
    bots = [score("", name, part=second) for name in ("Crank", "Gear")]
    return [
        await keep(place, 1, "love_letter", score(ann, "Ann", won=True, points=3),
                   score(bo, "Bo", points=1), score(CY, "Cy", points=2)),
        await keep(place, 2, "no81", score(bo, "Bo", won=True, part=cold),
                   score(ann, "Ann", won=True, part=cold), score(CY, "Cy", part=warm),
                   options={"mode": "coldwarm"}),
        await keep(place, 3, "no81", score(ann, "Ann", part=cold), score(bo, "Bo", part=warm),
                   options={"mode": "karma"}),
        await keep(place, 4, "future_diary", score(ann, "Ann", part=first),
                   score(bo, "Bo", won=True, part=second), score(CY, "Cy", part=first), *bots,
                   options={"reveal": "off"}),
    ]  # fmt: skip
