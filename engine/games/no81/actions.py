"""The play phase: what may be done, and doing it (N81-5.5).

What is offered comes from the same rules that carry it out, so that what is offered is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.event import Value
from engine.games.no81.effects import RULES
from engine.games.no81.effects.attacks import spend
from engine.games.no81.effects.delayed import DETACHING, can_place, detach, detach_rule, place
from engine.games.no81.effects.targets import targets_of
from engine.games.no81.faces import face, readings, ready
from engine.games.no81.places import hand
from engine.games.no81.queries import legal_target
from engine.games.no81.settle import settle
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, Pick
from engine.games.no81.triggers import contained, left, mark, sound
from engine.games.no81.use import CardRule, Shape, Use, affordable, carry_out
from engine.request import Script, choose

__all__ = ["act", "actions", "choose_seat", "legal", "mind_price", "rules_of"]


def rules_of(state: State, name: str) -> Mapping[int, CardRule]:
    """Return the play-phase modes of a face, a pack's own included (N81-19.3)."""
    return RULES.get(name) or state.content.rules.get(name, {})


def legal(state: State, seat: int, card: str, rule: CardRule) -> bool:
    """N81-6.2: say whether timing, targets and costs of this mode can all be met."""
    return (
        rule.allowed(state, seat, card)
        and affordable(state, seat, rule.price, card)
        and bool(targets_of(state, seat, card, rule))
    )


def actions(state: State, seat: int) -> Iterator[str]:
    """Yield every action of the play phase that ``seat`` may take now, ``pass`` last."""
    for card in state.players[seat].hand:
        names = readings(state, seat, card)
        for mode, rule in rules_of(state, names[0]).items():
            if legal(state, seat, card, rule):
                yield f"use:{card}:{mode}"
        for other in names[1:]:
            for mode, rule in rules_of(state, other).items():
                if rule.instead is None and legal(state, seat, card, rule):
                    yield f"as:{card}:{other}:{mode}"
        if can_place(state, seat, names[0]):
            yield f"place:{card}"
    yield from _detachable(state, seat)
    yield from _skills(state, seat)
    yield Pick.PASS


def _detachable(state: State, seat: int) -> Iterator[str]:
    if not state.players[seat].zone:
        return
    for name, detaching in {**DETACHING, **state.content.detaching}.items():
        cards = ready(state, seat, name)
        if cards and (detaching.targets is None or detach_targets(state, seat, name)):
            for card in cards:
                if affordable(state, seat, detaching.price, card):
                    yield f"detach:{card}:{name}"


def detach_targets(state: State, seat: int, name: str) -> list[int]:
    """Return on whom a card may be detached as ``name``; empty also if it takes no target."""
    rule = detach_rule(state, name)
    found = [] if rule.targets is None else rule.targets(state, seat)
    return found if rule.group else [s for s in found if legal_target(state, seat, s, name)]


def _skills(state: State, seat: int) -> Iterator[str]:
    for skill in state.skills(seat):
        if skill.active and left(state, seat, skill) and sound(skill, skill.legal, state, seat):
            yield f"skill:{skill.id}"
    for owner in state.others(seat):
        for skill in state.skills(owner):
            may = skill.offer and left(state, owner, skill)
            if may and sound(skill, skill.legal_for, state, owner, seat):
                yield f"offer:{owner}:{skill.id}"


def mind_price(state: State, seat: int, action: str) -> int:
    """Return how many mind cards an action takes in any case (N81-10.5)."""
    match action.split(":"):
        case ["use", card, mode]:
            return rules_of(state, face(state, seat, card))[int(mode)].price.mind
        case ["as", _card, name, mode]:
            return rules_of(state, name)[int(mode)].price.mind
        case ["detach", _card, name]:
            return detach_rule(state, name).price.mind
        case ["skill", name]:
            return state.content.skills[name].mind_price
        case _:
            return 0


def act(state: State, seat: int, action: str) -> Script[None]:
    """Carry out one action that was offered."""
    match action.split(":"):
        case ["use", card, mode]:
            rule = rules_of(state, face(state, seat, card))[int(mode)]
            yield from _use(state, seat, card, rule)
        case ["as", card, name, mode]:
            yield from _use(state, seat, card, rules_of(state, name)[int(mode)])
        case ["place", card]:
            yield from place(state, seat, card)
            yield from settle(state)
        case ["detach", card, name]:
            targets = tuple(detach_targets(state, seat, name))
            if targets and not detach_rule(state, name).group:
                targets = ((yield from choose_seat(seat, targets, face=name)),)
            yield from detach(state, seat, card, name, targets)
        case ["skill", name]:
            skill = state.content.skills[name]
            mark(state, seat, skill)
            yield from contained(seat, skill, skill.act(state, seat))
            yield from settle(state)
        case ["offer", owner, name]:
            skill = state.content.skills[name]
            mark(state, int(owner), skill)
            yield from contained(int(owner), skill, skill.take(state, int(owner), seat))
            yield from settle(state)
        case _:
            raise AssertionError(action)


def _use(state: State, seat: int, card: str, rule: CardRule) -> Script[None]:
    """N81-6.1(a): declare targets and choices, then carry the use out."""
    if rule.instead is not None:
        yield from rule.instead(state, seat, card)
        return
    found = targets_of(state, seat, card, rule)
    targets = tuple(found)
    if rule.shape is Shape.ONE:
        context: dict[str, Value] = {"face": rule.face, "mode": rule.mode}
        targets = ((yield from choose_seat(seat, found, **context)),)
    use = Use(
        user=seat,
        face=rule.face,
        mode=rule.mode,
        targets=targets,
        cards=(card,),
        place=hand(seat),
    )
    if rule.declare is not None:
        use.choice = yield from rule.declare(state, use)
    if rule.attack:
        use.bonus = yield from spend(state, seat)
    yield from carry_out(state, use, rule)


def choose_seat(seat: int, found: Sequence[int], **context: Value) -> Script[int]:
    """Let ``seat`` choose one of ``found``; not asked if there is only one (it is public who)."""
    if len(found) == 1:
        return found[0]
    options = tuple([str(s) for s in found])
    return int((yield from choose(seat, AskKind.TARGET, options, context=context)))
