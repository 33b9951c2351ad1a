"""Reads ``palette.toml``: name, colours, weights, and the colours of moods."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from themes.fault import FaultCode
from themes.pack import TEXT_PAIRS, Colour, Weight, contrast, is_colour
from themes.reading import Reader

__all__ = ["MIN_CONTRAST", "Palette", "read_palette"]

FILE: Final = "palette.toml"
MIN_CONTRAST: Final = 4.5
"""WCAG 2.2, success criterion 1.4.3 (AA), for text of ordinary size."""
MAX_NAME: Final = 24
"""Characters of a theme's name, which stands in a list."""

_COLOURS: Final[Mapping[str, Colour]] = {colour.value: colour for colour in Colour}
_MOOD = re.compile(r"[a-z][a-z0-9_]{0,23}\Z")
_META: Final[Mapping[str, str]] = {key: key for key in ("name", "game")}

Colours = Mapping[Colour, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """What the file says; ``moods`` are whole palettes, by name."""

    name: str
    dark: bool
    game: str
    colours: Colours
    weights: Mapping[Colour, frozenset[Weight]]
    moods: Mapping[str, Colours]


def read_palette(reader: Reader) -> Palette:
    """Return what can be read; what is wrong is noted in ``reader``."""
    table = reader.toml(FILE)
    if table is None:
        table, reader = {}, Reader(reader.folder)  # one fault is enough: the file's own
    dark = table.pop("dark", None)
    sections = {name: table.pop(name, {}) for name in ("colours", "weights", "moods")}
    meta = reader.known(FILE, "", table, _META, all_of=False)
    name, game = meta.get("name", ""), meta.get("game", "")
    if "name" not in table:
        reader.fault(FaultCode.MISSING_KEY, FILE, "name")
    elif not 0 < len(name) <= MAX_NAME or not name.isprintable():
        reader.fault(FaultCode.BAD_VALUE, FILE, "name")
    if not isinstance(dark, bool):
        code = FaultCode.MISSING_KEY if dark is None else FaultCode.BAD_VALUE
        reader.fault(code, FILE, "dark")
    colours = reader.known(FILE, "colours", sections["colours"], _COLOURS, all_of=True)
    _check(reader, "colours.", colours, colours)
    return Palette(
        name=name,
        dark=bool(dark),
        game=game,
        colours=MappingProxyType(colours),
        weights=_weights(reader, sections["weights"]),
        moods=_moods(reader, sections["moods"], colours),
    )


def _weights(reader: Reader, found: object) -> Mapping[Colour, frozenset[Weight]]:
    weights: dict[Colour, frozenset[Weight]] = {}
    for colour, text in reader.known(FILE, "weights", found, _COLOURS, all_of=False).items():
        words = text.split()
        if not words or not set(words) <= set(Weight):
            reader.fault(FaultCode.BAD_WEIGHT, FILE, f"weights.{colour}", text)
        else:
            weights[colour] = frozenset(map(Weight, words))
    return MappingProxyType(weights)


def _moods(reader: Reader, found: Any, colours: dict[Colour, str]) -> Mapping[str, Colours]:
    moods: dict[str, Colours] = {}
    if not isinstance(found, dict):
        reader.fault(FaultCode.BAD_VALUE, FILE, "moods")
        found = {}
    for mood, table in found.items():
        at = f"moods.{mood}"
        if not _MOOD.match(mood):
            reader.fault(FaultCode.UNKNOWN_KEY, FILE, at)
            continue
        changed = reader.known(FILE, at, table, _COLOURS, all_of=False)
        _check(reader, f"{at}.", changed, colours | changed)
        moods[mood] = MappingProxyType(colours | changed)
    return MappingProxyType(moods)


def _check(reader: Reader, prefix: str, said: Colours, whole: Colours) -> None:
    """Note the values that are no colours, and the pairs of RGB colours too close to read.

    ``said`` is what stands in the table, ``whole`` what it comes to.
    """
    for colour, value in said.items():
        if not is_colour(value):
            reader.fault(FaultCode.BAD_COLOUR, FILE, f"{prefix}{colour}", value)
    rgb = {key: value for key, value in whole.items() if value[:1] == "#" and is_colour(value)}
    for text, pane in TEXT_PAIRS:
        # The terminal's own colours are its owner's choice; nobody can measure them here.
        if {text, pane} & said.keys() and text in rgb and pane in rgb:
            ratio = contrast(rgb[text], rgb[pane])
            if ratio < MIN_CONTRAST:
                detail = f"{pane} {ratio:.2f}"
                reader.fault(FaultCode.LOW_CONTRAST, FILE, f"{prefix}{text}", detail)
