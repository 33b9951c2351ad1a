"""A server process that plays one long game and writes down all that it shows, to be killed.

Usage: ``python -m tests.server.victim DATABASE [GAME]``. Each line of the output is one frame as
one player got it: ``[viewer, seq, [events], ask or null]`` in JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.chance import Dice
from engine.game import AskView, Game
from engine.games.future_diary.game import GAME as FUTURE_DIARY
from server.requests import Answer, CreateTable, Ready, Sit, Start, encode
from server.wire import unpack
from tests.server.house import ANN, BO, Person, house
from tests.server.toy import TOY


class QuietBot:
    """Is ready at once and does nothing, so that a game lasts."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> tuple[str, ...]:
        return ("ready",)


QUIET = replace(FUTURE_DIARY, bots={"heuristic": QuietBot, "random": QuietBot})
GAMES: Mapping[str, Game] = {"toy": TOY, "future_diary": QUIET}
SETUPS: Mapping[str, dict[str, Any]] = {
    "toy": {"seats": 2, "options": {"rounds": "500"}},
    "future_diary": {"seats": 5, "options": {"quiet": "off"}, "bots": 3},
}


def _said(ask: dict[str, Any], said: set[str]) -> list[str]:
    """Return what a player says to ``ask``; in steps: a word for all, an order, *ready*."""
    if "step" not in ask:
        return [ask["options"][-(ask["id"] % 2)]]
    step = f"{ask['step']}"
    for first, possible, answer in (
        ("say", "public" in ask["context"]["channels"], ["say", "public", f"step {step}"]),
        ("order", "day=disguise" in ask["options"], ["submit", "day=disguise"]),
    ):
        if possible and first + step not in said:
            said.add(first + step)
            return answer
    return ["ready"]


async def _play(channel: Person, viewer: int) -> None:
    """Answer everything that is asked."""
    shown, said, answered = 0, set[str](), 0
    while True:
        await channel.more_than(shown)
        frame = channel.frames[shown]
        shown += 1
        if frame["stage"] != "playing":
            continue
        ask = frame["ask"]
        line = [viewer, frame["seq"], frame["events"], ask]
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
        if ask and "answer" not in ask and not ask["settled"] and ask["id"] != answered:
            answered = ask["id"]
            answer = _said(ask, said)
            channel.ask(Answer(game_no=frame["game_no"], ask=ask["id"], answer=answer))


async def _main(path: Path, game: str) -> None:
    async with house(path, games=GAMES) as h:
        lobby = h.hub.lobby(ANN)
        lobby.send(encode(CreateTable(game=game, clock=0, **SETUPS[game])))
        while "opened" not in (notice := unpack(await lobby.receive())):
            pass
        ann, bo = h.at(notice["opened"], ANN), h.at(notice["opened"], BO)
        bo.ask(Sit(seat=-1))
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: p.frames and all(s["ready"] for s in p.last["seats"][1:]))
        ann.ask(Start())
        await asyncio.gather(_play(ann, 0), _play(bo, 1))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "toy"))
