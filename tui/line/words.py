"""What can be typed anywhere in line mode, one small function per word; and obeying a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.registry import GAMES
from server.api import Connection, ExitStatus, Stage
from tui import messages
from tui.i18n import LANGUAGES, N_, _, join_list, negotiate, use
from tui.lessons import LESSONS, finished, with_finished
from tui.line import presets, standing
from tui.line.call import Call, CommandError, Place
from tui.line.choosing import chosen
from tui.line.comfort import USAGE as SETTINGS
from tui.line.comfort import settings
from tui.line.commands import COMMANDS
from tui.line.session import LineSession
from tui.line.shortcuts import USAGE as SHORTCUTS
from tui.line.shortcuts import shortcuts
from tui.line.table_words import TABLE_WORDS
from tui.line.terminal import LineTerminal
from tui.line.word import Word
from tui.setup import Setup
from tui.tips import SHOWN, Read
from tui.widgets.lines import clean

__all__ = ["WORDS", "obey", "run_lines"]


async def run_lines(connection: Connection, place: Place, *, screen: bool) -> ExitStatus | Place:
    """Play in lines from ``place`` on; return the exit status, or where the full screen goes on.

    ``screen`` tells whether the client could show the full screen.
    """
    lines = LineTerminal(connection.terminal, pty=connection.pty)
    return await LineSession(connection, lines, obey, screen=screen).run(place)


async def obey(session: LineSession, text: str, at: float) -> None:
    """Carry out one line that came at ``at``; say what is wrong with it otherwise."""
    # A Chinese input method sends full-width digits and letters.
    plain = unicodedata.normalize("NFKC", text).replace(",", " ").split()
    if not plain:
        return
    first = plain[0].lower()
    wish, session.wish = session.wish, ""
    desk = session.talk.desk if session.talk is not None else None
    if desk is None and all(word.isascii() and word.isdigit() for word in plain):
        try:
            session.answer(chosen(session.talk, plain, fresh=at >= session.asked_at))
        except CommandError as error:
            await session.complain(error.sentence)
        return
    rest = text.strip()[len(text.split(maxsplit=1)[0]) :].strip()
    try:
        await _carry_out(session, first, rest, wish=wish)
    except CommandError as error:
        await session.complain(error.sentence)


async def _carry_out(session: LineSession, first: str, rest: str, *, wish: str) -> None:
    word = _words(session).get(first)
    if word is not None:
        if word.table and session.talk is None:
            raise CommandError(_("Join a table first."), ExitStatus.ERROR)
        session.wish = wish if wish == f"{first} {rest}".strip() else ""
        await word.run(session, rest)
    elif first in COMMANDS:
        await _command(session, first, rest)
    else:
        raise CommandError(
            _("'{word}' is not understood. Try 'help'.", word=clean(first[:32])), ExitStatus.USAGE
        )


def _words(session: LineSession) -> Mapping[str, Word]:
    """Return what can be typed now; a desk's or bench's words come first, while they are on."""
    desk = session.talk.desk if session.talk is not None else None
    if session.talk is None or desk is None:
        bench = session.talk.bench if session.talk is not None else None
        return WORDS if bench is None else {**bench.words(), **WORDS}
    playing = session.talk.state.stage is Stage.PLAYING
    return {**WORDS, **desk.words()} if playing else {**desk.words(), **WORDS}


async def _command(session: LineSession, name: str, rest: str) -> None:
    """Carry out what could also be asked for as ``ssh host COMMAND``."""
    command, words = COMMANDS[name], tuple(rest.split())
    if not command.least <= len(words) <= command.most:
        raise CommandError(_("Usage: {usage}", usage=command.usage), ExitStatus.USAGE)
    await session.say(*await command.lines(Call(connection=session.connection, words=words)))


# --- anywhere ---


async def _help(session: LineSession, rest: str) -> None:
    del rest
    at_table = session.talk is not None
    listed = [w for w in _words(session).values() if w.usage and (at_table or not w.table)]
    lines = [_("{usage}: {about}", usage=w.usage, about=_(w.about)) for w in listed]
    if session.talk is not None and session.talk.desk is None:
        lines.insert(0, _("Answer a question with the number of a choice."))
    shown = [name for name in COMMANDS if name not in WORDS]
    await session.say(*lines, _("Also: {words}.", words=join_list(shown)))


async def _tables(session: LineSession, rest: str) -> None:
    del rest
    frame = session.lobby or await standing.lobby(session.connection)
    lines = [standing.table_line(row) for row in frame["tables"]]
    await session.say(*(lines or [_("There is no table yet. Type 'new' to make one.")]))


async def _join(session: LineSession, rest: str) -> None:
    session.go(Place(code=_code(rest)))


async def _watch(session: LineSession, rest: str) -> None:
    session.go(Place(code=_code(rest), watch=True))


def _code(rest: str) -> str:
    if len(rest.split()) != 1:
        raise CommandError(_("A join code is needed, like FROG-71."), ExitStatus.USAGE)
    return rest[:16]


async def _learn(session: LineSession, rest: str) -> None:
    if not rest:
        player = await session.connection.hub.player(session.connection.who)
        done = finished(player["settings"]) or ()
        session.connection.hub.remember(
            session.connection.who, settings=with_finished(player["settings"])
        )
        for game in LESSONS:
            mark = "  " + _("finished") if game in done else ""
            await session.say(f"learn {game}: {messages.game_name(game)}{mark}")
        return
    if rest not in LESSONS:
        raise CommandError(_("There is no game '{game}' here.", game=clean(rest[:32])),
                           ExitStatus.ERROR)  # fmt: skip
    session.go(Place(lesson=rest))


async def _new(session: LineSession, rest: str) -> None:
    words = rest.split()
    game = words.pop(0) if words and "=" not in words[0] else next(iter(GAMES))
    if game not in GAMES:
        raise CommandError(_("There is no game '{game}' here.", game=clean(game[:32])),
                           ExitStatus.ERROR)  # fmt: skip
    seats = Setup.default(GAMES[game]).seats
    if session.talk is not None:
        raise CommandError(_("Leave this table first."), ExitStatus.ERROR)
    start = Setup(game=game, seats=seats, options={})
    wanted, said = await presets.changed(session.connection, start, words)
    await session.say(*said)
    session.send(wanted.create())


async def _language(session: LineSession, rest: str) -> None:
    # Names of locales are understood as well, since they are what people know: zh_CN.
    ids = {language.id.lower(): language.id for language in LANGUAGES}
    found = ids.get(rest.lower()) or negotiate("", {"LANG": rest})
    if found is None:
        raise CommandError(_("Languages: {ids}.", ids=join_list(ids.values())), ExitStatus.USAGE)
    use(found)
    session.connection.hub.remember(session.connection.who, language=found)
    await session.say(_("Plain lines in English from now on."))


async def _tips(session: LineSession, rest: str) -> None:
    who, wish = session.connection.who, rest.lower()
    read = session.read or Read.of((await session.connection.hub.player(who))["settings"])
    if wish in {"on", "off"}:
        read = replace(read, shown=wish == "on")
        session.connection.hub.remember(who, settings={SHOWN: read.shown})
    elif wish:
        raise CommandError(_("Usage: {usage}", usage=WORDS["tips"].usage), ExitStatus.USAGE)
    session.read = read
    on, off = _("First-time notes are on."), _("First-time notes are off.")
    await session.say(on if read.shown else off)


async def _screen(session: LineSession, rest: str) -> None:
    del rest
    if not session.screen:
        raise CommandError(
            _("Your terminal cannot show the full screen. Connect with 'ssh -t'."), ExitStatus.ERROR
        )
    session.left = session.place


async def _quit(session: LineSession, rest: str) -> None:
    del rest
    session.left = ExitStatus.OK


WORDS: Final[Mapping[str, Word]] = {
    **TABLE_WORDS,
    "tables": Word(usage="tables", about=N_("the tables here"), run=_tables),
    "join": Word(usage="join CODE", about=N_("sit down at a table"), run=_join),
    "watch": Word(usage="watch CODE", about=N_("watch a table"), run=_watch),
    "learn": Word(
        usage="learn [GAME]",
        about=N_("learn a game by playing it, against bots, with a guide"),
        run=_learn,
    ),
    "new": Word(
        usage="new [GAME] [preset=NAME] [seats=N] [bots=N] [clock=SECONDS]",
        about=N_("make a table"),
        run=_new,
    ),
    "language": Word(
        usage="language en|zh_Hant|zh_Hans", about=N_("change the language"), run=_language
    ),
    "shortcuts": Word(
        usage=SHORTCUTS, about=N_("which key does what on the full screen"), run=shortcuts
    ),
    "tips": Word(
        usage="tips [on|off]",
        about=N_("first-time notes: whether they are shown, or switch them"),
        run=_tips,
    ),
    "settings": Word(
        usage=SETTINGS, about=N_("mouse, link and stillness of the full screen"), run=settings
    ),
    "screen": Word(usage="screen", about=N_("go to the full screen"), run=_screen),
    "help": Word(usage="help", about=N_("these lines"), run=_help),
    "quit": Word(usage="quit", about=N_("leave the server; your seats are kept"), run=_quit),
}
