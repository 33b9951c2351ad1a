"""Which asks of No.81 have a bench: those of the set-up, where there is no hand yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.games.no81.terms import AskKind
from server.api import TableFrame
from tui.games.no81.karma_desk import KarmaDesk
from tui.games.no81.minds_desk import MindsDesk
from tui.games.no81.picks_desk import PicksDesk
from tui.games.no81.setup_bench import SetupBench
from tui.games.no81.start_desk import StartDesk

__all__ = ["bench_of"]

_BENCHES: Final[Mapping[str, Callable[[TableFrame], SetupBench]]] = {
    AskKind.CHARACTER: PicksDesk,
    AskKind.MIND_DECK: MindsDesk,
    AskKind.KARMA_DECK: KarmaDesk,
    AskKind.KARMA_START: StartDesk,
}


def bench_of(frame: TableFrame) -> SetupBench | None:
    """Return a new bench for the ask of ``frame``; ``None`` where there is none for it."""
    ask = frame["ask"]
    if ask is None or frame["view"] is None or ask["kind"] not in _BENCHES:
        return None
    return _BENCHES[ask["kind"]](frame)
