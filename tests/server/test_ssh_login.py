"""The login: what proves an identity and what does not; who is turned away, and how."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_OPEN
from asyncssh.packet import String, UInt32

from server.errors import ServerError, ServerErrorCode
from server.hostkey import FILE_NAME
from server.settings import Limits
from tests.server.ssh_helpers import (
    LIVENESS,
    GuestClient,
    OpenSsh,
    Visits,
    connected,
    echo_runner,
    eventually,
    serving,
)


class _Shell(asyncssh.SSHClientSession[bytes]):
    """A session that nobody looks at."""


def _impostor(victim: asyncssh.SSHKey) -> asyncssh.SSHKeyPair:
    """Return a pair that shows the victim's public key and signs with another one."""
    (pair,) = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])
    pair.public_data = victim.public_data
    return pair


async def _connect(port: int, keys: list[object], methods: str) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        username="ann",
        known_hosts=None,
        config=None,
        agent_path=None,
        client_keys=keys,
        client_factory=GuestClient,
        preferred_auth=methods,
    )


async def _identity_of(conn: asyncssh.SSHClientConnection, visits: Visits) -> str:
    async with conn:
        await conn.create_session(_Shell, encoding=None)
        await eventually(lambda: bool(visits.connections))
    return visits.connections[0].who.id


@pytest.mark.report("ssh-chat#74")
async def test_a_key_that_was_only_shown_gives_nothing(tmp_path: Path) -> None:
    visits, victim = Visits(), asyncssh.generate_private_key("ssh-ed25519")
    async with serving(tmp_path, echo_runner(visits)) as server:
        conn = await _connect(server.port, [_impostor(victim)], "publickey,keyboard-interactive")
        identity = await _identity_of(conn, visits)
    assert identity.startswith("guest:")
    assert visits.connections[0].who.guest


@pytest.mark.report("ssh-chat#424")
async def test_openssh_asking_about_a_key_it_does_not_have_is_a_guest(tmp_path: Path) -> None:
    visits, victim = Visits(), asyncssh.generate_private_key("ssh-ed25519")
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port, key=False)
        (client.folder / "none.pub").write_bytes(victim.export_public_key("openssh"))
        (client.folder / "none").write_text("no private key here")
        (client.folder / "none").chmod(0o600)
        result = await client.run(before=("-v",), given=b"q")
    assert "Server accepts key" in result.err  # it was a probe, and it was answered
    assert result.status == 0
    assert visits.connections[0].who.id.startswith("guest:")


async def test_a_shown_key_followed_by_an_owned_one_is_the_owned_one(tmp_path: Path) -> None:
    visits = Visits()
    victim, own = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    async with serving(tmp_path, echo_runner(visits), guests=False) as server:
        conn = await _connect(server.port, [_impostor(victim), own], "publickey")
        identity = await _identity_of(conn, visits)
    assert identity == own.get_fingerprint()


@pytest.mark.parametrize("algorithm", ["ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa"])
async def test_any_kind_of_key_is_an_identity(tmp_path: Path, algorithm: str) -> None:
    visits, key = Visits(), asyncssh.generate_private_key(algorithm)
    async with serving(tmp_path, echo_runner(visits)) as server:
        conn = await _connect(server.port, [key], "publickey")
        assert await _identity_of(conn, visits) == key.get_fingerprint()


async def test_a_failed_offer_is_no_offence_but_endless_ones_end(tmp_path: Path) -> None:
    visits, own = Visits(), asyncssh.generate_private_key("ssh-ed25519")
    bad = [_impostor(asyncssh.generate_private_key("ssh-ed25519")) for _ in range(20)]
    limits = Limits(login_attempts=30)
    async with serving(tmp_path, echo_runner(visits), guests=False, limits=limits) as server:
        conn = await _connect(server.port, [*bad[:10], own], "publickey")
        assert await _identity_of(conn, visits) == own.get_fingerprint()
        with pytest.raises(asyncssh.DisconnectError, match="Too many login attempts"):
            await _connect(server.port, [*bad, own], "publickey")


async def test_a_guest_is_told_in_the_login_banner(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits())) as server, connected(server) as conn:
        owner = conn.get_owner()
        assert isinstance(owner, GuestClient)
        assert "not protected" in owner.banner
        assert "\x1b" not in owner.banner


async def test_two_guests_with_one_name_are_two_people(tmp_path: Path) -> None:
    visits = Visits()
    async with (
        serving(tmp_path, echo_runner(visits)) as server,
        connected(server) as one,
        connected(server) as two,
    ):
        for conn in (one, two):
            await conn.create_session(_Shell, encoding=None)
        await eventually(lambda: len(visits.connections) == 2)
    first, second = (c.who for c in visits.connections)
    assert first.name == second.name
    assert first.id != second.id


@pytest.mark.report("ssh-chat#118")
async def test_junk_before_the_login_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits())) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        async with asyncio.timeout(LIVENESS):
            with contextlib.suppress(ConnectionError):
                for _ in range(160):
                    writer.write(b"x" * 65_536)
                    await writer.drain()
                await reader.read()  # returns at the end of the stream only
        await eventually(lambda: server.connections == 0)
        writer.close()
        assert (await OpenSsh(tmp_path, server.port).run(given=b"q")).status == 0


async def test_whoever_says_nothing_is_closed_after_the_login_time(tmp_path: Path) -> None:
    limits = Limits(login_seconds=0.2)
    async with serving(tmp_path, echo_runner(Visits()), limits=limits) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        greeting = await asyncio.wait_for(reader.read(), LIVENESS)
        writer.close()
        assert greeting.startswith(b"SSH-2.0-Undertable")
        await eventually(lambda: server.connections == 0)


@pytest.mark.report("charmbracelet/wish#304")
@pytest.mark.parametrize(
    "sent", [b"", b"SSH-2.0-x", b"SSH-2.0-x\r\n", b"SSH-2.0-x\r\n" + b"\0" * 64]
)
async def test_a_reset_at_any_stage_of_the_handshake_hurts_nobody(
    tmp_path: Path, sent: bytes
) -> None:
    async with serving(tmp_path, echo_runner(Visits())) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            client.sendall(sent)
            await asyncio.sleep(0.05)
        await eventually(lambda: server.connections == 0)
        assert (await OpenSsh(tmp_path, server.port).run(given=b"q")).status == 0


async def test_connections_that_do_not_log_in_are_limited_per_address(tmp_path: Path) -> None:
    limits = Limits(handshakes_per_address=2)
    async with serving(tmp_path, echo_runner(Visits()), limits=limits) as server:
        client = OpenSsh(tmp_path, server.port)
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
        await eventually(lambda: server.connections == 2)
        refused = await client.run(given=b"q")
        for _, writer in held:
            writer.close()
        await eventually(lambda: server.connections == 0)
        accepted = await client.run(given=b"q")
    assert refused.status == 255
    assert "logging in right now" in refused.err
    assert accepted.status == 0


async def test_a_login_without_a_session_does_not_stay(tmp_path: Path) -> None:
    limits = Limits(idle_connection_seconds=0.2)
    async with serving(tmp_path, echo_runner(Visits()), limits=limits) as server:
        result = await OpenSsh(tmp_path, server.port).run(before=("-N",))
    assert result.status == 255
    assert "No session was opened" in result.err


async def test_a_channel_that_asks_for_nothing_does_not_keep_the_connection(
    tmp_path: Path,
) -> None:
    limits = Limits(idle_connection_seconds=0.2)
    async with (
        serving(tmp_path, echo_runner(Visits()), limits=limits) as server,
        connected(server) as conn,
    ):
        conn.send_packet(
            MSG_CHANNEL_OPEN, String("session"), UInt32(7), UInt32(2**20), UInt32(2**15)
        )
        await eventually(lambda: server.connections == 0)


async def test_an_idle_time_does_not_end_a_running_session(tmp_path: Path) -> None:
    visits, limits = Visits(), Limits(idle_connection_seconds=0.1)
    async with (
        serving(tmp_path, echo_runner(visits), limits=limits) as server,
        connected(server) as conn,
    ):
        await conn.create_session(_Shell, encoding=None)
        await eventually(lambda: bool(visits.connections))
        await asyncio.sleep(0.3)
        assert (server.sessions, server.connections) == (1, 1)


async def test_the_name_is_cleaned_and_gives_no_rights(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        for name in ("王小明", "x" * 200, "...", "🦊x", "an\u202en", "\u200b"):
            result = await client.run(given=b"q", before=("-l", name))
            assert result.status == 0, result.err
    assert [c.who.name for c in visits.connections] == [
        "王小明", "x" * 16, "player", "🦊x", "ann", "player",
    ]  # fmt: skip


async def test_a_port_in_use_is_a_coded_error_and_the_first_server_stays(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits())) as server:
        code = await _start_error(tmp_path, "127.0.0.1", server.port)
        assert code is ServerErrorCode.PORT_IN_USE
        assert (await OpenSsh(tmp_path, server.port).run(given=b"q")).status == 0


@pytest.mark.parametrize(
    ("host", "port", "code"),
    [
        ("no-such-host.invalid", 0, ServerErrorCode.HOST_UNKNOWN),
        ("192.0.2.1", 0, ServerErrorCode.HOST_NOT_LOCAL),
        ("127.0.0.1", 70_000, ServerErrorCode.LISTEN_FAILED),
        ("a" * 70 + ".invalid", 0, ServerErrorCode.HOST_UNKNOWN),
    ],
)
async def test_what_cannot_be_listened_on_is_a_coded_error(
    tmp_path: Path, host: str, port: int, code: ServerErrorCode
) -> None:
    assert await _start_error(tmp_path, host, port) is code


async def test_a_bad_host_key_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    key = tmp_path / "data" / FILE_NAME
    key.write_text("not a key")
    key.chmod(0o600)
    assert await _start_error(tmp_path, "127.0.0.1", 0) is ServerErrorCode.HOST_KEY_DAMAGED


async def test_every_interface_of_both_versions_shares_one_port(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits), host="") as server:
        assert (await OpenSsh(tmp_path, server.port).run(given=b"q")).status == 0
        assert server.port > 0


async def _start_error(tmp_path: Path, host: str, port: int) -> ServerErrorCode:
    with pytest.raises(ServerError) as error:
        async with serving(tmp_path, echo_runner(Visits()), host=host, port=port):
            pass
    return error.value.code
