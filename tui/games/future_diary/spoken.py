"""Future Diary in plain lines: for line mode, for eyes or ears.

:func:`hand` and :func:`notes` are for the viewer alone; :func:`table` is for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from server.api import TableFrame
from tui.games.future_diary.pages import Leaf, Reading, draw_page, right_text
from tui.i18n import _, join_list
from tui.texts import future_diary as fd

__all__ = ["hand", "notes", "table"]

_CELLS = 10**6
"""So wide that nothing is ever wrapped."""


def hand(frame: TableFrame, personas: Sequence[str]) -> list[str]:
    """Return who the viewer is, how it stands, and what it has submitted in this step."""
    view = frame["view"]
    me = None if view is None else view["me"]
    if me is None:
        return [_("You have no role yet.")]
    words = [fd.seat_name(me["seat"], personas), fd.role_name(me["role"]), fd.loop_name(me["loop"])]
    words += [_("can flee") if me["charge"] else _("cannot flee"), right_text(me)]
    lines = [join_list(words)]
    if not me["alive"]:
        return [*lines, _("You are dead.")]
    ask = frame["ask"]
    context = {} if ask is None else ask["context"]
    sheet = fd.sheet_text(tuple(context.get("sheet", ())), personas)
    lines.append(_("Your sheet: {orders}.", orders=sheet))
    lines.append(_("You are ready.") if context.get("ready") else _("You are not ready."))
    return lines


def table(frame: TableFrame, personas: Sequence[str]) -> list[str]:
    """Return the public state: act and step, roles in play, then one line per seat."""
    view = frame["view"]
    if view is None or view["setup"] is None:
        return []
    head = [_("act {act}/{acts}", act=view["act"], acts=view["setup"]["acts"])]
    head += [fd.step_name(view["step"])] if view["step"] else []
    roles = join_list(fd.role_short(role) for role in view["setup"]["roles"])
    lines = [join_list(head), _("Roles in play: {roles}.", roles=roles)]
    dead = {one["seat"]: one for one in view["dead"]}
    for seat in range(1, len(personas) + 1):
        line = fd.seat_name(seat, personas)
        lines.append(fd.death_line(dead[seat], personas) if seat in dead else line)
    return lines


def notes(frame: TableFrame, personas: Sequence[str]) -> list[str]:
    """Return what the viewer knows, then the newest page of its diary."""
    view = frame["view"]
    if view is None or view["me"] is None:
        return []
    acts = view["me"]["acts"]
    readings = [Reading(leaf=Leaf.NOTES)]
    if acts:
        readings.append(Reading(leaf=Leaf.DIARY, act=acts[-1]["act"]))
    return [
        row.text.strip()
        for reading in readings
        for row in draw_page(view, reading, personas, _CELLS)[1]
    ]
