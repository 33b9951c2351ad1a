"""Saved decks: bounded, cleaned, kept for a key, and nobody's but their owner's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.api import Identity
from server.changes import SaveDeck
from server.codes import Code, RequestError
from server.decks import DECKS, NAME_CELLS, PRESETS, SETUPS, Decks
from server.names import cell_width
from server.store import Store

ANN = Identity(id="SHA256:ann", name="Ann", tag="an")
BO = Identity(id="SHA256:bo", name="Bo", tag="bo")
GUEST = Identity(id="guest:1", name="Gil", guest=True)
SHELF = "no81/mind_deck"
CARDS = ["7-evade", "A-mind_restore"]


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    kept = Store.in_memory()
    yield kept
    kept.close()


async def names(decks: Decks, who: Identity, shelf: str = SHELF) -> list[str]:
    return [deck["name"] for deck in await decks.of(who, shelf)]


async def test_a_deck_is_there_after_a_restart_and_its_order_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    kept = Store.open(path)
    await Decks(kept).save(ANN, SHELF, "Guards first", CARDS)
    kept.close()
    kept = Store.open(path)
    assert await Decks(kept).of(ANN, SHELF) == [{"name": "Guards first", "cards": CARDS}]
    kept.close()


@pytest.mark.parametrize("who", [ANN, GUEST])
async def test_decks_are_their_owners_alone_and_of_one_shelf(store: Store, who: Identity) -> None:
    decks = Decks(store)
    await decks.save(who, SHELF, "mine", CARDS)
    assert await names(decks, who) == ["mine"]
    assert await names(decks, BO) == []
    assert await names(decks, Identity(id="guest:2", name="Gil", guest=True)) == []
    assert await names(decks, who, "no81/karma_deck") == []
    await decks.drop(BO, SHELF, "mine")
    assert await names(decks, who) == ["mine"]
    await decks.drop(who, SHELF, "mine")
    assert await names(decks, who) == []


@pytest.mark.parametrize("who", [ANN, GUEST])
async def test_a_name_is_cleaned_and_the_same_name_replaces(store: Store, who: Identity) -> None:
    decks = Decks(store)
    kept = await decks.save(who, SHELF, " a\u202e\x1b[31m  b " + "x" * 50, CARDS)
    assert kept["name"].startswith("a[31m b xxx")
    assert cell_width(kept["name"]) <= NAME_CELLS
    await decks.save(who, SHELF, kept["name"], ["K-punch"])
    assert await decks.of(who, SHELF) == [{"name": kept["name"], "cards": ["K-punch"]}]
    with pytest.raises(RequestError) as caught:
        await decks.save(who, SHELF, "\u200b \u202e", CARDS)
    assert caught.value.code is Code.DECK_NAMELESS


@pytest.mark.parametrize("who", [ANN, GUEST])
async def test_there_are_at_most_so_many_on_all_shelves(store: Store, who: Identity) -> None:
    decks = Decks(store)
    for number in range(DECKS):
        await decks.save(who, f"shelf {number % 2}", f"deck {number}", CARDS)
    with pytest.raises(RequestError) as caught:
        await decks.save(who, SHELF, "one more", CARDS)
    assert caught.value.code is Code.TOO_MANY_DECKS
    assert caught.value.params == {"limit": DECKS}
    await decks.save(who, "shelf 0", "deck 0", ["K-punch"])  # in the place of one that is there
    await decks.save(BO, SHELF, "of another player", CARDS)


@pytest.mark.parametrize("who", [ANN, GUEST])
async def test_set_ups_of_tables_are_counted_apart_from_decks(store: Store, who: Identity) -> None:
    decks = Decks(store)
    for number in range(PRESETS):
        await decks.save(who, f"{SETUPS}game{number % 3}", f"mine {number}", ["seats=4"])
    with pytest.raises(RequestError) as caught:
        await decks.save(who, f"{SETUPS}game", "one more", ["seats=4"])
    assert caught.value.code is Code.TOO_MANY_PRESETS
    assert caught.value.params == {"limit": PRESETS}
    await decks.save(who, f"{SETUPS}game0", "mine 0", ["seats=2"])
    await decks.save(who, SHELF, "a deck", CARDS)
    with pytest.raises(RequestError) as caught:
        await decks.save(who, f"{SETUPS}game", "\u200b", ["seats=4"])
    assert caught.value.code is Code.PRESET_NAMELESS


async def test_a_guests_decks_go_with_the_guest_and_are_never_stored(store: Store) -> None:
    decks = Decks(store)
    await decks.save(GUEST, SHELF, "mine", CARDS)
    assert await store.decks(GUEST.id) == []
    decks.forget_guest(GUEST.id)
    assert await names(decks, GUEST) == []


async def test_what_no_deck_can_hold_is_not_kept(store: Store) -> None:
    decks = Decks(store)
    for cards in (["x"] * 65, ["x" * 65]):
        with pytest.raises(ValueError, match="large"):
            await decks.save(ANN, SHELF, "large", cards)
    assert await names(decks, ANN) == []


@pytest.mark.parametrize("packed", [b"", b"\xc1", b"\x81\xa5cards\x07"])
async def test_a_deck_that_cannot_be_read_is_empty(store: Store, packed: bytes) -> None:
    await store.write(SaveDeck(player=ANN.id, shelf=SHELF, name="odd", cards=packed))
    assert await Decks(store).of(ANN, SHELF) == [{"name": "odd", "cards": []}]


async def test_a_backup_has_the_decks(tmp_path: Path) -> None:
    kept = Store.open(tmp_path / "u.db")
    await Decks(kept).save(ANN, SHELF, "mine", CARDS)
    copy = tmp_path / "copy.db"
    copy.touch()
    await kept.copy_to(copy)
    kept.close()
    kept = Store.open(copy)
    assert await names(Decks(kept), ANN) == ["mine"]
    kept.close()
