"""Putting finished sentences of any language one after the other."""

from __future__ import annotations

__all__ = ["sentences"]

_FULL_WIDTH_END = ("。", "！", "？", "；", "：", "）", "」")


def sentences(*parts: str) -> str:
    """Return the non-empty ``parts`` in a row, with a space where their script wants one."""
    text = ""
    for part in filter(None, parts):
        gap = " " if text and not text.endswith(_FULL_WIDTH_END) else ""
        text += gap + part
    return text
