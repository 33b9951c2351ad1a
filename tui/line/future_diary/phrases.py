"""Short forms of orders, as they are typed, to the fields of a form (FD-17.1). Pure.

``day kill 5 blacken flee``, ``night kill 4 as sixth``, ``diary use 4 7``, ``hypnosis 6 flee``.
Every phrase begins with a head (:data:`HEADS`) and replaces all that its head has stood for so far;
``none`` alone takes it back (``day none`` is an order of its own, ``day -`` takes it back). Whether
it is allowed is judged by the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.games.future_diary.terms import Kind, Mode
from tui.line.future_diary.spelling import Unread, Words, kind_of, plain, role_of, seat_of
from tui.texts.future_diary.names import kind_name

__all__ = ["HEADS", "cleared", "phrase"]

Chosen = Mapping[str, tuple[str, ...]]
NONE: Final = frozenset({"none", "no", "-"})
"""What takes back all that a head stands for."""

_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "night": ("night", "night2", "follow"),
    "trigger": ("trigger1",),
}
"""What a head stands for, where that is not the head alone."""


Page = dict[str, tuple[str, ...]]


def _action(words: Words, kind: str, target: str, page: Page) -> None:
    """Read ``KIND [SEAT]`` into two fields."""
    page[kind] = (kind_of(words.next()),)
    if seats := words.seats():
        page[target] = seats


def _day(words: Words, _form: frozenset[str]) -> Page:
    page: Page = {}
    page["day"] = (kind_of(words.next()),)
    if words.skip("all", "maniac"):
        page["day.maniac"] = ("yes",)
    elif seats := words.seats():
        page["day.target"] = seats
    while words:
        match words.next():
            case "blacken":
                page["day.blacken"] = (kind_of(words.next()),)
            case "pierce":
                page |= _pierced(words, "day")
            case "frame":
                page["day.frame"] = (seat_of(words.next()),)
            case "cover" | "fake" as name:
                _action(words, f"day.{name}", f"day.{name}.target", page)
            case other:
                raise Unread(other)
    return page


def _pierced(words: Words, name: str) -> Page:
    """Read ``pierce yes``, ``pierce no``, or (Maniac) the seats that are taken for disguised."""
    if seats := words.seats():
        return {f"{name}.pierce.seat": seats}
    return {f"{name}.pierce": ("no" if words.skip("no") else _yes(words),)}


def _yes(words: Words) -> str:
    words.skip("yes")
    return "yes"


def _night(words: Words, _form: frozenset[str]) -> Page:
    words.skip("kill", plain(kind_name(Kind.KILL)))
    page: Page = {"night": ("kill",), "night.target": (seat_of(words.next()),)}
    hit = "night"
    while words:
        match words.next():
            case "as":
                page[f"{hit}.guess"] = (role_of(words.next()),)
            case "or":
                page[f"{hit}.guess"] = (*page.get(f"{hit}.guess", ()), role_of(words.next()))
            case "and" | "then" as name:
                hit = "night2" if name == "and" else "follow"
                page[f"{hit}.target"] = (seat_of(words.next()),)
            case "blacken":
                page["night.blacken"] = (kind_of(words.next()),)
            case "pierce":
                page |= _pierced(words, hit)
            case "frame":
                page["night.frame"] = (seat_of(words.next()),)
            case other:
                raise Unread(other)
    return page


def _diary(words: Words, form: frozenset[str]) -> Page:
    words.skip("use")
    page: Page = {"diary": ("use",)}
    modes = {plain(mode): mode.value for mode in Mode}
    if words and words[0] in modes and "diary.mode" in form:
        page["diary.mode"] = (modes[words.popleft()],)
    if seats := words.seats():
        page["diary.dog_a" if "diary.dog_a" in form else "diary.pick"] = seats
    if words.skip("b", "and"):
        page["diary.dog_b"] = (seat_of(words.next()),)
    if words:
        page["diary.kind"] = (kind_of(words.next()),)
    return page


def _single(name: str) -> Callable[[Words, frozenset[str]], Page]:
    return lambda words, _form: {name: (seat_of(words.next()),)}


def _servant(words: Words, _form: frozenset[str]) -> Page:
    return {"servant": (role_of(words.next()),)}


def _liberation(words: Words, _form: frozenset[str]) -> Page:
    return {"liberation": (words.next(),), "liberation.seat": (seat_of(words.next()),)}


def _control(head: str, puppet: str) -> Callable[[Words, frozenset[str]], Page]:
    def read(words: Words, _form: frozenset[str]) -> Page:
        page: Page = {puppet: (seat_of(words.next()),)}
        _action(words, f"{head}.kind", f"{head}.target", page)
        return page

    return read


def _law(words: Words, form: frozenset[str]) -> Page:
    """Read whom to look at, or, when that was read, who is to do what (FD-12.12.2)."""
    read = _control("law", "law.seat") if "law.seat" in form else _single("law")
    return read(words, form)


def _truth(words: Words, _form: frozenset[str]) -> Page:
    return {"truth": (seat_of(words.next()),), "truth.kind": (kind_of(words.next()),)}


def _said(name: str, *values: str) -> Callable[[Words, frozenset[str]], Page]:
    """Read a standing instruction or last words; which of both follows from the form."""

    def read(words: Words, form: frozenset[str]) -> Page:
        field = name if name in form else f"standing.{name}"
        if not values:
            return {field: words.seats()}
        word = words.next()
        if word not in values:
            raise Unread(word)
        return {field: (word,)}

    return read


_PHRASES: Final[Mapping[str, Callable[[Words, frozenset[str]], Page]]] = {
    "day": _day,
    "night": _night,
    "diary": _diary,
    "servant": _servant,
    "liberation": _liberation,
    "use": _control("use", "use.puppet"),
    "hypnosis": _control("hypnosis", "hypnosis"),
    "law": _law,
    "truth": _truth,
    **{name: _single(name) for name in
       ("gods_view", "faith", "heart_link", "black_heart", "gamble")},
    "yes": _single("accept"),
    "half_god": _said("half_god", "yes", "no"),
    "will": _said("will", "yes", "no"),
    "hold": _said("hold", "yes", "no"),
    "trigger1": _said("trigger1", "accept", "refuse"),
    "bomb": _said("bomb"),
    "awakening": _said("awakening"),
}  # fmt: skip

HEADS: Final = frozenset(_PHRASES)
"""The first words of phrases."""

_VALUES: Final[Mapping[str, frozenset[str]]] = {
    "day": frozenset({"none"}),
    "half_god": frozenset({"no"}),
    "will": frozenset({"no"}),
    "hold": frozenset({"no"}),
}
"""What takes other things back, but is a value here."""


def _owned(head: str, field: str) -> bool:
    """Whether ``field`` is one that ``head`` stands for."""
    name = field.removeprefix("standing.")
    mine = ("accept",) if head == "yes" else _GROUPS.get(head, (head,))
    return name.partition(".")[0] in mine


def cleared(sheet: Chosen, head: str) -> dict[str, tuple[str, ...]]:
    """Return a sheet without what a head stands for."""
    return {field: values for field, values in sheet.items() if not _owned(head, field)}


def phrase(
    head: str, words: Sequence[str], sheet: Chosen, fields: Iterable[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return ``sheet`` with a phrase entered. ``fields`` are those of the form.

    Raises :class:`Unread` for a word that is not understood or missing.
    """
    taken = Words(plain(word) for word in words)
    if len(taken) == 1 and taken[0] in NONE - _VALUES.get(head, frozenset()):
        return MappingProxyType(cleared(sheet, head))
    page = _PHRASES[head](taken, frozenset(fields))
    if taken:
        raise Unread(taken[0])
    new = {field: values for field, values in page.items() if values}
    return MappingProxyType({**cleared(sheet, head), **new})
