"""Names and keys: look-alikes never get a bound name bare, nor the tagged form of another."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.api import Identity
from server.changes import Change
from server.names import clean_name
from server.players import Players
from server.store import Store

ANN = Identity(id="SHA256:ann", name="Ann", tag="aaaa")


def other(name: str, *, guest: bool = False) -> Identity:
    identity = "guest:1" if guest else "SHA256:other"
    return Identity(id=identity, name=clean_name(name), guest=guest, tag="oooo")


@pytest.fixture
async def players() -> AsyncIterator[Players]:
    store = Store.in_memory()
    made = Players(store)
    await made.load()
    yield made
    await made.settled()
    store.close()


@pytest.mark.parametrize("guest", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "Ann", "ann", "ANN", "Αnn", "Аnn", "ann\u200b", "\u202eann", "a\u0301nn", "\uff41nn",
        " ann", "ann..", "[ann]", "a.n.n", "\U0001d41ann", "an\u034fn",
    ],
)  # fmt: skip
@pytest.mark.report("mumble#2462")
@pytest.mark.report("ddnet#557")
@pytest.mark.report("ssh-chat#74")
async def test_a_look_alike_is_never_called_as_the_owner_is(
    players: Players, name: str, guest: bool
) -> None:
    assert players.effective_name(ANN) == "Ann"
    assert players.effective_name(other(name, guest=guest)).endswith("~oooo")
    assert players.effective_name(ANN) == "Ann"


@pytest.mark.parametrize("tilde", ["~", "\uff5e", "\u301c", "\u2053"])
async def test_nobody_can_ask_for_the_tagged_form_of_another(players: Players, tilde: str) -> None:
    players.effective_name(ANN)
    tagged = players.effective_name(Identity(id="SHA256:bo", name="ann", tag="bbbb"))
    assert tagged == "ann~bbbb"
    forged = players.effective_name(other(f"ann{tilde}bbbb"))
    assert tilde not in forged
    assert forged != tagged


async def test_moved_names_are_the_new_owners_alone(players: Players) -> None:
    players.effective_name(ANN)
    await players.move_names("SHA256:ann", "SHA256:new")
    assert players.effective_name(Identity(id="SHA256:new", name="Ann", tag="nnnn")) == "Ann"
    assert players.effective_name(ANN) == "Ann~aaaa"


async def test_a_name_is_certain_once_its_claim_is_written(players: Players) -> None:
    assert await players.named(ANN) == "Ann"
    assert await players.named(ANN) == "Ann"
    assert await players.named(other("ann")) == "ann~oooo"
    assert await players.named(other("ann", guest=True)) == "ann~oooo"
    assert await players.named(other("Gil", guest=True)) == "Gil"


async def test_a_name_whose_claim_is_lost_to_another_is_never_shown_bare() -> None:
    class Shared(Store):
        """A store in which another process is always a moment earlier."""

        async def write(self, *changes: Change) -> None:
            names["ann"] = "SHA256:earlier"

        async def names(self) -> dict[str, str]:
            return names

    names: dict[str, str] = {}
    store = Shared.in_memory()
    made = Players(store)
    await made.load()
    assert await made.named(ANN) == "Ann~aaaa"
    assert made.effective_name(ANN) == "Ann~aaaa"
    store.close()
