"""Commands of the page of looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.looks import LooksPage

__all__ = ["Follow", "Keep", "Signs"]


class Keep(Command["LooksPage"]):
    """Keep the look."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("keep it")
    help = N_("Wear the highlighted look from now on; it is remembered for your key.")

    def run(self, page: LooksPage) -> None:
        """Wear and remember it."""
        page.keep()


class Follow(Command["LooksPage"]):
    """Follow the game, or not."""

    keys = ("f",)
    label = N_("follow the game")
    help = N_("At a table wear the game's own look; elsewhere the one chosen here.")

    def run(self, page: LooksPage) -> None:
        """Switch it."""
        page.follow()


class Signs(Command["LooksPage"]):
    """Choose the signs."""

    keys = ("s",)
    label = N_("signs")
    help = N_("Take signs as the terminal can show them, plain ASCII, or the look's own.")

    def run(self, page: LooksPage) -> None:
        """Take the next kind."""
        page.other_signs()
