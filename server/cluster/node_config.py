"""The text of a node's configuration: where it listens, who may come in, what it keeps where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from server.cluster.permissions import permissions
from server.cluster.roles import Role, user_of
from server.cluster.subjects import Account

__all__ = ["CLUSTER", "LARGEST_PACKET", "Member", "NodeConfig", "NodeTls", "config_text"]

CLUSTER: Final = "undertable"
"""What the nodes call their cluster."""
LARGEST_PACKET: Final = 4 * 2**20
"""Bytes of one message at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A process that the nodes let in."""

    name: str
    role: Role
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeTls:
    """A node's certificate and key, and whose signatures it believes of nodes and processes."""

    certificate: Path
    key: Path
    nodes: Path
    processes: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeConfig:
    """One node."""

    name: str
    listen: str
    """``HOST:PORT`` for processes."""
    store: Path
    """The folder of its streams; like all paths, seen from the configuration's folder."""
    members: tuple[Member, ...]
    route_listen: str = ""
    """``HOST:PORT`` for other nodes; ``""`` for a node that is alone."""
    routes: tuple[str, ...] = ()
    """``HOST:PORT`` of all nodes, itself included."""
    route_secret: str = field(default="", repr=False)
    tls: NodeTls | None = None
    durable: bool = True
    """Whether each append is on the disk before it is acknowledged, as a power cut needs it."""


def config_text(node: NodeConfig) -> str:
    """Return the configuration file of ``node``."""
    parts = [
        f"server_name: {_quoted(node.name)}",
        f"listen: {_quoted(node.listen)}",
        f"max_payload: {LARGEST_PACKET}",
        # A process that does not answer for so long is cut off; its own pings are quicker.
        'ping_interval: "2s"',
        "ping_max: 2",
        'write_deadline: "5s"',
        _jetstream(node),
    ]
    if node.tls is not None:
        parts.append(_tls(node.tls, node.tls.processes, first=True))
    if node.route_listen:
        parts.append(_routes(node))
    parts.append(_accounts(node.members))
    return "\n".join(parts) + "\n"


def _jetstream(node: NodeConfig) -> str:
    """Return where the streams are kept."""
    sync = "always" if node.durable else "2m"
    return f'jetstream {{ store_dir: {_quoted(str(node.store))}, sync_interval: "{sync}" }}'


def _routes(node: NodeConfig) -> str:
    """Return how the nodes reach each other."""
    scheme = "nats" if node.tls is None else "tls"
    user = f"{CLUSTER}:{node.route_secret}@" if node.route_secret else ""
    urls = ", ".join(_quoted(f"{scheme}://{user}{route}") for route in node.routes)
    lines = [
        f"cluster {{ name: {CLUSTER}, listen: {_quoted(node.route_listen)}, no_advertise: true",
        f"  routes: [{urls}]",
    ]
    if node.route_secret:
        secret = _quoted(node.route_secret)
        lines.append(f"  authorization {{ user: {CLUSTER}, password: {secret} }}")
    if node.tls is not None:
        lines.append("  " + _tls(node.tls, node.tls.nodes, first=False))
    return "\n".join([*lines, "}"])


def _tls(tls: NodeTls, trusted: Path, *, first: bool) -> str:
    """Return the certificates of a listener that asks everybody for one that ``trusted`` signed.

    ``first``: nothing is said in clear, not even the greeting.
    """
    files = f"cert_file: {_quoted(str(tls.certificate))}, key_file: {_quoted(str(tls.key))}"
    extra = ", handshake_first: true" if first else ""
    ca = _quoted(str(trusted))
    return f'tls {{ {files}, ca_file: {ca}, verify: true, min_version: "1.3"{extra} }}'


def _accounts(members: Sequence[Member]) -> str:
    """Return the two accounts and every process's user in them."""
    lines = ["accounts {"]
    for account in Account:
        lines.append(f"  {account} {{ jetstream: enabled, users: [")
        lines.extend(
            f"    {_user(member, account)}" for member in members if account in member.role.accounts
        )
        lines.append("  ] }")
    return "\n".join([*lines, "}"])


def _user(member: Member, account: Account) -> str:
    """Return one user with its permissions."""
    may = permissions(member.role, member.name, account)
    publish, subscribe = (json.dumps(list(s)) for s in (may.publish, may.subscribe))
    allowed = f"publish: {{ allow: {publish} }}, subscribe: {{ allow: {subscribe} }}"
    user, password = _quoted(user_of(member.name, account)), _quoted(member.secret)
    return f"{{ user: {user}, password: {password}, permissions: {{ {allowed} }} }}"


def _quoted(text: str) -> str:
    """Return ``text`` as a string of the configuration language, which takes JSON's."""
    return json.dumps(text)
