"""What a plug-in is told of an occurrence, and what of it it may change (N81-19.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.games.no81.glossary import Timing
from engine.games.no81.packs.tape import Misuse
from engine.games.no81.skill import Moment
from engine.games.no81.state import State

__all__ = ["DamageFacts", "Event", "apply"]


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST


_MOST: Final = 99
_CHANGES: Final[Mapping[str, Mapping[str, Callable[[object], bool]]]] = {
    Timing.PHASE_START: {"skip": _is_flag},
    Timing.DRAW_COUNT: {"n": _is_number},
    Timing.USE_FINISHED: {"destination": lambda v: v in ("", "hand")},
    Timing.W_EVENT: {"cancelled": _is_flag},
    Timing.W_GUARD: {"guarded": _is_flag},
    Timing.GUARD_COST: {"extra_mind_cost": _is_number},
    Timing.BEFORE_HEAL: {"n": _is_number},
    Timing.MIND_DISCARDED: {"destination": lambda v: v in ("", "under")},
}
"""N81-19.4, last column; the amount of a damage is :class:`DamageFacts`'."""
_DAMAGE: Final = frozenset({Timing.W_DMG_SRC, Timing.W_DMG_TGT})


class DamageFacts:
    """A damage; ``amount`` may be changed in ``w_dmg_src`` and ``w_dmg_tgt``.

    ``attribute`` is ``cold``, ``warm`` or ``none``, ``source`` a seat or None, ``target`` a seat,
    ``is_attack`` yes or no, ``cause`` a card's or skill's id.
    """

    __slots__ = ("_changeable", "amount", "attribute", "cause", "is_attack", "source", "target")

    _changeable: bool
    amount: int
    attribute: str
    cause: str
    is_attack: bool
    source: int | None
    target: int

    def __init__(self, damage: Any, *, changeable: bool) -> None:
        put = super().__setattr__
        put("_changeable", changeable)
        put("amount", damage.amount)
        put("attribute", damage.attribute.value)
        put("source", damage.source)
        put("target", damage.target)
        put("is_attack", damage.is_attack)
        put("cause", damage.cause)

    def again(self) -> DamageFacts:
        """Return a copy, which can be changed by itself."""
        one = object.__new__(DamageFacts)
        for name in self.__slots__:
            object.__setattr__(one, name, getattr(self, name))
        return one

    def __setattr__(self, name: str, value: object) -> None:
        if name != "amount" or not self._changeable or not _is_number(value):
            raise Misuse
        super().__setattr__(name, value)


class Event:
    """One occurrence of a timing. What a timing does not have is None, ``""``, 0 or no."""

    def __init__(self, state: State, seat: int, moment: Moment, *, timing: str = "") -> None:
        # ``timing`` is what a plug-in knows it as, where it is none of N81-19.4.
        use, damage = moment.use, moment.damage
        facts: dict[str, Any] = {
            "timing": timing or moment.timing.value,
            "seat": seat,
            "acting": state.acting,
            "phase": (moment.phase or state.phase).value,
            "who": moment.who,
            "n": moment.n,
            "cause": moment.cause,
            "in_draw_phase": moment.in_draw_phase,
            "user": moment.who if use is None else use.user,
            "card": _card(moment),
            "face": moment.cause if use is None else use.face,
            "mode": 0 if use is None else use.mode,
            "targets": () if use is None else use.targets,
            "punch": use is not None and use.punch,
            "target": moment.target,
            "dying": moment.who if moment.timing is Timing.W_DYING else None,
            "destination": moment.destination,
            "guarded": moment.guarded,
            "cancelled": moment.cancelled,
            "skip": moment.skip,
        }
        facts["attacker"] = facts["user"]
        facts["kind"] = moment.cause
        facts["killer"] = moment.killer
        facts["cards"] = moment.cards
        facts |= {"answerer": moment.who, "demander": moment.target, "extra_mind_cost": moment.n}
        facts["damage"] = None
        if damage is not None:
            facts["damage"] = DamageFacts(damage, changeable=moment.timing in _DAMAGE)
            facts["target"] = damage.target
        self._begin(facts)

    def _begin(self, facts: dict[str, Any]) -> None:
        damage = facts["damage"]
        own = {"damage": None if damage is None else damage.again(), "_first": facts}
        self.__dict__.update(facts, **own)

    def again(self) -> Event:
        """Return it as it was before anything was changed."""
        one = object.__new__(Event)
        one._begin(self.__dict__["_first"])
        return one

    def __setattr__(self, name: str, value: object) -> None:
        fits = _CHANGES.get(self.timing, {}).get(name)
        if fits is None or not fits(value):
            raise Misuse
        self.__dict__[name] = value

    def __getattr__(self, name: str) -> Any:
        raise Misuse(name)


def _card(moment: Moment) -> str | None:
    """Return the physical card that it is about; a virtual one has none."""
    if moment.card is not None or moment.use is None:
        return moment.card
    return moment.use.cards[0] if moment.use.cards else None


_NAMED: Final = {"extra_mind_cost": "n"}
"""What the rules page calls otherwise than the engine."""


def apply(event: Event, moment: Moment) -> None:
    """Carry over to the rules what the plug-in has changed."""
    first = event.__dict__["_first"]
    for name in _CHANGES.get(event.timing, {}):
        if event.__dict__[name] != first[name]:
            setattr(moment, _NAMED.get(name, name), event.__dict__[name])
    if moment.damage is not None and moment.timing in _DAMAGE:
        moment.damage.amount = event.damage.amount
