"""What is wrong with a content pack: each fault with its file, key and reason (N81-19.1).

A pack is judged as a whole, so that its writer reads everything at once. Faults are data; the
sentences are made in ``tui.texts.packs``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.errors import EngineError

__all__ = ["Fault", "Faults", "PackError", "Reason"]


class Reason(StrEnum):
    """Why a key or file of a pack is refused; the fields of :class:`Fault` that say more."""

    # --- files ---
    UNREADABLE = "unreadable"
    """``value``: the system's reason."""
    NO_FOLDER = "no_folder"
    """There is no such folder."""
    TOO_LARGE = "too_large"
    """``value``: bytes, the most that a file may have."""
    TOO_MANY = "too_many"
    """``value``: files, the most that a pack may have."""
    LINK = "link"
    """A link, or no plain file: only what lies in the folder itself is read."""
    STRAY = "stray"
    """A file that belongs to no part of a pack."""
    NOT_TEXT = "not_text"
    """The file is not UTF-8."""
    NOT_TOML = "not_toml"
    """``value``: the reader's reason, with line and column."""
    # --- keys ---
    MISSING = "missing"
    UNKNOWN_KEY = "unknown_key"
    """``choices``: the most similar key, if there is one."""
    TYPE = "type"
    """``choices``: what is needed: ``text``, ``number``, ``yes_no``, ``list``, ``table``,
    ``tables``, ``texts`` or ``words`` (a table with ``en``, ``zh``, perhaps ``zh_hans``)."""
    UNKNOWN = "unknown"
    """``value`` is none of ``choices``; of no choice at all if these are empty."""
    RANGE = "range"
    """``value`` is not between the two ``choices``: a number, or how many there are of a list."""
    TOO_LONG = "too_long"
    """A text has more than ``value`` characters."""
    NOT_PRINTABLE = "not_printable"
    """A text holds characters that a terminal cannot show."""
    BAD_ID = "bad_id"
    """``value`` is no id."""
    TWICE = "twice"
    """``value``, an id, is used elsewhere; ``choices``: where."""
    API = "api"
    """``value``: the pack's; ``choices``: the one that there is."""
    # --- meanings ---
    SAME_CAMP = "same_camp"
    """Both versions of a character have the camp ``value``."""
    SAME_NAME = "same_name"
    """Another character has this name and title; ``value``: which."""
    OTHER_NAME = "other_name"
    """Another pack calls the series ``value`` something else."""
    UNSUPPORTED = "unsupported"
    """The engine cannot do this; it is refused rather than played otherwise."""
    BOTH = "both"
    """Two keys exclude each other; ``choices``: which."""
    # --- plug-ins ---
    NO_MODULE = "no_module"
    """There is no file ``value`` in ``skills/``."""
    NO_CLASS = "no_class"
    """The module has no class ``value`` that derives from ``Skill``."""
    SYNTAX = "syntax"
    """``value``: Python's reason."""
    IMPORT = "import"
    """``value`` cannot be imported; ``choices``: what can."""
    FORBIDDEN = "forbidden"
    """``value``: a name or statement that a plug-in may not use."""
    RAISED = "raised"
    """Loading the module raised ``value``, the exception's type."""
    UNUSED = "unused"
    """A module that no skill or card names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault. ``key`` is a path as in ``version[1].colour`` (a list's first is 1), or a line."""

    file: str
    key: str = ""
    reason: Reason
    value: str = ""
    choices: tuple[str, ...] = ()


class PackError(EngineError):
    """A pack, or several together, cannot be loaded; ``faults`` in the order of the files."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.file))
        first = self.faults[0]
        super().__init__("pack", file=first.file, key=first.key, reason=first.reason.value)


@dataclass(slots=True)
class Faults:
    """The faults found so far in one file or in all."""

    found: list[Fault] = field(default_factory=list)

    def add(
        self, file: str, key: str, reason: Reason, value: object = "", choices: Sequence[str] = ()
    ) -> None:
        """Write down one fault."""
        self.found.append(
            Fault(file=file, key=key, reason=reason, value=str(value), choices=tuple(choices))
        )

    def check(self) -> None:
        """Raise :class:`PackError` if there is any."""
        if self.found:
            raise PackError(self.found)
