"""Set-up of the four modes (N81-4, N81-5.2, N81-11 to N81-14)."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from engine.chance import Dice
from engine.driver import Driver
from engine.errors import ConfigError, Refusal, Refused
from engine.event import SPECTATOR
from engine.games.no81.cards import RANKS
from engine.games.no81.core import CORE
from engine.games.no81.deal import interleave
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Mode, Role
from engine.games.no81.karma import is_legal, sides_of
from engine.games.no81.minds import deck_check, deck_options
from engine.games.no81.setting_up import ROLES
from engine.games.no81.splits import CAMPS, SPLITS, TEAMS, splits_for
from engine.games.no81.terms import DeckFault
from engine.journal import By, Header
from engine.view import Observer, ask_view

configure = GAME.configure
EARLY = {
    "character", "mind_deck", "karma_deck", "karma_start",
}  # fmt: skip
DECKS = (
    ("jin_haiming/0 hongmu/0 bai_lu/0 lin_qiwu/0", 0, 6),
    ("dingxiang/0 geng_fu/0 qing_tang/0 yan_shuang/0", 0, 6),
    ("shi_yi/0 geng_fu/0 yan_shuang/0", 2, 4),
    ("dingxiang/0 lu_niang/0 shen_yuan/0", -2, 3),
    ("hongmu/0 bai_lu/0 chi_ye/0", 1, 5),
    ("gu_sancheng/0 tai/0 ke_zhi/0", -1, 5),
    ("jin_haiming/0 tai/0", 0, 6),
    ("zhi_he/0 ling/0 faceless/0 shi_tan/0 lin_qiwu/0", 0, 6),
)
"""N81-17.20: deck, T, base."""
MODES = ("coldwarm", "series", "identity", "karma")


def begun(
    mode: str, seats: int, number: int = 0, *, random: bool = True, until: str = "", **more: str
) -> Driver:
    """Return a game that stands at its first ask of kind ``until``, or of its first turn."""
    options = configure(seats, {"mode": mode, **more})
    seed = f"{mode} {seats} {number}".encode().ljust(32, b".")
    driver = Driver(
        GAME, Header(game="no81", rules_version=1, seats=seats, options=options, seed=seed)
    )
    driver.start()
    dice = Dice(seed)
    bot = GAME.bots["random"]()
    while driver.waiting_kind in EARLY - {until}:
        seat = next(s for s, p in driver.pending.items() if p.answer is None)
        ask = ask_view(driver, seat)
        assert ask is not None
        answer = bot.choose({}, ask, dice) if random else ask.default
        driver.answer(seat, ask.id, answer, by=By.BOT)
    return driver


def events(driver: Driver, kind: str) -> list[Any]:
    return [e for e in driver.events if e.kind == kind]


@pytest.mark.rule("N81-4.1", "N81-4.2", "N81-4.3", "N81-4.4")
def test_every_answer_means_a_deck_of_thirteen_ranks() -> None:
    deck = deck_check(CORE)(("K-punch", "5-lm_wordbook", "A-lm_harbour"))
    assert deck[:3] == ("K-punch", "5-lm_wordbook", "A-lm_harbour")
    assert sorted(c.split("-")[0] for c in deck) == sorted(RANKS)
    default = deck_check(CORE)(())
    assert default[0] == "A-attack_cold"
    assert default[-1] == "K-mind_restore"
    assert [c.split("-")[0] for c in default] == list(RANKS)


@pytest.mark.rule("N81-4.1", "N81-4.2")
@pytest.mark.parametrize(
    ("deck", "code"),
    [
        (("A-attack_cold", "A-mind_restore"), DeckFault.RANK_TWICE),
        (("5-lm_wordbook", "5-lm_wordbook"), DeckFault.RANK_TWICE),
        (("A-evade",), Refusal.ILLEGAL),
        (("6-lm_wordbook",), Refusal.ILLEGAL),
    ],
)
def test_a_mind_deck_that_is_none_is_refused_by_code(deck: tuple[str, ...], code: str) -> None:
    with pytest.raises(Refused) as refused:
        deck_check(CORE)(deck)
    assert refused.value.code == code


@pytest.mark.rule("N81-4.3", "N81-4.4", "N81-6.12")
def test_a_mind_deck_may_be_changed_until_the_last_one_is_in() -> None:
    driver = begun("coldwarm", 2, until="mind_deck")
    one, two = driver.pending[0], driver.pending[1]
    driver.answer(0, one.id, ["K-punch"])
    assert one.answer is not None
    assert one.answer[0] == "K-punch"
    with pytest.raises(Refused):
        driver.answer(0, one.id, ["K-punch", "K-mind_restore"])
    assert one.answer[0] == "K-punch"
    driver.answer(0, one.id, ["Q-punch", "J-punch"])
    driver.answer(1, two.id, [])
    assert driver.state.players[0].deck[:3] == ["M0-Q-punch", "M0-J-punch", "M0-A-attack_cold"]
    assert driver.state.players[1].deck[0] == "M1-A-attack_cold"


@pytest.mark.rule("N81-4.1", "N81-4.2")
def test_each_rank_offers_both_common_cards_and_the_limited_ones() -> None:
    options = deck_options(CORE)
    assert [o for o in options if o.startswith("5-")] == ["5-evade", "5-haste", "5-lm_wordbook"]
    assert len(options) == 26 + len(CORE.limited)


@pytest.mark.rule("N81-4.4", "N81-20.1")
def test_mind_decks_are_built_in_secret_after_the_characters_are_shown() -> None:
    driver = begun("coldwarm", 3)
    kinds = [e.kind for e in driver.events]
    assert kinds.index("characters") < kinds.index("decks") < kinds.index("moved")
    (built,) = events(driver, "decks")
    assert built.seen_by(SPECTATOR) == {"kind": "decks", "count": 13}
    assert len(built.seen_by(0)["cards"]) == 13


@pytest.mark.rule("N81-11.1", "N81-11.2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_camps_have_their_sizes_and_alternate(seats: int) -> None:
    driver = begun("coldwarm", seats)
    state = driver.state
    cold, warm, none = CAMPS[seats]
    wanted = {"cold": cold, "warm": warm, "colourless": none}
    assert Counter(str(p.camp) for p in state.players) == {k: v for k, v in wanted.items() if v}
    (started,) = events(driver, "game_started")
    assert list(started.public["sides"]) == [p.camp for p in state.players]
    names = [p.character for p in state.players]
    assert len(set(names)) == seats
    around = [str(state.players[s].camp) for s in state.circle]
    if not none:
        assert all(a != b for a, b in itertools.pairwise(around))


@pytest.mark.rule("N81-11.1")
@pytest.mark.parametrize(
    ("split", "wanted"),
    [
        ("3c3w2n", {"cold": 3, "warm": 3, "colourless": 2}),
        ("8c0w0n", None),
        ("7c0w1n", {"cold": 7, "colourless": 1}),
        ("0c5w3n", {"warm": 5, "colourless": 3}),
        ("0c4w4n", None),
        ("3c3w1n", None),
    ],
)
def test_a_host_may_choose_any_split_in_which_two_camps_occur(
    split: str, wanted: dict[str, int] | None
) -> None:
    if wanted is None:
        with pytest.raises(ConfigError) as refused:
            configure(8, {"split": split})
        assert refused.value.code in {"split", "bad_choice"}
        return
    driver = begun("coldwarm", 8, split=split)
    assert Counter(str(p.camp) for p in driver.state.players) == wanted


@pytest.mark.rule("N81-12.1")
@pytest.mark.parametrize(
    ("seats", "split"), [(6, "3-3"), (8, "4-4"), (8, "3-3-2"), (5, "4-1"), (5, "2-2-1")]
)
def test_a_host_may_choose_any_teams_of_two_series_or_more(seats: int, split: str) -> None:
    driver = begun("series", seats, split=split)
    sizes = sorted(Counter(driver.state.sides).values(), reverse=True)
    assert "-".join(map(str, sizes)) == split


@pytest.mark.rule("N81-11.1", "N81-12.1", "N81-11.2")
@pytest.mark.parametrize("mode", ["coldwarm", "series"])
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_split_that_is_offered_can_be_dealt_and_no_other_is_taken(
    mode: str, seats: int
) -> None:
    offered = splits_for(CORE, Mode(mode), seats)
    assert len(offered) > 1
    for split in SPLITS:
        if split in offered:
            begun(mode, seats, split=split, until="mind_deck")
        else:
            with pytest.raises(ConfigError):
                configure(seats, {"mode": mode, "split": split})


@pytest.mark.rule("N81-11.2", "N81-2.7", "N81-6.12")
def test_picked_freely_characters_bring_their_camps_and_seats_alternate() -> None:
    driver = begun("coldwarm", 4, pick="free", until="character")
    picks = ["geng_fu", "lu_niang", "shen_yuan", "ling"]
    assert all(set(p.ask.options) == set(CORE.characters) for p in driver.pending.values())
    for seat, name in enumerate(picks):
        driver.answer(seat, driver.pending[seat].id, [name])
    state = driver.state
    assert [str(p.camp) for p in state.players] == ["cold", "warm", "cold", "warm"]
    assert state.players[2].version == 0
    (seated,) = events(driver, "seated")
    watcher = Observer(driver, SPECTATOR)
    watcher.update()
    assert watcher.fold.plain()["circle"] == list(state.circle)
    assert seated.public == {"circle": state.circle, "sides": ("cold", "warm", "cold", "warm")}
    around = [str(state.players[s].camp) for s in state.circle]
    assert all(a != b for a, b in itertools.pairwise(around))
    assert not events(driver, "offered")


@pytest.mark.rule("N81-11.2", "N81-2.7")
def test_of_those_who_pick_the_same_character_one_has_it_and_the_others_pick_again() -> None:
    driver = begun("coldwarm", 3, pick="free", until="character")
    for seat, name in enumerate(["tai", "tai", "ling"]):
        driver.answer(seat, driver.pending[seat].id, [name])
    assert driver.waiting_kind == "character"
    (again,) = driver.pending
    assert again in {0, 1}
    assert not events(driver, "characters")
    driver.answer(again, driver.pending[again].id, ["bai_lu"])
    names = [p.character for p in driver.state.players]
    assert sorted(names) == ["bai_lu", "ling", "tai"]
    assert names[again] == "bai_lu"


@pytest.mark.rule("N81-6.12", "N81-2.7", "N81-20.1")
def test_who_picks_again_learns_of_no_pick_but_those_that_were_taken_from_under_it() -> None:
    driver = begun("coldwarm", 4, pick="free", until="character")
    for seat, name in enumerate(["tai", "tai", "ling", "hongmu"]):
        driver.answer(seat, driver.pending[seat].id, [name])
    taken: list[str] = []
    for name in ("tai", "ling", "hongmu"):
        (again,) = driver.pending
        taken.append(name)
        ask = driver.pending[again].ask
        # What others hold is offered all the same; only what it lost itself is not.
        assert set(ask.options) == set(CORE.characters) - set(taken)
        assert ask.context == {"taken": tuple(taken)}
        driver.answer(
            again, driver.pending[again].id, [{"tai": "ling", "ling": "hongmu"}.get(name, "bai_lu")]
        )
    names = [p.character for p in driver.state.players]
    assert sorted(names) == ["bai_lu", "hongmu", "ling", "tai"]
    assert names[again] == "bai_lu"


@pytest.mark.rule("N81-2.7", "N81-11.2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_stubborn_free_picks_come_to_an_end(seats: int) -> None:
    driver = begun("coldwarm", seats, pick="free", until="character")
    while driver.waiting_kind == "character":
        seat, pending = next((s, p) for s, p in driver.pending.items() if p.answer is None)
        driver.answer(seat, pending.id, pending.ask.options[:1])
    assert len({p.character for p in driver.state.players}) == seats


@pytest.mark.rule("N81-11.1", "N81-11.2")
def test_if_all_freely_picked_characters_are_of_one_camp_one_player_picks_another() -> None:
    driver = begun("coldwarm", 3, pick="free", until="character")
    for seat, name in enumerate(["tai", "bai_lu", "qing_tang"]):
        driver.answer(seat, driver.pending[seat].id, [name])
    (again,) = driver.pending
    options = driver.pending[again].ask.options
    assert {str(CORE.characters[c].versions[0].camp) for c in options} == {"warm", "colourless"}
    driver.answer(again, driver.pending[again].id, ["zhi_he"])
    assert len({p.camp for p in driver.state.players}) == 2


@pytest.mark.rule("N81-11.2", "N81-15.8")
def test_late_free_picks_are_drawn_and_never_clash() -> None:
    driver = begun("coldwarm", 8, pick="free", random=False)
    assert len({p.character for p in driver.state.players}) == 8


@pytest.mark.rule("N81-11.2", "N81-15.8", "N81-6.12")
@pytest.mark.parametrize("number", range(3))
def test_who_is_late_or_picks_again_is_asked_alike_whatever_the_others_have(number: int) -> None:
    """Twins: the ask of a loser, and what others see, does not depend on picks that are sealed."""
    frames = []
    for others in (("ling", "hongmu"), ("tai", "ke_zhi")):
        driver = begun("coldwarm", 4, number, pick="free", until="character")
        watch = [Observer(driver, viewer) for viewer in (*range(4), SPECTATOR)]
        for seat, name in enumerate(["bai_lu", "bai_lu", *others]):
            driver.answer(seat, driver.pending[seat].id, [name])
        for one in watch:
            one.update()
        frames.append([(one.ask, one.events, one.fold.plain()) for one in watch])
        (again,) = driver.pending
        late = driver.pending[again]
        driver.answer(again, late.id, late.ask.default)
        names = {p.character for p in driver.state.players}
        assert {"bai_lu", *others} < names
        assert len(names) == 4
    assert frames[0] == frames[1]


@pytest.mark.rule("N81-11.2")
def test_sides_are_interleaved_round_robin() -> None:
    assert interleave([("a", 3), ("b", 2), ("c", 2)]) == tuple("abcabca")


@pytest.mark.rule("N81-11.2", "N81-6.12", "N81-20.1")
def test_offers_are_disjoint_and_of_the_own_camp_and_seen_by_their_owner() -> None:
    driver = begun("coldwarm", 4)
    (offered,) = events(driver, "offered")
    offers = [offered.private[s]["offers"] for s in range(4)]
    assert [len(o) for o in offers] == [3] * 4
    assert len({c for o in offers for c in o}) == 12
    for seat, names in enumerate(offers):
        camp = driver.state.players[seat].camp
        assert all(CORE.characters[c].versions[0].camp is camp for c in names)
    assert "offers" not in offered.seen_by(SPECTATOR)


@pytest.mark.rule("N81-12.1", "N81-12.2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_teams_share_a_series_and_smaller_teams_draw_more(seats: int) -> None:
    driver = begun("series", seats)
    state = driver.state
    sizes = Counter(state.sides)
    assert sorted(sizes.values()) == sorted(TEAMS[seats])
    for player in state.players:
        assert player.series == {state.sides[player.seat]}
    dealt = {e.public["to"]: e.public["count"] for e in events(driver, "moved")
             if e.public["why"] == "deal"}  # fmt: skip
    largest = max(sizes.values())
    for seat in range(seats):
        assert dealt[f"hand:{seat}"] == 5 + largest - sizes[state.sides[seat]]


@pytest.mark.rule("N81-13.1", "N81-13.2", "N81-13.5", "N81-5.2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_lord_is_known_shows_first_acts_first_and_is_sturdier(seats: int) -> None:
    driver = begun("identity", seats)
    state = driver.state
    assert Counter(p.role for p in state.players) == Counter(ROLES[seats])
    lord = next(p for p in state.players if p.role is Role.LORD)
    first, second = events(driver, "characters")
    assert [s["seat"] for s in first.public["shown"]] == [lord.seat]
    assert len(second.public["shown"]) == seats - 1
    assert state.first == lord.seat
    printed = CORE.characters[lord.character].versions[0].health
    assert lord.base == printed + (1 if seats >= 5 else 0)
    (roles,) = events(driver, "roles")
    assert roles.seen_by(SPECTATOR) == {"kind": "roles", "lord": lord.seat}
    counts = [e.public["count"] for e in events(driver, "offered")]
    assert counts == [3, 3 if seats <= 6 else 2]


@pytest.mark.rule("N81-14.1", "N81-14.2", "N81-14.4", "N81-20.1")
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("random", [True, False])
def test_every_karma_deck_is_legal_and_its_reserve_hidden(seats: int, random: bool) -> None:
    driver = begun("karma", seats, random=random)
    for player in driver.state.players:
        deck = (
            f"{player.character}/{player.version}",
            f"{player.deputy}/{player.deputy_version}",
            *player.reserve,
        )
        assert is_legal(CORE, deck)
        assert len(player.skills) == 2
    (told,) = events(driver, "reserve")
    assert "cards" not in told.seen_by(SPECTATOR)
    assert told.public["counts"] == tuple(len(p.reserve) for p in driver.state.players)


@pytest.mark.rule("N81-14.2", "N81-14.3")
@pytest.mark.parametrize(
    ("deck", "code"),
    [
        ("jin_haiming/0", DeckFault.DECK_SIZE),
        ("jin_haiming/0 lin_qiwu/0 tai/0 gu_sancheng/0 hongmu/0 bai_lu/0", DeckFault.DECK_SIZE),
        ("jin_haiming/0 jin_haiming/0", DeckFault.CHARACTER_TWICE),
        ("shen_yuan/0 shen_yuan/1 zhi_he/0", DeckFault.CHARACTER_TWICE),
        ("jin_haiming/0 nobody/0", Refusal.ILLEGAL),
        ("jin_haiming/1 lin_qiwu/0", Refusal.ILLEGAL),
        ("dingxiang/0 bai_lu/0", DeckFault.DECK_TOTAL),
        ("hongmu/0 jin_haiming/0", DeckFault.NO_PAIR),
    ],
)
def test_a_karma_deck_that_is_not_legal_is_refused_by_code(deck: str, code: str) -> None:
    driver = begun("karma", 2, until="karma_deck")
    pending = driver.pending[0]
    with pytest.raises(Refused) as refused:
        driver.answer(0, pending.id, deck.split())
    assert refused.value.code == code
    assert pending.answer is None


@pytest.mark.rule("N81-14.2", "N81-14.3", "N81-14.4", "N81-17.20")
def test_the_karma_ask_says_all_that_total_and_legality_follow_from() -> None:
    driver = begun("karma", 2, until="karma_deck")
    context: Any = driver.pending[0].ask.context
    assert (context["least"], context["most"], context["limit"]) == (2, 5, 2)
    for text, total, base in DECKS:
        deck = text.split()
        assert sum(context["karma"][side] for side in deck) == total
        assert sum(context["health"][side] for side in deck) // len(deck) - abs(total) == base
        driver.answer(0, driver.pending[0].id, deck)
    driver.answer(0, driver.pending[0].id, DECKS[4][0].split())
    driver.answer(1, driver.pending[1].id, driver.pending[1].ask.default)
    assert driver.waiting_kind == "karma_start"
    start = driver.pending[0].ask
    assert set(start.context["deck"]) == set(DECKS[4][0].split())  # type: ignore[arg-type]
    assert (start.context["total"], start.context["base"]) == (1, 5)
    mains = {option.partition(":")[0] for option in start.options}
    assert mains == {"hongmu/0", "bai_lu/0", "chi_ye/0"}


@pytest.mark.rule("N81-14.2")
def test_who_is_late_gets_a_random_legal_karma_deck_of_any_size() -> None:
    decks = [
        pending.ask.default
        for number in range(6)
        for pending in begun("karma", 8, number, until="karma_deck").pending.values()
    ]
    assert all(is_legal(CORE, deck) for deck in decks)
    assert {len(deck) for deck in decks} == {2, 3, 4, 5}
    assert len(set(decks)) > len(decks) // 2


@pytest.mark.rule("N81-14.9")
def test_signs_make_camps_from_six_players_on_unless_all_are_the_same() -> None:
    assert sides_of([1, 0, -1, 2, 0]) == (None,) * 5
    assert sides_of([1, 2, 1, 1, 2, 1]) == (None,) * 6
    assert sides_of([1, 0, -1, 0, 0, 0])[:3] == ("positive", "zero", "negative")


@pytest.mark.rule("N81-15.4")
@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (1, {}, "seats"),
        (9, {}, "seats"),
        (4, {"mode": "chess"}, "bad_choice"),
        (4, {"round_limit": "4"}, "bad_choice"),
        (4, {"colour": "red"}, "unknown_option"),
        (4, {"split": "4-4"}, "split"),
        (4, {"split": "alternative"}, "bad_choice"),
        (8, {"split": "4-4", "mode": "karma"}, "split"),
        (8, {"split": "1-1-1-1-1-1-1-1", "mode": "series"}, "split"),
        (4, {"pick": "free", "mode": "series"}, "free_pick"),
        (4, {"pick": "free", "split": "1c3w0n"}, "free_pick"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(
    seats: int, options: dict[str, str], code: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        configure(seats, dict(options))
    assert refused.value.code == code


@pytest.mark.parametrize("mode", MODES)
def test_configuring_twice_changes_nothing(mode: str) -> None:
    once = configure(4, {"mode": mode})
    assert configure(4, once) == once
