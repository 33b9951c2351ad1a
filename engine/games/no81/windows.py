"""The windows in which a target may answer (N81-6.4, N81-9.12, N81-9.15, N81-9.16).

``w_event`` and ``w_guard`` open whether or not the seat holds an answer (N81-6.13); what it holds
is in its own options alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.event import Value
from engine.games.no81.answers import answer_with, answering
from engine.games.no81.cards import printed, rank
from engine.games.no81.faces import face, in_hand, ready
from engine.games.no81.finish import finish
from engine.games.no81.glossary import CardClass, Face, Phase, Timing
from engine.games.no81.moves import discard_mind, draw_cards, go_home, move
from engine.games.no81.pay import breaking
from engine.games.no81.places import RESOLVING, hand, zone
from engine.games.no81.settle import settle
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Pick, Why
from engine.games.no81.triggers import guard_cost, usable, use_skill
from engine.games.no81.uses import Use
from engine.request import Script, choose, tell

__all__ = ["burst_window", "event_window", "guard_window"]

_HASTE_NEEDS = 7
"""N81-9.16.2: the rank must be greater."""


@dataclass(slots=True, kw_only=True)
class _Demand:
    """Somebody needs a Guard: in ``w_guard``, or in ``w_burst``."""

    seat: int
    user: int
    moment: Moment
    burst: bool = False
    punch: bool = False
    taxed: str | None = None
    """The skill by which each attempt costs a mind card (N81-16.6 b)."""
    tried: set[str] = field(default_factory=set)
    """Hastes that failed here (N81-9.16.2: once per need)."""

    @property
    def when(self) -> str:
        """The window's id."""
        return "w_burst" if self.burst else "w_guard"


def _tax(state: State, seat: int) -> str | None:
    """Return the enabled skill of ``seat`` that taxes Guards, if any (N81-16.6)."""
    if not state.players[seat].red_shift:
        return None
    return next((skill.id for skill in state.skills(seat) if skill.taxes_guards), None)


def _need(state: State, demand: _Demand) -> Script[None]:
    """N81-16.6(a): whoever makes such a seat need a Guard discards a mind card first."""
    tax = _tax(state, demand.seat)
    if tax is not None and demand.user != demand.seat:
        yield from discard_mind(state, demand.user, why=tax)


def guard_window(state: State, use: Use, target: int) -> Script[bool]:
    """N81-6.4 ``w_guard``: say whether the attack on ``target`` has no effect."""
    cause = Face.PUNCH.value if use.punch else use.face
    demand = _Demand(
        seat=target,
        user=use.user,
        moment=Moment(timing=Timing.W_GUARD, use=use, target=target, cause=cause),
        punch=use.punch,
        taxed=_tax(state, use.user),
    )
    about: dict[str, Value] = {"user": use.user, "face": use.face, "punch": use.punch}
    return (yield from _ask(state, demand, AskKind.W_GUARD, Pick.PASS, about))


def burst_window(state: State, use: Use, target: int) -> Script[bool]:
    """N81-9.12.1: say whether ``target`` answers the Energy Burst instead of taking damage."""
    moment = Moment(timing=Timing.W_GUARD, use=use, target=target, cause=use.face)
    demand = _Demand(seat=target, user=use.user, burst=True, moment=moment)
    about: dict[str, Value] = {"user": use.user}
    return (yield from _ask(state, demand, AskKind.W_BURST, Pick.DAMAGE, about))


def _ask(
    state: State, demand: _Demand, kind: AskKind, refusal: Pick, about: Mapping[str, Value]
) -> Script[bool]:
    """Ask until the need of a Guard is met, or refused; a seat that went out needs none.

    N81-6.8: minds are looked at after what the window costs its user and after every attempt.
    """
    seat = demand.seat
    yield from _need(state, demand)
    yield from settle(state, effect=False)
    while state.alive(seat):
        answers = _answers(state, demand)
        answer = yield from choose(
            seat,
            kind,
            (*answers, refusal.value),
            default=refusal,
            context={**about, **breaking(state, seat, answers)},
        )
        if answer == refusal:
            return False
        done = yield from _try(state, demand, answer)
        yield from settle(state, effect=False)
        if done:
            return True
    return True


def _answers(state: State, demand: _Demand) -> dict[str, int]:
    """Return what the seat can answer with now, and how many mind cards each takes."""
    seat, punch = demand.seat, demand.punch
    tax = len(guard_cost(state, seat, demand.user)) + (demand.taxed is not None)
    found: dict[str, int] = {}
    if not punch:
        found |= {f"guard:{card}": tax for card in _guards(state, seat)}
    if demand.burst:
        found |= {f"play:{card}": tax for card in _evades_in_hand(state, seat)}
    found |= {f"evade:{card}": tax for card in ready(state, seat, Face.EVADE)}
    if not punch:
        hastes = [c for c in ready(state, seat, Face.HASTE) if c not in demand.tried]
        found |= {f"haste:{card}": tax + 1 for card in hastes}
    cards = answering(state, seat, demand.when, punch=punch)
    found |= {card: tax + price for card, price in cards.items()}
    if not demand.burst:
        for skill in usable(state, seat, demand.moment):
            if skill.names_punch or not punch:
                found[f"skill:{skill.id}"] = tax + skill.mind_price
    deck = len(state.players[seat].deck)
    return {answer: cost for answer, cost in found.items() if cost <= deck}


def _guards(state: State, seat: int) -> list[str]:
    """Return the hand cards that count as a Guard (N81-9.2.1, N81-18.2.1)."""
    limited = [c.id for c in state.content.limited.values() if c.guard_draw is not None]
    return in_hand(state, seat, Face.GUARD, *limited)


def _evades_in_hand(state: State, seat: int) -> list[str]:
    """N81-9.15.2, N81-16.4(c): return the hand cards that may be played as Evade."""
    evades = in_hand(state, seat, Face.EVADE)
    if not any(skill.evades_from_hand for skill in state.skills(seat)):
        return evades
    kind = state.content.kind
    return [
        card
        for card in state.players[seat].hand
        if card in evades or kind(face(state, seat, card)) is CardClass.DELAYED_BASIC
    ]


def _try(state: State, demand: _Demand, answer: str) -> Script[bool]:
    """Carry one answer out; say whether the need of a Guard is met."""
    kind, _, name = answer.partition(":")
    seat = demand.seat
    for skill in guard_cost(state, seat, demand.user):
        yield from discard_mind(state, seat, why=skill)
    if demand.taxed is not None:
        yield from discard_mind(state, seat, why=demand.taxed)
    player = state.players[seat]
    if kind != "skill" and name not in (*player.hand, *player.zone):
        return False  # as in `use.carry_out`
    match kind:
        case "skill":
            return (yield from _skill(state, demand, name))
        case "haste":
            return (yield from _haste(state, demand, name))
        case "card":
            return (yield from _card(state, demand, name))
        case "guard":
            yield from _guard(state, demand, name)
        case "evade":
            yield from _evade(state, seat, name)
        case _:
            yield from _play(state, seat, name)
    return True


def _guard(state: State, demand: _Demand, card: str) -> Script[None]:
    """N81-9.2.1: a Guard from the hand; N81-18.2.1: or a card that counts as one."""
    seat = demand.seat
    limited = state.content.limited.get(face(state, seat, card))
    yield from move(state, [card], hand(seat), RESOLVING, why=Why.PLAY)
    yield from tell(EventKind.CANCELLED, seat=seat, by=Face.GUARD)
    if limited is not None:
        yield from draw_cards(state, seat, limited.guard_draw or 0, why=printed(card))
    if demand.burst:  # N81-9.12.1: played, which is no use.
        yield from go_home(state, [card], RESOLVING, why=Why.HOME)
    else:
        use = Use(user=seat, face=Face.GUARD, mode=1, targets=(demand.user,), cards=(card,))
        yield from finish(state, use, [card], then=settle)


def _evade(state: State, seat: int, card: str) -> Script[None]:
    """N81-9.15.1: detach it; after the cancel draw one."""
    yield from move(state, [card], zone(seat), RESOLVING, why=Why.DETACH)
    yield from tell(EventKind.CANCELLED, seat=seat, by=Face.EVADE)
    yield from draw_cards(state, seat, 1, why=Face.EVADE)
    yield from go_home(state, [card], RESOLVING, why=Why.HOME)


def _play(state: State, seat: int, card: str) -> Script[None]:
    """N81-9.15.2: play an Evade from the hand."""
    yield from move(state, [card], hand(seat), RESOLVING, why=Why.PLAY)
    yield from tell(EventKind.CANCELLED, seat=seat, by=Face.EVADE)
    yield from go_home(state, [card], RESOLVING, why=Why.HOME)


def _haste(state: State, demand: _Demand, card: str) -> Script[bool]:
    """N81-9.16.2: a mind card of rank above 7 is a Guard; the Haste stays."""
    demand.tried.add(card)
    shown = yield from discard_mind(state, demand.seat, why=Face.HASTE)
    if shown is not None and rank(shown) > _HASTE_NEEDS:
        yield from tell(EventKind.CANCELLED, seat=demand.seat, by=Face.HASTE)
        return True
    yield from tell(EventKind.FAILED, seat=demand.seat, by=Face.HASTE, card=shown)
    return False


def _card(state: State, demand: _Demand, card: str) -> Script[bool]:
    """Let a limited card of a pack answer (N81-19.3)."""
    seat, moment = demand.seat, demand.moment
    yield from answer_with(state, seat, demand.when, card, moment)
    if moment.guarded:
        yield from tell(EventKind.CANCELLED, seat=seat, by=printed(card))
    return moment.guarded


def _skill(state: State, demand: _Demand, name: str) -> Script[bool]:
    """Let a skill answer in ``w_guard``."""
    yield from use_skill(state, demand.seat, state.content.skills[name], demand.moment)
    if demand.moment.guarded:
        yield from tell(EventKind.CANCELLED, seat=demand.seat, by=name)
    return demand.moment.guarded


def event_window(state: State, use: Use, target: int) -> Script[bool]:
    """N81-6.4 ``w_event``: say whether the event has no effect on ``target``."""
    moment = Moment(timing=Timing.W_EVENT, use=use, target=target, cause=use.face)
    pacts = in_hand(state, target, Face.PACT)
    if state.acting == target and state.phase is Phase.PLAY:
        pacts = []  # N81-9.7.2: not in the own play phase.
    answers = {
        **{f"pact:{card}": 0 for card in pacts},
        **answering(state, target, moment.timing),
        **{f"skill:{skill.id}": skill.mind_price for skill in usable(state, target, moment)},
    }
    options = (*answers, Pick.PASS.value)
    context: dict[str, Value] = {
        "user": use.user,
        "face": use.face,
        "mode": use.mode,
        **breaking(state, target, answers),
    }
    answer = yield from choose(target, AskKind.W_EVENT, options, default=Pick.PASS, context=context)
    if answer == Pick.PASS:
        return False
    kind, _, name = answer.partition(":")
    match kind:
        case "pact":
            yield from _pact(state, use, target, name)
            moment.cancelled = True
        case "card":
            yield from answer_with(state, target, moment.timing, name, moment)
            if moment.cancelled:
                yield from tell(EventKind.CANCELLED, seat=target, by=printed(name))
        case _:
            yield from use_skill(state, target, state.content.skills[name], moment)
            if moment.cancelled:
                yield from tell(EventKind.CANCELLED, seat=target, by=name)
    yield from settle(state, effect=False)
    return moment.cancelled


def _pact(state: State, event: Use, target: int, card: str) -> Script[None]:
    """N81-9.7.2: the event's user draws one; the event has no effect on the answerer."""
    use = Use(user=target, face=Face.PACT, mode=2, targets=(event.user,), cards=(card,))
    yield from tell(
        EventKind.USED,
        seat=target,
        face=use.face,
        mode=use.mode,
        targets=use.targets,
        cards=use.cards,
        choice=None,
    )
    yield from move(state, [card], hand(target), RESOLVING, why=Why.USE)
    yield from draw_cards(state, event.user, 1, why=Face.PACT)
    yield from tell(EventKind.CANCELLED, seat=target, by=Face.PACT)
    yield from finish(state, use, [card], then=settle)
