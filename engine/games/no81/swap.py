"""Karma mode: the swap before the draw (N81-14.7)."""

from __future__ import annotations

from engine.games.no81.death import shown
from engine.games.no81.karma import karma_of, refresh, split_side, tell_reserves, version_of
from engine.games.no81.moves import discard_mind
from engine.games.no81.pay import breaking
from engine.games.no81.settle import settle
from engine.games.no81.state import Player, State
from engine.games.no81.terms import AskKind, EventKind, Pick
from engine.request import Script, choose, tell

__all__ = ["swap_options", "swap_phase"]


def swap_options(state: State, seat: int) -> tuple[str, ...]:
    """N81-14.7: return ``pass`` and each payable swap as ``main|deputy:<side>:<skill>``."""
    player, content = state.players[seat], state.content
    options = [Pick.PASS.value]
    for side in player.reserve:
        for which in ("main", "deputy"):
            if _price(state, seat, which, side) <= len(player.deck):
                skills = version_of(content, side).skills
                options += [f"{which}:{side}:{skill}" for skill in skills]
    return tuple(options)


def _price(state: State, seat: int, which: str, side: str) -> int:
    """N81-14.7: return S, the size of the sum of the two after the swap."""
    player, content = state.players[seat], state.content
    stays = player.deputy if which == "main" else player.character
    assert stays is not None
    return abs(karma_of(content, side) + content.characters[stays].karma)


def _cost(state: State, seat: int, option: str) -> int:
    """Return how many mind cards an option takes."""
    which, _, rest = option.partition(":")
    return _price(state, seat, which, rest.partition(":")[0]) if rest else 0


def swap_phase(state: State, seat: int) -> Script[None]:
    """N81-14.7: replace main or deputy, for S mind cards. Asked whenever there is a reserve."""
    player = state.players[seat]
    if not player.reserve:
        return
    options = swap_options(state, seat)
    taken = {option: _cost(state, seat, option) for option in options}
    context = breaking(state, seat, taken)
    chosen = yield from choose(seat, AskKind.SWAP, options, context=context)
    if chosen == Pick.PASS:
        return
    which, side, skill = chosen.split(":")
    for _ in range(taken[chosen]):
        yield from discard_mind(state, seat, why=AskKind.SWAP)
    yield from settle(state, effect=False)
    if not player.alive:
        return
    former = _exchange(player, which, side, skill)
    player.reserve.remove(side)
    player.reserve.append(former)
    player.shown.add(former)
    refresh(state, player)
    yield from tell(
        EventKind.SWAPPED,
        seat=seat,
        which=which,
        former=former,
        character=side,
        shown=shown(state, seat),
    )
    yield from tell_reserves(state)


def _exchange(player: Player, which: str, side: str, skill: str) -> str:
    """Put ``side`` in the place of the main or deputy; return the side that was there."""
    name, version = split_side(side)
    main, deputy = player.skills
    if which == "main":
        former = f"{player.character}/{player.version}"
        player.character, player.version, player.skills = name, version, (skill, deputy)
    else:
        former = f"{player.deputy}/{player.deputy_version}"
        player.deputy, player.deputy_version, player.skills = name, version, (main, skill)
    return former
