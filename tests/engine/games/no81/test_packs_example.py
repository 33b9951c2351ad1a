"""The example pack, played by the real rules; its own test stands beside its plug-in."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games.no81.content import Content, assemble
from engine.games.no81.core import CORE_PACK
from engine.games.no81.packs.faults import Faults
from engine.games.no81.packs.load import is_part, load_pack
from engine.games.no81.packs.modules import classes_of
from tests.engine.games.no81.position import P1, P2, P3, PLAIN_PACK, Position, Table

EXAMPLE = Path(__file__).parents[4] / "docs" / "examples" / "pack"


@pytest.fixture(scope="module")
def content() -> Content:
    """Return the built-in content with the example."""
    names = [path.relative_to(EXAMPLE).as_posix() for path in sorted(EXAMPLE.rglob("*.*"))]
    pack = load_pack({name: (EXAMPLE / name).read_bytes() for name in names if is_part(name)})
    return assemble((CORE_PACK, PLAIN_PACK, pack))


def test_its_own_test_passes_and_shows_how_one_is_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE)],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_the_program_that_the_manual_shows_can_be_loaded() -> None:
    manual = (EXAMPLE.parents[1] / "packs.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", manual, re.DOTALL)
    faults = Faults()
    assert list(classes_of("manual", code, faults)) == ["Hide"]
    assert not faults.found


@pytest.mark.rule("N81-19.5", "N81-19.7")
@pytest.mark.parametrize(("top", "hands"), [("8:evade", [1, 0, 1]), ("7:evade", [0, 0, 0])])
def test_beacon_lets_two_draw_or_heals(top: str, hands: list[int], content: Content) -> None:
    spot = Position(
        content=content, seats=3, who={P1: "tern"}, decks={P1: f"{top} K:punch"}, warm={P1: 2}
    )
    t = Table(spot)
    t.do("skill:beacon", (P1, "target", P3))
    assert [len(t.state.players[s].hand) for s in (P1, P2, P3)] == hands
    assert t.counters(P1)[1] == (2 if sum(hands) else 1)
    assert "skill:beacon" not in t.options()
    assert t.told("skill")[0]["targets"] == (P3,)


@pytest.mark.rule("N81-10.2", "N81-19.7")
def test_beacon_is_off_while_its_owner_is_mind_broken(content: Content) -> None:
    t = Table(Position(content=content, who={P1: "tern"}, decks={P1: ""}))
    assert "skill:beacon" not in t.options()


@pytest.mark.rule("N81-19.6")
@pytest.mark.parametrize(("zone", "drawn"), [("haste", 1), ("", 0)])
def test_trim_wick_draws_with_a_delayed_basic(zone: str, drawn: int, content: Content) -> None:
    t = Table(Position(content=content, who={P1: "lamp_keeper"}, zones={P1: zone}))
    t.do("pass", *([(P1, "w_trigger", "trim_wick")] if zone else []))
    assert len(t.state.players[P1].hand) == drawn


@pytest.mark.rule("N81-19.3", "N81-4.11")
@pytest.mark.parametrize("who", ["tern", "plain_cold"])
def test_foghorn_is_itself_on_the_headland_and_an_evade_elsewhere(
    who: str, content: Content
) -> None:
    card = "M0-8-lm_foghorn"
    hands = {P1: f"{card} H7a", P2: "S7a S8a"}
    t = Table(Position(content=content, who={P1: who}, hands=hands))
    if who == "plain_cold":
        assert f"place:{card}" in t.options()
        return
    t.do(f"use:{card}:1", (P2, "pay", "S8a"))
    assert t.state.players[P2].hand == ["S7a"]
    assert len(t.state.players[P1].hand) == 1
    assert t.spent(P1) == ["8-lm_foghorn"]
