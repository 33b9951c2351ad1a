"""A view is made of one viewer's own events, and of nothing that was not told to it (FD-16)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.games.future_diary.fold import _RULES, TALK, FutureDiaryView
from engine.games.future_diary.terms import EventKind

SETUP: dict[str, Any] = {
    "kind": "setup", "seats": 5, "roles": ("first", "second", "fourth", "ninth", "tenth"),
    "first_loop": 1, "pace": "normal", "quiet": 6, "acts": 20,
}  # fmt: skip
PERSONAS = ("Fox", "Moth", "Lark", "Ram", "Crow")
DEALT: dict[str, Any] = {
    "kind": "dealt", "personas": PERSONAS, "seat": 2, "role": "fourth", "loop": "second_loop",
    "partner": None,
}  # fmt: skip


def view(*events: dict[str, Any], viewer: int = 0) -> dict[str, Any]:
    fold = FutureDiaryView(viewer=viewer)
    for event in events:
        fold.apply(event)
    return fold.plain()


def step(name: str, act: int = 1) -> dict[str, Any]:
    return {"kind": "step", "act": act, "step": name, "seconds": 300}


def notices(act: int = 1, dead: Any = (), **private: Any) -> dict[str, Any]:
    return {"kind": "notices", "act": act, "dead": dead, **private}


BLOCK: dict[str, Any] = {
    "items": ({"code": "nothing"},), "why": (), "final": {"kind": "none", "targets": ()},
    "charge": False, "ready_in": 2, "ally": (3,), "loop": "second_loop", "night": False,
    "ledger": ({"seat": 3, "role": "ninth", "act": 1, "via": "alliance"},), "tokens": ("repeat",),
}  # fmt: skip


@pytest.mark.rule("FD-2.5", "FD-16")
def test_a_seat_knows_its_own_role_and_a_spectator_knows_none() -> None:
    seen = view(SETUP, DEALT)
    assert seen["me"]["role"] == "fourth"
    assert seen["me"]["alive"]
    assert seen["setup"]["roles"] == list(SETUP["roles"])
    public = {"kind": "dealt", "personas": PERSONAS}
    assert view(SETUP, public, viewer=-1)["me"] is None
    assert view(SETUP, public, viewer=-1)["personas"] == list(PERSONAS)


@pytest.mark.rule("FD-16.2", "FD-5.3")
def test_a_private_block_becomes_a_page_of_its_act_and_the_newest_standing() -> None:
    locked = {"kind": "closed", "act": 1, "sheet": ("day=probe", "day.target=3"), "forced": None}
    report = {
        "kind": "foresight", "act": 1, "wave": 1, "reports": (), "jammed": True, "proposals": (5,),
        "change": False, "law": None,
    }  # fmt: skip
    me = view(SETUP, DEALT, locked, report, notices(**BLOCK))["me"]
    (page,) = me["acts"]
    assert page["sheet"] == ["day=probe", "day.target=3"]
    assert page["foresight_1"]["proposals"] == [5]
    assert page["foresight_2"] is None
    assert page["items"] == [{"code": "nothing"}]
    assert (me["charge"], me["ready_in"], me["ally"]) == (False, 2, [3])
    assert me["ledger"][0]["role"] == "ninth"
    assert me["tokens"] == ["repeat"]


@pytest.mark.rule("FD-15.4", "FD-10.6")
def test_the_dead_keep_their_pane_as_it_was() -> None:
    death = notices(2, dead=({"seat": 2, "role": "fourth", "loop": "second_loop"},))
    seen = view(SETUP, DEALT, notices(**BLOCK), death)
    assert not seen["me"]["alive"]
    assert seen["me"]["ledger"] == [dict(BLOCK["ledger"][0])]
    assert seen["dead"] == [{"seat": 2, "role": "fourth", "loop": "second_loop", "act": 2}]


@pytest.mark.rule("FD-11.2", "FD-11.6")
def test_a_right_prediction_is_known_at_once_and_a_wrong_one_is_remembered() -> None:
    right = {
        "kind": "predicted",
        "seat": 4,
        "role": "ninth",
        "right": True,
        "free": False,
        "forced": None,
    }
    link = {"kind": "learnt", "seat": 4, "role": "ninth", "act": 1, "via": "prediction"}
    wrong = {
        "kind": "predicted",
        "seat": 5,
        "role": "first",
        "right": False,
        "free": False,
        "forced": 2,
    }
    me = view(
        SETUP, DEALT, step("predict"), right | {"more": True}, link, wrong | {"more": False}
    )["me"]  # fmt: skip
    assert [entry["seat"] for entry in me["ledger"]] == [4]
    assert me["ledger"][0]["via"] == "prediction"
    assert [one["right"] for one in me["predictions"]] == [True, False]
    assert not me["more"]
    assert me["penalty"] == 2


@pytest.mark.rule("FD-3.1")
def test_a_new_step_begins_with_an_empty_sheet() -> None:
    sheet = {"kind": "sheet", "fields": ("day=flee",), "ready": True}
    assert view(SETUP, DEALT, step("orders"), sheet)["me"]["ready"]
    me = view(SETUP, DEALT, step("orders"), sheet, step("change_1"))["me"]
    assert (me["sheet"], me["ready"]) == ([], False)


@pytest.mark.rule("FD-14.3")
def test_a_death_takes_the_warning_away() -> None:
    warned = {"kind": "fading", "acts": 4, "left": 2}
    assert view(SETUP, DEALT, warned)["fading"] == {"acts": 4, "left": 2}
    death = notices(5, dead=({"seat": 1, "role": "first", "loop": "second_loop"},))
    assert view(SETUP, DEALT, warned, death)["fading"] is None


def test_public_talk_never_drives_private_lines_out_of_the_view() -> None:
    lines = [{"kind": "said", "channel": "alliance", "seat": 3, "text": "psst"}]
    lines += [
        {"kind": "said", "channel": "public", "seat": 1, "text": str(n)} for n in range(TALK + 9)
    ]
    talk = view(SETUP, DEALT, *lines)["talk"]
    assert talk[0]["text"] == "psst"
    assert len(talk) == TALK + 1
    assert talk[-1]["text"] == str(TALK + 8)


def test_what_was_handed_out_does_not_change_later() -> None:
    fold = FutureDiaryView(viewer=0)
    for event in (SETUP, DEALT, notices(**BLOCK)):
        fold.apply(event)
    before = fold.plain()
    kept = copy.deepcopy(before)
    later: tuple[dict[str, Any], ...] = (
        step("orders", 2),
        {"kind": "sheet", "fields": ("day=flee",), "ready": True},
        {"kind": "closed", "act": 2, "sheet": (), "forced": None},
        notices(2, dead=({"seat": 1, "role": "first", "loop": "second_loop"},), **BLOCK),
        {"kind": "said", "channel": "public", "seat": 1, "text": "hm"},
    )
    for event in later:
        fold.apply(event)
        fold.plain()
    assert before == kept


@pytest.mark.rule("FD-12.12.3")
def test_creator_speech_lasts_to_the_end_of_the_act_that_it_is_for() -> None:
    told = [SETUP, DEALT, step("predict", 3), {"kind": "silenced", "mode": "speech"}]
    for act, name, expected in [
        (4, "orders", "speech"),
        (4, "predict", "speech"),
        (5, "orders", None),
    ]:
        told.append(step(name, act))
        assert view(*told)["me"]["silenced"] == expected
        told.append(notices(act))


def test_every_kind_of_event_is_folded() -> None:
    assert set(_RULES) == set(EventKind)
