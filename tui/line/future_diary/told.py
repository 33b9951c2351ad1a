"""What one event brings to a player in plain lines: the public part, and the part for it alone.

A line has about 200 bytes at most; what is longer can be asked for by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.terms import Channel, EventKind
from tui.i18n import _
from tui.texts import future_diary as fd
from tui.texts.sentences import sentences
from tui.widgets.lines import clean

__all__ = ["MOST", "told"]

MOST: Final = 200
"""Bytes of what one event says to one viewer."""

Told = Mapping[str, Any]
Names = Sequence[str]


def told(event: Told, names: Names) -> list[str]:
    """Return the lines of one event."""
    kind = EventKind(str(event["kind"]))
    match kind:
        case EventKind.SHEET:
            return [_submitted(event, names)]
        case EventKind.SAID:
            return [_said(event, names)]
        case EventKind.FORESIGHT:
            return _fitted(_foresight(event, names), "diary")
        case EventKind.NOTICES:
            public = fd.log_line(event, names)
            items = [fd.notice_line(item, names) for item in event.get("items", ())]
            return [*filter(None, [public]), *_fitted(items, "act")]
        case EventKind.PERSONA:
            mine = event.get("mine")
            return [_("Your persona: {name}.", name=fd.persona_name(mine))] if mine else []
        case EventKind.CHRONICLE:
            return []
        case EventKind.OVER:
            return [
                *filter(None, [fd.log_line(event, names)]),
                _("Type 'chronicle' for all of it."),
            ]
        case _:
            lines = [fd.log_line(event, names), fd.mine_line(event, names)]
            return [line for line in lines if line]


def _said(event: Told, names: Names) -> str:
    """Return who said what; private channels are named."""
    who, text = fd.said_parts(event, names)
    said = clean(who) + clean(text)
    if event["channel"] in {Channel.PUBLIC, Channel.AS}:
        return said
    return f"({fd.channel_name(event['channel'])}) {said}"


def _submitted(event: Told, names: Names) -> str:
    """Return what now stands on one's own sheet."""
    orders = fd.sheet_text(event["fields"], names)
    said = _("Submitted: {orders}.", orders=orders)
    if len(said.encode()) > MOST:
        said = _("Submitted; 'sheet' shows it.")
    return sentences(said, _("You are ready.")) if event["ready"] else said


def _foresight(event: Told, names: Names) -> Iterator[str]:
    """Yield what the diaries say, each sentence by itself."""
    for report in event.get("reports", ()):
        yield from fd.report_lines(report, names)
    rest = fd.mine_line({**event, "reports": ()}, names)
    if rest:
        yield rest


def _fitted(parts: Iterator[str] | Sequence[str], word: str) -> list[str]:
    """Return sentences as one line, as many as fit, and by which word the others can be read."""
    all_parts = list(parts)
    kept = list(all_parts)
    while len(kept) > 1 and len(sentences(*kept).encode()) > MOST:
        kept.pop()
    if len(kept) < len(all_parts):
        kept.append(_("There is more: '{word}'.", word=word))
    return [sentences(*kept)] if kept else []
