"""A game is its journal: whatever ends the process, it comes back at the decision it stood at."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.codec import encode_entry, encode_header
from engine.driver import Driver, Status, replay
from engine.errors import ConfigError
from engine.event import SPECTATOR, ViewerEvent
from engine.game import Game
from engine.journal import Header, Journal
from engine.registry import GAMES as REGISTERED
from engine.view import Observer
from server.api import Stage
from server.changes import Append, Change, NewGame, SaveTable
from server.codes import StoreCode, StoreError
from server.requests import CreateTable, Rematch, Stand, Start
from server.seats import person
from server.setup import option_values
from server.store import Store
from server.table_state import TableState
from server.wire import pack
from tests.server.house import ANN, BO, CY, GUS, Person, house, quiet
from tests.server.test_table import play_out
from tests.server.test_table_games import harmless
from tests.server.toy import GAMES, TOY
from tests.server.victim import GAMES as VICTIMS


def played(game: Game = TOY, seed: bytes = b"s" * 32) -> Journal:
    """Return the journal of a whole game of two."""
    header = Header(
        game=game.id, rules_version=game.rules_version, seats=2,
        options=game.configure(2, {}), seed=seed,
    )  # fmt: skip
    driver = Driver(game, header)
    driver.start()
    while driver.status is Status.RUNNING:
        seat = min(s for s, p in driver.pending.items() if p.answer is None)
        pending = driver.pending[seat]
        driver.answer(seat, pending.id, pending.ask.options[-1:])
    return driver.journal


async def stored(path: Path, journal: Journal, entries: int, *, version: int = 1) -> None:
    """Make a store with Ann and Bo in a game that has so many of the journal's entries."""
    header = replace(journal.header, rules_version=version)
    state = TableState(
        code="FROG-71", game="toy", options=header.options, clock=0,
        seats=(person(ANN), person(BO)), host=ANN.id, stage=Stage.PLAYING, game_no=1, game_id="g",
    )  # fmt: skip
    kept = Store.open(path)
    packed = tuple(encode_entry(e) for e in journal.entries[:entries])
    await kept.write(
        NewGame(id="g", code="FROG-71", header=encode_header(header), seats=b""),
        Append(game="g", first=0, entries=packed),
        SaveTable(code="FROG-71", state=pack(state.plain())),
    )
    kept.close()


async def test_a_restart_after_any_prefix_shows_every_viewer_the_replay_of_it(
    tmp_path: Path,
) -> None:
    journal = played()
    for length in range(len(journal.entries)):
        path = tmp_path / f"{length}.db"
        await stored(path, journal, length)
        driver = replay(TOY, Journal(header=journal.header, entries=journal.entries[:length]))
        async with house(path) as h:
            people = {
                0: h.at("FROG-71", ANN),
                1: h.at("FROG-71", BO),
                SPECTATOR: h.at("FROG-71", CY),
            }
            for viewer, one in people.items():
                observer = Observer(driver, viewer)
                observer.update()
                frame = await one.until(lambda p: p.frames)
                assert frame["stage"] == "playing"
                assert frame["you"] == viewer
                assert frame["view"] == observer.fold.plain()
                assert frame["seq"] == len(observer.events)
                assert frame["waiting"] == list(driver.waiting)
                assert (frame["ask"] or {}).get("id") == (observer.ask and observer.ask.id)
            game = await h.store.game("g")
            assert game is not None
            assert game.entries == tuple(encode_entry(e) for e in driver.journal.entries)
            await play_out(people[0], people[1])


@pytest.mark.parametrize("game", sorted(VICTIMS))
@pytest.mark.parametrize("lines", [1, 40, 171])
async def test_kill_9_loses_nothing_that_anyone_saw(tmp_path: Path, lines: int, game: str) -> None:
    path = tmp_path / "u.db"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.victim", str(path), game,
        stdout=subprocess.PIPE, cwd=Path(__file__).parents[2], limit=2**24,
    )  # fmt: skip
    assert process.stdout is not None
    output = [await process.stdout.readline() for _ in range(lines)]
    os.kill(process.pid, signal.SIGKILL)
    output += (await process.stdout.read()).splitlines(keepends=True)
    assert await process.wait() == -signal.SIGKILL

    seen: dict[int, list[dict[str, Any]]] = defaultdict(list)
    asked: dict[int, dict[str, Any] | None] = {}
    for line in output:
        if line.endswith(b"\n"):  # the last line may be cut in half
            viewer, seq, events, ask = json.loads(line)
            seen[viewer] += events
            assert len(seen[viewer]) == seq
            asked[viewer] = ask
    assert sum(map(len, seen.values())) > 0
    async with house(path, games=VICTIMS) as h:
        (code,) = h.hub._tables
        people = {0: h.at(code, ANN), 1: h.at(code, BO)}
        for viewer, one in people.items():
            frame = await one.frame(stage="playing")
            assert frame["events"][: len(seen[viewer])] == seen[viewer]
            before = asked.get(viewer)
            if frame["ask"] and before:
                # At most the one decision that was on its way is newer than what was shown.
                assert 0 <= frame["ask"]["id"] - before["id"] <= 1
                if frame["ask"]["id"] == before["id"] and "step" in before:
                    # What was submitted stands, whether it was ready or not.
                    assert frame["ask"] == before
        # Who has given its sealed answer before the end changes nothing by giving it again.
        ready = [one for one in people.values() if one.last["ask"]]
        ready.sort(key=lambda one: "answer" in one.last["ask"])
        count = len(ready[0].frames)
        ask = ready[0].last["ask"]
        ready[0].answer(*(ask["default"] if "step" in ask else ask["options"][:1]))
        await ready[0].until(lambda p: len(p.frames) > count)
        assert ready[0].notices == []


async def test_waiting_and_finished_tables_come_back_too(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        waiting = await h.opened(CY, seats=3, bots=1)
        code, (ann, bo) = await h.playing(BO)
        await play_out(ann, bo)
        over = ann.last
    async with house(path) as h:
        frame = await h.at(waiting, CY).frame(you=0)
        assert [s["kind"] for s in frame["seats"]] == ["player", "bot", "empty"]
        assert frame["host"]
        frame = await h.at(code, ANN).frame(stage="over")
        for key in ("view", "result", "seed", "commitment", "seq"):
            assert frame[key] == over[key]


async def test_after_a_restart_the_clock_is_full_and_stands_until_somebody_is_back(
    tmp_path: Path,
) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        code, (ann, _bo) = await h.playing(BO, clock=30)
        await h.time.pass_by(25)
        assert ann.last["waiting"] == [0]
    async with house(path) as h:
        await h.time.pass_by(1000)
        bo = h.at(code, BO)
        frame = await bo.frame(you=1)
        assert frame["waiting"] == [0]
        assert frame["clock"] == {"left": 30.0, "total": 30}
        await h.time.pass_by(31)
        await bo.asked("move")


async def test_after_a_restart_bots_play_on_and_so_they_do_for_guests_who_cannot_return(
    tmp_path: Path,
) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        code, (ann, gus) = await h.playing(GUS, bots=1)
        ann.answer("keep")
        await gus.asked("move")
    async with house(path) as h:
        ann = h.at(code, ANN)
        frame = await ann.frame(you=0)
        waiting = frame["waiting"]
        assert frame["seats"][waiting[0]]["kind"] == "guest"
        await h.time.pass_by(61)
        await ann.asked("bet")


async def test_a_journal_of_other_rules_freezes_its_table_alone_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    journal = played()
    await stored(path, journal, 4, version=2)
    async with house(path) as h:
        ann = h.at("FROG-71", ANN)
        frame = await ann.frame(stage="frozen")
        assert frame["view"] is None
        assert (await ann.notice("frozen_journal"))["params"] == {"entry": 0}
        _, (cy, dee) = await h.playing(GUS, host=CY)
        await play_out(cy, dee)
    async with house(path, games={"toy": replace(TOY, rules_version=2)}) as h:
        await h.at("FROG-71", ANN).frame(stage="frozen")  # entries of version 1 under version 2
    kept = Store.open(path)
    assert (await kept.game("g")).status == "running"  # type: ignore[union-attr]
    kept.close()


async def test_a_table_that_cannot_be_read_or_is_of_an_unknown_game_stays_in_the_store(
    tmp_path: Path,
) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        code, _ = await h.playing(BO)
        await h.store.write(SaveTable(code="OWL-12", state=b"\xff"))
        await h.store.write(SaveTable(code="OWL-13", state=pack({"game": "toy"})))
    async with house(path, games={}) as h:
        assert h.hub.listings() == []
    async with house(path, games=GAMES) as h:
        assert [listing.row["code"] for listing in h.hub.listings()] == [code]
        await h.at(code, ANN).asked("move")
        assert len(await h.store.tables()) == 3


async def test_a_frozen_game_is_still_frozen_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        code, (ann, _bo) = await h.playing(BO, fuse="rule")
        ann.answer("boom")
        frozen = await ann.frame(stage="frozen")
    async with house(path) as h:
        ann = h.at(code, ANN)
        frame = await ann.frame(stage="frozen")
        assert frame["view"] == frozen["view"]
        assert (await ann.notice("frozen_rule"))["params"] == {"entry": 2}


# --- nothing is shown before it is durable -----------------------------------------------------


class _Gate:
    """Holds the store's writes up, or makes them fail."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self._write = store.write
        self.open = asyncio.Event()
        self.open.set()
        self.failing = False
        monkeypatch.setattr(store, "write", self.write)

    async def write(self, *changes: Change) -> None:
        if self.failing:
            raise StoreError(StoreCode.WRITE_FAILED, path="x")
        await self.open.wait()
        await self._write(*changes)


def heard(people: Sequence[Person]) -> list[int]:
    return [len(p.raw) for p in people]


async def test_no_effect_is_shown_to_anyone_before_its_decision_is_committed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        watcher, lobby = h.at(code, CY), Person(h.hub.lobby(BO))
        await watcher.frame(stage="playing")
        await h.time.pass_by(1)
        people = (ann, bo, watcher, lobby)
        gate = _Gate(h.store, monkeypatch)
        gate.open.clear()
        before = heard(people)
        ann.answer("swap")
        await quiet()
        assert not h.hub.listings()[0].row_for(BO.id)["your_turn"]
        late = h.at(code, BO)
        await quiet()
        assert heard(people) == before
        assert late.raw == []
        gate.open.set()
        await bo.asked("move")
        await late.asked("move")
        assert h.hub.listings()[0].row_for(BO.id)["your_turn"]


async def test_a_decision_that_cannot_be_stored_is_taken_back_and_may_be_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        gate = _Gate(h.store, monkeypatch)
        await quiet()
        before = heard([bo])
        gate.failing = True
        ann.answer("swap")
        await ann.notice("not_stored")
        bo.ask(Stand())
        await bo.notice("not_stored")
        assert heard([bo]) == [before[0] + 1]
        again = h.at(code, ANN)
        frame = await again.asked("move")
        assert frame == ann.last["ask"]
        assert again.last["view"] == ann.last["view"]
        gate.failing = False
        ann.answer("swap")
        await bo.asked("move")
        await play_out(ann, bo)


async def test_a_time_out_and_a_bot_whose_answer_cannot_be_stored_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house() as h:
        _, (ann,) = await h.playing(bots=1, clock=30)
        gate = _Gate(h.store, monkeypatch)
        gate.failing = True
        await h.time.pass_by(31)
        assert ann.last["waiting"] == [0]
        gate.failing = False
        await h.time.pass_by(31)
        await ann.asked("bet")
        ann.answer("low")
        await ann.asked("move")
        gate.failing = True
        ann.answer("keep")
        await ann.notice("not_stored")
        gate.failing = False
        ann.answer("keep")
        await ann.asked("bet")


class _BadFold:
    """A view that fails at the first card that was kept."""

    def __init__(self) -> None:
        self._bad = False

    def apply(self, event: ViewerEvent) -> None:
        self._bad = self._bad or event["kind"] == "kept"

    def plain(self) -> dict[str, Any]:
        if self._bad:
            raise ZeroDivisionError
        return {}


async def test_a_view_that_fails_freezes_its_table_alone_and_the_game_is_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "u.db"
    bad = replace(TOY, id="bad", fold=lambda _seats, _options, _viewer: _BadFold())
    async with house(path, games={"toy": TOY, "bad": bad}) as h:
        _, (cy, gus) = await h.playing(GUS, host=CY)
        lobby = Person(h.hub.lobby(ANN))
        lobby.ask(CreateTable(game="bad", seats=2, options={}, clock=0, bots=1))
        code = (await lobby.notice("opened"))["opened"]
        ann = h.at(code, ANN)
        ann.ask(Start())
        await ann.asked("move")
        ann.answer("keep")
        frame = await ann.frame(stage="frozen")
        assert frame["view"] is None
        await ann.notice("frozen_table")
        await play_out(cy, gus)
    async with house(path, games={"toy": TOY, "bad": replace(TOY, id="bad")}) as h:
        ann = h.at(code, ANN)
        frame = await ann.frame(stage="playing")  # mended, and nothing is lost
        assert frame["view"]["kept"][0] == 0


@pytest.mark.parametrize("game", sorted(REGISTERED))
async def test_a_registered_game_with_every_option_at_its_last_choice_survives_restarts(
    tmp_path: Path, game: str
) -> None:
    """Options of all shapes come back as they were: a rematch after a restart still starts."""
    rules = REGISTERED[game]
    seats = rules.min_seats
    options: dict[str, Any] = {}
    for spec in rules.options:
        # As the wire brings them: many as a list. A choice that does not go with the others
        # or with so few seats is left at its default.
        choice: Any = list(spec.choices) if spec.many else spec.choices[-1]
        try:
            rules.configure(seats, {**option_values(options), **option_values({spec.id: choice})})
        except ConfigError:
            continue
        options[spec.id] = choice
    assert not rules.options or options
    path = tmp_path / "u.db"
    shown: dict[str, Any] | None = None
    code = ""
    for _ in range(3):
        async with house(path, games=REGISTERED) as h:
            if not code:
                lobby = Person(h.hub.lobby(ANN))
                lobby.ask(_table(game, seats, options))
                code = (await lobby.notice("opened"))["opened"]
            ann = h.at(code, ANN)
            frame = await ann.until(lambda p: p.frames)
            assert shown is None or frame["options"] == shown
            shown = frame["options"]
            answered = 0
            while ann.last["stage"] != "over":
                ask = ann.last["ask"]
                if ann.last["stage"] == "waiting":
                    ann.ask(Start())
                elif ask and not ask["settled"] and ask["id"] != answered:
                    answered = ask["id"]
                    ann.answer(*harmless(ask))
                count = len(ann.frames)
                await ann.more_than(count)
            assert ann.notices == []
            ann.ask(Rematch())
            await ann.frame(stage="waiting")


def _table(game: str, seats: int, options: dict[str, Any]) -> CreateTable:
    return CreateTable(game=game, seats=seats, options=options, clock=0, bots=seats - 1)
