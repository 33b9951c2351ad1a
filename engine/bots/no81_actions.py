"""What an action of the play phase is worth to a No.81 bot (N81-5.5).

The higher, the sooner it is done: first what draws cards, then what takes answers from enemies,
then what makes an attack worse, then the attack, then what is laid down for later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.bots.no81_worth import Eyes
from engine.games.no81.cards import ATTACKS, printed
from engine.games.no81.glossary import Face
from engine.games.no81.terms import Flag

__all__ = ["HELPFUL", "Play", "rate_action"]

HELPFUL: Final = frozenset(
    {Face.PACT, Face.WINDFALL, Face.LIFE_SPRING, Face.MANA_SPRING, "lm_midnight", "lamp"}
)
"""Faces and skills whose effect a target is glad of."""

_DRAWING: Final = 6.0
_STRIPPING: Final = 4.5
_SHARPENING: Final = 4.0
_STRIKING: Final = 2.0
"""Where the steps of a turn begin; what is worth less than 0 is not done."""

_PLACING: Final[Mapping[str, float]] = {
    Face.EVADE: 1.6,
    Face.HASTE: 1.3,
    Face.MIRACLE: 1.8,
    Face.PUNCH: 1.2,
    Face.AUTO_WEAPON: 1.0,
    Face.TREASURE: _SHARPENING,
    "lm_seed": 1.4,
}
_SKILLS: Final[Mapping[str, float]] = {
    "sniff": 0.4,
    "theatrics": 0.3,
    "course": _DRAWING + 1.0,
    "fair_scales": 0.4,
    "blind_buy": _STRIPPING,
    "registered": -0.5,
    "urge": _STRIPPING,
}


class Play:
    """What a seat sees in its play phase, and what it may do there."""

    def __init__(self, eyes: Eyes, options: Sequence[str]) -> None:
        self.eyes = eyes
        self.strikes = sum(_is_strike(eyes, option) for option in options)
        """How many attacks it could make now, Punch included."""

    def best_strike(self) -> float:
        """Return how welcome the best attack is, 0 if nobody is to be attacked."""
        eyes = self.eyes
        if not self.strikes:
            return 0.0
        chances = [eyes.balance([s]) * (0.3 + eyes.openness(s)) for s in eyes.enemies()]
        return max(chances, default=0.0)


def _is_strike(eyes: Eyes, option: str) -> bool:
    match option.split(":"):
        case ["use", card, mode]:
            face = eyes.face(card)
            return face in ATTACKS and (face == Face.ATTACK_PLAIN or mode == "2")
        case ["detach", _, name]:
            return name == Face.PUNCH
        case _:
            return False


def _richest(eyes: Eyes) -> float:
    cards = [eyes.seats[s]["hand"] + len(eyes.seats[s]["zone"]) for s in eyes.enemies()]
    return min(1.0, 0.2 * max(cards, default=0))


def _off_guard(play: Play, mode: int) -> float:
    eyes = play.eyes
    if mode == 1:
        cursed = any(z["face"] == Face.CALAMITY for z in eyes.own["zone"])
        return _STRIPPING + 1.0 if cursed or _richest(eyes) else -1.0
    decks = [len(eyes.seats[s]["deck"]) for s in eyes.enemies()]
    return _STRIPPING + 1.2 if min(decks, default=9) == 1 else -0.5


def _give_and_take(play: Play, mode: int) -> float:
    if mode == 2:
        return _DRAWING + 3.0 if play.eyes.own["flags"][Flag.BROKEN] else 0.2
    return _STRIPPING if _richest(play.eyes) else -1.0


def _mind_restore(play: Play, mode: int) -> float:
    if mode == 2:
        return _DRAWING + 2.0
    broken = play.eyes.own["flags"][Flag.BROKEN]
    return _DRAWING if broken or len(play.eyes.own["spent"]) >= 3 else -1.0


def _energy_burst(play: Play, _mode: int) -> float:
    eyes = play.eyes
    gain = eyes.balance(eyes.others()) - 0.8
    return _STRIPPING if gain > 0 and eyes.spare() else -1.0


def _outburst(play: Play, _mode: int) -> float:
    eyes = play.eyes
    return _STRIPPING if eyes.balance(eyes.others()) > 0.2 else -1.0


def _life_spring(play: Play, _mode: int) -> float:
    eyes = play.eyes
    hurt = [s for s in eyes.seats if s["alive"] and s["cap"] > s["rel_hp"]]
    return -sum(eyes.enmity(s["seat"]) for s in hurt) * 0.7


def _sharper(play: Play) -> float:
    """Rate what adds to an attack: only if there is one to make."""
    return _SHARPENING + play.strikes if play.best_strike() > 0 else -1.0


def _amplify(play: Play, _mode: int) -> float:
    return _sharper(play) if play.eyes.spare() else -1.0


def _spring(play: Play, mode: int) -> float:
    return _DRAWING if mode == 2 else 1.0 - 0.2 * len(play.eyes.enemies())


_USES: Final[Mapping[str, Callable[[Play, int], float]]] = {
    Face.OFF_GUARD: _off_guard,
    Face.GIVE_AND_TAKE: _give_and_take,
    Face.PACT: lambda _play, _mode: _DRAWING,
    Face.LATENT_OUTBURST: _outburst,
    Face.LIFE_SPRING: _life_spring,
    Face.MANA_SPRING: _spring,
    Face.AMPLIFY: _amplify,
    Face.ENERGY_BURST: _energy_burst,
    Face.MIND_RESTORE: _mind_restore,
    Face.CALAMITY: lambda play, _mode: 1.0 if play.eyes.enemies() else -1.0,
    Face.WINDFALL: lambda _play, _mode: 0.8,
    "lm_wordbook": lambda _play, _mode: _DRAWING,
    "lm_chart": lambda _play, _mode: _DRAWING,
    "lm_lastbell": lambda play, _mode: 0.6 if play.eyes.spare(2) and play.eyes.enemies() else -1.0,
    "lm_ember": lambda play, _mode: _sharper(play),
    "lm_counterweight": lambda play, _mode: 0.3 if len(play.eyes.view["hand"]) > 2 else -1.0,
    "lm_midnight": lambda _play, _mode: 0.2,
    "lm_blank": lambda play, _mode: _STRIPPING if play.eyes.enemies() else -1.0,
}


def rate_action(play: Play, action: str) -> float:
    """Return what ``action`` is worth; ``pass`` is worth 0."""
    eyes = play.eyes
    match action.split(":"):
        case ["use", card, mode]:
            name = eyes.face(card)
            if name in ATTACKS:
                return _attack(play, action)
            rate = _USES.get(name)
            return rate(play, int(mode)) if rate is not None else 0.5
        case ["place", card]:
            return _PLACING.get(eyes.face(card), 0.5)
        case ["detach", card, name]:
            return _detach(play, card, name)
        case ["skill", "overheat"]:
            return _sharper(play) if eyes.spare() else -1.0
        case ["skill", name]:
            return _SKILLS.get(name, 0.3) if name != "theatrics" or eyes.spare() else -1.0
        case ["offer", seat, _]:
            return 0.2 if eyes.enmity(int(seat)) < 0 and eyes.spare(0) else -1.0
        case _:
            return 0.0


def _attack(play: Play, action: str) -> float:
    """N81-9.1 to N81-9.4: heal or attack; near death healing comes first."""
    eyes = play.eyes
    if not _is_strike(eyes, action):
        if not eyes.missing:
            return -1.0
        return _STRIKING + (1.0 if eyes.own["rel_hp"] <= 2 else -0.5)
    return _STRIKING + play.best_strike() if play.best_strike() > 0 else -1.0


def _detach(play: Play, card: str, name: str) -> float:
    eyes = play.eyes
    match name:
        case Face.PUNCH:
            # Other cards are worth more where they lie (N81-16.4).
            itself = printed(card) == Face.PUNCH
            return _STRIKING + 0.5 if itself and play.best_strike() > 0 else -1.0
        case Face.HASTE:
            return _DRAWING
        case Face.AUTO_WEAPON:
            return _STRIPPING if eyes.balance(eyes.others()) > 0.3 else -1.0
        case _:
            return 1.5 if eyes.missing >= 2 else -1.0
