"""What holds in every game of No.81, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status, replay
from engine.event import SPECTATOR, Event
from engine.games.no81.distance import attack_range
from engine.games.no81.faces import zone_face
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Mode
from engine.games.no81.health import counters_of, rel_hp
from engine.games.no81.state import State
from engine.games.no81.zones import zones
from engine.journal import By, Header
from engine.view import Observer, ask_view

MODES = tuple(mode.value for mode in Mode)
TABLES = [(mode, seats) for mode in MODES for seats in (2, 3, 5)]


def header(mode: str, seats: int, number: int) -> Header:
    seed = f"property {mode} {seats} {number}".encode().ljust(32, b".")
    options = GAME.configure(seats, {"mode": mode})
    return Header(game="no81", rules_version=1, seats=seats, options=options, seed=seed)


def play(
    start: Header,
    *,
    bot: str = "random",
    on_event: Callable[[Driver, Event], None] | None = None,
    on_step: Callable[[Driver], None] | None = None,
) -> Driver:
    """Play a whole game; ``bot`` is ``"default"`` for one of nothing but time-outs."""
    found: list[Driver] = []
    hook = (lambda event: on_event(found[0], event)) if on_event is not None else None
    driver = Driver(GAME, start, on_event=hook)
    found.append(driver)
    watchers = [Observer(driver, seat) for seat in range(start.seats)]
    dice = Dice(start.seed)
    player = GAME.bots[bot]() if bot != "default" else None
    driver.start()
    while driver.status is Status.RUNNING:
        if on_step is not None:
            on_step(driver)
        seat = next(s for s, p in driver.pending.items() if p.answer is None)
        ask = ask_view(driver, seat)
        assert ask is not None
        if player is None:
            driver.answer(seat, ask.id, ask.default, by=By.TIMEOUT)
            continue
        view = {}
        if bot == "heuristic":
            watchers[seat].update()
            view = watchers[seat].fold.plain()
        driver.answer(seat, ask.id, player.choose(view, ask, dice), by=By.BOT)
    assert driver.status is Status.OVER, driver.fault
    return driver


def count(state: State) -> Counter[str]:
    return Counter(card for cards in zones(state).values() for card in cards)


@pytest.mark.rule("N81-3.1", "N81-2.6")
@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_each_of_all_cards_lies_in_exactly_one_zone_at_every_event(mode: str, seats: int) -> None:
    def look(driver: Driver, event: Event) -> None:
        counted = count(driver.state)
        assert sum(counted.values()) == 104 + 13 * seats, event
        assert set(counted.values()) == {1}, event

    play(header(mode, seats, 0), on_event=look)


@pytest.mark.rule("N81-20.1", "N81-4.10")
@pytest.mark.parametrize(("mode", "seats"), [(mode, 4) for mode in MODES])
def test_every_view_agrees_with_the_truth(mode: str, seats: int) -> None:
    watchers: list[Observer] = []

    def look(driver: Driver) -> None:
        if not watchers:
            watchers.extend(Observer(driver, v) for v in [*range(seats), SPECTATOR])
        for watcher in watchers:
            watcher.update()
            _compare(driver.state, watcher)

    play(header(mode, seats, 1), on_step=look)


def _compare(state: State, watcher: Observer) -> None:
    view = watcher.fold.plain()
    assert (view["pile"], view["discard"]) == (len(state.pile), state.discard)
    assert (view["resolving"], view["row"]) == (state.resolving, state.row)
    assert sorted(view["removed"]) == sorted(state.removed)
    if watcher.viewer != SPECTATOR:
        own = state.players[watcher.viewer]
        assert view["hand"] == own.hand
        assert view["own_deck"] == sorted(own.deck)
    for player, seen in zip(state.players, view["seats"], strict=True):
        assert seen["hand"] == len(player.hand)
        assert set(seen["notes"]) <= set(player.hand)
        lies = [(z["card"], z["face"], z["stamp"]) for z in seen["zone"]]
        assert lies == [
            (c, zone_face(state, player.seat, c), state.placed[c].stamp) for c in player.zone
        ]
        assert seen["spent"] == player.spent
        assert len(seen["deck"]) == len(player.deck)
        pairs = zip(seen["deck"], player.deck, strict=True)
        assert all(known in {None, card} for known, card in pairs)
        if player.character:
            _compare_character(state, player.seat, seen)


def _compare_character(state: State, seat: int, seen: dict[str, object]) -> None:
    player = state.players[seat]
    assert (seen["alive"], seen["cap"], seen["camp"]) == (player.alive, player.cap, player.camp)
    assert seen["counters"] == counters_of(state, seat)
    assert seen["rel_hp"] == rel_hp(state, seat)
    assert seen["flags"] == {
        "broken": player.broken,
        "amplify": player.amplify,
        "bonus": player.bonus,
        "free_attack": player.free_attack,
        "brined": player.brined,
        "reach": player.reach,
        "damage": player.damage,
        "holds": player.holds,
        "red_shift": player.red_shift if player.alive else 0,
        "skill_range": 0,
        "skill_limit": 0,
    }
    if player.alive:
        assert seen["range"] == attack_range(state, seat)


@pytest.mark.rule("N81-15.6", "N81-15.8")
@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_a_game_of_nothing_but_time_outs_ends(mode: str, seats: int) -> None:
    driver = play(header(mode, seats, 2), bot="default")
    assert driver.result is not None
    assert driver.result.winners


@pytest.mark.rule("N81-6.13")
@pytest.mark.parametrize(("mode", "seats"), [(mode, 3) for mode in MODES])
def test_every_ask_has_options_that_differ_and_a_legal_default(mode: str, seats: int) -> None:
    def look(driver: Driver) -> None:
        for pending in driver.pending.values():
            ask = pending.ask
            assert ask.options
            assert len(set(ask.options)) == len(ask.options)
            assert set(ask.default) <= set(ask.options)
            assert ask.least <= len(ask.default) <= ask.most <= len(ask.options)

    play(header(mode, seats, 3), bot="heuristic", on_step=look)


@pytest.mark.rule("N81-15.9")
@pytest.mark.parametrize("mode", MODES)
def test_a_replayed_journal_is_the_same_game(mode: str) -> None:
    driver = play(header(mode, 4, 4), bot="heuristic")
    again = replay(GAME, driver.journal)
    assert again.events == driver.events
    assert again.result == driver.result


@pytest.mark.rule("N81-10.1", "N81-8.4")
@pytest.mark.parametrize("mode", MODES)
def test_minds_and_health_are_settled_at_every_action(mode: str) -> None:
    def look(driver: Driver) -> None:
        if driver.waiting_kind != "play":
            return
        for player in driver.state.players:
            if player.alive:
                assert player.broken is (not player.deck)
                assert rel_hp(driver.state, player.seat) > 0
                assert 0 < player.cap <= player.base
                assert mode != "karma" or player.deck

    play(header(mode, 5, 5), on_step=look)


@pytest.mark.rule("N81-20.4")
def test_the_end_opens_everything() -> None:
    driver = play(header("identity", 4, 6))
    last = driver.events[-1]
    state = driver.state
    assert last.kind == "game_over"
    assert last.public["hands"] == tuple(tuple(p.hand) for p in state.players)
    assert last.public["decks"] == tuple(tuple(p.deck) for p in state.players)
    assert last.public["roles"] == tuple(str(p.role) for p in state.players)
    assert last.public["pile"] == tuple(state.pile)
