"""Set-up and course of a game in each mode (N81-11.2, N81-12.2, N81-13.2, N81-14.4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.games.no81.deal import (
    choose_characters,
    deal_hands,
    most_offers,
    offer,
    put_in_play,
    seat_sides,
    show,
    start,
    who_is_first,
)
from engine.games.no81.free_pick import pick_freely
from engine.games.no81.glossary import Mode, Role
from engine.games.no81.karma import build_karma_decks
from engine.games.no81.minds import build_mind_decks
from engine.games.no81.splits import camps_of, teams_of
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, ChanceKind, EventKind
from engine.request import Script, choose, draw, tell

__all__ = ["ROLES", "set_up"]

_L, _O, _R, _S = Role.LORD, Role.LOYALIST, Role.REBEL, Role.SPY
ROLES: Final[Mapping[int, tuple[Role, ...]]] = MappingProxyType(
    {
        2: (_L, _R),
        3: (_L, _R, _S),
        4: (_L, _O, _R, _S),
        5: (_L, _O, _R, _R, _S),
        6: (_L, _O, _R, _R, _R, _S),
        7: (_L, _O, _O, _R, _R, _R, _S),
        8: (_L, _O, _O, _R, _R, _R, _R, _S),
    }
)
"""N81-13.1."""

_LORD_BONUS_FROM: Final = 5
"""N81-13.2: from so many players the lord's health is 1 more."""
_FEWER_OFFERS_FROM: Final = 7


def set_up(state: State, split: str, *, free: bool = False) -> Script[None]:
    """Play the set-up of the state's mode; afterwards the first seat's turn can begin.

    ``free``: characters are picked freely instead of offered (N81-11.2).
    """
    extra: Mapping[int, int] = {}
    first: int | None = None
    match state.mode:
        case Mode.COLDWARM if free:
            yield from pick_freely(state)
        case Mode.COLDWARM:
            yield from _coldwarm(state, split)
        case Mode.SERIES:
            extra = yield from _series(state, split)
        case Mode.IDENTITY:
            first = yield from _identity(state)
        case Mode.KARMA:
            yield from start(state, state.sides)
            yield from build_karma_decks(state)
    yield from build_mind_decks(state)
    yield from deal_hands(state, extra)
    yield from who_is_first(state, first)


def _coldwarm(state: State, split: str) -> Script[None]:
    """N81-11.2: camps, seats, offers."""
    sizes = {camp.value: count for camp, count in camps_of(split, state.seats).items()}
    camps = yield from seat_sides(state, sizes)
    yield from start(state, camps)
    characters = state.content.characters.values()
    pools = {
        camp: tuple([c.id for c in characters if c.versions[0].camp == camp]) for camp in sizes
    }
    each = most_offers([(len(pools[camp]), count) for camp, count in sizes.items()])
    offers = yield from offer({s: pools[camp] for s, camp in enumerate(camps)}, each)
    yield from choose_characters(state, offers)


def _series(state: State, split: str) -> Script[dict[int, int]]:
    """N81-12.2: series, teams, seats, offers; return the extra cards of smaller teams."""
    teams = teams_of(split, state.seats)
    members: dict[str, list[str]] = {}
    for character in state.content.characters.values():
        members.setdefault(character.series, []).append(character.id)
    sizes: dict[str, int] = {}
    for size in teams:
        fit = [s for s, names in members.items() if len(names) >= size and s not in sizes]
        (series,) = yield from draw(ChanceKind.SIDES, tuple(fit), 1, seen_by=None)
        sizes[series] = size
    state.sides = yield from seat_sides(state, sizes)
    yield from start(state, state.sides)
    each = most_offers([(len(members[series]), size) for series, size in sizes.items()])
    pools = {s: tuple(members[str(side)]) for s, side in enumerate(state.sides)}
    offers = yield from offer(pools, each)
    yield from choose_characters(state, offers)
    return {s: teams[0] - sizes[str(side)] for s, side in enumerate(state.sides)}


def _identity(state: State) -> Script[int]:
    """N81-13.2: roles; the lord picks and shows first, then the others; return the lord's seat."""
    yield from start(state, state.sides)
    roles = tuple([role.value for role in ROLES[state.seats]])
    dealt = yield from draw(ChanceKind.ROLES, roles, len(roles))
    for player, role in zip(state.players, dealt, strict=True):
        player.role = Role(role)
    lord = dealt.index(Role.LORD.value)
    private = {p.seat: {"role": dealt[p.seat]} for p in state.players}
    yield from tell(EventKind.ROLES, private, lord=lord)
    everybody = tuple(state.content.characters)
    offers = yield from offer({lord: everybody}, 3)
    name = yield from choose(lord, AskKind.CHARACTER, offers[lord])
    bonus = 1 if state.seats >= _LORD_BONUS_FROM else 0
    put_in_play(state, lord, name, bonus=bonus)
    yield from show(state, (lord,))
    rest = tuple([c for c in everybody if c != name])
    each = 2 if state.seats >= _FEWER_OFFERS_FROM else 3
    others = {p.seat: rest for p in state.players if p.seat != lord}
    yield from choose_characters(state, (yield from offer(others, each)))
    return lord
