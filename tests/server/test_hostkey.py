"""The host key: made once, whole, private; anything odd stops the start and stays as it is."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncssh
import pytest

from server.errors import ServerError, ServerErrorCode
from server.hostkey import FILE_NAME, load_or_create, usable_data_dir


def _key_file(folder: Path, content: bytes, mode: int = 0o600) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / FILE_NAME
    path.write_bytes(content)
    path.chmod(mode)
    return path


def _new(algorithm: str = "ssh-ed25519") -> bytes:
    return asyncssh.generate_private_key(algorithm).export_private_key("openssh")


def _code(folder: Path) -> ServerErrorCode:
    with pytest.raises(ServerError) as error:
        load_or_create(folder)
    return error.value.code


def test_the_key_is_made_once_with_mode_0600_in_a_private_folder(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    first, again = load_or_create(folder), load_or_create(folder)
    path = folder / FILE_NAME
    assert first.fingerprint == again.fingerprint
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [entry.name for entry in folder.iterdir()] == [FILE_NAME]


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: load_or_create(tmp_path / "data"), range(8)))
    assert len({key.fingerprint for key in keys}) == 1


def test_openssh_reads_the_file_and_agrees_on_the_fingerprint(tmp_path: Path) -> None:
    tool = shutil.which("ssh-keygen")
    assert tool
    key = load_or_create(tmp_path)
    shown = subprocess.run(
        [tool, "-lf", tmp_path / FILE_NAME], capture_output=True, text=True, check=True
    ).stdout
    assert key.fingerprint in shown
    assert "256 " in shown


def test_the_known_hosts_line_is_found_by_openssh(tmp_path: Path) -> None:
    tool = shutil.which("ssh-keygen")
    assert tool
    key = load_or_create(tmp_path)
    known = tmp_path / "known_hosts"
    lines = [key.known_hosts_line("example.org", 2222), key.known_hosts_line("example.net", 22)]
    known.write_text("\n".join(lines) + "\n")
    for name in ("[example.org]:2222", "example.net"):
        found = subprocess.run([tool, "-F", name, "-f", known], capture_output=True, check=False)
        assert found.returncode == 0


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o000, 0o700])
def test_a_file_with_another_mode_is_refused(tmp_path: Path, mode: int) -> None:
    path = _key_file(tmp_path, _new(), mode)
    before = path.stat()
    readable = mode & 0o400 or os.geteuid() == 0
    assert _code(tmp_path) is (
        ServerErrorCode.HOST_KEY_MODE if readable else ServerErrorCode.HOST_KEY_UNREADABLE
    )
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_file_of_somebody_else_is_refused(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    path = _key_file(tmp_path, _new())
    os.chown(path, 12345, -1)
    assert _code(tmp_path) is ServerErrorCode.HOST_KEY_OWNER


@pytest.mark.parametrize("content", [b"", b"not a key\n", b"\x00\xff" * 400, _new()[:120]])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = _key_file(tmp_path, content)
    assert _code(tmp_path) is ServerErrorCode.HOST_KEY_DAMAGED
    assert path.read_bytes() == content


def test_a_key_with_a_passphrase_is_refused(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    try:
        content = key.export_private_key("openssh", passphrase="secret", rounds=1)
    except asyncssh.KeyExportError:
        content = key.export_private_key("pkcs8-pem", passphrase="secret")
    _key_file(tmp_path, content)
    assert _code(tmp_path) is ServerErrorCode.HOST_KEY_DAMAGED


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    _key_file(tmp_path, _new("ecdsa-sha2-nistp256"))
    assert _code(tmp_path) is ServerErrorCode.HOST_KEY_FOREIGN


@pytest.mark.parametrize("kind", ["folder", "link", "dangling", "pipe"])
def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path, kind: str) -> None:
    path = tmp_path / FILE_NAME
    match kind:
        case "folder":
            path.mkdir()
        case "link":
            target = tmp_path / "elsewhere"
            target.write_bytes(_new())
            path.symlink_to(target)
        case "dangling":
            path.symlink_to(tmp_path / "nowhere")
        case _:
            os.mkfifo(path)
    assert _code(tmp_path) is ServerErrorCode.HOST_KEY_UNREADABLE
    assert os.path.lexists(path)
    assert not (tmp_path / "nowhere").exists()


def test_a_data_folder_that_cannot_be_made_is_a_coded_error(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    for path in (blocker, blocker / "below"):
        with pytest.raises(ServerError) as error:
            usable_data_dir(path)
        assert error.value.code is ServerErrorCode.DATA_DIR_UNUSABLE
        assert error.value.params["path"] == str(path)
