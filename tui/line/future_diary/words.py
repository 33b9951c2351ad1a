"""What can be typed at a table of Future Diary: orders, readiness, talk, and pages to read."""

from __future__ import annotations

import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from server.api import AskFrame, ExitStatus, Stage, TableFrame
from tui.games.future_diary.draft import chosen_of, words_of
from tui.i18n import N_, _
from tui.line.call import CommandError
from tui.line.future_diary import pages
from tui.line.future_diary.phrases import HEADS, phrase
from tui.line.future_diary.spelling import Unread, role_of, seat_of
from tui.line.session import LineSession
from tui.line.word import Word

__all__ = ["WORDS"]

Run = Callable[[LineSession, str], Awaitable[None]]


# --- what is there --------------------------------------------------------------------------


def _frame(session: LineSession) -> TableFrame:
    assert session.talk is not None  # whoever obeys has looked
    return session.talk.state.frame


def _names(session: LineSession) -> Sequence[str]:
    assert session.talk is not None
    return session.talk.state.cast


def _view(session: LineSession) -> Mapping[str, Any]:
    view = _frame(session)["view"]
    if view is None:
        raise CommandError(_("The game has not begun."), ExitStatus.ERROR)
    return view


def _ask(session: LineSession) -> AskFrame:
    """Return the open ask of the step; every seat has one, whatever it may do."""
    frame = _frame(session)
    ask = frame["ask"]
    if frame["stage"] != Stage.PLAYING or ask is None:
        raise CommandError(_("You are not asked anything now."), ExitStatus.ERROR)
    return ask


def _unread(word: str) -> CommandError:
    said = (
        _("'{word}' is not understood here.", word=word[:32]) if word else _("A word is missing.")
    )
    return CommandError(said, ExitStatus.USAGE)


# --- orders ---------------------------------------------------------------------------------


def _fill(session: LineSession, head: str, rest: str) -> None:
    """Enter a phrase in the sheet that stands, and submit it."""
    context = _ask(session)["context"]
    sheet = chosen_of(context["sheet"])
    try:
        new = phrase(head, rest.split(), sheet, [field["id"] for field in context["form"]])
    except Unread as error:
        raise _unread(str(error)) from error
    session.answer(["submit", *words_of(new)])


async def _order(head: str, session: LineSession, rest: str) -> None:
    _fill(session, head, rest)


async def _diary(session: LineSession, rest: str) -> None:
    """Show a page of the diary, or order its use."""
    if not rest or rest.isdigit():
        lines = pages.diary_page(_view(session), _names(session), _number(rest))
        await session.say(*lines)
    else:
        _fill(session, "diary", rest)


async def _no(session: LineSession, rest: str) -> None:
    _fill(session, "yes", rest or "no")


async def _set(session: LineSession, rest: str) -> None:
    """Enter fields as they are named in the form."""
    sheet = chosen_of(_ask(session)["context"]["sheet"])
    words = unicodedata.normalize("NFKC", rest).split()
    for word in words:
        if "=" not in word:
            raise _unread(word)
    new = {name: values for name, values in chosen_of(words).items() if values != ("",)}
    emptied = {name for name in chosen_of(words) if name not in new}
    kept = {name: values for name, values in sheet.items() if name not in emptied}
    session.answer(["submit", *words_of({**kept, **new})])


async def _ready(session: LineSession, rest: str) -> None:
    del rest
    _ask(session)
    session.answer(["ready"])


async def _wait(session: LineSession, rest: str) -> None:
    del rest
    _ask(session)
    session.answer(["wait"])


# --- said at once ---------------------------------------------------------------------------


async def _talk(channel: str, session: LineSession, rest: str) -> None:
    _ask(session)
    session.answer(["say", channel, rest])


async def _persona(session: LineSession, rest: str) -> None:
    _ask(session)
    session.answer(["persona", rest])


def _two(rest: str) -> tuple[str, str]:
    words = unicodedata.normalize("NFKC", rest).casefold().split()
    if len(words) != 2:
        raise _unread("" if len(words) < 2 else words[2])
    return words[0], words[1]


async def _predict(session: LineSession, rest: str) -> None:
    seat, role = _two(rest)
    _ask(session)
    try:
        session.answer(["predict", seat_of(seat), role_of(role)])
    except Unread as error:
        raise _unread(str(error)) from error


async def _creator(session: LineSession, rest: str) -> None:
    seat, mode = _two(rest)
    _ask(session)
    session.answer(["creator", seat, mode])


async def _proof(session: LineSession, rest: str) -> None:
    _ask(session)
    session.answer(["proof", *_two(rest)])


# --- what one may ask for -------------------------------------------------------------------


def _number(rest: str) -> int | None:
    return int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else None


async def _form(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*pages.form(_ask(session), _names(session)))


async def _sheet(session: LineSession, rest: str) -> None:
    del rest
    await session.say(*pages.sheet(_ask(session), _names(session)))


async def _table(session: LineSession, rest: str) -> None:
    del rest
    _view(session)
    await session.say(*pages.table(_frame(session), _names(session)))


async def _explain(session: LineSession, rest: str) -> None:
    word = unicodedata.normalize("NFKC", rest).casefold().strip()
    await session.say(*filter(None, pages.explained(word, _view(session))))


async def _no_question(session: LineSession, rest: str) -> None:
    """Take a word that belongs to games of numbered questions."""
    del rest
    await session.say(*pages.form(_ask(session), _names(session)))


def _shown(make: Callable[..., list[str]], *, act: bool = False) -> Run:
    """Return a word that shows one page, of an act that may be named."""

    async def run(session: LineSession, rest: str) -> None:
        more = (_number(rest),) if act else ()
        await session.say(*make(_view(session), _names(session), *more))

    return run


def _word(usage: str, about: str, run: Run) -> Word:
    return Word(usage=usage, about=about, run=run, table=True)


_ORDERS: Final = tuple(sorted(HEADS - {"day", "night", "diary", "yes"}))

WORDS: Final[Mapping[str, Word]] = {
    "form": _word("form", N_("what you may do now"), _form),
    "sheet": _word("sheet", N_("what you have submitted"), _sheet),
    "day": _word("day KIND [SEAT] ...", N_("your action by day"), partial(_order, "day")),
    "night": _word("night kill SEAT as ROLE", N_("your kill by night"), partial(_order, "night")),
    "diary": _word("diary use SEAT ... | diary [ACT]", N_("use it, or read it"), _diary),
    **{head: _word("NAME ..." if head == _ORDERS[0] else "", N_("a skill, an instruction or last"
       " words, by the name that 'form' gives"), partial(_order, head)) for head in _ORDERS},
    "set": _word("set FIELD=VALUE ...", N_("any field of the form"), _set),
    "yes": _word("yes SEAT", N_("accept an alliance"), partial(_order, "yes")),
    "no": _word("no", N_("accept none"), _no),
    "ready": _word("ready", N_("say that you are ready"), _ready),
    "wait": _word("wait", N_("take that back"), _wait),
    "persona": _word("persona NAME", N_("by what name you play"), _persona),
    "predict": _word("predict SEAT ROLE", N_("name a role"), _predict),
    "creator": _word("creator SEAT silence|speech", N_("11th: rule the next act"), _creator),
    "proof": _word("proof SEAT SEAT", N_("Akise: read the past of two seats"), _proof),
    "explain": _word("explain [NAME]", N_("the rule of an action, a role, a skill"), _explain),
    "answer": _word("", "", _no_question),
    "unready": _word("", "", _wait),
    "say": _word("say TEXT", N_("say something to the table"), partial(_talk, "public")),
    "ally": _word("ally TEXT", N_("say something to your ally"), partial(_talk, "alliance")),
    "pair": _word("pair TEXT", N_("say something to your other half"), partial(_talk, "pair")),
    "dead": _word("dead TEXT", N_("say something to the dead"), partial(_talk, "dead")),
    "as": _word("as TEXT", N_("11th: speak in another's name"), partial(_talk, "as")),
    "hand": _word("hand", N_("who you are and what you hold"), _shown(pages.myself)),
    "ledger": _word("ledger", N_("whom you know"), _shown(pages.ledger)),
    "notes": _word("notes", N_("whom you know"), _shown(pages.ledger)),
    "why": _word("why [ACT]", N_("why the act went as it did"), _shown(pages.why_page, act=True)),
    "act": _word("act [ACT]", N_("your page of an act"), _shown(pages.act_page, act=True)),
    "table": _word("table", N_("act, step, and who is alive"), _table),
    "chronicle": _word(
        "chronicle [ACT]", N_("after the end: all that happened"),
        _shown(pages.chronicle, act=True),
    ),
}  # fmt: skip
"""By word; skills and instructions by their names on the sheet."""
