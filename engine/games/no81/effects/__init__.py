"""Every mode of the common cards that can be used in the play phase, by face (N81-9)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.games.no81.effects.attacks import ATTACK_RULES
from engine.games.no81.effects.bursts import BURST_RULES
from engine.games.no81.effects.delayed import PLACING_RULES
from engine.games.no81.effects.robbing import ROBBING_RULES
from engine.games.no81.effects.springs import SPRING_RULES
from engine.games.no81.use import CardRule

__all__ = ["RULES"]

_ALL: Final = (
    *ATTACK_RULES, *ROBBING_RULES, *SPRING_RULES, *BURST_RULES, *PLACING_RULES,
)  # fmt: skip

RULES: Final[Mapping[str, Mapping[int, CardRule]]] = MappingProxyType(
    {rule.face: {r.mode: r for r in _ALL if r.face == rule.face} for rule in _ALL}
)
"""``RULES[face][mode]``."""
