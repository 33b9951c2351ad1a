"""What a client typed: bytes to key presses and pastes, whatever arrives.

Escape sequences are read by their *grammar*, so one that is not known is swallowed whole instead of
turning into moves. CSI, SS3, tmux, PuTTY, rxvt and Linux console forms are in the library's own
table of names. A paste, bracketed or not, is one :class:`Pasted` of bounded length and never key
presses; keys that come faster than anybody types are dropped. So the work that a client can cause
is bounded, and no junk is played as a move.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tui.textual_private import SEQUENCE_KEYS, key_of_character

__all__ = [
    "ESCAPE_DELAY", "PASTE_LIMIT", "Clicked", "CursorReport", "Input", "KeyReader", "Pasted",
    "Pressed", "SyncReport",
]  # fmt: skip

ESCAPE_DELAY: Final = 0.2
"""Seconds after which a lone Esc is the key: an arrow split by 150 ms is still an arrow, and the
key acts within 300 ms."""
PASTE_LIMIT: Final = 4096
"""Characters of one paste that are kept."""
_BURST: Final = 16
"""Plain characters within one :data:`_WINDOW` that a person can type; more is a paste."""
_WINDOW: Final = 0.05
_KEYS_HELD: Final = 64
_KEYS_PER_SECOND: Final = 60.0
_PENDING_LIMIT: Final = 256
"""Characters of an unfinished sequence; nothing that we know is longer."""
_PASTE_PATIENCE: Final = 3.0
"""Seconds of silence after which a bracketed paste whose end was lost is over."""

_PASTE_BEGIN: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"
_COMPLETE: Final = re.compile(
    r"""
      \x1b\[M[\s\S]{3}                     # X10 mouse report (never asked for)
    | \x1b\x1b?\[\[[A-E]                   # Linux console F1-F5
    | \x1b\x1b?\[\d+\$                     # rxvt with shift
    | \x1b\x1b?\[(?!M)[0-?]*[\x20-/]*[@-~]  # CSI, with Alt as a second ESC
    | \x1b\x1b?O\d*[A-Za-z]                # SS3
    | \x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)   # OSC, DCS, SOS, PM, APC strings
    | \x1b[^\x1b\[O\]PX^_]                 # Alt and a key
    """,
    re.VERBOSE,
)
_UNFINISHED: Final = re.compile(
    r"\x1b(?:\x1b?(?:\[(?:\[|M[\s\S]{0,2}|[0-?]*[\x20-/]*)?|O\d*)?|[\]PX^_][^\x07\x1b]*\x1b?)\Z"
)
_SYNC_REPORT: Final = re.compile(r"\x1b\[\?2026;([1-4])\$y")
_CURSOR_REPORT: Final = re.compile(r"\x1b\[(\d{1,5});(\d{1,5})R")
_MOUSE: Final = re.compile(r"\x1b\[<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])")
"""A report of mode 1006: button and modifiers, column and row from 1, pressed or let go."""
_LEFT: Final = 0
_WHEEL: Final[Mapping[int, str]] = {64: "pageup", 65: "pagedown"}
_HALF_REPORT: Final = re.compile(r"\x1b\[[?\d;$]*\Z")
_REPORT_PATIENCE: Final = 30.0
"""Seconds in which an answer of the terminal may come in pieces, however far apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A key press by Textual's name; ``character`` is what it types, if anything."""

    key: str
    character: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pasted:
    """Text that came in at once; line ends are line feeds, other control characters are gone."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """The terminal says that it knows synchronised output (mode 2026)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorReport:
    """The terminal says where its cursor is: row and column from 1."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clicked:
    """The left button was pressed at a column and row of the screen, from 0."""

    x: int
    y: int


Input = Pressed | Pasted | SyncReport | CursorReport | Clicked


def _paste(text: str) -> Pasted:
    """Return ``text`` as a paste, cleaned and cut."""
    text = text[:PASTE_LIMIT].replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return Pasted(text="".join(c for c in text if c == "\n" or _types(c)))


def _types(character: str) -> bool:
    """Return whether ``character`` is one that a text may hold."""
    return character != "\ufffd" and unicodedata.category(character) not in ("Cc", "Cs", "Cn")


class KeyReader:
    """Turns what one client sends into :data:`Input`.

    ``feed`` takes bytes split anywhere. While :attr:`pending` is true something unfinished waits,
    and the owner calls ``timeout`` once :data:`ESCAPE_DELAY` has passed without more bytes.
    Times are seconds of any monotonic clock.
    """

    def __init__(self) -> None:
        self.mouse = False
        """Whether reports of the mouse mean anything; otherwise they are swallowed."""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._pending = ""
        self._paste: list[str] | None = None
        self._pasted = 0
        self._fed_at = 0.0
        self._window_at = 0.0
        self._window_count = 0
        self._in_burst = False
        self._keys = float(_KEYS_HELD)
        self._keys_at = 0.0
        self._owed_until = 0.0
        self._has_escaped = False
        """Whether a lone ESC was the key, and may yet turn out to begin an answer."""

    def expect_report(self, now: float) -> None:
        """Be told that the terminal was asked something, whose answer is no typing.

        Whole sequences never are; this is about those that a slow link brings in pieces.
        """
        self._owed_until = now + _REPORT_PATIENCE

    @property
    def pending(self) -> bool:
        """Return whether an unfinished sequence waits for more or for its time-out."""
        return bool(self._pending) and self._paste is None

    def feed(self, data: bytes, now: float) -> list[Input]:
        """Take ``data`` that arrived at ``now`` and return what it means."""
        text = self._pending + self._decode(data)
        self._pending = ""
        if self._has_escaped and text.startswith("["):
            text = "\x1b" + text
        self._has_escaped = self._has_escaped and not text
        if self._paste is not None and now - self._fed_at > _PASTE_PATIENCE:
            self._paste = None
        self._fed_at = now
        found: list[Input] = []
        while text:
            if self._paste is not None:
                text = self._read_paste(text, found)
                continue
            plain, begin, text = text.partition(_PASTE_BEGIN)
            text = self._read_keys(plain, now, found, last=not begin) + text
            if begin:
                self._paste, self._pasted = [], 0
            else:
                self._pending = text
                break
        return found

    def timeout(self) -> list[Input]:
        """End the unfinished sequence: a lone Esc is the key, the rest was nothing."""
        pending, self._pending = self._pending, ""
        owed = self._fed_at < self._owed_until
        if self._paste is not None or (owed and _HALF_REPORT.match(pending)):
            self._pending = pending
            return []
        self._has_escaped = owed and pending == "\x1b"
        return [Pressed(key="escape", character="\x1b")] if pending == "\x1b" else []

    def _read_paste(self, text: str, found: list[Input]) -> str:
        """Take ``text`` into the open paste and return what follows its end."""
        assert self._paste is not None
        inside, end, rest = text.partition(_PASTE_END)
        if not end:
            # The end mark may be split over packets: keep what could be its beginning.
            mark = inside.rfind("\x1b", max(0, len(inside) - len(_PASTE_END) + 1))
            if mark >= 0 and _PASTE_END.startswith(inside[mark:]):
                inside, self._pending = inside[:mark], inside[mark:]
        if self._pasted < PASTE_LIMIT:
            self._paste.append(inside[: PASTE_LIMIT - self._pasted])
            self._pasted += len(inside)
        if end:
            found.append(_paste("".join(self._paste)))
            self._paste = None
        return rest

    def _read_keys(self, text: str, now: float, found: list[Input], *, last: bool) -> str:
        """Read key presses from ``text``; return the unfinished end if it is the ``last``."""
        if not text:
            return ""
        if self._is_burst(text, now):
            found.append(_paste(_COMPLETE.sub("", text[: 2 * PASTE_LIMIT])))
            return ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._press(text[at], now, found)
                at += 1
                continue
            match = _COMPLETE.match(text, at)
            if match is not None:
                self._sequence(match.group(), now, found)
                at = match.end()
            elif last and len(text) - at <= _PENDING_LIMIT and _UNFINISHED.match(text, at):
                return text[at:]
            else:
                # ESC before another ESC is the key; before anything else it was line noise.
                if text.startswith("\x1b\x1b", at):
                    self._emit("escape", "\x1b", now, found)
                at += 1
        return ""

    def _is_burst(self, text: str, now: float) -> bool:
        """Return whether ``text`` came faster than anybody types."""
        if now - self._window_at > _WINDOW:
            self._window_at = now
            self._window_count = 0
            self._in_burst = False
        elif self._in_burst:
            # A burst goes on until there was a pause.
            self._window_at = now
            return True
        cut = text[: 2 * PASTE_LIMIT]
        plain = _COMPLETE.sub("", cut)
        rest = _UNFINISHED.search(plain)
        # What is unfinished comes once more with each of its pieces, and is counted at its end.
        if rest is not None and len(rest.group()) <= _PENDING_LIMIT:
            plain = plain[: rest.start()]
        self._window_count += len(plain) + (len(text) - len(cut))
        self._in_burst = self._window_count > _BURST
        return self._in_burst

    def _sequence(self, sequence: str, now: float, found: list[Input]) -> None:
        """Take one complete escape sequence."""
        if _SYNC_REPORT.fullmatch(sequence):
            found.append(SyncReport())
            return
        if (report := _CURSOR_REPORT.fullmatch(sequence)) and report[1] != "1":
            # In row 1 it could be a key: F3 with Shift and the like. We never ask there.
            found.append(CursorReport(row=int(report[1]), column=int(report[2])))
            return
        if mouse := _MOUSE.fullmatch(sequence):
            self._click(int(mouse[1]), int(mouse[2]), int(mouse[3]), mouse[4] == "M", now, found)
            return
        if sequence.startswith("\x1b\x1b"):
            # Alt and an arrow, where Alt is sent as ESC: the arrow is meant.
            sequence = sequence[1:]
        names = SEQUENCE_KEYS.get(sequence)
        if names:
            for name in names:
                self._emit(name, None, now, found)
        elif len(sequence) == 2 and sequence[1].isprintable():
            self._emit(f"alt+{key_of_character(sequence[1])}", None, now, found)

    def _click(
        self, button: int, column: int, row: int, pressed: bool, now: float, found: list[Input]
    ) -> None:
        """Take a report of the mouse: the left button, or the wheel, which is the page keys."""
        if not self.mouse or not pressed or not column or not row:
            return
        if button == _LEFT and self._takes(now):
            found.append(Clicked(x=column - 1, y=row - 1))
        elif button in _WHEEL:
            self._emit(_WHEEL[button], None, now, found)

    def _press(self, character: str, now: float, found: list[Input]) -> None:
        """Take one character that is no part of a sequence."""
        names = SEQUENCE_KEYS.get(character)
        if names:
            # Some clients send a line feed for the Enter key.
            name = "enter" if character == "\n" else names[0]
            self._emit(name, character, now, found)
        elif _types(character):
            self._emit(key_of_character(character), character, now, found)

    def _emit(self, key: str, character: str | None, now: float, found: list[Input]) -> None:
        """Report a key unless more come than anybody types."""
        if self._takes(now):
            found.append(Pressed(key=key, character=character))

    def _takes(self, now: float) -> bool:
        """Return whether one more key or click is taken: a bucket of :data:`_KEYS_HELD`."""
        self._keys = min(_KEYS_HELD, self._keys + (now - self._keys_at) * _KEYS_PER_SECOND)
        self._keys_at = now
        taken = self._keys >= 1
        self._keys -= taken
        return taken
