"""Where a player stands: seats, whose decision is awaited there, and the games behind them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

from server.api import Connection, ExitStatus, LobbyFrame, LobbyRow, PastGame, Stage
from server.wire import unpack
from tui import messages
from tui.i18n import _, join_and, join_list, n_
from tui.line.call import CommandError
from tui.line.desk import line_desk
from tui.texts.records import day_of, outcome
from tui.widgets.lines import clean

__all__ = ["as_json", "awaited", "games", "greeting", "lobby", "seats", "table_line"]

SHORT = 8
"""Digits of a game's id that name it; the rest is for machines."""
_LISTED = 5
_MINUTES = 120
_HOURS = 2 * 3600
"""Seconds from which time is told in minutes, and in hours."""


async def lobby(connection: Connection) -> LobbyFrame:
    """Return the lobby as this player sees it now."""
    channel = connection.hub.lobby(connection.who)
    try:
        while True:
            frame = unpack(await channel.receive())
            if frame["t"] == "lobby":
                return cast("LobbyFrame", frame)
    except EOFError as error:
        raise CommandError(
            _("The server stops now. Your game and your seat are kept."), ExitStatus.FULL
        ) from error
    finally:
        channel.close()


def greeting(frame: LobbyFrame, *, first: bool) -> list[str]:
    """Return what somebody reads who comes into the lobby; ``first`` at the session's start."""
    tables = n_("{n} table", "{n} tables", len(frame["tables"]))
    people = n_("{n} player here", "{n} players here", frame["online"])
    lines = [_("Lobby: {tables}, {people}.", tables=tables, people=people)]
    if first:
        lines.insert(0, _("Undertable, in plain lines. Type 'help' for what can be typed."))
    return lines + [table_line(row) for row in frame["tables"] if row["mine"] >= 0]


def seats(frame: LobbyFrame) -> list[str]:
    """Return one line per table where the player has a seat."""
    mine = [table_line(row) for row in frame["tables"] if row["mine"] >= 0]
    return mine or [_("You have no seat at any table.")]


def table_line(row: LobbyRow) -> str:
    """Return one table in one line."""
    names = [clean(name) for name in row["names"]]
    parts = [
        clean(row["code"]),
        messages.game_name(row["game"]),
        _("{taken} of {seats} seats", taken=row["taken"] + row["bots"], seats=row["seats"]),
        messages.stage_name(row["stage"]),
    ]
    if row["mine"] >= 0:
        desk = line_desk(row["game"])
        step = desk.step(row.get("kind", "")) if desk is not None else ""
        parts += filter(None, [step, awaited(row) or _("your seat"), _left(row)])
    line = join_list(parts)
    return _("{table}: {names}", table=line, names=join_and(names)) if names else line


def awaited(row: LobbyRow) -> str:
    """Return whose decision is awaited at one of the player's tables; empty for nobody's."""
    if row["your_turn"]:
        return _("your turn")
    others = [clean(name) for name in row.get("awaited", [])]
    if row["stage"] != Stage.PLAYING or not others:
        return ""
    return _("waiting for {names}", names=join_and(others))


def _left(row: LobbyRow) -> str:
    """Return how long the decision there may still take; nothing where no clock runs."""
    seconds = row.get("until", 0) - time.time()
    if seconds <= 0:
        return ""
    if seconds < _MINUTES:
        return n_("{n} second left", "{n} seconds left", round(seconds))
    if seconds < _HOURS:
        return n_("{n} minute left", "{n} minutes left", round(seconds / 60))
    return n_("{n} hour left", "{n} hours left", round(seconds / 3600))


def games(past: Sequence[PastGame]) -> list[str]:
    """Return one line per game that the player finished lately."""
    return [
        _(
            "Finished: {id}, {game}, {date}, {outcome}; with {names}",
            id=game["id"][:SHORT],
            game=messages.game_name(game["game"]),
            date=day_of(game),
            outcome=outcome(game),
            names=join_and([clean(name) for name in game["names"]]),
        )
        for game in past[:_LISTED]
    ]


def as_json(frame: LobbyFrame, past: Sequence[PastGame]) -> dict[str, Any]:
    """Return seats and finished games for a program to read."""
    return {
        "tables": [
            {
                "code": row["code"],
                "game": row["game"],
                "stage": row["stage"],
                "seat": row["mine"] + 1,
                "your_turn": row["your_turn"],
                "awaited": row.get("awaited", []),
                "kind": row.get("kind", ""),
                "until": row.get("until"),
            }
            for row in frame["tables"]
            if row["mine"] >= 0
        ],
        "games": [
            {"id": g["id"], "game": g["game"], "ended": g["ended"], "won": g["won"]} for g in past
        ],
    }
