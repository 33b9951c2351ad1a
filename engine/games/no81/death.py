"""Death, and turning the character over instead of it (N81-8.8, N81-11.6, N81-13.3)."""

from __future__ import annotations

from engine.event import Value
from engine.games.no81.glossary import Counter, Mode, Role, Timing
from engine.games.no81.health import hostile
from engine.games.no81.moves import discard, draw_cards, go_home
from engine.games.no81.places import Place, deck, hand, spent, zone
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Pick, Why
from engine.games.no81.triggers import fire
from engine.games.no81.wins import verdict
from engine.request import Script, choose, tell

__all__ = ["check_win", "die", "leaves", "may_flip", "offer_flip", "part", "shown"]


def check_win(state: State) -> None:
    """N81-15.3: end the game at once if it is decided; raises :class:`wins.Over`."""
    over = verdict(state)
    if over is not None:
        raise over


def shown(state: State, seat: int) -> dict[str, Value]:
    """Return what everybody may see of a character in play (N81-20.1)."""
    player = state.players[seat]
    return {
        "seat": seat,
        "character": player.character,
        "version": player.version,
        "deputy": player.deputy,
        "camp": player.camp.value,
        "series": tuple(sorted(player.series)),
        "skills": player.skills,
        "base": player.base,
        "cap": player.cap,
        "karma": player.karma if state.mode is Mode.KARMA else None,
    }


def die(state: State, seat: int, killer: int | None) -> Script[None]:
    """N81-8.8: role, cards, counters, reward, win check, in this order."""
    player = state.players[seat]
    player.alive = False
    state.leaving = [s for s in state.leaving if s != seat]
    role = player.role.value if player.role is not None else None
    yield from tell(EventKind.DIED, seat=seat, killer=killer, role=role)
    for place in (hand(seat), zone(seat), deck(seat), spent(seat)):
        yield from go_home(state, _as_shown(state, place), place, why=Why.DEATH)
    player.counters = dict.fromkeys(Counter, 0)
    player.broken = player.brined = player.free_attack = False
    player.amplify = player.bonus = player.reach = player.damage = player.holds = 0
    state.lost[:] = [lost for lost in state.lost if lost.seat != seat]
    yield from fire(state, Moment(timing=Timing.DEATH, who=seat, killer=killer))
    if killer is not None and state.alive(killer) and verdict(state) is None:
        yield from _reward(state, killer, player.role)
    check_win(state)


def leaves(state: State, seat: int) -> bool:
    """Note that the player of a living seat has left for good; say whether it lives."""
    if state.alive(seat):
        state.leaving.append(seat)
    return state.alive(seat)


def part(state: State, seat: int) -> Script[None]:
    """N81-8.9: a seat whose player has left is dead: no killer, and nothing is asked before."""
    yield from tell(EventKind.LEFT, seat=seat)
    yield from die(state, seat, None)


def _as_shown(state: State, place: Place) -> list[str]:
    """Return all cards of a place; hidden ones sorted, since their order is not to be told."""
    cards = state.cards_at(place)
    return list(cards) if place.open else sorted(cards)


def _reward(state: State, killer: int, role: Role | None) -> Script[None]:
    """N81-13.3: three cards for a rebel; a lord who kills a loyalist loses everything."""
    if role is Role.REBEL:
        yield from draw_cards(state, killer, 3, why=Why.REWARD)
    elif role is Role.LOYALIST and state.players[killer].role is Role.LORD:
        for place in (hand(killer), zone(killer)):
            cards = _as_shown(state, place)
            yield from discard(state, killer, cards, place, why=Why.REWARD)


def may_flip(state: State, seat: int) -> bool:
    """N81-11.6: say whether a dying seat may turn its character over; all of it is public."""
    player = state.players[seat]
    versions = state.character(seat).versions
    if state.mode is not Mode.COLDWARM or player.flipped or player.cap < 1 or len(versions) < 2:
        return False
    other = versions[1 - player.version]
    cap = other.health - (player.base - player.cap)
    count = sum([player.counters[c] for c in hostile(state.mode, other.camp)])
    return other.camp is not player.camp and cap - count >= 1


def offer_flip(state: State, seat: int) -> Script[bool]:
    """N81-11.6: ask a dying seat whether it flips; carry it out and say whether it did."""
    chosen = yield from choose(seat, AskKind.W_FLIP, (Pick.STAY, Pick.FLIP))
    if chosen == Pick.STAY:
        return False
    player = state.players[seat]
    former, lost = player.camp, player.base - player.cap
    player.flipped = True
    player.version = 1 - player.version
    version = state.version(seat)
    player.camp, player.skills = version.camp, version.skills
    player.base = version.health
    player.cap = max(0, version.health - lost)
    yield from tell(EventKind.FLIPPED, seat=seat, shown=shown(state, seat))
    living = state.living
    count = sum(state.players[s].camp is not former for s in living)
    for other in living:
        if state.players[other].camp is former:
            yield from draw_cards(state, other, count, why=Why.FLIP)
    check_win(state)
    return True
