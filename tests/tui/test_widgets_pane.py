"""Panes draw what changed, in the pane's own width, and nothing else."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Mapping, Sequence

import pytest
from textual.geometry import Region, Size

from tests.tui.fake_terminal import FakeTerminal, on_terminal
from tests.tui.sessions import ANN, asked, eventually, hub, page_of, session, table_for
from themes.loader import load
from themes.pack import Colour, css_variables
from tui import tips
from tui.screens.page import Page
from tui.session import SessionApp
from tui.widgets.lines import Line, Span, line
from tui.widgets.places import Places, stack
from tui.widgets.strips import ink


class _Sheet(Page):
    """One pane that shows what the test gives."""

    shades = (("all", Colour.SURFACE),)
    shown: tuple[Line, ...] = ()

    def plan(self, size: Size) -> Places:
        return stack(size.width, ("all", size.height))

    def rows(self, places: Places) -> Mapping[str, Sequence[Line]]:
        return {"all": self.shown}


class _App(SessionApp):
    def get_css_variables(self) -> dict[str, str]:
        return {**super().get_css_variables(), **css_variables(load())}

    def on_mount(self) -> None:
        self.push_screen(_Sheet())


async def test_an_update_sends_only_the_rows_that_differ() -> None:
    app = _App()
    async with on_terminal(app, FakeTerminal()) as terminal:
        sheet = app.screen
        assert isinstance(sheet, _Sheet)
        sheet.shown = tuple(line(f"row {index} of this pane") for index in range(20))
        sheet.draw()
        await terminal.settle()
        before, mark = terminal.lines(), terminal.mark()
        sheet.shown = (*sheet.shown[:7], line("row 7 of that pane"), *sheet.shown[8:])
        sheet.draw()
        await terminal.settle()
        after = terminal.lines()
        assert [y for y in range(24) if before[y] != after[y]] == [7]
        assert terminal.mark() - mark < 40


async def test_showing_the_same_again_sends_nothing() -> None:
    app = _App()
    async with on_terminal(app, FakeTerminal()) as terminal:
        sheet = app.screen
        assert isinstance(sheet, _Sheet)
        sheet.shown = (line("a"), line("b"))
        sheet.draw()
        await terminal.settle()
        mark = terminal.mark()
        sheet.draw()
        await terminal.settle()
        assert terminal.mark() == mark


async def test_wide_text_is_cut_at_the_edge_and_never_split() -> None:
    app = _App()
    async with on_terminal(app, FakeTerminal(61, 20)) as terminal:
        sheet = app.screen
        assert isinstance(sheet, _Sheet)
        sheet.shown = (line("霧" * 40), line("a" + "霧" * 40))
        sheet.draw()
        await terminal.settle()
        for row in terminal.lines()[:2]:
            assert row.endswith("..")


@pytest.mark.report("Textualize/textual#6155")
async def test_markup_and_control_characters_in_a_row_are_drawn_as_text() -> None:
    app = _App()
    async with on_terminal(app, FakeTerminal()) as terminal:
        sheet = app.screen
        assert isinstance(sheet, _Sheet)
        sheet.shown = (line(Span("[red]x[/red]\x1b[31m\x07\u202ey")),)
        sheet.draw()
        await terminal.settle()
        assert terminal.lines()[0] == "[red]x[/red][31my"


def test_styles_are_shared() -> None:
    theme = load()
    assert ink(theme, Colour.HOPE, Colour.PRIVATE) is ink(theme, Colour.HOPE, Colour.PRIVATE)


def test_places_are_stacked_without_gaps() -> None:
    assert stack(10, ("a", 2), ("none", 0), ("b", 3)) == {
        "a": Region(0, 0, 10, 2),
        "b": Region(0, 2, 10, 3),
    }


async def test_byte_budgets_of_first_paint_and_highlight() -> None:
    async with hub() as place:
        place.remember(ANN, settings={tips.SHOWN: False})  # a note that closes is more to draw
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            assert terminal.mark() <= 5 * 1024
            await asked(app, terminal)
            await terminal.type(b"a")
            for key in (b"b", b"a", b"\x1b[C"):
                mark = terminal.mark()
                await terminal.type(key)
                assert 0 < terminal.mark() - mark <= 100


async def test_a_table_without_a_running_clock_is_silent() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            await terminal.settle()
            mark = terminal.mark()
            for _ in range(10):
                await terminal.settle()
            assert terminal.mark() == mark
            assert page_of(app).asking


async def test_closed_sessions_leave_no_app_behind() -> None:
    apps: list[weakref.ref[object]] = []
    async with hub() as place:
        code = await table_for(place)
        for _ in range(5):
            async with session(place, code=code) as (app, _terminal):
                apps.append(weakref.ref(app))
            del app, _terminal

        def gone() -> bool:
            gc.collect()
            return all(ref() is None for ref in apps)

        await eventually(gone)
