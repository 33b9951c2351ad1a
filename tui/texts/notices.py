"""What the server says to one viewer: answers to requests, refusals, word of the table's fate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from engine.errors import Refusal
from server.absent import Late
from server.api import Stage
from server.codes import Code
from server.deadlines import Pace, pace_of
from server.tablelog import LineCode
from tui.i18n import _, join_and, n_
from tui.texts.packs import pack_names
from tui.texts.seating import seating_notice
from tui.texts.watching import watching_notice

__all__ = ["clock_name", "late_name", "refusal", "server_notice", "stage_name", "table_line"]


def stage_name(stage: str) -> str:
    """Return where a table is in its life, in at most 10 cells."""
    match Stage(stage):
        case Stage.WAITING:
            return _("waiting")
        case Stage.PLAYING:
            return _("playing")
        case Stage.OVER:
            return _("over")
        case Stage.FROZEN:
            return _("stopped")
        case other:
            assert_never(other)


def clock_name(seconds: int) -> str:
    """Return how long a decision may take, in at most 14 cells; 0 is no clock."""
    match pace_of(seconds):
        case Pace.NONE:
            return _("no clock")
        case Pace.RELAXED:
            return _("relaxed, {seconds} s", seconds=seconds)
        case Pace.NORMAL:
            return _("normal, {seconds} s", seconds=seconds)
        case Pace.BLITZ:
            return _("blitz, {seconds} s", seconds=seconds)
        case None:
            return n_("{n} second", "{n} seconds", seconds)
        case other:
            assert_never(other)


def late_name(late: str) -> str:
    """Return who decides when time runs out, in at most 20 cells."""
    match Late(late):
        case Late.SAFE:
            return _("a safe move is made")
        case Late.BOT:
            return _("a bot decides")
        case other:
            assert_never(other)


def table_line(code: str, name: str, seat: int = -1) -> str:  # noqa: C901 - one case per code
    """Return what the log says of something that the table did; ``name`` is the seat's.

    ``seat`` is its number where the game alone has one for it.

    A code of a newer server gets no line.
    """
    if code not in set(LineCode):
        return ""
    match LineCode(code):
        case LineCode.TIME_OUT_SAFE:
            return _("{name} ran out of time; the table made a safe move for them.", name=name)
        case LineCode.TIME_OUT_BOT:
            return _(
                "{name} ran out of time; a bot that saw only what they saw decided for them.",
                name=name,
            )
        case LineCode.TIME_OUT_SEALED:
            return _("Time ran out; the table answered for whoever had not.")
        case LineCode.BOT_PLAYS:
            return _("A bot plays for {name} now, until they are back.", name=name)
        case LineCode.BACK:
            return _("{name} plays their own seat again.", name=name)
        case LineCode.GIVEN_UP:
            return _("{name} left their seat to a bot for good.", name=name)
        case LineCode.LEFT:
            return _("{name} left the game for good; nobody plays their seat now.", name=name)
        case LineCode.MUTED:
            return _("The host has muted seat {seat}.", seat=seat)
        case LineCode.EYES_GIVEN:
            return _("{name} watches through the eyes of seat {seat}.", name=name, seat=seat + 1)
        case LineCode.EYES_ENDED:
            return _(
                "{name} watches through the eyes of seat {seat} no longer.",
                name=name,
                seat=seat + 1,
            )
        case LineCode.UNMUTED:
            return _("The host lets seat {seat} be heard again.", seat=seat)
        case other:
            assert_never(other)


def refusal(reason: Refusal, params: Mapping[str, Any]) -> str:
    """Return why an answer was turned away; the game is as it was."""
    match reason:
        case Refusal.NOT_RUNNING:
            return _("No game is running here.")
        case Refusal.NOT_ASKED:
            return _("You are not asked anything now.")
        case Refusal.STALE:
            return _("Too late: that has been decided already.")
        case Refusal.ILLEGAL:
            return _("That cannot be chosen now. Pick one of the choices shown.")
        case Refusal.TOO_LONG:
            return n_(
                "Use at most {n} printable character.",
                "Use at most {n} printable characters.",
                params["limit"],
            )
        case Refusal.FINAL:
            return _("Your answer stands; it cannot be changed.")
        case Refusal.STAYS:
            return _("In this game nobody is out by leaving; a bot plays on.")
        case other:
            assert_never(other)


def server_notice(code: Code, params: Mapping[str, Any]) -> str:  # noqa: C901 - one case per code
    """Return the sentence for one of the server's own codes."""
    match code:
        case Code.OPENED:
            return _("Table {table} is open.", table=params["table"])
        case Code.BAD_REQUEST:
            return _("That cannot be done here.")
        case Code.FAULT:
            return _("The server failed at this. Nothing has changed; try again.")
        case Code.SLOW_DOWN:
            return _("Too fast; that one was dropped. Try again in a moment.")
        case Code.UNKNOWN_TABLE:
            return _(
                "There is no table {table}. Check the code, or pick one from the list.",
                table=params["table"],
            )
        case Code.UNKNOWN_GAME:
            return _("There is no game '{game}' here.", game=params["game"])
        case Code.BAD_SEATS:
            return _(
                "Choose {least} to {most} seats for this game.",
                least=params["least"],
                most=params["most"],
            )
        case Code.BAD_CLOCK:
            choices = join_and([clock_name(int(choice)) for choice in params["choices"]])
            return _("A clock can be: {choices}.", choices=choices)
        case Code.BAD_LATE:
            choices = join_and([late_name(choice) for choice in params["choices"]])
            return _("When time runs out: {choices}.", choices=choices)
        case Code.BAD_BOT:
            return _("Bots can be: {choices}.", choices=join_and(params["choices"]))
        case Code.TOO_MANY_TABLES:
            return n_(
                "There is {n} table already, as many as are allowed. Close one first.",
                "There are {n} tables already, as many as are allowed. Close one first.",
                params["limit"],
            )
        case Code.NOT_SEATED:
            return _("Only a seated player can do that.")
        case Code.ALREADY_SEATED:
            return _("You have a seat at this table.")
        case Code.SEAT_TAKEN:
            return _("Seat {seat} is taken. Pick another.", seat=params["seat"] + 1)
        case Code.NO_SUCH_SEAT:
            return _("This table has no seat {seat}.", seat=params["seat"] + 1)
        case Code.NO_FREE_SEAT:
            return _("Every seat is taken. You can watch.")
        case Code.SEATS_IN_USE:
            return n_(
                "{n} seat is taken; there cannot be fewer.",
                "{n} seats are taken; there cannot be fewer.",
                params["taken"],
            )
        case Code.SEAT_NOT_ABSENT:
            return _("Seat {seat} belongs to a player who is here.", seat=params["seat"] + 1)
        case Code.NOT_HOST:
            return _("Only the host can do that.")
        case Code.WRONG_STAGE:
            return _wrong_stage(Stage(params["stage"]))
        case Code.NOT_READY:
            return _("Not ready yet: {names}.", names=join_and(params["names"]))
        case Code.TOO_FEW:
            return n_(
                "The game needs {n} player at least.",
                "The game needs {n} players at least.",
                params["least"],
            )
        case Code.STEPPED_OUT:
            return _("A bot plays your seat. Step in first.")
        case Code.TIME_SHORT:
            return n_(
                "{n} second left: then the table decides for you.",
                "{n} seconds left: then the table decides for you.",
                params["seconds"],
            )
        case Code.OLD_GAME:
            return _("That was for an earlier game.")
        case Code.NOT_STORED:
            return _("The server could not store that, so nothing has changed. Try again.")
        case Code.CHAT_EMPTY:
            return _("There was nothing to say in that line.")
        case Code.CHAT_SLOW:
            return _("Too many lines at once; that one was not said.")
        case Code.CHAT_CLOSED:
            return _("While this game is played, nobody talks beside it.")
        case Code.MUTED:
            return _("The host has muted this seat: nothing is said under it in public.")
        case Code.DECK_NAMELESS:
            return _("A saved deck needs a name.")
        case Code.TOO_MANY_LESSONS:
            return _("Too many people are learning here just now. Try again in a few minutes.")
        case Code.TOO_MANY_DECKS:
            return n_(
                "You have {n} deck saved, which is all there is room for: forget one first.",
                "You have {n} decks saved, which is all there is room for: forget one first.",
                int(params["limit"]),
            )
        case Code.PRESET_NAMELESS:
            return _("A saved set-up needs a name.")
        case Code.TOO_MANY_PRESETS:
            return n_(
                "You have {n} set-up saved, which is all there is room for: forget one first.",
                "You have {n} set-ups saved, which is all there is room for: forget one first.",
                int(params["limit"]),
            )
        case Code.ABANDONED:
            return _("Everybody had left the last game here, so it ended without a result.")
        case Code.FROZEN_RULE:
            return _(
                "A fault in the rules has stopped this game after entry {entry}. It is kept; "
                "other tables play on.",
                entry=params["entry"],
            )
        case Code.FROZEN_TABLE:
            return _("A fault has stopped this table. The game is kept; other tables play on.")
        case Code.FROZEN_JOURNAL:
            return _(
                "This game was played by other rules from entry {entry} on and cannot go on. It is "
                "kept.",
                entry=params["entry"],
            )
        case Code.FROZEN_CONTENT:
            return _(
                "This game was played with {packs}, which the server has not loaded like that. It "
                "is kept, and goes on when the same packs are there again.",
                packs=join_and(pack_names(params["packs"])),
            )
        case (
            Code.BAD_WATCH
            | Code.BAD_REPLAYS
            | Code.REPLAY_CLOSED
            | Code.EYES_CLOSED
            | Code.EYES_SEATED
            | Code.EYES_NOBODY
            | Code.EYES_ASKED
            | Code.EYES_GIVEN
            | Code.EYES_ENDED
        ):
            return watching_notice(code, params)
        case Code.BAD_SEATING | Code.RESEATED:
            return seating_notice(code, params)
        case Code.TABLE_CLOSED:
            return _("This table stood idle for long and is closed.")
        case Code.CLOSED_BY_HOST:
            return _("The host of the server has closed this table.")
        case Code.HOST_MESSAGE:
            return _("Word from the host: {text}", text=params["text"])
        case Code.STOPPING:
            return _("The server stops now. Your game and your seat are kept.")
        case Code.MOVING:
            return _("Another part of the server takes over here. One moment.")
        case Code.MOVED:
            return _("This place goes on in another part of the server.")
        case Code.NO_QUORUM:
            return _("The server cannot store anything now. All stands as it is until it can.")
        case Code.GOES_ON:
            return _("All is well again, and it goes on.")
        case Code.INTERRUPTED:
            return _("Your last input may not have arrived. If nothing comes of it, repeat it.")
        case Code.DOOR_CLOSES:
            return n_(
                "This way in closes in {n} second. Your seat is kept: connect again, and you are "
                "back.",
                "This way in closes in {n} seconds. Your seat is kept: connect again, and you are "
                "back.",
                params["seconds"],
            )
        case Code.DRAINING:
            return n_(
                "The server stops in {n} second. Your game and your seat are kept.",
                "The server stops in {n} seconds. Your game and your seat are kept.",
                params["seconds"],
            )
        case other:
            assert_never(other)


def _wrong_stage(stage: Stage) -> str:
    """Return why something cannot be done at this point of a table's life."""
    match stage:
        case Stage.WAITING:
            return _("That has to wait until the game has started.")
        case Stage.PLAYING:
            return _("That cannot be done while the game is running.")
        case Stage.OVER:
            return _("The game is over. Start a rematch first.")
        case Stage.FROZEN:
            return _("This game has been stopped by a fault.")
        case other:
            assert_never(other)
