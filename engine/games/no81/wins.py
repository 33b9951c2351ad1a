"""When a game is over, and who has won it (N81-11.7, N81-12.4, N81-13.4, N81-14.9, N81-15)."""

from __future__ import annotations

from engine.games.no81.glossary import Camp, Mode, Role
from engine.games.no81.state import State
from engine.games.no81.terms import GameEnd

__all__ = ["Over", "verdict"]


class Over(Exception):
    """N81-15.3: the game is over at once; whatever was pending is dropped.

    An exception, since it ends every script that is nested at that moment.
    """

    def __init__(self, why: GameEnd, winners: tuple[int, ...]) -> None:
        super().__init__(why)
        self.why = why
        self.winners = winners


def verdict(state: State) -> Over | None:
    """Return how the game is over, or None while it goes on."""
    living = [p.seat for p in state.players if p.alive]
    if not living:
        return Over(GameEnd.NOBODY, ())
    match state.mode:
        case Mode.COLDWARM:
            return _one_camp(state, living)
        case Mode.IDENTITY:
            return _roles(state, living)
        case Mode.SERIES | Mode.KARMA:
            return _one_side(state, living)


def _one_camp(state: State, living: list[int]) -> Over | None:
    """N81-11.7: one colour is left, or one colourless survivor."""
    camps = {state.players[s].camp for s in living}
    if len(camps) > 1:
        return None
    camp = camps.pop()
    if camp is not Camp.COLOURLESS:
        return Over(GameEnd.LAST_SIDE, tuple(p.seat for p in state.players if p.camp is camp))
    return Over(GameEnd.LAST_SIDE, tuple(living)) if len(living) == 1 else None


def _one_side(state: State, living: list[int]) -> Over | None:
    """N81-12.4, N81-14.9: one series or sign is left, or one player where there are no sides."""
    sides = {state.sides[s] for s in living}
    if len(sides) > 1:
        return None
    side = sides.pop()
    if side is None:
        return Over(GameEnd.LAST_SIDE, tuple(living)) if len(living) == 1 else None
    return Over(GameEnd.LAST_SIDE, tuple([s for s, own in enumerate(state.sides) if own == side]))


def _roles(state: State, living: list[int]) -> Over | None:
    """N81-13.4: the lord is dead, or everybody who was against the lord is."""
    roles = [p.role for p in state.players]
    if state.players[roles.index(Role.LORD)].alive:
        if any(roles[s] in {Role.REBEL, Role.SPY} for s in living):
            return None
        return Over(GameEnd.LORD_SAFE, _with(state, Role.LORD, Role.LOYALIST))
    if len(living) == 1 and roles[living[0]] is Role.SPY:
        return Over(GameEnd.LORD_DEAD, tuple(living))
    return Over(GameEnd.LORD_DEAD, _with(state, Role.REBEL))


def _with(state: State, *roles: Role) -> tuple[int, ...]:
    return tuple([p.seat for p in state.players if p.role in roles])
