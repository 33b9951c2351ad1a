"""What a process does for the house, and as whom it comes in."""

from __future__ import annotations

from enum import StrEnum

from server.cluster.subjects import Account

__all__ = ["Role", "user_of"]


class Role(StrEnum):
    """What a process does for the house."""

    FRONT = "front"
    TABLES = "tables"
    WORKER = "worker"
    """Front and table process in one."""
    OPERATOR = "operator"
    """The host's own commands: makes and looks at streams, speaks to all."""

    @property
    def accounts(self) -> tuple[Account, ...]:
        """Where such a process has a user."""
        return (Account.SHARED,) if self is Role.FRONT else (Account.SHARED, Account.INNER)


def user_of(name: str, account: Account) -> str:
    """Return the user of the process ``name`` in ``account``; users are one name space."""
    return name if account is Account.SHARED else f"{name}@inner"
