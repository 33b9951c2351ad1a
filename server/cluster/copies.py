"""What a cluster keeps, as backups want it (:class:`server.backup.Source`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import nats.errors

from server.cluster.exporter import export
from server.cluster.vault import PLACE
from server.codes import StoreCode, StoreError
from server.wire import WireError

if TYPE_CHECKING:
    from pathlib import Path

    from server.cluster.bus import Bus

__all__ = ["ClusterCopies"]

_TROUBLE: Final = (nats.errors.Error, TimeoutError, WireError)


class ClusterCopies:
    """Copies of everything, asked of the nodes."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def copy_to(self, path: Path) -> None:
        """Copy everything to the empty file ``path``; raise as :class:`server.backup.Source`."""
        try:
            await export(self._bus, path)
        except _TROUBLE as error:
            reason = type(error).__name__
            raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason=reason) from error
