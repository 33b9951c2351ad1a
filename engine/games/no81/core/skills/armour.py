"""Armour Use (N81-16.4)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Face
from engine.games.no81.skill import Skill

__all__ = ["Armour"]


class Armour(Skill):
    """Delayed basics work at once, and as Punch, Evade or Miracle."""

    id: ClassVar[str] = "armour"
    early: ClassVar[bool] = True
    converts: ClassVar[frozenset[str]] = frozenset({Face.PUNCH, Face.EVADE, Face.MIRACLE})
    evades_from_hand: ClassVar[bool] = True
