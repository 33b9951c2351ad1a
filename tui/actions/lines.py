"""The command that leaves the full screen for line mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.page import Page

__all__ = ["LineMode"]


class LineMode(Command["Page"]):
    """Go on in plain lines; a seat is kept."""

    # Not a letter: one stray key must not take the screen away.
    keys = ("ctrl+t",)
    shown = "Ctrl-T"
    label = N_("plain lines")
    help = N_("Go on in plain lines, for a screen reader; 'screen' there comes back.")
    footer = False

    def run(self, page: Page) -> None:
        """Leave the screen for lines at the same place."""
        page.session.use_lines()
