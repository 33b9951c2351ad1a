"""The files of a new cluster, and nodes that run from them: TLS on both sides."""

from __future__ import annotations

import asyncio
import ssl
import stat
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from server.cluster import settings
from server.cluster.bus import Bus, Role
from server.cluster.errors import ClusterCode, ClusterError, PlanFault
from server.cluster.local_nodes import free_ports
from server.cluster.nodes import Node
from server.cluster.plan import ClusterPlan, NodePlan, init_cluster
from server.cluster.provision import provision

_GREETING = b"INFO"


def _plan(nodes: int = 1) -> ClusterPlan:
    ports = free_ports(2 * nodes)
    return ClusterPlan(
        nodes=tuple(
            NodePlan(name=f"n{i + 1}", host="127.0.0.1", port=ports[i], route_port=ports[nodes + i])
            for i in range(nodes)
        ),
        fronts=("front1",),
        tables=("tables1",),
    )


def _nodes(folder: Path, plan: ClusterPlan, binary: Path) -> list[Node]:
    return [
        Node(
            name=node.name,
            binary=binary,
            config=folder / node.name / f"{node.name}.conf",
            host=node.host,
            port=node.port,
        )
        for node in plan.nodes
    ]


@pytest.fixture(params=[1, 3], ids=["one node", "three nodes"])
async def cluster(
    request: pytest.FixtureRequest, nats_binary: Path, tmp_path: Path
) -> AsyncIterator[Path]:
    """Run the nodes of a plan; return its folder."""
    plan = _plan(request.param)
    folder = tmp_path / "cluster"
    init_cluster(folder, plan)
    nodes = _nodes(folder, plan, nats_binary)
    try:
        for node in nodes:
            node.start()
        await asyncio.gather(*(node.ready() for node in nodes))
        yield folder
    finally:
        await asyncio.gather(*(node.kill() for node in nodes))


def _settings(folder: Path, name: str) -> settings.ClusterSettings:
    return settings.load(folder / name / f"{name}.toml")


async def test_every_member_comes_in_with_its_own_folder(cluster: Path) -> None:
    tables = await Bus.connect(_settings(cluster, "tables1"), Role.TABLES)
    await provision(tables)
    front = await Bus.connect(_settings(cluster, "front1"), Role.FRONT)
    operator = await Bus.connect(_settings(cluster, "operator"), Role.OPERATOR)
    info = await tables.js.stream_info("JOURNAL")
    assert info.config.num_replicas == _settings(cluster, "tables1").replicas
    assert await (await front.bucket("BOOKS")).put("key", b"x")
    assert operator.connected
    for bus in (tables, front, operator):
        await bus.close()


async def test_nothing_is_said_to_a_client_without_tls(cluster: Path) -> None:
    address = _settings(cluster, "front1").urls[0].removeprefix("tls://")
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b'CONNECT {"user":"front1"}\r\nPING\r\n')
    told = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert _GREETING not in told


@pytest.mark.parametrize("change", ["no TLS", "no certificate", "a node's certificate"])
async def test_a_client_without_a_process_certificate_is_not_let_in(
    cluster: Path, change: str
) -> None:
    given = _settings(cluster, "front1")
    match change:
        case "no TLS":
            changed = replace(given, ca=None, certificate=None, urls=_plain(given.urls))
        case "no certificate":
            stranger = cluster.parent / "stranger"
            init_cluster(stranger, _plan())
            changed = replace(given, certificate=stranger / "front1" / "front1.pem")
        case _:
            own = cluster / "n1" / "n1.pem"
            both = cluster.parent / "both.pem"
            both.write_bytes(own.read_bytes() + own.with_suffix(".key").read_bytes())
            changed = replace(given, certificate=both)
    with pytest.raises(ClusterError):
        await Bus.connect(changed, Role.FRONT, patience=1.5)


async def test_a_process_does_not_speak_to_a_node_of_another_cluster(cluster: Path) -> None:
    stranger = cluster.parent / "stranger"
    init_cluster(stranger, _plan())
    changed = replace(_settings(cluster, "front1"), ca=stranger / "front1" / "nodes.pem")
    with pytest.raises(ClusterError) as caught:
        await Bus.connect(changed, Role.FRONT, patience=3)
    assert caught.value.code is ClusterCode.BAD_CERTIFICATE


@pytest.mark.parametrize("cluster", [3], ids=["three nodes"], indirect=True)
async def test_a_process_cannot_pose_as_a_node(cluster: Path) -> None:
    """What a node's certificate opens, the port that is for nodes, a front's does not."""
    config = (cluster / "n1" / "n1.conf").read_text()
    port = int(config.partition("cluster {")[2].partition("127.0.0.1:")[2].partition('"')[0])
    node, front = cluster / "n1" / "n1", cluster / "front1" / "front1"
    greeting = await _greeting_for_nodes(port, node.with_suffix(".pem"), node.with_suffix(".key"))
    assert greeting.startswith(_GREETING)
    with pytest.raises((ssl.SSLError, ConnectionError, asyncio.IncompleteReadError)):
        await _greeting_for_nodes(port, front.with_suffix(".pem"), None)


async def _greeting_for_nodes(port: int, certificate: Path, key: Path | None) -> bytes:
    """Return the first line that a node says to what shows ``certificate``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(certificate.with_name("nodes.pem"))
    context.load_cert_chain(certificate, key)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    try:
        return await asyncio.wait_for(reader.readuntil(b"\r\n"), 10)
    finally:
        writer.close()


async def test_a_wrong_secret_is_told_as_such(cluster: Path) -> None:
    changed = replace(_settings(cluster, "front1"), secret="wrong")
    with pytest.raises(ClusterError) as caught:
        await Bus.connect(changed, Role.FRONT)
    assert caught.value.code is ClusterCode.NOT_ALLOWED


def _plain(urls: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(url.replace("tls://", "nats://") for url in urls)


def test_every_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    init_cluster(tmp_path / "c", _plan(3))
    found = list((tmp_path / "c").rglob("*"))
    assert found
    for path in found:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_a_secret_stands_in_its_own_folder_and_at_the_nodes_only(tmp_path: Path) -> None:
    init_cluster(tmp_path / "c", _plan(3))
    secret = (tmp_path / "c" / "tables1" / "tables1.secret").read_text().strip()
    holding = {
        path.relative_to(tmp_path / "c").parts[0]
        for path in (tmp_path / "c").rglob("*")
        if path.is_file() and secret in path.read_text()
    }
    assert holding == {"tables1", "n1", "n2", "n3"}


def test_the_keys_that_sign_are_in_no_folder_that_is_copied(tmp_path: Path) -> None:
    init_cluster(tmp_path / "c", _plan(3))
    keys = [
        (tmp_path / "c" / "authorities" / f"{n}.key").read_bytes() for n in ("nodes", "processes")
    ]
    copied = [p for p in (tmp_path / "c").glob("[!a]*/*") if p.is_file()]
    assert copied
    assert not [path for path in copied for key in keys if key in path.read_bytes()]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    init_cluster(tmp_path, _plan())
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(ClusterError) as caught:
        init_cluster(tmp_path, _plan())
    assert caught.value.code is ClusterCode.FOLDER_IN_USE
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_a_folder_that_cannot_be_made_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ClusterError) as caught:
        init_cluster(tmp_path / "file" / "c", _plan())
    assert caught.value.code is ClusterCode.FOLDER_UNUSABLE


_NODE = NodePlan(name="n1", host="10.0.0.1", port=4222, route_port=6222)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"fronts": ("Front",)}, PlanFault.BAD_NAME),
        ({"fronts": ("a.b",)}, PlanFault.BAD_NAME),
        ({"fronts": ("n1",)}, PlanFault.TWICE),
        ({"fronts": ("operator",)}, PlanFault.TWICE),
        ({"fronts": ("authorities",)}, PlanFault.TWICE),
        ({"fronts": ()}, PlanFault.NOBODY),
        ({"tables": ()}, PlanFault.NOBODY),
        ({"nodes": ()}, PlanFault.BAD_NODES),
        ({"nodes": (_NODE, replace(_NODE, name="n2", port=1, route_port=2))}, PlanFault.BAD_NODES),
        ({"nodes": (replace(_NODE, port=6222),)}, PlanFault.TWICE),
        ({"nodes": (replace(_NODE, port=0),)}, PlanFault.BAD_ADDRESS),
        ({"nodes": (replace(_NODE, port=65536),)}, PlanFault.BAD_ADDRESS),
        ({"nodes": (replace(_NODE, host=""),)}, PlanFault.BAD_ADDRESS),
        ({"nodes": (replace(_NODE, host="a b"),)}, PlanFault.BAD_ADDRESS),
    ],
)
def test_a_plan_that_cannot_work_is_refused_before_anything_is_written(
    tmp_path: Path, change: dict[str, tuple[str, ...]], fault: PlanFault
) -> None:
    plan = ClusterPlan(nodes=(_NODE,), fronts=("front1",), tables=("tables1",))
    with pytest.raises(ClusterError) as caught:
        init_cluster(tmp_path / "c", replace(plan, **change))  # type: ignore[arg-type]
    assert caught.value.code is ClusterCode.BAD_PLAN
    assert caught.value.params["fault"] == fault
    assert not (tmp_path / "c").exists()


def test_addresses_of_both_kinds_and_names_are_written_as_they_are_used(tmp_path: Path) -> None:
    nodes = (
        replace(_NODE, name="n1", host="10.0.0.1"),
        replace(_NODE, name="n2", host="fd00::2"),
        replace(_NODE, name="n3", host="games.example.org"),
    )
    init_cluster(tmp_path / "c", ClusterPlan(nodes=nodes, fronts=("f",), tables=("t",)))
    assert settings.load(tmp_path / "c" / "f" / "f.toml").urls == (
        "tls://10.0.0.1:4222",
        "tls://[fd00::2]:4222",
        "tls://games.example.org:4222",
    )
    listening = [
        (tmp_path / "c" / name / f"{name}.conf").read_text().splitlines()[1]
        for name in ("n1", "n2", "n3")
    ]
    assert listening == [
        'listen: "10.0.0.1:4222"',
        'listen: "[fd00::2]:4222"',
        'listen: "0.0.0.0:4222"',
    ]
