"""An example of a table for the page of looks: every colour that means something, once."""

from __future__ import annotations

from dataclasses import dataclass

from themes.pack import Colour, Glyph
from tui.i18n import _
from tui.looks import sign
from tui.widgets.lines import Line, Span, fit, line, pad

__all__ = ["Sample", "sample"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Rows of the example's panes."""

    turn: Line
    ring: list[Line]
    mine: list[Line]
    notices: list[Line]


def sample(cells: int) -> Sample:
    """Return the example in rows of at most ``cells`` cells."""
    mark = sign(Glyph.TURN) + " "
    turn = line(Span(mark + _("YOUR TURN") + "  ", Colour.TURN_TEXT, bold=True))
    question = Span(_("Play one of your two cards."), Colour.TURN_TEXT)
    ring = [
        _player(1, "Ann", Colour.YOU, _("you"), _bar(3), turn=True),
        _player(2, "Bo", Colour.TEXT, "", _protected()),
        _player(3, "Cy", Colour.OUT, "", Span(sign(Glyph.OUT) + " " + _("out"), Colour.OUT)),
    ]
    mine = [
        line(Span(" " + _("only you"), Colour.YOU, bold=True)),
        _card("a", Glyph.HOPE, Colour.HOPE, _("Hope"), chosen=True),
        _card("b", Glyph.DESPAIR, Colour.DESPAIR, _("Despair"), chosen=False),
    ]
    notices = [
        _notice(Glyph.SUCCESS, Colour.SUCCESS, _("It has worked.")),
        _notice(Glyph.WARNING, Colour.WARNING, _("Take care.")),
        _notice(Glyph.ERROR, Colour.ERROR, _("That was refused.")),
    ]
    return Sample(
        turn=fit(line(*turn.spans, question), cells),
        ring=[fit(row, cells) for row in ring],
        mine=[fit(row, cells) for row in mine],
        notices=[fit(row, cells) for row in notices],
    )


def _player(
    number: int, name: str, tone: Colour, about: str, state: Span, *, turn: bool = False
) -> Line:
    return line(
        Span(f"{sign(Glyph.TURN) if turn else ' '} ", Colour.TURN, bold=True),
        Span(f"{number} ", Colour.ACCENT),
        Span(pad(name, 6), tone, bold=turn),
        Span(pad(about, 6), Colour.MUTED),
        state,
    )


def _bar(full: int) -> Span:
    bar = sign(Glyph.BAR_FULL) * full + sign(Glyph.BAR_EMPTY) * (5 - full)
    return Span(bar, Colour.SUCCESS)


def _protected() -> Span:
    return Span(sign(Glyph.PROTECTED) + " " + _("protected"), Colour.PROTECTED)


def _card(key: str, glyph: Glyph, tone: Colour, name: str, *, chosen: bool) -> Line:
    if chosen:
        mark = Span(f">{key} ", Colour.CHOSEN_TEXT, bold=True, shade=Colour.CHOSEN)
    else:
        mark = Span(f" {key} ", Colour.ACCENT, bold=True)
    return line(" ", mark, Span(f" 4{sign(glyph)} ", tone, bold=True), Span(name, tone))


def _notice(glyph: Glyph, tone: Colour, text: str) -> Line:
    return line(Span(f" {sign(glyph)} {text}", tone, bold=True))
