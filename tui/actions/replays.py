"""Commands of games seen again: the list of them, and the page of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.command import Command
from tui.i18n import N_

if TYPE_CHECKING:
    from tui.screens.page import Page
    from tui.screens.replay import ReplayPage
    from tui.screens.replays import ReplaysPage
    from tui.screens.table import TablePage

__all__ = [
    "Again", "AgainWhole", "ById", "Chapters", "Decisions", "Ends", "Eyes", "JumpTo", "Leaves",
    "Lines", "Notes", "Open", "Play", "Replays", "Rule", "Speed", "TheirGames",
]  # fmt: skip


class Replays(Command["Page"]):
    """List the games that one has played."""

    keys = ("y",)
    label = N_("your games")
    help = N_("See games that you have played again; how often you won, and against whom.")

    def run(self, page: Page) -> None:
        """Open the list."""
        page.session.open_replays()


class Again(Command["TablePage"]):
    """See this table's game again."""

    keys = ("y",)
    label = N_("replay")
    help = N_("See this game again from its beginning, as you have seen it so far.")
    footer = False

    def available(self, page: TablePage) -> bool:
        """While a game runs in which one's own past may be seen again, and is not hidden."""
        return page.started and page.seated and not page.masked and not page.hidden

    def run(self, page: TablePage) -> None:
        """Open it."""
        page.session.open_replay(page.code)


class AgainWhole(Again):
    """See this table's game again, now that it is over."""

    label = N_("replay")
    help = N_("See this game again: your own view, and all of it.")
    footer = True

    def available(self, page: TablePage) -> bool:
        """Only after a game."""
        return page.over


class Open(Command["ReplaysPage"]):
    """Open the game that is highlighted."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("see it")
    help = N_("See the highlighted game again.")

    def available(self, page: ReplaysPage) -> bool:
        """Only with a game to see."""
        return page.game is not None

    def run(self, page: ReplaysPage) -> None:
        """Open it."""
        page.open()


class TheirGames(Command["ReplaysPage"]):
    """List the games that a row is made of."""

    keys = ("enter",)
    shown = "Enter"
    label = N_("its games")
    help = N_("List the games of the highlighted kind, or with the highlighted player.")

    def available(self, page: ReplaysPage) -> bool:
        """Only where something else than games is listed."""
        return page.leaf is not page.leaf.GAMES and page.count > 0

    def run(self, page: ReplaysPage) -> None:
        """List them."""
        page.list_games()


class Leaves(Command["ReplaysPage"]):
    """Turn to another list."""

    keys = ("right", "left")
    shown = "<- ->"
    label = N_("list")
    help = N_("Turn to your games, to how often you won each kind, to whom you played with.")

    def run(self, page: ReplaysPage) -> None:
        """Turn on."""
        page.key("right")


class ById(Command["ReplaysPage"]):
    """Open a game by its id."""

    keys = ("j",)
    label = N_("by id")
    help = N_("See a finished game again by its id, as its result shows it.")

    def run(self, page: ReplaysPage) -> None:
        """Ask for it."""
        page.ask_id()


class _ReplayKey(Command["ReplayPage"]):
    """A key that the page understands itself."""

    def run(self, page: ReplayPage) -> None:
        """Press it."""
        page.key(self.keys[0])


class Lines(_ReplayKey):
    """Walk line by line."""

    keys = ("right", "left")
    shown = "<- ->"
    label = N_("line")
    help = N_("Go on to the next line of the log, or back to the one before.")


class Decisions(_ReplayKey):
    """Walk decision by decision."""

    keys = ("down", "up")
    shown = "up/down"
    label = N_("decision")
    help = N_("Go on to the next decision, or back to the one before.")


class Chapters(_ReplayKey):
    """Walk round by round."""

    keys = ("pagedown", "pageup")
    shown = "PgUp/Dn"
    label = N_("round")
    help = N_("Go on to the next round or act, or back to where this one or the last began.")


class Ends(_ReplayKey):
    """Go to the beginning or the end."""

    keys = ("home", "end")
    shown = "Home/End"
    label = N_("first, last")
    help = N_("Go to the first decision, or to the end.")


class Play(_ReplayKey):
    """Let it play."""

    keys = ("space",)
    shown = "Space"
    label = N_("play")
    help = N_("Let the game go on by itself; again: pause.")


class Speed(_ReplayKey):
    """Change the speed."""

    keys = ("s",)
    label = N_("speed")
    help = N_("Play at one, two or four times the speed.")


class JumpTo(_ReplayKey):
    """Jump to a decision."""

    keys = ("j",)
    label = N_("jump")
    help = N_("Jump to a decision by its number.")


class Eyes(_ReplayKey):
    """Change whose eyes one looks through."""

    keys = ("v",)
    label = N_("view")
    help = N_("Look through the next player's eyes, at everything, or as watchers saw it.")

    def available(self, page: ReplayPage) -> bool:
        """Only where there are others."""
        return page.reel is not None and len(page.reel.eyes) > 1


class Notes(_ReplayKey):
    """Show what the player knew."""

    keys = ("n",)
    label = N_("notes")
    help = N_("Show what this player had learned about each other by then.")

    def available(self, page: ReplayPage) -> bool:
        """Only through a player's eyes."""
        return page.reel is not None and page.reel.viewer >= 0


class Rule(_ReplayKey):
    """Explain the newest line."""

    keys = ("?",)
    label = N_("rule")
    help = N_("Show the rule behind the newest line; again: these keys.")
    vital = True
