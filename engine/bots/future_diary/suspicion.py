"""Who may be whom, and who may be first loop: weights from what one seat has read.

Nothing here is certain but what the rules make so: 2nd is first loop, 1st begins in the second, a
seat seen to kill by night has the night right, and a wrong prediction excludes a role.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from engine.bots.future_diary.sight import Sight
from engine.games.future_diary.terms import Kind, Loop, ReportCode, Role

__all__ = ["Suspicion"]

_SURE: Final = 0.97
_CLEARED: Final = 0.03
_KILLED_OWN: Final = 0.75
"""How likely a seat is first loop that was seen to strike somebody of the second."""
_EARLY: Final = 3.0
"""How much more a day killer of act 1, who can know nobody, weighs as 2nd or 3rd."""


class Suspicion:
    """The table of one seat: :meth:`role` and :meth:`hunted` are chances from 0 to 1."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._signs: dict[int, float] = {}
        self._early: set[int] = set()
        for act, line in sight.lines():
            self._read(act, line)

    def _read(self, act: int, line: Mapping[str, Any]) -> None:
        seat = line.get("seat")
        if not isinstance(seat, int) or seat == self.sight.seat:
            return
        match line["code"]:
            case ReportCode.ACTIONS:
                if (line.get("night") or {}).get("kind") == Kind.KILL:
                    self._signs[seat] = _SURE
                day = line.get("day") or {}
                if day.get("kind") == Kind.KILL:
                    self._struck(act, seat, day["targets"])
            case ReportCode.SWEEP:
                self._struck(act, seat, line["targets"])
            case ReportCode.FINAL:
                if line["final"]["kind"] == Kind.KILL:
                    self._struck(act, seat, line["final"]["targets"])
            case ReportCode.AGAINST:
                if line["kind"] == Kind.KILL:
                    sign = _SURE if line["night"] else _KILLED_OWN
                    self._sign(
                        seat, 0.2 if self.sight.is_first_loop and not line["night"] else sign
                    )
            case _:
                pass

    def _struck(self, act: int, seat: int, targets: tuple[int, ...]) -> None:
        """Take note of a day kill: whom one strikes tells on which side one is."""
        if act == 1:
            self._early.add(seat)
        for target in targets:
            fallen = self.sight.dead.get(target)
            if target == self.sight.seat:
                self._sign(seat, 0.2 if self.sight.is_first_loop else _KILLED_OWN)
            elif fallen is not None:
                first = fallen["loop"] == Loop.FIRST
                self._sign(seat, 0.1 if first else _KILLED_OWN)
            else:
                self._sign(seat, 0.4)

    def _sign(self, seat: int, chance: float) -> None:
        if self._signs.get(seat, 0.0) < _SURE:
            self._signs[seat] = chance

    @cached_property
    def _roles(self) -> Mapping[int, Mapping[str, float]]:
        """Share the hidden roles out among the seats whose role is not known."""
        sight = self.sight
        free = Counter(sight.hidden_roles)
        for seat in sight.others:
            role = sight.known.get(seat)
            if role is not None and free[role]:
                free[role] -= 1
        open_seats = [n for n in sight.others if n not in sight.known]
        weights: dict[int, dict[str, float]] = defaultdict(dict)
        for seat in open_seats:
            for role, count in free.items():
                if count and (seat, role) not in sight.misses:
                    likely = role in {Role.SECOND, Role.THIRD} and seat in self._early
                    weights[seat][role] = count * (_EARLY if likely else 1.0)
        return _shared(weights, free)

    def role(self, seat: int, role: str) -> float:
        """Return how likely ``seat`` is ``role``."""
        known = self.sight.known.get(seat)
        if known is not None:
            return 1.0 if known == role else 0.0
        return self._roles.get(seat, {}).get(role, 0.0)

    def best_role(self, seat: int) -> tuple[str, float]:
        """Return the likeliest role of ``seat`` and how likely it is."""
        known = self.sight.known.get(seat)
        if known is not None:
            return known, 1.0
        chances = self._roles.get(seat, {})
        if not chances:
            return self.sight.hidden_roles[0], 0.0
        role = max(chances, key=lambda r: (chances[r], r))
        return role, chances[role]

    def hunted(self, seat: int) -> float:
        """Return how likely ``seat`` is first loop."""
        sight = self.sight
        known = sight.known.get(seat)
        if known == Role.SECOND:
            return _SURE
        if known == Role.FIRST:
            return _CLEARED
        if seat in self._signs:
            return self._signs[seat]
        if seat == sight.me["partner"]:
            return _SURE if sight.is_first_loop else _CLEARED
        return self._prior(seat)

    def _prior(self, seat: int) -> float:
        """Return the share of hidden first-loop seats among those that nothing is known of."""
        left, plain, second_is_hidden = self._hidden
        if not plain:
            return _CLEARED
        chance = max(0.0, min(1.0, left / plain))
        if seat in self.sight.known and second_is_hidden:
            # One of those left is 2nd, and this seat is not.
            chance *= max(0.0, (left - 1) / left) if left > 0 else 0.0
        return chance

    @cached_property
    def _hidden(self) -> tuple[int, int, bool]:
        """How many first-loop seats are hidden, among how many, and whether 2nd is one of them."""
        sight, signs, known = self.sight, self._signs, self.sight.known
        sure = sum(1 for n in sight.others if signs.get(n, 0) >= _SURE)
        second = next((n for n in sight.others if known.get(n) == Role.SECOND), None)
        left = sight.hunted_left - sure - (second is not None and second not in signs)
        cleared = {Role.FIRST, Role.SECOND}
        plain = [n for n in sight.others if n not in signs and known.get(n) not in cleared]
        return left, len(plain), Role.SECOND in sight.hidden_roles and second is None


def _shared(
    weights: Mapping[int, Mapping[str, float]], free: Counter[str]
) -> Mapping[int, Mapping[str, float]]:
    """Scale rows to one and columns to the count of each role, a few times over."""
    table = {seat: dict(row) for seat, row in weights.items()}
    for _round in range(4):
        for role, count in free.items():
            total = sum(row.get(role, 0.0) for row in table.values())
            if total:
                for row in table.values():
                    if role in row:
                        row[role] *= count / total
        for row in table.values():
            total = sum(row.values())
            for role in row:
                row[role] /= total
    return table
