"""How the host asks one process to leave, and how that process hears of it.

A word on the bus may be lost, so it is said again until the process itself shows that it leaves, or
is gone; hearing it twice is the same as once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from server.cluster.bus import Role
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.overview import processes
from server.cluster.subjects import name_of, to_fronts, to_hosts, verb_of
from server.wire import pack, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["ask_to_leave", "hear_of_leaving"]

_VERB: Final = "leave"
_AGAIN: Final = 0.5
_TRIES: Final = 20


async def ask_to_leave(bus: Bus, name: str, seconds: float) -> int:
    """Ask the processes configured as ``name`` to leave within ``seconds``; return how many did so.

    Raises :class:`ClusterError` NO_PROCESS if there is none, or NO_ANSWER.
    """
    meant = [pid for pid in await processes(bus) if name_of(pid) == name]
    if not meant:
        raise ClusterError(ClusterCode.NO_PROCESS, name=name)
    for _ in range(_TRIES):
        for pid in meant:
            word = pack({"pid": pid, "seconds": seconds})
            await bus.publish(to_fronts(_VERB), word)
            await bus.publish(to_hosts(_VERB), word)
        await asyncio.sleep(_AGAIN)
        now = await processes(bus)
        if all(now[pid].get("draining") for pid in meant if pid in now):
            return len(meant)
    raise ClusterError(ClusterCode.NO_ANSWER)


async def hear_of_leaving(bus: Bus, leave: Callable[[float], None]) -> None:
    """Call ``leave`` with the seconds it has whenever this process is asked to."""
    say = to_fronts if bus.role is Role.FRONT else to_hosts

    def heard(subject: str, payload: bytes) -> None:
        word = unpack(payload)
        if verb_of(subject) == _VERB and word.get("pid") == bus.pid:
            leave(float(word["seconds"]))

    await bus.listen(say(_VERB), heard)
