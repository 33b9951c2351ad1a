"""How knowledge is written down: links between seats (FD-5)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.future_diary.model import Entry, World
from engine.games.future_diary.terms import Via

__all__ = ["learn", "meet"]


def learn(world: World, owner: int, about: int, via: Via, role: str | None = None) -> World:
    """Return ``world`` with a link of ``owner`` to ``about`` (FD-5.1, FD-5.2).

    ``role`` is what the owner reads, by default the shown role of now (FD-5.8). Both halves of 7th
    write one ledger (FD-5.6). Nobody has a link to its own party.
    """
    party = world.party(owner)
    if about in party:
        return world
    shown = world.seats[about].shown_role if role is None else role
    entry = Entry(seat=about, role=shown, act=world.act, via=via)
    members = (world.seats[number] for number in sorted(party))
    return world.with_seats(
        *(replace(member, ledger=(*member.ledger, entry)) for member in members)
    )


def meet(world: World, one: frozenset[int], two: frozenset[int], via: Via) -> World:
    """Return ``world`` with all links between two parties: mutual knowledge (FD-8.7, FD-5.6)."""
    for mine, theirs in ((one, two), (two, one)):
        for about in sorted(theirs):
            world = learn(world, min(mine), about, via)
    return world
