"""The bench for a karma deck: characters in and out, with sum, health and legality (N81-14.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.api import TableFrame
from themes.pack import Colour
from tui.games.no81.karma_draft import Deck, base, pairs, still_there, toggled, total, wrong
from tui.games.no81.saving_bench import SavingBench
from tui.games.no81.setup_bench import View
from tui.games.no81.setup_page import Item, Paragraph
from tui.i18n import _, join_list
from tui.texts import no81

__all__ = ["KarmaDesk", "verdict"]


def verdict(deck: Deck, context: Mapping[str, Any]) -> list[str]:
    """Return sum and health of a deck, whether it is legal, and which pairs can begin."""
    fault = wrong(deck, context)
    legal = _("Legal.") if fault is None else no81.deck_fault(*fault)
    said = [no81.karma_total(total(deck, context), base(deck, context), len(deck)), legal]
    return [*said, no81.pairs_line(pairs(deck, context))]


class KarmaDesk(SavingBench):
    """One player's karma deck in the making. It begins with the deck that a late player gets."""

    shelf = "no81/karma_deck"

    def __init__(self, frame: TableFrame) -> None:
        super().__init__(frame)
        self.deck: Deck = self.begun

    @property
    def begun(self) -> Deck:
        """The deck that was handed in, else the one that a late player gets."""
        return self.handed or tuple(self.ask["default"])

    def answer(self) -> Deck:
        """Return the deck in the order of the offer, as the game takes it."""
        return tuple(side for side in self.ask["options"] if side in self.deck)

    def fault(self) -> str:
        """Return why the deck is not legal."""
        found = wrong(self.deck, self.ask["context"])
        return "" if found is None else no81.deck_fault(*found)

    def load(self, cards: Sequence[str]) -> str:
        """Take a saved deck; what is not offered any more is left out."""
        self.deck = still_there(cards, self.ask["options"])
        return no81.missing_line([side for side in cards if side not in self.deck])

    def named(self, cards: Sequence[str]) -> list[str]:
        """Return name, colour and karma of each character."""
        return [no81.side_label(side) for side in cards]

    def deck_key(self, key: str) -> bool:
        """Put the highlighted character in or out, empty the deck, or fill it in again."""
        if key == "space":
            self.deck = toggled(self.deck, self.ask["options"][self.at])
        elif key == "a":
            self.deck = tuple(self.ask["default"])
            self.hint = _("Filled in: a legal deck that fate has drawn for you.")
        elif key in {"0", "delete"}:
            self.deck = ()
        else:
            return False
        return True

    def deck_title(self) -> str:
        """Return what the list is."""
        return _("karma deck: health and karma of each")

    def deck_keys(self) -> list[tuple[str, str]]:
        """Return what can be pressed."""
        return [
            ("Enter", _("hand in")),
            (_("Space"), _("in or out")),
            (_("up down"), _("row")),
            ("s", _("save")),
            ("d", _("saved")),
            ("a", _("fill in")),
            ("0", _("empty")),
            ("?", _("all of it")),
        ]

    def deck_lead(self, view: View) -> str:
        """Return what is played for."""
        return no81.aim_line(view)

    def deck_items(self, view: View) -> list[Item]:
        """Return every side with its colour, health and karma; ``x`` for those in the deck."""
        del view
        found = []
        for side in self.ask["options"]:
            colour, health, karma = no81.side_row(side)
            found.append(
                Item(
                    label=no81.character_name(side),
                    mark="x" if side in self.deck else " ",
                    right=f"{colour} {health:>2} {no81.karma_text(karma):>2}",
                    tone=Colour.YOU if side in self.deck else Colour.TEXT,
                )
            )
        return found

    def deck_panel(self, view: View) -> list[Paragraph]:
        """Return the deck and what is to be said of it, then the highlighted character."""
        del view
        context = self.ask["context"]
        names = [no81.side_label(side) for side in self.answer()]
        counted, legal, begin = verdict(self.answer(), context)
        side = self.ask["options"][self.at]
        fine = wrong(self.deck, context) is None
        return [
            (counted, Colour.TEXT),
            (legal, Colour.SUCCESS if fine else Colour.WARNING),
            (begin, Colour.TEXT),
            (_("Deck: {names}", names=join_list(names) or _("nothing")), Colour.YOU),
            (no81.character_name(side), Colour.ACCENT),
            *((text, Colour.TEXT) for text in no81.character_about(side)),
            (no81.swap_about(), Colour.MUTED),
        ]
