"""What speaks for and against a choice in No.81: grounds in words, and the rules behind an ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.bots.advice import Ground
from engine.bots.no81_advice import Code
from engine.games.no81.cards import printed
from engine.games.no81.glossary import Face
from engine.games.no81.terms import AskKind, Pick
from tui.i18n import N_, _
from tui.texts.game import Context, Names
from tui.texts.no81.cards import card_texts
from tui.texts.no81.names import side_label
from tui.texts.no81.rules import ask_rule
from tui.texts.no81.setups import start_about
from tui.texts.no81.skills import skill_name, skill_text
from tui.texts.sentences import sentences

__all__ = ["hint_effect", "hint_reason", "hint_rules"]

_SAID: Final[Mapping[Code, str]] = {
    Code.FOE: N_("{seat} is rather an enemy."),
    Code.FRIEND: N_("{seat} is rather on your side."),
    Code.FRAIL: N_("{seat} has only {health} health left."),
    Code.GUARDED: N_("An Evade lies in the zone of {seat}."),
    Code.DRAWS: N_("First what brings cards: they may help with all that follows."),
    Code.STRIPS: N_("Before you attack: it takes away what could answer."),
    Code.SHARPENS: N_("Before you attack: it makes the attack worse."),
    Code.STRIKES: N_("There is an enemy to hurt, or a wound of yours to heal."),
    Code.LATER: N_("It lies ready for later."),
    Code.IDLE: N_("Little is gained by it now."),
    Code.RESERVE: N_("Your mind deck is getting thin."),
    Code.SPARE: N_("Your mind deck can spare it."),
    Code.VALUED: N_("It is one of your best cards."),
    Code.NEAR_DEATH: N_("You have only {health} health left."),
    Code.GENTLE: N_("What comes does you no harm."),
    Code.SUITS: N_("A strong card for your character."),
    Code.USELESS: N_("There is nobody whom it would heal or hurt."),
    Code.PAIR: N_("With {side} it makes 0, and health {health}."),
    Code.ALONE: N_("No other side that you may take makes 0 with it."),
    Code.PRICE: N_("It costs so many mind cards: {cards}."),
}
_EFFECTS: Final[Mapping[AskKind, str]] = {
    AskKind.MIND_DECK: N_("One card of each rank; what stands on top is drawn first."),
    AskKind.SWAP: N_("Main and deputy stay as they are."),
    AskKind.DRAW: N_("So many of your two cards come from the mind deck."),
    AskKind.PLAY: N_("The play phase ends."),
    AskKind.TARGET: N_("The card or skill is aimed there."),
    AskKind.PICK: N_("It is declared with the card or skill."),
    AskKind.PAY: N_("It is discarded to pay the cost."),
    AskKind.ORDER: N_("The one that is named first lies on top."),
    AskKind.UNDER: N_("It goes under the mind deck."),
    AskKind.TAKE: N_("It is taken."),
    AskKind.GIVE: N_("It is given away."),
    AskKind.SECRET: N_("It is picked; nobody sees it before both have picked."),
    AskKind.DISCARD: N_("It is discarded."),
    AskKind.W_EVENT: N_("The event takes effect on you."),
    AskKind.W_GUARD: N_("The attack takes effect on you."),
    AskKind.W_BURST: N_("You take 1 colourless damage."),
    AskKind.W_OUTBURST: N_("You bear it this way."),
    AskKind.W_DYING: N_("Nothing is done against this death."),
    AskKind.W_FLIP: N_("Turned over you live on, on the other side; else you are out."),
    AskKind.W_TRIGGER: N_("No skill is used now."),
    AskKind.CHECK: N_("That card decides whether the delayed event strikes."),
    AskKind.OUTCOME: N_("This outcome is applied."),
}
"""By kind of ask: what an option does that says nothing itself."""
_MOVES: Final = frozenset(
    {AskKind.PAY, AskKind.ORDER, AskKind.UNDER, AskKind.TAKE, AskKind.GIVE, AskKind.SECRET,
     AskKind.DISCARD}
)  # fmt: skip
"""Kinds whose options are cards that go somewhere: what a card does is not what happens now."""
_ASKING: Final[Mapping[str, str]] = {
    AskKind.W_BURST: Face.ENERGY_BURST,
    AskKind.W_OUTBURST: Face.LATENT_OUTBURST,
}
"""Kinds that one card asks."""


def hint_effect(kind: str, option: str, about: str) -> str:
    """Return what an option does; ``about`` is what its card, skill or seat says."""
    text = _(_EFFECTS[AskKind(kind)]) if kind in _EFFECTS else ""
    if kind == AskKind.KARMA_START:
        return sentences(*start_about(option))
    if kind == AskKind.SWAP and option != Pick.PASS:
        skill = option.rpartition(":")[2]
        return _("{skill}: {text}", skill=skill_name(skill), text=skill_text(skill))
    if kind in _MOVES:
        return sentences(text, about)
    return about or text


def hint_rules(kind: str, option: str, context: Context) -> tuple[str, ...]:
    """Return the ids behind an option: the ask's section, and the card or skill."""
    found = _named(kind, option) or _source(context) or _ASKING.get(kind, "")
    return (ask_rule(kind), *([f"N81:{found}"] if found else []))


def _named(kind: str, option: str) -> str:
    """Return the card or skill that an option names, as the rules browser knows it."""
    if option in set(Pick):
        return ""
    if kind == AskKind.MIND_DECK:
        return option.partition("-")[2]
    for part in reversed(option.replace("+", ":").split(":")):
        if len(part) > 1 and part[0] in "HSCDM":
            return printed(part)
        if skill_text(part) or card_texts(part):
            return part
    return ""


def _source(context: Context) -> str:
    """Return the card or skill that asks."""
    for name in ("face", "skill", "why"):
        source = str(context.get(name) or "")
        if source and (card_texts(source) or skill_text(source)):
            return source
    return ""


def hint_reason(ground: Ground, names: Names) -> str:
    """Return a ground as a sentence."""
    params: dict[str, Any] = dict(ground.params)
    if "seat" in params:
        params["seat"] = names[params["seat"]]
    if "side" in params:
        params["side"] = side_label(params["side"])
    return _(_SAID[Code(ground.code)], **params)
