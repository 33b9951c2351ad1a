"""The desk: a front gets what the hub of one process would have given, from whoever is alive."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import JournalError
from engine.registry import GAMES
from server.api import Identity
from server.bots import BotOptions
from server.cluster import asking, jobs, subjects
from server.cluster.archive import Archive
from server.cluster.bus import Bus
from server.cluster.desk import Answer, Desk, ElsewhereError
from server.cluster.desk_client import DeskClient
from server.cluster.lease import Leases
from server.cluster.people import Guests, Names
from server.cluster.people_desk import PeopleDesk
from server.codes import Code, RequestError, StoreCode, StoreError
from server.decks import Decks
from server.history import History
from server.hub import LocalHub
from server.keyring import Keyring
from server.players import Players
from server.rooms import OpenTables
from server.store import Store
from server.wire import pack, unpack
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.waiting import until
from tests.server.test_history import played

ANN = Identity(id="SHA256:ann", name="Ann", tag="an")
BO = Identity(id="SHA256:bo", name="ann", tag="bo")
GUEST = Identity(id="guest:1", name="Gil", guest=True)
SHELF = "no81/mind_deck"


async def nowhere(*_changes: object) -> None:
    await asyncio.sleep(0)


class TableProcess:
    """A table process as far as its desk goes."""

    def __init__(self, bus: Bus, more: Mapping[str, Answer] | None = None) -> None:
        self.bus = bus
        self.archive = Archive(bus)
        self.leases = Leases(bus)
        self.tables = OpenTables(lambda: None)
        self.names = Names(bus, self.archive)
        guests = Guests(bus)
        self.people = PeopleDesk(
            Players(self.names, guests),
            Decks(self.names, guests),
            History(self.archive, GAMES, Keyring(nowhere)),
            tables=self.tables,
            leases=self.leases,
            own=bus.pid,
        )
        self.players = self.people._players
        self.desk = Desk(bus, self.people.answers(), more or {})

    @classmethod
    async def start(
        cls, make_bus: MakeBus, name: str, more: Mapping[str, Answer] | None = None
    ) -> TableProcess:
        process = cls(await make_bus(name), more)
        await process.leases.start()
        await process.names.start()
        await process.players.load()
        await process.desk.start()
        return process


@pytest.fixture
async def front(make_bus: MakeBus) -> DeskClient:
    return DeskClient(await make_bus("front1"))


@pytest.fixture
async def one(make_bus: MakeBus) -> TableProcess:
    return await TableProcess.start(make_bus, "tables1")


# --- the same answers -----------------------------------------------------------------------


async def test_people_are_answered_for_by_any_process(
    front: DeskClient, one: TableProcess, make_bus: MakeBus
) -> None:
    await TableProcess.start(make_bus, "tables2")
    assert (await front.player(ANN))["name"] == "Ann"
    for number in range(10):
        front.remember(ANN, settings={str(number): number})
    front.remember(ANN, language="en", colour="mono")
    record = await front.player(ANN)
    assert record == {
        "name": "Ann",
        "language": "en",
        "colour": "mono",
        "settings": {str(number): number for number in range(10)},
    }
    await until(lambda: one.players.effective_name(BO) == "ann~bo")
    for _ in range(6):
        assert await front.named(BO) == "ann~bo"
        front.remember(GUEST, settings={"a": 1})
        assert (await front.player(GUEST))["settings"] == {"a": 1}


async def test_decks_are_kept_for_every_process(
    front: DeskClient, one: TableProcess, make_bus: MakeBus
) -> None:
    await TableProcess.start(make_bus, "tables2")
    for who in (ANN, GUEST):
        assert await front.save_deck(who, SHELF, " mine ", ["a"]) == {
            "name": "mine",
            "cards": ["a"],
        }
        for _ in range(4):
            assert await front.decks(who, SHELF) == [{"name": "mine", "cards": ["a"]}]
        await front.drop_deck(who, SHELF, "mine")
        for _ in range(4):
            assert await front.decks(who, SHELF) == []
    with pytest.raises(RequestError) as caught:
        await front.save_deck(ANN, SHELF, "\u200b", ["a"])
    assert caught.value.code is Code.DECK_NAMELESS
    with pytest.raises(ValueError, match="large"):
        await front.save_deck(ANN, SHELF, "large", ["a"] * 65)
    with pytest.raises(TypeError):
        front.remember(ANN, name="another")


async def test_finished_games_are_told_as_by_the_hub_of_one_process(
    front: DeskClient, one: TableProcess
) -> None:
    store = Store.in_memory()
    hub = LocalHub(store, bots=BotOptions(least=0.0, most=0.0))
    await hub.start()
    game = (await played(hub))["game_id"]
    whole = await store.ended_game(game)
    (listed,) = await store.played(ANN.id, 1)
    assert whole is not None
    await one.archive.keep(replace(whole, results=listed.results))
    assert await front.past_games(ANN) == await hub.past_games(ANN)
    assert await front.record(ANN) == await hub.record(ANN)
    assert await front.finished_game(game) == await hub.finished_game(game)
    assert await front.verify_game(game) == await hub.verify_game(game)
    assert await front.verify_game(game, "0" * 64) == await hub.verify_game(game, "0" * 64)
    assert await front.export_game(ANN, game[:8]) == await hub.export_game(ANN, game[:8])
    for viewers in ((), (-1,), (0, 1, 2, 3)):
        assert await front.replay(ANN, game, viewers) == await hub.replay(ANN, game, viewers)
    assert await front.replay(BO, game) == await hub.replay(BO, game)
    for refused in (front.replay(BO, game, (0,)), front.export_game(BO, game)):
        with pytest.raises(RequestError) as caught:
            await refused
        assert caught.value.code is Code.REPLAY_CLOSED
    with pytest.raises(RequestError) as caught:
        await front.replay(ANN, game, (9,))
    assert caught.value.code is Code.NO_SUCH_SEAT
    for unknown in ("", "f" * 32, "*" * 8, "FROG-71"):
        assert await front.finished_game(unknown) is None
        assert await front.verify_game(unknown) is None
        assert await front.export_game(ANN, unknown) is None
        assert await front.replay(ANN, unknown) == []
    await one.archive.keep(replace(whole, id="e" * 32, entries=whole.entries[1:]))
    with pytest.raises(JournalError) as error:
        await front.finished_game("e" * 32)
    with pytest.raises(JournalError) as expected:
        await one.people._history.finished("e" * 32)
    assert (error.value.code, error.value.params) == (expected.value.code, expected.value.params)
    await hub.stop()


async def test_the_own_running_game_is_shown_by_the_process_that_has_it(
    front: DeskClient, one: TableProcess, make_bus: MakeBus
) -> None:
    hub = LocalHub(Store.in_memory(), bots=BotOptions(least=0.0, most=0.0))
    await hub.start()
    running = await played(hub, stop_at_first_ask=True)
    code = running["code"]
    two = await TableProcess.start(make_bus, "tables2")
    two.tables._tables[code] = hub._tables[code]
    await two.leases.claim(code)
    await until(lambda: one.leases.of(code) is not None)
    (expected,) = await hub.replay(ANN, code)
    for _ in range(4):
        assert await front.replay(ANN, code.lower()) == [expected]
        assert await front.replay(BO, code) == []
    two.tables._tables.clear()
    await hub.stop()


# --- large, slow, lost ----------------------------------------------------------------------


async def test_an_answer_larger_than_any_message_comes_whole(
    make_bus: MakeBus, front: DeskClient
) -> None:
    large = {str(number): b"x" * 100_000 for number in range(40)}

    async def answer(_said: dict[str, Any]) -> dict[str, Any]:
        return {"large": large}

    await TableProcess.start(make_bus, "tables1", {"large": answer})
    found = await asyncio.gather(*(front.ask("large", {}) for _ in range(3)))
    assert all(one == {"large": large} for one in found)


async def test_an_answer_that_takes_long_is_waited_for(
    make_bus: MakeBus, front: DeskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_WAIT", 0.02)
    monkeypatch.setattr(asking, "_PATIENCE", 0.1)
    done = asyncio.Event()
    asked: list[str] = []

    async def answer(said: dict[str, Any]) -> dict[str, Any]:
        asked.append(said["word"])
        await done.wait()
        return {"word": said["word"]}

    await TableProcess.start(make_bus, "tables1", {"slow": answer})
    asking_now = asyncio.create_task(front.ask("slow", {"word": "a"}))
    await asyncio.sleep(0.5)
    done.set()
    assert await asking_now == {"word": "a"}
    assert asked == ["a"]


async def test_a_process_that_dies_at_its_answer_is_replaced_by_another(
    make_bus: MakeBus, front: DeskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_WAIT", 0.02)
    processes: list[TableProcess] = []
    begun: list[int] = []

    def answer_of(number: int) -> Answer:
        async def answer(_said: dict[str, Any]) -> dict[str, Any]:
            begun.append(number)
            if len(begun) == 1:
                await asyncio.Event().wait()
            return {"from": number}

        return answer

    for number in (0, 1):
        more = {"who": answer_of(number)}
        processes.append(await TableProcess.start(make_bus, f"tables{number + 1}", more))
    asking_now = asyncio.create_task(front.ask("who", {}))
    await until(lambda: bool(begun))
    await asyncio.sleep(0.1)
    await processes[begun[0]].desk.stop()
    await processes[begun[0]].bus.close()
    assert await asking_now == {"from": 1 - begun[0]}


async def test_a_question_waits_for_a_process_that_is_being_started(
    make_bus: MakeBus, front: DeskClient
) -> None:
    asking_now = asyncio.create_task(front.player(ANN))
    await asyncio.sleep(0.3)
    await TableProcess.start(make_bus, "tables1")
    assert (await asking_now)["name"] == "Ann"


async def test_without_any_process_the_store_cannot_be_used(
    front: DeskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "_PATIENCE", 0.2)
    monkeypatch.setattr(asking, "_PAUSE", 0.05)
    with pytest.raises(StoreError) as caught:
        await front.player(ANN)
    assert caught.value.code is StoreCode.UNUSABLE
    front.remember(ANN, language="en")
    await front.settled()


async def test_a_choice_that_a_session_leaves_behind_is_kept(
    front: DeskClient, one: TableProcess
) -> None:
    async def session() -> None:
        front.remember(ANN, language="en")

    await asyncio.create_task(session())
    await front.settled()
    kept = await one.names.player(ANN.id)
    assert kept is not None
    assert kept.language == "en"


# --- faults and nonsense --------------------------------------------------------------------


async def test_a_fault_is_answered_at_once_and_tells_nothing(
    make_bus: MakeBus, front: DeskClient
) -> None:
    asked: list[None] = []

    async def faulty(_said: dict[str, Any]) -> dict[str, Any]:
        asked.append(None)
        raise RuntimeError("canary")

    await TableProcess.start(make_bus, "tables1", {"faulty": faulty})
    for verb in ("faulty", "unknown"):
        with pytest.raises(StoreError) as caught:
            await front.ask(verb, {})
        assert "canary" not in str(caught.value)
    with pytest.raises(StoreError):
        await front.ask("player", {"who": "nobody"})
    assert len(asked) == 1


async def test_nobody_is_asked_for_ever_who_points_elsewhere(
    make_bus: MakeBus, front: DeskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "_PATIENCE", 0.5)
    where = {"pid": ""}

    async def answer(_said: dict[str, Any]) -> dict[str, Any]:
        raise ElsewhereError(where["pid"])

    process = await TableProcess.start(make_bus, "tables1", {"where": answer})
    for pid in ("", process.bus.pid, "tables2.0000000000"):
        where["pid"] = pid
        with pytest.raises(StoreError):
            await front.ask("where", {})


async def test_a_ticket_is_of_no_use_to_another_front(
    make_bus: MakeBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_PART", 100)

    async def answer(_said: dict[str, Any]) -> dict[str, Any]:
        return {"secret": "x" * 1000}

    process = await TableProcess.start(make_bus, "tables1", {"large": answer})
    mine, other = await make_bus("front1"), await make_bus("front2")
    ticket = unpack(await mine.request(subjects.desk(mine.pid, "large"), pack({})))
    assert ticket["at"] == process.bus.pid
    for part in (-1, 0, 1):
        question = pack({"ticket": ticket["more"], "part": part})
        stolen = await other.request(subjects.desk_at(other.pid, process.bus.pid), question)
        assert unpack(stolen) == {"gone": True}
    question = pack({"ticket": ticket["more"], "part": 0})
    own = unpack(await mine.request(subjects.desk_at(mine.pid, process.bus.pid), question))
    assert len(own["part"]) == 100


async def test_an_answer_that_nobody_comes_for_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "_WAIT", 0.01)
    monkeypatch.setattr(jobs, "_UNASKED", 0.05)
    kept = jobs.Jobs("tables1.0")
    never = asyncio.Event()
    cancelled: list[bool] = []

    async def work() -> bytes:
        try:
            await never.wait()
        except asyncio.CancelledError:
            cancelled.append(True)
            raise
        return b""

    ticket = unpack(await kept.begin("front1.0", work()))["more"]
    await until(lambda: bool(cancelled))
    assert unpack(await kept.go_on("front1.0", ticket, -1)) == {"gone": True}


async def test_only_so_many_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_WAIT", 0.0)
    monkeypatch.setattr(jobs, "_MOST", 3)
    kept = jobs.Jobs("tables1.0")

    async def work() -> bytes:
        await asyncio.sleep(60)
        return b""

    tickets = [unpack(await kept.begin("front1.0", work()))["more"] for _ in range(5)]
    states = [unpack(await kept.go_on("front1.0", ticket, -1)) for ticket in tickets]
    assert [state == {"gone": True} for state in states] == [True, True, False, False, False]
    kept.close()
