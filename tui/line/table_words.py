"""What can be typed at a table in line mode: one small function per word."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from server import requests
from server.api import ExitStatus, Stage
from tui.i18n import N_, _
from tui.lessons.lesson import Doing
from tui.line import presets, setup
from tui.line.call import CommandError, Place
from tui.line.lesson import NEXT
from tui.line.session import LineSession
from tui.line.table import TableTalk
from tui.line.word import Word
from tui.setup import Setup
from tui.texts import leaving
from tui.texts.invite import invitation

__all__ = ["TABLE_WORDS"]


def _talk(session: LineSession) -> TableTalk:
    assert session.talk is not None  # whoever obeys has looked
    return session.talk


async def _hand(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*_talk(session).hand())


async def _table(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*_talk(session).table())


async def _invite(session: LineSession, rest: str) -> None:
    del rest
    code = _talk(session).state.frame["code"]
    await session.say(*invitation(code, session.connection.reached))


async def _log(session: LineSession, rest: str) -> None:
    count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 0
    talk = _talk(session)
    await session.say(*(talk.log(count) if count else talk.log()))


async def _notes(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*_talk(session).notes())


async def _who(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*_talk(session).who())


async def _question(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*_talk(session).question())


async def _hint(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*_talk(session).hints())


async def _explain(session: LineSession, rest: str) -> None:
    await session.say(*_talk(session).explain(unicodedata.normalize("NFKC", rest)[:8]))


async def _rule(session: LineSession, rest: str) -> None:
    back = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 1
    await session.say(*_talk(session).rule(max(1, back)))


async def _answer(session: LineSession, rest: str) -> None:
    talk = _talk(session)
    ask = talk.state.frame["ask"]
    if ask is None or not talk.state.asked or not ask["text"]:
        raise CommandError(_("No text is asked for now."), ExitStatus.ERROR)
    session.answer([rest])


async def _always(session: LineSession, rest: str) -> None:
    talk = _talk(session)
    ask, passing = talk.state.frame["ask"], talk.state.passing
    if rest == "off":
        talk.state.always.clear()
        await session.say(_("You are asked at every window again."))
    elif ask is not None and passing is not None:
        talk.state.always.add(ask["kind"])
        await session.say(talk.always())
        session.answer(list(passing))
    else:
        await session.say(talk.always())


async def _say(session: LineSession, rest: str) -> None:
    session.send(requests.Chat(text=rest))


async def _sit(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.Sit(seat=-1))


async def _stand(session: LineSession, rest: str) -> None:
    del rest
    state = _talk(session).state
    if state.stage is Stage.PLAYING and session.wish != "stand":
        session.wish = "stand"
        await session.say(leaving.stand_again(dies=state.dies(state.frame["you"])))
        return
    session.wish = ""
    session.send(requests.Stand(game_no=state.frame["game_no"]))


async def _take(session: LineSession, rest: str) -> None:
    state, seat = _talk(session).state, _seat(rest)
    again = f"take {rest}"
    if session.wish != again and 1 <= seat <= len(state.names):
        session.wish = again
        name, dies = state.names[seat - 1], state.dies(seat - 1)
        await session.say(leaving.take_again(seat, name, dies=dies))
        return
    session.wish = ""
    session.send(requests.RemoveBot(seat=seat - 1))


async def _out(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.StepOut())


async def _back(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.StepIn())


async def _ready(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.Ready(ready=True))


async def _unready(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.Ready(ready=False))


async def _start(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.Start())


async def _bot(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.AddBot(seat=-1))


async def _no_bot(session: LineSession, rest: str) -> None:
    del rest
    seats = _talk(session).state.frame["seats"]
    bots = [index for index, seat in enumerate(seats) if seat["kind"] == "bot"]
    if not bots:
        raise CommandError(_("There is no bot at this table."), ExitStatus.ERROR)
    session.send(requests.RemoveBot(seat=bots[-1]))


async def _stand_in(session: LineSession, rest: str) -> None:
    del rest
    state = _talk(session).state
    away = [
        index
        for index, seat in enumerate(state.frame["seats"])
        if seat["kind"] in {"player", "guest"} and not seat["online"]
    ]
    if not away:
        raise CommandError(_("Nobody is away."), ExitStatus.ERROR)
    waiting = state.stage is Stage.WAITING
    session.send(requests.RemoveBot(seat=away[0]) if waiting else requests.AddBot(seat=away[0]))


async def _mute(session: LineSession, rest: str) -> None:
    session.send(requests.Mute(seat=_seat(rest)))


async def _unmute(session: LineSession, rest: str) -> None:
    session.send(requests.Unmute(seat=_seat(rest)))


def _seat(rest: str) -> int:
    if not (rest.isascii() and rest.isdigit() and len(rest) < 3):
        raise CommandError(_("Which seat? Its number is missing."), ExitStatus.USAGE)
    return int(rest)


async def _options(session: LineSession, rest: str) -> None:
    frame = _talk(session).state.frame
    now = Setup.of_table(frame)
    if not rest:
        await session.say(*setup.in_words(now))
        return
    wanted, said = await presets.changed(session.connection, now, rest.split())
    await session.say(*said)
    session.send(wanted.configure())


async def _keep(session: LineSession, rest: str) -> None:
    wanted = Setup.of_table(_talk(session).state.frame)
    await session.say(await presets.keep(session.connection, wanted, rest.strip()))


async def _eyes(session: LineSession, rest: str) -> None:
    if not rest:
        await session.say(*_talk(session).eyes())
        return
    session.send(requests.AskEyes(seat=_seat(rest) - 1))


async def _allow(session: LineSession, rest: str) -> None:
    session.send(requests.GiveEyes(number=_seat(rest)))


async def _deny(session: LineSession, rest: str) -> None:
    session.send(requests.EndEyes(number=_seat(rest) if rest else -1))


async def _rematch(session: LineSession, rest: str) -> None:
    del rest
    session.send(requests.Rematch())


async def _next(session: LineSession, rest: str) -> None:
    del rest
    guide = None if session.guide is None else session.guide.guide
    if guide is None or guide.doing is not Doing.READ:
        raise CommandError(_("There is nothing to go on with now."), ExitStatus.ERROR)
    guide.go_on()


async def _leave(session: LineSession, rest: str) -> None:
    del rest
    session.go(Place())


TABLE_WORDS: Final[Mapping[str, Word]] = {
    "hand": Word(usage="hand", about=N_("your cards and what they do"), run=_hand, table=True),
    "table": Word(usage="table", about=N_("what lies open, seat by seat"), run=_table, table=True),
    "log": Word(usage="log [N]", about=N_("the last lines of the log"), run=_log, table=True),
    "invite": Word(
        usage="invite",
        about=N_("the join code, and the line that friends type"),
        run=_invite,
        table=True,
    ),
    "notes": Word(usage="notes", about=N_("what you know of others"), run=_notes, table=True),
    "who": Word(usage="who", about=N_("who has which seat"), run=_who, table=True),
    "?": Word(usage="?", about=N_("the question again"), run=_question, table=True),
    "hint": Word(
        usage="hint",
        about=N_("what you could do now, and why; nobody else notices"),
        run=_hint,
        table=True,
    ),
    "explain": Word(usage="explain [N]", about=N_("what a choice does"), run=_explain, table=True),
    "rule": Word(
        usage="rule [N]",
        about=N_("the rule behind the last line of the log, or the one N lines back"),
        run=_rule,
        table=True,
    ),
    "answer": Word(usage="answer TEXT", about=N_("answer in words"), run=_answer, table=True),
    "always": Word(
        usage="always [off]",
        about=N_("pass this and every later window of its kind, or be asked again"),
        run=_always,
        table=True,
    ),
    "say": Word(usage="say TEXT", about=N_("say something to the table"), run=_say, table=True),
    "ready": Word(usage="ready", about=N_("say that you are ready"), run=_ready, table=True),
    "unready": Word(usage="unready", about=N_("take that back"), run=_unready, table=True),
    "start": Word(usage="start", about=N_("start the game (host)"), run=_start, table=True),
    "bot": Word(usage="bot", about=N_("put a bot on a free seat (host)"), run=_bot, table=True),
    "nobot": Word(usage="nobot", about=N_("take a bot away (host)"), run=_no_bot, table=True),
    "standin": Word(
        usage="standin",
        about=N_("let a bot play for somebody who is away (host)"),
        run=_stand_in,
        table=True,
    ),
    "take": Word(
        usage="take SEAT",
        about=N_("take a seat from an absent player for good, once a bot stands in (host)"),
        run=_take,
        table=True,
    ),
    "mute": Word(
        usage="mute SEAT",
        about=N_("let nothing be read in public under a seat (host)"),
        run=_mute,
        table=True,
    ),
    "unmute": Word(
        usage="unmute SEAT", about=N_("let it be heard again (host)"), run=_unmute, table=True
    ),
    "options": Word(
        usage="options [preset=NAME] [NAME=VALUE ...]",
        about=N_("the table's options, or other ones (host)"),
        run=_options,
        table=True,
    ),
    "keep": Word(
        usage="keep NAME", about=N_("save this set-up as a preset"), run=_keep, table=True
    ),
    "sit": Word(usage="sit", about=N_("take a free seat"), run=_sit, table=True),
    "stand": Word(usage="stand", about=N_("give up your seat"), run=_stand, table=True),
    "out": Word(
        usage="out", about=N_("let a bot play for you until you return"), run=_out, table=True
    ),
    "back": Word(usage="back", about=N_("play your seat again"), run=_back, table=True),
    "eyes": Word(
        usage="eyes [SEAT]",
        about=N_("ask to watch through a player's eyes; without a seat, who does"),
        run=_eyes,
        table=True,
    ),
    "allow": Word(
        usage="allow N", about=N_("let watcher N see what you see"), run=_allow, table=True
    ),
    "deny": Word(
        usage="deny [N]",
        about=N_("show watcher N, or all of them, nothing more of it"),
        run=_deny,
        table=True,
    ),
    NEXT: Word(usage="", about="", run=_next, table=True),
    "rematch": Word(usage="rematch", about=N_("play again"), run=_rematch, table=True),
    "leave": Word(
        usage="leave", about=N_("go to the lobby; a seat is kept"), run=_leave, table=True
    ),
}
