"""Commands of the waiting room."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.table import TablePage

__all__ = [
    "AddBot", "Invite", "OtherOptions", "Ready", "RemoveBot", "SitDown", "StandUp", "StartGame",
]  # fmt: skip


class _Waiting(Command["TablePage"]):
    """A command of the waiting room."""

    host = False

    def available(self, page: TablePage) -> bool:
        """Only before a start, and for the host where it says so."""
        return page.waiting and (page.hosting or not self.host)

    @abstractmethod
    def run(self, page: TablePage) -> None:
        """Do it."""


class SitDown(_Waiting):
    """Take a free seat."""

    keys = ("i",)
    label = N_("sit down")
    help = N_("Take a free seat.")

    def available(self, page: TablePage) -> bool:
        """Only without a seat."""
        return page.waiting and not page.seated and page.free

    def run(self, page: TablePage) -> None:
        """Ask for any seat."""
        page.sit()


class Ready(_Waiting):
    """Be ready, or not."""

    keys = ("r",)
    label = N_("ready")
    help = N_("Say that you are ready, or take it back (all but the host).")

    def available(self, page: TablePage) -> bool:
        """Only with a seat; the host starts instead."""
        return page.waiting and page.seated and not page.hosting

    def run(self, page: TablePage) -> None:
        """Toggle it."""
        page.ready()


class StartGame(_Waiting):
    """Start the game."""

    keys = ("s",)
    label = N_("start")
    help = N_("Start the game; bots take the empty seats (host).")
    host = True

    def run(self, page: TablePage) -> None:
        """Start."""
        page.start()


class Invite(_Waiting):
    """Hand on how to come here."""

    keys = ("y",)
    label = N_("copy code")
    help = N_("Copy the join code and the line that friends type, and show both plainly.")

    def run(self, page: TablePage) -> None:
        """Copy and show it."""
        page.session.open_invitation(page.code)


class AddBot(_Waiting):
    """Put a bot on a free seat."""

    keys = ("b",)
    label = N_("add bot")
    help = N_("Put a bot on a free seat (host).")
    host = True

    def available(self, page: TablePage) -> bool:
        """Only with a free seat."""
        return super().available(page) and page.free

    def run(self, page: TablePage) -> None:
        """Add one."""
        page.add_bot()


class RemoveBot(_Waiting):
    """Take a bot away."""

    keys = ("x",)
    label = N_("remove bot")
    help = N_("Take the last bot away (host).")
    host = True

    def available(self, page: TablePage) -> bool:
        """Only with a bot at the table."""
        return super().available(page) and page.bot_seat is not None

    def run(self, page: TablePage) -> None:
        """Remove the last one."""
        page.remove_bot()


class OtherOptions(_Waiting):
    """Change the table's options."""

    keys = ("o",)
    label = N_("options")
    help = N_("Change seats, clock and options (host).")
    host = True

    def run(self, page: TablePage) -> None:
        """Open the form."""
        page.session.open_form(page)


class StandUp(_Waiting):
    """Give up the own seat."""

    keys = ("u",)
    label = N_("stand up")
    help = N_("Give up your seat before the game starts.")

    def available(self, page: TablePage) -> bool:
        """Only with a seat."""
        return page.waiting and page.seated

    def run(self, page: TablePage) -> None:
        """Stand up."""
        page.stand()
