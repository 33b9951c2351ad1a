"""What the No.81 bot's judgement rests on, option by option: :mod:`engine.bots.advice`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from engine.bots.advice import Advice, Ground, advise
from engine.bots.no81 import HARMLESS, rates
from engine.bots.no81_actions import HELPFUL
from engine.bots.no81_decks import base_of, mind_worth, pairs_of, swap_price
from engine.bots.no81_worth import Eyes
from engine.game import AskView
from engine.games.no81.cards import ATTACKS
from engine.games.no81.glossary import Face
from engine.games.no81.terms import AskKind, Pick

__all__ = ["Code", "advice"]


class Code(StrEnum):
    """Grounds. ``seat`` is a seat."""

    FOE = "foe"
    """``seat`` is rather an enemy."""
    FRIEND = "friend"
    """``seat`` is rather a friend."""
    FRAIL = "frail"
    """``seat`` has only ``health`` left."""
    GUARDED = "guarded"
    """Against: an Evade lies in the zone of ``seat``."""
    DRAWS = "draws"
    """For: cards and mind first, they may help all that follows."""
    STRIPS = "strips"
    """For: before an attack, what could answer it is taken away."""
    SHARPENS = "sharpens"
    """For: it makes the attack of this turn worse."""
    STRIKES = "strikes"
    """For: there is an enemy to hurt, or a wound of the own to heal."""
    LATER = "later"
    """For: it lies ready for later."""
    IDLE = "idle"
    """Against: little is gained by it now."""
    RESERVE = "reserve"
    """Against: the mind deck is too thin for it (N81-10)."""
    SPARE = "spare"
    """For: the mind deck can spare it."""
    VALUED = "valued"
    """Against: it is worth much in hand."""
    NEAR_DEATH = "near_death"
    """Against: the own health is ``health``."""
    GENTLE = "gentle"
    """The event does no harm."""
    SUITS = "suits"
    """For: a strong card in the mind deck of the own character."""
    USELESS = "useless"
    """Against: there is nobody for it."""
    PAIR = "pair"
    """With ``side`` it makes 0, with ``health`` in the pool."""
    ALONE = "alone"
    """Against: no other side here makes 0 with it."""
    PRICE = "price"
    """Against: ``cards`` mind cards are paid for it."""


Grounds = Iterator[Ground]
_STEPS: Final = ((6.0, Code.DRAWS), (4.5, Code.STRIPS), (4.0, Code.SHARPENS), (2.0, Code.STRIKES))
"""From what worth on an action belongs to which step of a turn (:mod:`.no81_actions`)."""
_SHARPER: Final = frozenset({Face.AMPLIFY, Face.TREASURE, "lm_ember", "overheat"})
"""What adds to an attack; the more attacks there are, the more it is worth."""
_WORN: Final = 2
"""Health from which on every point counts."""
_GOOD: Final = 3.0
"""Worth in hand of the best cards."""
_STRONG: Final = 2.7
"""Worth in a mind deck of the best cards."""


def advice(view: Mapping[str, Any], ask: AskView) -> tuple[Advice, ...]:
    """Return what there is to say of every option, in order, from ``view`` and ``ask`` alone."""
    kind, eyes = AskKind(ask.kind), Eyes(view)
    if kind is AskKind.KARMA_DECK:
        return _karma_deck(ask)
    if kind is AskKind.MIND_DECK:
        return _mind_deck(eyes, ask)
    rated = rates(eyes, ask)
    if not rated:
        return tuple(Advice(option=option) for option in ask.options)
    grounds = _GROUNDS.get(kind, _none)
    return advise(rated, lambda option: grounds(eyes, option, ask, rated[option]))


# --- before the game -------------------------------------------------------------------------


def _karma_deck(ask: AskView) -> tuple[Advice, ...]:
    """N81-14.2: a side is as good as the best pair that it makes."""
    best: dict[str, tuple[int, str]] = {}
    for one, two in pairs_of(ask):
        base = base_of(ask, (one, two))
        for side, other in ((one, two), (two, one)):
            best[side] = max(best.get(side, (0, "")), (base, other))
    worth = {side: float(best.get(side, (0, ""))[0]) for side in ask.options}

    def grounds(side: str) -> Grounds:
        base, other = best.get(side, (0, ""))
        if base > 0:
            yield Ground(code=Code.PAIR, params={"side": other, "health": base})
        else:
            yield Ground(code=Code.ALONE, good=False)

    return advise(worth, grounds)


def _mind_deck(eyes: Eyes, ask: AskView) -> tuple[Advice, ...]:
    """N81-4.1: the best of every rank."""
    by_rank: dict[str, dict[str, float]] = {}
    for option in ask.options:
        rank, _dash, name = option.partition("-")
        by_rank.setdefault(rank, {})[option] = mind_worth(eyes, name)

    def grounds(option: str) -> Grounds:
        worth = by_rank[option.partition("-")[0]][option]
        if worth >= _STRONG:
            yield Ground(code=Code.SUITS)
        elif worth <= 0:
            yield Ground(code=Code.USELESS, good=False)

    found = {one.option: one for worths in by_rank.values() for one in advise(worths, grounds)}
    return tuple(found[option] for option in ask.options)


# --- in the game -----------------------------------------------------------------------------


def _none(_eyes: Eyes, _option: str, _ask: AskView, _rate: float) -> Grounds:
    return iter(())


def _seat(eyes: Eyes, seat: int, *, harm: bool) -> Grounds:
    """Yield what a seat is to the own one, and whether that speaks for choosing it."""
    foe = eyes.enmity(seat) > 0
    yield Ground(code=Code.FOE if foe else Code.FRIEND, good=foe == harm, params={"seat": seat})
    health = int(eyes.seats[seat]["rel_hp"])
    if health <= _WORN and foe == harm:
        yield Ground(code=Code.FRAIL, params={"seat": seat, "health": health})


def _target(eyes: Eyes, option: str, ask: AskView, _rate: float) -> Grounds:
    if option == Pick.PASS or int(option) == eyes.you:
        return
    seat = int(option)
    about = str(ask.context.get("face", ask.context.get("skill", "")))
    if about == "sniff":
        yield Ground(code=Code.FOE if eyes.enmity(seat) > 0 else Code.FRIEND, params={"seat": seat})
        return
    yield from _seat(eyes, seat, harm=about not in HELPFUL)
    strikes = about in ATTACKS or about == Face.PUNCH
    if strikes and any(lies["face"] == Face.EVADE for lies in eyes.seats[seat]["zone"]):
        yield Ground(code=Code.GUARDED, good=False, params={"seat": seat})


def _play(eyes: Eyes, option: str, _ask: AskView, rate: float) -> Grounds:
    if option == Pick.PASS:
        return
    if rate < 0:
        yield Ground(code=Code.IDLE, good=False)
        return
    step = next((code for least, code in _STEPS if rate >= least), None)
    verb, _colon, rest = option.partition(":")
    name = eyes.face(rest.partition(":")[0]) if verb in {"use", "place"} else rest
    if name in _SHARPER:
        yield Ground(code=Code.SHARPENS)
    elif step is not None:
        yield Ground(code=step)
    elif verb == "place":
        yield Ground(code=Code.LATER)
    if verb == "offer":
        yield from _seat(eyes, int(option.split(":")[1]), harm=False)


def _mind(eyes: Eyes, cards: int = 1) -> Ground:
    """Return whether so many mind cards can be spent."""
    spare = eyes.spare(cards)
    return Ground(code=Code.SPARE if spare else Code.RESERVE, good=spare)


def _giving_up(eyes: Eyes, option: str, _ask: AskView, _rate: float) -> Grounds:
    if option == Pick.MIND:
        yield _mind(eyes)
    elif option in eyes.view["hand"] and eyes.worth(option) >= _GOOD:
        yield Ground(code=Code.VALUED, good=False)


def _draw(eyes: Eyes, option: str, _ask: AskView, rate: float) -> Grounds:
    if int(option) and rate < 0:
        yield Ground(code=Code.RESERVE, good=False)
    elif int(option) and rate > 0:
        yield _mind(eyes, int(option))


def _letting(eyes: Eyes) -> Grounds:
    """Yield what speaks against taking what comes."""
    health = int(eyes.own["rel_hp"])
    if health <= _WORN:
        yield Ground(code=Code.NEAR_DEATH, good=False, params={"health": health})


def _event(eyes: Eyes, option: str, ask: AskView, _rate: float) -> Grounds:
    gentle = ask.context["face"] in HARMLESS
    if gentle:
        yield Ground(code=Code.GENTLE, good=option == Pick.PASS)
    elif option == Pick.PASS:
        yield from _letting(eyes)


def _attacked(eyes: Eyes, option: str, _ask: AskView, _rate: float) -> Grounds:
    if option in {Pick.PASS, Pick.DAMAGE}:
        yield from _letting(eyes)
    elif option.partition(":")[0] in {"haste", "skill"}:
        yield _mind(eyes)


def _outburst(eyes: Eyes, option: str, _ask: AskView, _rate: float) -> Grounds:
    kind, _colon, card = option.partition(":")
    if kind == Pick.MIND:
        yield _mind(eyes)
    elif kind == Pick.DAMAGE:
        yield from _letting(eyes)
    elif card in eyes.view["hand"] and eyes.worth(card) >= _GOOD:
        yield Ground(code=Code.VALUED, good=False)


def _dying(eyes: Eyes, option: str, ask: AskView, _rate: float) -> Grounds:
    seat = int(str(ask.context["dying"]))
    if seat != eyes.you:
        yield from _seat(eyes, seat, harm=option == Pick.PASS)


def _swap(eyes: Eyes, option: str, _ask: AskView, _rate: float) -> Grounds:
    if option != Pick.PASS and (cards := swap_price(eyes, option)):
        yield Ground(code=Code.PRICE, good=False, params={"cards": cards})


_GROUNDS: Final[Mapping[AskKind, Callable[[Eyes, str, AskView, float], Grounds]]] = {
    AskKind.SWAP: _swap,
    AskKind.DRAW: _draw,
    AskKind.PLAY: _play,
    AskKind.TARGET: _target,
    AskKind.PAY: _giving_up,
    AskKind.UNDER: _giving_up,
    AskKind.GIVE: _giving_up,
    AskKind.DISCARD: _giving_up,
    AskKind.SECRET: _giving_up,
    AskKind.W_EVENT: _event,
    AskKind.W_GUARD: _attacked,
    AskKind.W_BURST: _attacked,
    AskKind.W_OUTBURST: _outburst,
    AskKind.W_DYING: _dying,
    AskKind.CHECK: _giving_up,
    AskKind.OUTCOME: _giving_up,
}
"""Kinds whose grounds are more than which option is best."""
