"""The chronicle of an act in words, open to all after the end (FD-14.5).

:func:`chronicle_lines` is what a screen pages through and what an export writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.outcome import Stage
from engine.games.future_diary.terms import Cause, ChronicleCode
from tui.i18n import N_, _, join_and, join_parts
from tui.texts.future_diary.fields import field_label, value_label
from tui.texts.future_diary.names import (
    loop_name,
    order_text,
    role_short,
    seat_name,
    seat_names,
    token_name,
    via_name,
)  # fmt: skip
from tui.texts.future_diary.notices import notice_line
from tui.texts.future_diary.reports import code_text, report_lines
from tui.texts.sentences import sentences

__all__ = ["chronicle_line", "chronicle_lines", "sheet_text"]

Fields = Mapping[str, Any]
Names = Sequence[str]

_BY: Final[Mapping[str, str]] = {
    "law": N_("by Law of {author}"),
    "use": N_("by Use of {author}"),
    "hypnosis": N_("by Hypnosis of {author}"),
    "silence": N_("silenced"),
    "forced": N_("forced by a wrong prediction"),
    "change": N_("by its own change"),
    "submitted": N_("as ordered"),
}

_CAUSES: Final[Mapping[str, str]] = {
    Cause.KILL: N_("a kill by {author}"),
    Cause.COUNTER: N_("a counter-kill by {author}"),
    Cause.REDIRECT: N_("the death of {author}, moved by Black Heart"),
    Cause.GAMBLE: N_("the Gamble with {author}"),
    Cause.BOMB: N_("the bomb of {author}"),
    Cause.JOINT: N_("the death of its other half {author}"),
}

_STAGES: Final[Mapping[str, str]] = {
    Stage.PRIORITY_DAY: N_("First by day"),
    Stage.DAY: N_("By day"),
    Stage.PRIORITY_NIGHT: N_("First by night"),
    Stage.NIGHT: N_("By night"),
    Stage.FOLLOW_UP: N_("Follow-up"),
    Stage.LAST_WORDS: N_("In the end"),
}


def chronicle_lines(record: Any, personas: Names) -> list[str]:
    """Return an act's record as sentences, in the order in which things came about."""
    lines = record["lines"] if isinstance(record, Mapping) else record
    return [text for text in (chronicle_line(line, personas) for line in lines) if text]


def chronicle_line(line: Fields, personas: Names) -> str:
    """Return one line of a chronicle as a sentence."""
    return _LINES[ChronicleCode(line["code"])](line, personas)


def sheet_text(fields: Sequence[str], personas: Names) -> str:
    """Return the ``field=value`` words of a sheet as one list; a pass for none."""
    said: dict[str, list[str]] = {}
    for word in fields:
        name, _equals, value = word.partition("=")
        said.setdefault(name, []).append(value_label(name, value, personas))
    parts = [
        _("{field}: {value}", field=field_label(name), value=" + ".join(values))
        for name, values in said.items()
    ]
    return join_parts(parts) or _("nothing")


def _name(line: Fields, personas: Names, field: str = "seat") -> str:
    return seat_name(line[field], personas)


def _seat(line: Fields, personas: Names) -> str:
    text = _(
        "{seat}, {role}, {loop}: {orders}.",
        seat=_name(line, personas),
        role=role_short(line["role"]),
        loop=loop_name(line["loop"]),
        orders=sheet_text(line["fields"], personas),
    )
    mask = ally = standing = ""
    if line["shown"] != line["role"]:
        mask = _("It wears the mask of {role}.", role=role_short(line["shown"]))
    if line["ally"]:
        ally = _("Allied with {seats}.", seats=seat_names(line["ally"], personas))
    if line["standing"]:
        standing = _("Standing: {orders}.", orders=sheet_text(line["standing"], personas))
    return sentences(text, mask, ally, standing)


_LOCKED: Final[Mapping[str, str]] = {
    "silenced": N_("Silenced: {seats}."),
    "forced": N_("Forced to disguise: {seats}."),
    "jammed": N_("Diary jammed: {seats}."),
    "void": N_("Skills void: {seats}."),
    "used": N_("Diaries used: {seats}."),
}
_STATES: Final[Mapping[str, str]] = {
    "locked": N_("Locked by Blacken: {seats}."),
    "fleeing": N_("Fleeing: {seats}."),
    "disguised": N_("Disguised: {seats}."),
}


def _groups(table: Mapping[str, str], line: Fields, personas: Names) -> Iterator[str]:
    for name, msgid in table.items():
        if line[name]:
            yield _(msgid, seats=seat_names(line[name], personas))


def _locked(line: Fields, personas: Names) -> str:
    said = [*_groups(_LOCKED, line, personas)]
    if line["priority"] is not None:
        said.append(_("First in order: {seat}.", seat=_name(line, personas, "priority")))
    return sentences(_("Orders are closed."), *said)


def _states(line: Fields, personas: Names) -> str:
    return sentences(*_groups(_STATES, line, personas))


def _read(line: Fields, personas: Names) -> str:
    said = [text for report in line["reports"] for text in report_lines(report, personas)]
    if line["jammed"]:
        said.append(_("The diary stays closed."))
    if line["proposals"]:
        seats = seat_names(line["proposals"], personas)
        said.append(_("An alliance is proposed by {seats}.", seats=seats))
    if line["law"]:
        seat, order = _name(line["law"], personas), order_text(line["law"]["order"], personas)
        said.append(_("Law: {seat}, {order}.", seat=seat, order=order))
    if line["change"]:
        said.append(_("It may change its day order."))
    if not said:
        return ""
    return _("{seat} reads: {text}", seat=_name(line, personas), text=sentences(*said))


def _change(line: Fields, personas: Names) -> str:
    orders = sheet_text(line["fields"], personas)
    return _("{seat} changes: {orders}.", seat=_name(line, personas), orders=orders)


def _answer(line: Fields, personas: Names) -> str:
    if line["proposer"] is None:
        return _("{seat} accepts nobody.", seat=_name(line, personas))
    other = _name(line, personas, "proposer")
    return _("{seat} accepts {other}.", seat=_name(line, personas), other=other)


def _law(line: Fields, personas: Names) -> str:
    order = order_text(line["order"], personas)
    return _("Law is set: {seat}, {order}.", seat=_name(line, personas), order=order)


def _final(line: Fields, personas: Names) -> str:
    author = "" if line["author"] is None else _name(line, personas, "author")
    return _(
        "{seat}, in the end: {order} ({how}).",
        seat=_name(line, personas),
        order=order_text(line["order"], personas),
        how=_(_BY[line["by"]], author=author),
    )


def _parties(line: Fields, personas: Names) -> dict[str, str]:
    one, other = line["parties"]
    return {"one": seat_names(one, personas), "other": seat_names(other, personas)}


def _formed(line: Fields, personas: Names) -> str:
    via = via_name(line["via"])
    if line["parties"] is None:
        authors = seat_names(line["authors"], personas)
        return _("{seats} tried for an alliance ({how}): nothing.", seats=authors, how=via)
    return _("{one} and {other} are allied ({how}).", how=via, **_parties(line, personas))


def _declined(line: Fields, personas: Names) -> str:
    target = _name(line, personas, "target")
    return _("{seat} is not allied with {other}.", seat=_name(line, personas), other=target)


def _gamble(line: Fields, personas: Names) -> str:
    seat = _name(line, personas)
    if line["lost"] is None:
        return _("Gamble on {seat}: nothing.", seat=seat)
    return _("Gamble on {seat}: lost.", seat=seat) if line["lost"] else _(
        "Gamble on {seat}: won.", seat=seat
    )  # fmt: skip


def _blow(line: Fields, personas: Names) -> str:
    told = {
        "when": _(_STAGES[line["stage"]]),
        "author": _name(line, personas, "author"),
        "target": _name(line, personas, "target"),
        "result": code_text(line["result"]),
    }
    if line["counter"]:
        return _("{when}: {author} counters {target}: {result}.", **told)
    if line["blacken"]:
        return _("{when}: {author} blackens and strikes {target}: {result}.", **told)
    return _("{when}: {author} strikes {target}: {result}.", **told)


def _effect(line: Fields, personas: Names) -> str:
    cause = _(_CAUSES[line["cause"]], author=_name(line, personas, "author"))
    told = {"victim": _name(line, personas, "victim"), "cause": cause}
    if line["moved_to"] is not None:
        bearer = _name(line, personas, "moved_to")
        return _("Death of {victim} by {cause}: borne by {seat}.", seat=bearer, **told)
    return _("Death of {victim} by {cause}: {result}.", result=code_text(line["result"]), **told)


def _attacked(line: Fields, personas: Names) -> str:
    told = {"seat": _name(line, personas), "role": role_short(line["role"])}
    if line["first"]:
        return _("Control shows 2nd its first attacker: {seat}, {role}.", **told)
    return _("Control shows 2nd a role: {role} (that is {seat}).", **told)


def _words(line: Fields, personas: Names) -> str:
    asked = join_and([field_label(prompt) for prompt in line["prompts"]])
    said = sheet_text(line["fields"], personas)
    told = {"seat": _name(line, personas), "asked": asked, "said": said}
    if line["answered"]:
        return _("Last words of {seat} ({asked}): {said}.", **told)
    return _("Last words of {seat} ({asked}), as instructed before: {said}.", **told)


def _one(msgid: str) -> Callable[[Fields, Names], str]:
    return lambda line, personas: _(msgid, seat=_name(line, personas))


def _several(msgid: str) -> Callable[[Fields, Names], str]:
    return lambda line, personas: _(msgid, seats=seat_names(line["seats"], personas))


def _death(line: Fields, personas: Names) -> str:
    return _(
        "{seat} is dead: {role}, {loop}.",
        seat=_name(line, personas),
        role=role_short(line["role"]),
        loop=loop_name(line["loop"]),
    )


def _ended(line: Fields, personas: Names) -> str:
    return _("The alliance of {one} and {other} ends.", **_parties(line, personas))


def _link(line: Fields, personas: Names) -> str:
    return _(
        "{owner} now knows {seat} as {role} ({how}).",
        owner=_name(line, personas, "owner"),
        seat=_name(line, personas),
        role=role_short(line["role"]),
        how=via_name(line["via"]),
    )


def _note(line: Fields, personas: Names) -> str:
    owner, role = _name(line, personas, "owner"), role_short(line["role"])
    return _("{owner} notes a role: {role}.", owner=owner, role=role)


def _gift(line: Fields, personas: Names) -> str:
    gift = token_name(line["token"])
    return _("A gift to {seat}: {gift}.", seat=_name(line, personas), gift=gift)


def _told(line: Fields, personas: Names) -> str:
    text = sentences(*(notice_line(item, personas) for item in line["items"]))
    return _("{seat} is told: {text}", seat=_name(line, personas), text=text)


def _predicted(line: Fields, personas: Names) -> str:
    told = {
        "by": _name(line, personas, "by"),
        "seat": _name(line, personas),
        "role": role_short(line["role"]),
    }
    if line["right"]:
        return _("{by} predicts {seat} to be {role}: right.", **told)
    return _("{by} predicts {seat} to be {role}: wrong.", **told)


def _creator(line: Fields, personas: Names) -> str:
    told = {"by": _name(line, personas, "by"), "seat": _name(line, personas)}
    if line["mode"] == "silence":
        return _("Creator: {by} silences {seat} for the next act.", **told)
    return _("Creator: {by} will speak for {seat} in the next act.", **told)


def _proved(line: Fields, personas: Names) -> str:
    by, seats = _name(line, personas, "by"), seat_names(line["seats"], personas)
    return _("Proof: {by} reads the past of {seats}.", by=by, seats=seats)


_LINES: Final[Mapping[ChronicleCode, Callable[[Fields, Names], str]]] = {
    ChronicleCode.SEAT: _seat,
    ChronicleCode.LOCKED: _locked,
    ChronicleCode.READ: _read,
    ChronicleCode.CHANGE: _change,
    ChronicleCode.ANSWER: _answer,
    ChronicleCode.LAW: _law,
    ChronicleCode.FINAL: _final,
    ChronicleCode.FORMED: _formed,
    ChronicleCode.DECLINED: _declined,
    ChronicleCode.STATES: _states,
    ChronicleCode.GAMBLE: _gamble,
    ChronicleCode.BLOW: _blow,
    ChronicleCode.EFFECT: _effect,
    ChronicleCode.ATTACKED: _attacked,
    ChronicleCode.WORDS: _words,
    ChronicleCode.HALF_GOD: _one(N_("{seat} undoes its death by half-god power.")),
    ChronicleCode.CHOSE_HER: _several(N_("{seats} have chosen each other.")),
    ChronicleCode.BOMB: _one(N_("The bomb goes to {seat}.")),
    ChronicleCode.DEATH: _death,
    ChronicleCode.ENDED: _ended,
    ChronicleCode.LINK: _link,
    ChronicleCode.NOTE: _note,
    ChronicleCode.GIFT: _gift,
    ChronicleCode.CHARGED: _several(N_("Can flee again: {seats}.")),
    ChronicleCode.PROOF: _one(N_("{seat} has the Proof.")),
    ChronicleCode.TOLD: _told,
    ChronicleCode.PREDICTED: _predicted,
    ChronicleCode.CREATOR: _creator,
    ChronicleCode.PROVED: _proved,
}
