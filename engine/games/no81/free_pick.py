"""Characters picked freely: any of them, and the camp follows the character (N81-11.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.errors import Refusal, Refused
from engine.games.no81.deal import put_in_play, seat_camps, show, start
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, ChanceKind, EventKind
from engine.request import Answer, Ask, Gather, Script, draw, draw_one, gather, tell

__all__ = ["pick_freely"]


@dataclass(slots=True, kw_only=True)
class _Pool:
    """What can be picked, who has which of it, and which of it each seat has lost."""

    names: tuple[str, ...]
    picks: dict[int, str] = field(default_factory=dict)
    lost: dict[int, tuple[str, ...]] = field(default_factory=dict)


def pick_freely(state: State) -> Script[None]:
    """Let everybody pick in secret; then all is shown, and the seats are dealt by camps.

    N81-2.7: where several want the same character fate says who has it, and the others pick once
    more; who is late has a free one drawn. N81-11.1: two camps must occur, so if all are of one,
    somebody drawn by fate picks again.
    """
    yield from start(state, (None,) * state.seats)
    pool = _Pool(names=tuple(state.content.characters))
    while seats := [s for s in range(state.seats) if s not in pool.picks]:
        yield from _pick(seats, pool)
    camps = {_camp(state, name) for name in pool.picks.values()}
    if len(camps) == 1:
        others = tuple([name for name in pool.names if _camp(state, name) not in camps])
        everybody = tuple([str(s) for s in range(state.seats)])
        drawn = yield from draw_one(ChanceKind.SIDES, everybody, seen_by=None)
        again = _Pool(names=others)
        yield from _pick([int(drawn)], again)
        pool.picks |= again.picks
    for seat, name in pool.picks.items():
        put_in_play(state, seat, name)
    yield from show(state, range(state.seats))
    sides = tuple([player.camp.value for player in state.players])
    yield from seat_camps(state, sides)
    yield from tell(EventKind.SEATED, circle=state.circle, sides=sides)


def _camp(state: State, name: str) -> str:
    return state.content.characters[name].versions[0].camp.value


def _pick(seats: Sequence[int], pool: _Pool) -> Script[None]:
    """Ask ``seats`` at once; enter who has which character.

    N81-6.12: picks are secret, so nobody is told more than that a pick of its own was taken: it is
    offered all but those, what others have as well, and loses again if it picks that. There are
    more characters than seats, and whoever loses has one less to pick, so this comes to an end.
    """
    asks = tuple([_ask(seat, pool) for seat in seats])
    answers = yield from gather(Gather(kind=AskKind.CHARACTER, asks=asks))
    held = set(pool.picks.values())
    wanted: dict[str, list[int]] = {}
    for seat, answer in answers.items():
        for name in answer:
            wanted.setdefault(name, []).append(seat)
    for name, by in wanted.items():
        losers = by
        if name not in held:
            has = yield from _winner(by)
            pool.picks[has] = name
            losers = [seat for seat in by if seat != has]
        for seat in losers:
            pool.lost[seat] = (*pool.lost.get(seat, ()), name)
    late = [seat for seat, answer in answers.items() if not answer]
    if late:
        free = tuple([name for name in pool.names if name not in pool.picks.values()])
        drawn = yield from draw(ChanceKind.OFFERS, free, len(late))
        pool.picks |= dict(zip(late, drawn, strict=True))


def _ask(seat: int, pool: _Pool) -> Ask:
    """Return the ask for a pick; its default names none, since what is free is a secret too."""
    lost = pool.lost.get(seat, ())
    options = tuple([name for name in pool.names if name not in lost])

    def check(answer: Answer) -> Answer:
        if len(answer) > 1 or not set(answer) <= set(options):
            raise Refused(Refusal.ILLEGAL)
        return answer

    return Ask(
        seat=seat,
        kind=AskKind.CHARACTER,
        options=options,
        default=(),
        context={"taken": lost} if lost else {},
        check=check,
    )


def _winner(by: Sequence[int]) -> Script[int]:
    """Let fate say who of those that picked the same character has it."""
    if len(by) == 1:
        return by[0]
    return int((yield from draw_one(ChanceKind.OFFERS, tuple([str(seat) for seat in by]))))
