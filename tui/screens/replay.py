"""The page of a game that is seen again: step by step, by jumps, or playing by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Region, Size
from textual.timer import Timer

from engine.errors import JournalError
from server.api import ExitStatus
from server.codes import RequestError
from themes.pack import Colour
from tui import comfort, messages
from tui.actions import common
from tui.actions import replays as commands
from tui.i18n import N_, _
from tui.screens.page import Page
from tui.screens.replay_reel import Reel
from tui.screens.replay_scene import SHADES, Playing, cast, draw, plan
from tui.texts.packs import unreadable
from tui.widgets.lines import BLANK, Line, Span, line
from tui.widgets.places import Places, stack

__all__ = ["SECONDS", "SPEEDS", "ReplayPage"]

SPEEDS: Final = (1, 2, 4)
SECONDS: Final = 1.5
"""Seconds from line to line at the first speed."""
_LONGEST: Final = 5
"""Digits of a decision's number."""


class ReplayPage(Page):
    """One game; ``game`` is its id, or a table's code for the own view of what runs there.

    ``alone``: there is no page behind it, so that leaving it ends the session.
    """

    keys_title = N_("In a replay")
    shades = SHADES
    typing = True
    commands = (
        commands.Lines(),
        commands.Decisions(),
        commands.Chapters(),
        commands.Play(),
        commands.Speed(),
        commands.Eyes(),
        commands.JumpTo(),
        commands.Notes(),
        commands.Ends(),
        commands.Rule(),
        common.Back(),
        common.NextLanguage(),
    )

    def __init__(self, game: str, *, alone: bool = False) -> None:
        super().__init__()
        self._alone = alone
        self.reel: Reel | None = None
        self._game = game
        self._missing = ""
        """Why there is nothing to be seen, once that is known."""
        self._wanted: int | None = None
        """Whose eyes were asked for and are not here yet."""
        self._notes = False
        self._speed = SPEEDS[0]
        self._timer: Timer | None = None

    # --- drawing -------------------------------------------------------------------------------

    def plan(self, size: Size) -> Places:
        """Return the places of the scene; while something is typed the keys make room for it."""
        if self.reel is None:
            return stack(size.width, ("top", size.height - 3), ("dock", 3))
        found = dict(plan(size, self.reel))
        if self.entry.open:
            dock = found["dock"]
            found["dock"] = Region(0, dock.y, size.width, dock.height - 1)
            found["entry"] = Region(0, size.height - 1, size.width, 1)
        return found

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        """Return what is to be seen here."""
        cells = places["top"].width
        if self.reel is None:
            text = self._missing or _("Reading the game ...")
            return {
                "top": [BLANK, line(Span(f" {text}", Colour.MUTED)), self.notice],
                "dock": [BLANK, BLANK, self.footer(cells)],
            }
        shade = Colour.PRIVATE if self.reel.viewer >= 0 and not self.reel.ended else Colour.PANEL
        self.panes["mine"].dye(shade)
        keys, vital = self._keys()
        return draw(
            self.reel,
            places,
            Playing(
                speed=self._speed if self._timer is not None else 0,
                notes=self._notes,
                keys=keys,
                vital=vital,
                notice=self.notice,
            ),
        )

    # --- tapes ---------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Ask for the game."""
        self.run_worker(self._load(), exclusive=True)

    def on_unmount(self) -> None:
        """Stop playing."""
        self._pause()

    def on_screen_suspend(self) -> None:
        """Stop playing while another page is on top."""
        self._pause()

    async def _load(self) -> None:
        """Fetch the tape of the own eyes."""
        connection = self.session.connection
        try:
            tapes = await connection.hub.replay(connection.who, self._game)
        except JournalError as error:
            tapes = []
            self._missing = unreadable(error)
        if tapes and tapes[0]["marks"]:
            self.reel = Reel(tapes)
        else:
            self._missing = self._missing or _("There is nothing to be seen again here.")
        self.draw()

    async def _look(self, reel: Reel, viewer: int) -> None:
        """Look through other eyes, once their tapes are here."""
        connection = self.session.connection
        wanted = reel.missing(viewer)
        try:
            tapes = (
                await connection.hub.replay(connection.who, self._game, wanted) if wanted else []
            )
            reel.look(viewer, tapes)
            self._wanted = None
        except RequestError as error:
            self._wanted = None
            self.tell(messages.notice(error.code, error.params), Colour.ERROR)
        except JournalError as error:
            self._wanted = None
            self.tell(unreadable(error), Colour.ERROR)
        self.draw()

    # --- keys ----------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        """Move, play, or look through other eyes."""
        reel = self.reel
        if reel is None:
            return False
        match key:
            case "space" if comfort.is_still():
                reel.turn_decision(1)
                return True
            case "space":
                self._play() if self._timer is None else self._pause()
                return True
            case "s":
                self._speed = SPEEDS[(SPEEDS.index(self._speed) + 1) % len(SPEEDS)]
                if self._timer is not None:
                    self._play()
                return True
            case "v" if len(reel.eyes) > 1:
                eyes = reel.eyes
                now = reel.viewer if self._wanted is None else self._wanted
                self._wanted = eyes[(eyes.index(now) + 1) % len(eyes)]
                self.run_worker(self._look(reel, self._wanted), exclusive=True)
                return True
            case "n" if reel.viewer >= 0:
                self._notes = not self._notes
                return True
            case "j":
                text = _("Number of a decision, 1 to {count}", count=reel.decisions)
                self.type("decision", text, _LONGEST)
                return True
            case "?":
                self.explain()
                return True
            case _:
                return self._move(reel, key)

    def _move(self, reel: Reel, key: str) -> bool:
        names = cast(reel)
        match key:
            case "right" | "left":
                reel.step(1 if key == "right" else -1, names)
            case "down" | "up":
                reel.turn_decision(1 if key == "down" else -1)
            case "pagedown" | "pageup":
                reel.turn_chapter(1 if key == "pagedown" else -1)
            case "home":
                reel.go(reel.first)
            case "end":
                reel.go(reel.last)
            case _:
                return False
        self._pause()
        return True

    def typed(self, purpose: str, text: str) -> None:
        """Jump to the decision whose number was typed."""
        reel = self.reel
        if purpose != "decision" or reel is None or not text:
            return
        number = int(text) if text.isascii() and text.isdigit() else 0
        self._pause()
        if not reel.to_decision(number):
            self.tell(_("There is no decision {number} here.", number=text[:_LONGEST]))

    def back(self) -> None:
        """Go to the page before, or end."""
        if self._alone:
            self.session.exit(ExitStatus.OK)
        else:
            super().back()

    # --- playing by itself ---------------------------------------------------------------------

    def _play(self) -> None:
        self._pause()
        self._timer = self.set_timer(SECONDS / self._speed, self._next)

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _next(self) -> None:
        """Go on by one line; stand still at the end."""
        self._timer = None
        reel = self.reel
        if reel is not None and reel.step(1, cast(reel)) and reel.at != reel.last:
            self._play()
        self.draw()

    # --- help ----------------------------------------------------------------------------------

    def help_text(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return how the game is played."""
        if self.reel is None:
            return ()
        return ((messages.game_name(self.reel.tape["game"]), self.reel.presenter.how_to_play()),)

    def help_lead(self) -> tuple[str, Sequence[str]] | None:
        """Return the rule behind the newest line."""
        reel = self.reel
        if reel is None or not reel.at:
            return None
        said = "".join(span.text for span in reel.said(reel.at - 1, cast(reel)))
        title, exact = reel.presenter.about_event(reel.tape["events"][reel.at - 1])
        return title, tuple(text for text in (said, *exact) if text)
