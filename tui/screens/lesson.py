"""A lesson: the page of its table with a guide above, which is always in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from textual.geometry import Size

from server.api import Channel, NoticeFrame, Stage, TableFrame
from themes.pack import Colour, Glyph
from tui import keymap
from tui.actions import comfort, common, desk, rules
from tui.actions import table as during
from tui.actions.lessons import Again, Leave
from tui.i18n import _
from tui.lessons.guide import Guide, kept_apart
from tui.lessons.lesson import Doing, Lesson, Step
from tui.lessons.pointer import ENTER, ESCAPE
from tui.looks import sign
from tui.messages import game_name
from tui.screens.table import TablePage
from tui.widgets.lines import BLANK, Line, Span, line, sides, wrap
from tui.widgets.places import Places, stack

if TYPE_CHECKING:
    from tui.screens.state import TableState

__all__ = ["GUIDE", "LessonPage"]

GUIDE: Final = 4
"""Rows of the guide: where one is and what comes next, and three of text."""

_KEPT: Final = (
    desk.BeReady, desk.Send, desk.Diary, desk.Why, desk.Talk, common.Help, rules.Rules,
    during.Notes, during.Chat, during.Hide, during.LogFocus, desk.Walk, desk.Empty, desk.Turn,
    desk.Fold, during.ScrollUp, during.ScrollDown, common.NextLanguage, common.Looks,
    comfort.Settings, comfort.YourKeys,
)  # fmt: skip
"""What of a table's commands has a meaning at one that nobody else is at, and that is gone soon."""


class LessonPage(TablePage):
    """A table to learn at. It is gone when the page is left."""

    shades = (("guide", Colour.PANEL), *TablePage.shades)
    tipping = False  # the guide says what is new
    commands = (
        Again(),
        *(command for command in TablePage.commands if isinstance(command, _KEPT)),
        Leave(),
    )

    def __init__(self, lesson: Lesson, reached: int = 0) -> None:
        super().__init__(game_name(lesson.game))
        self._lesson = lesson
        self._noted = False
        self.guide = Guide(lesson, reached)

    def open_channel(self) -> Channel:
        """Open a table of the lesson's own."""
        connection = self.session.connection
        return connection.hub.lesson(connection.who, self._lesson.setting)

    # --- the guide -------------------------------------------------------------------------

    def plan(self, size: Size) -> Places:
        """Give the guide its rows, and the table's page what is left."""
        below = super().plan(Size(size.width, size.height - GUIDE))
        moved = {name: place.translate((0, GUIDE)) for name, place in below.items()}
        return {**stack(size.width, ("guide", GUIDE)), **moved}

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return what the table's page draws, and what the guide says of it."""
        rows = dict(super().rows(places))
        step, state = self.guide.step, self.state
        if step is not None and state is not None and not self.guide.astray(state):
            rows[step.pane] = [_pointed(row) for row in rows.get(step.pane, ())]
        cells = places["guide"].width
        return {**rows, "guide": [self._head(cells), *self._said(cells)]}

    def _head(self, cells: int) -> Line:
        name, at = game_name(self._lesson.game), self.guide.title()
        left = line(Span(f" {at}", Colour.ACCENT, bold=True), Span(f"  {name}", Colour.MUTED))
        return sides(left, line(Span(self._what_next() + " ", Colour.YOU, bold=True)), cells)

    def _said(self, cells: int) -> list[Line]:
        if self.state is None:
            return [BLANK] * (GUIDE - 1)
        rows = wrap(self.guide.text(self.state), cells - 2)[: GUIDE - 1]
        return [line(f" {row}") for row in rows] + [BLANK] * (GUIDE - 1 - len(rows))

    def _what_next(self) -> str:
        """Return what to press now; every key stands in brackets."""
        state, step = self.state, self.guide.step
        if state is None:
            return ""
        if step is None:
            return _("[{again}] again  [Esc] leave", again=keymap.shown(Again))
        if back := self._in_the_way(state, step):
            return _("press [{key}]", key=back)
        match step.doing:
            case Doing.READ:
                return _("[{key}] goes on", key=ENTER)
            case Doing.LOOK if step.command is not None:
                return _("press [{key}]", key=keymap.shown(step.command))
            case Doing.ANSWER if self.entry.open:
                return _('type "{text}", then [{key}]', text=_(step.text), key=ENTER)
            case _ if state.asked:
                key = self._lesson.point(state, self.guide.wanted(state))
                return _("press [{key}]", key=key)
            case _:
                return _("wait a moment")

    def _in_the_way(self, state: TableState, step: Step) -> str:
        """Return the key that takes away what keeps the next one from being taken, if anything."""
        if (self.entry.open and not step.text) or state.log_at >= 0:
            return ESCAPE
        if state.hidden and step.doing is not Doing.READ:
            return keymap.shown(during.Hide)
        if state.notes and step.doing is Doing.ANSWER:
            return keymap.shown(during.Notes)
        return ""

    # --- the way along it --------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Go on with the lesson by the key that it waits for; every other key is the table's."""
        step, state = self.guide.step, self.state
        if step is None or state is None or state.log_at >= 0:
            return super().key(key)
        if step.doing is Doing.READ and key == "enter":
            self._go_on()
            return True
        used = super().key(key)
        if step.doing is Doing.LOOK and step.command is not None and key in step.command.keys:
            self._go_on()
        return used

    def _go_on(self) -> None:
        self.guide.go_on()
        self._note_end()

    def _note_end(self) -> None:
        if self.guide.finished and not self._noted:
            self._noted = True
            self.session.finish_lesson(self._lesson.game)

    def _answer(self, state: TableState, answer: tuple[str, ...]) -> None:
        """Send an answer that the lesson has a use for."""
        if self.guide.allows(state.frame["ask"], answer):
            super()._answer(state, answer)
        elif self.guide.doing is Doing.ANSWER:
            self.tell(_("Not in this lesson: the guide at the top names the next key."))
        else:
            self.tell(_("First read what the guide says at the top."))

    def _take(self, frame: TableFrame) -> None:
        if frame["stage"] == Stage.WAITING:
            return  # it begins by itself
        first = self.state is None
        super()._take(kept_apart(frame))
        if first and self.state is not None:
            self.state.returning, self.notice = False, BLANK  # all of it is new
        self.guide.take(frame)
        if self.state is not None:
            given = self.guide.catch_up(self.state)
            if given is not None:
                self._answer(self.state, given)
        self._note_end()

    def on_unmount(self) -> None:
        """Remember how far the learner has come; Textual calls this beside the table's own."""
        self.session.keep_lesson(self._lesson.game, self.guide.to_keep)

    def _notice(self, frame: NoticeFrame) -> None:
        if frame["level"] == "error":
            self.guide.refused()
        super()._notice(frame)

    def again(self) -> None:
        """Begin anew."""
        self.session.open_lesson(self._lesson.game, instead=self)


def _pointed(row: Line) -> Line:
    """Return a row of the pane to look at, with a sign at its edge."""
    first, *rest = row.spans or (Span(" "),)
    mark = Span(sign(Glyph.EDGE_PANEL), Colour.YOU, bold=True)
    if not first.text.startswith(" "):
        return row
    return Line((mark, Span(first.text[1:], first.tone, first.bold, first.shade), *rest), row.shade)
