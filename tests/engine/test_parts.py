"""What each seat was in a finished game: seats of one side have won together, or not at all."""

from __future__ import annotations

import pytest

from engine.driver import Driver
from engine.game import Part
from engine.games.no81.glossary import Camp, Mode, Role
from engine.games.no81.library import BUILT_IN
from engine.games.no81.parts import parts
from engine.games.no81.state import Player, State
from engine.journal import Header
from engine.registry import GAMES
from engine.simulate import play_game, seed_of

SETUPS = (
    ("future_diary", "pace", "quick", "random"),
    ("no81", "mode", "coldwarm", "heuristic"),
    ("no81", "mode", "series", "heuristic"),
    ("no81", "mode", "identity", "heuristic"),
    ("no81", "mode", "karma", "heuristic"),
)
SEATS = 5


def played(name: str, option: str, value: str, bot: str) -> Driver:
    """Play a game of bots to its end."""
    game = GAMES[name]
    options = game.configure(SEATS, {option: value})
    header = Header(
        game=name, rules_version=game.rules_version, seats=SEATS, options=options,
        seed=seed_of(7, 1),
    )  # fmt: skip
    return play_game(game, header, [game.bots[bot]()] * SEATS)


@pytest.mark.parametrize("setup", SETUPS, ids=[setup[2] for setup in SETUPS])
def test_whoever_is_on_one_side_has_won_together(setup: tuple[str, str, str, str]) -> None:
    driver = played(*setup)
    found = driver.game.parts(driver.state)
    assert len(found) == SEATS
    assert driver.result is not None
    for side in {one.side for one in found} - {""}:
        won = {number in driver.result.winners for number, one in enumerate(found)
               if one.side == side}  # fmt: skip
        assert len(won) == 1
    assert all(one.roles for one in found)


def test_in_love_letter_all_seats_are_alike() -> None:
    game = GAMES["love_letter"]
    state = game.play(4, game.configure(4, {})).state
    assert game.parts(state) == ()


def table(mode: Mode, *players: Player, sides: tuple[str | None, ...] = ()) -> tuple[Part, ...]:
    state = State(seats=len(players), mode=mode, content=BUILT_IN.of(()), sides=sides)
    state.players = list(players)
    return parts(state)


def test_the_colourless_spies_and_the_unsigned_are_for_themselves() -> None:
    mixed = table(
        Mode.COLDWARM, Player(seat=0, camp=Camp.COLD), Player(seat=1, camp=Camp.COLOURLESS)
    )
    assert [one.side for one in mixed] == ["cold", ""]
    every = [Player(seat=n, role=role) for n, role in enumerate(Role)]
    told = table(Mode.IDENTITY, *every)
    assert [one.side for one in told] == ["lord", "lord", "rebel", ""]
    assert [one.roles for one in told] == [("lord",), ("loyalist",), ("rebel",), ("spy",)]
    karma = table(Mode.KARMA, Player(seat=0), Player(seat=1), sides=("plus", None))
    assert [one.side for one in karma] == ["plus", ""]
