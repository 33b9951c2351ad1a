"""Hints of Future Diary: every field of the sheet and all else that can be said in a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from engine.bots.advice import Advice
from engine.bots.future_diary.advice import advice
from engine.games.future_diary.terms import Verb
from server.api import TableFrame
from tui.games.future_diary.draft import verb_form
from tui.hints import Hint, gathered
from tui.i18n import _
from tui.texts import future_diary as fd
from tui.texts.future_diary.hints import (
    VERBS,
    hint_effect,
    hint_reason,
    hint_rules,
    verb_effect,
    verb_label,
)
from tui.texts.hints import spoken

__all__ = ["hints_of"]


def hints_of(frame: TableFrame, names: Sequence[str]) -> list[Hint]:
    """Return the hints on the open ask of ``frame``; none without one."""
    return [*_fields(frame, names), *_verbs(frame)]


def _fields(frame: TableFrame, names: Sequence[str]) -> Iterator[Hint]:
    """Yield hints on the values of every field that this seat may fill in now, field by field."""
    view, ask = frame["view"], frame["ask"]
    if view is None or ask is None or view["me"] is None:
        return
    context = ask["context"]
    apart = verb_form(context.get("verbs", ()), view, predict=bool(context.get("predict")))
    found = advice(view, (*apart, *context.get("form", ())))
    for field, values in groupby(found, key=lambda one: one.option.partition("=")[0]):
        label = fd.field_label(field)
        for hint in gathered(_value(one, names) for one in values):
            yield replace(hint, label=_("{field}: {value}", field=label, value=hint.label))


def _value(one: Advice, names: Sequence[str]) -> Hint:
    field, _equals, value = one.option.partition("=")
    return Hint(
        options=(one.option,),
        label=fd.value_label(field, value, names),
        effect=hint_effect(field, value),
        why=spoken(one.grounds, lambda ground: hint_reason(ground, names)),
        rules=hint_rules(field, value),
    )


def _verbs(frame: TableFrame) -> Iterator[Hint]:
    """Yield a hint on all that is said without filling in a field."""
    ask = frame["ask"]
    if ask is None:
        return
    idle = Verb.READY if ask["context"].get("ready") else Verb.WAIT
    for verb in ask["context"].get("verbs", ()):
        if verb in VERBS and verb != idle:
            yield Hint(
                options=(verb,),
                label=verb_label(verb),
                effect=verb_effect(verb),
                rules=(VERBS[verb][2],),
            )
