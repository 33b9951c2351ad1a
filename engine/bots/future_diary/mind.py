"""What a seat wants: whom it counts as an enemy, whom it would strike, whom it would trust."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from engine.bots.future_diary.sight import Sight
from engine.bots.future_diary.suspicion import Suspicion
from engine.chance import Dice
from engine.games.future_diary.terms import Role

__all__ = ["Mind"]

_PATIENCE: Final = 0.5
"""An enemy this sure is struck by the second loop in quiet times."""
_HURRY: Final = 0.08
"""How much less sure one need be for every act in a row that nobody died in."""


class Mind:
    """One seat's view of friend and foe in one step."""

    def __init__(self, sight: Sight, dice: Dice) -> None:
        self.sight = sight
        self.suspicion = Suspicion(sight)
        self.dice = dice

    def foe(self, seat: int) -> float:
        """Return how likely ``seat`` is on the other side, 0 for the own ally or half."""
        if seat in self.sight.friends:
            return 0.0
        hunted = self.suspicion.hunted(seat)
        return 1.0 - hunted if self.sight.is_first_loop else hunted

    @cached_property
    def foes(self) -> list[int]:
        """Living others that are no friends, the likeliest enemy first; ties by chance."""
        seats = [n for n in self.sight.others if n not in self.sight.friends]
        keyed = [(-self.foe(n), self.dice.below(1000), n) for n in seats]
        return [n for _, _, n in sorted(keyed)]

    @property
    def friendly(self) -> list[int]:
        """The same seats, the likeliest friend first."""
        return [*self.sight.friends, *reversed(self.foes)]

    @cached_property
    def strangers(self) -> list[int]:
        """Foes that nothing is known of, as :attr:`foes`."""
        return [n for n in self.foes if n not in self.sight.known]

    @property
    def bar(self) -> float:
        """How sure of an enemy a strike by day needs to be."""
        if self.sight.is_first_loop:
            return _PATIENCE
        quiet = self.sight.act - max((one["act"] for one in self.sight.view["dead"]), default=0) - 1
        return max(0.15, _PATIENCE - _HURRY * quiet)

    @cached_property
    def prey(self) -> list[int]:
        """Seats worth a day kill as far as the own rights reach, the best first."""
        free = self.sight.role in {Role.SECOND, Role.THIRD}
        reach = self.foes if free else [n for n in self.foes if n in self.sight.known]
        return [n for n in reach if self.foe(n) >= self.bar]

    def happens(self, percent: int) -> bool:
        """Return True in ``percent`` of a hundred cases."""
        return self.dice.below(100) < percent

    def weighted(self, *choices: tuple[str, int]) -> list[str]:
        """Return the choices in an order drawn by their weights."""
        left = list(choices)
        order: list[str] = []
        while left:
            at = self.dice.below(sum(weight for _, weight in left))
            for choice in left:
                at -= choice[1]
                if at < 0:
                    break
            order.append(choice[0])
            left.remove(choice)
        return order
