"""What is said of a question before anything is highlighted: what it asks, and what there is."""

from __future__ import annotations

from collections.abc import Sequence

from server.api import AskFrame
from tui import messages
from tui.i18n import _
from tui.screens.state import TableState
from tui.texts.sentences import short_then_exact

__all__ = ["about_ask"]


def about_ask(state: TableState, ask: AskFrame) -> tuple[str, Sequence[str]]:
    """Return the question, its rule short and exact, and what each option that all may see does."""
    texts = messages.texts(state.frame["game"])
    rule = texts.ask_rule(ask["kind"])
    told = short_then_exact(texts.rule_short(rule), texts.rule_text(rule))
    _title, exact = state.presenter.about_choice(ask, "")
    choices = [
        _("{choice}: {explain}", choice=choice.label, explain=choice.explain)
        for choice in state.choices
        if not choice.secret and choice.explain
    ]
    question = state.presenter.question(ask, state.cast)
    return question, (_("{rule}: {text}", rule=rule, text=told[0]), *told[1:], *exact, *choices)
