"""The App of one session: language, look, and the way between lobby and tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import replace
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType

from server.api import Channel, Connection, ExitStatus, PlayerRecord, Size
from server.gates import Bucket
from themes.loader import load
from themes.pack import Colour, Theme, css_variables
from tui import comfort, keymap, looks, signs
from tui.actions.comfort import Settings
from tui.comfort import Comfort, Link
from tui.i18n import DEFAULT as DEFAULT_LANGUAGE
from tui.i18n import _, begin, current, negotiate, use
from tui.keymap import Keymap
from tui.lessons import lesson_of, reached, with_finished, with_reached
from tui.line.call import Place
from tui.meter import Judge
from tui.screens.clicking import MOST_STEPS, STEPS_A_SECOND
from tui.screens.create import CreatePage
from tui.screens.desk import DeskPage
from tui.screens.eyes import EyesPage
from tui.screens.help import HelpPage
from tui.screens.invite import InvitePage
from tui.screens.keyed import groups, sections
from tui.screens.keys import KeysPage
from tui.screens.learn import LearnPage
from tui.screens.lesson import LessonPage
from tui.screens.lobby import LobbyPage
from tui.screens.looks import LooksPage
from tui.screens.page import Page
from tui.screens.palette import PalettePage
from tui.screens.presets import PresetsPage
from tui.screens.replay import ReplayPage
from tui.screens.replays import ReplaysPage
from tui.screens.rules import RulesPage
from tui.screens.settings import SettingsPage
from tui.screens.table import TablePage
from tui.screens.welcome import WelcomePage
from tui.session import SessionApp
from tui.texts.comfort import spared_line
from tui.texts.invite import invitation
from tui.tips import SHOWN, Read, Tip
from tui.wardrobe import Signs, Taste, Wardrobe, built_in, chosen, spared

__all__ = ["UndertableApp"]

_STYLE: Final = ("theme", "style.tcss")
"""Where the theme's style sheet stands among the App's sources; each replaces the one before."""
SPARING_PAUSE: Final = 1.0
"""Seconds between two pictures on a link that is spared, but for echoes of the player's input."""
RECORD_PATIENCE = 5.0
"""Seconds to wait for the player's stored settings before starting without them."""


class UndertableApp(SessionApp, inherit_bindings=False):
    """One player's session: opens where ``start_table`` says, else in the lobby.

    ``watch`` starts there as a spectator; ``start_replay`` shows a game again and nothing else.
    :meth:`run` returns an :class:`ExitStatus`.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # priority: they must also work while something is being typed.
        Binding("ctrl+c", "ask_leave", show=False, priority=True),
        Binding("ctrl+l", "redraw", show=False, priority=True),
        Binding("ctrl+p", "palette", show=False, priority=True),
        Binding("ctrl+q,ctrl+z", "nothing", show=False, priority=True),
    ]

    def __init__(
        self,
        connection: Connection,
        *,
        start_table: str | None = None,
        watch: bool = False,
        wardrobe: Wardrobe | None = None,
        start_replay: str | None = None,
        start_lesson: str | None = None,
    ) -> None:
        self._theme = load()
        super().__init__()
        self.stylesheet.add_source(self._theme.style, _STYLE)
        self.connection = connection
        self.wardrobe = wardrobe or built_in()
        self.comfort: Comfort = Comfort()
        """Mouse, link and stillness as the player has chosen."""
        self._judge = Judge()
        self.steps = Bucket(burst=MOST_STEPS, rate=STEPS_A_SECOND)
        """Arrows that clicks may still stand for."""
        self.taste = Taste()
        """What the player has chosen to wear."""
        self.tips: Read = Read()
        """Which first-time notes the player has read."""
        self._narrow: bool | None = None
        self._at = ("", "")
        self.record = PlayerRecord(name=connection.who.name, language="", colour="", settings={})
        self.last_word: tuple[str, Colour] | None = None
        """Why a table's channel ended, for the lobby to show."""
        self.lines_at: Place | None = None
        """Where the player goes on in line mode, once they have asked for it."""
        self._table = Place()
        self._home = copy_context()
        self._start = start_table
        self._replay = start_replay
        self._lesson = start_lesson
        self._watch = watch
        self._leaving = False
        self._first_lobby = start_table is None

    # --- what all pages use ----------------------------------------------------------------

    @property
    def language(self) -> str:
        """The id of the session's language, whichever task asks."""
        return self._home.copy().run(current)

    def lobby_channel(self) -> Channel:
        """Open the lobby."""
        return self.connection.hub.lobby(self.connection.who)

    def table_channel(self, code: str, *, watch: bool) -> Channel:
        """Open the table ``code``."""
        return self.veiled(self.connection.hub.table(self.connection.who, code, watch=watch))

    def speak(self, language: str) -> None:
        """Use ``language`` from now on, and remember it."""
        use(language)
        self.remember(language=language)
        self._redraw_pages()

    def keep_look(self, taste: Taste) -> None:
        """Dress as ``taste`` says from now on, and remember it."""
        self.taste = taste
        self._keep(taste.settings)
        self.dress()

    def keep_keys(self, keys: Keymap) -> None:
        """Let commands have ``keys`` from now on, and remember them."""
        keymap.use(keys)
        self._keep(keys.settings)
        self._redraw_pages()

    @property
    def keymap(self) -> Keymap:
        """The keys of this session's commands."""
        return keymap.worn()

    def keep_comfort(self, chosen: Comfort) -> None:
        """Let the session be as comfortable as ``chosen`` from now on, and remember it."""
        self.comfort = chosen
        self._keep(chosen.settings)
        self._be_comfortable()

    def _be_comfortable(self) -> None:
        """Bring mouse, link and stillness in force."""
        link = self.comfort.link
        sparing = link is Link.LOW or (link is Link.AUTO and self._judge.is_poor)
        comfort.use(sparing=sparing, still=self.comfort.still)
        self.use_mouse(self.comfort.mouse)
        self.spare(SPARING_PAUSE if sparing else 0.0)
        self.dress()

    def heard(self, seconds: float, rate: float) -> None:
        """Take how long a fence took and what the link carried, to judge it by."""
        # Reported from the connection's task; what is drawn is changed in the App's own. While
        # output is shaped nothing may be seen in it, and how long a beat takes says little.
        if self.is_veiled:
            return
        if self._judge.take(seconds, rate) and self.comfort.link is Link.AUTO:
            self.call_later(self._link_changed)

    def _link_changed(self) -> None:
        self._be_comfortable()
        tone = Colour.WARNING if comfort.is_sparing() else Colour.SUCCESS
        self.tell(spared_line(comfort.is_sparing(), keymap.shown(Settings)), tone)

    def clicked(self, x: int, y: int) -> None:
        """Take a press of the mouse."""
        # Reported from the connection's task, as above.
        self.call_later(self._click, x, y)

    def _click(self, x: int, y: int) -> None:
        if isinstance(self.screen, Page):
            self.screen.click(x, y)

    def read_tip(self, tip: Tip) -> None:
        """Never show a first-time note again."""
        self.tips = self.tips.and_read(tip)
        self._keep(self.tips.setting(tip))

    def show_tips(self, *, shown: bool) -> None:
        """Show first-time notes from now on, or none."""
        self.tips = replace(self.tips, shown=shown)
        self._keep({SHOWN: shown})

    def _keep(self, settings: dict[str, Any]) -> None:
        """Store some settings; another session of the player may have changed others."""
        self.record["settings"].update(settings)
        self.connection.hub.remember(self.connection.who, settings=settings)

    def sit_at(self, game: str = "", mood: str = "") -> None:
        """Be at a table of ``game``, whose public state has a ``mood``; at none by default."""
        if self._at != (game, mood):
            self._at = (game, mood)
            if self.screen_stack and not isinstance(self.screen, LooksPage):
                self.dress()

    def dress(self, trying: Taste | None = None, mood: str = "") -> None:
        """Wear what the player has chosen, or for a while what is ``trying`` in a ``mood``."""
        game, now = self._at
        taste = trying or self.taste
        theme = chosen(self.wardrobe, taste, self.depth, game).turned(mood if trying else now)
        sparing = comfort.is_sparing() and trying is None
        if sparing:
            theme, plain = spared(self.wardrobe, theme), True
        elif taste.signs != Signs.AUTO:
            plain = taste.signs == Signs.ASCII
        elif self.terminal is None:
            plain = True
        else:
            plain = self._narrow is False or not signs.reads_utf8(
                self.terminal.term, self.terminal.env
            )
        looks.wear(theme, plain=plain)
        if theme is not self._theme:
            if theme.palette[Colour.BACKGROUND] != self._theme.palette[Colour.BACKGROUND]:
                self.paint_afresh()
            self._theme = theme
            self.stylesheet.add_source(theme.style, _STYLE)
            self.refresh_css(animate=False)
        self._redraw_pages()

    def measured(self, narrow: bool) -> None:
        """Take the terminal's word whether it shows signs of one cell in one cell."""
        # Reported from the connection's task; the look is changed in the App's own.
        self._narrow = narrow
        if not narrow:
            self.call_later(self._signs_are_wide)

    def _signs_are_wide(self) -> None:
        self.dress()
        self.redraw()

    def remember(self, **changes: Any) -> None:
        """Store changed settings without waiting for it."""
        self.record.update(changes)  # type: ignore[typeddict-item]
        self.connection.hub.remember(self.connection.who, **changes)

    @contextmanager
    def taking_input(self) -> Iterator[None]:
        """Take back a first wish to leave, if what is taken inside was not the second one."""
        asked = self._leaving
        yield
        if asked:
            self._leaving = False

    @property
    def name_shown(self) -> str:
        """The player's name as the server keeps it."""
        return self.record["name"] or self.connection.who.name

    def tell(self, text: str, tone: Colour) -> None:
        """Show a notice on whatever page is on top."""
        if isinstance(self.screen, Page):
            self.screen.tell(text, tone)

    # --- the way ---------------------------------------------------------------------------

    async def run_async(self, *args: Any, **kwargs: Any) -> int | None:
        """Run, with a language of this session's own in the context that all its tasks share."""
        begin(negotiate("", self.connection.terminal.env) or DEFAULT_LANGUAGE)
        looks.begin()
        keymap.begin()
        comfort.begin()
        self._home = copy_context()
        return await super().run_async(*args, **kwargs)

    def too_small(self, size: Size) -> list[str]:
        """Return what is shown on a terminal that is too small, in the session's language."""
        # Resizes are reported from the connection's task, which has another context.
        return self._home.copy().run(self._too_small, size)

    def _too_small(self, size: Size) -> list[str]:
        return [
            _("Too small: {columns}x{rows}", columns=size.columns, rows=size.rows),
            _("{columns}x{rows} needed", columns=self.MIN_SIZE.columns, rows=self.MIN_SIZE.rows),
        ]

    async def on_mount(self) -> None:
        """Load the player's settings, ask for a language if need be, and open the first page."""
        try:
            async with asyncio.timeout(RECORD_PATIENCE):
                self.record = await self.connection.hub.player(self.connection.who)
        except TimeoutError:
            self.log.warning("player record late")
        self.taste = Taste.of(self.record["settings"])
        self.tips = Read.of(self.record["settings"])
        keymap.use(Keymap.of(self.record["settings"], groups()))
        self.comfort = Comfort.of(self.record["settings"])
        self._be_comfortable()
        language = negotiate(self.record["language"], self.connection.terminal.env)
        if language is None:
            self.push_screen(WelcomePage(self._welcomed))
        else:
            use(language)
            self._open_first()

    def _welcomed(self, language: str) -> None:
        self.speak(language)
        self.pop_screen()
        self._open_first()

    def _open_first(self) -> None:
        if self._replay is not None:
            self.push_screen(ReplayPage(self._replay, alone=True))
            return
        self.push_screen(LobbyPage())
        if self._lesson is not None:
            self._first_lobby = False
            self.open_lesson(self._lesson)
        if self._start is not None:
            self.open_table(self._start, watch=self._watch)

    def open_table(self, code: str, *, watch: bool = False) -> None:
        """Go to a table: to one's seat there, to a free one, or as a spectator."""
        self._first_lobby = False
        self._table = Place(code=code, watch=watch)
        self.push_screen(TablePage(code, watch=watch))

    def opened(self, code: str) -> None:
        """Go to the table that the lobby has made for this player."""
        self.open_table(code)

    def closed(self, page: Page) -> None:
        """Leave a page whose table has ended, unless it was left already."""
        if self.screen is page:
            self.pop_screen()

    def server_gone(self) -> None:
        """End the session, as the server has ended the lobby."""
        self.exit(ExitStatus.OK)

    def parting(self, status: int) -> str:
        """Return the line to print after the screen is left: the server's last word, if any."""
        del status
        return "" if self.last_word is None else self.last_word[0]

    def return_once(self, code: str) -> bool:
        """Go to the table left earlier, if this is the first look at the lobby; say whether."""
        first, self._first_lobby = self._first_lobby, False
        if first:
            self.open_table(code)
        return first

    def open_form(self, page: LobbyPage | TablePage) -> None:
        """Open the form for a new table, or for the options of the table shown."""
        self.push_screen(CreatePage(page))

    def open_presets(self, page: CreatePage) -> None:
        """Show the presets of the game in the form."""
        self.push_screen(PresetsPage(page))

    def open_help(self, page: Page) -> None:
        """Show what can be done on ``page``."""
        self.push_screen(HelpPage(page))

    def open_looks(self) -> None:
        """Show the themes, to choose from."""
        self.push_screen(LooksPage())

    def open_settings(self) -> None:
        """Show the player's settings."""
        if not isinstance(self.screen, SettingsPage):
            self.push_screen(SettingsPage())

    def open_invitation(self, code: str) -> None:
        """Copy how to come to a table, and show it."""
        self.push_screen(InvitePage(invitation(code, self.connection.reached)))

    def open_keys(self) -> None:
        """Show which key does what, to change it."""
        if not isinstance(self.screen, KeysPage):
            self.push_screen(KeysPage(groups(), sections()))

    def open_eyes(self, page: TablePage) -> None:
        """Show who watches through the player's eyes at a table."""
        self.push_screen(EyesPage(page))

    def open_rules(self, game: str = "", rule: str = "") -> None:
        """Show the rules to search in, from that rule on."""
        self.push_screen(RulesPage(game, rule))

    def open_replays(self) -> None:
        """Show the games that the player has finished."""
        self.push_screen(ReplaysPage())

    def open_replay(self, game: str) -> None:
        """See a game again: a finished one by its id, one's own running one by its code."""
        self.push_screen(ReplayPage(game))

    def open_lessons(self) -> None:
        """Show the lessons, to begin one."""
        self._keep(with_finished(self.record["settings"]))
        self.push_screen(LearnPage())

    def open_lesson(self, game: str, *, instead: LessonPage | None = None) -> None:
        """Begin the lesson of a game, perhaps in the place of one that is on."""
        if instead is not None:
            self.pop_screen()
        at = reached(self.record["settings"], game)
        self.push_screen(LessonPage(lesson_of(game), at))

    def keep_lesson(self, game: str, at: int) -> None:
        """Remember at which step the player has left a game's lesson; 0 forgets it."""
        if at != reached(self.record["settings"], game):
            self._keep(with_reached(self.record["settings"], game, at))
            self._redraw_pages()  # the list is in sight again by then

    def finish_lesson(self, game: str) -> None:
        """Remember that the player has finished a game's lesson."""
        self._keep(with_finished(self.record["settings"], game))

    def open_desk(self) -> None:
        """Show the host's desk, to whom it was handed."""
        if self.connection.host is not None:
            self.push_screen(DeskPage(self.connection.host))

    def use_lines(self) -> None:
        """End the full screen; the player goes on in line mode at the same place."""
        if self.connection.who.id == "local":
            self.tell(_("Plain lines are for connections over SSH."), Colour.ERROR)
            return
        self.lines_at = self._table if isinstance(self.screen, TablePage) else Place()
        self.exit(ExitStatus.OK)

    def ask_leave(self) -> None:
        """Leave at the second time of asking."""
        if self._leaving:
            self.exit(ExitStatus.OK)
            return
        self._leaving = True
        if isinstance(self.screen, Page):
            self.screen.tell(self._leaving_means())

    def _leaving_means(self) -> str:
        """Return what a second press will do, and what becomes of a seat then."""
        who = self.connection.who
        if who.guest:
            return _("Press the same key again to leave. A guest's seat is not kept.")
        if who.id == "local":
            return _("Press the same key again to leave.")
        return _("Press the same key again to leave. Your seat is kept.")

    def action_ask_leave(self) -> None:
        """Ctrl-C: ask, then leave as interrupted."""
        if self._leaving:
            self.exit(ExitStatus.INTERRUPTED)
            return
        self.ask_leave()

    def action_redraw(self) -> None:
        """Ctrl-L: paint everything anew."""
        self.redraw()

    def action_palette(self) -> None:
        """Ctrl-P: list what can be done on the page, to pick from."""
        if isinstance(self.screen, Page) and self.screen.commands:
            self.push_screen(PalettePage(self.screen))

    def action_nothing(self) -> None:
        """Ctrl-Z, Ctrl-Q: a session can neither be suspended nor ended by one stray key."""

    # --- looks -----------------------------------------------------------------------------

    @property
    def theme_worn(self) -> Theme:
        """The theme that the session wears, in the mood that is on."""
        return self._theme

    @property
    def theme_chosen(self) -> Theme:
        """The theme that is worn away from tables, on a link that need not be spared."""
        return chosen(self.wardrobe, self.taste, self.depth)

    def get_css_variables(self) -> dict[str, str]:
        """Return Textual's variables and the theme's own."""
        return {**super().get_css_variables(), **css_variables(self._theme)}

    def _redraw_pages(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.draw()
