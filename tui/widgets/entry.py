"""One line of typing: chat, a join code, a free-text answer.

While an entry is open its characters are text; everywhere else they are commands. It is closed by
Enter or Esc and then takes no place and no focus.
"""

from __future__ import annotations

from textual.widgets import Input

__all__ = ["MAX_CHAT", "Entry"]

MAX_CHAT = 240
"""Most characters of a chat line that the screen takes."""


class Entry(Input, inherit_bindings=True):
    """A borderless input that is there only while it is open."""

    DEFAULT_CSS = """
    Entry, Entry:focus {
        border: none; height: 1; padding: 0 1;
        background: $ut-chosen; color: $ut-chosen-text; background-tint: $ut-chosen 0%;
        & > .input--placeholder { color: $ut-chosen-text; }
        & > .input--cursor { background: $ut-turn; color: $ut-turn-text; text-style: none; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="entry", compact=True, disabled=True, select_on_focus=False)
        self.max_length: int = MAX_CHAT
        self.cursor_blink = False
        self.purpose = ""
        """What Enter will do with the text; empty while closed."""

    @property
    def open(self) -> bool:
        """Whether typing goes here."""
        return bool(self.purpose)

    def take(self, character: str | None) -> None:
        """Take a character that was typed before the focus had moved here."""
        if character is not None and character.isprintable():
            self.insert_text_at_cursor(character)

    def insert(self, text: str, index: int) -> None:
        """Insert what there is room for; Textual would drop a paste that is too long altogether."""
        super().insert(text[: self.max_length - len(self.value)], index)

    def begin(self, purpose: str, placeholder: str, limit: int = MAX_CHAT) -> None:
        """Open for ``purpose`` with an empty text of at most ``limit`` characters."""
        self.purpose = purpose
        self.value = ""
        self.placeholder = placeholder
        self.max_length = limit
        self.disabled = False
        self.screen.set_focus(self)

    def end(self) -> None:
        """Close, and forget what was typed."""
        self.purpose = ""
        self.disabled = True
        self.value = ""
        self.screen.set_focus(None)
