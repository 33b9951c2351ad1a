"""Reading the keys of one TOML table: each read says what it needs and goes on after a fault.

A :class:`Reader` knows where its table stands, so that every fault names its file and key. What is
not as needed is noted and replaced by something harmless; a pack with a fault is never used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final, TypeVar

from engine.games.no81.packs.faults import Faults, Reason
from engine.games.no81.packs.words import Words

__all__ = ["LONGEST_NAME", "LONGEST_TEXT", "Reader"]

LONGEST_NAME: Final = 40
LONGEST_TEXT: Final = 600
_ID: Final = re.compile(r"[a-z][a-z0-9_]{1,31}")
T = TypeVar("T", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Reader:
    """One table of a file; ``path`` is its own key, empty for the whole file."""

    file: str
    table: Mapping[str, Any]
    faults: Faults
    path: str = ""

    def at(self, key: str) -> str:
        """Return the whole path of a key."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, key: str, reason: Reason, value: object = "", *choices: str) -> None:
        """Note a fault of a key of this table."""
        self.faults.add(self.file, self.at(key) if key else self.path, reason, value, choices)

    def has(self, key: str) -> bool:
        """Say whether the key is there."""
        return key in self.table

    def only(self, *known: str) -> None:
        """Note every key that is none of ``known``."""
        for key in self.table:
            if key not in known:
                self.fault(key, Reason.UNKNOWN_KEY, "", *get_close_matches(key, known, n=1))

    def _of(self, key: str, kind: type | tuple[type, ...], needed: str, *, must: bool) -> Any:
        value = self.table.get(key)
        if value is None:
            if must:
                self.fault(key, Reason.MISSING)
            return None
        # In Python True is a number, in a pack it is a mistake.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            self.fault(key, Reason.TYPE, "", needed)
            return None
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; one without a default must be there."""
        value = self._of(key, str, "text", must=default is None)
        return (default or "") if value is None else str(value)

    def id(self, key: str = "id") -> str:
        """Return an id (N81-19.1)."""
        value = self.text(key)
        if value and not _ID.fullmatch(value):
            self.fault(key, Reason.BAD_ID, value)
        return value

    def number(self, key: str, among: range, default: int | None = None) -> int:
        """Return a whole number of ``among``."""
        value = self._of(key, int, "number", must=default is None)
        if value is None:
            return among[0] if default is None else default
        if value not in among:
            self.fault(key, Reason.RANGE, value, str(among[0]), str(among[-1]))
            return among[0]
        return int(value)

    def flag(self, key: str) -> bool:
        """Return yes or no; no if it is not there."""
        return bool(self._of(key, bool, "yes_no", must=False))

    def one_of(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        """Return one of ``choices``."""
        value = self.text(key, default)
        if value and value not in choices:
            self.fault(key, Reason.UNKNOWN, value, *choices)
        return value if value in choices else choices[0]

    def member(self, key: str, kind: type[T], default: T | None = None) -> T:
        """Return a member of a closed set."""
        return kind(self.one_of(key, [member.value for member in kind], default))

    def texts(self, key: str, *, single: bool = False) -> tuple[str, ...]:
        """Return a list of texts, empty if it is not there; ``single``: one text will do."""
        value = self._of(key, (list, str) if single else list, "texts", must=False)
        if isinstance(value, str):
            return (value,)
        if value is not None and not all(isinstance(part, str) for part in value):
            self.fault(key, Reason.TYPE, "", "texts")
            return ()
        return tuple(value or ())

    def sub(self, key: str) -> Reader:
        """Return a table, empty if it is not there."""
        value = self._of(key, dict, "table", must=False)
        return Reader(self.file, value or {}, self.faults, self.at(key))

    def tables(self, key: str) -> list[Reader]:
        """Return a list of tables, empty if it is not there."""
        value = self._of(key, list, "tables", must=False)
        if value is not None and not all(isinstance(part, dict) for part in value):
            self.fault(key, Reason.TYPE, "", "tables")
            return []
        return [
            Reader(self.file, part, self.faults, self.at(f"{key}[{number}]"))
            for number, part in enumerate(value or (), start=1)
        ]

    def words(self, key: str, longest: int, *, empty: bool = False, must: bool = True) -> Words:
        """Return a text in its languages: a table with ``en``, ``zh`` and perhaps ``zh_hans``."""
        value = self._of(key, dict, "words", must=must)
        if value is None:
            return Words(en="", zh="")
        inner = Reader(self.file, value, self.faults, self.at(key))
        inner.only("en", "zh", "zh_hans")
        languages = ("en", "zh", "zh_hans") if "zh_hans" in value else ("en", "zh")
        return Words(**{name: inner._phrase(name, longest, empty) for name in languages})

    def _phrase(self, language: str, longest: int, empty: bool) -> str:
        value = self.text(language)
        if len(value) > longest:
            self.fault(language, Reason.TOO_LONG, longest)
        if not value.isprintable():
            self.fault(language, Reason.NOT_PRINTABLE)
        if not empty and isinstance(self.table.get(language), str) and not value.strip():
            self.fault(language, Reason.MISSING)
        return value
