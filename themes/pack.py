"""What a theme is: semantic colours, weights and glyphs, and a little style sheet.

Screens name what something *means* (``hope``, ``private``, ``out``); a theme says how that looks.
No meaning is carried by colour alone: every coloured state also has a glyph or a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = [
    "ANSI_COLOURS", "MAX_GLYPH_CELLS", "PANES", "TEXT_PAIRS", "Colour", "Glyph", "Theme", "Weight",
    "contrast", "css_variables", "is_ascii_glyph", "is_colour", "is_safe_glyph",
]  # fmt: skip


class Colour(StrEnum):
    """What a colour means. Every theme defines every one of them."""

    BACKGROUND = "background"
    SURFACE = "surface"
    """Public panels: the ring of players, the log."""
    PANEL = "panel"
    """Panels that stand apart from their neighbours: chat, the docked prompt."""
    PRIVATE = "private"
    """The "only you" pane; used nowhere else."""
    STATUS = "status"
    """The status line while somebody else decides."""
    STATUS_TEXT = "status_text"
    TURN = "turn"
    """The status line while *you* decide: the strongest contrast on the screen."""
    TURN_TEXT = "turn_text"
    CHOSEN = "chosen"
    """The highlighted row or option."""
    CHOSEN_TEXT = "chosen_text"
    TEXT = "text"
    MUTED = "muted"
    ACCENT = "accent"
    """Keys, titles, links."""
    YOU = "you"
    """Your own name."""
    HOPE = "hope"
    DESPAIR = "despair"
    PROTECTED = "protected"
    OUT = "out"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"


class Weight(StrEnum):
    """How text stands out besides its colour. On a background's colour it is the whole row's."""

    BOLD = "bold"
    DIM = "dim"
    ITALIC = "italic"
    UNDERLINE = "underline"
    REVERSE = "reverse"
    STRIKE = "strike"


class Glyph(StrEnum):
    """What a glyph means; its text is one or two cells of safe characters."""

    CURSOR = "cursor"
    """Before the highlighted row."""
    TURN = "turn"
    """Before the player who is to decide."""
    HOST = "host"
    READY = "ready"
    NOT_READY = "not_ready"
    HOPE = "hope"
    """Beside a card or mode of Hope, so that colour alone never says it."""
    DESPAIR = "despair"
    PROTECTED = "protected"
    OUT = "out"
    LETTER = "letter"
    """The bloodstained letter."""
    ARROW = "arrow"
    BAR_FULL = "bar_full"
    BAR_EMPTY = "bar_empty"
    HOUSE_RULE = "house_rule"
    NEWS = "news"
    """Before a notice that is neither good nor bad."""
    SUCCESS = "success"
    """Before a notice that something has worked."""
    WARNING = "warning"
    ERROR = "error"
    """Before a notice that something was refused."""
    EDGE_PRIVATE = "edge_private"
    """At the left edge of the private pane, one cell, in themes whose panes have no shades."""
    EDGE_PANEL = "edge_panel"
    """At the left edge of a panel that stands apart, likewise."""


MAX_GLYPH_CELLS: Final = 2

ANSI_COLOURS: Final = frozenset(
    ["ansi_default"]
    + [
        f"ansi_{shade}{name}"
        for shade in ("", "bright_")
        for name in ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
    ]
)
"""The terminal's own colours, by the names that Textual gives them."""

_HEX = re.compile(r"#[0-9a-f]{6}\Z")
_PLAIN_TEXT: Final = (
    Colour.TEXT, Colour.MUTED, Colour.ACCENT, Colour.YOU, Colour.HOPE, Colour.DESPAIR,
    Colour.PROTECTED, Colour.OUT, Colour.SUCCESS, Colour.WARNING, Colour.ERROR, Colour.TURN,
)  # fmt: skip
PANES: Final = (Colour.BACKGROUND, Colour.SURFACE, Colour.PANEL, Colour.PRIVATE)

TEXT_PAIRS: Final = (
    *((text, pane) for text in _PLAIN_TEXT for pane in PANES),
    (Colour.STATUS_TEXT, Colour.STATUS),
    (Colour.TURN_TEXT, Colour.TURN),
    (Colour.CHOSEN_TEXT, Colour.CHOSEN),
)
"""Every (text, background) that a screen may draw; all keep a contrast of 4.5:1 at least."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """One look. ``palette`` and ``glyphs`` hold every :class:`Colour` and :class:`Glyph`.

    A colour is ``#rrggbb`` or one of :data:`ANSI_COLOURS`. ``weights`` holds those colours that
    mean more than a colour. ``game`` is the id of the game that the look was made for, if any.
    ``moods`` are the same look in other colours, by what a game says of its public state
    (``hope``). ``style`` is the text of a Textual style sheet that may use the variables of
    :func:`css_variables`.
    """

    id: str
    name: str
    dark: bool
    game: str
    palette: Mapping[Colour, str]
    weights: Mapping[Colour, frozenset[Weight]]
    glyphs: Mapping[Glyph, str]
    style: str
    moods: Mapping[str, Theme]

    @property
    def shaded(self) -> bool:
        """Whether the private pane can be told from the others by its background."""
        return self.palette[Colour.PRIVATE] not in {
            self.palette[pane] for pane in PANES if pane is not Colour.PRIVATE
        }

    def turned(self, mood: str) -> Theme:
        """Return the look in ``mood``, itself where it has none of that name."""
        return self.moods.get(mood, self)


def is_colour(text: str) -> bool:
    """Tell whether ``text`` is a colour that a palette may hold."""
    return text in ANSI_COLOURS or _HEX.match(text) is not None


def is_safe_glyph(text: str) -> bool:
    """Tell whether every terminal draws ``text`` in as many cells as it has characters.

    That leaves out wide and East-Asian *ambiguous* characters (two cells in some terminals, most
    box drawing among them), combining and control characters, and every block in which emoji
    live (Unicode EastAsianWidth.txt; UTS #51). The Braille patterns are the only symbols beyond
    Latin-1 that pass.
    """
    return 1 <= len(text) <= MAX_GLYPH_CELLS and all(_is_safe(character) for character in text)


def is_ascii_glyph(text: str) -> bool:
    """Tell whether ``text`` is a glyph that every terminal has: printable ASCII."""
    return 1 <= len(text) <= MAX_GLYPH_CELLS and text.isascii() and text.isprintable()


def _is_safe(character: str) -> bool:
    if " " <= character <= "~":
        return True
    printable = unicodedata.category(character)[0] in "LNPS"
    narrow = unicodedata.east_asian_width(character) in {"N", "Na"}
    early = character <= "\xff" and character not in "\xa9\xae"  # copyright signs have emoji forms
    return printable and narrow and (early or "\u2800" <= character <= "\u28ff")


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio (1..21, WCAG 2.2) of two ``#rrggbb`` colours."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance (0..1, WCAG 2.2) of a ``#rrggbb`` colour."""

    def linear(pair: str) -> float:
        part = int(pair, 16) / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(colour[at : at + 2]) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def css_variables(theme: Theme) -> dict[str, str]:
    """Return the palette as style-sheet variables: ``hope`` becomes ``$ut-hope``.

    The prefix keeps them apart from Textual's own names, some of which mean something else
    (its ``$text`` is a contrast rule, not a colour).
    """
    return {f"ut-{colour.replace('_', '-')}": value for colour, value in theme.palette.items()}
