"""How single values are spelt in fields, and a page to write them on (for ``answer``)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.future_diary.form import Chosen
from engine.games.future_diary.terms import Kind

__all__ = ["Page", "flag_of", "kind_of", "seat_of", "seats_of", "value_of"]


def value_of(fields: Chosen, name: str) -> str | None:
    """Return the single value of a field, None if it is absent."""
    values = fields.get(name)
    return values[0] if values else None


def seat_of(fields: Chosen, name: str) -> int | None:
    """Return the seat that a field names, None if it is absent."""
    value = value_of(fields, name)
    return int(value) if value else None


def seats_of(fields: Chosen, name: str) -> tuple[int, ...]:
    """Return the seats that a field names, in order."""
    return tuple(int(value) for value in fields.get(name, ()))


def kind_of(fields: Chosen, name: str) -> Kind | None:
    """Return the kind that a field names, None if it is absent."""
    value = value_of(fields, name)
    return Kind(value) if value else None


def flag_of(fields: Chosen, name: str) -> bool | None:
    """Return whether a field says yes, None if it is absent."""
    value = value_of(fields, name)
    return None if value is None else value in {"yes", "accept"}


class Page(dict[str, tuple[str, ...]]):
    """Fields being written; what is None or empty is left out."""

    def put(self, name: str, *values: object) -> None:
        """Add the values under ``name``, flags as yes and no."""
        texts = tuple(_text(v) for v in values if v is not None)
        if texts:
            self[name] = (*self.get(name, ()), *texts)

    def all(self, name: str, values: Iterable[object]) -> None:
        """Add several values."""
        self.put(name, *values)


def _text(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
