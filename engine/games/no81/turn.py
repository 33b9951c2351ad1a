"""Turns, rounds and phases (N81-5, N81-15.4 to N81-15.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.games.no81.actions import act, actions, mind_price
from engine.games.no81.cards import rank
from engine.games.no81.checks import check_phase
from engine.games.no81.damage import Damage, hurt
from engine.games.no81.figures import base_limit, tell_figures
from engine.games.no81.glossary import Attribute, Mode, Phase, Query, Timing
from engine.games.no81.moves import discard, draw_cards, move, set_flag
from engine.games.no81.pay import breaking, few_minds, pick_many
from engine.games.no81.places import deck, hand
from engine.games.no81.queries import asked
from engine.games.no81.settle import see_off, settle
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.swap import swap_phase
from engine.games.no81.terms import AskKind, EventKind, Flag, GameEnd, Pick, Why
from engine.games.no81.triggers import fire
from engine.games.no81.wins import Over
from engine.request import Script, choose, tell

__all__ = ["hand_limit", "next_seat", "play_from", "rest_of_turn", "take_turn"]

_OVERTIME: Final = 15
"""N81-15.6: rounds of attrition until the game is a draw."""
_MOST_ACTIONS: Final = 100
"""N81-15.7."""
_DRAWS: Final = 2
"""N81-5.3."""


def play_from(state: State, seat: int) -> Script[None]:
    """N81-5.1: take turns clockwise, until something raises :class:`wins.Over`."""
    while True:
        yield from take_turn(state, seat)
        yield from see_off(state)
        seat = next_seat(state, seat)


def next_seat(state: State, seat: int) -> int:
    """Return who acts next; a round begins where the turn reaches or passes the first seat."""
    circle = state.circle
    at = circle.index(seat)
    for step in range(1, len(circle) + 1):
        following = circle[(at + step) % len(circle)]
        if following == state.first:
            state.round += 1
            if state.round > state.round_limit + _OVERTIME:
                raise Over(GameEnd.ROUNDS, ())
        if state.alive(following):
            return following
    raise AssertionError


def take_turn(state: State, seat: int) -> Script[None]:
    """N81-5.3: the phases of one turn; N81-5.8: it ends at once if its player is out."""
    state.acting = seat
    state.turn += 1
    player = state.players[seat]
    player.attacks, player.attacked = 0, False
    yield from tell(EventKind.TURN, seat=seat, turn=state.turn, round=state.round)
    yield from rest_of_turn(state, seat, Phase.START)


def rest_of_turn(state: State, seat: int, since: Phase) -> Script[None]:
    """Play the phases of ``seat``'s turn from ``since`` on."""
    player = state.players[seat]
    phases = tuple(_PHASES)
    for phase in phases[phases.index(since) :]:
        if phase is Phase.SWAP and state.mode is not Mode.KARMA:
            continue
        yield from see_off(state)
        if not state.alive(seat):
            break
        state.phase = phase
        state.phase_no += 1
        yield from tell(EventKind.PHASE, seat=seat, phase=phase)
        yield from tell_figures(state)
        inner = phase not in {Phase.START, Phase.END}
        if inner:
            moment = Moment(timing=Timing.PHASE_START, who=seat, phase=phase)
            yield from fire(state, moment, then=settle)
            if not player.alive:
                break
            if moment.skip:
                continue
        skipped = yield from _PHASES[phase](state, seat)
        if skipped:
            yield from tell(EventKind.SKIPPED, seat=seat)
            break
        if player.alive and inner:
            moment = Moment(timing=Timing.PHASE_END, who=seat, phase=phase)
            yield from fire(state, moment, then=settle)
        if not player.alive:
            break
    state.phase = Phase.END
    yield from _lapse(state, seat)


def _lapse(state: State, seat: int) -> Script[None]:
    """End what lasts for "this turn", whoever has it (N81-5.3, N81-5.8).

    N81-17.7: Brine ends with the next turn of its bearer, so not with one in which it came.
    """
    for other in state.living:
        player = state.players[other]
        lasting = {
            Flag.AMPLIFY: player.amplify,
            Flag.BONUS: player.bonus,
            Flag.FREE_ATTACK: player.free_attack,
            Flag.BRINED: other == seat and player.brined and player.brined_in < state.turn,
            Flag.REACH: player.reach,
            Flag.DAMAGE: player.damage,
            Flag.HOLDS: player.holds,
        }
        for flag, value in lasting.items():
            if value:
                yield from set_flag(state, other, flag, 0)
    yield from tell_figures(state)


def _start(state: State, seat: int) -> Script[bool]:
    """N81-15.5: attrition comes before anything else; then start triggers."""
    late = state.round - state.round_limit
    if late > 0:
        yield from hurt(
            state,
            Damage(
                amount=late,
                attribute=Attribute.NONE,
                source=None,
                target=seat,
                cause=Why.ATTRITION,
                fixed=True,
            ),
        )
        yield from settle(state)
    if state.alive(seat):
        yield from fire(state, Moment(timing=Timing.TURN_START, who=seat), then=settle)
    return False


def _swap(state: State, seat: int) -> Script[bool]:
    yield from swap_phase(state, seat)
    return False


def _draw(state: State, seat: int) -> Script[bool]:
    """N81-5.3, N81-4.5: draw two, or take mind cards for some of them."""
    cards = state.players[seat].deck
    moment = Moment(timing=Timing.DRAW_COUNT, who=seat, n=_DRAWS)
    yield from fire(state, moment, then=settle)
    count = max(0, moment.n)
    taken = 0
    if cards and count:
        options = tuple([str(n) for n in range(min(2, count, len(cards)) + 1)])
        context = breaking(state, seat, {n: int(n) for n in options})
        taken = int((yield from choose(seat, AskKind.DRAW, options, context=context)))
    yield from draw_cards(state, seat, count - taken, why=Why.DRAW_PHASE)
    if taken:
        yield from move(state, cards[:taken], deck(seat), hand(seat), why=Why.DRAW_PHASE)
    yield from settle(state)
    return False


def _play(state: State, seat: int) -> Script[bool]:
    """N81-5.5, N81-15.7: act until the seat passes."""
    everybody, taken = frozenset(state.circle), 0
    while taken < _MOST_ACTIONS and state.alive(seat):
        options = tuple(actions(state, seat))
        prices = {o: mind_price(state, seat, o) for o in options} if few_minds(state, seat) else {}
        context = breaking(state, seat, prices)
        # N81-15.7: with its own clock, also after an action of which all were told nothing more.
        action = yield from choose(
            seat, AskKind.PLAY, options, default=Pick.PASS, context=context, void=everybody,
            opens=True,
        )  # fmt: skip
        if action == Pick.PASS:
            break
        if action:
            taken += 1
            yield from act(state, seat, action)
        yield from see_off(state)
    return False


def hand_limit(state: State, seat: int) -> int:
    """N81-5.4: the relative health and what skills add."""
    return max(0, asked(state, seat, Query.HAND_LIMIT, base_limit(state, seat), {}))


def _discard(state: State, seat: int) -> Script[bool]:
    """N81-5.4: discard down to the hand limit; by default the lowest ranks."""
    state.discarded.clear()
    held = sorted(state.players[seat].hand, key=lambda c: (rank(c), c))
    over = len(held) - hand_limit(state, seat)
    if over > 0:
        cards = yield from pick_many(seat, AskKind.DISCARD, held, over, why=Why.DISCARD_PHASE)
        state.discarded += cards
        yield from discard(state, seat, cards, hand(seat), why=Why.DISCARD_PHASE)
        yield from settle(state)
    return False


def _end(state: State, seat: int) -> Script[bool]:
    yield from fire(state, Moment(timing=Timing.TURN_END, who=seat), then=settle)
    return False


_PHASES: Final[Mapping[Phase, Callable[[State, int], Script[bool]]]] = {
    Phase.START: _start,
    Phase.CHECK: check_phase,
    Phase.SWAP: _swap,
    Phase.DRAW: _draw,
    Phase.PLAY: _play,
    Phase.DISCARD: _discard,
    Phase.END: _end,
}
"""N81-5.3, in order; each says whether the rest of the turn is skipped."""
