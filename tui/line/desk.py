"""What a game brings to line mode that is more than a question with numbered choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from server.api import FinishedGame, TableFrame

if TYPE_CHECKING:
    from tui.games import Bench
    from tui.line.word import Word

__all__ = ["BENCHES", "DESKS", "LineBench", "LineDesk", "line_bench", "line_desk"]


class LineDesk(Protocol):
    """One game in line mode. ``names`` are by what names the game speaks of its players."""

    def words(self) -> Mapping[str, Word]:
        """Return what can be typed while the game runs or is over; before all other words."""
        ...

    def told(self, event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """Return what an event brings, public and private, one short line for each."""
        ...

    def asked(self, frame: TableFrame) -> object:
        """Return what is asked now: the same thing for as long as it need not be said again."""
        ...

    def question(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Return what the viewer may do now; empty if nothing is asked."""
        ...

    def refusal(self, text: str, params: Mapping[str, Any]) -> str:
        """Return a notice with what only its reader should see of it: these lines are private."""
        ...

    def step(self, kind: str) -> str:
        """Return what goes on while asks of a public ``kind`` are open, in a word or two."""
        ...

    def story(self, game: FinishedGame, seat: int | None) -> list[str]:
        """Return a finished game's lines; with a seat what happened to that seat."""
        ...


class LineBench(Protocol):
    """What a game of numbers adds to line mode while an answer is put together.

    The draft is the table's bench (:class:`tui.games.Bench`), the same that the full screen has.
    """

    def words(self) -> Mapping[str, Word]:
        """Return what can be typed meanwhile, before all other words."""
        ...

    def by_number(self, bench: Bench) -> bool:
        """Say whether a number that is typed is the answer."""
        ...

    def question(self, bench: Bench, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Return what is asked, how the draft stands, and what can be typed."""
        ...


DESKS: Final[Mapping[str, str]] = MappingProxyType({"future_diary": "tui.line.future_diary.desk"})
"""Game ids to the modules that hold their ``DESK``."""


@cache
def line_desk(game: str) -> LineDesk | None:
    """Return a game's desk, ``None`` for a game that is played by numbers."""
    if game not in DESKS:
        return None
    return cast(LineDesk, import_module(DESKS[game]).DESK)


BENCHES: Final[Mapping[str, str]] = MappingProxyType({"no81": "tui.line.no81.bench"})
"""Game ids to the modules that hold their ``BENCH``."""


@cache
def line_bench(game: str) -> LineBench | None:
    """Return what a game's benches are in line mode, ``None`` for a game without any."""
    if game not in BENCHES:
        return None
    return cast(LineBench, import_module(BENCHES[game]).BENCH)
