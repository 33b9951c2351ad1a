"""A finished game as text: who was who, what everybody heard, and the chronicle of every act.

What ``ssh host replay ID`` prints, and ``replay ID SEAT`` for one seat's view of it: what that seat
ordered, read, was told, did and suffered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.games.future_diary.terms import EventKind
from server.api import FinishedGame
from tui.i18n import _
from tui.line.future_diary.told import told
from tui.texts import future_diary as fd
from tui.texts.sentences import sentences
from tui.widgets.lines import clean

__all__ = ["story"]

Event = Mapping[str, Any]

_ABOUT = ("seat", "owner", "by", "author", "victim", "target", "moved_to", "proposer")
"""Fields of a chronicle's line that say whom it is about."""


def story(game: FinishedGame, seat: int | None = None) -> list[str]:
    """Return a finished game's lines, of one seat's view if there is one."""
    events = game["events"]
    personas: Sequence[str] = next(
        (event["personas"] for event in events if event["kind"] == EventKind.DEALT), ()
    )
    names = [clean(fd.persona_name(name)) for name in personas]
    lines = [line for event in events for line in _heard(event, names)]
    for event in events:
        if event["kind"] == EventKind.REVEALED:
            lines += _revealed(event, names, game["names"])
    for event in events:
        if event["kind"] == EventKind.CHRONICLE:
            lines.append(_("Act {act}.", act=event["act"]))
            lines += fd.chronicle_lines(_concerning(event["record"], seat), names)
    return lines


def _heard(event: Event, names: Sequence[str]) -> list[str]:
    """Return what everybody heard of an event while the game ran."""
    apart = {EventKind.REVEALED, EventKind.CHRONICLE, EventKind.OVER}
    if event["kind"] in apart:
        return [fd.log_line(event, names) or ""] if event["kind"] == EventKind.OVER else []
    return told(event, names)


def _revealed(event: Event, names: Sequence[str], people: Sequence[str]) -> Iterator[str]:
    """Yield each seat's role and loop, and who sat there where the host shows it (FD-14.5)."""
    for one in event["seats"]:
        who = _(
            "{seat}: {role}, {loop}.",
            seat=fd.seat_name(one["seat"], names),
            role=fd.role_name(one["role"]),
            loop=fd.loop_name(one["loop"]),
        )
        if one["chair"] is not None:
            who = sentences(who, _("Played by {name}.", name=clean(people[one["chair"]])))
        yield who


def _concerning(record: Sequence[Event], seat: int | None) -> list[Event]:
    """Return the lines of an act that are about ``seat``; all of them without one."""
    if seat is None:
        return list(record)
    return [line for line in record if any(line.get(name) == seat for name in _ABOUT)]
