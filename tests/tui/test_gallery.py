"""What watchers share looks as if each had drawn alone, holds nothing of a player's, and goes."""

from __future__ import annotations

import asyncio
import copy
import itertools
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import pytest

from engine.event import SPECTATOR
from server.api import Connection, Identity, Size, TableFrame
from server.bots import BotOptions
from server.channel import LocalChannel
from server.deadlines import LoopTime
from server.hub import LocalHub
from server.store import Store
from server.windows import AT_ONCE
from server.wire import pack
from tests.tui import diaries, duels, tables
from tests.tui.fake_terminal import FakeTerminal, on_terminal
from tests.tui.sessions import LANG
from tui import gallery, i18n, shared_texts
from tui.app import UndertableApp
from tui.canvas import PIECES
from tui.cells import Piece
from tui.comfort import LINK, Link
from tui.differ import FRAMES as BYTES
from tui.frames import FRAMES, frame_in, is_public
from tui.gallery import Shelf
from tui.games.future_diary.board import BOARDS, board_of, ring_of
from tui.games.future_diary.desk import personas_of
from tui.screens.watching import SCENES
from tui.tips import SHOWN
from tui.widgets.lines import Line, Span

CODE = "FROG-71"
STEPS = 7
"""Frames of a game that are shown: enough for deals, turns and rows that change everywhere."""

SHELVES: Final[Mapping[str, Shelf[Any, Any]]] = {
    "scenes": SCENES, "pieces": PIECES, "bytes": BYTES, "frames": FRAMES, "boards": BOARDS,
}  # fmt: skip

Moments = Sequence[Mapping[int, TableFrame]]
SMALL, LARGE = Size(80, 24), Size(120, 40)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One session: whose eyes, and how it is shown."""

    viewer: int = SPECTATOR
    size: Size = SMALL
    language: str = "en"
    theme: str = "dusk"


WATCHERS = (
    Look(),
    Look(),
    Look(language="zh_Hant"),
    Look(size=LARGE),
    Look(theme="mono"),
)
PLAYERS = (Look(viewer=0), Look(viewer=1), Look(viewer=1, size=LARGE, language="zh_Hant"))


def diary() -> Moments:
    """Return the beginning of a game that is masked."""
    found = diaries.moments(3, 7, viewers=(0, 1, SPECTATOR))
    return [frames for frames in itertools.islice(found, 3 * STEPS) if SPECTATOR in frames][:STEPS]


def letter() -> Moments:
    """Return the beginning of a game of cards."""
    return list(itertools.islice(tables.frames(5), STEPS))


def duel() -> Moments:
    """Return a part of a game with windows and a stack."""
    found = duels.moments(60, 4, viewers=(0, 1, SPECTATOR))
    return [frames for frames, _asked in itertools.islice(found, STEPS)]


GAMES = {"future_diary": diary, "love_letter": letter, "no81": duel}


class DictatedHub(LocalHub):
    """A hub with one table, at which everybody gets the frames that the test says."""

    def __init__(self) -> None:
        super().__init__(Store.in_memory(), bots=BotOptions(least=0.0, most=0.0), windows=AT_ONCE)
        self.channels: dict[str, LocalChannel] = {}

    def table(self, who: Identity, code: str, *, watch: bool = False) -> LocalChannel:
        """Open the table."""
        channel = LocalChannel(who, lambda _channel, _data: None, LoopTime(), watch=watch)
        self.channels[who.id] = channel
        return channel


class Unseen(FakeTerminal):
    """A client that draws nothing, for tests that look at the shelves only."""

    def write(self, data: bytes) -> None:
        """Count it."""
        self.sent += data
        self._wrote.set()


@asynccontextmanager
async def watched(
    looks: Sequence[Look], kind: type[FakeTerminal] = Unseen
) -> AsyncIterator[tuple[DictatedHub, list[FakeTerminal]]]:
    """Open a session for each look."""
    home = DictatedHub()
    await home.start()
    terminals = []
    async with AsyncExitStack() as stack:
        for number, look in enumerate(looks):
            who = Identity(id=f"SHA256:{number}", name=f"P{number}", tag=f"t{number}")
            kept = {"theme": look.theme, SHOWN: False, LINK: Link.FULL.value}
            home.remember(who, settings=kept, language=look.language)
            env = {"LANG": LANG[look.language], "COLORTERM": "truecolor"}
            terminal = kind(*look.size, env=env)
            connection = Connection(who=who, terminal=terminal, hub=home)
            app = UndertableApp(connection, start_table=CODE, watch=look.viewer < 0)
            await stack.enter_async_context(on_terminal(app, terminal))
            terminals.append(terminal)
        yield home, terminals
    await home.stop()


async def settled(terminals: Sequence[FakeTerminal]) -> None:
    """Wait until all screens have settled."""
    await asyncio.gather(*(terminal.settle() for terminal in terminals))


def shown(terminal: FakeTerminal) -> list[object]:
    """Return every cell with its colours and weights."""
    columns, rows = terminal.size
    return [terminal.cell(x, y) for y in range(rows) for x in range(columns)]


async def screens(
    moments: Moments, looks: Sequence[Look], *, shared: bool
) -> list[list[list[object]]]:
    """Return all cells of all sessions after each frame."""
    found = []
    with nullcontext() if shared else gallery.alone():
        async with watched(looks, FakeTerminal) as (home, terminals):
            for frames in moments:
                push(home, looks, frames)
                await settled(terminals)
                found.append([shown(terminal) for terminal in terminals])
    return found


def push(home: DictatedHub, looks: Sequence[Look], frames: Mapping[int, TableFrame]) -> None:
    """Give everybody the frame that is theirs, as a table does: each a map of its own."""
    for number, look in enumerate(looks):
        frame = copy.deepcopy({**frames[look.viewer], "code": CODE})
        home.channels[f"SHA256:{number}"].push(frame)  # type: ignore[arg-type]


def texts(value: object) -> Iterator[str]:
    """Yield every text in ``value``, the rows of cells as whole rows."""
    match value:
        case Piece():
            yield "".join(value.chars)
        case str():
            yield value
        case bytes():
            yield value.hex()
        case Mapping():
            for key, inner in value.items():
                yield from texts(key)
                yield from texts(inner)
        case Line() | Span():
            for part in fields(value):
                yield from texts(getattr(value, part.name))
        case list() if all(isinstance(one, str) and len(one) <= 2 for one in value):
            yield "".join(value)
        case tuple() | list():
            for one in value:
                yield from texts(one)
        case _:
            pass


def kept() -> dict[str, set[str]]:
    """Return all texts on the shelves, by shelf."""
    return {
        name: set(itertools.chain.from_iterable(texts(entry) for entry in shelf))
        for name, shelf in SHELVES.items()
    }


def is_empty() -> bool:
    """Return whether nothing is kept at all."""
    return not any(len(shelf) for shelf in gallery.shelves)


@pytest.mark.parametrize("game", GAMES)
async def test_every_cell_is_as_if_each_session_had_drawn_alone(game: str) -> None:
    moments, looks = GAMES[game](), (*WATCHERS, *PLAYERS)
    alone = await screens(moments, looks, shared=False)
    shared = await screens(moments, looks, shared=True)
    for step, (one, other) in enumerate(zip(alone, shared, strict=True)):
        for look, cells, others in zip(looks, one, other, strict=True):
            assert cells == others, (step, look)


async def all_kept(moments: Moments, looks: Sequence[Look]) -> list[dict[str, set[str]]]:
    """Return what is kept after each frame."""
    found = []
    async with watched(looks) as (home, terminals):
        for frames in moments:
            push(home, looks, frames)
            await settled(terminals)
            found.append(kept())
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_kept_with_players_among_them_is_kept_of_watchers_alone(game: str) -> None:
    moments = GAMES[game]()
    watching = [replace(look, viewer=SPECTATOR) for look in PLAYERS]
    without = await all_kept(moments, (*WATCHERS, *watching))
    among = await all_kept(moments, (*WATCHERS, *PLAYERS))
    public: set[str] = set()
    for alone, mixed in zip(without, among, strict=True):
        public |= set().union(*alone.values())
        assert set().union(*(mixed[name] for name in mixed if name != "bytes")) <= public
        # When which session drew decides what is drawn from where, but not the rows.
        rows = {text for text in mixed["bytes"] if not _is_hex(text)}
        assert rows <= public
    assert all(among[-1].values() if game == "future_diary" else list(among[-1].values())[:-1])


def _ring(frame: TableFrame) -> Sequence[Line]:
    """Return the rows of the ring at all the sizes and languages of the players here."""
    view = frame["view"]
    if frame["game"] != "future_diary" or view is None:
        return ()
    rows: list[Line] = []
    for look in PLAYERS:
        i18n.begin(look.language)
        board = board_of(view)
        names = personas_of(frame)
        rows += ring_of(board, names, len(frame["seats"]), look.size.columns)
    return rows


def _is_hex(text: str) -> bool:
    return not set(text) - set("0123456789abcdef")


@pytest.mark.parametrize("game", GAMES)
async def test_of_players_alone_nothing_is_kept_but_what_a_game_draws_of_its_board(
    game: str,
) -> None:
    moments = GAMES[game]()
    async with watched(PLAYERS) as (home, terminals):
        for frames in moments:
            push(home, PLAYERS, frames)
            await settled(terminals)
            assert not any(len(shelf) for shelf in (SCENES, FRAMES, BYTES))
        laid = {"".join(piece.chars).rstrip() for _made, piece in PIECES}
    assert laid <= {row.text.rstrip() for frames in moments for row in _ring(frames[SPECTATOR])}
    assert bool(laid) == (game == "future_diary")


@pytest.mark.parametrize("end", ["sessions", "texts"])
async def test_nothing_is_kept_once_the_sessions_are_over_or_texts_are_forgotten(end: str) -> None:
    moments = diary()
    async with watched(WATCHERS) as (home, terminals):
        push(home, WATCHERS, moments[0])
        await settled(terminals)
        assert not is_empty()
        if end == "texts":
            shared_texts.forget()
            assert is_empty()
    assert is_empty()


async def test_what_nobody_asks_for_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    gallery.tidy()
    shelf = Shelf[str, str](8)
    shelf.keep("asked for", "a")
    shelf.keep("not", "b")
    shelf.keep("glanced at", "c")
    for _ in range(2):
        now += gallery.KEPT_SECONDS
        shelf.find("asked for")
        shelf.glance("glanced at")
        gallery.tidy()
    assert dict(shelf) == {"asked for": "a"}
    gallery.shelves.remove(shelf)


def test_a_shelf_is_bounded() -> None:
    shelf = Shelf[int, int](8)
    for number in range(100):
        shelf.keep(number, number)
    assert len(shelf) <= 16
    assert shelf.find(99) == 99
    gallery.shelves.remove(shelf)


def test_the_board_of_future_diary_is_the_same_through_all_eyes() -> None:
    seen = 0
    for frames in diaries.moments(11, 7, viewers=(0, 1, 2, SPECTATOR)):
        if SPECTATOR not in frames:
            continue
        boards = [board_of(frame["view"]) for frame in frames.values() if frame["view"]]
        assert all(board == boards[-1] for board in boards)
        seen += 1
    assert seen > 10


def test_only_frames_of_watchers_who_were_lent_no_eyes_are_unpacked_once() -> None:
    frame = dict(letter()[3][SPECTATOR])
    eyes = [{"number": 1, "name": "Bo", "seat": 0, "given": True}]
    others = ({"you": 2}, {"through": 1}, {"eyes": eyes}, {"ask": {"id": 1}}, {"t": "lobby"})
    assert is_public(frame)
    assert not any(is_public({**frame, **other}) for other in others)
    data = pack(frame)
    assert frame_in(data) is frame_in(bytes(bytearray(data)))
    own = pack({**frame, "you": 2})
    assert frame_in(own) is not frame_in(own)
    shared_texts.forget()
