"""What comes of a play, a round and a game: sentences of the log that end something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from engine.games.love_letter.terms import Nothing, Out, RoundEnd
from tui.i18n import _, join_and, join_list, n_
from tui.texts.game import Names
from tui.texts.love_letter.names import card_label, card_labels, one_label
from tui.texts.sentences import sentences

__all__ = ["eliminated", "nothing", "round_over", "showdown", "winner_line", "wins_line"]

Told = Mapping[str, Any]


def winner_line(winners: Names | tuple[int, ...], names: Names) -> str:
    """Return who won the game; ``winners`` are seats."""
    who = [names[int(seat)] for seat in winners]
    if not who:
        return _("Nobody wins.")
    if len(who) == 1:
        return _("{name} wins the game!", name=who[0])
    return _("{names} win the game!", names=join_and(who))


def wins_line(wins: int) -> str:
    """Return how many rounds a player has won, in at most 10 cells."""
    return n_("{n} win", "{n} wins", wins)


def nothing(event: Told, names: Names) -> str:
    """Return why a play has no (further) effect."""
    card = card_label(event["card"])
    target = "" if event["target"] is None else names[event["target"]]
    match Nothing(event["why"]):
        case Nothing.NO_TARGET:
            return _("Nobody can be chosen; {card} does nothing.", card=card)
        case Nothing.PROTECTED:
            return _("{target} is protected; {card} does nothing.", target=target, card=card)
        case Nothing.PASSIVE:
            return _("{card} is passive; playing it does nothing.", card=card)
        case Nothing.NOBODY_OUT:
            return _("Nobody is out.")
        case Nothing.WRONG:
            return _("A wrong guess; {target} stays in.", target=target)
        case Nothing.RIGHT:
            return _("Rightly asked; {name} stays in.", name=names[event["seat"]])
        case Nothing.FATE_HOPE:
            return _("Fate shows Hope; nobody is out.")
        case Nothing.NO_OWADA:
            return _("No Owada lies discarded; {card} does nothing.", card=card)
        case Nothing.SHORT_DECK:
            return _("Fewer than two cards are in the deck; {card} does nothing.", card=card)
        case Nothing.NO_EXTRA_TURN:
            return _("The deck is empty; there is no further turn.")
        case other:
            assert_never(other)


def eliminated(event: Told, names: Names) -> str:
    """Return who is out, why, and the hand that is shown."""
    line = _out(event, names)
    if not event["cards"]:
        return line
    return sentences(line, _("Shown: {cards}.", cards=card_labels(event["cards"])))


def _out(event: Told, names: Names) -> str:
    name, card = names[event["seat"]], card_label(event["card"])
    match Out(event["why"]):
        case Out.GUESSED:
            return _("{name} is out: the number was guessed.", name=name)
        case Out.LOWER:
            return _("{name} is out with the lower card.", name=name)
        case Out.HIGHER:
            return _("{name} is out with the higher card.", name=name)
        case Out.TWELVE:
            return _("{name} is out: 12 or more in hand with {card}.", name=name, card=card)
        case Out.PASSIVE:
            return _("{name} is out: {card} lies discarded.", name=name, card=card)
        case Out.DISCARDED_MONOKUMA:
            return _("{name} is out for discarding {card}.", name=name, card=card)
        case Out.NO_OGAMI:
            return _("{name} is out: no Ogami lies discarded.", name=name)
        case Out.WRONG:
            return _("{name} is out: the answer was no.", name=name)
        case Out.FATE_DESPAIR:
            return _("{name} is out: fate shows Despair.", name=name)
        case Out.AREA_HOLDS if event["card"] == "ishimaru":
            return _("{name} is out: an Owada lies discarded.", name=name)
        case Out.AREA_HOLDS:
            return _("{name} is out: a Yamada or Ishimaru lies discarded.", name=name)
        case other:
            assert_never(other)


def showdown(event: Told, names: Names) -> str:
    """Return all hands shown at the end of the deck (LL-4.2)."""
    hands = [
        _("{name} {cards}", name=names[seat], cards=one_label(card))
        for seat, card in zip(event["seats"], event["hands"], strict=True)
    ]
    return _("The deck is empty. Hands are shown: {hands}.", hands=join_list(hands))


def round_over(event: Told, names: Names) -> str:
    """Return how a round ended and what was left of its cards."""
    who = join_and([names[seat] for seat in event["winners"]])
    match RoundEnd(event["why"]):
        case RoundEnd.LAST_ONE:
            end = _("{name} is the last one left and wins the round.", name=who)
        case RoundEnd.SHOWDOWN:
            end = _("{name} has the highest number and wins the round.", name=who)
        case RoundEnd.TIE:
            end = _("{names} are tied for the highest number.", names=who)
        case RoundEnd.NOBODY:
            end = _("All who were left are out at once. Nobody wins the round.")
        case other:
            assert_never(other)
    left = _("Left in the deck: {cards}.", cards=card_labels(event["deck"]))
    aside = _("Set aside: {card}.", card=one_label(event["set_aside"]))
    return sentences(
        end, left if event["deck"] else "", aside if event["set_aside"] is not None else ""
    )
