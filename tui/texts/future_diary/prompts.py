"""What everybody is asked in a step, in one sentence that is the same for all (FD-3.1, FD-3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.future_diary.terms import Step
from tui.i18n import N_, _
from tui.texts.future_diary.fields import field_label, value_label
from tui.texts.game import Context, View

__all__ = ["option_help", "option_label", "prompt", "step_line", "waiting"]

_STEPS: Final[Mapping[str, str]] = {
    Step.LOBBY: N_("Take a persona and be ready."),
    Step.ORDERS: N_("Give your orders for the act, talk, and be ready."),
    Step.CHANGE_1: N_("Diaries have spoken. Who may change an order does so now."),
    Step.CHANGE_2: N_("The last diaries have spoken. Last changes are made now."),
    Step.LAST_WORDS: N_("The act is done. Who is asked for last words speaks."),
    Step.PREDICT: N_("Predict one seat's role or not, talk, and be ready."),
}


def step_line(step: str) -> str:
    """Return what is to be done in a step; empty for one of newer rules."""
    return _(_STEPS[step]) if step in _STEPS else ""


def prompt(kind: str, context: Context, names: Sequence[str]) -> str:
    """Return the question put to everybody."""
    del context, names
    return step_line(kind)


def waiting(kind: str, name: str) -> str:
    """Return what is going on; nobody is ever named as the one who is waited for (FD-3.3)."""
    del name
    return step_line(kind)


def option_label(kind: str, option: str, context: Context, names: Sequence[str]) -> str:
    """Return a word of an answer: a field with its value, or a verb as it is typed."""
    del kind, context
    field, equals, value = option.partition("=")
    if not equals:
        return option
    return _("{field}: {value}", field=field_label(field), value=value_label(field, value, names))


def option_help(kind: str, option: str, context: Context, names: Sequence[str], view: View) -> str:
    """Return nothing: the rules of a field stand in :func:`rules.field_rules`."""
    del kind, option, context, names, view
    return ""
