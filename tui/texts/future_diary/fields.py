"""The fields of order sheets in words: what each is called, and what its values are (FD-17.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.future_diary.terms import Kind, Mode, Role
from tui.i18n import N_, _, p_
from tui.texts.future_diary.names import kind_name, mode_name, role_short, seat_name

__all__ = ["FIELDS", "field_label", "value_label"]

FIELDS: Final[Mapping[str, str]] = {
    "day": N_("day"),
    "day.target": N_("day target"),
    "day.blacken": N_("Blacken guess"),
    "day.pierce": N_("is disguised"),
    "day.pierce.seat": N_("disguised ones"),
    "day.maniac": N_("all known"),
    "day.frame": N_("day frame"),
    "day.cover": N_("cover"),
    "day.cover.target": N_("cover target"),
    "day.fake": N_("fake"),
    "day.fake.target": N_("fake target"),
    "night": N_("night"),
    "night.target": N_("night target"),
    "night.guess": N_("night guess"),
    "night.blacken": N_("Blacken guess"),
    "night.pierce": N_("is disguised"),
    "night.frame": N_("night frame"),
    "night2.target": N_("second target"),
    "night2.guess": N_("second guess"),
    "night2.pierce": N_("second disguised"),
    "follow.target": N_("follow-up"),
    "follow.guess": N_("follow-up guess"),
    "follow.pierce": N_("follow disguised"),
    "diary": N_("diary"),
    "diary.mode": N_("diary mode"),
    "diary.pick": N_("diary pick"),
    "diary.dog_a": N_("dog A"),
    "diary.dog_b": N_("dog B"),
    "diary.kind": N_("diary guess"),
    "gods_view": N_("God's View"),
    "servant": N_("Servant mask"),
    "liberation": N_("Liberation"),
    "liberation.seat": N_("Liberation of"),
    "faith": N_("Faith"),
    "use.puppet": N_("Use puppet"),
    "use.kind": N_("Use action"),
    "use.target": N_("Use target"),
    "hypnosis": N_("Hypnosis"),
    "hypnosis.kind": N_("Hypnosis action"),
    "hypnosis.target": N_("Hypnosis target"),
    "law": N_("Law looks at"),
    "heart_link": N_("Heart Link"),
    "black_heart": N_("Black Heart"),
    "truth": N_("Truth"),
    "truth.kind": N_("Truth guess"),
    "gamble": N_("Gamble"),
    "standing.half_god": N_("half-god if dying"),
    "standing.bomb": N_("bomb if dying"),
    "standing.awakening": N_("tell if killed"),
    "standing.trigger1": N_("choose her"),
    "standing.will": N_("will if dying"),
    "standing.hold": N_("hold back"),
    "accept": N_("accept ally"),
    "law.seat": N_("Law sets"),
    "law.kind": N_("Law action"),
    "law.target": N_("Law target"),
    "half_god": N_("half-god power"),
    "bomb": N_("bomb"),
    "awakening": N_("tell the killers"),
    "trigger1": N_("choose her"),
    "will": N_("tell 1st"),
    "hold": N_("hold back"),
    "predict.seat": N_("predict seat"),
    "predict.role": N_("predict role"),
    "creator.seat": N_("Creator on"),
    "creator.mode": N_("Creator does"),
    "proof.seats": N_("Proof of two"),
}
"""Every field of a form, and those that the screen adds for the other verbs, by id."""

_WORDS: Final[Mapping[str, str]] = {
    "yes": N_("yes"),
    "no": N_("no"),
    "accept": N_("her, and live"),
    "refuse": N_("not her, and die"),
    "a": N_("a: void its skills"),
    "b": N_("b: a free diary right"),
    "c": N_("c: first in order"),
    "silence": N_("silence"),
    "speech": N_("speech"),
}


def field_label(field: str) -> str:
    """Return what a field is called; an id of newer rules stays an id."""
    return _(FIELDS[field]) if field in FIELDS else field


def value_label(field: str, value: str, personas: Sequence[str]) -> str:
    """Return a value in words; what it is follows from its own form."""
    if value.isdigit():
        return seat_name(int(value), personas)
    if field == "diary" and value == "use":
        return p_("diary", "use")
    if value in set(Kind):
        return kind_name(value)
    if field == "diary.mode" and value in set(Mode):
        return mode_name(value)
    if value.partition("/")[0] in set(Role):
        return role_short(value)
    return _(_WORDS[value]) if value in _WORDS else value
