"""Reads tables of a theme's files; every fault that is met is noted, and reading goes on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from themes.fault import Fault, FaultCode

__all__ = ["MAX_FILE", "Reader"]

MAX_FILE: Final = 16 * 1024
"""Most bytes of a file; a style sheet is parsed for every session."""

_K = TypeVar("_K", bound=str)


@dataclass(slots=True)
class Reader:
    """One folder's files and what is wrong with them so far."""

    folder: Path
    faults: list[Fault] = field(default_factory=list)

    def fault(self, code: FaultCode, file: str, key: str = "", detail: str = "") -> None:
        """Note a fault."""
        self.faults.append(Fault(code=code, file=file, key=key, detail=detail))

    def text(self, file: str) -> str | None:
        """Return a whole file; ``None`` where that cannot be had."""
        try:
            with (self.folder / file).open("rb") as stream:
                data = stream.read(MAX_FILE + 1)
            if len(data) > MAX_FILE:
                self.fault(FaultCode.TOO_LONG, file, detail=str(MAX_FILE))
                return None
            return data.decode("utf-8")
        except (OSError, UnicodeDecodeError):
            self.fault(FaultCode.UNREADABLE, file)
            return None

    def toml(self, file: str) -> dict[str, Any] | None:
        """Return a file's tables; ``None`` where that cannot be had."""
        text = self.text(file)
        if text is None:
            return None
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            self.fault(FaultCode.NOT_TOML, file, detail=str(error))
            return None

    def known(
        self, file: str, at: str, found: object, keys: Mapping[str, _K], *, all_of: bool
    ) -> dict[_K, str]:
        """Return the texts under the known ``keys`` of the table ``found``.

        ``at`` is the table's own name, ``""`` for the file's. With ``all_of`` none may be missing.
        """
        if not isinstance(found, dict):
            self.fault(FaultCode.BAD_VALUE, file, at)
            return {}
        prefix = f"{at}." if at else ""
        for key in sorted(found.keys() - keys.keys()):
            self.fault(FaultCode.UNKNOWN_KEY, file, f"{prefix}{key}")
        texts: dict[_K, str] = {}
        for key, name in keys.items():
            if key not in found:
                if all_of:
                    self.fault(FaultCode.MISSING_KEY, file, f"{prefix}{key}")
            elif isinstance(found[key], str):
                texts[name] = found[key]
            else:
                self.fault(FaultCode.BAD_VALUE, file, f"{prefix}{key}")
        return texts
