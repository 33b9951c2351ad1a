"""Which rule stands behind each thing that happens, for ``?`` on a line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.love_letter.terms import EventKind, Nothing, Out, RoundEnd, RoundStart, Source
from tui.texts.love_letter.cards import effect_rule

__all__ = ["log_rule"]


def log_rule(event: Mapping[str, Any]) -> str:
    """Return the id of the rule behind one viewer's ``event``."""
    match EventKind(event["kind"]):
        case EventKind.EFFECT:
            return effect_rule(event["card"], event["mode"])
        case EventKind.NOTHING:
            return _NOTHING_RULES.get(Nothing(event["why"])) or f"LL-6:{event['card']}"
        case EventKind.ELIMINATED:
            return _OUT_RULES.get(Out(event["why"])) or f"LL-6:{event['card']}"
        case EventKind.ROUND_OVER:
            return _END_RULES[RoundEnd(event["why"])]
        case EventKind.ROUND_STARTED:
            return _START_RULES[RoundStart(event["why"])]
        case EventKind.DREW if event["source"] != Source.DECK:
            return "LL-6.4"
        case EventKind.MODE if event["flipped"]:
            return "LL-3.4"
        case kind:
            return _RULES[kind]


_RULES: Final[Mapping[EventKind, str]] = {
    EventKind.MATCH_STARTED: "LL-4.5",
    EventKind.LETTERS: "LL-2.3",
    EventKind.DEALT: "LL-2.4",
    EventKind.FATE: "LL-1.4",
    EventKind.MODE: "LL-2.5",
    EventKind.TURN: "LL-3.1",
    EventKind.PROTECTION_ENDED: "LL-7.3",
    EventKind.DREW: "LL-3.1",
    EventKind.PLAYED: "LL-3.1",
    EventKind.TARGET: "LL-7.1",
    EventKind.GUESS: "LL-6.9",
    EventKind.LOOK: "LL-5:2",
    EventKind.COMPARE: "LL-5.4",
    EventKind.SWAP: "LL-5:6",
    EventKind.DISCARD: "LL-5.3",
    EventKind.HAND_OVER: "LL-6:fukawa",
    EventKind.REDEAL: "LL-6.7",
    EventKind.BOTTOM: "LL-6:togami",
    EventKind.PROTECTED: "LL-7.3",
    EventKind.LAID: "LL-3.8",
    EventKind.SHOWDOWN: "LL-4.2",
    EventKind.MATCH_OVER: "LL-4.5",
}
_START_RULES: Final[Mapping[RoundStart, str]] = {
    RoundStart.FIRST: "LL-2.2",
    RoundStart.NEXT: "LL-4.5",
    RoundStart.TIE: "LL-4.3",
    RoundStart.REPLAY: "LL-4.4",
}
_END_RULES: Final[Mapping[RoundEnd, str]] = {
    RoundEnd.LAST_ONE: "LL-4.1",
    RoundEnd.SHOWDOWN: "LL-4.2",
    RoundEnd.TIE: "LL-4.3",
    RoundEnd.NOBODY: "LL-4.4",
}
_NOTHING_RULES: Final[Mapping[Nothing, str]] = {
    # The reasons that are missing are a card's own: its Despair effect is the rule.
    Nothing.NO_TARGET: "LL-7.2",
    Nothing.PROTECTED: "LL-6.9",
    Nothing.PASSIVE: "LL-3.6",
    Nothing.NOBODY_OUT: "LL-5.4",
    Nothing.WRONG: "LL-5:1",
}
_OUT_RULES: Final[Mapping[Out, str]] = {
    Out.GUESSED: "LL-5:1",
    Out.TWELVE: "LL-5.2",
    Out.PASSIVE: "LL-5.3",
    Out.DISCARDED_MONOKUMA: "LL-6:naegi",
    Out.LOWER: "LL-5.4",
    Out.HIGHER: "LL-5.4",
}
