"""Hints of Love Letter of Despair: every option of an ask, from its own seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.love_letter_advice import advice
from server.api import TableFrame
from server.bots import ask_view
from tui.hints import Hint, gathered
from tui.texts.hints import spoken
from tui.texts.love_letter.hints import hint_effect, hint_reason, hint_rules
from tui.texts.love_letter.prompts import option_help, option_label

__all__ = ["hints_of"]


def hints_of(frame: TableFrame, names: Sequence[str]) -> list[Hint]:
    """Return the hints on the open ask of ``frame``; none without one."""
    view, ask = frame["view"], frame["ask"]
    if view is None or ask is None:
        return []
    kind, context, mode = ask["kind"], ask["context"], view["mode"]
    return gathered(
        Hint(
            options=(one.option,),
            label=option_label(kind, one.option, context, names),
            effect=hint_effect(
                kind, one.option, context, mode,
                option_help(kind, one.option, context, names, view),
            ),
            why=spoken(one.grounds, lambda ground: hint_reason(ground, names)),
            rules=hint_rules(kind, one.option, context, mode),
        )
        for one in advice(view, ask_view(dict(ask)))
    )  # fmt: skip
