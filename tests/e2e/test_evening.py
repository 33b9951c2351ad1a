"""An evening over real SSH: OpenSSH clients in tmux, a real server process, Love Letter."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tests.e2e.harness import Pane, ServerProcess, Tmux, make_key
from tests.e2e.players import JOIN_CODE, Person, play_to_the_end, start_together
from tests.e2e.truth import read_truth

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(240),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]


def open_table(pane: Pane) -> str:
    """Make a table with the form's defaults and return its code."""
    pane.until("new table")
    pane.send("n")
    pane.until("Rounds to win")
    pane.send("Enter")
    found = JOIN_CODE.search(pane.until(r"press s to start"))
    assert found is not None
    return found[0]


def sit_down(
    tmux: Tmux, server: ServerProcess, folder: Path
) -> tuple[Person, Person, dict[str, Path], str]:
    """Bring an English host at 80x24 and a Chinese guest at 120x40 to one table."""
    keys = {name: make_key(folder, name) for name in ("ann", "bo")}
    ann = Person(pane=tmux.ssh("ann", server.port, key=keys["ann"]), seat=0, language="en")
    code = open_table(ann.pane)
    pane = tmux.ssh(
        "bo", server.port, key=keys["bo"], size=(120, 40), language="zh_TW.UTF-8",
        command=f"join {code}",
    )  # fmt: skip
    return ann, Person(pane=pane, seat=1, language="zh_Hant"), keys, code


def test_two_clients_in_two_languages_and_two_bots_play_a_whole_game_each_seeing_only_its_own(
    tmux: Tmux, server: ServerProcess, tmp_path: Path
) -> None:
    ann, bo, _keys, code = sit_down(tmux, server, tmp_path)
    start_together(ann, bo, code)
    checked = play_to_the_end([ann, bo], server.data)
    assert checked >= 4
    assert read_truth(server.data).driver.result is not None
    ann.pane.send("r")
    ann.pane.until(re.escape(ann.says("Press r when you are ready.")) + "|ready")
    for person in (ann, bo):
        person.pane.send("C-c")
        person.pane.send("C-c")
        person.pane.until(r"ended with status 130")


def test_kill_9_in_mid_game_loses_nothing_that_anybody_saw(
    tmux: Tmux, server: ServerProcess, tmp_path: Path
) -> None:
    ann, bo, keys, code = sit_down(tmux, server, tmp_path)
    start_together(ann, bo, code)
    people = [ann, bo]
    if not play_until_asked(people, server.data, decisions=6):
        pytest.skip("this deal was over before anybody could be cut off")
    before = {p.seat: private(p, p.pane.text) for p in people}
    truth = read_truth(server.data)
    port = server.port
    server.kill()
    for person in people:
        person.pane.until(r"ended with status")
    server.start(port=port)
    back = [
        Person(pane=tmux.ssh("ann", port, key=keys["ann"]), seat=0, language="en"),
        Person(
            pane=tmux.ssh("bo", port, key=keys["bo"], size=(120, 40), language="zh_TW.UTF-8"),
            seat=1,
            language="zh_Hant",
        ),
    ]
    for person in back:
        screen = person.read_missed()
        assert code in screen
        assert private(person, screen) == before[person.seat]
    again = read_truth(server.data)
    assert again.driver.journal == truth.driver.journal
    assert {s: again.hand(s) for s in range(4)} == {s: truth.hand(s) for s in range(4)}
    assert play_to_the_end(back, server.data) >= 1


def play_until_asked(people: list[Person], data: Path, *, decisions: int) -> bool:
    """Play on until the game waits for one of ``people`` after some ``decisions``.

    Returns False if it was over before.
    """
    for _step in range(200):
        time.sleep(0.2)
        screens = {person.seat: person.pane.text for person in people}
        truth = read_truth(data)
        waiting = [p for p in people if p.seat in truth.driver.waiting]
        if not waiting:
            if truth.driver.result is not None:
                return False
            continue
        (person,) = waiting
        if not person.asked(screens[person.seat]):
            continue  # the screen is on its way
        if truth.decisions >= decisions:
            return True
        person.move()
    raise AssertionError("nobody was asked for long")


def private(person: Person, screen: str) -> tuple[bool, list[str]]:
    """Return whether the player is asked, and the cards of the private pane as shown."""
    lines = screen.splitlines()
    top = next(i for i, line in enumerate(lines) if person.says("only you") in line)
    cards = [line.strip() for line in lines[top + 1 : top + 3]]
    return person.asked(screen), cards
