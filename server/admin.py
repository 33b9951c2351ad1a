"""The desks that a connection may be handed: the host's, and the owner's of a key.

Having a desk is the permission: :class:`HostDesk` is given to connections whose login was signed by
a key that the host's settings name, :class:`KeyDesk` to every connection with a key. What they do
is told by codes; the sentences are made in ``tui``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from server import logs
from server.bans import FOREVER, Ban, normal_subject
from server.codes import Code, CodedError
from server.connections import Visit
from server.hosting import Hosting, TableRow
from server.identity import is_fingerprint
from server.join_codes import normal_code
from server.keyring import KeyringError, KeyTrouble
from server.names import clean_text
from server.runner_task import Cut

if TYPE_CHECKING:
    from server.door import Door
    from server.house import House

__all__ = ["DeskCode", "DeskError", "HostDesk", "KeyDesk", "SessionRow", "TableRow"]

_TEXT_CELLS: Final = 200
_MOMENT: Final = 1.0
"""Seconds that a command has to print its answer before its own connection is closed."""


class DeskCode(StrEnum):
    """Why the host's desk refused; nothing has changed."""

    NOBODY = "nobody"
    """``target``: nobody here has this name, tag, key or address."""
    SEVERAL = "several"
    """``target``, ``count``: several people are meant; name the key."""
    GUEST_HAS_NO_KEY = "guest_has_no_key"
    """``address``: a guest can only be banned by address."""
    HOST_KEY = "host_key"
    """No params: the ban would shut out a host's key, or the address in use by this connection."""
    BAD_SUBJECT = "bad_subject"
    """``target``: neither a key, an address, a network nor somebody who is here."""
    NOT_BANNED = "not_banned"
    """``target``: there is no ban on exactly that."""
    NOT_LISTED = "not_listed"
    """``target``: this key is not on the list (that of the settings cannot be changed here)."""
    NO_TABLE = "no_table"
    """``table``: no table has this code."""
    NO_TEXT = "no_text"
    """No params: nothing is left of the message once it is cleaned."""


class DeskError(CodedError[DeskCode, str | int]):
    """A desk refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """One connection: who, from where, for how many seconds, with how many sessions."""

    name: str
    key: str
    guest: bool
    address: str
    seconds: int
    sessions: int


class HostDesk:
    """What the host may do, for one connection."""

    def __init__(self, house: House, hub: Hosting, door: Door) -> None:
        assert house.own is not None
        assert house.connections is not None
        self._house = house
        self._hub = hub
        self._door = door
        self._own = house.own
        self._connections = house.connections

    # --- looking ---

    async def sessions(self) -> list[SessionRow]:
        """Return who is connected, oldest first."""
        now = time.time()
        return [
            SessionRow(
                name=visit.name,
                key="" if visit.who.guest else visit.who.id,
                guest=visit.who.guest,
                address=visit.address,
                seconds=int(now - visit.since),
                sessions=visit.sessions,
            )
            for visit in await self._connections.all()
        ]

    async def tables(self) -> list[TableRow]:
        """Return the open tables, then the parked ones."""
        return await self._hub.table_rows()

    def bans(self) -> list[Ban]:
        """Return the bans in force."""
        return self._house.books.bans.all()

    def members(self) -> list[str]:
        """Return the identities that were let in, by invite or by name."""
        return self._house.books.members.all()

    # --- people ---

    async def kick(self, target: str, reason: str) -> int:
        """End somebody's sessions; their seats are kept. Return how many connections that was."""
        visits = await self._meant(target)
        await self._connections.show_out(visits, Cut.KICKED, reason=_cleaned(reason) or "-")
        logs.event("host.kick", count=len(visits))
        return len(visits)

    async def ban(self, target: str, seconds: float | None, reason: str) -> Ban:
        """Ban a key, an address, a network, or the key of somebody who is here; return the ban.

        Whoever it meets is shown out; who is banned for ever loses every seat at an open table.
        Raises :class:`StoreError` if it could not be kept.
        """
        until = FOREVER if seconds is None else time.time() + seconds
        made = Ban(subject=await self._subject(target), until=until, reason=_cleaned(reason))
        await self._house.books.bans.add(made)
        met = self._own.banned(made)
        if made.until == FOREVER and is_fingerprint(made.subject):
            identity = self._house.books.keyring.identity_of(made.subject)
            await self._hub.take_seats(identity, banned=True)
        logs.event("host.ban", count=met)
        return made

    async def unban(self, target: str) -> str:
        """Lift a ban and return its subject."""
        subject = normal_subject(target)
        if subject is None or not await self._house.books.bans.remove(subject):
            raise DeskError(DeskCode.NOT_BANNED, target=target[:64])
        logs.event("host.unban")
        return subject

    async def invite(self, uses: int, seconds: float) -> str:
        """Return a new invite code for ``uses`` people."""
        code = await self._house.books.members.new_invite(uses, seconds)
        logs.event("host.invite", count=uses)
        return code

    async def allow(self, key: str) -> None:
        """Let a key in under every policy."""
        if not is_fingerprint(key):
            raise DeskError(DeskCode.BAD_SUBJECT, target=key[:64])
        await self._house.books.members.allow(self._house.books.keyring.identity_of(key))

    async def disallow(self, key: str) -> None:
        """Take a key off the list again; sessions that run go on."""
        identity = self._house.books.keyring.identity_of(key)
        if not await self._house.books.members.disallow(identity):
            raise DeskError(DeskCode.NOT_LISTED, target=key[:64])

    # --- tables, and the server ---

    async def close(self, table: str, *, drop: bool) -> str:
        """Close a table: put it aside with its game, or give both up; return the code."""
        code = normal_code(table) or ""
        if not await self._hub.close_table(code, drop=drop):
            raise DeskError(DeskCode.NO_TABLE, table=table[:16])
        logs.event("host.close", kind="drop" if drop else "park")
        return code

    async def reopen(self, table: str) -> str:
        """Bring a parked table back; return the code."""
        code = normal_code(table) or ""
        if not await self._hub.reopen_table(code):
            raise DeskError(DeskCode.NO_TABLE, table=table[:16])
        logs.event("host.reopen")
        return code

    async def mute(self, table: str, seat: int, *, on: bool) -> str:
        """Mute a seat of a masked game by its public number, or take that back; return the code.

        Raises :class:`RequestError` where the table refuses, or :class:`StoreError`.
        """
        code = normal_code(table) or ""
        if not await self._hub.mute_seat(code, seat, on=on):
            raise DeskError(DeskCode.NO_TABLE, table=table[:16])
        logs.event("host.mute" if on else "host.unmute")
        return code

    async def say(self, text: str, table: str | None = None) -> None:
        """Tell everybody something, or everybody at a table."""
        cleaned = _cleaned(text)
        if not cleaned:
            raise DeskError(DeskCode.NO_TEXT)
        if table is None:
            await self._connections.notify(Code.HOST_MESSAGE, text=cleaned)
            return
        code = normal_code(table) or ""
        if not await self._hub.notify_table(code, Code.HOST_MESSAGE, text=cleaned):
            raise DeskError(DeskCode.NO_TABLE, table=table[:16])

    async def drain(self, seconds: int) -> None:
        """Let in only who has a seat, tell everybody, and stop the server in ``seconds``."""
        await self._connections.drain(seconds)

    async def stop_draining(self) -> bool:
        """Take a drain back; say whether there was one."""
        return await self._connections.stop_draining()

    # --- who is meant ---

    async def _meant(self, target: str) -> list[Visit]:
        """Return the connections of the one person or address that ``target`` names."""
        wanted = target.casefold()
        found = [
            visit
            for visit in await self._connections.all()
            if target in {visit.who.id, visit.key, visit.address, visit.who.tag}
            or wanted == visit.name.casefold()
        ]
        if not found:
            raise DeskError(DeskCode.NOBODY, target=target[:64])
        people = {visit.who.id for visit in found}
        if len(people) > 1 and all(visit.address != target for visit in found):
            raise DeskError(DeskCode.SEVERAL, target=target[:64], count=len(people))
        return found

    async def _subject(self, target: str) -> str:
        """Return what to ban for ``target``."""
        subject = normal_subject(target)
        if subject is None:
            try:
                meant = (await self._meant(target))[0]
            except DeskError as error:
                if error.code is DeskCode.NOBODY:
                    raise DeskError(DeskCode.BAD_SUBJECT, target=target[:64]) from error
                raise
            if meant.who.guest:
                raise DeskError(DeskCode.GUEST_HAS_NO_KEY, address=meant.address)
            subject = meant.who.id
        keyring = self._house.books.keyring
        if is_fingerprint(subject):
            # All keys of a person, whichever of them was named.
            subject = keyring.identity_of(subject)
            hosts = {*self._house.settings.admins, self._door.key}
            if hosts & {subject, *keyring.keys_of(subject)}:
                raise DeskError(DeskCode.HOST_KEY)
        elif Ban(subject=subject).covers(self._door.address):
            raise DeskError(DeskCode.HOST_KEY)
        return subject


class KeyDesk:
    """The keys of the person that a connection belongs to."""

    def __init__(self, house: House, hub: Hosting, door: Door, identity: str) -> None:
        self._house = house
        self._hub = hub
        self._door = door
        self._keyring = house.books.keyring
        self._identity = identity

    @property
    def key(self) -> str:
        """The key that signed this login."""
        return self._door.key

    def all(self) -> list[str]:
        """Return all keys of this person."""
        return self._keyring.keys_of(self._identity)

    async def add(self) -> str:
        """Return a code, good for ten minutes, that joins the key it is used with."""
        logs.event("key.code", tag=self._identity[-4:])
        return await self._keyring.new_code(self._identity)

    async def use(self, code: str) -> None:
        """Join the key of this connection to the person who made ``code``.

        Raises :class:`KeyringError`, or :class:`StoreError`. Every connection of this key is closed
        afterwards, for they belong to who this key was before.
        """
        key = self._door.key
        await self._keyring.offered(key, code)
        if await self._hub.has_seat(key):
            raise KeyringError(KeyTrouble.KEY_HAS_SEAT)
        identity = await self._keyring.join(key, code)
        if await self._hub.has_seat(key):  # taken from another window in the meantime
            await self._keyring.remove(identity, key)
            raise KeyringError(KeyTrouble.KEY_HAS_SEAT)
        await self._hub.move_names(key, identity)
        logs.event("key.joined", tag=identity[-4:])
        self._close(key)

    async def remove(self, key: str) -> None:
        """Take ``key`` off this person; its connections are closed. Raises as :meth:`use`."""
        await self._keyring.remove(self._identity, key)
        logs.event("key.removed", tag=self._identity[-4:])
        self._close(key)

    def _close(self, key: str) -> None:
        for door in list(self._house.doors):
            if door.key == key:
                later = _MOMENT if door is self._door else 0.0
                door.show_out(Cut.REKEYED, later=later)


def _cleaned(text: str) -> str:
    return clean_text(text, cells=_TEXT_CELLS)
