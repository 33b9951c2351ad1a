"""Frames on a byte stream: four bytes of length, most significant first, then so many bytes.

The payload of the ``undertable`` subsystem is a msgpack array of two: the channel's number and a
map (docs/protocol.md). The map of a table or the lobby is passed on as the bytes that it came in:
no frame is ever unpacked and packed again on its way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgpack

__all__ = ["HEADER", "FrameError", "Frames", "envelope", "framed", "opened"]

HEADER: Final = 4
"""Bytes of the length in front of each payload."""


class FrameError(ValueError):
    """The bytes are no frame of ours; ``too_big`` if it is only that they are too many."""

    def __init__(self, *, too_big: bool = False) -> None:
        super().__init__("too big" if too_big else "no frame")
        self.too_big = too_big


class Frames:
    """Puts a stream's pieces together, however they were split; holds one frame at most.

    ``limit`` is the largest payload in bytes. A longer one is refused at its length, before any
    of it is kept.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = bytearray()

    @property
    def partial(self) -> bool:
        """Whether the stream stands inside a frame."""
        return bool(self._kept)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Return the payloads that ``data`` completes; raise :class:`FrameError`."""
        kept = self._kept
        kept += data
        start = 0
        try:
            while len(kept) - start >= HEADER:
                length = int.from_bytes(kept[start : start + HEADER], "big")
                if length > self._limit:
                    raise FrameError(too_big=True)
                end = start + HEADER + length
                if len(kept) < end:
                    return
                payload, start = bytes(kept[start + HEADER : end]), end
                yield payload
        finally:
            del kept[:start]


def framed(payload: bytes, limit: int) -> bytes:
    """Return ``payload`` with its length in front; raise :class:`FrameError` beyond ``limit``."""
    if len(payload) > limit:
        raise FrameError(too_big=True)
    return len(payload).to_bytes(HEADER, "big") + payload


def envelope(channel: int, body: bytes) -> bytes:
    """Return the payload ``[channel, body]``, where ``body`` is packed already."""
    return b"\x92" + bytes(msgpack.packb(channel)) + body


def opened(payload: bytes) -> tuple[int, bytes]:
    """Return channel number and packed body of a payload; raise :class:`FrameError`.

    The body is not looked at: whoever it is for refuses what is no request.
    """
    unpacker = msgpack.Unpacker(max_buffer_size=max(1, len(payload)))
    unpacker.feed(payload)
    try:
        length = unpacker.read_array_header()
        channel = unpacker.unpack()
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
        raise FrameError from error
    if length != 2 or type(channel) is not int or channel < 0:
        raise FrameError
    return channel, payload[unpacker.tell() :]
