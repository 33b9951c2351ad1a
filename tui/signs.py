"""Which signs a terminal can show: plain ASCII, or those of a theme too.

A theme's signs are of safe width in every terminal that reads UTF-8 (``themes.pack``). Whether this
one does is guessed from what the client has said, and measured: two signs are printed before the
first paint, and the terminal is asked where its cursor is. Nothing waits for the answer. It may
come late or never; the guess then stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["PROBE", "PROBE_AT", "is_narrow", "reads_utf8"]

_SIGNS: Final = "\xbb\u28ff"
"""A Latin-1 sign and a Braille pattern: five bytes, two cells."""
PROBE_AT: Final = 2
"""The row of the question, from 1. A report of row 1 could be a key: xterm's F3 with Shift."""
PROBE: Final = f"\x1b[{PROBE_AT}H{_SIGNS}\x1b[6n".encode()
"""13 bytes; what they draw is cleared by the first paint."""

_NO_SIGNS: Final = ("linux", "vt", "ansi", "cygwin", "sun", "cons25", "hurd", "dumb", "unknown")
"""Beginnings of ``TERM`` whose fonts have little beyond ASCII, or whose driver has no UTF-8."""


def reads_utf8(term: str, env: Mapping[str, str]) -> bool:
    """Guess from ``TERM`` and the locale that the client has sent whether signs can be shown.

    A client that names no locale has not said no: many terminals send none.
    """
    locale = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or "UTF-8"
    says = locale.lower().replace("-", "")
    return "utf8" in says and bool(term) and not term.lower().startswith(_NO_SIGNS)


def is_narrow(column: int) -> bool:
    """Tell from the cursor's column (from 1) after the probe whether each sign took one cell."""
    return column == 1 + len(_SIGNS)
