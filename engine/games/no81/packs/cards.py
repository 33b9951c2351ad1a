"""``mind/*.toml``: a limited mind card, its condition and its modes (N81-19.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.games.no81.answers import AnswerRule
from engine.games.no81.cards import CLASS, RANKS
from engine.games.no81.content import Limited
from engine.games.no81.effects.delayed import DetachRule
from engine.games.no81.glossary import Camp, CardClass, Colour
from engine.games.no81.modes import answer_of, detaching_of, guard_draw_of, rule_of
from engine.games.no81.packs.characters import KARMA
from engine.games.no81.packs.faults import Reason
from engine.games.no81.packs.programs import Program
from engine.games.no81.packs.reading import LONGEST_NAME, LONGEST_TEXT, Reader
from engine.games.no81.packs.skills import read_ops
from engine.games.no81.packs.words import ModeTexts, Texts
from engine.games.no81.use import CardRule

__all__ = ["CardPlugins", "FoundCard", "read_card"]

_WHEN: Final = ("play", "w_guard", "w_burst", "w_event", "w_dying", "zone_play")
_TARGETS: Final = (
    "self", "other", "other_in_range", "other_distance_1", "any", "all", "all_others", "none",
)  # fmt: skip

CardPlugin = CardRule | Program
"""A mode that is a program: a whole rule of the engine's own, or a plug-in."""
CardPlugins = Mapping[str, CardPlugin]
"""By ``<module>:<class>``."""


@dataclass(slots=True)
class FoundCard:
    """What a file of a limited mind card holds."""

    card: Limited | None = None
    rules: dict[int, CardRule] = field(default_factory=dict)
    detaching: DetachRule | None = None
    texts: dict[str, Texts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Mode:
    reader: Reader
    when: str
    target: str
    ops: Sequence[Mapping[str, Any]]
    cost: Sequence[Mapping[str, Any]]
    plugin: CardPlugin | None
    texts: ModeTexts


def read_card(reader: Reader, series: frozenset[str], plugins: CardPlugins) -> FoundCard:
    """Return a limited mind card; faults are noted."""
    reader.only("id", "name", "text", "rank", "class", "fallback", "condition", "mode")
    found = FoundCard()
    name = reader.id()
    kind = reader.member("class", CardClass)
    rank = reader.one_of("rank", RANKS)
    fallback = reader.one_of("fallback", tuple(map(str, CLASS)))
    condition = _condition(reader, series)
    modes = [_mode(table, plugins) for table in reader.tables("mode")]
    if not modes:
        reader.fault("mode", Reason.MISSING)
    play = [mode for mode in modes if mode.when == "play"]
    for number, mode in enumerate(play, start=1):
        rule = _rule(name, number, kind, mode)
        if rule is None:
            mode.reader.fault("cost" if mode.cost else "target", Reason.UNSUPPORTED)
        else:
            found.rules[number] = rule
    zone = [mode for mode in modes if mode.when == "zone_play"]
    if zone:
        found.detaching = detaching_of(name, zone[0].ops, zone[0].target, zone[0].cost)
        if found.detaching is None:
            zone[0].reader.fault("cost", Reason.UNSUPPORTED)
        elif isinstance(zone[0].plugin, Program):
            effect = zone[0].plugin.detaching(name)
            found.detaching = replace(found.detaching, effect=effect)
    for mode in zone[1:]:
        mode.reader.fault("when", Reason.UNSUPPORTED, mode.when)
    if kind is CardClass.DELAYED_EVENT or (zone and kind is not CardClass.DELAYED_BASIC):
        reader.fault("class", Reason.UNSUPPORTED, kind)
    draw = None if kind is CardClass.DELAYED_BASIC else _guard_draw(modes)
    found.card = Limited(
        id=name,
        rank=rank,
        kind=kind,
        fallback=fallback,
        **condition,
        answers=_answers(name, modes, () if draw is None else _BOTH),
        guard_draw=draw,
    )
    words = reader.words("name", LONGEST_NAME)
    text = reader.words("text", LONGEST_TEXT, must=False)
    labelled = {n: mode.texts for n, mode in enumerate((*play, *zone), start=1)}
    answers = [mode.texts for mode in modes if mode.when in _WINDOWS]
    found.texts[name] = Texts(name=words, text=text, modes=labelled, answers=answers)
    return found


def _rule(name: str, number: int, kind: CardClass, mode: _Mode) -> CardRule | None:
    if isinstance(mode.plugin, CardRule):
        return mode.plugin
    rule = rule_of(name, number, mode.target, kind, mode.ops, mode.cost)
    if rule is None or mode.plugin is None:
        return rule
    return replace(rule, effect=mode.plugin.use)


def _mode(reader: Reader, plugins: CardPlugins) -> _Mode:
    reader.only("when", "target", "cost", "do", "plugin", "label", "text")
    when = reader.one_of("when", _WHEN)
    ops = read_ops(reader, "do")
    plugin: CardPlugin | None = None
    if reader.has("plugin"):
        plugin = plugins.get(reader.text("plugin"))
        if plugin is None:
            reader.fault("plugin", Reason.NO_CLASS, reader.table["plugin"])
        if reader.has("do"):
            reader.fault("do", Reason.BOTH, "", "do", "plugin")
    elif not reader.has("do"):
        reader.fault("do", Reason.MISSING)
    target = reader.one_of("target", _TARGETS, "none" if when != "play" else None)
    cost = read_ops(reader, "cost")
    texts = ModeTexts(
        label=reader.words("label", LONGEST_NAME, must=False),
        text=reader.words("text", LONGEST_TEXT, must=False),
        when=when,
        cost=cost,
        ops=ops,
    )
    return _Mode(reader, when, target, ops, cost, plugin, texts)


def _guard_draw(modes: Sequence[_Mode]) -> int | None:
    """N81-18.2.1: return what a card draws that is a Guard in both windows and nothing besides."""
    guards = [mode for mode in modes if mode.when in _BOTH]
    draws = {guard_draw_of(mode.ops) for mode in guards}
    both = sorted(mode.when for mode in guards) == sorted(_BOTH)
    alike = both and len(draws) == 1 and not any(mode.cost for mode in guards)
    return next(iter(draws)) if alike else None


_BOTH: Final = ("w_guard", "w_burst")
_WINDOWS: Final = (*_BOTH, "w_event", "w_dying")


def _answers(name: str, modes: Sequence[_Mode], done: Sequence[str]) -> dict[str, AnswerRule]:
    """Return what the card does in each window, those that are ``done`` already left out."""
    found: dict[str, AnswerRule] = {}
    for mode in modes:
        if mode.when not in _WINDOWS or mode.when in done:
            continue
        rule = answer_of(name, mode.ops, mode.cost)
        if mode.when in found:
            mode.reader.fault("when", Reason.UNSUPPORTED, mode.when)
        elif rule is None:
            mode.reader.fault("cost", Reason.UNSUPPORTED)
        elif isinstance(mode.plugin, Program):
            # Whether it guards is not to be seen from outside, and no Guard helps against a Punch.
            guards = mode.when in _BOTH
            effect = mode.plugin.answering(name)
            found[mode.when] = replace(rule, effect=effect, guards=guards)
        else:
            found[mode.when] = rule
    return found


def _condition(reader: Reader, series: frozenset[str]) -> dict[str, Any]:
    """Return the fields of a condition; a character may be another pack's, so it is not checked."""
    inner = reader.sub("condition")
    inner.only("series", "camp", "colour", "character", "min_karma", "max_karma")
    least = inner.number("min_karma", KARMA, KARMA[0])
    most = inner.number("max_karma", KARMA, KARMA[-1])
    if least > most:
        inner.fault("max_karma", Reason.RANGE, most, str(least), str(KARMA[-1]))
    return {
        "series": frozenset(_among(inner, "series", sorted(series))),
        "camps": frozenset(map(Camp, _among(inner, "camp", [c.value for c in Camp]))),
        "colours": frozenset(map(Colour, _among(inner, "colour", [c.value for c in Colour]))),
        "characters": frozenset(inner.texts("character", single=True)),
        "karma": (least, most) if inner.has("min_karma") or inner.has("max_karma") else None,
    }


def _among(reader: Reader, key: str, choices: Sequence[str]) -> list[str]:
    """Return the texts of a list that are among ``choices``; the others are noted."""
    found = reader.texts(key, single=True)
    for one in found:
        if one not in choices:
            reader.fault(key, Reason.UNKNOWN, one, *choices)
    return [one for one in found if one in choices]
