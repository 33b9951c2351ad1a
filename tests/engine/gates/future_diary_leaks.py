"""Ways to break one redaction each of Future Diary: twin worlds must notice every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import Refused
from engine.event import Event, Value
from engine.game import Game
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import EventKind, NoticeCode, Reject
from engine.request import Answer, Ask, Gather, Request, Tell
from tests.engine.gates.leaking import leaking

__all__ = ["FUTURE_DIARY_LEAKS"]

_HM = Tell(Event(EventKind.FORCED, {"seat": 0}))
"""One event more for everybody, of a kind that views take."""

Public = Callable[[Table, Event], Mapping[str, Value]]


def _publishing(kind: EventKind, more: Public) -> Callable[[Game], Game]:
    """Return a leak: public fields too many in one kind of event."""

    def rewrite(table: Table, request: Request) -> Iterable[Request]:
        if isinstance(request, Tell) and request.event.kind == kind:
            event = request.event
            yield Tell(event._replace(public={**event.public, **more(table, event)}))
        else:
            yield request

    return leaking(rewrite)


def _roles(table: Table, _event: Event) -> Mapping[str, Value]:
    return {"roles": tuple(seat.true_name for seat in table.world.seats.values())}


def _chairs(table: Table, _event: Event) -> Mapping[str, Value]:
    return {"chairs": table.chairs}


def _blocks(_table: Table, event: Event) -> Mapping[str, Value]:
    items: list[Any] = [private["items"] for private in event.private.values()]
    return {"blocks": sum(told[0]["code"] != NoticeCode.NOTHING for told in items)}


def _known(table: Table, event: Event) -> Mapping[str, Value]:
    """Return a length that depends on what is known in secret."""
    links = sum(len(seat.ledger) for seat in table.world.seats.values())
    return {"seconds": int(str(event.public["seconds"])) + links}


def _report_told(_table: Table, request: Request) -> Iterable[Request]:
    """Leak by count: one more event for everybody where somebody reads a report."""
    yield request
    match request:
        case Tell(Event(kind=EventKind.FORESIGHT, private=told)) if any(
            private["reports"] for private in told.values()
        ):
            yield _HM
        case _:
            pass


def _ready_shown(_table: Table, request: Request) -> Iterable[Request]:
    """Leak who is ready, by number."""
    yield request
    if isinstance(request, Tell) and request.event.kind == EventKind.SHEET:
        yield Tell(_HM.event._replace(public={"seat": int(bool(request.event.public["ready"]))}))


def _reasons(table: Table, request: Request) -> Iterable[Request]:
    """Leak to a killer why its target lives."""
    if not isinstance(request, Tell) or request.event.kind != EventKind.NOTICES:
        yield request
        return
    event, done = request.event, table.outcome
    assert done is not None
    private: dict[int, Mapping[str, Value]] = {}
    for chair, block in event.private.items():
        codes = tuple(b.code.value for b in done.blows if b.author == table.seat_of(chair))
        private[chair] = {**block, "codes": codes}
    yield Tell(event._replace(private=private))


def _predicted(table: Table, request: Request) -> Iterable[Request]:
    """Leak to a seat that somebody has guessed at it."""
    if isinstance(request, Tell) and request.event.kind == EventKind.PREDICTED:
        event, about = request.event, request.event.public["seat"]
        audience = (event.audience or frozenset()) | table.audience(int(str(about)))
        yield Tell(event._replace(audience=audience))
    else:
        yield request


def _overheard(_table: Table, request: Request) -> Iterable[Request]:
    """Leak talk of all channels to everybody."""
    match request:
        case Tell(Event(kind=EventKind.SAID) as event):
            yield Tell(event._replace(audience=None))
        case _:
            yield request


def _rewritten_asks(change: Callable[[Table, Ask], Ask | None]) -> Callable[[Game], Game]:
    """Return a leak in what is put to chairs; an ask that stays is the same object still."""
    made: dict[int, tuple[Ask, Ask | None]] = {}

    def rewrite(table: Table, request: Request) -> Iterable[Request]:
        if not isinstance(request, Gather) or not table.chairs:
            yield request
            return
        asks = []
        for ask in request.asks:
            if made.get(id(ask), (None, None))[0] is not ask:
                made[id(ask)] = ask, change(table, ask)
            other = made[id(ask)][1]
            if other is not None:
                asks.append(other)
        yield replace(request, asks=tuple(asks))

    return leaking(rewrite)


def _refusing(table: Table, ask: Ask) -> Ask:
    """Leak by refusal: a proposal to a seat that is already allied is refused at once."""

    def check(values: Answer) -> Answer:
        world, words = table.world, set(values)
        allied = (n for n in world.living if world.allies(n) and f"day.target={n}" in words)
        if "day=ally" in words and any(allied):
            raise Refused(Reject.ALREADY_ALLIED)
        return ask.check(values) if ask.check is not None else values

    return replace(ask, check=check)


def _without_the_dead(table: Table, ask: Ask) -> Ask | None:
    """Leak by who is waited for: the dead are not asked, which shows whose chairs they have."""
    return ask if table.world.seats[table.seat_of(ask.seat)].alive else None


def _telling_form(table: Table, ask: Ask) -> Ask:
    """Leak by prompt: the words that are offered tell who is allied."""
    allied = tuple(f"hm={n}" for n in table.world.living if table.world.allies(n))
    return replace(ask, options=(*ask.options, *allied))


FUTURE_DIARY_LEAKS: Mapping[str, Callable[[Game], Game]] = {
    "roles at the deal": _publishing(EventKind.DEALT, _roles),
    "chair of a seat": _publishing(EventKind.DEALT, _chairs),
    "count of empty blocks": _publishing(EventKind.NOTICES, _blocks),
    "length of a step": _publishing(EventKind.STEP, _known),
    "count of reports": leaking(_report_told),
    "who is ready": leaking(_ready_shown),
    "reason of a failed kill": leaking(_reasons),
    "prediction told to its target": leaking(_predicted),
    "private talk": leaking(_overheard),
    "refusal of a proposal": _rewritten_asks(_refusing),
    "chairs of the dead": _rewritten_asks(_without_the_dead),
    "words of a form": _rewritten_asks(_telling_form),
}
