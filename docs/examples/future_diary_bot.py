#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["asyncssh>=2.24", "msgpack>=1.1"]
# ///
"""A small bot for Future Diary: it fills in any form at random, and is ready.

It shows how a game of timed steps is played (docs/protocol.md, "Steps"). Connecting and the frames
are those of love_letter_bot.py beside it, with the same options:

    python future_diary_bot.py --host localhost --port 2222 --seats 7
    python future_diary_bot.py --join CODE

Exit status: 0 the game was played to its end, 1 anything else.
"""

import asyncio
import random
import sys
from typing import Any

import asyncssh
from love_letter_bot import LOBBY, TABLE, Session, arguments, over_asyncssh, over_openssh

Chosen = dict[str, list[str]]


def is_open(field: dict[str, Any], chosen: Chosen) -> bool:
    """Tell whether each condition of a field holds; ``""`` stands for "nothing is chosen there"."""
    return all(
        any(value in values for value in chosen.get(name) or [""]) for name, values in field["when"]
    )


def fill(form: list[dict[str, Any]]) -> list[str]:
    """Fill in a form from its beginning. **Put your ideas here**: ``view`` has all that you see."""
    chosen: Chosen = {}
    for field in form:
        if is_open(field, chosen) and (field["need"] or random.random() < 0.5):  # noqa: S311
            chosen[field["id"]] = [random.choice(field["values"])]  # noqa: S311 - a game
    return [f"{name}={value}" for name, values in chosen.items() for value in values]


def answer(ask: dict[str, Any]) -> list[str]:
    """Return what we say in this step: our sheet, and that we are ready."""
    return ["ready", *fill(ask["context"]["form"])]


async def own_table(session: Session, seats: int) -> str:
    """Make a table for ourselves and bots in the lobby and return its join code."""
    await session.send(0, op="open", channel=LOBBY, room="lobby")
    await session.send(
        LOBBY, op="create", game="future_diary", seats=seats, options={"pace": "quick"},
        clock=0, bots=seats - 1,
    )  # fmt: skip
    while True:
        _, frame = await session.receive()
        if "opened" in frame:
            await session.send(0, op="close", channel=LOBBY)
            return str(frame["opened"])


async def play(session: Session, code: str, *, start: bool) -> dict[str, Any]:
    """Sit at the table until the game there is over; return its last frame."""
    await session.send(0, op="open", channel=TABLE, room="table", code=code)
    ready = asked = False
    said = -1
    while True:
        channel, frame = await session.receive()
        if channel != TABLE or frame["t"] != "table":
            continue
        if frame["stage"] == "over":
            return frame
        if frame["stage"] == "waiting" and frame["you"] < 0 and not asked:
            asked = True
            await session.send(TABLE, op="sit", seat=-1)
        if frame["stage"] == "waiting" and frame["you"] >= 0 and not ready:
            ready = True
            await session.send(
                TABLE, **({"op": "start"} if start else {"op": "ready", "ready": True})
            )
        # Once in each step: the ask stays open after our answer, with a new number.
        ask = frame["ask"]
        if ask is not None and not ask["settled"] and ask["step"] != said:
            said = ask["step"]
            await session.send(
                TABLE, op="answer", game_no=frame["game_no"], ask=ask["id"], answer=answer(ask)
            )


async def main() -> None:
    """Connect, say hello, play, print who was who."""
    options = arguments()
    connect = over_openssh if options.openssh else over_asyncssh
    async with connect(options) as session:
        await session.send(0, op="hello", version=1)
        _, hello = await session.receive()
        code = options.join or await own_table(session, max(5, options.seats))
        sys.stdout.write(f"{hello['name']} plays at table {code}\n")
        sys.stdout.flush()
        frame = await play(session, code, start=not options.join)
        sys.stdout.write(f"{frame['view']['over']['verdict']}\n")
        for one in frame["view"]["revealed"]:
            sys.stdout.write(f"{one['seat']} {one['persona']}: {one['role']}, {one['loop']}\n")


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except (OSError, EOFError, RuntimeError, asyncssh.Error) as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.exit(1)
