"""What speaks for and against a value of a sheet in Future Diary, and what each field is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.bots.advice import Ground
from engine.bots.future_diary.advice import Code
from engine.games.future_diary.terms import Verb
from tui.i18n import N_, _
from tui.texts.future_diary.names import role_short, seat_names
from tui.texts.future_diary.rules import field_rule_ids, rule_text, value_rule
from tui.texts.game import Names

__all__ = ["VERBS", "hint_effect", "hint_reason", "hint_rules", "verb_effect", "verb_label"]

_SAID: Final[Mapping[Code, str]] = {
    Code.FOE: N_("Likely an enemy: {percent} %."),
    Code.FRIEND: N_("Likely on your side: {percent} %."),
    Code.STRANGER: N_("You know nothing of them yet."),
    Code.KNOWN: N_("You know them as {role}."),
    Code.GUESS: N_("Likeliest role: {role}, {percent} %."),
    Code.PREY: N_("Worth a strike: {seats}."),
    Code.NO_PREY: N_("Nobody within your reach is likely enough an enemy."),
    Code.STRANGERS: N_("So many of whom you know nothing: {count}."),
    Code.TRUSTED: N_("You know them, and they are likely on your side: {seats}."),
    Code.AIMED: N_("A diary has told of a kill that is aimed at you."),
    Code.CALM: N_("It costs nothing, and strikes down who attacks you while you know them."),
    Code.BEFOREHAND: N_("It tells before orders are carried out, so that you may change yours."),
    Code.INSURED: N_("It counts if you are asked and do not answer in time."),
}
_PARTS: Final[Mapping[str, str]] = {
    "target": N_("Whom it is aimed at."),
    "pick": N_("Whom the diary looks at."),
    "dog_a": N_("Whom dog A follows."),
    "dog_b": N_("Whom dog B follows."),
    "guess": N_("The role that you guess its target has."),
    "kind": N_("The action that is guessed or ordered."),
    "mode": N_("How it is used."),
    "seat": N_("Whom it is about."),
    "seats": N_("Whom it is about."),
    "role": N_("The role that you name."),
    "puppet": N_("Who acts in your place."),
}
"""What a field is for, by the last part of its id, where no rule is about it alone."""
VERBS: Final[Mapping[str, tuple[str, str, str]]] = {
    Verb.PERSONA: (N_("call yourself"), N_("Choose the name that the others know you by."),
                   "FD-2.7"),
    Verb.READY: (N_("be ready"), N_("Your sheet counts as it stands; the step ends when all are"
                                    " ready."), "FD-3.1"),
    Verb.WAIT: (N_("not ready after all"), N_("Take ready back; the step goes on."), "FD-3.1"),
    Verb.SUBMIT: (N_("hand the sheet in"), N_("What you hand in last counts, until the step"
                                              " ends."), "FD-3.5"),
    Verb.SAY: (N_("talk"), N_("Say something where you may be heard."), "FD-15.1"),
}  # fmt: skip
"""What can be said besides filling in a form: its name, what it does, and its rule."""


def verb_label(verb: str) -> str:
    """Return what a verb is called."""
    return _(VERBS[verb][0])


def verb_effect(verb: str) -> str:
    """Return what a verb does."""
    return _(VERBS[verb][1])


def hint_rules(field: str, value: str) -> tuple[str, ...]:
    """Return the ids of the rules behind a value: its own, or the field's."""
    rule = value_rule(field, value)
    return (rule,) if rule else field_rule_ids(field) if field != "day" else ("FD-3.1",)


def hint_effect(field: str, value: str) -> str:
    """Return what choosing a value of a field does."""
    if rule := value_rule(field, value):
        return rule_text(rule)
    if field == "day":
        return _("By day you do nothing.")
    part = field.rpartition(".")[2]
    if field != part and part in _PARTS:
        return _(_PARTS[part])
    rules = field_rule_ids(field)
    return rule_text(rules[0]) if rules else ""


def hint_reason(ground: Ground, names: Names) -> str:
    """Return a ground as a sentence; ``names`` are personas by seat."""
    params: dict[str, Any] = dict(ground.params)
    if "seats" in params:
        params["seats"] = seat_names(params["seats"], names)
    if "role" in params:
        params["role"] = role_short(params["role"])
    return _(_SAID[Code(ground.code)], **params)
