"""The lines of a seat's private block after an act (FD-10.6, FD-16). For its own pane alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.games.future_diary.terms import NoticeCode
from tui.i18n import N_, _, join_and
from tui.texts.future_diary.names import (
    kind_name,
    order_text,
    role_short,
    seat_name,
    seat_names,
    token_name,
)  # fmt: skip

__all__ = ["averted_by", "notice_line"]

Fields = Mapping[str, Any]
Names = Sequence[str]

_LAYERS: Final[Mapping[str, str]] = {
    "control": N_("Control"),
    "double": N_("Double"),
    "half_god": N_("half-god power"),
}


def averted_by(layer: str) -> str:
    """Return what has averted a death; unknown layers have no name."""
    return _(_LAYERS[layer]) if layer in _LAYERS else ""


def notice_line(item: Fields, personas: Names) -> str:
    """Return one line of a private block as a sentence."""
    return _LINES[NoticeCode(item["code"])](item, personas)


def _plain(msgid: str) -> Callable[[Fields, Names], str]:
    """Return a line that has no fields."""
    return lambda _item, _personas: _(msgid)


def _seat(msgid: str, name: str = "seat") -> Callable[[Fields, Names], str]:
    """Return a line about one seat."""
    return lambda item, personas: _(msgid, seat=seat_name(item[name], personas))


def _seats(msgid: str) -> Callable[[Fields, Names], str]:
    """Return a line about several seats."""
    return lambda item, personas: _(msgid, seats=seat_names(item["seats"], personas))


def _not_by_own_hand(item: Fields, personas: Names) -> str:
    order = order_text(item["order"], personas)
    return _("Your final action was not by your own hand: {order}.", order=order)


def _probed(item: Fields, personas: Names) -> str:
    seat = seat_name(item["seat"], personas)
    if item.get("role") is None:
        return _("Your probe of {seat}: no result.", seat=seat)
    return _("Your probe: {seat} is {role}.", seat=seat, role=role_short(item["role"]))


def _truth(item: Fields, personas: Names) -> str:
    told = {"seat": seat_name(item["seat"], personas), "kind": kind_name(item["kind"])}
    if item["right"]:
        return _("Truth: {seat}, {kind}. Right.", **told)
    return _("Truth: {seat}, {kind}. Wrong.", **told)


def _detective(item: Fields, personas: Names) -> str:
    told = {
        "owner": seat_name(item["of"], personas),
        "seat": seat_name(item["seat"], personas),
        "kind": kind_name(item["kind"]),
    }
    if item["right"]:
        return _("Detective Diary of {owner}: {seat}, {kind}. Right.", **told)
    return _("Detective Diary of {owner}: {seat}, {kind}. Wrong.", **told)


def _faith(item: Fields, personas: Names) -> str:
    seat = seat_name(item["seat"], personas)
    if item["found"]:
        return _("Faith: {seat} knows you; now you know them.", seat=seat)
    return _("Faith: {seat} does not know you.", seat=seat)


def _gods_view(item: Fields, personas: Names) -> str:
    told = {"seat": seat_name(item["seat"], personas), "order": order_text(item["order"], personas)}
    if item["used"]:
        return _("God's View: {seat}, {order}; it used its diary.", **told)
    return _("God's View: {seat}, {order}; it did not use its diary.", **told)


def _kill_result(item: Fields, personas: Names) -> str:
    target = seat_name(item["target"], personas)
    if item["died"]:
        return _("Your target {target} died.", target=target)
    return _("Your target {target} did not die.", target=target)


def _attacked(item: Fields, personas: Names) -> str:
    role = role_short(item["role"])
    if item.get("seat") is None:
        return _("Control: {role} meant to kill you.", role=role)
    seat = seat_name(item["seat"], personas)
    return _("Control: {seat} meant to kill you, and is {role}.", seat=seat, role=role)


def _averted(item: Fields, personas: Names) -> str:
    del personas
    layer = averted_by(item["layer"])
    if not layer:
        return _("A death of yours was averted.")
    return _("A death of yours was averted: {layer}.", layer=layer)


def _known(msgid: str) -> Callable[[Fields, Names], str]:
    """Return a line about seats and their roles."""

    def said(item: Fields, personas: Names) -> str:
        found = [
            _("{seat} is {role}", seat=seat_name(seat, personas), role=role_short(role))
            for seat, role in zip(item["seats"], item["roles"], strict=True)
        ]
        return _(msgid, found=join_and(found) or _("nothing"))

    return said


def _gift(item: Fields, personas: Names) -> str:
    del personas
    return _("A gift: {gift}.", gift=token_name(item["token"]))


_LINES: Final[Mapping[NoticeCode, Callable[[Fields, Names], str]]] = {
    NoticeCode.NOTHING: _plain(N_("Nothing to report.")),
    NoticeCode.NOT_BY_OWN_HAND: _not_by_own_hand,
    NoticeCode.PROBED: _probed,
    NoticeCode.TRUTH: _truth,
    NoticeCode.DETECTIVE: _detective,
    NoticeCode.FAITH: _faith,
    NoticeCode.GODS_VIEW: _gods_view,
    NoticeCode.ALLIED: _seats(N_("You are allied with {seats}.")),
    NoticeCode.NO_ALLIANCE: _seat(N_("No alliance with {seat}.")),
    NoticeCode.ALLIANCE_ENDED: _seats(N_("Your alliance with {seats} has ended.")),
    NoticeCode.FLEE_SPENT: _plain(N_("Your flight is spent.")),
    NoticeCode.CHARGE_BACK: _plain(N_("You can flee again.")),
    NoticeCode.COUNTERED: _seat(N_("Your disguise struck {seat}.")),
    NoticeCode.KILL_RESULT: _kill_result,
    NoticeCode.WAS_TARGET: _plain(N_("Somebody meant to kill you in this act.")),
    NoticeCode.ATTACKED: _attacked,
    NoticeCode.AVERTED: _averted,
    NoticeCode.BORNE: _seat(N_("Black Heart: {seat} bore your death.")),
    NoticeCode.AWAKENED: _known(N_("10th's Awakening names its killers: {found}.")),
    NoticeCode.WILL: _known(N_("Akise's will: {found}.")),
    NoticeCode.CHOSE_HER: _seat(N_("You and {seat} have chosen each other: allies, first loop.")),
    NoticeCode.NIGHT_RIGHT: _plain(N_("From the next act on you may kill by night.")),
    NoticeCode.GIFT: _gift,
    NoticeCode.HEART_LINK_NOTHING: _plain(N_("Heart Link: nothing came of it.")),
    NoticeCode.UNION_NOTHING: _plain(N_("Union: nothing came of it.")),
    NoticeCode.PROOF: _plain(
        N_("Proof: name two seats and read their true actions; Truth is gone.")
    ),
    NoticeCode.LAW_LET_GO: _plain(N_("Law was not spent; the diary right is gone all the same.")),
}
