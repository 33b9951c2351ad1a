"""``replay ID`` and ``verify ID``: finished games as lines."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import JournalError
from server.api import ExitStatus, FinishedGame
from tui import messages
from tui.games import presenter
from tui.i18n import _, join_and, n_
from tui.line.call import Call, CommandError
from tui.line.desk import line_desk
from tui.texts.packs import unreadable
from tui.widgets.lines import clean

__all__ = ["replay", "short_id", "verify"]

_OPTION = "--"
"""How a word begins that says how a game is to be told."""


def short_id(game_id: str) -> str:
    """Return as much of a game's id as names it."""
    return game_id[:8]


def _unknown(game: str) -> CommandError:
    return CommandError(
        _(
            "There is no finished game '{game}'. 'status' lists the games you have played.",
            game=clean(game[:32]),
        ),
        ExitStatus.ERROR,
    )


async def replay(call: Call) -> Sequence[str]:
    """Return a finished game's story: what anybody could have read while watching it.

    With options through other eyes, or in another form: see :mod:`tui.line.replays`.
    """
    wanted, *seat = call.words
    if any(word.startswith(_OPTION) for word in seat):
        return await _again(call, call.words)
    try:
        game = await call.connection.hub.finished_game(wanted)
    except JournalError as error:
        raise CommandError(unreadable(error), ExitStatus.ERROR) from error
    if game is None:
        # By its table's code: one's own game that still runs, as far as one has seen it.
        return await _again(call, [wanted])
    return _story(game, _seat(seat))


async def _again(call: Call, words: Sequence[str]) -> Sequence[str]:
    # It draws the replay page, and Textual is heavy: no other command must wait for it.
    from tui.line import replays

    connection = call.connection
    lines = await replays.told(connection.hub, connection.who, replays.read_wish(words))
    if not lines:
        raise _unknown(words[0])
    return lines


def _seat(words: Sequence[str]) -> int | None:
    if words and not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 3):
        raise CommandError(_("A seat is a number, like 3."), ExitStatus.USAGE)
    return int(words[0]) if words else None


def _story(game: FinishedGame, seat: int | None) -> list[str]:
    """Return the game's story; with a seat its view, in games that open all views at the end."""
    names = [clean(name) for name in game["names"]]
    desk = line_desk(game["game"])
    lines = [
        _("{game}, game {id}", game=messages.game_name(game["game"]), id=game["id"]),
        _("Players: {names}.", names=join_and(names)),
    ]
    lines += _public(game, names) if desk is None else desk.story(game, seat)
    lines += [
        _("Commitment (SHA-256 of the seed):") + " " + game["commitment"],
        _("Seed:") + " " + game["seed"],
    ]
    return [line for line in lines if line]


def _public(game: FinishedGame, names: Sequence[str]) -> list[str]:
    """Return what anybody could have read while watching, and who has won."""
    look, lines, before = presenter(game["game"]), [], None
    for event in game["events"]:
        lines.append("".join(span.text for span in look.log(event, before, names)))
        before = event
    if game["winners"]:
        lines.append(
            _("Won by {names}.", names=join_and([names[seat] for seat in game["winners"]]))
        )
    return lines


async def verify(call: Call) -> Sequence[str]:
    """Check a finished game; raise :class:`CommandError` if it does not follow from its seed."""
    wanted, *promised = call.words
    found = await call.connection.hub.verify_game(wanted, promised[0] if promised else "")
    if found is None:
        raise _unknown(wanted)
    match found["code"]:
        case "":
            return [
                n_(
                    "Game {id}: {n} draw follows from the seed, and the game from its journal.",
                    "Game {id}: all {n} draws follow from the seed, and the game from its journal.",
                    found["draws"],
                    id=found["id"],
                ),
                _("Commitment (SHA-256 of the seed):") + " " + found["commitment"],
                _("Seed:") + " " + found["seed"],
                _("Compare the commitment with the one that you were shown at the start."),
            ]
        case "commitment":
            raise CommandError(_("That commitment is not of this game's seed."), ExitStatus.ERROR)
        case "seed":
            raise CommandError(
                _("Entry {entry} was not drawn from the seed.", entry=found["entry"]),
                ExitStatus.ERROR,
            )
        case _:
            raise CommandError(
                _("The journal does not fit the rules ({code}).", code=found["code"]),
                ExitStatus.ERROR,
            )
