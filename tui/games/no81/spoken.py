"""No.81 for line mode: hand, table and notes as plain sentences, for eyes or ears.

:func:`hand` and the notes are for the player alone; :func:`table` is for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.api import TableFrame
from tui.games.no81.reach import clockwise, distance, in_range
from tui.games.no81.stack_line import stack_words
from tui.i18n import _, join_and, join_list
from tui.texts import no81
from tui.texts.sentences import sentences

__all__ = ["hand", "table"]

View = Mapping[str, Any]


def hand(view: View) -> list[str]:
    """Return role, cards with their texts, the mind deck and the own skills."""
    own = view["seats"][view["you"]]
    lines = []
    if own["role"] is not None:
        lines.append(_("Your role: {role}.", role=no81.role_name(own["role"])))
    for card in view["hand"]:
        text = sentences(*no81.card_texts(no81.face_held(card, view)))
        lines.append(_("{card}: {line}", card=no81.card_label(card), line=text))
    if not own["alive"]:
        return [*lines, _("You are out, and see what everybody sees.")]
    if not view["hand"]:
        lines.append(_("You hold no card."))
    known = [no81.card_label(c) if c is not None else "?" for c in own["deck"]]
    lines.append(_("Mind deck, top first: {cards}.", cards=join_list(known) or _("nothing")))
    lines += [
        _("{skill}: {text}", skill=no81.skill_name(s), text=no81.skill_text(s))
        for s in own["skills"]
    ]
    return lines


def table(frame: TableFrame, names: Sequence[str]) -> list[str]:
    """Return mode, round, piles, then one line per seat clockwise, then what is carried out."""
    view = frame["view"]
    if view is None:
        return []
    head = [
        no81.mode_name(view["mode"]),
        _("round {round}/{rounds}", round=view["round"], rounds=view["round_limit"]),
        _("pile {n}", n=view["pile"]),
        _("discard pile {n}", n=len(view["discard"])),
    ]
    lines = [join_list(head)]
    lines += [_seat(view, number, names) for number in clockwise(view)]
    if stack := stack_words(frame, names):
        lines.append(stack)
    if view["row"]:
        lines.append(_("laid open:") + " " + no81.card_labels(view["row"]))
    return lines


def _seat(view: View, number: int, names: Sequence[str]) -> str:
    seat = view["seats"][number]
    words = [f"{number + 1} {names[number]}"]
    if number == view["you"]:
        words.append(_("you"))
    if seat["character"]:
        words.append(no81.character_name(seat["character"]))
    if seat["role"]:
        words.append(no81.role_name(seat["role"]))
    if not seat["alive"]:
        return join_list([*words, _("out")])
    if seat["camp"]:
        words.append(no81.camp_name(seat["camp"]))
        words.append(_("health {n} of {cap}", n=seat["rel_hp"], cap=seat["cap"]))
    words += [no81.counter_name(c, n) for c, n in seat["counters"].items() if n]
    words.append(_("mind cards {n}", n=len(seat["deck"])))
    if seat["spent"]:
        words.append(_("spent {n}", n=len(seat["spent"])))
    words.append(_("hand cards {n}", n=seat["hand"]))
    words += [no81.flag_name(f) for f, n in seat["flags"].items() if n]
    if seat["zone"]:
        zone = join_and([no81.face_name(lies["face"]) for lies in seat["zone"]])
        words.append(_("in the zone {cards}", cards=zone))
    if seat["skills"]:
        skills = join_and(list(map(no81.skill_name, seat["skills"])))
        words.append(_("skills {names}", names=skills))
    if steps := distance(view, view["you"], number):
        words.append(_("distance {n}", n=steps))
        if in_range(view, view["you"], number):
            words.append(_("in your range"))
    return join_list(words)
