"""What is set on a terminal beside its cells: modes, the window's title, the bell.

Whatever is set here is reset in :meth:`Window.leave`, and nothing else is ever set: no focus
reports, no in-band sizes, no key protocol that only some terminals have; the mouse only where its
player has switched it on. The clipboard is written (OSC 52) when its player asks for it.
"""

from __future__ import annotations

import base64
from typing import Final

__all__ = ["Window"]

# Alternate screen, no cursor, no wrapping at the right edge, pastes marked. The only question that
# is asked is whether the terminal knows synchronised output; it is asked before the first paint,
# so that a terminal that prints its rest has it painted over.
_ENTER: Final = b"\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?2026$p"
_LEAVE: Final = b"\x1b[m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
_TITLED_TERMS: Final = (
    "xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "kitty", "konsole", "gnome", "vte",
    "putty", "st-", "wezterm", "ghostty", "contour", "mintty", "iterm",
)  # fmt: skip
# Presses of buttons alone (1000), in a form that has no largest column (1006): no movement.
_MOUSE_ON: Final = b"\x1b[?1000h\x1b[?1006h"
_MOUSE_OFF: Final = b"\x1b[?1006l\x1b[?1000l"
_TITLE_LIMIT: Final = 80
_COPY_LIMIT: Final = 1024
"""Bytes that are put on a clipboard at most: codes and lines, never a page."""
_SAVE_TITLE: Final = b"\x1b[22;0t"
_RESTORE_TITLE: Final = b"\x1b[23;0t"


class Window:
    """The bytes for modes, title and bell of one terminal of kind ``term``."""

    def __init__(self, term: str) -> None:
        self._has_titles = term.lower().startswith(_TITLED_TERMS)
        self._is_title_saved = False
        self._has_mouse = False
        self._waiting: dict[str, bytes] = {}

    def enter(self) -> bytes:
        """Return what switches to full screen."""
        return _ENTER

    def leave(self) -> bytes:
        """Return what resets every mode that was set, and the title."""
        mouse = _MOUSE_OFF if self._has_mouse else b""
        return (_RESTORE_TITLE if self._is_title_saved else b"") + mouse + _LEAVE

    def use_mouse(self, on: bool) -> None:
        """Let the terminal report the mouse, or not any more, with the next frame."""
        if on or self._has_mouse:
            self._has_mouse = True  # whatever was switched on once is switched off at the end
            self._waiting["mouse"] = _MOUSE_ON if on else _MOUSE_OFF

    @property
    def copies(self) -> bool:
        """Whether the terminal is of a kind that takes a copy, or at least does no harm of it."""
        return self._has_titles

    def copy(self, text: str) -> None:
        """Put ``text`` on the player's clipboard with the next frame, where that does no harm."""
        if self.copies:
            packed = base64.b64encode(text.encode()[:_COPY_LIMIT])
            self._waiting["copy"] = b"\x1b]52;c;" + packed + b"\a"

    def ring(self) -> None:
        """Ring the bell with the next frame."""
        self._waiting["bell"] = b"\a"

    def set_title(self, text: str) -> None:
        """Set the window's title with the next frame, where the terminal has one."""
        if self._has_titles:
            title = "".join(c for c in text if c.isprintable())[:_TITLE_LIMIT]
            self._waiting["title"] = f"\x1b]2;{title}\a".encode()

    def take(self) -> bytes:
        """Return what goes with a frame now."""
        if not self._waiting:
            return b""
        save = b""
        if "title" in self._waiting and not self._is_title_saved:
            self._is_title_saved = True
            save = _SAVE_TITLE
        waiting, self._waiting = self._waiting, {}
        return save + b"".join(waiting.values())
