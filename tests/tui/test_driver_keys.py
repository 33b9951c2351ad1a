"""What a client types, in every form that terminals send it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.keys import PASTE_LIMIT, Input, KeyReader, Pasted, Pressed, SyncReport

ARROW_FORMS = {
    "CSI": b"\x1b[A",
    "SS3": b"\x1bOA",
    "tmux and PuTTY with Alt": b"\x1b\x1b[A",
    "rxvt with Alt": b"\x1b\x1bOA",
}


def keys(*packets: bytes, pause: float = 1.0) -> list[str]:
    """Return the names of the keys that ``packets`` press, ``pause`` seconds apart."""
    reader, found = KeyReader(), list[Input]()
    for number, packet in enumerate(packets, 1):
        found += reader.feed(packet, number * pause)
    return [item.key for item in found if isinstance(item, Pressed)]


def pastes(*packets: bytes, pause: float = 0.01) -> list[str]:
    reader, found = KeyReader(), list[Input]()
    for number, packet in enumerate(packets, 1):
        found += reader.feed(packet, 1 + number * pause)
    assert not any(isinstance(item, Pressed) for item in found)
    return [item.text for item in found if isinstance(item, Pasted)]


@pytest.mark.report("GnollHack#650")
@pytest.mark.parametrize("form", ARROW_FORMS, ids=str)
def test_every_form_of_an_arrow_is_the_arrow(form: str) -> None:
    assert keys(ARROW_FORMS[form]) == ["up"]


@pytest.mark.report("GnollHack#650")
@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"\x1b[a", "shift+up"), (b"\x1bOa", "ctrl+up"), (b"\x1b[1;2A", "shift+up"),
        (b"\x1b[1;5D", "ctrl+left"), (b"\x1b[H", "home"), (b"\x1b[1~", "home"),
        (b"\x1b[7~", "home"), (b"\x1bOF", "end"), (b"\x1b[8~", "end"), (b"\x1b[5~", "pageup"),
        (b"\x1b[[A", "f1"), (b"\x1bOP", "f1"), (b"\x1b[11~", "f1"), (b"\x1b[Z", "shift+tab"),
        (b"\x1b[3$", "shift+delete"), (b"\x7f", "backspace"), (b"\x08", "backspace"),
        (b"\r", "enter"), (b"\n", "enter"), (b"\t", "tab"), (b"?", "question_mark"),
        (b" ", "space"), (b"\x1bx", "alt+x"), (b"\x1bOq", "1"),
    ],
)  # fmt: skip
def test_known_keys_have_their_names(data: bytes, key: str) -> None:
    assert keys(data) == [key]


@pytest.mark.report("rebels-in-the-sky (source)")
def test_four_keys_in_one_packet_are_four_keys() -> None:
    assert keys(b"jjj\r") == ["j", "j", "j", "enter"]


@pytest.mark.report("charmbracelet/wish#457", "prompt-toolkit#1991")
def test_control_c_and_control_z_are_only_keys() -> None:
    assert keys(b"\x1a\x03\x1c\x04") == ["ctrl+z", "ctrl+c", "ctrl+backslash", "ctrl+d"]


@pytest.mark.report("Textualize/textual#4816")
def test_trap_7_a_split_arrow_is_an_arrow_and_a_lone_escape_is_the_key() -> None:
    assert keys(b"\x1b", b"[A", pause=0.15) == ["up"]
    assert keys(b"\x1b[", b"1;", b"5", b"A", pause=0.15) == ["ctrl+up"]
    reader = KeyReader()
    assert reader.feed(b"\x1b", 1.0) == []
    waited = [reader.pending]
    assert reader.timeout() == [Pressed(key="escape", character="\x1b")]
    assert [*waited, reader.pending] == [True, False]
    assert keys(b"\x1b\x1b\x1b[A") == ["escape", "up"]


@pytest.mark.report("asyncssh#24")
def test_utf8_split_anywhere_and_bad_bytes_harm_nothing() -> None:
    packets = [bytes([byte]) for byte in "猜不到é".encode()]
    assert keys(*packets) == ["猜", "不", "到", "é"]
    assert keys(b"\xff", b"j", b"\xe4\xb8", b"\xffk") == ["j", "k"]


@pytest.mark.parametrize(
    "data",
    [b"\x1b[?62;1;6c", b"\x1b[?2048;0$y", b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1b]0;x\x07",
     b"\x1bP>|xterm(390)\x1b\\", b"\x1b[I", b"\x1b[O", b"\x1b[M !!", b"\x1b[<35;10;10M",
     b"\x1b[12;40R", b"\x1b[97;5u", b"\x1b[99999q"],
)  # fmt: skip
def test_answers_and_unknown_sequences_never_become_keys(data: bytes) -> None:
    assert keys(data) == []
    assert keys(data[:3], data[3:], pause=0.1) == []


def test_trap_9_the_one_question_that_is_asked_has_its_answer() -> None:
    assert KeyReader().feed(b"\x1b[?2026;2$y", 1.0) == [SyncReport()]
    assert KeyReader().feed(b"\x1b[?2026;0$y", 1.0) == []


@pytest.mark.report("ssh-chat#318", "ssh-chat#364", "ssh-chat#120")
@pytest.mark.parametrize("brackets", [True, False])
@pytest.mark.parametrize("text", ["line of text\r" * 30, "x" * 20_000])
def test_a_paste_is_one_bounded_text_and_no_key(text: str, brackets: bool) -> None:
    data = text.encode()
    if brackets:
        data = b"\x1b[200~" + data + b"\x1b[201~"
    found = pastes(*[data[at : at + 1000] for at in range(0, len(data), 1000)])
    assert found
    assert all(len(text) <= PASTE_LIMIT for text in found)
    assert found[0].startswith(text[:12])


def test_a_bracketed_paste_split_byte_by_byte_is_whole() -> None:
    data = b"\x1b[200~guess \x1b 5\x1b[201~"
    assert pastes(*[bytes([byte]) for byte in data]) == ["guess  5"]


def test_a_paste_whose_end_is_lost_is_over_after_a_while() -> None:
    reader = KeyReader()
    reader.feed(b"\x1b[200~abc", 1.0)
    assert reader.feed(b"j", 1.5) == []
    assert reader.feed(b"j", 9.0) == [Pressed(key="j", character="j")]


def test_a_paste_of_controls_and_orders_is_cleaned() -> None:
    assert pastes(b"\x1b[200~a\x00b\x1bc\x9b\r\nd\te\x1b[201~") == ["abc\nd e"]


def test_keys_after_a_pause_are_keys_again() -> None:
    reader = KeyReader()
    assert isinstance(reader.feed(b"a" * 100, 1.0)[0], Pasted)
    assert isinstance(reader.feed(b"\r", 1.04)[0], Pasted)
    assert reader.feed(b"\r", 2.0) == [Pressed(key="enter", character="\r")]


@pytest.mark.report("ssh-chat#406", "ssh-chat#118")
@pytest.mark.parametrize(
    "junk", [b"a", b"\x1b[A", b"\x1b", b"\xff", b"\x1b]", b"\x1b[200~", b"\x00"]
)
def test_ten_megabytes_of_junk_cost_little_and_press_few_keys(junk: bytes) -> None:
    reader, found = KeyReader(), list[Input]()
    packet = (junk * 32_768)[:32_768]
    began = time.process_time()
    for number in range(10 * 32):
        found += reader.feed(packet, 1 + number / 1000)
    # A generous bound: without limits this takes minutes.
    assert time.process_time() - began < 20
    assert sum(isinstance(item, Pressed) for item in found) < 200
    assert sum(len(item.text) for item in found if isinstance(item, Pasted)) < 10_000_000
    reader.feed(b"\x1b[201~\x07", 100.0)
    assert reader.feed(b"j", 200.0) == [Pressed(key="j", character="j")]


@given(st.binary(max_size=200), st.integers(0, 200))
def test_any_bytes_split_anywhere_mean_the_same(data: bytes, cut: int) -> None:
    whole, parts = KeyReader(), KeyReader()
    once = whole.feed(data, 1.0)
    twice = parts.feed(data[:cut], 1.0) + parts.feed(data[cut:], 1.0)
    if not any(isinstance(item, Pasted) for item in once + twice):
        assert once == twice
        assert whole.timeout() == parts.timeout()
