"""The local network: this machine's addresses, and servers that announce themselves there (mDNS).

Announced is what anybody may know who can reach the port: name, address, port, version and the host
key's fingerprint. Nothing is sent on a network on which the server cannot be reached, and nothing
at all when it listens on loopback alone. What is found comes from strangers and is cleaned here.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import ifaddr
from zeroconf import Error as ZeroconfError
from zeroconf import (
    InterfaceChoice,
    IPVersion,
    ServiceInfo,
    ServiceStateChange,
    Zeroconf,
)
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from server import logs

__all__ = [
    "SERVICE",
    "Announcement",
    "Found",
    "find",
    "host_name",
    "interfaces_for",
    "is_loopback",
    "own_addresses",
    "reachable",
]

SERVICE: Final = "_undertable._tcp.local."
_EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared, not bound
_MOST_ADDRESSES: Final = 16
_MOST_FOUND: Final = 64
_LONGEST_NAME: Final = 60
_FINGERPRINT: Final = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
_VERSION: Final = re.compile(r"[0-9A-Za-z.+-]{1,24}")
_GOODBYE: Final = 0.8
"""Seconds that taking back an announcement may take; the server's end waits for it."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def own_addresses() -> list[str]:
    """Return this machine's addresses, those that friends are likely to reach first.

    The one that the way out leads through (others may be of virtual machines and tunnels), then
    private IPv4, other IPv4, IPv6, loopback; no link-local ones, which cannot be typed without an
    interface's name.
    """
    outward = _outward()
    found: set[Address] = set()
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            text = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            address = ipaddress.ip_address(text)
            if not address.is_link_local:
                found.add(address)
    ordered = sorted(found, key=lambda address: (str(address) != outward, *_rank(address)))
    return [str(address) for address in ordered[:_MOST_ADDRESSES]]


def _outward() -> str:
    """Return the own IPv4 address from which packets to far away would leave; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))  # kept free for documentation
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _rank(address: Address) -> tuple[bool, int, bool, int]:
    return (address.is_loopback, address.version, not address.is_private, int(address))


def reachable(host: str, own: Sequence[str]) -> list[str]:
    """Return the addresses of ``own`` under which a listener on ``host`` can be reached.

    Never empty. The machine itself comes last, as ``localhost``; a ``host`` that is given is all
    there is.
    """
    if host not in _EVERYWHERE:
        return [host]
    addresses = [a for a in own if host != "0.0.0.0" or "." in a]  # noqa: S104 - compared
    outside = [a for a in addresses if not ipaddress.ip_address(a).is_loopback]
    return [*outside, "localhost"]


def interfaces_for(host: str, wanted: Sequence[str], own: Sequence[str]) -> list[str]:
    """Return the own IPv4 addresses on whose networks a listener on ``host`` is announced.

    Those of ``wanted`` that can be reached; all but loopback if nothing is wanted. Empty means
    that nothing may be sent.
    """
    here = [a for a in own if "." in a]
    if host not in _EVERYWHERE:
        host = "127.0.0.1" if host == "localhost" else host
        here = [a for a in here if a == host]
    if wanted:
        return [a for a in here if a in wanted]
    return [a for a in here if not ipaddress.ip_address(a).is_loopback]


class Announcement:
    """The server's entry on the local network, from :meth:`start` to :meth:`stop`."""

    def __init__(self, *, name: str, port: int, version: str, fingerprint: str) -> None:
        self._name = _plain(name).replace(".", "-")[:_LONGEST_NAME] or "undertable"
        self._port = port
        self._properties = {"version": version, "fingerprint": fingerprint}
        self._zeroconf: AsyncZeroconf | None = None

    async def start(self, interfaces: Sequence[str], addresses: Iterable[str]) -> bool:
        """Announce ``addresses`` on the networks of ``interfaces``; say whether that worked.

        A server without an announcement is a server still: failures are logged, never raised.
        """
        numeric = [a for a in addresses if _is_address(a)]
        if not interfaces or not numeric:
            return False
        info = ServiceInfo(
            SERVICE,
            f"{self._name}.{SERVICE}",
            port=self._port,
            parsed_addresses=numeric,
            # A name of our own: the machine's may be somebody else's to announce (Avahi).
            server=f"undertable-{secrets.token_hex(4)}.local.",
            properties=self._properties,
        )
        try:
            self._zeroconf = AsyncZeroconf(interfaces=list(interfaces), ip_version=IPVersion.V4Only)
            # Two parties on one network may have machines of the same name.
            sent = await self._zeroconf.async_register_service(info, allow_name_change=True)
            await sent
        except (OSError, ZeroconfError) as error:
            logs.failure("lan.failed", error)
            await self.stop()
            return False
        logs.event("lan.announced", port=self._port, count=len(interfaces))
        return True

    async def stop(self) -> None:
        """Take the announcement back; idempotent."""
        running, self._zeroconf = self._zeroconf, None
        if running is None:
            return
        try:
            async with asyncio.timeout(_GOODBYE):
                await running.async_unregister_all_services()
                await running.async_close()
        except (TimeoutError, OSError, ZeroconfError) as error:
            logs.failure("lan.failed", error)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A server that has announced itself. ``version`` and ``fingerprint`` may be empty.

    Nothing here is proved: whoever is on the network can announce anything.
    """

    name: str
    addresses: tuple[str, ...]
    port: int
    version: str
    fingerprint: str


async def find(seconds: float, interfaces: Sequence[str] = ()) -> list[Found]:
    """Listen for ``seconds`` and return the servers that have answered, by name.

    ``interfaces``: own IPv4 addresses to ask on, all by default. Raises ``OSError`` where there is
    no network to ask on.
    """
    chosen = list(interfaces) if interfaces else InterfaceChoice.All
    asked: dict[str, asyncio.Task[Found | None]] = {}

    def heard(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            asked.pop(name, None)
        elif name not in asked and len(asked) < _MOST_FOUND:
            asked[name] = asyncio.create_task(_ask(zeroconf, service_type, name, seconds))

    async with AsyncZeroconf(interfaces=chosen, ip_version=IPVersion.V4Only) as running:
        browser = AsyncServiceBrowser(running.zeroconf, [SERVICE], handlers=[heard])
        await asyncio.sleep(seconds)
        await browser.async_cancel()
        tasks = list(asked.values())
        for task in tasks:
            task.cancel()  # those that have not answered yet
        answers = await asyncio.gather(*tasks, return_exceptions=True)
    found = {answer for answer in answers if isinstance(answer, Found)}
    return sorted(found, key=lambda server: (server.name, server.addresses, server.port))


async def _ask(zeroconf: Zeroconf, service_type: str, name: str, seconds: float) -> Found | None:
    info = AsyncServiceInfo(service_type, name)
    if not await info.async_request(zeroconf, seconds * 1000):
        return None
    label = name.removesuffix(f".{service_type}")
    return _cleaned(label, info.parsed_addresses(), info.port, info.properties)


def _cleaned(
    name: str, addresses: Iterable[str], port: int | None, properties: Mapping[bytes, bytes | None]
) -> Found | None:
    """Return what a stranger has announced as something that can be printed; or nothing."""
    fit = tuple(a for a in addresses if _is_address(a))[:_MOST_ADDRESSES]
    if not fit or port is None or not 1 <= port <= 65_535:
        return None
    return Found(
        name=_plain(name)[:_LONGEST_NAME] or "?",
        addresses=fit,
        port=port,
        version=_matching(_VERSION, properties.get(b"version")),
        fingerprint=_matching(_FINGERPRINT, properties.get(b"fingerprint")),
    )


def _plain(text: str) -> str:
    return "".join(c for c in text if c.isprintable())


def _matching(pattern: re.Pattern[str], value: bytes | None) -> str:
    text = (value or b"").decode("ascii", "replace")
    return text if pattern.fullmatch(text) else ""


def _is_address(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not (address.is_multicast or address.is_unspecified or "%" in text)


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach ``host``."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def host_name() -> str:
    """Return this machine's short name."""
    return socket.gethostname().partition(".")[0]
