"""The rules of Love Letter of Despair in short, by their numbers, and how to play in half a page.

The numbers are those of the rules document and of the tests. Card effects are ``LL-5:3`` (Hope, by
number) and ``LL-6:celestia`` (Despair, by card); their text is the card's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.love_letter.cards import CARDS, NUMBERS
from engine.games.love_letter.terms import AskKind, Mode
from tui.i18n import N_, _
from tui.texts.love_letter.cards import card_text, effect_line
from tui.texts.love_letter.shorts import SHORTS
from tui.texts.sentences import first_sentence

__all__ = ["ask_rule", "how_to_play", "rule_ids", "rule_short", "rule_text"]

_CLAUSES: Final[Mapping[str, str]] = {
    "LL-1.1": N_("Every card belongs to Hope or to Despair; the base sixteen are eight of each."),
    "LL-1.2": N_("Alter Ego, white Ishimaru, Genocider and Ikusaba are extra cards."),
    "LL-1.3": N_(
        "The deck has sixteen cards: five 1s, two each of 2, 3, 4 and 5, and one 6, 7 and 8. An"
        " extra card takes the place of a card with the same number."
    ),
    "LL-1.4": N_(
        "For a fate draw two Hope cards and one Despair card are shuffled and one is shown."
    ),
    "LL-2.1": N_("Two to four play. Five or six are a house rule."),
    "LL-2.2": N_(
        "One card is set aside unseen. With two players three more lie face up beside the deck."
    ),
    "LL-2.3": N_(
        "The letters are dealt and shown; whoever holds the bloodstained one starts the round."
    ),
    "LL-2.4": N_("Everyone is dealt one card and alone sees it."),
    "LL-2.5": N_(
        "The starter makes a fate draw, which sets the mode. That does not count as a flip."
    ),
    "LL-3.1": N_(
        "On your turn you draw a card, play one of your two face up, carry out its effect and put"
        " it on your discard area. Play goes clockwise."
    ),
    "LL-3.2": N_(
        "A card is carried out as far as it can be. If nobody can be chosen, nothing happens."
    ),
    "LL-3.3": N_("In Hope mode a card has its Hope effect, in Despair mode its Despair effect."),
    "LL-3.4": N_(
        "If the mode has not flipped this round and your discard area already holds a card of the"
        " opposite side, you may play a card for its opposite effect. The mode then flips and"
        " stays so for the rest of the round."
    ),
    "LL-3.5": N_(
        "First the mode flips, then the passives of the new mode are checked in every discard"
        " area, then the effect is carried out if its player is still in."
    ),
    "LL-3.6": N_("A passive card does nothing when it is played."),
    "LL-3.7": N_(
        "Whoever is out lays their hand face up on their discard area. The rest of the effect does"
        " not happen."
    ),
    "LL-3.8": N_(
        "A play ends in this order: the effect, the card goes to the discard area, passives are"
        " checked there, then whether somebody has won."
    ),
    "LL-4.1": N_("When only one player is left, that player wins the round at once."),
    "LL-4.2": N_(
        "When the deck is empty, the turn is finished and hands are shown. The highest number wins"
        " the round."
    ),
    "LL-4.3": N_("A tie is settled by another round, among the tied or among all, as agreed."),
    "LL-4.4": N_("If all who are left are out at once, nobody wins and they play the round again."),
    "LL-4.5": N_("Rounds are played until somebody has won as many as agreed."),
    "LL-5.1": N_("In Hope mode only the number of a card matters."),
    "LL-5.2": N_(
        "In Hope mode a 7 is checked whenever its holder has drawn and has two cards in hand."
    ),
    "LL-5.3": N_(
        "Passives of the discard area are checked whenever a card comes to lie there, for whatever"
        " reason, and everywhere when the mode flips. Only the mode in force counts, and no"
        " protection helps."
    ),
    "LL-5.4": N_(
        "Only the two who compare see the cards. Everyone sees who is out, or that nobody is."
    ),
    "LL-6.1": N_("Asahina and Alter Ego use a Hope effect without flipping the mode."),
    "LL-6.2": N_(
        "Discard areas of players who are out count as well. The card being played and the open"
        " cards beside the deck do not."
    ),
    "LL-6.3": N_("On your right is the player who played before you among those still in."),
    "LL-6.4": N_(
        "If the deck is empty, the card that was set aside is drawn. Without any card left, the"
        " hand stays empty and counts as 0."
    ),
    "LL-6.5": N_(
        "Fukawa on a protected player: they keep their hand, you keep yours and draw nothing."
    ),
    "LL-6.6": N_(
        "Kirigiri on a protected player: you see nothing, but still take your further turn."
    ),
    "LL-6.7": N_(
        "Celestia leaves out the hands of protected players. Whoever merely cannot be chosen takes"
        " part."
    ),
    "LL-6.8": N_("Monokuma on a protected player: fate is drawn, but nothing comes of it."),
    "LL-6.9": N_(
        "A protected player gives no answer, shows no hand, and neither swaps nor discards: the"
        " effect does nothing."
    ),
    "LL-6.10": N_(
        "A further turn is a turn of yours: what lasts until your next turn ends as it begins."
    ),
    "LL-7.1": N_(
        "To be chosen and to be affected are two things: a protected player can be chosen, but"
        " nothing happens to them. Nobody who is out can be chosen."
    ),
    "LL-7.2": N_(
        "If no other player can be chosen, the card does nothing; a Hope 5 must then choose its own"
        " player."
    ),
    "LL-7.3": N_(
        "Protection ends when that player's next turn begins, and with the round. A flip does not"
        " end it."
    ),
    "LL-8": N_(
        "Hands and draws are for their owners alone. A look is for the looker, a comparison for"
        " the two, a swap for each side. Discards, mode, fate draws, guesses with their answers"
        " and protections are public, for spectators too. The deck and the card set aside are"
        " shown once the round is over."
    ),
    "LL-8.1": N_(
        "What you have rightly learned of another hand is noted for you alone, until it can no"
        " longer be true."
    ),
}

_HOW_TO_PLAY: Final = (
    N_(
        "Outlive the others or hold the highest number when the deck runs out. You hold one card."
        " On your turn you draw a second one, play one of the two and do what it says."
    ),
    N_(
        "A round is played in Hope or in Despair. In Hope a card does what its number says; in"
        " Despair every character has an effect of their own, and many turn against you."
    ),
    N_(
        "The mode can flip once in a round. You may flip it if your discards hold a card of the"
        " other side: then play a card for its opposite effect."
    ),
    N_(
        "Played cards stay in front of their players, in order. Look at them, count what is still"
        " unseen, remember what you were shown, and guess."
    ),
    N_(
        "What you hold is yours alone: only the pane marked as private shows it, and one key hides"
        " it."
    ),
)

_OF_NUMBER: Final = {str(card.number): card.id for card in CARDS.values()}
"""Some card of each number: in Hope mode they all have one text."""


_OF_ASK: Final[Mapping[AskKind, str]] = {
    AskKind.PLAY: "LL-3.1",
    AskKind.EFFECT: "LL-3.4",
    AskKind.TARGET: "LL-7.1",
    AskKind.NUMBER: "LL-5:1",
    AskKind.KEEP: "LL-6:togami",
}


def ask_rule(kind: str) -> str:
    """Return the id of the rule behind a question."""
    return _OF_ASK[AskKind(kind)]


def rule_ids() -> tuple[str, ...]:
    """Return every id that :func:`rule_text` knows, in the order of the rules document."""
    effects = [f"LL-5:{number}" for number in NUMBERS] + [f"LL-6:{card}" for card in CARDS]
    by_chapter = sorted((*effects, *_CLAUSES), key=lambda rule: rule[:4])
    return tuple(by_chapter)


def rule_text(rule: str) -> str:
    """Return the short form of a rule; raise ``KeyError`` for an unknown id."""
    chapter, _colon, which = rule.partition(":")
    if chapter == "LL-6" and which in CARDS:
        return card_text(which, Mode.DESPAIR)
    if chapter == "LL-5" and which:
        return card_text(_OF_NUMBER[which], Mode.HOPE)
    return _(_CLAUSES[rule])


def rule_short(rule: str) -> str:
    """Return a rule in one line; raise ``KeyError`` for an unknown id."""
    chapter, _colon, which = rule.partition(":")
    if chapter == "LL-6" and which in CARDS:
        return effect_line(which, Mode.DESPAIR)
    if chapter == "LL-5" and which:
        return effect_line(_OF_NUMBER[which], Mode.HOPE)
    return _(SHORTS[rule]) if rule in SHORTS else first_sentence(rule_text(rule))


def how_to_play() -> tuple[str, ...]:
    """Return the game in half a page, as paragraphs."""
    return tuple(_(paragraph) for paragraph in _HOW_TO_PLAY)
