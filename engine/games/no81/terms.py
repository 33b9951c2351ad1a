"""Every word that No.81 says to the outside: events, asks, reasons, options (N81-1, N81-20).

Values are stable ids. Seats are ints, cards are physical ids (``engine.games.no81.cards``), places
are texts (``engine.games.no81.places``): ``pile``, ``discard``, ``hand:2``, ``deck:0`` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

__all__ = [
    "TEMPO", "WINDOWS", "AskKind", "ChanceKind", "ConfigCode", "DeckFault", "EventKind", "Flag",
    "GameEnd", "Option", "Pick", "Why",
]  # fmt: skip


class EventKind(StrEnum):
    """What can happen; each with its fields. *Private* fields reach only the seats named."""

    GAME_STARTED = "game_started"
    """``mode``; ``circle`` the seats clockwise (N81-11.2); ``sides`` per seat, in seat order: a
    :class:`Camp` or a series (N81-12.2), None where the mode has none; ``round_limit``."""
    ROLES = "roles"
    """Roles are dealt: ``lord`` seat. Private to each: ``role`` (N81-13.2)."""
    OFFERED = "offered"
    """``seats`` are offered characters. Private to each: ``offers``."""
    CHARACTERS = "characters"
    """Characters are shown together: ``shown``, a map per seat with ``seat``, ``character``,
    ``version``, ``deputy`` (Karma; else None), ``camp``, ``series``, ``skills``, ``base``, ``cap``
    and ``karma`` (T of the deck, else None). ``sides`` as in GAME_STARTED (Karma: by sign)."""
    RESERVE = "reserve"
    """Characters that are not in play (N81-20.1): ``counts`` per seat, ``known`` per seat those
    that were in play before. Private to each: ``cards``."""
    SWAPPED = "swapped"
    """N81-14.7: ``seat`` put ``character`` in the place of ``former``, its ``which`` (``main`` or
    ``deputy``); ``shown`` as above."""
    DECKS = "decks"
    """The mind decks are built (N81-4.4): ``count`` cards each. Private to each: ``cards``."""
    SEATED = "seated"
    """Where everybody sits is known only now, since camps followed the characters (N81-11.2):
    ``circle`` and ``sides`` as in GAME_STARTED."""
    FIRST = "first"
    """``seat`` acts first (N81-5.2)."""
    SHUFFLED = "shuffled"
    """The discard pile became the pile, ``pile`` cards now (N81-15.1)."""
    MOVED = "moved"
    """``count`` cards moved from place ``source`` to place ``to``; ``why``: a :class:`Why`, a
    card's or a skill's id. ``cards``: which, in order, for everybody if ``open``, which it is
    where an open place is part of it, else private to the seats that may know them (N81-20.2).
    From a mind deck: the top, or the position ``at``; into one: to the bottom. Into a delayed
    zone also ``face`` (what it counts as) and ``stamp`` (turn)."""
    TURN = "turn"
    """``seat``'s turn begins: ``turn`` and ``round`` from 1."""
    PHASE = "phase"
    """``seat`` enters ``phase``."""
    SKIPPED = "skipped"
    """``seat``'s turn is skipped (N81-5.7)."""
    USED = "used"
    """``seat`` uses ``face`` in ``mode`` (number) on ``targets``; ``cards`` physical ones it
    consists of (empty: virtual); ``choice`` declared with it (N81-6.1), or None."""
    SKILL = "skill"
    """``seat`` uses ``skill``; ``targets`` maybe empty; ``choice`` or None."""
    SKILL_FAILED = "skill_failed"
    """``seat``'s ``skill``, a plug-in of a host's pack, raised: its effect ends there
    (N81-19.5)."""
    CANCELLED = "cancelled"
    """An event or attack has no effect on ``seat``; ``by`` a card's or skill's id."""
    FAILED = "failed"
    """``seat``'s attempt to answer by ``by`` showed ``card`` of the wrong rank (N81-9.16.2)."""
    LOOKED = "looked"
    """``seat`` looks at the top ``count`` cards of ``place`` (N81-4.8), or at a whole hand. Private
    to it: ``cards``, of a hand in no order."""
    ARRANGED = "arranged"
    """``seat`` put the top ``count`` cards of ``place`` back in an order of its choice. Private to
    it: ``cards``. Whether the order changed is told to nobody else (N81-4.10)."""
    REVEALED = "revealed"
    """``seats`` show ``cards`` of their hands, which stay there (N81-18.3.1). A plug-in may also
    show cards of another place (N81-19.5): then ``place``, at what positions ``at`` in it, and
    whether to all (``open``)."""
    CHOSE = "chose"
    """``seat`` picked ``choice`` where ``why`` let it pick (N81-9.8.1, N81-9.20.1, ...)."""
    DAMAGED = "damaged"
    """``seat`` takes ``amount`` of ``attribute`` from ``source`` (seat or None) by ``cause``;
    ``changes``: a map of what made it another amount than the text's (``treasure``, ``amplify``,
    :class:`Flag` values, skills by id) and by how much; ``counters`` and ``cap`` afterwards."""
    AVERTED = "averted"
    """``seat`` takes nothing of a damage from ``source`` by ``cause``: ``changes`` as in
    DAMAGED."""
    HEALED = "healed"
    """``seat`` heals ``amount`` by ``cause``; ``changes``: skills by id that made it another amount
    than the text's, and by how much; ``counters`` and ``cap`` afterwards."""
    UNHEALED = "unhealed"
    """``seat``, which is hurt, does not heal by ``cause``: ``by`` :class:`Flag` ``broken`` or
    ``brined``, ``can_heal`` for what its skills say, or None if ``changes``, as in HEALED, left
    nothing of it."""
    DYING = "dying"
    """``seat`` is at 0 (N81-8.6)."""
    LEFT = "left"
    """``seat``'s player has left the game for good: it is out now (N81-8.9)."""
    FLIPPED = "flipped"
    """``seat`` turns its character over (N81-11.6): ``shown`` as in CHARACTERS."""
    DIED = "died"
    """``seat`` is out; ``killer`` seat or None; ``role`` or None."""
    STATUS = "status"
    """``seat``'s ``flag`` (:class:`Flag`) is ``value`` now."""
    GAME_OVER = "game_over"
    """``why`` :class:`GameEnd`, ``winners`` seats. All is open: ``hands``, ``decks``, ``roles``,
    ``reserves`` per seat; ``pile``."""


class Flag(StrEnum):
    """What is publicly so of a seat beside its cards and counters (N81-20.1)."""

    BROKEN = "broken"
    AMPLIFY = "amplify"
    BONUS = "bonus"
    """Added to the next attack."""
    FREE_ATTACK = "free_attack"
    """The next attack does not count for N81-5.6."""
    BRINED = "brined"
    REACH = "reach"
    """Added to the attack range this turn (N81-19.3 ``modify``)."""
    DAMAGE = "damage"
    """Added to each damage of an attack this turn."""
    HOLDS = "holds"
    """Added to the hand limit this turn."""
    RED_SHIFT = "red_shift"
    SKILL_RANGE = "skill_range"
    """What plug-in skills make of the attack range, more or less (N81-19.4)."""
    SKILL_LIMIT = "skill_limit"
    """What they make of the hand limit."""


class GameEnd(StrEnum):
    """Why a game ended."""

    LAST_SIDE = "last_side"
    LORD_DEAD = "lord_dead"
    LORD_SAFE = "lord_safe"
    NOBODY = "nobody"
    ROUNDS = "rounds"


class Why(StrEnum):
    """Why a card moved or a thing happened, where neither a card nor a skill is the reason."""

    DEAL = "deal"
    DRAW_PHASE = "draw_phase"
    DISCARD_PHASE = "discard_phase"
    USE = "use"
    PLAY = "play"
    PLACE = "place"
    DETACH = "detach"
    COST = "cost"
    HOME = "home"
    """It was carried out and goes home (N81-3.1)."""
    CHECK = "check"
    DEATH = "death"
    FLIP = "flip"
    REWARD = "reward"
    ATTRITION = "attrition"
    BUILT = "built"


class AskKind(StrEnum):
    """What a seat may be asked.

    The kind is public where a decision begins; options and context are the seat's own.
    """

    CHARACTER = "character"
    """Which of the offered characters? Options: character ids. Where they are picked freely: an
    empty answer leaves it to fate; context ``taken``: own picks that others had (N81-2.7)."""
    MIND_DECK = "mind_deck"
    """The mind deck, top first (N81-4.1). Options: ``<rank>-<face>``, at most one of each rank;
    ranks not named follow, A to K, with the first common card, so an empty answer is the default
    deck. Refused with a :class:`DeckFault`. May be changed until all have handed in."""
    KARMA_DECK = "karma_deck"
    """The whole character deck (N81-14.2). Options: sides, ``<character>/<version>``. Context:
    ``karma`` and ``health`` by side, ``least`` and ``most`` characters, ``limit`` of the size of
    the total T; the base is the mean health rounded down, less the size of T (N81-14.3). Refused
    with a :class:`DeckFault`. May be changed until all have handed in."""
    KARMA_START = "karma_start"
    """Main, deputy and a skill of each (N81-14.4). Options ``<side>:<skill>+<side>:<skill>``.
    Context: ``deck`` (sides), its ``total`` T and ``base``."""
    SWAP = "swap"
    """N81-14.7: ``pass`` or ``main:<character>/<skill>``, ``deputy:<character>/<skill>``."""
    DRAW = "draw"
    """How many mind cards are taken instead (N81-4.5)? Options ``0`` to ``2``."""
    PLAY = "play"
    """An action of the play phase (N81-5.5): ``pass``, ``use:<card>:<mode>``, ``place:<card>``,
    ``detach:<card>:<as>``, ``skill:<id>``, ``offer:<seat>:<id>``."""
    TARGET = "target"
    """Whom? Options: seats. Context: ``face`` or ``skill``."""
    PICK = "pick"
    """A choice declared with a card or skill. Context: ``face`` or ``skill``, ``target``."""
    PAY = "pay"
    """What is discarded as a cost? Options: cards, ``mind`` for the top of the own mind deck.
    Context: ``why``; ``breaks_mind``, here and elsewhere: the options that take the last mind card
    (N81-10.5)."""
    ORDER = "order"
    """All of the options in a new order. Context: ``why``."""
    UNDER = "under"
    """Which cards go under the mind deck, in order? Context: ``why``, ``seat`` whose deck."""
    TAKE = "take"
    """Which card of those shown is taken? Context: ``why``."""
    GIVE = "give"
    """Which hand cards are given? Context: ``why``, ``target``."""
    SECRET = "secret"  # noqa: S105 - a kind of ask
    """A hand card chosen in secret at the same time as another (N81-6.12)."""
    DISCARD = "discard"
    """Down to the hand limit (N81-5.4)."""
    W_EVENT = "w_event"
    """``pass``, ``pact:<card>``, ``card:<card>`` (a limited card that says so), ``skill:<id>``.
    Context: ``user``, ``face``, ``mode``."""
    W_GUARD = "w_guard"
    """``pass``, ``guard:<card>``, ``evade:<card>``, ``haste:<card>``, ``card:<card>``,
    ``skill:<id>``. Context: ``user``, ``face``, ``punch``, ``breaks_mind``."""
    W_BURST = "w_burst"
    """``damage``, ``guard:``, ``play:``, ``evade:``, ``haste:``, ``card:<card>``. Context:
    ``user``, ``breaks_mind``."""
    W_OUTBURST = "w_outburst"
    """``damage``, ``attack:<card>``, ``mind``, ``give:<card>``. Context: ``user``;
    ``breaks_mind`` as for PAY."""
    W_DYING = "w_dying"
    """``pass``, ``miracle:<card>``, ``card:<card>``, ``skill:<id>``. Context: ``dying``."""
    W_FLIP = "w_flip"
    """``stay`` or ``flip``."""
    W_TRIGGER = "w_trigger"
    """``pass`` or a skill's id. Context: ``timing``; where there is one ``who`` it is about,
    ``card`` (of a mind deck), ``target`` and ``amount`` of a damage."""
    CHECK = "check"
    """``pile`` or ``mind``: what is revealed for a delayed event? Context: ``face``."""
    OUTCOME = "outcome"
    """Which outcome of a delayed event or skill is applied? Context: ``face`` or ``skill``."""


class DeckFault(StrEnum):
    """Why a deck is refused. Codes of ``engine.errors.Refused``, with parameters.

    A card or character that was not offered is ``illegal`` as everywhere.
    """

    RANK_TWICE = "rank_twice"
    """``rank``: a mind deck holds one card of each (N81-4.1)."""
    CHARACTER_TWICE = "character_twice"
    """``character``: each key once, whichever side (N81-14.2)."""
    DECK_SIZE = "deck_size"
    """``count``, ``least``, ``most`` characters."""
    DECK_TOTAL = "deck_total"
    """``total``, ``limit``: T is too far from 0."""
    NO_PAIR = "no_pair"
    """No two of the characters have the sum 0."""
    DECK_BASE = "deck_base"
    """``base``: the health would be less than 1 (N81-14.3)."""


WINDOWS: Final[frozenset[str]] = frozenset(
    {AskKind.W_EVENT, AskKind.W_GUARD, AskKind.W_BURST, AskKind.W_OUTBURST, AskKind.W_DYING,
     AskKind.W_TRIGGER}
)  # fmt: skip
"""Asks whose answers must not tell by their moment what a seat holds (N81-6.13)."""


_BUILDING: Final = frozenset(
    {AskKind.CHARACTER, AskKind.MIND_DECK, AskKind.KARMA_DECK, AskKind.KARMA_START}
)
TEMPO: Final[Mapping[str, float]] = MappingProxyType(
    {
        **dict.fromkeys((str(kind) for kind in AskKind), 20 / 90),
        AskKind.PLAY.value: 60 / 90,
        **dict.fromkeys(map(str, _BUILDING), 180 / 90),
    }
)
"""N81-15.7: with the usual clock of 90 s a response has 20, the play phase 60, building 180."""


class Pick(StrEnum):
    """Option words that are not ids."""

    PASS = "pass"  # noqa: S105 - an option
    HAND = "hand"
    MIND = "mind"
    PILE = "pile"
    DAMAGE = "damage"
    SKIP = "skip"
    DRAW = "draw"
    HEAL = "heal"
    FLIP = "flip"
    STAY = "stay"
    DONE = "done"
    ODD = "odd"
    EVEN = "even"


class ChanceKind(StrEnum):
    """What fate decides."""

    SIDES = "sides"
    CIRCLE = "circle"
    ROLES = "roles"
    OFFERS = "offers"
    KARMA_DECK = "karma_deck"
    SHUFFLE = "shuffle"
    FIRST = "first"
    RANDOM_CARD = "random_card"


class Option(StrEnum):
    """Set-up options.

    ``split``: a text of ``splits`` (N81-11.1, N81-12.1); ``round_limit`` (N81-15.4); ``pick``:
    ``offers``, or ``free`` in Cold/Warm, where camps then follow the characters (N81-11.2); where
    a host has packs of its own, ``packs``: the ids of those that are in beside the built-in one
    (N81-19.1).
    """

    MODE = "mode"
    SPLIT = "split"
    ROUND_LIMIT = "round_limit"
    PICK = "pick"
    PACKS = "packs"


class ConfigCode(StrEnum):
    """Codes of :class:`engine.errors.ConfigError` that this game raises, with parameters."""

    SEATS = "seats"
    """``seats``, ``least``, ``most``."""
    UNKNOWN_OPTION = "unknown_option"
    """``option``."""
    BAD_CHOICE = "bad_choice"
    """``option``, ``value``."""
    SPLIT = "split"
    """``split``, ``seats``, ``mode``: it is none of so many players in this mode, or there are too
    few characters for it."""
    FREE_PICK = "free_pick"
    """``mode``: characters are picked freely in Cold/Warm only, and camps follow them, so that no
    split but the standard one can be chosen with it."""
    NO_PACK = "no_pack"
    """``pack``: it is not loaded here."""
