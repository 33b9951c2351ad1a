"""No single key makes a move that cannot be taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.screens.choosing import Choosing, enter, move, press, unselect

ONE = Choosing(ask=3, options=("x", "y", "z"), keys=("a", "b", "d"))
SEVERAL = Choosing(ask=3, options=("x", "y", "z"), keys=("a", "b", "d"), least=1, most=2)

keys = st.sampled_from(["a", "b", "d", "left", "right", "enter", "escape", "q"])


def _step(state: Choosing, key: str) -> tuple[Choosing, tuple[str, ...] | None]:
    match key:
        case "left":
            return move(state, -1), None
        case "right":
            return move(state, 1), None
        case "enter":
            return enter(state)
        case "escape":
            return unselect(state), None
        case _:
            return press(state, key)


@given(keys)
def test_the_first_key_never_answers(key: str) -> None:
    assert _step(ONE, key)[1] is None
    assert _step(SEVERAL, key)[1] is None


@given(st.lists(keys, max_size=12), st.booleans())
def test_every_answer_is_legal(pressed: list[str], several: bool) -> None:
    state = SEVERAL if several else ONE
    for key in pressed:
        state, answer = _step(state, key)
        if answer is not None:
            assert state.least <= len(answer) <= state.most
            assert set(answer) <= set(state.options)
            assert len(set(answer)) == len(answer)


def test_the_same_key_again_confirms() -> None:
    state, answer = press(ONE, "b")
    assert (state.option, answer) == ("y", None)
    assert press(state, "b")[1] == ("y",)


def test_another_key_moves_the_highlight_instead_of_confirming() -> None:
    state, _ = press(ONE, "b")
    state, answer = press(state, "a")
    assert (state.option, answer) == ("x", None)


def test_enter_confirms_what_the_arrows_highlighted() -> None:
    state = move(ONE, 1)
    assert enter(state)[1] == ("x",)
    assert enter(move(ONE, -1))[1] == ("z",)


def test_enter_without_a_highlight_does_nothing() -> None:
    assert enter(ONE) == (ONE, None)


def test_escape_takes_the_highlight_back() -> None:
    state = unselect(press(ONE, "b")[0])
    assert press(state, "b")[1] is None


def test_several_are_marked_then_confirmed_by_two_enters() -> None:
    state, _ = press(SEVERAL, "d")
    state, _ = press(state, "a")
    assert state.marked == ("x", "z")
    state, answer = enter(state)
    assert answer is None
    assert enter(state)[1] == ("x", "z")


def test_no_more_than_the_most_can_be_marked() -> None:
    state = SEVERAL
    for key in ("a", "b", "d"):
        state, _ = press(state, key)
    assert state.marked == ("x", "y")


def test_order_is_kept_only_where_it_matters() -> None:
    ordered = Choosing(options=("x", "y"), keys=("a", "b"), least=2, most=2, ordered=True)
    state, _ = press(ordered, "b")
    state, _ = press(state, "a")
    assert state.marked == ("y", "x")


@pytest.mark.parametrize("state", [Choosing(), Choosing(ask=1)])
def test_nothing_to_choose_is_harmless(state: Choosing) -> None:
    assert move(state, 1) == state
    assert press(state, "a") == (state, None)
    assert enter(state) == (state, None)
