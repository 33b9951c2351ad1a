"""People at a table of Future Diary: on the full screen with random keys, and in plain lines.

They know what their own terminal shows, and nothing else; the one in plain lines thinks with the
heuristic bot over what its seat was told.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

from engine.chance import Dice
from engine.games.future_diary.terms import Verb
from engine.registry import game
from engine.view import ask_view
from tests.e2e.diary_truth import Diaries, Watch, read_diaries
from tests.e2e.harness import Pane, until
from tests.e2e.players import Person
from tui.i18n import _
from tui.texts import future_diary as fd

__all__ = ["Album", "Diarist", "Liner", "Player", "Shown", "play_on"]

_SPLIT = 75
"""Column from which the log stands on a screen of 120 columns."""
_KEY = re.compile(r"(?:(?<=\s)|(?<=>))([1-9abefijmxy]) (?=\S)")
"""The keys of a field's values in the private pane."""
_FORM = "'form' shows what you may do."
_LACKING = "Still missing: {field}."
_UNSAID = "Your prediction is not said yet: Enter says it. {key} again: ready without."
_NEVER = 10_000


class Shown(Protocol):
    """Somebody whose terminal can be looked at."""

    persona: str

    @property
    def screen(self) -> str:
        """What the terminal shows, or has printed."""


class Player(Shown, Protocol):
    """Somebody at the table, whatever the terminal."""

    watch: Watch

    @property
    def pane(self) -> Pane:
        """The terminal."""

    def sees(self, act: int, step: str) -> bool:
        """Tell whether the terminal has come to this step."""

    def sees_the_end(self) -> bool:
        """Tell whether the terminal says that the game is over."""

    def play(self, diaries: Diaries) -> None:
        """Do something in this step, and be ready."""


@dataclass(slots=True, kw_only=True)
class Diarist:
    """A player on the full screen, who fills in what the keys of the form offer."""

    person: Person
    persona: str
    watch: Watch
    dice: random.Random

    @property
    def pane(self) -> Pane:
        """The terminal."""
        return self.person.pane

    @property
    def screen(self) -> str:
        """What the terminal shows."""
        return self.pane.text

    def sees(self, act: int, step: str) -> bool:
        """Tell whether act and step stand at the top."""
        with self.person.speaking():
            top = self.pane.text.splitlines()[:2]
            label = re.escape(_("act {act}/{acts}", act=act, acts=_NEVER).split("/")[0])
            return (
                len(top) == 2
                and re.search(rf"{label}\b", top[0]) is not None
                # A sign comes first where something is asked of this player.
                and re.match(rf"\W*{re.escape(fd.step_name(step))}", top[1]) is not None
            )

    def sees_the_end(self) -> bool:
        """Tell whether the results are shown."""
        return self.person.over(self.pane.text)

    def own_row(self) -> str:
        """Return the row that says who the player is and whether it is ready."""
        label = self.person.says("only you")
        rows = [row for row in self.pane.text.splitlines() if row.strip().startswith(label)]
        return rows[0] if rows else ""

    def is_ready(self) -> bool:
        """Tell whether the screen says so."""
        return f" {self.person.says('READY')}" in self.own_row()

    def play(self, diaries: Diaries) -> None:
        """Fill in some fields, then be ready; what is still missing is asked for by the form."""
        del diaries
        if self.is_ready():
            return
        for _field in range(self.dice.randint(0, 3)):
            self._choose()
            self.pane.send("Right")
        step = self._step()
        for _try in range(8):
            self.pane.send("r")
            # A second r would take it back, so that nothing may be pressed before an answer.
            until(lambda: self._answered(step), what="ready, or what is missing")
            if self._hinted(_UNSAID):
                self.pane.send("r")
                until(lambda: not self._hinted(_UNSAID), what="ready all the same")
                return
            if self.is_ready() or self._step() != step:
                return
            self._choose()
            until(lambda: not self._answered(step), what="the hint has gone")
        raise AssertionError(f"never ready: {self.screen}")

    def _step(self) -> str:
        """Return what the screen calls the step; whoever is ready last sees the next one."""
        return "".join(self.screen.splitlines()[1:2])[:12]

    def _answered(self, step: str) -> bool:
        """Tell whether the screen says that the player is ready, or why not, or has gone on."""
        hinted = self._hinted(_LACKING) or self._hinted(_UNSAID)
        return hinted or self.is_ready() or self._step() != step

    def _hinted(self, message: str) -> bool:
        """Tell whether the screen shows a hint, as far as it is the same whatever it names."""
        return self.person.says(message).partition("{")[0] in self.screen

    def _choose(self) -> None:
        """Press the key of one of the values that are offered."""
        keys = _KEY.findall(self._options())
        if keys:
            self.pane.send(self.dice.choice(keys))
            time.sleep(0.1)

    def _options(self) -> str:
        """Return the two rows above the pages of the private pane."""
        tabs = f" d {self.person.says('diary')}"
        rows = self.pane.text.splitlines()
        at = next((n for n, row in enumerate(rows) if row.startswith(tabs)), 0)
        return "\n".join(" " + row[:_SPLIT] for row in rows[max(0, at - 2) : at])


@dataclass(slots=True, kw_only=True)
class Liner:
    """A player in plain lines who knows what its seat was told, and thinks like a bot."""

    pane: Pane
    persona: str
    watch: Watch
    _dice: Dice = field(default_factory=lambda: Dice(b"in plain lines"))

    @property
    def screen(self) -> str:
        """All that was printed."""
        return self.pane.history

    def type(self, line: str) -> None:
        """Type a line."""
        self.pane.type(line)
        self.pane.send("Enter")

    def sees(self, act: int, step: str) -> bool:
        """Tell whether this step was the last to be told."""
        text = self.pane.history
        acts = re.findall(r"^(?:Act|act) (\d+)(?: begins\.|/)", text, re.MULTILINE)
        told = text.rfind(fd.step_line(step) + " " + _FORM)
        later = text[told + 1 :].count(_FORM) if told >= 0 else 1
        return later == 1 and acts[-1:] == [str(act)]

    def sees_the_end(self) -> bool:
        """Tell whether the end was told."""
        return "Type 'chronicle' for all of it." in self.pane.history

    def play(self, diaries: Diaries) -> None:
        """Do what the heuristic bot would do in this seat."""
        bot = game("future_diary").bots["heuristic"]()
        ask = ask_view(diaries.driver, self.watch.chair)
        if ask is None:
            return
        answer = bot.choose(diaries.view(self.watch.chair), ask, self._dice)
        verb, *words = answer
        if verb != Verb.READY:
            self.type(" ".join(answer))
            words = []
        if words:
            self.type("set " + " ".join(words))
        self.type("ready")


@dataclass(slots=True, kw_only=True)
class Album:
    """The captures of an evening, one file for each terminal and step."""

    folder: Path
    players: Sequence[Shown]
    count: int = 0

    @classmethod
    def at(cls, folder: Path, players: Sequence[Shown]) -> Album:
        """Open an album in ``folder``, or in ``build/`` where ``UNDERTABLE_CAPTURES`` is set."""
        if os.environ.get("UNDERTABLE_CAPTURES"):
            folder = Path("build", folder.name)
        found = folder / "captures"
        found.mkdir(parents=True, exist_ok=True)
        return cls(folder=found, players=players)

    def add(self, title: str, screens: dict[str, str]) -> None:
        """Keep what the terminals show now."""
        self.count += 1
        for name, text in screens.items():
            path = self.folder / f"{self.count:03}-{title}-{name.replace(' ', '-')}.txt"
            path.write_text(text, encoding="utf-8")

    @contextmanager
    def shown_on_failure(self) -> Iterator[None]:
        """Add what the terminals show to whatever goes wrong inside."""
        try:
            yield
        except AssertionError as error:
            shown = "\n".join(f"--- {p.persona} ---\n{p.screen}" for p in self.players)
            raise AssertionError(f"{error}\n{self.folder}\n{shown}") from error


def play_on(
    players: Sequence[Player],
    data: Path,
    album: Album,
    *,
    stop: Callable[[int, str], bool] = lambda _act, _step: False,
    patience: float = 200.0,
) -> int:
    """Play until the game is over, or ``stop`` says so at a step that everybody sees.

    At every step each terminal is kept, and held against what its seat was told. Returns how many
    screens were.
    """
    checked, end = 0, time.monotonic() + patience
    while time.monotonic() < end:
        act, step = read_diaries(data).now
        if not step:
            break
        until(
            partial(_seen, players, data, act, step), what=f"act {act}, {step} is on every screen"
        )
        checked += look(players, data, album, f"act{act}-{step}")
        if _gone(data, act, step):
            continue
        if stop(act, step):
            return checked
        diaries = read_diaries(data)
        for player in players:
            if alive(player, diaries):
                player.play(diaries)
        until(partial(_gone, data, act, step), what=f"act {act}, {step} ends")
    until(lambda: all(p.sees_the_end() for p in players), what="all see the end")
    return checked + look(players, data, album, "end")


def _seen(players: Sequence[Player], data: Path, act: int, step: str) -> bool:
    return all(player.sees(act, step) for player in players) or _gone(data, act, step)


def _gone(data: Path, act: int, step: str) -> bool:
    return read_diaries(data).now != (act, step)


def look(players: Sequence[Player], data: Path, album: Album, title: str) -> int:
    """Keep what the terminals show, and hold it against the truth; return how many were."""
    screens = {player.persona: player.screen for player in players}
    # Read after the screens were taken: what a player is told meanwhile is no leak.
    diaries = read_diaries(data)
    album.add(title, screens)
    for player in players:
        leaked = player.watch.leaked(screens[player.persona], diaries)
        assert not leaked, f"{player.persona}: {leaked}"
    return len(screens)


def alive(player: Player, diaries: Diaries) -> bool:
    """Tell whether the player's seat takes part."""
    world = diaries.table.world
    return world.seats[diaries.table.seat_of(player.watch.chair)].alive
