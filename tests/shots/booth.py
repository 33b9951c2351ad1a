"""Where pictures are taken: a hub with bots, and one player's session on a terminal emulator.

Everything is the product's own but what it draws by lot, which follows from the picture's name.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

import pytest

from engine.chance import Dice
from engine.registry import GAMES
from server.api import Identity, Size
from server.bots import ask_view
from server.hub import LocalHub
from server.requests import Answer, CreateTable
from tests.dictated import DEALERS, Dealer
from tests.shots.picture import Picture, of_lines, of_terminal
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.lines import connected
from tests.tui.sessions import ANN, eventually, finished, hub, session
from tui.app import UndertableApp
from tui.screens.state import TableState
from tui.screens.table import TablePage
from tui.tips import SHOWN

__all__ = ["Booth", "booth"]

BEAT: Final = 1.5
"""Seconds after which a masked game has shown what it has to show."""
PATIENCE: Final = 100.0
"""Seconds after which a moment that was waited for does not come."""


class Booth:
    """One hub, one player, and what they look at."""

    def __init__(self, home: LocalHub, stack: AsyncExitStack) -> None:
        self.home = home
        self._stack = stack
        self.app: UndertableApp
        self.terminal: FakeTerminal

    async def table(
        self,
        game: str,
        seats: int,
        *,
        bots: int = -1,
        clock: int = 90,
        options: Mapping[str, str] | None = None,
        who: Identity = ANN,
    ) -> str:
        """Make a table, full of bots if nothing else is said, and return its code."""
        bots = seats - 1 if bots < 0 else bots
        request = CreateTable(game=game, seats=seats, options=options or {}, clock=clock, bots=bots)
        return await self.home.create(who, request)

    async def enter(
        self, *, size: Size, language: str, theme: str, code: str | None = None, who: Identity = ANN
    ) -> None:
        """Begin the player's session in a look, in the lobby or at a table."""
        # First-time notes would stand in every picture.
        self.home.remember(who, settings={"theme": theme, SHOWN: False}, language=language)
        self.app, self.terminal = await self._stack.enter_async_context(
            session(self.home, who, size=size, language=language, code=code)
        )

    @property
    def state(self) -> TableState:
        """The table that is looked at."""
        page = self.app.screen
        assert isinstance(page, TablePage)
        assert page.state is not None
        return page.state

    async def keys(self, *typed: bytes) -> None:
        """Type one key after the other."""
        for key in typed:
            await self.terminal.type(key)

    async def seen(self) -> None:
        """Wait until a masked game has shown its news."""
        await asyncio.sleep(BEAT)
        await self.terminal.settle()

    async def start(self) -> None:
        """Start the game at the table that is looked at."""
        await eventually(lambda: isinstance(self.app.screen, TablePage) and self.app.screen.hosting)
        await self.terminal.type(b"s")
        await eventually(lambda: self.state.stage != "waiting")

    async def play(self, until: Callable[[TableState], bool]) -> None:
        """Play like a bot until a moment worth a picture comes, in another game if need be."""
        page = self.app.screen
        assert isinstance(page, TablePage)
        said = (0, -1)
        async with asyncio.timeout(PATIENCE):
            while not until(self.state):
                frame, ask = self.state.frame, self.state.frame["ask"]
                if self.state.stage == "over":
                    await self.terminal.type(b"r")
                    await self.start()
                elif self.state.asked and ask and (frame["game_no"], ask["id"]) != said:
                    said = frame["game_no"], ask["id"]
                    answer = list(_answered(frame))
                    page.send(Answer(game_no=said[0], ask=said[1], answer=answer))
                await asyncio.sleep(0.005)
        await self.terminal.settle()

    async def finished(
        self, game: str, seats: int, options: Mapping[str, str] | None = None
    ) -> str:
        """Play a whole game of the player and bots, behind the scenes; return its id."""
        return await finished(self.home, game, seats, options, _answered)

    def picture(self) -> Picture:
        """Take the picture."""
        return of_terminal(self.terminal)

    async def lines(self, typed: tuple[str, ...], until: str, size: Size, language: str) -> Picture:
        """Take a picture of plain lines: what was typed, and what came until ``until`` did."""
        async with connected(self.home, command="line", language=language, term="xterm") as (
            wire,
            _task,
        ):
            for line in typed:
                wire.feed(line.encode() + b"\r")
            await wire.until(until)
            lines = wire.text.replace("\r", "").split("\n")
            return of_lines(lines[-size.rows + 1 :], size)


def _answered(frame: Mapping[str, Any]) -> Sequence[str]:
    """Return what a bot would answer in the player's place."""
    ask, bot = frame["ask"], GAMES[frame["game"]].bots["heuristic"]()
    return bot.choose(frame["view"], ask_view(ask), Dice(f"{frame['game_no']} {ask['id']}"))


@asynccontextmanager
async def booth(name: str) -> AsyncIterator[Booth]:
    """Open a booth whose deals follow from ``name``."""
    with pytest.MonkeyPatch.context() as patch:
        dealer = Dealer(name)
        for module in DEALERS:
            patch.setattr(module, "secrets", dealer)
        async with hub() as home, AsyncExitStack() as stack:
            yield Booth(home, stack)
