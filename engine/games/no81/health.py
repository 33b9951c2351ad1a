"""Health, counters and healing (N81-8.1, N81-8.4, N81-8.10)."""

from __future__ import annotations

from engine.event import Value
from engine.games.no81.glossary import Attribute, Camp, Counter, Mode, Query, Timing
from engine.games.no81.queries import asked
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import EventKind, Flag
from engine.games.no81.triggers import fire
from engine.request import Script, tell

__all__ = [
    "apply_damage", "at_zero", "can_recover", "counters_of", "heal", "hostile", "hostile_count",
    "rel_hp", "restore",
]  # fmt: skip

_COLDWARM_HOSTILE = {
    Camp.COLD: (Counter.WARM,),
    Camp.WARM: (Counter.COLD,),
    Camp.COLOURLESS: (Counter.WARM, Counter.COLD),
}
"""N81-8.1. Warm stands first where both count, since ties go to warm (N81-8.4, N81-8.10)."""


def hostile(mode: Mode, camp: Camp) -> tuple[Counter, ...]:
    """N81-8.1: return which counters count against a bearer of this camp."""
    return _COLDWARM_HOSTILE[camp] if mode is Mode.COLDWARM else (Counter.BLACK,)


def counters_of(state: State, seat: int) -> dict[str, Value]:
    """Return the counters on ``seat`` as an event carries them."""
    return {counter.value: count for counter, count in state.players[seat].counters.items()}


def hostile_count(state: State, seat: int) -> int:
    """Return how many counters count against ``seat``."""
    player = state.players[seat]
    return sum([player.counters[c] for c in hostile(state.mode, player.camp)])


def rel_hp(state: State, seat: int) -> int:
    """N81-8.1: return the relative health."""
    return max(0, state.players[seat].cap - hostile_count(state, seat))


def at_zero(state: State, seat: int) -> bool:
    """N81-8.3 D6: say whether ``seat`` is at relative or absolute 0."""
    return state.players[seat].cap <= 0 or rel_hp(state, seat) == 0


def can_recover(state: State, seat: int) -> bool:
    """N81-8.10: say whether any healing works on ``seat`` at all."""
    player = state.players[seat]
    recovers = player.alive and not player.broken and not player.brined
    return recovers and asked(state, seat, Query.CAN_HEAL, True, {})


def _remove_one(state: State, seat: int) -> bool:
    """Take one hostile counter off: of the more numerous colour, warm in a tie."""
    player = state.players[seat]
    colour = max(hostile(state.mode, player.camp), key=lambda c: player.counters[c])
    if not player.counters[colour]:
        return False
    player.counters[colour] -= 1
    return True


def apply_damage(state: State, seat: int, amount: int, attribute: Attribute) -> None:
    """N81-8.4: put the counters of ``amount`` on ``seat``, or lower its cap."""
    player = state.players[seat]
    if state.mode is Mode.COLDWARM and attribute is Attribute.NONE:
        player.cap = max(0, player.cap - amount)
        while hostile_count(state, seat) > player.cap:
            _remove_one(state, seat)
        return
    colour = Counter(attribute.value) if state.mode is Mode.COLDWARM else Counter.BLACK
    if colour in hostile(state.mode, player.camp):
        amount = min(amount, player.cap - hostile_count(state, seat))
    player.counters[colour] += amount


def heal(state: State, seat: int, amount: int, *, cause: str) -> Script[int]:
    """N81-8.10: remove up to ``amount`` hostile counters; return how many. The cap stays."""
    healed = 0
    moment = Moment(timing=Timing.BEFORE_HEAL, who=seat, n=amount, cause=cause)
    if can_recover(state, seat):
        yield from fire(state, moment)
        while healed < moment.n and _remove_one(state, seat):
            healed += 1
    if healed:
        yield from _healed(state, seat, healed, moment)
    elif state.alive(seat) and hostile_count(state, seat):
        yield from _unhealed(state, seat, moment)
    return healed


def restore(state: State, seat: int, amount: int, *, cause: str) -> Script[None]:
    """N81-9.17.3: raise a cap of 0, not above the base; otherwise it is a healing like any."""
    player = state.players[seat]
    moment = Moment(timing=Timing.BEFORE_HEAL, who=seat, n=amount, cause=cause)
    raised = 0
    if can_recover(state, seat):
        yield from fire(state, moment)
        raised = min(moment.n, player.base - player.cap)
    if raised > 0:
        player.cap += raised
        yield from _healed(state, seat, raised, moment)
    elif player.alive:
        yield from _unhealed(state, seat, moment)


def _healed(state: State, seat: int, amount: int, moment: Moment) -> Script[None]:
    yield from tell(
        EventKind.HEALED,
        seat=seat,
        amount=amount,
        cause=moment.cause,
        changes=moment.changes,
        counters=counters_of(state, seat),
        cap=state.players[seat].cap,
    )
    after = Moment(timing=Timing.AFTER_HEAL, who=seat, n=amount, cause=moment.cause)
    yield from fire(state, after)


def _unhealed(state: State, seat: int, moment: Moment) -> Script[None]:
    """Tell what keeps a hurt seat from healing."""
    player, by = state.players[seat], None
    if player.broken:
        by = Flag.BROKEN.value
    elif player.brined:
        by = Flag.BRINED.value
    elif not can_recover(state, seat):
        by = Query.CAN_HEAL.value
    changes = moment.changes
    yield from tell(EventKind.UNHEALED, seat=seat, cause=moment.cause, by=by, changes=changes)
