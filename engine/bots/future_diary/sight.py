"""What a seat sees, in the shape in which a player thinks of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from engine.games.future_diary.terms import Loop, Role

__all__ = ["Sight", "bare"]


def bare(role: str) -> str:
    """Return a shown role without 7th's half."""
    return role.partition("/")[0]


class Sight:
    """A reading of one viewer's view; everything is worked out when it is first asked for."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.me: Mapping[str, Any] = view["me"]
        self.seat: int = self.me["seat"]
        self.role = Role(bare(self.me["role"]))
        self.act: int = view["act"]
        self.is_first_loop = self.me["loop"] == Loop.FIRST

    @cached_property
    def dead(self) -> Mapping[int, Mapping[str, Any]]:
        """The announced dead by seat."""
        return {one["seat"]: one for one in self.view["dead"]}

    @cached_property
    def others(self) -> tuple[int, ...]:
        """Living seats besides the own one, in ring order."""
        seats = range(1, self.view["setup"]["seats"] + 1)
        return tuple(n for n in seats if n not in self.dead and n != self.seat)

    @cached_property
    def friends(self) -> frozenset[int]:
        """The own ally's seats and the other half of 7th."""
        partner = self.me["partner"]
        return frozenset(self.me["ally"]) | (frozenset() if partner is None else {partner})

    @cached_property
    def known(self) -> Mapping[int, str]:
        """By seat the role of the newest link, 7th without half; own friends' too."""
        found: dict[int, str] = {}
        for entry in self.me["ledger"]:
            found.setdefault(entry["seat"], bare(entry["role"]))
        return found

    @cached_property
    def hidden_roles(self) -> tuple[str, ...]:
        """Roles that living seats other than the own one hold, 7th once for each half."""
        left = [
            role
            for name in self.view["setup"]["roles"]
            for role in ((name, name) if name == Role.SEVENTH else (name,))
        ]
        gone = [bare(one["role"]) for one in self.view["dead"]]
        if self.seat not in self.dead:
            gone.append(bare(self.me["role"]))
        for role in gone:
            left.remove(role)
        return tuple(left)

    @cached_property
    def hunted_left(self) -> int:
        """How many living seats besides the own one are first loop, as far as deaths tell."""
        fallen = sum(one["loop"] == Loop.FIRST for one in self.view["dead"])
        total: int = self.view["setup"]["first_loop"]
        left: int = total - fallen - (1 if self.is_first_loop else 0)
        return max(0, left)

    @cached_property
    def misses(self) -> frozenset[tuple[int, str]]:
        """Wrong predictions of the own: this seat is not that role (masks aside)."""
        wrong = (p for p in self.me["predictions"] if not p["right"])
        return frozenset((p["seat"], p["role"]) for p in wrong)

    def lines(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yield every line of every report that was read: (act, line)."""
        for page in self.me["acts"]:
            for wave in ("foresight_1", "foresight_2"):
                for report in (page[wave] or {}).get("reports", ()):
                    for line in report["lines"]:
                        yield page["act"], line

    def items(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yield every line of every private notice: (act, item)."""
        for page in self.me["acts"]:
            for item in page["items"] or ():
                yield page["act"], item

    @property
    def page(self) -> Mapping[str, Any]:
        """What was read in this act so far."""
        pages = self.me["acts"]
        return pages[-1] if pages and pages[-1]["act"] == self.act else {}
