"""What a cluster's stream kept of one table: whether its journal is what it must be.

A table's journal is a sequence of :class:`Kept` messages as the stream holds them. :func:`look`
reads it from its beginning and finds whatever no crash, pause or partition may bring about: two
owners at once, an append by who has lost the table, a decision that is missing, doubled or out of
order. The games in it are judged by ``tests.soak.cluster_witness``. Nothing here does any I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from server.changes import Append, Change, DropTable, EndGame, NewGame

__all__ = ["Fault", "Finding", "Kept", "KeptGame", "TableStory", "counted", "look", "sooner"]


class Fault(StrEnum):
    """What must never be found."""

    OUT_OF_TURN = "out of turn"
    """The messages of one ownership do not count up one by one."""
    LEASE_WENT_BACK = "lease went back"
    """A message carries a lease that is older than one before it."""
    STALE_APPEND = "stale append"
    """A message is not of the ownership whose taken record is the last one before it."""
    NOT_TAKEN = "not taken"
    """An ownership begins with something else than a taken record."""
    DOUBLED = "doubled"
    """An entry has a place that another has."""
    MISSING = "missing"
    """Entries are missing before this one, or its game has no beginning."""
    AFTER_END = "after the end"
    """Something was written of a game that is over, or of a table that is gone."""
    BAD_ENTRY = "bad entry"
    """It cannot be read, or says another place than the one it has."""
    NOT_REPLAYED = "not replayed"
    """The rules do not give this journal."""
    SHOWN_NOT_KEPT = "shown, not kept"
    """A view was shown that the journal does not give at that count of events."""
    ANSWER_LOST = "answer lost"
    """An answer after which its player was shown that it counts is not in the journal."""
    ANSWER_INVENTED = "answer invented"
    """The journal has an answer of a player who never gave it."""
    NOT_ARCHIVED = "not archived"
    """A game is over, and the archive does not have it, or has it otherwise."""
    STUCK = "stuck"
    """A game runs and nothing happens in it any more."""
    UNKNOWN_GAME = "unknown game"
    """A game was shown that no journal has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that must not be; ``place`` is a message's number, or an entry's, or an ask's."""

    fault: Fault
    where: str
    place: int

    def __str__(self) -> str:
        return f"{self.fault} at {self.place} of {self.where}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One message of a table's journal.

    ``number`` is its place in the stream, ``turn`` among those of its ownership, ``at`` when the
    stream took it (seconds since 1970), and ``changes`` is empty for a taken record.
    """

    number: int
    at: float
    lease: int
    turn: int
    owner: str
    changes: tuple[Change, ...] = ()


@dataclass(slots=True, kw_only=True)
class KeptGame:
    """One game as its table's journal has it. ``status`` is ``running`` until its EndGame."""

    id: str
    header: bytes
    entries: list[bytes] = field(default_factory=list)
    status: str = "running"
    last: float = 0.0
    """When its last entry was taken."""
    silence: float = 0.0
    """Longest time between two appends to it, in seconds."""
    silent_since: float = 0.0
    """When that began."""


@dataclass(slots=True, kw_only=True)
class TableStory:
    """One table's journal read to its end."""

    code: str
    games: dict[str, KeptGame] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    taken: list[tuple[float, int, str]] = field(default_factory=list)
    """Every taken record: when, lease, owner."""
    appends: list[float] = field(default_factory=list)
    """When each message with changes was taken."""
    dropped: bool = False

    def _found(self, fault: Fault, place: int) -> None:
        self.findings.append(Finding(fault=fault, where=self.code, place=place))


def look(code: str, kept: Iterable[Kept], *, whole: bool = True) -> TableStory:
    """Read a table's journal. ``whole``: nothing of its beginning was purged."""
    story = TableStory(code=code)
    lease, owner = -1, ""
    turns: dict[int, int] = {}
    for message in kept:
        if message.turn != turns.get(message.lease, -1) + 1 and (whole or message.lease in turns):
            story._found(Fault.OUT_OF_TURN, message.number)
        turns[message.lease] = message.turn
        if message.lease < lease:
            story._found(Fault.LEASE_WENT_BACK, message.number)
        if not message.changes:
            lease, owner = max(lease, message.lease), message.owner
            story.dropped = False  # a code may be another table's later
            story.taken.append((message.at, message.lease, message.owner))
            continue
        if lease < 0 and not whole:
            lease, owner = message.lease, message.owner
        if lease < 0 or message.lease > lease:
            story._found(Fault.NOT_TAKEN, message.number)
            lease, owner = message.lease, message.owner
        elif (message.lease, message.owner) != (lease, owner):
            story._found(Fault.STALE_APPEND, message.number)
        story.appends.append(message.at)
        _apply(story, message, whole=whole)
    return story


def _apply(story: TableStory, message: Kept, *, whole: bool) -> None:
    """Take over one message's changes, as a store would, and find what a store would refuse."""
    for change in message.changes:
        if story.dropped:
            story._found(Fault.AFTER_END, message.number)
        match change:
            case NewGame():
                if change.id in story.games:
                    story._found(Fault.DOUBLED, message.number)
                else:
                    story.games[change.id] = KeptGame(id=change.id, header=change.header)
            case Append():
                _append(story, message, change, whole=whole)
            case EndGame() if change.game in story.games:
                if story.games[change.game].status != "running":
                    story._found(Fault.AFTER_END, message.number)
                story.games[change.game].status = change.status
            case DropTable():
                story.dropped = True
            case _:
                pass


def _append(story: TableStory, message: Kept, change: Append, *, whole: bool) -> None:
    kept = story.games.get(change.game)
    if kept is None:
        if whole:
            story._found(Fault.MISSING, message.number)
        return
    if kept.status != "running":
        story._found(Fault.AFTER_END, message.number)
    known = len(kept.entries)
    if change.first < known:
        story._found(Fault.DOUBLED, message.number)
    elif change.first > known:
        story._found(Fault.MISSING, message.number)
        kept.entries += (b"",) * (change.first - known)
    kept.entries += change.entries[max(0, known - change.first) :]
    if kept.last and message.at - kept.last > kept.silence:
        kept.silence, kept.silent_since = message.at - kept.last, kept.last
    kept.last = message.at


def sooner(times: Sequence[float], after: float) -> Iterator[float]:
    """Return how long after ``after`` the first of ``times`` (in order) is, if there is one."""
    first = next((at for at in times if at >= after), None)
    if first is not None:
        yield first - after


def counted(findings: Iterable[Finding]) -> Counter[str]:
    """Return findings counted by fault, for a line of figures."""
    return Counter(str(finding.fault) for finding in findings)
