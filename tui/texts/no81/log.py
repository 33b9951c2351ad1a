"""One sentence for each thing that happens in No.81, from one viewer's own events (N81-20.2).

A viewer's event holds what that viewer may know and nothing else, so the sentence is as rich as the
event. Every change of a number says why it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.games.no81.terms import EventKind, Flag, Pick
from tui.i18n import N_, _, join_and, join_list, n_
from tui.texts.game import Names
from tui.texts.no81.cards import (
    card_label,
    count_of_cards,
    face_name,
    mode_line,
    mode_text,
)
from tui.texts.no81.log_looks import LOOK_LINES
from tui.texts.no81.log_setup import SETUP_LINES, shown_text
from tui.texts.no81.moved import moved_line
from tui.texts.no81.names import (
    attribute_name,
    bar_name,
    cause_name,
    change_name,
    flag_name,
    health_state,
    role_name,
)
from tui.texts.no81.outcomes import result_line
from tui.texts.no81.skills import skill_name
from tui.texts.sentences import sentences

__all__ = ["choice_text", "log_line"]

Told = Mapping[str, Any]


def log_line(event: Told, names: Names) -> str | None:
    """Return the sentence for one viewer's ``event``, or None where there is nothing to say."""
    kind = event["kind"]
    return _LINES[EventKind(kind)](event, names) if kind in set(EventKind) else None


def _shuffled(event: Told, _names: Names) -> str:
    count = count_of_cards(event["pile"])
    return _("The discard pile is shuffled into the pile: {cards}.", cards=count)


def _turn(event: Told, names: Names) -> str:
    name, turn, number = names[event["seat"]], event["turn"], event["round"]
    return _("Round {round}, turn {turn}: {name}.", round=number, turn=turn, name=name)


def _quiet(_event: Told, _names: Names) -> None:
    return None


def _skipped(event: Told, names: Names) -> str:
    return _("{name}'s turn is skipped.", name=names[event["seat"]])


def _used(event: Told, names: Names) -> str:
    name, face = names[event["seat"]], face_name(event["face"])
    if mode_text(event["face"], 2) and mode_text(event["face"], event["mode"]):
        mode = mode_line(event["face"], event["mode"])
        face = _("{face} ({mode})", face=face, mode=mode)
    if list(event["targets"]) in ([], [event["seat"]]):
        return _("{name} uses {face}.", name=name, face=face)
    targets = join_and([names[seat] for seat in event["targets"]])
    return _("{name} uses {face} on {targets}.", name=name, face=face, targets=targets)


def _skill(event: Told, names: Names) -> str:
    name, skill = names[event["seat"]], skill_name(event["skill"])
    line = _("{name} uses the skill {skill}.", name=name, skill=skill)
    if event["targets"]:
        targets = join_and([names[seat] for seat in event["targets"]])
        line = _("{name} uses the skill {skill}: {targets}.", name=name, skill=skill,
                 targets=targets)  # fmt: skip
    if event["choice"]:
        return sentences(line, _("Chosen: {choice}.", choice=choice_text(event["choice"])))
    return line


def _skill_failed(event: Told, names: Names) -> str:
    skill = skill_name(event["skill"])
    return _("{name}'s skill {skill} failed and ends.", name=names[event["seat"]], skill=skill)


def _cancelled(event: Told, names: Names) -> str:
    by = cause_name(event["by"])
    return _("It has no effect on {name}: {by}.", name=names[event["seat"]], by=by)


def _failed(event: Told, names: Names) -> str:
    return _(
        "{name}'s {by} fails: {card} has the wrong rank.",
        name=names[event["seat"]],
        by=cause_name(event["by"]),
        card=card_label(event["card"]),
    )


_CHOICES: Final[Mapping[str, str]] = {
    "attack": N_("an attack card"),
    "give": N_("a gift"),
    "2": N_("discard it, draw 1"),
    Pick.MIND: N_("a mind card"),
    Pick.HAND: N_("the hand"),
    Pick.DAMAGE: N_("damage"),
    Pick.SKIP: N_("skip the turn"),
    Pick.DRAW: N_("cards"),
    Pick.HEAL: N_("healing"),
    Pick.ODD: N_("odd"),
    Pick.EVEN: N_("even"),
}


def choice_text(choice: str) -> str:
    """Return a choice that was told to all, in words."""
    if choice in _CHOICES:
        return _(_CHOICES[choice])
    return card_label(choice) if choice[0] in "HSCDM" else face_name(choice)


def _chose(event: Told, names: Names) -> str:
    return _(
        "{name} chooses: {choice} ({why}).",
        name=names[event["seat"]],
        choice=choice_text(event["choice"]),
        why=cause_name(event["why"]),
    )


def _damaged(event: Told, names: Names) -> str:
    words = {
        "name": names[event["seat"]],
        "n": event["amount"],
        "attribute": attribute_name(event["attribute"]),
        "why": join_list([cause_name(event["cause"]), *_changes(event)]),
        "state": health_state(event),
    }
    if event["source"] is None:
        return _("{name} takes {n} {attribute} damage ({why}): {state}.", **words)
    source = names[event["source"]]
    return _(
        "{name} takes {n} {attribute} damage from {source} ({why}): {state}.",
        source=source,
        **words,
    )


def _averted(event: Told, names: Names) -> str:
    name, why = names[event["seat"]], join_list([cause_name(event["cause"]), *_changes(event)])
    if event["source"] is None:
        return _("{name} takes no damage ({why}).", name=name, why=why)
    source = names[event["source"]]
    return _("{name} takes no damage from {source} ({why}).", name=name, source=source, why=why)


def _changes(event: Told) -> list[str]:
    """Return what made a number another one than the text of its cause says, and by how much."""
    return [
        _("{what} {change}", what=change_name(what), change=format(by, "+"))
        for what, by in event.get("changes", {}).items()
    ]


def _healed(event: Told, names: Names) -> str:
    return _(
        "{name} heals {n} ({why}): {state}.",
        name=names[event["seat"]],
        n=event["amount"],
        why=join_list([cause_name(event["cause"]), *_changes(event)]),
        state=health_state(event),
    )


def _unhealed(event: Told, names: Names) -> str:
    bar = [] if event["by"] is None else [bar_name(event["by"])]
    why = join_list([cause_name(event["cause"]), *bar, *_changes(event)])
    return _("{name} heals nothing ({why}).", name=names[event["seat"]], why=why)


def _dying(event: Told, names: Names) -> str:
    return _("{name} is dying.", name=names[event["seat"]])


def _flipped(event: Told, names: Names) -> str:
    shown = shown_text(event["shown"])
    return _(
        "{name} turns over: {character} now, cap {cap}.",
        name=names[event["seat"]],
        character=shown,
        cap=event["shown"]["cap"],
    )


def _left(event: Told, names: Names) -> str:
    return _("{name} has left for good, and so counts as dead.", name=names[event["seat"]])


def _died(event: Told, names: Names) -> str:
    name = names[event["seat"]]
    if event["killer"] is None:
        line = _("{name} is out of the game.", name=name)
    else:
        line = _("{name} is out, killed by {killer}.", name=name, killer=names[event["killer"]])
    if event["role"]:
        return sentences(line, _("Role: {role}.", role=role_name(event["role"])))
    return line


def _status(event: Told, names: Names) -> str:
    name, flag = names[event["seat"]], flag_name(event["flag"])
    if not event["value"]:
        return _("{name} no longer: {flag}.", name=name, flag=flag)
    if event["flag"] in {Flag.AMPLIFY, Flag.BONUS, Flag.REACH, Flag.DAMAGE, Flag.HOLDS,
                         Flag.SKILL_RANGE, Flag.SKILL_LIMIT}:  # fmt: skip
        return _("{name}: {flag} by {n}.", name=name, flag=flag, n=event["value"])
    return _("{name}: {flag}.", name=name, flag=flag)


def _over(event: Told, names: Names) -> str:
    winners = [names[seat] for seat in event["winners"]]
    line = result_line(event["why"])
    if not winners:
        return sentences(line, _("It is a draw."))
    won = n_("{names} has won.", "{names} have won.", len(winners), names=join_and(winners))
    return sentences(line, won)


_LINES: Final[Mapping[EventKind, Callable[[Told, Names], str | None]]] = {
    **SETUP_LINES,
    EventKind.SHUFFLED: _shuffled,
    EventKind.MOVED: moved_line,
    EventKind.TURN: _turn,
    EventKind.PHASE: _quiet,
    EventKind.SKIPPED: _skipped,
    EventKind.USED: _used,
    EventKind.SKILL: _skill,
    EventKind.SKILL_FAILED: _skill_failed,
    EventKind.CANCELLED: _cancelled,
    EventKind.FAILED: _failed,
    **LOOK_LINES,
    EventKind.CHOSE: _chose,
    EventKind.DAMAGED: _damaged,
    EventKind.AVERTED: _averted,
    EventKind.HEALED: _healed,
    EventKind.UNHEALED: _unhealed,
    EventKind.DYING: _dying,
    EventKind.FLIPPED: _flipped,
    EventKind.LEFT: _left,
    EventKind.DIED: _died,
    EventKind.STATUS: _status,
    EventKind.GAME_OVER: _over,
}
"""One for every kind; what is not known here (a newer engine's) has no line."""
