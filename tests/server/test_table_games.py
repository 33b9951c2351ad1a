"""Every registered game, played at a real table by bots and one person, seen by every viewer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import GAMES
from server.requests import CreateTable, Start
from tests.server.house import ANN, CY, Person, house

_SIZES = 6
"""More sizes than so many are tried at both ends and in the middle only."""


def harmless(ask: dict[str, Any]) -> list[str]:
    """Return what hurts nobody, and is no silence where a game counts that."""
    safe: list[str] = ["ready"] if "ready" in ask["options"] else ask["default"]
    return safe


def _owes(ask: dict[str, Any] | None) -> bool:
    return ask is not None and not ask["settled"]


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_game_is_played_to_its_end_with_bots_in_the_empty_seats(game: str) -> None:
    rules = GAMES[game]
    answered = 0
    sizes = [*range(rules.min_seats, rules.max_seats + 1)]
    if len(sizes) > _SIZES:
        sizes = [sizes[0], sizes[len(sizes) // 2], sizes[-1]]
    for seats in (*sizes, *[rules.min_seats] * 5):
        async with house(games=GAMES) as h:
            lobby = Person(h.hub.lobby(ANN))
            lobby.ask(CreateTable(game=game, seats=seats, options={}, clock=0, bots=0))
            await lobby.until(lambda p: p.notices)
            if lobby.codes[-1] != "opened":
                # The game's own set-up may want an option for this many (a house rule, say).
                assert lobby.notices[-1]["level"] == "error"
                continue
            code = lobby.notices[-1]["opened"]
            ann, watcher = h.at(code, ANN), h.at(code, CY)
            ann.ask(Start())
            while not (ann.frames and ann.last["stage"] == "over"):
                frame = await ann.until(
                    lambda p: p.frames and (p.last["stage"] == "over" or _owes(p.last["ask"]))
                )
                ask = frame["ask"]
                if ask:
                    ann.answer(*harmless(ask))
                    answered += 1
                    await ann.until(
                        lambda p, n=ask["id"]: not p.last["ask"] or p.last["ask"]["id"] != n  # type: ignore[misc]
                    )
            seen = await watcher.frame(stage="over")
            assert seen["result"] == ann.last["result"]
            assert set(seen["result"]["winners"]) <= set(range(seats))
            assert len(seen["result"]["scores"]) == seats
            assert seen["result"]["winners"] or rules.masked  # a world may end without a winner
            assert ann.notices == []
            assert all(f["ask"] is None for f in watcher.frames)
    assert answered > 0
