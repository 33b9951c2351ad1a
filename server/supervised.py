"""A supervised process's side of the agreement in :mod:`server.supervisor`.

It reads its task, says once that it is ready, and ends when the supervisor does: the system closes
the pipe on its standard input whatever has become of the one who held the other end.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from typing import Any, Final

__all__ = ["end_with_supervisor", "ready", "task"]

_STDIN: Final = 0
_CHUNK: Final = 4096


def task() -> dict[str, Any]:
    """Read the task, to be called once and before anything else reads the standard input."""
    line = bytearray()
    while not line.endswith(b"\n") and (part := os.read(_STDIN, 1)):
        line += part
    found: dict[str, Any] = json.loads(line or b"{}")
    return found


def ready(**facts: Any) -> None:
    """Tell the supervisor that the work has begun, with ``facts`` as JSON has them."""
    stream = sys.__stdout__
    assert stream is not None
    stream.write(json.dumps(facts) + "\n")
    stream.flush()


def end_with_supervisor(stop: Callable[[], None]) -> None:
    """Call ``stop`` on the running loop when the supervisor is gone."""
    loop = asyncio.get_running_loop()

    def readable() -> None:
        if not os.read(_STDIN, _CHUNK):
            loop.remove_reader(_STDIN)
            stop()

    loop.add_reader(_STDIN, readable)
