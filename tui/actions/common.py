"""Commands of every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import LANGUAGES, N_, current

if TYPE_CHECKING:
    from tui.screens.page import Page

__all__ = ["Back", "Help", "Leave", "Looks", "NextLanguage"]


class Help(Command["Page"]):
    """Explain what is highlighted, or show the help page."""

    keys = ("?",)
    label = N_("help")
    help = N_("Explain what is highlighted; otherwise show this page.")
    vital = True

    def run(self, page: Page) -> None:
        """Show the page's help."""
        page.explain()


class NextLanguage(Command["Page"]):
    """Switch to the next language."""

    keys = ("z",)
    label = N_("language")
    help = N_("Go on to the next language, at any time, also in a game.")

    def run(self, page: Page) -> None:
        """Take the language after the current one."""
        ids = [language.id for language in LANGUAGES]
        page.session.speak(ids[(ids.index(current()) + 1) % len(ids)])


class Looks(Command["Page"]):
    """Choose a look."""

    keys = ("g",)
    label = N_("look")
    help = N_("Choose the look: colours, signs, and whether it follows the game.")

    def run(self, page: Page) -> None:
        """Show them on top."""
        page.session.open_looks()


class Back(Command["Page"]):
    """Go back to the page before."""

    keys = ("escape", "backspace", "q")
    shown = "Esc"
    label = N_("back")
    help = N_("Go back; a seat at a table is kept.")
    vital = True

    def run(self, page: Page) -> None:
        """Leave the page."""
        page.back()


class Leave(Command["Page"]):
    """End the session."""

    keys = ("q",)
    label = N_("quit")
    help = N_("Leave the server; your seats are kept. Ctrl-C twice does the same anywhere.")
    vital = True

    def run(self, page: Page) -> None:
        """Ask, then leave."""
        page.session.ask_leave()
