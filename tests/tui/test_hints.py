"""Hints: something for every decision, of legal options only, from the own view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from server.api import TableFrame
from server.wire import pack, unpack
from tests.tui import diaries, duels, tables
from tests.tui.scenes import SIZES, draw, text_of
from themes.pack import Colour
from tui.games import presenter
from tui.hints import LISTED, Hint, Hinting, Speaks, gathered, hint_lines, hint_rows
from tui.i18n import LANGUAGES, begin
from tui.screens.state import TableState
from tui.texts.glossary import entries
from tui.widgets.lines import width

LANGUAGE_IDS = [language.id for language in LANGUAGES]
MODES = (("coldwarm", 4), ("karma", 2), ("identity", 3), ("series", 4))


@pytest.fixture(params=LANGUAGE_IDS)
def language(request: pytest.FixtureRequest) -> str:
    begin(request.param)
    return str(request.param)


def hints_on(frame: TableFrame) -> list[Hint]:
    found = presenter(frame["game"])
    assert isinstance(found, Hinting)
    return found.hints(frame, found.cast(frame, _names(frame)))


def _names(frame: TableFrame) -> Sequence[str]:
    return [seat["name"] for seat in frame["seats"]]


@cache
def asked(game: str, seed: int, every: int = 1) -> Sequence[TableFrame]:
    """Return every so many of the frames of a whole game in which a seat is asked something."""
    found = (frame for frame in _frames(game, seed) if frame["ask"] is not None)
    return [frame for count, frame in enumerate(found, start=1) if count % every == 0]


def _frames(game: str, seed: int) -> Iterator[TableFrame]:
    match game:
        case "love_letter":
            for moment in tables.frames(seed, 4, {"extras": ("alter_ego", "ikusaba")}):
                yield from moment.values()
        case "future_diary":
            for moment in diaries.moments(seed, 8, tuple(range(8))):
                yield from moment.values()
        case _no81:
            mode, seats = MODES[seed % len(MODES)]
            for moments, _asked in duels.moments(seed, seats, mode, viewers=tuple(range(seats))):
                yield from moments.values()


EVERY = {"love_letter": 1, "future_diary": 5, "no81": 9}
GAMES = [
    (game, seed, every)
    for game, every in EVERY.items()
    for seed in range(len(MODES) if game == "no81" else 2)
]


def _legal(frame: TableFrame) -> set[str]:
    """Return everything that could stand in an answer, as hints write it."""
    ask, view = frame["ask"], frame["view"]
    assert ask is not None
    assert view is not None
    if frame["game"] != "future_diary":
        return set(ask["options"])
    context = ask["context"]
    legal = set(context["verbs"])
    legal |= {f"{field['id']}={value}" for field in context["form"] for value in field["values"]}
    seats, roles = range(1, len(view["personas"]) + 1), (view["setup"] or {}).get("roles", ())
    for field, values in (
        ("predict.seat", seats), ("creator.seat", seats), ("proof.seats", seats),
        ("predict.role", roles), ("creator.mode", ("silence", "speech")),
    ):  # fmt: skip
        if field.partition(".")[0] in context["verbs"]:
            legal |= {f"{field}={value}" for value in values}
    return legal


@pytest.mark.parametrize(("game", "seed", "every"), GAMES)
def test_every_decision_has_hints_on_legal_options_with_rules_and_fitting_rows(
    game: str, seed: int, every: int, language: str
) -> None:
    known = {entry.id for entry in entries(game)}
    seen = 0
    for frame in asked(game, seed, every):
        hints = hints_on(frame)
        options = [option for hint in hints for option in hint.options]
        assert options
        assert len(set(options)) == len(options)
        assert set(options) <= _legal(frame)
        if game != "future_diary":
            assert set(options) == _legal(frame), "every option is spoken of"
        for hint in hints:
            assert hint.label
            assert hint.effect, hint.options
            assert hint.rules
            assert set(hint.rules) <= known, hint.rules
        for cells in (60, 80, 120):
            for row in hint_rows(hints, {}, cells):
                assert width(row) <= cells, row.text
        seen += 1
    assert seen > 5


@pytest.mark.parametrize(("game", "seed", "every"), GAMES)
def test_equal_views_and_asks_give_equal_hints_whatever_else_a_frame_holds(
    game: str, seed: int, every: int
) -> None:
    for frame in asked(game, seed, every)[::3]:
        alone: dict[str, Any] = {key: frame[key] for key in ("game", "view", "ask")}
        alone["seats"] = [{"name": name} for name in _names(frame)]
        again = cast("TableFrame", unpack(pack(alone)))
        assert hints_on(again) == hints_on(frame)


@pytest.mark.parametrize("game", list(EVERY))
@pytest.mark.parametrize("size", SIZES)
def test_hints_stand_in_the_private_pane_and_leave_question_and_clock_in_sight(
    game: str, size: Size, language: str
) -> None:
    frame = next(f for f in asked(game, 1, EVERY[game]) if f["you"] == 0)
    state = TableState.begin(frame)
    state.returning = False
    _places, before = draw(state, size, left=42.0)
    state.hinting = True
    places, rows = draw(state, size, left=42.0)
    assert rows["top"] == before["top"]
    assert "0:50" in text_of(rows["top"])
    assert set(places) == {"top", "mine", "dock"}
    assert rows["mine"][0].spans[0].tone == Colour.YOU
    assert len(rows["mine"]) <= places["mine"].height
    first = hints_on(frame)[0]
    assert first.label[:12] in text_of(rows["mine"])
    state.hidden = True
    _places, rows = draw(state, size)
    assert first.label[:12] not in text_of(rows["mine"])


def test_hints_scroll_to_their_end_and_no_further() -> None:
    frame = next(f for f in asked("no81", 0, 9) if f["ask"] and f["ask"]["kind"] == "mind_deck")
    state = TableState.begin(frame)
    state.hinting, state.hint_top = True, 10**6
    _places, rows = draw(state, Size(80, 24))
    last = hints_on(frame)[-1]
    assert last.label[:6] in text_of(rows["mine"])
    assert rows["mine"][-1].text.strip()


def test_hints_are_gone_once_something_else_is_asked_or_nothing() -> None:
    moments = list(tables.frames(3, 2))
    first = next(m[0] for m in moments if m[0]["ask"] is not None)
    state = TableState.begin(first)
    state.hinting = True
    later = next(
        m[0] for m in moments
        if m[0]["seq"] > first["seq"]
        and (m[0]["ask"] is None or m[0]["ask"]["kind"] != first["ask"]["kind"])  # type: ignore[index]
    )  # fmt: skip
    state.take({**later, "events": []})
    assert not state.hinting


def test_options_of_which_the_same_is_to_be_said_share_a_hint() -> None:
    def one(option: str, effect: str) -> Hint:
        return Hint(options=(option,), label=option, effect=effect)

    found = gathered([one("a", "x"), one("b", "y"), one("c", "x")])
    assert [hint.options for hint in found] == [("a", "c"), ("b",)]
    many = gathered(one(str(n), "x") for n in range(LISTED + 3))
    assert "3" in many[0].label
    assert str(LISTED + 1) not in many[0].label


def test_lines_say_number_effect_rules_and_both_sides() -> None:
    hint = Hint(
        options=("a",), label="A", effect="Does it.", rules=("LL-3.1",),
        why=(Speaks(text="Good."), Speaks(text="Bad.", good=False)),
    )  # fmt: skip
    head, good, bad = hint_lines([hint], {"a": "1"})
    assert head.startswith("1: A")
    assert head.endswith("[LL-3.1]")
    assert "Good." in good
    assert "Bad." in bad
    assert all(cell_len(line) < 80 for line in (head, good, bad))
    assert len(hint_lines([], {})) == 1


def test_watchers_get_no_hints() -> None:
    for moment in tables.frames(0, 3):
        watching: Any = moment[-1]
        assert hints_on(watching) == []
