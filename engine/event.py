"""Facts with an audience.

An :class:`Event` is one thing that happened. What a viewer learns of it is decided *where it is
told*: ``public`` fields go to everyone in the audience, ``private[seat]`` fields are added for that
seat alone. The default for any datum is hidden: what stands in neither mapping is told to nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

__all__ = ["NOTHING", "SPECTATOR", "Event", "Value", "ViewerEvent"]

Value = None | bool | int | str | tuple["Value", ...] | Mapping[str, "Value"]
"""Plain data that every codec can carry; never an object of a rule."""

ViewerEvent = dict[str, Value]
"""What one viewer received: ``{"kind": ..., **public, **private[viewer]}``."""

SPECTATOR: Final = -1
"""The viewer number of everybody without a seat."""

NOTHING: Final[Mapping[str, Value]] = MappingProxyType({})
_NOBODY: Final[Mapping[int, Mapping[str, Value]]] = MappingProxyType({})


class Event(NamedTuple):
    """One fact.

    A named tuple, not a dataclass: it is the commonest value of all, at a third of the price.
    ``audience`` is ``None`` for everybody (spectators included) or the set of seats that may know
    that it happened at all. ``private`` is keyed by seat; a seat outside the audience gets nothing.
    """

    kind: str
    public: Mapping[str, Value] = NOTHING
    private: Mapping[int, Mapping[str, Value]] = _NOBODY
    audience: frozenset[int] | None = None

    def seen_by(self, viewer: int) -> ViewerEvent | None:
        """Return what ``viewer`` (a seat, or :data:`SPECTATOR`) learns, or ``None`` for nothing."""
        if self.audience is not None and viewer not in self.audience:
            return None
        mine = self.private.get(viewer)
        if mine is None:
            return {"kind": self.kind, **self.public}
        return {"kind": self.kind, **self.public, **mine}
