"""No.81 on the table page (N81-20 says who may see what).

Everything here but :meth:`No81.private`, :meth:`No81.mine` and what a player calls up is for all
eyes: fields that an event adds for its viewer alone are taken out first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from engine.games.no81.terms import AskKind, EventKind, Why
from server.api import AskFrame, TableFrame
from themes.pack import Colour
from tui.games import Bench, Choice, PrivateLook, PrivateState
from tui.games.no81 import spoken
from tui.games.no81.benches import bench_of
from tui.games.no81.board import draw_board, height_of
from tui.games.no81.ending import result_rows
from tui.games.no81.hints import hints_of
from tui.games.no81.knowledge import known_lines
from tui.games.no81.options import choices_of, passing
from tui.games.no81.private import UNDECLARED, about, draw_private
from tui.games.no81.public import private_fields, public
from tui.games.no81.remark import remark
from tui.games.no81.tips import TIPS
from tui.hints import Hint
from tui.i18n import _
from tui.texts import no81
from tui.texts.sentences import short_then_exact
from tui.tips import Tip
from tui.widgets.lines import BLANK, Line, Span, line

__all__ = ["PRESENTER", "No81"]

_AROUND: Final = 7
"""Rows of the page that are neither board nor private pane nor log: top and dock."""
_LEAST: Final = 4
_MOST: Final = 14

_TONES: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        EventKind.GAME_STARTED: Colour.ACCENT,
        EventKind.CHARACTERS: Colour.ACCENT,
        EventKind.TURN: Colour.ACCENT,
        EventKind.MOVED: Colour.MUTED,
        EventKind.STATUS: Colour.MUTED,
        EventKind.CANCELLED: Colour.PROTECTED,
        EventKind.DAMAGED: Colour.WARNING,
        EventKind.AVERTED: Colour.PROTECTED,
        EventKind.HEALED: Colour.SUCCESS,
        EventKind.DYING: Colour.WARNING,
        EventKind.FLIPPED: Colour.ACCENT,
        EventKind.LEFT: Colour.WARNING,
        EventKind.DIED: Colour.WARNING,
        EventKind.GAME_OVER: Colour.SUCCESS,
    }
)
_BOLD: Final = frozenset({EventKind.DIED, EventKind.GAME_OVER, EventKind.USED})


class No81:
    """The presenter; see :class:`tui.games.Presenter`."""

    def cast(self, frame: TableFrame, names: Sequence[str]) -> Sequence[str]:
        """Call players by their names at the table."""
        del frame
        return names

    def desk(self) -> None:
        """No.81 asks for options, one ask at a time."""

    def bench(self, frame: TableFrame) -> Bench | None:
        """Return a bench for what is built or picked in a set-up; see :mod:`.benches`."""
        return bench_of(frame)

    def dies(self, frame: TableFrame, seat: int) -> bool:
        """N81-8.9: who leaves for good is dead; the dead cannot die again."""
        view = frame["view"]
        return view is not None and bool(view["seats"][seat]["alive"])

    def hints(self, frame: TableFrame, names: Sequence[str]) -> list[Hint]:
        """Return hints on what is asked; see :class:`tui.hints.Hinting`."""
        return hints_of(frame, names)

    def tips(self) -> Sequence[Tip]:
        """Return first-time notes; see :class:`tui.tips.Tipping`."""
        return TIPS

    def passing(self, ask: AskFrame) -> tuple[str, ...] | None:
        """Return the answer that passes a window; see :class:`tui.games.Passing`."""
        return passing(ask)

    def windows(self, kinds: Collection[str]) -> str:
        """Return what windows of these kinds are called."""
        return no81.windows_name(kinds)

    def remark(self, frame: TableFrame) -> str:
        """Return what the card or skill does that is being carried out."""
        return remark(frame)

    def head(self, frame: TableFrame) -> Line:
        """Show mode, round and the piles."""
        view = frame["view"]
        if view is None:
            return BLANK
        spans = [Span(no81.mode_name(view["mode"]), Colour.ACCENT, bold=True)]
        if view["round"]:
            over = view["round"] > view["round_limit"]
            text = _("round {round}/{rounds}", round=view["round"], rounds=view["round_limit"])
            spans.append(Span("  " + text, Colour.WARNING if over else Colour.TEXT))
        if view["phase"]:
            spans.append(Span("  " + no81.phase_name(view["phase"]), Colour.MUTED))
        spans.append(Span("  " + _("pile {n}", n=view["pile"])))
        spans.append(Span("  " + _("discards {n}", n=len(view["discard"])) + " ", Colour.MUTED))
        return line(*spans)

    def question(self, ask: AskFrame, names: Sequence[str]) -> str:
        """Say what is asked of the viewer, but not which card it is that nobody knows of yet.

        Nor which character somebody else must have, if an own pick was taken (N81-6.12).
        """
        told = {} if ask["kind"] in {*UNDECLARED, AskKind.CHARACTER} else ask["context"]
        return no81.prompt(ask["kind"], told, names)

    def doing(self, frame: TableFrame, names: Sequence[str]) -> str:
        """Say who is asked, and what sort of thing."""
        waiting = frame["waiting"]
        return no81.waiting(frame["waiting_kind"], names[waiting[0]]) if waiting else ""

    def choices(self, frame: TableFrame, ask: AskFrame, names: Sequence[str]) -> list[Choice]:
        """Offer public options in the prompt, the others in the private pane."""
        return choices_of(frame, ask, names)

    def ring_height(self, columns: int, seats: int) -> int:
        """Give every seat a row where there is room, and one to what is carried out."""
        return height_of(columns, seats)

    def ring(self, frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
        """Draw the seats: see :mod:`tui.games.no81.board`."""
        return draw_board(frame, names, cells)

    def private_height(self, columns: int, rows: int, seats: int) -> int:
        """Give two thirds of what board and prompt leave, at most what a full list needs."""
        rest = rows - _AROUND - height_of(columns, seats)
        return max(_LEAST, min(_MOST, rest - max(2, rest // 3)))

    def private(self, state: PrivateState, names: Sequence[str], look: PrivateLook) -> list[Line]:
        """Draw hand, mind deck and choices: see :mod:`tui.games.no81.private`."""
        own = (text for event in reversed(state.events) if (text := self.mine(event, names)))
        told = list(islice(own, look.height))[::-1]
        return draw_private(state.frame, told, names, look, state.always)

    def public_counts(self, frame: TableFrame) -> Line:
        """Show a spectator the newest discards."""
        view = frame["view"]
        if view is None or not view["discard"]:
            return BLANK
        cards = no81.card_labels(list(reversed(view["discard"]))[:6])
        return line(Span(" " + _("discarded last: {cards}", cards=cards), Colour.MUTED))

    def log(
        self, event: Mapping[str, Any], before: Mapping[str, Any] | None, names: Sequence[str]
    ) -> tuple[Span, ...]:
        """Return the sentence that everybody could read; why a number changed is part of it.

        Left out is what the line before has said: that a used card leaves its place.
        """
        if _said_already(event, before):
            return ()
        kind = str(event["kind"])
        text = no81.log_line(public(event), names)
        return (Span(text, _TONES.get(kind, Colour.TEXT), kind in _BOLD),) if text else ()

    def mine(self, event: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return the viewer's own richer sentence, where the event told it more than others."""
        return (no81.log_line(event, names) or "") if private_fields(event) else ""

    def results(self, frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
        """Say who won and why, who was what, and what everybody still held."""
        return result_rows(frame, names, cells)

    def about_event(self, event: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
        """Return the rule behind an event, and the card or skill that it names."""
        rule = no81.log_rule(event)
        source = str(event.get("face") or event.get("skill") or event.get("cause") or "")
        texts = no81.card_texts(source) or tuple(filter(None, [no81.skill_text(source)]))
        return rule, (*short_then_exact(no81.rule_short(rule), no81.rule_text(rule)), *texts)

    def about_choice(self, ask: AskFrame, option: str) -> tuple[str, Sequence[str]]:
        """Return the card, skill or character behind an option, or behind the question.

        The latter is read on the help page: not a card that nobody knows of yet.
        """
        if not option and ask["kind"] in UNDECLARED:
            return no81.about({}), ()
        return about({}, ask, option)

    def how_to_play(self) -> Sequence[str]:
        """Return the rules in half a page, then section by section."""
        sections = [
            _("{rule}: {text}", rule=rule, text=no81.rule_text(rule)) for rule in no81.rule_ids()
        ]
        return (*no81.how_to_play(), *sections)

    def spoken_hand(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what the player holds; names are of no use for that."""
        del names
        return [] if frame["view"] is None else spoken.hand(frame["view"])

    def spoken_table(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what everybody can see."""
        return spoken.table(frame, names)

    def spoken_notes(self, frame: TableFrame, names: Sequence[str]) -> list[str]:
        """Say what the player has learned."""
        return [] if frame["view"] is None else known_lines(frame["view"], names)


def _said_already(event: Mapping[str, Any], before: Mapping[str, Any] | None) -> bool:
    if event["kind"] != EventKind.MOVED:
        return False
    if event["why"] == Why.DEAL:
        return True
    used = before is not None and before["kind"] == EventKind.USED
    return used and event["why"] in {Why.DETACH, Why.USE}


PRESENTER: Final = No81()
