"""Commands about watching through a player's eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.eyes import EyesPage
    from tui.screens.table import TablePage

__all__ = ["End", "Give", "Lend", "LookThrough", "StopLooking"]


class LookThrough(Command["TablePage"]):
    """Ask a player to let one see what they see."""

    keys = ("i",)
    label = N_("player's eyes")
    help = N_("Ask a player to let you watch through their eyes; everybody is told if they do.")

    def available(self, page: TablePage) -> bool:
        """Only for watchers of a game in which that may be."""
        return page.started and not page.seated and not page.masked and page.through < 0

    def run(self, page: TablePage) -> None:
        """Ask whose."""
        page.ask_eyes()


class StopLooking(Command["TablePage"]):
    """Watch as all watchers do again."""

    keys = ("i",)
    label = N_("own eyes")
    help = N_("Watch as all watchers do again, no longer through that player's eyes.")

    def available(self, page: TablePage) -> bool:
        """Only for who looks through another's eyes."""
        return page.through >= 0

    def run(self, page: TablePage) -> None:
        """End it."""
        page.end_eyes()


class Lend(Command["TablePage"]):
    """See who watches, or asks to watch, through one's eyes."""

    keys = ("i",)
    label = N_("your eyes")
    help = N_("See who watches through your eyes or asks to; allow it, refuse it, end it.")

    def available(self, page: TablePage) -> bool:
        """Only for players whom somebody has asked."""
        return bool(page.lookers)

    def run(self, page: TablePage) -> None:
        """Show them."""
        page.session.open_eyes(page)


class Give(Command["EyesPage"]):
    """Let the highlighted watcher look."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("allow")
    help = N_("Let the highlighted watcher see all that you see. Everybody is told.")

    def available(self, page: EyesPage) -> bool:
        """Only for one who has just asked."""
        return page.looker is not None and not page.looker["given"]

    def run(self, page: EyesPage) -> None:
        """Allow it."""
        page.give()


class End(Command["EyesPage"]):
    """Refuse or end it."""

    keys = ("x",)
    label = N_("refuse, end")
    help = N_("Show the highlighted watcher nothing more through your eyes.")

    def available(self, page: EyesPage) -> bool:
        """Only with somebody to refuse."""
        return page.looker is not None

    def run(self, page: EyesPage) -> None:
        """Do so."""
        page.end()
