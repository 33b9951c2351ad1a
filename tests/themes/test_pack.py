"""Colours can be read, states can be told apart and glyphs keep their width in every theme."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.cells import cell_len
from rich.color import Color as RichColor

from tests.themes.eyes import DEFECTS, difference
from themes.loader import available, load, plain_glyphs
from themes.pack import (
    PANES,
    TEXT_PAIRS,
    Colour,
    Glyph,
    Theme,
    Weight,
    contrast,
    is_ascii_glyph,
    is_safe_glyph,
)
from tui.colour import nearest

TERMINALS_OWN = {"ansi", "mono"}
"""Themes whose colours are the terminal's; only these may hold any."""

Look = tuple[Colour, Colour, str]


def looks() -> list[Theme]:
    """Every theme that says its colours itself, in every mood."""
    themes = [load(theme) for theme in available() if theme not in TERMINALS_OWN]
    return [look for theme in themes for look in (theme, *theme.moods.values())]


def as_256(colour: str) -> str:
    """Return what a terminal of 256 colours shows for ``colour``."""
    number = nearest(*(int(colour[at : at + 2], 16) for at in (1, 3, 5)))
    shown = RichColor.from_ansi(number).get_truecolor()
    return f"#{shown.red:02x}{shown.green:02x}{shown.blue:02x}"


def test_contrast_has_its_known_ends() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.01)


def test_there_are_the_looks_that_the_readme_names() -> None:
    assert set(available()) >= {
        "dusk", "dawn", "trial", "diary", "cards", "contrast", "clear", "ansi", "mono",
    }  # fmt: skip
    assert [load(t).dark for t in ("dusk", "dawn")] == [True, False]
    games = {load(theme).game for theme in available()} - {""}
    assert games == {"love_letter", "future_diary", "no81"}


@pytest.mark.parametrize("look", looks(), ids=lambda look: f"{look.id}")
def test_every_text_can_be_read_on_every_background(look: Theme) -> None:
    for text, pane in TEXT_PAIRS:
        ratio = contrast(look.palette[text], look.palette[pane])
        assert ratio >= 4.5, (text, pane, ratio)


@pytest.mark.parametrize("look", looks(), ids=lambda look: f"{look.id}")
def test_it_can_be_read_as_well_where_256_colours_are_all_there_is(look: Theme) -> None:
    palette = {colour: as_256(value) for colour, value in look.palette.items()}
    for text, pane in TEXT_PAIRS:
        assert contrast(palette[text], palette[pane]) >= 4.5, (text, pane)
    panes = [palette[pane] for pane in PANES if pane is not Colour.PRIVATE]
    assert palette[Colour.PRIVATE] not in panes


def test_high_contrast_keeps_seven_to_one() -> None:
    palette = load("contrast").palette
    for text, pane in TEXT_PAIRS:
        assert contrast(palette[text], palette[pane]) >= 7, (text, pane)


@pytest.mark.parametrize("theme", sorted(TERMINALS_OWN))
def test_what_the_terminal_colours_itself_is_never_mixed_with_colours_of_ours(theme: str) -> None:
    look = load(theme)
    assert all(value.startswith("ansi_") for value in look.palette.values())
    for text, pane in TEXT_PAIRS:
        # Text in a colour of its owner's stands on their own background, or on a fixed pair.
        if look.palette[pane] != "ansi_default":
            assert look.palette[text] in {"ansi_black", "ansi_bright_white"}


def test_without_colour_there_is_the_terminals_own_text_on_its_own_background() -> None:
    assert set(load("mono").palette.values()) == {"ansi_default"}


@pytest.mark.parametrize("look", looks(), ids=lambda look: f"{look.id}")
def test_your_turn_has_the_strongest_contrast(look: Theme) -> None:
    palette = look.palette
    mine = contrast(palette[Colour.TURN], palette[Colour.BACKGROUND])
    others = contrast(palette[Colour.STATUS], palette[Colour.BACKGROUND])
    assert mine > 2 * others


@pytest.mark.parametrize("theme", sorted(TERMINALS_OWN))
def test_your_turn_and_what_is_chosen_stand_out_without_shades_too(theme: str) -> None:
    look = load(theme)

    def seen(shade: Colour) -> tuple[str, frozenset[Weight]]:
        return look.palette[shade], look.weights.get(shade, frozenset())

    rows = [seen(c) for c in (Colour.TURN, Colour.STATUS, Colour.CHOSEN, Colour.BACKGROUND)]
    assert rows[0] != rows[1]
    assert rows[3] not in rows[:3]


@pytest.mark.parametrize("look", looks(), ids=lambda look: f"{look.id}")
def test_the_private_pane_has_a_shade_of_its_own(look: Theme) -> None:
    shades = [look.palette[c] for c in Colour if c is not Colour.PRIVATE]
    assert look.palette[Colour.PRIVATE] not in shades
    assert look.shaded


@pytest.mark.parametrize("theme", sorted(TERMINALS_OWN))
def test_where_there_are_no_shades_the_private_pane_has_an_edge(theme: str) -> None:
    look = load(theme)
    assert not look.shaded
    assert look.glyphs[Glyph.EDGE_PRIVATE] not in {" ", look.glyphs[Glyph.EDGE_PANEL]}


OPPOSED = [
    (Colour.HOPE, Colour.DESPAIR),
    (Colour.SUCCESS, Colour.ERROR),
    (Colour.SUCCESS, Colour.WARNING),
    (Colour.YOU, Colour.OUT),
    (Colour.PROTECTED, Colour.OUT),
    (Colour.ACCENT, Colour.WARNING),
    (Colour.TURN, Colour.STATUS),
]


@pytest.mark.parametrize("defect", DEFECTS)
@pytest.mark.parametrize(("one", "other"), OPPOSED)
def test_the_colour_blind_safe_look_keeps_opposites_apart_for_every_eye(
    defect: str, one: Colour, other: Colour
) -> None:
    palette = load("clear").palette
    assert difference(palette[one], palette[other], defect) >= 20


@pytest.mark.parametrize("theme", ["", *available()])
def test_glyphs_are_safe_and_as_wide_as_they_are_long(theme: str) -> None:
    for glyph, text in (load(theme).glyphs if theme else plain_glyphs()).items():
        assert is_safe_glyph(text), glyph
        assert cell_len(text) == len(text), glyph


def test_the_plain_set_is_ascii_and_whole() -> None:
    assert set(plain_glyphs()) == set(Glyph)
    assert all(map(is_ascii_glyph, plain_glyphs().values()))


STATES = [
    {Glyph.HOPE, Glyph.DESPAIR},
    {Glyph.READY, Glyph.NOT_READY, Glyph.HOST},
    {Glyph.PROTECTED, Glyph.OUT, Glyph.LETTER},
    {Glyph.BAR_FULL, Glyph.BAR_EMPTY},
    {Glyph.NEWS, Glyph.SUCCESS, Glyph.WARNING, Glyph.ERROR},
    {Glyph.EDGE_PRIVATE, Glyph.EDGE_PANEL},
]


@pytest.mark.parametrize("theme", ["", *available()])
def test_glyphs_of_states_that_stand_in_one_place_differ(theme: str) -> None:
    glyphs = load(theme).glyphs if theme else plain_glyphs()
    for group in STATES:
        for one, other in combinations(sorted(group), 2):
            assert glyphs[one] != glyphs[other]


@pytest.mark.report("mosh#234")
@pytest.mark.parametrize(
    "text",
    ["\u2605", "\u2665", "\u2026", "\u2500", "\xb7", "\u4e2d", "\U0001f600", "\u2714\ufe0f",
     "e\u0301", "\u200b", "\n", "\x1b", "\xad", "\xa9", "\xd7", "\u2588", "", "abc"],
)  # fmt: skip
def test_ambiguous_wide_combining_and_control_characters_are_unsafe(text: str) -> None:
    assert not is_safe_glyph(text)


@pytest.mark.parametrize("text", ["#", "->", "\u28ff", "\xac", "\xbb"])
def test_plain_narrow_characters_are_safe(text: str) -> None:
    assert is_safe_glyph(text)
