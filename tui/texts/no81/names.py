"""Single words of No.81: characters, series, camps, counters, roles, phases, flags, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.games.no81.glossary import Attribute, Camp, Colour, Counter, Phase, Query, Role
from engine.games.no81.library import content
from engine.games.no81.terms import AskKind, Flag, Why
from tui.i18n import N_, _, join_list
from tui.texts.no81.cards import face_name
from tui.texts.no81.packs import called, in_words, texts_of
from tui.texts.no81.skills import skill_name

__all__ = [
    "attribute_name", "bar_name", "camp_name", "camp_short", "cause_name", "change_name",
    "character_name", "character_title", "colour_name", "counter_name", "counter_short",
    "flag_name", "health_state", "karma_text", "part_name", "phase_name", "role_name",
    "series_name", "side_label", "side_name",
]  # fmt: skip

_CAMPS: Final[Mapping[str, tuple[str, str]]] = {
    Camp.COLD: (N_("cold"), N_("cold")),
    Camp.WARM: (N_("warm"), N_("warm")),
    Camp.COLOURLESS: (N_("colourless"), N_("none")),
}
_SIGNS: Final[Mapping[str, str]] = {
    "positive": N_("positive karma"),
    "zero": N_("zero karma"),
    "negative": N_("negative karma"),
}
_COLOURS: Final[Mapping[str, str]] = {
    Colour.BLUE: N_("blue"),
    Colour.GREEN: N_("green"),
    Colour.RED: N_("red"),
    Colour.ORANGE: N_("orange"),
    Colour.BLACK: N_("black"),
    Colour.WHITE: N_("white"),
}
_COUNTERS: Final[Mapping[str, tuple[str, str]]] = {
    Counter.COLD: (N_("cold {n}"), N_("c{n}")),
    Counter.WARM: (N_("warm {n}"), N_("w{n}")),
    Counter.BLACK: (N_("black {n}"), N_("b{n}")),
}
_ATTRIBUTES: Final[Mapping[str, str]] = {
    Attribute.COLD: N_("cold"),
    Attribute.WARM: N_("warm"),
    Attribute.NONE: N_("colourless"),
}
_ROLES: Final[Mapping[str, str]] = {
    Role.LORD: N_("lord"),
    Role.LOYALIST: N_("loyalist"),
    Role.REBEL: N_("rebel"),
    Role.SPY: N_("spy"),
}
_PHASES: Final[Mapping[str, str]] = {
    Phase.START: N_("start phase"),
    Phase.CHECK: N_("check phase"),
    Phase.SWAP: N_("swap phase"),
    Phase.DRAW: N_("draw phase"),
    Phase.PLAY: N_("play phase"),
    Phase.DISCARD: N_("discard phase"),
    Phase.END: N_("end phase"),
}
_FLAGS: Final[Mapping[str, str]] = {
    Flag.BROKEN: N_("mind-broken"),
    Flag.AMPLIFY: N_("amplified"),
    Flag.BONUS: N_("next attack stronger"),
    Flag.FREE_ATTACK: N_("next attack free"),
    Flag.BRINED: N_("cannot recover"),
    Flag.REACH: N_("longer reach"),
    Flag.DAMAGE: N_("harder attacks"),
    Flag.HOLDS: N_("larger hand limit"),
    Flag.RED_SHIFT: N_("Guards taxed"),
    Flag.SKILL_RANGE: N_("reach by skill"),
    Flag.SKILL_LIMIT: N_("hand limit by skill"),
}
_REASONS: Final[Mapping[str, str]] = {
    Why.DEAL: N_("opening hand"),
    Why.DRAW_PHASE: N_("draw phase"),
    Why.DISCARD_PHASE: N_("hand limit"),
    Why.USE: N_("used"),
    Why.PLAY: N_("played"),
    Why.PLACE: N_("placed"),
    Why.DETACH: N_("detached"),
    Why.COST: N_("cost"),
    Why.HOME: N_("done with"),
    Why.CHECK: N_("check"),
    Why.DEATH: N_("death"),
    Why.FLIP: N_("flip"),
    Why.REWARD: N_("reward and penalty"),
    Why.ATTRITION: N_("attrition"),
    Why.BUILT: N_("built"),
    AskKind.SWAP: N_("swap"),
}


def character_name(character: str) -> str:
    """Return a character's name; ``<id>/<version>`` names the side of a dual card."""
    return called(character.partition("/")[0])


def character_title(character: str) -> str:
    """Return a character's title; empty for one without."""
    texts = texts_of(character.partition("/")[0])
    return in_words(texts.title) if texts is not None else ""


def side_label(side: str) -> str:
    """Return name, colour and karma of a side ``<id>/<version>``, as Karma mode needs them."""
    name, _slash, version = side.partition("/")
    character = content().characters.get(name)
    if character is None:
        return character_name(name)
    colour = character.versions[int(version or 0)].colour
    return _(
        "{name} ({colour}, {karma})",
        name=character_name(name),
        colour=colour_name(colour),
        karma=karma_text(character.karma),
    )


def karma_text(karma: int) -> str:
    """Return a karma cost or sum with its sign."""
    return f"{karma:+}" if karma else "0"


def series_name(series: str) -> str:
    """Return the name of a series."""
    return called(series)


def side_name(side: str) -> str:
    """Return the name of what people win for: a camp, a series, or a sign of karma."""
    if side in _SIGNS:
        return _(_SIGNS[side])
    return camp_name(side) if side in _CAMPS else series_name(side)


def part_name(side: str, roles: Sequence[str]) -> str:
    """Return character and role, or side, of a seat in a game that is over."""
    words = [_(_ROLES[role]) if role in _ROLES else character_name(role) for role in roles]
    if side and not _ROLES.keys() & set(roles):
        words.append(side_name(side))
    return join_list(words)


def camp_name(camp: str) -> str:
    """Return a camp's name."""
    return _(_CAMPS[camp][0])


def camp_short(camp: str) -> str:
    """Return a camp's name in at most 4 cells."""
    return _(_CAMPS[camp][1])


def colour_name(colour: str) -> str:
    """Return a character's colour."""
    return _(_COLOURS[colour])


def counter_name(counter: str, count: int) -> str:
    """Return a number of counters in words."""
    return _(_COUNTERS[counter][0], n=count)


def counter_short(counter: str, count: int) -> str:
    """Return a number of counters in at most 4 cells."""
    return _(_COUNTERS[counter][1], n=count)


def attribute_name(attribute: str) -> str:
    """Return what a damage is of."""
    return _(_ATTRIBUTES[attribute])


def role_name(role: str) -> str:
    """Return a role's name."""
    return _(_ROLES[role])


def phase_name(phase: str) -> str:
    """Return a phase's name."""
    return _(_PHASES[phase])


def flag_name(flag: str) -> str:
    """Return what a flag says of a seat."""
    return _(_FLAGS[flag])


def cause_name(why: str) -> str:
    """Return the name of a reason: a :class:`Why`, a card or a skill."""
    if why in _REASONS:
        return _(_REASONS[why])
    return skill_name(why) if why in content().skills else face_name(why)


def change_name(what: str) -> str:
    """Return what makes a damage or healing larger or smaller: a card, a flag, or a skill."""
    return flag_name(what) if what in {Flag.BONUS, Flag.DAMAGE} else cause_name(what)


def bar_name(by: str) -> str:
    """Return what keeps somebody from healing: a flag, or ``can_heal``, the word of its skills."""
    return _("skills") if by == Query.CAN_HEAL else flag_name(by)


def health_state(event: Mapping[str, Any]) -> str:
    """Return cap and counters as they are after a damage or healing."""
    words = [_("now cap {cap}", cap=event["cap"])]
    words += [counter_name(c, n) for c, n in event["counters"].items() if n]
    return join_list(words)
