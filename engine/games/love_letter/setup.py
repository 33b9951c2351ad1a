"""A table's set-up: its options, and the sixteen cards they lead to (LL-1.3, LL-2.1, LL-4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from engine.errors import ConfigError
from engine.event import Value
from engine.game import OptionSpec
from engine.games.love_letter.cards import BASE, CARDS, COPIES, EXTRAS
from engine.games.love_letter.terms import ConfigCode, Option

__all__ = ["MAX_SEATS", "MIN_SEATS", "OPTIONS", "check_pool", "configure", "pool_of"]

MIN_SEATS: Final = 2
MAX_SEATS: Final = 6
_MAX_PRINTED: Final = 4
"""The rule book's own limit; more is the house rule ``crowded`` (LL-2.1)."""


def _replaceable(extra: str) -> tuple[str, ...]:
    """Return the base cards that ``extra`` may replace: those of its number, as listed."""
    return tuple(b for b in BASE if CARDS[b].number == CARDS[extra].number)


def _extra_choices() -> tuple[str, ...]:
    """Return ``extra`` for its default replacement and ``extra/replaced`` for the others."""
    choices = []
    for extra in EXTRAS:
        *others, last = _replaceable(extra)
        assert last
        choices += [extra, *(f"{extra}/{other}" for other in others)]
    return tuple(choices)


OPTIONS: Final = (
    OptionSpec(id=Option.WINS, choices=tuple("1234567"), default="1"),
    OptionSpec(id=Option.EXTRAS, choices=_extra_choices(), default=(), many=True),
    OptionSpec(id=Option.TIEBREAK, choices=("tied", "all"), default="tied"),
    OptionSpec(
        id=Option.CROWDED, choices=("off", "on"), default="off", house_rule=frozenset({"on"})
    ),
)


def _replacement(choice: str) -> tuple[str, str]:
    """Return (extra, the base card it replaces); raise :class:`ConfigError` for anything else."""
    extra, slash, named = choice.partition("/")
    if extra not in EXTRAS:
        raise ConfigError(ConfigCode.BAD_CHOICE, option=Option.EXTRAS.value, value=choice)
    candidates = _replaceable(extra)
    replaced = named if slash else candidates[-1]
    if replaced not in candidates:
        number = CARDS[extra].number
        raise ConfigError(ConfigCode.REPLACEMENT, number=number, extra=extra, replaced=replaced)
    return extra, replaced


def check_pool(cards: Iterable[str]) -> tuple[str, ...]:
    """Return ``cards`` in the card table's order if they make a deck (LL-1.3).

    Raises :class:`ConfigError` ``pool_number`` for the first number of which there are too many or
    too few, or ``bad_choice`` for a card that does not exist or is there twice.
    """
    chosen = list(cards)
    for card in chosen:
        if card not in CARDS or chosen.count(card) > 1:
            raise ConfigError(ConfigCode.BAD_CHOICE, option=Option.EXTRAS.value, value=card)
    for number, wanted in COPIES.items():
        count = sum(CARDS[c].number == number for c in chosen)
        if count != wanted:
            raise ConfigError(ConfigCode.POOL_NUMBER, number=number, count=count, wanted=wanted)
    return tuple(c for c in CARDS if c in chosen)


@cache
def pool_of(extras: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sixteen faces that are played with (LL-1.3).

    Two extras cannot take the same base card's place: each number has one extra, so naming one
    twice leaves the deck with too many of that number, and is refused as that.
    """
    pool = list(BASE)
    for choice in extras:
        extra, replaced = _replacement(choice)
        if replaced in pool and extra not in pool:
            pool[pool.index(replaced)] = extra
        else:
            number = CARDS[extra].number
            count = COPIES[number] + 1
            raise ConfigError(
                ConfigCode.POOL_NUMBER, number=number, count=count, wanted=COPIES[number]
            )
    return check_pool(pool)


def _picked(spec: OptionSpec, value: Value) -> Value:
    """Return ``value`` for ``spec`` in its own shape, or raise :class:`ConfigError`."""
    values = value if spec.many else (value,)
    if not isinstance(values, (tuple, list)):
        raise ConfigError(ConfigCode.BAD_CHOICE, option=spec.id, value=repr(value))
    texts = tuple(str(v) for v in values)
    if spec.id == Option.EXTRAS:
        pool_of(texts)
        return tuple(c for c in spec.choices if c in {_canonical(t) for t in texts})
    for text in texts:
        if text not in spec.choices:
            raise ConfigError(ConfigCode.BAD_CHOICE, option=spec.id, value=text)
    return texts if spec.many else texts[0]


def _canonical(choice: str) -> str:
    """Return the listed form of a legal extras choice (a default replacement is not spelled)."""
    extra, replaced = _replacement(choice)
    return extra if replaced == _replaceable(extra)[-1] else choice


def configure(seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return complete options for ``seats`` players; idempotent.

    Raises :class:`ConfigError` with a :class:`ConfigCode`.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ConfigError(ConfigCode.SEATS, seats=seats, least=MIN_SEATS, most=MAX_SEATS)
    known = {spec.id for spec in OPTIONS}
    for name in options:
        if name not in known:
            raise ConfigError(ConfigCode.UNKNOWN_OPTION, option=name)
    full = {spec.id: _picked(spec, options.get(spec.id, spec.default)) for spec in OPTIONS}
    if seats > _MAX_PRINTED and full[Option.CROWDED] != "on":
        raise ConfigError(ConfigCode.CROWDED, seats=seats)
    return full
