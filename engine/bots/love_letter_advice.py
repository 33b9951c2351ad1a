"""What the Love Letter bot's judgement rests on, option by option: :mod:`engine.bots.advice`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from engine.bots import love_letter as bot
from engine.bots.advice import Advice, Ground, advise
from engine.bots.belief import Belief
from engine.game import AskView
from engine.games.love_letter.cards import NUMBER
from engine.games.love_letter.passives import IN_AREA, is_passive
from engine.games.love_letter.terms import AskKind, Mode, Protection

__all__ = ["Code", "advice"]


class Code(StrEnum):
    """Grounds. ``target`` is a seat, ``percent`` 0 to 100."""

    RUIN = "ruin"
    """Against: the own seat is surely out by it."""
    RISK = "risk"
    """Against: the own seat is out with ``percent``."""
    GUESS = "guess"
    """For: ``target`` holds ``number`` with ``percent``, its likeliest one."""
    COMPARE = "compare"
    """Against ``target`` it is won with ``won`` and lost with ``lost`` percent."""
    UNKNOWN = "unknown"
    """For: the hand of ``target`` is not known yet."""
    KNOWN = "known"
    """Against: the hand of ``target`` is known already."""
    FALLS = "falls"
    """For: discarding its hand puts ``target`` out with ``percent``."""
    FATE = "fate"
    """For: fate puts ``target`` out in one of three draws."""
    BETTER = "better"
    """For: the hand of ``target`` is likely higher than the ``own`` number kept."""
    WORSE = "worse"
    """Against: it is likely lower."""
    SAFE = "safe"
    """For: it guards the own seat until its next turn."""
    HARMLESS = "harmless"
    """For: nothing happens to the own seat by playing it."""
    KEEPS = "keeps"
    """For: ``number`` stays in hand, the higher of the two."""
    FLIP = "flip"
    """For: with the opposite effect it is worth more."""
    CHANCE = "chance"
    """The number is held with ``percent``."""


Ask = AskView
Grounds = Iterator[Ground]
_HALF: Final = bot.FATAL / 2
"""What is worth less is certain ruin, whatever else comes of it."""
_YAMADA: Final = 33
"""Percent of fate draws that come out as Despair (LL-1.4)."""
_SAFE: Final[Mapping[Mode, frozenset[str]]] = {
    Mode.HOPE: frozenset(card for card, number in NUMBER.items() if number == 4),
    Mode.DESPAIR: frozenset({"alter_ego", "genocider"}),
}


def advice(view: Mapping[str, Any], ask: AskView) -> tuple[Advice, ...]:
    """Return what there is to say of every option, in order, from ``view`` and ``ask`` alone."""
    belief, grounds = Belief(view), _GROUNDS[AskKind(ask.kind)]
    rates = bot.rates(view, ask)

    def of(option: str) -> Grounds:
        if rates[option] <= _HALF:
            return iter((Ground(code=Code.RUIN, good=False),))
        return grounds(belief, option, ask)

    return advise(rates, of)


def _percent(chance: float) -> int:
    return round(100 * chance)


# --- on one target ---------------------------------------------------------------------------


def _of_target(belief: Belief, card: str, mode: Mode, kept: str | None, target: int) -> Grounds:
    """Yield what an effect on ``target`` promises; nothing for one out of its reach."""
    if Protection.UNAFFECTED in belief.protections(target):
        return
    rate = bot.TARGETED[mode][card]
    if rate is bot.guess or rate is bot.kuwata:
        number, chance = belief.best_guess(target)
        params = {"target": target, "number": number, "percent": _percent(chance)}
        yield Ground(code=Code.GUESS, params=params)
        if rate is bot.kuwata:
            yield _risk(1 - chance)
    elif rate is bot.hagakure:
        yield _risk(1 - belief.numbers(target).get(1, 0.0))
    elif rate is bot.look:
        known = belief.known(target) is not None
        code = Code.KNOWN if known else Code.UNKNOWN
        yield Ground(code=code, good=not known, params={"target": target})
    elif rate is bot.only_own_risk:
        yield _risk(belief.higher(target, _number(kept)))
    elif rate is bot.lower_out or rate is bot.higher_out:
        yield _compared(belief, kept, target, lower_out=rate is bot.lower_out)
    elif rate is bot.monokuma:
        yield Ground(code=Code.FATE, params={"target": target})
    elif rate is bot.swap:
        yield _against(belief, kept, target)
    else:
        yield from _discarding(belief, card, mode, kept, target)


def _risk(chance: float) -> Ground:
    return Ground(code=Code.RISK, good=chance < 0.5, params={"percent": _percent(chance)})


def _number(card: str | None) -> int:
    return NUMBER[card] if card is not None else 0


def _compared(belief: Belief, kept: str | None, target: int, *, lower_out: bool) -> Ground:
    own = _number(kept)
    below, above = belief.lower(target, own), belief.higher(target, own)
    won, lost = (below, above) if lower_out else (above, below)
    params = {"target": target, "won": _percent(won), "lost": _percent(lost)}
    return Ground(code=Code.COMPARE, good=won >= lost, params=params)


def _against(belief: Belief, kept: str | None, target: int) -> Ground:
    good = belief.mean(target) > _number(kept)
    code = Code.BETTER if good else Code.WORSE
    return Ground(code=code, good=good, params={"target": target, "own": _number(kept)})


def _discarding(belief: Belief, card: str, mode: Mode, kept: str | None, target: int) -> Grounds:
    """Yield what becomes of ``target``, or of the own hand, when it is discarded."""
    if target == belief.you:
        return
    falls = {
        "naegi": ("monokuma", "enoshima", "ikusaba"),
        "fukawa": ("enoshima", "ikusaba"),
    }
    ends = IN_AREA[mode] if mode is Mode.HOPE else falls[card]
    chance = belief.chance_of(target, *ends)
    if chance:
        yield Ground(code=Code.FALLS, params={"target": target, "percent": _percent(chance)})
    elif card == "fukawa" and mode is Mode.DESPAIR:
        yield _against(belief, kept, target)


# --- by kind of ask --------------------------------------------------------------------------


def _effect(belief: Belief, card: str, kept: str | None, mode: Mode) -> Grounds:
    """Yield what the effect of ``card`` in ``mode`` promises, on the target that is best for it."""
    if card in bot.TARGETED[mode] and not is_passive(card, mode):
        rate = bot.TARGETED[mode][card]
        reach = [
            seat for seat in belief.others()
            if Protection.UNCHOOSABLE not in belief.protections(seat)
        ]  # fmt: skip
        if reach:
            best = max(reach, key=lambda seat: (bot.on_target(belief, rate, kept, seat), -seat))
            yield from _of_target(belief, card, mode, kept, best)
    elif card in _SAFE[mode]:
        yield Ground(code=Code.SAFE)
    elif card == "yamada" and mode is Mode.DESPAIR:
        yield Ground(code=Code.RISK, params={"percent": _YAMADA})
    elif is_passive(card, mode):
        yield Ground(code=Code.HARMLESS)


def _play(belief: Belief, option: str, ask: Ask) -> Grounds:
    kept = next((card for card in ask.options if card != option), None)
    mode = Mode(belief.view["mode"])
    now = bot.worth(belief, option, kept, mode)
    if bot.may_flip(belief) and bot.flipped(belief, option, kept) > max(now, _HALF):
        yield Ground(code=Code.FLIP)
    if now > _HALF:
        yield from _effect(belief, option, kept, mode)
    if kept is not None and NUMBER[kept] > NUMBER[option]:
        yield Ground(code=Code.KEEPS, params={"number": NUMBER[kept]})


def _which(belief: Belief, option: str, ask: Ask) -> Grounds:
    yield from _effect(belief, str(ask.context["card"]), bot.kept_beside(belief), Mode(option))


def _target(belief: Belief, option: str, ask: Ask) -> Grounds:
    card, mode = str(ask.context["card"]), Mode(str(ask.context["mode"]))
    yield from _of_target(belief, card, mode, bot.kept_beside(belief), int(option))


def _guessed(belief: Belief, option: str, ask: Ask) -> Grounds:
    target = ask.context["target"]
    assert isinstance(target, int)
    chance = belief.numbers(target).get(int(option), 0.0)
    yield Ground(code=Code.CHANCE, good=chance > 0, params={"percent": _percent(chance)})


def _kept(belief: Belief, option: str, ask: Ask) -> Grounds:  # noqa: ARG001
    others = [NUMBER[card] for card in ask.options if card != option]
    if others and NUMBER[option] > max(others):
        yield Ground(code=Code.KEEPS, params={"number": NUMBER[option]})


_GROUNDS: Final[Mapping[AskKind, Callable[[Belief, str, Ask], Grounds]]] = {
    AskKind.PLAY: _play,
    AskKind.EFFECT: _which,
    AskKind.TARGET: _target,
    AskKind.NUMBER: _guessed,
    AskKind.KEEP: _kept,
}
