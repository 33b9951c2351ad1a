"""The lobby inside the game: everybody picks a persona, or gets one at the deal (FD-2.7)."""

from __future__ import annotations

from engine.errors import Refusal, Refused
from engine.games.future_diary.answer import read
from engine.games.future_diary.deal import check_persona
from engine.games.future_diary.state import Sitting, Table
from engine.games.future_diary.steps import hold
from engine.games.future_diary.terms import EventKind, Reject, Step, Verb
from engine.request import Answer, Ask, Script, tell

__all__ = ["lobby"]

_VERBS = (Verb.READY, Verb.WAIT, Verb.PERSONA)


def lobby(table: Table) -> Script[None]:
    """Hold the lobby until everybody is ready."""
    table.sittings = {chair: Sitting() for chair in range(table.size)}
    yield from hold(
        table, Step.LOBBY, lambda chair: _ask(table, chair), lambda c, a: _take(table, c, a)
    )


def _ask(table: Table, chair: int) -> Ask:
    ready = table.sittings[chair].ready
    verbs = tuple(verb.value for verb in _VERBS)
    return Ask(
        seat=chair,
        kind=Step.LOBBY.value,
        options=verbs,
        default=(Verb.LATE.value,),
        context={
            "form": (), "sheet": (), "ready": ready, "verbs": verbs, "channels": (),
            "predict": False,
        },
        check=lambda values: _check(table, chair, values),
        settled=ready,
    )  # fmt: skip


def _check(table: Table, chair: int, values: Answer) -> Answer:
    said = read(values)
    match said.verb:
        case Verb.READY | Verb.WAIT | Verb.LATE:
            if said.args or said.fields:
                raise Refused(Refusal.ILLEGAL)
        case Verb.PERSONA:
            if len(said.args) != 1:
                raise Refused(Refusal.ILLEGAL)
            check_persona(table, chair, said.args[0])
        case _:
            raise Refused(Reject.NOT_YOUR_STEP)
    return values


def _take(table: Table, chair: int, values: Answer) -> Script[None]:
    said = read(values)
    if said.verb is not Verb.PERSONA:
        table.sittings[chair].ready = said.verb is not Verb.WAIT
        return
    table.names[chair] = said.args[0]
    yield from tell(
        EventKind.PERSONA,
        {chair: {"mine": said.args[0]}},
        personas=tuple(sorted(table.names.values())),
    )
