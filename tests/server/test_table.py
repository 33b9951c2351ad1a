"""A table in its life: seats, start, play, over, rematch, and everything that may go wrong."""

from __future__ import annotations

import asyncio

import pytest

from engine.journal import By
from server.api import Identity
from server.codes import Code
from server.requests import (
    AddBot,
    Answer,
    Chat,
    Configure,
    Ready,
    Rematch,
    RemoveBot,
    Sit,
    Stand,
    Start,
)
from server.wire import unpack
from tests.server.house import ANN, BO, CY, GUS, House, Person, house, packed, player, quiet
from tests.server.toy import CARDS


async def play_out(*people: Person) -> None:
    """Answer every ask with its first option until the game is over."""
    while not all(p.last["stage"] == "over" for p in people):
        for person in people:
            ask = person.last["ask"]
            if ask and "answer" not in ask:
                person.answer(ask["options"][0])
                number = (person.last["game_no"], ask["id"])
                await person.until(
                    lambda p, number=number: (  # type: ignore[misc]
                        not p.last["ask"]
                        or (p.last["game_no"], p.last["ask"]["id"]) != number
                        or "answer" in p.last["ask"]
                    )
                )
        await quiet()


async def test_a_whole_game_of_two_ends_with_a_result_and_the_committed_seed() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        before = ann.last
        assert before["seed"] == ""
        await play_out(ann, bo)
        for person in (ann, bo):
            frame = await person.frame(stage="over")
            assert frame["commitment"] == before["commitment"]
            assert len(bytes.fromhex(frame["seed"])) == 32
            assert frame["result"]["winners"]
            assert frame["ask"] is None
            assert frame["waiting"] == []
        results = await h.store.results(ANN.id)
        assert [(seat, won) for _, seat, _, won in results] == [
            (0, 0 in ann.last["result"]["winners"])
        ]


async def test_a_rematch_goes_back_to_waiting_with_the_same_people_and_a_new_game() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        first = ann.last["commitment"]
        await play_out(ann, bo)
        bo.ask(Rematch())
        frame = await ann.frame(stage="waiting")
        assert {s["name"] for s in frame["seats"]} == {"Ann", "Bo"}
        assert not any(s["ready"] for s in frame["seats"])
        assert frame["view"] is None
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: any(s["ready"] for s in p.last["seats"]))
        ann.ask(Start())
        frame = await ann.frame(stage="playing", game_no=2)
        assert frame["commitment"] != first
        assert frame["seq"] == len(frame["events"])


@pytest.mark.report("edopro#118")
async def test_a_stale_rematch_changes_nothing() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        bo.ask(Rematch())
        notice = await bo.notice("wrong_stage")
        assert notice["params"] == {"stage": "playing"}
        await play_out(ann, bo)
        ann.ask(Rematch())
        await bo.frame(stage="waiting")
        bo.ask(Rematch())
        await bo.until(lambda p: p.codes.count("wrong_stage") == 2)
        assert bo.last["stage"] == "waiting"


@pytest.mark.report("pokerth#120")
async def test_only_the_host_starts_and_only_when_everybody_is_ready() -> None:
    async with house() as h:
        code = await h.opened(ANN, seats=2)
        ann, bo = h.at(code, ANN), h.at(code, BO)
        bo.ask(Sit(seat=1))
        await bo.frame(you=1)
        bo.ask(Start())
        await bo.notice("not_host")
        await ann.until(lambda p: p.frames and p.last["seats"][1]["name"] == "Bo")
        ann.ask(Start())
        assert (await ann.notice("not_ready"))["params"] == {"names": ["Bo"]}
        assert ann.last["stage"] == "waiting"
        bo.ask(Ready(ready=True))
        bo.ask(Ready(ready=False))
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: p.last["seats"][1]["ready"])
        ann.ask(Start())
        await bo.frame(stage="playing")


async def test_a_start_fills_empty_seats_with_bots_or_takes_them_away() -> None:
    async with house() as h:
        code = await h.opened(ANN, seats=4, bots=1)
        ann = h.at(code, ANN)
        ann.ask(Start(fill=False))
        frame = await ann.frame(stage="playing")
        assert [s["kind"] for s in frame["seats"]] == ["player", "bot"]
        code = await h.opened(BO, seats=4)
        bo = h.at(code, BO)
        bo.ask(Start(fill=False))
        assert (await bo.notice("too_few"))["params"] == {"least": 2}
        bo.ask(Start(fill=True))
        frame = await bo.frame(stage="playing")
        assert [s["kind"] for s in frame["seats"]] == ["player", "bot", "bot", "bot"]
        assert len({s["name"] for s in frame["seats"]}) == 4


async def test_the_host_passes_on_when_the_host_stands_up() -> None:
    async with house() as h:
        code = await h.opened(ANN, seats=3)
        ann, bo = h.at(code, ANN), h.at(code, BO)
        bo.ask(Sit(seat=2))
        await bo.frame(you=2)
        assert not bo.last["host"]
        ann.ask(Stand())
        await bo.frame(host=True)
        assert bo.last["seats"][0]["kind"] == "empty"
        await ann.frame(you=-1, host=False)
        ann.ask(AddBot(seat=0))
        await ann.notice("not_host")


async def test_a_host_who_is_away_is_stood_in_for_and_has_it_back_on_return() -> None:
    async with house() as h:
        code = await h.opened(ANN, seats=2)
        ann, bo = h.at(code, ANN), h.at(code, BO)
        bo.ask(Sit(seat=1))
        await bo.frame(you=1, host=False)
        ann.leave()
        await bo.frame(host=True)
        again = h.at(code, ANN)
        await again.frame(you=0, host=True)
        await bo.frame(host=False)


async def test_bots_and_absent_people_can_be_removed_but_nobody_who_is_here() -> None:
    async with house() as h:
        code = await h.opened(ANN, seats=3)
        ann, bo = h.at(code, ANN), h.at(code, BO)
        bo.ask(Sit(seat=1))
        ann.ask(AddBot(seat=2, bot="random"))
        await ann.until(lambda p: p.frames and p.last["seats"][2]["kind"] == "bot")
        await bo.frame(you=1)
        ann.ask(RemoveBot(seat=1))
        await ann.notice("seat_not_absent")
        ann.ask(RemoveBot(seat=2))
        await ann.until(lambda p: p.last["seats"][2]["kind"] == "empty")
        bo.leave()
        await ann.until(lambda p: not p.last["seats"][1]["online"])
        ann.ask(RemoveBot(seat=1))
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "empty")
        ann.ask(AddBot(seat=1, bot="genius"))
        assert (await ann.notice("bad_bot"))["params"]["choices"]
        ann.ask(RemoveBot(seat=77))
        await ann.notice("no_such_seat")


async def test_a_new_set_up_is_checked_and_takes_back_every_ready() -> None:
    async with house() as h:
        code = await h.opened(ANN, seats=3)
        ann, bo = h.at(code, ANN), h.at(code, BO)
        bo.ask(Sit(seat=2))
        await bo.frame(you=2)
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: p.frames and p.last["seats"][2]["ready"])
        ann.ask(Configure(seats=2, options={"fuse": "rule"}, clock=60))
        frame = await bo.frame(you=1)
        assert frame["options"]["fuse"] == "rule"
        assert frame["clock_option"] == 60
        assert [s["name"] for s in frame["seats"]] == ["Ann", "Bo"]
        assert not frame["seats"][1]["ready"]
        for bad, code_ in (
            (Configure(seats=9, options={}, clock=0), "bad_seats"),
            (Configure(seats=2, options={}, clock=7), "bad_clock"),
            (Configure(seats=2, options={"fuse": "wet"}, clock=0), "bad_option"),
            (Configure(seats=2, options={"fuse": {"a": 1}}, clock=0), "bad_request"),
        ):
            ann.ask(bad)
            await ann.notice(code_)
        bo.ask(Configure(seats=2, options={}, clock=0))
        await bo.notice("not_host")
        assert ann.last["options"]["fuse"] == "rule"


async def test_seats_are_refused_that_are_taken_absent_or_a_second_one() -> None:
    async with house() as h:
        code = await h.opened(ANN, seats=2)
        ann, bo, cy = h.at(code, ANN), h.at(code, BO), h.at(code, CY)
        bo.ask(Sit(seat=0))
        assert (await bo.notice("seat_taken"))["params"] == {"seat": 0}
        bo.ask(Sit(seat=5))
        await bo.notice("no_such_seat")
        bo.ask(Sit(seat=-1))
        await bo.frame(you=1)
        bo.ask(Sit(seat=-1))
        await bo.notice("already_seated")
        cy.ask(Sit(seat=-1))
        await cy.notice("no_free_seat")
        cy.ask(Ready(ready=True))
        await cy.notice("not_seated")
        assert cy.last["you"] == -1
        assert ann.last["watchers"] == ["Cy"]


# --- answers -----------------------------------------------------------------------------------


@pytest.mark.report("diplomacy#3")
async def test_bad_answers_are_told_to_their_sender_and_disturb_nobody() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        watcher = h.at(ann.last["code"], CY)
        await watcher.frame(stage="playing")
        ask = (await ann.asked("move"))["id"]
        await quiet()
        heard = [len(p.raw) for p in (bo, watcher)]
        entries = (await h.store.game(await _game_id(h))).entries  # type: ignore[union-attr]
        for person, request, code in (
            (ann, Answer(game_no=1, ask=ask, answer=["fly"]), "illegal"),
            (ann, Answer(game_no=1, ask=ask, answer=[]), "illegal"),
            (ann, Answer(game_no=1, ask=ask, answer=["keep", "swap"]), "illegal"),
            (ann, Answer(game_no=1, ask=ask + 1, answer=["keep"]), "not_asked"),
            (ann, Answer(game_no=0, ask=ask, answer=["keep"]), "old_game"),
        ):
            count = person.codes.count(code)
            person.ask(request)
            await person.until(lambda p, c=code, n=count: p.codes.count(c) > n)  # type: ignore[misc]
        await quiet()
        assert [len(p.raw) for p in (bo, watcher)] == heard
        assert (await h.store.game(await _game_id(h))).entries == entries  # type: ignore[union-attr]
        bo.ask(Answer(game_no=1, ask=1, answer=["keep"]))
        await bo.notice("not_asked")
        watcher.ask(Answer(game_no=1, ask=1, answer=["keep"]))
        await watcher.notice("not_seated")
        ann.answer("keep")
        await ann.until(lambda p: p.last["ask"] is None)
        ann.ask(Answer(game_no=1, ask=ask, answer=["keep"]))
        await ann.notice("stale")
        assert ann.last["waiting"] == [1]


async def _game_id(h: House) -> str:
    from server.table_state import TableState

    ((_, state),) = await h.store.tables()
    return TableState.from_plain(unpack(state)).game_id


async def test_bytes_that_are_no_request_are_answered_and_nothing_else() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        await quiet()
        heard = len(bo.raw)
        for junk in (
            b"",
            b"\xff" * 40,
            b"\xc1",
            packed({"op": "fly"}),
            packed({"op": "sit"}),
            packed({"op": "sit", "seat": True}),
            packed({"op": "answer", "game_no": 1, "ask": 1, "answer": [1]}),
            packed({"op": "chat", "text": "x", "extra": 1}),
            packed({"op": "chat", "text": "x" * 20000}),
            packed({"op": "create", "game": "toy", "seats": 2, "options": {}, "clock": 0}),
        ):
            count = ann.codes.count("bad_request")
            ann.channel.send(junk)
            await ann.until(lambda p, n=count: p.codes.count("bad_request") > n)  # type: ignore[misc]
        assert len(bo.raw) == heard
        ann.answer("keep")
        await bo.asked("move")


async def test_a_flood_of_requests_is_bounded_and_the_table_goes_on() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        for _ in range(5000):
            ann.channel.send(b"\xff")
        await ann.notice("slow_down")
        assert len(ann.notices) < 200
        ann.answer("keep")
        await bo.asked("move")


# --- hidden information ------------------------------------------------------------------------


async def test_no_card_reaches_anyone_it_was_not_dealt_to() -> None:
    """Canary: every byte that every kind of viewer got, at every step of a whole game."""
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, bots=1)
        watcher, self_watcher = h.at(code, CY), h.at(code, ANN, watch=True)
        await play_out(ann, bo)
        await quiet()
        shown = {c for f in watcher.frames for e in f["events"] for c in e.get("shown", ())}
        for person in (ann, bo, watcher, self_watcher):
            mine = {
                event["card"]
                for frame in person.frames
                for event in frame["events"]
                if "card" in event and event["seat"] == person.last["you"] >= 0
            }
            assert bool(mine) == (person in (ann, bo))
            for raw in person.raw:
                found = {card for card in CARDS if card.encode() in raw}
                assert found <= mine | shown
        assert all(f["ask"] is None for f in watcher.frames + self_watcher.frames)


@pytest.mark.report("boardgame.io#227")
async def test_a_sealed_answer_is_not_to_be_noticed_by_anybody_else() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=60)
        watcher = h.at(code, CY)
        ann.answer("keep")
        await bo.asked("move")
        bo.answer("keep")
        await ann.asked("bet")
        await bo.asked("bet")
        await quiet()
        assert watcher.last["waiting"] == [0, 1]
        heard = [len(p.raw) for p in (bo, watcher)]
        ann.answer("high")
        frame = await ann.until(lambda p: p.last["ask"] and "answer" in p.last["ask"])
        assert frame["ask"]["answer"] == ["high"]
        assert frame["waiting"] == [0, 1]
        ann.answer("low")
        await ann.until(lambda p: p.last["ask"] and p.last["ask"].get("answer") == ["low"])
        await quiet()
        assert [len(p.raw) for p in (bo, watcher)] == heard
        bo.answer("low")
        await watcher.until(lambda p: p.last["view"]["scores"])


async def test_sequence_numbers_count_a_viewers_own_events() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        watcher = h.at(code, CY)
        await play_out(ann, bo)
        await watcher.frame(stage="over")
        for person in (ann, bo, watcher):
            events = [e for f in person.frames if f["stage"] != "waiting" for e in f["events"]]
            assert len(events) == person.last["seq"] == person.last["view"]["told"]


async def test_watchers_have_one_frame_and_one_who_is_slow_changes_nobody_elses() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=60)
        prompt, other = h.at(code, CY), h.at(code, player("Dee"))
        slow = h.hub.table(player("Eve"), code)
        for watcher in (prompt, other):
            await watcher.frame(stage="playing")
        ann.answer("keep")
        await bo.asked("move")
        await quiet()
        assert prompt.raw[-1] == other.raw[-1]
        told = [event for frame in prompt.frames for event in frame["events"]]
        await h.time.pass_by(7)
        late = unpack(await slow.receive())
        assert late["events"] == told
        assert prompt.last["clock"]["left"] - late["clock"]["left"] == 7
        assert {**late, "events": [], "clock": None} == {
            **prompt.last, "events": [], "clock": None,
        }  # fmt: skip


# --- coming and going --------------------------------------------------------------------------


@pytest.mark.report("netrunner#4374")
async def test_a_return_at_every_ask_shows_what_a_session_that_never_left_sees() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        while ann.last["stage"] == "playing":
            for who, stayed in ((ANN, ann), (BO, bo), (CY, None)):
                again = h.at(code, who)
                frame = await again.until(lambda p: p.frames)
                if stayed is not None:
                    for key in ("you", "view", "ask", "seq", "waiting", "seats", "stage"):
                        assert frame[key] == stayed.last[key]
                    told = [e for f in stayed.frames if f["game_no"] == 1 for e in f["events"]]
                    assert frame["events"] == told
                again.leave()
            for person in (ann, bo):
                if person.last["ask"] and "answer" not in person.last["ask"]:
                    person.answer(person.last["ask"]["options"][-1])
                    await quiet()


@pytest.mark.report("ssh-chat#199")
async def test_the_same_key_has_its_seat_at_once_even_twice_at_a_time() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        second = h.at(code, ANN)
        frame = await second.frame(you=0)
        assert frame["ask"] == ann.last["ask"]
        second.answer("keep")
        await ann.until(lambda p: p.last["ask"] is None)
        ann.leave()
        await quiet()
        assert bo.last["seats"][0]["online"]
        second.leave()
        await bo.until(lambda p: not p.last["seats"][0]["online"])
        third = h.at(code, ANN)
        await third.frame(you=0)
        await bo.until(lambda p: p.last["seats"][0]["online"])


async def test_standing_up_during_a_game_hands_the_seat_to_a_bot() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        ann.ask(Stand())
        frame = await ann.frame(you=-1)
        assert frame["view"]["card"] is None
        assert frame["ask"] is None
        await bo.asked("move")
        assert bo.last["seats"][0]["kind"] == "bot"
        assert bo.last["host"]
        ann.ask(Sit(seat=-1))
        await ann.notice("wrong_stage")


async def test_a_bot_stands_in_for_somebody_away_and_leaves_when_they_are_back() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        ann.answer("keep")
        await bo.asked("move")
        ann.ask(AddBot(seat=1))
        await ann.notice("seat_not_absent")
        bo.leave()
        await ann.until(lambda p: not p.last["seats"][1]["online"])
        ann.ask(AddBot(seat=1))
        await ann.asked("bet")
        assert ann.last["seats"][1]["kind"] == "bot"
        assert ann.last["seats"][1]["name"] == "Bo"
        back = h.at(code, BO)
        await back.frame(you=1)
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "player")


async def test_a_guest_who_is_gone_for_good_frees_the_seat_or_leaves_it_to_a_bot() -> None:
    async with house() as h:
        code, (ann, gus) = await h.playing(GUS)
        ann.answer("keep")
        await gus.asked("move")
        gus.leave()
        await ann.until(lambda p: not p.last["seats"][1]["online"])
        await h.time.pass_by(30)
        back = h.at(code, GUS)
        await back.frame(you=1)
        await h.time.pass_by(300)
        assert ann.last["seats"][1]["kind"] == "guest"
        back.leave()
        await h.time.pass_by(61)
        await ann.asked("bet")
        assert ann.last["seats"][1]["kind"] == "bot"


# --- clock -------------------------------------------------------------------------------------


async def test_a_time_out_gives_the_default_and_says_so_in_the_journal() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO, clock=30)
        assert ann.last["clock"] == {"left": 30.0, "total": 30}
        await h.time.pass_by(29)
        assert ann.last["waiting"] == [0]
        await h.time.pass_by(1.5)
        frame = await bo.asked("move")
        assert frame["options"] == ["keep", "swap"]
        assert ann.last["view"]["kept"] == [0]
        stored = await h.store.game(await _game_id(h))
        assert stored is not None
        from engine.codec import decode_entry

        assert [decode_entry(e).by for e in stored.entries] == [By.CHANCE, By.TIMEOUT]


async def test_a_time_out_of_a_gather_fills_in_only_those_who_have_not_answered() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO, clock=30)
        ann.answer("keep")
        await bo.asked("move")
        bo.answer("keep")
        await ann.asked("bet")
        await h.time.pass_by(20)
        ann.answer("high")
        await ann.until(lambda p: p.last["ask"] and "answer" in p.last["ask"])
        await h.time.pass_by(11)
        await ann.asked("move")
        from engine.codec import decode_entry

        stored = await h.store.game(await _game_id(h))
        assert stored is not None
        last = [decode_entry(e) for e in stored.entries][-3:-1]
        assert [(e.seat, e.answer, e.by) for e in last] == [
            (0, ("high",), By.PLAYER),
            (1, ("low",), By.TIMEOUT),
        ]


@pytest.mark.report("lila#12318")
async def test_an_answer_and_the_expiry_at_once_count_only_once() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=30)
        await ann.asked("move")
        ann.leave()
        await bo.until(lambda p: not p.last["seats"][0]["online"])
        await h.time.pass_by(29.9)
        back = h.at(code, ANN)
        await back.asked("move")
        back.answer("swap")  # in the inbox before the clock runs out
        await h.time.pass_by(0.2)
        await bo.asked("move")
        stored = await h.store.game(await _game_id(h))
        assert stored is not None
        assert len(stored.entries) == 2
        assert back.last["view"]["kept"] == []
        assert bo.last["clock"]["left"] > 29


async def test_a_game_with_every_player_away_is_parked_and_goes_on_with_a_full_clock() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=30)
        await h.time.pass_by(20)
        ann.leave()
        bo.leave()
        await h.time.pass_by(100_000)
        ann = h.at(code, ANN)
        frame = await ann.frame(you=0)
        assert frame["waiting"] == [0]
        assert frame["clock"] == {"left": 30.0, "total": 30}


# --- faults ------------------------------------------------------------------------------------


@pytest.mark.report("noname")
async def test_a_rule_that_fails_freezes_its_table_and_no_other() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, fuse="rule")
        _, (cy, dee) = await h.playing(player("Dee"), host=CY)
        ann.answer("boom")
        for person in (ann, bo):
            frame = await person.frame(stage="frozen")
            notice = await person.notice("frozen_rule")
            assert notice["params"] == {"entry": 2}
            assert frame["ask"] is None
            assert frame["waiting"] == []
            assert frame["seed"] == ""
        late = h.at(code, BO)
        await late.notice("frozen_rule")
        ann.ask(Answer(game_no=1, ask=1, answer=["keep"]))
        await ann.notice("not_running")
        await play_out(cy, dee)


# --- talk --------------------------------------------------------------------------------------


async def test_talk_is_cleaned_and_watchers_are_heard_by_watchers_only_during_a_game() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        one, two = h.at(code, CY), h.at(code, player("Dee"))
        await two.frame(stage="playing")
        ann.ask(Chat(text="hi\x1b[31m\u202e there\r\n\x00"))
        for person in (ann, bo, one, two):
            await person.until(lambda p: any(f["chat"] for f in p.frames))
            said = [line for f in person.frames for line in f["chat"]]
            assert said == [{"seat": 0, "name": "Ann", "text": "hi[31m there"}]
        spying = h.at(code, ANN, watch=True)
        await spying.frame(you=-1)
        one.ask(Chat(text="psst"))
        await two.until(lambda p: any(c["text"] == "psst" for f in p.frames for c in f["chat"]))
        await quiet()
        for person in (ann, bo, spying):
            assert not any(c["text"] == "psst" for f in person.frames for c in f["chat"])
        ann.ask(Chat(text="\u200b\u202e"))
        await ann.notice("chat_empty")


@pytest.mark.report("ssh-chat#318")
async def test_too_much_talk_is_dropped_line_by_line_and_nobody_is_thrown_out() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        for number in range(30):
            ann.ask(Chat(text=f"line {number}"))
        await ann.until(lambda p: "chat_slow" in p.codes)
        await quiet()
        said = [c for f in bo.frames for c in f["chat"]]
        assert 1 <= len(said) < 30
        ann.answer("keep")
        await bo.asked("move")
        await h.time.pass_by(5)
        ann.ask(Chat(text="later"))
        await bo.until(lambda p: any(c["text"] == "later" for f in p.frames for c in f["chat"]))


# --- ends --------------------------------------------------------------------------------------


async def test_an_idle_table_is_closed_but_one_with_a_game_for_keys_to_come_back_to_is_not() -> (
    None
):
    async with house() as h:
        waiting = await h.opened(ANN)
        one = h.at(waiting, ANN)
        await one.frame(you=0)
        code, (ann, bo) = await h.playing(BO, host=CY)
        one.leave()
        ann.leave()
        bo.leave()
        await h.time.pass_by(31 * 60)
        gone = h.at(waiting, ANN)
        assert (await gone.notice("unknown_table"))["closed"]
        await gone.ended.wait()
        back = h.at(code, BO)
        await back.frame(you=1, stage="playing")
        assert [stored for stored, _ in await h.store.tables()] == [code]


async def test_stopping_tells_everybody_and_ends_every_channel() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        lobby = Person(h.hub.lobby(CY))
        await lobby.until(lambda p: p.frames)
        await h.hub.stop()
        for person in (ann, bo, lobby):
            await person.ended.wait()
            assert person.notices[-1]["code"] == "stopping"
            assert person.notices[-1]["closed"]
        late = Person(h.hub.table(Identity(id="local", name="x"), code))
        await late.notice("stopping")


async def test_everybody_hears_a_countdown_and_the_table_goes_on() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO)
        lobby = Person(h.hub.lobby(CY))
        h.hub.notify(Code.DRAINING, seconds=10)
        for person in (ann, bo, lobby):
            notice = await person.notice("draining")
            assert (notice["params"], notice["level"]) == ({"seconds": 10}, "info")
            assert "closed" not in notice
        ann.answer("keep")
        await bo.asked("move")


@pytest.mark.report("charmbracelet/wish#8")
async def test_a_thousand_visits_leave_no_task_channel_or_cursor_behind() -> None:
    async with house() as h:
        code, (ann, _bo) = await h.playing(BO)
        await quiet()
        tasks = len(asyncio.all_tasks())
        for number in range(500):
            visitor = player(f"V{number}", guest=True)
            one, two = h.hub.lobby(visitor), h.hub.table(visitor, code)
            await two.receive()
            one.close()
            two.close()
        await h.time.pass_by(120)
        (table,) = h.hub._tables.values()
        assert len(asyncio.all_tasks()) == tasks
        assert len(table.channels) == 2
        assert len(table._readers._readers) == 2
        assert h.hub.online() == 2
        assert ann.last["watchers"] == []
