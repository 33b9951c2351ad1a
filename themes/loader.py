"""Reads a theme's folder and says exactly what is wrong with it.

A fault names its file, its key and the reason by a code; the sentence is made in ``tui.texts``.
Everything in a folder is checked before anything is reported, so that a pack's author sees all of
it at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from themes.fault import Fault, FaultCode, ThemeError
from themes.pack import Glyph, Theme, is_ascii_glyph, is_safe_glyph
from themes.palette import read_palette
from themes.reading import Reader

__all__ = ["BUILT_IN", "DEFAULT", "available", "check", "load", "plain_glyphs"]

DEFAULT: Final = "dusk"
BUILT_IN: Final = Path(__file__).parent

_ID = re.compile(r"[a-z][a-z0-9_-]{0,23}\Z")
_GLYPHS: Final[Mapping[str, Glyph]] = {glyph.value: glyph for glyph in Glyph}
_LONG: Final = frozenset({Glyph.ARROW})
"""The glyphs that may take two cells; the others stand in columns of one."""


def available(root: Path = BUILT_IN) -> tuple[str, ...]:
    """Return the ids of the themes under ``root``, the default first, the rest by name."""
    found = [path.parent.name for path in root.glob("*/palette.toml")]
    return tuple(sorted(found, key=lambda theme: (theme != DEFAULT, theme)))


def load(theme: str = DEFAULT, root: Path = BUILT_IN) -> Theme:
    """Return the theme ``theme`` under ``root``, always the same object.

    Raise :class:`ThemeError` with every fault.
    """
    return _load(theme, root)


@lru_cache(maxsize=64)
def _load(theme: str, root: Path) -> Theme:
    # An id comes from a player's settings; it must never walk out of the folder.
    if not _ID.match(theme) or not (root / theme).is_dir():
        raise ThemeError((Fault(code=FaultCode.UNKNOWN_THEME, file="", detail=theme[:24]),))
    found, faults = _read(root / theme)
    if faults:
        raise ThemeError(faults)
    return found


def check(folder: Path) -> tuple[Fault, ...]:
    """Return everything that is wrong with the theme in ``folder``; empty if it can be used."""
    return _read(folder)[1]


@lru_cache(maxsize=1)
def plain_glyphs() -> Mapping[Glyph, str]:
    """Return the set of plain ASCII, for terminals that may have nothing else; of no theme."""
    reader = Reader(BUILT_IN)
    glyphs = _read_glyphs(reader, "ascii.toml")
    assert not reader.faults
    assert all(map(is_ascii_glyph, glyphs.values()))
    return glyphs


def _read(folder: Path) -> tuple[Theme, tuple[Fault, ...]]:
    """Return the theme as far as it can be read, and every fault: of use only without any."""
    reader = Reader(folder)
    if not _ID.match(folder.name):
        reader.fault(FaultCode.BAD_ID, "", detail=folder.name[:24])
    palette = read_palette(reader)
    theme = Theme(
        id=folder.name,
        name=palette.name,
        dark=palette.dark,
        game=palette.game,
        palette=palette.colours,
        weights=palette.weights,
        glyphs=_read_glyphs(reader, "glyphs.toml"),
        style=reader.text("style.tcss") or "",
        moods=MappingProxyType({}),
    )
    moods = {mood: replace(theme, palette=colours) for mood, colours in palette.moods.items()}
    return replace(theme, moods=MappingProxyType(moods)), tuple(reader.faults)


def _read_glyphs(reader: Reader, file: str) -> Mapping[Glyph, str]:
    table = reader.toml(file)
    if table is None:
        return {}
    glyphs = reader.known(file, "", table, _GLYPHS, all_of=True)
    for glyph, text in glyphs.items():
        if not is_safe_glyph(text) or (len(text) > 1 and glyph not in _LONG):
            reader.fault(FaultCode.BAD_GLYPH, file, glyph, text)
    return MappingProxyType(glyphs)
