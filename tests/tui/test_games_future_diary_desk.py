"""Keys at the desk: what they choose, what is sent, and what one stray key can never do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from server.api import TableFrame
from tests.tui.diaries import moments
from tests.tui.scenes import SIZES, draw, text_of
from tui import i18n
from tui.games.future_diary.desk import FutureDiaryDesk
from tui.games.future_diary.pages import Leaf
from tui.games.future_diary.sheet import keys_of
from tui.screens.state import TableState


@pytest.fixture(autouse=True)
def english() -> None:
    i18n.begin("en")


def state_at(
    step: str, holds: Callable[[TableState], bool] = lambda _: True, *, seats: int = 7
) -> tuple[TableState, FutureDiaryDesk]:
    """Return the first state of a bots' game at ``step`` for a living seat, and its desk."""
    for seed in range(40):
        state: TableState | None = None
        for moment in moments(seed, seats, (0,)):
            frame = moment[0]
            if state is None:
                state = TableState.begin(frame)
            else:
                state.take(frame)
            view = frame["view"]
            alive = view is not None and (view["me"] is None or view["me"]["alive"])
            here = view is not None and view["step"] == step and frame["stage"] == "playing"
            if here and alive and state.asked and holds(state):
                desk = state.desk
                assert isinstance(desk, FutureDiaryDesk)
                return state, desk
    raise AssertionError("no such moment")


def ids(desk: FutureDiaryDesk, state: TableState) -> list[str]:
    return [slot.id for slot in desk.pen.slots(state)]


def submitted(frame: TableFrame, *words: str, ready: bool = False) -> Any:
    """Return the frame that comes back after a submission."""
    ask = frame["ask"]
    assert ask is not None
    context = {**ask["context"], "sheet": list(words), "ready": ready}
    return {**frame, "events": [], "ask": {**ask, "id": ask["id"] + 1, "context": context}}


@pytest.mark.rule("FD-4.5")
def test_an_order_is_two_keys_and_enter_sends_it() -> None:
    state, desk = state_at("orders")
    desk.pen.chosen, desk.pen.at = {}, 0
    desk.key(state, "1")
    slot = desk.pen.slot(state)
    assert slot is not None
    assert slot.id == "day.target"
    target = slot.values[-1]
    desk.key(state, target)
    done = desk.key(state, "enter")
    assert done is not None
    (answer,) = done.answers
    assert answer[0] == "submit"
    assert {"day=probe", f"day.target={target}"} <= set(answer)


def test_what_is_missing_is_never_sent_but_pointed_at() -> None:
    state, desk = state_at("orders")
    desk.key(state, "1")
    for key in ("enter", "r"):
        done = desk.key(state, key)
        assert done is not None
        assert done.answers == ()
        slot = desk.pen.slot(state)
        assert slot is not None
        assert slot.id == "day.target"
        assert "day target" in text_of(draw(state, SIZES[1])[1]["mine"])


def test_ready_sends_the_draft_and_again_takes_it_back() -> None:
    state, desk = state_at("orders")
    desk.key(state, "1")
    slot = desk.pen.slot(state)
    assert slot is not None
    desk.key(state, slot.values[0])
    done = desk.key(state, "r")
    assert done is not None
    (answer,) = done.answers
    assert answer[0] == "ready"
    assert "day=probe" in answer
    state.take(submitted(state.frame, *answer[1:], ready=True))
    assert not state.asked
    again = desk.key(state, "r")
    assert again is not None
    assert again.answers == (("wait",),)


def test_an_emptied_sheet_is_sent_as_empty_before_ready() -> None:
    """``ready`` without fields would leave what was submitted before."""
    state, desk = state_at("orders")
    state.take(submitted(state.frame, "day=flee"))
    desk.pen.chosen = {"day": ("flee",)}
    while ids(desk, state)[desk.pen.at] != "day":
        desk.key(state, "right")
    desk.key(state, "0")
    done = desk.key(state, "r")
    assert done is not None
    assert done.answers == (("submit",), ("ready",))


def test_a_draft_outlives_what_comes_meanwhile_and_ends_with_its_step() -> None:
    state, desk = state_at("orders")
    desk.key(state, "1")
    draft = dict(desk.pen.chosen)
    assert draft
    state.take({**state.frame, "events": []})
    assert desk.pen.chosen == draft
    view = state.frame["view"]
    assert view is not None
    moved: Any = submitted({**state.frame, "view": {**view, "step": "change_1"}})
    state.take(moved)
    assert desk.pen.chosen == {}


def test_another_terminals_submission_shows_where_nothing_was_drafted() -> None:
    state, desk = state_at("orders")
    state.take(submitted(state.frame, "day=disguise"))
    assert desk.pen.chosen["day"] == ("disguise",)


@pytest.mark.rule("FD-11.1")
def test_a_prediction_needs_both_fields_and_a_second_enter() -> None:
    state, desk = state_at("predict", lambda s: s.frame["ask"]["context"]["predict"])  # type: ignore[index]
    assert ids(desk, state)[:2] == ["predict.seat", "predict.role"]
    slot = desk.pen.slot(state)
    assert slot is not None
    desk.key(state, slot.values[0])
    done = desk.key(state, "enter")
    assert done is not None
    assert done.answers == ()
    desk.key(state, "1")
    once = desk.key(state, "enter")
    assert once is not None
    assert once.answers == ()
    twice = desk.key(state, "enter")
    assert twice is not None
    assert twice.answers == (("predict", slot.values[0], "first"),)


def test_another_key_takes_the_first_enter_of_a_prediction_back() -> None:
    state, desk = state_at("predict", lambda s: s.frame["ask"]["context"]["predict"])  # type: ignore[index]
    slot = desk.pen.slot(state)
    assert slot is not None
    desk.key(state, slot.values[0])
    desk.key(state, "1")
    desk.key(state, "enter")
    desk.key(state, "left")
    done = desk.key(state, "enter")
    assert done is not None
    assert done.answers == ()


def test_ready_does_not_drop_a_prediction_that_was_filled_in_without_asking() -> None:
    state, desk = state_at("predict", lambda s: s.frame["ask"]["context"]["predict"])  # type: ignore[index]
    slot = desk.pen.slot(state)
    assert slot is not None
    desk.key(state, slot.values[0])
    first = desk.key(state, "r")
    assert first is not None
    assert first.answers == ()
    assert "not said yet" in text_of(draw(state, SIZES[1])[1]["mine"])
    second = desk.key(state, "r")
    assert second is not None
    assert second.answers[-1][0] == "ready"


@pytest.mark.rule("FD-8.4")
def test_a_proposal_stands_at_the_sheet_while_it_can_be_answered() -> None:
    def proposed(state: TableState) -> bool:
        return "accept" in {slot["id"] for slot in state.frame["ask"]["context"]["form"]}  # type: ignore[index]

    state, desk = state_at("change_1", proposed, seats=9)
    mine = text_of(draw(state, SIZES[1])[1]["mine"])
    assert "An alliance is proposed to you by" in mine
    assert "accept ally" in mine
    while desk.pen.slot(state) is not None and ids(desk, state)[desk.pen.at] != "accept":
        desk.key(state, "right")
    slot = desk.pen.slot(state)
    assert slot is not None
    desk.key(state, next(key for key, value in keys_of(slot).items() if value == slot.values[0]))
    done = desk.key(state, "r")
    assert done is not None
    assert f"accept={slot.values[0]}" in done.answers[-1]


@pytest.mark.rule("FD-11.1")
def test_an_answered_prediction_leaves_its_fields_empty_and_opens_what_is_known() -> None:
    state, desk = state_at("predict", lambda s: s.frame["ask"]["context"]["predict"])  # type: ignore[index]
    slot = desk.pen.slot(state)
    assert slot is not None
    desk.key(state, slot.values[0])
    view = state.frame["view"]
    assert view is not None
    told = {"act": 1, "seat": int(slot.values[0]), "role": "first", "right": False, "free": False}
    me = {**view["me"], "predictions": [*view["me"]["predictions"], told]}
    state.take(submitted({**state.frame, "view": {**view, "me": me}}))
    assert "predict.seat" not in desk.pen.chosen
    assert desk.book.leaf is Leaf.NOTES
    assert "wrong prediction" in text_of(draw(state, SIZES[2])[1]["mine"])


def test_one_stray_key_never_sends_anything_but_ready() -> None:
    for step in ("lobby", "orders", "change_1", "last_words", "predict"):
        state, desk = state_at(step)
        for key in [*"abcdefghijklmnopqstuvwxyz0123456789,.", "left", "right", "up", "space"]:
            done = desk.key(state, key)
            assert done is None or done.answers == (), (step, key)


def test_while_the_pane_is_hidden_no_key_changes_what_is_in_it() -> None:
    state, desk = state_at("orders")
    state.hidden = True
    before = dict(desk.pen.chosen)
    for key in [*"1234r0", "enter", "right"]:
        assert desk.key(state, key) is None
    assert desk.pen.chosen == before


@pytest.mark.rule("FD-2.7")
def test_in_the_lobby_enter_types_a_persona() -> None:
    state, desk = state_at("lobby")
    done = desk.key(state, "enter")
    assert done is not None
    assert done.typing is not None
    assert done.typing.limit == 16
    said = desk.typed(state, done.typing.purpose, "Minene fan")
    assert said.answers == (("persona", "Minene fan"),)
    assert desk.typed(state, done.typing.purpose, "").answers == ()


@pytest.mark.rule("FD-15.1")
def test_talk_is_public_in_orders_and_closed_in_the_short_steps() -> None:
    state, desk = state_at("orders")
    done = desk.talk(state)
    assert done.typing is not None
    assert desk.typed(state, done.typing.purpose, "hm").answers == (("say", "public", "hm"),)
    state, desk = state_at("change_1")
    done = desk.talk(state)
    assert done.typing is None
    assert done.notice


@pytest.mark.rule("FD-15.3")
def test_in_private_talk_one_writes_where_one_reads() -> None:
    def allied(state: TableState) -> bool:
        ask = state.frame["ask"]
        return ask is not None and "alliance" in ask["context"]["channels"]

    state, desk = state_at("orders", allied)
    assert desk.talk(state).typing is not None
    desk.key(state, "p")
    done = desk.talk(state)
    assert done.typing is not None
    assert desk.typed(state, done.typing.purpose, "psst").answers == (("say", "alliance", "psst"),)
    state.hidden = True
    public = desk.talk(state)
    assert public.typing is not None
    assert public.typing.purpose == "say:public"


@pytest.mark.rule("FD-15.4")
def test_the_dead_write_to_the_dead_wherever_they_read() -> None:
    state, desk = state_at("orders")
    view, ask = state.frame["view"], state.frame["ask"]
    assert view is not None
    assert ask is not None
    me = {**view["me"], "alive": False}
    context = {**ask["context"], "channels": ["dead"], "verbs": ["ready", "say"], "form": []}
    dead: Any = {
        **state.frame, "events": [], "view": {**view, "me": me}, "ask": {**ask, "context": context}
    }  # fmt: skip
    state.take(dead)
    done = desk.talk(state)
    assert done.typing is not None
    assert desk.typed(state, done.typing.purpose, "boo").answers == (("say", "dead", "boo"),)
    assert desk.book.leaf is Leaf.TALK
    ready = desk.key(state, "r")
    assert ready is not None
    assert ready.answers == ()


@pytest.mark.rule("FD-15.3")
def test_private_lines_are_counted_until_they_are_read_and_never_named_outside() -> None:
    state, desk = state_at("orders")
    before = draw(state, SIZES[1])[1]
    said = {"kind": "said", "channel": "alliance", "seat": 1, "text": "psst"}
    view = state.frame["view"]
    assert view is not None
    line = {"channel": "alliance", "seat": 1, "text": "psst", "act": 1, "step": "orders"}
    frame: Any = {**state.frame, "view": {**view, "talk": [*view["talk"], line]}}
    later: Any = {**frame, "seq": frame["seq"] + 1, "events": [said]}
    state.take(later)
    after = draw(state, SIZES[1])[1]
    assert "talk 1" in text_of(after["mine"])
    assert "psst" not in text_of(after["mine"])
    for pane in after.keys() - {"mine"}:
        assert after[pane] == before[pane]
    desk.key(state, "p")
    assert "psst" in text_of(draw(state, SIZES[1])[1]["mine"])
    desk.key(state, "d")
    assert "talk 1" not in text_of(draw(state, SIZES[1])[1]["mine"])


def test_pages_are_turned_act_by_act_and_read_to_their_end() -> None:
    def long(state: TableState) -> bool:
        view = state.frame["view"]
        return view is not None and len(view["me"]["acts"]) > 2

    state, desk = state_at("orders", long)
    newest = desk.reading(state).act
    desk.key(state, ",")
    assert desk.reading(state).act == newest - 1
    for _more in range(20):
        desk.key(state, ",")
    assert desk.reading(state).act == 1
    desk.key(state, ".")
    assert desk.reading(state).act == 2
    desk.key(state, "w")
    assert desk.reading(state).leaf is Leaf.WHY
    assert desk.reading(state).act == newest


def test_help_explains_the_field_in_the_pane_first_and_the_page_next() -> None:
    state, desk = state_at("orders")
    assert desk.explain(state)
    mine = text_of(draw(state, SIZES[2])[1]["mine"])
    assert "Disguise: who attacks you" in mine
    assert not desk.explain(state)
    lead = desk.lead(state)
    assert lead is not None
    view = state.frame["view"]
    assert view is not None
    assert view["me"]["role"] not in str(lead)


def test_v_folds_the_sheet_away_and_a_new_step_brings_it_back() -> None:
    state, desk = state_at("orders")
    open_rows = draw(state, SIZES[1])[1]["mine"]
    desk.key(state, "v")
    folded = draw(state, SIZES[1])[1]["mine"]
    assert len(folded) == len(open_rows)
    assert "day" not in folded[1].text.split("diary")[0]
    assert desk.book.room > 5
    before = dict(desk.pen.chosen)
    for key in ("1", "3", "0", "enter"):
        desk.key(state, key)
    assert desk.pen.chosen == before  # nothing is filled in unseen
    view = state.frame["view"]
    assert view is not None
    state.take(submitted({**state.frame, "view": {**view, "step": "change_1"}}))
    assert not desk.book.folded


def test_an_action_has_the_same_key_whichever_can_be_chosen() -> None:
    state, desk = state_at("orders")
    slot = desk.pen.slot(state)
    assert slot is not None
    keys = {value: key for key, value in keys_of(slot).items()}
    assert keys["probe"] == "1"
    assert keys["disguise"] == "3"
    assert keys["none"] == "7"


def test_with_every_page_open_the_pane_keeps_its_rows() -> None:
    state, desk = state_at("predict")
    shapes = set()
    for leaf in Leaf:
        desk.book.leaf = leaf
        for key in ("space", ",", "."):
            desk.key(state, key)
            rows = draw(state, SIZES[1])[1]["mine"]
            shapes.add(len(rows))
    assert len(shapes) == 1
