"""Deep Roots (N81-17.12)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.skill import Skill

__all__ = ["DeepRoots"]


class DeepRoots(Skill):
    """Others cannot discard or take delayed basics from the owner's zone."""

    id: ClassVar[str] = "deep_roots"
    protects_delayed: ClassVar[bool] = True
