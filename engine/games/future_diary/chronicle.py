"""The full record of an act: every order, report and cause, open to all after the game (FD-14.5).

A record is made when the act is closed and goes on with what its ``predict`` step brings. Lines are
coded plain data (:class:`ChronicleCode`), in the order in which things came about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.event import Value
from engine.games.future_diary import answer, notices
from engine.games.future_diary.diaries.page import Line
from engine.games.future_diary.foresight import Foresight
from engine.games.future_diary.last_words import AWAKENING, BOMB, HALF_GOD, TRIGGER_1, WILL, word_of
from engine.games.future_diary.model import Record, Seat, Sheet, Standing
from engine.games.future_diary.outcome import Closed
from engine.games.future_diary.terms import ChronicleCode, Kind, Role
from engine.games.future_diary.visible import as_order, truth

__all__ = ["add", "record"]

_INSTRUCTIONS: Final[Mapping[Role, tuple[str, ...]]] = MappingProxyType(
    {
        Role.NINTH: (HALF_GOD, BOMB),
        Role.TENTH: (AWAKENING,),
        Role.FIRST: (TRIGGER_1,),
        Role.AKISE: (WILL,),
        Role.SECOND: ("hold",),
        Role.TWELFTH: ("hold",),
    }
)
"""Who has which standing instructions (FD-10.4)."""


def record(
    closed: Closed,
    *,
    given: Mapping[int, Sheet],
    read: tuple[Mapping[int, Foresight], Mapping[int, Foresight]],
) -> Record:
    """Return the record of a closed act.

    ``given`` are the sheets as they were submitted, before ``lock``; ``read`` is what the two waves
    brought.
    """
    act = closed.outcome
    return Record(
        act=closed.world.act,
        sheets=act.locked.sheets,
        finals=act.finals,
        lines=(
            *_given(closed, given),
            *_read(closed, read),
            *_decided(closed),
            *_resolved(closed),
            *_spoken(closed),
            *_closed(closed),
        ),
    )


def add(record: Record, code: ChronicleCode, **fields: Value) -> Record:
    """Return the record with one line more: a prediction, Creator, or Proof's pick."""
    return replace(record, lines=(*record.lines, _line(code, **fields)))


def _line(code: ChronicleCode, **fields: Value) -> Line:
    return {"code": code, **fields}


def _instructions(said: Standing, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return standing instructions, or last words, as fields."""
    fields = answer.of_standing(said, "")
    return answer.write({name: values for name, values in fields.items() if name in names})


def _seats(seats: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))


def _given(closed: Closed, given: Mapping[int, Sheet]) -> Iterator[Line]:
    """Yield who was there and what each ordered, then what ``lock`` did to it (FD-3.6)."""
    locked = closed.outcome.locked
    world = locked.world
    seats = [world.seats[n] for n in world.living]
    for seat in seats:
        sheet = given.get(seat.number, Sheet())
        fields = answer.of_sheet(sheet, dogs=seat.role is Role.TENTH)
        yield _line(
            ChronicleCode.SEAT,
            seat=seat.number,
            role=seat.true_name,
            loop=seat.loop,
            shown=seat.shown_role,
            ally=_seats(world.allies(seat.number)),
            charge=seat.charge,
            fields=answer.write(fields),
            standing=_instructions(seat.standing, _INSTRUCTIONS.get(seat.role, ())),
        )
    bound = [seat for seat in seats if not seat.rests(world.act)]
    silenced = tuple(seat.number for seat in bound if seat.silenced == world.act)
    yield _line(
        ChronicleCode.LOCKED,
        silenced=silenced,
        forced=tuple(
            seat.number
            for seat in bound
            if seat.forced == world.act and seat.number not in silenced
        ),
        jammed=_seats(locked.jammed),
        void=_seats(locked.void),
        used=_seats(locked.used),
        priority=locked.priority,
    )


def _read(
    closed: Closed, read: tuple[Mapping[int, Foresight], Mapping[int, Foresight]]
) -> Iterator[Line]:
    """Yield what was read in each wave, then the changes and answers."""
    for wave, foresights in enumerate(read, 1):
        for seat, foresight in sorted(foresights.items()):
            if foresight != Foresight():
                yield _line(ChronicleCode.READ, seat=seat, wave=wave, **foresight.told())
    inputs = closed.outcome.inputs
    for seat, day in sorted(inputs.changes.items()):
        fields = answer.write(answer.of_day(day)) or (f"day={Kind.NONE}",)
        yield _line(ChronicleCode.CHANGE, seat=seat, fields=fields)
    for seat, proposer in sorted(inputs.answers.items()):
        yield _line(ChronicleCode.ANSWER, seat=seat, proposer=proposer)
    if inputs.law is not None:
        targets = () if inputs.law.target is None else (inputs.law.target,)
        order = {"kind": inputs.law.kind, "targets": targets}
        yield _line(ChronicleCode.LAW, seat=inputs.law.seat, order=order)


def _decided(closed: Closed) -> Iterator[Line]:
    """Yield R1 to R5: finals and who set them, alliances, and the states of the act."""
    act = closed.outcome
    for seat, final in sorted(act.finals.items()):
        order = as_order(truth(final.day))
        yield _line(ChronicleCode.FINAL, seat=seat, order=order, by=final.by, author=final.author)
    for made in act.formed:
        parties = None if made.pair is None else tuple(_seats(party) for party in made.pair)
        yield _line(ChronicleCode.FORMED, via=made.via, authors=made.authors, parties=parties)
    for proposer, target in act.declined:
        yield _line(ChronicleCode.DECLINED, seat=proposer, target=target)
    yield _line(
        ChronicleCode.STATES,
        locked=_seats(act.void),
        fleeing=_seats(act.fleeing),
        disguised=_seats(act.disguised),
    )


def _resolved(closed: Closed) -> Iterator[Line]:
    """Yield R6 to R7: every blow and effect with its reason."""
    act = closed.outcome
    if act.gamble:
        yield _line(ChronicleCode.GAMBLE, **act.gamble)
    for blow in act.blows:
        yield _line(
            ChronicleCode.BLOW,
            stage=blow.stage,
            author=blow.author,
            target=blow.target,
            night=blow.night,
            result=blow.code,
            follow=blow.follow,
            counter=blow.counter,
            blacken=blow.blacken,
        )
    for effect in closed.effects:
        yield _line(
            ChronicleCode.EFFECT,
            stage=effect.stage,
            victim=effect.victim,
            author=effect.author,
            cause=effect.cause,
            result=effect.code,
            moved_to=effect.moved_to,
        )
    for killer, role, first in act.attackers:
        yield _line(ChronicleCode.ATTACKED, seat=killer, role=role, first=first)


def _spoken(closed: Closed) -> Iterator[Line]:
    """Yield the last words and what they did (FD-10.2)."""
    act = closed.outcome
    for seat, prompts in sorted(act.prompts.items()):
        said = _instructions(word_of(act, closed.words, seat), prompts)
        yield _line(
            ChronicleCode.WORDS,
            seat=seat,
            prompts=prompts,
            answered=seat in closed.words.said,
            fields=said,
        )
    if closed.half_god is not None:
        yield _line(ChronicleCode.HALF_GOD, seat=closed.half_god)
    if closed.chose_her is not None:
        yield _line(ChronicleCode.CHOSE_HER, seats=closed.chose_her)
    if closed.bomb is not None:
        yield _line(ChronicleCode.BOMB, seat=closed.bomb)


def _closed(closed: Closed) -> Iterator[Line]:
    """Yield what ``notices`` made true and what each seat was told (FD-10.6)."""
    for number in closed.deaths:
        seat = closed.world.seats[number]
        yield _line(ChronicleCode.DEATH, seat=number, role=seat.true_name, loop=seat.loop)
    for pair in closed.ended:
        yield _line(ChronicleCode.ENDED, parties=tuple(_seats(party) for party in pair))
    for number, seat in sorted(closed.world.seats.items()):
        yield from _learnt(closed.outcome.locked.world.seats[number], seat)
    if closed.charged:
        yield _line(ChronicleCode.CHARGED, seats=_seats(closed.charged))
    for holder, token in closed.gifts:
        yield _line(ChronicleCode.GIFT, seat=holder, token=token)
    if closed.proof is not None:
        yield _line(ChronicleCode.PROOF, seat=closed.proof)
    for number, items in sorted(notices.items(closed).items()):
        yield _line(ChronicleCode.TOLD, seat=number, items=items)


def _learnt(before: Seat, now: Seat) -> Iterator[Line]:
    for entry in now.ledger[len(before.ledger) :]:
        yield _line(
            ChronicleCode.LINK, owner=now.number, seat=entry.seat, role=entry.role, via=entry.via
        )
    for note in now.notes[len(before.notes) :]:
        yield _line(ChronicleCode.NOTE, owner=now.number, role=note.role)
