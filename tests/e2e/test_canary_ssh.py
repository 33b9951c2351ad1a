"""Gate 2 over SSH: no screen ever names a card whose place its viewer was not told.

Looked at after every chunk that a client receives; titles and bells are looked at as well.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.driver import Driver
from engine.event import SPECTATOR, Event, Value, ViewerEvent
from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import EventKind, Mode
from server import readers
from server.api import Stage, TableFrame
from server.public import viewer_of
from server.requests import Answer, encode
from server.wire import unpack
from tests.e2e.in_process import (
    DOWN,
    ENTER,
    ESC,
    HIGHLIGHT,
    Client,
    Evening,
    Player,
    evening,
    fixed_seeds,
    said,
)
from tests.languages import SPOKEN
from tui import i18n
from tui.games.love_letter import presenter
from tui.screens.table import TablePage
from tui.texts.love_letter import card_short, card_text

pytestmark = pytest.mark.timeout(120)

SIZES = ((60, 20), (80, 24), (120, 40), (50, 12))


def _texts(value: Value) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, (tuple, list)):
        return set().union(*map(_texts, value)) if value else set()
    return set()


def known_to(driver: Driver, viewer: int) -> set[str]:
    """Return the cards whose place ``viewer`` was ever told, by the audiences of the raw facts.

    Written apart from the engine's own redaction, which is what is being tested.
    """
    told: set[str] = set()
    for event in driver.events:
        if event.kind != EventKind.MATCH_STARTED:  # which cards are in the game is no secret
            told |= _texts(tuple(event.public.values()))
            told |= _texts(tuple(event.private.get(viewer, {}).values()))
    return told & set(driver.state.pool)


def words(make: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    """Return what ``make`` says of each card, in every language."""
    found: dict[str, tuple[str, ...]] = {}
    for language in SPOKEN:
        i18n.use(language)
        for card in CARDS:
            found[card] = (*found.get(card, ()), make(card))
    i18n.use(i18n.DEFAULT)
    return found


NAMES = words(card_short)
TEXTS = words(lambda card: " ".join(card_text(card, mode) for mode in Mode))


def named(text: str) -> set[str]:
    """Return the cards that are named in ``text``, in whatever language."""
    return {card for card, names in NAMES.items() if any(name in text for name in names)}


class Watch:
    """Compares every screen of one table's viewers with what they may know."""

    def __init__(self, night: Evening, code: str) -> None:
        self._night = night
        self._code = code
        self.leaks: list[str] = []
        self.checked: dict[int, int] = {}

    def __call__(self, client: Client) -> None:
        game = self._night.game(self._code)
        if game is None:
            return
        if leaked := named(client.title):
            self.leaks.append(f"{client.seat}: {leaked} in the title")
        if client.shows("Join code"):
            return  # the waiting room explains every card there is
        driver = game.driver
        if game.seed == "" and driver.journal.header.seed.hex()[:8] in client.text:
            self.leaks.append(f"{client.seat}: the seed of a game that is on")
        known = known_to(driver, client.seat)
        said_of_known = " ".join(text for card in known for text in TEXTS[card])
        allowed = known | named(said_of_known)
        self.checked[client.seat] = self.checked.get(client.seat, 0) + 1
        for line in client.lines:
            found = named(line)
            if found - allowed and not _of_one_number(found, driver.state.pool):
                self.leaks.append(f"{client.seat}: {found - allowed}\n{client.text}")


def _of_one_number(found: set[str], pool: tuple[str, ...]) -> bool:
    """Tell whether these are just all cards of one number: what a guess means is no secret."""
    return any(
        found == {card for card in pool if CARDS[card].number == number} for number in range(1, 9)
    )


def _player(name: str) -> Player:
    return Player(name=name)


async def play(night: Evening, seed: int, *, wins: int) -> tuple[Watch, set[str]]:
    """Play one game with every kind of viewer; return the watch and the modes reached."""
    ann, bo, cy, dee, eve, fay = map(_player, ("ann", "bo", "cy", "dee", "eve", "fay"))
    chance = random.Random(seed)
    code, clients = await night.seated(ann, bo, cy, seats=4, wins=str(wins))
    watch = Watch(night, code)
    night.looked = watch
    for client in clients:
        client.looked = watch
    second = await night.connect(ann, f"join {code}", size=(100, 30), seat=0)
    watcher = await night.connect(dee, f"watch {code}", language="zh_TW.UTF-8")
    # The same in line mode: for a spectator, and beside a seat's full screen.
    plain = [
        await night.connect(fay, f"watch {code}", term="dumb"),
        await night.connect(bo, f"join {code}", term="dumb", seat=1),
    ]
    await second.until("Join code")
    await watcher.until("Join code")
    clients[0].send(b"s")
    await night.until(lambda: night.stage(code) is Stage.PLAYING)
    late: Client | None = None
    moves = 0
    while (seat := await night.turn(code)) >= 0:
        client = clients[seat]
        if seat == 2:  # cut off at every ask, and back
            client.cut()
            client = clients[2] = await night.connect(cy, seat=2)
        if client.screen.columns < 60:
            client.resize(80, 24)
        await night.move(code, client, choice=chance.randint(1, 3))
        moves += 1
        if late is None and moves >= 4:
            late = await night.connect(eve, f"watch {code}")
        if moves % 2:
            clients[1].resize(*SIZES[moves // 2 % len(SIZES)])
            clients[1].send(b"z")
        for client in plain:
            client.send(*(word + b"\r" for word in (b"table", b"hand", b"log", b"notes", b"who")))
    for client in (clients[0], second, watcher):
        await client.until("GAME OVER")
    modes = {
        str(event.public["mode"])
        for event in night.playing(code).driver.events
        if event.kind == EventKind.MODE
    }
    asks = len(night.playing(code).driver.journal.entries)
    assert watcher.screen.bells == 0
    for client in plain:
        assert named(client.received.decode())
        assert b"\x1b" not in client.received
    assert clients[0].screen.bells <= asks
    night.looked = None
    for client in (*clients, second, watcher, *plain, *([late] if late else [])):
        client.looked = None
        client.cut()
    return watch, modes


async def test_no_screen_of_any_viewer_ever_names_a_card_it_was_not_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 1)
    modes: set[str] = set()
    async with evening(tmp_path) as night:
        for seed, wins in enumerate((2, 1)):
            watch, reached = await play(night, seed, wins=wins)
            assert not watch.leaks, watch.leaks[0]
            assert all(watch.checked[viewer] >= 5 for viewer in (SPECTATOR, 0, 1, 2))
            modes |= reached
    assert modes == set(Mode)


def the_watchers_get_a_seats_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    right = viewer_of
    monkeypatch.setattr(readers, "viewer_of", lambda c, state: 0 if c.watch else right(c, state))


def the_facts_reach_everybody_and_the_log_tells_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(event: Event, viewer: int) -> ViewerEvent:
        found: dict[str, Value] = {"kind": event.kind, **event.public}
        for private in (*event.private.values(), event.private.get(viewer, {})):
            found.update(private)
        return found

    monkeypatch.setattr(Event, "seen_by", leak)
    monkeypatch.setattr(presenter, "PRIVATE_FIELDS", {})


def the_title_names_the_card_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    right = TablePage._title

    def title(page: TablePage, frame: TableFrame) -> None:
        right(page, frame)
        if frame["view"] and frame["view"]["hand"]:
            page.session.set_title(card_short(frame["view"]["hand"][0]))

    monkeypatch.setattr(TablePage, "_title", title)


@pytest.mark.parametrize(
    "fault",
    [
        the_watchers_get_a_seats_eyes,
        the_facts_reach_everybody_and_the_log_tells_them,
        the_title_names_the_card_in_hand,
    ],
)
async def test_the_watch_finds_a_leak_wherever_it_is_made(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fault: Callable[[pytest.MonkeyPatch], None],
) -> None:
    fixed_seeds(monkeypatch, 1)
    fault(monkeypatch)
    ann, bo, cy = (Player(name=name) for name in ("ann", "bo", "cy"))
    async with evening(tmp_path) as night:
        code, clients = await night.seated(ann, bo, seats=2)
        night.looked = watch = Watch(night, code)
        for client in clients:
            client.looked = watch
        await (await night.connect(cy, f"watch {code}")).until("Join code")
        clients[0].send(b"s")
        await night.until(lambda: watch.leaks)


async def test_a_refused_answer_is_told_to_its_author_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo, cy = (Player(name=name) for name in ("ann", "bo", "cy"))
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo)
        clients.append(await night.connect(cy, f"watch {code}"))
        clients.append(await night.connect(ann, seat=0))
        await clients[3].until("only you")
        seat = await night.turn(code)
        other = night.playing(code).driver.state.hands[1 - seat][0]
        ask = night.playing(code).driver.pending[seat].id
        for client in clients:
            await client.settled()
        before = [len(client.received) for client in clients]
        author = night.channel((ann, bo)[seat], code)
        await author.receive()
        for number, card in ((ask, other), (ask + 1, other), (ask, "nothing")):
            author.send(encode(Answer(game_no=1, ask=number, answer=[card])))
            notice = unpack(await author.receive())
            assert (notice["t"], notice["level"]) == ("notice", "error")
            assert other not in repr(notice)
        stranger = night.channel(cy, code)
        await stranger.receive()
        stranger.send(encode(Answer(game_no=1, ask=ask, answer=[other])))
        assert unpack(await stranger.receive())["code"] == "not_seated"
        await asyncio.sleep(0.3)
        assert [len(client.received) for client in clients] == before


async def test_a_hidden_hand_is_nowhere_on_its_own_players_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo = (Player(name=name) for name in ("ann", "bo"))
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo)
        client = clients[await night.turn(code)]
        await client.until("YOUR TURN")
        client.send(b"h")
        await client.until("hidden; h shows it again")
        driver = night.playing(code).driver
        public = known_to(driver, SPECTATOR)
        public |= named(" ".join(text for card in public for text in TEXTS[card]))
        hand = set(driver.state.hands[client.seat])
        assert not hand <= public
        for key in (DOWN, b"b", b"n", b"?", b"?", b"l", DOWN, b"?", b"?", b"c", b"x", ESC):
            screen = await client.type(key)
            assert not named(screen) - public, key
        for size in ((120, 40), (80, 24)):
            client.resize(*size)
            assert not named(await client.settled()) - public, size
        client.send(b"h")
        await client.until(lambda c: hand <= named(c.text))


@pytest.mark.report("boardgame.io#399")
@pytest.mark.report("mtgred/netrunner#5865")
async def test_no_command_tells_a_secret_of_a_game_that_is_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo, cy = (Player(name=name) for name in ("ann", "bo", "cy"))
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo)
        seat = await night.turn(code)
        await night.move(code, clients[seat], choice=2)
        game = night.playing(code)
        secrets = [game.driver.journal.header.seed.hex()[:8], game.driver.journal.header.seed.hex()]
        for words in (
            "help", "status", "status --json", "tables", "whoami", "keys", "admin tables",
            f"replay {game.id}", f"replay {game.id[:8]}", f"verify {game.id}", f"verify {code}",
            f"replay {code}", f"watch {code}", f"join {code}",
        ):  # fmt: skip
            for who, viewer in ((cy, SPECTATOR), ((ann, bo)[1 - seat], 1 - seat)):
                client = await night.connect(who, words, term=None)
                client.channel.write_eof()
                await client.ended()
                # A table without a seat is watched; with one it is one's own, whatever is asked,
                # and so is what its player has seen of the game so far.
                own = words.startswith("join") or words == f"replay {code}"
                public = known_to(game.driver, viewer if own else SPECTATOR)
                public |= named(" ".join(text for card in public for text in TEXTS[card]))
                told = client.received.decode()
                assert not named(told) - public, words
                assert not any(secret in told for secret in secrets), words
                if words.startswith(("replay", "verify")):
                    seated = viewer != SPECTATOR and words == f"replay {code}"
                    assert (client.status == 0) is seated, words
        assert game.seed == ""


@pytest.mark.report("JMafia#3")
async def test_what_watchers_say_during_a_game_reaches_no_terminal_of_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo, cy, dee = (Player(name=name) for name in ("ann", "bo", "cy", "dee"))
    async with evening(tmp_path) as night:
        code, players = await night.started(ann, bo)
        # A player who watches the own table at a second terminal is still a player.
        players.append(await night.connect(ann, f"watch {code}"))
        watchers = [await night.connect(who, f"watch {code}") for who in (cy, dee)]
        for client in (*players, *watchers):
            await client.settled()
        before = [len(client.received) for client in players]
        watchers[0].send(b"c")
        await watchers[0].until("Say something; Enter sends, Esc leaves")
        watchers[0].send(b"bo has one", ENTER)
        await watchers[1].until(lambda c: "bo has one" in c.text)
        await asyncio.sleep(0.2)
        assert [len(client.received) for client in players] == before


async def test_of_two_terminals_of_one_seat_that_answer_at_once_one_is_told_that_it_was_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed_seeds(monkeypatch, 5)
    ann, bo = (Player(name=name) for name in ("ann", "bo"))
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo)
        seat = await night.turn(code)
        mine, others = clients[seat], clients[1 - seat]
        again = await night.connect((ann, bo)[seat], seat=seat)
        for client in (mine, again):
            await client.until("YOUR TURN")
            client.send(DOWN)
            await client.until(lambda c: HIGHLIGHT.search(c.text))
        entries = night.entries(code)
        mine.send(ENTER)
        again.send(ENTER)
        late = said("Too late: that has been decided already.")
        unasked = said("You are not asked anything now.")

        def told(client: Client) -> bool:
            return any(text in client.text for text in (*late, *unasked))

        await mine.until(lambda _c: told(mine) or told(again))
        await others.settled()
        assert [told(client) for client in (mine, again, others)].count(True) == 1
        assert not told(others)
        assert night.entries(code) == entries + 1
