"""The cards of No.81 in words: names, what each mode is called on a key, and what it does (N81-9).

Limited mind cards bring their texts with them (``packs``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.no81.cards import is_mind, printed, rank_of
from engine.games.no81.glossary import Face
from engine.games.no81.packs.words import ModeTexts
from tui.i18n import N_, _, join_list, n_
from tui.texts.no81.ops import mode_in_words, ops_in_words
from tui.texts.no81.packs import answers_of, called, in_words, mode_of, modes_of, says

__all__ = [
    "card_code", "card_label", "card_labels", "card_texts", "count_of_cards", "face_name",
    "mode_line", "mode_text",
]  # fmt: skip

_NAMES: Final[Mapping[str, str]] = {
    Face.ATTACK_PLAIN: N_("Colourless Attack"),
    Face.GUARD: N_("Guard"),
    Face.ATTACK_COLD: N_("Cold Attack"),
    Face.ATTACK_WARM: N_("Warm Attack"),
    Face.OFF_GUARD: N_("Off Guard"),
    Face.GIVE_AND_TAKE: N_("Give and Take"),
    Face.PACT: N_("Pact"),
    Face.LATENT_OUTBURST: N_("Latent Outburst"),
    Face.LIFE_SPRING: N_("Life Spring"),
    Face.MANA_SPRING: N_("Mana Spring"),
    Face.AMPLIFY: N_("Amplify"),
    Face.ENERGY_BURST: N_("Energy Burst"),
    Face.MIND_RESTORE: N_("Mind Restore"),
    Face.PUNCH: N_("Punch"),
    Face.EVADE: N_("Evade"),
    Face.HASTE: N_("Haste"),
    Face.MIRACLE: N_("Miracle"),
    Face.TREASURE: N_("Treasure"),
    Face.AUTO_WEAPON: N_("Autonomous Weapon"),
    Face.CALAMITY: N_("Calamity"),
    Face.WINDFALL: N_("Windfall"),
}

_MODES: Final[Mapping[tuple[str, int], tuple[str, str]]] = {
    (Face.ATTACK_PLAIN, 1): (
        N_("attack"),
        N_("Another player in your attack range takes 1 colourless damage, unless they guard."),
    ),
    (Face.ATTACK_COLD, 1): (N_("heal yourself 1"), N_("Only for the cold: you heal 1.")),
    (Face.ATTACK_COLD, 2): (
        N_("attack"),
        N_(
            "Another player in your attack range who is not cold takes 1 damage of your own"
            " colour, unless they guard."
        ),
    ),
    (Face.ATTACK_WARM, 1): (N_("heal yourself 1"), N_("Only for the warm: you heal 1.")),
    (Face.ATTACK_WARM, 2): (
        N_("attack"),
        N_(
            "Another player in your attack range who is not warm takes 1 damage of your own"
            " colour, unless they guard."
        ),
    ),
    (Face.OFF_GUARD, 1): (
        N_("discard a card of someone"),
        N_(
            "Discard a card of a player's hand or delayed zone: one of the zone that you pick, or"
            " a hand card by chance."
        ),
    ),
    (Face.OFF_GUARD, 2): (
        N_("discard someone's mind card"),
        N_("Discard a hand card: a player discards the top card of their mind deck."),
    ),
    (Face.GIVE_AND_TAKE, 1): (
        N_("take a card by chance"),
        N_(
            "Discard a card: take one card by chance from the hand and delayed zone of another"
            " player."
        ),
    ),
    (Face.GIVE_AND_TAKE, 2): (
        N_("discard it, draw 1"),
        N_(
            "Discard this card: draw 1, then you may put a hand card under your mind deck. It is"
            " not used, so nobody can answer."
        ),
    ),
    (Face.PACT, 1): (
        N_("another draws 1, you 3"),
        N_("Another player draws 1, then you draw 3."),
    ),
    (Face.PACT, 2): (
        N_("answer an event"),
        N_(
            "When an event is about to take effect on you outside your own play phase: its user"
            " draws 1, and it has no effect on you."
        ),
    ),
    (Face.LATENT_OUTBURST, 1): (
        N_("all others choose"),
        N_(
            "Every other player in turn plays an attack card, discards a mind card, gives you a"
            " hand card, or takes 1 damage of your colour."
        ),
    ),
    (Face.LIFE_SPRING, 1): (N_("everybody heals 1"), N_("Every player heals 1, you too.")),
    (Face.MANA_SPRING, 1): (
        N_("everybody takes a card"),
        N_(
            "As many cards as players live are laid open from the pile; everybody takes one, you"
            " first."
        ),
    ),
    (Face.MANA_SPRING, 2): (N_("draw 2"), N_("You draw 2. Nobody can answer.")),
    (Face.AMPLIFY, 1): (
        N_("longer reach, harder attacks"),
        N_(
            "Discard a mind card: until the end of the turn your attack range is unlimited and"
            " your attacks deal 1 more."
        ),
    ),
    (Face.ENERGY_BURST, 1): (
        N_("all others guard or take 1"),
        N_(
            "Discard a mind card: every other player plays a Guard or an Evade, or takes 1"
            " colourless damage."
        ),
    ),
    (Face.MIND_RESTORE, 1): (
        N_("draw and refill your mind"),
        N_(
            "Draw as many cards as lie in your spent row, then put as many hand cards under your"
            " mind deck in an order of your choice."
        ),
    ),
    (Face.MIND_RESTORE, 2): (
        N_("turn the spent row over"),
        N_(
            "Only while mind-broken: your whole spent row becomes your mind deck in an order of"
            " your choice."
        ),
    ),
    (Face.PUNCH, 1): (
        N_("hit a neighbour"),
        N_(
            "Detach it: a player at distance 1 takes 1 colourless damage as from an attack. Only"
            " a detached Evade or a skill answers it, and it does not count as your attack."
        ),
    ),
    (Face.HASTE, 1): (
        N_("draw 3"),
        N_(
            "Detach it in your play phase: draw 3. While it lies there you may discard a mind"
            " card when you need a Guard; above 7 it is one."
        ),
    ),
    (Face.AUTO_WEAPON, 1): (
        N_("an Energy Burst"),
        N_("Detach it: you use an Energy Burst without discarding a mind card."),
    ),
    (Face.CALAMITY, 1): (
        N_("lay it in a zone"),
        N_(
            "It lies in a player's zone. In their check phase they reveal the top of the pile or"
            " of their mind deck: with anything but an ace they take 4 colourless damage or skip"
            " the turn."
        ),
    ),
    (Face.WINDFALL, 1): (
        N_("lay it in a zone"),
        N_(
            "It lies in a player's zone. In their check phase they reveal the top of the pile or"
            " of their mind deck: with a king they draw 3 or heal 4."
        ),
    ),
}

_TEXTS: Final[Mapping[str, str]] = {
    Face.GUARD: N_(
        "Played from the hand when you are attacked: the attack has no effect on you. It does not"
        " help against a Punch."
    ),
    Face.EVADE: N_(
        "Lies in your zone. Detach it when you need a Guard, against a Punch too, and draw 1."
        " Against an Energy Burst it can also be played from the hand, without the draw."
    ),
    Face.MIRACLE: N_(
        "Lies in your zone. Detach it when somebody is dying: heal yourself 2, or another player"
        " 1. At cap 0 it raises the cap instead."
    ),
    Face.TREASURE: N_(
        "While it lies in your zone every damage you deal is 1 more. When it leaves your zone you"
        " take 2 colourless damage."
    ),
}


def face_name(face: str) -> str:
    """Return the name of a face, at most 20 cells for those that we ship."""
    return _(_NAMES[face]) if face in _NAMES else called(face)


def card_code(card: str) -> str:
    """Return suit and rank (``S5``), or ``M5`` for a mind card."""
    return f"M{rank_of(card)}" if is_mind(card) else card[:-1]


def card_label(card: str) -> str:
    """Return name, suit and rank of a physical card."""
    return _("{face} {code}", face=face_name(printed(card)), code=card_code(card))


def card_labels(cards: Sequence[str]) -> str:
    """Return the labels of several cards in a row."""
    return join_list(map(card_label, cards))


def count_of_cards(count: int) -> str:
    """Return a number of cards in words."""
    return n_("{n} card", "{n} cards", count)


def mode_line(face: str, mode: int) -> str:
    """Return what a mode of a face is called on a key, at most 30 cells for those that we ship."""
    if (face, mode) in _MODES:
        return _(_MODES[face, mode][0])
    texts = mode_of(face, mode)
    if texts is None:
        return _("use it")
    return in_words(texts.label) or ops_in_words(texts.ops, _faces()) or _("use it")


def mode_text(face: str, mode: int) -> str:
    """Return what a mode of a face does; empty if it is not known."""
    if (face, mode) in _MODES:
        return _(_MODES[face, mode][1])
    texts = mode_of(face, mode)
    return _said(texts) if texts is not None else ""


def _said(mode: ModeTexts) -> str:
    """Return what a mode says of itself, or else what it declares."""
    return in_words(mode.text) or mode_in_words(mode.when, mode.cost, mode.ops, _faces())


def _faces() -> Mapping[str, str]:
    return {face: _(name) for face, name in _NAMES.items()}


def card_texts(face: str) -> tuple[str, ...]:
    """Return everything that a face says, a paragraph a mode; empty if it is not known."""
    own = _(_TEXTS[face]) if face in _TEXTS else says(face)
    modes = [*(mode for f, mode in _MODES if f == face), *modes_of(face)]
    # Where a card has a text, it tells of its answers itself.
    answers = [] if own else map(_said, answers_of(face))
    return tuple(filter(None, [own, *(mode_text(face, mode) for mode in modes), *answers]))
