"""Render the gallery: ``python -m tests.shots [NAME ...]``; all of it without names.

Pictures go to ``build/shots`` as SVG and PNG; those that README shows also to ``docs/pictures``.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from tests.shots.booth import booth
from tests.shots.gallery import GALLERY, Shot
from tests.shots.png import png

ROOT = Path(__file__).parents[2]
BUILD, KEPT = ROOT / "build" / "shots", ROOT / "docs" / "pictures"


async def take(shot: Shot) -> str:
    """Take one picture; return it as SVG."""
    async with booth(shot.name) as place:
        return (await shot.walk(place, shot)).svg()


def main(names: list[str]) -> int:
    """Take the pictures of these names, or all; return the exit status."""
    unknown = set(names) - {shot.name for shot in GALLERY}
    if unknown:
        sys.stderr.write(f"no picture is called {', '.join(sorted(unknown))}\n")
        return 2
    BUILD.mkdir(parents=True, exist_ok=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    for shot in GALLERY:
        if names and shot.name not in names:
            continue
        begun = time.monotonic()
        svg = asyncio.run(take(shot))
        for folder in (BUILD, KEPT) if shot.readme else (BUILD,):
            (folder / f"{shot.name}.svg").write_text(svg, encoding="utf-8")
        (BUILD / f"{shot.name}.png").write_bytes(png(svg))
        sys.stdout.write(f"{shot.name:24} {time.monotonic() - begun:5.1f} s {len(svg):7} bytes\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
