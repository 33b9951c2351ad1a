"""``presets``: set-ups under a name, as words: listed, forgotten, kept, and taken for a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.registry import GAMES
from server.api import Connection, ExitStatus
from tui import messages
from tui.i18n import _, labelled
from tui.line import setup
from tui.line.call import Call, CommandError
from tui.presets import Preset, presets, setup_of, shelf, words_of
from tui.setup import Setup
from tui.shelf import Shelved, Shelving, shelve
from tui.texts.presets import left_out, preset_name, setup_line
from tui.widgets.lines import clean

__all__ = ["changed", "keep", "lines"]

_TAKE: Final = "preset="


async def lines(call: Call) -> Sequence[str]:
    """List the presets of all games or of one, or forget one's own.

    Raises :class:`CommandError`.
    """
    match call.words:
        case ():
            return [line for game in GAMES for line in await _listed(call.connection, game)]
        case (game,) if game in GAMES:
            return await _listed(call.connection, game)
        case ("forget", game, *name) if game in GAMES and name:
            found = await _named(call.connection, game, " ".join(name))
            if not found.own:
                raise CommandError(_("That one comes with the game."), ExitStatus.ERROR)
            done = await shelve(call.connection, Shelving(shelf=shelf(game), name=found.name))
            return [_said(done)]
        case _:
            raise CommandError(
                _("Usage: {usage}", usage="presets [GAME] | presets forget GAME NAME"),
                ExitStatus.USAGE,
            )


async def keep(connection: Connection, wanted: Setup, name: str) -> str:
    """Keep a set-up under a name; return what there is to say. Raises :class:`CommandError`."""
    if not name:
        raise CommandError(_("A saved set-up needs a name."), ExitStatus.USAGE)
    wish = Shelving(shelf=shelf(wanted.game), name=name, cards=words_of(wanted))
    return _said(await shelve(connection, wish))


async def changed(
    connection: Connection, start: Setup, words: Sequence[str]
) -> tuple[Setup, list[str]]:
    """Return ``start`` with what ``words`` say instead, and what there is to tell of it.

    ``preset=NAME`` takes a preset in its place first; a name may go on in the words after it that
    have no ``=``. Raises :class:`CommandError`.
    """
    name, rest = _taken(words)
    if not name:
        return setup.changed(start, rest), []
    found, left = setup_of(await _named(connection, start.game, name))
    gone = left_out(start.game, left)
    return setup.changed(found, rest), [gone] if gone else []


def _taken(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the name of the preset among ``words``, and the other words."""
    name: list[str] = []
    rest: list[str] = []
    for word in words:
        if word.startswith(_TAKE):
            name = [word.removeprefix(_TAKE)]
        elif name and not rest and "=" not in word:
            name.append(word)
        else:
            rest.append(word)
    return " ".join(name), rest


async def _all(connection: Connection, game: str) -> list[Preset]:
    done = await shelve(connection, Shelving(shelf=shelf(game)))
    if done.decks is None:
        raise CommandError(done.said, ExitStatus.ERROR)
    return presets(game, done.decks)


async def _named(connection: Connection, game: str, name: str) -> Preset:
    """Return the preset that is called so: the player's own, or a built-in one by id or name."""
    wanted = name.casefold()
    for preset in await _all(connection, game):
        if wanted in {preset.name.casefold(), preset_name(preset).casefold()}:
            return preset
    raise CommandError(
        _("There is no preset '{name}'. 'presets' lists them.", name=clean(name[:32])),
        ExitStatus.ERROR,
    )


async def _listed(connection: Connection, game: str) -> list[str]:
    """Return one line a preset: what to type for it, and what it is."""
    told = [labelled(messages.game_name(game), f"new {game} preset=...")]
    for preset in await _all(connection, game):
        found, left = setup_of(preset)
        about = setup_line(found)
        if not preset.own:
            about = labelled(preset_name(preset), about)
        told += [f"  {clean(preset.name)}  {about}", *filter(None, [left_out(game, left)])]
    return told


def _said(done: Shelved) -> str:
    if done.failed:
        raise CommandError(done.said, ExitStatus.ERROR)
    return done.said
