"""People, names and decks of a cluster: as the database has them, and right for several at once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

import pytest
from nats.aio.msg import Msg

from server.api import Identity
from server.book_changes import MoveNames
from server.changes import ClaimName, DropDeck, SaveDeck, SavePlayer, SaveTable
from server.cluster.archive import Archive
from server.cluster.mirror import Mirror
from server.cluster.people import Guests, Names
from server.codes import Code, RequestError
from server.decks import DECKS, Decks
from server.keeping import Place
from server.players import Players
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.waiting import until

ANN = Identity(id="SHA256:ann", name="Ann", tag="an")
BO = Identity(id="SHA256:bo", name="ann", tag="bo")
GUEST = Identity(id="guest:1", name="Gil", guest=True)
SHELF = "no81/mind_deck"


class Process:
    """The people of one table process."""

    def __init__(self, names: Names, guests: Guests) -> None:
        self.names = names
        self.guests = guests
        self.players = Players(names, guests)
        self.decks = Decks(names, guests)

    @classmethod
    async def start(cls, make_bus: MakeBus, name: str) -> Process:
        bus = await make_bus(name)
        process = cls(Names(bus, Archive(bus)), Guests(bus))
        await process.names.start()
        await process.players.load()
        return process


def is_called(process: Process, who: Identity, name: str) -> bool:
    return process.players.effective_name(who) == name


@pytest.fixture
async def one(make_bus: MakeBus) -> Process:
    return await Process.start(make_bus, "tables1")


@pytest.fixture
async def two(make_bus: MakeBus) -> Process:
    return await Process.start(make_bus, "tables2")


async def test_a_name_is_bound_at_every_process_once_it_is_bound_at_one(
    one: Process, two: Process
) -> None:
    assert await one.players.named(ANN) == "Ann"
    await until(lambda: two.players.effective_name(BO) == "ann~bo")
    assert two.players.effective_name(ANN) == "Ann"


async def test_of_two_who_claim_a_name_at_once_in_two_processes_one_has_it(
    one: Process, two: Process
) -> None:
    called = await asyncio.gather(one.players.named(ANN), two.players.named(BO))
    assert sorted(called) in (["Ann", "ann~bo"], ["Ann~an", "ann"])
    for process in (one, two):
        await until(partial(is_called, process, ANN, called[0]))
        assert process.players.effective_name(BO) == called[1]
    assert dict(await one.names.names()) == dict(await two.names.names())


async def test_a_process_that_hears_nothing_finds_out_that_a_name_is_bound(
    one: Process, two: Process
) -> None:
    await two.names.stop()
    assert await one.players.named(ANN) == "Ann"
    assert await two.players.named(BO) == "ann~bo"
    assert two.players.effective_name(ANN) == "Ann"


async def test_many_claims_of_many_processes_bind_each_name_to_one_person(
    one: Process, two: Process
) -> None:
    people = [Identity(id=f"SHA256:{n}", name=f"name {n % 4}", tag=f"t{n}") for n in range(16)]
    called = await asyncio.gather(
        *((one, two)[n % 2].players.named(who) for n, who in enumerate(people))
    )
    assert len(set(called)) == len(people)
    assert sum("~" not in name for name in called) == 4


async def test_moved_names_are_the_new_owners_at_every_process(one: Process, two: Process) -> None:
    await one.players.named(ANN)
    await two.players.move_names(ANN.id, "SHA256:new")
    new = Identity(id="SHA256:new", name="Ann", tag="nn")
    assert await two.players.named(new) == "Ann"
    await until(lambda: one.players.effective_name(new) == "Ann")
    assert one.players.effective_name(ANN) == "Ann~an"


async def test_names_that_a_process_has_not_heard_of_yet_are_moved_by_it(
    one: Process, make_bus: MakeBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Mirror._heard

    async def late(mirror: Mirror, message: Msg) -> None:
        await asyncio.sleep(0.2)
        await heard(mirror, message)

    monkeypatch.setattr(Mirror, "_heard", late)
    slow = await Process.start(make_bus, "tables3")
    assert await one.players.named(ANN) == "Ann"
    assert not await slow.names.names()
    await slow.players.move_names(ANN.id, "SHA256:new")
    assert slow.players.effective_name(ANN) == "Ann~an"
    await until(lambda: one.players.effective_name(ANN) == "Ann~an")


async def test_choices_made_in_two_processes_at_once_are_all_kept(
    one: Process, two: Process
) -> None:
    for number in range(8):
        (one, two)[number % 2].players.remember(ANN, settings={f"tip {number}": True})
    one.players.remember(ANN, language="en")
    two.players.remember(ANN, colour="mono")
    await asyncio.gather(one.players.settled(), two.players.settled())
    record = await two.players.record(ANN)
    assert record["settings"] == {f"tip {number}": True for number in range(8)}
    assert (record["language"], record["colour"]) == ("en", "mono")


async def test_what_is_kept_of_people_is_there_for_a_process_that_starts_later(
    one: Process, make_bus: MakeBus
) -> None:
    one.players.remember(ANN, settings={"theme": "dusk"})
    await one.decks.save(ANN, SHELF, "mine", ["7-evade"])
    await one.players.settled()
    later = await Process.start(make_bus, "tables3")
    assert later.players.effective_name(BO) == "ann~bo"
    assert (await later.players.record(ANN))["settings"] == {"theme": "dusk"}
    assert await later.decks.of(ANN, SHELF) == [{"name": "mine", "cards": ["7-evade"]}]


@pytest.mark.parametrize("who", [ANN, GUEST])
async def test_two_processes_cannot_both_save_the_last_deck_that_is_allowed(
    one: Process, two: Process, who: Identity
) -> None:
    for number in range(DECKS - 1):
        await one.decks.save(who, SHELF, f"deck {number}", [])
    saved = await asyncio.gather(
        one.decks.save(who, SHELF, "one", []),
        two.decks.save(who, SHELF, "two", []),
        return_exceptions=True,
    )
    refused = [error for error in saved if isinstance(error, RequestError)]
    assert [error.code for error in refused] == [Code.TOO_MANY_DECKS]
    assert len(await two.decks.of(who, SHELF)) == DECKS


async def test_a_guests_things_are_the_same_at_every_process_and_go_with_the_visit(
    one: Process, two: Process
) -> None:
    one.players.remember(GUEST, settings={"theme": "dusk"})
    await one.decks.save(GUEST, SHELF, "mine", ["7-evade"])
    await one.players.remembered(GUEST)
    assert (await two.players.record(GUEST))["settings"] == {"theme": "dusk"}
    assert [deck["name"] for deck in await two.decks.of(GUEST, SHELF)] == ["mine"]
    assert await two.names.player(GUEST.id) is None
    assert await two.names.decks(GUEST.id) == []
    two.players.forget_guest(GUEST.id)
    two.decks.forget_guest(GUEST.id)
    await two.guests.settled()
    await two.players.settled()
    assert (await one.players.record(GUEST))["settings"] == {}
    assert await one.decks.of(GUEST, SHELF) == []


async def test_what_a_revision_raises_changes_nothing(one: Process) -> None:
    kept = SavePlayer(id="A", name="a", language="en", colour="", settings=b"\x80")
    await one.names.revise_player("A", lambda _old: kept)

    def refuse(_old: object) -> SavePlayer:
        raise ValueError("no")

    def refuse_deck(_old: Mapping[Place, bytes]) -> SaveDeck | DropDeck:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await one.names.revise_player("A", refuse)
    with pytest.raises(ValueError, match="no"):
        await one.names.revise_decks("A", refuse_deck)
    assert await one.names.player("A") == kept
    assert await one.names.decks("A") == []


async def test_what_is_not_of_people_is_not_taken(one: Process) -> None:
    with pytest.raises(TypeError):
        await one.names.write(SaveTable(code="FROG-71", state=b""))


async def test_odd_names_and_ids_have_places_of_their_own(one: Process) -> None:
    odd = ["", ">", "*", "a.b", " ", "A" * 5000, "蛙"]
    for player, look in enumerate(odd):
        await one.names.write(ClaimName(skeleton=f"x{look}"[:300], player=str(player)))
    await one.names.write(MoveNames(old="3", new=">"))
    assert len(await one.names.names()) == len(odd)
    assert (await one.names.names())["xa.b"] == ">"
