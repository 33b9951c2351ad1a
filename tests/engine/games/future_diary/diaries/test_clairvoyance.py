"""6th's diary: the neighbours' provisional future (FD-6.9)."""

from __future__ import annotations

import pytest

from tests.engine.games.future_diary.reading import foresight, order, report
from tests.engine.games.future_diary.table import ally, flee, forced, sheet, table, use


@pytest.mark.rule("FD-6.8", "FD-6.9")
def test_a_pending_proposal_is_read_as_one_and_law_is_not_foreseen() -> None:
    world = table(P7="ninth", P9="seventh/man", know={(7, 1)})
    orders = {6: sheet(diary=use()), 7: sheet(ally(1)), 11: sheet(law=7)}
    assert report(world, 6, 2, sheets=orders)[1]["final"] == order("ally", 1)


@pytest.mark.rule("FD-6.8", "FD-6.13")
def test_between_two_graves_there_is_nothing_to_report() -> None:
    world = table(dead={5, 7, 15})
    assert report(world, 6, 2, P6=sheet(diary=use())) == [{"code": "nothing"}]


@pytest.mark.rule("FD-6.9", "FD-12.7.2")
def test_use_is_in_the_provisional_future_and_stands_above_hypnosis() -> None:
    world = table(P7="ninth", P9="seventh/man", P8="twelfth", P12="eighth", know={(6, 7)})
    orders = {
        6: sheet(diary=use(), use_follower=forced(7, "kill", 2)),
        8: sheet(hypnosis=forced(7, "flee")),
    }
    assert report(world, 6, 2, sheets=orders)[1]["final"] == order("kill", 2)
    assert foresight(world, 2, changes={7: flee()}, sheets=orders)[6].change
