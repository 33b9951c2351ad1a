"""People at a table of No.81: on the full screen with keys, and in plain lines with numbers.

They think with the heuristic bot over what their own seat was told, and carry its choice out with
the keys or numbers that their own terminal offers.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol, cast

from engine.chance import Dice
from engine.game import AskView
from engine.games.no81.terms import AskKind
from engine.registry import game
from server.api import AskFrame, TableFrame
from tests.e2e.diary_players import Album
from tests.e2e.harness import Pane, until
from tests.e2e.no81_truth import Duel, Watch, read_duel
from tests.e2e.players import Person
from tui.games.no81.options import choices_of

__all__ = ["Duelist", "Liner", "Onlooker", "Player", "look", "play_on"]

_BUILT: Final = frozenset({AskKind.MIND_DECK, AskKind.KARMA_DECK})
"""Decks, which are filled in when they are asked for."""


class Player(Protocol):
    """Somebody at the table, whatever the terminal."""

    persona: str
    watch: Watch

    @property
    def pane(self) -> Pane:
        """The terminal."""

    @property
    def screen(self) -> str:
        """What the terminal shows, or has printed."""

    def asked(self) -> bool:
        """Tell whether the terminal puts a question to its player."""

    def answer(self, duel: Duel, ask: AskView) -> None:
        """Answer ``ask`` with the terminal's own means."""

    def sees_the_end(self) -> bool:
        """Tell whether the terminal says that the game is over."""


def _thought(duel: Duel, seat: int, ask: AskView, dice: Dice) -> tuple[str, ...]:
    """Return what the heuristic bot would answer in this seat."""
    bot = game("no81").bots["heuristic"]()
    return tuple(bot.choose(duel.view(seat), ask, dice))


@dataclass(slots=True, kw_only=True)
class Duelist:
    """A player on the full screen."""

    person: Person
    persona: str
    watch: Watch
    dice: Dice

    @property
    def pane(self) -> Pane:
        """The terminal."""
        return self.person.pane

    @property
    def screen(self) -> str:
        """What the terminal shows."""
        return self.pane.text

    def asked(self) -> bool:
        """Tell whether the status row says so."""
        return self.person.asked("\n".join(self.screen.splitlines()[:2]))

    def sees_the_end(self) -> bool:
        """Tell whether the results are shown."""
        return self.person.over(self.screen)

    def answer(self, duel: Duel, ask: AskView) -> None:
        """Walk to the choice with the arrows, so that keys and highlights are used as shown."""
        if ask.kind == AskKind.CHARACTER:
            self.pane.send("Down", "Enter")
        elif ask.kind in _BUILT or ask.kind == AskKind.KARMA_START:
            self.pane.send("Enter", "Enter")
        else:
            answer = _thought(duel, self.watch.seat, ask, self.dice)
            self.pane.send(*self._keys(ask, answer))

    def _keys(self, ask: AskView, answer: Sequence[str]) -> list[str]:
        """Return the keys that give ``answer``."""
        at, keys = -1, []
        for option in answer:
            step = ask.options.index(option) - at
            keys += ["Right" if step > 0 else "Left"] * abs(step)
            at += step
            if (ask.least, ask.most) != (1, 1):
                keys.append("Space")
        twice = (ask.least, ask.most) != (1, 1)
        return [*keys, "Enter", *(["Enter"] if twice else [])]


@dataclass(slots=True, kw_only=True)
class Onlooker:
    """Somebody who watches from no seat, and is told what everybody is."""

    person: Person
    persona: str
    watch: Watch

    @property
    def pane(self) -> Pane:
        """The terminal."""
        return self.person.pane

    @property
    def screen(self) -> str:
        """What the terminal shows."""
        return self.pane.text

    def asked(self) -> bool:
        """Nobody asks an onlooker."""
        return False

    def answer(self, duel: Duel, ask: AskView) -> None:
        """Nobody is answered by an onlooker."""
        raise AssertionError(f"an onlooker was asked {ask.kind} at {duel.decisions}")

    def sees_the_end(self) -> bool:
        """Tell whether the results are shown."""
        return self.person.over(self.screen)


@dataclass(slots=True, kw_only=True)
class Liner:
    """A player in plain lines."""

    pane: Pane
    persona: str
    watch: Watch
    dice: Dice
    _asked_at: int = field(default=0)

    @property
    def screen(self) -> str:
        """All that was printed."""
        return self.pane.history

    def type(self, line: str) -> None:
        """Type a line."""
        self.pane.type(line)
        self.pane.send("Enter")

    def asked(self) -> bool:
        """Tell whether a question has come since the last answer."""
        return len(re.findall(r"^Your turn\. ", self.screen, re.MULTILINE)) > self._asked_at

    def sees_the_end(self) -> bool:
        """Tell whether the end was told."""
        return "GAME OVER" in self.screen

    def answer(self, duel: Duel, ask: AskView) -> None:
        """Type the numbers of the choices."""
        self._asked_at = len(re.findall(r"^Your turn\. ", self.screen, re.MULTILINE))
        if ask.kind in _BUILT:
            self.type("done")
            return
        answer = _thought(duel, self.watch.seat, ask, self.dice)
        numbers = self._numbers(duel, ask)
        self.type(" ".join(numbers[option] for option in answer) if answer else "none")

    def _numbers(self, duel: Duel, ask: AskView) -> Mapping[str, str]:
        """Return what is typed for each option: its own digit where all have one, else 1, 2, 3."""
        frame = cast("TableFrame", {"view": duel.view(self.watch.seat)})
        plain: Any = {"kind": ask.kind, "options": list(ask.options), "context": ask.context}
        choices = choices_of(frame, cast("AskFrame", plain), self.watch.names)
        if all(choice.key.isdigit() for choice in choices):
            return {choice.option: choice.key for choice in choices}
        return {choice.option: str(n) for n, choice in enumerate(choices, start=1)}


def look(players: Sequence[Player], data: Path, album: Album, title: str) -> int:
    """Keep what the terminals show, and hold it against the truth; return how many were."""
    screens = {player.persona: player.screen for player in players}
    # Read after the screens were taken: what a player is told meanwhile is no leak.
    duel = read_duel(data)
    album.add(title, screens)
    for player in players:
        leaked = player.watch.leaked(screens[player.persona], duel)
        assert not leaked, f"{player.persona}: {leaked}"
    return len(screens)


def play_on(
    players: Sequence[Player],
    data: Path,
    album: Album,
    *,
    turns: int = 0,
    patience: float = 200.0,
) -> int:
    """Play until the game is over, or so many turns have begun; return how many screens were held.

    Whoever is asked answers as soon as the own terminal says so; at every such moment all
    terminals are kept, and held against what their seats were told.
    """
    checked, end = 0, time.monotonic() + patience
    while time.monotonic() < end:
        duel = read_duel(data)
        if duel.over:
            until(lambda: all(p.sees_the_end() for p in players), what="all see the end")
            return checked + look(players, data, album, "end")
        if turns and duel.state.turn >= turns:
            return checked
        acted = False
        for player in players:
            ask = duel.ask(player.watch.seat) if player.watch.seat >= 0 else None
            if ask is None or not player.asked():
                continue
            checked += look(players, data, album, f"{duel.decisions:03}-{ask.kind}")
            before = duel.decisions
            player.answer(duel, ask)
            until(
                lambda n=before: read_duel(data).decisions > n,  # type: ignore[misc]
                what=f"{player.persona}'s answer to {ask.kind} is taken",
            )
            acted = True
            break
        if not acted:
            time.sleep(0.1)
    raise AssertionError("not over in time")
