"""Content packs: read, refused with their place, declared skills and cards played (N81-19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.no81.core import CORE
from engine.games.no81.core.skills import SKILLS
from engine.games.no81.glossary import CardClass, Colour, Timing
from engine.games.no81.packs.words import Words
from tests.engine.games.no81.packing import BUOY_FILE, PILOT_FILE, files, joined
from tests.engine.games.no81.position import P1, P2, P3, Position, Table


@pytest.mark.rule("N81-19.1", "N81-19.2", "N81-19.3")
def test_a_pack_becomes_content() -> None:
    content = joined()
    pilot = content.characters["pilot"]
    assert (pilot.key, pilot.karma, pilot.series) == (("领航", ""), -2, "port")
    assert [v.colour for v in pilot.versions] == [Colour.BLUE, Colour.RED]
    buoy = content.limited["lm_buoy"]
    assert (buoy.rank, buoy.kind) == ("5", CardClass.INSTANT_EVENT)
    assert "lm_buoy" in content.mind_faces("5")


@pytest.mark.rule("N81-19.2")
def test_a_text_in_simplified_chinese_may_differ_and_need_not_be_there() -> None:
    plain = joined().texts["pilot"].name
    assert [plain.within(one) for one in ("en", "zh_Hant", "zh_Hans", "fr")] == [
        "Pilot", "领航", "领航", "Pilot",
    ]  # fmt: skip
    own = Words(en="Pilot", zh="領航", zh_hans="领航")
    assert [own.within(one) for one in ("zh_Hant", "zh_Hans")] == ["領航", "领航"]
    assert own == Words(en="Pilot", zh="領航"), "packs that name a series alike agree"


@pytest.mark.rule("N81-19.6", "N81-19.7")
def test_a_declared_skill_acts_once_a_turn_and_not_while_broken() -> None:
    spot = Position(
        content=joined(),
        seats=2,
        who={P1: "pilot"},
        hands={P1: "attack_plain", P2: "H7a H8a"},
        zones={P1: "punch"},
    )
    t = Table(spot)
    t.use("attack_plain", 1, (P1, "w_trigger", "sure_hand"), (P2, "pay", "H7a"))
    assert len(t.state.players[P1].hand) == 2
    assert t.state.players[P2].hand == ["H8a"]
    t.detach("punch")
    assert t.state.players[P2].hand == ["H8a"]
    spot.decks = {P1: ""}
    broken = Table(spot)
    broken.detach("punch")
    assert broken.told("skill") == []


@pytest.mark.rule("N81-19.3")
def test_a_declared_card_is_played_paid_and_falls_back() -> None:
    card = "M0-5-lm_buoy"
    spot = Position(
        content=joined(), seats=5, who={P1: "pilot"}, hands={P1: f"{card} attack_plain"},
        decks={P1: "3:attack_warm 4:attack_warm"},
    )  # fmt: skip
    t = Table(spot)
    t.do(f"use:{card}:1", (P1, "target", P3))
    assert t.hp(P3) == (5, 5)
    assert t.deck(P1) == ["4-attack_warm", "3-attack_warm"]
    assert t.spent(P1) == ["5-lm_buoy"]
    assert t.view(P2)["seats"][P1]["range"] == 2
    assert "2" in t.targets(f"use:{t.card(P1, 'attack_plain')}:1")
    spot.who = {}
    spot.spent = {P1: "7:evade"}
    u = Table(spot)
    u.do(f"use:{card}:1")
    assert u.told("used")[0]["face"] == "mind_restore"


@pytest.mark.rule("N81-19.4", "N81-19.6")
@pytest.mark.parametrize(
    "on",
    ["turn_end", "phase_end", "after_draw", "after_damage", "after_heal", "use_declared",
     "use_finished", "death", "mind_discarded", "before_heal"],
)  # fmt: skip
def test_a_declared_skill_is_offered_at_its_timing(on: str) -> None:
    tables = files()
    skill = tables[PILOT_FILE]["skill"][0]
    skill |= {"on": on, "if": [], "per": "game", "do": [{"op": "heal", "n": 1}]}
    content = joined(tables)
    t = Table(
        Position(
            content=content,
            seats=4,
            who={P1: "pilot"},
            hands={P1: "amplify attack_plain attack_cold mana_spring"},
            warm={P1: 2},
            caps={P2: 1},
        )
    )
    t.use("amplify", 1).use("attack_cold", 1).use("mana_spring", 2)
    t.use("attack_plain", 1, (P1, "target", P2)).do("pass")
    offered = [e for e in t.driver.journal.entries if e.answer == ("pass",) and e.seat == P1]
    assert len(offered) >= 2


@pytest.mark.rule("N81-19.3")
@pytest.mark.parametrize(
    ("op", "who", "check"),
    [
        ({"op": "heal", "n": 2}, "me", lambda t: t.counters(P1) == (0, 1, 0)),
        ({"op": "damage", "n": 1}, "target", lambda t: t.counters(P2) == (1, 0, 0)),
        ({"op": "discard_hand", "n": 1}, "target", lambda t: t.state.players[P2].hand == ["H8a"]),
        ({"op": "discard_mind", "n": 2}, "target", lambda t: len(t.spent(P2)) == 2),
        ({"op": "discard_any", "n": 1}, "target", lambda t: "guard" in t.discarded()),
        ({"op": "take_random", "n": 1}, "target", lambda t: t.hand(P1) == ["guard"]),
        ({"op": "look_hand"}, "target", lambda t: t.view(P1)["seats"][P2]["notes"]),
        ({"op": "look_mind", "n": 1}, "target", lambda t: t.view(P1)["seats"][P2]["deck"][0]),
        ({"op": "look_pile", "n": 2}, "me", lambda t: t.told("looked")[0]["count"] == 2),
        ({"op": "hand_to_bottom", "n": 1}, "target", lambda t: t.state.players[P2].deck[3:]),
        ({"op": "as_card", "id": "life_spring"}, "me", lambda t: t.counters(P1) == (0, 2, 0)),
    ],
)
def test_each_op_does_what_its_word_says(
    op: dict[str, Any], who: str, check: Callable[[Table], object]
) -> None:
    tables = files()
    tables[BUOY_FILE]["mode"][0] |= {"do": [{**op, "who": who}]}
    content = joined(tables)
    card = "M0-5-lm_buoy"
    t = Table(
        Position(content=content, who={P1: "pilot"}, hands={P1: card, P2: "H7a H8a"}, warm={P1: 3})
    )
    t.do(f"use:{card}:1")
    assert check(t)


@pytest.mark.rule("N81-19.4", "N81-19.7")
def test_the_built_in_skills_are_all_in_use_and_listen_to_known_timings() -> None:
    used = {s for c in CORE.characters.values() for v in c.versions for s in v.skills}
    assert used == {skill.id for skill in SKILLS} == set(CORE.skills)
    assert all(skill.timings <= set(Timing) for skill in SKILLS)


@pytest.mark.rule("N81-19.4", "N81-8.6")
def test_a_declared_skill_may_answer_a_dying() -> None:
    tables = files()
    skill = tables[PILOT_FILE]["skill"][0]
    skill |= {"on": "w_dying", "if": [], "per": "game", "do": [{"op": "heal", "who": "target"}]}
    content = joined(tables)
    t = Table(
        Position(
            content=content,
            seats=3,
            who={P3: "pilot"},
            hands={P1: "attack_cold attack_cold"},
            cold={P2: 5},
        )
    )
    t.use("attack_cold", 2, (P3, "w_dying", "skill:sure_hand"))
    assert t.alive(P2)
    assert t.hp(P2) == (6, 1)


@pytest.mark.rule("N81-15.7")
def test_triggers_nest_fifty_deep_and_no_deeper() -> None:
    tables = files()
    skill = tables[PILOT_FILE]["skill"][0]
    skill |= {"on": "after_draw", "if": [], "per": "none", "mandatory": True}
    skill["do"] = [{"op": "draw", "n": 1}]
    content = joined(tables)
    t = Table(Position(content=content, who={P1: "pilot"}, hands={P1: "mana_spring"}))
    t.use("mana_spring", 2)
    assert len(t.state.players[P1].hand) == 2 + 50
    assert t.state.depth == 0


@pytest.mark.rule("N81-6.1", "N81-6.2", "N81-19.4")
def test_a_card_that_a_skill_takes_away_while_its_cost_is_paid_is_not_used() -> None:
    tables = files()
    skill = tables[PILOT_FILE]["skill"][0]
    skill |= {"on": "mind_discarded", "if": [], "per": "none", "mandatory": True}
    skill["do"] = [{"op": "discard_hand", "n": 1}]
    t = Table(Position(content=joined(tables), who={P1: "pilot"}, hands={P1: "amplify"}))
    t.use("amplify", 1)
    assert t.view(P1)["seats"][P1]["flags"]["amplify"] == 0
    assert t.discarded() == ["amplify"]
    assert len(t.spent(P1)) == 1  # the cost stays paid
    t.stop()
    assert t.asked == (P2, "play")
