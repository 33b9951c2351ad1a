"""Hints of No.81: every option of an ask, from its own seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine.bots.no81_advice import advice
from engine.games.no81.terms import AskKind
from server.api import TableFrame
from server.bots import ask_view
from tui.hints import Hint, Speaks, gathered
from tui.i18n import _, join_list
from tui.texts import no81
from tui.texts.hints import spoken
from tui.texts.no81.hints import hint_effect, hint_reason, hint_rules
from tui.texts.sentences import sentences

__all__ = ["hints_of"]


def hints_of(frame: TableFrame, names: Sequence[str]) -> list[Hint]:
    """Return the hints on the open ask of ``frame``; none without one."""
    view, ask = frame["view"], frame["ask"]
    if view is None or ask is None:
        return []
    kind, context = ask["kind"], ask["context"]
    hints = [
        Hint(
            options=(one.option,),
            label=no81.option_label(kind, one.option, context, names, view),
            effect=hint_effect(
                kind, one.option, no81.option_help(kind, one.option, context, names, view)
            ),
            why=spoken(one.grounds, lambda ground: hint_reason(ground, names)),
            rules=hint_rules(kind, one.option, context),
        )
        for one in advice(view, ask_view(dict(ask)))
    ]
    return _by_rank(hints) if kind == AskKind.MIND_DECK else gathered(hints)


def _by_rank(hints: Sequence[Hint]) -> list[Hint]:
    """Return one hint a rank of a mind deck, with what is to be said of each of its cards."""
    found = []
    for rank, group in groupby(hints, key=lambda hint: hint.options[0].partition("-")[0]):
        cards = [(hint, no81.face_name(hint.options[0].partition("-")[2])) for hint in group]
        why = [
            Speaks(text=_("{choice}: {explain}", choice=name, explain=text), good=good)
            for hint, name in cards
            for good in (True, False)
            for text in [sentences(*(one.text for one in hint.why if one.good == good))]
            if text
        ]
        label = _("{choice}: {explain}", choice=rank, explain=join_list(n for _h, n in cards))
        options = tuple(hint.options[0] for hint, _name in cards)
        effect = hint_effect(AskKind.MIND_DECK, options[0], "")
        found.append(Hint(options=options, label=label, effect=effect, why=tuple(why),
                          rules=cards[0][0].rules[:1]))  # fmt: skip
    return found
