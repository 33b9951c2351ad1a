"""Characters picked freely: any of them, and the camp follows the character (N81-11.2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.no81.deal import put_in_play, seat_camps, show, start
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, ChanceKind, EventKind
from engine.request import Ask, Gather, Script, draw, draw_one, gather, tell

__all__ = ["pick_freely"]


def pick_freely(state: State) -> Script[None]:
    """Let everybody pick in secret; then all is shown, and the seats are dealt by camps.

    N81-2.7: where several want the same character fate says who has it, and the others pick once
    more. N81-11.1: two camps must occur, so if all are of one, somebody drawn by fate picks again.
    """
    yield from start(state, (None,) * state.seats)
    picks: dict[int, str] = {}
    free = list(state.content.characters)
    while len(picks) < state.seats:
        seats = [s for s in range(state.seats) if s not in picks]
        yield from _pick(seats, free, picks)
        free = [name for name in free if name not in picks.values()]
    camps = {_camp(state, name) for name in picks.values()}
    if len(camps) == 1:
        others = [name for name in free if _camp(state, name) not in camps]
        everybody = tuple([str(s) for s in range(state.seats)])
        drawn = yield from draw_one(ChanceKind.SIDES, everybody, seen_by=None)
        yield from _pick([int(drawn)], others, picks)
    for seat, name in picks.items():
        put_in_play(state, seat, name)
    yield from show(state, range(state.seats))
    sides = tuple([player.camp.value for player in state.players])
    yield from seat_camps(state, sides)
    yield from tell(EventKind.SEATED, circle=state.circle, sides=sides)


def _camp(state: State, name: str) -> str:
    return state.content.characters[name].versions[0].camp.value


def _pick(seats: Sequence[int], free: Sequence[str], picks: dict[int, str]) -> Script[None]:
    """Ask ``seats`` at once; enter who has which character. Who is late has one drawn by fate."""
    late = yield from draw(ChanceKind.OFFERS, tuple(free), len(seats))
    asks = tuple(
        Ask(seat=seat, kind=AskKind.CHARACTER, options=tuple(free), default=(drawn,))
        for seat, drawn in zip(seats, late, strict=True)
    )
    answers = yield from gather(Gather(kind=AskKind.CHARACTER, asks=asks))
    wanted: dict[str, list[str]] = {}
    for seat, (name,) in answers.items():
        wanted.setdefault(name, []).append(str(seat))
    for name, by in wanted.items():
        has = by[0] if len(by) == 1 else (yield from draw_one(ChanceKind.OFFERS, tuple(by)))
        picks[int(has)] = name
