"""Commands about a player's own comfort: the settings, and which key does what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.keys import KeysPage
    from tui.screens.page import Page

__all__ = ["ChangeKey", "GiveBack", "GiveBackAll", "Settings", "YourKeys"]


class Settings(Command["Page"]):
    """See and change one's own settings."""

    keys = ("ctrl+o",)
    shown = "Ctrl-O"
    label = N_("settings")
    help = N_("Language, look, keys, mouse, slow links, stillness; how good your link is.")
    footer = False

    def run(self, page: Page) -> None:
        """Show them on top."""
        page.session.open_settings()


class YourKeys(Command["Page"]):
    """See and change which key does what."""

    keys = ("ctrl+k",)
    shown = "Ctrl-K"
    label = N_("your keys")
    help = N_("See which key does what, and give commands other keys.")
    footer = False

    def run(self, page: Page) -> None:
        """Show them on top."""
        page.session.open_keys()


class ChangeKey(Command["KeysPage"]):
    """Give the highlighted command another key."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("other key")
    help = N_("Give the highlighted command another key: the next one that you press.")

    def run(self, page: KeysPage) -> None:
        """Wait for the key."""
        page.change()


class GiveBack(Command["KeysPage"]):
    """Give the highlighted command its own key back."""

    keys = ("x",)
    label = N_("own key")
    help = N_("Give the highlighted command the key back that it came with.")

    def run(self, page: KeysPage) -> None:
        """Do so, unless another command has the key now."""
        page.give_back()


class GiveBackAll(Command["KeysPage"]):
    """Give all commands their own keys back."""

    keys = ("r",)
    label = N_("all own keys")
    help = N_("Give every command the key back that it came with (asks first).")

    def run(self, page: KeysPage) -> None:
        """Ask, then do so."""
        page.give_back_all()
