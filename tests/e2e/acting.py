"""A masked table whose players act through programs, while their screens are watched from outside.

So every screen only ever shows what comes by itself: what an observer of the encrypted connection
would look at to learn who acted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from engine.games.future_diary.state import Table as Truth
from engine.games.future_diary.terms import Role
from server.api import Stage
from server.channel import LocalChannel
from server.requests import Answer, CreateTable, Ready, Sit, Start, encode
from tests.e2e.in_process import ROOMY, Client, Evening, Player, evening, open_client
from tests.e2e.tap import Line, Tap, tapped

__all__ = ["Acting", "acting"]

SEATS = 5
_STEADY = replace(ROOMY, keepalive_seconds=3600.0)
"""Keepalives follow from a connection's own silence; here they would only blur what is counted."""


@dataclass(slots=True, kw_only=True)
class Acting:
    """One running game: ``screens`` by chair, as clients and as an observer sees them."""

    place: Evening
    code: str
    people: Sequence[Player]
    """By chair."""
    programs: Sequence[LocalChannel]
    tap: Tap
    screens: list[Client]

    @property
    def truth(self) -> Truth:
        """The game's own state."""
        found = self.place.playing(self.code).driver.state
        assert isinstance(found, Truth)
        return found

    @property
    def lines(self) -> list[Line]:
        """The screens' connections, by chair."""
        return self.tap.lines

    def chair(self, role: Role) -> int:
        """Return the chair of a role."""
        seat = self.truth.world.holder(role)
        assert seat is not None
        return self.truth.chair(seat)

    def seat(self, role: Role) -> int:
        """Return the seat of a role."""
        seat = self.truth.world.holder(role)
        assert seat is not None
        return seat

    async def answer(self, chair: int, *words: str) -> None:
        """Let a player answer; wait until the game has it."""
        running = self.place.playing(self.code)
        before = len(running.driver.journal.entries)
        ask = running.driver.pending[chair].id
        number = self.place.table(self.code).state.game_no
        self.programs[chair].send(encode(Answer(game_no=number, ask=ask, answer=list(words))))
        await self.place.until(lambda: len(running.driver.journal.entries) > before)

    async def all_ready(self) -> float:
        """End the step; return when, in seconds of the loop."""
        running = self.place.playing(self.code)
        for chair in range(SEATS):
            pending = running.driver.pending[chair]
            if not pending.ask.settled:
                await self.answer(chair, "ready")
        return asyncio.get_running_loop().time()

    async def quiet(self, seconds: float) -> float:
        """Let some time pass; return what time it is then."""
        await asyncio.sleep(seconds)
        return asyncio.get_running_loop().time()


@asynccontextmanager
async def acting(
    folder: Path,
    *,
    term: str | None = "xterm-256color",
    command: str = "join {code}",
    languages: Sequence[str] = ("en_US.UTF-8",) * SEATS,
    roles: Sequence[Role] = (),
) -> AsyncIterator[Acting]:
    """Run a game of five people that has begun, each with a screen of the same kind.

    ``roles`` is a set of one's own instead of that of five seats.
    """
    async with evening(folder, limits=_STEADY) as place, tapped(place.server.port) as tap:
        people = [Player(name=f"p{number}") for number in range(SEATS)]
        code = await place.hub.create(
            people[0].who,
            CreateTable(
                game="future_diary",
                seats=SEATS,
                options={"pace": "quick", "roles": [role.value for role in roles]},
                clock=0,
            ),
        )
        await _seat(place, code, [place.channel(person, code) for person in people])
        # A start may change who has which chair.
        chairs = [seat.owner for seat in place.table(code).state.seats]
        people.sort(key=lambda person: chairs.index(person.who.id))
        programs = [place.channel(person, code) for person in people]
        game = Acting(place=place, code=code, people=people, programs=programs, tap=tap, screens=[])
        for person, language in zip(people, languages, strict=True):
            client = await open_client(
                tap.port,
                person,
                command.format(code=code),
                term=term,
                language=language,
                clients=place.clients,
            )
            client.reads_missed = False
            game.screens.append(client)
            await client.settled()
        yield game


async def _seat(place: Evening, code: str, programs: Sequence[LocalChannel]) -> None:
    """Seat everybody and start."""
    for chair, program in enumerate(programs):
        program.send(encode(Sit(seat=chair)))
        program.send(encode(Ready(ready=True)))

    def seated() -> bool:
        host, *guests = place.table(code).state.seats
        return host.is_person and all(seat.is_person and seat.ready for seat in guests)

    await place.until(seated)
    programs[0].send(encode(Start()))
    await place.until(lambda: place.stage(code) is Stage.PLAYING)
