"""What a Love Letter seat may believe of the others' hands, from its own view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.love_letter.cards import NUMBER

__all__ = ["Belief"]


class Belief:
    """Weights over other seats' hands: a note is certain, the rest is what is unseen.

    The view's public answers sharpen it: "no" rules a number out, "yes" leaves only that number.
    """

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.you: int = view["you"]
        self.seats: list[dict[str, Any]] = view["seats"]
        self._unseen = self._not_placed()

    def _not_placed(self) -> list[str]:
        """Return the cards of the pool that are nowhere in this view."""
        view = self.view
        placed = {*view["face_up"], *view["hand"], view["bottom"]}
        if view["play"] is not None:
            placed.add(view["play"]["card"])
        for seat in self.seats:
            placed.update(seat["area"])
            placed.update(note["card"] for note in seat["notes"])
        return [card for card in view["pool"] if card not in placed]

    def others(self) -> list[int]:
        """Return the other seats that are still in."""
        return [s["seat"] for s in self.seats if s["alive"] and s["seat"] != self.you]

    def known(self, seat: int) -> str | None:
        """Return the card that ``seat`` certainly holds, if one is noted and it holds one."""
        notes = self.seats[seat]["notes"]
        return notes[-1]["card"] if notes else None

    def hand(self, seat: int) -> dict[str, float]:
        """Return the chance of each card to be ``seat``'s hand; empty for no hand."""
        if not self.seats[seat]["cards"]:
            return {}
        known = self.known(seat)
        if known is not None:
            return {known: 1.0}
        possible = [c for c in self._unseen if self._agrees(seat, c)] or self._unseen
        return dict.fromkeys(possible, 1 / len(possible)) if possible else {}

    def _agrees(self, seat: int, card: str) -> bool:
        answers = self.seats[seat]["answers"]
        return all((NUMBER[card] == a["number"]) == a["yes"] for a in answers)

    def numbers(self, seat: int) -> dict[int, float]:
        """Return the chance of each number to be ``seat``'s hand."""
        chances: dict[int, float] = {}
        for card, chance in self.hand(seat).items():
            chances[NUMBER[card]] = chances.get(NUMBER[card], 0.0) + chance
        return chances

    def best_guess(self, seat: int) -> tuple[int, float]:
        """Return the number from 2 to 8 that ``seat`` most likely holds, and how likely it is.

        Of equally likely numbers the highest: it is worth most to have out of the way.
        """
        chances = self.numbers(seat)
        number = max(range(2, 9), key=lambda n: (chances.get(n, 0.0), n))
        return number, chances.get(number, 0.0)

    def higher(self, seat: int, than: int) -> float:
        """Return how likely ``seat``'s hand is above ``than``."""
        return sum(chance for n, chance in self.numbers(seat).items() if n > than)

    def lower(self, seat: int, than: int) -> float:
        """Return how likely ``seat``'s hand is below ``than`` (no hand counts 0)."""
        chances = self.numbers(seat)
        if not chances:
            return 1.0 if than > 0 else 0.0
        return sum(chance for n, chance in chances.items() if n < than)

    def mean(self, seat: int) -> float:
        """Return the expected number of ``seat``'s hand."""
        return sum(n * chance for n, chance in self.numbers(seat).items())

    def chance_of(self, seat: int, *cards: str) -> float:
        """Return how likely ``seat``'s hand is one of ``cards``."""
        hand = self.hand(seat)
        return sum(hand.get(card, 0.0) for card in cards)

    def area_holds(self, *cards: str) -> bool:
        """Say whether any discard area holds one of ``cards``."""
        return any(card in seat["area"] for seat in self.seats for card in cards)

    def protections(self, seat: int) -> list[str]:
        """Return ``seat``'s protections."""
        found: list[str] = self.seats[seat]["protections"]
        return found
