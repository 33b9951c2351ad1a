"""A channel that goes on where another was cut: nothing twice, nothing missing, nothing told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.api import Identity
from server.chat import KEPT, Talk
from server.cursor import Cursor
from server.hub import LocalHub
from server.requests import Chat, StepOut
from server.wire import WireError, pack, unpack
from tests.server.house import ANN, BO, CY, House, Person, house, quiet


def say(talk: Talk, *, watching: bool, number: int) -> None:
    """Have a line said by somebody new, so that nobody is too fast."""
    seat = -1 if watching else 0
    talk.say(f"id{number}", "x", seat, f"line {number}", running=True, now=float(number * 10))


@given(
    st.lists(st.booleans(), max_size=KEPT + 40),
    st.integers(0, KEPT + 40),
    st.integers(0, KEPT + 40),
    st.booleans(),
)
def test_a_reader_placed_by_what_was_had_gets_the_lines_that_the_old_one_would_get(
    said: list[bool], cut: int, late: int, seated: bool
) -> None:
    talk = Talk()
    for number, watching in enumerate(said[:cut]):
        say(talk, watching=watching, number=number)
    cursor, among = max(talk.count - late, 0), talk.count
    counts = talk.had(cursor, among)
    for number, watching in enumerate(said[cut:], start=cut):
        say(talk, watching=watching, number=number)
    new_cursor, new_among = talk.place(*counts)
    old = list(talk.since(cursor, seated=seated, among_watchers=among))
    new = list(talk.since(new_cursor, seated=seated, among_watchers=new_among))
    assert new == old


@given(st.lists(st.booleans(), max_size=40))
def test_what_watchers_say_among_themselves_does_not_move_the_count_for_all(
    said: list[bool],
) -> None:
    talk = Talk()
    before = talk.had(talk.count, talk.count)[0]
    for number, watching in enumerate(said):
        say(talk, watching=watching, number=number)
    assert talk.had(talk.count, talk.count)[0] - before == said.count(False)


FULL = Cursor().plain()


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {**FULL, "events": "1"},
        {**FULL, "events": True},
        {**FULL, "seated": 1},
        {**FULL, "more": 1},
    ],
)
def test_a_map_that_is_no_cursor_is_refused(plain: dict[str, Any]) -> None:
    with pytest.raises(WireError):
        Cursor.from_plain(plain)


def test_a_cursor_comes_back_from_the_wire_as_it_was() -> None:
    cursor = Cursor(epoch="e", game_no=2, viewer=1, events=9, said=3, among=1, lines=4, seated=True)
    assert Cursor.from_plain(unpack(pack(cursor.plain()))) == cursor


def attach(hub: LocalHub, who: Identity, code: str, have: Cursor | None, *, watch: bool) -> Person:
    """Open a table as the other end of a cut channel does."""
    return Person(hub._tables[code].attach(who, watch=watch, have=have))


def told(people: list[Person]) -> tuple[list[Any], list[Any], list[Any]]:
    """Return events, talk and table lines of one session's channels, in order."""
    frames = [frame for one in people for frame in one.frames]
    return (
        [event for frame in frames for event in frame["events"]],
        [line for frame in frames for line in frame["chat"]],
        [line for frame in frames for line in frame["lines"]],
    )


async def cut(at: House, code: str, people: list[Person], *, watch: bool = False) -> None:
    """Cut the last channel of a session and open the next one where it has ended."""
    old = people[-1].channel
    have = old.cursor()  # type: ignore[attr-defined]
    assert have is not None
    new = attach(at.hub, old.who, code, have, watch=watch)  # type: ignore[attr-defined]
    await quiet()
    old.close()
    people.append(new)
    await quiet()


@pytest.mark.parametrize("watch", [False, True])
async def test_a_session_whose_channel_is_cut_has_had_what_it_would_have_had(watch: bool) -> None:
    async with house() as at:
        code, (ann, bo) = await at.playing(BO)
        who = CY if watch else ANN
        whole, pieces = at.at(code, who, watch=watch), [at.at(code, who, watch=watch)]
        watcher = at.at(code, Identity(id="SHA256:Di-key", name="Di"))
        await quiet()
        for one, word in [(ann, "keep"), (bo, "swap")]:
            one.ask(Chat(text=f"I {word}"))
            watcher.ask(Chat(text=f"they {word}"))
            await quiet()
            await cut(at, code, pieces, watch=watch)
            await one.asked("move")
            one.answer(word)
            await quiet()
            await cut(at, code, pieces, watch=watch)
        assert told(pieces) == told([whole])
        news: dict[str, list[str]] = {"events": [], "chat": [], "lines": []}
        assert {**pieces[-1].last, **news} == {**whole.last, **news}
        lines = [line["text"] for line in told(pieces)[1]]
        assert ("they keep" in lines) == watch


async def test_a_cut_channel_of_a_seat_tells_nothing_of_what_watchers_say() -> None:
    async with house() as at:
        code, (ann, _) = await at.playing(BO)
        watcher = at.at(code, CY, watch=True)
        await quiet()
        before = ann.channel.cursor()  # type: ignore[attr-defined]
        watcher.ask(Chat(text="she holds the princess"))
        await watcher.until(lambda p: any(frame["chat"] for frame in p.frames))
        assert ann.channel.cursor() == before  # type: ignore[attr-defined]


async def test_the_cut_of_a_channel_is_no_return_of_who_has_stepped_out() -> None:
    async with house() as at:
        code, (ann, bo) = await at.playing(BO)
        bo.ask(StepOut())
        await bo.until(lambda p: p.last["seats"][1].get("stand_in"))
        people = [bo]
        await cut(at, code, people)
        assert people[-1].last["seats"][1]["stand_in"]
        bo_again = at.at(code, BO)
        await bo_again.until(lambda p: p.frames and not p.last["seats"][1].get("stand_in"))
        assert not ann.last["seats"][1].get("stand_in")


async def test_another_epoch_begins_talk_anew_and_brings_no_event_twice() -> None:
    async with house() as at:
        code, (ann, _) = await at.playing(BO)
        ann.ask(Chat(text="hello"))
        await ann.until(lambda p: any(frame["chat"] for frame in p.frames))
        have = ann.channel.cursor()  # type: ignore[attr-defined]
        other = Cursor.from_plain({**have.plain(), "epoch": "another"})
        again = attach(at.hub, ANN, code, other, watch=False)
        await again.until(lambda p: p.frames)
        assert [line["text"] for line in again.last["chat"]] == ["hello"]
        assert again.last["events"] == []
        assert again.last["seq"] == have.events
