"""Love Letter for line mode: hand, table and notes as plain sentences, for eyes or ears.

:func:`hand` and :func:`notes` are for the player alone; :func:`table` is for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.love_letter.terms import Mode
from server.api import TableFrame
from tui.i18n import _, join_list, labelled, n_
from tui.texts import love_letter as ll

__all__ = ["hand", "notes", "table"]


def hand(view: Mapping[str, Any]) -> list[str]:
    """Return one line per card of the player's own: its effect in the mode in force, and its other.

    Before the first fate draw Hope comes first.
    """
    if not view["hand"]:
        return [_("You hold no card.")]
    mode = Mode(view["mode"] or Mode.HOPE)
    lines = []
    for card in view["hand"]:
        lines.append(_("{card}: {effect}", card=ll.card_label(card), effect=_effect(card, mode)))
        lines.append(_effect(card, mode.opposite))
    return lines


def _effect(card: str, mode: Mode) -> str:
    return _("{mode}: {effect}", mode=ll.mode_name(mode), effect=ll.effect_line(card, mode))


def table(frame: TableFrame, names: Sequence[str]) -> list[str]:
    """Return the public state: mode and deck, one line per seat, the card on the table."""
    view = frame["view"]
    if view is None:
        return []
    head = [
        ll.mode_state(view["mode"], view["flipped"]),
        _("deck {count}", count=view["deck"]),
        _("round {round}", round=view["round"]),
    ]
    if view["wins_needed"] > 1:
        head.append(_("to {wins} wins", wins=view["wins_needed"]))
    lines = [join_list(head)]
    lines += [_seat(seat, frame, names) for seat in view["seats"]]
    play = view["play"]
    if play is not None:
        who = names[play["seat"]]
        label = _("On the table:")
        lines.append(f"{label} {ll.card_label(play['card'])}, {who}")
    if view["face_up"]:
        label = _("Laid open:")
        lines.append(f"{label} {ll.card_labels(view['face_up'])}")
    return lines


def _seat(seat: Mapping[str, Any], frame: TableFrame, names: Sequence[str]) -> str:
    index = seat["seat"]
    words = [f"{index + 1} {names[index]}"]
    if index == frame["you"]:
        words.append(_("you"))
    if frame["seats"][index]["kind"] == "bot":
        words.append(_("bot"))
    if seat["playing"] and not seat["alive"]:
        words.append(_("out"))
    words += [ll.protection_name(p) for p in seat["protections"]]
    if seat["wins"]:
        words.append(n_("{n} round won", "{n} rounds won", seat["wins"]))
    area = ll.card_labels(seat["area"]) if seat["area"] else _("nothing")
    words.append(_("played {cards}", cards=area))
    return join_list(words)


def notes(view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Return what the player knows of others' hands, and the numbers still unseen."""
    lines = []
    for seat in view["seats"]:
        if seat["alive"] and seat["seat"] != view["you"]:
            known = [ll.note_line(note) for note in seat["notes"]]
            known = known or [ll.answer_line(answer) for answer in seat["answers"]]
            if known:
                lines.append(labelled(names[seat["seat"]], join_list(known)))
    if view["bottom"] is not None:
        label = _("Bottom of the deck:")
        lines.append(f"{label} {ll.card_label(view['bottom'])}")
    unseen = [f"{number} x{count}" for number, count in view["unseen"].items() if count]
    lines.append(_("Unseen: {cards}.", cards=join_list(unseen) or _("nothing")))
    return lines
