"""Commands of a game with a desk of its own: a sheet to fill in, pages to turn.

The desk takes these keys itself; as commands they are listed, and picked from the palette.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.table import TablePage

__all__ = ["BeReady", "Diary", "Empty", "Fold", "Send", "Talk", "Turn", "Walk", "Why"]


class _DeskKey(Command["TablePage"]):
    """A key that the desk understands."""

    def available(self, page: TablePage) -> bool:
        """Only for players of such a game."""
        return page.at_desk

    def run(self, page: TablePage) -> None:
        """Press it."""
        page.key(self.keys[0])


class BeReady(_DeskKey):
    """Be ready, or not."""

    keys = ("r",)
    label = N_("ready")
    help = N_("Send what is filled in and be ready; again: take ready back.")


class Send(_DeskKey):
    """Send the sheet."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("send")
    help = N_("Send what is filled in without being ready; say a prediction (asks once more).")


class Diary(_DeskKey):
    """Open the diary."""

    keys = ("d",)
    label = N_("diary")
    help = N_("Read your diary and what you were told, act by act.")
    footer = False


class Why(_DeskKey):
    """Open the causes."""

    keys = ("w",)
    label = N_("why")
    help = N_("Read why things went as they did for you in an act.")
    footer = False


class Talk(_DeskKey):
    """Open private talk."""

    keys = ("p",)
    label = N_("talk")
    help = N_("Read private talk, again: the next channel; chat is written where you read.")
    footer = False


class _PageKey(_DeskKey):
    """A key of what is read: also after the game, when the acts can be read."""

    def available(self, page: TablePage) -> bool:
        """Where there is a page."""
        return page.at_desk or (page.over and page.state is not None and bool(page.state.desk))


class Fold(_PageKey):
    """Fold the sheet away."""

    keys = ("v",)
    label = N_("larger page")
    help = N_("Fold the sheet away, so that more of a page can be read; again: back.")
    footer = False


class Turn(_PageKey):
    """Turn the page."""

    keys = (",", ".")
    shown = ", ."
    label = N_("turn the page")
    help = N_("Turn to the act before or after; Space reads on, and begins again at the end.")
    footer = False


class Walk(_DeskKey):
    """Walk over the sheet."""

    keys = ("right", "left")
    shown = "arrows"
    label = N_("next field")
    help = N_("Walk over the fields of the sheet; a value is chosen by the key before it.")
    footer = False


class Empty(_DeskKey):
    """Empty the field."""

    keys = ("0",)
    label = N_("empty")
    help = N_("Empty the field that is highlighted.")
    footer = False
