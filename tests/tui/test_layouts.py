"""Nothing that a player needs is cut off, at any supported size, in any game, stage or language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from textual.geometry import Size

from engine.games.no81.cards import printed
from server.api import TableFrame
from tests.tui import diaries, duels
from tests.tui.scenes import Drawn, draw, text_of
from tests.tui.tables import frames, waiting_frame
from tui import i18n, looks
from tui.i18n import LANGUAGES, _
from tui.screens.page import footer
from tui.screens.scene import clock_text
from tui.screens.state import TableState
from tui.texts import love_letter, no81
from tui.widgets.lines import ELLIPSIS, width

SIZES = (Size(60, 20), Size(80, 24), Size(100, 30), Size(120, 40), Size(200, 50))
LEFT = 75.0
"""Seconds on the clock."""
SHORTEST = 2
"""Characters of a card's name that a crowded hand shows at least."""
MOMENTS = 12
"""Looked at of each game."""


@cache
def games() -> dict[str, Sequence[TableFrame]]:
    """Return moments of games from their beginning to their end, one of each kind."""
    rows: dict[str, Sequence[TableFrame]] = {
        "love_letter": [moment[0] for moment in frames(5, 4)],
        "love_letter, two": [moment[0] for moment in frames(6, 2)],
        "future_diary, fifteen": [m[0] for m in diaries.moments(5, 15) if 0 in m],
        "future_diary, five": [m[0] for m in diaries.moments(5, 5) if 0 in m],
    }
    for mode, seats in (("coldwarm", 5), ("series", 6), ("identity", 8), ("karma", 2)):
        rows[f"no81, {mode}"] = [
            moment[0] for moment, _asked in duels.moments(4, seats, mode, viewers=(0,))
        ]
    return rows


NAMES = (
    "love_letter", "love_letter, two", "future_diary, fifteen", "future_diary, five",
    "no81, coldwarm", "no81, series", "no81, identity", "no81, karma",
)  # fmt: skip


@pytest.fixture(params=[language.id for language in LANGUAGES])
def spoken(request: pytest.FixtureRequest) -> str:
    i18n.begin(request.param)
    looks.begin()
    return str(request.param)


def states(game: str) -> Iterator[TableState]:
    """Return a table at some moments of a game, the first and the last one among them."""
    moments = games()[game]
    every = max(1, len(moments) // MOMENTS)
    told: list[dict[str, Any]] = []
    for at, frame in enumerate(moments):
        told += frame["events"]
        if at % every == 0 or frame["stage"] == "over":
            yield TableState.begin({**frame, "events": list(told)})


def held(state: TableState) -> set[str]:
    """Return by what names the viewer's own cards are called, if the game has a hand now."""
    view = state.frame["view"]
    if view is None or state.stage != "playing" or state.bench is not None:
        return set()
    match state.frame["game"]:
        case "love_letter":
            return {love_letter.card_short(card) for card in view["hand"]}
        case "no81" if view["seats"][view["you"]]["alive"]:
            return {no81.face_name(printed(card))[:SHORTEST] for card in view["hand"]}
        case _:
            return set()


def prompt(rows: Drawn) -> str:
    """Return the status and what of it stands in the row below."""
    return f"{rows['top'][1].text} {rows['top'][2].text}"


@pytest.mark.parametrize("game", NAMES)
def test_code_prompt_clock_own_hand_and_choices_are_whole(game: str, spoken: str) -> None:
    del spoken
    looked_at = 0
    for state in states(game):
        for size in SIZES:
            places, rows = draw(state, size, left=LEFT)
            looked_at += 1
            where = (game, size, state.frame["seq"], text_of(rows["top"]))
            assert state.frame["code"] in rows["top"][0].text, where
            assert ELLIPSIS not in prompt(rows), where
            for pane, area in places.items():
                assert len(rows[pane]) <= area.height, (where, pane)
                assert all(width(row) <= area.width for row in rows[pane]), (where, pane)
            if state.stage != "playing":
                continue
            assert clock_text(LEFT) in rows["top"][1].text, where
            own = text_of(rows["mine"][: places["mine"].height])
            assert own.startswith(f" {_('only you')}"), (where, own)
            assert not {name for name in held(state) if name not in own}, (where, own)
            counted = _("{n} choices, arrows", n=len(state.choices)) in own
            shown = own + text_of(rows["dock"])
            for choice in state.choices:
                if choice.key and state.bench is None and not counted:
                    assert choice.key in shown, (where, choice, own)
    assert looked_at > len(SIZES)


@pytest.mark.parametrize("seats", [2, 6, 15])
def test_the_waiting_room_has_code_prompt_and_every_seat(seats: int, spoken: str) -> None:
    del spoken
    frame = waiting_frame(6)
    frame["game"] = "future_diary" if seats > 6 else "love_letter"
    frame["seats"] = [{**frame["seats"][at % 6], "name": f"player{at}"} for at in range(seats)]
    state = TableState.begin(frame)
    for size in SIZES:
        _places, rows = draw(state, size)
        assert frame["code"] in rows["top"][0].text
        assert ELLIPSIS not in prompt(rows)
        text = text_of(rows["ring"])
        assert all(f"player{at}" in text for at in range(seats)), (size, text)


# --- the footer ---------------------------------------------------------------------------------

KEYS = [("Enter", "go there"), ("n", "new table"), ("?", "help"), ("y", "replays"), ("q", "quit")]


def test_what_is_vital_has_its_room_in_the_footer_before_all_others() -> None:
    row = footer(KEYS, 36, vital=[2, 4])
    assert row.text == " Enter go there  ? help  q quit"
    assert width(row) <= 36


def test_a_footer_with_room_for_all_shows_all_in_their_order() -> None:
    row = footer(KEYS, 80, vital=[2, 4])
    assert row.text == " Enter go there  n new table  ? help  y replays  q quit"
    assert footer(KEYS, width(row), vital=[2, 4]) == row
    assert footer(KEYS, width(row) - 1, vital=[2, 4]) != row
