"""The oracle's last page: last words, who is dead, what they leave (FD-10.2, FD-10.6, FD-13).

Everybody speaks by standing instruction, as in :meth:`acts.Act.play`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.engine.games.future_diary.oracle import Oracle

__all__ = ["Undertaker"]

KILLS = {"kill", "counter"}


@dataclass
class Undertaker(Oracle):
    """Who dies after all, and what becomes of alliances, charges and knowledge."""

    returned: int | None = None
    couple: tuple[int, int] | None = None
    bombed: int | None = None
    charged: set[int] = field(default_factory=set)
    news: dict[int, set[tuple[int, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.pairs = {(n, m) for n in self.alive for m in self.allies[n]}
        self.killers = self._killers("tenth")
        self._half_god()
        self._her_choice()
        self._bomb()
        self._parted()
        self._charges()
        self._tell()

    def _holder(self, role: str) -> int | None:
        return next((n for n in self.alive if self.role(n) == role), None)

    def _standing(self, n: int) -> list[tuple[int, int, str, str]]:
        return [end for end in self.ends if end[0] == n and end[3] == "dead"]

    def _killers(self, role: str) -> set[int]:
        n = self._holder(role)
        if n is None or n not in self.down or not self.able(n, role):
            return set()
        return {author for _, author, cause, _ in self._standing(n) if cause in KILLS}

    def _half_god(self) -> None:
        n = self._holder("ninth")
        if n is None or n not in self.down or not self.able(n, "ninth"):
            return
        seat = self.seats[n]
        once = "half_god" not in seat.spent and self.targets[n] and len(self._standing(n)) == 1
        if once and seat.standing.half_god:
            self.returned = n
            self._up(n)

    def _up(self, n: int) -> None:
        self.down.remove(n)
        self.ends = [end for end in self.ends if end not in self._standing(n)]

    def _her_choice(self) -> None:
        first, second = self._holder("first"), self._holder("second")
        if not first or not second or first not in self.down or second in self.down:
            return
        standing = self._standing(first)
        if [(author, cause) for _, author, cause, _ in standing] != [(second, "kill")]:
            return
        by_night = (second, first, True, False, "landed") in self.codes
        day, night = self.final[second].hits, self.sheets[second].night.hits
        guess = next(h.blacken for h in (night if by_night else day) if h.target == first)
        friends = {m for m in self.allies[first] if not (by_night and m in self.down_by_day)}
        chosen = (
            guess is not None
            and self.able(second, "second")
            and (second, first) in self.known_at_lock
            and friends
            and second not in friends
            and "trigger1" not in self.seats[first].spent
            and self.seats[first].standing.trigger1
        )
        if chosen:
            self.couple = (first, second)
            self._up(first)
            gone = {first, second}
            self.pairs = {pair for pair in self.pairs if not gone & set(pair)}
            self.pairs |= {(first, second), (second, first)}

    def _bomb(self) -> None:
        n = self._holder("ninth")
        if n is None or n not in self.down or not self.able(n, "ninth"):
            return
        for victim in self.seats[n].standing.bomb:
            if victim in self.alive and victim not in self.down:
                self.bombed = victim
                down = frozenset(self.down)
                self._deaths([(victim, n, 0, 0, "bomb")], down, set())
                return

    def _parted(self) -> None:
        at_lock = {
            frozenset((n, m)) for one, two in self.act.world.alliances for n in one for m in two
        }
        quit_ = {
            m
            for n in self.alive
            if self.final[n].kind == "break" and n not in self.locked
            for m in self.party(n)
        }
        self.pairs = {
            (n, m)
            for n, m in self.pairs
            if not {n, m} & self.down and not (frozenset((n, m)) in at_lock and {n, m} & quit_)
        }

    def _charges(self) -> None:
        for victim, author, cause, code in self.ends:
            stands = code == "dead" and cause in KILLS and victim in self.down
            if stands and author not in self.down:
                had = self.seats[author].charge and author not in self.fleeing
                self.charged |= set() if had else {author}

    def _tell(self) -> None:
        tenth, akise, first = map(self._holder, ("tenth", "akise", "first"))
        if tenth is not None and self.killers:
            for recipient in self.seats[tenth].standing.awakening:
                if recipient in self.alive and recipient not in self.down:
                    self.news[recipient] = {(n, self.shown[n]) for n in self.killers}
        self.will = False
        if akise in self.down and first is not None and first not in self.down and akise:
            joined = self.couple is not None or self.seats[first].loop == "first_loop"
            same = joined == (self.seats[akise].loop == "first_loop")
            self.will = same and self.seats[akise].standing.will
