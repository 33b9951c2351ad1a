"""Who has which name, and what is kept about a player between visits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from contextvars import Context
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

from server import logs
from server.api import Identity, PlayerRecord
from server.book_changes import MoveNames
from server.changes import ClaimName, ForgetGuest, SavePlayer
from server.codes import StoreError
from server.keeping import GuestStore, NameStore, PersonStore
from server.names import clean_text, skeleton
from server.visitors import Visitors
from server.wire import WireError, pack, unpack

__all__ = ["Players", "check_choices"]

_NAMES: Final = 5
"""Names that one key may hold; more are used but not bound."""
_SETTINGS: Final = 16 * 1024
"""Bytes of packed settings that are kept for one player."""
_BASE_CELLS: Final = 11
"""Cells that a name keeps when ``~`` and a tag are put behind it (16 in all)."""


class _Store(NameStore, PersonStore, Protocol):
    """Keeps names and what is known of people."""


class Players:
    """Names bound to keys, first come, by their look; and the players' stored choices.

    The names are in memory, so that a session need not wait for the store to know what it is
    called; a claim is written behind its back. A store that several processes share keeps them up
    to date by itself, and may find that somebody else was first: see :meth:`named`.
    """

    def __init__(self, store: _Store, guests: GuestStore | None = None) -> None:
        self._store = store
        self._guests: GuestStore = guests or Visitors()
        self._owners: dict[str, str] = {}
        self._claims: dict[str, asyncio.Task[None]] = {}
        """Claims that are being written, by skeleton."""
        self._writing: set[asyncio.Task[None]] = set()
        self._choices: WeakValueDictionary[str, asyncio.Task[None]] = WeakValueDictionary()
        """Each player's newest choice, while it is being written; the next one waits for it."""

    async def load(self) -> None:
        """Read the bound names."""
        self._owners = await self._store.names()

    async def settled(self) -> None:
        """Wait until every claim and choice so far is written."""
        await asyncio.gather(*self._writing)

    def effective_name(self, who: Identity) -> str:
        """Return what ``who`` is called here: the wanted name, or with the tag if it is another's.

        A key's first use of a free name binds it. Guests bind nothing and never get a bound name
        bare.
        """
        look = skeleton(who.name)
        owner = self._owners.get(look)
        if owner == who.id or who.id == "local":
            return who.name
        if owner is None:
            if not who.guest and look and self._held(who.id) < _NAMES:
                self._claim(look, who.id)
            return who.name
        return _tagged(who)

    async def named(self, who: Identity) -> str:
        """Return :meth:`effective_name` once it is certain: a claim of it is written, or lost."""
        look = skeleton(who.name)
        name, claim = self.effective_name(who), self._claims.get(look)
        if claim is None:
            return name
        await asyncio.wait((claim,))
        return name if self._owners.get(look) == who.id else _tagged(who)

    def _held(self, player: str) -> int:
        """Return how many names are bound to a player; asked only when one more is to be."""
        return sum(owner == player for owner in self._owners.values())

    def _claim(self, look: str, player: str) -> None:
        self._owners[look] = player
        claim = ClaimName(skeleton=look, player=player)
        writing = self._write_later(self._store.write(claim), "name_not_stored")
        self._claims[look] = writing
        writing.add_done_callback(lambda _: self._claims.pop(look, None))

    async def move_names(self, old: str, new: str) -> None:
        """Give the names that ``old`` holds to ``new``; raise :class:`StoreError`."""
        await self.settled()
        await self._store.write(MoveNames(old=old, new=new))
        for look, owner in self._owners.items():
            if owner == old:
                self._owners[look] = new

    def _write_later(self, writing: Coroutine[Any, Any, None], fault: str) -> asyncio.Task[None]:
        """Carry ``writing`` out, whatever becomes of the session meanwhile; log ``fault``."""

        async def write() -> None:
            try:
                await writing
            except (StoreError, ValueError) as error:
                logs.failure(fault, error)

        # In an empty context: a session's own would hold its App for as long as the disk takes.
        task = asyncio.get_running_loop().create_task(write(), context=Context())
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return task

    async def record(self, who: Identity) -> PlayerRecord:
        """Return what is kept about ``who``, with all choices so far; defaults for a newcomer."""
        await self.remembered(who)
        kept = _record(await self._keeper(who).player(who.id))
        return {**kept, "name": self.effective_name(who)}

    async def remembered(self, who: Identity) -> None:
        """Wait until the choices of ``who`` so far are written, or were not and are logged."""
        if (choice := self._choices.get(who.id)) is not None:
            await asyncio.wait((choice,))

    def _keeper(self, who: Identity) -> PersonStore:
        return self._guests if who.guest else self._store

    def remember(self, who: Identity, **changes: Any) -> None:
        """Keep changed ``language``, ``colour`` (texts) and ``settings`` (a map, merged by key).

        Begins at once and ends by itself: a session that is cut off in that moment loses nothing.
        A guest's are kept for the visit. Raises ``TypeError`` for anything else; too much of it,
        or what cannot be written, is logged and not kept.
        """
        check_choices(changes)
        before = self._choices.get(who.id)
        writing = self._remember(who, changes, before)
        self._choices[who.id] = self._write_later(writing, "choice_not_stored")

    async def _remember(
        self, who: Identity, changes: dict[str, Any], before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait((before,))
        name = self.effective_name(who)

        def revise(kept: SavePlayer | None) -> SavePlayer:
            record = _record(kept)
            settings = pack({**record["settings"], **changes.get("settings", {})})
            if len(settings) > _SETTINGS:
                raise ValueError("too many settings")
            return SavePlayer(
                id=who.id,
                name=name,
                language=changes.get("language", record["language"])[:16],
                colour=changes.get("colour", record["colour"])[:16],
                settings=settings,
            )

        await self._keeper(who).revise_player(who.id, revise)

    def forget_guest(self, guest: str) -> None:
        """Drop what was kept for a guest's visit; the results of the visit are nobody's now."""
        self._guests.forget(guest)
        self._write_later(self._store.write(ForgetGuest(guest=guest)), "guest_not_forgotten")

    async def forget_all_guests(self) -> None:
        """Drop what an earlier process kept for guests; raise :class:`StoreError`."""
        await self._store.write(ForgetGuest(guest="guest:*"))


def check_choices(changes: Mapping[str, object]) -> None:
    """Raise ``TypeError`` for anything that :meth:`Players.remember` cannot keep."""
    for key, value in changes.items():
        match key, value:
            case ("language" | "colour", str()) | ("settings", dict()):
                pass
            case _:
                raise TypeError(f"cannot remember {key!r}")


def _tagged(who: Identity) -> str:
    """Return the name of somebody who has it from another."""
    return f"{clean_text(who.name, cells=_BASE_CELLS)}~{who.tag or who.id[-4:]}"


def _record(kept: SavePlayer | None) -> PlayerRecord:
    if kept is None:
        return PlayerRecord(name="", language="", colour="", settings={})
    try:
        settings = unpack(kept.settings)
    except WireError:
        settings = {}
    return PlayerRecord(
        name=kept.name, language=kept.language, colour=kept.colour, settings=settings
    )
