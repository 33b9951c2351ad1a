"""The requests of one session that are not known to have been handled."""

from __future__ import annotations

from collections import deque
from typing import Final

from server.channel import REQUESTS
from server.wire import WireError, unpack

__all__ = ["Asked"]

_HARMLESS: Final = frozenset({"here", "seen", "put"})
"""Requests that nobody made by a key, and that come to the same when they come twice."""


class Asked:
    """Requests in order: those that wait for a way, and the last ones that were sent."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._sent: deque[bytes] = deque(maxlen=REQUESTS)

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    def add(self, request: bytes) -> None:
        """Let a request wait."""
        self._waiting.append(request)

    def sending(self) -> bytes | None:
        """Return the next request, which is sent now; ``None`` if none waits."""
        if not self._waiting:
            return None
        request = self._waiting.popleft()
        self.sent(request)
        return request

    def sent(self, request: bytes) -> None:
        """Note a request that is sent now."""
        self._sent.append(request)

    def lose(self, unhandled: int) -> bool:
        """Note that the way is lost, and with it perhaps the last ``unhandled`` requests.

        The harmless ones of those wait to be sent again. Say whether there are others, which are
        not: whoever made them is to see what has come of it.
        """
        doubtful = list(self._sent)[-unhandled:] if unhandled else []
        self._sent.clear()
        harmless = [request for request in doubtful if _op(request) in _HARMLESS]
        self._waiting.extendleft(reversed(harmless))
        return len(harmless) < len(doubtful)


def _op(request: bytes) -> str:
    """Return what a packed request asks for, as far as it can be read."""
    try:
        return str(unpack(request).get("op"))
    except WireError:
        return ""
