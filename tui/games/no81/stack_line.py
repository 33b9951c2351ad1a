"""One row that says what is being carried out, and what answers what (N81-6.7).

It reads from left to right: a use, ``<-`` what answers it, ``<-`` what answers that. Where it is
too long, the newest is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.games.no81.terms import AskKind
from server.api import TableFrame
from themes.pack import Colour
from tui.i18n import _, join_list
from tui.texts import no81
from tui.widgets.lines import Line, Span, cut, fit, line, width

__all__ = ["carried_out", "stack_line", "stack_words"]

_ANSWERED: Final = " <- "
_SETTLED: Final = frozenset({AskKind.PLAY, AskKind.DRAW, AskKind.DISCARD, AskKind.SWAP})
"""Asks that are put only when nothing is being carried out."""
_PER_TARGET: Final = frozenset(
    {AskKind.W_EVENT, AskKind.W_GUARD, AskKind.W_BURST, AskKind.W_OUTBURST, AskKind.TAKE}
)
"""Asks put to one target after the other: those before it are done with."""


def stack_line(frame: TableFrame, names: Sequence[str], cells: int) -> Line:
    """Return the row; what lies open on the table follows."""
    view = frame["view"] or {}
    label = Span("    " + _("stack") + "  ", Colour.MUTED)
    parts = [_entry(frame, entry, names) for entry in carried_out(frame)]
    row: list[Span] = []
    if view["row"]:
        cards = no81.card_labels(view["row"])
        row = [Span("  " + _("laid open:") + " ", Colour.MUTED), Span(cards)]
    room = cells - width([label]) - width(row)
    kept = parts
    while len(parts) > 1 and _long(kept) > room:
        parts = parts[1:]
        kept = [[Span("..", Colour.MUTED)], *parts]
    return fit(line(label, *_joined(kept), *row), cells)


def stack_words(frame: TableFrame, names: Sequence[str]) -> str:
    """Return the same in one plain sentence; empty where nothing is being carried out."""
    entries = [_entry(frame, entry, names) for entry in carried_out(frame)]
    parts = ["".join(span.text for span in entry) for entry in entries]
    return _("being carried out: {stack}", stack=_ANSWERED.join(parts)) if parts else ""


def carried_out(frame: TableFrame) -> Sequence[Mapping[str, Any]]:
    """Return the entries of the stack, none where nothing is being carried out."""
    view = frame["view"] or {}
    return [] if frame["waiting_kind"] in _SETTLED else view["stack"]


def _long(parts: Sequence[Sequence[Span]]) -> int:
    return sum(map(width, parts)) + len(_ANSWERED) * (len(parts) - 1)


def _joined(parts: Sequence[Sequence[Span]]) -> list[Span]:
    spans: list[Span] = []
    for part in parts:
        if spans:
            spans.append(Span(_ANSWERED, Colour.WARNING, bold=True))
        spans.extend(part)
    return spans


def _entry(frame: TableFrame, entry: Mapping[str, Any], names: Sequence[str]) -> list[Span]:
    """Return one thing: what it is, whose, and on whom; who is asked has a question mark."""
    name = cut(names[entry["seat"]], 10)
    if entry["kind"] == "dying":
        return [Span(_("{name} is dying", name=name), Colour.WARNING, bold=True)]
    skill = entry["kind"] == "skill"
    what = no81.skill_name(entry["name"]) if skill else no81.face_name(entry["name"])
    spans = [Span(what, Colour.ACCENT, bold=True), Span(f" ({name})")]
    left = _left(frame, entry)
    if left:
        asked = frame["waiting"]
        aims = [cut(names[t], 10) + ("?" if t in asked else "") for t in left]
        spans.append(Span(" > " + join_list(aims)))
    return spans


def _left(frame: TableFrame, entry: Mapping[str, Any]) -> list[int]:
    """Return the targets that are not done with, as far as it shows; not the user alone."""
    targets: list[int] = entry["targets"]
    asked = [t for t in targets if t in frame["waiting"]]
    if frame["waiting_kind"] in _PER_TARGET and asked:
        targets = targets[targets.index(asked[0]) :]
    return [] if targets == [entry["seat"]] else targets
