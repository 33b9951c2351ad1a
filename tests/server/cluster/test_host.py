"""A table runs in one process, goes where its players need it, and loses nothing on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from server.api import Identity
from server.changes import SaveTable, TableChange
from server.cluster.appends import newest, read
from server.cluster.guests import guest_mark
from server.cluster.live import Live
from server.cluster.waiting import WaitingStore
from server.codes import Code, RequestError
from server.hub import HubLimits
from server.requests import CreateTable, Ready, Sit, Start
from server.store import StoredGame
from server.table import Table
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.sides import SETTINGS, KeptGames, Side, side, visit
from tests.server.house import ANN, BO, CY, GUS, Person
from tests.server.ssh_helpers import eventually

WANTED = CreateTable(game="toy", seats=2, options={"fuse": "none"}, clock=0)


@pytest.fixture
def archive() -> KeptGames:
    return KeptGames()


@pytest.fixture
async def two(make_bus: MakeBus, archive: KeptGames) -> AsyncIterator[tuple[Side, Side]]:
    """Two table processes that know each other."""
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(side(await make_bus("tables1"), archive))
        other = await stack.enter_async_context(side(await make_bus("tables2"), archive))
        await eventually(lambda: other.bus.pid in one.live.peers and "tables" in _facts(one, other))
        yield one, other


def _facts(one: Side, other: Side) -> dict[str, object]:
    return dict(one.live.peers[other.bus.pid])


async def _made(where: Side, who: Identity = ANN, wanted: CreateTable = WANTED) -> str:
    """Make a table from the lobby of one process."""
    lobby = Person(where.side.lounge.attach(who))
    lobby.ask(wanted)
    code: str = (await lobby.notice("opened"))["opened"]
    lobby.leave()
    return code


async def _at(sides: Iterable[Side], code: str, who: Identity) -> tuple[Side, Person]:
    where, channel = await visit(lambda: list(sides), who, code)
    return where, Person(channel)


async def _playing(sides: tuple[Side, ...], code: str) -> tuple[Side, Person, Person]:
    """Begin a game of Ann and Bo; return where it is, and both."""
    where, ann = await _at(sides, code, ANN)
    _, bo = await _at(sides, code, BO)
    bo.ask(Sit(seat=1))
    await bo.frame(you=1)
    bo.ask(Ready(ready=True))
    await ann.until(lambda p: p.last["seats"][1]["ready"])
    ann.ask(Start())
    await bo.frame(stage="playing")
    return where, ann, bo


def _runs(sides: tuple[Side, ...], code: str) -> list[Side]:
    return [one for one in sides if code in one.codes]


async def test_tables_are_shared_out_and_the_lobby_shows_all_at_each_process(
    two: tuple[Side, Side],
) -> None:
    codes = [await _made(two[number % 2], Identity(id=f"SHA256:{number}", name=f"P{number}"))
             for number in range(6)]  # fmt: skip
    assert sorted(two[0].codes + two[1].codes) == sorted(codes)
    for one in two:
        lobby = Person(one.side.lounge.attach(CY))
        await lobby.until(
            lambda p: p.frames and [t["code"] for t in p.last["tables"]] == sorted(codes)
        )
        lobby.leave()


async def test_nobody_hosts_more_tables_than_the_limit_wherever_they_run(
    two: tuple[Side, Side],
) -> None:
    for number in range(5):
        await _made(two[number % 2])
    await eventually(lambda: all(one.side.board.hosted(ANN.id) == 5 for one in two))
    lobby = Person(two[1].side.lounge.attach(ANN))
    lobby.ask(WANTED)
    assert (await lobby.notice("too_many_tables"))["params"] == {"limit": 5}
    lobby.leave()


async def test_bad_setups_are_refused_before_anything_is_made(two: tuple[Side, Side]) -> None:
    lobby = Person(two[0].side.lounge.attach(ANN))
    lobby.ask(CreateTable(game="toy", seats=99, options={}, clock=0))
    assert await lobby.notice("bad_seats")
    assert not two[0].leases.all()
    lobby.leave()


async def test_who_asks_the_wrong_process_is_told_that_the_table_is_elsewhere(
    two: tuple[Side, Side],
) -> None:
    code = await _made(two[0])
    (where,) = _runs(two, code)
    other = two[1] if where is two[0] else two[0]
    await eventually(lambda: other.leases.of(code) is not None)
    with pytest.raises(RequestError) as caught:
        other.side.host.attach(ANN, code)
    assert caught.value.code is Code.MOVED
    with pytest.raises(RequestError) as caught:
        other.side.host.attach(ANN, "OTTER-99X")
    assert caught.value.code is Code.UNKNOWN_TABLE


async def test_a_dead_ones_table_goes_on_elsewhere_at_the_same_decision(
    two: tuple[Side, Side],
) -> None:
    code = await _made(two[0])
    where, ann, bo = await _playing(two, code)
    await ann.asked("move")
    ann.answer("keep")
    await bo.asked("move")
    before, seen = bo.last["ask"], bo.last["seq"]
    await where.die()
    left = tuple(one for one in two if one is not where)
    _, again = await _at(left, code, BO)
    frame = await again.frame(stage="playing")
    assert (frame["ask"], frame["seq"]) == (before, seen)
    assert [event for f in again.frames for event in f["events"]] == [
        event for f in bo.frames for event in f["events"]
    ]
    again.answer("keep")
    _, ann_again = await _at(left, code, ANN)
    await ann_again.asked("bet")


async def test_one_whose_table_another_has_taken_can_decide_nothing(two: tuple[Side, Side]) -> None:
    code = await _made(two[0])
    where, ann, _bo = await _playing(two, code)
    await ann.asked("move")
    (other,) = (one for one in two if one is not where)
    await other.side.host._adopt(code)
    assert _runs((other,), code) == [other]
    ann.answer("keep")
    await ann.ended.wait()
    assert ann.notices[-1]["code"] == "moved"
    assert not _runs((where,), code)
    records = await read(other.bus.js, code, (await newest(other.bus.js, code)).sequence)
    leases = [record.lease for _, record in records]
    assert leases == sorted(leases)
    _, again = await _at((other,), code, ANN)
    assert (await again.asked("move"))["id"] == ann.last["ask"]["id"]


async def test_a_drained_process_hands_its_tables_over_between_decisions(
    two: tuple[Side, Side],
) -> None:
    codes = [await _made(two[0]) for _ in range(4)]
    drained, heir = two
    had = list(drained.codes)
    assert had
    visitors = [Person(drained.side.host.attach(ANN, code)) for code in had]
    await drained.side.host.stop()
    assert not drained.codes
    await eventually(lambda: sorted(heir.codes) == sorted(codes))
    for visitor in visitors:
        await visitor.ended.wait()
        assert visitor.notices[-1]["code"] == "moved"


async def test_of_many_tables_that_come_at_once_one_is_played_again_in_a_turn_of_the_loop(
    two: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    restore, turns, turn = Table.restore, list[int](), 0

    async def noted(table: Table) -> None:
        turns.append(turn)
        await restore(table)

    async def counting() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    people = [Identity(id=f"SHA256:{number}", name=f"P{number}") for number in range(24)]
    codes = [await _made(two[0], who) for who in people]
    heir, drained = sorted(two, key=lambda one: len(one.codes))
    came = len(drained.codes)
    monkeypatch.setattr(Table, "restore", noted)
    counter = asyncio.create_task(counting())
    await drained.side.host.stop()
    await eventually(lambda: sorted(heir.codes) == sorted(codes))
    counter.cancel()
    assert len(turns) == came > 4
    assert len(set(turns)) == came


async def test_a_finished_game_reaches_the_archive_also_when_its_process_dies(
    two: tuple[Side, Side], archive: KeptGames
) -> None:
    code = await _made(two[0])
    _where, ann, bo = await _playing(two, code)
    while ann.last["stage"] != "over":
        for one in (ann, bo):
            ask = one.last["ask"]
            if ask is not None and "answer" not in ask:
                one.answer(ask["options"][0])
        await asyncio.sleep(0.02)
    frame = ann.last
    await eventually(lambda: frame["game_id"] in archive.games)
    assert archive.games[frame["game_id"]].entries


async def test_the_host_closes_and_reopens_tables_from_any_process(
    two: tuple[Side, Side],
) -> None:
    code = await _made(two[0])
    where, ann, _bo = await _playing(two, code)
    asked = await ann.asked("move")
    (other,) = (one for one in two if one is not where)
    await eventually(lambda: other.leases.of(code) is not None)
    assert await other.side.orders.close(code, drop=False)
    await ann.ended.wait()
    assert ann.notices[-1]["code"] == "closed_by_host"
    await eventually(lambda: other.side.board.parked() == [code])
    with pytest.raises(RequestError):
        where.side.host.attach(ANN, code)
    assert await other.side.orders.reopen(code)
    again = Person(where.side.host.attach(ANN, code))
    assert await again.asked("move") == asked
    assert await other.side.orders.close(code, drop=True)
    await eventually(lambda: all(one.leases.of(code) is None for one in two))
    await eventually(lambda: not any(one.side.board.codes() for one in two))
    assert not await other.side.orders.reopen(code)


async def test_words_to_all_tables_and_lobbies_reach_everybody(two: tuple[Side, Side]) -> None:
    codes = [await _made(two[0]) for _ in range(3)]
    people = [(await _at(two, code, ANN))[1] for code in codes]
    people += [Person(one.side.lounge.attach(CY)) for one in two]
    await two[1].side.orders.notify(Code.HOST_MESSAGE, {"text": "Pizza is here"})
    for person in people:
        assert (await person.notice("host_message"))["params"] == {"text": "Pizza is here"}


async def test_a_guest_who_is_gone_loses_seats_at_every_process(two: tuple[Side, Side]) -> None:
    codes = [await _made(two[0]) for _ in range(4)]
    for code in codes:
        _, gus = await _at(two, code, GUS)
        gus.ask(Sit(seat=1))
        await gus.frame(you=1)
        gus.leave()
    ann = [(await _at(two, code, ANN))[1] for code in codes]
    for person in ann:
        await person.until(lambda p: p.frames and not p.last["seats"][1]["online"])
    await two[0].side.orders.take_seats(GUS.id)
    for person in ann:
        await person.until(lambda p: p.last["seats"][1]["kind"] == "empty")


async def test_a_process_that_lost_touch_keeps_its_tables_and_takes_none(
    two: tuple[Side, Side],
) -> None:
    one, other = two
    code = await _made(one)
    where, ann, _bo = await _playing(two, code)
    (other,) = (side for side in two if side is not where)
    asked = await ann.asked("move")
    for told in other.live.lost:
        told()
    await where.side.host.hand_on(code)
    await ann.ended.wait()
    await eventually(lambda: (lease := other.leases.of(code)) is not None and not lease.owner)
    assert code not in other.codes
    for told in other.live.back:
        told()
    _, again = await _at((other, where), code, ANN)
    assert await again.asked("move") == asked


async def test_viewers_are_told_while_nothing_can_be_kept_and_when_it_goes_on() -> None:
    told: list[Code] = []
    gate = asyncio.Event()

    class Slow:
        async def write(self, *_changes: TableChange) -> None:
            await gate.wait()

        async def game(self, _game_id: str) -> StoredGame | None:
            return None

    store = WaitingStore(Slow(), told.append)
    writing = asyncio.create_task(store.write(SaveTable(code="OTTER-42", state=b"")))
    await eventually(lambda: told == [Code.NO_QUORUM])
    assert not writing.done()
    gate.set()
    await writing
    assert told == [Code.NO_QUORUM, Code.GOES_ON]
    told.clear()
    await store.write()
    assert not told


async def test_a_claim_that_was_followed_by_no_table_is_cleared_away(
    make_bus: MakeBus, archive: KeptGames
) -> None:
    async with side(await make_bus("tables1"), archive) as one:
        await one.leases.claim("OTTER-42")
        await one.leases.release(one.leases.all()["OTTER-42"])
        await eventually(lambda: one.leases.of("OTTER-42") is None)
        assert not one.codes


async def test_guests_of_a_front_that_died_lose_their_seats_and_no_others(
    make_bus: MakeBus, archive: KeptGames
) -> None:
    quick = replace(SETTINGS, limits=HubLimits(guest_grace=0.2))
    front = await make_bus("front1")
    gone = Identity(id=f"guest:{guest_mark(front.pid)}aa", name="Gus", guest=True)
    async with side(await make_bus("tables1"), archive, quick) as one:
        signs = Live(front, lambda: {"role": "front"})
        await signs.start()
        second = await make_bus("front2")
        stays = Live(second, lambda: {"role": "front"})
        await stays.start()
        staying = Identity(id=f"guest:{guest_mark(second.pid)}bb", name="Hal", guest=True)
        code = await _made(one, wanted=replace(WANTED, seats=3))
        ann = Person(one.side.host.attach(ANN, code))
        for who in (staying, gone):
            guest = Person(one.side.host.attach(who, code))
            guest.ask(Sit(seat=-1))
            await guest.until(lambda p: p.frames and p.last["you"] >= 0)
            guest.leave()
        await signs.stop()
        await ann.until(lambda p: p.frames and p.last["seats"][2]["kind"] == "empty")
        assert ann.last["seats"][1]["kind"] == "guest"
        assert one.forgotten == [gone.id]
        await stays.stop()
