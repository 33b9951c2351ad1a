"""The books of several processes are those of one process with a database, whatever is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.bans import Ban
from server.books import HostBooks
from server.cluster.books import ClusterBooks
from server.cluster.subjects import Bucket
from server.keyring import KeyringError
from server.secret_codes import new_secret
from server.store import Store
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.waiting import until

PEOPLE = tuple(f"SHA256:{letter * 43}" for letter in "ABCD")
SUBJECTS = (*PEOPLE[:2], "10.0.0.0/8", "2001:db8::/64")
FAR = 4e9

people = st.sampled_from(PEOPLE)
deeds = st.lists(
    st.one_of(
        st.tuples(st.just("ban"), st.sampled_from(SUBJECTS), st.sampled_from([0.0, FAR, 1.0])),
        st.tuples(st.just("unban"), st.sampled_from(SUBJECTS)),
        st.tuples(st.just("allow"), people),
        st.tuples(st.just("disallow"), people),
        st.tuples(st.just("invite"), st.integers(1, 2), st.sampled_from([600.0, -1.0])),
        st.tuples(st.just("redeem"), st.integers(0, 3), st.one_of(st.none(), people)),
        st.tuples(st.just("code"), people),
        st.tuples(st.just("join"), people, st.integers(0, 3)),
        st.tuples(st.just("remove"), people, people),
    ),
    max_size=20,
)


class Actor:
    """One set of books, and the codes that came of it, in order."""

    def __init__(self, books: Sequence[HostBooks]) -> None:
        self.books = books
        self.invites: list[str] = []
        self.codes: list[str] = []

    async def do(self, at: int, deed: tuple[Any, ...]) -> object:
        """Do something at one of the processes; return what came of it."""
        books = self.books[at % len(self.books)]
        match deed:
            case "ban", subject, until_:
                await books.bans.add(Ban(subject=subject, until=until_, reason="why"))
            case "unban", subject:
                return await books.bans.remove(subject)
            case "allow", who:
                await books.members.allow(who)
            case "disallow", who:
                return await books.members.disallow(who)
            case "invite", uses, seconds:
                self.invites.append(await books.members.new_invite(uses, seconds))
            case "redeem", number, who:
                return await books.members.redeem(_one(self.invites, number), who)
            case "code", who:
                self.codes.append(await books.keyring.new_code(who))
            case _:
                return await self._key(books, deed)
        return None

    async def _key(self, books: HostBooks, deed: tuple[Any, ...]) -> object:
        try:
            match deed:
                case "join", key, number:
                    return await books.keyring.join(key, _one(self.codes, number))
                case "remove", identity, key:
                    await books.keyring.remove(identity, key)
                    return None
                case _:
                    raise AssertionError(deed)
        except KeyringError as error:
            return error.trouble


def _one(codes: Sequence[str], number: int) -> str:
    return codes[-1 - number] if number < len(codes) else new_secret()


def seen(books: HostBooks, actor: Actor) -> object:
    """Return all that can be looked up in some books."""
    members, bans, keyring = books.members, books.bans, books.keyring
    return (
        sorted(bans.all(), key=lambda ban: ban.subject),
        [bans.on_key(who) for who in PEOPLE],
        bans.on_address("10.1.2.3"),
        members.all(),
        members.uses_left,
        [members.is_good(code) for code in actor.invites],
        [keyring.keys_of(who) for who in PEOPLE],
        [keyring.removed(who) for who in PEOPLE],
    )


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(wanted=st.lists(st.tuples(st.integers(0, 2), deeds.map(tuple)), max_size=4))
async def test_books_are_kept_as_the_database_keeps_them(
    make_bus: MakeBus, wanted: Sequence[tuple[int, tuple[tuple[Any, ...], ...]]]
) -> None:
    buses = [await make_bus(name) for name in ("front1", "front2", "tables1")]
    streams = (await make_bus("operator")).jetstream(Bucket.BOOKS.account)
    await streams.purge_stream(Bucket.BOOKS.stream)
    shared = [ClusterBooks(bus) for bus in buses]
    for one in shared:
        await one.load()
    store = Store.in_memory()
    model, cluster = Actor([HostBooks(store)]), Actor(shared)
    for at, some in wanted:
        for deed in some:
            assert await cluster.do(at, deed) == await model.do(0, deed)
            expected = seen(model.books[0], model)
            assert seen(shared[at], cluster) == expected
            for one in shared:
                await until(lambda one=one, e=expected: seen(one, cluster) == e)  # type: ignore[misc]
    later = HostBooks(store)
    await later.load()
    for one in shared:
        assert seen(one, cluster) == seen(later, model)
        await one.stop()
    store.close()
    for bus in buses:
        await bus.close()
