"""No.81's benches in line mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from server.api import TableFrame
from tui.games import Bench
from tui.games.no81.karma_desk import KarmaDesk
from tui.games.no81.minds_desk import MindsDesk
from tui.games.no81.setup_bench import SetupBench
from tui.line.no81 import pages

if TYPE_CHECKING:
    from tui.line.word import Word

__all__ = ["BENCH"]


class No81Benches:
    """``tui.line.desk.LineBench``: decks are built with words, the rest is chosen by number."""

    def words(self) -> Mapping[str, Word]:
        """Return what can be typed."""
        # The words need the session, and the session this module.
        from tui.line.no81.words import WORDS

        return WORDS

    def by_number(self, bench: Bench) -> bool:
        """Say whether a number that is typed is the answer."""
        return not isinstance(bench, MindsDesk | KarmaDesk)

    def question(self, bench: Bench, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Return what is asked, and how the draft stands."""
        return pages.question(bench, frame, names) if isinstance(bench, SetupBench) else []


BENCH: Final = No81Benches()
