"""The words of the rules: modes, camps, counters, cards, phases, timings (N81-1)."""

from __future__ import annotations

from enum import StrEnum

__all__ = [
    "Attribute", "Camp", "CardClass", "Colour", "Counter", "Face", "Mode", "Per", "Phase", "Query",
    "Role", "Timing",
]  # fmt: skip


class Mode(StrEnum):
    """The four modes (N81-11 to N81-14)."""

    COLDWARM = "coldwarm"
    SERIES = "series"
    IDENTITY = "identity"
    KARMA = "karma"


class Camp(StrEnum):
    """The side that a colour belongs to (N81-1.1)."""

    COLD = "cold"
    WARM = "warm"
    COLOURLESS = "colourless"


class Colour(StrEnum):
    """A character's colour."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    ORANGE = "orange"
    BLACK = "black"
    WHITE = "white"

    @property
    def camp(self) -> Camp:
        """Return the colour's camp."""
        match self:
            case Colour.BLUE | Colour.GREEN:
                return Camp.COLD
            case Colour.RED | Colour.ORANGE:
                return Camp.WARM
            case Colour.BLACK | Colour.WHITE:
                return Camp.COLOURLESS


class Counter(StrEnum):
    """What damage leaves on a character (N81-8.1)."""

    COLD = "cold"
    WARM = "warm"
    BLACK = "black"


class Attribute(StrEnum):
    """What a damage is of (N81-8.2)."""

    COLD = "cold"
    WARM = "warm"
    NONE = "none"


class Role(StrEnum):
    """Hidden Identity's roles (N81-13)."""

    LORD = "lord"
    LOYALIST = "loyalist"
    REBEL = "rebel"
    SPY = "spy"


class CardClass(StrEnum):
    """The four classes of cards (N81-1.1)."""

    INSTANT_BASIC = "instant_basic"
    INSTANT_EVENT = "instant_event"
    DELAYED_BASIC = "delayed_basic"
    DELAYED_EVENT = "delayed_event"


class Face(StrEnum):
    """The cards by name (N81-1.2); limited mind cards have ids of their own beside these."""

    ATTACK_PLAIN = "attack_plain"
    GUARD = "guard"
    ATTACK_COLD = "attack_cold"
    ATTACK_WARM = "attack_warm"
    OFF_GUARD = "off_guard"
    GIVE_AND_TAKE = "give_and_take"
    PACT = "pact"
    LATENT_OUTBURST = "latent_outburst"
    LIFE_SPRING = "life_spring"
    MANA_SPRING = "mana_spring"
    AMPLIFY = "amplify"
    ENERGY_BURST = "energy_burst"
    MIND_RESTORE = "mind_restore"
    PUNCH = "punch"
    EVADE = "evade"
    HASTE = "haste"
    MIRACLE = "miracle"
    TREASURE = "treasure"
    AUTO_WEAPON = "auto_weapon"
    CALAMITY = "calamity"
    WINDFALL = "windfall"


class Phase(StrEnum):
    """The phases of a turn (N81-5.3)."""

    START = "start"
    CHECK = "check"
    SWAP = "swap"
    DRAW = "draw"
    PLAY = "play"
    DISCARD = "discard"
    END = "end"


class Per(StrEnum):
    """How often a skill may be used; ``TURN`` is any player's turn (N81-17.0)."""

    FREE = "none"
    PHASE = "phase"
    TURN = "turn"
    ROUND = "round"
    GAME = "game"


class Timing(StrEnum):
    """Where a skill may act (N81-19.4); :class:`skill.Moment` says what each is about."""

    GAME_START = "game_start"
    TURN_START = "turn_start"
    PHASE_START = "phase_start"
    PHASE_END = "phase_end"
    TURN_END = "turn_end"
    DRAW_COUNT = "draw_count"
    AFTER_DRAW = "after_draw"
    USE_DECLARED = "use_declared"
    USE_FINISHED = "use_finished"
    W_EVENT = "w_event"
    W_GUARD = "w_guard"
    GUARD_COST = "guard_cost"
    W_DMG_SRC = "w_dmg_src"
    W_DMG_TGT = "w_dmg_tgt"
    AFTER_DAMAGE = "after_damage"
    BEFORE_HEAL = "before_heal"
    AFTER_HEAL = "after_heal"
    W_DYING = "w_dying"
    MIND_DISCARDED = "mind_discarded"
    MIND_BROKEN = "mind_broken"
    CARD_DETACHED = "card_detached"
    CARD_DISCARDED = "card_discarded"
    DEATH = "death"


class Query(StrEnum):
    """What the rules ask the skills of a seat whenever they need it (N81-19.4).

    ==================  ==========================  ================================================
    query               value                       about
    ==================  ==========================  ================================================
    `attack_range`      int, before Amplify         nothing
    `hand_limit`        int                         nothing
    `attack_limit`      int, attacks a play phase   nothing
    `legal_target`      bool, asked of the target   ``user``, ``face`` of a card on it alone
    `view_as`           tuple of faces, to be       ``card``, its own ``face``, ``place``: ``hand``
                        added to                    or ``zone``
    `protected_cards`   tuple of cards in the own   ``user``, who would discard or take them
                        zone, to be added to
    `can_heal`          bool                        nothing
    ==================  ==========================  ================================================
    """

    ATTACK_RANGE = "attack_range"
    HAND_LIMIT = "hand_limit"
    ATTACK_LIMIT = "attack_limit"
    LEGAL_TARGET = "legal_target"
    VIEW_AS = "view_as"
    PROTECTED_CARDS = "protected_cards"
    CAN_HEAL = "can_heal"
