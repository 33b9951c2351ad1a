"""The oracle's first half: what is decided before anybody strikes (FD-3.6 to FD-9.1 R5)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from engine.games.future_diary.model import Day, Hit, Sheet
from engine.games.future_diary.terms import Kind
from tests.engine.games.future_diary.acts import Act

__all__ = ["Notepad"]


@dataclass
class Notepad:
    """Everything that a referee writes down during one act, stage by stage (FD-9.1)."""

    act: Act
    final: dict[int, Day] = field(default_factory=dict)
    controlled: set[int] = field(default_factory=set)
    allies: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    knows: set[tuple[int, int]] = field(default_factory=set)
    locked: set[int] = field(default_factory=set)
    fleeing: set[int] = field(default_factory=set)
    disguised: set[int] = field(default_factory=set)
    down: set[int] = field(default_factory=set)
    spent: set[int] = field(default_factory=set)
    codes: list[tuple[int, int, bool, bool, str]] = field(default_factory=list)
    ends: list[tuple[int, int, str, str]] = field(default_factory=list)
    targets: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.seats = self.act.world.seats
        self.alive = [n for n in sorted(self.seats) if self.seats[n].alive]
        self.sheets = {n: self.act.sheets.get(n, Sheet()) for n in self.alive}
        self._lock()
        self._finals()
        self._alliances()
        self._states()

    # --- FD-3.6 ---

    def _lock(self) -> None:
        world, skills = self.act.world, {n: s.skills for n, s in self.sheets.items()}
        freed = [s.liberation for s in skills.values() if s.liberation]
        self.void = {f.seat for f in freed if f.option == "a"}
        self.first = {f.seat for f in freed if f.option == "c"}
        diaries = {n: s.diary for n, s in self.sheets.items() if s.diary}
        self.jammed = {d.picks[0] for d in diaries.values() if d.mode == "B"}
        self.diary = {n: d for n, d in diaries.items() if n not in self.jammed}
        self.shown = {
            n: (skills[n].servant or "murmur") if seat.role == "murmur" else seat.true_name
            for n, seat in self.seats.items()
            if n in self.alive
        }
        self.half = {}
        for n, seat in self.seats.items():
            if seat.half:
                self.half[n] = next(m for m, s in self.seats.items() if s.half and m != n)
        self.knows = {(n, e.seat) for n, s in self.seats.items() for e in s.ledger}
        self.knows |= set(self.half.items())
        self.known_at_lock = set(self.knows)
        for one, two in world.alliances:
            for n in one:
                self.allies[n] |= two
            for n in two:
                self.allies[n] |= one
        self.resting = {
            n for n in self.half if self.seats[n].half == ("man" if world.act % 2 == 1 else "woman")
        }

    def role(self, n: int) -> str:
        return str(self.seats[n].role)

    def able(self, n: int, role: str) -> bool:
        return self.role(n) == role and n not in self.void and n not in self.locked

    # --- FD-7.5 ---

    def _own(self, n: int) -> Day:
        seat, now = self.seats[n], self.act.world.act
        if n not in self.resting:
            if seat.silenced == now:
                return Day()
            if seat.forced == now:
                return Day(kind=Kind.DISGUISE)
        day = self.act.changes.get(n, self.sheets[n].day)
        if day.maniac:
            prey = [m for m in self.alive if (n, m) in self.known_at_lock]
            return Day(
                kind=day.kind,
                maniac=True,
                hits=tuple(Hit(target=m) for m in prey if m not in self.allies[n]),
            )
        return day

    def _finals(self) -> None:
        self.final = {n: self._own(n) for n in self.alive}
        self.owned = dict(self.final)
        ranked = []
        for n, sheet in self.sheets.items():
            if n in self.void:
                continue
            paying = n not in self.jammed
            if sheet.skills.law and self.act.law and paying:
                ranked.append((n in self.first, 3, self.act.law))
            if sheet.skills.use_follower and paying:
                ranked.append((n in self.first, 2, sheet.skills.use_follower))
            if sheet.skills.hypnosis:
                ranked.append((n in self.first, 1, sheet.skills.hypnosis))
        for _, _, control in sorted(ranked, key=lambda item: item[:2]):
            aim = control.target
            hits = (Hit(target=aim),) if control.kind == "kill" and aim else ()
            day = Day(kind=control.kind, target=aim, hits=hits)
            self.final[control.seat] = day
            self.controlled.add(control.seat)

    # --- FD-8.5 ---

    def party(self, n: int) -> set[int]:
        return {n, self.half.get(n, n)}

    def _join(self, one: int, two: int) -> bool:
        if self.allies[one] or self.allies[two]:
            return False
        mine, theirs = self.party(one), self.party(two)
        for a in mine:
            for b in theirs:
                self.allies[a].add(b)
                self.allies[b].add(a)
                self.knows |= {(a, b), (b, a)}
        return True

    def _alliances(self) -> None:
        at_lock = {n for n in self.alive if self.allies[n]}
        links = {n: s.skills.heart_link for n, s in self.sheets.items() if s.skills.heart_link}
        if len(links) == 2 and len(set(links.values())) == 1 and not set(links) & self.void:
            self._join(*next(iter(links.items())))
        for n, diary in self.diary.items():
            if diary.mode == "union" and n not in self.void:
                other = diary.picks[0]
                if self.seats[other].loop == "first_loop":
                    self._join(n, other)
        wish = {n: d.target for n, d in self.final.items() if d.kind == "ally" and d.target}
        for n, target in sorted(wish.items()):
            if any(wish.get(m) in self.party(n) for m in self.party(target)):
                self._join(n, target)
        said = dict(self.act.answers)
        for n in self.alive:
            if self.role(n) == "first" and n not in self.void and n not in at_lock:
                asked = [
                    m for m in self.alive
                    if self.act_submitted_ally(m) == n
                ]  # fmt: skip
                if asked and said.get(n) not in asked:
                    said[n] = min(asked)
        for n, target in sorted(wish.items()):
            if said.get(target) == n:
                self._join(n, target)

    def act_submitted_ally(self, n: int) -> int | None:
        seat, now = self.seats[n], self.act.world.act
        day = self.sheets[n].day
        if n not in self.resting and now in {seat.silenced, seat.forced}:
            return None
        return day.target if day.kind == "ally" else None

    # --- R3 to R5 ---

    def _states(self) -> None:
        for n in self.alive:
            if self.able(n, "second"):
                night = () if self.silent(n) else self.sheets[n].night.hits
                for hit in (*self.final[n].hits, *night):
                    right = hit.blacken and self.final[hit.target].kind == hit.blacken
                    known = (n, hit.target) in self.known_at_lock
                    if right and known and hit.target not in self.allies[n]:
                        self.locked.add(hit.target)
        for n, day in self.final.items():
            if n in self.locked:
                continue
            if day.kind == "flee" and self.seats[n].charge:
                self.fleeing.add(n)
            if day.kind == "disguise":
                self.disguised.add(n)

    def silent(self, n: int) -> bool:
        return n not in self.resting and self.seats[n].silenced == self.act.world.act
