"""Crust (N81-17.7)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.skill import Skill

__all__ = ["Crust"]


class Crust(Skill):
    """Hand limit +1."""

    id: ClassVar[str] = "crust"
    hand_limit: ClassVar[int] = 1
