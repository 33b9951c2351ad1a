"""What can be wrong with a theme: codes, files and keys. The sentences are made in ``tui``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Fault", "FaultCode", "ThemeError"]


class FaultCode(StrEnum):
    """Why a theme cannot be used."""

    UNKNOWN_THEME = "unknown_theme"
    """No such folder; ``detail`` is the id asked for."""
    NO_THEMES = "no_themes"
    """A folder holds neither a theme nor folders of themes."""
    BAD_ID = "bad_id"
    """A theme's folder has a name that cannot be an id; ``detail`` is the name."""
    TAKEN = "taken"
    """A host's theme has the id of one that is there already; ``detail`` is the id."""
    UNREADABLE = "unreadable"
    """A file is missing, not readable or not UTF-8."""
    NOT_TOML = "not_toml"
    """``detail`` is the parser's place and reason."""
    MISSING_KEY = "missing_key"
    UNKNOWN_KEY = "unknown_key"
    BAD_VALUE = "bad_value"
    """The value has the wrong type, is empty, or (a name) is too long."""
    BAD_COLOUR = "bad_colour"
    """Neither ``#rrggbb`` (lower case) nor a terminal colour; ``detail`` is the value."""
    BAD_WEIGHT = "bad_weight"
    """Not words of :class:`themes.pack.Weight`; ``detail`` is the value."""
    BAD_GLYPH = "bad_glyph"
    """Not one or two cells of safe characters; ``detail`` is the value."""
    LOW_CONTRAST = "low_contrast"
    """``key`` is the text colour, ``detail`` its background and the ratio."""
    BAD_STYLE = "bad_style"
    """The style sheet cannot be parsed; ``detail`` is the parser's place and reason."""
    TOO_LONG = "too_long"
    """A file is over its limit; ``detail`` is the limit in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with a theme; ``key`` is ``""`` for a whole file."""

    code: FaultCode
    file: str
    key: str = ""
    detail: str = ""


class ThemeError(Exception):
    """A theme cannot be used; ``faults`` has at least one entry."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(" ".join(filter(None, (f.file, f.key, f.code))) for f in self.faults)
