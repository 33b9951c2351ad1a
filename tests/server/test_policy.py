"""Whom a server lets in: everybody, the invited, the listed; by key, as a guest, over real SSH."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import asyncssh
import pytest

from server.api import ExitStatus
from server.book_changes import BookChange
from server.books import HostBooks
from server.identity import fingerprint
from server.policy import Members, Policy, split_invite
from server.secret_codes import new_secret
from server.settings import Limits
from server.store import Store
from tests.server.desk_helpers import as_host, everything_in, hosted, visit
from tests.server.ssh_helpers import GuestClient

ANN = "SHA256:" + "A" * 43


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def nowhere(*changes: BookChange) -> None:
    await asyncio.sleep(0)


def test_a_code_is_taken_off_a_user_name_and_nothing_else_is() -> None:
    code = new_secret()
    assert split_invite(f"ann+{code}") == ("ann", code)
    assert split_invite(f"a+b+{code.lower().replace('-', '')}") == ("a+b", code)
    for name in ("ann", "a+b", "+", "", "ann+", f"ann{code}", "c++"):
        assert split_invite(name) == (name, None)


async def test_an_invite_lets_in_as_many_as_it_says() -> None:
    members = Members(nowhere)
    code = await members.new_invite(3, 60)
    people = [f"SHA256:{number}" for number in range(10)]
    admitted = await asyncio.gather(*(members.redeem(code, who) for who in people))
    assert sum(admitted) == 3
    assert [who in members for who in people] == admitted
    assert members.uses_left == 0


async def test_an_invite_ends_with_its_time() -> None:
    clock = Clock()
    members = Members(nowhere, clock)
    code = await members.new_invite(3, 60)
    clock.now = 59.9
    assert members.is_good(code)
    clock.now = 60
    assert not members.is_good(code)
    assert not await members.redeem(code, ANN)
    assert ANN not in members


async def test_invites_and_members_outlive_the_process_as_hashes(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "store")
    books = HostBooks(store)
    code = await books.members.new_invite(2, 1e6)
    assert await books.members.redeem(code, ANN)
    store.close()
    assert code.encode() not in everything_in(tmp_path)
    store = Store.open(tmp_path / "store")
    books = HostBooks(store)
    await books.load()
    assert ANN in books.members
    assert await books.members.redeem(code, None)
    assert not await books.members.redeem(code, None)
    store.close()


# --- over SSH -------------------------------------------------------------------------------


async def test_an_open_server_takes_everybody_and_never_shows_a_code_as_a_name(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as server:
        came = await visit(server, name=f"ann+{new_secret()}")
        assert came.status == ExitStatus.OK
        assert server.names == ["ann"]


async def test_without_an_invite_a_key_reads_what_is_needed(tmp_path: Path) -> None:
    async with hosted(tmp_path, policy=Policy.INVITE) as server:
        came = await visit(server)
        assert came.status == ExitStatus.NOT_ALLOWED
        assert "NAME+CODE" in came.errors
        assert server.names == []


async def test_an_invited_key_is_let_in_once_and_for_ever(tmp_path: Path) -> None:
    async with hosted(tmp_path, policy=Policy.INVITE) as server:
        code = await server.hub.books.members.new_invite(1, 60)
        key = asyncssh.generate_private_key("ssh-ed25519")
        assert (await visit(server, key=key, name=f"ann+{code}")).status == ExitStatus.OK
        assert (await visit(server, key=key, name="ann")).status == ExitStatus.OK
        assert (await visit(server, key=key, name=f"ann+{code}")).status == ExitStatus.OK
        second = await visit(server, name=f"bob+{code}")
        assert second.status == ExitStatus.NOT_ALLOWED
        assert "used up" in second.errors
        assert server.names == ["ann", "ann", "ann"]
        assert code not in server.log


async def test_a_probe_uses_no_invite_up(tmp_path: Path) -> None:
    """Whoever only asks whether a key would do has proved nothing and is nobody."""
    async with hosted(tmp_path, policy=Policy.INVITE) as server:
        code = await server.hub.books.members.new_invite(1, 60)
        key = asyncssh.generate_private_key("ssh-ed25519")
        (pair,) = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])
        pair.public_data = key.public_data
        with pytest.raises(asyncssh.PermissionDenied):
            await asyncssh.connect(
                "127.0.0.1", server.port, username=f"ann+{code}", client_keys=[pair],
                known_hosts=None, config=None, agent_path=None, preferred_auth="publickey",
            )  # fmt: skip
        assert server.hub.books.members.is_good(code)
        assert fingerprint(key.public_data) not in server.hub.books.members


class _Prompted(GuestClient):
    """A guest who types what was said, whatever is asked."""

    def __init__(self, answer: str) -> None:
        super().__init__()
        self._answer = answer
        self.asked: list[str] = []

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        assert isinstance(prompts, list)
        self.asked += [prompt for prompt, _echo in prompts]
        return [self._answer for _ in prompts]


async def test_a_guest_types_the_invite_when_asked(tmp_path: Path) -> None:
    async with hosted(tmp_path, policy=Policy.INVITE) as server:
        code = await server.hub.books.members.new_invite(1, 60)
        client = _Prompted(code)
        came = await visit(server, key=None, client=client)
        assert came.status == ExitStatus.OK
        assert client.asked == ["Invite code from the host: "]
        with pytest.raises(asyncssh.DisconnectError):
            await visit(server, key=None, client=_Prompted(code))


async def test_a_guest_may_bring_the_invite_in_the_name(tmp_path: Path) -> None:
    async with hosted(tmp_path, policy=Policy.INVITE) as server:
        code = await server.hub.books.members.new_invite(1, 60)
        client = _Prompted("nothing")
        came = await visit(server, key=None, name=f"gil+{code}", client=client)
        assert (came.status, client.asked) == (ExitStatus.OK, [])
        assert server.names == ["gil"]


async def test_a_guest_uses_one_invite_for_all_sessions_of_a_connection(tmp_path: Path) -> None:
    async with hosted(tmp_path, policy=Policy.INVITE) as server:
        code = await server.hub.books.members.new_invite(1, 60)
        came = await visit(server, key=None, client=_Prompted(code), sessions=3)
        assert came.status == ExitStatus.OK
        assert len(server.names) == 3


async def test_a_list_takes_the_listed_the_hosts_and_nobody_else(tmp_path: Path) -> None:
    listed, host, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(3))
    async with hosted(
        tmp_path, policy=Policy.ALLOWLIST, allowed=(listed,), admins=(host,)
    ) as server:
        assert (await visit(server, key=listed)).status == ExitStatus.OK
        assert (await visit(server, key=host)).status == ExitStatus.OK
        out = await visit(server, key=other)
        assert out.status == ExitStatus.NOT_ALLOWED
        assert fingerprint(other.public_data) in out.errors
        with pytest.raises(asyncssh.PermissionDenied):
            await visit(server, key=None)
        desk = await as_host(server, host)
        await desk.allow(fingerprint(other.public_data))
        assert (await visit(server, key=other)).status == ExitStatus.OK
        await desk.disallow(fingerprint(other.public_data))
        assert (await visit(server, key=other)).status == ExitStatus.NOT_ALLOWED


async def test_wrong_codes_behind_an_address_lock_nobody_out_there(tmp_path: Path) -> None:
    async with hosted(tmp_path, policy=Policy.INVITE) as server:
        code = await server.hub.books.members.new_invite(1, 60)
        for _ in range(20):
            assert (await visit(server, name=f"eve+{new_secret()}")).status == 77
        assert (await visit(server, name=f"ann+{code}")).status == ExitStatus.OK


async def test_a_client_that_fails_for_ever_keeps_no_other_of_its_address_out(
    tmp_path: Path,
) -> None:
    limits = Limits(connects_burst=3, connects_per_minute=240)
    async with hosted(tmp_path, limits=limits) as server:

        async def fail_for_ever() -> None:
            while True:
                with contextlib.suppress(OSError, asyncssh.Error):
                    await asyncssh.connect(
                        "127.0.0.1", server.port, username="eve", client_keys=None,
                        known_hosts=None, config=None, agent_path=None,
                        preferred_auth="publickey",
                    )  # fmt: skip

        failing = asyncio.create_task(fail_for_ever())
        await asyncio.sleep(1.0)
        for _ in range(5):
            assert (await visit(server)).status == ExitStatus.OK
        failing.cancel()
