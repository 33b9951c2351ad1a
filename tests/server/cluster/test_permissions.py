"""A front's credentials, tried at a real node: what is not its own it can neither hear nor fetch.

Each refusal stands beside a control that shows the same attempt to succeed where it may.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Protocol

import nats.errors
import nats.js.errors
import pytest
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig

from server.cluster import subjects
from server.cluster.bus import Bus
from server.cluster.connecting import settle
from server.cluster.local_nodes import LocalNodes
from server.cluster.mirror import Mirror
from server.cluster.roles import user_of
from server.cluster.subjects import Account, Bucket, Stream
from tests.server.cluster.conftest import MEMBERS, MakeBus

_HIDDEN = [str(stream) for stream in Stream] + [
    bucket.stream for bucket in Bucket if bucket.account is Account.INNER
]
_SHARED_BUCKETS = [bucket for bucket in Bucket if bucket.account is Account.SHARED]


class MakeRaw(Protocol):
    """Connects a member; the client is closed when the test is over."""

    async def __call__(self, name: str, account: Account = Account.SHARED) -> Raw: ...


class Raw:
    """A client with a member's credentials that says and asks whatever it is told to.

    Nothing here waits for what does not come: a node handles what one client says in order, so its
    pong comes after whatever went before it, a message or a refusal.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.refused: list[str] = []

    async def can_hear(self, speaker: Raw, pattern: str, subject: str) -> bool:
        """Return whether a subscription to ``pattern`` gets what ``speaker`` says."""
        heard = asyncio.Event()

        async def hear(_message: object) -> None:
            heard.set()

        subscription = await self.client.subscribe(pattern, cb=hear)
        await settle(self.client)
        await speaker.client.publish(subject, b"secret")
        await settle(speaker.client)
        await settle(self.client)
        # It is here, if it came; give the one who waits for it a turn.
        for _ in range(10):
            await asyncio.sleep(0)
        await subscription.unsubscribe()
        return heard.is_set()

    async def answer(self, subject: str, payload: object = None) -> bytes | None:
        """Return what the node answers to a request; ``None`` if it is refused."""
        before = len(self.refused)
        inbox = self.client.new_inbox()
        subscription = await self.client.subscribe(inbox, max_msgs=1)
        data = b"" if payload is None else json.dumps(payload).encode()
        await self.client.publish(subject, data, reply=inbox)
        await settle(self.client)
        if len(self.refused) > before:
            await subscription.unsubscribe()
            return None
        return (await subscription.next_msg(timeout=10)).data


@pytest.fixture
async def raw(nats_node: LocalNodes) -> AsyncIterator[MakeRaw]:
    """Return what connects a member by name and account, without any manners."""
    clients: list[Client] = []

    async def made(name: str, account: Account = Account.SHARED) -> Raw:
        given = nats_node.settings(name)
        found = Raw(Client())
        clients.append(found.client)

        async def note(error: Exception) -> None:
            found.refused.append(str(error))

        await found.client.connect(
            list(given.urls),
            user=user_of(name, account),
            password=given.secret,
            inbox_prefix=subjects.inbox(name),
            allow_reconnect=False,
            error_cb=note,
        )
        return found

    yield made
    for client in clients:
        await client.close()


@pytest.fixture
async def front(raw: MakeRaw) -> Raw:
    """Return a client with the credentials of ``front1``."""
    return await raw("front1")


_MINE, _OTHER, _TABLE = "front1.aaaa", "front2.bbbb", "tables1.cccc"


async def test_a_front_hears_its_own_channels_only(front: Raw, raw: MakeRaw) -> None:
    speaker = await raw("tables1")
    mine, other = (subjects.view(f, _TABLE, "chan") for f in (_MINE, _OTHER))
    assert await front.can_hear(speaker, subjects.views(_MINE), mine)
    for pattern in (
        subjects.views(_OTHER),
        other,
        "view.>",
        "view.*.>",
        "view.*.bbbb.>",
        ">",
        "*.>",
    ):
        assert not await front.can_hear(speaker, pattern, other), pattern
    assert not speaker.refused


@pytest.mark.parametrize(
    ("subject", "pattern"),
    [
        (subjects.up(_OTHER, _TABLE, "chan"), subjects.ups(_TABLE)),
        (subjects.open_at(_OTHER, _TABLE), subjects.opens_at(_TABLE)),
        (subjects.open_lobby(_OTHER), subjects.opens_lobby()),
        (subjects.desk(_OTHER, "decks"), subjects.desks()),
        (subjects.desk_at(_OTHER, _TABLE), subjects.desks_at(_TABLE)),
    ],
)
async def test_a_front_neither_hears_nor_speaks_as_another_front(
    front: Raw, raw: MakeRaw, subject: str, pattern: str
) -> None:
    other, tables = await raw("front2"), await raw("tables1")
    assert await tables.can_hear(other, pattern, subject)
    assert not await tables.can_hear(front, pattern, subject)
    assert not await front.can_hear(other, subject, subject)
    assert not await front.can_hear(other, pattern, subject)


async def test_a_front_cannot_speak_to_fronts(front: Raw, raw: MakeRaw) -> None:
    other, tables = await raw("front2"), await raw("tables1")
    word, packet = subjects.to_fronts("kick"), subjects.view(_OTHER, _TABLE, "chan")
    for pattern, subject in ((subjects.all_fronts(), word), (subjects.views(_OTHER), packet)):
        assert await other.can_hear(tables, pattern, subject)
        assert not await other.can_hear(front, pattern, subject)


async def test_a_front_cannot_read_the_inbox_of_another_process(front: Raw, raw: MakeRaw) -> None:
    tables = await raw("tables1")
    assert await front.can_hear(tables, "_INBOX.front1.x", "_INBOX.front1.x")
    for name in ("tables1", "front2", "operator"):
        inbox = f"{subjects.inbox(name)}.x"
        for pattern in (inbox, "_INBOX.>", f"_INBOX.{name}.>", "_INBOX.*.x"):
            assert not await front.can_hear(tables, pattern, inbox), pattern
    assert not tables.refused


async def test_a_front_has_no_user_where_the_journals_are(raw: MakeRaw) -> None:
    assert (await raw("tables1", Account.INNER)).client.is_connected
    with pytest.raises(nats.errors.Error):
        await raw("front1", Account.INNER)


async def _fill(bus: Bus) -> None:
    """Put a secret into everything that a front must not see."""
    await bus.js.publish(subjects.journal("ABCD"), b"secret")
    await bus.js.publish(subjects.archive("ABCD"), b"secret")
    for bucket in (b for b in Bucket if b.account is Account.INNER):
        await (await bus.bucket(bucket)).put("ABCD", b"secret")


def _ways(stream: str) -> list[tuple[str, object]]:
    """Return every request of the API that gives something of a stream, with what it is told."""
    api = "$JS.API"
    push = {"deliver_subject": "_INBOX.front1.here", "ack_policy": "none"}
    pull = {"ack_policy": "explicit", "durable_name": "mine"}
    named = {**push, "name": "mine"}
    return [
        (f"{api}.STREAM.MSG.GET.{stream}", {"seq": 1}),
        (f"{api}.DIRECT.GET.{stream}", {"seq": 1}),
        (f"{api}.DIRECT.GET.{stream}.{_kept_under(stream)}", None),
        (f"{api}.STREAM.INFO.{stream}", None),
        (f"{api}.CONSUMER.CREATE.{stream}", {"stream_name": stream, "config": push}),
        (f"{api}.CONSUMER.CREATE.{stream}.mine", {"stream_name": stream, "config": named}),
        (f"{api}.CONSUMER.DURABLE.CREATE.{stream}.mine", {"stream_name": stream, "config": pull}),
        (f"{api}.CONSUMER.NAMES.{stream}", None),
        (f"{api}.CONSUMER.LIST.{stream}", None),
        (f"{api}.STREAM.SNAPSHOT.{stream}", {"deliver_subject": "_INBOX.front1.here"}),
        (f"{api}.STREAM.PURGE.{stream}", None),
        (f"{api}.STREAM.MSG.DELETE.{stream}", {"seq": 1}),
        (f"{api}.STREAM.DELETE.{stream}", None),
        (
            f"{api}.STREAM.CREATE.COPY",
            {"name": "COPY", "storage": "memory", "sources": [{"name": stream}]},
        ),
        (
            f"{api}.STREAM.CREATE.COPY",
            {"name": "COPY", "storage": "memory", "mirror": {"name": stream}},
        ),
    ]


def _kept_under(stream: str) -> str:
    """Return a subject that ``stream`` keeps."""
    return f"$KV.{stream.removeprefix('KV_')}.ABCD" if "KV_" in stream else f"{stream.lower()}.ABCD"


@pytest.mark.parametrize("stream", _HIDDEN)
async def test_a_front_gets_no_answer_about_what_is_hidden(
    front: Raw, bus: Bus, stream: str
) -> None:
    await _fill(bus)
    before = (await bus.js.stream_info(stream)).state.messages
    assert before
    for subject, payload in _ways(stream):
        assert await front.answer(subject, payload) is None, subject
    assert (await bus.js.stream_info(stream)).state.messages == before
    assert await Raw(bus.nc).answer(*_ways(stream)[0]) is not None


async def test_a_front_lists_no_streams(front: Raw, raw: MakeRaw) -> None:
    for verb in ("STREAM.NAMES", "STREAM.LIST", "INFO", "META.LEADER.STEPDOWN"):
        assert await front.answer(f"$JS.API.{verb}") is None
    assert await (await raw("operator", Account.INNER)).answer("$JS.API.STREAM.NAMES") is not None


@pytest.mark.parametrize("stream", _HIDDEN)
async def test_a_front_that_asks_for_a_shared_stream_gets_no_other(
    front: Raw, bus: Bus, stream: str
) -> None:
    """The stream that a request's text names is not another one than its subject does."""
    await _fill(bus)
    mine = {"deliver_subject": "_INBOX.front1.here", "ack_policy": "none"}
    answer = await front.answer(
        f"$JS.API.CONSUMER.CREATE.{Bucket.BOOKS.stream}", {"stream_name": stream, "config": mine}
    )
    assert isinstance(answer, bytes)
    assert "error" in json.loads(answer)


@pytest.mark.parametrize(
    "subject",
    [
        subjects.journal("ABCD"),
        subjects.archive("ABCD"),
        subjects.played("ABCD"),
        subjects.host(_TABLE, "take"),
        subjects.to_hosts("drain"),
        "$KV.PEOPLE.ABCD",
        "$KV.GUESTS.ABCD",
        "$KV.LISTINGS.ABCD",
    ],
)
async def test_a_front_says_nothing_of_what_is_said_where_the_journals_are(
    front: Raw, subject: str
) -> None:
    assert await front.answer(subject) is None


@pytest.mark.parametrize("key", ["front2.bbbb", "tables1.cccc", "front1"])
async def test_a_front_is_alive_under_its_own_name_only(front: Raw, bus: Bus, key: str) -> None:
    live = bus.jetstream(Account.SHARED)
    assert await front.answer(f"$KV.{Bucket.LIVE}.{_MINE}") is not None
    assert await front.answer(f"$KV.{Bucket.LIVE}.{key}") is None
    with pytest.raises(nats.js.errors.NotFoundError):
        await live.get_last_msg(Bucket.LIVE.stream, f"$KV.{Bucket.LIVE}.{key}")


async def test_a_front_reads_leases_and_cannot_write_one(front: Raw, bus: Bus) -> None:
    leases = await bus.bucket(Bucket.LEASES)
    revision = await leases.put("ABCD", b"tables1.cccc")
    for subject in ("$KV.LEASES.ABCD", "$JS.API.STREAM.PURGE.KV_LEASES"):
        assert await front.answer(subject) is None
    read = await JetStreamContext(front.client).key_value(Bucket.LEASES)
    entry = await read.get("ABCD")
    assert (entry.value, entry.revision) == (b"tables1.cccc", revision)


@pytest.mark.parametrize("bucket", _SHARED_BUCKETS)
async def test_a_front_watches_the_shared_buckets(
    make_bus: MakeBus, bus: Bus, bucket: Bucket
) -> None:
    front = await make_bus("front1")
    key = bus.pid if bucket is Bucket.LIVE else "ABCD"
    heard: asyncio.Queue[str] = asyncio.Queue()
    mirror = Mirror(front.js, bucket, heard.put_nowait)
    await mirror.start()
    await (await bus.bucket(bucket)).put(key, b"x")
    assert await asyncio.wait_for(heard.get(), 10) == key
    assert mirror.get(key)
    await mirror.stop()


@pytest.mark.parametrize("target", ["fronts.kick", "view.front2.bbbb.t.c.chan", "$KV.LEASES.ABCD"])
async def test_a_node_delivers_nothing_for_a_front_where_it_may_not_speak(
    front: Raw, make_bus: MakeBus, target: str
) -> None:
    """A consumer delivers to a subject that its maker chooses, and nodes ask for no permission.

    They look for somebody who listens to exactly that subject. So whoever listens in SHARED
    listens to a pattern, or to an inbox that nobody can guess.
    """
    other, tables = await make_bus("front2"), await make_bus("tables1")
    heard: list[str] = []
    delivered = asyncio.Event()

    async def deliver(_message: object) -> None:
        delivered.set()

    await other.listen(subjects.all_fronts(), lambda subject, _: heard.append(subject))
    await other.listen(subjects.views(_OTHER), lambda subject, _: heard.append(subject))
    await other.settle()
    control = front.client.new_inbox()
    await front.client.subscribe(control, cb=deliver)
    streams = JetStreamContext(front.client)
    for subject in (target, control):
        config = ConsumerConfig(deliver_subject=subject, ack_policy=AckPolicy.NONE)
        await streams.add_consumer(Bucket.BOOKS.stream, config)
    await (await streams.key_value(Bucket.BOOKS)).put("key", b"forged")
    await asyncio.wait_for(delivered.wait(), 10)
    await other.settle()
    assert heard == []
    leases = await tables.jetstream(Account.SHARED).stream_info(Bucket.LEASES.stream)
    assert leases.state.messages == 0


async def test_an_answer_goes_to_the_inbox_of_who_asked_and_nowhere_else(
    front: Raw, make_bus: MakeBus
) -> None:
    """A front cannot have a table process speak for it by naming another place for the answer."""
    tables, other = await make_bus("tables1"), await make_bus("front2")
    heard: list[str] = []

    async def answer(_subject: str, payload: bytes) -> bytes:
        return payload

    await tables.serve(subjects.desks(), answer, queue=subjects.TABLES)
    await tables.settle()
    await other.listen(subjects.all_fronts(), lambda subject, _: heard.append(subject))
    await other.listen(subjects.views(_OTHER), lambda subject, _: heard.append(subject))
    await other.settle()
    question = subjects.desk(_MINE, "decks")
    for place in ("fronts.kick", subjects.view(_OTHER, _TABLE, "chan"), "_INBOX.front1"):
        await front.client.publish(question, b"forged", reply=place)
    # Asked later, so answered later: what the others would have got is said by then.
    assert await front.answer(question) == b""
    await tables.settle()
    await other.settle()
    assert heard == []


async def test_a_table_process_can_delete_and_change_no_stream(bus: Bus, raw: MakeRaw) -> None:
    tables = await raw("tables1", Account.INNER)
    for stream in _HIDDEN:
        config = (await bus.js.stream_info(stream)).config
        for verb in ("DELETE", "UPDATE"):
            subject = f"$JS.API.STREAM.{verb}.{stream}"
            assert await tables.answer(subject, config.as_dict()) is None
        assert (await bus.js.stream_info(stream)).config == config


async def test_a_front_has_no_buckets_of_the_inner_account(make_bus: MakeBus) -> None:
    front = await make_bus("front1")
    with pytest.raises(KeyError):
        await front.bucket(Bucket.PEOPLE)
    with pytest.raises(KeyError):
        await front.publish(subjects.journal("ABCD"), b"x")


async def test_every_member_of_the_tests_comes_in(make_bus: MakeBus) -> None:
    for member in MEMBERS:
        assert (await make_bus(member.name)).connected


async def test_a_stranger_does_not_come_in(nats_node: LocalNodes, make_bus: MakeBus) -> None:
    given = nats_node.settings("front1")
    for user, password in (("", ""), ("front1", ""), ("nobody", given.secret)):
        client = Client()

        async def ignore(_error: Exception) -> None:
            return

        with pytest.raises(nats.errors.Error):
            await client.connect(
                list(given.urls),
                user=user,
                password=password,
                allow_reconnect=False,
                error_cb=ignore,
            )
