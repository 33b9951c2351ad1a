"""The command of whoever hosts the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.page import Page

__all__ = ["HostDesk"]


class HostDesk(Command["Page"]):
    """Open the host's desk."""

    keys = ("!",)
    label = N_("host's desk")
    help = N_("Kick, ban, invite, close tables, speak to all: the 'admin' commands.")
    footer = False

    def available(self, page: Page) -> bool:
        """Only for connections of a host's key."""
        return page.session.connection.host is not None

    def run(self, page: Page) -> None:
        """Open it on top."""
        page.session.open_desk()
