"""Who may not come in: identities, addresses and networks, for a time or for ever."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from server.book_changes import BookChange, DropBan, SaveBan
from server.gates import address_group
from server.identity import is_fingerprint

__all__ = ["FOREVER", "Ban", "Bans", "Write", "normal_subject"]

FOREVER: Final = 0.0
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Write(Protocol):
    """Makes changes durable, all or none; raises :class:`StoreError`."""

    async def __call__(self, *changes: BookChange) -> None:
        """Return when they are on disk."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """One ban. ``subject`` is a fingerprint or a network; ``until`` is Unix time, 0 for ever."""

    subject: str
    until: float = FOREVER
    reason: str = ""

    def covers(self, address: str) -> bool:
        """Say whether ``address`` lies in the network that is banned."""
        parsed = _parsed(address)
        return (
            parsed is not None
            and not is_fingerprint(self.subject)
            and parsed in ipaddress.ip_network(self.subject)
        )


def normal_subject(text: str) -> str | None:
    """Return the form in which ``text`` is banned, ``None`` if it is no key, address or network.

    An IPv6 address stands for its /64, which one customer owns as a whole; IPv4 mapped into IPv6
    is IPv4. Networks wider than /8 (IPv4) and /16 (IPv6) are slips of the hand.
    """
    if is_fingerprint(text):
        return text
    try:
        network = ipaddress.ip_network(text if "/" in text else address_group(text), strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped is not None and network.prefixlen >= 96:
            network = ipaddress.ip_network((mapped, network.prefixlen - 96), strict=False)
    least = 8 if network.version == 4 else 16
    return str(network) if network.prefixlen >= least else None


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address as networks know it; ``None`` for a Unix socket's."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


class Bans:
    """The bans in force, in memory; every change is durable before it is told as done."""

    def __init__(self, write: Write, clock: Callable[[], float] = time.time) -> None:
        self._write = write
        self._clock = clock
        self._keys: dict[str, Ban] = {}
        self._networks: dict[Network, Ban] = {}

    def load(self, bans: Iterable[Ban]) -> None:
        """Take over what was kept."""
        for ban in bans:
            self.put(ban)

    def all(self) -> list[Ban]:
        """Return what is in force, keys first."""
        self._expire()
        return [*self._keys.values(), *self._networks.values()]

    def on_key(self, *keys: str) -> Ban | None:
        """Return a ban on one of these fingerprints."""
        found = (self._keys.get(key) for key in keys)
        return next((ban for ban in found if ban is not None and self._holds(ban)), None)

    def on_address(self, address: str) -> Ban | None:
        """Return a ban on a network that ``address`` is in."""
        parsed = _parsed(address) if self._networks else None
        if parsed is None:
            return None
        found = (ban for network, ban in self._networks.items() if parsed in network)
        return next((ban for ban in found if self._holds(ban)), None)

    async def add(self, ban: Ban) -> None:
        """Put ``ban``, whose subject is normal, in force; it replaces one on the same subject."""
        self._expire()
        await self._write(SaveBan(subject=ban.subject, until=ban.until, reason=ban.reason))
        self.put(ban)

    async def remove(self, subject: str) -> bool:
        """Lift the ban on exactly this subject; say whether there was one."""
        found = any(ban.subject == subject for ban in self.all())
        await self._write(DropBan(subject=subject))
        self.drop(subject)
        return found

    def put(self, ban: Ban) -> None:
        """Take over a ban that was written."""
        if is_fingerprint(ban.subject):
            self._keys[ban.subject] = ban
        else:
            self._networks[ipaddress.ip_network(ban.subject)] = ban

    def drop(self, subject: str) -> None:
        """Forget the ban on ``subject``, which was lifted."""
        if is_fingerprint(subject):
            self._keys.pop(subject, None)
        else:
            self._networks.pop(ipaddress.ip_network(subject), None)

    def _holds(self, ban: Ban) -> bool:
        return ban.until == FOREVER or self._clock() < ban.until

    def _expire(self) -> None:
        over = [b for b in (*self._keys.values(), *self._networks.values()) if not self._holds(b)]
        for ban in over:
            self.drop(ban.subject)
