"""The public board of Love Letter: one row per seat, and what lies on the table (LL-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import Mode
from server.api import Stage, TableFrame
from themes.pack import Colour, Glyph
from tui.i18n import _
from tui.looks import sign
from tui.texts import love_letter as ll
from tui.widgets.lines import Line, Span, fit, line, pad, sides, width

__all__ = ["card_span", "draw_board"]

WIDE: Final = 100
"""Columns from which the card on the table is explained beside it."""


def card_span(card: str) -> Span:
    """Return number, attribute sign and short name of a face, in its attribute's colour."""
    face = CARDS[card]
    hope = face.attribute is Mode.HOPE
    mark = sign(Glyph.HOPE if hope else Glyph.DESPAIR)
    return Span(f"{face.number}{mark} {ll.card_short(card)}", Colour(face.attribute.value))


def draw_board(frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
    """Draw one row per seat with its discard area, then what lies on the table."""
    view = frame["view"]
    if view is None:
        return []
    rows = [_seat(frame, seat, names, cells) for seat in view["seats"]]
    return [*rows, _table(view, names, cells)]


def _seat(frame: TableFrame, seat: Mapping[str, Any], names: Sequence[str], cells: int) -> Line:
    index = seat["seat"]
    info = frame["seats"][index]
    view = frame["view"] or {}
    asked = index in frame["waiting"] and frame["stage"] == Stage.PLAYING
    turn = index == view["turn_seat"]
    out = not seat["alive"]
    you = index == frame["you"]
    tone = Colour.OUT if out else Colour.YOU if you else Colour.TEXT
    marker = sign(Glyph.TURN) if asked or turn else " "
    name_cells, state_cells = (16, 7) if cells >= 80 else (10, 5)
    left = [
        Span(f"{marker} ", Colour.TURN, bold=True),
        Span(f"{index + 1} ", Colour.ACCENT),
        Span(pad(names[index], name_cells - 1) + " ", tone, bold=asked or turn),
        Span(pad(_seat_state(info, seat, you=you), state_cells) + " ", Colour.MUTED),
    ]
    right = _flags(view, seat)
    room = cells - width(left) - width(right) - 1
    return sides(line(*left, *_area(seat, room)), line(*right), cells)


def _flags(view: Mapping[str, Any], seat: Mapping[str, Any]) -> list[Span]:
    flags = [
        Span(f"{sign(Glyph.PROTECTED)} {ll.protection_name(p)} ", Colour.PROTECTED)
        for p in seat["protections"]
    ]
    if seat["bloodstained"]:
        flags.append(Span(f"{sign(Glyph.LETTER)} ", Colour.MUTED))
    if view["wins_needed"] > 1:
        flags.append(Span(ll.wins_line(seat["wins"]) + " ", Colour.MUTED))
    return flags


def _table(view: Mapping[str, Any], names: Sequence[str], cells: int) -> Line:
    """Return the card being carried out, and the open cards of a two-player round (LL-2.2)."""
    play, spans = view["play"], [Span("    ")]
    if play is not None:
        spans.append(Span(_("On the table:") + " ", Colour.MUTED))
        spans.append(card_span(play["card"]))
        who = names[play["seat"]]
        if play["target"] is not None:
            who = f"{who} {sign(Glyph.ARROW)} {names[play['target']]}"
        spans.append(Span(f"  {who}"))
        if cells >= WIDE and play["mode"] is not None:
            effect = ll.effect_line(play["card"], play["mode"])
            spans.append(Span(f"   {effect}", Colour.MUTED))
    if view["face_up"]:
        gap = "    " if play is not None else ""
        spans.append(Span(gap + _("Laid open:"), Colour.MUTED))
        for card in view["face_up"]:
            spans += [Span(" "), card_span(card)]
    return fit(line(*spans), cells)


def _seat_state(info: Mapping[str, Any], seat: Mapping[str, Any], *, you: bool) -> str:
    if seat["playing"] and not seat["alive"]:
        return _("out")
    if you and not info.get("stand_in"):
        return _("you")
    if info["kind"] == "bot":
        return _("bot")
    if not info["online"] or info.get("away"):
        return _("away")
    return "" if seat["playing"] else _("resting")


def _area(seat: Mapping[str, Any], room: int) -> list[Span]:
    """Return a discard area in order: names where they fit, else numbers and signs alone."""
    cards = [card_span(card) for card in seat["area"]]
    shown = [] if seat["shown"] is None else [card_span(seat["shown"])]
    spans = [s for card in cards for s in (card, Span("  "))]
    if shown:
        spans += [Span(sign(Glyph.ARROW) + " ", Colour.MUTED), *shown]
    if width(spans) <= room:
        return spans
    return [
        Span(short + " ", card.tone)
        for card in [*cards, *shown]
        for short in [card.text.partition(" ")[0]]
    ]
