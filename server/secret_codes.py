"""Codes that open a door once: made here, told to one person, kept as hashes only."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

__all__ = ["digest", "new_secret", "normal_secret"]

_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without 0 O 1 I L, which are mistaken for each other when read aloud."""
_LENGTH: Final = 10
"""Ten of 31 are 49 bits; a guess costs a whole SSH login."""
_TYPED: Final = re.compile(r"([A-HJKMNP-Z2-9]{5})[- ]?([A-HJKMNP-Z2-9]{5})")


def new_secret() -> str:
    """Return a new code, like ``K7QMW-3FD9T``."""
    drawn = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return f"{drawn[:5]}-{drawn[5:]}"


def normal_secret(typed: str) -> str | None:
    """Return the code that was typed (any case, dash or blank or neither), or ``None``."""
    if len(typed) > 64:
        return None
    found = _TYPED.fullmatch(typed.strip().upper())
    return f"{found[1]}-{found[2]}" if found else None


def digest(code: str) -> bytes:
    """Return what is kept of a code. It is random, so one round of SHA-256 is enough."""
    return hashlib.sha256(code.encode("ascii")).digest()
