"""A second resolution, written from the rules page alone and shaped like a referee's notepad.

It shares nothing with the engine but the values that go in. Where it and ``resolve`` differ on any
act, one of them has misread a rule. ``notepad`` has what is decided before anybody strikes.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.future_diary.model import Hit
from tests.engine.games.future_diary.notepad import Notepad

__all__ = ["Oracle"]

Try = tuple[int, Hit, bool, int, str]
"""Author, hit, by night, index in the author's order, and why it is idle (empty: it is not)."""

FOLLOW_UP = 9
"""The index of 3rd's follow-up."""


@dataclass
class Oracle(Notepad):
    """All that a referee writes down during one act, stage by stage (FD-9.1)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._batches()

    # --- R6, R7 ---

    def _batches(self) -> None:
        rest = [n for n in self.alive if n not in self.first]
        for group in (sorted(self.first), rest):
            self._batch([t for n in group for t in self._day_tries(n)], group)
        self.down_by_day = set(self.down)
        for group in (sorted(self.first), rest):
            self._batch([t for n in group for t in self._night_tries(n)], [])
        self._batch([t for n in self.alive for t in self._follow(n)], [])

    def _day_tries(self, n: int) -> list[Try]:
        void = "void" if n in self.locked else ""
        own = self.owned[n].hits if n in self.controlled and self.owned[n].kind == "kill" else ()
        tries: list[Try] = [(n, h, False, i, void or "controlled") for i, h in enumerate(own)]
        now = self.final[n].hits if self.final[n].kind == "kill" else ()
        return [*tries, *((n, h, False, len(own) + i, void) for i, h in enumerate(now))]

    def _night_tries(self, n: int) -> list[Try]:
        if self.silent(n):
            return []
        void = "void" if n in self.locked else ""
        return [(n, h, True, i, void) for i, h in enumerate(self.sheets[n].night.hits)]

    def _follow(self, n: int) -> list[Try]:
        night = self.sheets[n].night
        if night.followup is None or self.silent(n):
            return []
        first = night.hits[0]
        landed = (n, first.target, True, False, "landed") in self.codes
        earned = landed and first.guess and self.able(n, "third")
        return [(n, night.followup, True, FOLLOW_UP, "" if earned else "void")]

    def _batch(self, tries: list[Try], gamblers: list[int]) -> None:
        down, knows = frozenset(self.down), set(self.knows)
        allied = {n for n in self.alive if self.allies[n] - down}
        reached, done = [], []
        for one in tries:
            code = self._aims(one, down, allied)
            done.append((one, code))
            if not code:
                reached.append(one)
                self.targets[one[1].target].append(one[0])
        second = next((n for n in self.alive if self.able(n, "second")), None)
        attackers = {one[0] for one in reached if one[1].target == second}
        for one in reached:
            if one[0] == second and self._lands(one, knows, allied) == "countered":
                attackers.add(one[1].target)
        if second and attackers and not self._told(second):
            self.told = True
            knows.add((second, min(attackers)))
            self.knows.add((second, min(attackers)))
        effects: list[tuple[int, int, int, int, str]] = []
        for one, early in done:
            author, hit, night, index, _ = one
            code = early or self._lands(one, knows, allied)
            self.codes.append((author, hit.target, night, False, code))
            if code == "landed":
                effects.append((hit.target, author, 0, index, "kill"))
            if code == "countered":
                self.targets[author].append(hit.target)
                back = self._counter(hit.target, author)
                self.codes.append((hit.target, author, night, True, back))
                if back == "landed":
                    effects.append((author, hit.target, 1, 0, "counter"))
        effects += [bet for n in gamblers for bet in self._gamble(n, down)]
        self._deaths(sorted(effects), down, allied)

    def _told(self, second: int) -> bool:
        return getattr(self, "told", False) or "first_attacker" in self.seats[second].spent

    def _aims(self, one: Try, down: frozenset[int], allied: set[int]) -> str:
        author, hit, night, index, idle = one
        if author in down:
            return "killer_down"
        if idle:
            return idle
        if hit.target in down:
            return "target_down"
        seat = self.seats[author]
        if night:
            right = seat.loop == "first_loop" or seat.night_right
            if index == 1 and self.role(author) == "seventh" and author in self.void:
                right = False
        else:
            blacken = hit.blacken is not None and self.able(author, "second")
            right = (author, hit.target) in self.known_at_lock or blacken
            right = right or self.able(author, "third")
            if self.final[author].maniac and author in self.void:
                right = False
        if self.role(author) == "eighth" and author not in allied:
            right = False
        if not right:
            return "no_right"
        if hit.target in self.allies[author] or hit.target in self.party(author):
            return "allied"
        return ""

    def _lands(self, one: Try, knows: set[tuple[int, int]], allied: set[int]) -> str:
        author, hit, night, index, _ = one
        target, blacken = hit.target, hit.blacken is not None and self.able(author, "second")
        if target in self.resting and target not in self.void | self.locked:
            return "off_turn"
        omniscient = all((author, n) in self.known_at_lock for n in self.alive if n != author)
        safe = blacken or (hit.pierce is True and omniscient)
        safe = safe or (self.role(target) == "eighth" and target not in allied)
        if target in self.disguised and (target, author) in knows and not safe:
            return "countered"
        if blacken:
            right = self.final[target].kind == hit.blacken
        elif not night or self.able(author, "tenth") or self._raids(author, hit, index):
            right = True
        else:
            guesses = hit.guess if self.able(author, "fifth") else hit.guess[:1]
            right = self.shown[target].split("/")[0] in guesses
        if not right:
            return "wrong_guess"
        fled = target in self.fleeing and not self.able(author, "tenth")
        return "fled" if fled else "landed"

    def _raids(self, author: int, hit: Hit, index: int) -> bool:
        return self.able(author, "third") and not hit.guess and index != FOLLOW_UP

    def _counter(self, author: int, target: int) -> str:
        if target in self.resting and target not in self.void | self.locked:
            return "off_turn"
        fled = target in self.fleeing and not self.able(author, "tenth")
        return "fled" if fled else "landed"

    def _gamble(self, n: int, down: frozenset[int]) -> list[tuple[int, int, int, int, str]]:
        bet = self.sheets[n].skills.gamble
        if bet is None or n in down or not self.able(n, "akise"):
            return []
        night = self.sheets[bet].night
        hits = list(self.final[bet].hits) if self.final[bet].kind == "kill" else []
        if not self.silent(bet):
            hits += [*night.hits, *([night.followup] if night.followup else [])]
        if bet not in self.locked and any(hit.target == n for hit in hits):
            return [(n, bet, 2, 0, "gamble")]
        return [(bet, n, 2, 0, "gamble")] if (n, bet) in self.known_at_lock else []

    # --- FD-9.8, FD-9.12 to FD-9.14 ---

    def _deaths(
        self,
        effects: list[tuple[int, int, int, int, str]],
        down: frozenset[int],
        allied: set[int],
    ) -> None:
        queue = [(victim, author, cause) for victim, author, _, _, cause in effects]
        moved: list[tuple[int, int, str]] = []
        for victim, author, cause in queue:
            moved += self._one(victim, author, cause, down, allied)
        for victim, author, cause in moved:
            self._one(victim, author, cause, down, allied)
        for n in sorted(self.down - down):
            other = self.half.get(n)
            if other is not None and other not in self.down:
                self.down.add(other)
                self.ends.append((other, n, "joint", "dead"))

    def _one(
        self, victim: int, author: int, cause: str, down: frozenset[int], allied: set[int]
    ) -> list[tuple[int, int, str]]:
        kill = cause in {"kill", "counter"}
        diary = self.diary.get(victim)
        guessed = (
            diary is not None
            and self.able(victim, "akise")
            and author in diary.picks
            and self.final[author].kind == diary.kind
        )
        bearer = self.sheets[victim].skills.black_heart if self.able(victim, "fifth") else None
        seat = self.seats[victim]
        shot = self.able(victim, "second") or self.able(victim, "twelfth")
        left = "one_shot" not in seat.spent and victim not in self.spent
        code = "dead"
        if guessed and (kill or cause in {"redirect", "bomb"}):
            code = "detective"
        elif kill and self.able(victim, "first") and victim in allied:
            code = "dependent"
        elif kill and self.able(victim, "eighth") and victim not in allied:
            code = "mercy"
        elif cause != "redirect" and bearer is not None and bearer not in down:
            code = "redirected"
        elif shot and left and not seat.standing.hold:
            code = "absorbed"
            self.spent.add(victim)
        else:
            self.down.add(victim)
        self.ends.append((victim, author, cause, code))
        return [(bearer, victim, "redirect")] if code == "redirected" and bearer else []
