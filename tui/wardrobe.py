"""All themes that a server has, and which of them a session wears.

The built-in ones come first; a host's own folder adds to them and never replaces one. A theme of a
host that is not right is left out, with its faults told to the host: games matter more than looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

from server.api import TableFrame
from themes.fault import Fault, FaultCode, ThemeError
from themes.loader import DEFAULT, available, load
from themes.pack import Theme
from tui.colour import Depth

__all__ = [
    "Moody",
    "Signs",
    "Taste",
    "Wardrobe",
    "built_in",
    "chosen",
    "mood_of",
    "spared",
    "with_hosts",
]

TERMINAL: Final = "ansi"
"""Worn on terminals of 16 colours by players who have chosen nothing."""
NO_COLOUR: Final = "mono"
"""Worn on terminals without colour."""
_FOR_NEEDS: Final = frozenset({NO_COLOUR, "contrast", "clear"})
FOLLOW: Final = "follow_game"
"""Name of the player's setting (a bool): at a table, the game's own look if it has one."""
THEME: Final = "theme"
"""Name of the player's setting (an id)."""
SIGNS: Final = "signs"
"""Name of the player's setting (one of :class:`Signs`)."""


class Signs:
    """Values of the player's setting of signs."""

    AUTO: Final = ""
    """As the terminal can."""
    ASCII: Final = "ascii"
    THEME: Final = "theme"
    """The theme's own, whatever the terminal has said."""


@runtime_checkable
class Moody(Protocol):
    """A presenter of a game whose public state has a mood that a look may turn with."""

    def mood(self, frame: TableFrame) -> str:
        """Return the mood by its name in a theme; ``""`` for none. What it says is public."""
        ...


def mood_of(presenter: object, frame: TableFrame) -> str:
    """Return the mood of a table's public state, ``""`` in a game that has none."""
    found = _moody(presenter)
    return "" if found is None else found.mood(frame)


@cache
def _moody(presenter: object) -> Moody | None:
    # There is one presenter a game; asking a protocol takes long, and this is asked at every frame.
    return presenter if isinstance(presenter, Moody) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wardrobe:
    """Themes by id, in the order in which they are offered."""

    themes: Mapping[str, Theme]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, the default first."""
        return tuple(self.themes)

    def made_for(self, game: str) -> Theme | None:
        """Return the look of a game, a host's own before the built-in one."""
        found = [theme for theme in self.themes.values() if game and theme.game == game]
        return found[-1] if found else None


@cache
def built_in() -> Wardrobe:
    """Return the themes that come with the program: for everybody, for games, for needs."""
    themes = [load(theme) for theme in available()]

    def place(theme: Theme) -> tuple[bool, bool, bool]:
        needs = theme.id in {TERMINAL, NO_COLOUR, "clear", "contrast"}
        return needs, bool(theme.game), theme.id in {TERMINAL, NO_COLOUR}

    return Wardrobe(themes={theme.id: theme for theme in sorted(themes, key=place)})


def with_hosts(
    folder: Path, check_style: Callable[[Theme], tuple[Fault, ...]]
) -> tuple[Wardrobe, dict[str, tuple[Fault, ...]]]:
    """Return the built-in themes and those in ``folder``, and the faults of what was left out.

    ``check_style`` says what is wrong with a style sheet, which only the UI library knows.
    """
    themes = dict(built_in().themes)
    left_out: dict[str, tuple[Fault, ...]] = {}
    for theme in available(folder):
        if theme in themes:
            left_out[theme] = (Fault(code=FaultCode.TAKEN, file="", detail=theme),)
            continue
        try:
            found = load(theme, folder)
        except ThemeError as error:
            left_out[theme] = error.faults
            continue
        if faults := check_style(found):
            left_out[theme] = faults
        else:
            themes[theme] = found
    return Wardrobe(themes=themes), left_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """What a player has chosen; ``theme`` is ``""`` for whoever has not."""

    theme: str = ""
    follow: bool = False
    signs: str = Signs.AUTO

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Taste:
        """Read it from a player's record, whatever an earlier version has put there."""
        theme, signs = settings.get(THEME), settings.get(SIGNS)
        return cls(
            theme=theme if isinstance(theme, str) else "",
            follow=settings.get(FOLLOW) is True,
            signs=signs if signs in (Signs.ASCII, Signs.THEME) else Signs.AUTO,
        )

    def with_other_signs(self) -> Taste:
        """Return the same with the next kind of signs."""
        kinds = (Signs.AUTO, Signs.ASCII, Signs.THEME)
        return replace(self, signs=kinds[(kinds.index(self.signs) + 1) % len(kinds)])

    @property
    def settings(self) -> dict[str, Any]:
        """The same for the player's record."""
        return {THEME: self.theme, FOLLOW: self.follow, SIGNS: self.signs}


def spared(wardrobe: Wardrobe, theme: Theme) -> Theme:
    """Return what is worn instead of ``theme`` where a link is spared: a third fewer bytes.

    Who needs contrast wears no colours, since nobody knows what the terminal's own are.
    """
    return wardrobe.themes[NO_COLOUR if theme.id in _FOR_NEEDS else TERMINAL]


def chosen(wardrobe: Wardrobe, taste: Taste, depth: Depth, game: str = "") -> Theme:
    """Return what is worn on a terminal of ``depth``, at a table of ``game`` or (``""``) nowhere.

    A theme that is not there any more is the default.
    """
    themes = wardrobe.themes
    if depth is Depth.MONO:
        return themes[NO_COLOUR]
    made_for = wardrobe.made_for(game) if taste.follow else None
    if made_for is not None:
        return made_for
    plain = TERMINAL if depth is Depth.COLOURS_16 else DEFAULT
    return themes.get(taste.theme, themes[plain])
