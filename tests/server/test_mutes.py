"""A host's mute: nothing is read in public under a seat, whoever writes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.admin import DeskCode, DeskError, HostDesk
from server.api import Connection
from server.codes import Code, RequestError, StoreCode, StoreError
from server.house import House as Listener
from server.requests import Mute, Rematch, Stand, Start, Unmute
from server.room import End
from server.settings import Settings
from server.table_state import TableState
from tests.server.house import BO, CY, House, Person, house, player, quiet
from tests.server.masked import GAMES, NIGHTS, at_night, tell_table
from tests.server.test_steps import answers, heard, night_of

DEE = player("Dee")


def place(one: Person) -> int:
    number: int = one.last["view"]["place"]
    return number


def marks(one: Person) -> list[tuple[str, int]]:
    """Return the lines about mutes that somebody was shown."""
    return [(line["code"], line["seat"]) for frame in one.frames for line in frame["lines"]]


async def mute(host: Person, seat: int) -> None:
    host.ask(Mute(seat=seat))
    await host.until(lambda p: seat in p.last.get("muted", ()))


@pytest.mark.rule("FD-15.2")
async def test_a_muted_seat_is_not_read_in_public_and_does_everything_else_as_before() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        await mute(ann, place(bo))
        bo.answer("say", "listen!")
        await bo.notice("muted")
        await tell_table(bo, "note", "flee")
        await tell_table(ann, "say", "quiet here")
        assert ann.last["view"]["said"] == bo.last["view"]["said"] == [[place(ann), "quiet here"]]
        assert [a for s, a, _ in await answers(h, code) if s == bo.last["you"]] == [
            ("note", "flee")
        ]
        ann.ask(Unmute(seat=place(bo)))
        await bo.until(lambda p: "muted" not in p.last)
        await tell_table(bo, "say", "at last")
        assert ann.last["view"]["said"][-1] == [place(bo), "at last"]


@pytest.mark.rule("FD-15.2")
async def test_a_refused_post_gives_nobody_else_a_frame_or_a_word() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo, dee) = await at_night(h, BO, DEE)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        await mute(ann, place(bo))
        await quiet()
        before = heard((ann, dee, watcher))
        for _ in range(3):
            bo.answer("say", "listen!")
            await bo.notice("muted")
        await quiet()
        assert heard((ann, dee, watcher)) == before
        assert bo.notices[-1]["params"] == {}


async def test_everybody_is_told_of_a_mute_once_and_so_is_who_comes_later() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        await mute(ann, 2)
        ann.ask(Mute(seat=2))
        ann.ask(Mute(seat=1))
        ann.ask(Unmute(seat=2))
        await ann.until(lambda p: p.last.get("muted") == [1])
        await quiet()
        told = [("muted", 2), ("muted", 1), ("unmuted", 2)]
        assert marks(ann) == marks(bo) == marks(watcher) == told
        later = h.at(code, DEE)
        await later.until(lambda p: p.frames)
        assert (marks(later), later.last["muted"]) == (told, [1])


async def test_only_the_host_mutes_and_nobody_stands_in_for_one_who_is_away() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        for one in (bo, watcher):
            one.ask(Mute(seat=1))
            await one.notice("not_host")
        ann.leave()
        await quiet()
        before = heard((watcher,))
        bo.ask(Mute(seat=1))
        await bo.until(lambda p: p.codes == ["not_host"] * 2)
        assert heard((watcher,)) == before


async def test_a_mute_is_for_a_seat_of_a_masked_game_that_runs() -> None:
    async with house(games=GAMES) as h:
        _, (ann, bo) = await at_night(h, BO)
        for seat in (0, 3, -1):
            ann.ask(Mute(seat=seat))
            assert (await ann.notice("no_such_seat"))["params"] == {"seat": seat - 1}
            ann.notices.clear()
        await mute(ann, place(ann))
        for night in range(NIGHTS):
            for one in (ann, bo):
                await one.until(lambda p, n=night: night_of(p) == n)  # type: ignore[misc]
                await tell_table(one, "ready")
        assert "muted" not in await ann.frame(stage="over")
        ann.ask(Mute(seat=1))
        assert (await ann.notice("wrong_stage"))["params"] == {"stage": "over"}
        ann.ask(Rematch())
        await ann.frame(stage="waiting")
        ann.ask(Start())
        await ann.notice("not_ready")
        bo.ask(Stand())
        await ann.until(lambda p: any(s["kind"] == "empty" for s in p.last["seats"]))
        ann.ask(Start())
        await ann.asked("night")
        await tell_table(ann, "say", "a new game")
        assert "muted" not in ann.last
    async with house() as h:
        _, (ann, _bo) = await h.playing(BO)
        ann.ask(Mute(seat=1))
        await ann.notice("bad_request")


async def test_muting_in_a_rush_is_slowed_down() -> None:
    async with house(games=GAMES) as h:
        _, (ann, _bo) = await at_night(h, BO)
        for _ in range(3):
            ann.ask(Mute(seat=1))
            ann.ask(Unmute(seat=1))
        await ann.notice("slow_down")
        assert len(marks(ann)) == 4


@pytest.mark.rule("FD-15.2")
async def test_a_mute_outlives_the_server(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path, games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        seat = place(bo)
        await mute(ann, seat)
    async with house(path, games=GAMES) as h:
        bo = h.at(code, BO)
        await bo.asked("night")
        assert bo.last["muted"] == [seat]
        bo.answer("say", "listen!")
        await bo.notice("muted")


def test_a_table_from_before_there_were_mutes_has_none() -> None:
    state = TableState(code="FROG-71", game="masked", options={}, clock=0, seats=(), muted=(2, 4))
    plain = state.plain()
    assert TableState.from_plain(plain) == state
    del plain["muted"]
    assert TableState.from_plain(plain).muted == ()


# --- the server's host ----------------------------------------------------------------------------


def desk_of(h: House) -> HostDesk:
    """Return a desk that needs no connection for what it is asked here."""
    listener = Listener(Settings(), h.hub, nobody, nobody)
    return HostDesk(listener, h.hub, None)  # type: ignore[arg-type]


async def nobody(connection: Connection) -> int:
    raise NotImplementedError


async def test_the_servers_host_mutes_at_any_table_without_a_seat() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        desk = desk_of(h)
        assert await desk.mute(code.lower(), place(bo), on=True) == code
        await ann.until(lambda p: p.last.get("muted") == [place(bo)])
        bo.answer("say", "listen!")
        await bo.notice("muted")
        await desk.mute(code, place(bo), on=False)
        await tell_table(bo, "say", "thanks")
        assert marks(ann) == [("muted", place(bo)), ("unmuted", place(bo))]


async def test_the_servers_host_is_told_why_nothing_was_muted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(games=GAMES) as h:
        code, (ann, _bo) = await at_night(h, BO)
        desk = desk_of(h)
        with pytest.raises(RequestError) as refused:
            await desk.mute(code, 7, on=True)
        assert refused.value.code is Code.NO_SUCH_SEAT
        with pytest.raises(DeskError) as unknown:
            await desk.mute("NONE-00", 1, on=True)
        assert unknown.value.code is DeskCode.NO_TABLE

        async def full(*_changes: object) -> None:
            raise StoreError(StoreCode.WRITE_FAILED, path="")

        with monkeypatch.context() as patch:
            patch.setattr(h.store, "write", full)
            with pytest.raises(StoreError):
                await desk.mute(code, 1, on=True)
        await desk.mute(code, 2, on=True)
        await ann.until(lambda p: p.last.get("muted") == [2])


async def test_a_table_that_ends_first_keeps_no_host_waiting() -> None:
    async with house(games=GAMES) as h:
        code, _people = await at_night(h, BO)
        (table,) = h.hub._tables.values()
        table.post(End(Code.CLOSED_BY_HOST))
        with pytest.raises(DeskError) as gone:
            await desk_of(h).mute(code, 1, on=True)
        assert gone.value.code is DeskCode.NO_TABLE
