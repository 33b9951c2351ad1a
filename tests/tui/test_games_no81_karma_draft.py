"""What the builder says of a karma deck is what the engine says of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.no81.core import CORE
from engine.games.no81.karma import (
    deck_base,
    deck_karma,
    fault,
    karma_of,
    sides,
    start_options,
    version_of,
)
from tui.games.no81.karma_draft import base, pairs, toggled, total, wrong

SIDES = sides(CORE)
CONTEXT: dict[str, Any] = {
    "karma": {side: karma_of(CORE, side) for side in SIDES},
    "health": {side: version_of(CORE, side).health for side in SIDES},
    "least": 2,
    "most": 5,
    "limit": 2,
}


@pytest.mark.rule("N81-14.2", "N81-14.3")
@given(st.lists(st.sampled_from(SIDES), max_size=8))
def test_a_deck_is_judged_as_the_engine_judges_it(picked: list[str]) -> None:
    deck: tuple[str, ...] = ()
    for side in picked:
        deck = toggled(deck, side)
    said, judged = wrong(deck, CONTEXT), fault(CORE, deck)
    if judged is None:
        assert said is None
        assert total(deck, CONTEXT) == deck_karma(CORE, deck)
        assert base(deck, CONTEXT) == deck_base(CORE, deck)
        begins = {
            frozenset(part.partition(":")[0] for part in option.split("+"))
            for option in start_options(CORE, deck)
        }
        assert begins == {frozenset(pair) for pair in pairs(deck, CONTEXT)}
    else:
        assert said is not None
        assert said[0] == judged.code
        assert dict(said[1]) == dict(judged.params)


def test_one_card_has_one_side_in_a_deck() -> None:
    deck = toggled(("tai/0",), "shen_yuan/0")
    assert toggled(deck, "shen_yuan/1") == ("tai/0", "shen_yuan/1")
    assert toggled(deck, "tai/0") == ("shen_yuan/0",)
