"""What the Future Diary bot's judgement rests on, value by value: :mod:`engine.bots.advice`.

A sheet has fields; an option is written ``field=value``. Ties, which the bot leaves to dice, are
settled the same way every time, so that equal views give equal advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from engine.bots.advice import Advice, Ground, advise
from engine.bots.future_diary.mind import Mind
from engine.bots.future_diary.sight import Sight
from engine.bots.future_diary.windows import aimed_at_me
from engine.chance import Dice
from engine.games.future_diary.terms import Kind

__all__ = ["Code", "advice"]


class Code(StrEnum):
    """Grounds. ``seat`` and ``seats`` are numbers in the ring; ``percent`` 0 to 100."""

    FOE = "foe"
    """``seat`` is an enemy with ``percent``."""
    FRIEND = "friend"
    """``seat`` is on the own side with ``percent``."""
    STRANGER = "stranger"
    """For: nothing is known of ``seat`` yet."""
    KNOWN = "known"
    """``seat`` is known as ``role``."""
    GUESS = "guess"
    """The likeliest role of ``seat`` is ``role``, with ``percent``."""
    PREY = "prey"
    """For: ``seats`` are worth a kill by day and within reach, the best first."""
    NO_PREY = "no_prey"
    """Against: nobody within reach is likely enough to be an enemy."""
    STRANGERS = "strangers"
    """For: of so many (``count``) others nothing is known yet."""
    TRUSTED = "trusted"
    """For: ``seats`` are known, and likely on the own side."""
    AIMED = "aimed"
    """For: a diary has told of a kill that is aimed at the own seat."""
    CALM = "calm"
    """For: without knowledge it is what costs least."""
    BEFOREHAND = "beforehand"
    """For: it tells before orders are carried out, so that the day may be changed."""
    INSURED = "insured"
    """For: it counts if one is asked and nobody answers."""


Field = Mapping[str, Any]
"""``id`` and ``values``; more is not looked at."""
Grounds = Iterator[Ground]

_HARM: Final = frozenset(
    {
        "night.target", "night2.target", "follow.target", "hypnosis", "law", "law.seat", "gamble",
        "bomb", "standing.bomb", "creator.seat", "use.target", "hypnosis.target", "law.target",
        "day.pierce.seat",
    }
)  # fmt: skip
"""Fields of seats that are to suffer."""
_LEARN: Final = frozenset(
    {"diary.pick", "diary.dog_a", "diary.dog_b", "predict.seat", "truth", "faith", "gods_view",
     "proof.seats"}
)  # fmt: skip
"""Fields of seats that something is learned of."""
_TRUST: Final = frozenset(
    {"accept", "awakening", "standing.awakening", "heart_link", "use.puppet", "black_heart"}
)
"""Fields of seats that one relies on."""
_TRUSTED: Final = 0.4
"""From here on an enemy is too likely to be trusted."""
_GUESSED: Final = frozenset({"night.target", "night2.target", "follow.target", "predict.seat"})
"""Fields of seats whose role is guessed as well."""


def advice(view: Mapping[str, Any], fields: Iterable[Field]) -> tuple[Advice, ...]:
    """Return what there is to say of every value of ``fields``, in order, from ``view`` alone.

    ``view`` is of a seat that has its role. Where a field occurs twice its values are put together.
    """
    mind = Mind(Sight(view), Dice("hint"))
    together: dict[str, dict[str, None]] = {}
    for field in fields:
        together.setdefault(field["id"], {}).update(dict.fromkeys(field["values"]))
    return tuple(
        one for name, values in together.items() for one in _field(mind, name, tuple(values))
    )


def _field(mind: Mind, name: str, values: Sequence[str]) -> tuple[Advice, ...]:
    rates = {f"{name}={value}": _rate(mind, name, value) for value in values}

    def grounds(option: str) -> Grounds:
        value = option.partition("=")[2]
        if value.isdigit():
            return _seat(mind, name, int(value))
        return _VALUES.get(name.removeprefix("standing."), _nothing)(mind, value)

    return advise(rates, grounds)


def _rate(mind: Mind, name: str, value: str) -> float:
    """Return what the bot goes by where it goes by seats: the likelier enemy, or friend."""
    if not value.isdigit() or int(value) == mind.sight.seat:
        return 0.0
    foe = mind.foe(int(value))
    return foe if name in _HARM else -foe if name in _TRUST else 0.0


def _percent(chance: float) -> int:
    return round(100 * chance)


def _seat(mind: Mind, name: str, seat: int) -> Grounds:
    if seat not in mind.sight.others:
        return
    foe = mind.foe(seat)
    known = mind.sight.known.get(seat)
    if name in _LEARN:
        if known is None:
            yield Ground(code=Code.STRANGER, params={"seat": seat})
        else:
            yield Ground(code=Code.KNOWN, good=False, params={"seat": seat, "role": known})
    else:
        hostile = foe > 0.5
        likely = foe if hostile else 1.0 - foe
        good = name not in {*_HARM, *_TRUST} or hostile == (name in _HARM)
        code = Code.FOE if hostile else Code.FRIEND
        yield Ground(code=code, good=good, params={"seat": seat, "percent": _percent(likely)})
        if known is not None:
            yield Ground(code=Code.KNOWN, params={"seat": seat, "role": known})
    if name in _GUESSED and known is None:
        role, chance = mind.suspicion.best_role(seat)
        yield Ground(
            code=Code.GUESS, params={"seat": seat, "role": role, "percent": _percent(chance)}
        )


# --- fields of words -------------------------------------------------------------------------


def _nothing(_mind: Mind, _value: str) -> Grounds:
    return iter(())


def _day(mind: Mind, value: str) -> Grounds:
    match value:
        case Kind.KILL if mind.prey:
            yield Ground(code=Code.PREY, params={"seats": tuple(mind.prey[:2])})
        case Kind.KILL:
            yield Ground(code=Code.NO_PREY, good=False)
        case Kind.PROBE if mind.strangers:
            yield Ground(code=Code.STRANGERS, params={"count": len(mind.strangers)})
        case Kind.ALLY:
            known = mind.sight.known
            seats = tuple(n for n in mind.friendly if n in known and mind.foe(n) < _TRUSTED)
            if seats:
                yield Ground(code=Code.TRUSTED, params={"seats": seats[:2]})
        case Kind.DISGUISE | Kind.FLEE if any(True for _ in aimed_at_me(mind)):
            yield Ground(code=Code.AIMED)
        case Kind.DISGUISE:
            yield Ground(code=Code.CALM)
        case _:
            pass


def _diary(_mind: Mind, value: str) -> Grounds:
    if value == "use":
        yield Ground(code=Code.BEFOREHAND)


def _standing(_mind: Mind, value: str) -> Grounds:
    if value in {"yes", "accept"}:
        yield Ground(code=Code.INSURED)


_VALUES: Final[Mapping[str, Callable[[Mind, str], Grounds]]] = {
    "day": _day,
    "diary": _diary,
    "half_god": _standing,
    "trigger1": _standing,
    "will": _standing,
}
