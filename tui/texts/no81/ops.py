"""What a pack's card does, in words made of its ops, where it brings none itself (N81-19.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tui.i18n import N_, _, join_list

__all__ = ["mode_in_words", "ops_in_words"]

_MINE: Final[Mapping[str, str]] = {
    "draw": N_("draw {n}"),
    "heal": N_("heal {n}"),
    "damage": N_("take {n} damage"),
    "discard_hand": N_("discard {n} from the hand"),
    "discard_mind": N_("discard {n} from the mind deck"),
    "discard_any": N_("discard {n}"),
    "look_mind": N_("look at the top {n} of your mind deck"),
    "look_pile": N_("look at the top {n} of the pile"),
    "spent_to_bottom": N_("put {n} of your spent row under your mind deck"),
    "hand_to_bottom": N_("put {n} from the hand under your mind deck"),
    "cancel": N_("the event has no effect on you"),
    "as_guard": N_("it is a Guard"),
}
_THEIRS: Final[Mapping[str, str]] = {
    "draw": N_("they draw {n}"),
    "heal": N_("they heal {n}"),
    "damage": N_("they take {n} damage"),
    "discard_hand": N_("they discard {n} from the hand"),
    "discard_mind": N_("they discard {n} from the mind deck"),
    "discard_any": N_("they discard {n}"),
    "take_random": N_("take {n} of their cards by chance"),
    "look_mind": N_("look at the top {n} of their mind deck"),
    "look_hand": N_("look at their hand"),
    "look_pile": N_("they look at the top {n} of the pile"),
    "spent_to_bottom": N_("they put {n} of their spent row under their mind deck"),
    "hand_to_bottom": N_("they put {n} from the hand under their mind deck"),
    "cancel": N_("the event has no effect on you"),
    "as_guard": N_("it is a Guard"),
}
_MODIFIED: Final[Mapping[str, str]] = {
    "range": N_("attack range +{n} this turn"),
    "attack_damage": N_("attack damage +{n} this turn"),
    "hand_limit": N_("hand limit +{n} this turn"),
}
_WHEN: Final[Mapping[str, str]] = {
    "play": N_("In your play phase: {what}."),
    "zone_play": N_("Detach it in your play phase: {what}."),
    "w_guard": N_("When you are attacked: {what}."),
    "w_burst": N_("Against an Energy Burst: {what}."),
    "w_event": N_("When an event is about to take effect on you: {what}."),
    "w_dying": N_("When somebody is dying: {what}."),
}


def ops_in_words(ops: Sequence[Mapping[str, Any]], face: Mapping[str, str]) -> str:
    """Return ops as a list in words; ``face`` names the cards that they use."""
    return join_list(words for op in ops if (words := _op(op, face)))


def mode_in_words(
    when: str,
    cost: Sequence[Mapping[str, Any]],
    ops: Sequence[Mapping[str, Any]],
    face: Mapping[str, str],
) -> str:
    """Return when a mode is used, what it costs and what it does; empty for a program."""
    what = ops_in_words(ops, face)
    if not what:
        return ""
    if cost:
        what = _("{cost}; then {what}", cost=ops_in_words(cost, face), what=what)
    return _(_WHEN[when], what=what)


def _op(op: Mapping[str, Any], face: Mapping[str, str]) -> str:
    n = op.get("n", 1)
    match op["op"]:
        case "modify":
            return _(_MODIFIED[op["what"]], n=n)
        case "as_card":
            return _("use a {card}", card=face.get(op["id"], op["id"]))
        case name:
            words = (_MINE if op.get("who", "me") == "me" else _THEIRS).get(name)
            return "" if words is None else _(words, n=n)
