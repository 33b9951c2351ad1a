"""What programs at a cluster's tables saw and said, held against the journals that are kept.

Every view that was shown must be the one that the journal gives that viewer at the same count of
events, every answer that was shown to count must be in it, and none that its player never gave.
Nothing here does any I/O.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.chance import commitment
from engine.codec import decode_entry, decode_header
from engine.driver import Driver, retrace
from engine.errors import EngineError
from engine.game import Game
from engine.journal import By, Header, Journal
from engine.registry import game
from tests.soak.cluster_judge import Fault, Finding, KeptGame, TableStory
from tests.soak.replay import differences

__all__ = ["Answered", "Witness", "judge_game", "judge_games"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer that a program sent; ``shown``: it has since seen that the answer counts."""

    answer: tuple[str, ...]
    shown: bool = False


@dataclass(slots=True)
class Witness:
    """What programs were shown and what they answered, by the game's commitment."""

    shown: dict[str, dict[tuple[int, int], set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    """By game: digests of the views by viewer and count of events."""
    answers: dict[str, dict[tuple[int, int], Answered]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """By game: what was answered, by seat and number of the ask."""

    def saw(self, promise: str, viewer: int, count: int, view: str) -> None:
        """Note a view's digest."""
        self.shown[promise][viewer, count].add(view)

    def gave(self, promise: str, seat: int, ask: int, answer: Sequence[str]) -> None:
        """Note an answer that is on its way."""
        self.answers[promise].setdefault((seat, ask), Answered(answer=tuple(answer)))

    def counts(self, promise: str, seat: int, before: int) -> None:
        """Note that all answers of a seat to asks below ``before`` were shown to count."""
        given = self.answers.get(promise, {})
        for (whose, ask), answered in given.items():
            if whose == seat and ask < before and not answered.shown:
                given[whose, ask] = Answered(answer=answered.answer, shown=True)


def judge_games(stories: Iterable[TableStory], witness: Witness) -> list[Finding]:
    """Play every game of these journals again and hold it against what was seen of it."""
    findings: list[Finding] = []
    known: set[str] = set()
    for story in stories:
        for kept in story.games.values():
            try:
                header = decode_header(kept.header)
            except EngineError:
                findings.append(Finding(fault=Fault.BAD_ENTRY, where=kept.id, place=0))
                continue
            promise = commitment(header.seed)
            known.add(promise)
            findings += judge_game(
                kept,
                header,
                shown=witness.shown.get(promise, {}),
                answers=witness.answers.get(promise, {}),
            )
    unknown = (witness.shown.keys() | witness.answers.keys()) - known
    findings += [Finding(fault=Fault.UNKNOWN_GAME, where=p[:12], place=0) for p in sorted(unknown)]
    return findings


def judge_game(
    kept: KeptGame,
    header: Header,
    *,
    shown: Mapping[tuple[int, int], set[str]],
    answers: Mapping[tuple[int, int], Answered],
) -> list[Finding]:
    """Play one game again; ``shown`` and ``answers`` are a witness's notes of it."""
    where = f"game {kept.id[:8]}"

    def found(fault: Fault, place: int) -> Finding:
        return Finding(fault=fault, where=where, place=place)

    findings: list[Finding] = []
    entries = []
    for place, data in enumerate(kept.entries):
        try:
            entry = decode_entry(data)
        except EngineError:
            return [*findings, found(Fault.BAD_ENTRY, place)]
        if entry.sequence != place:
            findings.append(found(Fault.BAD_ENTRY, place))
        entries.append(entry)
    try:
        driver, given = _played(game(header.game), Journal(header=header, entries=entries))
    except EngineError as error:
        place = int(str(error.params.get("sequence", len(entries))))
        return [*findings, found(Fault.NOT_REPLAYED, place)]
    for viewer, count in differences(driver, shown):
        findings.append(found(Fault.SHOWN_NOT_KEPT, count * 100 + viewer))
    for key, answered in answers.items():
        if answered.shown and given.get(key, (None, ()))[1] != answered.answer:
            findings.append(found(Fault.ANSWER_LOST, key[1]))
    witnessed = {seat for seat, _ask in answers}
    for key, (by, answer) in given.items():
        if by is not By.PLAYER or key[0] not in witnessed:
            continue
        sent = answers.get(key)
        if sent is None or sent.answer != answer:
            findings.append(found(Fault.ANSWER_INVENTED, key[1]))
    return findings


_Given = dict[tuple[int, int], tuple[By, tuple[str, ...]]]


def _played(rules: Game, journal: Journal) -> tuple[Driver, _Given]:
    """Return the driver at the journal's end, and each ask's last answer by seat and number."""
    given: _Given = {}
    read = 0
    passed = retrace(rules, journal)
    driver = next(passed)
    while True:
        asked = {seat: pending.id for seat, pending in driver.pending.items()}
        if next(passed, None) is None:
            return driver, given
        for entry in driver.journal.entries[read:]:
            if entry.seat in asked and entry.by not in (By.CHANCE, By.LEAVING):
                given[entry.seat, asked[entry.seat]] = (entry.by, entry.answer)
        read = len(driver.journal.entries)
