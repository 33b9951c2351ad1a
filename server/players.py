"""Who has which name, and what is kept about a player between visits."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextvars import Context
from typing import Any, Final
from weakref import WeakValueDictionary

from server import logs
from server.api import Identity, PlayerRecord
from server.book_changes import MoveNames
from server.changes import ClaimName, ForgetGuest, SavePlayer
from server.codes import StoreError
from server.names import clean_text, skeleton
from server.store import Store
from server.wire import WireError, pack, unpack

__all__ = ["Players"]

_NAMES: Final = 5
"""Names that one key may hold; more are used but not bound."""
_SETTINGS: Final = 16 * 1024
"""Bytes of packed settings that are kept for one player."""
_BASE_CELLS: Final = 11
"""Cells that a name keeps when ``~`` and a tag are put behind it (16 in all)."""


class Players:
    """Names bound to keys, first come, by their look; and the players' stored choices.

    The names are in memory, so that a session need not wait for the store to know what it is
    called; a claim is written behind its back.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owners: dict[str, str] = {}
        self._held: Counter[str] = Counter()
        self._guests: dict[str, PlayerRecord] = {}
        self._writing: set[asyncio.Task[None]] = set()
        self._choices: WeakValueDictionary[str, asyncio.Task[None]] = WeakValueDictionary()
        """Each player's newest choice, while it is being written; the next one waits for it."""

    async def load(self) -> None:
        """Read the bound names."""
        self._owners = await self._store.names()
        self._held = Counter(self._owners.values())

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
            if not who.guest and self._held[who.id] < _NAMES and look:
                self._owners[look] = who.id
                self._held[who.id] += 1
                claim = ClaimName(skeleton=look, player=who.id)
                self._write_later(self._store.write(claim), "name_not_stored")
            return who.name
        return f"{clean_text(who.name, cells=_BASE_CELLS)}~{who.tag or who.id[-4:]}"

    async def move_names(self, old: str, new: str) -> None:
        """Give the names that ``old`` holds to ``new``; raise :class:`StoreError`."""
        await self.settled()
        await self._store.write(MoveNames(old=old, new=new))
        for look, owner in self._owners.items():
            if owner == old:
                self._owners[look] = new
        self._held[new] += self._held.pop(old, 0)

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
        if (choice := self._choices.get(who.id)) is not None:
            await asyncio.wait((choice,))
        return await self._record(who)

    async def _record(self, who: Identity) -> PlayerRecord:
        name = self.effective_name(who)
        kept = self._guests.get(who.id)
        if kept is None and not who.guest:
            kept = _record(await self._store.player(who.id))
        if kept is None:
            kept = PlayerRecord(name=name, language="", colour="", settings={})
        return {**kept, "name": name, "settings": dict(kept["settings"])}

    def remember(self, who: Identity, **changes: Any) -> None:
        """Keep changed ``language``, ``colour`` (texts) and ``settings`` (a map, merged by key).

        Begins at once and ends by itself: a session that is cut off in that moment loses nothing.
        A guest's are kept for the visit. Raises ``TypeError`` for anything else; too much of it,
        or what cannot be written, is logged and not kept.
        """
        for key, value in changes.items():
            match key, value:
                case ("language" | "colour", str()) | ("settings", dict()):
                    pass
                case _:
                    raise TypeError(f"cannot remember {key!r}")
        before = self._choices.get(who.id)
        writing = self._remember(who, changes, before)
        self._choices[who.id] = self._write_later(writing, "choice_not_stored")

    async def _remember(
        self, who: Identity, changes: dict[str, Any], before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait((before,))
        record = await self._record(who)
        record["language"] = changes.get("language", record["language"])[:16]
        record["colour"] = changes.get("colour", record["colour"])[:16]
        record["settings"] = {**record["settings"], **changes.get("settings", {})}
        await self._keep(who, record)

    async def _keep(self, who: Identity, record: PlayerRecord) -> None:
        """Keep the whole record; raise ``ValueError`` if its settings are too many."""
        settings = pack(record["settings"])
        if len(settings) > _SETTINGS:
            raise ValueError("too many settings")
        if who.guest:
            self._guests[who.id] = record
            return
        await self._store.write(
            SavePlayer(
                id=who.id,
                name=record["name"],
                language=record["language"],
                colour=record["colour"],
                settings=settings,
            )
        )

    def forget_guest(self, guest: str) -> None:
        """Drop what was kept for a guest's visit; the results of the visit are nobody's now."""
        self._guests.pop(guest, None)
        self._write_later(self._store.write(ForgetGuest(guest=guest)), "guest_not_forgotten")

    async def forget_all_guests(self) -> None:
        """Drop what an earlier process kept for guests; raise :class:`StoreError`."""
        await self._store.write(ForgetGuest(guest="guest:*"))


def _record(kept: SavePlayer | None) -> PlayerRecord | None:
    if kept is None:
        return None
    try:
        settings = unpack(kept.settings)
    except WireError:
        settings = {}
    return PlayerRecord(
        name=kept.name, language=kept.language, colour=kept.colour, settings=settings
    )
