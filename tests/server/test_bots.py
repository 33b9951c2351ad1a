"""Bot seats: ordinary viewers whose faults hold up nobody."""

from __future__ import annotations

from engine.chance import Dice
from engine.codec import decode_entry
from engine.journal import By
from server.bots import BotOptions
from server.requests import AddBot, RemoveBot, Start
from server.table_state import TableState
from server.wire import unpack
from tests.server.house import ANN, House, Person, house, quiet


async def with_bots(h: House, kind: str) -> Person:
    """Start a game of Ann and a bot of this kind."""
    code = await h.opened(ANN, seats=2)
    ann = h.at(code, ANN)
    await ann.frame(you=0)
    ann.ask(AddBot(seat=1, bot=kind))
    await ann.until(lambda p: p.last["seats"][1]["kind"] == "bot")
    ann.ask(Start())
    await ann.frame(stage="playing")
    return ann


async def journal_of(h: House) -> list[tuple[int, By]]:
    ((_, packed),) = await h.store.tables()
    game = await h.store.game(TableState.from_plain(unpack(packed)).game_id)
    assert game is not None
    return [(e.seat, e.by) for e in map(decode_entry, game.entries)]


async def play_to_the_end(ann: Person) -> None:
    while ann.last["stage"] == "playing":
        if ann.last["ask"] and "answer" not in ann.last["ask"]:
            ann.answer(ann.last["ask"]["options"][0])
        await quiet()


async def test_bots_play_a_game_out_and_their_answers_are_marked_as_theirs() -> None:
    async with house() as h:
        ann = await with_bots(h, "heuristic")
        await play_to_the_end(ann)
        assert ann.last["stage"] == "over"
        journal = await journal_of(h)
        assert {by for seat, by in journal if seat == 1} == {By.BOT}
        assert {by for seat, by in journal if seat == 0} == {By.PLAYER}


async def test_a_bot_that_answers_nonsense_or_fails_gives_the_default_instead() -> None:
    for kind in ("stubborn", "failing"):
        async with house() as h:
            ann = await with_bots(h, kind)
            await play_to_the_end(ann)
            assert ann.last["stage"] == "over"


async def test_how_long_a_bot_thinks_is_drawn_apart_from_what_it_sees() -> None:
    """Two games that differ in every card: the bot answers at the same moments."""
    moments: list[list[float]] = []
    for _ in range(2):
        options = BotOptions(least=1.0, most=3.0, dice=lambda: Dice(b"same"))
        async with house(bots=options) as h:
            ann = await with_bots(h, "heuristic")
            times: list[float] = []
            while ann.last["stage"] == "playing":
                if ann.last["ask"] and "answer" not in ann.last["ask"]:
                    ann.answer(ann.last["ask"]["options"][0])
                    await quiet()
                count = len(ann.frames)
                await h.time.pass_by(0.25)
                if len(ann.frames) > count:
                    times.append(h.time.now())
            moments.append(times)
    assert moments[0] == moments[1]
    assert moments[0]


async def test_a_bot_can_neither_be_sat_on_nor_removed_during_a_game() -> None:
    async with house(bots=BotOptions(least=50, most=60)) as h:
        ann = await with_bots(h, "random")
        ann.ask(RemoveBot(seat=1))
        await ann.notice("wrong_stage")
        ann.ask(AddBot(seat=1))
        await ann.notice("seat_not_absent")


async def test_a_game_that_ends_leaves_no_bot_running() -> None:
    async with house() as h:
        ann = await with_bots(h, "heuristic")
        await play_to_the_end(ann)
        (table,) = h.hub._tables.values()
        assert table._bots._tasks == {}
        assert [c.who.id for c in table.channels] == [ANN.id]
