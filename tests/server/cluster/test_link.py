"""A link loses nothing, doubles nothing and keeps the order, whatever the wire does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.cluster.link import GIVE_UP, LARGEST, QUIET, RESEND, Link
from server.cluster.offset import Offset
from server.cluster.packets import Packet, decode, encode
from server.wire import WireError, pack

DOWN, UP = 4, 32


class End:
    """One end under test: what it was given, what it handed out, what it has not used yet."""

    def __init__(self, *, sends: int, takes: int, pings: bool, now: float) -> None:
        self.link = Link(sends=sends, takes=takes, now=now, pings=pings)
        self.takes = takes
        self.given: list[bytes] = []
        self.had: list[bytes] = []
        self.used = 0

    def send(self) -> None:
        message = f"m{len(self.given)}".encode()
        self.given.append(message)
        self.link.send(message)

    def take(self, packet: Packet, now: float) -> None:
        self.had += self.link.receive(packet, now)

    def use(self, now: float) -> None:
        if self.used < len(self.had):
            self.used += 1
            self.link.use(now)

    @property
    def held(self) -> int:
        """Packets that this end has got and not used."""
        return len(self.had) - self.used + len(self.link._early)


class Wire:
    """Two ends and what is between them."""

    def __init__(self) -> None:
        self.now = 100.0
        self.table = End(sends=DOWN, takes=UP, pings=False, now=self.now)
        self.front = End(sends=UP, takes=DOWN, pings=True, now=self.now)
        self.between: dict[End, list[bytes]] = {self.table: [], self.front: []}

    def other(self, end: End) -> End:
        return self.front if end is self.table else self.table

    def flush(self) -> None:
        for end in (self.table, self.front):
            self.between[self.other(end)] += [encode(p) for p in end.link.due(self.now)]

    def deliver(self, end: End, at: int, *, keep: bool) -> None:
        waiting = self.between[end]
        if waiting:
            data = waiting[at % len(waiting)]
            if not keep:
                waiting.remove(data)
            end.take(decode(data), self.now)

    def heal(self, seconds: float) -> None:
        """Let time pass on a wire that works, with ends that use what they get."""
        until = self.now + seconds
        while self.now < until:
            self.flush()
            for end in (self.table, self.front):
                while self.between[end]:
                    self.deliver(end, 0, keep=False)
                while end.used < len(end.had):
                    end.use(self.now)
            self.now += 0.05


step = st.one_of(
    st.tuples(st.just("send"), st.booleans()),
    st.tuples(st.just("use"), st.booleans()),
    st.tuples(st.just("pass"), st.floats(0.01, 2.0)),
    st.tuples(st.sampled_from(["deliver", "double", "lose"]), st.booleans(), st.integers(0, 9)),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(step, max_size=120))
def test_what_is_sent_arrives_once_and_in_order(steps: list[tuple[object, ...]]) -> None:
    wire = Wire()
    for what, *rest in steps:
        end = wire.table if rest[0] else wire.front
        match what, rest:
            case "send", _:
                end.send()
            case "use", _:
                end.use(wire.now)
            case "pass", [float(seconds)]:
                wire.now += seconds
            case "lose", [_, int(at)]:
                if wire.between[end]:
                    del wire.between[end][at % len(wire.between[end])]
            case _, [_, int(at)]:
                wire.deliver(end, at, keep=what == "double")
            case _:
                pytest.fail("no such step")
        wire.flush()
        for one in (wire.table, wire.front):
            assert one.held <= one.takes
            assert len(one.link._flight) <= wire.other(one).takes
            assert wire.other(one).had == one.given[: len(wire.other(one).had)]
    if wire.table.link.lost(wire.now) or wire.front.link.lost(wire.now):
        return
    wire.heal(15.0 + len(steps))
    for one in (wire.table, wire.front):
        assert wire.other(one).had == one.given
        assert one.link.unacknowledged == 0
        assert one.link.unused == 0
        assert not one.link.lost(wire.now)


def test_no_more_is_sent_than_the_other_end_has_room_for() -> None:
    wire = Wire()
    for _ in range(10):
        wire.table.send()
    sent = [p for p in wire.table.link.due(wire.now) if p.number]
    assert [p.number for p in sent] == [1, 2, 3, 4]
    assert not wire.table.link.room
    for packet in sent:
        wire.front.take(packet, wire.now)
    wire.front.use(wire.now)
    wire.front.use(wire.now)
    (word,) = wire.front.link.due(wire.now)
    wire.table.take(word, wire.now)
    assert [p.number for p in wire.table.link.due(wire.now)] == [5, 6]
    assert wire.table.link.unused == 8


def test_a_lost_packet_is_sent_again_and_a_second_copy_goes_nowhere() -> None:
    wire = Wire()
    wire.table.send()
    (lost,) = wire.table.link.due(wire.now)
    assert wire.table.link.due(wire.now + RESEND / 2) == []
    (again,) = wire.table.link.due(wire.now + RESEND)
    assert again.body == lost.body
    wire.front.take(again, wire.now)
    wire.front.take(lost, wire.now)
    assert wire.front.had == [b"m0"]


def test_a_long_message_comes_in_parts_and_is_one_again() -> None:
    wire = Wire()
    message = bytes(range(256)) * (LARGEST // 256) * 6 + b"end"
    wire.table.link.send(message)
    wire.table.given.append(message)
    wire.heal(5.0)
    assert wire.front.had == [message]
    assert wire.table.link.unacknowledged == 0


def test_an_end_that_hears_nothing_gives_up_and_one_that_is_answered_does_not() -> None:
    wire = Wire()
    wire.heal(10 * GIVE_UP)
    assert not wire.front.link.lost(wire.now)
    assert not wire.table.link.lost(wire.now)
    assert wire.front.link.lost(wire.now + GIVE_UP)
    assert wire.table.link.lost(wire.now + GIVE_UP)


def test_a_silent_link_asks_now_and_then_and_the_answer_tells_the_other_clock() -> None:
    wire = Wire()
    assert wire.front.link.due(wire.now) == []
    wire.now += QUIET
    assert wire.front.link.wakes(wire.now) == wire.now
    (ping,) = wire.front.link.due(wire.now)
    there = wire.now - 1000.0
    table = Link(sends=DOWN, takes=UP, now=there, pings=False)
    assert table.receive(ping, there + 0.1) == []
    (pong,) = table.due(there + 0.1)
    offset = Offset()
    offset.answered(asked=pong.echo, at=pong.at, now=wire.now + 0.2)
    beat = {"told": 3, "at": there, "ends": 0.0}
    offset.shift(beat)
    assert beat == {"told": 3, "at": pytest.approx(wire.now), "ends": 0.0}


def test_the_quickest_answer_tells_the_offset_best() -> None:
    offset = Offset()
    offset.answered(asked=10.0, at=0.0, now=14.0)
    offset.answered(asked=20.0, at=8.01, now=20.02)
    offset.answered(asked=30.0, at=15.0, now=39.0)
    assert offset.seconds == pytest.approx(12.0)


@given(
    st.builds(
        Packet,
        number=st.integers(0, 2**40),
        body=st.binary(max_size=40),
        more=st.booleans(),
        ack=st.integers(0, 2**40),
        upto=st.integers(0, 2**40),
        ping=st.floats(0, 1e9),
        echo=st.floats(0, 1e9),
        at=st.floats(0, 1e9),
        gone=st.booleans(),
    )
)
def test_a_packet_comes_off_the_wire_as_it_went_on(packet: Packet) -> None:
    assert decode(encode(packet)) == packet


@pytest.mark.parametrize(
    "plain",
    [{"number": -1}, {"ack": "1"}, {"more": 1}, {"body": "text"}, {"what": 1}, {"ping": 1}],
)
def test_what_is_no_packet_is_refused(plain: dict[str, object]) -> None:
    with pytest.raises(WireError):
        decode(pack(plain))


@given(st.lists(st.integers(0, 80), max_size=20), st.binary(max_size=8))
def test_a_link_bears_packets_that_nobody_would_send(numbers: list[int], body: bytes) -> None:
    link = Link(sends=DOWN, takes=UP, now=0.0, pings=False)
    for number in numbers:
        link.receive(Packet(number=number, body=body, ack=number, upto=number), 1.0)
    link.send(body)
    assert len(link._early) <= UP
    assert [packet.body for packet in link.due(2.0) if packet.number] == [body]
