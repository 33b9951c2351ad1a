"""Line mode while a masked game is played: lines of sizes that tell nothing."""

from __future__ import annotations

import pytest

from tests.tui.lines import Wire
from tui.line.terminal import LineTerminal


def masked(*, term: str = "") -> tuple[Wire, LineTerminal]:
    wire = Wire(term=term)
    lines = LineTerminal(wire, pty=bool(term))
    lines.veil.on = True
    return wire, lines


@pytest.mark.rule("FD-16.1")
async def test_lines_that_nobody_asked_for_wait_for_a_beat_of_a_given_size() -> None:
    wire, lines = masked()
    await lines.put(["Your ally: psst"])
    assert not wire.out
    lines.veil.beat(512)
    assert len(wire.out) == 512
    assert wire.text.rstrip("\0") == "Your ally: psst\n"


async def test_a_beat_has_its_size_with_nothing_to_say_and_with_too_much() -> None:
    wire, lines = masked()
    lines.veil.beat(512)
    assert len(wire.out) == 512
    said = [f"{number}: 雪輝日記" * 4 for number in range(12)]
    await lines.put(said)
    for _ in range(4):
        lines.veil.beat(512)
    assert [len(data) for data in wire.writes] == [512] * 5
    assert wire.text.replace("\0", "").splitlines() == said


async def test_a_line_longer_than_a_beat_comes_in_pieces() -> None:
    wire, lines = masked()
    await lines.put(["日" * 500])
    for _ in range(9):
        lines.veil.beat(512)
    assert wire.text.replace("\0", "").replace("\n", "") == "日" * 500
    assert {len(data) for data in wire.writes} == {512}


async def test_an_answer_to_a_typed_line_comes_at_once_and_padded() -> None:
    wire, lines = masked()
    wire.type("ledger")
    await lines.read()
    await lines.put(["You know nobody."])
    assert len(wire.out) == 64


async def test_what_is_being_typed_stands_below_what_a_beat_brings() -> None:
    wire, lines = masked(term="xterm")
    wire.feed(b"day ki")
    mark = len(wire.out)
    lines.veil._held = float("inf")
    await lines.put(["P4 says: hello"])
    lines.veil.beat(512)
    assert len(wire.out) - mark == 512
    assert wire.out[mark:].rstrip(b"\0") == b"\r\nP4 says: hello\r\nday ki"


async def test_a_fence_is_not_sent_but_reached_with_the_next_beat() -> None:
    _wire, lines = masked()
    reached: list[int] = []
    lines.fence(lambda: reached.append(1))
    assert not reached
    lines.veil.beat(512)
    assert reached == [1]


async def test_nothing_is_lost_when_the_player_leaves_before_the_beat() -> None:
    wire, lines = masked()
    await lines.put(["one"])
    await lines.release()
    assert wire.text == "one\n"


async def test_after_the_game_all_that_was_held_comes_as_it_is() -> None:
    wire, lines = masked()
    await lines.put(["one", "two"])
    lines.veil.on = False
    lines.veil.beat(0)
    assert wire.text == "one\ntwo\n"
