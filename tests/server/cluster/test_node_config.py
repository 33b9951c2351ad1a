"""The text of a node's configuration, as ``nats-server`` itself reads it."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from server.cluster.bus import Role
from server.cluster.node_config import Member, NodeConfig, config_text

_CONFIG = NodeConfig(
    name="n1",
    listen="127.0.0.1:4222",
    store=Path("store"),
    members=tuple(Member(name=role, role=role, secret="s") for role in Role),
)


@pytest.mark.parametrize(
    "config",
    [
        _CONFIG,
        replace(
            _CONFIG,
            route_listen="127.0.0.1:6222",
            routes=("127.0.0.1:6222", "[::1]:6223"),
            route_secret="secret",
        ),
        replace(_CONFIG, durable=False, store=Path('a "quoted" folder\\ of $HOME')),
        replace(_CONFIG, members=()),
    ],
    ids=["alone", "one of several", "odd folder", "nobody"],
)
def test_a_node_takes_its_configuration(
    nats_binary: Path, tmp_path: Path, config: NodeConfig
) -> None:
    path = tmp_path / "n1.conf"
    path.write_text(config_text(config))
    done = subprocess.run(
        [nats_binary, "-t", "-c", path], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr


def test_what_is_acknowledged_is_on_the_disk_unless_it_is_asked_otherwise() -> None:
    assert 'sync_interval: "always"' in config_text(_CONFIG)
    assert "always" not in config_text(replace(_CONFIG, durable=False))


def test_a_front_has_one_user_and_everybody_else_two() -> None:
    text = config_text(_CONFIG)
    shared, inner = text.partition("SHARED {")[2].split("INNER {")
    for role in Role:
        assert f'user: "{role}"' in shared
        assert (f'user: "{role}@inner"' in inner) is (role is not Role.FRONT)


def test_a_secret_is_not_shown_where_a_configuration_is() -> None:
    shown = repr(replace(_CONFIG, members=(Member(name="a", role=Role.FRONT, secret="hush"),)))
    assert "hush" not in shown
    assert "hush" not in repr(replace(_CONFIG, route_secret="hush"))
