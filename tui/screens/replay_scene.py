"""A game seen again, on a screen of any size: from a reel to rows, without Textual's widgets.

The page draws it, and so does whoever writes it into a file (:mod:`tui.screens.replay_cast`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.cells import cell_len
from textual.geometry import Size

from engine.event import SPECTATOR
from server.api import AskFrame, TableFrame
from themes.pack import Colour
from tui.games import PrivateLook
from tui.i18n import _, join_list
from tui.messages import game_name
from tui.screens.choosing import Choosing
from tui.screens.page import footer_rows
from tui.screens.replay_log import log_rows
from tui.screens.replay_reel import ALL, Reel
from tui.screens.results import proof_rows
from tui.screens.scene import TOP, status_row
from tui.screens.state import names_of
from tui.widgets.lines import BLANK, Line, Span, clean, cut, fit, line, sides, wrap
from tui.widgets.places import Places, stack

__all__ = ["SHADES", "Playing", "cast", "decided", "draw", "eyes_name", "plan"]

SHADES: Final = (
    ("top", Colour.SURFACE),
    ("ring", Colour.BACKGROUND),
    ("mine", Colour.PRIVATE),
    ("log", Colour.SURFACE),
    ("dock", Colour.BACKGROUND),
)
_DOCK: Final = 3
"""What was decided here, and two rows of keys."""
_LOG: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """How the replay is being looked at: its speed (0: it stands), and whether notes are shown."""

    speed: int = 0
    notes: bool = False
    keys: Sequence[tuple[str, str]] = ()
    vital: Collection[int] = ()
    """Which of the keys are shown on the narrowest screen too."""
    notice: Line = BLANK


@dataclass(frozen=True, slots=True, kw_only=True)
class _Eyes:
    """What a presenter reads of a table's state."""

    frame: TableFrame
    events: Sequence[Mapping[str, Any]]
    always: Collection[str] = ()


def cast(reel: Reel, frame: TableFrame | None = None) -> Sequence[str]:
    """Return by what names the game calls its players here."""
    frame = frame or reel.frame()
    return reel.presenter.cast(frame, names_of(frame["seats"]))


def eyes_name(reel: Reel, names: Sequence[str]) -> str:
    """Return through whose eyes one looks."""
    if reel.viewer == ALL:
        return _("everything")
    if reel.viewer == SPECTATOR:
        return _("as watchers saw it")
    return _("as {name} saw it", name=reel.called(reel.viewer, names))


def plan(size: Size, reel: Reel) -> Places:
    """Return the places: they depend on the size and on whose eyes are chosen."""
    columns, rows = size
    seats = len(reel.tape["names"])
    ring = reel.presenter.ring_height(columns, seats)
    rest = max(0, rows - TOP - ring - _DOCK)
    mine = 1
    if reel.viewer == ALL or reel.ended:
        mine = max(1, rest // 2)
    elif reel.viewer >= 0:
        mine = reel.presenter.private_height(columns, rows, seats)
    mine = min(mine, max(0, rest - _LOG))
    return stack(
        columns, ("top", TOP), ("ring", ring), ("mine", mine), ("log", rest - mine),
        ("dock", _DOCK),
    )  # fmt: skip


def draw(reel: Reel, places: Places, playing: Playing) -> Mapping[str, Sequence[Line]]:
    """Return the rows of every pane."""
    frame = reel.frame()
    names = cast(reel, frame)
    cells = places["top"].width
    rows: dict[str, Sequence[Line]] = {
        "top": [
            _title(reel, frame, cells),
            _status(reel, names, cells, playing),
            playing.notice,
        ],
        "ring": reel.presenter.ring(frame, names, cells),
        "dock": [
            _decided(reel, frame, names, cells),
            *footer_rows(playing.keys, cells, playing.vital),
        ],
    }
    if "mine" in places:
        rows["mine"] = _mine(reel, frame, names, places["mine"].size, playing)
    if "log" in places:
        rows["log"] = log_rows(reel, names, places["log"].width, places["log"].height)
    return {name: [fit(row, cells) for row in found] for name, found in rows.items()}


def _title(reel: Reel, frame: TableFrame, cells: int) -> Line:
    left = line(
        Span(f" {clean(frame['code'])}", Colour.ACCENT, bold=True),
        Span(f"  {game_name(frame['game'])}", Colour.MUTED),
    )
    return sides(left, reel.presenter.head(frame), cells)


def _status(reel: Reel, names: Sequence[str], cells: int, playing: Playing) -> Line:
    """Return where one stands, and whose eyes these are."""
    whose = eyes_name(reel, names)
    where = _("decision {n} of {count}", n=reel.decision, count=reel.decisions)
    if reel.ended:
        where = _("the end")
    elif not reel.over and reel.at == reel.last:
        where = _("now")
    speed = _("playing {n}x", n=playing.speed) if playing.speed else _("paused")
    return status_row(f"{where}  {whose}", _("REPLAY"), cells, turn=False, clock=speed).row


def _decided(reel: Reel, frame: TableFrame, names: Sequence[str], cells: int) -> Line:
    text = decided(reel, frame, names)
    if not text and frame["waiting"]:
        text = reel.presenter.doing(frame, names)
    return line(Span(" " + cut(text, cells - 2), Colour.WARNING, bold=True))


def decided(reel: Reel, frame: TableFrame, names: Sequence[str]) -> str:
    """Return who decides here, and what the answer was, where these eyes may know it."""
    said = []
    if reel.viewer == ALL:
        mark = reel.mark()
        for seat in mark["waiting"] if mark is not None else ():
            text = _asked(reel, reel.frame(seat), seat, names)
            if text:
                said.append(text)
    elif reel.viewer >= 0:
        said = [_asked(reel, frame, reel.viewer, names)]
    return "   ".join(filter(None, said))


def _asked(reel: Reel, frame: TableFrame, seat: int, names: Sequence[str]) -> str:
    mark = reel.mark(seat)
    if mark is None or mark["ask"] is None:
        return ""
    name = reel.called(seat, names)
    chosen = _answer(reel, frame, mark["ask"], mark["answer"], names)
    if not chosen:
        return _("{name} decides.", name=name)
    return _("{name} chooses: {choice}", name=name, choice=chosen)


def _answer(
    reel: Reel, frame: TableFrame, ask: AskFrame, answer: Sequence[str] | None,
    names: Sequence[str],
) -> str:  # fmt: skip
    """Return an answer in words; empty for one that is not made of choices."""
    if answer is None:
        return ""
    if ask["text"]:
        return clean(" ".join(answer))
    labels = {c.option: c.label for c in reel.presenter.choices(frame, ask, names)}
    return join_list(labels[option] for option in answer if option in labels)


def _mine(
    reel: Reel, frame: TableFrame, names: Sequence[str], size: Size, playing: Playing
) -> list[Line]:
    found = reel.presenter
    if reel.ended:
        rows = found.results(frame, names, size.width) + proof_rows(frame, size.width)
        return rows[: size.height]
    if reel.viewer == ALL:
        return _everything(reel, names, size)
    if reel.viewer == SPECTATOR:
        return [found.public_counts(frame)]
    mark = reel.mark()
    ask = None if mark is None else mark["ask"]
    choices = [] if ask is None else found.choices(frame, ask, names)
    look = PrivateLook(
        cells=size.width,
        height=size.height,
        choices=choices,
        choosing=_chosen(ask, [c.option for c in choices], mark["answer"] if mark else None),
        notes=playing.notes,
    )
    return found.private(_Eyes(frame=frame, events=reel.events()), names, look)[: size.height]


def _chosen(ask: AskFrame | None, options: Sequence[str], answer: Sequence[str] | None) -> Choosing:
    """Return the choice that was made as what is highlighted."""
    if ask is None:
        return Choosing()
    picked = [option for option in answer or () if option in options]
    return Choosing(
        ask=ask["id"],
        options=tuple(options),
        least=ask["least"],
        most=ask["most"],
        at=options.index(picked[0]) if picked else -1,
        marked=tuple(picked),
    )


def _everything(reel: Reel, names: Sequence[str], size: Size) -> list[Line]:
    """Return what each seat held, in as few rows as it takes."""
    rows: list[Line] = []
    share = max(1, size.height // max(1, len(reel.tape["names"])))
    for seat in range(len(reel.tape["names"])):
        frame = reel.frame(seat)
        held = " / ".join(text for text in reel.presenter.spoken_hand(frame, names) if text)
        name = cut(reel.called(seat, names), 14)
        found = wrap(held, size.width - 5, first=cell_len(name) + 2)
        if len(found) > share:
            found = [*found[: share - 1], found[share - 1] + " .."]
        for number, text in enumerate(found):
            label = Span(f" {name}  " if not number else "   ", Colour.YOU, bold=True)
            rows.append(fit(line(label, text), size.width))
    return rows[: size.height]
