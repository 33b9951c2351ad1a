"""What is set on a terminal beside its cells: modes, the window's title, the bell.

Whatever is set here is reset in :meth:`Window.leave`, and nothing else is ever set: no mouse, no
focus reports, no in-band sizes, no key protocol that only some terminals have.
"""

from __future__ import annotations

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
_TITLE_LIMIT: Final = 80
_SAVE_TITLE: Final = b"\x1b[22;0t"
_RESTORE_TITLE: Final = b"\x1b[23;0t"


class Window:
    """The bytes for modes, title and bell of one terminal of kind ``term``."""

    def __init__(self, term: str) -> None:
        self._has_titles = term.lower().startswith(_TITLED_TERMS)
        self._is_title_saved = False
        self._waiting: dict[str, bytes] = {}

    def enter(self) -> bytes:
        """Return what switches to full screen."""
        return _ENTER

    def leave(self) -> bytes:
        """Return what resets every mode that was set, and the title."""
        return (_RESTORE_TITLE if self._is_title_saved else b"") + _LEAVE

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
