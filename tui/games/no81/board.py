"""The public board of No.81: a row per seat round the circle, and what is being carried out.

Health, counters and what a seat can still do are written out, so that colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.games.no81.glossary import Camp
from engine.games.no81.terms import Flag
from server.api import Stage, TableFrame
from themes.pack import Colour, Glyph
from tui.games.no81.beside import beside
from tui.games.no81.reach import clockwise, distance, in_range
from tui.games.no81.stack_line import stack_line
from tui.i18n import _, join_list
from tui.looks import sign
from tui.texts import no81
from tui.texts.no81.board import colour_of, shortened
from tui.widgets.lines import Line, Span, fit, line, pad, width

__all__ = ["WIDE", "draw_board", "health_bar", "height_of"]

WIDE: Final = 76
"""Columns from which every seat has a row with all there is to see."""
_ROOMY: Final = 110
"""Columns from which skills and whole zones have room."""
_PAIRS_FROM: Final = 5
"""Seats from which a narrow screen shows two in a row."""
_BAR: Final = 8
_LEFT: Final = 4
"""Cells before the first column: who is asked, and the number of the seat."""

View = Mapping[str, Any]
_TONES: Final[Mapping[str, Colour]] = {
    Camp.COLD: Colour.ACCENT,
    Camp.WARM: Colour.WARNING,
    Camp.COLOURLESS: Colour.MUTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """How wide the columns of a wide board are, the gap behind each one included."""

    player: int
    character: int
    camp: int
    health: int = _BAR + 1
    numbers: int = 10
    mind: int = 5
    hand: int = 5
    far: int = 5

    @property
    def before(self) -> int:
        """Cells before the last column."""
        fixed = self.health + self.numbers + self.mind + self.hand + self.far
        return _LEFT + self.player + self.character + self.camp + fixed


def _columns(view: View, cells: int) -> Columns:
    """Return the columns for this many cells; two characters (N81-14.4) take more."""
    pairs = any(seat["deputy"] for seat in view["seats"])
    if cells >= _ROOMY:
        return Columns(player=13, character=26 if pairs else 15, camp=13)
    return Columns(player=9, character=12, camp=5, numbers=9)


def height_of(columns: int, seats: int) -> int:
    """Return how many rows the board takes: heading, seats, stack."""
    if columns >= WIDE:
        return seats + 2
    return (seats if seats < _PAIRS_FROM else -(-seats // 2)) + 1


def draw_board(frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
    """Draw the seats clockwise, then what is being carried out."""
    view = frame["view"]
    if view is None:
        return []
    order = clockwise(view)
    if cells >= WIDE:
        columns = _columns(view, cells)
        rows = [_heading(columns, cells)]
        rows += [_wide(frame, view, seat, names, columns, cells) for seat in order]
    elif len(order) < _PAIRS_FROM:
        rows = [_narrow(frame, view, seat, names, cells) for seat in order]
    else:
        half = cells // 2
        parts = [_narrow(frame, view, seat, names, half) for seat in order]
        rows = [_side_by_side(parts[at : at + 2], half) for at in range(0, len(parts), 2)]
    return [*rows, stack_line(frame, names, cells)]


def _side_by_side(parts: Sequence[Line], cells: int) -> Line:
    first, *rest = parts
    gap = Span(" " * (cells - width(first)))
    return Line((*first.spans, gap, *(span for part in rest for span in part.spans)))


def _heading(columns: Columns, cells: int) -> Line:
    text = (
        " " * _LEFT
        + pad(_("player"), columns.player)
        + pad(_("character"), columns.character)
        + pad(_("camp"), columns.camp)
        + pad(_("health"), columns.health + columns.numbers)
        + pad(_("mind"), columns.mind)
        + pad(_("hand"), columns.hand)
        + pad(_("dist"), columns.far)
        + _("zone")
    )
    legend = [_("* in range"), _("+ placed this turn")][: 2 if cells >= _ROOMY else 1]
    return fit(line(Span(text + "  " + join_list(legend), Colour.MUTED)), cells)


def _tone(frame: TableFrame, seat: View) -> Colour:
    if not seat["alive"]:
        return Colour.OUT
    return Colour.YOU if seat["seat"] == frame["you"] else Colour.TEXT


def _marker(frame: TableFrame, view: View, seat: int) -> Span:
    """Return the sign of who is asked or whose turn it is."""
    asked = frame["stage"] == Stage.PLAYING and seat in frame["waiting"]
    mark = sign(Glyph.TURN) if asked else "*" if seat == view["acting"] else " "
    return Span(f"{mark} ", Colour.TURN, bold=True)


def _wide(
    frame: TableFrame,
    view: View,
    number: int,
    names: Sequence[str],
    columns: Columns,
    cells: int,
) -> Line:
    seat = view["seats"][number]
    tone = _tone(frame, seat)
    spans = [
        _marker(frame, view, number),
        Span(f"{number + 1} ", Colour.ACCENT),
        Span(_column(names[number], columns.player), tone, bold=number in frame["waiting"]),
    ]
    if not seat["alive"]:
        gone = [_("out"), _who(seat, cells), no81.role_name(seat["role"]) if seat["role"] else ""]
        return fit(line(*spans, Span(join_list(filter(None, gone)), Colour.OUT)), cells)
    if not seat["base"]:
        side = view["sides"][number]
        return fit(line(*spans, Span(no81.side_name(side) if side else "", Colour.MUTED)), cells)
    camp = _camp(seat, roomy=cells >= _ROOMY)
    spans += [
        Span(_column(_who(seat, columns.character - 1), columns.character), tone),
        Span(_column(camp, columns.camp), _TONES.get(seat["camp"], Colour.TEXT)),
        *_health(seat, columns),
        Span(_column(_mind(seat), columns.mind), _mind_tone(seat)),
        Span(_column(str(seat["hand"]), columns.hand)),
        Span(_column(_far(view, number), columns.far), Colour.MUTED),
        *beside(view, seat, cells - columns.before, roomy=cells >= _ROOMY),
    ]
    return fit(line(*spans), cells)


def _column(text: str, cells: int) -> str:
    return pad(text, cells - 1) + " "


def _who(seat: View, cells: int) -> str:
    """Return the character in play, or both of them (N81-14.4), each with its part of the room."""
    name = no81.character_name(seat["character"]) if seat["character"] else ""
    if not seat["deputy"]:
        return name
    both = (name, no81.character_name(seat["deputy"]))
    if sum(map(len, both)) < cells:
        return "/".join(both)
    return "/".join(shortened(part, (cells - 1) // 2) for part in both)


def _camp(seat: View, *, roomy: bool) -> str:
    """Return the camp, with the colour that makes it where there is room."""
    if not seat["camp"]:
        return ""
    if not roomy:
        return no81.camp_short(seat["camp"])
    colour = colour_of(seat["character"], seat["version"])
    return join_list(filter(None, [no81.camp_short(seat["camp"]), colour]))


def _mind(seat: View) -> str:
    """Return how many mind cards lie face down, or that there are none."""
    return _("none") if seat["flags"][Flag.BROKEN] else str(len(seat["deck"]))


def _mind_tone(seat: View) -> Colour:
    return Colour.WARNING if seat["flags"][Flag.BROKEN] else Colour.TEXT


def health_bar(rel: int, cap: int, base: int) -> str:
    """Return a bar of at most eight cells: full, taken by counters, lost from the cap."""
    scale = max(1, -(-max(base, cap) // _BAR))
    full, room, whole = (-(-n // scale) for n in (rel, cap, max(base, cap)))
    bar = sign(Glyph.BAR_FULL) * full + sign(Glyph.BAR_EMPTY) * (room - full)
    return bar + "-" * (whole - room)


def _health(seat: View, columns: Columns) -> list[Span]:
    """Return the bar, health of cap in numbers, and the counters."""
    rel, cap, base = seat["rel_hp"], seat["cap"], seat["base"]
    counters = "".join(no81.counter_short(c, n) for c, n in seat["counters"].items() if n)
    low = Colour.WARNING if rel <= 2 else Colour.SUCCESS
    return [
        Span(_column(health_bar(rel, cap, base), columns.health), low),
        Span(_column(f"{rel}/{cap} {counters}", columns.numbers), Colour.TEXT),
    ]


def _far(view: View, number: int) -> str:
    """Return the distance from the viewer, with a star where the viewer can attack (N81-7.2)."""
    steps = distance(view, view["you"], number)
    if not steps:
        return ""
    return f"{steps}*" if in_range(view, view["you"], number) else str(steps)


def _narrow(frame: TableFrame, view: View, number: int, names: Sequence[str], cells: int) -> Line:
    """Return one seat in as few cells as there are: numbers instead of bars."""
    seat = view["seats"][number]
    tight = cells < WIDE // 2
    spans = [
        _marker(frame, view, number),
        Span(f"{number + 1} ", Colour.ACCENT),
        Span(pad(names[number], 6 if tight else 10) + " ", _tone(frame, seat)),
    ]
    if not seat["alive"]:
        return fit(line(*spans, Span(_("out"), Colour.OUT)), cells)
    if not seat["base"]:
        side = view["sides"][number]
        return fit(line(*spans, Span(no81.side_name(side) if side else "", Colour.MUTED)), cells)
    camp = seat["camp"]
    counters = "".join(no81.counter_short(c, n) for c, n in seat["counters"].items() if n)
    health = f"{seat['rel_hp']}/{seat['cap']}{counters} "
    short = no81.camp_short(camp) if camp else ""
    spans += [
        Span((short[:1] if tight else short) + " ", _TONES.get(camp, Colour.TEXT)),
        Span(health, Colour.WARNING if seat["rel_hp"] <= 2 else Colour.TEXT),
        Span(f"m{_mind(seat)} h{seat['hand']} ", _mind_tone(seat)),
        Span(_far(view, number) + " ", Colour.MUTED),
    ]
    if not tight:
        spans.append(Span(_who(seat, 12) + " "))
    room = cells - width(spans)
    return fit(line(*spans, *beside(view, seat, room, roomy=False)), cells)
