"""The watch of the evenings is not blind: it finds every page of another seat, and no own one."""

from __future__ import annotations

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import SPECTATOR
from engine.games.future_diary.terms import Step
from engine.journal import Header
from engine.registry import game
from engine.view import ask_view
from tests.e2e.diary_truth import Diaries, Watch, private_lines
from tests.languages import WRITTEN
from tui import i18n
from tui.texts import future_diary as fd

SEATS = 7


def third_act(seed: int) -> Diaries | None:
    """Play with bots to the predictions of act 3; return None for a game that is over by then."""
    found = game("future_diary")
    header = Header(
        game=found.id, rules_version=found.rules_version, seats=SEATS,
        options=found.configure(SEATS, {}), seed=seed.to_bytes(32, "big"),
    )  # fmt: skip
    driver = Driver(found, header)
    driver.start()
    diaries, dice = Diaries(driver=driver), Dice(f"truth {seed}")
    bots = [found.bots["heuristic"]() for _chair in range(SEATS)]
    while diaries.now != (3, Step.PREDICT):
        if driver.status is not Status.RUNNING:
            return None
        chair = next(c for c, p in sorted(driver.pending.items()) if not p.ask.settled)
        ask = ask_view(driver, chair)
        assert ask is not None
        driver.answer(chair, ask.id, bots[chair].choose(diaries.view(chair), ask, dice))
    return diaries


def screen_of(diaries: Diaries, chair: int, language: str) -> str:
    """Return all pages of a seat, below its title, as a screen could show them."""
    i18n.use(language)
    view = diaries.view(chair)
    lines = sorted(private_lines(view))
    i18n.use(i18n.DEFAULT)
    return "\n".join(line[at : at + 74] for line in lines for at in range(0, len(line), 74))


@pytest.mark.parametrize("language", WRITTEN)
def test_pages_of_another_seat_are_found_and_own_ones_are_none(language: str) -> None:
    games = [diaries for diaries in map(third_act, range(3)) if diaries is not None]
    assert games
    for diaries in games:
        for viewer in range(SEATS):
            watch = Watch(chair=viewer, language=language)
            assert not watch.leaked(screen_of(diaries, viewer, language), diaries)
            for other in set(range(SEATS)) - {viewer}:
                shown = screen_of(diaries, other, language)
                assert watch.leaked(shown, diaries), (viewer, other, shown)


@pytest.mark.parametrize("language", WRITTEN)
def test_a_role_or_loop_beside_a_name_is_found_unless_its_viewer_was_told(language: str) -> None:
    diaries = next(found for found in map(third_act, range(3)) if found is not None)
    for seat in diaries.table.world.seats.values():
        i18n.use(language)
        own, name = diaries.table.chair(seat.number), fd.persona_name(seat.persona)
        rows = [
            f" {seat.number} {name}  {fd.role_short(seat.true_name)}, {fd.loop_name(seat.loop)}",
            f" {fd.role_name(seat.true_name)}",
        ]
        for row in rows:
            assert not Watch(chair=own, language=language).leaked(row, diaries)
            spectator = Watch(chair=SPECTATOR, language=language)
            assert bool(spectator.leaked(row, diaries)) == seat.alive
