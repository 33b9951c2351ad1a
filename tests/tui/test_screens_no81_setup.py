"""The set-up of No.81 on the real screens: two players build at once, change, save and load."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from engine.games.no81.core import CORE
from engine.games.no81.minds import deck_check
from engine.games.no81.terms import AskKind
from server.api import Size
from server.hub import LocalHub
from server.requests import CreateTable
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.sessions import (
    ANN,
    BO,
    eventually,
    hub,
    page_of,
    session,
    start,
    state_of,
    view_of,
)
from tui import i18n
from tui.app import UndertableApp
from tui.games.no81.karma_desk import KarmaDesk
from tui.games.no81.minds_desk import MindsDesk
from tui.i18n import _

Place = tuple[UndertableApp, FakeTerminal]
SHELF = MindsDesk.shelf
SMALL = Size(80, 24)
DEFAULT = deck_check(CORE)(())


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    yield
    i18n.begin()


@asynccontextmanager
async def two(
    place: LocalHub, mode: str, *, size: Size = SMALL, language: str = "en"
) -> AsyncIterator[tuple[Place, Place]]:
    """Start a game of Ann and Bo, both on the full screen."""
    request = CreateTable(game="no81", seats=2, options={"mode": mode}, clock=0, bots=0)
    code = await place.create(ANN, request)
    async with (
        session(place, ANN, size=size, language=language, code=code) as ann,
        session(place, BO, size=size, language=language, code=code) as bo,
    ):
        await eventually(lambda: hasattr(bo[0].screen, "state") and page_of(bo[0]).waiting)
        await bo[1].type(b"r")
        await eventually(
            lambda: all(s["kind"] == "player" for s in state_of(ann[0]).frame["seats"])
        )
        await start(*ann)
        yield ann, bo


async def asked(place: Place, kind: str) -> None:
    """Wait until ``kind`` is asked and on the screen."""
    app, terminal = place

    def there() -> bool:
        ask = state_of(app).frame["ask"]
        return ask is not None and ask["kind"] == kind

    await eventually(there)
    await terminal.settle()


async def minds_asked(ann: Place, bo: Place) -> None:
    """Pick characters."""
    for one in (ann, bo):
        await asked(one, AskKind.CHARACTER)
        await one[1].type(b"11")
    for one in (ann, bo):
        await asked(one, AskKind.MIND_DECK)


def minds(place: Place) -> MindsDesk:
    bench = state_of(place[0]).bench
    assert isinstance(bench, MindsDesk)
    return bench


async def handed(place: Place) -> None:
    """Wait until what stands there is in."""
    await eventually(lambda: minds(place).handed == minds(place).cards)
    await place[1].settle()


def built(place: Place) -> list[str]:
    """Return the own deck as the game told it, ``<rank>-<face>`` top first."""
    deck = next(e for e in state_of(place[0]).events if e["kind"] == "decks")["cards"]
    return [card.partition("-")[2] for card in deck]


@pytest.mark.rule("N81-4.1", "N81-4.3", "N81-4.4")
@pytest.mark.parametrize(
    ("size", "language"),
    [(SMALL, "en"), (Size(60, 20), "en"), (Size(120, 40), "zh_Hant")],
    ids=str,
)
async def test_decks_are_built_handed_in_and_changed_until_the_last_is_in(
    size: Size, language: str
) -> None:
    async with hub() as place, two(place, "coldwarm", size=size, language=language) as (ann, bo):
        await minds_asked(ann, bo)
        i18n.begin(language)
        # K is carried to the top, A is turned to its second card.
        await ann[1].type(b"\x1b[A " + b"\x1b[A" * 12)
        await ann[1].type(b" \x1b[B\x1b[C\r\r")
        await handed(ann)
        await ann[1].until(_("handed in"))
        await ann[1].type(b"-")
        await ann[1].until(_("changed since handed in"))
        await ann[1].type(b"\r\r")
        await handed(ann)
        await bo[1].type(b"\r\r")
        await eventually(lambda: view_of(ann[0])["own_deck"])
        await eventually(lambda: view_of(bo[0])["own_deck"])
        assert built(ann) == ["A-mind_restore", "K-mind_restore", *DEFAULT[1:-1]]
        assert built(bo) == list(DEFAULT)
        assert state_of(ann[0]).bench is None


async def test_a_draft_that_was_not_handed_in_is_found_again_by_the_next_connection() -> None:
    async with hub() as place, two(place, "coldwarm") as (ann, bo):
        await minds_asked(ann, bo)
        await ann[1].type(b"\x1b[C+")
        drafted = minds(ann).cards
        assert drafted != DEFAULT
        code = state_of(ann[0]).frame["code"]
        async with session(place, ANN, code=code) as again:
            await asked(again, AskKind.MIND_DECK)
            assert minds(again).cards == drafted
            assert minds(again).handed is None
            if state_of(again[0]).returning:
                await again[1].type(b"x")  # what was missed is read
            await again[1].type(b"\r\r")
            await handed(again)
        # What is handed in needs no draft any more, and Bo's is his own.
        assert minds(bo).cards == DEFAULT
        async with session(place, ANN, code=code) as again:
            await asked(again, AskKind.MIND_DECK)
            assert minds(again).handed == minds(again).cards == drafted


async def test_a_deck_is_saved_loaded_and_forgotten_on_the_screen() -> None:
    async with hub() as place, two(place, "coldwarm") as (ann, bo):
        await minds_asked(ann, bo)
        await ann[1].type(b"\x1b[C\x1b[Cs")
        await ann[1].type(b"Cold harbour\r")
        await ann[1].until("Saved as 'Cold harbour'.")
        assert [d["name"] for d in await place.decks(ANN, SHELF)] == ["Cold harbour"]
        await ann[1].type(b"a")
        assert minds(ann).cards == DEFAULT
        await ann[1].type(b"d")
        await ann[1].until("your saved decks")
        await ann[1].type(b"\r")
        await ann[1].until("'Cold harbour' is loaded.")
        assert minds(ann).cards[0] == "A-lm_harbour"
        await bo[1].type(b"d")
        await bo[1].until("You have saved no deck yet")
        await ann[1].type(b"d")
        await ann[1].until("your saved decks")
        await ann[1].type(b"x")
        await ann[1].until("'Cold harbour' is forgotten.")
        assert await place.decks(ANN, SHELF) == []


async def test_nothing_is_built_while_the_private_pane_is_hidden() -> None:
    async with hub() as place, two(place, "coldwarm") as (ann, bo):
        await minds_asked(ann, bo)
        await ann[1].type(b"h")
        await ann[1].until("hidden; h shows it again")
        assert "Evade" not in ann[1].text()
        await ann[1].type(b"\x1b[C\r\r")
        assert minds(ann).cards == DEFAULT
        assert minds(ann).handed is None
        await ann[1].type(b"h")
        await ann[1].until("Evade")


async def test_who_comes_back_finds_what_was_handed_in() -> None:
    async with hub() as place, two(place, "series") as (ann, bo):
        await minds_asked(ann, bo)
        code = state_of(ann[0]).frame["code"]
        await ann[1].type(b"+\r\r")
        await handed(ann)
        async with session(place, ANN, code=code) as again:
            await eventually(
                lambda: hasattr(again[0].screen, "state") and page_of(again[0]).started
            )
            await again[1].type(b" ")  # whatever was missed is read
            await asked(again, AskKind.MIND_DECK)
            assert minds(again).cards == minds(ann).cards != DEFAULT
            await again[1].until("handed in")


@pytest.mark.rule("N81-14.2", "N81-14.4")
async def test_karma_decks_are_built_with_sum_and_legality_and_then_main_and_deputy() -> None:
    async with hub() as place, two(place, "karma") as (ann, bo):
        for one in (ann, bo):
            await asked(one, AskKind.KARMA_DECK)
        await ann[1].type(b"0 ")
        await ann[1].until("1 character, sum 0, health 7.")
        await ann[1].type(b"\r")
        await ann[1].until("Not legal: 2 characters at least.")
        await ann[1].type(b"\x1b[B\x1b[B\x1b[B ")
        await ann[1].until("These can begin: Jin Haiming")
        bench = state_of(ann[0]).bench
        assert isinstance(bench, KarmaDesk)
        await ann[1].type(b"\r\r")
        await eventually(lambda: bench.handed == ("jin_haiming/0", "lin_qiwu/0"))
        await bo[1].type(b"\r\r")
        for one in (ann, bo):
            await asked(one, AskKind.KARMA_START)
        await ann[1].until("Main: Jin Haiming (red, 0)")
        await ann[1].type(b"\x1b[C")
        await ann[1].until("Main: Lin Qiwu (blue, 0)")
        await ann[1].type(b"\r\r")
        await bo[1].type(b"\r\r")
        await asked(ann, AskKind.MIND_DECK)
        own = view_of(ann[0])["seats"][0]
        assert (own["character"], own["deputy"]) == ("lin_qiwu", "jin_haiming")
