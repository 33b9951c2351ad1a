"""What a table process's desk answers of people and of games that are over, or are theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from server.cluster.desk import Answer, ElsewhereError
from server.cluster.opening import identity
from server.join_codes import normal_code

if TYPE_CHECKING:
    from server.cluster.lease import Leases
    from server.decks import Decks
    from server.history import History
    from server.players import Players
    from server.rooms import OpenTables

__all__ = ["PeopleDesk"]

Said = dict[str, Any]
Values = dict[str, Any]


class PeopleDesk:
    """Answers as the hub of one process does; ``own`` is this process's pid."""

    def __init__(
        self,
        players: Players,
        decks: Decks,
        history: History,
        *,
        tables: OpenTables,
        leases: Leases,
        own: str,
    ) -> None:
        self._players = players
        self._decks = decks
        self._history = history
        self._tables = tables
        self._leases = leases
        self._own = own

    def answers(self) -> Mapping[str, Answer]:
        """Return what is answered, by verb."""
        return {
            "player": self._player,
            "remember": self._remember,
            "named": self._named,
            "decks": self._of_shelf,
            "save_deck": self._save_deck,
            "drop_deck": self._drop_deck,
            "past_games": self._past_games,
            "record": self._record,
            "finished_game": self._finished_game,
            "replay": self._replay,
            "export_game": self._export_game,
            "verify_game": self._verify_game,
        }

    # --- people ---

    async def _player(self, said: Said) -> Values:
        who = identity(said["who"])
        name = await self._players.named(who)
        return {"player": {**await self._players.record(who), "name": name}}

    async def _remember(self, said: Said) -> Values:
        who = identity(said["who"])
        self._players.remember(who, **said["changes"])
        await self._players.remembered(who)
        return {}

    async def _named(self, said: Said) -> Values:
        return {"name": await self._players.named(identity(said["who"]))}

    # --- decks ---

    async def _of_shelf(self, said: Said) -> Values:
        return {"decks": await self._decks.of(identity(said["who"]), said["shelf"])}

    async def _save_deck(self, said: Said) -> Values:
        who = identity(said["who"])
        return {"deck": await self._decks.save(who, said["shelf"], said["name"], said["cards"])}

    async def _drop_deck(self, said: Said) -> Values:
        await self._decks.drop(identity(said["who"]), said["shelf"], said["name"])
        return {}

    # --- games ---

    async def _past_games(self, said: Said) -> Values:
        return {"games": await self._history.past(identity(said["who"]))}

    async def _record(self, said: Said) -> Values:
        return {"record": await self._history.record(identity(said["who"]))}

    async def _finished_game(self, said: Said) -> Values:
        return {"game": await self._history.finished(said["game"])}

    async def _replay(self, said: Said) -> Values:
        who, game, viewers = identity(said["who"]), str(said["game"]), tuple(said["viewers"])
        code = normal_code(game) or ""
        table = self._tables.get(code)
        if table is not None:
            return {"tapes": await self._history.at_table(who, table, viewers)}
        lease = self._leases.of(code)
        if lease is not None and lease.owner != self._own:
            raise ElsewhereError(lease.owner)
        return {"tapes": await self._history.tapes(who, game, viewers)}

    async def _export_game(self, said: Said) -> Values:
        return {"game": await self._history.whole(identity(said["who"]), said["game"])}

    async def _verify_game(self, said: Said) -> Values:
        return {"verdict": await self._history.verdict(said["game"], said["promised"])}
