"""``replay ID --as WHO --text|--cast|--export``: a game seen again, as lines that can be kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from textual.geometry import Size

from engine.errors import JournalError
from engine.event import SPECTATOR
from server.api import ExitStatus, Hub, Identity
from server.codes import RequestError
from tui import messages
from tui.i18n import _
from tui.line.call import CommandError
from tui.screens.replay_cast import SIZE, asciicast
from tui.screens.replay_reel import ALL, Reel
from tui.screens.replay_text import story
from tui.texts.packs import unreadable
from tui.widgets.lines import clean

__all__ = ["Wish", "lines_of", "read_wish", "told"]

_OPTION: Final = "--"
"""How a word begins that says how a game is to be told."""
_OWN: Final = -3
_BY_WORD: Final = {"me": _OWN, "all": ALL, "watchers": SPECTATOR}
_FORMS: Final = ("text", "cast", "export")
_SPEEDS: Final = ("1", "2", "4")
_AT_ONCE: Final = 20
"""Lines made in one go, so that a long game holds nobody up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is wanted of a game: whose eyes, in which form, on a screen of which size."""

    game: str
    viewer: int = _OWN
    form: str = "text"
    size: Size = SIZE
    speed: int = 1


def read_wish(words: Sequence[str]) -> Wish:
    """Return what ``words`` ask for; raise :class:`CommandError` for anything else."""
    game, rest = words[0], list(words[1:])
    viewer, form, size, speed = _OWN, "text", SIZE, 1
    while rest:
        word = rest.pop(0)
        value = rest[0] if rest else ""
        match word.removeprefix(_OPTION) if word.startswith(_OPTION) else "":
            case "as":
                viewer, rest = _viewer(value), rest[1:]
            case "size":
                size, rest = _size(value), rest[1:]
            case "speed" if value in _SPEEDS:
                speed, rest = int(value), rest[1:]
            case name if name in _FORMS:
                form = name
            case _:
                raise CommandError(
                    _(
                        "'{word}' is not understood. Write --as SEAT, me, all or watchers; --text,"
                        " --cast or --export; --size 80x24; --speed 1, 2 or 4.",
                        word=clean(word[:32]),
                    ),
                    ExitStatus.USAGE,
                )
    return Wish(game=game, viewer=viewer, form=form, size=size, speed=speed)


def _viewer(word: str) -> int:
    if word in _BY_WORD:
        return _BY_WORD[word]
    if not (word.isascii() and word.isdigit() and 0 < len(word) < 3 and int(word)):
        raise CommandError(_("A seat is a number, like 3."), ExitStatus.USAGE)
    return int(word) - 1


def _size(word: str) -> Size:
    columns, _x, rows = word.partition("x")
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (columns, rows)):
        raise CommandError(_("A size is columns and rows, like 80x24."), ExitStatus.USAGE)
    return Size(max(60, min(200, int(columns))), max(20, min(60, int(rows))))


async def told(hub: Hub, who: Identity, wish: Wish) -> list[str]:
    """Return a game's lines; an empty list where there is nothing to be seen again.

    Raises :class:`CommandError` for eyes that are not open to this person.
    """
    try:
        return await _told(hub, who, wish)
    except RequestError as error:
        raise CommandError(
            messages.notice(error.code, error.params), ExitStatus.NOT_ALLOWED
        ) from error
    except JournalError as error:
        raise CommandError(unreadable(error), ExitStatus.ERROR) from error


async def _told(hub: Hub, who: Identity, wish: Wish) -> list[str]:
    if wish.form == "export":
        whole = await hub.export_game(who, wish.game)
        return [] if whole is None else [json.dumps(whole)]
    tapes = await hub.replay(who, wish.game, () if wish.viewer in (_OWN, ALL) else (wish.viewer,))
    if not tapes:
        return []
    reel = Reel(tapes)
    if wish.viewer == ALL:
        if ALL not in reel.eyes:
            raise CommandError(
                _("That view of the game is for those who played it."), ExitStatus.NOT_ALLOWED
            )
        wanted = reel.missing(ALL)
        reel.look(ALL, await hub.replay(who, wish.game, wanted))
    return await lines_of(reel, wish)


async def lines_of(reel: Reel, wish: Wish) -> list[str]:
    """Return a reel's lines in the form that is wanted; other tasks have their turns meanwhile."""
    made: Iterable[str] = story(reel)
    if wish.form == "cast":
        made = asciicast(reel, size=wish.size, speed=wish.speed)
    found: list[str] = []
    for number, line in enumerate(made):
        if line:
            found.append(line)
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)
    return found
