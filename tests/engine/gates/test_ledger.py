"""Gate 7: each numbered rule has a test that names it.

``docs/rules/<game>_clauses.txt`` lists the rules of each game, so that the gate runs on a fresh
clone; where the rules documents lie beside the repository, the list is checked against them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games.love_letter.cards import CARDS
from engine.registry import GAMES

ROOT = Path(__file__).parents[3]
LISTS = ROOT / "docs" / "rules"
RULES = ROOT.parent / "shared" / "rules"
MARK = re.compile(r"pytest\.mark\.rule\(([^)]*)\)")
NUMBERED = re.compile(r"^- (LL-\d+\.\d+)", re.MULTILINE)
BOLD = re.compile(r"\*\*(N81-(?:S\d\d|\d+(?:\.\d+)+))\b")
SCENARIO = re.compile(r"^\| (S\d\d) \|", re.MULTILINE)


def clauses(game: str) -> list[str]:
    """Return the rule ids of a game; a ``#`` begins a comment."""
    lines = (LISTS / f"{game}_clauses.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def named() -> set[str]:
    """Return every rule id that a test of the repository names."""
    found: set[str] = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for names in MARK.findall(path.read_text(encoding="utf-8")):
            found.update(re.findall(r'"([^"]+)"', names))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game: str) -> None:
    listed = clauses(game)
    assert len(listed) == len(set(listed)) > 0
    found = named()
    assert [c for c in listed if c not in found] == []


def test_every_rule_that_a_test_names_exists() -> None:
    games = [path.name.removesuffix("_clauses.txt") for path in LISTS.glob("*_clauses.txt")]
    known = {clause for game in games for clause in clauses(game)}
    assert sorted(named() - known) == []


def test_the_love_letter_list_is_that_of_the_rules_document() -> None:
    document = RULES / "love_letter.md"
    if not document.exists():
        pytest.skip("the rules document is not beside this clone; the list stands for it")
    text = document.read_text(encoding="utf-8")
    wanted = {*NUMBERED.findall(text), *SCENARIO.findall(text), "LL-8"}
    wanted |= {f"LL-5:{number}" for number in range(1, 9)} | {f"LL-6:{card}" for card in CARDS}
    assert set(clauses("love_letter")) == wanted


def test_the_no81_list_is_that_of_the_rules_document() -> None:
    document = RULES / "no81.md"
    if not document.exists():
        pytest.skip("the rules document is not beside this clone; the list stands for it")
    wanted = set(BOLD.findall(document.read_text(encoding="utf-8")))
    assert wanted == set(clauses("no81"))
    assert set(clauses("no81")) <= wanted


def test_the_card_table_is_that_of_the_rules_document() -> None:
    document = RULES / "love_letter.md"
    if not document.exists():
        pytest.skip("the rules document is not beside this clone")
    rows = re.findall(
        r"^\| (DR\d\d) \| (\d) \| (\w+) \|[^|]*\|[^|]*\| (\w+) \| (\w+) \|$",
        document.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    table = [
        (c.code, str(c.number), c.id, c.attribute.value, "extra" if c.extra else "yes")
        for c in CARDS.values()
    ]
    assert [tuple(row) for row in rows] == table
