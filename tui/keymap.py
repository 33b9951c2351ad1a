"""Which key does what for one player: the keys that commands come with, or were moved to.

A command is moved, not a letter: whatever a page, a desk or a bench does with a key, it is told the
command's *own* key (the first of :attr:`Command.keys`), whichever was pressed. Keys with names
(Enter, Esc, arrows, page keys), digits and the question mark stay where they are, so nobody can
lock themselves out of a page or of the help.

Like the language (``tui.i18n``) the choice lives in a context variable that a session begins once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Any, Final

from tui.actions.command import AnyCommand

__all__ = [
    "KEYS", "Group", "Keymap", "Refusal", "Refused", "begin", "command_id",
    "different", "keys", "meant", "movable",
    "named", "own", "shown", "use", "worn",
]  # fmt: skip

KEYS: Final = "keys"
"""Name of the player's setting: a map from a command's id to the key that it was moved to."""
_HELP: Final = "?"
_FUNCTION: Final = tuple(f"f{number}" for number in range(1, 13))

Of = AnyCommand | type[AnyCommand]
"""A command, or its class: keys and words are the class's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The commands of one page; ``title`` is a message id.

    ``choices`` are the letters of options and of what is built there: the same for everybody, so
    that players can speak of them, and as many as there are.
    """

    title: str
    commands: Sequence[AnyCommand]
    choices: frozenset[str] = frozenset()


class Refusal(StrEnum):
    """Why a key cannot be a command's."""

    FIXED = auto()
    """The command's key stays where it is."""
    UNFIT = auto()
    """Enter, Esc, arrows, digits and the like mean the same everywhere."""
    CHOICES = auto()
    """A letter of the choices that the command's page may show."""
    TAKEN = auto()
    """Another command of the same page has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A refusal; ``by`` is the command that has the key already."""

    why: Refusal
    by: AnyCommand | None = None


def command_id(command: Of) -> str:
    """Return the name under which a command's key is kept."""
    kind = command if isinstance(command, type) else type(command)
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"


def movable(command: Of) -> bool:
    """Return whether a command's key can be changed: only single characters can."""
    key = command.keys[0]
    return len(command.keys) == 1 and len(key) == 1 and key != _HELP and not key.isdecimal()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keymap:
    """The keys that were moved, by command; every other one is the command's own."""

    moved: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, settings: Mapping[str, Any], groups: Sequence[Group]) -> Keymap:
        """Read it from a player's record; what cannot be (any more) is left out."""
        found, kept = cls(), settings.get(KEYS)
        if not isinstance(kept, dict):
            return found
        for command in different(groups):
            key = kept.get(command_id(command))
            if isinstance(key, str) and found.refusal(command, key, groups) is None:
                found = found.with_key(command, key)
        return found

    @property
    def settings(self) -> dict[str, Any]:
        """The same for the player's record."""
        return {KEYS: dict(self.moved)}

    def keys(self, command: Of) -> tuple[str, ...]:
        """Return the keys of a command."""
        key = self.moved.get(command_id(command))
        return command.keys if key is None else (key,)

    def with_key(self, command: Of, key: str) -> Keymap:
        """Return the same with a command moved to ``key``."""
        rest = {name: k for name, k in self.moved.items() if name != command_id(command)}
        return Keymap(moved=rest if key == command.keys[0] else {**rest, command_id(command): key})

    def refusal(self, command: AnyCommand, key: str, groups: Sequence[Group]) -> Refused | None:
        """Return why ``key`` cannot be the command's on the pages ``groups``; None if it can.

        Commands that come with the same key are never offered at once, so they may share any.
        """
        if not movable(command):
            return Refused(why=Refusal.FIXED)
        if not _fits(key):
            return Refused(why=Refusal.UNFIT)
        me = command_id(command)
        for group in groups:
            if not any(command_id(other) == me for other in group.commands):
                continue
            if key in group.choices and key not in command.keys:
                return Refused(why=Refusal.CHOICES)
            for other in group.commands:
                apart = command_id(other) != me and not set(other.keys) & set(command.keys)
                if apart and key in self.keys(other):
                    return Refused(why=Refusal.TAKEN, by=other)
        return None


def _fits(key: str) -> bool:
    """Return whether ``key`` is one that may be given to a command."""
    if key in _FUNCTION:
        return True
    return len(key) == 1 and key.isprintable() and key not in {" ", _HELP} and not key.isdecimal()


def different(groups: Sequence[Group]) -> Iterator[AnyCommand]:
    """Return every command once."""
    seen: set[str] = set()
    for command in (command for group in groups for command in group.commands):
        if command_id(command) not in seen:
            seen.add(command_id(command))
            yield command


# --- of one session ------------------------------------------------------------------------


@dataclass(slots=True)
class _Choice:
    keymap: Keymap


_NONE: Final = Keymap()
_choice: ContextVar[_Choice] = ContextVar("undertable_keymap")


def begin() -> None:
    """Give the current context, and every task started from it later, keys of its own."""
    _choice.set(_Choice(_NONE))


def use(keymap: Keymap) -> None:
    """Change this session's keys from now on."""
    found = _choice.get(None)
    if found is None:
        _choice.set(_Choice(keymap))
    else:
        found.keymap = keymap


def worn() -> Keymap:
    """Return this session's keys."""
    found = _choice.get(None)
    return _NONE if found is None else found.keymap


def keys(command: Of) -> tuple[str, ...]:
    """Return the keys of a command in this session."""
    return worn().keys(command)


def named(key: str) -> str:
    """Return how a key that was given to a command is written."""
    return key.upper() if key in _FUNCTION else key


def shown(command: Of) -> str:
    """Return how this session writes the key of a command, in a footer or in a sentence."""
    moved = worn().moved.get(command_id(command))
    return command.shown or command.keys[0] if moved is None else named(moved)


def own(command: AnyCommand, key: str) -> str:
    """Return the command's own key for ``key``, one of those that it has in this session."""
    return key if key in command.keys else command.keys[0]


def meant(key: str, now: Sequence[AnyCommand]) -> tuple[str, list[AnyCommand]]:
    """Return what a page is to be told of ``key``, and the commands of it among those available.

    A key whose command has moved away means nothing: the page is told ``""``.
    """
    found = [command for command in now if key in keys(command)]
    if found:
        return own(found[0], key), found
    return "" if any(key in command.keys for command in now) else key, []
