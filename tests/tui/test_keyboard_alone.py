"""Every screen is reached by the keys that the screens name, and left again by Esc: no dead end.

A walker without a mouse and without knowledge: on each page it opens the list of what can be done
(Ctrl-P, else the footer), presses every key that stands there, looks at what opens, and goes back.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from textual.geometry import Size as TextualSize

from server.api import ExitStatus, Size
from server.hub import LocalHub
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.inks import shown
from tests.tui.scenes import text_of
from tests.tui.screens_shown import SIZES, finished_game
from tests.tui.sessions import eventually, table_for
from tests.tui.stage import look_at, still
from themes.pack import TEXT_PAIRS, Colour
from tui import driver
from tui.app import UndertableApp
from tui.screens.eyes import EyesPage
from tui.screens.lobby import LobbyPage
from tui.screens.page import Page
from tui.screens.palette import PalettePage
from tui.screens.replay import ReplayPage
from tui.screens.table import TablePage
from tui.screens.welcome import WelcomePage
from tui.screens.wishes import TableWishes
from tui.widgets.lines import width

TALL = Size(80, 34)
"""So that no list has to be scrolled."""
ESCAPE = b"\x1b"
BYTES = {
    "Enter": b"\r", "Space": b" ", "Esc": ESCAPE, "<- ->": b"\x1b[C", "up/down": b"\x1b[B",
    "arrows": b"\x1b[C", "PgUp": b"\x1b[5~", "PgDn": b"\x1b[6~", "PgUp/Dn": b"\x1b[6~",
    "Home/End": b"\x1b[F", ", .": b",", "a-z": b"e",
}  # fmt: skip
"""What the named keys send; a single character stands for itself."""
ENDS = {"q", "Esc", "Ctrl-T", "z"}
"""Keys that leave the page or the screen, which is done at the end; and the next language."""
LAST = {"Enter", "s", "<- ->"}
"""Keys after which a page may be done with, or be another one: a form, a table before its game."""
LISTED = re.compile(r"^ . (\S.{6})(\S.{15})")
MOMENT = 0.001
NAMED = re.compile(r"(?:^ |  )(\S+|<- ->|, \.) (\S+)")


def sent_by(key: str) -> bytes:
    """Return what a keyboard sends for a key as it is written on the screen."""
    if key.startswith("Ctrl-"):
        return bytes([ord(key[5]) & 0x1F])
    return BYTES.get(key) or key.encode()


def kinds() -> Iterator[type[Page]]:
    """Return every kind of page of the product."""
    found = list(Page.__subclasses__())
    for kind in found:
        found += kind.__subclasses__()
        if kind.__module__.startswith("tui."):
            yield kind


class Walker:
    """Goes wherever keys lead; ``seen`` are the kinds of pages that it has been on."""

    def __init__(self, app: UndertableApp, terminal: FakeTerminal) -> None:
        self.app = app
        self.terminal = terminal
        self.seen: set[type[Page]] = {WelcomePage}
        self.inks: set[tuple[Colour, Colour]] = set()
        self.pressed: set[tuple[type[Page], tuple[str, str]]] = set()

    @property
    def page(self) -> Page:
        page = self.app.screen
        assert isinstance(page, Page)
        return page

    async def press(self, data: bytes) -> None:
        """Type a key, and wait until it has been taken."""
        self.terminal.feed(data)
        for _turn in range(3):
            for taker in (self.app, self.page):
                taken = asyncio.Event()
                taker.call_later(taken.set)
                # A page that the key has closed takes nothing any more.
                while not taken.is_set() and taker in (self.app, self.page):  # noqa: ASYNC110
                    await asyncio.sleep(MOMENT)
        await self.here()
        self.inks |= shown(self.page)

    async def here(self) -> None:
        """Wait until the page has what it shows."""
        page = self.page
        if isinstance(page, TablePage):
            await eventually(lambda: page.state is not None or page is not self.app.screen)
            if page.state is not None and page.state.returning:
                await self.press(b" ")
        if isinstance(page, ReplayPage):
            await eventually(lambda: page.reel is not None)

    async def drawn(self) -> None:
        """Wait until the terminal shows what the page has drawn last."""
        pane = list(self.page.panes.values())[-1]

        def shown() -> bool:
            text = self.terminal.text()
            return bool(pane.rows) and all(row.text.strip()[:40] in text for row in pane.rows)

        while not shown():  # noqa: ASYNC110 - painting has no event of its own
            await asyncio.sleep(MOMENT)

    async def keys(self) -> list[tuple[str, str]]:
        """Return the keys that the screen names now, and what it says of them."""
        page = self.page
        if page.commands and not isinstance(page, PalettePage):
            self.terminal.feed(sent_by("Ctrl-P"))
            await eventually(lambda: isinstance(self.app.screen, PalettePage))
            await self.drawn()
            self.seen.add(PalettePage)
            rows = self.terminal.lines()[1:]
            await self.press(ESCAPE)
            assert self.page is page
            found = [(m[1].strip(), m[2].strip()) for row in rows if (m := LISTED.match(row))]
        else:
            await self.drawn()
            found = NAMED.findall(self.terminal.lines()[-1])
        return sorted((one for one in found if one[0] not in ENDS), key=lambda one: one[0] in LAST)

    async def explore(self) -> None:
        """Press every key here and on whatever opens, and come back each time."""
        page = self.page
        self.seen.add(type(page))
        self.fits(page)
        while fresh := [one for one in await self.keys() if (type(page), one) not in self.pressed]:
            for key, label in fresh:
                self.pressed.add((type(page), (key, label)))
                await self.press(sent_by(key))
                if page not in self.app.screen_stack:
                    return  # the key has finished what the page was for
                if self.page is not page:
                    if type(self.page) not in self.seen:
                        await self.explore()
                    await self.back_to(page)
                elif page.entry.open or getattr(page, "_is_waiting", False):
                    await self.press(ESCAPE)
                assert self.page is page, (page, key, label, self.page)

    @staticmethod
    def fits(page: Page) -> None:
        """Look whether a page fits every supported size, with the way back in its last row."""
        for size in SIZES:
            places = page.plan(TextualSize(*size))
            rows = page.rows(places)
            for name, area in places.items():
                drawn = rows.get(name, ())
                assert area.right <= size.columns, (page, size, name)
                assert area.bottom <= size.rows, (page, size, name)
                assert len(drawn) <= area.height, (page, size, name)
                assert all(width(row) <= area.width for row in drawn), (page, size, name)
            last = max(places, key=lambda name: places[name].bottom)
            named = text_of(rows.get(last, ()))
            assert not named or "Esc" in named or "q quit" in named, (page, size, named)

    async def back_to(self, page: Page) -> None:
        """Leave what has been opened by Esc alone."""
        for _step in range(6):
            if self.page is page:
                return
            await self.press(ESCAPE)
        pytest.fail(f"no way back from {self.page} to {page}: {self.terminal.text()}")


async def _prepared(home: LocalHub) -> None:
    await finished_game(home)
    await table_for(home)


async def test_every_screen_is_reached_by_named_keys_and_left_by_esc(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver, "ESCAPE_DELAY", 0.0)
    async with still("keyboard") as home:
        await _prepared(home)
        async with look_at(home, size=TALL, language="none", theme="dusk", code=None) as (
            app, terminal,
        ):  # fmt: skip
            walker = Walker(app, terminal)
            assert isinstance(walker.page, WelcomePage)
            await walker.press(sent_by("Enter"))
            await eventually(lambda: isinstance(app.screen, LobbyPage))
            lobby = walker.page
            await terminal.until("new table")
            await walker.explore()
            assert walker.page is lobby
            # Whose eyes are lent is only asked once somebody wants to watch: test_screens_eyes.
            missing = set(kinds()) - walker.seen - {EyesPage, TableWishes}
            assert not missing
            # No text stands on a background that it was not tried on, wherever one comes.
            assert walker.inks - set(TEXT_PAIRS) == set()
            await walker.press(sent_by("q"))
            terminal.feed(sent_by("q"))
            await eventually(lambda: b"\x1b[?1049l" in terminal.sent)
            assert app.status == ExitStatus.OK
