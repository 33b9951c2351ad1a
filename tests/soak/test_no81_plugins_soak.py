"""Plug-ins at random: whatever one does with the interface, its game ends and replays the same.

The skills and cards of each game's pack draw what they do from the game's own chance: every call
and every prompt of ``engine.games.no81.api``, at timings that are drawn too; some of it raises.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.driver import Status, replay
from engine.games.no81.cards import RANKS
from engine.games.no81.content import Pack
from engine.games.no81.core import CORE_PACK
from engine.games.no81.game import game_of
from engine.games.no81.glossary import Timing
from engine.games.no81.library import Library
from engine.games.no81.packs.load import load_pack
from engine.games.no81.packs.performing import Failure
from tests.engine.games.no81.packing import toml
from tests.soak.test_no81_packs_soak import named, played

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]

GAMES = int(os.environ.get("UNDERTABLE_SOAK_PLUGINS", "100"))
_KINDS = (("trigger", "wild:Trigger"), ("active", "wild:Active"), ("offer", "wild:Offer"))
_WHEN = ("play", "w_guard", "w_event", "w_dying", "zone_play", "w_burst")

WILD = """
from no81.api import Skill, ask, Option

FACES = (
    "life_spring", "attack_plain", "energy_burst", "pact", "off_guard", "amplify", "mind_restore",
)

def acts(self, g, who):
    for _ in range(g.rng.choice((1, 2, 3))):
        what = g.rng.choice(tuple(range(22)))
        seats = g.seats()
        seat = g.rng.choice(seats)
        n = g.rng.choice((0, 1, 2, 3))
        if what == 0: g.draw(seat, n)
        elif what == 1: g.heal(seat, n)
        elif what == 2: g.damage(seat, n, g.rng.choice(("mine", "none")))
        elif what == 3: g.discard_hand(seat, n)
        elif what == 4:
            card = g.discard_mind(seat)
            if card and g.rank(card) > 6:
                g.heal(self.seat)
        elif what == 5: g.discard_any(seat, n)
        elif what == 6: g.take_random(seat, n)
        elif what == 7: g.spent_to_bottom(seat, n)
        elif what == 8: g.hand_to_bottom(seat, n)
        elif what == 9: g.modify(g.rng.choice(("range", "attack_damage", "hand_limit")), n, seat)
        elif what == 10:
            g.as_card(g.rng.choice(FACES), seat)
        elif what == 11:
            cards = g.look_mind(seat, n)
            if cards:
                g.reveal([g.rng.choice(cards)], to=[seat])
                if len(cards) > 1:
                    yield ask(self.seat, "order_cards", cards)
        elif what == 12:
            cards = g.look_pile(n)
            if cards: yield ask(self.seat, "choose_card", cards)
        elif what == 13:
            cards = g.look_hand(seat)
            if cards:
                yield ask(self.seat, "choose_cards", cards, least=0, most=2)
                g.reveal(cards[:1])
        elif what == 14: yield ask(seat, "choose_seat", seats)
        elif what == 15:
            a = yield ask(seat, "choose_option", [Option("a", "A", "甲"), "b"], optional=False)
            if a == "a": g.draw(seat)
        elif what == 16:
            two = [s for s in seats if g.hand_count(s)][:2]
            if len(two) == 2: yield ask(two, "simultaneous")
        elif what == 17: self.data["n"] = self.data.get("n", 0) + 1
        elif what == 18:
            self.data["seen"] = [g.camp(seat), g.cap(seat), g.rel_hp(seat), *g.zone(seat)]
        elif what == 19:
            for s in g.rng.shuffled(seats): g.draw(s)
        elif what == 20:
            hand = g.look_hand()
            if hand: yield ask(self.seat, "choose_card", hand, optional=False)
        else:
            if g.rng.choice((1, 2, 3, 4)) == 1: 1 / 0

class Trigger(Skill):
    timings = TIMINGS
    def run(self, g, ev):
        yield from acts(self, g, ev.who)
        if ev.timing == "w_guard": ev.guarded = True
        elif ev.timing == "w_event": g.cancel()
        elif ev.timing in ("draw_count", "before_heal"): ev.n += 1
        elif ev.timing in ("w_dmg_src", "w_dmg_tgt"): ev.damage.amount += g.rng.choice((0, 1))
        elif ev.timing == "mind_discarded": ev.destination = "under"
        elif ev.timing == "phase_start" and ev.phase == "discard": ev.skip = True
    def query(self, g, name, value, **about):
        if name in ("attack_range", "hand_limit", "attack_limit"): return value + 1
        if name == "view_as" and about["face"] == "evade": return value + ("guard",)
        if name == "can_heal": return value and g.turn_no % 3 > 0
        if name == "legal_target": return value and g.turn_no % 4 > 0
        if name == "protected_cards": return value + g.zone(self.seat)[:1]
        return value

class Active(Skill):
    def choices(self, g): return g.seats()
    def activate(self, g, choice): yield from acts(self, g, choice)

class Offer(Skill):
    def activate(self, g, choice): yield from acts(self, g, choice)

class Card(Skill):
    def run(self, g, ev): yield from acts(self, g, ev.target)
"""


def wild_pack(random: Random, failures: Counter[str]) -> Pack:
    """Return a pack of nine characters and six cards, all of them programs."""
    timings = [t.value for t in Timing if t is not Timing.GUARD_COST]
    code = WILD.replace("TIMINGS", repr(tuple(random.sample(timings, 3))))
    series = [{"id": "fuzz", "name": named("fuzz")}]
    tables: dict[str, dict[str, Any]] = {
        "pack.toml": {"id": "wild_pack", "version": "1", "api": 1, "series": series},
        **{f"characters/{n}.toml": _character(random, n) for n in range(9)},
        **{f"mind/{n}.toml": _card(random, n, when) for n, when in enumerate(_WHEN)},
    }
    sources = {
        name: "\n".join(f"{key} = {toml(value)}" for key, value in table.items()).encode()
        for name, table in tables.items()
    }

    def report(failure: Failure) -> None:
        failures[failure.error] += 1

    return load_pack({**sources, "skills/wild.py": code.encode()}, report=report)


def _character(random: Random, number: int) -> dict[str, Any]:
    kind, plugin = _KINDS[number % len(_KINDS)]
    skill = {
        "id": f"skill_{number}", "name": named("s"), "text": named("t"), "kind": kind,
        "per": random.choice(["turn", "phase", "round"]), "plugin": plugin,
        "mandatory": kind == "trigger" and random.random() < 0.3,
    }  # fmt: skip
    side = {
        "colour": random.choice(["blue", "red", "black"]), "health": random.randint(4, 8),
        "skills": [skill["id"]],
    }  # fmt: skip
    return {
        "id": f"fuzzy_{number}", "name": named(f"c{number}"), "title": named(""), "series": "fuzz",
        "karma": random.randint(-2, 2), "version": [side], "skill": [skill],
    }  # fmt: skip


def _card(random: Random, number: int, when: str) -> dict[str, Any]:
    target = random.choice(["self", "other", "any", "all_others"])
    return {
        "id": f"lm_fuzz_{number}", "name": named("m"), "rank": random.choice(RANKS),
        "class": "delayed_basic" if when == "zone_play" else "instant_event", "fallback": "guard",
        "mode": [{"when": when, "target": target, "plugin": "wild:Card"}],
    }  # fmt: skip


@pytest.mark.rule("N81-19.4", "N81-19.5", "N81-15.9")
def test_whatever_a_plug_in_does_its_game_ends_and_replays_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    failures: Counter[str] = Counter()
    used = 0
    for seed in range(GAMES):
        game = game_of(Library((CORE_PACK, wild_pack(Random(seed), failures))))
        driver = played(game, seed)
        assert driver.status is Status.OVER, (seed, driver.status, driver.fault)
        assert replay(game, driver.journal).events == driver.events, seed
        used += sum(
            event.kind == "skill" and str(event.public["skill"]).startswith("skill_")
            for event in driver.events
        )
    with capsys.disabled():
        sys.stdout.write(f"\nplug-ins: {GAMES} games, {used} skills used, {dict(failures)}\n")
    assert used > GAMES
    assert set(failures) <= {"ZeroDivisionError"}
