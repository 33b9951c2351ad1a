"""The form of a No.81 table: what is offered fits the seats and the mode (N81-11.1, N81-12.1)."""

from __future__ import annotations

import pytest

from engine.games.no81.game import GAME
from tui.screens.form import Form


def form(**values: str) -> Form:
    made = Form.new(GAME)
    made.seats = int(values.pop("seats", "4"))
    made.values |= values
    return made


def offered(made: Form, field: str) -> tuple[str, ...]:
    return next(choices for name, choices, _value in made.fields() if name == field)


@pytest.mark.rule("N81-11.1", "N81-12.1")
def test_only_splits_of_so_many_players_in_this_mode_are_offered() -> None:
    assert offered(form(seats="2"), "split") == ("standard", "1c1w0n", "1c0w1n", "0c1w1n")
    assert offered(form(seats="4", mode="series"), "split") == (
        "standard", "3-1", "2-2", "2-1-1", "1-1-1-1",
    )  # fmt: skip
    assert offered(form(seats="4", mode="karma"), "split") == ("standard",)
    for value in offered(form(seats="7"), "split"):
        assert form(seats="7", split=value).check() is None


@pytest.mark.rule("N81-11.2")
def test_free_picks_are_offered_in_cold_warm_only() -> None:
    assert offered(form(), "pick") == ("offers", "free")
    assert offered(form(mode="identity"), "pick") == ("offers",)


def test_what_does_not_fit_any_more_is_shown_with_its_reason_and_can_be_turned_away() -> None:
    made = form(seats="8", split="3c3w2n")
    assert made.check() is None
    made.seats = 6
    error = made.check()
    assert error is not None
    assert (error.code, error.params["split"]) == ("split", "3c3w2n")
    assert offered(made, "split")[-1] == "3c3w2n"
    made.turn("split", 1)
    assert made.values["split"] == "standard"
    assert made.check() is None
