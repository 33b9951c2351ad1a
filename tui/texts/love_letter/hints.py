"""What speaks for and against a choice in Love Letter of Despair: grounds in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from engine.bots.advice import Ground
from engine.bots.love_letter_advice import Code
from engine.games.love_letter.terms import AskKind
from tui.i18n import N_, _
from tui.texts.game import Context, Names
from tui.texts.love_letter.cards import card_text, effect_line, effect_rule

__all__ = ["hint_effect", "hint_reason", "hint_rules"]

_SAID: Final[Mapping[Code, str]] = {
    Code.RUIN: N_("You would be out."),
    Code.RISK: N_("{percent} % that you are out."),
    Code.GUESS: N_("{percent} % that {target} holds a {number}."),
    Code.COMPARE: N_("Against {target} you win with {won} % and lose with {lost} %."),
    Code.UNKNOWN: N_("You do not know yet what {target} holds."),
    Code.KNOWN: N_("You know already what {target} holds."),
    Code.FALLS: N_("{percent} % that {target} must discard a card that puts them out."),
    Code.FATE: N_("One fate draw of three puts {target} out."),
    Code.BETTER: N_("{target} likely holds more than your {own}."),
    Code.WORSE: N_("{target} likely holds no more than your {own}."),
    Code.SAFE: N_("It guards you until your next turn."),
    Code.HARMLESS: N_("Played, it does nothing at all."),
    Code.KEEPS: N_("You keep the {number}, the higher card."),
    Code.FLIP: N_("You may flip the mode, and the opposite effect seems better."),
    Code.CHANCE: N_("{percent} % that this is the number."),
}


def hint_effect(kind: str, option: str, context: Context, mode: str, about: str) -> str:
    """Return what a choice does, in full; ``about`` is what its own view says of it."""
    match AskKind(kind):
        case AskKind.PLAY:
            return card_text(option, mode)
        case AskKind.EFFECT:
            return card_text(context["card"], option)
        case AskKind.TARGET:
            return about or effect_line(context["card"], context["mode"])
        case AskKind.NUMBER | AskKind.KEEP:
            return about
        case other:
            assert_never(other)


def hint_rules(kind: str, option: str, context: Context, mode: str) -> tuple[str, ...]:
    """Return the ids of the rules behind a choice."""
    match AskKind(kind):
        case AskKind.PLAY:
            return (effect_rule(option, mode),)
        case AskKind.EFFECT:
            return "LL-3.4", effect_rule(context["card"], option)
        case AskKind.TARGET:
            return "LL-7.1", effect_rule(context["card"], context["mode"])
        case AskKind.NUMBER:
            return (effect_rule(context["card"], mode),)
        case AskKind.KEEP:
            return ("LL-6:togami",)
        case other:
            assert_never(other)


def hint_reason(ground: Ground, names: Names) -> str:
    """Return a ground as a sentence."""
    params = dict(ground.params)
    target = params.get("target")
    if isinstance(target, int):
        params["target"] = names[target]
    return _(_SAID[Code(ground.code)], **params)
