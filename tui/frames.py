"""Packed frames as maps; those of watchers are unpacked once for all who get the same bytes.

What a session takes out of a frame it may keep, and never changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from server.wire import unpack
from tui import gallery
from tui.gallery import Shelf
from tui.shared_texts import shared

__all__ = ["FRAMES", "frame_in", "is_public"]

FRAMES: Final = shared(Shelf[bytes, dict[str, Any]](32))
"""Watchers' frames by what they were packed as."""


def frame_in(data: bytes) -> dict[str, Any]:
    """Return the frame in ``data``."""
    if not gallery.is_shared():
        return unpack(data)
    found = FRAMES.glance(data)
    if found is None:
        found = unpack(data)
        if is_public(found):
            FRAMES.keep(data, found)
    return found


def is_public(frame: Mapping[str, Any]) -> bool:
    """Return whether a frame was made for a watcher, who is told what everybody is.

    Not so that of somebody with a seat, nor of a watcher to whom eyes were lent or offered.
    """
    return (
        frame.get("t") == "table"
        and frame.get("you", 0) < 0
        and frame.get("ask") is None
        and not {"through", "eyes"} & frame.keys()
    )
