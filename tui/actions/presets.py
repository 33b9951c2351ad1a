"""Commands of the form for a table, and of the set-ups that have a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.create import CreatePage
    from tui.screens.presets import PresetsPage

__all__ = ["Change", "Done", "Forget", "Presets", "Save", "Take"]


class Done(Command["CreatePage"]):
    """Make the table, or change it."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("done")
    help = N_("Make the table as the form says, or change it to that.")

    def run(self, page: CreatePage) -> None:
        """Do so."""
        page.done()


class Change(Command["CreatePage"]):
    """Choose a field and change it."""

    keys = ("up", "down", "left", "right", "space")
    shown = "<- ->"
    label = N_("change")
    help = N_("Up and down choose a field, left and right its value.")

    def run(self, page: CreatePage) -> None:
        """Do nothing: the page takes these keys itself."""


class Presets(Command["CreatePage"]):
    """Choose a set-up by its name."""

    keys = ("p",)
    label = N_("presets")
    help = N_("Fill the form in with a preset: one of yours, or one that comes with the game.")

    def run(self, page: CreatePage) -> None:
        """Show them."""
        page.session.open_presets(page)


class Save(Command["CreatePage"]):
    """Save what the form says under a name."""

    keys = ("s",)
    label = N_("save")
    help = N_("Save what stands in the form as a preset of yours; the same name replaces it.")

    def run(self, page: CreatePage) -> None:
        """Ask for the name."""
        page.ask_name()


class Take(Command["PresetsPage"]):
    """Take the highlighted set-up."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("take it")
    help = N_("Fill the form in with the highlighted preset; everything can still be changed.")

    def run(self, page: PresetsPage) -> None:
        """Take it."""
        page.take()


class Forget(Command["PresetsPage"]):
    """Forget a set-up."""

    keys = ("x",)
    label = N_("forget")
    help = N_("Forget the highlighted preset, if it is yours.")

    def available(self, page: PresetsPage) -> bool:
        """Only for one's own."""
        return page.preset.own

    def run(self, page: PresetsPage) -> None:
        """Forget it."""
        page.forget()
