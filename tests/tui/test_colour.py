"""Colour depth: each session its own, in both directions and at the same time."""

from __future__ import annotations

import re

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style

from tui.colour import PALETTES, PLAIN, Depth, Rendition, depth_for, transition


@pytest.mark.parametrize(
    ("term", "env", "depth"),
    [
        ("xterm-256color", {}, Depth.COLOURS_256),
        ("xterm-256color", {"COLORTERM": "truecolor"}, Depth.TRUECOLOR),
        ("xterm", {"COLORTERM": "24bit"}, Depth.TRUECOLOR),
        ("xterm-kitty", {}, Depth.TRUECOLOR),
        ("tmux-direct", {}, Depth.TRUECOLOR),
        ("xterm", {}, Depth.COLOURS_16),
        ("linux", {}, Depth.COLOURS_16),
        ("vt100", {}, Depth.MONO),
        ("dumb", {}, Depth.MONO),
        ("", {}, Depth.MONO),
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, Depth.MONO),
        ("xterm-256color", {"NO_COLOR": ""}, Depth.COLOURS_256),
        ("xterm-256color", {"NO_COLOR": "1", "UNDERTABLE_COLOR": "16"}, Depth.COLOURS_16),
        ("dumb", {"UNDERTABLE_COLOR": "TrueColor"}, Depth.TRUECOLOR),
        ("xterm", {"UNDERTABLE_COLOR": "plaid"}, Depth.COLOURS_16),
    ],
)
def test_depth_follows_what_the_client_said(term: str, env: dict[str, str], depth: Depth) -> None:
    assert depth_for(term, env) is depth


STYLE = Style(color="#ff8000", bgcolor="#102030", bold=True)


def drawn(depth: Depth, style: Style) -> str:
    return transition(PLAIN, PALETTES[depth].rendition(style))[0]


def test_trap_1_one_style_object_gives_each_depth_its_own_codes() -> None:
    for _ in range(2):
        assert "38;2;255;128;0" in drawn(Depth.TRUECOLOR, STYLE)
        assert "38;5;208" in drawn(Depth.COLOURS_256, STYLE)
        assert not re.search(r"[34]8;", drawn(Depth.COLOURS_16, STYLE))
        assert drawn(Depth.MONO, STYLE) == "\x1b[1m"


def test_trap_1_rich_style_cache_is_never_filled() -> None:
    style = Style(color="#123456")
    for depth in Depth:
        drawn(depth, style)
    assert style._ansi is None


def test_trap_6_without_colour_there_is_none_and_dark_on_light_is_reversed() -> None:
    assert drawn(Depth.MONO, Style(color="#222222", bgcolor="#eeeeee")) == "\x1b[7m"
    assert drawn(Depth.MONO, Style(color="#eeeeee", bgcolor="#222222")) == ""


def test_sixteen_colours_stay_readable_where_two_fall_together() -> None:
    look = PALETTES[Depth.COLOURS_16].rendition(Style(color="#101010", bgcolor="#000000"))
    assert int(look.fg) + 10 != int(look.bg)


def test_meta_data_of_a_style_does_not_make_another_look() -> None:
    palette = PALETTES[Depth.TRUECOLOR]
    marked = STYLE + Style.from_meta({"offset": (1, 2)})
    assert palette.rendition(marked) is palette.rendition(STYLE)


LOOK = st.builds(
    Rendition,
    fg=st.sampled_from(["39", "31", "97"]),
    bg=st.sampled_from(["49", "44", "100"]),
    attributes=st.integers(0, 511),
)


@given(st.lists(LOOK, min_size=1, max_size=8))
def test_any_chain_of_transitions_draws_the_same_as_a_fresh_start(looks: list[Rendition]) -> None:
    chain, fresh = pyte.Screen(4, 1), pyte.Screen(4, 1)
    pen = PLAIN
    for look in looks:
        sequence, pen = transition(pen, look)
        pyte.Stream(chain).feed(sequence)
    pyte.Stream(fresh).feed(transition(PLAIN, looks[-1])[0])
    chained, wanted = chain.cursor.attrs, fresh.cursor.attrs
    # pyte knows one kind of underline, and 21 as none of ours.
    for name in ("fg", "bg", "bold", "italics", "reverse", "strikethrough"):
        assert getattr(chained, name) == getattr(wanted, name)
    assert pen == looks[-1]


def test_a_space_needs_no_text_colour() -> None:
    red = Rendition("31", "49", 0)
    assert transition(red, PLAIN.blank) == ("", red)


@pytest.mark.parametrize(
    ("colour", "code"),
    [("#e4e4e4", "38;5;254"), ("#87d7ff", "38;5;117"), ("#080808", "38;5;232"),
     ("#e4e4e5", "38;2;228;228;229"), ("#000080", "38;2;0;0;128")],
)  # fmt: skip
def test_a_truecolor_code_is_short_where_the_colour_has_a_fixed_number(
    colour: str, code: str
) -> None:
    style = Style.parse(f"{colour} on #12141c")
    assert PALETTES[Depth.TRUECOLOR].rendition(style).fg == code


def test_numbered_colours_are_those_that_rich_knows_by_that_number() -> None:
    for number in range(16, 256):
        triplet = Color.from_ansi(number).get_truecolor()
        fg = PALETTES[Depth.TRUECOLOR].rendition(Style(color=Color.from_triplet(triplet))).fg
        same = Color.from_ansi(int(fg.rpartition(";")[2])).get_truecolor()
        assert fg.startswith("38;5;")
        assert same == triplet
