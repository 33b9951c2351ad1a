#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["asyncssh>=2.24", "msgpack>=1.1"]
# ///
"""A small bot: makes a table, plays one game of Love Letter against the house's bots, leaves.

It shows everything that a client of the ``undertable`` subsystem needs (docs/protocol.md) and uses
nothing of Undertable itself: copy it and start from here. To run it against your own server:

    python love_letter_bot.py --host localhost --port 2222

It comes in as a guest. With ``--key FILE`` it is a player of its own, whose seat is kept. With
``--join CODE`` it sits down at somebody's table and plays when the host starts. With ``--openssh``
the ``ssh`` command carries the frames, with whatever your ssh configuration says.

Exit status: 0 the game was played to its end, 1 anything else.
"""

import argparse
import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncssh
import msgpack

LOBBY, TABLE = 1, 2  # our numbers for the two channels that we open; 0 is the session itself


class Session:
    """Frames over any stream: four bytes of length, then msgpack ``[channel, map]``."""

    def __init__(self, reader: Any, writer: Any) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, number: int, /, **request: Any) -> None:
        """Send a request to one of the channels."""
        payload = msgpack.packb([number, request])
        self._writer.write(len(payload).to_bytes(4, "big") + payload)
        await self._writer.drain()

    async def receive(self) -> tuple[int, dict[str, Any]]:
        """Return the next frame; raise at an error, a refusal or the end of a channel."""
        length = int.from_bytes(await self._reader.readexactly(4), "big")
        channel, frame = msgpack.unpackb(await self._reader.readexactly(length))
        refused = frame["t"] == "error" or frame.get("level") == "error"
        if refused or frame.get("closed"):  # a channel's last frame: the server closes, say
            raise RuntimeError(f"{frame['code']} {frame['params']}")
        return channel, frame


class Guest(asyncssh.SSHClient):
    """Logs in without a key: the server asks nothing, and we answer nothing."""

    def kbdint_auth_requested(self) -> str:
        """Offer the method by which guests come in."""
        return ""

    def kbdint_challenge_received(self, *_challenge: Any) -> list[str]:
        """Give no answers, since there are no questions."""
        return []


@asynccontextmanager
async def over_asyncssh(options: argparse.Namespace) -> AsyncIterator[Session]:
    """Connect with asyncssh: with a key if one is named, as a guest otherwise."""
    async with asyncssh.connect(
        options.host,
        options.port,
        username=options.name,
        client_factory=Guest,
        client_keys=[options.key] if options.key else None,
        preferred_auth="publickey" if options.key else "keyboard-interactive",
        # So that the example runs at once. A bot that holds a seat for long should name a
        # known_hosts file here, with the line that the server prints at its start.
        known_hosts=options.known_hosts,
        config=None,
    ) as connection:
        # encoding=None: bytes, not text.
        writer, reader, _ = await connection.open_session(subsystem="undertable", encoding=None)
        yield Session(reader, writer)
        writer.write_eof()  # we are done; our seat is kept


@asynccontextmanager
async def over_openssh(options: argparse.Namespace) -> AsyncIterator[Session]:
    """Let ``ssh -s HOST undertable`` carry the frames over its standard input and output."""
    command = ["ssh", "-s", "-p", str(options.port), *options.ssh_option]
    command += ["-i", options.key] if options.key else []
    process = await asyncio.create_subprocess_exec(
        *command, f"{options.name}@{options.host}", "undertable",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    yield Session(process.stdout, process.stdin)
    process.stdin.close()
    await process.wait()


async def own_table(session: Session, seats: int) -> str:
    """Make a table for ourselves and bots in the lobby and return its join code."""
    await session.send(0, op="open", channel=LOBBY, room="lobby")
    await session.send(
        LOBBY, op="create", game="love_letter", seats=seats, options={}, clock=0, bots=seats - 1
    )
    while True:
        _, frame = await session.receive()
        if "opened" in frame:  # the notice that answers our request; other frames are the lobby's
            await session.send(0, op="close", channel=LOBBY)
            return str(frame["opened"])


def choose(ask: dict[str, Any]) -> list[str]:
    """Pick a legal answer at random. **Put your ideas here**: the frame's ``view`` has all you see.

    An ask offers ``options`` and wants from ``least`` to ``most`` of them.
    """
    if ask["text"]:  # a free text is wanted; what the table would say for us is always legal
        return list(ask["default"])
    count = random.randint(ask["least"], ask["most"])  # noqa: S311 - a game, not a secret
    return random.sample(ask["options"], count)


async def play(session: Session, code: str, *, start: bool) -> dict[str, Any]:
    """Sit at the table until the game there is over; return its last frame."""
    await session.send(0, op="open", channel=TABLE, room="table", code=code)
    asked = seated = False
    answered = (0, -1)
    while True:
        channel, frame = await session.receive()
        if channel != TABLE or frame["t"] != "table":
            continue  # a last frame of the lobby, or a notice that is no error
        if frame["stage"] == "over":
            return frame
        if frame["stage"] == "waiting" and frame["you"] < 0 and not asked:
            asked = True
            await session.send(TABLE, op="sit", seat=-1)
        if frame["stage"] == "waiting" and frame["you"] >= 0 and not seated:
            seated = True  # once: the same state may come in many frames
            await session.send(
                TABLE, **({"op": "start"} if start else {"op": "ready", "ready": True})
            )
        # A frame with a question may come more than once (somebody else chats, say). Its number,
        # with the game's, says whether we have answered it already.
        ask = frame["ask"]
        if ask is not None and (question := (frame["game_no"], ask["id"])) > answered:
            answered = question
            await session.send(
                TABLE, op="answer", game_no=frame["game_no"], ask=ask["id"], answer=choose(ask)
            )


async def main(options: argparse.Namespace) -> None:
    """Connect, say hello, play, print the scores."""
    connect = over_openssh if options.openssh else over_asyncssh
    async with connect(options) as session:
        await session.send(0, op="hello", version=1)
        _, hello = await session.receive()
        code = options.join or await own_table(session, options.seats)
        sys.stdout.write(f"{hello['name']} plays at table {code}\n")
        sys.stdout.flush()
        frame = await play(session, code, start=not options.join)
        for seat, score in zip(frame["seats"], frame["result"]["scores"], strict=True):
            sys.stdout.write(f"{score} {seat['name']}\n")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Play one game of Love Letter on Undertable.")
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=2222)
    parser.add_argument("--name", default="example-bot", help="the name that we would like")
    parser.add_argument("--key", help="private key file; a guest without")
    parser.add_argument(
        "--known-hosts", help="file with the server's key (asyncssh); unchecked without"
    )
    parser.add_argument("--join", metavar="CODE", help="sit down there; else make a table")
    parser.add_argument("--seats", type=int, default=4, help="players at a table of our own")
    parser.add_argument("--openssh", action="store_true", help="let the ssh command connect")
    parser.add_argument("--ssh-option", action="append", default=[], help="passed to ssh as it is")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        asyncio.run(main(arguments()))
    except (OSError, EOFError, RuntimeError, asyncssh.Error) as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.exit(1)
