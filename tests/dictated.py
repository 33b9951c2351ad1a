"""Deals, codes and bots' minds that a test meets again when it runs again.

The product draws them from the operating system. A test that holds for most deals and fails for
one shall fail here or never, not on somebody else's machine: every test is dealt what its own name
and ``UNDERTABLE_TEST_SEED`` give, so that another seed is another look at all of them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from types import ModuleType
from typing import Final, TypeVar

from server import bots, join_codes, masks, running

__all__ = ["DEALERS", "Dealer"]

T = TypeVar("T")

DEALERS: Final[tuple[ModuleType, ...]] = (running, bots, join_codes, masks)
"""The modules that deal; each calls the standard library by the name ``secrets``."""


class Dealer:
    """What stands in for the module ``secrets`` where games are dealt."""

    def __init__(self, name: str) -> None:
        seed = os.environ.get("UNDERTABLE_TEST_SEED", "1000")
        self._random = random.Random(f"{seed} {name}")

    def token_bytes(self, count: int) -> bytes:
        """Return the seed of a deal or of a bot."""
        return self._random.randbytes(count)

    def token_hex(self, count: int) -> str:
        """Return the name of a game: never the same again, a server may have been restarted."""
        return os.urandom(count).hex()

    def choice(self, of: Sequence[T]) -> T:
        """Return one of ``of``."""
        return self._random.choice(of)

    def randbelow(self, most: int) -> int:
        """Return a number from 0 to below ``most``."""
        return self._random.randrange(most)

    def SystemRandom(self) -> random.Random:  # noqa: N802 - the name that it stands in for
        """Return what shuffles seats."""
        return self._random
