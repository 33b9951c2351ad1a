"""Tailwind (N81-17.1)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.skill import Skill

__all__ = ["Tailwind"]


class Tailwind(Skill):
    """Attack range +1."""

    id: ClassVar[str] = "tailwind"
    reach: ClassVar[int] = 1
