"""What a channel of a table has had, so that another one can go on where it has ended.

Where a table is reached through other processes, a channel may be cut while its session lives. The
one that is opened in its place says what the session has had already, and gets the rest.

Nothing in a cursor says more than the frames that came with it: talk is counted in two lines, what
all may read and what watchers say among themselves, and whoever has a seat is told nothing of the
second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from server.wire import WireError

__all__ = ["Cursor"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """How far one session's frames have brought it.

    ``epoch`` names the table as it lives in one process; talk and table lines are its own.
    ``viewer`` is whose events these are: a seat, or -1. ``said``, ``among`` and ``lines`` count
    talk, what watchers say among themselves, and table lines. ``seated``: the session has a seat.
    """

    epoch: str = ""
    game_no: int = -1
    viewer: int = -2
    events: int = 0
    said: int = 0
    among: int = 0
    lines: int = 0
    seated: bool = False

    def plain(self) -> dict[str, Any]:
        """Return it as a map for the wire."""
        return {name: getattr(self, name) for name in _KINDS}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Cursor:
        """Return the cursor in a map; raise :class:`WireError` for anything else."""
        if plain.keys() != _KINDS.keys():
            raise WireError("no cursor")
        for name, kind in _KINDS.items():
            if type(plain[name]) is not kind:
                raise WireError("no cursor")
        return cls(**plain)


_KINDS = {
    "epoch": str, "game_no": int, "viewer": int, "events": int, "said": int, "among": int,
    "lines": int, "seated": bool,
}  # fmt: skip
