"""Commands of the lessons: the list of them, and a lesson that is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.learn import LearnPage
    from tui.screens.lesson import LessonPage
    from tui.screens.lobby import LobbyPage

__all__ = ["Again", "Anew", "Begin", "Learn", "Leave"]


class Learn(Command["LobbyPage"]):
    """Learn a game."""

    keys = ("t",)
    label = N_("tutorials")
    help = N_("Learn a game by playing it: a lesson of five minutes for each, with bots.")

    def run(self, page: LobbyPage) -> None:
        """Show the lessons."""
        page.session.open_lessons()


class Begin(Command["LearnPage"]):
    """Begin the highlighted lesson."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("begin")
    help = N_("Begin the highlighted lesson. It can be left at any time, and repeated.")

    def run(self, page: LearnPage) -> None:
        """Open it."""
        page.begin()


class Anew(Command["LearnPage"]):
    """Begin a lesson that was left from its first step."""

    keys = ("k",)
    label = N_("from the beginning")
    help = N_("Begin the highlighted lesson anew, not where you left it.")

    def available(self, page: LearnPage) -> bool:
        """Only for one that was left."""
        return page.reached > 0

    def run(self, page: LearnPage) -> None:
        """Open it."""
        page.begin(anew=True)


class Again(Command["LessonPage"]):
    """Repeat a lesson that is finished."""

    keys = ("k",)
    label = N_("again")
    help = N_("Begin the lesson anew.")

    def available(self, page: LessonPage) -> bool:
        """Only once it is finished."""
        return page.guide.finished

    def run(self, page: LessonPage) -> None:
        """Open it anew."""
        page.again()


class Leave(Command["LessonPage"]):
    """Leave a lesson."""

    keys = ("escape", "backspace", "q")
    shown = "Esc"
    label = N_("leave")
    help = N_("Leave the lesson. It goes on where you left it, another time.")
    vital = True

    def run(self, page: LessonPage) -> None:
        """Go back."""
        page.back()
