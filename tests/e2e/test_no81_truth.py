"""The watch of the evenings of No.81 is not blind: another's hand or role is a leak to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.games.no81.game import GAME
from engine.journal import Header
from engine.view import Observer, ask_view
from tests.e2e.no81_truth import Duel, Watch
from tui.games.no81.knowledge import known_lines
from tui.games.no81.spoken import hand
from tui.texts import no81

NAMES = ["ann", "bo", "cy", "dee"]


def moments(mode: str, seed: int, steps: int) -> Iterator[Duel]:
    """Play a game with bots and give it after each decision."""
    header = Header(
        game=GAME.id, rules_version=GAME.rules_version, seats=4,
        options=GAME.configure(4, {"mode": mode}), seed=seed.to_bytes(32, "big"),
    )  # fmt: skip
    driver = Driver(GAME, header)
    driver.start()
    dice, bot = Dice(f"truth {seed}"), GAME.bots["heuristic"]()
    for _step in range(steps):
        if driver.status is not Status.RUNNING:
            return
        seat = next(s for s, p in sorted(driver.pending.items()) if p.answer is None)
        ask, observer = ask_view(driver, seat), Observer(driver, seat)
        observer.update()
        assert ask is not None
        driver.answer(seat, ask.id, bot.choose(observer.fold.plain(), ask, dice))
        yield Duel(driver=driver)


def private(duel: Duel, seat: int) -> str:
    """Return what the seat's own terminal may say of what only it knows."""
    view = duel.view(seat)
    return "\n".join([*hand(view), *known_lines(view, NAMES)])


@pytest.mark.parametrize("mode", ["coldwarm", "identity"])
def test_nothing_of_ones_own_is_a_leak_and_anothers_hand_is(mode: str) -> None:
    noticed = 0
    for number, duel in enumerate(moments(mode, 5, 90)):
        if number % 15:
            continue
        for seat in range(4):
            watch = Watch(seat=seat, language="en", names=NAMES)
            assert not watch.leaked(private(duel, seat), duel)
            other = (seat + 1) % 4
            held = set(duel.state.players[other].hand) - set(
                duel.view(seat)["seats"][other]["notes"]
            )
            if held and watch.leaked(private(duel, other), duel):
                noticed += 1
    assert noticed >= 8


@pytest.mark.rule("N81-20.1", "N81-13.2")
def test_another_role_is_a_leak_and_the_lords_is_none() -> None:
    duel = next(moments("identity", 3, 1))
    lord = duel.view(0)["lord"]
    watch = Watch(seat=lord, language="en", names=NAMES)
    for seat, player in enumerate(duel.state.players):
        assert player.role is not None
        text = f"{NAMES[seat]}  {no81.role_name(player.role)}"
        assert bool(watch.leaked(text, duel)) == (seat != lord)
