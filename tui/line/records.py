"""``results [--json] [NAME]``: what one has played, or how one stands with somebody, as lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from server.api import ExitStatus, Met, Record
from tui.i18n import _, join_list
from tui.line.call import Call, CommandError
from tui.line.history import short_id
from tui.texts.records import about_game, met_line, met_name, total_line
from tui.widgets.lines import clean

__all__ = ["lines"]

_JSON: Final = "--json"
_LISTED: Final = 10
"""Games, and people, that are listed."""


async def lines(call: Call) -> Sequence[str]:
    """Return totals, people and the last games, or those with the person whose name is given.

    Raises :class:`CommandError` for somebody whom one has not played with.
    """
    wanted = " ".join(word for word in call.words if word != _JSON)
    if wanted.startswith("--"):
        raise CommandError(_("'results' takes only --json and a name."), ExitStatus.USAGE)
    record = await call.connection.hub.record(call.connection.who)
    if wanted:
        record = _with(record, wanted)
    if _JSON in call.words:
        return [json.dumps(record, ensure_ascii=True)]
    told = [total_line(total) for total in record["totals"]]
    told += [met_line(met) for met in record["met"][:_LISTED]]
    told += [f"{short_id(g['id'])}  {about_game(g)}" for g in record["games"][:_LISTED]]
    return told or [_("You have finished no game here yet.")]


def _with(record: Record, wanted: str) -> Record:
    """Return what of a record is about one person, who is named or tagged ``wanted``."""
    found = [met for met in record["met"] if _is_called(met, wanted.casefold())]
    if not found:
        raise CommandError(
            _("You have finished no game with '{name}'.", name=clean(wanted[:32])),
            ExitStatus.ERROR,
        )
    if len(found) > 1:
        raise CommandError(
            _("Several are called that: {names}.", names=join_list(map(met_name, found))),
            ExitStatus.ERROR,
        )
    number = found[0]["number"]
    mine = [game for game in record["games"] if number in game["met"]]
    return Record(games=mine, totals=[], met=found)


def _is_called(met: Met, wanted: str) -> bool:
    name = met_name(met).casefold()
    return wanted in {name, name.partition("~")[0], met["tag"].casefold()}
