"""The pages of the private pane: diary by acts, what is known, why, private talk, and rules.

Every page is a title and rows of text; nothing that is made here is drawn anywhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, assert_never

from engine.games.future_diary.roles import ROLES
from engine.games.future_diary.terms import Channel, Role
from themes.pack import Colour
from tui import keymap
from tui.actions.table import Chat
from tui.games.future_diary.draft import Slot
from tui.i18n import _, n_
from tui.texts import future_diary as fd
from tui.widgets.lines import BLANK, Line, Span, clean, line, wrap

__all__ = ["Leaf", "Reading", "draw_page", "private_channels", "right_text"]

View = Mapping[str, Any]
Rows = list[Line]


class Leaf(StrEnum):
    """What the lower part of the private pane shows."""

    DIARY = "d"
    NOTES = "n"
    WHY = "w"
    TALK = "p"
    RULES = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Which page is open: ``act`` for the diary and why, ``channel`` for talk, ``slot`` for rules.

    ``kind`` is the kind of day action that is chosen, for its rule.
    """

    leaf: Leaf
    act: int = 0
    channel: str = ""
    slot: Slot | None = None
    kind: str = ""
    unread: int = 0
    """Lines of private talk that have come since they were last on the screen."""


def draw_page(
    view: View, reading: Reading, personas: Sequence[str], cells: int
) -> tuple[str, Rows]:
    """Return the page's title and all of its rows."""
    me = view["me"]
    if me is None:
        return "", []
    match reading.leaf:
        case Leaf.DIARY:
            title = _("diary, act {act}", act=reading.act) if reading.act else _("diary")
            return title, _diary(me, reading.act, personas, cells)
        case Leaf.NOTES:
            return _("what you know"), _notes(view, personas, cells)
        case Leaf.WHY:
            title = _("why, act {act}", act=reading.act) if reading.act else _("why")
            return title, _why(me, reading.act, personas, cells)
        case Leaf.TALK:
            name = fd.channel_name(reading.channel) if reading.channel else _("none")
            return _("private talk: {channel}", channel=name), _talk(view, reading, personas, cells)
        case Leaf.RULES:
            return _("rules"), _rules(me, reading, cells)
        case never:
            assert_never(never)


def private_channels(view: View, writable: Sequence[str]) -> list[str]:
    """Return the channels besides public talk that the viewer can read or write."""
    read = [line["channel"] for line in view["talk"]]
    both = {*writable, *read} - {Channel.PUBLIC.value}
    return [channel.value for channel in Channel if channel.value in both]


def right_text(me: Mapping[str, Any]) -> str:
    """Return when the diary may be used again, in a few words."""
    if me["ready_in"] is None:
        return _("no diary")
    if me["ready_in"] == 0:
        return _("diary ready")
    return n_("diary in {n} act", "diary in {n} acts", me["ready_in"])


def _page_of(me: Mapping[str, Any], act: int) -> Mapping[str, Any] | None:
    return next((page for page in me["acts"] if page["act"] == act), None)


def _said(text: str, cells: int, tone: Colour = Colour.TEXT) -> Rows:
    first, *rest = wrap(text, cells - 4)
    return [line("  ", Span(first, tone)), *(line("    ", Span(row, tone)) for row in rest)]


def _head(text: str) -> Line:
    return line(" ", Span(text, Colour.ACCENT))


def _diary(me: Mapping[str, Any], act: int, personas: Sequence[str], cells: int) -> Rows:
    """Return one act: what was foreseen, then the private block, then the own orders."""
    page = _page_of(me, act)
    if page is None:
        return _said(_("Nothing is written yet."), cells, Colour.MUTED)
    rows: Rows = []
    if page["items"] is not None:
        rows.append(_head(_("After the act:")))
        rows += [r for item in page["items"] for r in _said(fd.notice_line(item, personas), cells)]
    waves = [wave for wave in (2, 1) if page[f"foresight_{wave}"] is not None]
    foreseen = [_foresight(me, page[f"foresight_{w}"], w, personas, cells) for w in waves]
    rows += [row for some in foreseen for row in some]
    if waves and not any(foreseen):
        rows += _said(_("Before the changes: nothing to report."), cells)
    if page["sheet"] is not None:
        orders = fd.sheet_text(page["sheet"], personas)
        rows += _said(_("Your orders: {orders}.", orders=orders), cells, Colour.MUTED)
    return rows


def _foresight(
    me: Mapping[str, Any], told: Mapping[str, Any], wave: int, personas: Sequence[str], cells: int
) -> Rows:
    """Return what one wave has told; no rows for nothing."""
    head = _("Before change {wave}:", wave=wave)
    rows: Rows = []
    if told["jammed"]:
        rows += _said(_("Your diary stays closed in this act."), cells, Colour.WARNING)
    for report in told["reports"]:
        title = fd.report_title(report["of"], report.get("copy"), me["seat"], personas)
        rows.append(line("  ", Span(title, Colour.MUTED)))
        rows += [r for text in fd.report_lines(report, personas) for r in _said(text, cells)]
    if told["proposals"]:
        seats = fd.seat_names(told["proposals"], personas)
        rows += _said(_("An alliance is proposed to you by {seats}.", seats=seats), cells)
    if told["law"]:
        seat = fd.seat_name(told["law"]["seat"], personas)
        order = fd.order_text(told["law"]["order"], personas)
        rows += _said(_("Law: {seat}, {order}.", seat=seat, order=order), cells)
    if told["change"]:
        rows += _said(_("You may change your day order."), cells, Colour.YOU)
    return [_head(head), *rows] if rows else []


def _notes(view: View, personas: Sequence[str], cells: int) -> Rows:
    """Return the own standing, then the ledger, newest first (FD-5.3)."""
    me = view["me"]
    size = len(personas)
    around = [(me["seat"] - 2) % size + 1, me["seat"] % size + 1]
    rows = _said(_("Your neighbours: {seats}.", seats=fd.seat_names(around, personas)), cells)
    if me["partner"] is not None:
        other = fd.seat_name(me["partner"], personas)
        rows += _said(_("Your other half is {seat}.", seat=other), cells)
    if me["ally"]:
        rows += _said(_("Allied with {seats}.", seats=fd.seat_names(me["ally"], personas)), cells)
    if me["night"]:
        rows += _said(_("You may kill by night."), cells)
    for token in me["tokens"]:
        rows += _said(_("A gift: {gift}.", gift=fd.token_name(token)), cells)
    rows.append(_head(_("Known:")))
    entries = me["ledger"]
    if not entries:
        rows += _said(_("You know nobody yet."), cells, Colour.MUTED)
    for entry in entries:
        text = _(
            "{seat} is {role} ({how}, act {act})",
            seat=fd.seat_name(entry["seat"], personas),
            role=fd.role_short(entry["role"]),
            how=fd.via_name(entry["via"]),
            act=entry["act"],
        )
        rows += _said(text, cells)
    return [*rows, *_guesses(me, personas, cells), *_proofs(me, personas, cells)]


def _guesses(me: Mapping[str, Any], personas: Sequence[str], cells: int) -> Rows:
    rows: Rows = []
    for one in reversed(me["predictions"]):
        if not one["right"]:
            text = _(
                "{seat} is not {role} (wrong prediction, act {act})",
                seat=fd.seat_name(one["seat"], personas),
                role=fd.role_short(one["role"]),
                act=one["act"],
            )
            rows += _said(text, cells, Colour.MUTED)
    return rows


def _proofs(me: Mapping[str, Any], personas: Sequence[str], cells: int) -> Rows:
    rows: Rows = []
    for one in me["proved"]:
        text = _(
            "Proof, act {act}: {seat}, {order}.",
            act=one["act"],
            seat=fd.seat_name(one["seat"], personas),
            order=fd.order_text(one["order"], personas),
        )
        rows += _said(text, cells)
    return rows


def _why(me: Mapping[str, Any], act: int, personas: Sequence[str], cells: int) -> Rows:
    page = _page_of(me, act)
    lines = (page or {}).get("why") or ()
    rows = [row for one in lines for row in _said(fd.why_line(one, personas), cells)]
    none = _("Nothing has happened to you yet.") if me["alive"] else _("You are dead.")
    return rows or _said(none, cells, Colour.MUTED)


def _talk(view: View, reading: Reading, personas: Sequence[str], cells: int) -> Rows:
    """Return the newest lines of a private channel first, so that they are always in sight."""
    rows: Rows = []
    for said in reversed(view["talk"]):
        if said["channel"] == reading.channel:
            who, text = fd.said_parts(said, personas)
            first, *rest = wrap(clean(who) + clean(text), cells - 4)
            label = first[: len(clean(who))]
            rows.append(line("  ", Span(label, Colour.ACCENT), first[len(label) :]))
            rows += [line("    ", row) for row in rest]
    if rows:
        return rows
    if not reading.channel:
        return _said(_("You share no private channel with anybody."), cells, Colour.MUTED)
    text = _("Nobody has said anything here. {key} writes.", key=keymap.shown(Chat))
    return _said(text, cells, Colour.MUTED)


_BEFORE_PROOF: Final = "detective"


def _rules(me: Mapping[str, Any], reading: Reading, cells: int) -> Rows:
    """Return the rules of what is chosen, of the field, then of the own role."""
    rows: Rows = []
    if reading.kind:
        rows += _said(fd.kind_rule(reading.kind) or fd.kind_name(reading.kind), cells)
    elif reading.slot is not None:
        rows += [r for text in fd.field_rules(reading.slot.id) for r in _said(text, cells)]
    rows.append(_head(fd.role_name(me["role"])))
    role = Role(me["role"].partition("/")[0])
    texts = fd.role_rules(me["role"])
    diary = ROLES[role].diary
    if diary is not None and diary.id == _BEFORE_PROOF and me["ready_in"] is None:
        texts = texts[1:]  # it comes with Proof
    rows += [row for text in texts for row in _said(text, cells)]
    return rows or [BLANK]
