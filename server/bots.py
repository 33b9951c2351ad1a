"""Bot seats: viewers like any other, that get the same packed frames and send the same requests."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final

from engine.chance import Dice
from engine.game import AskView, Bot, Game
from server import logs
from server.api import Channel, Identity
from server.channel import LocalChannel
from server.codes import Code
from server.deadlines import Time
from server.requests import Answer, encode
from server.wire import unpack

__all__ = ["BotKey", "BotOptions", "BotSeats", "ask_view", "choose", "play_seat"]

_STORE_PAUSE: Final = 1.0
"""Seconds before an answer that could not be stored is given again."""


_FINE: Final = 1_000_000
"""Moments that a bot's answer may have within its part of a step."""


def _fresh_dice() -> Dice:
    return Dice(secrets.token_bytes(16))


@dataclass(frozen=True, slots=True, kw_only=True)
class BotOptions:
    """How bots behave at this server.

    ``least`` and ``most`` bound the seconds a bot seems to think, drawn without a look at what it
    sees. In a timed step it first speaks at a random moment of the step's first ``share`` instead,
    and is done within it (FD-3.3). Zero for both bounds answers everything at once (tests,
    simulations). ``dice`` makes each bot's own source of chance.
    """

    least: float = 0.7
    most: float = 2.0
    share: float = 0.5
    dice: Callable[[], Dice] = field(default=_fresh_dice)


BotKey = tuple[int, int, str, str]
"""Number of the game, seat, kind of bot, name: what a bot's task is made for."""


class BotSeats:
    """The bots of one table: a task and a channel for each seat that has one."""

    def __init__(
        self, game: Game, attach: Callable[..., LocalChannel], time: Time, options: BotOptions
    ) -> None:
        self._game = game
        self._attach = attach
        self._time = time
        self._options = options
        self._tasks: dict[BotKey, tuple[LocalChannel, asyncio.Task[None]]] = {}

    def keep(self, wanted: Iterable[BotKey]) -> None:
        """Let exactly these bots play."""
        keys = set(wanted)
        for key in self._tasks.keys() - keys:
            channel, task = self._tasks.pop(key)
            channel.close()
            task.cancel()
        for key in sorted(keys - self._tasks.keys()):
            _, number, kind, name = key
            channel = self._attach(Identity(id=f"bot:{number}", name=name), bot_seat=number)
            # A stored table may name a bot that a later version no longer has.
            bot = self._game.bots.get(kind, self._game.bots["heuristic"])()
            playing = play_seat(channel, bot, self._time, self._options)
            self._tasks[key] = (channel, asyncio.create_task(playing))


async def play_seat(channel: Channel, bot: Bot, time: Time, options: BotOptions) -> None:
    """Play until the channel ends.

    An answer that the table refuses, or a bot that fails, is followed by the ask's safe default: a
    bot's fault never holds up a table.
    """
    dice = options.dice()
    pauses = options.dice()
    answered: tuple[int, int] | None = None
    step: tuple[int, int] | None = None
    last: tuple[int, AskView] | None = None
    while True:
        try:
            frame = unpack(await channel.receive())
        except EOFError:
            return
        if frame["t"] == "notice":
            if frame["level"] == "error" and last is not None:
                if frame["code"] == Code.NOT_STORED:
                    await _sleep(time, _STORE_PAUSE)
                game_no, ask = last
                _send(channel, game_no, ask, ask.default)
                # A default that is refused as well is a fault of the game: its clock must do.
                last = last if frame["code"] == Code.NOT_STORED else None
            continue
        if frame["t"] != "table" or frame["ask"] is None:
            continue
        ask = ask_view(frame["ask"])
        if ask.settled or (frame["game_no"], ask.id) == answered:
            continue
        timed, stands = frame["ask"].get("step", 0), frame["clock"] is None
        if timed and stands and options.most:
            continue  # no moment of a step that stands still is in its first half
        answered = (frame["game_no"], ask.id)
        # The moment is fixed before the bot thinks, so that how long it thinks cannot be seen.
        pause, here = _pause(pauses, options), (frame["game_no"], timed)
        if timed and options.most:
            room = _room(options, frame["clock"])
            pause = min(pause, room) if here == step else room * pauses.below(_FINE) / _FINE
        step, at = here, time.now() + pause
        answer = choose(bot, frame["view"], ask, dice)
        await _sleep(time, at - time.now())
        _send(channel, frame["game_no"], ask, answer)
        last = (frame["game_no"], ask)


def choose(bot: Bot, view: dict[str, Any], ask: AskView, dice: Dice) -> tuple[str, ...]:
    """Return the bot's answer, or the ask's default if the bot fails."""
    try:
        return tuple(bot.choose(view, ask, dice))
    except Exception as error:  # noqa: BLE001 - a bot's fault costs it its choice, nothing else
        logs.failure("bot_failed", error, kind=type(bot).__name__)
        return ask.default


def _send(channel: Channel, game_no: int, ask: AskView, answer: tuple[str, ...]) -> None:
    channel.send(encode(Answer(game_no=game_no, ask=ask.id, answer=list(answer))))


def _pause(dice: Dice, options: BotOptions) -> float:
    return options.least + (options.most - options.least) * dice.below(1000) / 1000


def _room(options: BotOptions, clock: dict[str, Any]) -> float:
    """Return the seconds that are left of the part of a step in which bots speak."""
    return float(max(0.0, clock["left"] - clock["total"] * (1 - options.share)))


async def _sleep(time: Time, seconds: float) -> None:
    if seconds <= 0:
        return
    done = asyncio.get_running_loop().create_future()

    def wake() -> None:
        if not done.done():
            done.set_result(None)

    planned = time.call_at(time.now() + seconds, wake)
    try:
        await done
    finally:
        planned.cancel()


def ask_view(ask: dict[str, Any]) -> AskView:
    """Return the ask as the bot's interface wants it: lists of the wire become tuples."""
    plain = {f.name: ask[f.name] for f in fields(AskView)}
    return AskView(**{**plain, "options": tuple(ask["options"]), "default": tuple(ask["default"])})
