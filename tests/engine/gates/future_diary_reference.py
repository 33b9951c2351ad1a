"""FD-16 written a second time: what each chair, the dead and spectators are granted, and when.

Read from the truth alone (the table's state); of events only the moment counts, and of talk the
text. The game's own diaries, notices and visible copies are not called: they are what is judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.driver import Driver
from engine.event import SPECTATOR, Event
from engine.games.future_diary import answer
from engine.games.future_diary.close import close
from engine.games.future_diary.costs import gifts
from engine.games.future_diary.finals import provisional
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.outcome import Closed, Inputs, Locked, Outcome, Words
from engine.games.future_diary.resolve import resolve
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import Cause, Code, EventKind, Kind, Role, Step
from tests.engine.gates.future_diary_reports import Eyes, order, read_by

__all__ = ["FutureDiaryReference"]


class FutureDiaryReference:
    """One running game; facts are kept by chair, with :data:`SPECTATOR` for all without one."""

    def __init__(self, seats: int) -> None:
        self._viewers = (*range(seats), SPECTATOR)
        self._facts = dict.fromkeys(self._viewers, 0)
        self._last: dict[tuple[str, int], object] = {}
        self._locked: Locked | None = None
        self._inputs = Inputs()
        self._talk: dict[str, set[int]] = {}

    def facts(self, viewer: int) -> int:
        return self._facts[viewer]

    def secrets(self, viewer: int) -> frozenset[str]:
        """Return what was said where this viewer does not hear."""
        return frozenset(text for text, heard in self._talk.items() if viewer not in heard)

    def on_event(self, driver: Driver, event: Event) -> None:
        table: Table = driver.state
        if not table.chairs:
            self._lobby(table)
            return
        self._standing(table)
        match event.kind:
            case EventKind.STEP:
                self._all(("step", table.world.act, str(table.step)))
            case EventKind.DEALT:
                self._all(tuple(seat.persona for seat in table.world.seats.values()))
            case EventKind.CLOSED:
                given = {n: answer.sheet(s.fields) for n, s in table.sittings.items()}
                self._locked, self._inputs = lock(table.world, given), Inputs()
            case EventKind.FORESIGHT:
                self._foresight(table)
            case EventKind.PROMPTS:
                self._last_words(table)
            case EventKind.NOTICES:
                closed = _closed_again(table)
                for number in table.world.seats:
                    self._one(table, number, tuple(_told(table, number, closed)))
            case EventKind.PREDICTED | EventKind.CREATOR | EventKind.PROVED:
                self._at_once(table)
            case EventKind.SAID:
                self._said(table, event)
            case EventKind.OVER:
                shown = table.chairs if table.reveal else ()
                self._all(("over", repr(table.world), shown))
            case _:
                pass

    # --- who is told ------------------------------------------------------------------------

    def _grant(self, viewers: Iterable[int], fact: object) -> None:
        for viewer in viewers:
            self._facts[viewer] = hash((self._facts[viewer], fact))

    def _all(self, fact: object) -> None:
        self._grant(self._viewers, fact)

    def _one(self, table: Table, seat: int, fact: object) -> None:
        if fact:
            self._grant((table.chair(seat),), fact)

    def _new(self, name: str, viewer: int, fact: object) -> bool:
        """Say whether a standing fact is another than before."""
        changed = self._last.get((name, viewer)) != fact
        self._last[name, viewer] = fact
        return changed

    # --- what stands ------------------------------------------------------------------------

    def _lobby(self, table: Table) -> None:
        """Everybody: the personas taken. Each: the own one, and whether it is ready."""
        taken = tuple(sorted(table.names.values()))
        if self._new("taken", SPECTATOR, taken):
            self._all(taken)
        for chair, sitting in table.sittings.items():
            own = (table.names.get(chair), sitting.ready)
            if self._new("lobby", chair, own):
                self._grant((chair,), own)

    def _standing(self, table: Table) -> None:
        """Everybody: who is dead, with role and loop. The living: themselves, their own sheet."""
        world = table.world
        dead = tuple(
            (n, seat.true_name, str(seat.loop)) for n, seat in world.seats.items() if not seat.alive
        )
        if self._new("dead", SPECTATOR, dead):
            self._all(("dead", dead))
        for number in world.living:
            own = _self(world, world.seats[number])
            if self._new("self", number, own):
                self._one(table, number, own)
        if table.step is Step.LOBBY:
            return
        for number, sitting in table.sittings.items():
            sheet = (tuple(sitting.fields.items()), sitting.ready, str(table.step), world.act)
            if world.seats[number].alive and self._new("sheet", number, sheet):
                self._one(table, number, sheet)

    # --- what a moment brings ---------------------------------------------------------------

    def _foresight(self, table: Table) -> None:
        """Grant reports, "your diary stays closed", proposals; in the second wave Law's look."""
        locked = self._locked
        assert locked is not None
        wave = 1 if table.step is Step.ORDERS else 2
        if wave == 2:
            self._take_changes(table)
            said = {n: s.fields.get("accept") for n, s in table.sittings.items()}
            answers = {n: int(v[0]) if v else None for n, v in said.items() if _wooers(locked, n)}
            self._inputs = replace(self._inputs, answers=answers)
        finals = provisional(locked, self._inputs) if wave == 2 else None
        eyes = Eyes(locked=locked, wave=wave, finals=finals)
        for n in locked.world.living:
            self._one(table, n, read_by(eyes, n))
            look = locked.sheets[n].skills.law
            if finals is None:
                self._one(table, n, _wooers(locked, n))
                self._one(table, n, "jammed" if _closed(locked, n) else "")
            elif look is not None and locked.forgone.get(n) == "law":
                self._one(table, n, (look, order(finals[look].day)))

    def _take_changes(self, table: Table) -> None:
        changes = {
            n: answer.day(s.fields)
            for n, s in table.sittings.items()
            if any(name.startswith("day") for name in s.fields)
        }
        self._inputs = replace(self._inputs, changes={**self._inputs.changes, **changes})

    def _last_words(self, table: Table) -> None:
        """Who is asked for last words; that it is, it alone knows."""
        assert self._locked is not None
        self._take_changes(table)
        laws = [answer.forced(s.fields, "law.seat", "law") for s in table.sittings.values()]
        law = next((law for law in laws if law is not None), None)
        outcome = resolve(self._locked, replace(self._inputs, law=law))
        for n, prompts in outcome.prompts.items():
            self._one(table, n, prompts)

    def _at_once(self, table: Table) -> None:
        """Grant the predictor, 11th or Akise alone what its own answer brings."""
        line = table.world.records[-1].lines[-1]
        by = int(line["by"])
        fact: tuple[object, ...] = tuple(sorted((k, v) for k, v in line.items() if k != "right"))
        world = table.world
        if "role" in line:
            shown = world.seats[line["seat"]].shown_role.partition("/")[0]
            fact = (*fact, ("right", shown == line["role"]))
        for seat in line.get("seats", ()):
            acts = [r for r in world.records if r.act < world.seats[by].proof]
            fact = (*fact, *((r.act, order(r.finals[seat].day)) for r in acts if seat in r.finals))
        self._one(table, by, fact)
        penalty = tuple(world.seats[n].forced for n in sorted(world.party(by)))
        for half in world.party(by) - {by}:  # the pair shares its penalty (FD-16)
            if self._new("penalty", table.chair(half), penalty):
                self._one(table, half, ("penalty", penalty))

    def _said(self, table: Table, event: Event) -> None:
        channel, author, text = (event.public[name] for name in ("channel", "seat", "text"))
        world, by = table.world, int(str(author))
        match channel:
            case "public":
                heard = set(self._viewers)
            case "dead":
                heard = {table.chair(n) for n, seat in world.seats.items() if not seat.alive}
            case _:
                mates = world.allies(by) if channel == "alliance" else ()
                heard = {table.chair(n) for n in (*world.party(by), *mates)}
        self._grant(sorted(heard), (channel, author, text))
        self._talk.setdefault(str(text), set()).update(heard)


def _self(world: World, seat: Seat) -> tuple[object, ...]:
    """Return what a living seat knows of itself, its alliance and its ledger."""
    now, halves = world.act, [world.seats[n] for n in sorted(world.party(seat.number))]
    puppet = [n for n in world.living if world.seats[n].spoken_for == now]
    return (
        seat.number, seat.true_name, str(seat.loop), seat.charge, seat.ready_from, seat.freedom,
        seat.extra_pick, seat.repeat, seat.night_right, seat.ledger,
        tuple(h.number for h in halves),
        tuple(max(h.forced, now) for h in halves), seat.silenced == now, seat.spoken_for == now,
        seat.watch, seat.trail, seat.last_picks, tuple(sorted(seat.skill_from.items())),
        tuple(sorted(seat.spent)), seat.proof, seat.proof_open,
        tuple(sorted(world.allies(seat.number))),
        tuple(puppet) if seat.role is Role.ELEVENTH else (),
    )  # fmt: skip


def _wooers(locked: Locked, number: int) -> tuple[int, ...]:
    """FD-8.3, FD-8.4: who proposes to a seat that is not allied."""
    if locked.world.allies(number):
        return ()
    days = {n: sheet.day for n, sheet in locked.sheets.items()}
    return tuple(n for n, d in sorted(days.items()) if d.kind is Kind.ALLY and d.target == number)


def _closed(locked: Locked, number: int) -> bool:
    """FD-16, jam: the own diary, or for the acting half of 7th the resting one's."""
    shared = [
        n for n in locked.world.party(number) if locked.world.seats[n].rests(locked.world.act)
    ]
    return bool({number, *shared} & locked.jammed)


def _closed_again(table: Table) -> Closed:
    """Return how the act was closed: the table keeps the outcome and the next world only."""
    act = table.outcome
    assert act is not None
    heard = [n for n in act.prompts if table.sittings[n].answered]
    said = {n: answer.standing(table.sittings[n].fields, "") for n in heard}
    return close(act, Words(said=said))


# --- notices (FD-10.6) ----------------------------------------------------------------------


def _told(table: Table, number: int, closed: Closed) -> Iterator[object]:
    """Yield what ``notices`` grants one seat beyond the deaths and its own standing."""
    act, world = closed.outcome, table.world
    seat = world.seats[number]
    if not seat.alive:
        if number in closed.deaths and "awakening" in act.prompts.get(number, ()):
            yield order(act.finals[number].day), _killers(closed, number)
        return
    yield from _found(act, world, number)
    yield order(act.finals[number].day), act.finals[number].by in {"submitted", "change"}
    yield from _pairs(table, act, number)
    yield "fled" if number in act.fleeing else ""
    struck = {b.author for b in act.blows if b.target == number and b.code is Code.COUNTERED}
    yield tuple(sorted(struck))
    yield from _suffered(closed, seat)
    yield tuple(sorted(str(token) for holder, token in gifts(act) if holder == number))
    yield closed.awakened.get(number), closed.will if seat.role is Role.FIRST else None


def _killers(closed: Closed, tenth: int) -> tuple[object, ...]:
    killing = {Cause.KILL, Cause.COUNTER}
    standing = [e for e in closed.effects if e.victim == tenth and e.code is Code.DEAD]
    found = {effect.author for effect in standing if effect.cause in killing}
    return tuple((n, closed.world.seats[n].shown_role) for n in sorted(found))


def _found(act: Outcome, world: World, number: int) -> Iterator[object]:
    """Probe, Truth, Detective, Faith, God's View; what is void finds nothing."""
    final, locked = act.finals[number], act.locked
    void = number in act.void | locked.void
    if final.kind is Kind.PROBE and final.day.target is not None:
        seen = final.day.target in act.disguised and number not in act.void
        yield world.seats[final.day.target].shown_role if seen else "no result"
    skills = locked.sheets[number].skills
    if not void and skills.truth is not None:
        yield "truth", act.finals[skills.truth[0]].kind is skills.truth[1]
    if not void and skills.faith is not None:
        yield "faith", act.world.knows(skills.faith, number)
    if not void and skills.gods_view is not None:
        yield order(act.finals[skills.gods_view].day), skills.gods_view in locked.used
    friends = locked.world.allies(number) & world.allies(number)
    for owner in (number, *friends):
        picked = locked.sheets[owner].diary
        akise = world.seats[owner].role is Role.AKISE and owner in locked.used
        if akise and picked is not None and owner not in act.void | locked.void:
            right = tuple(act.finals[n].kind is picked.kind for n in picked.picks)
            yield owner, picked.picks, str(picked.kind), right


def _pairs(table: Table, act: Outcome, number: int) -> Iterator[object]:
    """Alliances formed, not formed and ended, to their members and askers."""
    world, party = table.world, table.world.party(number)
    for formed in act.formed:
        mine = party in formed.pair if formed.pair is not None else party & {*formed.authors}
        if mine:
            yield str(formed.via), formed.pair is not None, _members(formed.pair)
    yield tuple(target for proposer, target in act.declined if proposer == number)
    before = [p for p in act.world.alliances if party in p]
    yield tuple(_members(p) for p in before if p not in world.alliances)


def _members(pair: tuple[frozenset[int], frozenset[int]] | None) -> tuple[int, ...]:
    return () if pair is None else tuple(sorted(pair[0] | pair[1]))


def _suffered(closed: Closed, seat: Seat) -> Iterator[object]:
    """9th: that it was a target. 2nd: by which roles. 2nd, 12th, 5th: what became of a death."""
    number, act = seat.number, closed.outcome
    if seat.role is Role.NINTH and "half_god" not in seat.spent:
        yield "target" if act.targets.get(number) else ""
    if seat.role is Role.SECOND:
        notes = ((not first, role, killer if first else 0) for killer, role, first in act.attackers)
        yield tuple(sorted(notes))
    mine = [e for e in closed.effects if e.victim == number]
    yield "averted" if any(e.code is Code.ABSORBED for e in mine) else ""
    yield tuple(sorted({e.moved_to for e in mine if e.moved_to is not None}))
