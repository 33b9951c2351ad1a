"""No.81 as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.bots.no81 import HeuristicBot
from engine.bots.no81_random import No81RandomBot
from engine.errors import ConfigError
from engine.event import Value
from engine.game import Game, OptionSpec, Play
from engine.games.no81.configure import (
    FREE,
    MAX_SEATS,
    MIN_SEATS,
    configure_with,
    options_with,
)
from engine.games.no81.death import leaves
from engine.games.no81.glossary import Mode
from engine.games.no81.library import BUILT_IN, Library
from engine.games.no81.parts import parts
from engine.games.no81.script import match
from engine.games.no81.state import State
from engine.games.no81.terms import TEMPO, WINDOWS, ConfigCode, Option
from engine.games.no81.view import No81View
from engine.games.no81.zones import zones

__all__ = ["GAME", "RULES_VERSION", "game_of"]

RULES_VERSION: Final = 1
"""Raised whenever an old journal would play differently."""


def game_of(library: Library) -> Game:
    """Return the game with the packs of ``library``; a table chooses which of the host's it plays.

    With the built-in content alone it is registered as :data:`GAME`.
    """
    hosts = tuple(library.hosts)

    def chosen(options: Mapping[str, Value]) -> tuple[str, ...]:
        packs = options.get(Option.PACKS, hosts)
        names = (packs,) if isinstance(packs, str) else packs
        if not isinstance(names, Sequence):
            raise ConfigError(ConfigCode.BAD_CHOICE, option=Option.PACKS, value=str(packs))
        return tuple(map(str, names))

    def checked(seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
        packs = chosen(options)
        for name in packs:
            if name not in hosts:
                raise ConfigError(ConfigCode.NO_PACK, pack=name)
        others = {name: value for name, value in options.items() if name != Option.PACKS}
        full = configure_with(library.of(packs))(seats, others)
        own = tuple(name for name in hosts if name in packs)
        return {**full, Option.PACKS: own} if hosts else full

    def play(seats: int, options: Mapping[str, Value]) -> Play:
        state = State(
            seats=seats,
            mode=Mode(str(options[Option.MODE])),
            content=library.of(chosen(options)),
            round_limit=int(str(options[Option.ROUND_LIMIT])),
        )
        script = match(state, str(options[Option.SPLIT]), free=options[Option.PICK] == FREE)
        return Play(script=script, state=state)

    def fold(seats: int, options: Mapping[str, Value], viewer: int) -> No81View:
        return No81View(seats=seats, viewer=viewer, content=library.of(chosen(options)))

    def content(options: Mapping[str, Value]) -> tuple[str, ...]:
        return library.marks(chosen(options))

    packs = OptionSpec(id=Option.PACKS, choices=hosts, default=hosts, many=True)
    return Game(
        id="no81",
        rules_version=RULES_VERSION,
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        options=(*options_with(library.everything), *([packs] if hosts else [])),
        configure=checked,
        play=play,
        fold=fold,
        zones=zones,
        windows=WINDOWS,
        tempo=TEMPO,
        bots={"random": No81RandomBot, "heuristic": HeuristicBot},
        content=content,
        leaves=leaves,
        mode=Option.MODE,
        parts=parts,
    )


GAME: Final = game_of(BUILT_IN)
