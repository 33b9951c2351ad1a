"""Names and other text from strangers: what is dropped, how wide it is, what looks alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.names import (
    NAME_CELLS,
    NEUTRAL_NAME,
    cell_width,
    clean_name,
    clean_text,
    skeleton,
)


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("ann", "ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("王小明", "王小明"),
        ("cafe\u0301", "café"),
        ("a\tb\nc\r", "a b c"),
        ("a\u3000b\u00a0c", "a b c"),
        ("anna-maria_97", "anna-maria_97"),
        ("🦊 fox", "🦊 fox"),
        ("Олег", "Олег"),
    ],
)
def test_ordinary_names_stay(wanted: str, shown: str) -> None:
    assert clean_name(wanted) == shown


@pytest.mark.report("freenet/river#633")
@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("an\x1b[31mn", "an[31mn"),
        ("\x1b]52;c;AAAA\x07ann", "]52;c;AAAAann"),
        ("a\x9b31mnn", "a31mnn"),
        ("a\x00\x7f\x08b", "ab"),
        ("admin\rann", "admin ann"),
    ],
)
def test_no_control_survives(wanted: str, shown: str) -> None:
    assert clean_name(wanted) == shown


@pytest.mark.report("mumble#2462")
@pytest.mark.parametrize(
    "wanted",
    [
        "a\u200bnn",
        "an\u202en",
        "a\u2066n\u2069n",
        "\ufeffann",
        "a\u00adnn",
        "ann\u200d",
        "a\u034fnn",
    ],
)
def test_zero_width_and_bidi_characters_are_dropped(wanted: str) -> None:
    assert clean_name(wanted) == "ann"


@pytest.mark.parametrize(
    "wanted",
    ["", "   ", "\x1b\x07", "\u200b\u202e", "...", "[!]", "\ud800", "\U000f0000", "★☆", "─│"],
)
def test_an_unusable_name_becomes_the_neutral_one(wanted: str) -> None:
    assert clean_name(wanted) == NEUTRAL_NAME


def test_a_mark_that_comes_to_stand_on_a_sign_leaves_no_sign_of_disputed_width() -> None:
    # U+10FFFD is dropped; what stood around it would make one sign, the crossed-out "<".
    assert clean_text("a<\U0010fffd\u0338b", cells=9) == "ab"
    deep = "a" + "<" * 2000 + "\U0010fffd" + "\u0338" * 2000
    once = clean_text(deep, cells=4096)
    assert clean_text(once, cells=4096) == once


@pytest.mark.report("mosh#234")
def test_marks_do_not_pile_up_and_never_stand_alone() -> None:
    piled = clean_name("a" + "\u0323\u0301\u0316\u0324" * 20)
    assert sum(unicodedata.category(c) == "Mn" for c in piled) == 2
    assert cell_width(piled) == 1
    assert clean_name("\u0301ann") == "ann"
    assert clean_name("a \u0301b") == "a b"


def test_a_wide_character_is_not_cut_in_half() -> None:
    assert clean_name("王" * 20) == "王" * 8
    assert clean_name("a" + "王" * 20) == "a" + "王" * 7
    assert cell_width("a" + "王" * 7) == 15


@given(st.text(alphabet=st.characters(), max_size=80))
def test_every_clean_name_is_short_steady_and_stable(wanted: str) -> None:
    name = clean_name(wanted)
    assert 1 <= cell_width(name) <= NAME_CELLS
    assert not any(unicodedata.category(c)[0] == "C" for c in name)
    assert name == name.strip()
    assert "  " not in name
    assert clean_name(name) == name


@given(st.text(max_size=80), st.integers(0, 60))
def test_clean_text_keeps_to_its_cells(text: str, cells: int) -> None:
    assert cell_width(clean_text(text, cells=cells)) <= cells


@pytest.mark.report("ddnet#557")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alice", "Alice"),
        ("alice", "аlісе"),
        ("paypal", "раура1"),
        ("Ann", "Ann"),
        ("modern", "modem"),
        ("alice", "a-l i_c.e"),
        ("zoe", "zoë"),
        ("bob", "8ob"),
        ("O0l1", "0OIl"),
        ("cafe\u0301", "cafe"),
        ("王工", "王エ"),
        ("ﬁona", "fiona"),
    ],
)
def test_look_alikes_share_a_skeleton(one: str, other: str) -> None:
    assert skeleton(clean_name(one)) == skeleton(clean_name(other))


@pytest.mark.parametrize(("one", "other"), [("ann", "anna"), ("bob", "rob"), ("王明", "王朋")])
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=40))
def test_a_skeleton_is_stable(text: str) -> None:
    name = clean_name(text)
    assert skeleton(name) == skeleton(name)
    assert skeleton(name.swapcase()) == skeleton(name) or not name.isascii()
