"""Commands of the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.lobby import LobbyPage

__all__ = ["Code", "Confirm", "NewTable", "Watch"]


class Confirm(Command["LobbyPage"]):
    """Go to the highlighted table."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("go there")
    help = N_("Sit down at the highlighted table, or return to your seat there.")

    def available(self, page: LobbyPage) -> bool:
        """Only with a table to go to."""
        return page.row is not None

    def run(self, page: LobbyPage) -> None:
        """Open it."""
        page.go()


class NewTable(Command["LobbyPage"]):
    """Make a table."""

    keys = ("n",)
    label = N_("new table")
    help = N_("Make a table: game, seats, clock, bots and options.")

    def run(self, page: LobbyPage) -> None:
        """Open the form."""
        page.session.open_form(page)


class Code(Command["LobbyPage"]):
    """Join by code."""

    keys = ("j",)
    label = N_("join by code")
    help = N_("Join a table by its code.")

    def run(self, page: LobbyPage) -> None:
        """Ask for the code."""
        page.ask_code()


class Watch(Command["LobbyPage"]):
    """Watch the highlighted table."""

    keys = ("w",)
    label = N_("watch")
    help = N_("Watch the highlighted table without taking a seat.")

    def available(self, page: LobbyPage) -> bool:
        """Only with a table to watch."""
        return page.row is not None

    def run(self, page: LobbyPage) -> None:
        """Open it as a spectator."""
        page.go(watch=True)
