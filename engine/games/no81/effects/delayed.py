"""Delayed cards: placing, and detaching basics in the play phase (N81-9.0.3 to N81-9.0.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.games.no81.distance import neighbours
from engine.games.no81.effects.attacks import PUNCH_ATTACK, spend
from engine.games.no81.effects.bursts import ENERGY_BURST
from engine.games.no81.effects.targets import anybody
from engine.games.no81.faces import face, in_zone
from engine.games.no81.glossary import CardClass, Face
from engine.games.no81.moves import draw_cards, go_home, lay, move
from engine.games.no81.pay import Price, pay
from engine.games.no81.places import RESOLVING, hand, zone
from engine.games.no81.settle import settle
from engine.games.no81.state import State
from engine.games.no81.terms import EventKind, Why
from engine.games.no81.use import CardRule, Shape, Use, carry_out
from engine.request import Script, tell

__all__ = [
    "DETACHING",
    "PLACING_RULES",
    "DetachRule",
    "can_place",
    "detach",
    "detach_rule",
    "place",
]


def can_place(state: State, seat: int, name: str) -> bool:
    """N81-9.0.3: a card that counts as a delayed basic, and none of the same id in the own zone."""
    basic = state.content.kind(name) is CardClass.DELAYED_BASIC
    return basic and not in_zone(state, seat, name)


def place(state: State, seat: int, card: str) -> Script[None]:
    """N81-9.0.3: put a delayed basic into the own zone; nobody can respond."""
    yield from lay(state, card, hand(seat), zone(seat), why=Why.PLACE)


def _free_of(name: Face) -> Callable[[State, int, str], list[int]]:
    """N81-9.0.6: return whose zone holds no card of this id."""
    return lambda state, user, _card: [
        s for s in anybody(state, user) if not in_zone(state, s, name)
    ]


def _settle_in(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.0.6: the delayed event lies in the target's zone from now on."""
    (card,) = use.cards
    other = None if face(state, target, card) == use.face else use.face
    yield from lay(state, card, RESOLVING, zone(target), why=Why.PLACE, as_face=other)


PLACING_RULES: Final = tuple(
    CardRule(face=name, mode=1, shape=Shape.ONE, targets=_free_of(name), effect=_settle_in)
    for name in (Face.CALAMITY, Face.WINDFALL)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DetachRule:
    """What detaching a delayed basic in the play phase does.

    ``targets`` None: it takes none; ``group``: it is on all of them, otherwise one is chosen.
    """

    effect: Callable[[State, int, tuple[int, ...]], Script[None]]
    targets: Callable[[State, int], list[int]] | None = None
    group: bool = False
    price: Price = Price.NONE


def detach_rule(state: State, name: str) -> DetachRule:
    """Return what detaching a card as ``name`` does, a pack's own included (N81-19.3)."""
    return DETACHING.get(name) or state.content.detaching[name]


def detach(state: State, seat: int, card: str, name: str, targets: tuple[int, ...]) -> Script[None]:
    """N81-9.0.5: detach ``card`` as ``name``; the card goes home when the effect is over."""
    yield from tell(
        EventKind.USED, seat=seat, face=name, mode=1, targets=targets, cards=(card,), choice=None
    )
    yield from pay(state, seat, detach_rule(state, name).price, card)
    if card not in state.players[seat].zone:  # as in `use.carry_out`
        yield from settle(state)
        return
    yield from move(state, [card], zone(seat), RESOLVING, why=Why.DETACH)
    yield from settle(state, effect=False)
    yield from detach_rule(state, name).effect(state, seat, targets)
    yield from go_home(state, [card], RESOLVING, why=Why.HOME)
    yield from settle(state)


def _punch(state: State, seat: int, targets: tuple[int, ...]) -> Script[None]:
    """N81-9.14.1: a virtual Colourless Attack that does not count for N81-5.6."""
    bonus = yield from spend(state, seat, counts=False)
    use = Use(user=seat, face=Face.ATTACK_PLAIN, mode=1, targets=targets, punch=True, bonus=bonus)
    yield from carry_out(state, use, PUNCH_ATTACK)


def _haste(state: State, seat: int, _targets: tuple[int, ...]) -> Script[None]:
    """N81-9.16.1."""
    yield from draw_cards(state, seat, 3, why=Face.HASTE)


def _auto_weapon(state: State, seat: int, _targets: tuple[int, ...]) -> Script[None]:
    """N81-9.19.1: a virtual Energy Burst without its mind card."""
    targets = tuple(state.others(seat))
    use = Use(user=seat, face=Face.ENERGY_BURST, mode=1, targets=targets)
    yield from carry_out(state, use, ENERGY_BURST, free=True)


DETACHING: Final[Mapping[str, DetachRule]] = MappingProxyType(
    {
        Face.PUNCH.value: DetachRule(targets=neighbours, effect=_punch),
        Face.HASTE.value: DetachRule(effect=_haste),
        Face.AUTO_WEAPON.value: DetachRule(effect=_auto_weapon),
    }
)
"""By what a card is detached as."""
