"""Bytes to lines: decoding, simple editing, and the echo that a terminal needs. Pure.

A terminal in raw mode shows nothing of what is typed, so with ``echo`` the editor answers every
key with what is to be written. Escape sequences are swallowed whole: an arrow key types nothing.
"""

from __future__ import annotations

import codecs
from enum import StrEnum
from typing import Final

from rich.cells import cell_len

from tui.widgets.lines import clean

__all__ = ["LONGEST", "Key", "LineEditor"]

LONGEST: Final = 500
"""Characters of a line; a longer one is not taken at all."""
_STRINGS: Final = frozenset("]PX^_")
"""What follows ESC where a string up to BEL or ST begins (OSC, DCS, SOS, PM, APC)."""


class Key(StrEnum):
    """What can be typed besides a line."""

    END = "end"
    """End of input: Ctrl-D on an empty line, or the end of a pipe."""
    INTERRUPT = "interrupt"
    TOO_LONG = "too_long"
    """A line that was longer than :data:`LONGEST`, and is dropped."""
    TOO_MANY = "too_many"
    """Lines that came faster than they could be carried out, and are dropped."""


class _In(StrEnum):
    """Where the editor is in an escape sequence."""

    TEXT = "text"
    ESCAPE = "escape"
    CSI = "csi"
    SS3 = "ss3"
    STRING = "string"


class LineEditor:
    """One line being typed. :meth:`feed` takes bytes, split anywhere."""

    def __init__(self, *, echo: bool) -> None:
        self.text = ""
        """What is typed so far."""
        self._echo = echo
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._at = _In.TEXT
        self._after_return = False
        self._too_long = False
        self._written: list[str] = []

    def feed(self, data: bytes) -> tuple[list[str | Key], str]:
        """Return the lines and keys that ``data`` completes, in order, and the echo to write.

        A line is a ``str``; keys are :class:`Key` (which are texts too: ask for the class first).
        """
        found: list[str | Key] = []
        for character in self._decoder.decode(data):
            if self._at is _In.TEXT or character < " ":
                self._at = _In.TEXT
                self._type(character, found)
            else:
                self._skip(character)
        written, self._written = "".join(self._written), []
        return found, written if self._echo else ""

    def _skip(self, character: str) -> None:
        """Follow an escape sequence to its end (ECMA-48, 5.4); a control character ends any."""
        match self._at:
            case _In.ESCAPE if character == "[":
                self._at = _In.CSI
            case _In.ESCAPE if character == "O":
                self._at = _In.SS3
            case _In.ESCAPE if character in _STRINGS:
                self._at = _In.STRING
            case _In.CSI if not "@" <= character <= "~":
                pass
            case _In.STRING:
                pass
            case _:
                self._at = _In.TEXT

    def _type(self, character: str, found: list[str | Key]) -> None:
        after_return, self._after_return = self._after_return, character == "\r"
        match character:
            case "\n" if after_return:
                pass
            case "\r" | "\n":
                self._enter(found)
            case "\x1b":
                self._at = _In.ESCAPE
            case "\x7f" | "\b":
                self._rub_out(len(self.text) - 1)
            case "\x15":
                self._rub_out(0)
            case "\x17":
                self._rub_out(self.text.rstrip().rfind(" ") + 1)
            case "\x03":
                self._rub_out(0)
                self._too_long = False
                found.append(Key.INTERRUPT)
            case "\x04":
                self._end(found)
            case "\t":
                self._add(" ")
            case _:
                self._add(clean(character))

    def _end(self, found: list[str | Key]) -> None:
        if self._echo and self.text:
            return  # as in a shell: only an empty line is an end
        if self.text or self._too_long:
            self._enter(found)
        found.append(Key.END)

    def _enter(self, found: list[str | Key]) -> None:
        found.append(Key.TOO_LONG if self._too_long else self.text)
        self.text, self._too_long = "", False
        self._written.append("\r\n")

    def _add(self, character: str) -> None:
        if not character:
            return
        if len(self.text) >= LONGEST:
            self._too_long = True
            return
        self.text += character
        self._written.append(character)

    def _rub_out(self, keep: int) -> None:
        """Shorten the line to its first ``keep`` characters."""
        kept = self.text[: max(0, keep)]
        cells = cell_len(self.text) - cell_len(kept)
        self._written.append("\b" * cells + " " * cells + "\b" * cells)
        self.text = kept
