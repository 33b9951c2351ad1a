"""The private pane as a whole: who you are, the order sheet, and the page that is open below it.

Its parts have fixed heights that depend on the pane's alone, so that every seat's pane has the same
shape in every step, whether or not there is anything to do (FD-3.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rich.cells import cell_len

from engine.games.future_diary.terms import Channel
from themes.pack import Colour
from tui import keymap
from tui.actions.command import AnyCommand
from tui.actions.desk import BeReady, Diary, Talk, Why
from tui.actions.rules import Rules
from tui.actions.table import Notes
from tui.games.future_diary.draft import Chosen, Slot
from tui.games.future_diary.pages import Leaf, Reading, draw_page, right_text
from tui.games.future_diary.sheet import chips, options
from tui.i18n import _, current, join_list
from tui.looks import signs
from tui.screens.clicking import named_key
from tui.texts import future_diary as fd
from tui.widgets.lines import BLANK, Line, Span, cut, fit, join, line, sides, width

__all__ = ["Filling", "Mine", "draw_mine", "page_height"]

OPTION_ROWS: Final = 2
_TITLES: Final = 2
"""The pane's own, and that of the page."""
_OPENED_BY: Final[Mapping[Leaf, AnyCommand]] = {
    Leaf.DIARY: Diary(), Leaf.NOTES: Notes(), Leaf.WHY: Why(), Leaf.TALK: Talk(),
    Leaf.RULES: Rules(),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """The order sheet as it is being filled in: open fields, what is chosen, what was sent.

    ``hint`` takes the place of the values when something must be said about the sheet.
    """

    slots: Sequence[Slot] = ()
    chosen: Chosen
    sent: Chosen
    at: int = 0
    ready: bool = False
    changed: bool = False
    sending: bool = False
    folded: bool = False
    """The sheet makes room for the page."""
    hint: str = ""


def _chip_rows(height: int) -> int:
    return 2 if height < 11 else 3 if height < 20 else 5


def page_height(height: int, *, whole: bool = False) -> int:
    """Return how many rows of a page a private pane of ``height`` rows has in sight.

    ``whole``: the page has the place of the sheet as well.
    """
    sheet = 0 if whole else _chip_rows(height) + OPTION_ROWS
    return max(0, height - _TITLES - sheet)


def draw_mine(
    view: Mapping[str, Any], filling: Filling, reading: Reading, top: int,
    personas: Sequence[str], cells: int, height: int,
) -> tuple[list[Line], int]:  # fmt: skip
    """Return the pane's rows, the page scrolled down by ``top`` rows, and how long the page is."""
    me = view["me"]
    sheet = chips(
        filling.slots, filling.chosen, filling.sent, filling.at, personas, cells,
        _chip_rows(height),
    )  # fmt: skip
    slot = filling.slots[filling.at] if filling.at < len(filling.slots) else None
    below = options(slot, filling.chosen, personas, cells, OPTION_ROWS)
    if not filling.slots:
        sheet[0] = fit(line(Span(" " + _nothing(view, filling), Colour.MUTED)), cells)
    if filling.hint:
        below[-1] = fit(line(Span(" " + filling.hint, Colour.WARNING, bold=True)), cells)
    rows = [_title(view, filling, personas, cells), *sheet, *below]
    room = page_height(height, whole=filling.folded)
    del rows[1 if filling.folded else len(rows) :]
    if me is None:
        return [*rows, BLANK, *[BLANK] * room], 0
    title, page = draw_page(view, reading, personas, cells)
    more = len(page) - room - top
    rows.append(_tabs(reading, title, more, cells))
    shown = page[top : top + room]
    return [*rows, *shown, *[BLANK] * (room - len(shown))], len(page)


class Mine:
    """One viewer's private pane, drawn again only when something of it has changed.

    What others say to all comes often and changes nothing here. What was drawn is kept for this
    session alone: private rows are in no cache of several (``tui.gallery``).
    """

    def __init__(self) -> None:
        self._drawn: tuple[tuple[object, ...], list[Line], int] | None = None

    def draw(
        self, view: Mapping[str, Any], filling: Filling, reading: Reading, top: int,
        personas: Sequence[str], cells: int, height: int,
    ) -> tuple[list[Line], int]:  # fmt: skip
        """Return what :func:`draw_mine` does."""
        private = [said for said in view["talk"] if said["channel"] != Channel.PUBLIC]
        # A pen goes on writing in what it has shown: what was drawn is told from copies.
        sheet = replace(
            filling, slots=tuple(filling.slots), chosen=dict(filling.chosen),
            sent=dict(filling.sent),
        )  # fmt: skip
        of = (
            {**view, "talk": private}, sheet, reading, top, tuple(personas), cells, height,
            current(), signs(), keymap.worn(),
        )  # fmt: skip
        if self._drawn is None or self._drawn[0] != of:
            self._drawn = (of, *draw_mine(view, filling, reading, top, personas, cells, height))
        return self._drawn[1], self._drawn[2]


def _nothing(view: Mapping[str, Any], filling: Filling) -> str:
    me = view["me"]
    if me is not None and not me["alive"]:
        return _(
            "You are dead. {key}: talk with the dead. You see what everybody sees.",
            key=keymap.shown(Talk),
        )
    if me is None:
        mine = view["lobby"]["mine"]
        if not mine:
            return _("Enter: type a persona, or take the one that you are given at the start.")
        return _("Your persona is {persona}. Enter changes it.", persona=fd.persona_name(mine))
    key = keymap.shown(BeReady)
    if filling.ready:
        return _("Nothing to fill in. {key} takes your ready back.", key=key)
    return _("Nothing to fill in. {key}: ready.", key=key)


def _title(view: Mapping[str, Any], filling: Filling, personas: Sequence[str], cells: int) -> Line:
    """Return who the viewer is, and whether the sheet is sent."""
    me = view["me"]
    spans = [Span(" " + _("only you"), Colour.YOU, bold=True)]
    if me is not None:
        spans.append(Span("  " + fd.seat_name(me["seat"], personas), bold=True))
    dead = me is not None and not me["alive"]
    if dead:
        state = Span(_("DEAD") + " ", Colour.OUT, bold=True)
    elif filling.sending:
        state = Span(_("sending ..") + " ", Colour.MUTED)
    elif filling.changed:
        state = Span(_("not sent") + " ", Colour.WARNING, bold=True)
    elif filling.ready:
        state = Span(_("READY") + " ", Colour.SUCCESS, bold=True)
    else:
        state = Span(_("not ready") + " ", Colour.WARNING)
    if me is not None:
        room = cells - width(spans) - width([state]) - 3
        spans.append(Span("  " + _known_of(me, room)))
    return sides(line(*spans), line(state), cells)


def _known_of(me: Mapping[str, Any], cells: int) -> str:
    """Return role, loop and rights of the viewer, as many words as there is room for.

    What may be done shows in the sheet as well, so role and loop stay longest.
    """
    flee = _("can flee") if me["charge"] else _("cannot flee")
    full, short = fd.role_name(me["role"]), fd.role_short(me["role"])
    loop, half, right = fd.loop_name(me["loop"]), fd.loop_short(me["loop"]), right_text(me)
    ways = (
        (full, loop, flee, right), (short, loop, flee, right), (short, half, flee, right),
        (short, half, right), (short, half),
    )  # fmt: skip
    texts = [join_list(words) for words in ways]
    return next((text for text in texts if cell_len(text) <= cells), cut(texts[-1], cells))


def _tabs(reading: Reading, title: str, more: int, cells: int) -> Line:
    """Return the keys of the pages, and the title of the one that is open."""
    names = {
        Leaf.DIARY: _("diary"), Leaf.NOTES: _("known"), Leaf.WHY: _("why"), Leaf.TALK: _("talk"),
        Leaf.RULES: _("rules"),
    }  # fmt: skip
    if reading.unread:
        names[Leaf.TALK] += f" {reading.unread}"
    rest = _("space: more") + "  " if more > 0 else ""
    right = line(Span(rest, Colour.WARNING), Span(title + " ", Colour.TEXT, bold=True))
    tabs = [_tab(leaf, name, reading) for leaf, name in names.items()]
    if width(join(tabs, "")) + width(right) + 2 > cells and reading.leaf is not Leaf.RULES:
        tabs.pop()  # the footer has its key too
    return sides(line(" ", *join(tabs, "")), right, cells)


def _tab(leaf: Leaf, name: str, reading: Reading) -> tuple[Span, Span]:
    """Return the key of a page, and its name."""
    key = keymap.shown(_OPENED_BY[leaf])
    strong = leaf is reading.leaf or (leaf is Leaf.TALK and reading.unread > 0)
    return (
        Span(f"{key} ", Colour.ACCENT, bold=True, press=named_key(key)),
        Span(name + "  ", Colour.YOU if strong else Colour.MUTED, bold=strong),
    )
