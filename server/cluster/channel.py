"""A session's channel to a room that may run in any process, and may move while the session lives.

It finds the room, and finds it again whenever the way there is lost, for as long as the session
lives. The session notices at most a notice. In the room's own process it is the room's channel
itself, without the bus.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Any, Final

from server import logs
from server.api import Identity
from server.channel import REQUESTS, LocalChannel, rounded
from server.cluster.asked import Asked
from server.cluster.errors import ClusterError
from server.cluster.inbox import Arrived, Inbox, notice
from server.cluster.opening import Opening
from server.cluster.switchboard import Leg
from server.cluster.ways import Ways
from server.codes import Code, RequestError
from server.cursor import Cursor
from server.deadlines import Time
from server.wire import MAX_REQUEST, pack

__all__ = ["ClusterChannel"]

_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 0.5
"""Seconds between two tries to find a room."""
_TOLD_AFTER: Final = 1.0
"""Seconds of looking for it after which the session is told."""
_UNKNOWN_FOR: Final = 1.0
"""Seconds for which a table that nobody has may be one that was made just now."""
_GONE_FOR: Final = 4.0
"""Seconds for which a table that the session was at may seem to be no more."""
_MOVES: Final = frozenset({Code.MOVED, Code.STOPPING})
"""Ends of a way that are no end of the room: it is, or will be, somewhere else."""
_OLD: Final = 4


class ClusterChannel:
    """Implements ``server.api.Channel``; a code of ``""`` is the lobby.

    ``on_end`` is called once when it has ended, from either side.
    """

    def __init__(
        self, who: Identity, ways: Ways, time: Time, *, code: str = "", watch: bool = False
    ) -> None:
        self.who = who
        self.code = code
        self.on_end: Callable[[ClusterChannel], None] | None = None
        self._watch = watch
        self._ways = ways
        self._time = time
        self._inbox = Inbox(time)
        self._news = asyncio.Event()
        self._way: Leg | LocalChannel | None = None
        self._cut = asyncio.Event()
        """Set when the way is lost."""
        self._ended = False
        self._chans: deque[str] = deque(maxlen=_OLD)
        self._asked = Asked()
        # In an empty context: a session's own would hold its App.
        self._task = asyncio.get_running_loop().create_task(self._keep(), context=Context())

    @property
    def ended(self) -> bool:
        """Whether either side has closed it."""
        return self._ended

    @property
    def seated(self) -> bool:
        """Whether the session has a seat here, as far as it has been told."""
        have = self._have()
        return have is not None and have.seated

    # --- the session's side ---

    def send(self, request: bytes) -> None:
        """Queue one packed request; too many or too big a one is refused with a notice."""
        if self._ended:
            return
        if isinstance(self._way, LocalChannel):
            self._asked.sent(request)
            self._way.send(request)
        elif len(self._asked) + self._unhandled >= REQUESTS:
            self.notify(Code.SLOW_DOWN)
        elif len(request) > MAX_REQUEST:
            self.notify(Code.BAD_REQUEST)
        else:
            self._asked.add(request)
            self._send_waiting()

    async def receive(self) -> bytes:
        """Return the next packed frame; raise ``EOFError`` at the channel's end."""
        while True:
            data = self._inbox.take()
            if data is not None:
                return data
            if self._ended:
                raise EOFError
            way = self._way
            if isinstance(way, LocalChannel) and not way.ended:
                try:
                    given = await way.take()
                except EOFError:
                    continue
                if given["t"] == "table":
                    self._inbox.cursor = way.cursor()
                return pack(rounded(given))
            self._news.clear()
            await self._news.wait()

    def close(self) -> None:
        """Detach; idempotent. A waiting :meth:`receive` ends."""
        if not self._ended:
            self._inbox.clear()
            self._finish()

    # --- this process's side ---

    def notify(
        self, code: str, params: Mapping[str, Any] | None = None, *, error: bool = True
    ) -> None:
        """Add a notice; it is delivered before any frame that waits."""
        if self._ended:
            return
        if isinstance(self._way, LocalChannel):
            self._way.notify(code, params, error=error)
        else:
            self._inbox.notify(code, params, error=error)
            self._news.set()

    def end(self, code: str, params: Mapping[str, Any] | None = None, *, error: bool) -> None:
        """Close from this side: what waits is still delivered, then this, then the end."""
        if not self._ended:
            last = notice(code, params, error=error)
            last["closed"] = True
            self._inbox.put(Arrived(data=pack(last)))
            self._finish()

    def _finish(self) -> None:
        self._ended = True
        way, self._way = self._way, None
        if way is not None:
            way.close()
        self._task.cancel()
        self._news.set()
        if self.on_end is not None:
            self.on_end(self)

    # --- the way there ---

    async def _keep(self) -> None:
        """Have a way to the room for as long as the session lives."""
        try:
            while (way := await self._find()) is not None:
                self._take(way)
                await self._cut.wait()
        except Exception as error:  # noqa: BLE001 - one channel, not the front
            logs.failure("cluster_channel_failed", error)
            self.end(Code.FAULT, error=True)

    async def _find(self) -> Leg | LocalChannel | None:
        """Return a way to the room, however long that takes; ``None`` if there is none any more."""
        begun, told, pause = self._time.now(), False, _FIRST_PAUSE
        while True:
            self._cut.clear()
            try:
                way = await self._open()
            except RequestError as error:
                if not self._passes(error, self._time.now() - begun):
                    self.end(error.code, error.params, error=True)
                    return None
            except ClusterError:
                pass  # nobody has answered
            else:
                if told:
                    self.notify(Code.GOES_ON, error=False)
                return way
            if not told and self._time.now() - begun >= _TOLD_AFTER:
                told = True
                self.notify(Code.MOVING if self._ways.quorum else Code.NO_QUORUM, error=False)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _passes(self, error: RequestError, since: float) -> bool:
        """Say whether a refusal, ``since`` seconds after the first try, is one that may pass."""
        if error.code is Code.UNKNOWN_TABLE:
            patience = _UNKNOWN_FOR if self._have() is None else _GONE_FOR
            return since < patience or not self._ways.quorum
        return error.code is Code.MOVED

    async def _open(self) -> Leg | LocalChannel:
        owner = self._ways.owner(self.code)
        if owner is None:
            raise RequestError(Code.UNKNOWN_TABLE, table=self.code[:16])
        have = self._have()
        if self._ways.is_here(owner):
            return await self._ways.attach(self.who, self.code, watch=self._watch, have=have)
        if not owner:
            raise RequestError(Code.MOVED)
        old, chan = tuple(self._chans), secrets.token_hex(8)
        self._chans.append(chan)
        wish = Opening(
            chan=chan, who=self.who, code=self.code, watch=self._watch, have=have, old=old
        )
        return await self._ways.open(wish, owner, self)

    def _take(self, way: Leg | LocalChannel) -> None:
        """Go by ``way`` from now on, and send what has waited for one."""
        self._way = way
        if isinstance(way, LocalChannel):
            way.on_end = self._local_ended
        self._send_waiting()
        self._news.set()

    def _send_waiting(self) -> None:
        while self._way is not None and (request := self._asked.sending()) is not None:
            self._way.send(request)

    @property
    def _unhandled(self) -> int:
        return 0 if self._way is None else self._way.unhandled

    def _have(self) -> Cursor | None:
        return self._inbox.cursor

    # --- what comes by it ---

    def came(self, leg: Leg, arrived: Arrived, end: str) -> None:
        """Take what a leg brings; see ``Sink``."""
        if self._ended or leg.chan != self._chans[-1]:
            return
        if end in _MOVES:
            leg.lose()
            return
        self._inbox.put(arrived)
        if end:
            self._finish()
        self._news.set()

    def lost(self, leg: Leg) -> None:
        """Look for the room again; see ``Sink``."""
        if leg is self._way:
            self._lost(leg.unhandled)

    def _lost(self, unhandled: int) -> None:
        """Be without a way; say so if something that was asked may be lost with it."""
        self._way = None
        if self._asked.lose(unhandled):
            self.notify(Code.INTERRUPTED)
        self._cut.set()
        self._news.set()

    def _local_ended(self, local: LocalChannel) -> None:
        """Take what is left in a channel of this process, and look where the room is now."""
        if local is not self._way:
            return
        end = self._inbox.empty(local, keep=lambda code: code not in _MOVES)
        if end is None or end in _MOVES:
            self._lost(local.unhandled)
        else:
            self._finish()
        self._news.set()
