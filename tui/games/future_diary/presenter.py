"""Future Diary on the table page: what is public of it, and how it is told.

Everything here but :meth:`FutureDiary.private`, :meth:`FutureDiary.mine` and the ``spoken`` lines
is for all eyes. Players are called by their personas; who sits behind one is a secret (FD-16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.games.future_diary.terms import Channel, EventKind
from server.api import AskFrame, TableFrame
from themes.pack import Colour
from tui.games import Choice, PrivateLook, PrivateState
from tui.games.future_diary import spoken
from tui.games.future_diary.board import board_of, head_of, ring_of
from tui.games.future_diary.desk import FutureDiaryDesk, personas_of
from tui.games.future_diary.ending import result_rows
from tui.games.future_diary.hints import hints_of
from tui.games.future_diary.mine import Filling, draw_mine
from tui.games.future_diary.pages import Leaf, Reading
from tui.games.future_diary.ring import height_of
from tui.games.future_diary.scenes import LEAST
from tui.games.future_diary.tips import TIPS
from tui.hints import Hint
from tui.texts import future_diary as fd
from tui.texts.sentences import short_then_exact
from tui.tips import Tip
from tui.widgets.lines import BLANK, Line, Span, clean

__all__ = ["PRESENTER", "FutureDiary"]

_TONES: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        EventKind.SETUP: Colour.MUTED,
        EventKind.STEP: Colour.MUTED,
        EventKind.DEALT: Colour.ACCENT,
        EventKind.NOTICES: Colour.WARNING,
        EventKind.FADING: Colour.WARNING,
        EventKind.OVER: Colour.SUCCESS,
    }
)


class FutureDiary:
    """The presenter; see :class:`tui.games.Presenter`."""

    def cast(self, frame: TableFrame, names: Sequence[str]) -> Sequence[str]:
        """Call players by their personas, seat by seat."""
        del names
        return personas_of(frame)

    def called(self, frame: TableFrame, names: Sequence[str]) -> str:
        """Call a viewer by the persona at its place in the ring, which is not its chair."""
        view = frame["view"]
        me = None if view is None else view["me"]
        return "" if me is None else fd.seat_name(me["seat"], names)

    def desk(self) -> FutureDiaryDesk:
        """Give every viewer a desk with an order sheet of its own."""
        return FutureDiaryDesk()

    def head(self, frame: TableFrame) -> Line:
        """Show the act, the roles in play, and how long nobody has died."""
        view = frame["view"]
        return BLANK if view is None else head_of(board_of(view))

    def question(self, ask: AskFrame, names: Sequence[str]) -> str:
        """Say what everybody is asked in this step."""
        return fd.prompt(ask["kind"], ask["context"], names)

    def doing(self, frame: TableFrame, names: Sequence[str]) -> str:
        """Say what everybody does in this step; never who is waited for."""
        del names
        return fd.step_line(frame["waiting_kind"])

    def choices(self, frame: TableFrame, ask: AskFrame, names: Sequence[str]) -> list[Choice]:
        """Offer nothing by single keys: a sheet is filled in."""
        del frame, ask, names
        return []

    def hints(self, frame: TableFrame, names: Sequence[str]) -> list[Hint]:
        """Return hints on the sheet of this step; see :class:`tui.hints.Hinting`."""
        return hints_of(frame, names)

    def tips(self) -> Sequence[Tip]:
        """Return first-time notes; see :class:`tui.tips.Tipping`."""
        return TIPS

    def ring_height(self, columns: int, seats: int) -> int:
        """Give several seats a row."""
        return height_of(columns, seats)

    def ring(self, frame: TableFrame, names: Sequence[str], cells: int) -> Sequence[Line]:
        """Draw the ring of personas, the dead with role and loop."""
        view = frame["view"]
        if view is None:
            return ()
        return ring_of(board_of(view), names, len(frame["seats"]), cells)

    def private_height(self, columns: int, rows: int, seats: int) -> int:
        """Leave room for what was missed."""
        del columns, rows, seats
        return LEAST

    def private(self, state: PrivateState, names: Sequence[str], look: PrivateLook) -> list[Line]:
        """Return the private pane without a sheet to fill in: who one is, and the newest page."""
        view = state.frame["view"]
        if view is None:
            return []
        acts = [] if view["me"] is None else view["me"]["acts"]
        reading = Reading(leaf=Leaf.DIARY, act=acts[-1]["act"] if acts else 0)
        ready = bool(view["me"] and view["me"]["ready"])
        filling = Filling(chosen={}, sent={}, ready=ready, folded=True)
        return draw_mine(view, filling, reading, 0, names, look.cells, look.height)[0]

    def public_counts(self, frame: TableFrame) -> Line:
        """Leave it at the ring: nothing else can be counted."""
        del frame
        return BLANK

    def log(
        self, event: Mapping[str, Any], before: Mapping[str, Any] | None, names: Sequence[str]
    ) -> tuple[Span, ...]:
        """Return the public sentence of an event; private talk and own results have none."""
        del before
        if event["kind"] == EventKind.SAID:
            if event["channel"] != Channel.PUBLIC:
                return ()
            who, text = fd.said_parts(event, names)
            return (Span(clean(who) + clean(text)),)
        said = fd.log_line(event, names)
        return () if not said else (Span(said, _TONES.get(event["kind"], Colour.TEXT)),)

    def mine(self, event: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return what the viewer alone learned from an event."""
        return fd.mine_line(event, names)

    def results(self, frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
        """Return winners and roles."""
        view = frame["view"]
        return [] if view is None else result_rows(view, (), names, cells)

    def about_event(self, event: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
        """Return the rule behind an event."""
        rule = fd.log_rule(event)
        return rule, short_then_exact(fd.rule_short(rule), fd.rule_text(rule))

    def about_choice(self, ask: AskFrame, option: str) -> tuple[str, Sequence[str]]:
        """Return the rules behind a field of the form."""
        del ask
        field = option.partition("=")[0]
        return fd.field_label(field), fd.field_rules(field)

    def how_to_play(self) -> Sequence[str]:
        """Return the rules in half a page, then actions and roles."""
        return fd.how_to_play()

    def spoken_hand(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say who the viewer is, and what stands on the sheet."""
        return spoken.hand(frame, names)

    def spoken_table(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what everybody can see."""
        return spoken.table(frame, names)

    def spoken_notes(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what the viewer knows, and what its diary told it."""
        return spoken.notes(frame, names)


PRESENTER: Final = FutureDiary()
