"""Which signs a terminal gets: guessed, measured, chosen; and no answer of it is ever a key."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tui.fake_terminal import FakeTerminal, on_terminal
from tests.tui.sessions import ANN, eventually, hub
from tests.tui.test_driver import Board
from themes.loader import load, plain_glyphs
from themes.pack import Glyph
from tui.app import UndertableApp
from tui.colour import Depth
from tui.keys import ESCAPE_DELAY, CursorReport, KeyReader, Pressed
from tui.signs import PROBE, PROBE_AT, is_narrow, reads_utf8
from tui.wardrobe import Signs, Taste, built_in, chosen

ROOT = Path(__file__).parents[2]


# --- which signs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "env", "can"),
    [
        ("xterm-256color", {}, True),
        ("xterm-256color", {"LANG": "en_US.UTF-8"}, True),
        ("tmux-256color", {"LC_ALL": "zh_TW.utf8", "LANG": "C"}, True),
        ("xterm", {"LC_CTYPE": "UTF-8"}, True),
        ("xterm", {"LANG": ""}, True),
        ("xterm-256color", {"LANG": "C"}, False),
        ("xterm-256color", {"LANG": "en_US.UTF-8", "LC_ALL": "en_US.ISO-8859-1"}, False),
        ("xterm", {"LANG": "zh_TW.Big5"}, False),
        ("linux", {"LANG": "en_US.UTF-8"}, False),
        ("vt220", {}, False),
        ("", {}, False),
    ],
)
def test_signs_follow_what_the_client_has_said(term: str, env: dict[str, str], can: bool) -> None:
    assert reads_utf8(term, env) is can


def test_the_probe_is_short_and_knows_a_terminal_that_reads_bytes_for_characters() -> None:
    assert len(PROBE) < 100
    signs = PROBE.decode().partition("H")[2].removesuffix("\x1b[6n")
    assert not is_narrow(1 + len(signs.encode("utf-8")))  # Latin-1: a cell for every byte
    assert not is_narrow(1 + 2 * len(signs))  # every sign is wide
    assert is_narrow(1 + len(signs))


def literals() -> Iterator[tuple[str, str]]:
    """Return every text literal of ``tui`` that is no docstring, with its file."""
    for path in sorted((ROOT / "tui").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        said = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            text = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if text and id(node) not in said:
                yield path.name, str(getattr(node, "value", ""))


NOT_SHOWN = {
    "banner.py",  # the QR code: on the host's own terminal, where it is tried before it is printed
    "cells.py",  # what is taken out of texts
    "keys.py",  # what is taken out of typing
}


@pytest.mark.report("mosh#234")
def test_no_literal_of_the_screens_has_a_width_that_terminals_disagree_about() -> None:
    bad = {
        (file, character)
        for file, text in literals()
        for character in text
        if not character.isascii()
        and (
            unicodedata.east_asian_width(character) == "A"
            or unicodedata.category(character) in {"So", "Mn", "Me", "Cf"}
        )
        and (file, character) != ("signs.py", "\u28ff")  # the probe's own question
    }
    assert {(file, character) for file, character in bad if file not in NOT_SHOWN} == set()


def test_every_sign_is_used_on_some_screen() -> None:
    source = "".join(p.read_text("utf-8") for p in (ROOT / "tui").rglob("*.py"))
    by_value = {Glyph.HOPE, Glyph.DESPAIR}  # Glyph(mode)
    assert [g for g in Glyph if g not in by_value and f"Glyph.{g.name}" not in source] == []


# --- the measurement --------------------------------------------------------------------------


def app_on(terminal: FakeTerminal, place: object) -> UndertableApp:
    from server.api import Connection

    return UndertableApp(Connection(who=ANN, terminal=terminal, hub=place))  # type: ignore[arg-type]


UTF8 = {"LANG": "en_US.UTF-8", "COLORTERM": "truecolor"}


async def shown_bar(answer: bytes, env: dict[str, str], signs: str = Signs.AUTO) -> str:
    """Return the bar on the page of looks, in the look that has signs of its own."""
    async with hub() as place:
        place.remember(ANN, language="en", settings=Taste(theme="dawn", signs=signs).settings)
        terminal = FakeTerminal(env=env)
        async with on_terminal(app_on(terminal, place), terminal):
            terminal.feed(answer)
            await terminal.type(b"g")
            await terminal.until("How shall it look?")
            row = next(line for line in terminal.lines() if "1 Ann" in line)
            return row.split()[-1]


FINE = load("dawn").glyphs[Glyph.BAR_FULL] * 3 + load("dawn").glyphs[Glyph.BAR_EMPTY] * 2
PLAIN = plain_glyphs()[Glyph.BAR_FULL] * 3 + plain_glyphs()[Glyph.BAR_EMPTY] * 2


@pytest.mark.parametrize(
    ("answer", "env", "signs", "bar"),
    [
        (b"", UTF8, Signs.AUTO, FINE),
        (b"\x1b[2;3R", UTF8, Signs.AUTO, FINE),
        (b"\x1b[2;6R", UTF8, Signs.AUTO, PLAIN),
        (b"\x1b[2;6R", UTF8, Signs.THEME, FINE),
        (b"\x1b[2;3R", UTF8, Signs.ASCII, PLAIN),
        (b"", {"LANG": "C"}, Signs.AUTO, PLAIN),
        (b"", {"LANG": "C"}, Signs.THEME, FINE),
        (b"\x1b[9;6R", UTF8, Signs.AUTO, FINE),
    ],
    ids=["silent", "narrow", "bytes", "chosen", "chosen plain", "locale", "insisted", "unasked"],
)
async def test_signs_are_the_looks_own_unless_something_speaks_against_them(
    answer: bytes, env: dict[str, str], signs: str, bar: str
) -> None:
    assert await shown_bar(answer, env, signs) == bar


async def test_the_first_paint_waits_for_no_answer_and_a_late_bad_one_repairs_the_screen() -> None:
    async with hub() as place:
        place.remember(ANN, settings=Taste(theme="dawn").settings)
        terminal = FakeTerminal(env=UTF8)
        app = app_on(terminal, place)
        async with on_terminal(app, terminal):
            assert terminal.sent.count(b"\x1b[6n") == 1
            await terminal.type(b"g")
            await terminal.until(FINE)
            mark = terminal.mark()
            terminal.feed(b"\x1b[2;6R")
            await terminal.until(PLAIN)
            # What wide signs have moved aside is painted afresh.
            assert b"\x1b[2J" in terminal.sent[mark:]
            assert FINE not in terminal.text()


async def test_an_answer_that_comes_late_in_pieces_or_twice_is_no_key() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal()) as terminal:
        for piece in (b"\x1b[", b"2;", b"3R", b"j", b"\x1b[2;3R\x1b[2;80R", b"k"):
            await terminal.type(piece)
        await eventually(lambda: len(app.pressed) >= 2)
        assert app.pressed == ["j", "k"]


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.booleans())
@example(cuts=[1, 1, 1, 3], slow=False)
@example(cuts=[1, 1, 1, 1, 1, 1], slow=False)
def test_however_an_answer_is_cut_nothing_of_it_is_typed(cuts: list[int], slow: bool) -> None:
    answer = b"\x1b[%d;13R" % PROBE_AT
    reader, now = KeyReader(), 0.0
    reader.expect_report(now)
    found = []
    while answer:
        size = cuts.pop() if cuts else len(answer)
        found += reader.feed(answer[:size], now)
        answer = answer[size:]
        now += 1.0 if slow else 0.01
        if slow and reader.pending:
            found += reader.timeout()
    found += reader.feed(b"j", now)
    typed = [item.key for item in found if isinstance(item, Pressed)]
    # A lone ESC is the key after a moment, whatever follows; no more than that can be known.
    assert [key for key in typed if key != "escape"] == ["j"]
    assert [item for item in found if isinstance(item, CursorReport)] == [
        CursorReport(row=2, column=13)
    ]


def test_a_lone_esc_is_a_key_in_time_while_an_answer_is_awaited() -> None:
    reader = KeyReader()
    reader.expect_report(0.0)
    assert reader.feed(b"\x1b", 1.0) == []
    assert ESCAPE_DELAY <= 0.3
    assert reader.timeout() == [Pressed(key="escape", character="\x1b")]
    assert [i.key for i in reader.feed(b"a[", 2.0) if isinstance(i, Pressed)] == [
        "a", "left_square_bracket",
    ]  # fmt: skip


def test_a_key_with_shift_that_looks_like_a_report_stays_a_key() -> None:
    assert KeyReader().feed(b"\x1b[1;2R", 0.0) != [CursorReport(row=1, column=2)]


# --- which theme ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taste", "depth", "game", "worn"),
    [
        (Taste(), Depth.TRUECOLOR, "", "dusk"),
        (Taste(), Depth.COLOURS_256, "love_letter", "dusk"),
        (Taste(), Depth.COLOURS_16, "", "ansi"),
        (Taste(theme="dawn"), Depth.COLOURS_16, "", "dawn"),
        (Taste(theme="dawn"), Depth.MONO, "", "mono"),
        (Taste(theme="gone"), Depth.TRUECOLOR, "", "dusk"),
        (Taste(theme="dawn", follow=True), Depth.TRUECOLOR, "", "dawn"),
        (Taste(theme="dawn", follow=True), Depth.TRUECOLOR, "love_letter", "trial"),
        (Taste(follow=True), Depth.TRUECOLOR, "future_diary", "diary"),
        (Taste(follow=True), Depth.TRUECOLOR, "no81", "cards"),
        (Taste(theme="dawn", follow=True), Depth.TRUECOLOR, "chess", "dawn"),
        (Taste(follow=True), Depth.MONO, "love_letter", "mono"),
    ],
)
def test_what_is_worn_follows_terminal_game_and_player(
    taste: Taste, depth: Depth, game: str, worn: str
) -> None:
    assert chosen(built_in(), taste, depth, game).id == worn


@pytest.mark.parametrize(
    "settings", [{}, {"theme": 3, "signs": [], "follow_game": "yes"}, {"signs": "runes"}]
)
def test_whatever_stands_in_a_players_record_is_a_taste(settings: dict[str, object]) -> None:
    assert Taste.of(settings) == Taste()


def test_a_taste_is_kept_whole() -> None:
    taste = Taste(theme="trial", follow=True, signs=Signs.ASCII)
    assert Taste.of(taste.settings) == taste
