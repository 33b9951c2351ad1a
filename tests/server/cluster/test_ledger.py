"""What a table's records amount to is what a store would have been left with."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.changes import DropTable, EndGame, NewGame, SaveTable, TableChange
from server.cluster.ledger import Ledger, UnfitError, folded
from server.cluster.records import Record
from server.store import Store
from tests.server.cluster.table_changes import CODE, begin, decision, end, lives


def record(number: int, *changes: TableChange, lease: int = 1, at: float = 1.0) -> Record:
    return Record(lease=lease, number=number, owner="t.1", at=at, changes=changes)


def of(*writes: tuple[TableChange, ...]) -> Ledger:
    """Return the ledger of writes that one owner made, at sequences 10, 20, 30, ..."""
    return folded((10 + 10 * n, record(n, *changes)) for n, changes in enumerate(((), *writes)))


@given(lives())
async def test_a_ledger_has_the_state_and_the_last_game_that_the_store_has(
    writes: list[tuple[TableChange, ...]],
) -> None:
    kept = Store.in_memory()
    for changes in writes:
        await kept.write(*changes)
    ledger = of(*writes)
    assert ([] if ledger.state is None else [(CODE, ledger.state)]) == await kept.tables()
    started = [c.id for changes in writes for c in changes if isinstance(c, NewGame)]
    if ledger.state is not None and started and ledger.game(started[-1]) is not None:
        game = ledger.game(started[-1])
        assert game is not None
        assert game.stored == await kept.game(started[-1])
    for game in ledger.due:
        ended = await kept.ended_game(game.id)
        assert ended is None or replace(ended, ended=0, results=()) == replace(
            game.for_archive(), ended=0, results=()
        )
    kept.close()


@given(lives(), st.data())
def test_a_ledger_of_what_a_purge_leaves_is_the_same(
    writes: list[tuple[TableChange, ...]], data: st.DataObject
) -> None:
    records = [(10 * n + 10, record(n, *changes)) for n, changes in enumerate(((), *writes))]
    ledger = folded(records)
    for game in ledger.due:
        if data.draw(st.booleans()):
            ledger = ledger.archived(game.id)
    left = [(sequence, one) for sequence, one in records if sequence >= ledger.floor]
    after = folded(left)
    assert left[-1] == records[-1]
    assert after.state == ledger.state
    known = {game.id: replace(game, archived=False) for game in ledger.games}
    assert {game.id: game for game in after.games if game.id in known} == known


def test_a_game_that_is_over_is_due_until_the_archive_has_it() -> None:
    ledger = of(begin(), (decision(1),), end())
    (game,) = ledger.due
    ended = game.for_archive()
    assert (ended.id, ended.entries, ended.ended) == ("g1", (b"e0", b"e1"), 1.0)
    assert [score.name for score in ended.results] == ["Ann", "Bot"]
    ledger = ledger.archived("g1")
    assert ledger.due == ()
    assert ledger.game("g1") is not None  # a rematch has not begun: the table shows it still


def test_a_game_is_needed_until_the_next_has_begun_and_the_archive_has_it() -> None:
    ledger = of(begin("g1"), end("g1"), begin("g2"))
    assert [game.id for game in ledger.games] == ["g1", "g2"]
    assert ledger.floor == 20
    ledger = ledger.archived("g1")
    assert [game.id for game in ledger.games] == ["g2"]
    assert ledger.floor == 40


@pytest.mark.parametrize("status", ["frozen", "abandoned"])
def test_a_game_without_a_result_never_goes_to_the_archive(status: str) -> None:
    ledger = of(begin("g1"), end("g1", status), begin("g2"))
    assert ledger.due == ()
    assert [game.id for game in ledger.games] == ["g2"]


def test_a_dropped_table_has_no_state_and_its_running_game_is_gone() -> None:
    ledger = of(begin("g1"), (decision(1),), (DropTable(code=CODE),))
    assert ledger.state is None
    assert ledger.games == ()
    assert ledger.floor == ledger.last == 40  # its last message stays


def test_a_dropped_tables_finished_game_still_goes_to_the_archive() -> None:
    ledger = of(begin("g1"), end("g1"), (DropTable(code=CODE),))
    assert [game.id for game in ledger.due] == ["g1"]
    assert ledger.archived("g1").games == ()


def test_a_record_that_is_met_twice_counts_once() -> None:
    once = of(begin(), (decision(1),))
    assert once.plus(record(2, decision(1)), 99) == replace(once, last=99)


def test_what_an_owner_wrote_after_another_took_the_table_is_void() -> None:
    ledger = of(begin()).plus(record(0, lease=5), 50)
    late = ledger.plus(record(2, decision(1), lease=1), 60)
    assert late.games == ledger.games


def test_what_does_not_fit_is_a_fault_and_never_taken() -> None:
    ledger = of(begin())
    with pytest.raises(UnfitError):
        ledger.plus(record(2, decision(2)), 40)  # entry 1 is missing
    with pytest.raises(UnfitError):
        ledger.plus(record(2, *begin()), 40)  # it has begun
    with pytest.raises(UnfitError):
        ledger.plus(record(3, decision(1)), 40)  # a record is missing
    with pytest.raises(UnfitError):
        ledger.plus(record(1, lease=2), 40)  # not the first of its owner
    with pytest.raises(UnfitError):
        ledger.plus(record(2, decision(1, "g7")), 40)  # no such game


def test_a_game_that_is_given_up_without_a_journal_is_no_fault() -> None:
    saved = SaveTable(code=CODE, state=b"waiting")
    ledger = of((saved,), (EndGame(game="g9", status="abandoned"), saved))
    assert (ledger.state, ledger.games) == (b"waiting", ())
