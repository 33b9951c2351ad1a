"""What plain lines say of Future Diary: little for each event, everything when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.games.future_diary.terms import EventKind
from server.api import TableFrame
from tests.languages import SPOKEN
from tests.tui.diaries import moments
from tui import i18n
from tui.games import presenter
from tui.line.future_diary import pages
from tui.line.future_diary.story import story
from tui.line.future_diary.told import MOST, told
from tui.screens.state import names_of

ONCE = {EventKind.SETUP, EventKind.DEALT, EventKind.OVER}
"""Kinds that come once in a game and may be longer."""


@pytest.fixture(params=SPOKEN)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.begin(request.param)
    yield request.param
    i18n.begin()


def cast(frame: TableFrame) -> Any:
    return presenter("future_diary").cast(frame, names_of(frame["seats"]))


def frames(seed: int, seats: int, viewer: int) -> Iterator[TableFrame]:
    for moment in moments(seed, seats, (viewer,)):
        yield moment[viewer]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(("seats", "viewer"), [(5, 0), (15, 3), (7, -1)])
def test_an_event_takes_few_bytes(seats: int, viewer: int) -> None:
    for frame in frames(3, seats, viewer):
        for event in frame["events"]:
            lines = told(event, cast(frame))
            most = 2 * MOST if event["kind"] in ONCE else MOST + 60
            for line in lines:
                assert len(line.encode()) <= most, line


@pytest.mark.usefixtures("language")
def test_every_page_can_be_asked_for_in_every_step() -> None:
    for frame in frames(5, 7, 2):
        view, names = frame["view"], cast(frame)
        assert view is not None
        assert pages.table(frame, names)
        for page in (pages.myself, pages.ledger, pages.diary_page, pages.act_page,
                     pages.why_page, pages.chronicle):  # fmt: skip
            assert all(page(view, names))
        if frame["ask"] is not None:
            assert all(pages.form(frame["ask"], names))


def test_the_form_names_every_value_as_it_is_typed() -> None:
    for frame in frames(5, 5, 1):
        ask, view = frame["ask"], frame["view"]
        if ask is None or view is None or view["step"] != "orders":
            continue
        text = "\n".join(pages.form(ask, cast(frame)))
        for field in ask["context"]["form"]:
            if not field["when"]:
                assert field["id"] in text
        assert ("You are ready." in text) is ask["context"]["ready"]


@pytest.mark.rule("FD-14.5")
def test_the_chronicle_is_closed_until_the_end_and_then_complete() -> None:
    *running, last = frames(7, 6, -1)
    for frame in running:
        if frame["stage"] == "playing":
            assert len(pages.chronicle(frame["view"] or {}, ())) == 1
    view = last["view"]
    assert view is not None
    lines = pages.chronicle(view, cast(last))
    assert len(lines) > 6 + view["act"] * 6
    assert sum(line.startswith("Act ") for line in lines) == view["act"]
    first = pages.chronicle(view, cast(last), 1)
    assert sum(line.startswith("Act ") for line in first) == 1


@pytest.mark.rule("FD-14.5")
@pytest.mark.parametrize(("reveal", "shown"), [("on", True), ("off", False)])
def test_a_replay_tells_who_was_who_and_names_people_only_where_the_host_does(
    reveal: str, shown: bool
) -> None:
    events = [
        event
        for moment in moments(9, 5, (-1,), {"reveal": reveal})
        for event in moment[-1]["events"]
    ]
    game: Any = {"events": events, "names": [f"account{n}" for n in range(5)]}
    whole, own = story(game), story(game, 2)
    assert sum("first loop" in line for line in whole) >= 1
    assert any("account" in line for line in whole) is shown
    assert len(own) < len(whole)
    assert set(own) <= set(whole)
