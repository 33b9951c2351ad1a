"""A table's set-up: its options, and the roles in play they lead to (FD-2.2, FD-2.3, FD-14.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import ConfigError
from engine.event import Value
from engine.game import OptionSpec
from engine.games.future_diary.roles import FIRST_LOOP, SETUPS, seats_of
from engine.games.future_diary.terms import ConfigCode, Option, Pace, Role

__all__ = ["MAX_SEATS", "MIN_SEATS", "OPTIONS", "configure", "roles_of"]

MIN_SEATS: Final = min(SETUPS)
MAX_SEATS: Final = max(SETUPS)
_ALWAYS: Final = frozenset({Role.FIRST, Role.SECOND})

OPTIONS: Final = (
    OptionSpec(id=Option.PACE, choices=tuple(Pace), default=Pace.NORMAL),
    OptionSpec(id=Option.QUIET, choices=("off", *map(str, range(3, 13))), default="6"),
    OptionSpec(id=Option.ACTS, choices=tuple(map(str, range(8, 41))), default="20"),
    OptionSpec(id=Option.ROLES, choices=tuple(Role), default=(), many=True),
    OptionSpec(id=Option.REVEAL, choices=("on", "off"), default="on"),
)


def configure(seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return complete options for ``seats`` players; idempotent.

    Raises :class:`ConfigError` with a :class:`ConfigCode`.
    """
    if seats not in FIRST_LOOP:
        raise ConfigError(ConfigCode.SEATS, seats=seats, least=MIN_SEATS, most=MAX_SEATS)
    known = {spec.id for spec in OPTIONS}
    for name in options:
        if name not in known:
            raise ConfigError(ConfigCode.CHOICE, option=name, value="")
    full = {spec.id: _picked(spec, options.get(spec.id, spec.default)) for spec in OPTIONS}
    roles = roles_of(seats, full)
    if seats_of(roles) != seats or not _ALWAYS.issubset(roles):
        raise ConfigError(ConfigCode.ROLES, seats=seats, count=seats_of(roles))
    return full


def _picked(spec: OptionSpec, value: Value) -> Value:
    """Return ``value`` for ``spec`` in its own shape and order."""
    values = value if spec.many else (value,)
    if not isinstance(values, (tuple, list)):
        raise ConfigError(ConfigCode.CHOICE, option=spec.id, value=repr(value))
    texts = [str(v) for v in values]
    for text in texts:
        if text not in spec.choices or texts.count(text) > 1:
            raise ConfigError(ConfigCode.CHOICE, option=spec.id, value=text)
    return tuple(c for c in spec.choices if c in texts) if spec.many else texts[0]


def roles_of(seats: int, options: Mapping[str, Value]) -> tuple[Role, ...]:
    """Return the roles in play: the host's own set, else that of the size (FD-2.2, FD-2.3)."""
    own = options[Option.ROLES]
    assert isinstance(own, (tuple, list))
    chosen = {str(role) for role in own} or set(SETUPS[seats])
    return tuple(role for role in Role if role in chosen)
