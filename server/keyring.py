"""Several keys of one person: which identity a key stands for, and one-time codes to join a key.

A key is an identity of its own until its owner joins it to another. An identity's first key gives
it its id; that id stays when the key itself is removed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.bans import Write
from server.book_changes import DropKey, SaveKey
from server.secret_codes import digest, new_secret, normal_secret

__all__ = ["CODE_SECONDS", "KeyTrouble", "Keyring", "KeyringError"]

CODE_SECONDS: Final = 600.0
_MOST_KEYS: Final = 10
_REMOVED: Final = ""


class KeyTrouble(StrEnum):
    """Why a key cannot be joined or removed."""

    BAD_CODE = "bad_code"
    """No such code, or it was used or is too old."""
    OWN_CODE = "own_code"
    """The code was made by this very identity: it must be used with the *new* key."""
    KEY_HAS_KEYS = "key_has_keys"
    """Other keys stand for the new key's identity; they must be removed first."""
    KEY_HAS_SEAT = "key_has_seat"
    """The new key has a seat at a table, which nobody could ever come back to."""
    TOO_MANY_KEYS = "too_many_keys"
    LAST_KEY = "last_key"
    """It is the only key of this identity."""
    UNKNOWN_KEY = "unknown_key"
    """No key of this identity."""


class KeyringError(Exception):
    """A key was not joined or removed; nothing has changed."""

    def __init__(self, trouble: KeyTrouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class _Code:
    identity: str
    ends: float


class Keyring:
    """Keys and identities in memory; every change is durable before it counts.

    Codes live in memory only, as hashes, one for an identity.
    """

    def __init__(self, write: Write, clock: Callable[[], float] = time.monotonic) -> None:
        self._write = write
        self._clock = clock
        self._owners: dict[str, str] = {}
        self._codes: dict[bytes, _Code] = {}

    def load(self, owners: Mapping[str, str]) -> None:
        """Take over what was kept."""
        self._owners = dict(owners)

    def identity_of(self, key: str) -> str:
        """Return the id of the identity that ``key`` stands for: mostly its own fingerprint."""
        return self._owners.get(key) or key

    def removed(self, key: str) -> bool:
        """Say whether this key gave its identity the id and was removed by its owner since."""
        return self._owners.get(key) == _REMOVED

    def keys_of(self, identity: str) -> list[str]:
        """Return the fingerprints that stand for ``identity``, its first key first if it does."""
        first = [] if identity in self._owners else [identity]
        return first + sorted(k for k, owner in self._owners.items() if owner == identity)

    async def new_code(self, identity: str) -> str:
        """Return a code that joins one key to ``identity``; an earlier one is void."""
        now = self._clock()
        self._codes = {
            kept: code
            for kept, code in self._codes.items()
            if code.identity != identity and code.ends > now
        }
        made = new_secret()
        self._codes[digest(made)] = _Code(identity, now + CODE_SECONDS)
        return made

    async def offered(self, key: str, typed: str) -> str:
        """Return the identity that ``typed`` would join ``key`` to, without using it up.

        Raises :class:`KeyringError`.
        """
        normal = normal_secret(typed)
        code = self._codes.get(digest(normal)) if normal is not None else None
        if code is None or code.ends <= self._clock():
            raise KeyringError(KeyTrouble.BAD_CODE)
        self.check_joining(key, code.identity)
        return code.identity

    def check_joining(self, key: str, identity: str) -> None:
        """Raise :class:`KeyringError` if ``key`` cannot be joined to ``identity``."""
        if self.identity_of(key) == identity:
            raise KeyringError(KeyTrouble.OWN_CODE)
        if key in self._owners or self.keys_of(key) != [key]:
            raise KeyringError(KeyTrouble.KEY_HAS_KEYS)
        if len(self.keys_of(identity)) >= _MOST_KEYS:
            raise KeyringError(KeyTrouble.TOO_MANY_KEYS)

    async def join(self, key: str, typed: str) -> str:
        """Use a code up: ``key`` stands for the identity that made it, which is returned."""
        identity = await self.offered(key, typed)
        normal = normal_secret(typed)
        assert normal is not None
        # Before anything is awaited: one code, one key.
        del self._codes[digest(normal)]
        await self._write(SaveKey(key=key, identity=identity))
        self.note(key, identity)
        return identity

    async def remove(self, identity: str, key: str) -> None:
        """Let ``key`` stand for ``identity`` no more.

        A joined key becomes an identity of its own again; the first key may not enter any more, as
        its id is that of the identity.
        """
        change = self.removal(identity, key)
        await self._write(change)
        self.note(key, change.identity if isinstance(change, SaveKey) else None)

    def removal(self, identity: str, key: str) -> SaveKey | DropKey:
        """Return what is to be written so that ``key`` is off; raise as :meth:`remove`."""
        keys = self.keys_of(identity)
        if key not in keys:
            raise KeyringError(KeyTrouble.UNKNOWN_KEY)
        if keys == [key]:
            raise KeyringError(KeyTrouble.LAST_KEY)
        return SaveKey(key=key, identity=_REMOVED) if key == identity else DropKey(key=key)

    def note(self, key: str, identity: str | None) -> None:
        """Take over what was written: whose ``key`` is now, ``None`` for its own."""
        if identity is None:
            self._owners.pop(key, None)
        else:
            self._owners[key] = identity
