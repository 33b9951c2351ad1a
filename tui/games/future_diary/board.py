"""What everybody sees of a game of Future Diary at the top of the page: ring, act and roles.

A board is the part of a view that all viewers have alike, and everything here is made from a board
alone. So it is drawn once for all who look at the same table, players and watchers, whatever else
their views hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from server.wire import pack
from themes.pack import Colour, Glyph
from tui import gallery
from tui.canvas import PublicPart
from tui.gallery import Shelf
from tui.games.future_diary.ring import draw_ring
from tui.i18n import _, current
from tui.looks import sign, signs
from tui.shared_texts import shared
from tui.texts import future_diary as fd
from tui.widgets.lines import BLANK, Line, Span, line

__all__ = ["BOARDS", "board_of", "head_of", "ring_of"]

Board = Mapping[str, Any]
_FIELDS: Final = ("act", "dead", "fading", "personas", "revealed", "setup")
"""Fields of the view that are the same for all viewers (``engine.games.future_diary.fold``)."""


class _Drawn(NamedTuple):
    """All that a part of the page follows from."""

    part: str
    board: bytes
    names: tuple[str, ...]
    seats: int
    cells: int
    language: str
    signs: tuple[str, ...]


BOARDS: Final = shared(Shelf[_Drawn, PublicPart](64))
"""What was drawn of boards, for everybody."""


def board_of(view: Mapping[str, Any]) -> Board:
    """Return what everybody sees."""
    public = {name: view[name] for name in _FIELDS}
    return {**public, "over": view["over"] is not None, "taken": view["lobby"]["taken"]}


def ring_of(board: Board, names: Sequence[str], seats: int, cells: int) -> PublicPart:
    """Return the rows of the ring, of as many ``seats``."""
    return _drawn("ring", board, names, seats, cells, lambda: draw_ring(board, names, seats, cells))


def head_of(board: Board) -> Line:
    """Return the act, the roles in play, and how long nobody has died."""
    return _drawn("head", board, (), 0, 0, lambda: [_head(board)])[0]


def _drawn(
    part: str,
    board: Board,
    names: Sequence[str],
    seats: int,
    cells: int,
    draw: Callable[[], Sequence[Line]],
) -> PublicPart:
    if not gallery.is_shared():
        return PublicPart(draw())
    key = _Drawn(part, pack(board), tuple(names), seats, cells, current(), signs())
    found = BOARDS.find(key)
    if found is None:
        found = PublicPart(draw())
        BOARDS.keep(key, found)
    return found


def _head(board: Board) -> Line:
    if board["setup"] is None:
        return BLANK
    dead = {one["role"].partition("/")[0] for one in board["dead"]}
    spans: list[Span] = []
    if board["fading"] is not None and not board["over"]:
        left = _("fades in {left}", left=board["fading"]["left"])
        spans.append(Span(left + "  ", Colour.WARNING, bold=True))
    if board["act"]:
        act = _("act {act}/{acts}", act=board["act"], acts=board["setup"]["acts"])
        spans.append(Span(act + "  ", bold=True))
    spans.append(Span(_("roles") + " ", Colour.MUTED))
    for role in board["setup"]["roles"]:
        gone = role in dead
        # The sign says what the colour says, to those who do not see it.
        number = (sign(Glyph.OUT) if gone else "") + fd.role_number(role)
        spans.append(Span(number + " ", Colour.OUT if gone else Colour.ACCENT))
    return line(*spans)
