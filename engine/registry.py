"""The one list of games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import ConfigError
from engine.game import Game
from engine.games.future_diary.game import GAME as FUTURE_DIARY
from engine.games.love_letter.game import GAME as LOVE_LETTER
from engine.games.no81.game import GAME as NO81

__all__ = ["GAMES", "game", "install"]

_ALL: tuple[Game, ...] = (LOVE_LETTER, FUTURE_DIARY, NO81)

_games: dict[str, Game] = {g.id: g for g in _ALL}
GAMES: Mapping[str, Game] = MappingProxyType(_games)


def game(game_id: str) -> Game:
    """Return the game with this id; raise :class:`ConfigError` ``unknown_game`` otherwise."""
    found = GAMES.get(game_id)
    if found is None:
        raise ConfigError("unknown_game", game=game_id)
    return found


def install(changed: Game) -> None:
    """Put a game with a host's content in the place of the one that was shipped.

    To be called before anything else is made of the list, once in the life of a process.
    """
    _games[changed.id] = changed
