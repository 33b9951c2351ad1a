"""From wishes to an answer: takes of each wish what the form allows, and what it then needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.chance import Dice
from engine.request import Answer

__all__ = ["Filling"]


class Filling:
    """A form that is being filled in; it never holds what the form would refuse."""

    def __init__(self, form: Sequence[Mapping[str, Any]], dice: Dice) -> None:
        self._form = form
        self._dice = dice
        self._chosen: dict[str, tuple[str, ...]] = {}

    def offers(self, field: str) -> tuple[str, ...]:
        """Return what may be chosen in ``field`` as things stand, empty if it is closed."""
        return next((tuple(f["values"]) for f in self._form if self._open(f, field)), ())

    def has(self, field: str) -> bool:
        """Return whether something is chosen in ``field``."""
        return field in self._chosen

    def chosen(self, field: str) -> tuple[str, ...]:
        """Return what is chosen in ``field``."""
        return self._chosen.get(field, ())

    def put(self, field: str, *values: object) -> bool:
        """Choose as many of ``values`` as the field takes; return whether any was possible."""
        entry = next((f for f in self._form if self._open(f, field)), None)
        if entry is None:
            return False
        wanted = [v for v in dict.fromkeys(map(str, values)) if v in entry["values"]]
        if wanted:
            self._chosen[field] = tuple(wanted[: entry["most"]])
        return bool(wanted)

    def drop(self, prefix: str) -> None:
        """Take back a field and everything named after it."""
        for name in [n for n in self._chosen if n == prefix or n.startswith(prefix + ".")]:
            del self._chosen[name]

    def complete(self) -> None:
        """Give every open field that needs a value one by chance; drop what cannot have one."""
        changed = True
        while changed:
            changed = False
            for entry in self._form:
                name = entry["id"]
                if not entry["need"] or name in self._chosen or not self._open(entry, name):
                    continue
                self._chosen[name] = (self._dice.pick(entry["values"]),)
                changed = True

    def words(self) -> Answer:
        """Return the ``field=value`` words."""
        self.complete()
        return tuple(f"{name}={value}" for name, values in self._chosen.items() for value in values)

    def _open(self, entry: Mapping[str, Any], field: str) -> bool:
        return entry["id"] == field and all(
            any(v in values for v in self._chosen.get(name) or ("",))
            for name, values in entry["when"]
        )
