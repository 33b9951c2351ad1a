"""What is said of a question before anything is highlighted: what it asks, and what there is."""

from __future__ import annotations

from collections.abc import Sequence

from server.api import AskFrame
from tui.i18n import _
from tui.screens.state import TableState

__all__ = ["about_ask"]


def about_ask(state: TableState, ask: AskFrame) -> tuple[str, Sequence[str]]:
    """Return the question, its rule, and each option that all may see with what it will do."""
    _title, exact = state.presenter.about_choice(ask, "")
    choices = [
        _("{choice}: {explain}", choice=choice.label, explain=choice.explain)
        for choice in state.choices
        if not choice.secret and choice.explain
    ]
    return state.presenter.question(ask, state.cast), (*exact, *choices)
