"""msgpack for frames and requests: packing, and unpacking with bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgpack

__all__ = ["MAX_REQUEST", "WireError", "pack", "unpack"]

MAX_REQUEST = 16 * 1024
"""Largest request in bytes that a viewer may send."""


class WireError(ValueError):
    """Bytes that are not one map with text keys."""


def pack(message: Mapping[str, Any]) -> bytes:
    """Return ``message`` as msgpack; tuples become arrays."""
    return cast(bytes, msgpack.packb(message, use_bin_type=True))


def unpack(data: bytes, *, limit: int = 16 * 1024 * 1024) -> dict[str, Any]:
    """Return the map in ``data``; raise :class:`WireError` for anything else."""
    if len(data) > limit:
        raise WireError("too long")
    try:
        message = msgpack.unpackb(data, raw=False, strict_map_key=True)
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
        raise WireError("not msgpack") from error
    if not isinstance(message, dict) or not all(isinstance(key, str) for key in message):
        raise WireError("not a map")
    return message
