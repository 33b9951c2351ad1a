"""Words about where everybody sits in a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, assert_never

from server.codes import Code
from server.seating import Seating
from tui.i18n import _, join_and

__all__ = ["SeatingCode", "seating_name", "seating_notice"]

SeatingCode = Literal[Code.BAD_SEATING, Code.RESEATED]
"""The codes that are about where people sit."""


def seating_name(seating: str) -> str:
    """Return how people change seats for a rematch, in a few words."""
    match Seating(seating):
        case Seating.ROTATE:
            return _("all move on by one seat")
        case Seating.KEEP:
            return _("all keep their seats")
        case Seating.SHUFFLE:
            return _("seats are drawn anew")
        case other:
            assert_never(other)


def seating_notice(code: SeatingCode, params: Mapping[str, Any]) -> str:
    """Return the sentence of a code about where people sit."""
    match code:
        case Code.BAD_SEATING:
            choices = join_and([seating_name(choice) for choice in params["choices"]])
            return _("In a rematch: {choices}.", choices=choices)
        case Code.RESEATED:
            seating, name = seating_name(params["seating"]), params["name"]
            if not name:
                return _("Rematch: {seating}.", seating=seating)
            return _("Rematch: {seating}. {name} has the first seat.", seating=seating, name=name)
        case other:
            assert_never(other)
