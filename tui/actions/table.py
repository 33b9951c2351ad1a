"""Commands of a table, most of them while a game is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.api import Stage
from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.table import TablePage

__all__ = [
    "AlwaysPass",
    "Chat",
    "GiveUp",
    "Hide",
    "Hints",
    "LogFocus",
    "Mute",
    "Notes",
    "Rematch",
    "ScrollDown",
    "ScrollUp",
    "StandIn",
    "StepIn",
    "StepOut",
    "Take",
]


class Chat(Command["TablePage"]):
    """Say something."""

    keys = ("c",)
    label = N_("chat")
    help = N_("Say something to the table; Enter sends, Esc leaves.")

    def available(self, page: TablePage) -> bool:
        """Not for watchers of a game whose players must not hear them."""
        return page.may_talk

    def run(self, page: TablePage) -> None:
        """Open the chat line."""
        page.chat()


class Hide(Command["TablePage"]):
    """Hide or show the private pane."""

    keys = ("h",)
    label = N_("hide")
    help = N_("Hide everything that only you may see; the same key shows it again.")

    def available(self, page: TablePage) -> bool:
        """Only for players."""
        return page.seated and page.started

    def run(self, page: TablePage) -> None:
        """Toggle it."""
        page.toggle(hidden=True)


class Hints(Command["TablePage"]):
    """Show what could be done now, and why."""

    keys = ("=",)
    label = N_("hints")
    help = N_("What could you do now, and why? From what you alone can see; nobody else notices.")

    def available(self, page: TablePage) -> bool:
        """Only while the viewer is asked something."""
        return page.may_hint

    def run(self, page: TablePage) -> None:
        """Toggle them."""
        page.hint()


class Notes(Command["TablePage"]):
    """Show what you know."""

    keys = ("n",)
    label = N_("notes")
    help = N_("Show what you have learned about each player, and what you saw happen.")

    def available(self, page: TablePage) -> bool:
        """Only for players of a game."""
        return page.seated and page.started

    def run(self, page: TablePage) -> None:
        """Toggle them."""
        page.toggle(notes=True)


class LogFocus(Command["TablePage"]):
    """Walk through the log."""

    keys = ("l",)
    label = N_("log")
    help = N_("Walk through the log with the arrows; ? explains a line, Esc leaves.")

    def available(self, page: TablePage) -> bool:
        """Only once there is one."""
        return page.started or page.over

    def run(self, page: TablePage) -> None:
        """Toggle it."""
        page.toggle(log=True)


class ScrollUp(Command["TablePage"]):
    """Scroll the log back."""

    keys = ("pageup",)
    shown = "PgUp"
    label = N_("older")
    help = N_("Scroll the log back.")
    footer = False

    def run(self, page: TablePage) -> None:
        """Scroll by a page."""
        page.scroll_log(1)


class ScrollDown(Command["TablePage"]):
    """Scroll the log forward."""

    keys = ("pagedown",)
    shown = "PgDn"
    label = N_("newer")
    help = N_("Scroll the log forward.")
    footer = False

    def run(self, page: TablePage) -> None:
        """Scroll by a page."""
        page.scroll_log(-1)


class StandIn(Command["TablePage"]):
    """Do something about a player who is away."""

    keys = ("k",)
    label = N_("absent")
    help = N_("Let a bot stand in for a player who is away; before a start, free the seat (host).")

    def available(self, page: TablePage) -> bool:
        """Only for the host, with somebody away."""
        return page.hosting and page.absent is not None and not page.over

    def run(self, page: TablePage) -> None:
        """Fill or free the seat."""
        page.stand_in()


class Take(Command["TablePage"]):
    """Take the seat of somebody who is away for good."""

    keys = ("k",)
    label = N_("take seat")
    help = N_("Take a seat that a bot plays for an absent player from them for good (host).")
    footer = False

    def available(self, page: TablePage) -> bool:
        """Only for the host, in a game where a bot stands in for whoever is away."""
        takes = page.stage == Stage.PLAYING and page.hosting and bool(page.stand_ins)
        return takes and page.absent is None

    def run(self, page: TablePage) -> None:
        """Ask which."""
        page.ask_take()


class Mute(Command["TablePage"]):
    """Mute a seat in public, or let it be heard again."""

    keys = ("t",)
    label = N_("mute")
    help = N_("Mute a seat in public talk by its number; again: let it be heard (host).")
    footer = False

    def available(self, page: TablePage) -> bool:
        """Only for the host, in a game that is talked in under hidden names."""
        return page.hosting and page.masked

    def run(self, page: TablePage) -> None:
        """Ask which."""
        page.ask_mute()


class StepOut(Command["TablePage"]):
    """Let a bot play the seat for a while."""

    keys = ("o",)
    label = N_("step out")
    help = N_("Let a bot play your seat until you step in or come back (asks first).")
    footer = False

    def available(self, page: TablePage) -> bool:
        """Only for players of a game who play themselves."""
        return page.stage == Stage.PLAYING and page.seated and not page.out

    def run(self, page: TablePage) -> None:
        """Ask, then step out."""
        page.step_out()


class StepIn(Command["TablePage"]):
    """Play the own seat again."""

    keys = ("o",)
    label = N_("step in")
    help = N_("Take your seat back from the bot that plays it for you.")

    def available(self, page: TablePage) -> bool:
        """Only for players who have stepped out."""
        return page.stage == Stage.PLAYING and page.out

    def run(self, page: TablePage) -> None:
        """Step in."""
        page.step_in()


class GiveUp(Command["TablePage"]):
    """Give the seat up for the rest of a game."""

    keys = ("u",)
    label = N_("give up")
    help = N_("Leave a game for good; a bot plays on, or your character dies (asks first).")
    footer = False

    def available(self, page: TablePage) -> bool:
        """Only for players of a game."""
        return page.started and page.seated

    def run(self, page: TablePage) -> None:
        """Ask, then give up."""
        page.give_up()


class AlwaysPass(Command["TablePage"]):
    """Pass this kind of window from now on."""

    keys = (".",)
    label = N_("always pass")
    help = N_("Pass this and every later window of its kind; again, later: be asked once more.")

    def available(self, page: TablePage) -> bool:
        """Only at such a window, or while one is always passed."""
        state = page.state
        return state is not None and (state.passing is not None or bool(state.always))

    def run(self, page: TablePage) -> None:
        """Do so, or end it."""
        page.always_pass()


class Rematch(Command["TablePage"]):
    """Play again."""

    keys = ("r",)
    label = N_("rematch")
    help = N_("Play again with the same players.")

    def available(self, page: TablePage) -> bool:
        """Only after a game, for its players."""
        return page.over and page.seated

    def run(self, page: TablePage) -> None:
        """Ask for it."""
        page.rematch()
