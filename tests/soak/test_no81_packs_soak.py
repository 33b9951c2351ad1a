"""Declared content at random: whatever a pack may say is played to an end and freezes nothing.

Each game has a pack of its own, of nine characters and eight limited cards whose timings, words,
ops, targets, costs and conditions are drawn. Figures go to the terminal.
"""

from __future__ import annotations

import os
import sys
from random import Random
from typing import Any

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status, replay
from engine.game import AskView, Game
from engine.games.no81.cards import CLASS, RANKS
from engine.games.no81.content import Pack
from engine.games.no81.core import CORE_PACK
from engine.games.no81.game import game_of
from engine.games.no81.glossary import Colour, Mode, Timing
from engine.games.no81.library import Library
from engine.games.no81.ops import OPS, WHO
from engine.games.no81.packs.faults import PackError
from engine.games.no81.packs.load import load_pack
from engine.games.no81.terms import AskKind
from engine.games.no81.zones import zones
from engine.journal import Header
from engine.request import Answer
from engine.view import Observer, ask_view
from tests.engine.games.no81.packing import toml

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]

GAMES = int(os.environ.get("UNDERTABLE_SOAK_PACKS", "200"))
_MOST = 8000
_WORDS = (
    "i_am_source", "i_am_target", "i_am_acting", "is_attack", "target_alive", "own_turn",
    "other_turn", "has_hand", "has_mind", "has_delayed_basic", "rank_le:7", "rank_ge:3",
)  # fmt: skip
_TARGETS = (
    "self", "other", "other_in_range", "other_distance_1", "any", "all", "all_others", "none",
)  # fmt: skip
_COSTS = (
    [{"op": "discard_mind"}], [{"op": "discard_mind", "n": 2}], [{"op": "discard_hand"}],
    [{"op": "discard_any"}],
)  # fmt: skip
_CONDITIONS: tuple[dict[str, Any], ...] = (
    {},
    {"series": ["fuzz"]},
    {"camp": ["cold"]},
    {"colour": "red"},
    {"min_karma": 0},
)
_WINDOWS = ("w_guard", "w_burst", "w_event", "w_dying")


def named(text: str) -> dict[str, str]:
    """Return a name in both languages."""
    return {"en": text, "zh": text}


def _op(random: Random) -> dict[str, Any]:
    op: dict[str, Any] = {
        "op": random.choice(list(OPS)), "who": random.choice(WHO), "n": random.randint(0, 4),
    }  # fmt: skip
    match str(op["op"]):
        case "damage":
            op["attribute"] = random.choice(["mine", "none"])
        case "modify":
            op["what"] = random.choice(["range", "attack_damage", "hand_limit"])
            op["until"] = "turn_end"
        case "as_card":
            op["id"] = random.choice(["off_guard", "energy_burst", "attack_plain", "pact", "haste"])
        case _:
            pass
    return op


def _ops(random: Random) -> list[dict[str, Any]]:
    return [_op(random) for _ in range(random.randint(1, 3))]


def _character(random: Random, number: int) -> dict[str, Any]:
    timing = random.choice([t for t in Timing if t is not Timing.GUARD_COST])
    skill = {
        "id": f"skill_{number}", "name": named("s"), "text": named("t"), "kind": "trigger",
        "per": random.choice(["none", "phase", "turn", "round", "game"]),
        "mandatory": random.random() < 0.3, "on": timing.value,
        "if": random.sample(_WORDS, random.randint(0, 1)), "do": _ops(random),
    }  # fmt: skip
    side = {
        "colour": random.choice(list(Colour)).value, "health": random.randint(3, 7),
        "skills": [skill["id"]],
    }  # fmt: skip
    return {
        "id": f"fuzzy_{number}", "name": named(f"c{number}"), "title": named(""), "series": "fuzz",
        "karma": random.randint(-2, 2), "version": [side], "skill": [skill],
    }  # fmt: skip


def _card(random: Random, number: int) -> dict[str, Any]:
    kind = random.choice(["instant_basic", "instant_event", "delayed_basic"])
    own = "zone_play" if kind == "delayed_basic" else "play"
    modes = []
    for when in random.sample((own, *_WINDOWS), random.randint(1, 3)):
        mode: dict[str, Any] = {"when": when, "do": _ops(random)}
        if when == own:
            mode["target"] = random.choice(_TARGETS)
        if random.random() < 0.4:
            mode["cost"] = random.choice(_COSTS)
        modes.append(mode)
    return {
        "id": f"lm_fuzz_{number}", "name": named("m"), "rank": random.choice(RANKS), "class": kind,
        "fallback": str(random.choice(list(CLASS))), "condition": random.choice(_CONDITIONS),
        "mode": modes,
    }  # fmt: skip


def drawn_pack(random: Random) -> Pack | None:
    """Return a pack, None if what was drawn is refused."""
    series = [{"id": "fuzz", "name": named("fuzz")}]
    tables: dict[str, dict[str, Any]] = {
        "pack.toml": {"id": "fuzz_pack", "version": "1", "api": 1, "series": series},
        **{f"characters/{n}.toml": _character(random, n) for n in range(9)},
        **{f"mind/{n}.toml": _card(random, n) for n in range(8)},
    }
    lines = {
        name: "\n".join(f"{key} = {toml(value)}" for key, value in table.items())
        for name, table in tables.items()
    }
    try:
        return load_pack({name: text.encode() for name, text in lines.items()})
    except PackError:
        return None


def _answer(game: Game, bot: Any, view: dict[str, Any], ask: AskView, dice: Dice) -> Answer:
    """Let bots answer, but have what is drawn in play wherever that can be chosen."""
    if ask.kind == AskKind.CHARACTER:
        return (next((o for o in ask.options if o.startswith("fuzzy_")), ask.options[0]),)
    if ask.kind == AskKind.MIND_DECK:
        found: dict[str, str] = {}
        for option in sorted(ask.options, key=lambda o: "lm_fuzz" not in o):
            found.setdefault(option.partition("-")[0], option)
        return tuple(found.values())
    answer: Answer = bot.choose(view, ask, dice)
    return answer


def played(game: Game, seed: int) -> Driver:
    """Play one game with bots; every card stays where it can only be once."""
    seats = 2 + seed % 5
    options = game.configure(
        seats, {"mode": tuple(Mode)[seed % len(Mode)].value, "round_limit": "8"}
    )
    header = Header(
        game=game.id, rules_version=game.rules_version, seats=seats, options=options,
        seed=seed.to_bytes(32, "big"),
    )  # fmt: skip
    driver, dice = Driver(game, header), Dice(b"%d" % seed)
    driver.start()
    kinds = [("random", "random", "heuristic")[(seat + seed) % 3] for seat in range(seats)]
    bots = [(game.bots[kind](), Observer(driver, seat)) for seat, kind in enumerate(kinds)]
    for _ in range(_MOST):
        if driver.status is not Status.RUNNING:
            break
        seat = next(s for s, p in sorted(driver.pending.items()) if p.answer is None)
        bot, watcher = bots[seat]
        watcher.update()
        ask = ask_view(driver, seat)
        assert ask is not None
        driver.answer(seat, ask.id, _answer(game, bot, watcher.fold.plain(), ask, dice))
        cards = [card for zone in zones(driver.state).values() for card in zone]
        assert len(cards) == len(set(cards)), seed
    return driver


@pytest.mark.rule("N81-19.3", "N81-19.4", "N81-19.6")
def test_whatever_a_pack_declares_is_played_to_an_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = refused = decisions = skills = 0
    seed = 0
    while done < GAMES:
        seed += 1
        pack = drawn_pack(Random(seed))
        if pack is None:
            refused += 1
            continue
        game = game_of(Library((CORE_PACK, pack)))
        driver = played(game, seed)
        assert driver.status is Status.OVER, (seed, driver.status, driver.fault)
        if done % 5 == 0:
            assert replay(game, driver.journal).events == driver.events, seed
        done += 1
        decisions += len(driver.journal.entries)
        skills += sum(
            event.kind == "skill" and str(event.public["skill"]).startswith("skill_")
            for event in driver.events
        )
    with capsys.disabled():
        sys.stdout.write(
            f"\npacks: {done} games, {decisions} entries, {skills} declared skills used, "
            f"{refused} packs refused\n"
        )
    assert skills > done
