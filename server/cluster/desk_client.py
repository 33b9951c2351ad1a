"""A front's end of the desk: what a hub is asked of people and games, asked of the table processes.

The names are those of ``server.api.Hub``, and so are the answers and refusals. :class:`StoreError`
also where no table process answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextvars import Context
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from server import logs
from server.api import (
    FinishedGame,
    Identity,
    PastGame,
    PlayerRecord,
    Record,
    SavedDeck,
    Tape,
    Verdict,
)
from server.cluster.answers import tuples
from server.cluster.asking import ask
from server.codes import StoreError
from server.decks import check_cards
from server.players import check_choices

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["DeskClient"]


class DeskClient:
    """The desk as one front has it."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._saying: set[asyncio.Task[None]] = set()
        self._choices: WeakValueDictionary[str, asyncio.Task[None]] = WeakValueDictionary()
        """Each player's newest choice, while it is on its way; the next one waits for it."""

    async def settled(self) -> None:
        """Wait until every choice so far is kept, or is not and is logged."""
        await asyncio.gather(*self._saying)

    async def ask(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to any question; raise :class:`StoreError` if nobody answers in time.

        Also what the desk has refused with.
        """
        return await ask(self._bus, verb, body)

    # --- people ---

    async def player(self, who: Identity) -> PlayerRecord:
        """Return what is stored for this player, with all choices so far."""
        if (choice := self._choices.get(who.id)) is not None:
            await asyncio.wait((choice,))
        record: PlayerRecord = (await self._of(who, "player"))["player"]
        return record

    def remember(self, who: Identity, **changes: Any) -> None:
        """Begin to store changed settings; see :meth:`server.players.Players.remember`."""
        check_choices(changes)
        saying = self._remember(who, changes, self._choices.get(who.id))
        # In an empty context: a session's own would hold its App for as long as this takes.
        task = asyncio.get_running_loop().create_task(saying, context=Context())
        self._choices[who.id] = task
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _remember(
        self, who: Identity, changes: dict[str, Any], before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait((before,))
        try:
            await self._of(who, "remember", changes=changes)
        except (StoreError, ValueError) as error:
            logs.failure("choice_not_stored", error)

    async def named(self, who: Identity) -> str:
        """Return what this person is called here."""
        return str((await self._of(who, "named"))["name"])

    async def decks(self, who: Identity, shelf: str) -> list[SavedDeck]:
        """Return this player's saved decks of one shelf."""
        return list((await self._of(who, "decks", shelf=shelf))["decks"])

    async def save_deck(
        self, who: Identity, shelf: str, name: str, cards: Sequence[str]
    ) -> SavedDeck:
        """Keep a deck under a name."""
        check_cards(cards)
        said = {"shelf": shelf, "name": name, "cards": list(cards)}
        deck: SavedDeck = (await self._of(who, "save_deck", **said))["deck"]
        return deck

    async def drop_deck(self, who: Identity, shelf: str, name: str) -> None:
        """Forget a saved deck."""
        await self._of(who, "drop_deck", shelf=shelf, name=name)

    # --- games ---

    async def past_games(self, who: Identity) -> list[PastGame]:
        """Return this player's finished games, the newest first."""
        return list((await self._of(who, "past_games"))["games"])

    async def record(self, who: Identity) -> Record:
        """Return what this player has played, and with whom."""
        record: Record = (await self._of(who, "record"))["record"]
        return record

    async def finished_game(self, game: str) -> FinishedGame | None:
        """Return the public story of a finished game."""
        found: FinishedGame | None = (await self.ask("finished_game", {"game": game}))["game"]
        return found

    async def replay(self, who: Identity, game: str, viewers: Sequence[int] = ()) -> list[Tape]:
        """Return tapes of a finished game, or of the own running one by its table's code."""
        said = {"game": game, "viewers": list(viewers)}
        tapes: list[Tape] = (await self._of(who, "replay", **said))["tapes"]
        for tape in tapes:
            tape["options"] = tuples(tape["options"])  # which msgpack does not know
        return tapes

    async def export_game(self, who: Identity, game: str) -> dict[str, Any] | None:
        """Return a finished game whole, for a file."""
        found: dict[str, Any] | None = (await self._of(who, "export_game", game=game))["game"]
        return found

    async def verify_game(self, game: str, promised: str = "") -> Verdict | None:
        """Check a finished game against its seed."""
        said = {"game": game, "promised": promised}
        found: Verdict | None = (await self.ask("verify_game", said))["verdict"]
        return found

    async def _of(self, who: Identity, verb: str, **said: Any) -> dict[str, Any]:
        return await self.ask(verb, {"who": asdict(who), **said})
