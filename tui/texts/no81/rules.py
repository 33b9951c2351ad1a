"""The rules of No.81 in short by the sections of the rules page, and how to play in half a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.no81.terms import AskKind, EventKind
from tui.i18n import N_, _
from tui.texts.no81.shorts import SHORTS
from tui.texts.sentences import first_sentence

__all__ = ["ask_rule", "how_to_play", "log_rule", "rule_ids", "rule_short", "rule_text"]

_RULES: Final[Mapping[str, str]] = {
    "N81-2": N_(
        "There are 104 ordinary cards. Every player also owns 13 mind cards, one of each rank."
    ),
    "N81-3": N_(
        "A card that is used, played, discarded or revealed goes home: an ordinary card to the"
        " discard pile, a mind card to its owner's spent row."
    ),
    "N81-4": N_(
        "The mind deck lies face down. Only its top can be taken, discarded or revealed. In the"
        " draw phase you may take one or two mind cards in place of drawing."
    ),
    "N81-5": N_(
        "A turn: start, check of delayed events, draw 2, play, discard, end. Your hand limit is"
        " your health. One attack card a play phase; healing with one does not count."
    ),
    "N81-6": N_(
        "Before an event takes effect on you, you may answer with a Pact; before an attack, with"
        " a Guard, an Evade or a Haste in your zone. Windows open whether or not you hold an"
        " answer."
    ),
    "N81-7": N_(
        "Distance is the shorter way round the living. The attack range is 1 unless something"
        " says otherwise; mind-broken it is 0."
    ),
    "N81-8": N_(
        "In Cold and Warm damage leaves counters of the attacker's colour; those of the other"
        " colour count against you. Colourless damage lowers the cap. In other modes damage"
        " leaves black counters. At 0 health you are dying."
    ),
    "N81-8.9": N_(
        "Who leaves the game for good is dead at once, or as soon as what is being carried out"
        " is over: nobody has killed them, nobody may rescue them, and no character is turned"
        " over. The role and the cards are shown as at any death."
    ),
    "N81-9": N_(
        "Delayed basics lie in your own zone and are detached for their effect from the next turn"
        " on. Delayed events lie in anybody's zone until a check decides."
    ),
    "N81-10": N_(
        "Without a face-down mind card you are mind-broken: no skills, attack range 0, no"
        " healing. It ends when a card lies there again."
    ),
    "N81-11": N_(
        "Cold and Warm: a camp wins when only its colour lives; the dead of it win too. A"
        " colourless player wins alone. A character with two sides may turn over when dying."
    ),
    "N81-12": N_("Series: the series of all who live wins, its dead too."),
    "N81-13": N_(
        "Hidden Identity: rebels win when the lord dies, the spy alone against the lord, lord and"
        " loyalists when all others are dead. Who kills a rebel draws 3."
    ),
    "N81-14": N_(
        "Karma: you bring two to five characters with a sum from -2 to 2 and play a pair with sum"
        " 0. Before drawing you may swap one for as many mind cards as the new sum. Mind-broken"
        " you are out."
    ),
    "N81-15": N_(
        "An empty pile is made of the shuffled discard pile. After the last round everybody takes"
        " more damage each round; fifteen rounds later it is a draw."
    ),
    "N81-16": N_(
        "A skill works as its text says, in the order of seats from whose turn it is. Skills are"
        " off while their owner is mind-broken."
    ),
    "N81-20": N_(
        "Hands and mind decks are for their owners. What is looked at is for who looks; what is"
        " used, discarded or revealed is for all."
    ),
}

_HOW_TO_PLAY: Final = (
    N_(
        "Outlive the other side. You play a character with skills, a hand of ordinary cards, and a"
        " mind deck of 13 cards that you build yourself."
    ),
    N_(
        "In your turn you draw 2 cards, or take some from your mind deck; then you play as many"
        " cards as you like, but attack only once; then you discard down to your health."
    ),
    N_(
        "Instant cards act at once. Delayed cards lie in a zone for all to see: your own Evade,"
        " Haste or Miracle wait there until you need them, a Calamity until its check."
    ),
    N_(
        "Mind cards also pay for strong effects. When the last one is gone your mind breaks:"
        " skills, reach and healing are lost until a card lies there again."
    ),
    N_(
        "When something is used on you a window opens, whether or not you hold an answer. p"
        " passes; 'always pass' passes every window of this kind until you take it back."
    ),
    N_(
        "On the board, a bar is the health that is left, what counters take, and what is lost of"
        " the cap. A star behind a distance: you can attack there. A plus behind a card: it was"
        " placed in this turn."
    ),
)

_OF_EVENT: Final[Mapping[str, str]] = {
    EventKind.GAME_STARTED: "N81-11",
    EventKind.ROLES: "N81-13",
    EventKind.OFFERED: "N81-11",
    EventKind.CHARACTERS: "N81-16",
    EventKind.RESERVE: "N81-14",
    EventKind.SWAPPED: "N81-14",
    EventKind.DECKS: "N81-4",
    EventKind.SEATED: "N81-11",
    EventKind.FIRST: "N81-5",
    EventKind.SHUFFLED: "N81-15",
    EventKind.MOVED: "N81-3",
    EventKind.TURN: "N81-5",
    EventKind.PHASE: "N81-5",
    EventKind.SKIPPED: "N81-5",
    EventKind.USED: "N81-6",
    EventKind.SKILL: "N81-16",
    EventKind.SKILL_FAILED: "N81-16",
    EventKind.CANCELLED: "N81-6",
    EventKind.FAILED: "N81-9",
    EventKind.LOOKED: "N81-20",
    EventKind.ARRANGED: "N81-20",
    EventKind.REVEALED: "N81-20",
    EventKind.CHOSE: "N81-9",
    EventKind.DAMAGED: "N81-8",
    EventKind.AVERTED: "N81-8",
    EventKind.HEALED: "N81-8",
    EventKind.UNHEALED: "N81-8",
    EventKind.DYING: "N81-8",
    EventKind.FLIPPED: "N81-11",
    EventKind.LEFT: "N81-8.9",
    EventKind.DIED: "N81-8",
    EventKind.STATUS: "N81-10",
    EventKind.GAME_OVER: "N81-15",
}


_OF_ASK: Final[Mapping[str, str]] = {
    AskKind.CHARACTER: "N81-11",
    AskKind.MIND_DECK: "N81-4",
    AskKind.KARMA_DECK: "N81-14",
    AskKind.KARMA_START: "N81-14",
    AskKind.SWAP: "N81-14",
    AskKind.DRAW: "N81-4",
    AskKind.PLAY: "N81-5",
    AskKind.TARGET: "N81-7",
    AskKind.PICK: "N81-16",
    AskKind.PAY: "N81-3",
    AskKind.ORDER: "N81-4",
    AskKind.UNDER: "N81-4",
    AskKind.TAKE: "N81-20",
    AskKind.GIVE: "N81-3",
    AskKind.SECRET: "N81-20",
    AskKind.DISCARD: "N81-5",
    AskKind.W_EVENT: "N81-6",
    AskKind.W_GUARD: "N81-6",
    AskKind.W_BURST: "N81-6",
    AskKind.W_OUTBURST: "N81-6",
    AskKind.W_DYING: "N81-8",
    AskKind.W_FLIP: "N81-11",
    AskKind.W_TRIGGER: "N81-16",
    AskKind.CHECK: "N81-9",
    AskKind.OUTCOME: "N81-9",
}


def ask_rule(kind: str) -> str:
    """Return the section of the rules behind a question."""
    return _OF_ASK[kind]


def log_rule(event: Mapping[str, Any]) -> str:
    """Return the section of the rules behind an event."""
    return _OF_EVENT[event["kind"]]


def rule_ids() -> tuple[str, ...]:
    """Return every id that :func:`rule_text` knows, in the order of the rules page."""
    return tuple(_RULES)


def rule_text(rule: str) -> str:
    """Return the short form of a section; raise ``KeyError`` for an unknown id."""
    return _(_RULES[rule])


def rule_short(rule: str) -> str:
    """Return a rule in one line; raise ``KeyError`` for an unknown id."""
    return _(SHORTS[rule]) if rule in SHORTS else first_sentence(rule_text(rule))


def how_to_play() -> tuple[str, ...]:
    """Return the game in half a page, as paragraphs."""
    return tuple(_(paragraph) for paragraph in _HOW_TO_PLAY)
