"""What a front says to have a channel opened, and what travels in the channel then.

Maps on the wire, values here; whatever arrives is bad until it has passed ``from_plain``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from server.api import Identity
from server.cursor import Cursor
from server.wire import WireError

__all__ = ["Body", "Opening", "identity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A wish for a channel.

    ``chan`` is its new random name, ``old`` the names of those that it takes the place of.
    ``code`` is the table's, ``""`` for the lobby. ``have`` is what the session has had already.
    """

    chan: str
    who: Identity
    code: str = ""
    watch: bool = False
    have: Cursor | None = None
    old: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return it as a map for the wire."""
        return {
            "chan": self.chan,
            "who": asdict(self.who),
            "code": self.code,
            "watch": self.watch,
            "have": None if self.have is None else self.have.plain(),
            "old": list(self.old),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Opening:
        """Return the wish in a map; raise :class:`WireError` for anything else."""
        match plain:
            case {
                "chan": str(chan), "who": dict(who), "code": str(code), "watch": bool(watch),
                "have": dict() | None as have, "old": list(old),
            } if all(isinstance(name, str) for name in old):  # fmt: skip
                return cls(
                    chan=chan,
                    who=identity(who),
                    code=code,
                    watch=watch,
                    have=None if have is None else Cursor.from_plain(have),
                    old=tuple(old),
                )
            case _:
                raise WireError("no opening")


def identity(plain: Mapping[str, Any]) -> Identity:
    """Return the person in a map; raise :class:`WireError` for anything else."""
    match plain:
        case {"id": str(who), "name": str(name), "guest": bool(guest), "tag": str(tag)}:
            return Identity(id=who, name=name, guest=guest, tag=tag)
        case _:
            raise WireError("no identity")


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """One message of a channel to its front: a packed ``data``, a frame or a notice.

    Of a frame: ``cursor`` is how far its session is with it; ``left`` is what its clock had left
    (not rounded) at ``at``, in the sender's time, or ``None``; ``beat``: it has moments in that
    time. ``end`` is the code with which the channel has ended, ``""`` for one that goes on.
    """

    data: bytes
    frame: bool = False
    cursor: Cursor | None = None
    left: float | None = None
    at: float = 0.0
    beat: bool = False
    end: str = ""

    def plain(self) -> dict[str, Any]:
        """Return it as a map for the wire, without what is as usual."""
        plain: dict[str, Any] = {"data": self.data}
        if self.frame:
            plain["frame"] = True
        if self.cursor is not None:
            plain["cursor"] = self.cursor.plain()
        if self.left is not None:
            plain["left"], plain["at"] = self.left, self.at
        if self.beat:
            plain["beat"] = True
        if self.end:
            plain["end"] = self.end
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Body:
        """Return the message in a map; raise :class:`WireError` for anything else."""
        try:
            cursor = plain.get("cursor")
            return cls(**{**plain, "cursor": None if cursor is None else Cursor.from_plain(cursor)})
        except TypeError as error:
            raise WireError("no body") from error
