"""Twin worlds of No.81: what a viewer may not know can be exchanged unnoticed (N81-20)."""

from __future__ import annotations

import pytest

from engine.games.no81.game import GAME
from tests.engine.gates.no81_others import KINDS
from tests.engine.gates.no81_twins import check_no81
from tests.engine.gates.playing import setup_of

GAMES = [
    (kind, sorted(modes)[n % len(modes)]) for n, (kind, (_, modes)) in enumerate(KINDS.items())
]


@pytest.mark.rule("N81-20.1", "N81-20.2", "N81-4.4", "N81-4.10", "N81-13.2", "N81-14.4")
@pytest.mark.parametrize(("kind", "mode"), GAMES)
def test_others_cannot_tell_that_what_they_do_not_know_is_another(kind: str, mode: str) -> None:
    """The gate makes twins of all kinds in turn; here each kind is met by itself."""
    compared = 0
    for number in range(4):
        setup = setup_of("no81", 3, number, short=True, mode=mode)
        compared += check_no81(setup, GAME, 4, kinds=[kind]).comparisons
    assert compared > 20
