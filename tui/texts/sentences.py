"""Putting finished sentences of any language one after the other."""

from __future__ import annotations

__all__ = ["first_sentence", "sentences", "short_then_exact"]

_ENDS = ("。", "！", "？")
_FULL_WIDTH_END = ("。", "！", "？", "；", "：", "）", "」")


def sentences(*parts: str) -> str:
    """Return the non-empty ``parts`` in a row, with a space where their script wants one."""
    text = ""
    for part in filter(None, parts):
        gap = " " if text and not text.endswith(_FULL_WIDTH_END) else ""
        text += gap + part
    return text


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, in either script."""
    found = [text.find(end) + 1 for end in _ENDS if end in text]
    found += [at + 1 for at in [text.find(". ")] if at >= 0]
    return text[: min(found, default=len(text))]


def short_then_exact(short: str, exact: str) -> tuple[str, ...]:
    """Return a rule as two paragraphs, or as one where the short form begins the exact one."""
    return tuple(filter(None, (exact,) if exact.startswith(short) else (short, exact)))
