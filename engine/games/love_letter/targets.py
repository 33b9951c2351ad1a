"""Choosing and being affected are two things (LL-7)."""

from __future__ import annotations

from engine.event import Value
from engine.games.love_letter.state import State
from engine.games.love_letter.terms import AskKind, EventKind, Nothing, Protection
from engine.request import Script, choose, tell

__all__ = ["affects", "choosable", "choose_number", "choose_target", "nothing"]

_GUESSES = ("2", "3", "4", "5", "6", "7", "8")


def nothing(seat: int, card: str, why: Nothing, target: int | None = None) -> Script[None]:
    """LL-3.2: say publicly why ``card`` has no (further) effect."""
    yield from tell(EventKind.NOTHING, seat=seat, card=card, why=why, target=target)


def choosable(state: State, seat: int, *, itself: bool = False) -> tuple[int, ...]:
    """LL-7.1: return whom ``seat`` may choose, clockwise from its left, itself last if allowed."""
    guarded = Protection.UNCHOOSABLE
    found = [s for s in state.others(seat) if guarded not in state.protections[s]]
    return (*found, seat) if itself else tuple(found)


def choose_target(
    state: State, seat: int, card: str, *, itself: bool = False
) -> Script[int | None]:
    """Let ``seat`` choose, and tell it; without a legal target tell so and return ``None``.

    LL-7.2: a single legal target is chosen without asking. Who may be chosen is public.
    """
    options = choosable(state, seat, itself=itself)
    if not options:
        yield from nothing(seat, card, Nothing.NO_TARGET)
        return None
    target = options[0]
    if len(options) > 1:
        chosen = yield from choose(
            seat,
            AskKind.TARGET,
            tuple([str(s) for s in options]),
            context={"card": card, "mode": state.mode},
        )
        target = int(chosen)
    yield from tell(EventKind.TARGET, seat=seat, target=target)
    return target


def choose_number(state: State, seat: int, card: str, target: int) -> Script[int]:
    """Let ``seat`` name a number from 2 to 8 for ``target``."""
    context: dict[str, Value] = {"card": card, "mode": state.mode, "target": target}
    number = yield from choose(seat, AskKind.NUMBER, _GUESSES, context=context)
    return int(number)


def affects(state: State, seat: int, card: str, target: int) -> Script[bool]:
    """LL-6.9, LL-7.1: say whether the effect reaches ``target``; tell so if it does not."""
    if state.protected(target):
        yield from nothing(seat, card, Nothing.PROTECTED, target)
        return False
    return True
