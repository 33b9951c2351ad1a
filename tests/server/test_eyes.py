"""Watching through a player's eyes: only by that player's consent, and only that view (issue 6)."""

from __future__ import annotations

from typing import Any

from server.codes import Code
from server.requests import Answer, AskEyes, Chat, EndEyes, GiveEyes, Ready, Rematch, StepOut
from tests.server.house import BO, CY, House, Person, house, player, quiet
from tests.server.masked import GAMES as MASKED
from tests.server.masked import at_night
from tests.server.toy import CARDS

DEE = player("Dee")


def canaries(*people: Person) -> set[str]:
    """Return the cards that stand anywhere in the bytes that these people got."""
    got = b"".join(raw for one in people for raw in one.raw)
    return {card for card in CARDS if card.encode() in got}


def own(one: Person) -> set[str]:
    """Return the cards that a player was told of the own seat."""
    return {e["card"] for frame in one.frames for e in frame["events"] if "card" in e}


async def watched(home: House) -> tuple[str, Person, Person, Person, Person]:
    """Let Cy look through Ann's eyes while Dee watches; return the code and all of them."""
    code, (ann, bo) = await home.playing(BO)
    cy, dee = home.at(code, CY, watch=True), home.at(code, DEE, watch=True)
    await dee.frame(stage="playing")
    cy.ask(AskEyes(seat=0))
    asked = await ann.notice(Code.EYES_ASKED)
    assert asked["params"] == {"name": "Cy"}
    await ann.until(lambda p: p.last.get("eyes"))
    ann.ask(GiveEyes(number=ann.last["eyes"][0]["number"]))
    await cy.notice(Code.EYES_GIVEN)
    await cy.until(lambda p: p.last.get("through") == 0)
    return code, ann, bo, cy, dee


async def test_a_watcher_sees_what_the_player_sees_once_that_player_has_agreed() -> None:
    async with house() as home:
        code, (ann, bo) = await home.playing(BO)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        cy.ask(AskEyes(seat=0))
        await ann.notice(Code.EYES_ASKED)
        await quiet()
        assert canaries(cy) == set()
        await ann.until(lambda p: p.last.get("eyes"))
        (wish,) = ann.last["eyes"]
        assert (wish["name"], wish["seat"], wish["given"]) == ("Cy", 0, False)
        assert "eyes" not in bo.last
        ann.ask(GiveEyes(number=wish["number"]))
        seen = await cy.until(lambda p: p.last.get("through") == 0)
        assert seen["view"] == ann.last["view"]
        assert (seen["you"], seen["ask"]) == (-1, None)
        events = [e for frame in cy.frames if frame.get("through") == 0 for e in frame["events"]]
        assert events == [e for frame in ann.frames for e in frame["events"]]


async def test_no_other_watcher_and_no_other_hand_is_seen() -> None:
    async with house() as home:
        _code, ann, bo, cy, dee = await watched(home)
        for one in (ann, bo):
            await one.asked()
            one.answer("swap")
            await quiet()
        assert canaries(dee) == set()
        assert canaries(cy) == own(ann)
        assert not canaries(cy) & own(bo)


async def test_everybody_is_told_who_watches_through_whose_eyes() -> None:
    async with house() as home:
        _code, ann, bo, _cy, dee = await watched(home)
        for one in (ann, bo, dee):
            await one.until(lambda p: p.last.get("eyes"))
            (wish,) = one.last["eyes"]
            assert (wish["name"], wish["seat"], wish["given"]) == ("Cy", 0, True)
            lines = [line for frame in one.frames for line in frame["lines"]]
            assert [(li["code"], li["seat"], li["name"]) for li in lines] == [
                ("eyes_given", 0, "Cy")
            ]


async def test_the_player_ends_it_at_any_time_and_is_not_asked_again() -> None:
    async with house() as home:
        _code, ann, _bo, cy, _dee = await watched(home)
        ann.ask(EndEyes())
        await cy.notice(Code.EYES_ENDED)
        await cy.until(lambda p: "through" not in p.last)
        assert cy.last["view"]["card"] is None
        before = len(cy.raw)
        await ann.asked()
        ann.answer("swap")
        await cy.more_than(before - len(cy.notices))
        new = cy.raw[before:]
        assert not any(card.encode() in raw for raw in new for card in CARDS)
        asked = ann.codes.count(Code.EYES_ASKED)
        cy.ask(AskEyes(seat=0))
        await cy.notice(Code.EYES_NOBODY)
        assert ann.codes.count(Code.EYES_ASKED) == asked


async def test_a_player_may_refuse_and_a_watcher_may_stop() -> None:
    async with house() as home:
        code, (ann, bo) = await home.playing(BO)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        cy.ask(AskEyes(seat=0))
        await ann.until(lambda p: p.last.get("eyes"))
        ann.ask(EndEyes(number=ann.last["eyes"][0]["number"]))
        await cy.notice(Code.EYES_ENDED)
        cy.ask(AskEyes(seat=1))
        await bo.until(lambda p: p.last.get("eyes"))
        bo.ask(GiveEyes(number=bo.last["eyes"][0]["number"]))
        await cy.until(lambda p: p.last.get("through") == 1)
        cy.ask(EndEyes())
        await cy.until(lambda p: "through" not in p.last)


async def test_only_the_asked_player_can_give_and_only_the_own_seat() -> None:
    async with house() as home:
        code, (ann, bo) = await home.playing(BO)
        cy, dee = home.at(code, CY, watch=True), home.at(code, DEE, watch=True)
        await dee.frame(stage="playing")
        cy.ask(AskEyes(seat=0))
        await ann.until(lambda p: p.last.get("eyes"))
        number = ann.last["eyes"][0]["number"]
        for other in (bo, cy, dee):
            other.ask(GiveEyes(number=number))
            await other.notice(Code.EYES_NOBODY)
        assert canaries(cy) == set()


async def test_a_watcher_with_eyes_cannot_act_for_the_seat() -> None:
    async with house() as home:
        _code, ann, _bo, cy, _dee = await watched(home)
        ask = await ann.asked()
        cy.ask(Answer(game_no=1, ask=ask["id"], answer=["keep"]))
        await cy.notice(Code.NOT_SEATED)
        cy.ask(StepOut())
        await quiet()
        assert ann.last["ask"]["id"] == ask["id"]
        assert not ann.last["seats"][0].get("stand_in")


async def test_whoever_has_a_seat_may_not_look_through_another_s_eyes() -> None:
    async with house() as home:
        code, (_ann, _bo) = await home.playing(BO)
        also = home.at(code, BO, watch=True)
        await also.frame(stage="playing")
        also.ask(AskEyes(seat=0))
        await also.notice(Code.EYES_SEATED)


async def test_it_ends_when_a_bot_plays_the_seat_and_with_the_watcher_s_visit() -> None:
    async with house() as home:
        code, ann, bo, cy, _dee = await watched(home)
        ann.ask(StepOut())
        await cy.notice(Code.EYES_ENDED)
        await cy.until(lambda p: "through" not in p.last)
        cy.ask(AskEyes(seat=1))
        await bo.until(lambda p: p.last.get("eyes"))
        cy.leave()
        await bo.until(lambda p: not p.last.get("eyes"))
        again = home.at(code, CY, watch=True)
        await again.frame(stage="playing")
        assert "through" not in again.last


async def test_it_ends_with_the_game_and_is_not_there_in_the_next() -> None:
    async with house() as home:
        _code, ann, bo, cy, _dee = await watched(home)
        while ann.last["stage"] != "over":
            await quiet()
            for one in (ann, bo):
                if one.last["ask"] and "answer" not in one.last["ask"]:
                    one.answer(one.last["ask"]["options"][0])
        await cy.until(lambda p: p.last["stage"] == "over" and "through" not in p.last)
        ann.ask(Rematch())
        bo.ask(Ready(ready=True))
        await cy.frame(stage="waiting")
        assert "eyes" not in cy.last


async def test_bots_and_seats_that_are_not_there_cannot_be_asked() -> None:
    async with house() as home:
        code, _people = await home.playing(BO, bots=1)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        cy.ask(AskEyes(seat=1))
        await cy.notice(Code.EYES_NOBODY)
        cy.ask(AskEyes(seat=7))
        await cy.notice(Code.NO_SUCH_SEAT)


async def test_in_a_masked_game_nobody_looks_through_anybody_s_eyes() -> None:
    async with house(games=MASKED) as home:
        code, people = await at_night(home, BO)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        before = [len(one.raw) for one in people]
        cy.ask(AskEyes(seat=0))
        await cy.notice(Code.EYES_CLOSED)
        await quiet()
        assert [len(one.raw) for one in people] == before


async def test_what_such_a_watcher_says_reaches_no_player() -> None:
    async with house() as home:
        _code, ann, bo, cy, dee = await watched(home)
        cy.ask(Chat(text="she holds it"))
        await dee.until(lambda p: any(frame["chat"] for frame in p.frames))
        await quiet()
        said: list[Any] = [line for one in (ann, bo) for f in one.frames for line in f["chat"]]
        assert said == []
