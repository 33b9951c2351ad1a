"""What each role may say and hear, as NATS permissions.

An allow list for each user: whatever is not named here is refused by the nodes. A front has no
user in the account INNER at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

from server.cluster.roles import Role
from server.cluster.subjects import Account, Bucket, Stream, inbox

__all__ = ["Permissions", "permissions"]

_API: Final = "$JS.API"
_INBOXES: Final = "_INBOX.>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """The subjects, with wildcards, that a user may publish to and subscribe to."""

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]


def permissions(role: Role, name: str, account: Account) -> Permissions:
    """Return what the process ``name`` may do in ``account``; it must have a user there."""
    match role:
        case Role.FRONT:
            return _front(name)
        case Role.TABLES:
            return _tables(name, account)
        case Role.WORKER:
            mine = _tables(name, account)
            return _both(_front(name), mine) if account is Account.SHARED else mine
        case Role.OPERATOR:
            return _operator(name, account)
        case _:
            assert_never(role)


def _both(one: Permissions, other: Permissions) -> Permissions:
    """Return what either allows."""
    return Permissions(
        publish=tuple(dict.fromkeys(one.publish + other.publish)),
        subscribe=tuple(dict.fromkeys(one.subscribe + other.subscribe)),
    )


def _front(name: str) -> Permissions:
    """Return a front's: its own channels and questions; to read, SHARED's buckets."""
    return Permissions(
        publish=(
            f"open.{name}.>",
            f"up.{name}.>",
            f"desk.{name}.>",
            f"$KV.{Bucket.LIVE}.{name}.*",
            f"$KV.{Bucket.BOOKS}.>",
            *(s for b in (Bucket.LIVE, Bucket.LEASES, Bucket.BOOKS) for s in _reading(b.stream)),
        ),
        subscribe=(f"{inbox(name)}.>", f"view.{name}.>", "fronts.*"),
    )


def _tables(name: str, account: Account) -> Permissions:
    """Return a table process's in ``account``."""
    if account is Account.SHARED:
        return Permissions(
            publish=(
                "view.>",
                "fronts.*",
                _INBOXES,
                f"$KV.{Bucket.LIVE}.{name}.*",
                f"$KV.{Bucket.LEASES}.*",
                f"$KV.{Bucket.BOOKS}.>",
                *_keeping(account),
            ),
            subscribe=(
                f"{inbox(name)}.>",
                f"open.*.*.{name}.*",
                "open.*.*.lobby",
                f"up.*.*.{name}.*.*",
                "desk.*.*.*",
                f"desk.*.*.at.{name}.*",
                f"desk.*.*.told.{name}.*",
            ),
        )
    return Permissions(
        publish=(
            "host.*.*.*",
            "hosts.*",
            _INBOXES,
            "journal.*",
            "archive.>",
            "played.>",
            f"$KV.{Bucket.PEOPLE}.>",
            f"$KV.{Bucket.GUESTS}.>",
            f"$KV.{Bucket.LISTINGS}.*",
            *_keeping(account),
        ),
        subscribe=(f"{inbox(name)}.>", f"host.{name}.*.*", "hosts.*"),
    )


def _operator(name: str, account: Account) -> Permissions:
    """Return those of the host's own commands: to look, to mend, to bring games along."""
    if account is Account.SHARED:
        said: tuple[str, ...] = (
            "fronts.*",
            f"$KV.{Bucket.LIVE}.{name}.*",
            f"$KV.{Bucket.LEASES}.*",
            f"$KV.{Bucket.BOOKS}.>",
        )
    else:
        said = ("hosts.*", "journal.*", "archive.>", "played.>", f"$KV.{Bucket.PEOPLE}.>")
    return Permissions(publish=(*said, f"{_API}.>", "$JS.FC.>"), subscribe=(f"{inbox(name)}.>",))


def _reading(stream: str) -> tuple[str, ...]:
    """Return what it takes to get from ``stream`` and to watch it."""
    return (
        f"{_API}.STREAM.INFO.{stream}",
        f"{_API}.STREAM.MSG.GET.{stream}",
        f"{_API}.CONSUMER.CREATE.{stream}",
        f"{_API}.CONSUMER.CREATE.{stream}.>",
        f"{_API}.CONSUMER.INFO.{stream}.*",
        f"$JS.FC.{stream}.>",
    )


def _keeping(account: Account) -> tuple[str, ...]:
    """Return what it takes to make and read the streams of ``account``, and to prune INNER's two.

    Neither to delete nor to change one: no process does that, only the host's own commands.
    """
    streams = [bucket.stream for bucket in Bucket if bucket.account is account]
    pruned = list(Stream) if account is Account.INNER else []
    return (
        *(subject for stream in [*streams, *pruned] for subject in _reading(stream)),
        *(f"{_API}.STREAM.CREATE.{stream}" for stream in [*streams, *pruned]),
        *(f"{_API}.STREAM.PURGE.{stream}" for stream in pruned),
        *(f"{_API}.CONSUMER.MSG.NEXT.{stream}.*" for stream in pruned),
        *(f"{_API}.CONSUMER.DELETE.{stream}.*" for stream in pruned),
    )
