"""Questions to a player, the choices, and what each choice will do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import AskKind, Mode, Protection
from tui.i18n import _, join_or, n_
from tui.texts.game import Context, Names, View
from tui.texts.love_letter.cards import effect_line
from tui.texts.love_letter.names import card_label, card_short, mode_name
from tui.texts.sentences import sentences

__all__ = ["option_help", "option_label", "prompt", "waiting"]


def prompt(kind: str, context: Context, names: Names) -> str:
    """Return the question that the asked player reads."""
    match AskKind(kind):
        case AskKind.PLAY:
            return _("Play one of your two cards.")
        case AskKind.EFFECT:
            return _("{card}: use which effect?", card=card_label(context["card"]))
        case AskKind.TARGET:
            return _("{card}: choose a player.", card=card_label(context["card"]))
        case AskKind.NUMBER:
            card, target = card_label(context["card"]), names[int(context["target"])]
            return _("{card}: name a number for {target}.", card=card, target=target)
        case AskKind.KEEP:
            return _("{card}: keep which card?", card=card_label(context["card"]))
        case other:
            assert_never(other)


def waiting(kind: str, name: str) -> str:
    """Return what everybody else reads while ``name`` is asked; only the kind is public."""
    match AskKind(kind):
        case AskKind.PLAY:
            return _("{name} is choosing a card.", name=name)
        case AskKind.EFFECT:
            return _("{name} is choosing Hope or Despair.", name=name)
        case AskKind.TARGET:
            return _("{name} is choosing a player.", name=name)
        case AskKind.NUMBER:
            return _("{name} is choosing a number.", name=name)
        case AskKind.KEEP:
            return _("{name} is choosing which card to keep.", name=name)
        case other:
            assert_never(other)


def option_label(kind: str, option: str, _context: Context, names: Names) -> str:
    """Return a short label; a player's name is as long as it is."""
    match AskKind(kind):
        case AskKind.PLAY | AskKind.KEEP:
            return card_label(option)
        case AskKind.EFFECT:
            return mode_name(option)
        case AskKind.TARGET:
            return names[int(option)]
        case AskKind.NUMBER:
            return option
        case other:
            assert_never(other)


def option_help(kind: str, option: str, context: Context, _names: Names, view: View) -> str:
    """Return what the choice will do, from the player's own view, in at most 60 cells."""
    match AskKind(kind):
        case AskKind.PLAY:
            return _play_help(option, view)
        case AskKind.EFFECT:
            return _effect_help(option, context)
        case AskKind.TARGET:
            return _target_help(int(option), context, view)
        case AskKind.NUMBER:
            return _number_help(int(option), view)
        case AskKind.KEEP:
            return _("keep it; the other card goes under the deck")
        case other:
            assert_never(other)


def _play_help(card: str, view: View) -> str:
    mode = view["mode"]
    return _("{mode}: {effect}", mode=mode_name(mode), effect=effect_line(card, mode))


def _effect_help(mode: str, context: Context) -> str:
    effect = effect_line(context["card"], mode)
    if mode == context["mode"]:
        return _("stays: {effect}", effect=effect)
    return _("flips: {effect}", effect=effect)


def _target_help(seat: int, context: Context, view: View) -> str:
    protected = Protection.UNAFFECTED in view["seats"][seat]["protections"]
    if protected and seat != view["you"] and not _draws_fate(context):
        return _("protected: the effect does nothing")
    if protected:
        return _("protected: nothing happens to that hand")
    if seat == view["you"]:
        return _("your own hand")
    notes = view["seats"][seat]["notes"]
    if notes:
        return _("holds {card}, as you know", card=card_label(notes[-1]["card"]))
    return ""


def _draws_fate(context: Context) -> bool:
    # LL-6.8: Monokuma's draw is made even for a protected player.
    return bool(context["card"] == "monokuma" and context["mode"] == Mode.DESPAIR)


def _number_help(number: int, view: View) -> str:
    faces = [card_short(card) for card in view["pool"] if CARDS[card].number == number]
    unseen: Mapping[str, Any] = view["unseen"]
    left = n_("{n} unseen", "{n} unseen", unseen[str(number)])
    return sentences(_("{names}:", names=join_or(faces)), left)
