"""Every code of No.81 has a sentence in every language, and every label fits its cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from engine.event import ViewerEvent
from engine.game import AskView
from engine.games.no81.cards import COMMON, ORDINARY, RANKS, mind_card
from engine.games.no81.core import CORE, CORE_PACK
from engine.games.no81.effects import RULES
from engine.games.no81.effects.delayed import DETACHING
from engine.games.no81.game import GAME
from engine.games.no81.glossary import (
    Attribute,
    Camp,
    Colour,
    Counter,
    Face,
    Mode,
    Phase,
    Role,
    Timing,
)
from engine.games.no81.terms import (
    AskKind,
    ConfigCode,
    EventKind,
    Flag,
    GameEnd,
    Pick,
    Why,
)
from tests.languages import SPOKEN
from tests.tui.duels import NAMES, moments
from tui.i18n import begin
from tui.texts import no81
from tui.texts.no81 import names
from tui.texts.no81.log import choice_text

TERMS = Path(__file__).parents[2] / "docs" / "terms.md"
FACES = (*Face, *CORE.limited)
SHOWN = {
    "seat": 1, "character": "shen_yuan", "version": 1, "deputy": None, "camp": "warm",
    "series": ("charlotte",), "skills": ("unmask",), "base": 6, "cap": 5, "karma": None,
}  # fmt: skip
HEALTH = {"counters": {"cold": 1, "warm": 0, "black": 0}, "cap": 5}


@pytest.fixture(params=SPOKEN, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run each test once in every language."""
    begin(request.param)
    yield request.param
    begin()


@cache
def played() -> tuple[list[tuple[int, ViewerEvent]], list[tuple[int, AskView, dict[str, Any]]]]:
    """Play some games of every mode; return what viewers were told, and all that was asked."""
    told: list[tuple[int, ViewerEvent]] = []
    asked: list[tuple[int, AskView, dict[str, Any]]] = []
    for number, mode in enumerate([*Mode, Mode.SERIES]):
        bot = "heuristic" if number < len(Mode) else "random"
        for _, asks in moments(number, 3 + number, mode, told=told, bot=bot):
            asked += asks[:1]
    return told, asked


def check(sentence: str | None) -> str:
    assert sentence
    assert sentence == sentence.strip()
    assert all(c.isprintable() for c in sentence)
    return sentence


def test_whatever_happens_in_a_game_can_be_told_to_everybody() -> None:
    told, _ = played()
    silent = {EventKind.PHASE, EventKind.MOVED, EventKind.RESERVE}
    for _viewer, event in told:
        line = no81.log_line(event, NAMES)
        if line is None:
            assert event["kind"] in silent
        else:
            check(line)
            for word in ("{name", "{other", "{cards"):
                assert word not in line
        assert no81.rule_text(no81.log_rule(event))


@pytest.mark.parametrize("kind", list(EventKind))
def test_every_kind_of_event_has_a_sentence_and_a_rule(kind: EventKind) -> None:
    event: dict[str, Any] = {
        "kind": kind, "seat": 1, "mode": Mode.COLDWARM, "sides": ("cold", "warm"), "lord": 0,
        "seats": (0, 1), "count": 2, "shown": [SHOWN], "counts": (1, 2), "which": "main",
        "character": "tai/0", "former": "ling/0", "pile": 12, "turn": 3, "round": 1,
        "source": "pile", "to": "hand:1", "why": Why.DRAW_PHASE, "open": False, "phase": "play",
        "face": Face.PACT, "targets": (0,), "cards": None, "choice": Pick.ODD, "skill": "echo",
        "by": Face.HASTE, "card": "H5a", "place": "deck:0", "killer": 0, "role": "spy",
        "amount": 2, "attribute": "cold", "cause": Face.PUNCH, "flag": Flag.AMPLIFY, "value": 1,
        "winners": (0,), "circle": (1, 0), **HEALTH,
    }  # fmt: skip
    match kind:
        case EventKind.FLIPPED:
            event["shown"] = SHOWN
        case EventKind.DAMAGED | EventKind.AVERTED:
            event["source"] = 0
        case EventKind.UNHEALED:
            event["by"] = None
        case EventKind.REVEALED:
            event["cards"] = ("H5a", "H6a")
        case EventKind.RESERVE:
            event["cards"] = ("tai/0",)
        case EventKind.GAME_OVER:
            event["why"] = GameEnd.ROUNDS
        case EventKind.CHOSE:
            event["why"] = Face.CALAMITY
        case _:
            pass
    if kind is not EventKind.PHASE:
        check(no81.log_line(event, NAMES))
    assert no81.rule_text(no81.log_rule(event))


@pytest.mark.rule("N81-20.2")
def test_a_spectator_reads_less_than_the_player_concerned() -> None:
    moved = {"kind": "moved", "count": 1, "why": "draw_phase", "open": False}
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (moved | {"source": "pile", "to": "hand:0"}, {"cards": ["H7a"]}),
        (moved | {"source": "deck:0", "to": "hand:0"}, {"cards": ["H7a"]}),
        (moved | {"source": "hand:1", "to": "hand:0"}, {"cards": ["H7a"]}),
        (moved | {"source": "hand:1", "to": "deck:0"}, {"cards": ["H7a"]}),
        ({"kind": "looked", "seat": 0, "place": "hand:1", "count": 1}, {"cards": ["H7a"]}),
        ({"kind": "looked", "seat": 0, "place": "deck:1", "count": 1}, {"cards": ["H7a"]}),
        ({"kind": "looked", "seat": 0, "place": "pile", "count": 1}, {"cards": ["H7a"]}),
        ({"kind": "arranged", "seat": 0, "place": "pile", "count": 1}, {"cards": ["H7a"]}),
        ({"kind": "decks", "count": 13}, {"cards": ["H7a"]}),
    ]
    label = no81.card_label("H7a")
    for event, secret in cases:
        assert label not in str(no81.log_line(event, NAMES))
        assert label in str(no81.log_line(event | secret, NAMES))


@pytest.mark.parametrize("why", [*Why, *FACES, *CORE.skills, AskKind.SWAP])
def test_every_reason_has_a_name_and_a_log_line_gives_it(why: str) -> None:
    name = check(no81.cause_name(why))
    event = {"kind": "damaged", "seat": 0, "amount": 1, "attribute": "none", "source": 1,
             "cause": why, **HEALTH}  # fmt: skip
    line = check(no81.log_line(event, NAMES))
    assert name in line
    assert "5" in line  # the cap afterwards


@pytest.mark.parametrize("source", ["pile", "hand:0", "zone:0", "deck:0", "spent:0", "resolving",
                                    "row", "discard"])  # fmt: skip
@pytest.mark.parametrize("to", ["hand:1", "deck:1", "zone:1", "discard", "spent:1", "row",
                                "resolving", "removed"])  # fmt: skip
def test_a_card_can_go_anywhere_and_its_sentence_is_whole(source: str, to: str) -> None:
    for why in (*Why, Face.PACT, "trade"):
        for cards in (None, ["H7a", "M1-5-haste"]):
            event = {
                "kind": "moved",
                "source": source,
                "to": to,
                "count": 2,
                "why": why,
                "cards": cards,
                "open": cards is not None,
                "face": "punch",
                "stamp": 1,
            }
            line = no81.log_line(event, NAMES)
            assert line is None or check(line)


def test_cards_have_names_lines_and_texts_within_their_cells() -> None:
    assert len({no81.face_name(face) for face in FACES}) == len(FACES)
    for face in FACES:
        assert cell_len(check(no81.face_name(face))) <= 20
        assert no81.card_texts(face)
        for text in no81.card_texts(face):
            assert check(text).endswith((".", "。"))
    rules = {**RULES, **CORE.rules}
    detaching = {**DETACHING, **CORE.detaching}
    modes = [(face, mode) for face in rules for mode in rules[face]]
    for face, mode in [*modes, *((face, 1) for face in detaching)]:
        assert cell_len(check(no81.mode_line(face, mode))) <= 30
        assert check(no81.mode_text(face, mode))


def test_physical_cards_are_told_by_name_and_rank() -> None:
    mine = [mind_card(2, rank, face) for rank in RANKS for face in COMMON[rank]]
    for card in (*ORDINARY, *mine):
        label = check(no81.card_label(card))
        assert no81.card_code(card) in label
        assert cell_len(label) <= 24


def test_characters_skills_and_series_have_names_and_texts() -> None:
    for character in CORE.characters.values():
        assert cell_len(check(no81.character_name(character.id))) <= 14
        told = " ".join(no81.character_about(character.id))
        for version, side in enumerate(character.versions):
            check(no81.side_label(f"{character.id}/{version}"))
            for skill in side.skills:
                assert no81.skill_name(skill) in told
    assert len({no81.character_name(name) for name in CORE.characters}) == len(CORE.characters)
    for skill in CORE.skills:
        assert cell_len(check(no81.skill_name(skill))) <= 24
        assert check(no81.skill_text(skill)).endswith((".", "。"))
    series = CORE_PACK.series
    assert len({no81.series_name(name) for name in series}) == len(series)


def test_a_hosts_own_content_is_called_by_its_ids() -> None:
    assert no81.face_name("my_card") == "My card"
    assert no81.skill_name("my_skill") == "My skill"
    assert no81.character_name("my_self/0") == "My self"
    assert no81.series_name("my_world") == "My world"
    assert no81.card_texts("my_card") == ()


def test_single_words_fit_and_differ() -> None:
    for words, budget in [
        ([no81.camp_name(c) for c in Camp], 10),
        ([no81.camp_short(c) for c in Camp], 4),
        ([no81.colour_name(c) for c in Colour], 6),
        ([no81.counter_name(c, 3) for c in Counter], 8),
        ([no81.counter_short(c, 3) for c in Counter], 4),
        ([names.attribute_name(a) for a in Attribute], 10),
        ([no81.role_name(r) for r in Role], 8),
        ([no81.phase_name(p) for p in Phase], 14),
        ([no81.flag_name(f) for f in Flag], 20),
        ([no81.mode_name(m) for m in Mode], 16),
        ([no81.side_name(s) for s in ("positive", "zero", "negative")], 16),
        ([no81.timing_name(t) for t in Timing], 40),
        ([no81.result_line(e) for e in GameEnd], 50),
    ]:
        assert len(set(words)) == len(words)
        assert min(map(cell_len, words)) > 0
        assert max(map(cell_len, words)) <= budget, words


def test_every_question_choice_and_consequence_can_be_said() -> None:
    _, asked = played()
    seen = {ask.kind for _, ask, _ in asked}
    rare = {AskKind.W_FLIP, AskKind.SECRET, AskKind.GIVE, AskKind.CHECK, AskKind.TAKE}
    assert seen >= set(AskKind) - rare
    for _seat, ask, view in asked:
        check(no81.prompt(ask.kind, ask.context, NAMES))
        check(no81.waiting(ask.kind, "Ann"))
        for option in ask.options:
            check(no81.option_label(ask.kind, option, ask.context, NAMES, view))
            check(no81.option_label(ask.kind, option, ask.context, NAMES))
            helped = no81.option_help(ask.kind, option, ask.context, NAMES, view)
            assert helped == helped.strip()


@pytest.mark.parametrize("kind", list(AskKind))
def test_every_kind_of_question_can_be_put_and_told(kind: AskKind) -> None:
    context = {"face": Face.PACT, "why": Why.COST, "user": 1, "target": 0, "dying": 1,
               "punch": False, "timing": Timing.TURN_START, "seat": 0}  # fmt: skip
    check(no81.prompt(kind, context, NAMES))
    check(no81.waiting(kind, "Ann"))


def test_only_the_kind_of_a_question_is_said_to_others() -> None:
    assert len({no81.waiting(kind, "Ann") for kind in AskKind}) == len(AskKind)


@pytest.mark.parametrize("timing", list(Timing))
def test_every_timing_of_a_skill_has_its_question(timing: Timing) -> None:
    asked = no81.prompt(AskKind.W_TRIGGER, {"timing": timing}, NAMES)
    assert no81.timing_name(timing) in check(asked)


@pytest.mark.parametrize("pick", list(Pick))
def test_every_word_that_is_picked_has_a_label_and_can_be_told(pick: Pick) -> None:
    for kind in (AskKind.PICK, AskKind.OUTCOME, AskKind.W_BURST):
        check(no81.option_label(kind, pick, {}, NAMES))
    if pick not in {Pick.PASS, Pick.PILE, Pick.FLIP, Pick.STAY, Pick.DONE}:
        check(choice_text(pick))


@pytest.mark.rule("N81-10.5")
def test_the_last_mind_card_is_marked_as_such() -> None:
    view = {"you": 0, "seats": [{"deck": ["x"], "camp": "cold", "series": []}]}
    breaks = {"breaks_mind": (Pick.MIND,), "why": Why.COST}
    for kind in (AskKind.PAY, AskKind.W_OUTBURST):
        assert check(no81.option_help(kind, Pick.MIND, breaks, NAMES, view))
    last = {"breaks_mind": ("1",)}
    assert check(no81.option_help(AskKind.DRAW, "1", last, NAMES, view))
    assert no81.option_help(AskKind.DRAW, "0", last, NAMES, view) == ""


@pytest.mark.rule("N81-4.11")
def test_a_limited_card_is_called_by_what_it_does_for_its_holder() -> None:
    card = mind_card(0, "3", "lm_ember")

    def label(camp: str) -> str:
        own = {"camp": camp, "series": [], "character": "tai", "version": 0, "deputy": None}
        view = {"you": 0, "seats": [own]}
        return no81.option_label(AskKind.PLAY, f"use:{card}:1", {}, NAMES, view)

    assert no81.mode_line("lm_ember", 1) in label("warm")
    assert no81.mode_line(Face.ATTACK_PLAIN, 1) in label("cold")


@pytest.mark.rule("N81-14.2")
def test_a_karma_deck_shows_its_running_total() -> None:
    told = no81.karma_about(["jin_haiming/0", "hongmu/0", "bai_lu/0", "lin_qiwu/0"])
    assert "0" in told
    assert "6" in told
    assert "+2" in no81.karma_about(["shi_yi/0", "geng_fu/0", "yan_shuang/0"])


def test_set_up_options_and_errors_are_told() -> None:
    for spec in GAME.options:
        assert cell_len(check(no81.TEXTS.option_name(spec.id))) <= 20
        assert cell_len(check(no81.TEXTS.option_about(spec.id))) <= 70
        for choice in spec.choices:
            assert cell_len(check(no81.TEXTS.choice_name(spec.id, choice))) <= 30
    params = {"seats": 9, "least": 2, "most": 8, "option": "mode", "value": "x", "mode": "karma",
              "split": "3c3w2n", "pack": "harbour"}  # fmt: skip
    for code in ConfigCode:
        check(no81.TEXTS.config_error(code, params))
    assert no81.TEXTS.config_error("pool_number", {}) is None


def test_the_rules_have_a_text_for_every_section() -> None:
    for rule in no81.rule_ids():
        assert check(no81.rule_text(rule)).endswith((".", "。"))
    with pytest.raises(KeyError):
        no81.rule_text("N81-99")
    rows = sum(-(-cell_len(paragraph) // 76) for paragraph in no81.how_to_play())
    assert 5 <= rows <= 16


def test_the_terminology_table_lists_cards_characters_and_skills_as_they_are_called() -> None:
    terms = TERMS.read_text("utf-8")
    names_of = [(face, no81.face_name(face)) for face in FACES]
    names_of += [(name, no81.character_name(name)) for name in CORE.characters]
    names_of += [(name, no81.skill_name(name)) for name in CORE.skills]
    for name, told in names_of:
        row = next(line for line in terms.split("\n") if line.startswith(f"| {name} |"))
        assert f"| {told} |" in row
