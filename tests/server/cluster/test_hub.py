"""The hubs of two fronts over two table processes and a real node."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import pytest

from engine.bots.cued import Cue
from server.admin import DeskCode, DeskError, HostDesk
from server.api import Connection, Identity
from server.bots import BotOptions
from server.channel import LocalChannel
from server.classroom import Setting
from server.cluster.bus import Role
from server.cluster.channel import ClusterChannel
from server.cluster.desk_client import DeskClient
from server.cluster.hub import ClusterHub
from server.cluster.joining import Joined, joined
from server.cluster.local_nodes import LocalNodes
from server.cluster.switchboard import Leg
from server.cluster.table_process import TableProcess
from server.cluster.table_side import TableSettings
from server.codes import Code, RequestError
from server.hosting import Hosting
from server.house import House
from server.hub import HubLimits
from server.requests import Chat, CreateTable, Ready, Sit, Start
from server.settings import Settings
from server.windows import AT_ONCE
from tests.server.cluster.test_channels import had, press
from tests.server.house import ANN, BO, CY, GUS, Person
from tests.server.toy import GAMES

LIMITS = HubLimits(guest_grace=0.3)
SETTINGS = TableSettings(
    games=GAMES, bots=BotOptions(least=0.0, most=0.0), windows=AT_ONCE, limits=LIMITS
)


@dataclass(slots=True)
class FrontEnd:
    """One front: its hub and the house behind its listener, which has no socket here."""

    joined: Joined
    hub: ClusterHub
    house: House


@dataclass(slots=True)
class Town:
    """All processes of a cluster, in one."""

    fronts: list[FrontEnd]
    tables: list[TableProcess]

    def at(self, code: str) -> TableProcess | None:
        """Return the process at which a table is open."""
        return next((one for one in self.tables if one.side.host.tables.get(code)), None)


async def nothing(connection: Connection) -> int:
    raise NotImplementedError


@asynccontextmanager
async def town(node: LocalNodes, *, fronts: int = 2, tables: int = 2) -> AsyncIterator[Town]:
    """Run fronts and table processes until they are no longer needed."""
    async with AsyncExitStack() as stack:
        made = Town(fronts=[], tables=[])
        for number in range(1, tables + 1):
            one = await stack.enter_async_context(
                joined(node.settings(f"tables{number}"), Role.TABLES)
            )
            process = TableProcess(one, SETTINGS)
            await process.start()
            stack.push_async_callback(process.stop)
            made.tables.append(process)
        for number in range(1, fronts + 1):
            one = await stack.enter_async_context(
                joined(node.settings(f"front{number}"), Role.FRONT)
            )
            hub = ClusterHub(
                one.bus, one.live, one.leases, one.books, DeskClient(one.bus), one.facts,
                games=GAMES, limits=LIMITS,
            )  # fmt: skip
            house = House(Settings(), hub, nothing, nothing)
            await hub.start()
            stack.push_async_callback(hub.stop)
            made.fronts.append(FrontEnd(joined=one, hub=hub, house=house))
        yield made


async def opened(hub: ClusterHub, who: Identity, seats: int = 2) -> str:
    lobby = Person(hub.lobby(who))
    await lobby.until(lambda p: p.frames)
    lobby.ask(CreateTable(game="toy", seats=seats, options={}, clock=0))
    code: str = (await lobby.notice("opened"))["opened"]
    lobby.leave()
    return code


async def begun(place: Town) -> tuple[str, list[Person]]:
    """Return a table where Ann (front 1) and Bo (front 2) play, and Cy (front 2) watches."""
    one, two = (front.hub for front in place.fronts)
    code = await opened(one, ANN)
    ann, bo = Person(one.table(ANN, code)), Person(two.table(BO, code))
    await ann.frame(you=0)
    bo.ask(Sit(seat=-1))
    await bo.frame(you=1)
    bo.ask(Ready(ready=True))
    await ann.until(lambda p: p.last["seats"][1]["ready"])
    cy = Person(two.table(CY, code, watch=True))
    ann.ask(Start())
    for person in (ann, bo, cy):
        await person.frame(stage="playing")
    return code, [ann, bo, cy]


async def to_the_end(people: list[Person], dice: random.Random) -> None:
    async with asyncio.timeout(60):
        while any(person.last["stage"] != "over" for person in people):
            for person in people[:2]:
                press(person, dice)
            await asyncio.sleep(0.02)


async def until(holds: Callable[[], Any]) -> None:
    """Wait until something is so, or has been awaited to be so."""
    async with asyncio.timeout(20):
        while True:
            found = holds()
            if isinstance(found, Awaitable):
                found = await found
            if found:
                return
            await asyncio.sleep(0.02)


async def test_a_cluster_hub_is_a_hub_with_a_host(nats_node: LocalNodes) -> None:
    async with town(nats_node, fronts=1, tables=1) as place:
        assert isinstance(place.fronts[0].hub, Hosting)
        assert place.fronts[0].house.hosting is place.fronts[0].hub


async def test_people_at_two_fronts_play_at_a_table_that_moves(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        code, people = await begun(place)
        dice = random.Random(1)
        for _ in range(3):
            for person in people[:2]:
                press(person, dice)
            await asyncio.sleep(0.05)
        home = place.at(code)
        assert home is not None
        await home.side.host.hand_on(code)
        await until(lambda: place.at(code))
        await to_the_end(people, dice)
        running = cast(TableProcess, place.at(code)).side.host.tables[code].running
        assert running is not None
        for person, viewer in zip(people, (0, 1, -1), strict=True):
            assert [e["kind"] for e in had(person, "events")] == [
                e["kind"] for e in running.events(viewer)
            ]
            assert len(had(person, "events")) == person.last["seq"]


async def test_a_front_that_stops_says_so_and_its_seats_are_kept(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        code, (ann, bo, _cy) = await begun(place)
        await place.fronts[0].hub.stop()
        await asyncio.wait_for(ann.ended.wait(), 10)
        assert ann.codes[-1] == "stopping"
        await bo.until(lambda p: not p.last["seats"][0]["online"])
        back = Person(place.fronts[1].hub.table(ANN, code))
        assert (await back.until(lambda p: p.frames))["you"] == 0


async def test_an_unknown_or_mistyped_table_is_told(nats_node: LocalNodes) -> None:
    async with town(nats_node, fronts=1, tables=1) as place:
        for typed in ("FROG-71", "no such thing!"):
            nobody = Person(place.fronts[0].hub.table(ANN, typed))
            await asyncio.wait_for(nobody.ended.wait(), 10)
            assert nobody.codes == ["unknown_table"]


async def test_a_guest_without_a_channel_for_long_loses_the_seat(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        code, (ann, _bo, _cy) = await begun(place)
        front = place.fronts[1]
        gus = Identity(id=f"guest:{front.joined.bus.pid}/1", name="Gus", guest=True)
        other = await opened(front.hub, gus)
        table = cast(TableProcess, place.at(other)).side.host.tables[other]
        assert table.state.seats[0].owner == gus.id
        await until(lambda: table.state.seats[0].owner != gus.id)
        assert ann.last["seats"][0]["online"]
        assert code != other


async def test_settings_are_kept_in_order_and_read_at_any_front(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        one, two = (front.hub for front in place.fronts)
        for number in range(20):
            one.remember(ANN, settings={"n": number, f"k{number}": True})
        assert (await one.player(ANN))["settings"]["n"] == 19
        assert len((await two.player(ANN))["settings"]) == 21
        with pytest.raises(TypeError):
            one.remember(ANN, nonsense=1)


async def test_decks_and_finished_games_come_from_table_processes(
    nats_node: LocalNodes,
) -> None:
    async with town(nats_node) as place:
        one, two = (front.hub for front in place.fronts)
        kept = await one.save_deck(ANN, "toy/deck", " mine ", ["a", "b"])
        assert await two.decks(ANN, "toy/deck") == [kept]
        with pytest.raises(RequestError) as caught:
            await one.save_deck(ANN, "toy/deck", "\x1b", ["a"])
        assert caught.value.code is Code.DECK_NAMELESS
        _code, people = await begun(place)
        await to_the_end(people, random.Random(2))
        game = people[0].last["game_id"]
        await until(lambda: two.finished_game(game))
        assert [past["id"] for past in await two.past_games(BO)] == [game]
        verdict = await one.verify_game(game)
        assert verdict is not None
        assert verdict["code"] == ""
        assert len(await one.replay(ANN, game)) == 1


async def test_a_lesson_runs_at_the_front_itself(nats_node: LocalNodes) -> None:
    async with town(nats_node, fronts=1, tables=1) as place:
        hub = place.fronts[0].hub
        learner = Person(
            hub.lesson(ANN, Setting(game="toy", cues=((Cue(kind="move", answer=("keep",)),),)))
        )
        await learner.frame(stage="playing")
        assert place.fronts[0].joined.facts()["online"] == 1
        hub.notify(Code.DRAINING, seconds=5)
        await learner.notice("draining")
        learner.leave()
        await until(lambda: place.fronts[0].joined.facts()["online"] == 0)


async def test_a_front_knows_where_its_people_are(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        code, _people = await begun(place)
        one, two = (front.hub for front in place.fronts)
        assert one.places(ANN) == (True,)
        assert two.places(CY) == (False,)
        assert two.places(ANN) == ()
        assert await two.is_seated(ANN.id)
        assert not await one.is_seated(CY.id)
        await until(lambda: one.close_table(code, drop=False))
        await until(lambda: _none(two.is_seated(ANN.id)))
        assert await two.has_seat(ANN.id)


async def _none(found: Awaitable[bool]) -> bool:
    return not await found


class FakeDoor:
    """A connection without a socket."""

    def __init__(self, house: House, who: Identity, address: str = "10.0.0.1") -> None:
        self.number = next(house.numbers)
        self.who = who
        self.key = "" if who.guest else who.id
        self.address = address
        self.since = 1_700_000_000.0 + self.number
        self.sessions: set[Any] = {1}
        self.out: list[tuple[str, dict[str, Any]]] = []
        house.doors.add(cast(Any, self))

    def show_out(self, why: str, **params: Any) -> None:
        self.out.append((str(why), params))


HOST = Identity(id="SHA256:" + "h" * 43, name="Host", tag="hhhh")
ANNA = Identity(id="SHA256:" + "a" * 43, name="Anna", tag="aaaa")


def desk_at(front: FrontEnd) -> HostDesk:
    door = FakeDoor(front.house, HOST, "10.0.0.9")
    return HostDesk(front.house, front.hub, cast(Any, door))


async def test_the_hosts_desk_reaches_people_at_every_front(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        one, two = place.fronts
        desk = desk_at(one)
        here, there = FakeDoor(one.house, ANNA), FakeDoor(two.house, ANNA, "10.0.0.2")
        other = FakeDoor(two.house, GUS, "10.0.0.3")
        rows = await desk.sessions()
        assert sorted(row.name for row in rows) == ["Anna", "Anna", "Gus", "Host"]
        assert await desk.kick("anna", "dinner") == 2
        await until(lambda: here.out and there.out)
        assert there.out == [("kicked", {"reason": "dinner"})]
        assert other.out == []
        with pytest.raises(DeskError) as caught:
            await desk.kick("zoe", "")
        assert caught.value.code is DeskCode.NOBODY
        made = await desk.ban("10.0.0.3", 3600, "noise")
        assert made.subject == "10.0.0.3/32"
        await until(lambda: other.out)
        assert other.out[0][0] == "banned"
        assert await desk.unban("10.0.0.3") == "10.0.0.3/32"


async def test_the_host_speaks_to_all_and_looks_after_tables_from_any_front(
    nats_node: LocalNodes,
) -> None:
    async with town(nats_node) as place:
        code, people = await begun(place)
        desk = desk_at(place.fronts[1])
        await desk.say("dinner")
        for person in people:
            await person.notice("host_message")
        await desk.say("to you", code)
        for person in people:
            await person.until(lambda p: p.codes.count("host_message") == 2)
        with pytest.raises(DeskError):
            await desk.say("hello", "FROG-00")
        await until(lambda: _shown(desk, [(code, "playing")]))
        assert await desk.close(code, drop=False) == code
        for person in people:
            await asyncio.wait_for(person.ended.wait(), 10)
            assert person.codes[-1] == "closed_by_host"
        await until(lambda: _shown(desk, [(code, "parked")]))
        assert await desk.reopen(code) == code
        again = Person(place.fronts[0].hub.table(ANN, code))
        assert (await again.until(lambda p: p.frames))["you"] == 0
        again.ask(Chat(text="hi"))
        assert await desk.close(code, drop=True) == code
        await asyncio.wait_for(again.ended.wait(), 10)
        await until(lambda: _shown(desk, []))


async def _shown(desk: HostDesk, wanted: list[tuple[str, str]]) -> bool:
    return [(row.code, row.stage) for row in await desk.tables()] == wanted


async def test_a_drain_from_one_front_drains_all_and_is_taken_back_by_another(
    nats_node: LocalNodes,
) -> None:
    async with town(nats_node) as place:
        code, people = await begun(place)
        one, two = place.fronts
        assert not await desk_at(one).stop_draining()
        await desk_at(one).drain(600)
        await until(lambda: one.house.drains and two.house.drains)
        for person in people:
            await person.notice("draining")
        assert await desk_at(two).stop_draining()
        await until(lambda: not one.house.drains and not two.house.drains)
        assert place.at(code) is not None


async def test_a_ban_for_ever_takes_the_seats_wherever_they_are(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        code = await opened(place.fronts[0].hub, ANNA)
        table = cast(TableProcess, place.at(code)).side.host.tables[code]
        await desk_at(place.fronts[1]).ban(ANNA.id, None, "")
        await until(lambda: table.state.seats[0].owner != ANNA.id)


async def test_a_front_holds_no_journal_and_no_other_fronts_packets(nats_node: LocalNodes) -> None:
    async with town(nats_node) as place:
        _code, people = await begun(place)
        chans = {cast(ClusterChannel, person.channel)._chans[-1] for person in people}
        legs = [set(front.hub._board._legs) for front in place.fronts]
        assert len(legs[0] & chans) == 1
        assert len(legs[1] & chans) == 2
        assert not legs[0] & legs[1]


async def test_a_worker_plays_its_own_tables_without_the_bus_and_follows_one_that_moves(
    nats_node: LocalNodes,
) -> None:
    async with AsyncExitStack() as stack:
        hubs: list[ClusterHub] = []
        made = Town(fronts=[], tables=[])
        for name in ("worker1", "worker2"):
            one = await stack.enter_async_context(joined(nats_node.settings(name), Role.WORKER))
            process = TableProcess(one, SETTINGS)
            await process.start()
            stack.push_async_callback(process.stop)
            hub = ClusterHub(
                one.bus, one.live, one.leases, one.books, DeskClient(one.bus), one.facts,
                games=GAMES, limits=LIMITS, side=process.side,
            )  # fmt: skip
            await hub.start()
            stack.push_async_callback(hub.stop)
            made.tables.append(process)
            hubs.append(hub)
        code = await opened(hubs[0], ANN)
        home = made.at(code)
        assert home is made.tables[0]  # near its host
        ann, bo = Person(hubs[0].table(ANN, code)), Person(hubs[1].table(BO, code))
        await ann.frame(you=0)
        assert isinstance(cast(ClusterChannel, ann.channel)._way, LocalChannel)
        bo.ask(Sit(seat=-1))
        await bo.frame(you=1)
        assert isinstance(cast(ClusterChannel, bo.channel)._way, Leg)
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: p.last["seats"][1]["ready"])
        ann.ask(Start())
        for person in (ann, bo):
            await person.frame(stage="playing")
        home.side.host._succession.takes = False  # so that it goes to the other one
        await home.side.host.hand_on(code)
        await until(lambda: made.tables[1].side.host.tables.get(code))
        await until(lambda: isinstance(cast(ClusterChannel, bo.channel)._way, LocalChannel))
        await until(lambda: isinstance(cast(ClusterChannel, ann.channel)._way, Leg))
        await to_the_end([ann, bo], random.Random(3))
        for person in (ann, bo):
            assert len(had(person, "events")) == person.last["seq"]


async def test_a_node_that_dies_costs_no_session_and_no_event(three_nodes: LocalNodes) -> None:
    async with town(three_nodes) as place:
        _code, people = await begun(place)
        dice = random.Random(4)
        for person in people[:2]:
            press(person, dice)
        url = place.fronts[0].joined.bus.nc.connected_url
        assert url is not None
        node = next(n for n in three_nodes.nodes if n.url.endswith(f":{url.port}"))
        await node.kill()
        await to_the_end(people, dice)
        for person in people:
            assert len(had(person, "events")) == person.last["seq"]
            assert not person.ended.is_set()


async def test_without_quorum_a_session_waits_and_is_told_and_plays_on_afterwards(
    three_nodes: LocalNodes,
) -> None:
    async with town(three_nodes, tables=1) as place:
        _code, people = await begun(place)
        for node in three_nodes.nodes[1:]:
            node.pause()
        press(people[0], random.Random(5))
        await until(lambda: {"no_quorum", "moving"} & set(people[0].codes))
        for node in three_nodes.nodes[1:]:
            node.resume()
        await to_the_end(people, random.Random(5))
        for person in people:
            assert len(had(person, "events")) == person.last["seq"]
            assert not person.ended.is_set()
