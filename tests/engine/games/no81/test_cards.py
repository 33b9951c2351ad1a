"""The cards as data against the tables of the rules page (N81-1, N81-2, N81-9.22)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.games.no81.cards import (
    ATTACKS,
    CLASS,
    COMMON,
    ORDINARY,
    POSITIONS,
    RANKS,
    is_mind,
    mind_card,
    owner,
    printed,
    rank,
    rank_of,
)
from engine.games.no81.core import CORE
from engine.games.no81.effects import RULES
from engine.games.no81.effects.delayed import DETACHING
from engine.games.no81.glossary import CardClass, Face
from engine.games.no81.karma import deck_base, deck_karma, is_legal

COUNTS = {
    "guard": 20, "attack_warm": 12, "attack_cold": 10, "attack_plain": 8, "evade": 8, "punch": 6,
    "give_and_take": 6, "off_guard": 6, "pact": 4, "auto_weapon": 4, "mind_restore": 2,
    "miracle": 2, "haste": 2, "treasure": 2, "life_spring": 2, "latent_outburst": 2,
    "mana_spring": 2, "amplify": 2, "windfall": 2, "calamity": 2,
}  # fmt: skip
DOCUMENT = Path(__file__).parents[5] / "shared" / "rules" / "no81.md"


def _table(head: str) -> list[list[str]]:
    """Return the rows of a table of the rules page, or skip on a clone without it."""
    if not DOCUMENT.exists():
        pytest.skip("the rules document is not beside this clone")
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = text[text.index(head) + len(head) :].split("```")[0].strip().splitlines()
    return [row.split(",") for row in rows]


@pytest.mark.rule("N81-2.1", "N81-2.2", "N81-2.3", "N81-2.4", "N81-1.1")
def test_the_104_cards_are_those_of_the_source() -> None:
    assert len(ORDINARY) == len(set(ORDINARY)) == 104
    assert Counter(map(printed, ORDINARY)) == COUNTS
    assert "energy_burst" not in POSITIONS.values()
    assert {"H10a", "CKb"} <= set(ORDINARY)


@pytest.mark.rule("N81-2.2")
def test_each_position_is_that_of_the_rules_page() -> None:
    for rank_, *faces in _table("rank,H,S,C,D\n"):
        assert [POSITIONS[f"{suit}{rank_}"] for suit in "HSCD"] == faces


@pytest.mark.rule("N81-2.5")
def test_the_common_mind_cards_are_those_of_the_rules_page() -> None:
    table = {rank_: (one, two) for rank_, one, two in _table("rank,common1,common2\n")}
    assert {r: (a.value, b.value) for r, (a, b) in COMMON.items()} == table


@pytest.mark.rule("N81-1.4", "N81-1.5", "N81-2.6")
def test_ranks_are_values_and_ids_say_all_that_is_printed() -> None:
    assert [rank(f"H{r}a") for r in RANKS] == list(range(1, 14))
    card = mind_card(3, "10", "punch")
    assert (is_mind(card), owner(card), rank(card), printed(card)) == (True, 3, 10, "punch")
    assert (rank_of("S10b"), is_mind("S10b")) == ("10", False)


@pytest.mark.rule("N81-1.2")
def test_the_attack_class_has_three_cards() -> None:
    assert {"attack_plain", "attack_cold", "attack_warm"} == ATTACKS
    assert all(CLASS[face] is CardClass.INSTANT_BASIC for face in ATTACKS)


@pytest.mark.rule("N81-6.2", "N81-9.5.1", "N81-9.6.1")
def test_the_modes_of_the_matrix_exist_and_no_others() -> None:
    for face, modes, _hand, _zone, cost, _targets in _table(
        "id,modes,hand_response,zone_response,mind_cost,targets\n"
    ):
        if CLASS[face] is CardClass.DELAYED_BASIC or face == "guard":
            assert face not in RULES
            continue
        # 9.7.2 is an answer; delayed events have one placing each, which the matrix calls none.
        wanted = {"pact": 1, "calamity": 1, "windfall": 1}.get(face, int(modes))
        assert sorted(RULES[face]) == list(range(1, wanted + 1))
        assert RULES[face][1].price.value == ("mind" if cost == "1" else RULES[face][1].price.value)
    assert set(DETACHING) == {"punch", "haste", "auto_weapon"}


@pytest.mark.rule("N81-2.7", "N81-16.1", "N81-17.1")
def test_the_roster_is_that_of_the_rules_page() -> None:
    rows = _table("id,zh,en,title,series,colour,colour2,health,karma,skills,skills2\n")
    for id_, _zh, _en, _title, series, colour, second, health, karma, skills, others in rows:
        character = CORE.characters[id_]
        assert (character.series, character.karma) == (series, int(karma))
        front, *back = character.versions
        assert (front.colour, front.health) == (colour, int(health))
        assert "|".join(front.skills) == skills
        assert [v.colour for v in back] == ([second] if second else [])
        assert [s for v in back for s in v.skills] == ([others] if others else [])
    assert len(rows) + 3 == len(CORE.characters)


@pytest.mark.rule("N81-18.0", "N81-18.1", "N81-18.2", "N81-18.4", "N81-18.7", "N81-18.8")
def test_the_limited_cards_are_those_of_the_rules_page() -> None:
    if not DOCUMENT.exists():
        pytest.skip("the rules document is not beside this clone")
    rows = re.findall(
        r"^\| \*\*N81-18\.\d\*\* \| `(\w+)` \|[^|]*\|[^|]*\| (\w+) \| (series|camp) (\w+) "
        r"\| (\w+) \| (\w+) \|$",
        DOCUMENT.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert len(rows) == 8
    for id_, rank_, what, of, kind, fallback in rows:
        card = CORE.limited[id_]
        assert (card.rank, card.kind, card.fallback) == (rank_, kind, fallback)
        assert {*card.series, *card.camps} == {of}
        assert bool(card.series) == (what == "series")
    assert CORE.limited["lm_wordbook"].fallback == Face.MIND_RESTORE


@pytest.mark.rule("N81-17.20", "N81-14.2", "N81-14.3")
def test_the_karma_vectors_of_the_rules_page() -> None:
    for deck, total, base in _table("deck,T,base\n"):
        sides = tuple(f"{name}/0" for name in deck.split("|"))
        assert is_legal(CORE, sides)
        assert (deck_karma(CORE, sides), deck_base(CORE, sides)) == (int(total), int(base))


def test_the_list_of_rules_is_that_of_the_rules_page() -> None:
    if not DOCUMENT.exists():
        pytest.skip("the rules document is not beside this clone; the list stands for it")
    root = Path(__file__).parents[4]
    lines = (root / "docs" / "rules" / "no81_clauses.txt").read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line.startswith("N81")]
    text = DOCUMENT.read_text(encoding="utf-8")
    wanted = dict.fromkeys(re.findall(r"\*\*(N81-[\dS.]+\d)\b", text))
    assert listed == list(wanted)
