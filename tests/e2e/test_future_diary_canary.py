"""Gate 2 for Future Diary over SSH: words of a private channel reach the terminals of its members.

Every channel has words of its own; each terminal is looked at after every chunk that it receives,
and all of its bytes once more at the end. Nobody here plays: programs do, terminals only look on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.event import SPECTATOR, Event, ViewerEvent
from engine.games.future_diary.terms import Role, Step
from tests.e2e.acting import SEATS, Acting, acting
from tests.e2e.in_process import ESC, Client, Player

pytestmark = pytest.mark.timeout(240)

ROLES = (Role.FIRST, Role.SECOND, Role.FOURTH, Role.SEVENTH)
MAN, WOMAN = "seventh/man", "seventh/woman"


@dataclass(slots=True, kw_only=True)
class Watch:
    """Every secret word with the chairs that may read it, and where else it was seen."""

    readers: dict[str, set[int]] = field(default_factory=dict)
    leaks: list[str] = field(default_factory=list)
    looks: int = 0

    def __call__(self, client: Client) -> None:
        """Look at a terminal after a chunk."""
        self.looks += 1
        self._found(client, client.text + client.title, "on the screen")

    def bytes_of(self, client: Client) -> None:
        """Look at all that a terminal was ever sent."""
        self._found(client, client.received.decode(errors="replace"), "in the bytes")

    def _found(self, client: Client, text: str, where: str) -> None:
        for word, readers in self.readers.items():
            if client.seat not in readers and word in text:
                self.leaks.append(f"{word} {where} of {client.seat}")


@dataclass(slots=True, kw_only=True)
class Night:
    """A game with every kind of terminal in front of it."""

    game: Acting
    watch: Watch
    clients: list[Client] = field(default_factory=list)

    def chair(self, true_name: str) -> int:
        """Return the chair of a role, or of a half of 7th."""
        world = self.game.truth.world
        seat = next(seat for seat in world.seats.values() if seat.true_name == true_name)
        return self.game.truth.chair(seat.number)

    def seat(self, true_name: str) -> int:
        """Return the seat of a role, or of a half of 7th."""
        return self.game.truth.seat_of(self.chair(true_name))

    async def says(self, who: str, channel: str, word: str, readers: Iterable[str]) -> None:
        """Let a role say a word that nobody but ``readers`` may ever see."""
        self.watch.readers[word] = {self.chair(name) for name in readers}
        await self.game.answer(self.chair(who), "say", channel, word)

    async def go_to(self, act: int, step: Step) -> None:
        """End steps until this one is on."""
        while (self.game.truth.world.act, self.game.truth.step) != (act, step):
            assert self.game.truth.world.act <= act
            await self.game.all_ready()

    async def opens(self, chair: int, command: str, **options: str) -> Client:
        """Open another terminal; -1 is a stranger's, who watches."""
        who = Player(name="eve") if chair == SPECTATOR else self.game.people[chair]
        client = await self.game.place.connect(
            who, command.format(code=self.game.code), seat=chair, **options
        )
        self.clients.append(client)
        return client

    async def shown(self, word: str) -> None:
        """Find a word on every full screen that may show it: p turns to the next channel."""
        for chair in self.watch.readers[word]:
            client = self.game.screens[chair]
            for _channel in range(3):
                if word not in client.text:
                    await client.type(b"p")
            await client.until(lambda c: word in c.text)


@asynccontextmanager
async def night(folder: Path) -> AsyncIterator[Night]:
    """Bring five to a table, two of them the halves of 7th."""
    async with acting(folder, roles=ROLES, languages=_languages()) as game:
        watch = Watch()
        made = Night(game=game, watch=watch)
        game.place.looked = watch
        await game.all_ready()
        for chair, client in enumerate(game.screens):
            client.seat, client.looked = chair, watch
            made.clients.append(client)
        for client in game.screens:
            client.reads_missed = True
            await client.until("ORDERS")
        yield made
        game.place.looked = None


def _languages() -> tuple[str, ...]:
    return tuple(("en_US.UTF-8", "zh_TW.UTF-8")[n % 2] for n in range(SEATS))


async def _tell_all(at: Night) -> None:
    """Play three acts in which every private channel is used."""
    first, second, fourth = Role.FIRST.value, Role.SECOND.value, Role.FOURTH.value
    halves, allies = (MAN, WOMAN), (first, fourth)
    await at.go_to(1, Step.PREDICT)
    await at.says(MAN, "pair", "zqpairman", halves)
    await at.says(WOMAN, "pair", "zqpairwoman", halves)
    await at.game.answer(at.chair(fourth), "predict", str(at.seat(first)), first)
    await at.go_to(2, Step.ORDERS)
    await at.game.answer(
        at.chair(fourth), "submit", "day=ally", f"day.target={at.seat(first)}"
    )  # fmt: skip
    await at.go_to(2, Step.PREDICT)
    await at.says(fourth, "alliance", "zqallyfourth", allies)
    await at.says(first, "alliance", "zqallyfirst", allies)
    await at.shown("zqallyfourth")
    await at.shown("zqpairman")
    await at.go_to(3, Step.ORDERS)
    await at.game.answer(
        at.chair(second), "submit", "day=kill", f"day.target={at.seat(WOMAN)}", "day.blacken=none"
    )
    await at.go_to(3, Step.PREDICT)
    assert not at.game.truth.world.seats[at.seat(MAN)].alive
    await at.says(WOMAN, "dead", "zqdeadwoman", halves)
    await at.says(MAN, "dead", "zqdeadman", halves)
    await at.says(first, "alliance", "zqallyagain", allies)


@pytest.mark.rule("FD-15.3", "FD-15.4", "FD-15.5", "FD-16.1")
async def test_words_of_a_private_channel_reach_no_other_terminal_of_any_kind(
    tmp_path: Path,
) -> None:
    async with night(tmp_path / "data") as at:
        await at.opens(SPECTATOR, "watch {code}")
        await at.opens(SPECTATOR, "watch {code}", term="dumb")
        for chair in range(SEATS):  # a second terminal of everybody, in plain lines
            await at.opens(chair, "join {code}", term="dumb")
        draft = at.game.screens[at.chair(Role.SECOND)]
        at.watch.readers["zqdraft"] = {draft.seat}
        await draft.type(b"c")
        draft.send(b"zqdraft")
        await draft.until(lambda c: "zqdraft" in c.text)
        draft.send(ESC)
        await _tell_all(at)
        for chair in range(SEATS):  # cut off and back, and who comes late
            at.game.screens[chair].cut()
            at.game.screens[chair] = await at.opens(chair, "join {code}")
            await at.opens(chair, "line {code}", term="dumb")
        await at.opens(SPECTATOR, "watch {code}")
        for client in at.game.screens:
            await client.until("PREDICTION")
        for word in ("zqdeadman", "zqallyagain"):
            await at.shown(word)
        for client in at.clients:
            at.watch.bytes_of(client)
        assert not at.watch.leaks, at.watch.leaks
        assert at.watch.looks > 100
        lines = [c for c in at.clients if c.seat == at.chair(MAN) and b"\x1b" not in c.received]
        assert any(b"zqdeadwoman" in client.received for client in lines)


def everything_is_told_to_all(event: Event, viewer: int) -> ViewerEvent:
    """Be the fault: no event has an audience."""
    found = {"kind": event.kind, **event.public}
    for private in (*event.private.values(), event.private.get(viewer, {})):
        found.update(private)
    return found


async def test_the_watch_finds_words_that_are_told_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen_by: Callable[[Event, int], ViewerEvent | None] = Event.seen_by

    def leak(event: Event, viewer: int) -> ViewerEvent | None:
        said = event.kind == "said"
        return everything_is_told_to_all(event, viewer) if said else seen_by(event, viewer)

    async with night(tmp_path / "data") as at:
        monkeypatch.setattr(Event, "seen_by", leak)
        await at.opens(at.chair(Role.SECOND), "line {code}", term="dumb")
        await at.go_to(1, Step.PREDICT)
        await at.says(MAN, "pair", "zqpairman", (MAN, WOMAN))
        await at.game.place.until(lambda: at.watch.leaks)
