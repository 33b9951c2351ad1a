"""Display names and other text from strangers: cleaned, measured in cells, compared by looks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

__all__ = ["NAME_CELLS", "NEUTRAL_NAME", "cell_width", "clean_name", "clean_text", "skeleton"]

NAME_CELLS = 16
"""Widest display name, in terminal cells."""
NEUTRAL_NAME = "player"
"""What somebody is called who gave no usable name."""

_MOST_INPUT = 4096
_MOST_MARKS = 2
_TILDES = {ord(character): None for character in "~～〜⁓"}
_BLANKS = {"Zs", "Zl", "Zp"}
_MARKS = {"Mn", "Mc", "Me"}
# Drawn as nothing, or joined to a neighbour, by some terminals and not by others.
_UNSTEADY = (
    range(0x034F, 0x0350),  # combining grapheme joiner
    range(0x115F, 0x1161),  # Hangul fillers
    range(0x1160, 0x1200),  # conjoining vowels and finals that NFC has left alone
    range(0x17B4, 0x17B6),  # Khmer inherent vowels
    range(0x180B, 0x1810),  # Mongolian variation selectors
    range(0x2800, 0x2801),  # blank Braille pattern
    range(0x3164, 0x3165),  # Hangul filler
    range(0xFE00, 0xFE10),  # variation selectors
    range(0xFFA0, 0xFFA1),  # half-width Hangul filler
    range(0x1F1E6, 0x1F200),  # regional indicators (flags)
    range(0x1F3FB, 0x1F400),  # skin tones
    range(0xE0000, 0xE1000),  # tags, variation selectors supplement
)


def cell_width(text: str) -> int:
    """Return the cells that ``text`` takes: 2 for wide and full-width, 0 for marks and formats."""
    return sum(_width(c) for c in text)


def _width(character: str) -> int:
    """Return 0, 1 or 2; ambiguous characters count one cell."""
    if unicodedata.category(character) in {"Mn", "Me", "Cf", "Cc"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def clean_text(text: str, *, cells: int) -> str:
    """Return ``text`` fit to be shown to others in at most ``cells`` cells; may be empty.

    NFC; blanks of any kind become one space; controls, formats (bidi, zero-width), surrogates,
    private and unassigned characters are dropped, as are symbols whose width terminals dispute;
    at most two combining marks stay on a letter.
    """
    before, fit = "", text[:_MOST_INPUT]
    # Again until nothing changes, for what is dropped may have kept a character and its marks
    # apart, and what they make together may be unfit. Few marks stay, so a few rounds do.
    while fit != before:
        before, fit = fit, _fit(fit)
    kept = "".join(_single_blanks(fit)).strip()
    width = 0
    for index, character in enumerate(kept):
        width += _width(character)
        if width > cells:
            return kept[:index].strip()
    return kept


def clean_name(wanted: str) -> str:
    """Return a display name for what a client asked for: 1 to 16 cells, never empty.

    Without ``~`` and its likes: that stands before the tag of whoever comes second
    (``server.players``).
    """
    name = clean_text(wanted.translate(_TILDES), cells=NAME_CELLS)
    # A name of nothing but punctuation could pass for part of the screen.
    return name if any(unicodedata.category(c)[0] in "LN" for c in name) else NEUTRAL_NAME


def _fit(text: str) -> str:
    """Return ``text`` composed, without what may not be shown."""
    composed = unicodedata.normalize("NFC", text)
    kept = unicodedata.normalize("NFC", "".join(c for c in composed if _acceptable(c)))
    return "".join(_few_marks(kept))


def _acceptable(character: str) -> bool:
    """Say whether ``character`` may be shown at all."""
    if any(ord(character) in span for span in _UNSTEADY):
        return False
    category = unicodedata.category(character)
    if category[0] in "LNMP" or category in _BLANKS or character.isascii():
        return category != "Cc" or character in "\t\n\r"
    # Emoji are wide everywhere; other symbols (stars, boxes, arrows) are one cell here, two there.
    return category[0] == "S" and unicodedata.east_asian_width(character) in {"W", "F"}


def _few_marks(characters: Iterable[str]) -> Iterator[str]:
    """Drop marks that have nothing to stand on, and all but the first two on a character."""
    marks = _MOST_MARKS
    for character in characters:
        if unicodedata.category(character) in _MARKS:
            marks += 1
            if marks > _MOST_MARKS:
                continue
        else:
            marks = _MOST_MARKS if character.isspace() else 0
        yield character


def _single_blanks(characters: Iterable[str]) -> Iterator[str]:
    """Turn every run of blanks into one space."""
    blank = False
    for character in characters:
        if character in "\t\n\r" or unicodedata.category(character) in _BLANKS:
            if not blank:
                yield " "
            blank = True
        else:
            blank = False
            yield character


# Letters of other scripts, and digits, that pass for a Latin letter in common fonts. Compatibility
# forms (full-width, mathematical, ligatures) are folded by NFKC and need no entry.
_LOOKS = str.maketrans({
    "а": "a", "в": "b", "е": "e", "ё": "e", "ѕ": "s", "і": "l", "ї": "l", "ј": "j", "к": "k",
    "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t", "у": "y", "х": "x", "ѵ": "v",
    "ԁ": "d", "һ": "h", "ԛ": "q", "ԝ": "w", "г": "r", "п": "n", "ь": "b", "ӏ": "l",
    "α": "a", "β": "b", "γ": "y", "ε": "e", "η": "n", "ι": "l", "κ": "k", "ν": "v", "ο": "o",
    "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "σ": "o",
    "ɑ": "a", "ɡ": "g", "ı": "l", "ɩ": "l", "ʟ": "l", "ø": "o", "đ": "d", "ħ": "h", "ł": "l",
    "ß": "b", "æ": "ae", "œ": "oe", "օ": "o", "ս": "u", "հ": "h", "ց": "g",
    "0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "$": "s", "8": "b", "@": "a",
    "〇": "o", "ー": "一", "口": "囗", "工": "エ", "力": "カ", "夕": "タ", "卜": "ト", "二": "ニ",
    "八": "ハ", "才": "オ", "入": "人", "土": "士", "曰": "日", "末": "未", "己": "已", "巳": "已",
})  # fmt: skip
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(name: str) -> str:
    """Return a form in which names that look alike are equal; never to be shown.

    Compatibility folding, case folding, marks and everything but letters and digits removed, then
    common look-alikes of Latin and of CJK mapped to one of them. ``name`` should be clean.
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    looks = folded.translate(_LOOKS)
    bare = "".join(c for c in looks if unicodedata.category(c)[0] in "LN")
    for pair, single in _PAIRS:
        bare = bare.replace(pair, single)
    return bare
