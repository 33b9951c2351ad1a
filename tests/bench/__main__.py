"""``python -m tests.bench [PART ...]``: measure, print, write ``build/bench.json``.

The parts are engine, no81, peers, session, looks, faults, wire, share, placement,
scaling and reaction.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.bench import (
    engine,
    faults,
    looks,
    no81,
    peer_engines,
    placement,
    reaction,
    scaling,
    session,
    share,
    wire,
)
from tests.bench.peers import PEERS

PARTS: Mapping[str, Callable[[], dict[str, float]]] = {
    "engine": engine.figures,
    "no81": no81.figures,
    "peers": peer_engines.figures,
    "session": session.figures,
    "looks": looks.figures,
    "faults": faults.figures,
    "wire": wire.figures,
    "share": share.figures,
    "placement": placement.figures,
    "scaling": scaling.figures,
    "reaction": reaction.figures,
}
OUT = Path("build/bench.json")


def main(wanted: list[str]) -> int:
    """Run the wanted parts (all by default)."""
    if unknown := [name for name in wanted if name not in PARTS]:
        sys.stderr.write(f"no such part: {unknown[0]}; there are {', '.join(PARTS)}\n")
        return 2
    found: dict[str, float] = json.loads(OUT.read_text()) if OUT.exists() and wanted else {}
    for name in wanted or PARTS:
        found |= PARTS[name]()
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n")
    width = max(map(len, found))
    lines = [f"{'figure':<{width}}  {'ours':>12}  bound or peers"]
    for name, value in sorted(found.items()):
        lines.append(f"{name:<{width}}  {value:>12,.2f}  {PEERS.get(name, '')}")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
