"""What makes a session comfortable for one player: mouse, link, stillness.

What a player has chosen is a value that is stored for their key. What follows from it in a session
(whether it spares the link now, whether it keeps still) lives in a context variable that the
session begins once, like the language (``tui.i18n``).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

__all__ = [
    "LINK",
    "MOUSE",
    "STILL",
    "Comfort",
    "Link",
    "begin",
    "is_coarse",
    "is_sparing",
    "is_still",
    "use",
]

MOUSE: Final = "mouse"
LINK: Final = "link"
STILL: Final = "still"
"""Names of the player's settings: a bool, one of :class:`Link`, a bool."""


class Link(StrEnum):
    """How much may be sent to this player."""

    AUTO = "auto"
    """As the link has shown itself."""
    LOW = "low"
    """As little as will do."""
    FULL = "full"
    """Everything, however slow the link is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comfort:
    """What a player has chosen; the mouse is off at first, as terminals select text with it."""

    mouse: bool = False
    link: Link = Link.AUTO
    still: bool = False
    """Nothing moves by itself: no seconds that count down, no replay that runs on."""

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Comfort:
        """Read it from a player's record, whatever an earlier version has put there."""
        link = settings.get(LINK)
        return cls(
            mouse=settings.get(MOUSE) is True,
            link=Link(link) if isinstance(link, str) and link in set(Link) else Link.AUTO,
            still=settings.get(STILL) is True,
        )

    @property
    def settings(self) -> dict[str, Any]:
        """The same for the player's record."""
        return {MOUSE: self.mouse, LINK: self.link.value, STILL: self.still}

    def with_other_link(self, step: int) -> Comfort:
        """Return the same with the next choice for the link, or the one before."""
        kinds = list(Link)
        return replace(self, link=kinds[(kinds.index(self.link) + step) % len(kinds)])


@dataclass(slots=True)
class _Now:
    sparing: bool = False
    still: bool = False


_now: ContextVar[_Now] = ContextVar("undertable_comfort")


def begin() -> None:
    """Give the current context, and every task started from it later, comfort of its own."""
    _now.set(_Now())


def use(*, sparing: bool, still: bool) -> None:
    """Let this session spare the link or keep still from now on, or not."""
    found = _now.get(None)
    if found is None:
        _now.set(_Now(sparing, still))
    else:
        found.sparing, found.still = sparing, still


def is_sparing() -> bool:
    """Return whether this session sends as little as will do."""
    found = _now.get(None)
    return found is not None and found.sparing


def is_still() -> bool:
    """Return whether nothing on this session's screen may move by itself."""
    found = _now.get(None)
    return found is not None and found.still


def is_coarse() -> bool:
    """Return whether clocks are told in steps also at their end."""
    return is_sparing() or is_still()
