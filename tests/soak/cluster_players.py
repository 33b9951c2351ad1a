"""Programs that play, and that watch, at the tables of a cluster, and note all that they see.

A :class:`Player` answers by chance, as often as it takes: an ask that is still open after its
answer may have been lost is answered again, with the same answer. A :class:`Watcher` looks at eight
tables at once. Both hold that a table's frames follow each other without a gap (``seq``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.soak.cluster_wire import Door, Notes, Person, Wire, now
from tests.soak.replay import digest

__all__ = ["AtTables", "Player", "Watcher"]

TABLE: Final = 1
AGAIN: Final = 3.0
"""Seconds after which an ask that is still open is answered again."""
MOST: Final = 8
"""Channels of one session."""
NOT_THE_TABLES: Final = frozenset({
    "moving", "no_quorum", "interrupted", "slow_down", "fault", "draining", "stopping",
})  # fmt: skip
"""Notices that answer no probe."""


@dataclass(slots=True)
class Seat:
    """What one channel of one session has had."""

    game_no: int = -1
    viewer: int = -2
    seq: int = 0


class AtTables(Person):
    """Somebody with channels to tables, by number."""

    def __init__(self, name: str, doors: Sequence[Door], notes: Notes, seed: str) -> None:
        super().__init__(name, doors, notes, seed)
        self.codes: dict[int, str] = {}
        self._seats: dict[int, Seat] = {}
        self._probed: dict[str, float] = {}
        """By table: since when it is asked in vain."""

    def open(self, wire: Wire, number: int, code: str, *, watch: bool) -> None:
        """Open a channel to a table."""
        self.codes[number], self._seats[number] = code, Seat()
        wire.send(0, op="open", channel=number, room="watch" if watch else "table", code=code)

    def probe(self, code: str, number: int, since: float) -> None:
        """Ask a table for something that it refuses, to see how long after ``since`` it answers."""
        if self.wire is not None and self.codes.get(number) == code:
            self._probed[code] = since
            self.wire.send(number, op="unmute", seat=0)

    def heard(self, number: int, frame: dict[str, Any]) -> None:
        """Note a frame, hold it against the one before, and act on it."""
        seat, code, counts = self._seats[number], self.codes[number], self.notes.counts
        if frame["t"] == "notice":
            counts[f"notice: {frame['code']}"] += 1
            refused = frame["level"] == "error" and frame["code"] not in NOT_THE_TABLES
            if refused and (since := self._probed.pop(code, 0.0)):
                self.notes.answered[code].append(now() - since)
            if frame.get("closed"):
                counts[f"closed: {frame['code']}"] += 1
                self.closed(number, str(frame["code"]))
            self.told(number, frame)
            return
        counts["frames"] += 1
        self.notes.news[code] = now()
        self.notes.stages[code] = frame["stage"]
        if (seat.game_no, seat.viewer) != (frame["game_no"], frame["you"]):
            seat.game_no, seat.viewer, seat.seq = frame["game_no"], frame["you"], 0
        if frame["seq"] < seat.seq:
            counts["BAD: a frame went back"] += 1
        elif frame["seq"] - len(frame["events"]) != seat.seq:
            counts["BAD: events are missing or doubled"] += 1
        seat.seq = frame["seq"]
        if frame["commitment"] and frame["view"] is not None:
            self.notes.witness.saw(
                frame["commitment"], frame["you"], frame["seq"], digest(frame["view"])
            )
        self.shown(number, frame)

    def closed(self, number: int, code: str) -> None:
        """Take note that a channel has ended, which nothing here expects."""
        del number
        self.notes.counts[f"BAD: closed by {code}"] += 1

    def told(self, number: int, notice: dict[str, Any]) -> None:
        """Take a notice."""

    def shown(self, number: int, frame: dict[str, Any]) -> None:
        """Take a table's frame."""


class Watcher(AtTables):
    """Watches up to eight tables."""

    def __init__(
        self, name: str, doors: Sequence[Door], notes: Notes, seed: str, codes: Sequence[str]
    ) -> None:
        super().__init__(name, doors, notes, seed)
        assert len(codes) <= MOST
        self._watched = codes

    def arrived(self, wire: Wire) -> None:
        """Open all."""
        for number, code in enumerate(self._watched, start=1):
            self.open(wire, number, code, watch=True)


class Player(AtTables):
    """Plays at one table, game after game; starts and asks for a rematch where it is the host."""

    def __init__(
        self, name: str, doors: Sequence[Door], notes: Notes, seed: str, code: str
    ) -> None:
        super().__init__(name, doors, notes, seed)
        self.resting = False
        """No new game is started."""
        self._code = code
        self._sent: dict[tuple[str, int], tuple[float, list[str]]] = {}
        self._planned: set[tuple[str, int]] = set()
        self._said: dict[str, float] = {}
        self._frame: dict[str, Any] | None = None

    def arrived(self, wire: Wire) -> None:
        """Open the table."""
        self._frame = None
        self._planned.clear()
        self.open(wire, TABLE, self._code, watch=False)

    def told(self, number: int, notice: dict[str, Any]) -> None:
        """Look again soon at what a notice may have cost."""
        del number
        if notice["level"] == "error" or notice["code"] in NOT_THE_TABLES:
            asyncio.get_running_loop().call_later(0.5, self._look)

    def shown(self, number: int, frame: dict[str, Any]) -> None:
        """Note which answers count, and do what is to be done."""
        del number
        self._frame = frame
        promise, seat, ask = frame["commitment"], frame["you"], frame["ask"]
        if promise and seat >= 0 and frame["stage"] in ("playing", "over"):
            stepped_out = bool(frame["seats"][seat].get("stand_in"))
            open_now = ask is not None and "answer" not in ask
            if not stepped_out or ask is not None:
                below = ask["id"] if open_now else 2**31
                self.notes.witness.counts(promise, seat, below)
        self._look()

    def _look(self) -> None:
        frame, wire = self._frame, self.wire
        if frame is None or wire is None:
            return
        match frame["stage"]:
            case "waiting":
                self._wait(frame, wire)
            case "playing" if frame["ask"] is not None and "answer" not in frame["ask"]:
                key = (frame["commitment"], frame["ask"]["id"])
                if key not in self._planned:
                    self._planned.add(key)
                    pause = self.chance.uniform(0.4, 1.6)
                    asyncio.get_running_loop().call_later(pause, self._answer, key, wire)
            case "over" if frame["host"] and not self.resting and self._may("rematch"):
                wire.send(TABLE, op="rematch")
            case _:
                pass

    def _wait(self, frame: dict[str, Any], wire: Wire) -> None:
        if self.resting:
            return
        if frame["you"] < 0:
            if self._may("sit"):
                wire.send(TABLE, op="sit", seat=-1)
            return
        people = [s for s in frame["seats"] if s["kind"] == "player"]
        if not frame["seats"][frame["you"]]["ready"] and not frame["host"]:
            if self._may("ready"):
                wire.send(TABLE, op="ready", ready=True)
        elif (
            frame["host"]
            and len(people) > 1
            and all(s["ready"] or s["host"] for s in people)
            and self._may("start")
        ):
            wire.send(TABLE, op="start")

    def _may(self, what: str) -> bool:
        """Return whether something was not said within the last second; look again later."""
        at = now()
        if at - self._said.get(what, 0.0) < 1.0:
            return False
        self._said[what] = at
        asyncio.get_running_loop().call_later(1.5, self._look)
        return True

    def _answer(self, key: tuple[str, int], wire: Wire) -> None:
        self._planned.discard(key)
        frame = self._frame
        if wire is not self.wire or frame is None:
            return
        ask = frame["ask"]
        if ask is None or "answer" in ask or (frame["commitment"], ask["id"]) != key:
            return
        at, answer = self._sent.get(key, (0.0, self._chosen(ask)))
        if now() - at > AGAIN / 2:
            self._sent[key] = (now(), answer)
            self.notes.counts["answers sent" if not at else "answers sent again"] += 1
            self.notes.witness.gave(key[0], frame["you"], ask["id"], answer)
            wire.send(
                TABLE, op="answer", game_no=frame["game_no"], ask=ask["id"], answer=answer
            )  # fmt: skip
        asyncio.get_running_loop().call_later(AGAIN, self._look)

    def _chosen(self, ask: dict[str, Any]) -> list[str]:
        if ask["text"]:
            return list(ask["default"])
        chosen = set(
            self.chance.sample(ask["options"], self.chance.randint(ask["least"], ask["most"]))
        )
        return [option for option in ask["options"] if option in chosen]  # as it is journaled
