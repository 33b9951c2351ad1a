"""The local network: what is announced where, and what strangers' announcements can do."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

import pytest
from zeroconf import IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from server import lan
from server.lan import Announcement, Found

OWN = ["192.168.1.5", "203.0.113.9", "fd00::5", "127.0.0.1", "::1"]
LOOPBACK = ["127.0.0.1"]
"""Nothing in these tests may leave the machine."""
FINGERPRINT = "SHA256:" + "A" * 43


def entry(name: str = "box", port: int = 2222) -> Announcement:
    return Announcement(name=name, port=port, version="1.0", fingerprint=FINGERPRINT)


async def found(name: str, count: int = 1) -> list[Found]:
    """Look until ``count`` servers are found whose names begin so.

    Other tests may be announcing theirs just now, and an answer is not given twice in a second.
    """
    for _ in range(5):
        servers = [s for s in await lan.find(1.2, LOOPBACK) if s.name.startswith(name)]
        if len(servers) >= count:
            return servers
    raise AssertionError(f"not found: {name}")


@pytest.fixture
def name() -> str:
    return f"box{uuid.uuid4().hex[:8]}"


@pytest.mark.parametrize(
    ("host", "wanted", "chosen"),
    [
        ("", [], ["192.168.1.5", "203.0.113.9"]),
        ("0.0.0.0", [], ["192.168.1.5", "203.0.113.9"]),
        ("::", ["192.168.1.5"], ["192.168.1.5"]),
        ("", ["127.0.0.1"], ["127.0.0.1"]),
        ("192.168.1.5", [], ["192.168.1.5"]),
        ("192.168.1.5", ["203.0.113.9"], []),
        ("127.0.0.1", [], []),
        ("localhost", [], []),
        ("::1", [], []),
        ("127.0.0.1", ["192.168.1.5"], []),
        ("127.0.0.1", ["127.0.0.1"], ["127.0.0.1"]),
        ("198.51.100.1", [], []),
        ("games.example", [], []),
    ],
)
def test_only_networks_on_which_the_server_can_be_reached_hear_of_it(
    host: str, wanted: list[str], chosen: list[str]
) -> None:
    assert lan.interfaces_for(host, wanted, OWN) == chosen


@pytest.mark.parametrize(
    ("host", "hosts"),
    [
        ("", ["192.168.1.5", "203.0.113.9", "fd00::5", "localhost"]),
        ("0.0.0.0", ["192.168.1.5", "203.0.113.9", "localhost"]),
        ("192.168.1.5", ["192.168.1.5"]),
        ("games.example", ["games.example"]),
    ],
)
def test_a_host_is_told_every_address_that_friends_can_reach(host: str, hosts: list[str]) -> None:
    assert lan.reachable(host, OWN) == hosts


def test_without_a_network_there_is_still_the_machine_itself() -> None:
    assert lan.reachable("", ["127.0.0.1", "::1"]) == ["localhost"]


def test_own_addresses_put_the_likeliest_first_and_leave_out_link_local_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Entry:
        def __init__(self, ip: Any) -> None:
            self.ip = ip

    class Adapter:
        ips = (
            Entry("127.0.0.1"), Entry(("fe80::1", 0, 2)), Entry(("2001:4860::5", 0, 0)),
            Entry("8.8.8.8"), Entry("10.0.0.2"), Entry("169.254.3.3"), Entry(("fd00::5", 0, 0)),
        )  # fmt: skip

    monkeypatch.setattr("ifaddr.get_adapters", lambda: [Adapter()])
    monkeypatch.setattr(lan, "_outward", lambda: "")
    rest = ["8.8.8.8", "fd00::5", "2001:4860::5", "127.0.0.1"]
    assert lan.own_addresses() == ["10.0.0.2", *rest]
    monkeypatch.setattr(lan, "_outward", lambda: "8.8.8.8")
    assert lan.own_addresses() == ["8.8.8.8", "10.0.0.2", *rest[1:]]


def test_asking_for_the_way_out_never_raises() -> None:
    outward = lan._outward()
    assert outward == "" or outward in lan.own_addresses()


async def test_an_announced_server_is_found_within_seconds_and_gone_after_its_goodbye(
    name: str,
) -> None:
    announced = entry(name)
    assert await announced.start(LOOPBACK, ["127.0.0.1", "fd00::5", "localhost"])
    (server,) = await found(name)
    assert server == Found(
        name=name,
        addresses=("127.0.0.1", "fd00::5"),
        port=2222,
        version="1.0",
        fingerprint=FINGERPRINT,
    )
    await announced.stop()
    await announced.stop()
    assert name not in {server.name for server in await lan.find(0.5, LOOPBACK)}


async def test_two_parties_on_machines_of_one_name_are_both_found(name: str) -> None:
    first, second = entry(name, port=1), entry(name, port=2)
    assert await first.start(LOOPBACK, LOOPBACK)
    # Another address, as another machine has: an answer to one that both have the same port at
    # goes to either, by a hash that the system draws when it starts.
    assert await second.start(["127.0.0.2"], LOOPBACK)
    both = await found(name, 2)
    await asyncio.gather(first.stop(), second.stop())
    assert {server.port for server in both} == {1, 2}
    assert len({server.name for server in both}) == 2


async def test_nothing_is_sent_without_an_interface_or_an_address() -> None:
    assert not await entry().start([], ["10.0.0.1"])
    assert not await entry().start(LOOPBACK, ["games.example"])


async def test_an_interface_that_is_gone_fails_quietly() -> None:
    # 192.0.2.0/24 is kept free for documentation; the socket cannot be bound to it.
    assert not await entry().start(["192.0.2.250"], ["192.0.2.250"])


async def test_an_announcement_can_be_taken_back_before_it_is_out() -> None:
    announced = entry()
    starting = asyncio.create_task(announced.start(LOOPBACK, LOOPBACK))
    await asyncio.sleep(0.05)
    starting.cancel()
    await asyncio.wait({starting})
    await announced.stop()
    assert starting.cancelled()


async def test_what_a_stranger_announces_is_cleaned(name: str) -> None:
    async with AsyncZeroconf(interfaces=LOOPBACK, ip_version=IPVersion.V4Only) as stranger:
        info = ServiceInfo(
            lan.SERVICE,
            f"{name}.{lan.SERVICE}",
            port=2222,
            parsed_addresses=["127.0.0.1", "224.0.0.1", "0.0.0.0"],
            server="evil.local.",
            properties={"version": "\x1b]52;c;x\x07", "fingerprint": "SHA256:\n"},
        )
        await (await stranger.async_register_service(info, strict=False))
        (server,) = await found(name)
    assert server == Found(
        name=name, addresses=("127.0.0.1",), port=2222, version="", fingerprint=""
    )


def test_a_name_cannot_steer_the_terminal_that_it_is_printed_on() -> None:
    server = lan._cleaned("\x1b[2J\u202eevil\x07\r\n" + "x" * 99, ["10.0.0.1"], 22, {})
    assert server is not None
    assert server.name == ("[2Jevil" + "x" * 99)[:60]


@pytest.mark.parametrize("port", [None, 0, -1, 70_000])
def test_an_announcement_without_a_port_or_address_is_none(port: int | None) -> None:
    assert lan._cleaned("x", ["10.0.0.1"], port, {}) is None
    assert lan._cleaned("x", ["ff02::1", "no"], 22, {}) is None
