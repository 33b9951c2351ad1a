"""What each seat was in a game that is over: its side, its character, its role (N81-20.1)."""

from __future__ import annotations

from engine.game import Part
from engine.games.no81.glossary import Camp, Mode, Role
from engine.games.no81.state import Player, State

__all__ = ["parts"]


def parts(state: State) -> tuple[Part, ...]:
    """Return the part of each seat, as it was at the end."""
    return tuple([_part(state, player) for player in state.players])


def _part(state: State, player: Player) -> Part:
    role = (player.role.value,) if player.role is not None else ()
    character = (player.character,) if player.character else ()
    return Part(side=_side(state, player), roles=(*character, *role))


def _side(state: State, player: Player) -> str:
    """Return with whom a seat wins; the colourless, spies and the unsigned are alone.

    N81-11.7, N81-12.4, N81-13.4, N81-14.9.
    """
    match state.mode:
        case Mode.COLDWARM:
            return "" if player.camp is Camp.COLOURLESS else player.camp.value
        case Mode.IDENTITY:
            lord = player.role in {Role.LORD, Role.LOYALIST}
            return "lord" if lord else "rebel" if player.role is Role.REBEL else ""
        case Mode.SERIES | Mode.KARMA:
            return state.sides[player.seat] or ""
