"""What a diary says, line by line (FD-6.8). For the private pane alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.terms import Code, ReportCode, Role
from tui.i18n import N_, _
from tui.texts.future_diary.names import (
    kind_name,
    mode_name,
    order_text,
    role_short,
    seat_name,
    seat_names,
)  # fmt: skip
from tui.texts.sentences import sentences

__all__ = ["code_text", "report_line", "report_lines", "report_title"]

Fields = Mapping[str, Any]
Names = Sequence[str]

_CODES: Final[Mapping[str, str]] = {
    Code.KILLER_DOWN: N_("the killer was down already"),
    Code.VOID: N_("the order was void"),
    Code.CONTROLLED: N_("the order was replaced by another's will"),
    Code.TARGET_DOWN: N_("the target was down already"),
    Code.NO_RIGHT: N_("no right to this kill"),
    Code.ALLIED: N_("killer and target are allied"),
    Code.OFF_TURN: N_("it is not that half's turn"),
    Code.COUNTERED: N_("countered by a disguise"),
    Code.WRONG_GUESS: N_("wrong guess"),
    Code.FLED: N_("the target fled"),
    Code.LANDED: N_("it landed"),
    Code.DETECTIVE: N_("seen through by the Detective Diary"),
    Code.DEPENDENT: N_("Dependence: an allied 1st does not die of it"),
    Code.MERCY: N_("Mercy: an unallied 8th does not die of it"),
    Code.REDIRECTED: N_("Black Heart: another bore it"),
    Code.ABSORBED: N_("a protection for once was spent on it"),
    Code.DEAD: N_("it stood"),
}
"""What became of a kill (FD-17.3)."""


def code_text(code: str) -> str:
    """Return what became of a kill or a death effect, as a clause."""
    return _(_CODES[code])


def report_title(of: int, copy: int | None, me: int, personas: Names) -> str:
    """Return whose report follows, and what it copies."""
    if copy is not None:
        return _("What the diary of {seat} told it:", seat=seat_name(copy, personas))
    if of == me:
        return _("Your diary:")
    return _("The diary of {seat}:", seat=seat_name(of, personas))


def report_lines(report: Fields, personas: Names) -> list[str]:
    """Return the lines of a report as sentences, in order."""
    lines = report["lines"]
    if any(line["code"] == ReportCode.FIRST for line in lines):
        whom = role_short(Role.FIRST)  # 2nd's diary speaks of 1st by its role (FD-6.8)
    else:
        owner = report["of"] if report.get("copy") is None else report["copy"]
        whom = seat_name(owner, personas)
    return [report_line({**line, "whom": whom}, personas) for line in lines]


def report_line(line: Fields, personas: Names) -> str:
    """Return one line of a report as a sentence; ``whom``: at whom orders are aimed in it."""
    return _LINES[ReportCode(line["code"])](line, personas)


def _used(line: Fields) -> str:
    if line.get("used") is None:
        return ""
    return _("It used its diary.") if line["used"] else _("It did not use its diary.")


def _halves(line: Fields, who: str, personas: Names) -> str:
    day, night = "day" in line, "night" in line
    if day and night:
        return _(
            "{seat}: by day {day}; by night {night}.",
            seat=who,
            day=order_text(line["day"], personas),
            night=order_text(line["night"], personas),
        )
    if night:
        return _("{seat}: by night {night}.", seat=who, night=order_text(line["night"], personas))
    return _("{seat}: by day {day}.", seat=who, day=order_text(line["day"], personas))


def _actions(line: Fields, personas: Names) -> str:
    said = _halves(line, seat_name(line["seat"], personas), personas)
    return sentences(said, _used(line))


def _first(line: Fields, personas: Names) -> str:
    seat = line.get("seat")
    who = role_short("first") if seat is None else seat_name(seat, personas)
    if "final" in line:
        final = order_text(line["final"], personas)
        return sentences(_("{seat}, in the end: {order}.", seat=who, order=final), _used(line))
    return sentences(_halves(line, who, personas), _used(line))


def _against(line: Fields, personas: Names) -> str:
    who = {
        "seat": seat_name(line["seat"], personas),
        "kind": kind_name(line["kind"]),
        "whom": line["whom"],
    }
    if line["night"]:
        return _("Against {whom} by night: {seat}, {kind}.", **who)
    if line.get("final"):
        return _("Against {whom} by day, after changes: {seat}, {kind}.", **who)
    return _("Against {whom} by day, as ordered: {seat}, {kind}.", **who)


def _kill(line: Fields, personas: Names) -> str:
    target = seat_name(line["target"], personas)
    what = (
        _("The kill of {target} by night", target=target)
        if line["night"]
        else _("The kill of {target} by day", target=target)
    )
    if line["success"]:
        return _("{what} will succeed.", what=what)
    if line.get("reason") is None:
        return _("{what} will fail.", what=what)
    return _("{what} will fail: {why}.", what=what, why=code_text(line["reason"]))


def _sweep(line: Fields, personas: Names) -> str:
    seat, targets = seat_name(line["seat"], personas), seat_names(line["targets"], personas)
    return _("A kill by day: {seat} on {targets}.", seat=seat, targets=targets)


def _aimed(line: Fields, personas: Names) -> str:
    del personas
    if line["yes"]:
        return _("A kill is aimed at the woman.")
    return _("No kill is aimed at the woman.")


def _success(line: Fields, personas: Names) -> str:
    return _kill({**line, "success": line["yes"], "reason": None}, personas)


def _final(line: Fields, personas: Names) -> str:
    who, final = seat_name(line["seat"], personas), order_text(line["final"], personas)
    return sentences(_("{seat}, in the end: {order}.", seat=who, order=final), _used(line))


def _hunted(line: Fields, personas: Names) -> str:
    pick = seat_name(line["pick"], personas)
    if line.get("seat") is None:
        return _("No kill is aimed at {pick}.", pick=pick)
    killer = seat_name(line["seat"], personas)
    return _("{killer} means to kill {pick}; the trail begins.", killer=killer, pick=pick)


def _choice(line: Fields, personas: Names) -> str:
    choice = mode_name(line["mode"]) if line.get("mode") else kind_name(line["kind"])
    if line.get("seat") is None:
        return _("Its choice: {choice}.", choice=choice)
    return _("Its choice: {choice}, {seat}.", choice=choice, seat=seat_name(line["seat"], personas))


def _nothing(line: Fields, personas: Names) -> str:
    del line, personas
    return _("Nothing.")


_LINES: Final[Mapping[ReportCode, Callable[[Fields, Names], str]]] = {
    ReportCode.ACTIONS: _actions,
    ReportCode.FIRST: _first,
    ReportCode.AGAINST: _against,
    ReportCode.KILL: _kill,
    ReportCode.SWEEP: _sweep,
    ReportCode.AIMED: _aimed,
    ReportCode.SUCCESS: _success,
    ReportCode.FINAL: _final,
    ReportCode.HUNTED: _hunted,
    ReportCode.CHOICE: _choice,
    ReportCode.NOTHING: _nothing,
}
