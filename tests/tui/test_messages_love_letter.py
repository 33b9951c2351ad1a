"""Whatever happens in Love Letter can be said, to everyone who may know it, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import SPECTATOR, ViewerEvent
from engine.game import AskView
from engine.games.love_letter.cards import BASE, CARDS
from engine.games.love_letter.terms import (
    AskKind,
    EventKind,
    How,
    Mode,
    Nothing,
    Out,
    Protection,
    RoundEnd,
    RoundStart,
    Source,
)
from engine.journal import Header
from engine.registry import GAMES
from engine.view import Observer
from tests.languages import SPOKEN
from tui.i18n import begin
from tui.texts import love_letter as ll

NAMES = ("Ann", "{Bo}", "[b]Cy[/b]", "小明", "Eve", "Fox")
CLAUSES = Path(__file__).parents[2] / "docs" / "rules" / "love_letter_clauses.txt"
GAME = GAMES["love_letter"]
Asked = tuple[AskView, dict[str, Any]]


@pytest.fixture(params=SPOKEN, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run each test once in every language."""
    begin(request.param)
    yield request.param
    begin()


@cache
def played() -> tuple[list[tuple[int, ViewerEvent]], list[Asked]]:
    """Play a few dozen games by chance; return what each viewer was told, and all that was asked.

    With extras, ties and five seats in them nearly everything that can happen does.
    """
    told: list[tuple[int, ViewerEvent]] = []
    asked: list[Asked] = []
    extras = ("alter_ego", "ishimaru_white", "genocider", "ikusaba")
    for number in range(48):
        seats = 2 + number % 4
        chosen: dict[str, Any] = {"extras": extras if number % 2 else (), "wins": "2"}
        options = GAME.configure(seats, chosen | {"crowded": "on"})
        header = Header(
            game=GAME.id,
            rules_version=GAME.rules_version,
            seats=seats,
            options=options,
            seed=number.to_bytes(32, "big"),
        )
        driver = Driver(GAME, header)
        viewers = [Observer(driver, viewer) for viewer in (SPECTATOR, *range(seats))]
        dice, bot = Dice(f"texts {number}"), GAME.bots["random"]()
        driver.start()
        while driver.status is Status.RUNNING:
            for viewer in viewers:
                viewer.update()
            seat = driver.waiting[0]
            ask = viewers[seat + 1].ask
            assert ask is not None
            view = viewers[seat + 1].fold.plain()
            asked.append((ask, view))
            driver.answer(seat, ask.id, bot.choose(view, ask, dice))
        for viewer in viewers:
            viewer.update()
            told += [(viewer.viewer, event) for event in viewer.events]
    return told, asked


def lines(kind: EventKind, **fields: Any) -> str:
    line = ll.log_line({"kind": kind.value, **fields}, NAMES)
    assert line
    return line


def test_everything_told_to_anybody_has_one_line_and_a_rule() -> None:
    told, _ = played()
    assert {event["kind"] for _, event in told} == {kind.value for kind in EventKind}
    for _, event in told:
        line = ll.log_line(event, NAMES)
        assert (line is None) == (event["kind"] == EventKind.LAID)
        if line is not None:
            assert line
            assert all(character.isprintable() for character in line)
            assert "{name" not in line
        assert ll.rule_text(ll.log_rule(event))


@pytest.mark.rule("LL-8")
def test_a_spectator_reads_less_than_the_player_concerned() -> None:
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"kind": "drew", "seat": 0, "deck": 5, "source": "deck"}, {"card": "fukawa"}),
        ({"kind": "look", "seat": 0, "target": 1}, {"card": "fukawa"}),
        ({"kind": "compare", "seat": 0, "target": 1}, {"cards": ("fukawa", None)}),
        ({"kind": "swap", "seat": 0, "target": 1}, {"gave": "fukawa", "got": None}),
        ({"kind": "hand_over", "seat": 0, "target": 1}, {"card": "fukawa"}),
        ({"kind": "redeal", "seats": (0, 1)}, {"card": "fukawa"}),
        ({"kind": "bottom", "seat": 0, "deck": 5}, {"card": "fukawa"}),
        ({"kind": "dealt", "seats": (0, 1), "deck": 5}, {"card": "fukawa"}),
    ]
    for event, secret in cases:
        assert ll.card_label("fukawa") not in str(ll.log_line(event, NAMES))
        assert ll.card_label("fukawa") in str(ll.log_line(event | secret, NAMES))


def test_names_are_shown_as_they_are() -> None:
    line = lines(EventKind.TARGET, seat=1, target=2)
    assert "{Bo}" in line
    assert "[b]Cy[/b]" in line


@pytest.mark.parametrize("why", list(Nothing))
def test_every_reason_why_nothing_happens_is_told(why: Nothing) -> None:
    assert lines(EventKind.NOTHING, seat=0, card="naegi", why=why, target=1)


def test_the_reasons_why_nothing_happens_differ() -> None:
    said = [lines(EventKind.NOTHING, seat=0, card="naegi", why=w, target=1) for w in Nothing]
    assert len(set(said)) == len(said)


def test_every_way_out_is_told_with_name_and_hand() -> None:
    said = set()
    for why in Out:
        card = "monokuma" if why is Out.DISCARDED_MONOKUMA else "ishimaru"
        line = lines(EventKind.ELIMINATED, seat=0, why=why, by=1, card=card, cards=("togami",))
        assert "Ann" in line
        assert ll.card_label("togami") in line
        said.add(line)
    assert len(said) == len(Out)


def test_rounds_start_end_and_are_won_in_words() -> None:
    for start in RoundStart:
        shared = {"round": 2, "why": start, "seats": (0, 3), "deck": 12}
        assert "2" in lines(EventKind.ROUND_STARTED, face_up=(), **shared)
        cards = ("naegi", "owada", "ikusaba")
        assert ll.card_labels(cards) in lines(EventKind.ROUND_STARTED, face_up=cards, **shared)
    for end in RoundEnd:
        winners = () if end is RoundEnd.NOBODY else (3,)
        fields: dict[str, Any] = {"why": end, "winners": winners, "wins": (0, 0, 0, 1)}
        line = lines(EventKind.ROUND_OVER, deck=("naegi",), set_aside="togami", **fields)
        assert ("小明" in line) == bool(winners)
        assert ll.card_label("naegi") in line
        assert ll.card_label("togami") in line
        assert ll.card_label("togami") not in lines(
            EventKind.ROUND_OVER, deck=(), set_aside=None, **fields
        )


def test_every_source_of_a_card_is_told_with_and_without_the_card() -> None:
    for source in Source:
        assert "Ann" in lines(EventKind.DREW, seat=0, deck=0, source=source)
        if source is not Source.NOTHING:
            line = lines(EventKind.DREW, seat=0, deck=0, source=source, card="togami")
            assert ll.card_label("togami") in line


def test_winners_are_named() -> None:
    assert ll.winner_line((), NAMES)
    assert "Ann" in ll.winner_line((0,), NAMES)
    assert all(name in ll.winner_line((0, 4), NAMES) for name in ("Ann", "Eve"))
    assert cell_len(ll.wins_line(7)) <= 10


def test_every_question_choice_and_consequence_fits_its_place() -> None:
    _, asked = played()
    assert {ask.kind for ask, _ in asked} == {kind.value for kind in AskKind}
    for ask, view in asked:
        assert ll.prompt(ask.kind, ask.context, NAMES)
        assert "Ann" in ll.waiting(ask.kind, "Ann")
        labels = [ll.option_label(ask.kind, o, ask.context, NAMES) for o in ask.options]
        assert len(set(labels)) == len(labels)
        for option in ask.options:
            helped = ll.option_help(ask.kind, option, ask.context, NAMES, view)
            assert cell_len(helped) <= 60
            assert helped or ask.kind == AskKind.TARGET


def test_only_the_kind_of_a_question_is_said_to_others() -> None:
    assert len({ll.waiting(kind, "Ann") for kind in AskKind}) == len(AskKind)


@pytest.mark.rule("LL-6.8")
def test_a_protected_target_is_warned_about_unless_fate_is_drawn_all_the_same() -> None:
    seats = [{"protections": [], "notes": []}, {"protections": ["unaffected"], "notes": []}]
    view = {"you": 0, "seats": seats}

    def helped(card: str, mode: Mode) -> str:
        return ll.option_help("target", "1", {"card": card, "mode": mode}, NAMES, view)

    assert helped("owada", Mode.HOPE) == helped("monokuma", Mode.HOPE) != ""
    assert helped("monokuma", Mode.DESPAIR) != helped("owada", Mode.HOPE)


def test_cards_have_names_texts_and_lines_within_their_cells() -> None:
    assert len({ll.card_name(card) for card in CARDS}) == len(CARDS)
    assert len({ll.card_short(card) for card in CARDS}) == len(CARDS)
    for card in CARDS:
        assert cell_len(ll.card_short(card)) <= 10
        assert cell_len(ll.card_label(card)) <= 12
        for mode in Mode:
            assert cell_len(ll.effect_line(card, mode)) <= 46
            assert ll.card_text(card, mode).endswith((".", "。"))


@pytest.mark.rule("LL-5.1")
def test_cards_of_one_number_share_their_hope_text_alone() -> None:
    for one in CARDS.values():
        for other in CARDS.values():
            same = ll.card_text(one.id, Mode.HOPE) == ll.card_text(other.id, Mode.HOPE)
            assert same == (one.number == other.number)
    # Within a number only the two 7s say the same in Despair.
    despair = {(CARDS[card].number, ll.card_text(card, Mode.DESPAIR)) for card in CARDS}
    assert len(despair) == len(CARDS) - 1


def test_single_words_fit_and_differ() -> None:
    for words, budget in [
        ([ll.mode_name(mode) for mode in Mode], 10),
        ([ll.attribute_name(mode) for mode in Mode], 10),
        ([ll.protection_name(protection) for protection in Protection], 12),
        ([ll.how_known(how) for how in How], 20),
        ([ll.mode_state(m, f) for m in (*Mode,) for f in (True, False)], 22),
    ]:
        assert len(set(words)) == len(words)
        assert min(map(cell_len, words)) > 0
        assert max(map(cell_len, words)) <= budget
    assert ll.mode_state(None, False)


@pytest.mark.rule("LL-8.1")
def test_notes_say_card_source_and_turn() -> None:
    line = ll.note_line({"card": "fukawa", "how": "seen", "turn": 4})
    assert ll.card_label("fukawa") in line
    assert ll.how_known("seen") in line
    assert "4" in line
    yes = ll.answer_line({"number": 5, "yes": True, "turn": 2})
    no = ll.answer_line({"number": 5, "yes": False, "turn": 2})
    assert yes != no
    assert "5" in yes
    assert "5" in no


def test_an_extra_names_what_it_replaces_by_default() -> None:
    assert ll.choice_name("extras", "alter_ego") == ll.choice_name("extras", "alter_ego/fujisaki")
    assert ll.card_short("ogami") in ll.choice_name("extras", "alter_ego/ogami")
    assert all(card in CARDS for card in BASE)


def test_the_rules_browser_has_every_clause_of_the_rules() -> None:
    clauses = [line for line in CLAUSES.read_text("utf-8").split("\n") if line.startswith("LL-")]
    assert sorted(ll.rule_ids()) == sorted(clauses)
    assert all(ll.rule_text(rule) for rule in ll.rule_ids())


@pytest.mark.parametrize("rule", ["", "LL-99", "LL-5:9", "LL-6:nobody", "S01"])
def test_an_unknown_rule_is_a_key_error(rule: str) -> None:
    with pytest.raises(KeyError):
        ll.rule_text(rule)


def test_how_to_play_is_half_a_page() -> None:
    rows = sum(-(-cell_len(paragraph) // 76) for paragraph in ll.how_to_play())
    assert 5 <= rows <= 16


def test_the_terminology_table_lists_every_card_as_it_is_called(language: str) -> None:
    terms = (CLAUSES.parents[1] / "terms.md").read_text("utf-8")
    for card in CARDS:
        row = next(line for line in terms.split("\n") if line.startswith(f"| {card} |"))
        assert f"| {ll.card_name(card)} | {ll.card_short(card)} |" in row
