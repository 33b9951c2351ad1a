"""A referee that reads only what everybody is told, and knows some rules by heart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.event import SPECTATOR
from engine.games.no81.cards import ATTACKS
from tests.engine.games.no81.test_properties import MODES, header, play


@dataclass(slots=True)
class Referee:
    """Follows one game by its public events."""

    circle: Sequence[int] = ()
    dead: set[int] = field(default_factory=set)
    broken: set[int] = field(default_factory=set)
    brined: set[int] = field(default_factory=set)
    free: set[int] = field(default_factory=set)
    caps: dict[int, int] = field(default_factory=dict)
    attacks: int = 0
    acting: int | None = None
    mode: str = ""

    def see(self, event: Mapping[str, Any]) -> None:
        """Judge one event."""
        handler = getattr(self, f"on_{event['kind']}", None)
        if handler is not None:
            handler(event)

    def on_game_started(self, event: Mapping[str, Any]) -> None:
        self.circle, self.mode = event["circle"], event["mode"]

    def on_characters(self, event: Mapping[str, Any]) -> None:
        self.caps |= {shown["seat"]: shown["cap"] for shown in event["shown"]}

    def on_flipped(self, event: Mapping[str, Any]) -> None:
        assert self.mode == "coldwarm"
        self.caps[event["seat"]] = event["shown"]["cap"]

    def on_turn(self, event: Mapping[str, Any]) -> None:
        """N81-5.1: the next living seat clockwise."""
        seat = event["seat"]
        assert seat not in self.dead
        if self.acting is not None:
            at = self.circle.index(self.acting)
            order = [*self.circle[at + 1 :], *self.circle[: at + 1]]
            assert seat == next(s for s in order if s not in self.dead)
        self.acting, self.attacks = seat, 0

    def on_status(self, event: Mapping[str, Any]) -> None:
        flags = {"broken": self.broken, "brined": self.brined, "free_attack": self.free}
        marked = flags.get(event["flag"])
        if marked is not None:
            (marked.add if event["value"] else marked.discard)(event["seat"])
            if event["flag"] == "free_attack" and not event["value"]:
                # It is spent at declaration, so the attack that comes now does not count.
                self.attacks -= 1

    def on_used(self, event: Mapping[str, Any]) -> None:
        """N81-5.6: one attack-class card a play phase; N81-6.2: nobody dead is chosen."""
        assert event["seat"] not in self.dead
        assert not self.dead & set(event["targets"])
        if event["face"] in ATTACKS and event["cards"] and event["targets"] != (event["seat"],):
            self.attacks += 1
            assert self.attacks <= 1
            assert event["seat"] == self.acting
            assert event["seat"] not in self.broken

    def on_skill(self, event: Mapping[str, Any]) -> None:
        """N81-10.2: skills are off while broken; N81-10.4: but for one."""
        assert event["seat"] not in self.broken or event["skill"] == "red_shift"
        assert event["seat"] not in self.dead

    def on_healed(self, event: Mapping[str, Any]) -> None:
        """N81-8.10, N81-9.17.3: nobody broken or brined; the cap rises from 0 alone."""
        seat = event["seat"]
        assert event["amount"] > 0
        assert seat not in self.broken | self.brined | self.dead
        assert event["cap"] == self.caps[seat] or self.caps[seat] == 0
        self.caps[seat] = event["cap"]

    def on_damaged(self, event: Mapping[str, Any]) -> None:
        """N81-8.4, N81-12.3: the cap falls in Cold/Warm mode by colourless damage alone."""
        seat = event["seat"]
        assert event["amount"] > 0
        assert seat not in self.dead
        falls = self.mode == "coldwarm" and event["attribute"] == "none"
        wanted = max(0, self.caps[seat] - event["amount"]) if falls else self.caps[seat]
        assert event["cap"] == wanted
        self.caps[seat] = event["cap"]

    def on_died(self, event: Mapping[str, Any]) -> None:
        assert event["seat"] not in self.dead
        self.dead.add(event["seat"])
        for marked in (self.broken, self.brined, self.free):
            marked.discard(event["seat"])


@pytest.mark.rule("N81-5.1", "N81-5.6", "N81-8.4", "N81-8.10", "N81-10.2", "N81-12.3")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", [2, 7])
@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_the_referee_finds_nothing(mode: str, seats: int, bot: str) -> None:
    driver = play(header(mode, seats, 7), bot=bot)
    referee = Referee()
    judged = 0
    for event in driver.events:
        seen = event.seen_by(SPECTATOR)
        assert seen is not None
        referee.see(seen)
        judged += 1
    assert judged == len(driver.events) > 100
