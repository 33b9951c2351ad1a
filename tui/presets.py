"""Set-ups under a name: those that come with each game, and a player's own.

A set-up is kept as words (``seats=4``, ``mode=karma``; one word for each choice of a several-choice
option), on a shelf of the player's like a deck (``server.decks``). Taken again, whatever of it is
not offered any more is left out and told: a host's pack that is gone, an option of older rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.game import Game
from engine.registry import GAMES
from server.absent import Late
from server.api import SavedDeck
from server.decks import SETUPS
from server.history import Replays
from server.late_watch import DELAYS
from server.seating import Seating
from server.table_state import CLOCKS
from tui.setup import Setup

__all__ = ["BUILT_IN", "Preset", "presets", "setup_of", "shelf", "words_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A set-up of a game. ``name`` is what the player called it, or the id of a built-in one."""

    game: str
    name: str
    words: tuple[str, ...]
    own: bool = True


BUILT_IN: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "love_letter": {
        "quick": ("seats=4", "wins=1", "clock=20"),
        "evening": ("seats=4", "wins=4", "clock=90"),
        "duel": ("seats=2", "wins=5", "clock=90"),
        "alone": ("seats=4", "bots=3", "wins=2", "clock=0"),
    },
    "future_diary": {
        "quick": ("seats=7", "pace=quick", "acts=12"),
        "evening": ("seats=9", "pace=normal"),
        "days": ("seats=9", "pace=daily"),
        "alone": ("seats=7", "bots=6", "pace=normal"),
    },
    "no81": {
        "quick": ("seats=3", "mode=coldwarm", "clock=20", "round_limit=12"),
        "evening": ("seats=6", "mode=identity", "clock=90"),
        "teams": ("seats=4", "mode=series", "split=2-2", "clock=90"),
        "duel": ("seats=2", "mode=karma", "clock=90"),
        "alone": ("seats=4", "bots=3", "mode=coldwarm", "clock=0"),
    },
}
"""What differs from a game's defaults, by game and id; ``tui.texts.presets`` has their names."""

_NUMBERS: Final = frozenset({"seats", "bots", "clock", "watch"})
_CHOICES: Final[Mapping[str, frozenset[str]]] = {
    "late": frozenset(Late), "replays": frozenset(Replays), "seating": frozenset(Seating),
}  # fmt: skip


def shelf(game: str) -> str:
    """Return the name of the shelf that has a player's own set-ups of a game."""
    return SETUPS + game


def presets(game: str, own: Sequence[SavedDeck]) -> list[Preset]:
    """Return the set-ups of a game to choose from, the player's ``own`` first."""
    mine = [Preset(game=game, name=d["name"], words=tuple(d["cards"])) for d in own]
    built_in = BUILT_IN.get(game, {}).items()
    return mine + [Preset(game=game, name=n, words=w, own=False) for n, w in built_in]


def words_of(setup: Setup) -> tuple[str, ...]:
    """Return a set-up as words that :func:`setup_of` reads; all that is chosen, defaults too."""
    words = [
        f"seats={setup.seats}", f"bots={setup.bots}", f"clock={setup.clock}",
        f"late={setup.late}", f"watch={setup.watch}", f"replays={setup.replays}",
        f"seating={setup.seating}",
    ]  # fmt: skip
    for name, value in setup.options.items():
        # A several-choice option of which nothing is chosen is a word too.
        chosen = [value] if isinstance(value, str) else list(value) or [""]
        words += [f"{name}={choice}" for choice in chosen]
    return tuple(words)


def setup_of(preset: Preset) -> tuple[Setup, tuple[str, ...]]:
    """Return the set-up of a preset, and which of its words had to be left out.

    What is not said is the game's default. Whether all of it goes together is the game's to say.
    """
    game = GAMES[preset.game]
    specs = {spec.id: spec for spec in game.options}
    chosen: dict[str, list[str]] = {}
    left = []
    for word in preset.words:
        name, _equals, value = word.partition("=")
        spec = specs.get(name)
        if spec is not None and spec.many:
            chosen.setdefault(name, [])
            if not value:
                continue  # nothing of it was chosen, which need not be the default
        if value in spec.choices if spec is not None else _fits(game, name, value):
            chosen.setdefault(name, []).append(value)
        else:
            left.append(word)
    default = Setup.default(game)
    options = {
        name: tuple(chosen[name]) if spec.many else chosen[name][-1]
        for name, spec in specs.items()
        if name in chosen
    }
    fields: dict[str, Any] = {
        name: int(values[-1]) if name in _NUMBERS else values[-1]
        for name, values in chosen.items()
        if name not in specs
    }
    setup = replace(default, **fields, options={**default.options, **options})
    return replace(setup, bots=min(setup.bots, setup.seats - 1)), tuple(left)


def _fits(game: Game, name: str, value: str) -> bool:
    """Return whether a word that is none of the game's options can be taken."""
    if name in _CHOICES:
        return value in _CHOICES[name]
    digits = value.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(value) > 6:
        return False
    number = int(value)
    match name:
        case "seats":
            return game.min_seats <= number <= game.max_seats
        case "bots":
            return 0 <= number < game.max_seats
        case "clock":
            return number in CLOCKS
        case "watch":
            return number in ((0,) if game.masked else DELAYS)
        case _:
            return False
