"""Nothing is said by colour alone, and no text stands on a background it was not tried on."""

from __future__ import annotations

import contextvars
from collections.abc import Iterable, Iterator

import pytest
from textual.geometry import Size

from server.api import TableFrame
from tests.languages import WRITTEN
from tests.tui import diaries, duels
from tests.tui.inks import Row, pairs, shown
from tests.tui.scenes import draw
from tests.tui.sessions import ANN, asked, hub, session, table_for
from tests.tui.tables import frames, waiting_frame
from themes.loader import available, load
from themes.pack import TEXT_PAIRS, Colour, Glyph, Weight
from tui import i18n, looks
from tui.app import UndertableApp
from tui.screens import choosing
from tui.screens.page import Page
from tui.screens.state import TableState
from tui.screens.table import TablePage
from tui.widgets.strips import ink

SMALL, WIDE = Size(80, 24), Size(120, 40)


# --- what is drawn ----------------------------------------------------------------------------


def love_letter(viewer: int) -> Iterator[TableFrame]:
    yield from rooms(viewer)
    yield from (moment[viewer] for moment in frames(seed=5))


def no81(viewer: int) -> Iterator[TableFrame]:
    for index, (moment, _asked) in enumerate(duels.moments(4, 3, viewers=(viewer,))):
        if index % 4 == 0:
            yield moment[viewer]


def future_diary(viewer: int) -> Iterator[TableFrame]:
    return (m[viewer] for m in diaries.moments(5, 5, viewers=(viewer,)) if viewer in m)


GAMES = {"love_letter": love_letter, "no81": no81, "future_diary": future_diary}
DESK_KEYS = ("down", "2", "d", "w", "p", "n")


def rooms(viewer: int) -> Iterator[TableFrame]:
    """Return waiting rooms in which a seat is ready or not, here or away, free or a bot's."""
    for kind in ("player", "guest", "bot", "empty"):
        for ready in (True, False):
            for online in (True, False):
                frame = waiting_frame(4, viewer)
                frame["seats"][2] |= {"kind": kind, "ready": ready, "online": online}
                yield frame


def states(moments: Iterable[TableFrame]) -> Iterator[TableState]:
    """Return a table after each frame, with every option highlighted in turn."""
    state: TableState | None = None
    for frame in moments:
        if state is None:
            state = TableState.begin(frame)
        else:
            state.take(frame)
        state.returning = False
        yield state
        if state.bench is not None:
            continue
        if state.desk is not None:
            for key in DESK_KEYS:
                state.desk.key(state, key)
                yield state
            continue
        for _option in state.choices[:3]:
            state.choosing = choosing.move(state.choosing, 1)
            yield state


def drawn(state: TableState, size: Size) -> Iterator[Row]:
    shades = dict(TablePage.shades)
    shades["mine"] = Colour.PRIVATE if state.seated and state.stage != "waiting" else Colour.PANEL
    _places, rows = draw(state, size)
    for pane, lines in rows.items():
        for row in lines:
            yield pane, shades[pane], row


@pytest.fixture(params=WRITTEN)
def spoken(request: pytest.FixtureRequest) -> str:
    i18n.begin(request.param)
    looks.begin()
    return str(request.param)


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, -1], ids=["seat", "spectator"])
@pytest.mark.parametrize("game", GAMES)
def test_rows_that_read_the_same_look_the_same(game: str, viewer: int, spoken: str) -> None:
    """A state that only a colour shows would give one text two looks; weight may say it too."""
    del spoken
    seen: dict[tuple[str, str], tuple[tuple[Colour, ...], tuple[bool, ...]]] = {}
    moments = (
        [*rooms(viewer), *GAMES[game](viewer)] if game == "love_letter" else GAMES[game](viewer)
    )
    for state in states(moments):
        for pane, _shade, row in drawn(state, SMALL):
            cells = [(s.tone, s.bold) for s in row.spans for c in s.text if c != " "]
            look = tuple(tone for tone, _bold in cells), tuple(bold for _tone, bold in cells)
            known = seen.setdefault((pane, row.text.rstrip()), look)
            assert known[0] == look[0] or known[1] != look[1], (pane, row.text, known, look)


@pytest.mark.parametrize("viewer", [0, -1], ids=["seat", "spectator"])
@pytest.mark.parametrize("game", GAMES)
def test_every_pair_of_colours_at_a_table_is_one_whose_contrast_is_tested(
    game: str, viewer: int
) -> None:
    found: set[tuple[Colour, Colour]] = set()
    for state in states(GAMES[game](viewer)):
        found |= pairs(drawn(state, WIDE))
    assert found - set(TEXT_PAIRS) == set()
    assert (Colour.TURN_TEXT, Colour.TURN) in found or viewer < 0


def page(app: UndertableApp) -> Page:
    assert isinstance(app.screen, Page)
    return app.screen


async def test_every_pair_of_colours_of_the_other_pages_is_tested_too() -> None:
    found: set[tuple[Colour, Colour]] = set()
    titles = set()
    async with hub() as place, session(place, language="none") as (app, terminal):
        found |= shown(page(app))  # the question for a language
        await terminal.type(b"\x1b[B\x1b[A\r")
        await terminal.until("new table")
        await table_for(place)
        await terminal.settle()
        down, back, palette = b"\x1b[B", b"\x7f", b"\x10"
        for keys in (b"?", b"?", palette, down, back, b"g", down, b"f", back,
                     b"n", down + down, b"?", b"?", back, b"j", b"x"):  # fmt: skip
            await terminal.type(keys)
            found |= shown(page(app))
            titles.add(type(app.screen).__name__)
    assert found - set(TEXT_PAIRS) == set()
    assert {"HelpPage", "PalettePage", "LooksPage", "CreatePage"} <= titles


@pytest.mark.parametrize("theme", ["mono", "ansi"])
async def test_without_shades_the_own_pane_is_marked_at_its_edge(theme: str) -> None:
    async with hub() as place:
        code = await table_for(place)
        place.remember(ANN, settings={"theme": theme})
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            rows = terminal.lines()
            top = next(y for y, row in enumerate(rows) if "only you" in row)
            edge = load(theme).glyphs[Glyph.EDGE_PRIVATE]
            assert all(row.startswith(edge) for row in rows[top : top + 4])
            assert "#" not in "".join(str(terminal.cell(x, 0).bg) for x in range(80))


def weights_of(tone: Colour, shade: Colour) -> frozenset[str]:
    style = ink(load("mono"), tone, shade)
    return frozenset(w for w in Weight if getattr(style, w))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((Colour.HOPE, Colour.SURFACE), (Colour.DESPAIR, Colour.SURFACE)),
        ((Colour.YOU, Colour.BACKGROUND), (Colour.TEXT, Colour.BACKGROUND)),
        ((Colour.OUT, Colour.BACKGROUND), (Colour.TEXT, Colour.BACKGROUND)),
        ((Colour.TURN_TEXT, Colour.TURN), (Colour.STATUS_TEXT, Colour.STATUS)),
        ((Colour.CHOSEN_TEXT, Colour.CHOSEN), (Colour.TEXT, Colour.BACKGROUND)),
        ((Colour.ERROR, Colour.SURFACE), (Colour.SUCCESS, Colour.SURFACE)),
        ((Colour.ACCENT, Colour.BACKGROUND), (Colour.MUTED, Colour.BACKGROUND)),
    ],
)
def test_without_colour_weight_tells_states_apart(
    one: tuple[Colour, Colour], other: tuple[Colour, Colour]
) -> None:
    assert weights_of(*one) != weights_of(*other)


async def test_notices_of_every_kind_begin_with_a_sign_of_their_own() -> None:
    async with hub() as place, session(place) as (app, terminal):
        signs = set()
        for tone in (Colour.SUCCESS, Colour.WARNING, Colour.ERROR, Colour.YOU):
            app.tell("so it is", tone)
            await terminal.until("so it is")
            signs.add(next(r for r in terminal.lines() if "so it is" in r).split()[0])
            await terminal.type(b"\x1b[A")
        assert len(signs) == 4


@pytest.mark.parametrize("theme", available())
def test_a_look_draws_every_colour_on_every_pane(theme: str) -> None:
    context = contextvars.copy_context()
    for text, pane in TEXT_PAIRS:
        style = context.run(ink, load(theme), text, pane)
        assert style.color is not None
        assert style.bgcolor is not None
