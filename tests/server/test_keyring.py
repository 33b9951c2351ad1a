"""Several keys of one person: one-time codes, joining, removing, and what stays impossible."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.book_changes import BookChange
from server.books import HostBooks
from server.keyring import CODE_SECONDS, Keyring, KeyringError, KeyTrouble
from server.secret_codes import new_secret, normal_secret
from server.store import Store
from tests.server.desk_helpers import everything_in

ANN, NEW, BOB = ("SHA256:" + letter * 43 for letter in "ANB")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def nowhere(*changes: BookChange) -> None:
    await asyncio.sleep(0)


def trouble(caught: pytest.ExceptionInfo[KeyringError]) -> KeyTrouble:
    return caught.value.trouble


async def refused(ring: Keyring, key: str, code: str) -> KeyTrouble:
    with pytest.raises(KeyringError) as caught:
        await ring.join(key, code)
    return trouble(caught)


async def test_a_key_is_its_own_identity_until_it_is_joined() -> None:
    ring = Keyring(nowhere)
    assert ring.identity_of(NEW) == NEW
    assert await ring.join(NEW, await ring.new_code(ANN)) == ANN
    assert ring.identity_of(NEW) == ANN
    assert ring.keys_of(ANN) == [ANN, NEW]
    assert ring.identity_of(BOB) == BOB


async def test_a_code_may_be_typed_as_people_type() -> None:
    ring = Keyring(nowhere)
    code = await ring.new_code(ANN)
    assert await ring.join(NEW, f" {code.lower().replace('-', ' ')} ") == ANN


async def test_a_code_works_once_even_for_two_at_the_same_time() -> None:
    ring = Keyring(nowhere)
    code = await ring.new_code(ANN)
    results = await asyncio.gather(
        ring.join(NEW, code), ring.join(BOB, code), return_exceptions=True
    )
    assert results[0] == ANN
    assert isinstance(results[1], KeyringError)
    assert ring.keys_of(ANN) == [ANN, NEW]


async def test_a_code_is_void_after_ten_minutes_and_when_a_newer_one_is_made() -> None:
    clock = Clock()
    ring = Keyring(nowhere, clock)
    old, code = await ring.new_code(ANN), await ring.new_code(ANN)
    assert await refused(ring, NEW, old) is KeyTrouble.BAD_CODE
    clock.now = CODE_SECONDS
    assert await refused(ring, NEW, code) is KeyTrouble.BAD_CODE


async def test_a_wrong_try_uses_nobodys_code_up() -> None:
    ring = Keyring(nowhere)
    code = await ring.new_code(ANN)
    for wrong in (new_secret(), "", "x" * 4096, "ABCDE", "\N{SNOWMAN}"):
        assert await refused(ring, BOB, wrong) is KeyTrouble.BAD_CODE
    assert await refused(ring, ANN, code) is KeyTrouble.OWN_CODE
    assert await ring.join(NEW, code) == ANN


async def test_a_key_with_keys_of_its_own_cannot_be_joined() -> None:
    ring = Keyring(nowhere)
    await ring.join(NEW, await ring.new_code(BOB))
    code = await ring.new_code(ANN)
    assert await refused(ring, BOB, code) is KeyTrouble.KEY_HAS_KEYS
    assert await refused(ring, NEW, code) is KeyTrouble.KEY_HAS_KEYS
    assert ring.keys_of(BOB) == [BOB, NEW]


async def test_a_person_has_ten_keys_at_most() -> None:
    ring = Keyring(nowhere)
    keys = ["SHA256:" + str(number) * 43 for number in range(10)]
    for key in keys[:9]:
        await ring.join(key, await ring.new_code(ANN))
    assert await refused(ring, keys[9], await ring.new_code(ANN)) is KeyTrouble.TOO_MANY_KEYS


async def test_a_removed_key_is_on_its_own_again_and_the_first_one_is_out() -> None:
    ring = Keyring(nowhere)
    await ring.join(NEW, await ring.new_code(ANN))
    await ring.join(BOB, await ring.new_code(ANN))
    await ring.remove(ANN, NEW)
    assert (ring.identity_of(NEW), ring.removed(NEW)) == (NEW, False)
    await ring.remove(ANN, ANN)
    assert ring.removed(ANN)
    assert ring.keys_of(ANN) == [BOB]
    assert ring.identity_of(BOB) == ANN
    with pytest.raises(KeyringError) as caught:
        await ring.remove(ANN, BOB)
    assert trouble(caught) is KeyTrouble.LAST_KEY


async def test_nobody_removes_a_key_of_somebody_else() -> None:
    ring = Keyring(nowhere)
    await ring.join(NEW, await ring.new_code(ANN))
    with pytest.raises(KeyringError) as caught:
        await ring.remove(BOB, NEW)
    assert trouble(caught) is KeyTrouble.UNKNOWN_KEY
    assert ring.identity_of(NEW) == ANN


async def test_keys_outlive_the_process_and_codes_do_not(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "store")
    books = HostBooks(store)
    await books.keyring.join(NEW, await books.keyring.new_code(ANN))
    await books.keyring.remove(ANN, ANN)
    code = await books.keyring.new_code(ANN)
    store.close()
    assert code.encode() not in everything_in(tmp_path)
    store = Store.open(tmp_path / "store")
    books = HostBooks(store)
    await books.load()
    assert books.keyring.keys_of(ANN) == [NEW]
    assert books.keyring.removed(ANN)
    assert await refused(books.keyring, BOB, code) is KeyTrouble.BAD_CODE
    store.close()


def test_codes_are_easy_to_read_out_and_all_different() -> None:
    codes = {new_secret() for _ in range(2000)}
    assert len(codes) == 2000
    assert not set("01OIL") & set("".join(codes))
    assert all(normal_secret(code) == code for code in codes)
