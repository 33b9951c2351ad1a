"""What a player can ask for at any time: form, sheet, ledger, diary, why, act, table. Pure.

Each function makes lines of one frame's view (``engine.games.future_diary.fold``) and ask; what is
not in them was not told to this viewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from server.api import AskFrame, TableFrame
from tui.games.future_diary.draft import Slot, chosen_of, slots
from tui.i18n import _, join_list, n_
from tui.line.future_diary.spelling import Unread, kind_of, role_of
from tui.texts import future_diary as fd

__all__ = [
    "act_page", "chronicle", "diary_page", "explained", "form", "ledger", "myself", "sheet",
    "table", "why_page",
]  # fmt: skip

Names = Sequence[str]
View = Mapping[str, Any]


# --- the form -------------------------------------------------------------------------------


def form(ask: AskFrame, names: Names) -> list[str]:
    """Return the fields that are open now, one a line, with what may be typed for each."""
    context = ask["context"]
    chosen = chosen_of(context["sheet"])
    lines = [_slot(slot) for slot in slots(context["form"], chosen)]
    if not lines:
        lines = [_("There is nothing to fill in for you in this step.")]
    return [*lines, *sheet(ask, names), *_verbs(context)]


def _slot(slot: Slot) -> str:
    values = " ".join(_value(slot.id, value) for value in slot.values)
    told = {"field": slot.id, "label": fd.field_label(slot.id), "values": values}
    if slot.need:
        return _("{field} (needed; {label}): {values}", **told)
    if slot.most > 1:
        return n_(
            "{field} ({label}, at most {n}): {values}",
            "{field} ({label}, at most {n}): {values}",
            slot.most,
            **told,
        )
    return _("{field} ({label}): {values}", **told)


def _value(field: str, value: str) -> str:
    """Return a value as it is typed, and what it is called where that is another word."""
    label = value if value.isdigit() else fd.value_label(field, value, ())
    return value if label.casefold() == value else f"{value}[{label}]"


def _verbs(context: Mapping[str, Any]) -> Iterator[str]:
    """Yield what else may be said now."""
    usage = {
        "predict": _("predict SEAT ROLE"),
        "creator": _("creator SEAT silence|speech"),
        "proof": _("proof SEAT SEAT"),
    }
    said = [usage[verb] for verb in context["verbs"] if verb in usage]
    said += [_("{channel} TEXT", channel=_WORD_OF[channel]) for channel in context["channels"]]
    if said:
        yield _("Also: {words}.", words=join_list(said))


_WORD_OF = {"public": "say", "alliance": "ally", "pair": "pair", "dead": "dead", "as": "as"}
"""What is typed to talk in a channel."""


def sheet(ask: AskFrame, names: Names) -> list[str]:
    """Return what is submitted in this step, and whether one is ready."""
    context = ask["context"]
    said = _("Submitted: {orders}.", orders=fd.sheet_text(context["sheet"], names))
    ready = _("You are ready.") if context["ready"] else _("You are not ready.")
    return [said, ready]


# --- what one knows -------------------------------------------------------------------------


def myself(view: View, names: Names) -> list[str]:
    """Return who the viewer is and what it holds."""
    me = view["me"]
    if me is None:
        return [_("You hold nothing here.")]
    who = _(
        "You are {seat}: {role}, {loop}.",
        seat=fd.seat_name(me["seat"], names),
        role=fd.role_name(me["role"]),
        loop=fd.loop_name(me["loop"]),
    )
    if not me["alive"]:
        return [who, _("You are dead.")]
    return [who, *filter(None, _holdings(me, names))]


def _holdings(me: View, names: Names) -> Iterator[str]:
    yield _("You can flee once.") if me["charge"] else _("You cannot flee.")
    ready_in = me["ready_in"]
    if ready_in == 0:
        yield _("Your diary can be used in the next orders.")
    elif ready_in is not None:
        yield n_("Your diary rests for {n} act.", "Your diary rests for {n} acts.", ready_in)
    if me["night"]:
        yield _("You can act by night.")
    if me["partner"] is not None:
        yield _("Your other half is {seat}.", seat=fd.seat_name(me["partner"], names))
    if me["ally"]:
        yield _("Allied with {seats}.", seats=fd.seat_names(me["ally"], names))
    for token in me["tokens"]:
        yield _("A gift: {gift}.", gift=fd.token_name(token))


def ledger(view: View, names: Names) -> list[str]:
    """Return whom the viewer knows, the newest first (FD-5.3)."""
    entries = [] if view["me"] is None else view["me"]["ledger"]
    lines = [
        _(
            "{seat}: {role}, act {act}, {how}.",
            seat=fd.seat_name(entry["seat"], names),
            role=fd.role_short(entry["role"]),
            act=entry["act"],
            how=fd.via_name(entry["via"]),
        )
        for entry in entries
    ]
    return lines or [_("You know nobody.")]


# --- pages by act ---------------------------------------------------------------------------


def _page(view: View, act: int | None) -> View | None:
    """Return the viewer's page of an act, of the newest one without a number."""
    pages: Sequence[View] = [] if view["me"] is None else view["me"]["acts"]
    found = [page for page in pages if act is None or page["act"] == act]
    return found[-1] if found else None


def diary_page(view: View, names: Names, act: int | None = None) -> list[str]:
    """Return what diaries told the viewer in an act."""
    page = _page(view, act)
    lines = [] if page is None else [*_reports(page, view["me"]["seat"], names)]
    return lines or [_("No diary has told you anything.")]


def _reports(page: View, me: int, names: Names) -> Iterator[str]:
    for wave in ("foresight_1", "foresight_2"):
        told = page[wave] or {}
        for report in told.get("reports", ()):
            yield fd.report_title(report["of"], report.get("copy"), me, names)
            yield from fd.report_lines(report, names)
        if told.get("jammed"):
            yield _("Your diary stays closed in this act.")
        law = told.get("law")
        if law:
            order = fd.order_text(law["order"], names)
            yield _("Law: {seat}, {order}.", seat=fd.seat_name(law["seat"], names), order=order)


def act_page(view: View, names: Names, act: int | None = None) -> list[str]:
    """Return what the viewer ordered in an act, what came of it, and what it was told."""
    page = _page(view, act)
    if page is None:
        return [_("No act has come to that yet.")]
    lines = [_("Act {act}.", act=page["act"])]
    if page["sheet"] is not None:
        orders = fd.sheet_text(page["sheet"], names)
        lines.append(_("Submitted: {orders}.", orders=orders))
    lines += _reports(page, view["me"]["seat"], names)
    if page["final"] is not None:
        order = fd.order_text(page["final"], names)
        lines.append(_("Your final action: {order}.", order=order))
    return lines + [fd.notice_line(item, names) for item in page["items"] or ()]


def why_page(view: View, names: Names, act: int | None = None) -> list[str]:
    """Return why an act went as it did for the viewer, from what it may know."""
    page = _page(view, act)
    lines = [] if page is None else [fd.why_line(line, names) for line in page["why"] or ()]
    return lines or [_("There is nothing to explain yet.")]


# --- rules ----------------------------------------------------------------------------------


def explained(word: str, view: View) -> list[str]:
    """Return the rules of a kind, a role, a field, or (without a word) of the viewer's own role."""
    me = view["me"]
    if not word:
        return [*fd.role_rules(me["role"])] if me is not None else [*fd.how_to_play()]
    with suppress(Unread):
        return [fd.kind_rule(kind_of(word))]
    with suppress(Unread):
        return [*fd.role_rules(role_of(word))]
    return [*fd.field_rules(word)] or [_("There is no rule about '{word}'.", word=word[:32])]


# --- what everybody sees --------------------------------------------------------------------


def table(frame: TableFrame, names: Names) -> list[str]:
    """Return act, step and ring: who lives, and the dead with role and loop."""
    view = frame["view"]
    assert view is not None
    lines = [_("Act {act}: {step}", act=view["act"], step=fd.step_name(view["step"]))]
    clock = frame["clock"]
    if clock is not None:
        lines += [n_("{n} second left.", "{n} seconds left.", round(clock["left"]))]
    dead = {one["seat"]: one for one in view["dead"]}
    ring = [fd.seat_name(n, names) for n in range(1, len(view["personas"]) + 1) if n not in dead]
    if ring:
        lines.append(_("Alive: {seats}.", seats=join_list(ring)))
    lines += [fd.death_line(one, names) for one in dead.values()]
    if view["lobby"]["mine"] and not ring:
        lines.append(_("Your persona: {name}.", name=fd.persona_name(view["lobby"]["mine"])))
    return lines


def chronicle(view: View, names: Names, act: int | None = None) -> list[str]:
    """Return who was who, and all that happened in an act or in all of them (FD-14.5)."""
    if not view["revealed"]:
        return [_("The chronicle opens at the end of the game.")]
    lines = [
        _(
            "{seat}: {role}, {loop}.",
            seat=fd.seat_name(one["seat"], names),
            role=fd.role_name(one["role"]),
            loop=fd.loop_name(one["loop"]),
        )
        for one in view["revealed"]
    ]
    for one in view["chronicle"]:
        if act is None or one["act"] == act:
            lines.append(_("Act {act}.", act=one["act"]))
            lines += fd.chronicle_lines(one["record"], names)
    return lines
