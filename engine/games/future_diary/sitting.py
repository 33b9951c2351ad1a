"""One seat in one step: what is put to it, what it may answer, and what an answer does (FD-3).

Everything a player does in a step is an answer: its submission, *ready*, talk, predictions. Nobody
else is told that one came in, unless the rules tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.errors import Refusal, Refused
from engine.games.future_diary import predict, talk
from engine.games.future_diary.answer import Said, read, write
from engine.games.future_diary.form import Chosen, Form, check, plain, valid, words
from engine.games.future_diary.model import Seat
from engine.games.future_diary.state import Sitting, Table
from engine.games.future_diary.steps import hold
from engine.games.future_diary.terms import Channel, EventKind, Reject, Step, Verb
from engine.request import Answer, Ask, Script, tell

__all__ = ["sit"]

Checker = Callable[[Table, int, tuple[str, ...]], None]
Doer = Callable[[Table, int, tuple[str, ...]], Script[None]]

_SAYINGS: Final[Mapping[Verb, tuple[Checker, Doer]]] = MappingProxyType(
    {
        Verb.SAY: (talk.check_say, talk.say),
        Verb.PREDICT: (predict.check_predict, predict.predict),
        Verb.CREATOR: (predict.check_creator, predict.create),
        Verb.PROOF: (predict.check_proof, predict.prove),
    }
)
"""Answers that are carried out at once, and leave the submission as it is."""
_DEAD_MAY: Final = frozenset({Verb.SAY, Verb.READY, Verb.LATE})


def sit(
    table: Table,
    step: Step,
    form: Callable[[Seat], Form],
    filled: Callable[[Seat], Chosen] = lambda _: {},
) -> Script[Mapping[int, Chosen]]:
    """Hold a step and return what every living seat has submitted in it.

    ``filled(seat)`` is what stands on the form at the beginning, and counts if nobody changes it.
    """
    table.sittings = {}
    for number in table.world.living:
        seat = table.world.seats[number]
        sheet = form(seat)
        table.sittings[number] = Sitting(
            form=sheet, offer=plain(sheet), words=words(sheet), fields=valid(sheet, filled(seat))
        )
    yield from hold(
        table,
        step,
        lambda chair: _ask(table, table.seat_of(chair)),
        lambda chair, answer: _take(table, table.seat_of(chair), answer),
    )
    return {number: sitting.fields for number, sitting in table.sittings.items()}


def _verbs(table: Table, number: int, channels: tuple[Channel, ...]) -> tuple[Verb, ...]:
    """Return what a seat may say now; ``ready`` is first and always there."""
    alive = table.world.seats[number].alive
    may = {
        Verb.READY: True,
        Verb.WAIT: alive,
        Verb.SUBMIT: alive,
        Verb.SAY: bool(channels),
        Verb.PREDICT: predict.may_predict(table, number),
        Verb.CREATOR: predict.may_create(table, number),
        Verb.PROOF: predict.may_prove(table, number),
    }
    return tuple(verb for verb, able in may.items() if able)


def _ask(table: Table, number: int) -> Ask:
    sitting = table.sittings.get(number, Sitting(ready=True))
    channels = talk.channels(table.world, number, table.step)
    verbs = tuple(verb.value for verb in _verbs(table, number, channels))
    others = tuple(n for n in table.world.living if n != number)
    return Ask(
        seat=table.chair(number),
        kind=table.step.value,
        options=(*sitting.words, *verbs),
        default=(Verb.LATE.value,),
        context={
            "form": sitting.offer,
            "sheet": write(sitting.fields),
            "ready": sitting.ready,
            "verbs": verbs,
            "channels": tuple(channel.value for channel in channels),
            "predict": Verb.PREDICT in verbs,
            "seats": others,
            "roles": tuple(role.value for role in table.roles),
        },
        check=lambda values: _check(table, number, values),
        settled=sitting.ready,
    )


def _check(table: Table, number: int, values: Answer) -> Answer:
    """Judge an answer by what its seat may know (FD-3.5, FD-16.1c)."""
    said = read(values)
    if not table.world.seats[number].alive and (said.verb not in _DEAD_MAY or said.fields):
        raise Refused(Reject.DEAD)
    match said.verb:
        case Verb.SUBMIT | Verb.READY:
            if said.fields:
                check(table.step, table.sittings[number].form, said.fields)
        case Verb.WAIT | Verb.LATE:
            if said.args:
                raise Refused(Refusal.ILLEGAL)
        case Verb.PERSONA:
            raise Refused(Reject.NOT_YOUR_STEP)
        case _:
            _SAYINGS[said.verb][0](table, number, said.args)
    return values


def _take(table: Table, number: int, values: Answer) -> Script[None]:
    """Carry an answer out that has passed its check."""
    said = read(values)
    if said.verb is not Verb.LATE:
        table.heard.add(number)
    if said.verb in _SAYINGS:
        yield from _SAYINGS[said.verb][1](table, number, said.args)
    elif number in table.sittings:
        yield from _submit(table, number, said)


def _submit(table: Table, number: int, said: Said) -> Script[None]:
    """Take a submission in; ``ready`` without fields leaves it as it stands."""
    sitting = table.sittings[number]
    if said.fields or said.verb is Verb.SUBMIT:
        sitting.fields = said.fields
    sitting.ready = said.verb in {Verb.READY, Verb.LATE}
    sitting.answered = sitting.answered or said.verb in {Verb.SUBMIT, Verb.READY}
    yield from tell(
        EventKind.SHEET,
        audience=table.audience(number),
        fields=write(sitting.fields),
        ready=sitting.ready,
    )
