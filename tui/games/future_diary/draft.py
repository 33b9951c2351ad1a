"""Filling in a form: what is open, may be chosen, or is missing. Pure; no rule is known here.

A form comes with the ask (``engine.games.future_diary.form``): maps ``{"id", "values", "most",
"need", "when"}``. A field is open when each of its ``(field, values)`` conditions holds; the value
``""`` stands for "nothing is chosen there".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

__all__ = [
    "VERBS", "Chosen", "Form", "Slot", "chosen_of", "missing", "pick", "settle", "slots",
    "verb_form", "words_of",
]  # fmt: skip

Chosen = Mapping[str, tuple[str, ...]]
Form = Sequence[Mapping[str, Any]]

VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    "predict": ("predict.seat", "predict.role"),
    "creator": ("creator.seat", "creator.mode"),
    "proof": ("proof.seats",),
}
"""Verbs that are filled in like forms, and the fields that this screen gives them, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One open field: its values, how many of them at most, and whether one must be given."""

    id: str
    values: tuple[str, ...]
    most: int
    need: bool


def chosen_of(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return ``field=value`` words as what is chosen by field, order kept."""
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, _equals, value = word.partition("=")
        found[name] = (*found.get(name, ()), value)
    return found


def words_of(chosen: Chosen) -> tuple[str, ...]:
    """Return what is chosen as the words of an answer; fields of other verbs are left out."""
    apart = {name for names in VERBS.values() for name in names}
    return tuple(
        f"{name}={value}" for name, values in chosen.items() if name not in apart
        for value in values
    )  # fmt: skip


def _holds(when: Sequence[Any], chosen: Chosen) -> bool:
    return all(any(v in values for v in chosen.get(name) or ("",)) for name, values in when)


def slots(form: Form, chosen: Chosen) -> list[Slot]:
    """Return the fields that are open for what is chosen, in the form's order."""
    return [
        Slot(id=f["id"], values=tuple(f["values"]), most=f["most"], need=f["need"])
        for f in form
        if _holds(f["when"], chosen)
    ]


def settle(form: Form, chosen: Chosen) -> dict[str, tuple[str, ...]]:
    """Return what of ``chosen`` is open and offered, in the form's order."""
    kept: dict[str, tuple[str, ...]] = {}
    for field in form:
        name = field["id"]
        if name in chosen and _holds(field["when"], kept):
            values = tuple(v for v in chosen[name] if v in field["values"])[: field["most"]]
            if values:
                kept[name] = values
    return kept


def pick(form: Form, chosen: Chosen, slot: Slot, value: str) -> dict[str, tuple[str, ...]]:
    """Return ``chosen`` with ``value`` taken at ``slot``, or taken back if it stands there."""
    old = chosen.get(slot.id, ())
    if value in old:
        new = tuple(v for v in old if v != value)
    elif slot.most == 1:
        new = (value,)
    else:
        new = (*old, value)[-slot.most :]
    changed = {name: values for name, values in chosen.items() if name != slot.id}
    return settle(form, {**changed, slot.id: new} if new else changed)


def missing(form: Form, chosen: Chosen) -> list[str]:
    """Return the open fields that must be given and are not."""
    return [slot.id for slot in slots(form, chosen) if slot.need and slot.id not in chosen]


def verb_form(verbs: Sequence[str], view: Mapping[str, Any], *, predict: bool) -> Form:
    """Return fields for what is said with a verb of its own: predict, Creator, Proof (FD-11).

    ``predict``: a prediction is open. Seats and roles are what everybody knows to be in play.
    """
    me, dead = view["me"], {one["seat"] for one in view["dead"]}
    if me is None:
        return ()
    others = [str(n) for n in range(1, len(view["personas"]) + 1) if n != me["seat"]]
    living = [n for n in others if int(n) not in dead]
    form: list[Mapping[str, Any]] = []
    if predict and "predict" in verbs:
        form += [_field("predict.seat", living), _field("predict.role", view["setup"]["roles"])]
    if "creator" in verbs:
        form += [_field("creator.seat", living), _field("creator.mode", ("silence", "speech"))]
    if "proof" in verbs:
        form.append(_field("proof.seats", others, most=2))
    return tuple(form)


def _field(name: str, values: Sequence[str], *, most: int = 1) -> Mapping[str, Any]:
    return {"id": name, "values": tuple(values), "most": most, "need": False, "when": ()}
