"""Names of cards, modes, protections and other single words of Love Letter (LL-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import How, Mode, Protection
from tui.i18n import N_, _, join_list, p_

__all__ = [
    "answer_line", "attribute_name", "card_label", "card_labels", "card_name", "card_short",
    "how_known", "mode_name", "mode_state", "note_line", "one_label", "protection_name",
]  # fmt: skip

_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "naegi": (N_("Makoto Naegi"), N_("Naegi")),
    "maizono": (N_("Sayaka Maizono"), N_("Maizono")),
    "asahina": (N_("Aoi Asahina"), N_("Asahina")),
    "kuwata": (N_("Leon Kuwata"), N_("Kuwata")),
    "hagakure": (N_("Yasuhiro Hagakure"), N_("Hagakure")),
    "kirigiri": (N_("Kyoko Kirigiri"), N_("Kirigiri")),
    "yamada": (N_("Hifumi Yamada"), N_("Yamada")),
    "owada": (N_("Mondo Owada"), N_("Owada")),
    "celestia": (N_("Celestia Ludenberg"), N_("Celestia")),
    "ogami": (N_("Sakura Ogami"), N_("Ogami")),
    "fujisaki": (N_("Chihiro Fujisaki"), N_("Fujisaki")),
    "ishimaru": (N_("Kiyotaka Ishimaru"), N_("Ishimaru")),
    "togami": (N_("Byakuya Togami"), N_("Togami")),
    "fukawa": (N_("Toko Fukawa"), N_("Fukawa")),
    "enoshima": (N_("Junko Enoshima"), N_("Enoshima")),
    "monokuma": (N_("Monokuma"), N_("Monokuma")),
    "alter_ego": (N_("Alter Ego"), N_("Alter Ego")),
    "ishimaru_white": (N_("Kiyotaka Ishimaru (white)"), N_("Ishimaru W")),
    "genocider": (N_("Genocider Sho"), N_("Genocider")),
    "ikusaba": (N_("Mukuro Ikusaba"), N_("Ikusaba")),
}
"""Full and short name by face id; a short one takes at most 10 cells."""


def card_name(card: str) -> str:
    """Return the full name of a face."""
    return _(_NAMES[card][0])


def card_short(card: str) -> str:
    """Return a name of at most 10 cells, for rows of cards."""
    return _(_NAMES[card][1])


def card_label(card: str) -> str:
    """Return number and short name, at most 12 cells: ``3 Celestia``."""
    return f"{CARDS[card].number} {card_short(card)}"


def card_labels(cards: Iterable[str | None]) -> str:
    """Return several labels in a row; ``None`` is a hand without a card."""
    return join_list(_("no card") if card is None else card_label(card) for card in cards)


def one_label(card: str | None) -> str:
    """Return the label of a hand of one card; ``None`` is a hand without a card."""
    return card_labels((card,))


def mode_name(mode: str) -> str:
    """Return the name of a mode, which is also the face of a fate card."""
    match Mode(mode):
        case Mode.HOPE:
            return _("Hope")
        case Mode.DESPAIR:
            return _("Despair")
        case other:
            assert_never(other)


def attribute_name(attribute: str) -> str:
    """Return the name of a card's attribute."""
    match Mode(attribute):
        case Mode.HOPE:
            return p_("attribute", "hope")
        case Mode.DESPAIR:
            return p_("attribute", "despair")
        case other:
            assert_never(other)


def mode_state(mode: str | None, flipped: bool) -> str:
    """Return the mode and whether it may still change (LL-3.4), in at most 22 cells."""
    match mode, flipped:
        case None, _flipped:
            return _("no mode yet")
        case Mode.HOPE, True:
            return _("HOPE, fixed")
        case Mode.HOPE, False:
            return _("HOPE, may still flip")
        case Mode.DESPAIR, True:
            return _("DESPAIR, fixed")
        case _mode, _flipped:
            return _("DESPAIR, may flip")


def protection_name(protection: str) -> str:
    """Return a word of at most 12 cells for a protection (LL-7)."""
    match Protection(protection):
        case Protection.UNAFFECTED:
            return _("protected")
        case Protection.UNCHOOSABLE:
            return _("unchoosable")
        case other:
            assert_never(other)


def how_known(how: str) -> str:
    """Return how a viewer came to know a card in another hand (LL-8.1)."""
    match How(how):
        case How.SEEN:
            return _("seen")
        case How.COMPARED:
            return _("compared")
        case How.GIVEN:
            return _("given by you")
        case How.FOLLOWED:
            return _("followed")
        case How.BOTTOM:
            return _("drew the last card")
        case other:
            assert_never(other)


def note_line(note: Mapping[str, object]) -> str:
    """Return one of the view's notes in words: ``6 Fukawa (seen, turn 4)``."""
    return _(
        "{card} ({how}, turn {turn})",
        card=card_label(str(note["card"])),
        how=how_known(str(note["how"])),
        turn=note["turn"],
    )


def answer_line(answer: Mapping[str, object]) -> str:
    """Return one of the view's public answers in words: ``not 5 (turn 2)``."""
    if answer["yes"]:
        return _("a {number} (turn {turn})", number=answer["number"], turn=answer["turn"])
    return _("not {number} (turn {turn})", number=answer["number"], turn=answer["turn"])
