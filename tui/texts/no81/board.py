"""Words of No.81 that have to be short: what stands on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len

from engine.games.no81.library import content
from tui.i18n import N_, _
from tui.texts.no81.names import colour_name, side_name

__all__ = ["colour_of", "shortened", "side_short"]

_SIDE_CELLS: Final = 8
_SIDES: Final[Mapping[str, str]] = {
    "tokiwa": N_("Tokiwa"),
    "charlotte": N_("Charlot"),
    "saltmarket": N_("Salt"),
    "glasswood": N_("Glass"),
    "nightmail": N_("Night"),
}


def shortened(text: str, cells: int) -> str:
    """Return as much of ``text`` as has room, without a mark where it ends."""
    kept, used = "", 0
    for character in text:
        used += cell_len(character)
        if used > cells:
            break
        kept += character
    return kept.rstrip()


def side_short(side: str) -> str:
    """Return what people win for, in a few cells."""
    if side in _SIDES:
        return _(_SIDES[side])
    return shortened(side_name(side), _SIDE_CELLS)


def colour_of(character: str | None, version: int) -> str:
    """Return the colour of a character's side; empty for one that is not known here."""
    found = content().characters.get(character or "")
    return "" if found is None else colour_name(found.versions[version].colour)
