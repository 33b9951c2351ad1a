"""Looks for canaries: in a server's log, in its metrics, and in a core file of its process.

*Never* in any of the three: what clients typed, set or said (``crowd.CANARY``; in the core file
once the sessions are over and the tables closed). Keys, seeds of games and table codes in neither
log nor metrics; the process itself must of course know them.
"""

from __future__ import annotations

import mmap
import re
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from engine.games.love_letter.cards import CARDS
from tests.soak.replay import headers

__all__ = ["core_file", "count_in", "in_text", "places", "secrets_of"]

_FEW = 20


def secrets_of(store: Path, host_key: Path) -> Iterator[str]:
    """Yield what a closed store and the host key hold and no text may."""
    database = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)
    try:
        for header in headers(database).values():
            yield header.seed.hex()
        for (code,) in database.execute("SELECT code FROM tables UNION SELECT code FROM games"):
            yield str(code)
        for (player,) in database.execute("SELECT id FROM players"):
            yield str(player)
    finally:
        database.close()
    yield from (line for line in host_key.read_text().splitlines() if "KEY" not in line)
    yield from (card for card in CARDS if len(card) > 3)


def in_text(text: str, canaries: Iterable[str]) -> list[str]:
    """Return the canaries that are whole words of ``text``; a few are enough."""
    found = (c for c in canaries if c in text and re.search(rf"(?<!\w){re.escape(c)}", text))
    return list(islice(found, _FEW))


def core_file(pid: int, folder: Path) -> Path | None:
    """Write a core file of the living process ``pid`` with gcore; ``None`` if that cannot be."""
    if shutil.which("gcore") is None:
        return None
    done = subprocess.run(
        ["gcore", "-o", str(folder / "core"), str(pid)],
        check=False, capture_output=True, timeout=300,
    )  # fmt: skip
    path = folder / f"core.{pid}"
    return path if done.returncode == 0 and path.exists() else None


def _forms(canary: bytes) -> bytes:
    """Return a pattern for ``canary`` as Python keeps it: in texts of one, two or four bytes.

    One wide character, and the whole text around it is kept in two or four bytes a character.
    """
    text = canary.decode()
    forms = (text.encode(form) for form in ("latin-1", "utf-16-le", "utf-32-le"))
    return b"|".join(re.escape(form) for form in forms)


def places(pid: int, canary: bytes) -> list[str]:
    """Return where ``canary`` stands in a living process: the mapping's name, what is around it."""
    found: list[str] = []
    with Path(f"/proc/{pid}/mem").open("rb") as memory:
        for row in Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, rights, _offset, _device, _inode, *name = row.split(maxsplit=5)
            first, last = (int(end, 16) for end in span.split("-"))
            if "r" not in rights:
                continue
            try:
                memory.seek(first)
                data = memory.read(last - first)
            except OSError:  # the kernel's own pages
                continue
            for match in re.finditer(_forms(canary), data):
                around = data[max(0, match.start() - 64) : match.end() + 64]
                found.append(f"{name or 'anonymous'} of {last - first} bytes: {around!r}")
    return found


def count_in(core: Path, canary: bytes) -> Counter[str]:
    """Count what begins with ``canary`` in a core file, by what it was."""
    kinds = {b"env": "env", b" li": "paste", b" --": "command"}
    with core.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory:
        pattern = re.compile(rb"(?:%b)(.{0,3})" % _forms(canary), re.DOTALL)
        return Counter(kinds.get(m.group(1), "chat") for m in pattern.finditer(memory))
