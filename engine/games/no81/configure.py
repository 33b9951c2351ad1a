"""A table's set-up: its options and what they may be (N81-11.1, N81-12.1, N81-15.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.errors import ConfigError
from engine.event import Value
from engine.game import OptionSpec
from engine.games.no81.content import Content
from engine.games.no81.glossary import Mode
from engine.games.no81.splits import SEATS, SPLITS, STANDARD, splits_for
from engine.games.no81.terms import ConfigCode, Option

__all__ = ["FREE", "MAX_SEATS", "MIN_SEATS", "configure_with", "options_with"]

MIN_SEATS: Final = SEATS[0]
MAX_SEATS: Final = SEATS[-1]
FREE: Final = "free"
"""N81-11.2: any character, and the camp follows it."""

_OFFERS: Final = "offers"


def options_with(content: Content) -> tuple[OptionSpec, ...]:
    """Return the set-up options of the game with this content."""

    def splits(seats: int, options: Mapping[str, Value]) -> tuple[str, ...]:
        return splits_for(content, Mode(str(options[Option.MODE])), seats)

    def picks(_seats: int, options: Mapping[str, Value]) -> tuple[str, ...]:
        coldwarm = options[Option.MODE] == Mode.COLDWARM
        return (_OFFERS, FREE) if coldwarm else (_OFFERS,)

    limits = tuple(str(n) for n in range(5, 100))
    return (
        OptionSpec(id=Option.MODE, choices=tuple(m.value for m in Mode), default=Mode.COLDWARM),
        OptionSpec(id=Option.SPLIT, choices=SPLITS, default=STANDARD, offered=splits),
        OptionSpec(id=Option.ROUND_LIMIT, choices=limits, default="20"),
        OptionSpec(id=Option.PICK, choices=(_OFFERS, FREE), default=_OFFERS, offered=picks),
    )


def configure_with(content: Content) -> Callable[[int, Mapping[str, Value]], Mapping[str, Value]]:
    """Return what checks a set-up of the game with this content and completes its options.

    It is idempotent and raises :class:`ConfigError` with a :class:`ConfigCode`.
    """
    specs = {spec.id: spec for spec in options_with(content)}

    def configure(seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise ConfigError(ConfigCode.SEATS, seats=seats, least=MIN_SEATS, most=MAX_SEATS)
        for name in options:
            if name not in specs:
                raise ConfigError(ConfigCode.UNKNOWN_OPTION, option=name)
        full: dict[str, Value] = {}
        for name, spec in specs.items():
            value = str(options.get(name, spec.default))
            if value not in spec.choices:
                raise ConfigError(ConfigCode.BAD_CHOICE, option=name, value=value)
            full[name] = value
        _check_sides(content, seats, full)
        return full

    return configure


def _check_sides(content: Content, seats: int, full: Mapping[str, Value]) -> None:
    """N81-11.1, N81-11.2, N81-12.1: refuse sides that cannot be dealt."""
    mode, split = Mode(str(full[Option.MODE])), str(full[Option.SPLIT])
    if full[Option.PICK] == FREE and (mode is not Mode.COLDWARM or split != STANDARD):
        raise ConfigError(ConfigCode.FREE_PICK, mode=mode)
    if split not in splits_for(content, mode, seats):
        raise ConfigError(ConfigCode.SPLIT, split=split, seats=seats, mode=mode)
