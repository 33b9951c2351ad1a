"""What cards and other seats are worth to a No.81 bot, from its own view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from engine.games.no81.cards import ATTACKS, printed
from engine.games.no81.glossary import Camp, Face, Mode, Role
from engine.games.no81.library import content
from engine.games.no81.setting_up import ROLES

__all__ = ["Eyes"]

_WORTH: Final[Mapping[str, float]] = {
    Face.ATTACK_PLAIN: 2.7,
    Face.GUARD: 2.55,
    Face.ATTACK_COLD: 2.6,
    Face.ATTACK_WARM: 2.6,
    Face.OFF_GUARD: 2.0,
    Face.GIVE_AND_TAKE: 2.0,
    Face.PACT: 3.2,
    Face.LATENT_OUTBURST: 2.6,
    Face.LIFE_SPRING: 1.8,
    Face.MANA_SPRING: 2.6,
    Face.AMPLIFY: 1.4,
    Face.ENERGY_BURST: 2.4,
    Face.MIND_RESTORE: 2.6,
    Face.PUNCH: 2.7,
    Face.EVADE: 2.5,
    Face.HASTE: 2.7,
    Face.MIRACLE: 3.4,
    Face.TREASURE: 2.6,
    Face.AUTO_WEAPON: 2.7,
    Face.CALAMITY: 1.5,
    Face.WINDFALL: 1.5,
}
"""How much a card in hand is worth keeping; 1 is about a third of a card."""
_LIMITED: Final = 2.5
_SURPLUS: Final = 0.5
_USELESS: Final = 0.6
_GUARDED: Final = 0.8
"""How likely a hand card is no answer to an attack."""
_FOES: Final[Mapping[Role, tuple[Role, ...]]] = {
    Role.LORD: (Role.REBEL, Role.SPY),
    Role.LOYALIST: (Role.REBEL, Role.SPY),
    Role.REBEL: (Role.LOYALIST, Role.SPY),
}
"""N81-13.4: who stands in whose way; a spy trusts nobody."""


class Eyes:
    """One view, read for a decision."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.you: int = view["you"]
        self.seats: list[dict[str, Any]] = view["seats"]
        self.own: dict[str, Any] = self.seats[self.you]
        self.mode = Mode(view["mode"])

    def face(self, card: str) -> str:
        """Return what a card counts as for the bot's own seat (N81-4.11)."""
        return self.counts_as(printed(card))

    def counts_as(self, name: str) -> str:
        """Return what a printed face counts as for the bot's own seat."""
        own = self.own
        if name not in content().limited or own["camp"] is None:
            return name
        side = (own["character"], own["version"], own["deputy"])
        return content().counts_as(name, Camp(own["camp"]), frozenset(own["series"]), side)

    def worth(self, card: str) -> float:
        """Return what keeping ``card`` in hand is worth; the more of a kind, the less each."""
        kind = self._kind(card)
        hand: list[str] = self.view["hand"]
        earlier = hand[: hand.index(card)] if card in hand else hand
        same = sum(self._kind(other) == kind for other in earlier)
        face = self.face(card)
        if face in {Face.ATTACK_COLD, Face.ATTACK_WARM} and not self.usable(face):
            return _USELESS
        return _WORTH.get(face, _LIMITED) - _SURPLUS * same

    def usable(self, face: str) -> bool:
        """Say whether a coloured attack heals its own camp or has an enemy (N81-9.3, N81-9.4)."""
        colour = Camp.COLD if face == Face.ATTACK_COLD else Camp.WARM
        return self.own["camp"] == colour or any(
            self.seats[s]["camp"] != colour for s in self.enemies()
        )

    def _kind(self, card: str) -> str:
        """Return a face, all attacks as one: only one of them is used in a turn (N81-5.6)."""
        face = self.face(card)
        return Face.ATTACK_PLAIN if face in ATTACKS else face

    def enmity(self, seat: int) -> float:
        """Return from -1 (friend) to 1 (enemy) how much harm to ``seat`` is welcome."""
        if seat == self.you:
            return -1.0
        if self.mode is Mode.IDENTITY:
            return self._suspicion(seat)
        if self.mode is Mode.COLDWARM:
            mine, theirs = self.own["camp"], self.seats[seat]["camp"]
            return -1.0 if mine == theirs and mine != Camp.COLOURLESS else 1.0
        sides = self.view["sides"]
        same: bool = sides[seat] is not None and sides[seat] == sides[self.you]
        return -1.0 if same else 1.0

    def _suspicion(self, seat: int) -> float:
        """N81-13.4: the lord and the dead are known; the others are what is left, each as likely.

        A spy needs the lord until everybody else is dead.
        """
        role = Role(self.own["role"])
        hidden = self._hidden_roles()
        if seat == self.view["lord"]:
            return {Role.REBEL: 1.0, Role.SPY: -0.5 if hidden else 1.0}.get(role, -1.0)
        if role is Role.SPY:
            return 0.6
        foes = sum(hidden[r] for r in _FOES[role])
        return 2.0 * foes / max(1, sum(hidden.values())) - 1.0

    def _hidden_roles(self) -> Counter[Role]:
        """Return how many of each role the other living seats hold beside the lord (N81-13.1)."""
        roles = Counter(ROLES[len(self.seats)])
        shown = [s["role"] for s in self.seats if not s["alive"] or s["seat"] == self.you]
        roles.subtract([*map(Role, shown), Role.LORD])
        return +roles

    def frailty(self, seat: int) -> float:
        """Return how near to death a seat is, 0 to 1."""
        return 1.0 / max(1, int(self.seats[seat]["rel_hp"]))

    def balance(self, seats: list[int]) -> float:
        """Return how welcome one point of damage to each of ``seats`` is."""
        return sum(self.enmity(s) * (0.6 + self.frailty(s)) for s in seats)

    def openness(self, seat: int) -> float:
        """Return how likely an attack on ``seat`` gets through, from what lies open."""
        seen = self.seats[seat]
        evades = any(z["face"] == Face.EVADE for z in seen["zone"])
        return float(_GUARDED ** seen["hand"]) * (0.3 if evades else 1.0)

    def others(self) -> list[int]:
        """Return the other living seats."""
        return [s["seat"] for s in self.seats if s["alive"] and s["seat"] != self.you]

    def enemies(self) -> list[int]:
        """Return those of them that are rather enemies."""
        return [s for s in self.others() if self.enmity(s) > 0]

    def spare(self, cards: int = 1) -> bool:
        """Say whether so many mind cards can be spent without coming near a broken mind."""
        return len(self.own["deck"]) - cards >= self.reserve

    @property
    def reserve(self) -> int:
        """How many mind cards are kept: a broken mind is out in Karma mode (N81-14.8)."""
        return 5 if self.mode is Mode.KARMA else 2

    def karma(self, character: str) -> int:
        """Return a character's karma cost; 0 of one that the bot does not know."""
        known = content().characters.get(character)
        return known.karma if known is not None else 0

    def neighbours(self, seat: int) -> list[int]:
        """Return the living seats at distance 1 of ``seat`` (N81-7.1)."""
        circle = [s for s in self.view["circle"] if self.seats[s]["alive"]]
        if seat not in circle or len(circle) < 2:
            return []
        at = circle.index(seat)
        return sorted({circle[at - 1], circle[(at + 1) % len(circle)]})

    def missing_of(self, seat: int) -> int:
        """Return how many points of health ``seat`` could be healed."""
        return int(self.seats[seat]["cap"] - self.seats[seat]["rel_hp"])

    @property
    def missing(self) -> int:
        """How many points of health could be healed."""
        return self.missing_of(self.you)
