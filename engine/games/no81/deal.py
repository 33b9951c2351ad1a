"""What the set-ups of the modes share: seats, offers of characters, hands (N81-5.2, N81-11.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.no81.death import shown
from engine.games.no81.moves import move
from engine.games.no81.places import PILE, hand
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, ChanceKind, EventKind, Why
from engine.request import Ask, Gather, Script, draw, draw_one, gather, tell

__all__ = [
    "HAND", "choose_characters", "deal_hands", "interleave", "most_offers", "offer", "put_in_play",
    "seat_camps", "seat_sides", "show", "start", "who_is_first",
]  # fmt: skip

HAND: Final = 5
"""N81-5.2."""
_MOST_OFFERS: Final = 3
"""N81-11.2."""


def start(state: State, sides: Sequence[str | None]) -> Script[None]:
    """Tell what is played, in which circle, by which sides."""
    yield from tell(
        EventKind.GAME_STARTED,
        mode=state.mode,
        circle=state.circle,
        sides=tuple(sides),
        round_limit=state.round_limit,
    )


def interleave(teams: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """N81-11.2(2): lay sides out around the circle round-robin, in the order given."""
    left = dict(teams)
    laid: list[str] = []
    while any(left.values()):
        for side, count in left.items():
            if count:
                laid.append(side)
                left[side] = count - 1
    return tuple(laid)


def seat_sides(state: State, sizes: Mapping[str, int]) -> Script[tuple[str, ...]]:
    """Deal sides of these sizes at random and seat them interleaved; return each seat's side.

    N81-11.2(1, 2): the largest side comes first, equal ones in random order. Whose place in the
    circle is which is drawn too, so that it is random who plays for whom.
    """
    laid, state.circle = yield from _lay_out(state, sizes)
    side_of = dict(zip(state.circle, laid, strict=True))
    return tuple([side_of[s] for s in range(state.seats)])


def seat_camps(state: State, sides: Sequence[str]) -> Script[None]:
    """N81-11.2: seat everybody, whose sides are given, interleaved in the same way."""
    sizes = {side: sides.count(side) for side in dict.fromkeys(sides)}
    laid, order = yield from _lay_out(state, sizes)
    waiting = {side: [s for s in order if sides[s] == side] for side in sizes}
    state.circle = tuple([waiting[side].pop(0) for side in laid])


def _lay_out(
    state: State, sizes: Mapping[str, int]
) -> Script[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return the sides of the places round the table, and all seats in random order."""
    order = yield from draw(ChanceKind.SIDES, tuple(sizes), len(sizes), seen_by=None)
    ranked = sorted(order, key=lambda side: -sizes[side])
    laid = interleave([(side, sizes[side]) for side in ranked])
    seats = tuple([str(s) for s in range(state.seats)])
    dealt = yield from draw(ChanceKind.CIRCLE, seats, len(seats), seen_by=None)
    return laid, tuple([int(s) for s in dealt])


def most_offers(pools: Sequence[tuple[int, int]]) -> int:
    """N81-11.2(3): return k for (characters, players) per pool; 0 if a pool is too small."""
    return min([_MOST_OFFERS, *(cards // players for cards, players in pools if players)])


def offer(pools: Mapping[int, tuple[str, ...]], each: int) -> Script[dict[int, tuple[str, ...]]]:
    """Offer ``each`` characters to every seat of ``pools`` (seats may share one), none twice."""
    offers: dict[int, tuple[str, ...]] = {}
    for pool in dict.fromkeys(pools.values()):
        seats = [s for s, own in sorted(pools.items()) if own == pool]
        drawn = yield from draw(ChanceKind.OFFERS, pool, each * len(seats))
        for i, seat in enumerate(seats):
            offers[seat] = drawn[i * each : (i + 1) * each]
    private = {seat: {"offers": cards} for seat, cards in offers.items()}
    yield from tell(EventKind.OFFERED, private, seats=tuple(sorted(offers)), count=each)
    return offers


def choose_characters(state: State, offers: Mapping[int, tuple[str, ...]]) -> Script[None]:
    """N81-11.2(3): the seats pick in secret; the picks are shown together."""
    asks = tuple(
        Ask(seat=seat, kind=AskKind.CHARACTER, options=cards, default=cards[:1])
        for seat, cards in sorted(offers.items())
    )
    answers = yield from gather(Gather(kind=AskKind.CHARACTER, asks=asks))
    for seat, (name,) in answers.items():
        put_in_play(state, seat, name)
    yield from show(state, tuple(answers))


def put_in_play(state: State, seat: int, name: str, *, bonus: int = 0) -> None:
    """Give a seat its character, first version up; ``bonus`` is added to its health."""
    character = state.content.characters[name]
    version = character.versions[0]
    player = state.players[seat]
    player.character, player.version = name, 0
    player.camp, player.skills = version.camp, version.skills
    player.series = frozenset({character.series})
    player.base = player.cap = version.health + bonus


def show(state: State, seats: Sequence[int]) -> Script[None]:
    """Show the characters of ``seats`` together."""
    yield from tell(
        EventKind.CHARACTERS,
        shown=tuple([shown(state, s) for s in sorted(seats)]),
        sides=state.sides,
    )


def deal_hands(state: State, extra: Mapping[int, int]) -> Script[None]:
    """N81-5.2: shuffle and deal five each, and ``extra`` cards to some (N81-12.2)."""
    shuffled = yield from draw(ChanceKind.SHUFFLE, tuple(state.pile), len(state.pile))
    state.pile[:] = shuffled
    for seat in state.circle:
        count = HAND + extra.get(seat, 0)
        yield from move(state, state.pile[:count], PILE, hand(seat), why=Why.DEAL)


def who_is_first(state: State, seat: int | None = None) -> Script[None]:
    """N81-5.2: the first seat is drawn unless the mode names it; the first round begins."""
    if seat is None:
        seats = tuple([str(s) for s in range(state.seats)])
        seat = int((yield from draw_one(ChanceKind.FIRST, seats, seen_by=None)))
    state.first = state.acting = seat
    state.round = 1
    yield from tell(EventKind.FIRST, seat=seat)
