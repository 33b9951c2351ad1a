"""Hints on request: what could be done now, and why, in rows for the page and lines for line mode.

A hint is made from the viewer's own view and ask alone, by the judgement of the game's own bot. It
is made and shown on the viewer's side of the connection: asking for it sends nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from server.api import TableFrame
from themes.pack import Colour
from tui.i18n import _, join_list
from tui.texts.sentences import sentences
from tui.widgets.lines import BLANK, Line, Span, cut, line, width, wrap

__all__ = ["Hint", "Hinting", "Speaks", "gathered", "hint_lines", "hint_rows"]

LISTED = 6
"""Options that are named where several share one hint; of more it is told how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaks:
    """One sentence that speaks for something (``good``) or against it."""

    text: str
    good: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What there is to say of one option, or of several of which the same is to be said.

    ``options`` are the ask's own; in games with forms they are written ``field=value``, and a verb
    stands by itself. ``rules`` are ids that the rules browser knows.
    """

    options: tuple[str, ...]
    label: str
    effect: str
    why: tuple[Speaks, ...] = ()
    rules: tuple[str, ...] = ()


@runtime_checkable
class Hinting(Protocol):
    """A presenter of a game that can give hints."""

    def hints(self, frame: TableFrame, names: Sequence[str]) -> list[Hint]:
        """Return a hint on everything that the open ask lets the viewer do, none without an ask."""
        ...


def gathered(hints: Iterable[Hint]) -> list[Hint]:
    """Return ``hints`` with those put together of which the same is to be said, in order."""
    groups: dict[tuple[str, tuple[Speaks, ...], tuple[str, ...]], list[Hint]] = {}
    for hint in hints:
        groups.setdefault((hint.effect, hint.why, hint.rules), []).append(hint)
    return [_together(group) for group in groups.values()]


def _together(group: Sequence[Hint]) -> Hint:
    labels = [hint.label for hint in group]
    label = join_list(labels[:LISTED])
    if len(labels) > LISTED:
        label = _("{choices} and {n} more", choices=label, n=len(labels) - LISTED)
    return replace(
        group[0], options=tuple(option for hint in group for option in hint.options), label=label
    )


def hint_rows(hints: Sequence[Hint], keys: Mapping[str, str], cells: int) -> list[Line]:
    """Return the rows of all hints; ``keys`` are those of options that have one."""
    rows: list[Line] = []
    for hint in hints:
        rows += [*_rows(hint, keys, cells), BLANK]
    return rows[:-1]


def _rows(hint: Hint, keys: Mapping[str, str], cells: int) -> list[Line]:
    found = [keys[option] for option in hint.options if keys.get(option)]
    key = Span(f" {' '.join(found[:LISTED])} " if found else " ", Colour.ACCENT, bold=True)
    rules = "  ".join(hint.rules)
    room = cells - width([key]) - 2
    label, *more = wrap(hint.label, room)
    head = [key, Span(label, bold=True)]
    if rules and width(head) + len(rules) + 2 <= cells and not more:
        head.append(Span("  " + rules, Colour.MUTED))
        rules = ""
    rows = [line(*head), *(line(" " * width([key]), Span(row, bold=True)) for row in more)]
    if hint.effect:
        rows += [line("   ", row) for row in wrap(hint.effect, cells - 4)]
    for speaks in hint.why:
        sign, tone = ("+", Colour.SUCCESS) if speaks.good else ("-", Colour.WARNING)
        first, *rest = wrap(speaks.text, cells - 6)
        rows.append(line("   ", Span(f"{sign} ", tone, bold=True), Span(first, tone)))
        rows += [line("     ", Span(row, tone)) for row in rest]
    if rules:
        rows.append(line("   ", Span(cut(rules, cells - 4), Colour.MUTED)))
    return rows


def hint_lines(hints: Sequence[Hint], numbers: Mapping[str, str]) -> list[str]:
    """Return the lines of all hints; ``numbers`` are typed for options that have one."""
    said = [text for hint in hints for text in _lines(hint, numbers)]
    return said or [_("You are not asked anything now.")]


def _lines(hint: Hint, numbers: Mapping[str, str]) -> list[str]:
    found = join_list(numbers[option] for option in hint.options[:LISTED] if option in numbers)
    head = _("{choice}: {explain}", choice=found, explain=hint.label) if found else hint.label
    rules = f" [{' '.join(hint.rules)}]" if hint.rules else ""
    text = _("{choice}: {explain}", choice=head, explain=hint.effect) if hint.effect else head
    good = sentences(*(speaks.text for speaks in hint.why if speaks.good))
    bad = sentences(*(speaks.text for speaks in hint.why if not speaks.good))
    said = [_("For it: {why}", why=good) if good else "",
            _("Against it: {why}", why=bad) if bad else ""]  # fmt: skip
    return [text + rules, *(f"  {why}" for why in said if why)]
