"""A new cluster as files: certificates, node configurations, secrets, settings; nothing runs here.

::

    FOLDER/
        authorities/            the keys that sign; they stay with the host
        n1/  n2/  n3/           all that one node needs: NAME.conf and its certificates
        front1/  tables1/  …    all that one process needs: NAME.toml, its secret and certificate
        operator/               the same for the host's own commands

Each folder can be copied to its machine as a whole; every file is for its owner alone. Several
processes may use one folder of a process: they are told apart by their pids.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import secrets
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from server.cluster.certificates import Authority, Certificate, new_authority
from server.cluster.errors import ClusterCode, ClusterError, PlanFault
from server.cluster.node_config import Member, NodeConfig, NodeTls, config_text
from server.cluster.roles import Role
from server.cluster.subjects import is_name

__all__ = ["OPERATOR", "ClusterPlan", "NodePlan", "init_cluster", "new_secret_word"]

OPERATOR: Final = "operator"
"""The name under which the host's own commands come in."""
_SECRET_BYTES: Final = 32
_AUTHORITIES: Final = "authorities"
_MOST_REPLICAS: Final = 3
_HOST: Final = re.compile(r"(?=.{1,253}$)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class NodePlan:
    """One node: where processes and where other nodes reach it."""

    name: str
    host: str
    port: int
    route_port: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterPlan:
    """Who is to be in the cluster, by name."""

    nodes: tuple[NodePlan, ...]
    fronts: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    @property
    def replicas(self) -> int:
        """How many nodes keep each stream."""
        return _MOST_REPLICAS if len(self.nodes) >= _MOST_REPLICAS else 1

    @property
    def urls(self) -> tuple[str, ...]:
        """Where processes reach the nodes."""
        return tuple(f"tls://{_address(node.host, node.port)}" for node in self.nodes)

    def members(self) -> tuple[Member, ...]:
        """Return everybody who may come in, each with a new secret."""
        roles = [
            *((name, Role.FRONT) for name in self.fronts),
            *((name, Role.TABLES) for name in self.tables),
            (OPERATOR, Role.OPERATOR),
        ]
        return tuple(Member(name=n, role=role, secret=new_secret_word()) for n, role in roles)


def new_secret_word() -> str:
    """Return a new password for one process."""
    return secrets.token_hex(_SECRET_BYTES)


def init_cluster(folder: Path, plan: ClusterPlan) -> None:
    """Write all files of ``plan`` under ``folder``, which must be empty or not there.

    Raises :class:`ClusterError` BAD_PLAN, FOLDER_IN_USE or FOLDER_UNUSABLE.
    """
    _check(plan)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ClusterError(ClusterCode.FOLDER_IN_USE, path=str(folder))
        _write_all(folder, plan)
    except OSError as error:
        code = ClusterCode.FOLDER_UNUSABLE
        raise ClusterError(code, path=str(folder), errno=error.errno or 0) from error


def _check(plan: ClusterPlan) -> None:
    """Raise :class:`ClusterError` BAD_PLAN unless the plan can work."""
    names = [*(node.name for node in plan.nodes), *plan.fronts, *plan.tables, OPERATOR]
    for name, count in Counter([*names, _AUTHORITIES]).items():
        if count > 1:
            raise _bad(name, PlanFault.TWICE)
        if not is_name(name):
            raise _bad(name, PlanFault.BAD_NAME)
    if len(plan.nodes) not in (1, 3, 5):
        # Two nodes stop when either does; four stand no more than three.
        raise _bad(str(len(plan.nodes)), PlanFault.BAD_NODES)
    if not plan.fronts:
        raise _bad("front", PlanFault.NOBODY)
    if not plan.tables:
        raise _bad("tables", PlanFault.NOBODY)
    addresses = [(node.host, port) for node in plan.nodes for port in (node.port, node.route_port)]
    for (host, port), count in Counter(addresses).items():
        if not _is_host(host) or not 0 < port < 2**16:
            raise _bad(_address(host, port), PlanFault.BAD_ADDRESS)
        if count > 1:
            raise _bad(_address(host, port), PlanFault.TWICE)


def _write_all(folder: Path, plan: ClusterPlan) -> None:
    """Write everything."""
    of_nodes = new_authority("undertable nodes")
    of_processes = new_authority("undertable processes")
    for name, authority in (("nodes", of_nodes), ("processes", of_processes)):
        _write(folder / _AUTHORITIES / f"{name}.pem", authority.own.certificate)
        _write(folder / _AUTHORITIES / f"{name}.key", authority.own.key)
    members = plan.members()
    route_secret = new_secret_word()
    for node in plan.nodes:
        trusted = {"nodes.pem": of_nodes, "processes.pem": of_processes}
        config = replace(_node(plan, node, members), route_secret=route_secret)
        _write_node(folder / node.name, node, config, of_nodes, trusted)
    for member in members:
        own = of_processes.process(member.name)
        _write_process(folder / member.name, plan, member, own, of_nodes)


def _node(plan: ClusterPlan, node: NodePlan, members: tuple[Member, ...]) -> NodeConfig:
    """Return the configuration of ``node``, its files named from its own folder."""
    alone = len(plan.nodes) == 1
    return NodeConfig(
        name=node.name,
        listen=_address(_interface(node.host), node.port),
        store=Path("store"),
        members=members,
        route_listen="" if alone else _address(_interface(node.host), node.route_port),
        routes=() if alone else tuple(_address(n.host, n.route_port) for n in plan.nodes),
        tls=NodeTls(
            certificate=Path(f"{node.name}.pem"),
            key=Path(f"{node.name}.key"),
            nodes=Path("nodes.pem"),
            processes=Path("processes.pem"),
        ),
    )


def _write_node(
    folder: Path,
    node: NodePlan,
    config: NodeConfig,
    of_nodes: Authority,
    trusted: dict[str, Authority],
) -> None:
    """Write all that one node needs."""
    own = of_nodes.node(node.name, [node.host])
    _write(folder / f"{node.name}.conf", config_text(config).encode())
    _write(folder / f"{node.name}.pem", own.certificate)
    _write(folder / f"{node.name}.key", own.key)
    for name, authority in trusted.items():
        _write(folder / name, authority.own.certificate)


def _write_process(
    folder: Path, plan: ClusterPlan, member: Member, own: Certificate, of_nodes: Authority
) -> None:
    """Write all that one process needs."""
    name = member.name
    lines = [
        f"name = {json.dumps(name)}",
        f"nodes = {json.dumps(list(plan.urls))}",
        f"replicas = {plan.replicas}",
        f'secret = "{name}.secret"',
        'ca = "nodes.pem"',
        f'certificate = "{name}.pem"',
    ]
    _write(folder / f"{name}.toml", ("\n".join(lines) + "\n").encode())
    _write(folder / f"{name}.secret", f"{member.secret}\n".encode())
    _write(folder / f"{name}.pem", own.certificate + own.key)
    _write(folder / "nodes.pem", of_nodes.own.certificate)


def _is_host(host: str) -> bool:
    """Return whether ``host`` is an address or may be a machine's name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return _HOST.fullmatch(host) is not None
    return True


def _interface(host: str) -> str:
    """Return where to listen for ``host``: an address itself, for a name every interface.

    A machine often takes its own name for its loopback address, where no other would reach it.
    """
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return "0.0.0.0"  # noqa: S104 - both listeners ask for a certificate and a secret


def _address(host: str, port: int) -> str:
    """Return ``HOST:PORT``; an IPv6 address is bracketed."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _write(path: Path, content: bytes) -> None:
    """Write a new file for its owner alone, in a folder for its owner alone."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _bad(what: str, fault: PlanFault) -> ClusterError:
    """Return the error for ``what`` in a plan."""
    return ClusterError(ClusterCode.BAD_PLAN, what=what, fault=fault)
