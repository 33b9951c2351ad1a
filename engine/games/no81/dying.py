"""The window of the dying: Miracles, skills and cards that say so (N81-8.6, N81-9.17)."""

from __future__ import annotations

from collections.abc import Callable

from engine.event import Value
from engine.games.no81.answers import answer_with, answering, hidden_answers
from engine.games.no81.faces import ready
from engine.games.no81.glossary import Face, Timing
from engine.games.no81.health import at_zero, can_recover, heal, restore
from engine.games.no81.moves import go_home, move
from engine.games.no81.pay import breaking
from engine.games.no81.places import RESOLVING, zone
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Pick, Why
from engine.games.no81.triggers import usable, use_skill
from engine.request import Script, choose, tell

__all__ = ["dying_window"]


def dying_window(state: State, seat: int, after: Callable[[State], Script[None]]) -> Script[None]:
    """N81-8.6: ask the living from the acting seat clockwise, each until it declines.

    ``after`` comes after each answer. Only what lies open answers, so who has no answer is not
    asked (N81-6.13), unless some card of the content answers from a hand. Nobody rescues a seat
    whose player has left (N81-8.9).
    """
    kind = "absolute" if state.players[seat].cap <= 0 else "relative"
    moment = Moment(timing=Timing.W_DYING, who=seat, target=seat, kind=kind)
    hidden = hidden_answers(state, Timing.W_DYING)
    for asked in state.living:
        while state.alive(asked) and state.alive(seat) and at_zero(state, seat):
            if seat in state.leaving:
                return  # N81-8.9
            options = _answers(state, asked, moment)
            if not options and not hidden:
                break
            context: dict[str, Value] = {"dying": seat, **breaking(state, asked, options)}
            answer = yield from choose(
                asked,
                AskKind.W_DYING,
                (*options, Pick.PASS),
                default=Pick.PASS,
                context=context,
                void=frozenset({seat}),
            )
            if not answer:
                return
            if answer == Pick.PASS:
                break
            yield from _save(state, asked, moment, answer)
            yield from after(state)


def _answers(state: State, asked: int, moment: Moment) -> dict[str, int]:
    """Return what saves the dying, and how many mind cards each takes in any case."""
    assert moment.who is not None
    cards = ready(state, asked, Face.MIRACLE) if can_recover(state, moment.who) else []
    skills = usable(state, asked, moment)
    return {
        **{f"miracle:{card}": 0 for card in cards},
        **answering(state, asked, moment.timing),
        **{f"skill:{skill.id}": skill.mind_price for skill in skills},
    }


def _save(state: State, asked: int, moment: Moment, answer: str) -> Script[None]:
    """Carry out one answer to a dying."""
    kind, _, name = answer.partition(":")
    assert moment.who is not None
    match kind:
        case "miracle":
            yield from _miracle(state, asked, moment.who, name)
        case "card":
            yield from answer_with(state, asked, moment.timing, name, moment)
        case _:
            yield from use_skill(state, asked, state.content.skills[name], moment)


def _miracle(state: State, seat: int, dying: int, card: str) -> Script[None]:
    """N81-9.17: heal oneself 2 or another 1; at cap 0 the points raise the cap."""
    points = 2 if seat == dying else 1
    yield from tell(
        EventKind.USED,
        seat=seat,
        face=Face.MIRACLE,
        mode=1 if seat == dying else 2,
        targets=(dying,),
        cards=(card,),
        choice=None,
    )
    yield from move(state, [card], zone(seat), RESOLVING, why=Why.DETACH)
    if state.players[dying].cap == 0:
        yield from restore(state, dying, points, cause=Face.MIRACLE)
    else:
        yield from heal(state, dying, points, cause=Face.MIRACLE)
    yield from go_home(state, [card], RESOLVING, why=Why.HOME)
