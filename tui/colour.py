"""How much colour a session's terminal has, and the escape codes for it.

Rich caches a style's codes *without* the colour system, so two sessions of different depths would
bleed into each other. Here every depth has its own :class:`Palette`, which turns a Rich style into
a :class:`Rendition` (what a cell looks like on a terminal of that depth), and
:func:`transition` gives the shortest SGR sequence from one rendition to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem, ColorType
from rich.style import Style

__all__ = [
    "PALETTES",
    "PLAIN",
    "Depth",
    "Palette",
    "Rendition",
    "depth_for",
    "nearest",
    "transition",
]


class Depth(StrEnum):
    """What a terminal can show."""

    TRUECOLOR = "truecolor"
    COLOURS_256 = "256"
    COLOURS_16 = "16"
    MONO = "mono"
    """No colour at all: bold, underline and reverse only."""


_WISHES: Final[Mapping[str, Depth]] = {
    "truecolor": Depth.TRUECOLOR,
    "24bit": Depth.TRUECOLOR,
    "256": Depth.COLOURS_256,
    "16": Depth.COLOURS_16,
    "8": Depth.COLOURS_16,
    "mono": Depth.MONO,
    "none": Depth.MONO,
    "0": Depth.MONO,
}
_TRUECOLOR_TERMS: Final = ("alacritty", "foot", "wezterm", "ghostty", "contour", "xterm-kitty")
_MONO_TERMS: Final = ("dumb", "vt", "unknown", "network", "cons25-m", "hurd-m")


def depth_for(term: str, env: Mapping[str, str]) -> Depth:
    """Return the depth of a client from its ``TERM`` and accepted variables.

    ``UNDERTABLE_COLOR`` decides when it is one of our words; then a non-empty ``NO_COLOR``
    (no-color.org); then ``COLORTERM``; then the name of the terminal. 16 colours when in doubt.
    """
    wish = _WISHES.get(env.get("UNDERTABLE_COLOR", "").strip().lower())
    if wish is not None:
        return wish
    if env.get("NO_COLOR"):
        return Depth.MONO
    if env.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return Depth.TRUECOLOR
    term = term.lower()
    if not term or term.startswith(_MONO_TERMS) or term.endswith(("-m", "-mono")):
        return Depth.MONO
    if term.startswith(_TRUECOLOR_TERMS) or term.endswith(("-direct", "-truecolor")):
        return Depth.TRUECOLOR
    return Depth.COLOURS_256 if "256" in term else Depth.COLOURS_16


class Rendition(NamedTuple):
    """What a cell looks like: SGR parameters of both colours, and attribute bits.

    ``fg`` is ``""`` for a blank cell, where the text colour cannot be seen and need not be set.
    Bits are numbered as in ``_ON``.
    """

    fg: str
    bg: str
    attributes: int

    @property
    def blank(self) -> Rendition:
        """The rendition of a space in this style."""
        if self.attributes & _SEEN_ON_BLANKS:
            return self
        return _blank(self.bg)


@lru_cache(maxsize=1024)
def _blank(bg: str) -> Rendition:
    """Return the one rendition of spaces on ``bg`` (shared, so that comparing is by identity)."""
    return Rendition("", bg, 0)


PLAIN: Final = Rendition("39", "49", 0)
"""The terminal's own colours, no attributes: what ``ESC [ m`` gives."""

_ON: Final = ("1", "2", "3", "4", "7", "8", "9", "21", "53")
_OFF: Final = ("22", "22", "23", "24", "27", "28", "29", "24", "55")
_BOLD, _DIM = 1, 2
_UNDERLINE, _REVERSE, _STRIKE, _UNDERLINE2, _OVERLINE = 8, 16, 64, 128, 256
_SEEN_ON_BLANKS: Final = _UNDERLINE | _REVERSE | _STRIKE | _UNDERLINE2 | _OVERLINE

_SYSTEMS: Final[Mapping[Depth, ColorSystem]] = {
    Depth.TRUECOLOR: ColorSystem.TRUECOLOR,
    Depth.COLOURS_256: ColorSystem.EIGHT_BIT,
    Depth.COLOURS_16: ColorSystem.STANDARD,
}


def _attributes(style: Style) -> int:
    """Return the attribute bits of ``style``. Blinking is left out: nothing on a screen blinks."""
    flags = (
        style.bold, style.dim, style.italic, style.underline, style.reverse, style.conceal,
        style.strike, style.underline2, style.overline,
    )  # fmt: skip
    return sum(1 << bit for bit, flag in enumerate(flags) if flag)


def _brightness(colour: Color, *, foreground: bool) -> float:
    """Return the perceived brightness of ``colour`` in 0..255 (ITU-R BT.601 weights)."""
    red, green, blue = colour.get_truecolor(foreground=foreground)
    return 0.299 * red + 0.587 * green + 0.114 * blue


_LEVELS: Final = (0, 95, 135, 175, 215, 255)
_NUMBERED: Final[Mapping[tuple[int, int, int], int]] = {
    (8 + 10 * n, 8 + 10 * n, 8 + 10 * n): 232 + n for n in range(24)
} | {
    (red, green, blue): 16 + 36 * r + 6 * g + b
    for r, red in enumerate(_LEVELS)
    for g, green in enumerate(_LEVELS)
    for b, blue in enumerate(_LEVELS)
}
"""The colours that xterm's 256 have exactly: cube and greys. The first 16 are the player's own."""


@lru_cache(maxsize=1024)
def nearest(red: int, green: int, blue: int) -> int:
    """Return the number of xterm's colour that is nearest to one of 0..255 each.

    Rich goes by hue first and makes one black of all dark panes; here brightness is kept.
    """

    def distance(found: tuple[int, int, int]) -> int:
        return sum((a - b) ** 2 for a, b in zip(found, (red, green, blue), strict=True))

    return _NUMBERED[min(_NUMBERED, key=distance)]


def _code(colour: Color | None, system: ColorSystem, *, foreground: bool) -> str:
    """Return the SGR parameters that set ``colour`` on a terminal of ``system``.

    On truecolor terminals a colour that has a number goes by it: the same colour in half the bytes.
    """
    if colour is None or colour.type is ColorType.DEFAULT:
        return "39" if foreground else "49"
    if colour.triplet is not None:
        parts = (colour.triplet.red, colour.triplet.green, colour.triplet.blue)
        number = nearest(*parts) if system is ColorSystem.EIGHT_BIT else _NUMBERED.get(parts)
        if number is not None and system in {ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT}:
            return f"{38 if foreground else 48};5;{number}"
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground))


class Palette:
    """Styles as one depth shows them. One palette per depth serves every session of that depth."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth
        make = self._mono if depth is Depth.MONO else self._coloured
        # Bounded caches. Textual marks segments with meta data, which makes equal looks unequal
        # styles; the second cache makes one object of them again.
        self._looks: Callable[[Color | None, Color | None, int], Rendition] = lru_cache(
            maxsize=2048
        )(make)
        self.rendition: Callable[[Style | None], Rendition] = lru_cache(maxsize=4096)(
            self._rendition
        )
        """Return the rendition of a Rich style (``None`` is plain) at this depth."""

    def _rendition(self, style: Style | None) -> Rendition:
        if style is None:
            return PLAIN
        return self._looks(style.color, style.bgcolor, _attributes(style))

    def _coloured(self, fg: Color | None, bg: Color | None, attributes: int) -> Rendition:
        system = _SYSTEMS[self.depth]
        text = _code(fg, system, foreground=True)
        back = _code(bg, system, foreground=False)
        sixteen = self.depth is Depth.COLOURS_16
        if sixteen and bg is not None and fg != bg and int(text) + 10 == int(back):
            # Two different colours may fall on the same one of sixteen: keep text readable.
            text = "97" if _brightness(bg, foreground=False) < 128 else "30"
        return Rendition(text, back, attributes)

    def _mono(self, fg: Color | None, bg: Color | None, attributes: int) -> Rendition:
        """Without colour, text darker than its ground is shown reversed, else plainly."""
        if (
            fg is not None
            and bg is not None
            and not (fg.is_default or bg.is_default)
            and _brightness(bg, foreground=False) > _brightness(fg, foreground=True)
        ):
            attributes ^= _REVERSE
        return Rendition("39", "49", attributes)


PALETTES: Final[Mapping[Depth, Palette]] = {depth: Palette(depth) for depth in Depth}
"""The palettes by depth, shared by the process."""


def _codes(pen: Rendition, wanted: Rendition) -> list[str]:
    """Return the SGR parameters that change ``pen`` into ``wanted`` without a reset."""
    codes: list[str] = []
    held = pen.attributes
    for bit, off in enumerate(_OFF):
        if held & (1 << bit) and not wanted.attributes & (1 << bit):
            codes.append(off)
            # "22" ends bold and dim together, "24" both kinds of underline.
            held &= ~sum(1 << other for other, code in enumerate(_OFF) if code == off)
    codes += [on for bit, on in enumerate(_ON) if wanted.attributes & ~held & (1 << bit)]
    if wanted.fg != pen.fg:
        codes.append(wanted.fg)
    if wanted.bg != pen.bg:
        codes.append(wanted.bg)
    return codes


@lru_cache(maxsize=8192)
def transition(pen: Rendition, wanted: Rendition) -> tuple[str, Rendition]:
    """Return the shortest SGR sequence that makes ``pen`` draw ``wanted``, and the new pen.

    ``pen`` is what the terminal has now; its ``fg`` is never ``""``.
    """
    if not wanted.fg:
        wanted = Rendition(pen.fg, wanted.bg, pen.attributes & ~_SEEN_ON_BLANKS)
    if wanted == pen:
        return "", pen
    changed = ";".join(_codes(pen, wanted))
    afresh = ";".join(["0", *_codes(PLAIN, wanted)]) if wanted != PLAIN else ""
    return f"\x1b[{min(changed, afresh, key=len)}m", wanted
