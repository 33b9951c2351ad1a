"""3rd's diary: how its own kills stand before anybody changes anything (FD-6.10)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.model import Cover, Day
from engine.games.future_diary.terms import Kind
from tests.engine.games.future_diary.reading import report
from tests.engine.games.future_diary.table import (
    disguise,
    flee,
    forced,
    hit,
    kill,
    maniac,
    sheet,
    table,
    use,
)


@pytest.mark.rule("FD-6.8", "FD-6.10", "FD-12.4.2", "FD-12.4.3")
def test_every_own_kill_has_a_line_with_its_reason() -> None:
    world = table(fl={3}, know={(3, 4), (3, 6), (6, 3)})
    orders = {
        3: sheet(maniac(), night=hit(9, "ninth"), followup=hit(10, "ninth"), diary=use()),
        6: sheet(disguise()),
    }
    found = [
        (line["target"], line["night"], line["success"], line["reason"])
        for line in report(world, 3, sheets=orders)
    ]
    assert found == [
        (4, False, True, None),
        (6, False, False, "countered"),
        (9, True, False, "killer_down"),
        (10, True, False, "killer_down"),
    ]


@pytest.mark.rule("FD-6.13")
def test_without_a_kill_there_is_nothing_to_report() -> None:
    assert report(table(), 3, P3=sheet(diary=use())) == [{"code": "nothing"}]


@pytest.mark.rule("FD-6.10")
@pytest.mark.parametrize(
    ("fifth", "reason"),
    [(flee(), None), (Day(fake=Cover(kind=Kind.FLEE)), "fled")],
)
def test_5th_is_foreseen_as_it_shows_itself(fifth: Day, reason: str | None) -> None:
    (line,) = report(table(), 3, P3=sheet(kill(5), diary=use()), P5=sheet(fifth))
    assert line["reason"] == reason


@pytest.mark.rule("FD-6.10")
def test_hypnosis_is_in_the_projection() -> None:
    world = table(P11="sixth", P6="eleventh")
    orders = {3: sheet(kill(11), diary=use()), 12: sheet(hypnosis=forced(11, "flee"))}
    (line,) = report(world, 3, sheets=orders)
    assert line["reason"] == "fled"
