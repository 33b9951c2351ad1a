"""One sentence for each thing that happens in Love Letter, from one viewer's own events.

A viewer's event holds what that viewer may know and nothing else, so the sentence is as rich as the
event: with a private ``card`` the looker reads what was seen, everybody else that it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

from engine.games.love_letter.terms import (
    EventKind,
    Protection,
    RoundStart,
    Source,
)
from tui.i18n import _, join_and, n_
from tui.texts.game import Names
from tui.texts.love_letter.cards import effect_line
from tui.texts.love_letter.names import card_label, card_labels, mode_name, one_label
from tui.texts.love_letter.outcomes import (
    eliminated,
    nothing,
    round_over,
    showdown,
    winner_line,
)
from tui.texts.sentences import sentences

__all__ = ["log_line"]

Told = Mapping[str, Any]


def log_line(event: Told, names: Names) -> str | None:
    """Return the sentence for one viewer's ``event``, or None where there is nothing to say."""
    line = _LINES[EventKind(event["kind"])]
    return None if line is None else line(event, names)


def _match_started(event: Told, _names: Names) -> str:
    return n_(
        "The game begins. One round decides it.",
        "The game begins. The first to win {n} rounds wins it.",
        event["wins"],
    )


def _round_started(event: Told, names: Names) -> str:
    number, who = event["round"], join_and([names[seat] for seat in event["seats"]])
    match RoundStart(event["why"]):
        case RoundStart.FIRST | RoundStart.NEXT:
            start = _("Round {round} begins.", round=number)
        case RoundStart.TIE:
            start = _("Round {round} begins to settle the tie: {names}.", round=number, names=who)
        case RoundStart.REPLAY:
            start = _("Round {round} begins again for {names}.", round=number, names=who)
        case other:
            assert_never(other)
    if not event["face_up"]:
        return start
    return sentences(
        start, _("Face up beside the deck: {cards}.", cards=card_labels(event["face_up"]))
    )


def _letters(event: Told, names: Names) -> str:
    return _("{name} holds the bloodstained letter and starts.", name=names[event["seat"]])


def _dealt(event: Told, _names: Names) -> str:
    if card := event.get("card"):
        return _("You are dealt {card}.", card=card_label(card))
    return _("Everyone in the round is dealt a card.")


def _fate(event: Told, names: Names) -> str:
    name, result = names[event["seat"]], mode_name(event["result"])
    if event["card"] is None:
        return _("{name} makes the first fate draw: {result}.", name=name, result=result)
    card = card_label(event["card"])
    return _("{name} makes a fate draw for {card}: {result}.", name=name, card=card, result=result)


def _mode(event: Told, names: Names) -> str:
    mode = mode_name(event["mode"])
    if not event["flipped"]:
        return _("The round is played in {mode} mode.", mode=mode)
    name = names[event["seat"]]
    return _("{name} flips the mode to {mode} for the rest of the round.", name=name, mode=mode)


def _turn(event: Told, names: Names) -> str:
    name, turn = names[event["seat"]], event["turn"]
    if event["extra"]:
        return _("Turn {turn}: {name} once more.", turn=turn, name=name)
    return _("Turn {turn}: {name}.", turn=turn, name=name)


def _protection_ended(event: Told, names: Names) -> str:
    match Protection(event["protection"]):
        case Protection.UNAFFECTED:
            return _("{name} is no longer protected.", name=names[event["seat"]])
        case Protection.UNCHOOSABLE:
            return _("{name} can be chosen again.", name=names[event["seat"]])
        case other:
            assert_never(other)


def _drew(event: Told, names: Names) -> str:
    name, card = names[event["seat"]], event.get("card")
    match Source(event["source"]):
        case Source.DECK if card:
            return _("You draw {card}.", card=card_label(card))
        case Source.DECK:
            return _("{name} draws a card.", name=name)
        case Source.SET_ASIDE if card:
            return _("You take the card that was set aside: {card}.", card=card_label(card))
        case Source.SET_ASIDE:
            return _("{name} takes the card that was set aside.", name=name)
        case Source.NOTHING:
            return _("There is no card left for {name}.", name=name)
        case other:
            assert_never(other)


def _played(event: Told, names: Names) -> str:
    return _("{name} plays {card}.", name=names[event["seat"]], card=card_label(event["card"]))


def _effect(event: Told, _names: Names) -> str:
    card = event["card"]
    if event["borrowed"]:
        return _("{card} has the Hope effect of its number; the mode stays.", card=card_label(card))
    return _(
        "{card} in {mode}: {effect}.",
        card=card_label(card),
        mode=mode_name(event["mode"]),
        effect=effect_line(card, event["mode"]),
    )


def _target(event: Told, names: Names) -> str:
    if event["seat"] == event["target"]:
        return _("{name} chooses their own hand.", name=names[event["seat"]])
    return _("{name} chooses {target}.", name=names[event["seat"]], target=names[event["target"]])


def _guess(event: Told, names: Names) -> str:
    who = {"name": names[event["seat"]], "target": names[event["target"]]}
    number = event["number"]
    match event["answer"]:
        case "yes":
            return _("{name} asks {target}: a {number}? Yes.", number=number, **who)
        case "no":
            return _("{name} asks {target}: a {number}? No.", number=number, **who)
        case _none:
            return _("{name} asks {target}: a {number}? No answer.", number=number, **who)


def _look(event: Told, names: Names) -> str:
    name, target = names[event["seat"]], names[event["target"]]
    if "card" in event:
        return _(
            "You look at {target}'s hand: {cards}.", target=target, cards=one_label(event["card"])
        )
    return _("{name} looks at {target}'s hand.", name=name, target=target)


def _compare(event: Told, names: Names) -> str:
    name, target = names[event["seat"]], names[event["target"]]
    if "cards" not in event:
        return _("{name} and {target} compare hands in secret.", name=name, target=target)
    own, theirs = map(one_label, event["cards"])
    return _(
        "{name} and {target} compare hands: {own} and {theirs}.",
        name=name,
        target=target,
        own=own,
        theirs=theirs,
    )


def _swap(event: Told, names: Names) -> str:
    line = _(
        "{name} and {target} swap hands.",
        name=names[event["seat"]],
        target=names[event["target"]],
    )
    if "gave" not in event:
        return line
    gave, got = one_label(event["gave"]), one_label(event["got"])
    return sentences(line, _("You gave {gave} and got {got}.", gave=gave, got=got))


def _discard(event: Told, names: Names) -> str:
    return _("{name} discards {card}.", name=names[event["seat"]], card=card_label(event["card"]))


def _hand_over(event: Told, names: Names) -> str:
    name, target = names[event["seat"]], names[event["target"]]
    if "card" in event:
        card = one_label(event["card"])
        return _("{name} gives {target} their hand: {card}.", name=name, target=target, card=card)
    return _("{name} gives {target} their hand.", name=name, target=target)


def _redeal(event: Told, names: Names) -> str:
    who = join_and([names[seat] for seat in event["seats"]])
    line = _("The hands of {names} are shuffled and dealt back.", names=who)
    if card := event.get("card"):
        return sentences(line, _("You get {card}.", card=card_label(card)))
    return line


def _bottom(event: Told, names: Names) -> str:
    if card := event.get("card"):
        return _("You put {card} under the deck.", card=card_label(card))
    return _("{name} puts a card under the deck.", name=names[event["seat"]])


def _protected(event: Told, names: Names) -> str:
    name, giver = names[event["seat"]], names[event["giver"]]
    match Protection(event["protection"]):
        case Protection.UNCHOOSABLE:
            return _("{name} cannot be chosen until their next turn.", name=name)
        case Protection.UNAFFECTED if event["seat"] == event["giver"]:
            return _("{name} is protected until their next turn.", name=name)
        case Protection.UNAFFECTED:
            return _("{giver} protects {name} until {name}'s next turn.", giver=giver, name=name)
        case other:
            assert_never(other)


def _match_over(event: Told, names: Names) -> str:
    return winner_line((event["winner"],), names)


_LINES: Final[Mapping[EventKind, Callable[[Told, Names], str] | None]] = {
    EventKind.MATCH_STARTED: _match_started,
    EventKind.ROUND_STARTED: _round_started,
    EventKind.LETTERS: _letters,
    EventKind.DEALT: _dealt,
    EventKind.FATE: _fate,
    EventKind.MODE: _mode,
    EventKind.TURN: _turn,
    EventKind.PROTECTION_ENDED: _protection_ended,
    EventKind.DREW: _drew,
    EventKind.PLAYED: _played,
    EventKind.EFFECT: _effect,
    EventKind.TARGET: _target,
    EventKind.GUESS: _guess,
    EventKind.LOOK: _look,
    EventKind.COMPARE: _compare,
    EventKind.SWAP: _swap,
    EventKind.DISCARD: _discard,
    EventKind.HAND_OVER: _hand_over,
    EventKind.REDEAL: _redeal,
    EventKind.BOTTOM: _bottom,
    EventKind.PROTECTED: _protected,
    EventKind.NOTHING: nothing,
    EventKind.ELIMINATED: eliminated,
    EventKind.LAID: None,  # the discard area shows it; a line would only repeat the play
    EventKind.SHOWDOWN: showdown,
    EventKind.ROUND_OVER: round_over,
    EventKind.MATCH_OVER: _match_over,
}
