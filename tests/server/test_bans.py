"""Bans: what can be banned, how long it holds, and that it outlives the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.bans import Ban, Bans, normal_subject
from server.book_changes import BookChange
from server.books import HostBooks
from server.codes import StoreCode, StoreError
from server.store import Store

KEY = "SHA256:" + "A" * 43


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def nowhere(*changes: BookChange) -> None:
    pass


@pytest.mark.parametrize(
    ("typed", "subject"),
    [
        (KEY, KEY),
        ("192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("2001:db8:1:2:3::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("0.0.0.0/0", None),
        ("::/0", None),
        ("::ffff:0.0.0.0/96", None),
        ("10.0.0.0/7", None),
        ("ann", None),
        ("", None),
        ("SHA256:short", None),
        ("1.2.3.4/33", None),
        ("\N{ARABIC-INDIC DIGIT ONE}.2.3.4", None),
    ],
)
def test_what_can_be_banned(typed: str, subject: str | None) -> None:
    assert normal_subject(typed) == subject


async def test_a_network_meets_the_addresses_in_it_and_no_other() -> None:
    bans = Bans(nowhere)
    await bans.add(Ban(subject="192.0.2.0/24"))
    assert bans.on_address("192.0.2.200") is not None
    assert bans.on_address("::ffff:192.0.2.200") is not None
    assert bans.on_address("192.0.3.1") is None
    assert bans.on_address("2001:db8::1") is None
    assert bans.on_address("local") is None


async def test_a_key_is_met_whichever_of_a_persons_fingerprints_is_banned() -> None:
    bans = Bans(nowhere)
    await bans.add(Ban(subject=KEY, reason="why"))
    assert bans.on_key("", "SHA256:" + "B" * 43) is None
    found = bans.on_key("SHA256:" + "B" * 43, KEY)
    assert found is not None
    assert found.reason == "why"


async def test_a_ban_ends_when_it_said_and_is_listed_no_more() -> None:
    clock = Clock()
    bans = Bans(nowhere, clock)
    await bans.add(Ban(subject="192.0.2.7/32", until=1010.0))
    await bans.add(Ban(subject=KEY))
    clock.now = 1009.9
    assert bans.on_address("192.0.2.7") is not None
    clock.now = 1010.0
    assert bans.on_address("192.0.2.7") is None
    assert [ban.subject for ban in bans.all()] == [KEY]


async def test_a_ban_is_lifted_by_its_own_subject_only() -> None:
    bans = Bans(nowhere)
    await bans.add(Ban(subject="192.0.2.0/24"))
    assert not await bans.remove("192.0.2.7/32")
    assert bans.on_address("192.0.2.7") is not None
    assert await bans.remove("192.0.2.0/24")
    assert bans.on_address("192.0.2.7") is None


async def test_a_ban_that_could_not_be_kept_is_not_in_force() -> None:
    async def full(*changes: BookChange) -> None:
        raise StoreError(StoreCode.WRITE_FAILED, path="x")

    bans = Bans(full)
    with pytest.raises(StoreError):
        await bans.add(Ban(subject=KEY))
    assert bans.all() == []


async def test_bans_hold_across_a_restart(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "store")
    books = HostBooks(store)
    await books.load()
    kept = [
        Ban(subject=KEY, reason="rude \N{CJK UNIFIED IDEOGRAPH-4E2D}"),
        Ban(subject="192.0.2.0/24", until=4e9),
        Ban(subject="2001:db8::/64"),
    ]
    for ban in kept:
        await books.bans.add(ban)
    await books.bans.remove("2001:db8::/64")
    store.close()
    store = Store.open(tmp_path / "store")
    books = HostBooks(store)
    await books.load()
    assert books.bans.all() == kept[:2]
    store.close()
