"""Skills that act at a timing, and in which order (N81-6.6, N81-19.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.event import Value
from engine.games.no81.glossary import Per, Timing
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Pick
from engine.games.no81.wins import Over
from engine.request import Script, Tell, choose, tell

__all__ = [
    "DEEPEST", "announce", "contained", "fire", "fire_forced", "guard_cost", "left", "mark",
    "sound", "usable", "use_skill",
]  # fmt: skip


DEEPEST: Final = 50
"""N81-15.7: what is nested deeper is refused."""


def left(state: State, seat: int, skill: Skill) -> bool:
    """Say whether ``seat`` has not used up ``skill`` (N81-17.0, N81-14.6)."""
    last = state.players[seat].used.get(skill.id)
    now = _now(state, skill.per)
    return last is None if now is None else last != now


def _now(state: State, per: Per) -> int | None:
    """Return the number of the period that a skill may be used once in; None: of the game."""
    match per:
        case Per.FREE:
            return -1
        case Per.PHASE:
            return state.phase_no
        case Per.TURN:
            return state.turn
        case Per.ROUND:
            return state.round
        case Per.GAME:
            return None


def mark(state: State, seat: int, skill: Skill) -> None:
    """Write down that ``seat`` uses ``skill`` now."""
    if skill.per is not Per.FREE:
        now = _now(state, skill.per)
        state.players[seat].used[skill.id] = state.turn if now is None else now


def usable(state: State, seat: int, moment: Moment) -> list[Skill]:
    """Return what ``seat`` may use at ``moment``, in printed order; all of this is public.

    N81-15.7: nothing that would be nested too deep.
    """
    player = state.players[seat]
    acting = state.skills_at.get(moment.timing)
    if acting is None or acting.isdisjoint(player.skills):
        return []
    if not player.alive or state.depth >= DEEPEST:
        return []
    found = []
    for skill in state.printed_skills(player):
        if skill.id not in acting or (seat, skill.id) in moment.offered:
            continue
        if player.broken and not (skill.works_broken and moment.who == seat):
            continue  # N81-10.2, N81-10.4
        if left(state, seat, skill) and sound(skill, skill.can, state, seat, moment):
            found.append(skill)
    return found


def fire(
    state: State,
    moment: Moment,
    seats: Iterable[int] | None = None,
    then: Callable[[State], Script[None]] | None = None,
) -> Script[None]:
    """N81-6.6: offer the triggers of ``moment``, acting seat first, then clockwise.

    ``seats`` restricts whose triggers are meant. What is eligible is looked at again after each.
    ``then`` comes after each skill that is no part of another effect (N81-6.8).
    """
    acting = state.skills_at.get(moment.timing)
    if acting is None:
        return
    for seat in state.living if seats is None else seats:
        # Mostly there is nothing, which costs no script.
        if not acting.isdisjoint(state.players[seat].skills) and usable(state, seat, moment):
            yield from _offer(state, seat, moment, then)


def fire_forced(state: State, seat: int, moment: Moment) -> Script[None]:
    """N81-8.3 D3: let the mandatory triggers of ``seat`` act in printed order, without asking."""
    while forced := [skill for skill in usable(state, seat, moment) if skill.mandatory]:
        yield from use_skill(state, seat, forced[0], moment)


def use_skill(state: State, seat: int, skill: Skill, moment: Moment) -> Script[None]:
    """Carry out one trigger, or one answer in a window; note by how much it changed a number."""
    moment.offered.add((seat, skill.id))
    mark(state, seat, skill)
    before = moment.number
    state.depth += 1
    try:
        yield from contained(seat, skill, skill.run(state, seat, moment))
    finally:
        state.depth -= 1
    if moment.number != before:
        changed = moment.changes.get(skill.id, 0) + moment.number - before
        moment.changes[skill.id] = changed


def guard_cost(state: State, answerer: int, demander: int) -> tuple[str, ...]:
    """Return by which skill each mind card is paid that an answer to ``demander`` costs besides.

    It is worked out whenever answers are offered, so these triggers only count: what they would
    tell is not told, and where one would do or ask anything it ends.
    """
    moment = Moment(timing=Timing.GUARD_COST, answerer=answerer, demander=demander)
    if moment.timing not in state.skills_at:
        return ()
    paid: list[str] = []
    for seat in state.living:
        for skill in usable(state, seat, moment):
            for request in contained(seat, skill, skill.run(state, seat, moment)):
                if not isinstance(request, Tell):
                    break
            cost = max(0, moment.extra_mind_cost)
            paid[cost:] = [skill.id] * (cost - len(paid))
    return tuple(paid)


def _offer(
    state: State, seat: int, moment: Moment, then: Callable[[State], Script[None]] | None
) -> Script[None]:
    """Let one seat use its triggers in the order it picks; ``pass`` declines the rest."""
    while ready := usable(state, seat, moment):
        forced = [skill.id for skill in ready if skill.mandatory]
        chosen = ready[0].id
        if not forced or len(ready) > 1:
            names = tuple([skill.id for skill in ready])
            options = names if forced else (*names, Pick.PASS.value)
            chosen = yield from choose(
                seat,
                AskKind.W_TRIGGER,
                options,
                default=forced[0] if forced else Pick.PASS,
                context=_context(moment),
            )
            if chosen == Pick.PASS:
                return
        yield from use_skill(state, seat, state.content.skills[chosen], moment)
        if then is not None:
            yield from then(state)


def _context(moment: Moment) -> dict[str, Value]:
    """Return what is public of a moment."""
    context: dict[str, Value] = {"timing": moment.timing.value}
    if moment.who is not None:
        context["who"] = moment.who
    if moment.card is not None and moment.timing is Timing.MIND_DISCARDED:
        context["card"] = moment.card
    if moment.damage is not None:
        context["target"] = moment.damage.target
        context["amount"] = moment.damage.amount
    return context


def contained(seat: int, skill: Skill, script: Script[None]) -> Script[None]:
    """N81-19.5: run what a skill does; a plug-in that raises loses its effect, the game goes on.

    The built-in skills are rules: if one of them raises, the game freezes as for any other rule.
    """
    if not skill.foreign:
        yield from script
        return
    try:
        yield from script
    except Over:
        raise
    except Exception:  # noqa: BLE001 - a plug-in may raise anything
        yield from tell(EventKind.SKILL_FAILED, seat=seat, skill=skill.id)


def sound(skill: Skill, question: Callable[..., bool], *about: object) -> bool:
    """Ask a skill whether it may be used; for a plug-in that raises, it may not (N81-19.5)."""
    if not skill.foreign:
        return question(*about)
    try:
        return question(*about)
    except Exception:  # noqa: BLE001 - a plug-in may raise anything
        return False


def announce(seat: int, skill: Skill, *targets: int, choice: str | None = None) -> tuple[Tell]:
    """Tell that ``seat`` uses ``skill``."""
    return tell(EventKind.SKILL, seat=seat, skill=skill.id, targets=targets, choice=choice)
