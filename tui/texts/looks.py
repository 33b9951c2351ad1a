"""Looks in words: what themes are called, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from themes.fault import Fault, FaultCode
from themes.pack import Theme
from themes.palette import MIN_CONTRAST
from tui.i18n import N_, _, n_
from tui.widgets.lines import clean

__all__ = ["mood_name", "signs_name", "theme_fault", "theme_faults", "theme_fine", "theme_name",
           "themes_left_out", "themes_refused"]  # fmt: skip

_NAMES: Final[Mapping[str, str]] = {
    "dusk": N_("Dusk"),
    "dawn": N_("Dawn"),
    "trial": N_("Trial-room"),
    "diary": N_("Phone by night"),
    "cards": N_("Card table"),
    "contrast": N_("High contrast"),
    "clear": N_("Colour-blind safe"),
    "ansi": N_("Terminal's colours"),
    "mono": N_("No colour"),
}
"""The themes that come with the program; a host's own says its name itself."""
_MOODS: Final[Mapping[str, str]] = {"hope": N_("Hope"), "despair": N_("Despair")}
_SIGNS: Final[Mapping[str, str]] = {
    "": N_("as the terminal can show them"),
    "ascii": N_("plain ASCII"),
    "theme": N_("the look's own"),
}


def theme_name(theme: Theme) -> str:
    """Return what a theme is called."""
    return _(_NAMES[theme.id]) if theme.id in _NAMES else clean(theme.name)


def mood_name(mood: str) -> str:
    """Return what a mood is called; one that no game of ours has, by itself."""
    return _(_MOODS[mood]) if mood in _MOODS else clean(mood)


def signs_name(kind: str) -> str:
    """Return which signs are used, as the end of a sentence."""
    return _(_SIGNS[kind])


def theme_faults(theme: str, faults: Sequence[Fault]) -> list[str]:
    """Return a line for every fault of the theme in the folder of this name."""
    return [_("{theme}: {fault}", theme=theme, fault=theme_fault(fault)) for fault in faults]


def theme_fine(theme: Theme) -> str:
    """Return that a theme can be used."""
    return _("{theme}: '{name}' can be used.", theme=theme.id, name=theme.name)


def themes_refused(count: int) -> str:
    """Return the last line of a check that found something."""
    return n_("{n} fault.", "{n} faults.", count)


def themes_left_out(folder: object) -> str:
    """Return the last line about themes that a server starts without."""
    return _(
        "The server starts without these themes. 'undertable themes check {folder}' says when "
        "they are right.",
        folder=folder,
    )


def theme_fault(fault: Fault) -> str:
    """Return the fault with its file, key and reason."""
    if fault.key:
        return _fault_of_a_key(fault)
    file, detail = fault.file, fault.detail
    match fault.code:
        case FaultCode.UNKNOWN_THEME:
            return _("There is no theme '{name}'.", name=detail)
        case FaultCode.NO_THEMES:
            return _("The folder holds no theme (a folder with palette.toml).")
        case FaultCode.BAD_ID:
            return _(
                "The folder's name '{name}' cannot be a theme's id: small letters, digits, - and "
                "_, 24 at most, a letter first.",
                name=detail,
            )
        case FaultCode.TAKEN:
            return _("There is a theme '{name}' already. Rename the folder.", name=detail)
        case FaultCode.UNREADABLE:
            return _("{file} is missing or cannot be read as UTF-8.", file=file)
        case FaultCode.NOT_TOML:
            return _("{file} is not valid TOML: {detail}", file=file, detail=detail)
        case FaultCode.BAD_STYLE:
            return _("{file} is no style sheet: {detail}", file=file, detail=detail)
        case FaultCode.TOO_LONG:
            return _("{file} is longer than {limit} bytes.", file=file, limit=detail)
        case _:
            return _("{file}: a table of keys is expected.", file=file)


def _fault_of_a_key(fault: Fault) -> str:
    file, key, detail = fault.file, fault.key, fault.detail
    match fault.code:
        case FaultCode.MISSING_KEY:
            return _("{file}: {key} is missing.", file=file, key=key)
        case FaultCode.UNKNOWN_KEY:
            return _("{file}: {key} is not a known key.", file=file, key=key)
        case FaultCode.BAD_COLOUR:
            return _(
                "{file}: {key} is '{detail}', not a colour such as #a1b2c3.",
                file=file,
                key=key,
                detail=detail,
            )
        case FaultCode.BAD_WEIGHT:
            return _(
                "{file}: {key} is '{detail}', not words of bold, dim, italic, underline, reverse, "
                "strike.",
                file=file,
                key=key,
                detail=detail,
            )
        case FaultCode.BAD_GLYPH:
            return _(
                "{file}: {key} is '{detail}', not one character of safe width (arrow: up to two).",
                file=file,
                key=key,
                detail=detail,
            )
        case FaultCode.LOW_CONTRAST:
            pane, _space, ratio = detail.partition(" ")
            return _(
                "{file}: {key} on {pane} has a contrast of {ratio}; {least} is needed.",
                file=file,
                key=key,
                pane=pane,
                ratio=ratio,
                least=MIN_CONTRAST,
            )
        case _:
            return _("{file}: {key} has the wrong kind of value.", file=file, key=key)
