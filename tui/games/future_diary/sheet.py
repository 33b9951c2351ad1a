"""The order sheet in the private pane: every open field with its value, and the keys of one.

Fields flow from left to right as ``label: value``; the one that the cursor is on shows its values
below, each with its key: a seat has its number, a role and a kind of action their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.games.future_diary.terms import Kind, Role
from themes.pack import Colour
from tui.games.future_diary.draft import Chosen, Slot
from tui.i18n import _
from tui.texts import future_diary as fd
from tui.widgets.lines import BLANK, Line, Span, cut, line, width

__all__ = ["CLEAR", "chips", "key_of_value", "keys_of", "options"]

CLEAR: Final = "0"
"""The key that empties a field."""
_KEYS: Final = "123456789abefijmxy"
"""Keys of values; letters that are commands anywhere on the page are left out."""
_ROLE_KEYS: Final[Mapping[str, str]] = {
    **{role.value: key for role, key in zip(tuple(Role)[1:13], _KEYS, strict=False)},
    Role.MURMUR: "m",
    Role.AKISE: "x",
    "seventh/man": "7",
    "seventh/woman": "f",
}


_KIND_KEYS: Final[Mapping[str, str]] = {
    kind.value: str(number) for number, kind in enumerate(Kind, start=1)
}
"""Actions have the same keys whichever of them can be chosen now."""


def keys_of(slot: Slot) -> dict[str, str]:
    """Return the values of a field by their keys."""
    found: dict[str, str] = {}
    for index, value in enumerate(slot.values):
        key = key_of_value(value, index)
        found.setdefault(key if key not in found else _KEYS[index], value)
    return found


def key_of_value(value: str, index: int) -> str:
    """Return the key of the value at ``index`` of its field."""
    if value.isdigit():
        return _KEYS[int(value) - 1]
    return _KIND_KEYS.get(value) or _ROLE_KEYS.get(value) or _KEYS[index]


def chips(
    open_slots: Sequence[Slot], chosen: Chosen, sent: Chosen, at: int, personas: Sequence[str],
    cells: int, height: int,
) -> list[Line]:  # fmt: skip
    """Return the fields in ``height`` rows, scrolled so that the one at ``at`` is in sight.

    What differs from what was ``sent`` stands out; so does a field that must still be given.
    """
    rows: list[list[Span]] = [[]]
    found = 0
    for index, slot in enumerate(open_slots):
        part = _chip(slot, chosen, sent, personas, cells - 2, here=index == at)
        if rows[-1] and 1 + width(rows[-1]) + width(part) > cells:
            rows.append([])
        rows[-1] += part
        if index == at:
            found = len(rows) - 1
    top = max(0, min(found - height + 1, len(rows) - height)) if found >= height else 0
    shown = [line(" ", *row) for row in rows[top : top + height]]
    return [*shown, *[BLANK] * (height - len(shown))]


def _chip(
    slot: Slot, chosen: Chosen, sent: Chosen, personas: Sequence[str], cells: int, *, here: bool
) -> list[Span]:
    values = chosen.get(slot.id, ())
    text = " + ".join(fd.value_label(slot.id, value, personas) for value in values)
    if not text:
        text = "?" if slot.need else "-"
    label = _("{field}: {value}", field=fd.field_label(slot.id), value="")
    changed = values != sent.get(slot.id, ()) or (slot.need and not values)
    if here:
        both = cut(label + text, cells - 2)
        return [Span(f">{both} ", Colour.CHOSEN_TEXT, bold=True, shade=Colour.CHOSEN), Span(" ")]
    tone = Colour.WARNING if changed else Colour.TEXT if values else Colour.MUTED
    return [Span(f" {label}", Colour.MUTED), Span(cut(text, 30), tone, bold=changed), Span("  ")]


def options(
    slot: Slot | None, chosen: Chosen, personas: Sequence[str], cells: int, height: int
) -> list[Line]:
    """Return the values of the field at the cursor with their keys, in ``height`` rows."""
    if slot is None:
        return [BLANK] * height
    for short in (30, 10, 7, 4):
        rows = list(_flow(slot, chosen, personas, cells, short))
        if len(rows) <= height:
            break
    return [*rows[:height], *[BLANK] * (height - len(rows))]


def _flow(
    slot: Slot, chosen: Chosen, personas: Sequence[str], cells: int, short: int
) -> Iterator[Line]:
    row: list[Span] = []
    for key, value in keys_of(slot).items():
        label = fd.value_label(slot.id, value, personas)
        if value.isdigit():
            # Its key is its number up to nine; nothing is gained by saying it twice.
            label = label.partition(" ")[2] if len(value) == 1 else label
        picked = value in chosen.get(slot.id, ())
        part = [
            Span(f">{key}" if picked else f" {key}", Colour.ACCENT, bold=True, press=key),
            Span(" " + cut(label, short) + " ", Colour.YOU if picked else Colour.TEXT, bold=picked),
        ]
        if row and 1 + width(row) + width(part) > cells:
            yield line(" ", *row)
            row = []
        row += part
    yield line(" ", *row)
