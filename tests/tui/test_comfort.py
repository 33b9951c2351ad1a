"""What a player has chosen for their comfort, and what follows in one session."""

from __future__ import annotations

import contextvars

import pytest

from tui import comfort
from tui.comfort import Comfort, Link
from tui.screens.scene import clock_text, next_tick
from tui.wardrobe import built_in, spared


@pytest.fixture(autouse=True)
def fresh() -> None:
    comfort.begin()


def test_choices_are_kept_and_nonsense_in_a_record_is_the_default() -> None:
    chosen = Comfort(mouse=True, link=Link.LOW, still=True)
    assert Comfort.of(chosen.settings) == chosen
    assert Comfort.of({}) == Comfort()
    assert Comfort.of({"mouse": 1, "link": "slow", "still": "yes"}) == Comfort()
    for nonsense in (3, None, [], ["low"], {"low": 1}):
        assert Comfort.of({"link": nonsense}) == Comfort()


def test_the_link_turns_through_its_choices() -> None:
    seen = [Comfort()]
    for _ in Link:
        seen.append(seen[-1].with_other_link(1))
    assert seen[-1] == seen[0]
    assert {one.link for one in seen} == set(Link)
    assert seen[0].with_other_link(-1).with_other_link(1) == seen[0]


@pytest.mark.parametrize(("sparing", "still"), [(True, False), (False, True)])
def test_seconds_are_counted_one_by_one_only_where_they_may(sparing: bool, still: bool) -> None:
    every = {clock_text(left) for left in range(1, 11)}
    assert len(every) == 10
    comfort.use(sparing=sparing, still=still)
    coarse = [clock_text(left) for left in range(1, 21)]
    assert sorted(set(coarse)) == ["0:05", "0:10", "0:20"]
    for left in range(1, 41):
        assert clock_text(left) == clock_text(left - next_tick(left) + 0.01)
        assert clock_text(left) != clock_text(left - next_tick(left) - 0.01)


def test_sessions_differ() -> None:
    other = contextvars.copy_context()
    other.run(comfort.begin)
    other.run(lambda: comfort.use(sparing=True, still=True))
    assert not comfort.is_sparing()
    assert not comfort.is_still()
    assert other.run(comfort.is_coarse)


def test_whoever_needs_contrast_gets_no_colours_of_an_unknown_terminal() -> None:
    for theme in built_in().themes.values():
        needs = theme.id in {"contrast", "clear", "mono"}
        assert spared(built_in(), theme).id == ("mono" if needs else "ansi")
