"""Channels over the bus: a session has what it would have had, whatever happens on the way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.event import SPECTATOR
from server.api import Identity
from server.chat import Talk
from server.cluster import subjects
from server.cluster.channel import ClusterChannel
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.inbox import Arrived, Inbox
from server.cluster.opening import Opening
from server.cluster.port import AHEAD
from server.codes import Code
from server.late_watch import ROUND
from server.requests import (
    Answer,
    Chat,
    CreateTable,
    Ready,
    Sit,
    Start,
    StepOut,
    TableRequest,
)
from server.room import Room
from server.store import Store
from server.wire import MAX_REQUEST, pack, unpack
from tests.server.cluster.rooms import CODE, FastTime, Front, Net, Process
from tests.server.house import ANN, BO, CY, Person, quiet
from tests.server.masked import MASKED
from tests.server.toy import CARDS

FAST = 40.0
"""How many times as fast the links' time runs."""


class Place:
    """Two table processes, a front and a table for two, with Ann and Bo in a game and Cy beside."""

    def __init__(self, net: Net, speed: float) -> None:
        self.net = net
        self.store = Store.in_memory()
        self.time = FastTime(speed)
        self.a = Process(net.bus("tables1.aaaa"), self.time, self.store)
        self.b = Process(net.bus("tables2.bbbb"), self.time, self.store)
        self.front = Front(net.bus("front1.ffff"), self.time, [self.a, self.b])
        self.people: list[Person] = []

    @property
    def home(self) -> Process:
        return self.a if CODE in self.a.tables else self.b

    @property
    def away(self) -> Process:
        return self.b if CODE in self.a.tables else self.a

    async def begin(self, watch: int = 0) -> None:
        for process in (self.a, self.b):
            await process.start()
        await self.front.board.start()
        await self.a.make(watch=watch)
        ann, bo = self.front.at(ANN), self.front.at(BO)
        cy = self.front.at(CY, watch=True)
        self.people = [ann, bo, cy]
        await ann.frame(you=0)
        await insist(bo, Sit(seat=-1), lambda: bo.frames and bo.last["you"] == 1)
        await insist(bo, Ready(ready=True), lambda: bo.last["seats"][1]["ready"])
        await insist(ann, Start(), lambda: ann.last["stage"] == "playing")
        for one in self.people:
            await one.frame(stage="playing")

    async def end(self) -> None:
        for one in self.people:
            one.leave()
        for process in (self.a, self.b):
            await process.stop()
        await self.front.board.stop()
        self.store.close()

    async def play_on(self, dice: random.Random) -> None:
        """Let whoever is asked answer, pressing again what has come to nothing, until the end."""
        async with asyncio.timeout(60):
            while any(p.last["stage"] != "over" for p in self.people):
                for person in self.people[:2]:
                    press(person, dice)
                await asyncio.sleep(0.02)


async def insist(person: Person, request: TableRequest, holds: Callable[[], object]) -> None:
    """Ask for something until it has come to be; a busy machine may have cut the way."""
    interrupted = -1
    async with asyncio.timeout(20):
        while not holds():
            if person.codes.count("interrupted") != interrupted:
                interrupted = person.codes.count("interrupted")
                person.ask(request)
            await asyncio.sleep(0.01)


def press(person: Person, dice: random.Random) -> None:
    """Answer what is asked of somebody, if anything is."""
    ask = person.last["ask"]
    if ask and "answer" not in ask and person.last["stage"] == "playing":
        choice = dice.choice([option for option in ask["options"] if option != "boom"])
        person.ask(Answer(game_no=person.last["game_no"], ask=ask["id"], answer=[choice]))


@asynccontextmanager
async def place(
    net: Net | None = None, speed: float = 1.0, *, watch: int = 0
) -> AsyncIterator[Place]:
    """Run a place with the game just begun; ``watch``: how late its watchers are."""
    at = Place(net or Net(), speed)
    await at.begin(watch)
    try:
        yield at
    finally:
        at.net.bad = 0.0
        await at.end()


def had(person: Person, key: str) -> list[Any]:
    """Return all events, talk or table lines that a session has had, in order."""
    return [item for frame in person.frames for item in frame.get(key, [])]


def told(table: Any, viewer: int) -> list[dict[str, Any]]:
    """Return what the rules have told a viewer, as it looks behind the wire."""
    events = [dict(event) for event in table.running.events(viewer)]
    return cast(list[dict[str, Any]], unpack(pack({"events": events}))["events"])


def check(at: Place, said: list[str]) -> None:
    """See that each session has had its events and the talk, nothing twice, nothing missing."""
    table = at.home.tables[CODE]
    for person, viewer in zip(at.people, (0, 1, SPECTATOR), strict=True):
        assert had(person, "events") == told(table, viewer)
        assert [line["text"] for line in had(person, "chat")] == said


steps = st.lists(
    st.one_of(
        st.tuples(st.just("press"), st.integers(0, 1)),
        st.tuples(st.just("say"), st.integers(0, 2)),
        st.tuples(st.just("cut"), st.integers(0, 2)),
        st.tuples(st.just("move"), st.just(0)),
        st.tuples(st.just("harm"), st.integers(0, 40)),
        st.tuples(st.just("wait"), st.integers(1, 30)),
    ),
    max_size=25,
)


async def story(plan: list[tuple[str, int]], seed: int, said: list[str]) -> None:
    """Play a game while ways are cut, packets come to harm and the table moves."""
    dice = random.Random(seed)
    async with place(Net(random.Random(seed + 1)), FAST) as at:
        for what, which in plan:
            match what:
                case "press":
                    press(at.people[which], dice)
                case "say":
                    # Watchers would be heard by watchers only; lines that a cut loses are not said.
                    at.net.bad, bad = 0.0, at.net.bad
                    await spoken(at, at.people[which % 2], f"line {len(said)}", said)
                    at.net.bad = bad
                case "cut":
                    at.front.cut(at.people[which])
                case "move":
                    await at.home.move_to(at.away)
                case "harm":
                    at.net.bad = which / 100
                case _:
                    await asyncio.sleep(which / 1000)
        at.net.bad = 0.0
        await at.play_on(dice)
        for person in at.people:
            await person.until(lambda p: len(had(p, "chat")) >= len(said))
        check(at, said)


async def spoken(at: Place, person: Person, text: str, said: list[str]) -> None:
    """Have something said, again if the way to the table was lost with it."""
    before, codes = len(said), len(person.codes)
    person.ask(Chat(text=text))
    async with asyncio.timeout(20):
        while len(said) == before:
            await asyncio.sleep(0.01)
            new = person.codes[codes:]
            if "chat_slow" in new:
                return
            if "interrupted" in new:
                # It may have arrived all the same, and is said twice then.
                await asyncio.sleep(0.2)
                codes = len(person.codes)
                person.ask(Chat(text=text))
    # The talk of a table ends with its process; here only what everybody has had may end.
    for one in at.people:
        await one.until(lambda p: len(had(p, "chat")) >= len(said))


@contextmanager
def listening() -> Iterator[list[str]]:
    """Give all that is said at tables, meanwhile, in order."""
    said: list[str] = []
    say = Talk.say

    def noted(*args: Any, **kwargs: Any) -> None:
        say(*args, **kwargs)
        said.append(args[4])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Talk, "say", noted)
        yield said


@settings(max_examples=15, deadline=None)
@given(steps, st.integers(0, 999))
def test_a_session_has_every_event_and_line_once_through_cuts_moves_and_lost_packets(
    plan: list[tuple[str, int]], seed: int
) -> None:
    with listening() as said:
        asyncio.run(story(plan, seed, said))


async def test_a_game_is_played_through_the_bus() -> None:
    async with place() as at:
        await at.play_on(random.Random(1))
        check(at, [])


async def test_nothing_of_another_seat_travels_to_a_seat() -> None:
    async with place() as at:
        chans = [cast(ClusterChannel, one.channel)._chans[-1] for one in at.people]
        await at.play_on(random.Random(2))
        table = at.home.tables[CODE]
        for chan, viewer in zip(chans, (0, 1, SPECTATOR), strict=True):
            sent = b"".join(data for subject, data in at.net.said if subject.endswith(chan))
            own = repr(told(table, viewer))
            for card in CARDS:
                assert (card in own) or card.encode() not in sent


async def test_what_watchers_say_among_themselves_makes_no_packet_for_a_seat() -> None:
    async with place() as at:
        ann, _, cy = at.people
        chan = cast(ClusterChannel, ann.channel)._chans[-1]
        await asyncio.sleep(0.1)
        at.net.said.clear()
        cy.ask(Chat(text="she has it"))
        await cy.until(lambda p: had(p, "chat"))
        inward = [s for s, data in at.net.said if s.endswith(chan) and b"body" in data]
        assert inward == []


async def test_a_session_that_does_not_read_costs_a_few_frames_and_gets_the_newest() -> None:
    async with place() as at:
        slow = ClusterChannel(Identity(id="SHA256:Di-key", name="Di"), at.front, at.time, code=CODE)
        await at.play_on(random.Random(3))
        await asyncio.sleep(0.1)
        assert len(slow._inbox._arrived) <= AHEAD
        first, events = unpack(await slow.receive()), []
        events += first["events"]
        while first["stage"] != "over":
            first = unpack(await slow.receive())
            events += first["events"]
        assert events == told(at.home.tables[CODE], SPECTATOR)
        slow.close()


async def test_a_request_of_unknown_fate_is_told_and_not_made_again() -> None:
    async with place() as at:
        ann = at.people[0]
        await ann.asked("move")
        entries = len(at.home.tables[CODE].running.driver.journal.entries)  # type: ignore[union-attr]
        at.net.silent = True
        ann.answer("keep")
        await asyncio.sleep(0.01)
        at.net.silent = False
        at.front.cut(ann)
        await ann.notice("interrupted")
        await quiet()
        now = len(at.home.tables[CODE].running.driver.journal.entries)  # type: ignore[union-attr]
        assert now == entries
        ann.answer("keep")
        await ann.until(lambda p: p.last["ask"] is None)


async def test_a_sign_of_life_that_was_lost_is_no_reason_to_disturb() -> None:
    async with place() as at:
        ann = at.people[0]
        for _ in range(3):
            ann.channel.send(pack({"op": "here"}))
            at.front.cut(ann)
            await asyncio.sleep(0.05)
        assert "interrupted" not in ann.codes


async def test_a_session_is_told_when_its_table_is_away_for_long_and_plays_on_when_it_is_back() -> (
    None
):
    async with place() as at:
        ann = at.people[0]
        table = at.a.tables.pop(CODE)
        await at.a.end(table, Code.MOVED)
        await ann.notice("moving")
        at.front.quorum = False
        table = await at.b.adopt()
        await ann.until(lambda p: table.channels)
        table = at.b.tables.pop(CODE)
        await at.b.end(table, Code.MOVED)
        await ann.notice("no_quorum")
        await at.a.adopt()
        await at.play_on(random.Random(4))
        check(at, [])


async def test_a_table_that_closes_for_good_ends_the_session_with_its_word() -> None:
    async with place() as at:
        table = at.a.tables.pop(CODE)
        await at.a.end(table, Code.CLOSED_BY_HOST)
        for person in at.people:
            await asyncio.wait_for(person.ended.wait(), 10)
            assert person.codes[-1] == "closed_by_host"
            assert person.notices[-1]["closed"] is True


async def test_an_unknown_table_is_told_so() -> None:
    async with place() as at:
        nobody = at.front.at(ANN, code="NO-TABLE")
        await asyncio.wait_for(nobody.ended.wait(), 10)
        assert nobody.notices[-1]["params"] == {"table": "NO-TABLE"}
        assert nobody.codes == ["unknown_table"]


async def test_a_table_that_was_made_just_now_is_waited_for() -> None:
    async with place() as at:
        at.front.known = False
        early = at.front.at(Identity(id="SHA256:Ed-key", name="Ed"))
        asyncio.get_running_loop().call_later(0.01, setattr, at.front, "known", True)
        await early.frame(stage="playing")


async def test_a_late_watcher_of_a_table_that_moves_gets_every_event_once_and_none_too_soon() -> (
    None
):
    async with place(watch=ROUND) as at:
        ann, bo, cy = at.people
        dice = random.Random(9)
        for _ in range(2):
            await at.home.move_to(at.away)
            for person in (ann, bo):
                press(person, dice)
            await asyncio.sleep(0.2)
            assert len(had(cy, "events")) < ann.last["seq"]
        async with asyncio.timeout(60):
            while ann.last["stage"] != "over":
                press(ann, dice)
                press(bo, dice)
                if ann.last["view"]["round"] == 1 and CODE in at.b.tables:
                    await cy.until(lambda p: had(p, "events"))
                    await at.home.move_to(at.away)
                await asyncio.sleep(0.02)
        await cy.frame(stage="over")
        check(at, [])


async def test_while_nothing_is_certain_no_table_is_taken_for_gone() -> None:
    async with place(speed=4.0) as at:
        ann = at.people[0]
        at.front.quorum = at.front.known = False
        at.front.cut(ann)
        await ann.notice("no_quorum")
        await asyncio.sleep(1.2)
        assert not ann.ended.is_set()
        at.front.quorum = at.front.known = True
        frames = len(ann.frames)
        await ann.more_than(frames)
        at.front.known = False
        at.front.cut(ann)
        await asyncio.wait_for(ann.ended.wait(), 10)
        assert ann.codes[-1] == "unknown_table"


async def test_too_many_and_too_big_requests_are_refused_as_in_one_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with place() as at:
        ann = at.people[0]
        ann.channel.send(b"x" * (MAX_REQUEST + 1))
        await ann.notice("bad_request")
        stuck, goes_on = asyncio.Event(), asyncio.Event()
        handle = Room._ask

        async def slowly(*args: Any) -> None:
            stuck.set()
            await goes_on.wait()
            await handle(*args)

        monkeypatch.setattr(Room, "_ask", slowly)
        ann.ask(Chat(text="first"))
        await stuck.wait()
        for _ in range(40):
            ann.channel.send(pack({"op": "here"}))
        await ann.notice("slow_down")
        assert ann.codes.count("slow_down") == 9
        goes_on.set()
        await ann.until(lambda p: had(p, "chat"))
        ann.ask(Chat(text="again"))
        await ann.until(lambda p: len(had(p, "chat")) == 2)


async def test_a_worker_goes_from_its_own_room_to_the_bus_and_back_without_a_gap() -> None:
    net = Net()
    time, store = FastTime(), Store.in_memory()
    a = Process(net.bus("worker1.aaaa"), time, store)
    b = Process(net.bus("worker2.bbbb"), time, store)
    front = Front(net.bus("worker1.aaaa"), time, [a, b], own=a)
    for process in (a, b):
        await process.start()
    await front.board.start()
    await a.make()
    ann, bo, cy = front.at(ANN), front.at(BO), front.at(CY, watch=True)
    await ann.frame(you=0)
    bo.ask(Sit(seat=-1))
    await bo.frame(you=1)
    bo.ask(Ready(ready=True))
    await ann.until(lambda p: p.last["seats"][1]["ready"])
    await quiet()
    assert all(subjects.verb_of(s) not in ("open", "up", "view") for s, _ in net.said)
    said = len(net.said)
    ann.ask(Start())
    for one in (ann, bo, cy):
        await one.frame(stage="playing")
    assert len(net.said) == said  # a table of the own process needs no bus
    dice = random.Random(6)
    for here, there in ((a, b), (b, a)):
        for _ in range(2):
            for one in (ann, bo):
                press(one, dice)
            await quiet()
        await here.move_to(there)
        await asyncio.sleep(0.2)
    while any(p.last["stage"] != "over" for p in (ann, bo, cy)):
        for one in (ann, bo):
            press(one, dice)
        await asyncio.sleep(0.02)
    for one, viewer in ((ann, 0), (bo, 1), (cy, SPECTATOR)):
        assert had(one, "events") == told(a.tables[CODE], viewer)
    for process in (a, b):
        await process.stop()
    await front.board.stop()
    store.close()


async def test_the_lobby_comes_through_the_bus_and_makes_a_table() -> None:
    net, store = Net(), Store.in_memory()
    time = FastTime()
    a = Process(net.bus("tables1.aaaa"), time, store)
    front = Front(net.bus("front1.ffff"), time, [a])
    await a.start()
    await front.board.start()
    ann = front.at(ANN, code="")
    await ann.until(lambda p: p.frames)
    assert ann.last["t"] == "lobby"
    ann.ask(CreateTable(game="toy", seats=2, options={}, clock=0))
    assert (await ann.notice("opened"))["opened"] == CODE
    await a.stop()
    b = Process(net.bus("tables2.bbbb"), time, store)
    await b.start()
    frames = len(ann.frames)
    await ann.more_than(frames)  # the lobby of another process
    assert not ann.ended.is_set()
    ann.leave()
    await b.stop()
    await front.board.stop()
    store.close()


async def test_a_cut_is_no_return_of_who_has_stepped_out() -> None:
    async with place() as at:
        bo = at.people[1]
        bo.ask(StepOut())
        await bo.until(lambda p: p.last["seats"][1].get("stand_in"))
        at.front.cut(bo)
        frames = len(bo.frames)
        await bo.more_than(frames)
        assert bo.last["seats"][1]["stand_in"]


async def test_the_sessions_of_a_front_that_is_gone_leave_their_tables() -> None:
    async with place() as at:
        table = at.home.tables[CODE]
        at.home.port.front_gone("front9.0000")
        await quiet()
        assert sum(c.bot_seat < 0 for c in table.channels) == 3
        at.front.processes = []
        at.a.port.front_gone("front1.ffff")
        await quiet()
        assert sum(c.bot_seat < 0 for c in table.channels) == 0
        assert len(at.a.port) == 0


async def test_no_bytes_of_anybody_end_a_port_or_a_switchboard() -> None:
    async with place() as at:
        pid, front = at.a.pid, "front1.ffff"
        dice = random.Random(7)
        chans = [cast(ClusterChannel, one.channel)._chans[-1] for one in at.people]
        for chan in (*chans, "0123"):
            for _ in range(20):
                junk = dice.randbytes(dice.randrange(60))
                for data in (junk, pack({"number": 1, "body": junk}), pack({"ack": 99})):
                    at.net.publish(subjects.up(front, pid, chan), data)
                    at.net.publish(subjects.view(front, pid, chan), data)
        wire = at.net.bus(front)
        for wish in (b"", pack({"chan": "x.y"}), pack(Opening(chan="a.b", who=ANN).plain())):
            answer = await wire.request(subjects.open_at(front, pid), wish)
            assert unpack(answer)["refused"] == ""
        await at.play_on(random.Random(8))
        assert at.people[0].last["stage"] == "over"


async def test_who_closes_is_gone_from_the_table() -> None:
    async with place() as at:
        at.people[2].leave()
        ann = at.people[0]
        await ann.until(lambda p: not p.last["watchers"])
        await asyncio.sleep(0.05)
        assert len(at.home.port) == 2


async def test_a_wish_that_nobody_answers_leaves_nothing_behind() -> None:
    net = Net()
    front = Front(net.bus("front1.ffff"), FastTime(), [])
    await front.board.start()
    sink = cast(Any, None)
    with pytest.raises(ClusterError) as caught:
        await front.board.open(Opening(chan="ab", who=ANN, code=CODE), "tables1.aaaa", sink)
    assert caught.value.code is ClusterCode.NO_ANSWER
    assert front.board._legs == {}
    await front.board.stop()


async def test_moments_of_a_masked_game_and_its_clock_are_in_the_fronts_own_time() -> None:
    net, store = Net(), Store.in_memory()
    here = FastTime()
    times = [FastTime(ahead=9_000.0), FastTime(ahead=-500.0)]
    a, b = (
        Process(net.bus(f"tables{n}.aaaa"), time, store, MASKED) for n, time in enumerate(times)
    )
    front = Front(net.bus("front1.ffff"), here, [a, b])
    for process in (a, b):
        await process.start()
    await front.board.start()
    await a.make()
    ann, bo = front.at(ANN), front.at(BO)
    await ann.frame(you=0)
    bo.ask(Sit(seat=-1))
    await bo.until(lambda p: p.frames and p.last["you"] >= 0)
    bo.ask(Ready(ready=True))
    await ann.until(lambda p: all(seat["ready"] for seat in p.last["seats"][1:]))
    begun = here.now()
    ann.ask(Start())
    frame = await ann.frame(stage="playing")
    check_moment(frame, begun, here.now(), total=60)
    await a.move_to(b)
    await ann.until(lambda p: len(b.tables[CODE].channels) == 2)
    moved = here.now()
    ann.answer("say", "hello")
    frame = await bo.until(lambda p: p.last["view"] and p.last["view"]["said"])
    check_moment(frame, moved, here.now(), total=60)
    for one in (ann, bo):
        one.leave()
    for process in (a, b):
        await process.stop()
    await front.board.stop()
    store.close()


def check_moment(frame: dict[str, Any], since: float, until: float, *, total: int) -> None:
    """See that a frame was made between two times of the front, and when its clock ends."""
    beat = frame["beat"]
    assert since - 0.5 <= beat["at"] <= until + 0.5
    assert beat["ends"] - beat["at"] <= total
    assert abs(beat["ends"] - until - frame["clock"]["left"]) <= 2.0


async def test_a_frame_that_has_waited_shows_what_its_clock_has_left_now() -> None:
    net, store = Net(), Store.in_memory()
    time = FastTime()
    inbox = Inbox(time)
    table = Process(net.bus("tables1.aaaa"), time, store)
    await table.start()
    room = await table.make(clock=20)
    channel = room.attach(ANN)
    frame = cast(dict[str, Any], await channel.take())
    frame["clock"] = {"left": 12.4, "total": 20}
    now = time.now()
    inbox.put(Arrived(data=pack(frame), frame=True, left=12.4, at=now - 0.1))
    inbox.put(Arrived(data=pack(frame), frame=True, left=12.4, at=now - 5.0))
    assert unpack(cast(bytes, inbox.take()))["clock"]["left"] == 8.0
    await table.stop()
    store.close()
