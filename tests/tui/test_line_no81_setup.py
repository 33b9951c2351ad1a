"""No.81's set-up in plain lines: decks are built with words and handed in with one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.games.no81.core import CORE
from engine.games.no81.karma import sides
from engine.games.no81.minds import deck_options
from server.api import Identity
from server.hub import LocalHub
from server.requests import CreateTable
from tests.tui.lines import Wire, at_table, hub
from tests.tui.sessions import ANN, BO
from tui.i18n import begin
from tui.line.no81.spelling import card_of, rank_named, side_named

OPTIONS = deck_options(CORE)
GUEST = Identity(id="guest:7", name="Gil", guest=True)
YOURS = "Your turn."
DECK = "Your deck, top first: "
IN = "Handed in. Until all have handed in you can change it."


# --- what was typed ---


@pytest.mark.parametrize(
    ("rank", "words", "card"),
    [
        ("A", "common2", "A-mind_restore"),
        ("A", "1", "A-attack_cold"),
        ("A", "limited", "A-lm_harbour"),
        ("A", "3", "A-lm_harbour"),
        ("7", "lm_counterweight", "7-lm_counterweight"),
        ("2", "Life Spring", "2-life_spring"),
        ("10", "PUNCH", "10-punch"),
        ("4", "limited", None),
        ("4", "3", None),
        ("4", "common3", None),
        ("4", "evade", None),
        ("4", "", None),
    ],
)
def test_a_card_is_named_by_place_kind_id_or_name(rank: str, words: str, card: str | None) -> None:
    assert card_of(rank, words.split(), OPTIONS) == card


def test_cards_and_ranks_are_read_as_chinese_keyboards_write_them() -> None:
    begin("zh_Hant")
    try:
        assert card_of("2", ["生命之泉"], OPTIONS) == "2-life_spring"
        assert rank_named("\uff11\uff10") == "10"
        assert rank_named("\uff4b") == "K"
        assert rank_named("1") is None
    finally:
        begin()


@pytest.mark.rule("N81-14.5")
def test_a_character_of_two_sides_is_named_by_its_number_or_side() -> None:
    every = sides(CORE)
    assert side_named("Mr Moss", every) == "tai/0"
    assert side_named("tai", every) == "tai/0"
    assert side_named("1", every) == every[0]
    assert side_named("shen_yuan", every) is None
    assert side_named("shen_yuan/1", every) == "shen_yuan/1"
    assert side_named(str(len(every) + 1), every) is None


# --- at a table ---


async def table(place: LocalHub, mode: str) -> str:
    """Make Ann's table for two, without bots."""
    request = CreateTable(game="no81", seats=2, options={"mode": mode}, clock=0, bots=0)
    return await place.create(ANN, request)


@asynccontextmanager
async def two(mode: str, other: Identity = BO) -> AsyncIterator[tuple[Wire, Wire]]:
    """Sit Ann and another down at a table of that mode, on two lines."""
    async with hub() as place:
        code = await table(place, mode)
        async with at_table(place, code) as ann, at_table(place, code, other) as bo:
            yield ann, bo


async def begun(ann: Wire, bo: Wire) -> None:
    """Start the game that both sit at."""
    await bo.until("Type 'ready'")
    bo.type("ready")
    ann.type("ready", "start")
    await ann.until(YOURS)
    await bo.until(YOURS)


async def minds_asked(ann: Wire, bo: Wire) -> None:
    """Choose characters on both sides, so that mind decks are asked for."""
    await begun(ann, bo)
    ann.type("1")
    bo.type("1")
    await ann.until(DECK)
    await bo.until(DECK)


@pytest.mark.rule("N81-4.1", "N81-4.3", "N81-4.4")
async def test_a_mind_deck_is_built_and_handed_in_and_changed_until_the_other_is_in() -> None:
    async with two("coldwarm") as (ann, bo):
        await minds_asked(ann, bo)
        start = len(ann.out)
        ann.type("deck A common2", "deck move K 1", "deck", "done")
        await ann.until(IN, start=start)
        said = ann.lines(start)
        assert "Place 1: A Mind Restore." in said
        assert "Place 1: K Mind Restore." in said
        listed = said.index("1: K Mind Restore")
        assert said[listed + 1 : listed + 3] == ["2: A Mind Restore", "3: 2 Cold Attack"]
        assert len([row for row in said if row[:1].isdigit()]) == 13
        start = len(ann.out)
        ann.type("done", "deck move K 2", "done")
        await ann.until(IN, start=start)
        assert "That is handed in already." in ann.errors
        start = len(bo.out)
        bo.type("done")
        await ann.until("Mind deck, top first:", "is dealt", "begins", start=start)
        ann.type("hand")
        await ann.until("Mind deck, top first: Mind Restore MA, Mind Restore MK, Cold Attack M2")


@pytest.mark.rule("N81-4.4")
async def test_done_alone_hands_in_the_default_deck() -> None:
    async with two("series") as (ann, bo):
        await minds_asked(ann, bo)
        ann.type("done")
        bo.type("done")
        await ann.until(" acts first.")
        ann.type("hand")
        await ann.until("Mind deck, top first: Cold Attack MA, Cold Attack M2, Warm Attack M3")


async def test_a_deck_that_is_saved_is_there_at_the_next_table_and_nobody_elses() -> None:
    async with two("coldwarm") as (ann, bo):
        await minds_asked(ann, bo)
        ann.type(
            "deck move K 1", "deck save Guards first", "deck default", "deck load guards FIRST"
        )
        await ann.until("Saved as 'Guards first'.")
        await ann.until("'Guards first' is loaded.")
        await ann.until(DECK + "K Mind Restore, A Cold Attack, ")
        bo.type("deck saved", "deck load Guards first")
        await bo.until("You have saved no deck yet.")
        await bo.until("You have no saved deck of that name.")
        start = len(ann.out)
        ann.type("deck saved", "deck forget Guards first", "deck saved")
        await ann.until("'Guards first' is forgotten.", start=start)
        await ann.until("You have saved no deck yet", start=start)
        said = ann.lines(start)
        assert "Guards first: K Mind Restore, A Cold Attack, 2 Cold Attack ..." in said


async def test_a_draft_that_was_not_handed_in_is_found_again_by_the_next_connection() -> None:
    async with (
        hub() as place,
        at_table(place, code := await table(place, "coldwarm")) as ann,
        at_table(place, code, BO) as bo,
    ):
        await minds_asked(ann, bo)
        ann.type("deck move K 1")
        await ann.until("Place 1: K Mind Restore.")
        async with at_table(place, code) as again:
            await again.until(DECK + "K Mind Restore, A Cold Attack, ")
        async with at_table(place, code, BO) as other:
            await other.until(DECK + "A Cold Attack, ")


async def test_a_guest_is_told_that_a_saved_deck_goes_with_the_visit() -> None:
    async with two("coldwarm", GUEST) as (ann, guest):
        await minds_asked(ann, guest)
        guest.type("deck save mine")
        await guest.until("You are a guest: what you save is kept until you leave.")


async def test_what_is_not_understood_is_said_and_changes_nothing() -> None:
    async with two("coldwarm") as (ann, bo):
        await minds_asked(ann, bo)
        start = len(ann.out)
        ann.type("deck 11 common1", "deck A common3", "deck move K", "deck move K 14", "karma",
                 "5", "deck save", "?")  # fmt: skip
        await ann.until(DECK + "A Cold Attack, 2 Cold Attack", start=start)
        for word in ("'11'", "'common3'", "A word is missing.", "'14'", "not asked for that",
                     "Numbers are no answer to this"):  # fmt: skip
            assert word in ann.errors


@pytest.mark.rule("N81-4.11")
async def test_a_rank_is_explained_with_every_card_that_it_has() -> None:
    async with two("coldwarm") as (ann, bo):
        await minds_asked(ann, bo)
        start = len(ann.out)
        ann.type("deck J")
        await ann.until("3: J Blank Page", start=start)
        said = ann.lines(start)
        assert next(row for row in said if row.startswith("1: ")).startswith(
            "1: J Amplify, chosen. "
        )
        assert any(row.startswith("2: J Punch. ") for row in said)
        # Nobody is colourless in a game of two.
        assert any("3: J Blank Page (unmet)" in row and "cannot meet" in row for row in said)


@pytest.mark.rule("N81-14.2", "N81-14.3", "N81-14.4")
async def test_a_karma_deck_is_built_with_its_sum_and_only_a_legal_one_is_taken() -> None:
    async with two("karma") as (ann, bo):
        await begun(ann, bo)
        start = len(ann.out)
        ann.type(
            "karma empty", "done", "karma dingxiang", "karma shi_yi", "karma 3 16", "karma all"
        )
        await ann.until("1: Jin Haiming, red, health 7, karma 0", start=start)
        said = ann.lines(start)
        assert "0 characters, sum 0, health 0." in said
        assert "Not legal: 2 characters at least." in ann.errors
        assert "1 character, sum +3, health 2." in said
        assert "2 characters, sum +6, health -1." in said
        start = len(ann.out)
        ann.type("karma empty", "karma save none", "karma tai jin_haiming", "karma save two")
        ann.type(
            "karma default", "karma load two", "karma saved", "deck saved", "explain 1", "done"
        )
        await ann.until(IN, start=start)
        said = ann.lines(start)
        assert "2 characters, sum 0, health 6." in said
        assert "Legal." in said
        assert any(row.startswith("These can begin: ") for row in said)
        assert any("Information Sniffing: " in row for row in said)
        assert "There is nothing to save yet." in ann.errors
        assert "two: Jin Haiming (red, 0), Mr Moss (green, 0)" in said
        assert "You are not asked for that now." in ann.errors  # decks of another kind
        bo.type("done")
        await ann.until("deputy", start=len(ann.out))
        start = len(ann.out)
        ann.type("1")
        await ann.until(IN, start=start)
        ann.type("2")  # changed, as long as Bo has not chosen
        bo.type("1")
        await ann.until(DECK)


async def test_every_question_says_what_one_plays_for_and_what_the_choices_are() -> None:
    async with two("identity") as (ann, bo):
        await bo.until("Type 'ready'")
        bo.type("ready")
        ann.type("ready", "start")
        found = await ann.until("Ann is the lord.", "Bo is the lord.", "you are the lord")
        lord = bo if found.startswith("Bo") else ann
        await lord.until("You win when all rebels and spies are out.")
        await lord.until("Type its number.")  # nobody else chooses at the same time
        assert any(row.startswith("1: ") and "health" in row for row in lord.lines())
