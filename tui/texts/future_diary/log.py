"""What the public log says (FD-16), and what a viewer alone has learned from the same events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.terms import Channel, EventKind, Step
from tui.i18n import _, join_and, n_
from tui.texts.future_diary.fields import field_label
from tui.texts.future_diary.names import (
    channel_name,
    loop_name,
    order_text,
    role_name,
    role_short,
    seat_name,
    seat_names,
    verdict_line,
)  # fmt: skip
from tui.texts.future_diary.notices import notice_line
from tui.texts.future_diary.reports import report_lines
from tui.texts.sentences import sentences

__all__ = ["death_line", "log_line", "log_rule", "mine_line", "said_parts"]

Told = Mapping[str, Any]
Names = Sequence[str]


def said_parts(event: Told, personas: Names) -> tuple[str, str]:
    """Return who said something and what, as data for two spans."""
    return seat_name(event["seat"], personas) + ": ", str(event["text"])


def death_line(dead: Told, personas: Names) -> str:
    """Return the public notice of one death (FD-10.6)."""
    return _(
        "{seat} is dead: {role}, {loop}.",
        seat=seat_name(dead["seat"], personas),
        role=role_name(dead["role"]),
        loop=loop_name(dead["loop"]),
    )


def log_line(event: Told, personas: Names) -> str | None:
    """Return the public sentence of an event, None where there is nothing to say."""
    rule = _PUBLIC.get(EventKind(event["kind"]))
    return None if rule is None else rule(event, personas)


def mine_line(event: Told, personas: Names) -> str:
    """Return what the viewer alone has learned from an event; empty for nothing."""
    rule = _MINE.get(EventKind(event["kind"]))
    return "" if rule is None else rule(event, personas)


def log_rule(event: Told) -> str:
    """Return the id of the rule behind an event."""
    return _RULES[EventKind(event["kind"])]


# --- public ---


def _setup(event: Told, personas: Names) -> str:
    del personas
    roles = join_and([role_short(role) for role in event["roles"]])
    loops = n_(
        "{n} seat is of the first loop.", "{n} seats are of the first loop.", event["first_loop"]
    )
    return sentences(_("Roles in play: {roles}.", roles=roles), loops)


def _step(event: Told, personas: Names) -> str | None:
    """Say that an act begins; the status row names the step that runs."""
    del personas
    match event["step"]:
        case Step.LOBBY:
            return _("Everybody takes a persona.")
        case Step.ORDERS:
            return _("Act {act} begins.", act=event["act"])
        case _:
            return None


def _dealt(event: Told, personas: Names) -> str:
    del event, personas
    return _("Everybody has a seat on the ring, a role and a loop.")


def _notices(event: Told, personas: Names) -> str:
    if not event["dead"]:
        return _("Act {act} is over: nobody died.", act=event["act"])
    head = _("Act {act} is over.", act=event["act"])
    return sentences(head, *(death_line(one, personas) for one in event["dead"]))


def _fading(event: Told, personas: Names) -> str:
    del personas
    past = n_("{n} act without a death.", "{n} acts without a death.", event["acts"])
    ahead = n_(
        "In {n} act more the world fades.", "In {n} acts more the world fades.", event["left"]
    )
    return sentences(past, ahead)


def _said(event: Told, personas: Names) -> str | None:
    return "".join(said_parts(event, personas)) if event["channel"] == Channel.PUBLIC else None


def _over(event: Told, personas: Names) -> str:
    del personas
    return verdict_line(event["verdict"])


_PUBLIC: Final[Mapping[EventKind, Callable[[Told, Names], str | None]]] = {
    EventKind.SETUP: _setup,
    EventKind.STEP: _step,
    EventKind.DEALT: _dealt,
    EventKind.NOTICES: _notices,
    EventKind.FADING: _fading,
    EventKind.SAID: _said,
    EventKind.OVER: _over,
}


# --- for the viewer alone ---


def _my_role(event: Told, personas: Names) -> str:
    if "seat" not in event:
        return ""
    mine = _(
        "You are {seat}: {role}, {loop}.",
        seat=seat_name(event["seat"], personas),
        role=role_name(event["role"]),
        loop=loop_name(event["loop"]),
    )
    if event.get("partner") is None:
        return mine
    other = seat_name(event["partner"], personas)
    return sentences(mine, _("Your other half is {seat}.", seat=other))


def _my_lock(event: Told, personas: Names) -> str:
    del personas
    match event.get("forced"):
        case "silence":
            return _("You are silenced: your day and night orders are void.")
        case "disguise":
            return _("Your day order is a disguise: a prediction was wrong.")
        case _:
            return ""


def _my_foresight(event: Told, personas: Names) -> str:
    said = [text for report in event.get("reports", ()) for text in report_lines(report, personas)]
    if event.get("jammed"):
        said.insert(0, _("Your diary stays closed in this act."))
    if event.get("proposals"):
        seats = seat_names(event["proposals"], personas)
        said.append(_("An alliance is proposed to you by {seats}.", seats=seats))
    law = event.get("law")
    if law:
        order = order_text(law["order"], personas)
        said.append(_("Law: {seat}, {order}.", seat=seat_name(law["seat"], personas), order=order))
    if event.get("change"):
        said.append(_("You may change your day order."))
    return sentences(*said)


def _my_prompts(event: Told, personas: Names) -> str:
    del personas
    asked = [field_label(prompt) for prompt in event.get("prompts", ())]
    return _("You are down. You decide: {asked}.", asked=join_and(asked)) if asked else ""


def _my_notices(event: Told, personas: Names) -> str:
    return sentences(*(notice_line(item, personas) for item in event.get("items", ())))


def _my_prediction(event: Told, personas: Names) -> str:
    told = {"seat": seat_name(event["seat"], personas), "role": role_short(event["role"])}
    if event["right"]:
        return _("You predict {seat} to be {role}: right.", **told)
    if event["free"]:
        return _("You predict {seat} to be {role}: wrong, without a penalty.", **told)
    pays = seat_name(event["forced"], personas)
    return _(
        "You predict {seat} to be {role}: wrong. {pays} must disguise next.", pays=pays, **told
    )


def _my_penalty(event: Told, personas: Names) -> str:
    seat = seat_name(event["seat"], personas)
    return _("Your other half has predicted wrongly: {seat} must disguise next.", seat=seat)


def _my_proof(event: Told, personas: Names) -> str:
    said = [
        _(
            "Proof, act {act}: {seat}, {order}.",
            act=one["act"],
            seat=seat_name(one["seat"], personas),
            order=order_text(one["order"], personas),
        )
        for one in event["finals"]
    ]
    return sentences(*said)


def _my_creator(event: Told, personas: Names) -> str:
    seat = seat_name(event["seat"], personas)
    if event["mode"] == "silence":
        return _("Creator: {seat} will be silent in the next act.", seat=seat)
    return _("Creator: you will speak for {seat} in the next act.", seat=seat)


def _my_silence(event: Told, personas: Names) -> str:
    del personas
    if event["mode"] == "silence":
        return _("You are silenced: no orders by day or night in this act.")
    return _("In this act another speaks in your name; you cannot speak in public.")


def _my_force(event: Told, personas: Names) -> str:
    seat = seat_name(event["seat"], personas)
    return _("A wrong prediction: {seat} must disguise in this act.", seat=seat)


def _my_talk(event: Told, personas: Names) -> str:
    if event["channel"] == Channel.PUBLIC:
        return ""
    who, text = said_parts(event, personas)
    return f"({channel_name(event['channel'])}) {who}{text}"


_MINE: Final[Mapping[EventKind, Callable[[Told, Names], str]]] = {
    EventKind.DEALT: _my_role,
    EventKind.CLOSED: _my_lock,
    EventKind.FORESIGHT: _my_foresight,
    EventKind.PROMPTS: _my_prompts,
    EventKind.NOTICES: _my_notices,
    EventKind.PREDICTED: _my_prediction,
    EventKind.PENALTY: _my_penalty,
    EventKind.PROVED: _my_proof,
    EventKind.CREATOR: _my_creator,
    EventKind.SILENCED: _my_silence,
    EventKind.FORCED: _my_force,
    EventKind.SAID: _my_talk,
}

_RULES: Final[Mapping[EventKind, str]] = {
    EventKind.SETUP: "FD-2.2",
    EventKind.STEP: "FD-3.1",
    EventKind.PERSONA: "FD-2.7",
    EventKind.DEALT: "FD-2.6",
    EventKind.CLOSED: "FD-3.6",
    EventKind.FORESIGHT: "FD-6.1",
    EventKind.PROMPTS: "FD-10.1",
    EventKind.NOTICES: "FD-10.6",
    EventKind.PREDICTED: "FD-11.2",
    EventKind.LEARNT: "FD-11.2",
    EventKind.PENALTY: "FD-11.3",
    EventKind.PROVED: "FD-12.14.1",
    EventKind.SHEET: "FD-3.5",
    EventKind.CREATOR: "FD-12.12.3",
    EventKind.SILENCED: "FD-12.12.3",
    EventKind.FORCED: "FD-11.3",
    EventKind.SAID: "FD-15.1",
    EventKind.FADING: "FD-14.3",
    EventKind.OVER: "FD-14.1",
    EventKind.REVEALED: "FD-14.5",
    EventKind.CHRONICLE: "FD-14.5",
}
