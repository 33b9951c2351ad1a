"""What stands beside a seat on the board: role or side, zone, lasting effects, skills.

All of it has its place, however little room there is: names get shorter before one is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.cells import cell_len

from engine.games.no81.glossary import Mode
from engine.games.no81.terms import Flag
from themes.pack import Colour
from tui.i18n import _, join_list
from tui.texts import no81
from tui.texts.no81.board import shortened, side_short
from tui.widgets.lines import Span

__all__ = ["beside"]

_LEAST: Final = 2
"""Cells of a name at the least."""

View = Mapping[str, Any]


def beside(view: View, seat: View, cells: int, *, roomy: bool) -> list[Span]:
    """Return the spans; where they do not fit whole, all names get the same room."""
    first = [(text, Colour.ACCENT) for text in _side(view, seat)]
    lies = [
        (no81.face_name(card["face"]), "+" if card["stamp"] == view["turn"] else "")
        for card in seat["zone"]
    ]
    flags = [no81.flag_name(f) for f, n in seat["flags"].items() if n and f != Flag.BROKEN]
    names = [name for name, _mark in lies] + flags
    room = cells - sum(cell_len(text) + 1 for text, _tone in first)
    each = _each(names, room - sum(len(mark) for _name, mark in lies))
    spans = [Span(text + " ", tone) for text, tone in first]
    for name, mark in lies:
        spans.append(Span(shortened(name, each) + mark + " ", Colour.PROTECTED))
    spans += [Span(shortened(flag, each) + " ", Colour.MUTED) for flag in flags]
    if roomy and seat["skills"]:
        skills = join_list(_skill(name, seat["used"]) for name in seat["skills"])
        spans.append(Span(" " + skills, Colour.MUTED))
    return spans


def _each(names: Sequence[str], room: int) -> int:
    """Return the most cells that every one of ``names`` may take, so that all have room."""
    most = max(map(cell_len, names), default=0)
    while most > _LEAST and sum(min(most, cell_len(name)) + 1 for name in names) > room:
        most -= 1
    return most


def _side(view: View, seat: View) -> list[str]:
    """Return role (N81-13.2) or team (N81-12.2, N81-14.9), as far as it is for all eyes."""
    if view["mode"] == Mode.KARMA:
        return (
            [] if seat["karma"] is None else [_("T{karma}", karma=no81.karma_text(seat["karma"]))]
        )
    # N81-20.1: one's own role stands in one's own view too, but this is for all eyes.
    if seat["role"] and seat["seat"] == view["lord"]:
        return [no81.role_name(seat["role"])]
    side = view["sides"][seat["seat"]]
    return [side_short(side)] if side and side != seat["camp"] else []


def _skill(skill: str, used: Sequence[str]) -> str:
    name = no81.skill_name(skill)
    return f"({name})" if skill in used else name
