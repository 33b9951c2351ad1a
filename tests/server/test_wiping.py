"""What a server has freed cannot be read in its memory any more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server import wiping
from tests.e2e.harness import ServerProcess

SECRET = "zqxWIPEDzqx"
PROBE = f"""
import gc, re
secrets = ["{SECRET}" + str(number) * 3 for number in range(2000)]
packed = bytearray(" ".join(secrets).encode())
del secrets, packed
gc.collect()
pattern, found = re.compile(b"zqx" + b"WIPEDzqx[0-9]"), 0
with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
    for line in maps:
        where, rights, *_rest, name = [*line.split(maxsplit=5), ""][:6] + [line]
        if "w" in rights:
            start, end = (int(part, 16) for part in where.split("-"))
            memory.seek(start)
            found += len(pattern.findall(memory.read(end - start)))
print(found)
"""
"""Prints how many of 2000 freed texts (and their bytes) are still readable in its own memory."""


def left(environ: dict[str, str]) -> int:
    """Return how many freed secrets a process with this environment still holds."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=environ, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def is_glibc() -> bool:
    """Return whether this system has the C library that can wipe."""
    try:
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    except (ValueError, OSError):
        return False


glibc = pytest.mark.skipif(not is_glibc(), reason="the C library cannot wipe")


@glibc
def test_what_was_freed_cannot_be_read_any_more() -> None:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONMALLOC"}
    assert left(plain) > 1000
    assert left(wiping.environment(plain)) == 0


@glibc
def test_a_server_began_again_so_that_it_wipes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONMALLOC", raising=False)
    server = ServerProcess(tmp_path / "data").start()
    try:
        environ = Path(f"/proc/{server.pid}/environ").read_bytes().split(b"\0")
        assert b"PYTHONMALLOC=malloc" in environ
        assert any(b"glibc.malloc.perturb" in variable for variable in environ)
    finally:
        assert server.stop() == 0


def test_a_host_who_has_chosen_how_python_takes_memory_is_obeyed() -> None:
    chosen = {"PYTHONMALLOC": "debug", "GLIBC_TUNABLES": "glibc.malloc.check=3"}
    assert wiping.environment(chosen) == chosen
    kept = wiping.environment({"GLIBC_TUNABLES": "glibc.malloc.check=3", "TERM": "xterm"})
    assert kept["TERM"] == "xterm"
    assert kept["GLIBC_TUNABLES"].startswith("glibc.malloc.check=3:glibc.malloc.perturb=")
    assert wiping.environment(kept) == kept
