"""What a command is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from tui.screens.page import Page

__all__ = ["AnyCommand", "Command"]

P = TypeVar("P", bound="Page")


class Command(ABC, Generic[P]):
    """Something a player can do with one key. ``label`` and ``help`` are message ids."""

    keys: ClassVar[tuple[str, ...]]
    shown: ClassVar[str] = ""
    """How the key is written; the first of ``keys`` if empty."""
    label: ClassVar[str]
    help: ClassVar[str]
    footer: ClassVar[bool] = True
    """Whether the footer has it; help lists every command."""
    vital: ClassVar[bool] = False
    """Whether the footer has it on the narrowest screen too."""

    def available(self, page: P) -> bool:  # noqa: ARG002
        """Tell whether it can be done on ``page`` now."""
        return True

    @abstractmethod
    def run(self, page: P) -> None:
        """Do it."""


AnyCommand = Command[Any]
"""A command of whatever page lists it."""
