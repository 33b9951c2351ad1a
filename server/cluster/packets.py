"""The packets of a channel that leads through the bus, as values and as bytes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from server.wire import WireError, pack, unpack

__all__ = ["Packet", "decode", "encode"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """One packet of a :class:`server.cluster.link.Link`.

    ``number`` counts the packets that carry something, from 1; 0 for one that does not. ``more``:
    what it carries goes on in the next one. ``ack``: all up to here has arrived; ``upto``: the
    other end may send up to here. ``ping`` (the sender's own time, 0 for none) asks for an answer
    at once, which has that time as ``echo`` and its own sender's as ``at``. ``gone``: this end
    knows no such channel (any more).
    """

    number: int = 0
    body: bytes = b""
    more: bool = False
    ack: int = 0
    upto: int = 0
    ping: float = 0.0
    echo: float = 0.0
    at: float = 0.0
    gone: bool = False


_KINDS: dict[str, type] = {f.name: type(f.default) for f in fields(Packet)}
_DEFAULTS: dict[str, Any] = {f.name: f.default for f in fields(Packet)}


def encode(packet: Packet) -> bytes:
    """Return ``packet`` as bytes; what is as usual is left out."""
    plain: dict[str, Any] = {}
    for name, usual in _DEFAULTS.items():
        value = getattr(packet, name)
        if value != usual:
            plain[name] = value
    return pack(plain)


def decode(data: bytes) -> Packet:
    """Return the packet in ``data``; raise :class:`WireError` for anything else."""
    plain = unpack(data)
    for name, value in plain.items():
        if name not in _KINDS or type(value) is not _KINDS[name]:
            raise WireError("no packet")
    packet = Packet(**plain)
    if min(packet.number, packet.ack, packet.upto) < 0:
        raise WireError("no packet")
    return packet
