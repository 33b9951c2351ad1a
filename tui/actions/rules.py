"""Commands of the rules browser, and the one that opens it from any page."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tui.actions.command import Command
from tui.actions.common import Back
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.page import Page
    from tui.screens.rules import RulesPage

__all__ = ["Choose", "Clear", "Leave", "NextGame", "Read", "Rules", "Search"]


class Rules(Command["Page"]):
    """Look something up in the rules."""

    keys = ("/",)
    label = N_("rules")
    help = N_("Look something up: all rules, cards, roles and skills, found as you type.")

    def run(self, page: Page) -> None:
        """Open the browser where the page is."""
        page.session.open_rules(*page.rules_at())


class _RulesKey(Command["RulesPage"]):
    """A key that the browser understands itself; letters are what is searched for."""

    def run(self, page: RulesPage) -> None:
        """Press it."""
        page.key(self.keys[0])


class Search(_RulesKey):
    """Search."""

    keys = ("backspace",)
    shown = "a-z"
    label = N_("search")
    help = N_("Type words, a name or a number of a rule: the list shows what has all of them.")

    def run(self, page: RulesPage) -> None:
        """Leave it at the letters."""


class Choose(_RulesKey):
    """Walk through the list."""

    keys = ("down", "up")
    shown = "up/down"
    label = N_("choose")
    help = N_("Walk through the list; what is highlighted is shown in full.")


class Read(_RulesKey):
    """Scroll the text."""

    keys = ("pagedown", "pageup")
    shown = "PgUp/Dn"
    label = N_("read on")
    help = N_("Scroll the text that is shown.")


class Clear(_RulesKey):
    """Take back what was typed."""

    keys = ("escape",)
    shown = "Esc"
    label = N_("clear")
    help = N_("Take back what was typed, so that all is listed again.")

    def available(self, page: RulesPage) -> bool:
        """Only once something was typed; then Esc does this first."""
        return page.searching


class Leave(Back):
    """Go back, which Esc does once nothing is typed."""

    def available(self, page: Page) -> bool:
        """Not while Esc clears the search."""
        return not cast("RulesPage", page).searching


class NextGame(_RulesKey):
    """Go to another game."""

    keys = ("right", "left")
    shown = "<- ->"
    label = N_("game")
    help = N_("Look in the rules of another game.")
