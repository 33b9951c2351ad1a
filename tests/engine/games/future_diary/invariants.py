"""What must hold after any act, whoever did what (rules page sections 5, 8, 9, 10)."""

from __future__ import annotations

from itertools import chain

from engine.games.future_diary.terms import Cause, Code, Role
from tests.engine.games.future_diary.table import Played

__all__ = ["check"]


def check(played: Played) -> None:
    """Assert it all."""
    _deaths(played)
    _kills(played)
    _alliances(played)
    _ledgers(played)


def _deaths(played: Played) -> None:
    before, after, closed = played.locked.world, played.world, played.closed
    fallen = {n for n in before.living if not after.seats[n].alive}
    assert fallen == set(closed.deaths)
    standing = {e.victim for e in closed.effects if e.code is Code.DEAD}
    saved = {closed.half_god, closed.chose_her[0] if closed.chose_her else None} - {None}
    assert fallen <= standing, "nobody dies of nothing"
    assert standing - fallen <= saved, "nobody who is down is forgotten"
    for number in fallen:
        partner = before.partner(number)
        assert partner is None or partner in fallen, "7th falls together"
        assert after.seats[number].died == before.act
    assert after.quiet == (0 if fallen else before.quiet + 1)


def _kills(played: Played) -> None:
    outcome, world = played.outcome, played.locked.world
    for blow in outcome.blows:
        if blow.code is not Code.LANDED:
            continue
        target, author = world.seats[blow.target], world.seats[blow.author]
        assert target.alive
        assert author.alive
        assert blow.target not in outcome.world.allies(blow.author) | world.party(blow.author)
        fled = blow.target in outcome.fleeing
        assert not fled or author.role is Role.TENTH, "flight stops all kills but dogs"
        assert not target.rests(world.act) or outcome.powerless(blow.target)
        assert blow.author in outcome.targets[blow.target]
    kills = [e for e in outcome.effects if e.cause in {Cause.KILL, Cause.COUNTER}]
    landed = [b for b in outcome.blows if b.code is Code.LANDED]
    assert len(kills) == len(landed), "every landed kill is one death effect"
    for effect in outcome.effects:
        if effect.code is Code.MERCY:
            assert world.seats[effect.victim].role is Role.EIGHTH
        if effect.code is Code.DEPENDENT:
            assert world.seats[effect.victim].role is Role.FIRST
    absorbed = [e.victim for e in played.closed.effects if e.code is Code.ABSORBED]
    assert len(absorbed) == len(set(absorbed)), "a one-shot layer is spent once"


def _alliances(played: Played) -> None:
    world = played.world
    parties = [*chain.from_iterable(world.alliances)]
    assert len(parties) == len(set(parties)), "no third party"
    for party in parties:
        assert all(world.seats[n].alive for n in party)
        assert party == world.party(min(party))


def _ledgers(played: Played) -> None:
    before, after = played.locked.world, played.world
    for number, seat in after.seats.items():
        old = before.seats[number].ledger
        assert seat.ledger[: len(old)] == old, "nothing is forgotten or corrected"
        assert not {e.seat for e in seat.ledger} & after.party(number)
        partner = after.partner(number)
        assert partner is None or after.seats[partner].ledger == seat.ledger
        assert seat.spent >= before.seats[number].spent
