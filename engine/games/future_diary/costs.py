"""What an act has cost: diary rights, cool-downs, tokens, skills that are once per game.

A skill that never took place has not been used (FD-3.7): what Liberation voids at ``lock``, and
what would have worked only after the Blacken lock, costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.games.future_diary.model import Seat, Sheet, World
from engine.games.future_diary.outcome import Outcome
from engine.games.future_diary.terms import Mode, Role, Token

__all__ = ["COOL_DOWN", "gifts", "give", "pay"]

COOL_DOWN: Final = 2
"""Used in act N, next possible in act N + 2 (FD-6.2, section 12)."""

_EVERY_ACT: Final = frozenset({Role.FIFTH, Role.SEVENTH, Role.TENTH})
_ON_ITS_TRACK: Final = frozenset({Mode.WATCH, Mode.TRAIL})


def pay(act: Outcome, seat: Seat) -> Seat:
    """Return the seat with everything paid that it used in this act."""
    sheet = act.locked.sheets[seat.number]
    return _skills(act, _tracks(act, _diary_right(act, seat, sheet), sheet), sheet)


def gifts(act: Outcome) -> Iterator[tuple[int, Token]]:
    """Yield new tokens with their holders, whom ``notices`` tells (FD-12.1.5, FD-12.9.1)."""
    for number, sheet in sorted(act.locked.sheets.items()):
        freed = sheet.skills.liberation
        if freed is not None and freed.option == "b":
            yield freed.seat, Token.FREEDOM
        diary = sheet.diary
        if diary is None:
            continue
        if diary.mode is Mode.A:
            allies = act.locked.world.allies(number)
            yield min(allies.intersection(diary.picks) or allies), Token.EXTRA_PICK
        elif diary.mode is Mode.C:
            yield diary.picks[0], Token.REPEAT


def give(act: Outcome, world: World, number: int, token: Token) -> World:
    """Return the world after a seat got a token; one that it holds already stays one.

    Freedom that was spent in the act of its issue is told of, but not kept.
    """
    seat = world.seats[number]
    match token:
        case Token.FREEDOM if number in act.locked.forgone:
            return world
        case Token.FREEDOM:
            seat = replace(seat, freedom=True, freedom_from=world.act)
        case Token.EXTRA_PICK:
            seat = replace(seat, extra_pick=True)
        case Token.REPEAT:
            seat = replace(seat, repeat=True)
    return world.with_seats(seat)


def _diary_right(act: Outcome, seat: Seat, sheet: Sheet) -> Seat:
    """Start the cool-down of a use or a forgo (FD-6.2, FD-6.4) and spend tokens."""
    after = seat
    if seat.number in act.locked.forgone:
        if seat.freedom or _freed_now(act, seat.number):
            after = replace(after, freedom=False)
        else:
            after = _cooling(after, seat, act.world.act)
    diary = sheet.diary
    if diary is None or seat.number not in act.locked.used:
        return after
    if seat.role not in _EVERY_ACT and diary.mode not in _ON_ITS_TRACK:
        after = _cooling(after, seat, act.world.act)
    return replace(after, extra_pick=after.extra_pick and not diary.picks)


def _cooling(after: Seat, before: Seat, act: int) -> Seat:
    """Start the cool-down; a right that was not there is the ``repeat`` token's."""
    early = before.ready_from > act
    return replace(after, ready_from=act + COOL_DOWN, repeat=after.repeat and not early)


def _freed_now(act: Outcome, number: int) -> bool:
    """Return whether Liberation ``b`` names the seat in this very act (FD-12.1.5)."""
    chosen = (sheet.skills.liberation for sheet in act.locked.sheets.values())
    return any(c is not None and c.option == "b" and c.seat == number for c in chosen)


def _tracks(act: Outcome, seat: Seat, sheet: Sheet) -> Seat:
    """Remember what the next act's diary depends on: 5th's picks, 4th's watch (FD-12.5.1)."""
    diary = sheet.diary if seat.number in act.locked.used else None
    if seat.role is Role.FIFTH and diary is not None:
        return replace(seat, last_picks=diary.picks)
    if seat.role is Role.FOURTH and seat.number not in act.locked.jammed:
        watching = diary is not None and diary.mode is Mode.WATCH
        return replace(seat, watch=diary.picks[0] if diary and watching else None)
    return seat


def _skills(act: Outcome, seat: Seat, sheet: Sheet) -> Seat:
    """Start the cool-downs of skills and mark what is once per game."""
    cooling = dict.fromkeys(_started(act, seat.number, sheet), act.world.act + COOL_DOWN)
    spent = seat.spent | frozenset(_spent(act, seat.number, sheet))
    return replace(seat, spent=spent, skill_from=MappingProxyType({**seat.skill_from, **cooling}))


def _started(act: Outcome, number: int, sheet: Sheet) -> Iterator[str]:
    skills = sheet.skills
    if skills.liberation is not None:
        yield "liberation"
    if skills.hypnosis is not None and number not in act.locked.void:
        yield "hypnosis"
    if skills.black_heart is not None and not act.powerless(number):
        yield "black_heart"
    halves = act.world.party(number)
    if len(halves) > 1 and not halves & act.locked.void:
        picks = [act.locked.sheets[half].skills.heart_link for half in halves]
        if None not in picks:  # the cool-down runs if both named a seat (FD-12.8.5)
            yield "heart_link"


def _spent(act: Outcome, number: int, sheet: Sheet) -> Iterator[str]:
    if sheet.skills.liberation is not None:
        yield f"liberation_{sheet.skills.liberation.option}"
    if act.locked.forgone.get(number) == "law" and act.inputs.law is not None:
        yield "law"
    if sheet.skills.gamble is not None and act.gamble:
        yield "gamble"
