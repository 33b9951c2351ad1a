"""First-time notes: a sentence or two when a player meets something new, gone for good once read.

What has been read is kept with the player's settings, one name a note, so that sessions of the same
player never undo each other's. A note is drawn from the viewer's own state and says nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from server.api import Stage
from themes.pack import Colour, Glyph
from tui import keymap
from tui.actions.comfort import Settings
from tui.actions.common import Help
from tui.actions.table import AlwaysPass, Hide, Hints
from tui.i18n import _
from tui.looks import sign
from tui.texts.tips import AFTER, BEFORE, General
from tui.widgets.lines import BLANK, Line, Span, line, width, wrap

if TYPE_CHECKING:
    from tui.screens.state import TableState
    from tui.widgets.places import Places

__all__ = ["SHOWN", "Read", "Tip", "Tipping", "all_tips", "over", "said", "tip_for", "tips_of"]

SHOWN: Final = "tips"
"""Name of the player's setting: whether notes are shown at all."""
_READ: Final = "tip."
"""Before a note's id: the name of the setting that it has been read."""

When = Callable[["TableState"], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """A note: its id, when it is due, its text (a message id), and that of line mode if other."""

    id: str
    text: str
    due: When
    lines: str = ""


@runtime_checkable
class Tipping(Protocol):
    """A presenter of a game that has notes of its own."""

    def tips(self) -> Sequence[Tip]:
        """Return them, the more urgent ones first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a player has read, and whether they want to read more."""

    shown: bool = True
    ids: frozenset[str] = frozenset()

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Read:
        """Read it from a player's record."""
        ids = (name.removeprefix(_READ) for name in settings if name.startswith(_READ))
        return cls(shown=settings.get(SHOWN) is not False, ids=frozenset(ids))

    def and_read(self, tip: Tip) -> Read:
        """Return the same with ``tip`` read."""
        return replace(self, ids=self.ids | {tip.id})

    @staticmethod
    def setting(tip: Tip) -> dict[str, Any]:
        """Return what is to be kept once ``tip`` has been read."""
        return {_READ + tip.id: True}


def tips_of(mapping: Mapping[Any, tuple[str, str]], when: Mapping[Any, When]) -> tuple[Tip, ...]:
    """Return the notes of a table of texts, each with its condition."""
    return tuple(
        Tip(id=str(tip), text=text, lines=lines, due=when[tip])
        for tip, (text, lines) in mapping.items()
    )


def tip_for(state: TableState, read: Read) -> Tip | None:
    """Return the note that is due and has not been read; None for none.

    That one is due may follow from what only the player may see, so none is while that is hidden.
    """
    if not read.shown or state.returning or state.hinting or state.hidden:
        return None
    return next((tip for tip in all_tips(state) if tip.id not in read.ids and tip.due(state)), None)


def all_tips(state: TableState) -> tuple[Tip, ...]:
    """Return every note that there is at a table of this game."""
    found: object = state.presenter
    return (*_FIRST, *_own(found), *_LAST)


@cache
def _own(found: object) -> Sequence[Tip]:
    # There is one presenter a game; asking a protocol takes long, and this is asked at every frame.
    return found.tips() if isinstance(found, Tipping) else ()


def said(tip: Tip, *, lines: bool = False) -> str:
    """Return what a note says, in line mode or on the screen, with the player's own keys."""
    return _(
        (tip.lines if lines else "") or tip.text,
        help=keymap.shown(Help),
        hide=keymap.shown(Hide),
        hints=keymap.shown(Hints),
        settings=keymap.shown(Settings),
        always=keymap.shown(AlwaysPass),
    )


def over(
    rows: Mapping[str, Sequence[Line]], places: Places, text: str
) -> dict[str, Sequence[Line]] | None:
    """Return ``rows`` with a note over the top of the log or of the talk; None without room.

    Where there is neither (an answer is put together on a small screen) it lies over the end of
    the private pane. Question, clock and prompt are never covered.
    """
    for name in ("log", "chat", "mine"):
        area = places.get(name)
        if area is None:
            continue
        note = _rows(text, area.width)
        if len(note) <= area.height:
            under = list(rows.get(name, ()))
            under = [*under, *[BLANK] * (area.height - len(under))][: area.height]
            kept = under[: -len(note)] if name == "mine" else under[len(note) :]
            return {**rows, name: [*kept, *note] if name == "mine" else [*note, *kept]}
    return None


def _rows(text: str, cells: int) -> list[Line]:
    mark, end = (
        Span(f" {sign(Glyph.NEWS)} ", Colour.ACCENT, bold=True),
        Span(" [Esc]", Colour.MUTED),
    )
    said = wrap(text, cells - 4)
    rows = [line(mark if index == 0 else "   ", Span(row, bold=True))
            for index, row in enumerate(said)]  # fmt: skip
    if width(rows[-1]) + width([end]) <= cells:
        return [*rows[:-1], line(*rows[-1].spans, end)]
    return [*rows, line("  ", end)]


# --- at every table ---------------------------------------------------------------------------


def _plays(state: TableState) -> bool:
    return state.seated and state.stage is Stage.PLAYING


_WHEN: Final[Mapping[General, When]] = {
    General.NOTES: lambda state: state.stage in {Stage.WAITING, Stage.PLAYING},
    General.WAITING: lambda state: state.seated and state.stage is Stage.WAITING,
    General.LOG: lambda state: state.log_at >= 0 or state.scroll > 0,
    General.TURN: lambda state: state.asked and state.desk is None and state.bench is None,
    General.SECRET: lambda state: _plays(state) and state.asked,
    General.CLOCK: lambda state: state.asked and state.frame["clock"] is not None,
    General.WATCH: lambda state: not state.seated and state.stage is Stage.PLAYING,
    General.OVER: lambda state: state.seated and state.stage is Stage.OVER,
}
_FIRST: Final = tips_of(BEFORE, _WHEN)
_LAST: Final = tips_of(AFTER, _WHEN)
