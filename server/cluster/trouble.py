"""How nodes say that something could not be done, for all who ask them for something."""

from __future__ import annotations

from typing import Final

import nats.errors

__all__ = ["TROUBLE", "WRONG_LAST"]

TROUBLE: Final = (nats.errors.Error, TimeoutError, OSError)
"""What comes of nodes that are not there, or have no quorum: it passes."""
WRONG_LAST: Final = (10071, 10164)
"""Codes of an ``APIError``: the last message is another one than the writer has named."""
