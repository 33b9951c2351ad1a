"""A table's journal: one owner is heard, nothing acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import nats.errors
import nats.js.errors
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nats.js import JetStreamContext
from nats.js.api import PubAck

from server.changes import DropTable, SaveTable
from server.cluster.appends import FencedError, newest, read
from server.cluster.bus import Bus
from server.cluster.journal import Journal, UnreadableError
from server.cluster.lease import Lease
from server.cluster.ledger import UnfitError, folded
from server.cluster.records import Record, pack_record
from server.cluster.subjects import Stream
from server.cluster.subjects import journal as subject_of
from server.codes import StoreCode, StoreError
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.shelf import Shelf
from tests.server.cluster.table_changes import CODE, begin, decision, end
from tests.server.cluster.waiting import until

MADE = SaveTable(code=CODE, state=b"new")
Publish = Callable[..., Awaitable[PubAck]]


def lease(revision: int, code: str = CODE) -> Lease:
    return Lease(code=code, owner="tables1.0", revision=revision)


async def take(bus: Bus, revision: int, shelf: Shelf | None = None) -> tuple[Journal, bytes | None]:
    return await Journal.take(bus, lease(revision), shelf or Shelf())


async def kept(bus: Bus, code: str = CODE) -> list[Record]:
    """Return everything that the stream has of a table."""
    last = await newest(bus.js, code)
    return [record for _, record in await read(bus.js, code, last.sequence)]


def entries(records: list[Record]) -> tuple[bytes, ...]:
    """Return the entries of the last game in ``records``."""
    game = folded(enumerate(records, 1)).games[-1]
    return game.entries


async def in_game(bus: Bus, shelf: Shelf | None = None, code: str = CODE) -> Journal:
    """Return the journal of a table in its first game."""
    journal, _ = await Journal.take(bus, lease(1, code), shelf or Shelf())
    await journal.write(MADE)
    await journal.write(*begin())
    return journal


# --- what the next owner finds ---


async def test_a_new_table_has_no_state(bus: Bus) -> None:
    _, state = await take(bus, 1)
    assert state is None


async def test_the_next_owner_has_all_that_was_written(bus: Bus) -> None:
    journal = await in_game(bus)
    for number in range(1, 5):
        await journal.write(decision(number))
    after, state = await take(bus, 2)
    assert state == b"playing"
    game = await after.game("g1")
    assert game is not None
    assert game == await journal.game("g1")
    assert game.entries == (b"e0", b"e1", b"e2", b"e3", b"e4")
    assert await after.game("g0") is None


async def test_a_decision_whose_owner_died_before_it_was_told_of_it_counts(bus: Bus) -> None:
    journal = await in_game(bus)
    writing = asyncio.create_task(journal.write(decision(1)))
    await asyncio.sleep(0)  # it is on its way
    writing.cancel()
    with suppress(asyncio.CancelledError):
        await writing
    await until(lambda: journal._ledger.games[-1].entries == (b"e0", b"e1"))
    after, _ = await take(bus, 2)
    assert (await after.game("g1")).entries == (b"e0", b"e1")  # type: ignore[union-attr]


async def test_what_does_not_fit_is_not_sent(bus: Bus) -> None:
    journal = await in_game(bus)
    before = await newest(bus.js, CODE)
    with pytest.raises(UnfitError):
        await journal.write(decision(7))
    assert await newest(bus.js, CODE) == before
    await journal.write(decision(1))  # and the table goes on


async def test_what_is_too_large_is_refused_and_the_table_goes_on(bus: Bus) -> None:
    journal = await in_game(bus)
    with pytest.raises(StoreError) as caught:
        await journal.write(decision(1, size=2**20))
    assert caught.value.code is StoreCode.WRITE_FAILED
    await journal.write(decision(1))
    assert entries(await kept(bus)) == (b"e0", b"e1")


async def test_a_journal_is_read_from_the_leader_where_consumers_hang(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = await in_game(bus)
    for number in range(1, 5):
        await journal.write(decision(number))
    other = await in_game(bus, code="OWL-12")
    await journal.write(decision(5))
    before = await kept(bus)

    async def hangs(*args: Any, **kwargs: Any) -> None:
        raise nats.errors.TimeoutError

    monkeypatch.setattr(JetStreamContext, "subscribe", hangs)
    assert await kept(bus) == before
    after, state = await take(bus, 2)
    assert state == b"playing"
    assert await after.game("g1") == await journal.game("g1")
    assert not other.lost.done()


@pytest.mark.parametrize(
    "last",
    [b"no record", pack_record(Record(lease=1, number=9, owner="t.1", at=1.0))],
    ids=["no record", "a record is missing"],
)
async def test_a_journal_that_cannot_be_read_is_a_fault_of_its_own_kind(
    bus: Bus, last: bytes
) -> None:
    await in_game(bus)
    await bus.js.publish(subject_of(CODE), last)
    with pytest.raises(UnreadableError) as caught:
        await take(bus, 2)
    assert caught.value.code is StoreCode.CORRUPT


# --- fencing ---


async def test_an_owner_that_lost_its_table_writes_nothing_and_is_told(make_bus: MakeBus) -> None:
    a, b = await make_bus("tables1"), await make_bus("tables2")
    old = await in_game(a)
    new, _ = await take(b, 2)  # the old one was stopped, say, and wakes now
    with pytest.raises(FencedError) as caught:
        await old.write(decision(1))
    assert caught.value.code is StoreCode.FENCED
    assert old.lost.done()
    with pytest.raises(FencedError):
        await old.write(decision(1))
    await new.write(decision(1))
    assert entries(await kept(a)) == (b"e0", b"e1")


async def test_an_older_lease_cannot_take_a_table(bus: Bus) -> None:
    await take(bus, 5)
    with pytest.raises(FencedError):
        await take(bus, 4)


async def test_of_two_owners_at_once_the_stream_hears_one_at_every_place(
    make_bus: MakeBus,
) -> None:
    a, b = await make_bus("tables1"), await make_bus("tables2")
    old = await in_game(a)

    async def go_on(journal: Journal) -> int:
        """Write decisions until fenced, at most 20 of them; return how many."""
        at = len((await journal.game("g1")).entries)  # type: ignore[union-attr]
        for number in range(at, at + 20):
            try:
                await journal.write(decision(number))
            except FencedError:
                return number - at
        return 20

    async def overtake() -> int:
        journal, _ = await take(b, 2)
        return await go_on(journal)

    first, second = await asyncio.gather(go_on(old), overtake())
    assert second == 20
    found = entries(await kept(a))
    assert found == tuple(f"e{n}".encode() for n in range(1 + first + second))


async def test_the_same_owner_may_open_a_table_again_under_the_same_lease(bus: Bus) -> None:
    journal = await in_game(bus)
    await journal.close()
    again, state = await take(bus, 1)
    assert state == b"playing"
    await again.write(decision(1))
    third, _ = await take(bus, 2)
    assert (await third.game("g1")).entries == (b"e0", b"e1")  # type: ignore[union-attr]


# --- what became of an append ---


def failing(monkeypatch: pytest.MonkeyPatch, *, stored: bool, times: int = 1) -> list[bytes]:
    """Have the next publishes fail without an answer, stored or not; return what was sent."""
    publish: Publish = JetStreamContext.publish
    sent: list[bytes] = []

    async def lossy(
        self: JetStreamContext, subject: str, payload: bytes, *args: Any, **kwargs: Any
    ) -> PubAck:
        sent.append(payload)
        if len(sent) > times:
            return await publish(self, subject, payload, *args, **kwargs)
        if stored:
            await publish(self, subject, payload, *args, **kwargs)
        raise nats.errors.TimeoutError

    monkeypatch.setattr(JetStreamContext, "publish", lossy)
    return sent


@pytest.mark.parametrize("stored", [True, False])
async def test_a_record_without_an_answer_is_there_once(
    bus: Bus, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    journal = await in_game(bus)
    sent = failing(monkeypatch, stored=stored, times=2)
    await journal.write(decision(1))
    assert len(sent) > 1
    await journal.write(decision(2))
    assert entries(await kept(bus)) == (b"e0", b"e1", b"e2")


async def test_a_taken_record_without_an_answer_is_there_once(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_game(bus)
    failing(monkeypatch, stored=True)
    after, _ = await take(bus, 2)
    await after.write(decision(1))
    assert [record.lease for record in await kept(bus)] == [1, 1, 1, 2, 2]


async def test_a_record_is_known_for_ones_own_after_the_stream_forgot_its_id(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after two minutes without quorum: then the last message is asked."""
    journal = await in_game(bus)
    publish: Publish = JetStreamContext.publish
    tries: list[str] = []

    async def forgetful(
        self: JetStreamContext, *args: Any, headers: dict[str, str], **kwargs: Any
    ) -> PubAck:
        tries.append(headers["Nats-Msg-Id"])
        if len(tries) == 1:
            await publish(self, *args, headers=headers, **kwargs)
            raise nats.errors.TimeoutError
        if len(tries) == 2:
            headers = headers | {"Nats-Msg-Id": "not remembered"}
        return await publish(self, *args, headers=headers, **kwargs)

    monkeypatch.setattr(JetStreamContext, "publish", forgetful)
    await journal.write(decision(1))
    assert len(set(tries)) == 1
    await journal.write(decision(2))
    assert entries(await kept(bus)) == (b"e0", b"e1", b"e2")


async def test_a_refusal_is_final_only_while_nothing_may_be_on_its_way(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = await in_game(bus)
    publish: Publish = JetStreamContext.publish
    script = ["full"]

    async def scripted(self: JetStreamContext, *args: Any, **kwargs: Any) -> PubAck:
        match script.pop(0) if script else "":
            case "full":
                raise nats.js.errors.APIError(code=400, err_code=10077, description="full")
            case "silent":
                raise nats.errors.TimeoutError
            case _:
                return await publish(self, *args, **kwargs)

    monkeypatch.setattr(JetStreamContext, "publish", scripted)
    with pytest.raises(StoreError) as caught:
        await journal.write(decision(1))
    assert caught.value.code is StoreCode.WRITE_FAILED
    script[:] = ["silent", "full", "full"]
    await journal.write(decision(1))
    assert entries(await kept(bus)) == (b"e0", b"e1")


async def test_a_leader_that_is_behind_does_not_make_an_owner_give_up(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = await in_game(bus)
    publish: Publish = JetStreamContext.publish
    refused: list[int] = []

    async def behind(self: JetStreamContext, *args: Any, **kwargs: Any) -> PubAck:
        if len(refused) < 2:
            refused.append(1)
            raise nats.js.errors.APIError(code=400, err_code=10071, description="wrong last")
        return await publish(self, *args, **kwargs)

    monkeypatch.setattr(JetStreamContext, "publish", behind)
    await journal.write(decision(1))
    assert not journal.lost.done()
    assert entries(await kept(bus)) == (b"e0", b"e1")


async def test_writes_of_one_table_keep_the_order_in_which_they_were_asked(bus: Bus) -> None:
    journal = await in_game(bus)
    await asyncio.gather(*(journal.write(decision(number)) for number in range(1, 30)))
    assert entries(await kept(bus)) == tuple(f"e{n}".encode() for n in range(30))


async def test_closing_ends_a_write_whose_outcome_is_open(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = await in_game(bus)
    sent = failing(monkeypatch, stored=False, times=1000)
    writing = asyncio.create_task(journal.write(decision(1)))
    await until(lambda: len(sent) > 2)
    await journal.close()
    with pytest.raises((FencedError, asyncio.CancelledError)):
        await writing


# --- archive, purge, drop ---


async def test_a_finished_game_is_archived_after_its_end_is_in_the_journal(bus: Bus) -> None:
    shelf = Shelf()
    journal = await in_game(bus, shelf)
    assert shelf.games == {}
    await journal.write(decision(1), *end())
    await journal.settled()
    game = shelf.games["g1"]
    assert (game.code, game.entries) == (CODE, (b"e0", b"e1"))
    assert [score.name for score in game.results] == ["Ann", "Bot"]


async def test_a_finished_game_waits_for_the_archive_and_the_table_does_not(bus: Bus) -> None:
    shelf = Shelf()
    shelf.closed = True
    journal = await in_game(bus, shelf)
    await journal.write(*end())
    await journal.write(*begin("g2"))
    await until(lambda: shelf.asked > 1)
    shelf.closed = False
    await journal.settled()
    assert set(shelf.games) == {"g1"}


async def test_the_next_owner_archives_what_the_last_one_did_not(bus: Bus) -> None:
    shelf, later = Shelf(), Shelf()
    shelf.closed = True
    journal = await in_game(bus, shelf)
    await journal.write(*end())
    await journal.write(*begin("g2"))
    await journal.close()
    after, _ = await take(bus, 2, later)
    await after.settled()
    assert set(later.games) == {"g1"}
    assert (await after.game("g2")) is not None


async def test_what_is_no_longer_needed_is_purged_once_the_archive_has_it(bus: Bus) -> None:
    shelf = Shelf()
    shelf.closed = True
    journal = await in_game(bus, shelf)
    for number in range(1, 100):
        await journal.write(decision(number))
    await journal.write(*end())
    await journal.write(*begin("g2"))
    await until(lambda: shelf.asked > 1)
    assert len(await kept(bus)) == 104  # nothing before the archive has it
    shelf.closed = False
    await journal.settled()
    left = await kept(bus)
    assert len(left) == 1
    after, state = await take(bus, 2)
    assert state == b"playing"
    assert (await after.game("g2")).entries == (b"e0",)  # type: ignore[union-attr]


async def test_a_table_that_only_waits_does_not_grow(bus: Bus) -> None:
    journal, _ = await take(bus, 1)
    for number in range(200):
        await journal.write(SaveTable(code=CODE, state=str(number).encode()))
        await journal.settled()
    assert len(await kept(bus)) <= 65
    _, state = await take(bus, 2)
    assert state == b"199"


async def test_of_a_dropped_table_nothing_is_left_but_that_it_was(bus: Bus) -> None:
    shelf = Shelf()
    journal = await in_game(bus, shelf)
    await journal.write(decision(1))
    await journal.write(DropTable(code=CODE))
    await journal.settled()
    (left,) = await kept(bus)
    assert left.changes == (DropTable(code=CODE),)
    assert shelf.games == {}  # its game had no end
    _, state = await take(bus, 2)
    assert state is None


async def test_a_dropped_table_goes_only_after_its_finished_game_is_archived(bus: Bus) -> None:
    shelf = Shelf()
    shelf.closed = True
    journal = await in_game(bus, shelf)
    await journal.write(*end())
    await journal.write(DropTable(code=CODE))
    await until(lambda: shelf.asked > 1)
    await journal.close()
    later = Shelf()
    after, state = await take(bus, 2, later)
    assert state is None
    await after.settled()
    assert set(later.games) == {"g1"}
    assert len(await kept(bus)) == 1


async def test_the_owner_of_an_earlier_table_is_not_heard_in_a_new_one(bus: Bus) -> None:
    """Somebody claimed a code, slept, and wakes when that table is gone and another is there."""
    early = pack_record(Record(lease=1, number=0, owner="tables1.0", at=1.0))
    journal, _ = await take(bus, 2)
    await journal.write(DropTable(code=CODE))
    await journal.settled()
    with pytest.raises(nats.js.errors.APIError):
        await bus.js.publish(
            subject_of(CODE),
            early,
            stream=Stream.JOURNAL,
            headers={"Nats-Expected-Last-Subject-Sequence": "0"},
        )
    await take(bus, 3)


async def test_forgetting_a_table_archives_its_finished_game_and_drops_it(bus: Bus) -> None:
    away = Shelf()
    away.closed = True
    journal = await in_game(bus, away)
    await journal.write(*end())
    await journal.close()
    shelf = Shelf()
    await Journal.forget(bus, lease(2), shelf)
    assert set(shelf.games) == {"g1"}
    assert [record.changes for record in await kept(bus)] == [(DropTable(code=CODE),)]


# --- many owners, any order ---


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["take", "write", "write"]))))
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
async def test_whoever_takes_and_writes_in_any_order_one_story_is_kept(
    bus: Bus, steps: list[tuple[int, str]]
) -> None:
    global _story
    _story += 1
    code, revision, owner = f"T-{_story}", 0, -1
    told: list[bytes] = []
    journals: dict[int, Journal] = {}
    for number, (who, what) in enumerate(steps):
        if what == "take":
            revision, owner = revision + 1, who
            journals[who], state = await Journal.take(bus, lease(revision, code), Shelf())
            assert state == (told[-1] if told else None)
        elif who in journals:
            state = str(number).encode()
            try:
                await journals[who].write(SaveTable(code=code, state=state))
            except FencedError:
                assert who != owner
            else:
                assert who == owner
                told.append(state)
    if revision:
        saved = [record.changes for record in await kept(bus, code) if record.changes]
        assert saved == [(SaveTable(code=code, state=state),) for state in told]
    for journal in journals.values():
        await journal.close()


_story = 0
