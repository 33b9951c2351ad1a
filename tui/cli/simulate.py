"""``undertable simulate``: bots play without a screen; figures on standard output."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict

from engine.errors import ConfigError
from engine.registry import game as find_game
from engine.simulate import Report, simulate
from server.api import ExitStatus
from tui.i18n import _
from tui.messages import config_error

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Play ``--games`` games with ``--seats`` bots and print how it went."""
    try:
        game = find_game(arguments.game)
        report = simulate(
            game,
            arguments.seats,
            arguments.games,
            arguments.seed,
            bots=(arguments.bot,),
            clock=time.perf_counter,
        )
    except ConfigError as error:
        sys.stderr.write(config_error(arguments.game, error) + "\n")
        return ExitStatus.USAGE
    write = sys.stdout.write
    write(_json(report) if arguments.json else _table(report))
    return ExitStatus.OK


def _json(report: Report) -> str:
    """Return the report as one JSON object, rates included."""
    figures = {"games_per_s": report.games_per_s, "decisions_per_s": report.decisions_per_s}
    return json.dumps(asdict(report) | figures) + "\n"


def _table(report: Report) -> str:
    """Return the report as lines for people."""
    seats = "  ".join(f"{seat + 1}: {wins}" for seat, wins in enumerate(report.wins))
    games, decisions = f"{report.games_per_s:,.0f}", f"{report.decisions_per_s:,.0f}"
    return "\n".join(
        [
            _("games/s: {n}", n=games),
            _("decisions/s: {n}", n=decisions),
            _("wins by seat: {seats}", seats=seats),
            "",
        ]
    )
