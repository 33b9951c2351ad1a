"""Runs a rules script: checks answers, draws, journals, and keeps the truth.

The driver is synchronous and does no I/O. Whoever owns it (a table, a test, a simulation) calls
:meth:`Driver.answer`, makes the new journal entries durable, and only then shows the effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.chance import ChanceSource, SeededChance
from engine.errors import JournalError, Refusal, Refused
from engine.event import SPECTATOR, Event
from engine.game import Game, Result
from engine.journal import (
    By,
    Entry,
    Header,
    Journal,
    fingerprint_ask,
    fingerprint_chance,
    fingerprint_leaving,
)
from engine.request import Answer, Ask, Chance, Gather, Tell

__all__ = ["Driver", "Fault", "Pending", "Status", "replay", "retrace"]


class Status(StrEnum):
    """Where a game is."""

    READY = "ready"
    RUNNING = "running"
    OVER = "over"
    FROZEN = "frozen"
    """A rule raised: nothing more is accepted, the journal ends at the entry that led to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What froze a game: the type of the exception and the last journal entry; no values."""

    error: str
    sequence: int


@dataclass(slots=True, kw_only=True)
class Pending:
    """An open ask. ``id`` counts the asks put to this seat, so it tells nothing of others'."""

    id: int
    ask: Ask
    answer: Answer | None = None


class Driver:
    """One running game.

    ``on_event`` sees each event at the moment it is told, with the script's state as it then is:
    gates look at the truth through it. ``record=False`` leaves the journal out (benchmarks only).
    """

    def __init__(
        self,
        game: Game,
        header: Header,
        *,
        chance: ChanceSource | None = None,
        on_event: Callable[[Event], None] | None = None,
        record: bool = True,
    ) -> None:
        if header.rules_version != game.rules_version:
            raise JournalError(
                "rules_version", journal=header.rules_version, rules=game.rules_version
            )
        content = game.content(header.options)
        if header.content not in ((), content):
            missing = tuple(part for part in header.content if part not in content)
            raise JournalError("content", missing=missing or header.content)
        header = replace(header, content=content)
        play = game.play(header.seats, header.options)
        self.game = game
        self.journal = Journal(header=header)
        self.events: list[Event] = []
        self.state = play.state
        self.status = Status.READY
        self.result: Result | None = None
        self.fault: Fault | None = None
        self.pending: dict[int, Pending] = {}
        self.step = 0
        """Counts the decisions put so far; it stands still while one of them goes on: a step of a
        gather, or a lone seat that is asked more before all have been told anything."""
        self.goes_on = False
        """Whether what is asked now is part of a decision that began with an earlier question."""
        self.chance: ChanceSource = chance or SeededChance(header.seed)
        self._script = play.script
        self._gather: Gather | None = None
        self._deciding: int | None = None
        """The lone seat asked last, if all have been told nothing since."""
        self._kind = ""
        """The public kind of the open decision: that of its first question."""
        self._left: set[int] = set()
        """Seats whose players have left for good; they are asked nothing."""
        self._absent: dict[int, Answer] = {}
        """What such seats answer to the gather that is open."""
        self._asked = [0] * header.seats
        self._on_event = on_event
        self._record = record

    def start(self) -> None:
        """Run the script to its first ask (or its end)."""
        if self.status is not Status.READY:
            raise Refused(Refusal.NOT_RUNNING)
        self.status = Status.RUNNING
        self._run(None)

    def answer(self, seat: int, ask_id: int, values: Sequence[str], *, by: By = By.PLAYER) -> None:
        """Take one seat's answer and run on.

        Raises :class:`Refused` before the script or the journal has seen anything: after a refusal
        the game is exactly as it was.
        """
        pending = self._open(seat, ask_id)
        answer = _checked(pending.ask, values)
        if self._record:
            self._enter(fingerprint_ask(pending.ask, self.game.rules_version), seat, answer, by)
        if self._gather is None:
            del self.pending[seat]
            self._run(answer)
            return
        if self._gather.step:
            self._run({seat: answer})
            return
        pending.answer = answer
        self._close()

    def leave(self, seat: int) -> None:
        """Take it that the player of ``seat`` has left for good, and run on as the rules say.

        From now on the seat is asked nothing: what it would be asked gets the ask's default.
        Raises :class:`Refused`, with everything as it was, also where the rules take no notice.
        """
        if self.status is not Status.RUNNING:
            raise Refused(Refusal.NOT_RUNNING)
        if not 0 <= seat < len(self._asked) or seat in self._left:
            raise Refused(Refusal.STAYS)
        if not self.game.leaves(self.state, seat):
            raise Refused(Refusal.STAYS)
        if self._record:
            fingerprint = fingerprint_leaving(seat, self.game.rules_version)
            self._enter(fingerprint, seat, (), By.LEAVING)
        self._left.add(seat)
        if self._gather is not None:
            pending = self.pending.pop(seat, None)
            if pending is not None:
                default = _checked(pending.ask, pending.ask.default)
                self._absent[seat] = default if pending.answer is None else pending.answer
                self._close()
            return
        (pending,) = self.pending.values()
        if seat in pending.ask.void:
            self.pending.clear()
            self._run(())
        elif pending.ask.seat == seat:
            self.pending.clear()
            self._run(_checked(pending.ask, pending.ask.default))

    def _close(self) -> None:
        """Run on with the answers of the open gather, if all are there."""
        if any(p.answer is None for p in self.pending.values()):
            return
        given = {s: p.answer for s, p in self.pending.items()} | self._absent
        self.pending.clear()
        self._gather = None
        self._run({s: given[s] for s in sorted(given)})

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats asked now, as everybody may know it.

        In a sealed gather that is every seat asked until all have answered.
        """
        if self._gather is not None and not self._gather.sealed:
            return tuple(s for s, p in sorted(self.pending.items()) if p.answer is None)
        return tuple(sorted(self.pending))

    @property
    def seconds(self) -> int:
        """How long the decision that is open may take; 0 where the rules do not say."""
        return 0 if self._gather is None else self._gather.seconds

    @property
    def waiting_kind(self) -> str:
        """The public kind of the decision that is open, ``""`` if none is.

        Whatever else a seat is asked before all are told anything keeps the kind of the first
        question, for what comes after it follows from an answer that is still secret.
        """
        return self._kind if self.pending else ""

    def _open(self, seat: int, ask_id: int) -> Pending:
        if self.status is not Status.RUNNING:
            raise Refused(Refusal.NOT_RUNNING)
        if not 0 <= seat < len(self._asked):
            raise Refused(Refusal.NOT_ASKED)
        pending = self.pending.get(seat)
        if pending is None or pending.id != ask_id:
            known = 1 <= ask_id <= self._asked[seat]
            raise Refused(Refusal.STALE if known else Refusal.NOT_ASKED)
        if pending.answer is not None and self._gather and not self._gather.revisable:
            raise Refused(Refusal.FINAL)
        return pending

    def _run(self, reply: object) -> None:
        """Resume the script with ``reply`` until it asks or ends."""
        self.goes_on = False
        script, events, on_event = self._script, self.events, self._on_event
        while True:
            try:
                request = script.send(reply)
            except StopIteration as stop:
                self.status = Status.OVER
                self.result = stop.value
                self.pending = {}
                return
            except Exception as error:  # noqa: BLE001 - a rule error freezes this game alone
                self.status = Status.FROZEN
                self.pending = {}
                self.fault = Fault(error=type(error).__name__, sequence=len(self.journal.entries))
                return
            kind = type(request)
            if kind is Tell:
                event: Event = request.event  # type: ignore[union-attr]
                events.append(event)
                if event.audience is None or SPECTATOR in event.audience:
                    self._deciding = None
                if on_event is not None:
                    on_event(event)
                reply = None
            elif kind is Chance:
                reply = self._draw(request)  # type: ignore[arg-type]
            else:
                reply = self._put(request)  # type: ignore[arg-type]
                if self.pending:
                    return

    def _draw(self, chance: Chance) -> Answer:
        taken = self.chance.draw(len(self.journal.entries), chance)
        if self._record:
            self._enter(
                fingerprint_chance(chance, self.game.rules_version),
                -1,
                tuple(map(str, taken)),
                By.CHANCE,
            )
        return tuple([chance.outcomes[i] for i in taken])

    def _put(self, request: Ask | Gather) -> object:
        """Ask those who have not left; return the reply that their absence makes if none has."""
        every = (request,) if isinstance(request, Ask) else request.asks
        asks = [ask for ask in every if ask.seat not in self._left] if self._left else every
        before, self._gather = self._gather, None if isinstance(request, Ask) else request
        kept = self.pending if self._continues(before) else {}
        self.pending = {}
        self._absent = {}
        if len(asks) < len(every):
            gone = (ask for ask in every if ask.seat in self._left)
            self._absent = {ask.seat: _checked(ask, ask.default) for ask in gone}
        if not asks:
            self._gather = None
            return self._absent if isinstance(request, Gather) else self._absent[request.seat]
        self.goes_on = isinstance(request, Ask) and self._is_more(request)
        if not self.goes_on:
            self._kind = request.kind
            self.step += not kept
        self._deciding = request.seat if isinstance(request, Ask) else None
        for ask in asks:
            open_now = kept.get(ask.seat)
            if open_now is None or open_now.ask is not ask:
                self._asked[ask.seat] += 1
                open_now = Pending(id=self._asked[ask.seat], ask=ask)
            self.pending[ask.seat] = open_now
        return None

    def _is_more(self, ask: Ask) -> bool:
        """Return whether ``ask`` is part of what its seat is deciding already.

        That must not depend on what a few were told: the others would see the decision end.
        """
        opens = ask.opens or ask.kind in self.game.windows
        return self._deciding == ask.seat and not opens

    def _continues(self, before: Gather | None) -> bool:
        """Return whether the gather put now is the same step as the one ``before``."""
        now = self._gather
        return before is not None and now is not None and bool(now.step) and now.step == before.step

    def _enter(self, fingerprint: bytes, seat: int, answer: Answer, by: By) -> None:
        entries = self.journal.entries
        entries.append(
            Entry(sequence=len(entries), fingerprint=fingerprint, seat=seat, answer=answer, by=by)
        )


def _checked(ask: Ask, values: Sequence[str]) -> Answer:
    """Return ``values`` as the script may get them, or raise :class:`Refused`."""
    if ask.check is not None:
        return ask.check(tuple(values))
    if ask.text:
        if len(values) != 1:
            raise Refused(Refusal.ILLEGAL)
        if len(values[0]) > ask.text or not values[0].isprintable():
            raise Refused(Refusal.TOO_LONG, limit=ask.text)
        return (values[0],)
    options = ask.options
    if len(values) == 1 == ask.least and values[0] in options:
        return (values[0],)
    chosen = set(values)
    if not ask.least <= len(values) <= ask.most or len(chosen) != len(values):
        raise Refused(Refusal.ILLEGAL)
    if not chosen.issubset(options):
        raise Refused(Refusal.ILLEGAL)
    return tuple(values) if ask.ordered else tuple([o for o in options if o in chosen])


class _JournaledChance:
    """Draws what the journal says; past its end, what the seed says (which is the same)."""

    def __init__(self, entries: Sequence[Entry], rules_version: int, seed: bytes) -> None:
        self._entries = entries
        self._rules_version = rules_version
        self._seeded = SeededChance(seed)

    def draw(self, sequence: int, chance: Chance) -> tuple[int, ...]:
        if sequence >= len(self._entries):
            return self._seeded.draw(sequence, chance)
        entry = self._entries[sequence]
        if entry.fingerprint != fingerprint_chance(chance, self._rules_version):
            raise JournalError("fingerprint", sequence=sequence)
        return tuple(map(int, entry.answer))


def retrace(
    game: Game,
    journal: Journal,
    *,
    on_event: Callable[[Event], None] | None = None,
    through: Callable[[ChanceSource], ChanceSource] | None = None,
) -> Iterator[Driver]:
    """Yield one and the same driver where ``journal`` begins, and again after each of its answers.

    So whoever wants to know what was to be seen at some moment of a game stops there. ``through``
    wraps the source of the journal's draws, to listen to them or to check them.
    Raises :class:`JournalError` at the first entry that does not fit the rules.
    """
    header, entries = journal.header, journal.entries
    if header.game != game.id:
        raise JournalError("unknown_game", game=header.game)
    source: ChanceSource = _JournaledChance(entries, game.rules_version, header.seed)
    if through is not None:
        source = through(source)
    driver = Driver(game, header, chance=source, on_event=on_event)
    driver.start()
    yield driver
    done = driver.journal.entries
    while len(done) < len(entries):
        entry = entries[len(done)]
        if entry.by is By.LEAVING:
            _leave_again(driver, entry)
            yield driver
            continue
        pending = driver.pending.get(entry.seat)
        if pending is None or entry.fingerprint != fingerprint_ask(pending.ask, game.rules_version):
            raise JournalError("fingerprint", sequence=entry.sequence)
        try:
            driver.answer(entry.seat, pending.id, entry.answer, by=entry.by)
        except Refused as refused:
            raise JournalError("fingerprint", sequence=entry.sequence) from refused
        yield driver


def _leave_again(driver: Driver, entry: Entry) -> None:
    """Carry out an entry of a player who left; raise :class:`JournalError` if it does not fit."""
    if entry.fingerprint != fingerprint_leaving(entry.seat, driver.game.rules_version):
        raise JournalError("fingerprint", sequence=entry.sequence)
    try:
        driver.leave(entry.seat)
    except Refused as refused:
        raise JournalError("fingerprint", sequence=entry.sequence) from refused


def replay(
    game: Game,
    journal: Journal,
    *,
    on_event: Callable[[Event], None] | None = None,
    through: Callable[[ChanceSource], ChanceSource] | None = None,
) -> Driver:
    """Return a driver that stands where ``journal`` ends, ready to go on; see :func:`retrace`."""
    passed = retrace(game, journal, on_event=on_event, through=through)
    driver = next(passed)
    for _ in passed:
        pass
    return driver
