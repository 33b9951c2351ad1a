"""The bench for a mind deck: thirteen ranks with their cards, in an order of one's own (N81-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.no81.library import content
from server.api import TableFrame
from themes.pack import Colour
from tui.games import Did
from tui.games.no81.conditions import Hope, hope_of
from tui.games.no81.minds_draft import (
    Cards,
    cards_by_rank,
    default_deck,
    loaded,
    moved,
    rank_of,
    turned,
)
from tui.games.no81.saving_bench import SavingBench
from tui.games.no81.setup_bench import View
from tui.games.no81.setup_page import Item, Paragraph
from tui.i18n import _, join_list
from tui.screens.state import TableState
from tui.texts import no81

__all__ = ["MindsDesk", "card_paragraphs", "face_of"]

_TURNS: Final[Mapping[str, int]] = {"left": -1, "right": 1}
_MOVES: Final[Mapping[str, int]] = {"-": -1, "+": 1, "=": 1}
_MARKS: Final[Mapping[Hope, str]] = {Hope.NEVER: "!", Hope.LATER: "~"}
"""How a card stands out whose condition is not met; the panel says it in words."""


def face_of(card: str) -> str:
    """Return the face of a card of a draft."""
    return card.partition("-")[2]


def card_paragraphs(card: str, view: View) -> list[str]:
    """Return all that there is to say of a card: its texts, and whether its condition is met."""
    face = face_of(card)
    hope = hope_of(face, view)
    told = list(no81.card_texts(face))
    if hope is None:
        return told
    fallback = content().limited[face].fallback
    told.insert(0, no81.condition_line(hope, fallback))
    return told if hope is Hope.NOW else [*told, *no81.card_texts(fallback)]


class MindsDesk(SavingBench):
    """One player's mind deck in the making."""

    least = 13
    shelf = "no81/mind_deck"

    def __init__(self, frame: TableFrame) -> None:
        super().__init__(frame)
        self.cards: Cards = self.begun
        self.carrying = False
        """Whether the highlighted row moves with the arrows."""

    @property
    def begun(self) -> Cards:
        """The deck that was handed in, else the default."""
        return self.handed or default_deck(self.ask["options"])

    def answer(self) -> Cards:
        """Return the whole deck, top first."""
        return self.cards

    def fault(self) -> str:
        """Every draft is a legal deck (N81-4.1)."""
        return ""

    def load(self, cards: Sequence[str]) -> str:
        """Take a saved deck; what is not offered any more is replaced by its rank's default."""
        found = loaded(cards, self.ask["options"])
        self.cards, self.at, self.carrying = found.cards, 0, False
        return no81.instead_line(found.instead)

    def named(self, cards: Sequence[str]) -> list[str]:
        """Return rank and name of each card."""
        return [
            _("{rank} {face}", rank=rank_of(card), face=no81.face_name(face_of(card)))
            for card in cards
        ]

    # --- keys ---

    def walk(self, state: TableState, step: int) -> None:
        """Move the highlight, or the row that is carried."""
        if self.carrying and self.saved is None:
            self._move(step)
        else:
            super().walk(state, step)

    def enter(self, state: TableState, *, sure: bool) -> Did:
        """Lay down what is carried, and hand in."""
        self.carrying = False
        return super().enter(state, sure=sure)

    def deck_key(self, key: str) -> bool:
        """Turn to another card, move the row, carry it or lay it down, or fill in the default."""
        if key in _TURNS:
            self.cards = turned(self.cards, self.ask["options"], self.at, _TURNS[key])
        elif key in _MOVES:
            self._move(_MOVES[key])
        elif key == "space":
            self.carrying = not self.carrying
        elif key == "a":
            self.cards, self.carrying = default_deck(self.ask["options"]), False
            self.hint = _("Filled in: the first card of each rank, A on top.")
        elif key in {"escape", "backspace"} and self.carrying:
            self.carrying = False
        else:
            return False
        return True

    def _move(self, step: int) -> None:
        to = max(0, min(len(self.cards) - 1, self.at + step))
        self.cards, self.at = moved(self.cards, self.at, to), to

    # --- drawing ---

    def deck_title(self) -> str:
        """Return what the list is."""
        return _("mind deck, top first")

    def deck_lead(self, view: View) -> str:
        """Return what a mind deck is."""
        del view
        return _("One card of each rank; only the top is ever taken, spent or shown.")

    def deck_keys(self) -> list[tuple[str, str]]:
        """Return what can be pressed."""
        if self.carrying:
            return [(_("up down"), _("carry the card")), (_("Space"), _("lay it down"))]
        return [
            ("Enter", _("hand in")),
            (_("arrows"), _("card")),
            (_("Space"), _("carry")),
            ("s", _("save")),
            ("d", _("saved")),
            ("a", _("default")),
            ("- +", _("move")),
            ("?", _("all of it")),
        ]

    def deck_items(self, view: View) -> list[Item]:
        """Return the deck: place, rank and card, and which of its rank's cards that is."""
        choices = cards_by_rank(self.ask["options"])
        found = []
        for number, card in enumerate(self.cards):
            own = choices[rank_of(card)]
            hope = hope_of(face_of(card), view)
            carried = self.carrying and number == self.at
            found.append(
                Item(
                    label=f"{number + 1:>2}. {rank_of(card):>2} {no81.face_name(face_of(card))}",
                    mark="*" if carried else _MARKS.get(hope, " ") if hope else " ",
                    right=f"{own.index(card) + 1}/{len(own)}",
                    tone=Colour.TEXT if card == own[0] else Colour.YOU,
                )
            )
        return found

    def deck_panel(self, view: View) -> list[Paragraph]:
        """Explain the highlighted card, and name what else its rank has."""
        card = self.cards[self.at]
        rank = rank_of(card)
        others = [no81.face_name(face_of(c)) for c in cards_by_rank(self.ask["options"])[rank]]
        return [
            (_("{rank} {face}", rank=rank, face=no81.face_name(face_of(card))), Colour.ACCENT),
            *((text, Colour.TEXT) for text in card_paragraphs(card, view)),
            (_("Rank {rank} has: {cards}.", rank=rank, cards=join_list(others)), Colour.MUTED),
            *([(no81.rule_text("N81-4"), Colour.MUTED)] if self.about else []),
        ]
