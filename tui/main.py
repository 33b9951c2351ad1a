"""The console script: reads the command line and hands over to one command.

Each command is one module of ``tui.cli`` and is imported only when it is wanted, so that ``--help``
answers at once and a simulation loads neither Textual nor asyncssh. Exit statuses: 0 normal, 1 an
error or a refusal, 2 usage, 130 interrupted (``ssh_conventions``).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import NoReturn

from server import wiping
from server.api import ExitStatus
from tui import i18n
from tui.arguments import Parser, add_settings, count
from tui.cluster_arguments import add_cluster
from tui.i18n import _
from tui.lessons import LESSONS

__all__ = ["main"]


def _parser() -> Parser:
    parser = Parser(
        prog="undertable", description=_("Hidden-information tabletop games, played over SSH.")
    )
    parser.add_argument(
        "--version", action="version", version=f"undertable {metadata.version('undertable')}"
    )
    commands = parser.add_subparsers(
        dest="command", required=True, metavar=_("COMMAND"), parser_class=Parser
    )

    serve = commands.add_parser("serve", help=_("host tables for SSH clients"))
    add_settings(serve)
    serve.set_defaults(wipes=True)
    # What serve starts by itself; nobody types it, so no help speaks of it.
    commands.add_parser("worker").set_defaults(wipes=True)
    add_cluster(commands)

    find = commands.add_parser("find", help=_("list the servers on the local network"))
    find.add_argument(
        "--seconds", type=count, default=3, help=_("how long to listen for answers (3)")
    )
    find.add_argument(
        "--interface",
        action="append",
        default=[],
        metavar=_("ADDRESS"),
        help=_("own IPv4 address on whose network to ask (all by default)"),
    )
    find.add_argument("--json", action="store_true", help=_("print one JSON array"))

    backup = commands.add_parser(
        "backup", help=_("copy the database of a server, also while it runs")
    )
    backup.add_argument(
        "--data", type=Path, default=Path("data"), help=_("folder of host key and games (data)")
    )
    backup.add_argument(
        "--to",
        type=Path,
        required=True,
        metavar=_("FILE"),
        help=_("new file for the copy; an existing one is never overwritten"),
    )

    packs = commands.add_parser("packs", help=_("look after content packs"))
    what = packs.add_subparsers(
        dest="action", required=True, metavar=_("COMMAND"), parser_class=Parser
    )
    check = what.add_parser(
        "check", help=_("say everything that is wrong with a pack, or that it can be loaded")
    )
    check.add_argument("folder", type=Path, metavar=_("FOLDER"), help=_("the pack's folder"))

    themes = commands.add_parser("themes", help=_("look after themes"))
    what = themes.add_subparsers(
        dest="action", required=True, metavar=_("COMMAND"), parser_class=Parser
    )
    check = what.add_parser(
        "check", help=_("say everything that is wrong with themes, or that they can be used")
    )
    check.add_argument(
        "folder", type=Path, metavar=_("FOLDER"), help=_("a theme's folder, or a folder of themes")
    )

    replay = commands.add_parser("replay", help=_("see a finished game again"))
    replay.add_argument("game", help=_("id of a game in the data folder, or an exported file"))
    replay.add_argument(
        "--data", type=Path, default=Path("data"), help=_("folder of host key and games (data)")
    )
    replay.add_argument(
        "--as",
        dest="eyes",
        metavar=_("SEAT"),
        help=_("whose eyes: a seat's number, all, or watchers (watchers)"),
    )
    for form, about in (
        ("text", _("print it as plain lines")),
        ("cast", _("print it as a recording (asciicast v2)")),
        ("export", _("print it whole, for a file that 'replay' reads")),
    ):
        replay.add_argument(f"--{form}", dest="form", action="store_const", const=form, help=about)
    replay.add_argument("--size", default="80x24", help=_("screen of a recording (80x24)"))
    replay.add_argument(
        "--speed", choices=["1", "2", "4"], default="1", help=_("speed of a recording (1)")
    )

    play = commands.add_parser("play", help=_("play in this terminal against bots"))
    play.add_argument("game", help=_("id of the game, e.g. love_letter"))
    play.add_argument("--bots", type=count, default=3, help=_("opponents (3)"))

    learn = commands.add_parser(
        "learn", help=_("learn a game in this terminal, against bots, with a guide")
    )
    learn.add_argument("game", choices=list(LESSONS), help=_("id of the game, e.g. love_letter"))

    simulate = commands.add_parser("simulate", help=_("let bots play without a screen"))
    simulate.add_argument("game", help=_("id of the game, e.g. love_letter"))
    simulate.add_argument("--seats", type=count, default=4, help=_("players (4)"))
    simulate.add_argument("--games", type=count, default=1000, help=_("games (1000)"))
    simulate.add_argument(
        "--seed", type=int, default=1, help=_("a whole number; the same one gives the same games")
    )
    simulate.add_argument(
        "--bot", default="heuristic", help=_("which bot plays (heuristic, random)")
    )
    simulate.add_argument("--json", action="store_true", help=_("print one JSON object"))
    for command in (replay, play, simulate):
        command.add_argument(
            "--pack", dest="own_packs", action="append", default=[], metavar=_("FOLDER"),
            help=_("folder of a content pack to play with; may be repeated"),
        )  # fmt: skip
    return parser


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; leaves by ``SystemExit`` with one of :class:`ExitStatus`."""
    i18n.begin(i18n.negotiate("", os.environ) or i18n.DEFAULT)
    parsed = _parser().parse_args(arguments)
    if arguments is None and getattr(parsed, "wipes", False):
        wiping.begin_again()
    command = import_module(f"tui.cli.{parsed.command}")
    try:
        status: int = _with_packs(parsed) or command.run(parsed)
    except KeyboardInterrupt:
        status = ExitStatus.INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (`… | head`). Point stdout elsewhere, or the interpreter would
        # complain once more while it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = ExitStatus.ERROR
    sys.exit(status)


def _with_packs(parsed: argparse.Namespace) -> int:
    """Load the content packs that a command is to play with; return a status if that fails."""
    folders = getattr(parsed, "own_packs", [])
    return import_module("tui.cli.packs").load(folders) if folders else ExitStatus.OK
