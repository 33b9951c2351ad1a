"""What the table page says of Love Letter, and above all what it does not (LL-8)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import SPECTATOR, Value
from engine.games.love_letter.cards import BASE
from engine.games.love_letter.terms import AskKind
from engine.journal import Header
from engine.registry import GAMES
from engine.registry import game as find_game
from server.api import TableFrame
from tests.languages import SPOKEN
from tests.tui.scenes import SIZES, draw, text_of
from tests.tui.tables import NAMES, frames
from themes.pack import Colour
from tui import i18n
from tui.games import PRESENTERS, presenter
from tui.games.love_letter.presenter import PRIVATE_FIELDS
from tui.screens.choosing import move
from tui.screens.logbook import Logbook
from tui.screens.state import TableState
from tui.screens.table import TablePage
from tui.texts import love_letter as ll
from tui.widgets.lines import width

SECRET_ASKS = {AskKind.PLAY, AskKind.KEEP}


@pytest.fixture(params=SPOKEN)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    i18n.begin(request.param)
    yield request.param
    i18n.begin()


def _states(seed: int, seats: int, viewer: int) -> Iterator[TableState]:
    state: TableState | None = None
    for moment in frames(seed, seats):
        if state is None:
            state = TableState.begin(moment[viewer])
        else:
            state.take(moment[viewer])
        yield state


def _scrambled(state: TableState) -> TableState:
    """Return the same table with everything replaced that this viewer alone was told."""
    other = copy.deepcopy(state)
    view = other.frame["view"]
    assert view is not None
    hand = view["hand"]
    strange = [card for card in reversed(BASE) if card not in hand]
    view["hand"] = strange[: len(hand)]
    view["unseen"] = dict.fromkeys(view["unseen"], 0)
    view["bottom"] = None
    for seat in view["seats"]:
        seat["notes"] = []
    ask = other.frame["ask"]
    if ask is not None and ask["kind"] in SECRET_ASKS:
        ask["options"] = strange[: len(ask["options"])]
        at = other.choosing.at
        other.choosing = TableState.begin(other.frame).choosing
        if at >= 0:
            other.choosing = move(other.choosing, at + 1)

    def public(event: Any) -> dict[str, Any]:
        hidden = PRIVATE_FIELDS.get(event["kind"], frozenset())
        return {key: value for key, value in event.items() if key not in hidden}

    other.events = [public(event) for event in other.events]
    other.log = [public(event) for event in other.log]
    return other


@pytest.mark.rule("LL-8")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4])
def test_outside_the_private_pane_nothing_depends_on_what_only_the_viewer_knows(
    size: Any, seats: int, language: str
) -> None:
    for seed in range(3):
        for state in _states(seed, seats, viewer=seed % seats):
            if state.asked and len(state.choosing.options) > 1:
                state.choosing = move(state.choosing, 1)
            _, rows = draw(state, size)
            _, others = draw(_scrambled(state), size)
            assert rows.keys() == others.keys()
            for pane in rows.keys() - {"mine"}:
                assert rows[pane] == others[pane], pane


@pytest.mark.rule("LL-8")
def test_a_hidden_private_pane_tells_nothing() -> None:
    for state in _states(seed=5, seats=3, viewer=1):
        if state.stage != "playing":
            continue
        state.hidden = state.about = state.notes = True
        for size in SIZES:
            assert draw(state, size)[1]["mine"] == draw(_scrambled(state), size)[1]["mine"]


@pytest.mark.rule("LL-8")
def test_everybody_reads_the_same_log(language: str) -> None:
    books = {viewer: Logbook() for viewer in (0, 1, 2, SPECTATOR)}
    states: dict[int, TableState] = {}
    for moment in frames(seed=8, seats=3):
        logs = []
        for viewer, frame in moment.items():
            if viewer in states:
                states[viewer].take(frame)
            else:
                states[viewer] = TableState.begin(frame, seen=0)
            logs.append(books[viewer].sight(states[viewer], 70, 300))
        assert all(log == logs[0] for log in logs)


@pytest.mark.rule("LL-8")
def test_the_private_fields_listed_are_those_that_the_rules_tell_privately() -> None:
    game = find_game("love_letter")
    seen: dict[str, set[str]] = {}
    for seed in range(60):
        dice = Dice(f"private {seed}")
        options = game.configure(3, {})
        header = Header(
            game=game.id, rules_version=game.rules_version, seats=3, options=options,
            seed=seed.to_bytes(32, "big"),
        )  # fmt: skip
        driver = Driver(game, header)
        driver.start()
        while driver.status is Status.RUNNING:
            seat = driver.waiting[0]
            pending = driver.pending[seat]
            driver.answer(seat, pending.id, (dice.pick(pending.ask.options),))
        for event in driver.events:
            for fields in event.private.values():
                seen.setdefault(event.kind, set()).update(fields)
    for kind, told in seen.items():
        assert told <= PRIVATE_FIELDS[kind], kind


def test_every_row_fits_its_pane(language: str) -> None:
    for seats in (2, 4, 6):
        options: dict[str, Value] = {"wins": "2"} if seats < 6 else {"crowded": "on"}
        states: dict[int, TableState] = {}
        for moment in frames(seed=seats, seats=seats, options=options):
            for viewer in (0, SPECTATOR):
                if viewer in states:
                    states[viewer].take(moment[viewer])
                else:
                    states[viewer] = TableState.begin(moment[viewer])
                for size in SIZES:
                    places, rows = draw(states[viewer], size, left=42.0)
                    for pane, lines in rows.items():
                        if pane in places:
                            assert all(width(row) <= places[pane].width for row in lines), pane


def test_the_asked_seat_is_told_so_in_the_strongest_shade() -> None:
    turns = 0
    for state in _states(seed=2, seats=4, viewer=0):
        status = draw(state, SIZES[1])[1]["top"][1]
        if state.stage == "playing":
            assert (status.shade is Colour.TURN) == state.asked
            turns += state.asked
    assert turns


def test_a_person_sees_the_hand_with_its_effects_at_every_size(language: str) -> None:
    for state in _states(seed=4, seats=3, viewer=0):
        view = state.frame["view"]
        if state.stage != "playing" or view is None:
            continue
        for size in SIZES:
            mine = text_of(draw(state, size)[1]["mine"])
            for card in view["hand"]:
                assert (ll.card_short(card) if size.width < 76 else ll.card_name(card)) in mine


def test_keys_of_options_are_unique_and_no_commands() -> None:
    kinds = set()
    for seed in range(12):
        for moment in frames(seed, seats=4):
            for viewer, frame in moment.items():
                ask = frame["ask"]
                if ask is None or viewer == SPECTATOR:
                    continue
                kinds.add(ask["kind"])
                choices = presenter("love_letter").choices(frame, ask, NAMES)
                keys = [choice.key for choice in choices]
                assert len(set(keys)) == len(keys)
                assert [choice.option for choice in choices] == ask["options"]
                for command in TablePage.commands:
                    if command.label != "add bot":
                        assert not set(keys) & set(command.keys), command
    assert {"play", "target", "number"} <= kinds


def test_discard_areas_are_drawn_in_order_with_number_and_sign() -> None:
    state = None
    for state in _states(seed=6, seats=3, viewer=SPECTATOR):  # noqa: B007
        pass
    assert state is not None
    view = state.frame["view"]
    assert view is not None
    rows = draw(state, SIZES[2])[1]["ring"]
    drawn = 0
    for seat in view["seats"]:
        text = rows[seat["seat"]].text
        places = [text.find(ll.card_short(card)) for card in seat["area"]]
        assert places == sorted(places)
        assert -1 not in places
        drawn += len(places)
    assert drawn


def test_the_result_names_the_winner_and_shows_seed_and_commitment(language: str) -> None:
    last: TableFrame | None = None
    for moment in frames(seed=3, seats=3):
        last = moment[0]
    assert last is not None
    last["seed"], last["commitment"] = "5eed" * 16, "c0" * 32
    assert last["result"] is not None
    state = TableState.begin(last)
    for size in SIZES:
        rows = draw(state, size)[1]
        text = text_of([*rows["top"], *rows["mine"]])
        for seat in last["result"]["winners"]:
            assert state.names[seat] in text
        squeezed = text.replace("\n", "").replace(" ", "")
        assert last["seed"] in squeezed
        assert last["commitment"] in squeezed


def test_every_game_has_a_presenter() -> None:
    assert set(PRESENTERS) == set(GAMES)
    for game in GAMES:
        assert presenter(game).how_to_play()
