"""Whether the games of a data folder are kept by workers: one process alone would not see them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["FOLDER_NAME", "is_in_use", "use"]

FOLDER_NAME: Final = "workers"
"""The folder of their node, in the data folder."""
_IN_USE: Final = "in-use"


def is_in_use(data_dir: Path) -> bool:
    """Return whether workers keep the games of ``data_dir``."""
    return (data_dir / FOLDER_NAME / _IN_USE).exists()


def use(data_dir: Path) -> None:
    """Take note, for good, that workers keep the games of ``data_dir`` from now on."""
    (data_dir / FOLDER_NAME / _IN_USE).touch(mode=0o600)
