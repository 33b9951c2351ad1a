"""What is kept of guests in memory is what the store would keep, until the visit is over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

import pytest

from server.changes import DropDeck, SaveDeck, SavePlayer
from server.keeping import PersonStore, Place
from server.store import Store
from server.visitors import Visitors

GUEST = "guest:1"


@pytest.fixture(params=["memory", "store"])
async def kept(request: pytest.FixtureRequest) -> AsyncIterator[PersonStore]:
    store = Store.in_memory()
    yield Visitors() if request.param == "memory" else store
    store.close()


def named(name: str) -> SavePlayer:
    return SavePlayer(id=GUEST, name=name, language="en", colour="", settings=b"\x80")


def deck(shelf: str, name: str, cards: bytes) -> SaveDeck:
    return SaveDeck(player=GUEST, shelf=shelf, name=name, cards=cards)


async def test_a_revision_is_given_what_is_there_and_its_outcome_is_kept(kept: PersonStore) -> None:
    seen: list[SavePlayer | None] = []

    def revise(old: SavePlayer | None) -> SavePlayer:
        seen.append(old)
        return named(f"n{len(seen)}")

    assert await kept.player(GUEST) is None
    await kept.revise_player(GUEST, revise)
    await kept.revise_player(GUEST, revise)
    assert seen == [None, named("n1")]
    assert await kept.player(GUEST) == named("n2")


async def test_decks_are_kept_dropped_and_told_in_order(kept: PersonStore) -> None:
    seen: list[dict[Place, bytes]] = []
    changes: list[SaveDeck | DropDeck] = [
        deck("b", "x", b"1"),
        deck("a", "y", b"2"),
        deck("b", "x", b"3"),
        DropDeck(player=GUEST, shelf="a", name="none"),
        DropDeck(player=GUEST, shelf="b", name="x"),
    ]
    for change in changes:

        def revise(
            old: Mapping[Place, bytes], change: SaveDeck | DropDeck = change
        ) -> SaveDeck | DropDeck:
            seen.append(dict(old))
            return change

        await kept.revise_decks(GUEST, revise)
    whole = {("b", "x"): b"3", ("a", "y"): b"2"}
    assert seen == [{}, {("b", "x"): b"1"}, {("b", "x"): b"1", ("a", "y"): b"2"}, whole, whole]
    assert await kept.decks(GUEST) == [("a", "y", b"2")]


async def test_a_revision_that_refuses_changes_nothing(kept: PersonStore) -> None:
    await kept.revise_player(GUEST, lambda _old: named("before"))

    def refuse(_old: SavePlayer | None) -> SavePlayer:
        raise ValueError("no")

    def refuse_deck(_old: Mapping[Place, bytes]) -> SaveDeck:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await kept.revise_player(GUEST, refuse)
    with pytest.raises(ValueError, match="no"):
        await kept.revise_decks(GUEST, refuse_deck)
    assert await kept.player(GUEST) == named("before")
    assert await kept.decks(GUEST) == []


async def test_nothing_is_left_of_a_guest_who_is_forgotten() -> None:
    visitors = Visitors()
    await visitors.revise_player(GUEST, lambda _old: named("Gil"))
    await visitors.revise_decks(GUEST, lambda _old: deck("a", "x", b"1"))
    visitors.forget(GUEST)
    visitors.forget("guest:never")
    assert await visitors.player(GUEST) is None
    assert await visitors.decks(GUEST) == []
