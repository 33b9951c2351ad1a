"""A process's settings: every fault of the files has its own word, and nothing of a secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.cluster.errors import ClusterCode, ClusterError, SettingsFault
from server.cluster.settings import load

_GOOD = """
name = "front1"
nodes = ["tls://10.0.0.1:4222", "tls://[fd00::2]:4222"]
replicas = 3
secret = "front1.secret"
ca = "nodes.pem"
certificate = "front1.pem"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return settings that can be used, with all that they name."""
    for name, text in [
        ("front1.toml", _GOOD),
        ("front1.secret", "abc123\n"),
        ("nodes.pem", "x"),
        ("front1.pem", "x"),
    ]:
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o600)
    return tmp_path / "front1.toml"


def _fault(path: Path) -> tuple[str, str]:
    with pytest.raises(ClusterError) as caught:
        load(path)
    assert caught.value.code is ClusterCode.BAD_SETTINGS
    assert caught.value.params["path"] == str(path)
    assert "abc123" not in repr(caught.value)
    return str(caught.value.params["key"]), str(caught.value.params["fault"])


def test_good_settings_are_read_with_paths_seen_from_their_folder(path: Path) -> None:
    found = load(path)
    assert (found.name, found.replicas, found.secret) == ("front1", 3, "abc123")
    assert found.urls == ("tls://10.0.0.1:4222", "tls://[fd00::2]:4222")
    assert (found.ca, found.certificate) == (path.parent / "nodes.pem", path.parent / "front1.pem")


def test_a_secret_is_not_shown(path: Path) -> None:
    assert "abc123" not in repr(load(path))


_NODES = 'nodes = ["tls://10.0.0.1:4222", "tls://[fd00::2]:4222"]'
_TLS = 'ca = "nodes.pem"\ncertificate = "front1.pem"'


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost"])
def test_without_certificates_a_node_on_loopback_is_spoken_to(path: Path, host: str) -> None:
    path.write_text(_GOOD.replace(_TLS, "").replace(_NODES, f'nodes = ["nats://{host}:4222"]'))
    found = load(path)
    assert (found.ca, found.certificate) == (None, None)


@pytest.mark.parametrize("host", ["10.0.0.1", "[fd00::2]", "example.org", "127.0.0.1.example"])
def test_without_certificates_no_other_machine_is_spoken_to(path: Path, host: str) -> None:
    nodes = f'nodes = ["nats://127.0.0.1:4222", "nats://{host}:4222"]'
    path.write_text(_GOOD.replace(_TLS, "").replace(_NODES, nodes))
    assert _fault(path) == ("ca", SettingsFault.MISSING_KEY)


@pytest.mark.parametrize(
    ("old", "new", "key", "fault"),
    [
        ("name =", "nam =", "nam", SettingsFault.UNKNOWN_KEY),
        ('name = "front1"', "", "name", SettingsFault.MISSING_KEY),
        ('name = "front1"', 'name = "Front 1"', "name", SettingsFault.BAD_VALUE),
        ('name = "front1"', "name = 1", "name", SettingsFault.BAD_VALUE),
        ('name = "front1"', "name = ", "", SettingsFault.NOT_TOML),
        ("nodes = [", "nodes = [1, ", "nodes", SettingsFault.BAD_VALUE),
        ("tls://10.0.0.1:4222", "10.0.0.1:4222", "nodes", SettingsFault.BAD_VALUE),
        ("tls://10.0.0.1:4222", "tls://10.0.0.1", "nodes", SettingsFault.BAD_VALUE),
        ("tls://10.0.0.1:4222", "tls://a:b@10.0.0.1:4222", "nodes", SettingsFault.BAD_VALUE),
        ("tls://10.0.0.1:4222", "http://10.0.0.1:4222", "nodes", SettingsFault.BAD_VALUE),
        ("replicas = 3", "replicas = 2", "replicas", SettingsFault.BAD_VALUE),
        ("replicas = 3", "replicas = true", "replicas", SettingsFault.BAD_VALUE),
        ('secret = "front1.secret"', "", "secret", SettingsFault.MISSING_KEY),
        ("front1.secret", "nothing", "secret", SettingsFault.UNREADABLE),
        ("front1.secret", ".", "secret", SettingsFault.UNREADABLE),
        ('ca = "nodes.pem"', "", "ca", SettingsFault.MISSING_KEY),
        ('certificate = "front1.pem"', "", "certificate", SettingsFault.MISSING_KEY),
        ('certificate = "front1.pem"', "certificate = 1", "certificate", SettingsFault.BAD_VALUE),
        ("nodes.pem", "nothing.pem", "ca", SettingsFault.UNREADABLE),
    ],
)
def test_a_fault_of_the_file_is_told_with_its_key(
    path: Path, old: str, new: str, key: str, fault: SettingsFault
) -> None:
    assert old in _GOOD
    path.write_text(_GOOD.replace(old, new))
    assert _fault(path) == (key, fault)


@pytest.mark.parametrize("nodes", ["[]", '"tls://10.0.0.1:4222"'])
def test_nodes_are_a_list_with_something_in_it(path: Path, nodes: str) -> None:
    lines = [line for line in _GOOD.splitlines() if not line.startswith("nodes")]
    path.write_text("\n".join([*lines, f"nodes = {nodes}"]))
    assert _fault(path) == ("nodes", SettingsFault.BAD_VALUE)
    path.write_text("\n".join(lines))
    assert _fault(path) == ("nodes", SettingsFault.MISSING_KEY)


@pytest.mark.parametrize(
    ("name", "key"), [("front1.secret", "secret"), ("front1.pem", "certificate")]
)
def test_a_secret_that_others_can_read_is_refused(path: Path, name: str, key: str) -> None:
    (path.parent / name).chmod(0o640)
    assert _fault(path) == (key, SettingsFault.OTHERS_CAN_READ)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", SettingsFault.BAD_VALUE),
        (b" \n", SettingsFault.BAD_VALUE),
        (b"\xff\xfe", SettingsFault.BAD_VALUE),
        (b"x" * 70_000, SettingsFault.TOO_LONG),
    ],
)
def test_a_secret_that_is_none_is_refused(path: Path, content: bytes, fault: SettingsFault) -> None:
    (path.parent / "front1.secret").write_bytes(content)
    assert _fault(path) == ("secret", fault)


def test_settings_that_are_not_there_or_too_long_are_told_as_such(path: Path) -> None:
    path.write_text("#" * 70_000)
    assert _fault(path) == ("", SettingsFault.TOO_LONG)
    path.unlink()
    assert _fault(path) == ("", SettingsFault.UNREADABLE)
