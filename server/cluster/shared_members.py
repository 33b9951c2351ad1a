"""Who was let in, and the invites that are out, for several processes at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from server.book_changes import SaveInvite, SaveMember
from server.cluster.book_cells import invite_key, put_of
from server.cluster.vault import ConflictError
from server.policy import Invite, Members
from server.secret_codes import digest, normal_secret
from server.wire import WireError, unpack

if TYPE_CHECKING:
    from server.cluster.book_cells import BookCells
    from server.cluster.cells import Cell

__all__ = ["SharedMembers"]


class SharedMembers(Members):
    """The live copy of who was let in; an invite is used as often as it says, wherever it is."""

    def __init__(self, cells: BookCells) -> None:
        super().__init__(cells.write)
        self._cells = cells
        self._identities: dict[str, str] = {}
        """Each member by the key in the bucket."""

    async def redeem(self, typed: str | None, identity: str | None) -> bool:
        """Use a code once, by the word of the bucket; the use and the member are written as one."""
        code = normal_secret(typed or "")
        if code is None:
            return False
        kept = digest(code)
        while True:
            cell = await self._cells.get(invite_key(kept))
            invite = _invite(cell)
            if invite is None or invite.uses < 1 or self._clock() >= invite.until:
                return False
            used = SaveInvite(digest=kept, uses=invite.uses - 1, until=invite.until)
            puts = [replace(put_of(used, by=self._cells.pid), last=cell.revision)]
            if identity is not None:
                puts.append(put_of(SaveMember(identity=identity), by=self._cells.pid))
            try:
                await self._cells.put(*puts)
            except ConflictError:
                continue  # somebody else has come in by it at this moment
            return True

    def heard_member(self, key: str, plain: dict[str, Any] | None) -> None:
        """Take over what is under a member's key now."""
        if plain is not None:
            self._identities[key] = plain["identity"]
            self._members.add(plain["identity"])
        elif (gone := self._identities.pop(key, None)) is not None:
            self._members.discard(gone)

    def heard_invite(self, key: str, plain: dict[str, Any] | None) -> None:
        """Take over what is under an invite's key now."""
        if plain is not None:
            self._invites[plain["digest"]] = Invite(plain["uses"], plain["until"])
        else:
            self._invites.pop(bytes.fromhex(key.rpartition(".")[2]), None)


def _invite(cell: Cell) -> Invite | None:
    try:
        plain = {} if cell.value is None else unpack(cell.value)
        return Invite(plain["uses"], plain["until"])
    except (WireError, KeyError):
        return None
