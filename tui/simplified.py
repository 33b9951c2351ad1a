"""Makes the Simplified Chinese of every text from the Traditional one; a step of ``tui.catalogue``.

Characters are OpenCC's affair, words are ours: ``tui/locales/zh_Hans/terms.tsv`` says what players
in the mainland call a thing (a reviewed table, longest word first). A text that this cannot reach
is written by hand and says so; it stands as long as the Traditional one that it was written for.

A developer's tool: a running game reads the finished texts, and needs neither OpenCC nor the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from babel.messages.catalog import Catalog, Message

from tui.i18n import LOCALES

__all__ = ["BY_HAND", "derived", "pack_file", "simplified", "terms", "terms_page"]

TERMS: Final = LOCALES / "zh_Hans" / "terms.tsv"

BY_HAND: Final = "by hand for "
"""A comment ``# by hand for TEXT`` above a message keeps its translation while ``TEXT`` is the
Traditional one; a line of a pack's file that ends with ``# by hand`` is left alone."""

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_INLINE: Final = re.compile(rf"(?<![.\w])zh = ({_QUOTED})(?:, zh_hans = {_QUOTED})?")
_DOTTED: Final = re.compile(rf"(?m)^(\w+)\.zh = ({_QUOTED})\n(?:\1\.zh_hans = {_QUOTED}\n)?")


@cache
def terms() -> dict[str, str]:
    """Return the table: a Traditional word, and what stands for it in Simplified Chinese."""
    rows = (line.split("\t") for line in TERMS.read_text("utf-8").splitlines())
    return {row[0]: row[1] for row in rows if len(row) > 1}


@cache
def _converter() -> tuple[re.Pattern[str], Callable[[str], str]]:
    # Only here: whoever only plays or hosts does not have it.
    from opencc import OpenCC

    words = sorted(terms(), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words))), OpenCC("tw2s").convert


def simplified(text: str) -> str:
    """Return ``text``, in Traditional Chinese as written in Taiwan, in that of the mainland."""
    words, convert = _converter()
    return convert(words.sub(lambda found: terms()[found[0]], text))


def derived(traditional: Catalog, known: Catalog, into: Catalog) -> Catalog:
    """Fill ``into`` with what ``traditional`` says in Simplified Chinese, and return it.

    Messages of ``known`` that were written by hand are kept, see :data:`BY_HAND`.
    """
    for message in traditional:
        if message.id:
            own = known.get(message.id, message.context)
            kept = own is not None and _for(message) in own.user_comments
            into.add(
                message.id,
                own.string if own is not None and kept else _all(message.string),
                locations=message.locations,
                auto_comments=message.auto_comments,
                user_comments=own.user_comments if own is not None and kept else (),
                context=message.context,
            )
    return into


def _for(message: Message) -> str:
    """Return the comment that a text written by hand for ``message`` carries."""
    first = message.string if isinstance(message.string, str) else message.string[0]
    return BY_HAND + first


def _all(text: str | Iterable[str]) -> str | tuple[str, ...]:
    """Return a translation, or each of its plural forms, in Simplified Chinese."""
    return simplified(text) if isinstance(text, str) else tuple(map(simplified, text))


def pack_file(text: str) -> str:
    """Return a content pack's file with a ``zh_hans`` beside every ``zh``.

    Works on the text, not on what TOML reads from it, so that comments and layout stay.
    """

    def inline(found: re.Match[str]) -> str:
        return f"zh = {found[1]}, zh_hans = {simplified(found[1])}"

    def dotted(found: re.Match[str]) -> str:
        return f"{found[1]}.zh = {found[2]}\n{found[1]}.zh_hans = {simplified(found[2])}\n"

    lines = (line if _kept(line) else _INLINE.sub(inline, line) for line in text.splitlines(True))
    return _DOTTED.sub(dotted, "".join(lines))


def terms_page(text: str) -> str:
    """Return the page of terms with the Simplified columns of its tables filled in.

    A table's columns under and after ``繁體中文`` are said again under and after ``简体中文``.
    """
    lines, at, apart = [], 0, 0
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if "繁體中文" in cells:
            at = cells.index("繁體中文")
            apart = cells.index("简体中文") - at
        elif line.startswith("| ") and apart:
            cells[at + apart : at + 2 * apart] = map(simplified, cells[at : at + apart])
            lines.append(f"| {' | '.join(cells)} |")
            continue
        elif not line.startswith("|"):
            apart = 0
        lines.append(line)
    return "\n".join(lines) + "\n"


def _kept(line: str) -> bool:
    return line.rstrip().endswith("# by hand")
