"""A host's content packs: their folders read, checked, and put in the place of the shipped game.

A pack is read as a whole or not at all (N81-19.1). Nothing outside its folder is opened: no links
are followed, and what a file may cost is bounded.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from engine.games.no81.content import Pack
from engine.games.no81.core import CORE_PACK
from engine.games.no81.game import game_of
from engine.games.no81.library import Library, use
from engine.games.no81.packs.faults import Fault, Faults, PackError, Reason
from engine.games.no81.packs.load import is_part, load_pack
from engine.games.no81.packs.performing import Failure, Report, ignore
from engine.registry import install
from server import logs

__all__ = ["Reporter", "check_pack", "install_packs", "open_packs", "read_folder"]

_LARGEST: Final = 128 * 1024
_MOST: Final = 400
_BESIDE: Final = frozenset({".md", ".txt", ".png", ".jpg", ".svg", ".webp", ""})
"""Ends of files that may lie in a pack's folder and are no part of it; ``""``: a licence."""


def install_packs(folders: Sequence[str]) -> None:
    """Load a host's packs and let every table be able to choose them.

    Raises :class:`PackError` with the faults of all of them; then nothing has changed.
    """
    if folders:
        library = open_packs(folders, report=Reporter())
        use(library)
        install(game_of(library))


def open_packs(folders: Sequence[str], *, report: Report = ignore) -> Library:
    """Return the built-in pack and those of ``folders`` together; raise :class:`PackError`."""
    faults: list[Fault] = []
    packs: list[Pack] = [CORE_PACK]
    for folder in folders:
        try:
            packs.append(_loaded(Path(folder), f"{folder.rstrip('/')}/", report))
        except PackError as error:
            faults += error.faults
    if faults:
        raise PackError(faults)
    return Library(packs)


def check_pack(folder: Path) -> Pack:
    """Return the pack in ``folder`` if it can be loaded; raise :class:`PackError`.

    Files are named from the folder on, as its writer sees them.
    """
    pack = _loaded(folder, "", ignore)
    Library((CORE_PACK, pack))
    return pack


def _loaded(folder: Path, prefix: str, report: Report) -> Pack:
    """Read and load a folder; what is wrong with its files and in them is told at once."""
    faults = Faults()
    sources = read_folder(folder, prefix, faults)
    try:
        pack = load_pack(sources, folder=prefix, report=report)
    except PackError as error:
        known = {fault.file for fault in faults.found}
        # A manifest that cannot be read is not missing.
        faults.found += [fault for fault in error.faults if fault.file not in known]
    faults.check()
    return pack


def read_folder(folder: Path, prefix: str, faults: Faults) -> dict[str, bytes]:
    """Return the files of a pack by their names in ``folder``."""
    found: dict[str, bytes] = {}
    if not folder.is_dir():
        faults.add(prefix or f"{folder}", "", Reason.NO_FOLDER)
        raise PackError(faults.found)
    for name in _names(folder, prefix, faults):
        if len(found) >= _MOST:
            faults.add(prefix + name, "", Reason.TOO_MANY, _MOST)
            break
        data = _content(folder / name, prefix + name, faults)
        if data is not None:
            found[name] = data
    return found


def _names(folder: Path, prefix: str, faults: Faults) -> Iterable[str]:
    """Yield the parts of a pack; note what has no place in its folder."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        hidden = any(part.startswith((".", "__")) for part in name.split("/"))
        if hidden or (path.is_dir() and not path.is_symlink()):
            continue
        if is_part(name):
            yield name
        elif path.suffix.lower() not in _BESIDE and not _is_test(name):
            faults.add(prefix + name, "", Reason.STRAY)


def _is_test(name: str) -> bool:
    """Say whether a file is a test beside a plug-in."""
    return name.startswith("skills/test_") and name.endswith(".py")


def _content(path: Path, name: str, faults: Faults) -> bytes | None:
    try:
        # Without blocking: a pipe of this name would be waited for for ever.
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                faults.add(name, "", Reason.LINK)
                return None
            data = file.read(_LARGEST + 1)
    except OSError as error:
        if path.is_symlink():
            faults.add(name, "", Reason.LINK)
        else:
            faults.add(name, "", Reason.UNREADABLE, os.strerror(error.errno or 0))
        return None
    if len(data) > _LARGEST:
        faults.add(name, "", Reason.TOO_LARGE, _LARGEST)
        return None
    return data


class Reporter:
    """Writes a plug-in's failure to the log, each place of it once: a replay comes to it again."""

    def __init__(self) -> None:
        self._told: set[Failure] = set()

    def __call__(self, failure: Failure) -> None:
        """Take one failure in."""
        if failure not in self._told:
            self._told.add(failure)
            logs.event(
                "plug_in_failed",
                level=logging.WARNING,
                kind=failure.skill,
                reason=failure.error,
                line=failure.line,
            )
