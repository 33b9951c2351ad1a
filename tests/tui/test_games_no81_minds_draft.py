"""Building a mind deck: whatever is done to a draft, the engine takes it as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.no81.cards import RANKS
from engine.games.no81.core import CORE
from engine.games.no81.minds import deck_check, deck_options
from tui.games.no81.minds_draft import cards_by_rank, default_deck, loaded, moved, put, turned

OPTIONS = deck_options(CORE)
CHECK = deck_check(CORE)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("turn"), st.integers(0, 12), st.sampled_from((-1, 1))),
        st.tuples(st.just("move"), st.integers(0, 12), st.integers(0, 12)),
        st.tuples(st.just("put"), st.integers(0, len(OPTIONS) - 1), st.just(0)),
    ),
    max_size=30,
)


@pytest.mark.rule("N81-4.1", "N81-4.2", "N81-4.3")
@given(STEPS)
def test_whatever_is_done_the_engine_takes_the_deck_as_it_stands(
    steps: list[tuple[str, int, int]],
) -> None:
    cards = default_deck(OPTIONS)
    for what, one, two in steps:
        if what == "turn":
            cards = turned(cards, OPTIONS, one, two)
        elif what == "move":
            before, cards = cards, moved(cards, one, two)
            assert cards[two] == before[one]
        else:
            cards = put(cards, OPTIONS[one])
            assert OPTIONS[one] in cards
        assert CHECK(cards) == cards


@pytest.mark.rule("N81-4.4")
def test_the_default_is_what_an_empty_answer_means() -> None:
    assert default_deck(OPTIONS) == CHECK(())


def test_turning_goes_through_all_cards_of_a_rank_and_back() -> None:
    for at, rank in enumerate(RANKS):
        cards, seen = default_deck(OPTIONS), []
        for _step in cards_by_rank(OPTIONS)[rank]:
            seen.append(cards[at])
            cards = turned(cards, OPTIONS, at, 1)
        assert tuple(seen) == cards_by_rank(OPTIONS)[rank]
        assert cards == default_deck(OPTIONS)
        assert turned(cards, OPTIONS, at, -1)[at] == seen[-1]


def test_a_card_that_is_loaded_no_more_falls_back_and_is_named() -> None:
    saved = ("7-of_a_pack", "K-punch", "K-mind_restore", "X-nonsense", "A-lm_harbour")
    found = loaded(saved, OPTIONS)
    assert found.cards[:3] == ("7-evade", "K-punch", "A-lm_harbour")
    assert found.instead == {"7-of_a_pack": "7-evade"}
    assert CHECK(found.cards) == found.cards


@given(st.permutations(default_deck(OPTIONS)))
def test_a_saved_deck_comes_back_as_it_was(cards: list[str]) -> None:
    found = loaded(cards, OPTIONS)
    assert (found.cards, found.instead) == (tuple(cards), {})
