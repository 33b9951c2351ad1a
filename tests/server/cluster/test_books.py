"""The host's books at several processes: in force at all, and what is allowed once happens once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from server.bans import Ban
from server.book_changes import MoveNames, SaveBan
from server.cluster import shared_keyring
from server.cluster.book_cells import BookCells, put_of
from server.cluster.books import ClusterBooks
from server.cluster.cells import Put
from server.cluster.subjects import Bucket
from server.codes import StoreCode, StoreError
from server.keyring import KeyringError, KeyTrouble
from server.secret_codes import new_secret
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.waiting import until

ANN, BO, CY = (f"SHA256:{letter * 43}" for letter in "ABC")


@pytest.fixture
async def books(make_bus: MakeBus) -> list[ClusterBooks]:
    """Return the books of two fronts and of a table process."""
    found = [ClusterBooks(await make_bus(name)) for name in ("front1", "front2", "tables1")]
    for one in found:
        await one.load()
    return found


async def everywhere(books: list[ClusterBooks], holds: Callable[[ClusterBooks], bool]) -> None:
    """Wait until something holds at every process."""
    for one in books:
        await until(partial(holds, one))


async def trouble(work: Awaitable[object]) -> KeyTrouble:
    with pytest.raises(KeyringError) as caught:
        await work
    return caught.value.trouble


# --- bans -----------------------------------------------------------------------------------


async def test_a_ban_is_in_force_at_every_process_and_told_to_all_others(
    books: list[ClusterBooks],
) -> None:
    told: list[tuple[int, str]] = []

    def note(number: int, ban: Ban) -> None:
        told.append((number, ban.subject))

    for number, one in enumerate(books):
        one.banned.append(partial(note, number))
    key, net = Ban(subject=ANN, reason="why"), Ban(subject="10.1.0.0/16", until=4e9)
    await books[0].bans.add(key)
    await books[0].bans.add(net)
    assert books[0].bans.all() == [key, net]
    await everywhere(books, lambda one: one.bans.all() == [key, net])
    assert all(one.bans.on_address("10.1.2.3") == net for one in books)
    assert sorted(told) == [
        (1, net.subject), (1, ANN), (2, net.subject), (2, ANN)
    ]  # fmt: skip


async def test_a_lifted_ban_is_in_force_nowhere(books: list[ClusterBooks]) -> None:
    await books[0].bans.add(Ban(subject=ANN))
    await everywhere(books, lambda one: one.bans.on_key(ANN) is not None)
    assert await books[1].bans.remove(ANN)
    assert not await books[1].bans.remove(BO)
    await everywhere(books, lambda one: one.bans.on_key(ANN) is None)


async def test_a_process_that_starts_later_has_all_books(
    books: list[ClusterBooks], make_bus: MakeBus
) -> None:
    await books[0].bans.add(Ban(subject=ANN))
    await books[0].members.allow(BO)
    invite = await books[0].members.new_invite(1, 600)
    await books[0].keyring.join(CY, await books[0].keyring.new_code(BO))
    later = ClusterBooks(await make_bus("tables2"))
    heard: list[object] = []
    later.banned.append(heard.append)
    later.rekeyed.append(heard.append)
    await later.load()
    assert later.bans.on_key(ANN) == Ban(subject=ANN)
    assert BO in later.members
    assert later.members.is_good(invite)
    assert later.keyring.keys_of(BO) == [BO, CY]
    assert heard == []


async def test_what_could_not_be_kept_is_not_in_force(
    books: list[ClusterBooks], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_cells: BookCells, *_puts: Put) -> None:
        raise StoreError(StoreCode.WRITE_FAILED, path="")

    monkeypatch.setattr(BookCells, "put", fails)
    for work in (books[0].bans.add(Ban(subject=ANN)), books[0].members.allow(BO)):
        with pytest.raises(StoreError):
            await work
    with pytest.raises(StoreError):
        await books[0].keyring.new_code(ANN)
    assert books[0].bans.all() == []
    assert BO not in books[0].members


async def test_a_value_that_is_no_book_harms_nothing(
    books: list[ClusterBooks], make_bus: MakeBus
) -> None:
    cells = BookCells(await make_bus("operator"), lambda _key: None)
    odd = [b"", b"\xc1", b"\x80", b"\x81\xa7subject\x01"]
    for number, value in enumerate(odd):
        for kind in ("bans", "keys", "members", "invites", "codes", "other"):
            await cells.put(Put(key=f"{kind}.{number}", value=value))
    await books[0].bans.add(Ban(subject=ANN))
    await everywhere(books, lambda one: one.bans.on_key(ANN) is not None)
    assert await trouble(books[1].keyring.join(CY, new_secret())) is KeyTrouble.BAD_CODE
    assert await books[1].keyring.join(CY, await books[0].keyring.new_code(BO)) == BO


# --- members and invites --------------------------------------------------------------------


async def test_who_was_let_in_or_put_off_the_list_is_so_everywhere(
    books: list[ClusterBooks],
) -> None:
    await books[0].members.allow(ANN)
    await everywhere(books, lambda one: ANN in one.members)
    assert await books[1].members.disallow(ANN)
    await everywhere(books, lambda one: ANN not in one.members)
    assert not await books[2].members.disallow(ANN)


@pytest.mark.parametrize("uses", [1, 3])
async def test_an_invite_lets_in_as_many_as_it_says_wherever_they_come_at_once(
    books: list[ClusterBooks], uses: int
) -> None:
    code = await books[0].members.new_invite(uses, 600)
    await everywhere(books, lambda one: one.members.is_good(code))
    people = [f"SHA256:{number}" for number in range(12)]
    admitted = await asyncio.gather(
        *(books[n % 3].members.redeem(code, who) for n, who in enumerate(people))
    )
    assert sum(admitted) == uses
    await everywhere(books, lambda one: [who in one.members for who in people] == admitted)
    await everywhere(books, lambda one: not one.members.is_good(code))
    assert not await books[0].members.redeem(code, "SHA256:late")


async def test_guests_use_an_invite_up_and_become_no_members(books: list[ClusterBooks]) -> None:
    code = await books[0].members.new_invite(2, 600)
    assert await books[1].members.redeem(code.lower(), None)
    assert await books[2].members.redeem(code, None)
    assert not await books[0].members.redeem(code, None)
    assert books[0].members.all() == []


async def test_an_invite_ends_at_its_time_and_a_wrong_one_never_was(
    books: list[ClusterBooks],
) -> None:
    code = await books[0].members.new_invite(1, -1)
    for typed in (code, new_secret(), "", None, "x" * 9999):
        assert not await books[1].members.redeem(typed, ANN)
        assert not books[0].members.is_good(typed)


async def test_a_member_is_not_let_in_again_by_an_invite_that_is_used_up(
    books: list[ClusterBooks],
) -> None:
    code = await books[0].members.new_invite(1, 600)
    assert await books[1].members.redeem(code, ANN)
    await books[1].members.disallow(ANN)
    assert not await books[2].members.redeem(code, ANN)


# --- keys -----------------------------------------------------------------------------------


async def test_a_key_code_of_one_process_joins_a_key_at_another_once(
    books: list[ClusterBooks],
) -> None:
    rekeyed: list[str] = []
    books[0].rekeyed.append(rekeyed.append)
    code = await books[0].keyring.new_code(ANN)
    assert await books[1].keyring.offered(BO, code) == ANN
    assert await books[1].keyring.join(BO, f" {code.lower().replace('-', ' ')} ") == ANN
    await everywhere(books, lambda one: one.keyring.keys_of(ANN) == [ANN, BO])
    assert all(one.keyring.identity_of(BO) == ANN for one in books)
    for one in books:
        assert await trouble(one.keyring.join(CY, code)) is KeyTrouble.BAD_CODE
    assert rekeyed == [BO]


async def test_a_code_joins_one_key_of_all_that_use_it_at_once(books: list[ClusterBooks]) -> None:
    code = await books[0].keyring.new_code(ANN)
    keys = [f"SHA256:{number:043}" for number in range(6)]
    joined = await asyncio.gather(
        *(books[n % 3].keyring.join(key, code) for n, key in enumerate(keys)),
        return_exceptions=True,
    )
    assert joined.count(ANN) == 1
    refusals = [one.trouble for one in joined if isinstance(one, KeyringError)]
    assert refusals == [KeyTrouble.BAD_CODE] * 5
    await everywhere(books, lambda one: one.keyring.keys_of(ANN) == [ANN, keys[joined.index(ANN)]])


async def test_two_people_cannot_be_joined_to_each_other_at_once(
    books: list[ClusterBooks],
) -> None:
    codes = [await books[0].keyring.new_code(who) for who in (ANN, BO)]
    joined = await asyncio.gather(
        books[0].keyring.join(BO, codes[0]),
        books[1].keyring.join(ANN, codes[1]),
        return_exceptions=True,
    )
    refusals = [one.trouble for one in joined if isinstance(one, KeyringError)]
    assert refusals == [KeyTrouble.KEY_HAS_KEYS]
    owner = next(one for one in joined if isinstance(one, str))
    other = BO if owner == ANN else ANN
    await everywhere(books, lambda one: one.keyring.keys_of(owner) == [owner, other])


async def test_a_person_has_ten_keys_at_most_wherever_they_are_joined(
    books: list[ClusterBooks],
) -> None:
    keys = [f"SHA256:{number:043}" for number in range(8)]
    for key in keys:
        await books[0].keyring.join(key, await books[0].keyring.new_code(ANN))
    first = await books[0].keyring.new_code(ANN)
    await books[1].keyring.join(BO, first)
    second = await books[2].keyring.new_code(ANN)
    await until(lambda: len(books[0].keyring.keys_of(ANN)) == 10)
    assert await trouble(books[2].keyring.join(CY, second)) is KeyTrouble.TOO_MANY_KEYS


async def test_the_last_key_stays_whichever_of_two_is_removed_at_once(
    books: list[ClusterBooks],
) -> None:
    await books[0].keyring.join(BO, await books[0].keyring.new_code(ANN))
    await everywhere(books, lambda one: one.keyring.keys_of(ANN) == [ANN, BO])
    done = await asyncio.gather(
        books[0].keyring.remove(ANN, ANN), books[1].keyring.remove(ANN, BO), return_exceptions=True
    )
    refusals = [one.trouble for one in done if isinstance(one, KeyringError)]
    assert refusals == [KeyTrouble.LAST_KEY]
    left = [BO] if done[0] is None else [ANN]
    await everywhere(books, lambda one: one.keyring.keys_of(ANN) == left)
    await everywhere(books, lambda one: one.keyring.removed(ANN) == (left == [BO]))


async def test_a_removed_key_is_its_own_again_everywhere(books: list[ClusterBooks]) -> None:
    await books[0].keyring.join(BO, await books[0].keyring.new_code(ANN))
    await everywhere(books, lambda one: one.keyring.identity_of(BO) == ANN)
    await books[2].keyring.remove(ANN, BO)
    await everywhere(books, lambda one: one.keyring.identity_of(BO) == BO)
    assert await books[1].keyring.join(CY, await books[1].keyring.new_code(BO)) == BO


async def test_a_newer_code_is_in_the_place_of_an_earlier_one(books: list[ClusterBooks]) -> None:
    old = await books[0].keyring.new_code(ANN)
    new = await books[1].keyring.new_code(ANN)
    for one in books:
        assert await trouble(one.keyring.join(BO, old)) is KeyTrouble.BAD_CODE
    await everywhere(books, lambda one: len(one._cells.copies("codes.")) == 1)
    assert await books[1].keyring.join(BO, new) == ANN


async def test_a_code_is_void_after_its_time_and_leaves_nothing(
    books: list[ClusterBooks], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_keyring, "CODE_SECONDS", 1.0)
    code = await books[0].keyring.new_code(ANN)
    await until(lambda: bool(books[1]._cells.copies("codes.")))
    await everywhere(books, lambda one: not one._cells.copies("codes."))
    assert await trouble(books[1].keyring.join(BO, code)) is KeyTrouble.BAD_CODE


async def test_no_code_stands_in_the_bucket(books: list[ClusterBooks], make_bus: MakeBus) -> None:
    invite = await books[0].members.new_invite(1, 600)
    code = await books[0].keyring.new_code(ANN)
    streams = (await make_bus("operator")).jetstream(Bucket.BOOKS.account)
    for sequence in (1, 2):
        found = await streams.get_msg(Bucket.BOOKS.stream, seq=sequence)
        for secret in (invite, code):
            for form in (secret, secret.replace("-", ""), secret.lower()):
                assert form.encode() not in (found.data or b"")
                assert form not in (found.subject or "")


def test_names_are_no_book() -> None:
    with pytest.raises(TypeError):
        put_of(MoveNames(old="a", new="b"), by="x")
    assert put_of(SaveBan(subject=ANN, until=0.0, reason=""), by="x").seconds is None
