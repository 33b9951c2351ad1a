"""Every word that Love Letter says to the outside: events, asks, reasons, protections, options.

All values are stable ids. Seats are ints, cards are face ids (``engine.games.love_letter.cards``),
numbers are ints unless they are an ask's options. In the tables below *private* fields reach only
the seats named; every event reaches everybody, spectators included (LL-8).
"""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "AskKind", "ChanceKind", "ConfigCode", "EventKind", "How", "Mode", "Nothing", "Option", "Out",
    "Protection", "RoundEnd", "RoundStart", "Source",
]  # fmt: skip


class Mode(StrEnum):
    """Hope or Despair: the mode of a round, a card's attribute, the face of a fate card."""

    HOPE = "hope"
    DESPAIR = "despair"

    @property
    def opposite(self) -> Mode:
        """Return the other one."""
        return Mode.DESPAIR if self is Mode.HOPE else Mode.HOPE


class EventKind(StrEnum):
    """What can happen, in about the order in which it does; each with its fields.

    ``seat`` is always the seat that the event is about. Optional fields say so.
    """

    MATCH_STARTED = "match_started"
    """``pool`` the 16 face ids in use, ``wins`` how many round wins end the match."""
    ROUND_STARTED = "round_started"
    """``round`` from 1, ``why`` :class:`RoundStart`, ``seats`` who takes part, ``deck`` cards left
    before hands are dealt, ``face_up`` the three open cards of a two-player round, else empty."""
    LETTERS = "letters"
    """The letters are shown: ``seat`` holds the bloodstained one and starts (LL-2.3)."""
    DEALT = "dealt"
    """``seats`` got one card each, ``deck`` cards left. Private to each: ``card``."""
    FATE = "fate"
    """A fate draw: ``seat`` drew, ``result`` a :class:`Mode`, ``card`` whose effect asked for it
    (None at set-up)."""
    MODE = "mode"
    """``mode`` is in force now. ``flipped`` False: set at set-up; True: ``seat`` changed it, for
    the rest of the round (LL-3.4)."""
    TURN = "turn"
    """``seat``'s turn begins. ``turn`` from 1 in each round; ``extra``: by Kirigiri."""
    PROTECTION_ENDED = "protection_ended"
    """``seat`` loses ``protection`` as its turn begins (LL-7.3)."""
    DREW = "drew"
    """``seat`` drew one, ``deck`` cards left, ``source`` :class:`Source`. Private to it: ``card``.
    With ``Source.NOTHING`` no card was left at all (LL-6.4) and ``card`` is absent."""
    PLAYED = "played"
    """``seat`` plays ``card`` face up; it is on the table, not yet in the discard area."""
    EFFECT = "effect"
    """``seat`` carries out the ``mode`` effect of ``card``. Also told when Asahina or Alter Ego
    go on to a Hope effect in Despair mode: then ``borrowed`` is True (LL-6.1), else False."""
    TARGET = "target"
    """``seat`` chose ``target``."""
    GUESS = "guess"
    """``seat`` names ``number`` to ``target``, who answers ``answer``: ``"yes"``, ``"no"``, or
    ``"none"`` when protected and so not answering. Hagakure's question is number 1."""
    LOOK = "look"
    """``seat`` looks at ``target``'s hand. Private to ``seat``: ``card`` (None: no hand)."""
    COMPARE = "compare"
    """``seat`` and ``target`` compare. Private to both: ``cards`` their two cards, in the order
    (``seat``'s, ``target``'s); None for no hand."""
    SWAP = "swap"
    """``seat`` and ``target`` swap hands. Private to each: ``gave``, ``got`` (None: no hand)."""
    DISCARD = "discard"
    """``seat`` discards ``card`` from hand to its area by an effect, without carrying it out."""
    HAND_OVER = "hand_over"
    """``seat`` gives its hand to ``target``. Private to both: ``card`` (None: no hand)."""
    REDEAL = "redeal"
    """The hands of ``seats`` were shuffled and dealt back. Private to each: ``card``."""
    BOTTOM = "bottom"
    """``seat`` put one of its two cards under the deck, ``deck`` cards now. Private: ``card``."""
    PROTECTED = "protected"
    """``seat`` gains ``protection``, given by ``giver`` (itself or Ogami's player)."""
    NOTHING = "nothing"
    """``seat``'s play of ``card`` has no (further) effect: ``why`` :class:`Nothing`; ``target`` the
    seat concerned, or None."""
    ELIMINATED = "eliminated"
    """``seat`` is out: ``why`` :class:`Out`, ``by`` the seat that caused it, ``card`` the card that
    did, ``cards`` its hand, now face up at the end of its area, in that order."""
    LAID = "laid"
    """``seat``'s played ``card`` goes to the end of its discard area (LL-3.8)."""
    SHOWDOWN = "showdown"
    """The deck is empty. ``seats`` still in show ``hands``, in the same order; None for no hand."""
    ROUND_OVER = "round_over"
    """``why`` :class:`RoundEnd`; ``winners``: one seat, or those tied, or none (LL-4.4); ``deck``
    what was left, top first; ``set_aside`` that card, or None if it had been drawn; ``wins`` per
    seat so far."""
    MATCH_OVER = "match_over"
    """``winner`` seat; ``wins`` per seat."""


class AskKind(StrEnum):
    """What a seat may be asked, with options and context.

    Which is asked next follows from what is public alone; the options of ``play`` and ``keep``
    are the asked seat's own secret cards.
    """

    PLAY = "play"
    """Which card? Options: the cards in hand, the held one first, the drawn one second."""
    EFFECT = "effect"
    """Which effect (LL-3.4)? Options: the current mode, then the opposite one. Context: ``card``,
    ``mode`` (the current one)."""
    TARGET = "target"
    """Whom? Options: seats as text, clockwise from the asked seat's left; itself last where that
    is allowed. Not asked when there is only one. Context: ``card``, ``mode`` of the effect."""
    NUMBER = "number"
    """Which number? Options ``"2"`` to ``"8"``. Context: ``card``, ``mode``, ``target``."""
    KEEP = "keep"
    """Togami: which of the two drawn cards is kept? The other goes under the deck. Options: both,
    in the order drawn. Context: ``card`` (togami), ``mode``."""


class ChanceKind(StrEnum):
    """What fate decides; the outcomes are card ids, seats as text, or modes."""

    SHUFFLE = "shuffle"
    """All cards of the pool. In order: set-aside card, face-up cards (two players), deck from the
    top, the first of which are the hands, dealt from the starter clockwise."""
    LETTERS = "letters"
    """One of the round's seats: who holds the bloodstained letter."""
    FATE = "fate"
    """One of two Hope cards and a Despair card."""
    REDEAL = "redeal"
    """All gathered hands, dealt back clockwise from Celestia's player."""


class Source(StrEnum):
    """Where a drawn card came from."""

    DECK = "deck"
    SET_ASIDE = "set_aside"
    """The card set aside at set-up, since the deck is empty."""
    NOTHING = "nothing"
    """Neither is left: no card was drawn (LL-6.4)."""


class Protection(StrEnum):
    """What may shield a seat until its next turn begins (LL-7)."""

    UNAFFECTED = "unaffected"
    """May be chosen; no effect affects it (Hope 4, Despair Ogami)."""
    UNCHOOSABLE = "unchoosable"
    """Others' effects cannot choose it (Despair Genocider)."""


class Nothing(StrEnum):
    """Why a play has no (further) effect. Says nothing that is not public."""

    NO_TARGET = "no_target"
    """Nobody may be chosen (LL-7.2)."""
    PROTECTED = "protected"
    """``target`` is unaffected by effects."""
    PASSIVE = "passive"
    """The card's effect in this mode is passive (LL-3.6)."""
    NOBODY_OUT = "nobody_out"
    """The comparison eliminates nobody (which of equal or higher, only the two know)."""
    WRONG = "wrong"
    """The guess of Hope 1 was answered no."""
    RIGHT = "right"
    """The question of Kuwata or Hagakure was answered yes."""
    FATE_HOPE = "fate_hope"
    """The fate draw showed Hope."""
    NO_OWADA = "no_owada"
    """Ishimaru: no discard area holds Owada."""
    SHORT_DECK = "short_deck"
    """Togami with fewer than two cards in the deck."""
    NO_EXTRA_TURN = "no_extra_turn"
    """Kirigiri: the deck is empty, so no further turn."""


class Out(StrEnum):
    """Why a seat was eliminated; ``by`` and ``card`` of the event say by whom and what."""

    GUESSED = "guessed"
    """Hope 1: its number was named."""
    LOWER = "lower"
    """It lost a comparison with the lower card (Hope 3, Owada, white Ishimaru)."""
    HIGHER = "higher"
    """It lost a comparison with the higher card (Fujisaki)."""
    TWELVE = "twelve"
    """Hope 7: its two cards reached 12 with a 7 among them (LL-5.2)."""
    PASSIVE = "passive"
    """A passive card lies in its discard area (LL-5.3); ``card`` is that card."""
    DISCARDED_MONOKUMA = "discarded_monokuma"
    """Naegi: the discarded card was Monokuma."""
    NO_OGAMI = "no_ogami"
    """Asahina: no discard area holds Ogami."""
    WRONG = "wrong"
    """Kuwata or Hagakure: the question was answered no."""
    FATE_DESPAIR = "fate_despair"
    """Yamada or Monokuma: the fate draw showed Despair."""
    AREA_HOLDS = "area_holds"
    """Alter Ego or Ishimaru: a discard area holds a card that forbids it."""


class How(StrEnum):
    """How a viewer knows a card in another seat's hand (LL-8.1)."""

    SEEN = "seen"
    """Looked at."""
    COMPARED = "compared"
    GIVEN = "given"
    """Handed or swapped to that seat by the viewer."""
    FOLLOWED = "followed"
    """Known before, and seen to pass to this seat in a public swap or hand-over."""
    BOTTOM = "bottom"
    """The viewer put it under the deck, and this seat drew the last card."""


class RoundStart(StrEnum):
    """Why a round is played."""

    FIRST = "first"
    NEXT = "next"
    """Nobody has won often enough yet (LL-4.5)."""
    TIE = "tie"
    """The last round was tied (LL-4.3)."""
    REPLAY = "replay"
    """The last round eliminated everybody at once (LL-4.4)."""


class RoundEnd(StrEnum):
    """Why a round ended."""

    LAST_ONE = "last_one"
    """One player is left (LL-4.1)."""
    SHOWDOWN = "showdown"
    """The deck was empty; one highest number (LL-4.2)."""
    TIE = "tie"
    """The deck was empty; the highest number is tied (LL-4.3)."""
    NOBODY = "nobody"
    """All who were left were eliminated at once (LL-4.4)."""


class Option(StrEnum):
    """The set-up options' ids.

    ``extras``: any of the extra cards, ``"alter_ego"`` (replaces the last listed card of its
    number) or ``"alter_ego/ogami"`` (replaces the card named). ``crowded``: ``off|on``, house
    rule for 5 and 6 seats. ``tiebreak``: ``tied|all``. ``wins``: ``"1"`` to ``"7"``.
    """

    EXTRAS = "extras"
    CROWDED = "crowded"
    TIEBREAK = "tiebreak"
    WINS = "wins"


class ConfigCode(StrEnum):
    """Codes of :class:`engine.errors.ConfigError` that this game raises, with parameters."""

    SEATS = "seats"
    """``seats``, ``least``, ``most``: too few or too many."""
    CROWDED = "crowded"
    """``seats``: five or six need the house rule ``crowded``."""
    UNKNOWN_OPTION = "unknown_option"
    """``option``: no such option."""
    BAD_CHOICE = "bad_choice"
    """``option``, ``value``: not one of its choices."""
    POOL_NUMBER = "pool_number"
    """``number``, ``count``, ``wanted``: the deck would hold ``count`` cards of ``number``."""
    REPLACEMENT = "replacement"
    """``number``, ``extra``, ``replaced``: an extra replaces one base card of its own number."""
