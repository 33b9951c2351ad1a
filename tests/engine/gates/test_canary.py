"""Gate 2: no byte sent to a viewer names what this viewer cannot have come across.

Those are ids of unseen cards, and texts said in channels that the viewer is not in.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.chance import Dice
from engine.driver import Driver
from engine.event import Event
from engine.journal import By
from engine.registry import GAMES
from engine.view import ask_view
from tests.engine.gates.playing import Setup, Watch, answer_at_random, pack, run, setups, viewers
from tests.engine.gates.reference import LEAKS, REFERENCES

CANARY = {
    "love_letter": "stable id of an unseen card",
    "future_diary": "private talk",
    "no81": "stable id of an unseen card",
}
"""By game id: the leak that names something."""


def named(sent: bytes, setup: Setup, secrets: frozenset[str]) -> set[str]:
    """Return the secrets that stand in ``sent`` as whole texts, the public pool left out."""
    pool = getattr(setup.game.play(setup.seats, setup.options).state, "pool", ())
    rest = sent.replace(pack(list(pool)), b"")
    return {secret for secret in secrets if pack(secret) in rest}


def talking(driver: Driver, dice: Dice) -> None:
    """Answer at random; where there are channels, say something now and then that is unique."""
    seat = driver.waiting[dice.below(len(driver.waiting))]
    ask = ask_view(driver, seat)
    channels = () if ask is None else ask.context.get("channels", ())
    if ask is None or not isinstance(channels, tuple) or not channels or dice.below(4):
        answer_at_random(driver, dice)
        return
    channel = channels[dice.below(len(channels))]
    text = f"canary {len(driver.journal.entries)}"
    driver.answer(seat, ask.id, ("say", str(channel), text), by=By.BOT)


def scan(setup: Setup) -> tuple[int, set[str]]:
    """Play one game; return how many secrets were looked for, and those that were found."""
    reference = REFERENCES[setup.game.id](setup.seats)
    watches: list[Watch] = []
    shuffled = False
    over = False
    found: set[str] = set()
    looked = 0

    def on_event(driver: Driver, event: Event) -> None:
        nonlocal shuffled, over
        reference.on_event(driver, event)
        shuffled |= event.kind == "round_over"
        over |= event.kind == "over"

    def on_step(driver: Driver) -> None:
        nonlocal shuffled, looked
        if not watches:
            watches.extend(Watch(driver, v) for v in viewers(setup.seats))
        for watch in watches:
            secrets = reference.secrets(watch.observer.viewer)
            frame = watch.frame()
            if not shuffled and not over:  # whose events show what was hidden
                looked += len(secrets)
                found.update(named(frame, setup, secrets))
        shuffled = False

    run(setup, on_event=on_event, on_step=on_step, turn=talking)
    return looked, found


@pytest.mark.rule("LL-8", "FD-15.3", "FD-16")
@pytest.mark.report("boardgame.io#399")
@pytest.mark.report("FreeKill#374")
@pytest.mark.report("jkomoros/boardgame#398")
@pytest.mark.parametrize("setup", setups(4), ids=str)
def test_nothing_unseen_or_unheard_is_ever_named(setup: Setup) -> None:
    looked, found = scan(setup)
    assert looked > 0 or setup.game.id == "future_diary"  # few may whisper before a short game ends
    assert found == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_scan_notices_a_leaked_id(game: str) -> None:
    leak = LEAKS[game][CANARY[game]]
    some = (setup for setup in setups(1) if setup.game.id == game)
    broken = (replace(setup, game=leak(setup.game)) for setup in some)
    assert any(scan(setup)[1] for setup in broken)
