"""Commands of ``ssh host COMMAND`` that print plain lines and end, and how a command is read.

Each is a coroutine from a :class:`Call` to the lines it prints. No escapes; the caller ends lines
as the client needs them and turns :class:`CommandError` into a message and an exit status.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any, Final

from server.api import Connection, ExitStatus
from tui import messages
from tui.i18n import N_, _, join_list
from tui.lessons import LESSONS
from tui.line import admin, history, keys, presets, records, standing
from tui.line.call import Call, CommandError, Place
from tui.texts import glossary
from tui.widgets.lines import clean

__all__ = ["COMMANDS", "Command", "parse", "rule_lines"]

MAX_WORDS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command: its usage, a sentence on what it gives, and what makes its lines.

    ``least`` and ``most`` bound the words after its name.
    """

    usage: str
    about: str
    lines: Callable[[Call], Awaitable[Sequence[str]]]
    least: int = 0
    most: int = 0


async def _help(call: Call) -> list[str]:
    del call
    shown = [
        (N_("join CODE"), N_("sit down at a table, or return to your seat there")),
        (N_("watch CODE"), N_("watch a table")),
        (N_("learn GAME"), N_("learn a game by playing it, against bots, with a guide")),
        (N_("line [CODE]"), N_("play in plain lines instead of the full screen")),
    ] + [(c.usage, c.about) for c in COMMANDS.values()]
    width = max(len(usage) for usage, _about in shown) + 2
    return [
        _("Undertable: card and role games with hidden hands, played over SSH."),
        _("Without a command you get the lobby. With one:"),
        *(f"  {usage:<{width}}{_(about)}" for usage, about in shown),
    ]


async def _version(call: Call) -> list[str]:
    del call
    return [f"undertable {metadata.version('undertable')}"]


async def _whoami(call: Call) -> list[str]:
    who = call.connection.who
    name = clean((await call.connection.hub.player(who))["name"])
    if who.guest:
        return [name, _("guest: this name is not protected")]
    return [name, who.id]


async def _tables(call: Call) -> list[str]:
    frame = await standing.lobby(call.connection)
    return [
        f"{row['code']}\t{row['game']}\t{row['taken']}/{row['seats']}\t{row['stage']}"
        f"\t{', '.join(map(clean, row['names']))}"
        for row in frame["tables"]
    ]


async def _status(call: Call) -> list[str]:
    if call.words and call.words != ("--json",):
        raise CommandError(_("'status' takes only --json."), ExitStatus.USAGE)
    frame = await standing.lobby(call.connection)
    past = await call.connection.hub.past_games(call.connection.who)
    if call.words:
        found: dict[str, Any] = standing.as_json(frame, past)
        return [json.dumps(found, ensure_ascii=True)]
    return [*standing.seats(frame), *standing.games(past)]


async def _rules(call: Call) -> list[str]:
    game, *rest = call.words
    if game not in messages.TEXTS:
        games = join_list(messages.TEXTS)
        raise CommandError(
            _("There are no rules of '{game}' here. Games: {games}.", game=game[:32], games=games),
            ExitStatus.ERROR,
        )
    return list(rule_lines(game, " ".join(rest)))


def rule_lines(game: str, wanted: str) -> Sequence[str]:
    """Return a game's rules; one by its id; or everything in which all the words occur.

    Raises :class:`CommandError` where there is nothing of it.
    """
    texts = messages.texts(game)
    if not wanted:
        ids = (f"{r}  {texts.rule_text(r)}" for r in texts.rule_ids())
        return [texts.name(), *texts.how_to_play(), *ids]
    listed = glossary.entries(game)
    one = [entry for entry in listed if entry.id.lower() == wanted.lower()]
    found = one or glossary.find(listed, wanted)
    if not found:
        raise CommandError(
            _(
                "There is no rule '{rule}'. 'rules {game}' lists them all.",
                rule=clean(wanted[:32]),
                game=game,
            ),
            ExitStatus.ERROR,
        )
    return [line for entry in found for line in _entry(entry)]


def _entry(entry: glossary.Entry) -> list[str]:
    """Return a thing's id and name, then its text."""
    if entry.name:
        return [f"{entry.id}  {entry.name}", *(f"  {text}" for text in entry.exact)]
    return [f"{entry.id}  {text}" for text in entry.exact]


COMMANDS: Mapping[str, Command] = {
    "tables": Command(
        usage="tables", about=N_("the open tables, one a line, fields split by tabs"), lines=_tables
    ),
    "status": Command(
        usage="status [--json]",
        about=N_("your seats, whose turn it is there, and your last games"),
        lines=_status,
        most=1,
    ),
    "results": Command(
        usage="results [--json] [NAME]",
        about=N_("how often you won each game, and how you stand with each other player"),
        lines=records.lines,
        most=9,
    ),
    "replay": Command(
        usage="replay ID [--as SEAT] [--text|--cast|--export]",
        about=N_("a finished game again: through open eyes, as text, recording or file"),
        lines=history.replay,
        least=1,
        most=8,
    ),
    "verify": Command(
        usage="verify ID [COMMITMENT]",
        about=N_("check that every draw of a finished game follows from its seed"),
        lines=history.verify,
        least=1,
        most=2,
    ),
    "rules": Command(
        usage="rules GAME [RULE | WORDS]",
        about=N_("the rules of a game: one by its number, or those with some words"),
        lines=_rules,
        least=1,
        most=MAX_WORDS,
    ),
    "presets": Command(
        usage="presets [GAME] | presets forget GAME NAME",
        about=N_("set-ups with a name: yours and those of each game, for 'new' and 'options'"),
        lines=presets.lines,
        most=MAX_WORDS,
    ),
    "whoami": Command(
        usage="whoami", about=N_("your name here, and the key that proved it"), lines=_whoami
    ),
    "keys": Command(
        usage="keys ...", about=N_("the keys that are you; add another"), lines=keys.lines, most=99
    ),
    "admin": Command(
        usage="admin ...", about=N_("for the host of this server"), lines=admin.lines, most=99
    ),
    "version": Command(usage="version", about=N_("the version of this server"), lines=_version),
    "help": Command(usage="help", about=N_("these lines"), lines=_help),
}


def parse(connection: Connection) -> Place | tuple[Command, Call]:
    """Return what a connection's exec text (``None`` for a shell) wishes for.

    Raises :class:`CommandError` with status ``USAGE`` for anything that is not a command.
    """
    try:
        words = shlex.split(connection.command or "")
    except ValueError as error:
        raise CommandError(
            _("That command has an unclosed quote. Try 'help'."), ExitStatus.USAGE
        ) from error
    if not words:
        return Place()
    name, *rest = words[:MAX_WORDS]
    match name, rest:
        case "join" | "watch" as verb, [code]:
            return Place(code=code[:16], watch=verb == "watch")
        case "join" | "watch" as verb, _rest:
            raise CommandError(
                _("'{verb}' needs one join code, like FROG-71.", verb=verb), ExitStatus.USAGE
            )
        case "learn", [game] if game in LESSONS:
            return Place(lesson=game)
        case "learn", _rest:
            raise CommandError(
                _("'learn' needs a game: {games}.", games=join_list(LESSONS)), ExitStatus.USAGE
            )
        case "line", [] | [_]:
            return Place(code=rest[0][:16] if rest else "", lines=True)
        case _ if name in COMMANDS:
            return _checked(COMMANDS[name], Call(connection=connection, words=tuple(rest)))
        case _:
            raise CommandError(
                _("There is no command '{name}' here. Try 'help'.", name=clean(name[:32])),
                ExitStatus.USAGE,
            )


def _checked(command: Command, call: Call) -> tuple[Command, Call]:
    if not command.least <= len(call.words) <= command.most:
        raise CommandError(_("Usage: {usage}", usage=command.usage), ExitStatus.USAGE)
    return command, call
