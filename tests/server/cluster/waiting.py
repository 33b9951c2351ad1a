"""Waiting for what one process hears of another, with an end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PATIENCE = 10.0


async def until(holds: Callable[[], bool]) -> None:
    """Return as soon as ``holds`` does; fail the test if it never does."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - whatever it waits for, here or in another process
            await asyncio.sleep(0.01)
