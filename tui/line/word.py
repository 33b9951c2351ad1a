"""What a word of line mode is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tui.line.session import LineSession

__all__ = ["Word"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word: its usage, a line of help (a message id), and what it does.

    A word without a usage is left out of the help. ``run`` gets the rest of the line as it was
    typed; ``table`` words need a table.
    """

    usage: str
    about: str
    run: Callable[[LineSession, str], Awaitable[None]]
    table: bool = False
