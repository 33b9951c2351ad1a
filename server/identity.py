"""Who a connection is: the key that *signed* the login, or a guest of this visit."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Callable

from server.api import Identity
from server.names import clean_name

__all__ = ["TAG_LENGTH", "LoginProof", "fingerprint", "is_fingerprint", "tag"]

TAG_LENGTH = 4
"""Characters of a fingerprint that are shown beside a name."""


def fingerprint(key_blob: bytes) -> str:
    """Return ``SHA256:…`` of a public key in SSH wire form, as OpenSSH prints it."""
    digest = base64.b64encode(hashlib.sha256(key_blob).digest()).decode("ascii")
    return "SHA256:" + digest.rstrip("=")


def is_fingerprint(text: str) -> bool:
    """Say whether ``text`` has the form that :func:`fingerprint` returns."""
    return re.fullmatch(r"SHA256:[A-Za-z0-9+/]{43}", text) is not None


def tag(identity: str) -> str:
    """Return the short suffix of an identity's ``id`` that is shown beside the name."""
    return identity[-TAG_LENGTH:]


class LoginProof:
    """What one connection has proved so far; the identity is made of it once, at the end.

    An SSH client may ask about keys without owning them (a probe), offer several, change its mind
    and log in as a guest after all. Only :meth:`signed`, called after a signature over this very
    connection was verified, ever ties the connection to a key.

    ``at``: what a guest's id begins with after ``guest:``; where a server is made of several
    processes, a mark of the one that the guest came to.
    """

    def __init__(self, at: str = "") -> None:
        self._at = at
        self._key_id: str | None = None
        self._guest = False
        self._identity: Identity | None = None

    @property
    def identity(self) -> Identity | None:
        """The identity, once :meth:`complete` has fixed it."""
        return self._identity

    @property
    def key(self) -> str:
        """The fingerprint of the key that signed, ``""`` without one."""
        return self._key_id or ""

    def signed(self, key_blob: bytes) -> None:
        """Note that a valid signature with this public key (SSH wire form) was seen."""
        self._key_id = fingerprint(key_blob)

    def guest_welcome(self) -> None:
        """Note that the connection may enter without a key."""
        self._guest = True

    def complete(
        self, wanted_name: str, identity_of: Callable[[str], str] = str
    ) -> Identity | None:
        """Fix and return the identity; ``None`` if nothing was proved (the caller must refuse).

        ``identity_of`` gives the identity that a key stands for, its own unless it was joined to
        another. Later calls return the same value whatever was noted in between.
        """
        if self._identity is None and (self._key_id is not None or self._guest):
            if self._key_id is not None:
                identity = identity_of(self._key_id)
            else:
                identity = f"guest:{self._at}{secrets.token_hex(8)}"
            self._identity = Identity(
                id=identity,
                name=clean_name(wanted_name),
                guest=self._key_id is None,
                tag=tag(identity),
            )
        return self._identity
