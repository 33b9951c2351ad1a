"""The benches of No.81's set-up: what keys do to a draft, what is said of it, who may see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

import pytest
from textual.geometry import Size

from engine.games.no81.core import CORE
from engine.games.no81.karma import fault
from engine.games.no81.minds import deck_check
from engine.games.no81.terms import AskKind
from server.api import SavedDeck, TableFrame
from tests.languages import SPOKEN
from tests.tui.duels import moments
from tui.games import Did
from tui.games.no81.conditions import Hope, hope_of
from tui.games.no81.karma_desk import KarmaDesk
from tui.games.no81.minds_desk import MindsDesk
from tui.games.no81.picks_desk import PicksDesk
from tui.games.no81.start_desk import StartDesk, option_of, parts_of, turned_part
from tui.i18n import begin
from tui.screens.logbook import Logbook
from tui.screens.scene import SceneInput
from tui.screens.staging import scene_of
from tui.screens.state import TableState
from tui.shelf import Shelved, Shelving
from tui.texts import no81
from tui.widgets.lines import BLANK, width

SHELF = MindsDesk.shelf
SIZES = [Size(60, 20), Size(80, 24), Size(120, 40)]


@pytest.fixture(params=SPOKEN, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    begin(request.param)
    yield request.param
    begin()


@cache
def _first(kind: str, mode: str, seats: int, seed: int = 11) -> TableFrame:
    for frames, _asked in moments(seed, seats, mode, viewers=(0,)):
        ask = frames[0]["ask"]
        if ask is not None and ask["kind"] == kind:
            return frames[0]
    raise AssertionError(kind)


def table(kind: str, mode: str = "coldwarm", seats: int = 4, **changes: Any) -> TableState:
    """Return a table at the first ask of ``kind``."""
    frame = _first(kind, mode, seats)
    ask = {**cast("Mapping[str, Any]", frame["ask"]), **changes}
    return TableState.begin(cast("TableFrame", {**frame, "ask": ask}))


def press(state: TableState, *keys: str) -> Did | None:
    """Press keys one after the other; return what the last has done."""
    assert state.bench is not None
    done = None
    for key in keys:
        done = state.bench.key(state, key)
    return done


def answered(state: TableState, answer: Sequence[str]) -> None:
    """Bring the frame that says that an answer was taken."""
    ask = {**cast("Mapping[str, Any]", state.frame["ask"]), "answer": list(answer)}
    state.take(cast("TableFrame", {**state.frame, "ask": ask, "events": []}))


def minds(state: TableState) -> MindsDesk:
    assert isinstance(state.bench, MindsDesk)
    return state.bench


def drawn(state: TableState, size: Size) -> dict[str, list[str]]:
    """Return the rows of every pane as text, having checked that they fit."""
    scene = scene_of(state)
    places = scene.plan(size, state, False)
    rows = scene.draw(
        SceneInput(
            state=state, places=places, logbook=Logbook(), notice=BLANK,
            footer=lambda _cells: BLANK, left=None,
        )
    )  # fmt: skip
    for name, area in places.items():
        assert len(rows[name]) <= area.height
        assert all(width(row) <= area.width for row in rows[name])
    return {name: [row.text for row in rows[name]] for name in places}


# --- mind decks ---


@pytest.mark.rule("N81-4.4")
def test_two_enters_hand_in_the_default_deck_and_one_does_not() -> None:
    state = table(AskKind.MIND_DECK)
    assert press(state, "enter") == Did()
    done = press(state, "enter")
    assert done is not None
    assert done.answers == (deck_check(CORE)(()),)


@pytest.mark.rule("N81-4.1", "N81-4.3")
def test_a_row_is_turned_and_moved_and_the_answer_is_the_deck_as_it_stands() -> None:
    state = table(AskKind.MIND_DECK)
    press(state, "down", "right", "-")
    assert minds(state).cards[:2] == ("2-life_spring", "A-attack_cold")
    press(state, "space", "down", "down", "space", "up")
    assert minds(state).cards[:4] == (
        "A-attack_cold",
        "3-attack_warm",
        "2-life_spring",
        "4-attack_warm",
    )
    assert minds(state).at == 1
    done = press(state, "enter", "enter")
    assert done is not None
    assert done.answers == (minds(state).cards,)
    press(state, "a")
    assert minds(state).cards == deck_check(CORE)(())


def test_a_first_enter_is_taken_back_by_any_other_key() -> None:
    state = table(AskKind.MIND_DECK)
    press(state, "enter")
    assert press(state, "escape") == Did()
    assert press(state, "enter") == Did()
    press(state, "down")
    assert press(state, "enter") == Did()
    assert press(state, "enter") != Did()


@pytest.mark.rule("N81-4.4")
def test_what_is_handed_in_may_be_changed_until_the_ask_is_gone() -> None:
    state = table(AskKind.MIND_DECK)
    bench = minds(state)
    press(state, "right", "enter", "enter")
    answered(state, bench.cards)
    assert state.bench is bench
    assert press(state, "enter") == Did()
    assert bench.hint
    press(state, "right")
    done = press(state, "enter", "enter")
    assert done is not None
    assert done.answers == (bench.cards,)
    state.take(cast("TableFrame", {**state.frame, "ask": None, "events": []}))
    assert state.bench is None


def test_who_comes_back_finds_what_was_handed_in() -> None:
    deck = list(reversed(deck_check(CORE)(())))
    state = table(AskKind.MIND_DECK, answer=deck)
    assert minds(state).cards == tuple(deck)


def test_a_new_game_has_a_new_bench_even_for_an_ask_of_the_same_number() -> None:
    state = table(AskKind.MIND_DECK)
    press(state, "right")
    bench = state.bench
    state.take(cast("TableFrame", {**state.frame, "game_no": state.frame["game_no"] + 1}))
    assert state.bench is not bench
    assert minds(state).cards == deck_check(CORE)(())


@pytest.mark.rule("N81-4.2", "N81-4.11")
def test_a_limited_card_says_whether_its_condition_can_be_met() -> None:
    state = table(AskKind.MIND_DECK)
    view = state.frame["view"]
    assert view is not None
    own = view["seats"][0]
    hopes = {face: hope_of(face, view) for face in CORE.limited}
    for face, limited in CORE.limited.items():
        met = limited.met(own["camp"], frozenset(own["series"]))
        assert (hopes[face] is Hope.NOW) == met
    assert hope_of("evade", view) is None
    said = set()
    for at, card in enumerate(minds(state).cards):
        minds(state).at = at
        for _turn in range(3):
            press(state, "right")
            face = minds(state).cards[at].partition("-")[2]
            if hopes.get(face) is not None:
                line = no81.condition_line(str(hopes[face]), CORE.limited[face].fallback)
                pane = "".join(" ".join(drawn(state, Size(120, 40))["mine"]).split())
                assert "".join(line.split())[:20] in pane, card
                said.add(hopes[face])
    assert len(said) > 1


@pytest.mark.rule("N81-11.6", "N81-14.7")
def test_a_condition_may_be_met_after_a_flip_or_a_swap() -> None:
    seat = {"character": "shen_yuan", "version": 0, "deputy": None, "camp": "cold",
            "series": ["charlotte"]}  # fmt: skip
    view = {"you": 0, "mode": "coldwarm", "seats": [seat], "reserve": []}
    assert hope_of("lm_harbour", view) is Hope.NOW
    assert hope_of("lm_ember", view) is Hope.LATER
    assert hope_of("lm_blank", view) is Hope.NEVER
    assert hope_of("lm_ember", {**view, "mode": "series"}) is Hope.NEVER
    karma = {**view, "mode": "karma", "reserve": ["chi_ye/0"],
             "seats": [{**seat, "character": "tai", "deputy": "jin_haiming",
                        "series": ["glasswood", "tokiwa"]}]}  # fmt: skip
    assert hope_of("lm_lastbell", karma) is Hope.NOW
    assert hope_of("lm_ember", karma) is Hope.LATER
    assert hope_of("lm_chart", karma) is Hope.NEVER


# --- saved decks ---


def _saved(name: str, cards: Sequence[str]) -> SavedDeck:
    return SavedDeck(name=name, cards=list(cards))


def test_a_deck_is_saved_under_the_name_that_is_typed() -> None:
    state = table(AskKind.MIND_DECK)
    done = press(state, "right", "s")
    assert done is not None
    assert done.typing is not None
    wish = minds(state).typed(state, done.typing.purpose, "mine").shelving
    assert wish == Shelving(shelf=SHELF, name="mine", cards=minds(state).cards)
    minds(state).shelved(Shelved(decks=[_saved("mine", minds(state).cards)], said="OK"))
    assert minds(state).hint == "OK"
    assert minds(state).typed(state, done.typing.purpose, "") == Did()


@pytest.mark.rule("N81-4.2")
def test_a_saved_deck_is_loaded_and_what_is_gone_from_it_is_said() -> None:
    state = table(AskKind.MIND_DECK)
    bench = minds(state)
    assert press(state, "d") == Did(shelving=Shelving(shelf=SHELF))
    decks = [_saved("a", ["K-punch"]), _saved("b", ["7-of_a_pack", "Q-punch"])]
    bench.shelved(Shelved(decks=decks))
    press(state, "down")
    assert any(">  b" in row for row in drawn(state, Size(80, 24))["mine"])
    press(state, "enter")
    assert bench.cards[:3] == ("7-evade", "Q-punch", "A-attack_cold")
    assert no81.instead_line({"7-of_a_pack": "7-evade"}) in bench.hint


def test_a_saved_deck_is_forgotten_and_esc_goes_back_to_the_deck() -> None:
    state = table(AskKind.MIND_DECK)
    bench = minds(state)
    bench.shelved(Shelved(decks=[_saved("a", ["K-punch"])]))
    assert press(state, "x") == Did(shelving=Shelving(shelf=SHELF, name="a"))
    bench.shelved(Shelved(decks=[], said="gone"))
    assert press(state, "x") == Did()
    assert press(state, "escape") == Did()
    assert bench.saved is None
    assert press(state, "escape") is None  # that key leaves the page


def test_what_could_not_be_saved_is_said_and_nothing_is_lost() -> None:
    state = table(AskKind.MIND_DECK)
    press(state, "right")
    before = minds(state).cards
    minds(state).shelved(Shelved(decks=None, said="no room", failed=True))
    assert (minds(state).cards, minds(state).hint, minds(state).saved) == (before, "no room", None)


def test_a_guest_is_told_that_decks_go_with_the_visit() -> None:
    state = table(AskKind.MIND_DECK)
    seats = [{**seat, "kind": "guest"} for seat in state.frame["seats"]]
    state = TableState.begin(cast("TableFrame", {**state.frame, "seats": seats}))
    minds(state).shelved(Shelved(decks=[_saved("a", ["K-punch"])], said="Saved."))
    assert minds(state).hint != "Saved."
    minds(state).shelved(Shelved(decks=[]))
    assert minds(state).hint == ""
    assert len([text for text, _tone in minds(state).panel(state.frame["view"] or {})]) == 2


# --- karma decks ---


@pytest.mark.rule("N81-14.2")
def test_a_karma_deck_is_filled_in_and_only_a_legal_one_is_handed_in() -> None:
    state = table(AskKind.KARMA_DECK, "karma")
    bench = state.bench
    assert isinstance(bench, KarmaDesk)
    assert fault(CORE, bench.answer()) is None
    press(state, "0", "space")
    assert len(bench.deck) == 1
    assert press(state, "enter", "enter") == Did()
    assert bench.hint
    press(state, "a")
    done = press(state, "enter", "enter")
    assert done is not None
    assert done.answers == (bench.answer(),)
    ask = state.frame["ask"]
    assert ask is not None
    assert set(bench.answer()) == set(ask["default"])


def test_a_karma_deck_is_saved_and_loaded_and_who_is_gone_from_it_is_said() -> None:
    state = table(AskKind.KARMA_DECK, "karma")
    bench = state.bench
    assert isinstance(bench, KarmaDesk)
    done = press(state, "s")
    assert done is not None
    assert done.typing is not None
    wish = bench.typed(state, done.typing.purpose, "mine").shelving
    assert wish == Shelving(shelf=KarmaDesk.shelf, name="mine", cards=bench.answer())
    assert KarmaDesk.shelf != MindsDesk.shelf
    bench.shelved(Shelved(decks=[_saved("old", ["tai/0", "of_a_pack/0", "jin_haiming/0"])]))
    assert "old" in " ".join(drawn(state, Size(60, 20))["mine"])
    press(state, "enter")
    assert bench.deck == ("tai/0", "jin_haiming/0")
    assert no81.missing_line(["of_a_pack/0"]) in bench.hint
    press(state, "0")
    assert bench.typed(state, done.typing.purpose, "empty") == Did()


@pytest.mark.rule("N81-14.2", "N81-14.3", "N81-14.4")
def test_sum_health_legality_and_pairs_are_said_of_every_draft() -> None:
    state = table(AskKind.KARMA_DECK, "karma")
    bench = state.bench
    assert isinstance(bench, KarmaDesk)
    view = state.frame["view"]
    assert view is not None
    bench.deck = ("hongmu/0", "bai_lu/0", "chi_ye/0")
    said = [text for text, _tone in bench.panel(view)]
    assert no81.karma_total(1, 5, 3) in said
    assert no81.pairs_line([("hongmu/0", "bai_lu/0"), ("hongmu/0", "chi_ye/0")]) in said
    bench.deck = ("dingxiang/0", "yan_shuang/0")
    said = [text for text, _tone in bench.panel(view)]
    assert no81.karma_total(5, 0, 2) in said
    assert bench.fault() in said


@pytest.mark.rule("N81-14.4")
def test_every_combination_of_main_and_deputy_can_be_turned_to() -> None:
    state = table(AskKind.KARMA_START, "karma")
    ask = state.frame["ask"]
    assert ask is not None
    options = ask["options"]
    seen, left = {options[0]}, [options[0]]
    while left:
        option = left.pop()
        assert option_of(parts_of(option)) == option
        for at in range(4):
            for step in (-1, 1):
                found = turned_part(option, options, at, step)
                assert found in options
                if found not in seen:
                    seen.add(found)
                    left.append(found)
    assert seen == set(options)
    assert isinstance(state.bench, StartDesk)
    press(state, "right")
    done = press(state, "enter", "enter")
    assert done is not None
    assert done.answers == ((turned_part(options[0], options, 0, 1),),)


# --- picks ---


@pytest.mark.rule("N81-11.2")
def test_a_character_is_looked_at_before_it_is_picked() -> None:
    state = table(AskKind.CHARACTER)
    ask = state.frame["ask"]
    assert ask is not None
    assert isinstance(state.bench, PicksDesk)
    assert press(state, "enter") == Did()
    assert press(state, "2") == Did()
    done = press(state, "2")
    assert done is not None
    assert done.answers == ((ask["options"][1],),)
    assert press(state, "9") is None


@pytest.mark.rule("N81-2.7", "N81-6.12")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_that_a_pick_was_taken_is_said_in_the_private_pane_alone(size: Size) -> None:
    one, other = table(AskKind.CHARACTER), table(AskKind.CHARACTER)
    ask = other.frame["ask"]
    assert ask is not None
    ask["context"] = {"taken": ["hongmu"]}
    other.bench = PicksDesk(other.frame)
    left, right = drawn(one, size), drawn(other, size)
    said = "".join(" ".join(right.pop("mine")).split())
    assert "".join(no81.prompt(AskKind.CHARACTER, ask["context"], ()).split()) in said
    del left["mine"]
    assert left == right


# --- who may see it ---


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("kind", "mode", "seats", "keys"),
    [
        (AskKind.CHARACTER, "coldwarm", 4, ("down",)),
        (AskKind.CHARACTER, "identity", 8, ("down", "down")),
        (AskKind.MIND_DECK, "series", 8, ("right", "+")),
        (AskKind.MIND_DECK, "identity", 2, ("down", "right", "right")),
        (AskKind.KARMA_DECK, "karma", 4, ("down", "space")),
        (AskKind.KARMA_START, "karma", 2, ("down", "right")),
    ],
)
@pytest.mark.rule("N81-20.2")
def test_what_is_built_shows_in_the_private_pane_alone(
    kind: str, mode: str, seats: int, keys: tuple[str, ...], size: Size
) -> None:
    one, other = table(kind, mode, seats), table(kind, mode, seats)
    press(other, *keys)
    left, right = drawn(one, size), drawn(other, size)
    assert left.pop("mine") != right.pop("mine")
    assert left == right
    one.hidden = other.hidden = True
    assert drawn(one, size) == drawn(other, size)
    one.hidden = other.hidden = False
    one.notes = other.notes = True
    assert drawn(one, size) == drawn(other, size)


@pytest.mark.parametrize("mode", ["coldwarm", "series", "identity", "karma"])
def test_the_first_page_says_what_one_plays_for(mode: str) -> None:
    state = table(AskKind.KARMA_DECK if mode == "karma" else AskKind.CHARACTER, mode)
    view = state.frame["view"]
    assert view is not None
    aim = no81.aim_line(view)
    assert aim
    pane = "".join(" ".join(drawn(state, Size(80, 24))["mine"]).split())
    assert "".join(aim.split()) in pane
    assert no81.aim_line({**view, "you": -1}) == ""
