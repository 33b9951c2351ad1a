"""Why an act went as it did for one seat, from what that seat may know. For its own pane alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.terms import NoChange, WhyCode
from tui.i18n import N_, _
from tui.texts.future_diary.fields import field_label
from tui.texts.future_diary.names import order_text, role_short, seat_name, seat_names
from tui.texts.future_diary.notices import averted_by
from tui.texts.future_diary.reports import code_text

__all__ = ["why_line"]

Fields = Mapping[str, Any]
Names = Sequence[str]

_NO_CHANGE: Final[Mapping[str, str]] = {
    NoChange.RESTING: N_("Nothing to change: your half rested."),
    NoChange.SILENCED: N_("No change: you were silenced."),
    NoChange.FORCED: N_("No change: your disguise was forced."),
    NoChange.ALLY_OR_BREAK: N_("No change: an alliance or a break cannot be taken back."),
    NoChange.JAMMED: N_("No change: your diary stayed closed."),
    NoChange.FORGONE: N_("No change: your diary right was the price of a skill."),
    NoChange.NOT_USED: N_("No change: you did not use a diary."),
    NoChange.NO_REPORT: N_("No change: your diary brought no report."),
    NoChange.OTHER_WAVE: N_("No change in this step: your diary speaks in the other one."),
}

_HOW_ALLIED: Final[Mapping[str, str]] = {
    "own": N_("You wished for the alliance with {seats}."),
    "accepted": N_("You accepted the alliance with {seats}."),
    "cowardice": N_("1st cannot refuse: hence the alliance with {seats}."),
    "taken": N_("The alliance with {seats} was made without asking you."),
}

_HOW_ENDED: Final[Mapping[str, str]] = {
    "broken": N_("You broke the alliance with {seats}."),
    "death": N_("The alliance with {seats} ended with a death."),
    "chose_her": N_("The alliance with {seats} ended, as a choice was made."),
    "untold": N_("The alliance with {seats} has ended; you are not told why."),
}


def why_line(line: Fields, personas: Names) -> str:
    """Return one cause as a sentence."""
    return _LINES[WhyCode(line["code"])](line, personas)


def _plain(msgid: str) -> Callable[[Fields, Names], str]:
    return lambda _line, _personas: _(msgid)


def _seat(msgid: str) -> Callable[[Fields, Names], str]:
    return lambda line, personas: _(msgid, seat=seat_name(line["seat"], personas))


def _order(msgid: str) -> Callable[[Fields, Names], str]:
    return lambda line, personas: _(msgid, order=order_text(line["order"], personas))


def _orders(msgid: str) -> Callable[[Fields, Names], str]:
    return lambda line, personas: _(
        msgid,
        order=order_text(line["order"], personas),
        before=order_text(line["before"], personas),
    )


def _kill(day: str, night: str) -> Callable[[Fields, Names], str]:
    return lambda line, personas: _(
        night if line["night"] else day, target=seat_name(line["target"], personas)
    )


def _foretold(line: Fields, personas: Names) -> str:
    target = seat_name(line["target"], personas)
    if line["reason"] is None:
        return _("Your diary had foretold that the kill of {target} succeeds.", target=target)
    return _(
        "Your diary had foretold that the kill of {target} fails: {why}.",
        target=target,
        why=code_text(line["reason"]),
    )


def _found(line: Fields, personas: Names) -> str:
    seat, role = seat_name(line["seat"], personas), role_short(line["role"])
    return _("{seat} was disguised, so your probe found {role}.", seat=seat, role=role)


def _struck(line: Fields, personas: Names) -> str:
    seats = seat_names(line["seats"], personas)
    return _("You were disguised and knew {seats}, who attacked you.", seats=seats)


def _allied(line: Fields, personas: Names) -> str:
    return _(_HOW_ALLIED[line["how"]], seats=seat_names(line["seats"], personas))


def _ended(line: Fields, personas: Names) -> str:
    return _(_HOW_ENDED[line["how"]], seats=seat_names(line["seats"], personas))


def _may_change(line: Fields, personas: Names) -> str:
    del personas
    if line["made"]:
        return _("Your report let you change your day order, and you did.")
    return _("Your report let you change your day order; you did not.")


def _no_change(line: Fields, personas: Names) -> str:
    del personas
    return _(_NO_CHANGE[line["reason"]])


def _averted(line: Fields, personas: Names) -> str:
    del personas
    layer = averted_by(line["layer"])
    return _("You live: {layer} stood before your death.", layer=layer or _("something"))


def _prompted(line: Fields, personas: Names) -> str:
    del personas
    prompt = field_label(line["prompt"])
    if line["answered"]:
        return _("Last words, {prompt}: as you answered.", prompt=prompt)
    return _("Last words, {prompt}: as your standing instruction says.", prompt=prompt)


def _night_right(line: Fields, personas: Names) -> str:
    del personas
    if line["how"] == "half_god":
        return _("The half-god power is spent; the right to kill by night takes its place.")
    return _("As one of the first loop you may kill by night.")


_LINES: Final[Mapping[WhyCode, Callable[[Fields, Names], str]]] = {
    WhyCode.CARRIED: _order(N_("Your day order stood: {order}.")),
    WhyCode.CHANGED: _orders(N_("You changed your day order from {before} to {order}.")),
    WhyCode.FORCED: _plain(N_("A wrong prediction in the act before forced you to disguise.")),
    WhyCode.SILENCED: _plain(N_("Creator took your day and your night.")),
    WhyCode.CONTROLLED: _orders(
        N_("Another's will set your action to {order}; your own was {before}.")
    ),
    WhyCode.RESTED: _plain(N_("Your half rested: no orders.")),
    WhyCode.PROPOSAL_LAPSED: _seat(N_("So your proposal to {seat} lapsed.")),
    WhyCode.BREAK_LAPSED: _plain(N_("So nothing was broken; your alliance goes on.")),
    WhyCode.PROBE_EMPTY: _seat(N_("{seat} was not disguised, so your probe found nothing.")),
    WhyCode.PROBE_FOUND: _found,
    WhyCode.KILL_DIED: _kill(
        N_("By day you struck at {target}, who died in this act."),
        N_("By night you struck at {target}, who died in this act."),
    ),
    WhyCode.KILL_UNTOLD: _kill(
        N_("By day you struck at {target}, who lives; why is not told."),
        N_("By night you struck at {target}, who lives; why is not told."),
    ),
    WhyCode.KILL_FORETOLD: _foretold,
    WhyCode.FLED: _plain(N_("You fled, and that costs the chance, attacked or not.")),
    WhyCode.FLEE_EMPTY: _plain(N_("You had no chance to flee left, so it did nothing.")),
    WhyCode.DISGUISE_STRUCK: _struck,
    WhyCode.DISGUISE_QUIET: _plain(
        N_("Your disguise struck nobody: it strikes only attackers whom you know.")
    ),
    WhyCode.ALLIED: _allied,
    WhyCode.REFUSED: _seat(N_("Your proposal to {seat} had no effect; why is not told.")),
    WhyCode.YES_IN_VAIN: _seat(N_("You accepted {seat}, but no alliance came of it.")),
    WhyCode.ENDED: _ended,
    WhyCode.MAY_CHANGE: _may_change,
    WhyCode.NO_CHANGE: _no_change,
    WhyCode.CHARGE_BACK: _plain(N_("A kill of yours stands, so you can flee again.")),
    WhyCode.AVERTED: _averted,
    WhyCode.BORNE: _seat(N_("Black Heart moved your death to {seat}.")),
    WhyCode.PROMPTED: _prompted,
    WhyCode.NIGHT_RIGHT: _night_right,
    WhyCode.LAW_LET_GO: _plain(N_("You set no Law: it is kept, the diary right is not.")),
}
