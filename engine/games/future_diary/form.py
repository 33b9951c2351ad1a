"""Forms: what a seat may fill in now, field by field; they offer exactly what is accepted.

A :class:`Field` carries for *every* value that could be named the reason why not, or None. What is
offered are the values without a reason; what is refused is refused with the value's own reason. So
offer and check cannot differ. The fields themselves are made in ``orders`` and ``replies``.

A field is open when each of its ``when`` conditions holds: a ``(field, values)`` pair holds if one
of the values is chosen there; the value ``""`` stands for "nothing is chosen there". Fields with
the same id have conditions that exclude each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.errors import Refused
from engine.event import Value
from engine.games.future_diary.terms import Reject, Step

__all__ = [
    "FIELDS", "Chosen", "Field", "Form", "Values", "When", "check", "holds", "judged", "offered",
    "plain", "valid", "without", "words",
]  # fmt: skip

Chosen = Mapping[str, tuple[str, ...]]
"""A filled-in form: the chosen values by field, in the order given."""
When = tuple[tuple[str, tuple[str, ...]], ...]
Values = Mapping[str, Reject | None]
"""Every value that could be named, with the reason against it."""

_DAY: Final = frozenset(
    {
        "day", "day.target", "day.blacken", "day.pierce", "day.pierce.seat", "day.maniac",
        "day.frame", "day.cover", "day.cover.target", "day.fake", "day.fake.target",
    }
)  # fmt: skip
_NIGHT: Final = frozenset(
    {
        "night", "night.target", "night.guess", "night.blacken", "night.pierce", "night.frame",
        "night2.target", "night2.guess", "night2.pierce", "follow.target", "follow.guess",
        "follow.pierce",
    }
)  # fmt: skip
_DIARY: Final = frozenset(
    {"diary", "diary.mode", "diary.pick", "diary.dog_a", "diary.dog_b", "diary.kind"}
)
_SKILLS: Final = frozenset(
    {
        "gods_view", "servant", "liberation", "liberation.seat", "faith", "use.puppet", "use.kind",
        "use.target", "hypnosis", "hypnosis.kind", "hypnosis.target", "law", "heart_link",
        "black_heart", "truth", "truth.kind", "gamble",
    }
)  # fmt: skip
_WORDS: Final = frozenset({"half_god", "bomb", "awakening", "trigger1", "will"})
_STANDING: Final = frozenset(f"standing.{name}" for name in {*_WORDS, "hold"})

FIELDS: Final[Mapping[Step, frozenset[str]]] = {
    Step.LOBBY: frozenset(),
    Step.ORDERS: _DAY | _NIGHT | _DIARY | _SKILLS | _STANDING,
    Step.CHANGE_1: _DAY | {"accept"},
    Step.CHANGE_2: _DAY | {"law.seat", "law.kind", "law.target"},
    Step.LAST_WORDS: _WORDS,
    Step.PREDICT: _STANDING,
}
"""The fields that exist in each step, for anybody (the grammar of FD-17.1, flattened)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: its values with the reason against each, how many at most, whether needed."""

    id: str
    values: Values
    most: int = 1
    need: bool = False
    when: When = ()

    @property
    def offered(self) -> tuple[str, ...]:
        """The values that may be chosen."""
        return tuple(value for value, why in self.values.items() if why is None)


Form = tuple[Field, ...]


def judged(values: Iterable[object], why: Callable[..., Reject | None]) -> dict[str, Reject | None]:
    """Return the values as text, each with what ``why`` says of it."""
    return {str(value): why(value) for value in values}


def without(values: Values, taken: int) -> dict[str, Reject | None]:
    """Return the values with one seat taken out: a frame or second target is never the target."""
    return {**values, str(taken): Reject.BAD_TARGET}


def holds(when: When, chosen: Chosen) -> bool:
    """Whether every condition holds for what is chosen."""
    return all(any(v in values for v in chosen.get(name) or ("",)) for name, values in when)


def offered(form: Form) -> Form:
    """Return what can really be filled in, in order, each field with its open values only.

    Left out are fields that can never come to be open, and values that would open a needed field
    for which nothing can be chosen: no kill is offered where nobody may be killed.
    """
    able = [(entry, set(entry.offered)) for entry in form]
    stuck = True
    while stuck:
        stuck = False
        for entry, values in able:
            if entry.need and not values and _reachable(entry, able):
                stuck = _withhold(entry, able) or stuck
    return tuple(
        replace(entry, values={v: None for v in entry.values if v in values})
        for entry, values in able
        if values and _reachable(entry, able)
    )


_Able = list[tuple[Field, set[str]]]


def _reachable(entry: Field, able: _Able) -> bool:
    return all(
        "" in wanted or any(f.id == name and not values.isdisjoint(wanted) for f, values in able)
        for name, wanted in entry.when
    )


def _withhold(entry: Field, able: _Able) -> bool:
    """Take away the values that open ``entry``; return whether there were any."""
    name, wanted = [pair for pair in entry.when if "" not in pair[1]][-1]
    openers = [values for f, values in able if f.id == name and not values.isdisjoint(wanted)]
    for values in openers:
        values.difference_update(wanted)
    return bool(openers)


def plain(form: Form) -> tuple[Mapping[str, Value], ...]:
    """Return the form as its seat gets it."""
    return tuple(
        {"id": f.id, "values": tuple(f.values), "most": f.most, "need": f.need, "when": f.when}
        for f in offered(form)
    )


def words(form: Form) -> tuple[str, ...]:
    """Return every ``field=value`` word that the form offers, each once."""
    return tuple(dict.fromkeys(f"{f.id}={v}" for f in offered(form) for v in f.values))


def valid(form: Form, chosen: Chosen) -> dict[str, tuple[str, ...]]:
    """Return what of ``chosen`` the form still takes: a standing choice may have become void."""
    kept: dict[str, tuple[str, ...]] = {}
    for entry in form:
        if entry.id in chosen and holds(entry.when, kept):
            values = tuple(v for v in chosen[entry.id] if v in entry.offered)[: entry.most]
            if values:
                kept[entry.id] = values
    return kept


def check(step: Step, form: Form, chosen: Chosen) -> None:
    """Raise :class:`Refused` with a :class:`Reject` code unless the form takes ``chosen``.

    Params: ``field``, the field that is at fault.
    """
    for name in chosen:
        if not any(entry.id == name for entry in form):
            raise Refused(_absent(step, name), field=name)
    seen: set[str] = set()
    for entry in form:
        if not holds(entry.when, chosen):
            continue
        if entry.id in chosen:
            seen.add(entry.id)
            _values(entry, chosen[entry.id])
        elif entry.need:
            raise Refused(Reject.NEED_PARAMETER, field=entry.id)
    for name in chosen:
        if name not in seen:
            raise Refused(_closed(form, name, chosen), field=name)


def _absent(step: Step, name: str) -> Reject:
    """Why there is no such field: not a word, not of this step, or not this seat's right."""
    if name in FIELDS[step]:
        return Reject.NO_RIGHT_NOW
    known = any(name in fields for fields in FIELDS.values())
    return Reject.NOT_YOUR_STEP if known else Reject.UNREADABLE


def _values(entry: Field, values: tuple[str, ...]) -> None:
    for value in values:
        if value not in entry.values:
            raise Refused(Reject.UNREADABLE, field=entry.id)
        why = entry.values[value]
        if why is not None:
            raise Refused(why, field=entry.id)
    if len(set(values)) != len(values) or len(values) > entry.most:
        raise Refused(Reject.UNREADABLE, field=entry.id)


def _closed(form: Form, name: str, chosen: Chosen) -> Reject:
    """Why an existing field is closed: what it depends on is missing, or says otherwise."""
    needs = [key for f in form if f.id == name for key, values in f.when if "" not in values]
    return Reject.NEED_PARAMETER if any(k not in chosen for k in needs) else Reject.NO_RIGHT_NOW
