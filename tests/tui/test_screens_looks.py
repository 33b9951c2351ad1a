"""The page of looks: tried on live, kept by Enter, given back by Esc; one session's affair."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.api import Size
from tests.languages import SPOKEN
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.sessions import (
    ANN,
    BO,
    asked,
    eventually,
    hub,
    page_of,
    session,
    table_for,
    view_of,
)
from themes.loader import BUILT_IN, available, load
from themes.pack import Colour
from tui import i18n
from tui.app import UndertableApp
from tui.screens.looks import LooksPage
from tui.texts.looks import mood_name, signs_name, theme_name
from tui.wardrobe import Signs, Taste, built_in

DOWN, ESC, LEFT, RIGHT = b"\x1b[B", b"\x1b", b"\x1b[D", b"\x1b[C"
LOOKS = built_in().ids


def ground(terminal: FakeTerminal) -> str:
    """Return the background of the cell at the left of the last row but one."""
    return str(terminal.cell(0, terminal.size.rows - 3).bg)


async def opened(app: UndertableApp, terminal: FakeTerminal) -> None:
    await terminal.type(b"g")
    await eventually(lambda: isinstance(app.screen, LooksPage))
    await terminal.settle()


async def test_arrows_wear_a_look_at_once_and_esc_gives_back_the_old_one() -> None:
    async with hub() as place, session(place) as (app, terminal):
        before, text = ground(terminal), terminal.text()
        await opened(app, terminal)
        seen = []
        for theme in (*LOOKS[1:], LOOKS[0]):
            await terminal.type(DOWN)
            assert app.theme_worn is load(theme)
            seen.append(ground(terminal))
        # Those of the terminal's own colours look alike here, and so do two that are black.
        assert len(set(seen)) >= len(LOOKS) - 2
        await terminal.type(DOWN)
        await terminal.type(ESC)
        await eventually(lambda: not isinstance(app.screen, LooksPage))
        await terminal.settle()
        assert app.theme_worn is load()
        assert (ground(terminal), terminal.text()) == (before, text)
        assert "theme" not in (await place.player(ANN))["settings"]


async def test_an_arrow_held_down_costs_a_few_looks_and_ends_at_the_right_one() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await opened(app, terminal)
        worn: list[object] = []
        dress = app.dress

        def counted(trying: Taste | None = None, mood: str = "") -> None:
            worn.append(trying)
            dress(trying, mood)

        app.dress = counted  # type: ignore[method-assign]
        for _ in range(5):
            await terminal.type(DOWN * 3)
        assert app.theme_worn is load(LOOKS[15 % len(LOOKS)])
        assert len(worn) <= 10


async def test_enter_keeps_a_look_for_the_key_and_only_for_sessions_to_come() -> None:
    async with hub() as place:
        async with (
            session(place) as (app, terminal),
            session(place) as (second, _second_terminal),
            session(place, BO) as (other, _other_terminal),
        ):
            await opened(app, terminal)
            await terminal.type(DOWN * (LOOKS.index("dawn")))
            await terminal.type(b"\r")
            await eventually(lambda: not isinstance(app.screen, LooksPage))
            assert app.theme_worn is load("dawn")
            assert second.theme_worn is other.theme_worn is load()
        async with session(place) as (app, _terminal):
            assert app.theme_worn is load("dawn")
        async with session(place, BO) as (app, _terminal):
            assert app.theme_worn is load()


async def test_a_look_may_be_changed_in_mid_game_and_nothing_else_changes() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            text = terminal.text()
            await opened(app, terminal)
            await terminal.type(DOWN * LOOKS.index("contrast") + b"\r")
            await eventually(lambda: not isinstance(app.screen, LooksPage))
            await terminal.settle()
            assert terminal.text() == text
            assert page_of(app).asking


async def test_who_follows_the_game_wears_its_look_at_its_tables_and_it_turns_with_the_mode() -> (
    None
):
    async with hub() as place:
        code = await table_for(place)
        place.remember(ANN, settings=Taste(theme="dawn", follow=True).settings)
        async with session(place) as (app, terminal):
            assert app.theme_worn is load("dawn")
            await terminal.until(code)
            await terminal.type(b"\r")
            await asked(app, terminal)
            trial = load("trial")
            assert app.theme_worn is trial.turned(view_of(app)["mode"])
            for mode in ("hope", "despair"):
                app.call_later(app.sit_at, "love_letter", mode)
                await eventually(lambda: app.theme_worn is trial.moods[mode])  # noqa: B023
            page_of(app).call_later(page_of(app).back)
            await eventually(lambda: app.theme_worn is load("dawn"))


async def test_following_is_a_switch_on_the_page_and_is_kept() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await opened(app, terminal)
        await terminal.type(b"f")
        assert "A game's own look" in terminal.text()
        await terminal.type(b"\r")
        await eventually(lambda: app.taste.follow)
        kept = (await place.player(ANN))["settings"]
        assert Taste.of(kept) == Taste(theme="dusk", follow=True)


async def test_signs_are_chosen_with_a_key_and_kept() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await opened(app, terminal)
        await terminal.type(DOWN * LOOKS.index("dawn"))
        fine = next(row for row in terminal.lines() if "1 Ann" in row).split()[-1]
        await terminal.type(b"s")
        assert "plain ASCII" in terminal.text()
        plain = next(row for row in terminal.lines() if "1 Ann" in row).split()[-1]
        assert plain.isascii()
        assert not fine.isascii()
        await terminal.type(b"\r")
        await eventually(lambda: app.taste == Taste(theme="dawn", signs=Signs.ASCII))


async def test_a_look_with_moods_shows_them_with_left_and_right() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await opened(app, terminal)
        await terminal.type(DOWN * LOOKS.index("trial"))
        trial = load("trial")
        for keys, worn in (
            (RIGHT, trial.moods["hope"]),
            (RIGHT, trial.moods["despair"]),
            (RIGHT, trial),
            (LEFT, trial.moods["despair"]),
        ):
            await terminal.type(keys)
            assert app.theme_worn is worn


async def test_a_terminal_without_colours_is_told_why_all_looks_are_one() -> None:
    from server.api import Connection
    from tests.tui.fake_terminal import on_terminal

    terminal = FakeTerminal(env={"NO_COLOR": "1", "LANG": "en_US.UTF-8"})
    async with hub() as place:
        app = UndertableApp(Connection(who=ANN, terminal=terminal, hub=place))
        async with on_terminal(app, terminal):
            await opened(app, terminal)
            assert "no colours" in terminal.text()
            await terminal.type(DOWN)
            assert app.theme_worn is load("mono")
            assert b"\x1b[38" not in terminal.sent
            assert b"48;" not in terminal.sent


@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 50)])
@pytest.mark.parametrize("language", SPOKEN)
async def test_the_page_fits_every_size(size: Size, language: str) -> None:
    async with hub() as place, session(place, size=size, language=language) as (app, terminal):
        i18n.begin(language)
        await opened(app, terminal)
        for theme in LOOKS[:6]:
            assert theme_name(load(theme)) in terminal.text()
            await terminal.type(DOWN)
        rows = terminal.lines()
        assert any("Ann" in row for row in rows)
        assert "Enter" in rows[-1]
        assert "Esc" in rows[-1]


async def test_a_hosts_theme_is_worn_like_any_other() -> None:
    from server.api import Connection
    from tests.tui.fake_terminal import on_terminal
    from tui.wardrobe import Wardrobe

    own = replace(load("diary", BUILT_IN), id="neon", name="[b]Neon[/b]", game="")
    wardrobe = Wardrobe(themes={**built_in().themes, "neon": own})
    terminal = FakeTerminal(env={"LANG": "en_US.UTF-8", "COLORTERM": "truecolor"})
    async with hub() as place:
        connection = Connection(who=ANN, terminal=terminal, hub=place)
        app = UndertableApp(connection, wardrobe=wardrobe)
        async with on_terminal(app, terminal):
            await opened(app, terminal)
            await terminal.type(b"\x1b[F")
            assert app.theme_worn is own
            assert "[b]Neon[/b]" in terminal.text()
            assert str(terminal.cell(40, 20).bg) == own.palette[Colour.BACKGROUND][1:]


def test_every_name_on_the_page_has_words() -> None:
    names = {theme_name(load(theme)) for theme in available()}
    assert len(names) == len(available())
    assert all(map(signs_name, (Signs.AUTO, Signs.ASCII, Signs.THEME)))
    assert mood_name("hope") != "hope"
    assert mood_name("fog") == "fog"
