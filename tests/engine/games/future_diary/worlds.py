"""Worlds by chance, for properties: any size, knowledge, alliance, deaths and cool-downs."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.chance import Dice
from engine.games.future_diary.form import Form, holds, plain
from engine.games.future_diary.model import World
from tests.engine.games.future_diary.table import table

__all__ = ["filled", "worlds"]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Return a world in which a game could be."""
    size = draw(st.sampled_from((5, 8, 11, 15)))
    seats = st.integers(1, size)
    pairs = st.tuples(seats, seats).filter(lambda pair: pair[0] != pair[1])
    dead = draw(st.sets(seats, max_size=size // 3))
    living = sorted(set(range(1, size + 1)) - dead)
    act = draw(st.integers(1, 9))
    allied = draw(st.booleans())
    couple = (living[0], living[1])
    some = st.booleans()
    changes = {
        number: {
            "charge": draw(some), "freedom": draw(some), "extra_pick": draw(some),
            "repeat": draw(some), "ready_from": draw(st.integers(1, 10)),
            "forced": act if draw(st.integers(0, 5)) == 0 else 0,
            "silenced": act if draw(st.integers(0, 5)) == 0 else 0,
            "proof": draw(st.integers(0, 9)),
        }
        for number in living
    }  # fmt: skip
    world = table(
        seats=size,
        act=act,
        dead=dead,
        fl=draw(st.sets(seats, max_size=3)),
        know=draw(st.sets(pairs, max_size=40)),
        change=changes,
    )
    if not allied or world.party(couple[0]) == world.party(couple[1]):
        return world
    return table(
        seats=size, act=act, dead=dead, allied=[couple], change=changes, fl=[living[-1]],
        know=draw(st.sets(pairs, max_size=40)),
    )  # fmt: skip


def filled(form: Form, dice: Dice) -> dict[str, tuple[str, ...]]:
    """Fill in what the form offers, from its beginning."""
    chosen: dict[str, tuple[str, ...]] = {}
    for entry in plain(form):
        values, when = entry["values"], entry["when"]
        assert isinstance(values, tuple)
        if holds(when, chosen) and (entry["need"] or dice.below(3)):  # type: ignore[arg-type]
            left = [str(value) for value in values]
            count = 1 + dice.below(min(int(str(entry["most"])), len(left)))
            name = str(entry["id"])
            chosen[name] = tuple(left.pop(dice.below(len(left))) for _ in range(count))
    return chosen
