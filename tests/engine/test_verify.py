"""A finished game can be checked against the seed that was promised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.chance import commitment
from engine.driver import Driver
from engine.errors import JournalError
from engine.journal import By, Header, Journal
from engine.registry import game
from engine.simulate import play_game, seed_of
from engine.verify import verify

GAME = game("love_letter")


@pytest.fixture
def played() -> Driver:
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=3,
        options=GAME.configure(3, {}),
        seed=seed_of(7, 0),
    )
    return play_game(GAME, header, [GAME.bots["random"]() for _ in range(3)])


def test_an_honest_game_is_verified(played: Driver) -> None:
    again = verify(GAME, played.journal, commitment(played.journal.header.seed))
    assert again.result == played.result


def test_another_seed_than_the_promised_one_is_refused(played: Driver) -> None:
    with pytest.raises(JournalError) as error:
        verify(GAME, played.journal, commitment(b"other"))
    assert error.value.code == "commitment"


def test_a_stacked_deck_is_named_by_its_entry(played: Driver) -> None:
    entries = list(played.journal.entries)
    letters = next(i for i, e in enumerate(entries[1:], 1) if e.by is By.CHANCE)
    other = str((int(entries[letters].answer[0]) + 1) % 3)
    entries[letters] = replace(entries[letters], answer=(other,))
    stacked = Journal(header=played.journal.header, entries=entries[: letters + 1])
    with pytest.raises(JournalError) as error:
        verify(GAME, stacked, commitment(played.journal.header.seed))
    assert (error.value.code, error.value.params["sequence"]) == ("seed", letters)
