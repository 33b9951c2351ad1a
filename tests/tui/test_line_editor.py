"""Bytes to lines: any bytes, split anywhere, and an echo that a dumb terminal understands."""

from __future__ import annotations

import pytest

from engine.chance import Dice
from tui.line.editor import LONGEST, Key, LineEditor


def typed(data: bytes, *, echo: bool = False, step: int = 0) -> list[str]:
    editor = LineEditor(echo=echo)
    pieces = [data] if not step else [data[i : i + step] for i in range(0, len(data), step)]
    return [what for piece in pieces for what in editor.feed(piece)[0]]


@pytest.mark.report("asyncssh#24")
def test_chinese_one_byte_at_a_time_and_a_lone_ff_arrive_as_text() -> None:
    assert typed("說 你好\n".encode(), step=1) == ["說 你好"]
    assert typed(b"a\xffb\n", step=1) == ["a\ufffdb"]


@pytest.mark.parametrize("ending", [b"\n", b"\r", b"\r\n"])
def test_every_line_ending_is_one_end(ending: bytes) -> None:
    assert typed(ending.join([b"one", b"", b"two", b""]), step=1) == ["one", "", "two"]


def test_the_end_of_a_pipe_finishes_its_last_line_first() -> None:
    assert typed(b"hand\nwho\x04") == ["hand", "who", Key.END]


def test_ctrl_d_ends_a_terminal_on_an_empty_line_only() -> None:
    assert typed(b"who\x04\r\x04", echo=True) == ["who", Key.END]


def test_ctrl_c_drops_the_line_and_is_told() -> None:
    assert typed(b"who\x03hand\r", echo=True) == [Key.INTERRUPT, "hand"]


@pytest.mark.report("GnollHack#650")
def test_arrows_and_other_sequences_type_nothing() -> None:
    sequences = b"\x1b[A\x1bOB\x1b[1;5C\x1b[200~\x1b]0;title\x07\x1bP1$r\x1b\\"
    for step in (0, 1, 2, 3):
        assert typed(b"a" + sequences + b"b\n", step=step) == ["ab"]


def test_a_string_that_never_ends_cannot_swallow_the_next_line() -> None:
    assert typed(b"\x1b]52;c;abc\nhand\n") == ["", "hand"]


@pytest.mark.report("freenet/river#633")
def test_controls_bidi_and_zero_width_do_not_get_into_a_line() -> None:
    assert typed("a\u202eb\u200bc\x07d\x9be\n".encode()) == ["abcde"]


def test_backspace_takes_back_what_was_echoed_cell_by_cell() -> None:
    editor = LineEditor(echo=True)
    _found, echo = editor.feed("你a".encode())
    assert echo == "你a"
    assert editor.feed(b"\x7f")[1] == "\b \b"
    assert editor.feed(b"\x7f")[1] == "\b\b  \b\b"
    assert editor.feed(b"\x7f")[1] == ""
    assert editor.feed(b"two words\x17")[1].endswith("\b" * 5)
    assert editor.text == "two "
    assert editor.feed(b"\x15\r") == ([""], "\b\b\b\b    \b\b\b\b\r\n")


@pytest.mark.report("ssh-chat#406")
def test_a_line_without_end_is_bounded_and_refused() -> None:
    editor = LineEditor(echo=False)
    for _ in range(100):
        assert editor.feed(b"x" * 10_000) == ([], "")
    assert len(editor.text) == LONGEST
    assert editor.feed(b"\nhand\n")[0] == [Key.TOO_LONG, "hand"]


def test_any_bytes_in_any_pieces_give_clean_bounded_lines() -> None:
    dice = Dice("editor")
    alphabet: list[bytes] = [
        *(bytes([n]) for n in range(256)),
        b"\x1b[",
        b"\x1b]",
        "你".encode(),
        b"\r\n",
    ]
    editors = [LineEditor(echo=True), LineEditor(echo=False)]
    for _round in range(20_000):
        data = b"".join(alphabet[dice.below(len(alphabet))] for _ in range(1 + dice.below(8)))
        for editor in editors:
            found, echo = editor.feed(data)
            assert "\x1b" not in echo
            for what in found:
                assert isinstance(what, Key) or (len(what) <= LONGEST and what.isprintable())
