"""Cards, options and the set-up of a round (LL-1, LL-2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.driver import Driver
from engine.errors import ConfigError
from engine.event import SPECTATOR, Value
from engine.games.love_letter.cards import BASE, CARDS, COPIES, DECK_SIZE, EXTRAS
from engine.games.love_letter.game import GAME
from engine.games.love_letter.setup import OPTIONS, check_pool, pool_of
from engine.games.love_letter.terms import EventKind, Mode, Option
from engine.journal import Header
from engine.view import Observer

EXTRA_CHOICES = next(o.choices for o in OPTIONS if o.id == Option.EXTRAS)


def started(seats: int, seed: bytes, **options: Value) -> Driver:
    """Return a match that stands at its first ask."""
    full = GAME.configure(seats, {"crowded": "on", **options})
    header = Header(game=GAME.id, rules_version=1, seats=seats, options=full, seed=seed)
    driver = Driver(GAME, header)
    driver.start()
    return driver


def event(driver: Driver, kind: str, viewer: int = SPECTATOR) -> dict[str, Value]:
    """Return the first event of ``kind`` as ``viewer`` saw it."""
    mine = [e.seen_by(viewer) for e in driver.events if e.kind == kind]
    assert mine[0] is not None
    return mine[0]


@pytest.mark.rule("LL-1.1")
def test_attributes_divide_half_and_half_with_and_without_the_extras() -> None:
    assert Counter(CARDS[c].attribute for c in BASE) == {Mode.HOPE: 8, Mode.DESPAIR: 8}
    assert Counter(c.attribute for c in CARDS.values()) == {Mode.HOPE: 10, Mode.DESPAIR: 10}


@pytest.mark.rule("LL-1.2")
def test_the_extras_are_the_last_four_codes_and_have_a_base_card_of_their_number() -> None:
    assert [CARDS[c].code for c in EXTRAS] == ["DR17", "DR18", "DR19", "DR20"]
    assert all(any(CARDS[b].number == CARDS[e].number for b in BASE) for e in EXTRAS)


@pytest.mark.rule("LL-1.3")
@given(chosen=st.sets(st.sampled_from(EXTRA_CHOICES)))
def test_any_choice_of_extras_gives_a_full_deck_or_a_refusal_with_the_number(
    chosen: set[str],
) -> None:
    extras = [choice.partition("/")[0] for choice in chosen]
    if len(set(extras)) == len(extras):
        pool = pool_of(tuple(sorted(chosen)))
        assert len(pool) == DECK_SIZE
        assert Counter(CARDS[c].number for c in pool) == COPIES
        assert set(extras) <= set(pool)
    else:
        with pytest.raises(ConfigError) as refused:
            GAME.configure(4, {"extras": tuple(chosen)})
        assert refused.value.params["number"] in {4, 5}


@pytest.mark.rule("LL-1.3")
@pytest.mark.parametrize(
    ("choice", "gone"),
    [
        ("alter_ego", "fujisaki"), ("alter_ego/ogami", "ogami"), ("alter_ego/fujisaki", "fujisaki"),
        ("ishimaru_white", "togami"), ("ishimaru_white/ishimaru", "ishimaru"),
        ("genocider", "fukawa"), ("ikusaba", "enoshima"),
    ],
)  # fmt: skip
def test_an_extra_replaces_the_card_named_or_the_last_listed(choice: str, gone: str) -> None:
    assert set(BASE) - set(pool_of((choice,))) == {gone}


@pytest.mark.rule("LL-1.3")
@pytest.mark.parametrize(
    ("options", "code", "number"),
    [
        ({"extras": ("alter_ego/togami",)}, "replacement", 4),
        ({"extras": ("alter_ego", "alter_ego/ogami")}, "pool_number", 4),
        ({"extras": ("genocider", "genocider")}, "pool_number", 6),
    ],
)
def test_an_impossible_deck_is_refused_with_the_number(
    options: dict[str, Value], code: str, number: int
) -> None:
    with pytest.raises(ConfigError) as refused:
        GAME.configure(4, options)
    assert (refused.value.code, refused.value.params["number"]) == (code, number)


@pytest.mark.rule("LL-1.3")
@given(cards=st.lists(st.sampled_from(sorted(CARDS)), unique=True, max_size=20))
def test_a_deck_is_accepted_only_with_the_right_copies_of_each_number(cards: list[str]) -> None:
    right = Counter(CARDS[c].number for c in cards) == COPIES
    if right:
        assert sorted(check_pool(cards)) == sorted(cards)
    else:
        with pytest.raises(ConfigError) as refused:
            check_pool(cards)
        assert refused.value.code == "pool_number"
        assert refused.value.params["count"] != refused.value.params["wanted"]


@pytest.mark.rule("LL-1.3")
@pytest.mark.parametrize("wrong", ["naegi", "sayaka"])
def test_a_deck_with_a_card_twice_or_an_unknown_one_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigError) as refused:
        check_pool([*BASE, wrong])
    assert refused.value.params == {"option": "extras", "value": wrong}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"colour": "red"}, "unknown_option"),
        ({"wins": "0"}, "bad_choice"),
        ({"wins": 8}, "bad_choice"),
        ({"tiebreak": "dice"}, "bad_choice"),
        ({"extras": "alter_ego"}, "bad_choice"),
        ({"extras": ("sayaka",)}, "bad_choice"),
    ],
)
def test_unknown_options_and_values_are_refused_by_code(
    options: dict[str, Value], code: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        GAME.configure(3, options)
    assert refused.value.code == code


def test_configuring_twice_changes_nothing_and_spells_out_every_default() -> None:
    once = GAME.configure(4, {"wins": 3, "extras": ("alter_ego/fujisaki", "ikusaba")})
    assert once == {
        "wins": "3", "extras": ("alter_ego", "ikusaba"), "tiebreak": "tied", "crowded": "off",
    }  # fmt: skip
    assert GAME.configure(4, once) == once


@pytest.mark.rule("LL-2.1")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_too_few_or_too_many_players_are_refused(seats: int) -> None:
    with pytest.raises(ConfigError) as refused:
        GAME.configure(seats, {"crowded": "on"})
    assert refused.value.params == {"seats": seats, "least": 2, "most": 6}


@pytest.mark.rule("LL-2.1")
@pytest.mark.parametrize("seats", [5, 6])
def test_five_and_six_need_the_house_rule(seats: int) -> None:
    with pytest.raises(ConfigError) as refused:
        GAME.configure(seats, {})
    assert refused.value.code == "crowded"
    assert GAME.configure(seats, {"crowded": "on"})["crowded"] == "on"
    assert next(o for o in OPTIONS if o.id == Option.CROWDED).house_rule == {"on"}


@pytest.mark.rule("LL-2.2", "LL-2.3", "LL-2.4", "LL-2.5", "LL-1.4")
@settings(max_examples=60)
@given(seats=st.integers(2, 6), seed=st.binary(min_size=32, max_size=32))
def test_a_round_begins_as_the_rules_say(seats: int, seed: bytes) -> None:
    driver = started(seats, seed)
    state = driver.state
    kinds = [str(e.kind) for e in driver.events]
    order = ["round_started", "letters", "dealt", "fate", "mode", "turn"]
    assert [k for k in kinds if k in order][: len(order)] == order
    assert len(state.face_up) == (3 if seats == 2 else 0)
    assert event(driver, EventKind.ROUND_STARTED)["face_up"] == state.face_up
    assert state.set_aside is not None
    assert event(driver, EventKind.DEALT)["deck"] == DECK_SIZE - 1 - len(state.face_up) - seats
    assert event(driver, EventKind.TURN)["seat"] == state.starter
    assert event(driver, EventKind.LETTERS)["seat"] == state.starter
    assert event(driver, EventKind.FATE)["seat"] == state.starter
    mode = event(driver, EventKind.MODE)
    assert (mode["mode"], mode["flipped"]) == (event(driver, EventKind.FATE)["result"], False)
    dealt = [event(driver, EventKind.DEALT, seat)["card"] for seat in range(seats)]
    assert len({*dealt, *state.face_up, state.set_aside}) == seats + len(state.face_up) + 1


@pytest.mark.rule("LL-2.4", "LL-8")
def test_a_dealt_card_is_told_to_its_owner_alone() -> None:
    driver = started(4, b"x" * 32)
    assert "card" not in event(driver, EventKind.DEALT)
    for seat in range(4):
        observer = Observer(driver, seat)
        observer.update()
        hand = observer.fold.plain()["hand"]
        assert hand[0] == event(driver, EventKind.DEALT, seat)["card"]


@pytest.mark.rule("LL-2.5")
def test_the_first_fate_draw_is_no_mode_change() -> None:
    seen = set()
    for number in range(40):
        driver = started(3, bytes([number]) * 32)
        seen.add(driver.state.mode)
        assert driver.state.flipped is False
    assert seen == {Mode.HOPE, Mode.DESPAIR}
