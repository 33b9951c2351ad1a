"""Keys in words: why a key cannot be given to a command, and that it was."""

from __future__ import annotations

from typing import assert_never

from tui import keymap
from tui.actions.command import AnyCommand
from tui.i18n import _
from tui.keymap import Refusal, Refused

__all__ = ["moved", "refused"]


def refused(refusal: Refused, key: str) -> str:
    """Return why ``key`` cannot be the command's, and what would do."""
    name = keymap.named(key)
    match refusal.why:
        case Refusal.FIXED:
            return _("This command's key stays where it is.")
        case Refusal.UNFIT:
            return _("A letter, a sign or F1 to F12 is needed; other keys keep their meaning.")
        case Refusal.CHOICES:
            return _("{key} is a key of choices there, for everybody.", key=name)
        case Refusal.TAKEN:
            taken = "" if refusal.by is None else _(refusal.by.label)
            return _("{key} is the key of '{command}' there.", key=name, command=taken)
        case _:
            assert_never(refusal.why)


def moved(command: AnyCommand, key: str) -> str:
    """Return that a command has the key now."""
    return _("{key}: {command}.", key=keymap.named(key), command=_(command.label))
