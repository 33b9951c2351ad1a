"""An evening of No.81 over real SSH: four seats, two OpenSSH clients, two bots, to its end.

One client has an English screen of 80x24, one a Chinese one of 120x40, and somebody else watches.
At every moment at which one of them decides, all three are held against what they were told. With
``UNDERTABLE_CAPTURES`` set, what they showed is kept under ``build/``.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from engine.chance import Dice
from engine.event import SPECTATOR
from tests.e2e.diary_players import Album
from tests.e2e.harness import Pane, ServerProcess, Tmux, make_key, until
from tests.e2e.no81_players import Duelist, Onlooker, look, play_on
from tests.e2e.no81_truth import Watch
from tests.e2e.players import JOIN_CODE, Person
from tests.e2e.truth import read_truth

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.soak,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]

CHINESE = "zh_TW.UTF-8"


def open_table(pane: Pane, mode: str, seats: int, rounds: int = 20) -> str:
    """Make a table with the form and return its code."""
    pane.until("new table")
    pane.send("n")
    pane.until("Rounds to win")
    pane.send("Left")
    pane.until("before attrition")
    wanted = (("Seats", str(seats)), ("Mode", mode), ("Rounds", f"{rounds} before attrition"))
    for label, value in wanted:
        while not re.search(rf"> +{label}", pane.text):
            pane.send("Down")
            time.sleep(0.1)
        while not re.search(rf"> +{label}.*< {value} >", pane.text):
            pane.send("Left" if label == "Rounds" else "Right")
            time.sleep(0.1)
    pane.send("Enter")
    found = JOIN_CODE.search(pane.until(r"press s to start"))
    assert found is not None
    return found[0]


def sit_down(
    server: ServerProcess, tmux: Tmux, folder: Path, *, mode: str, seats: int, rounds: int
) -> tuple[Duelist, Duelist, Onlooker]:
    """Bring Ann and Bo to a table whose other seats are bots, start, and let Dee watch."""
    keys = {name: make_key(folder, name) for name in ("ann", "bo", "dee")}
    host = Person(pane=tmux.ssh("ann", server.port, key=keys["ann"]), seat=0, language="en")
    code = open_table(host.pane, mode, seats, rounds)
    pane = tmux.ssh(
        "bo", server.port, key=keys["bo"], size=(120, 40), language=CHINESE, command=f"join {code}"
    )
    guest = Person(pane=pane, seat=1, language="zh_Hant")
    guest.pane.until(code)
    guest.pane.send("r")
    host.pane.until(re.escape("All are ready: press s to start."))
    host.pane.send("s")
    host.pane.until("only you")
    names = seat_names(host.pane, seats)
    ann, bo = (
        Duelist(
            person=person, persona=persona, dice=Dice(persona),
            watch=Watch(seat=person.seat, language=person.language, names=names),
        )
        for person, persona in ((host, "ann"), (guest, "bo"))
    )  # fmt: skip
    pane = tmux.ssh("dee", server.port, key=keys["dee"], command=f"watch {code}")
    pane.until(code)
    dee = Onlooker(
        person=Person(pane=pane, seat=SPECTATOR, language="en"), persona="dee",
        watch=Watch(seat=SPECTATOR, language="en", names=names),
    )  # fmt: skip
    return ann, bo, dee


def seat_names(pane: Pane, seats: int) -> list[str]:
    """Return the names at the table, by seat, as the screen has them."""
    found: dict[int, str] = {}

    def complete() -> bool:
        board = pane.text.partition("only you")[0]
        found.update((int(n), name) for n, name in re.findall(r"(?<!\S)([1-8]) (\w+)", board))
        return len(found) >= seats

    until(complete, what="all names")
    return [found[number] for number in range(1, seats + 1)]


@pytest.mark.rule("N81-20.1", "N81-20.2", "N81-20.3")
@pytest.mark.parametrize(
    ("mode", "seats", "rounds"),
    [
        ("Cold and Warm", 4, 20),
        ("Series", 4, 6),
        ("Hidden Identity", 4, 6),
        ("Karma", 4, 5),
        ("Cold and Warm", 8, 5),
    ],
)
def test_two_clients_and_bots_play_a_whole_game_each_seeing_only_its_own(
    tmux: Tmux, tmp_path: Path, mode: str, seats: int, rounds: int
) -> None:
    server = ServerProcess(tmp_path / "data", "--bot-delay", "0").start()
    try:
        ann, bo, dee = sit_down(server, tmux, tmp_path, mode=mode, seats=seats, rounds=rounds)
        album = Album.at(tmp_path, (ann, bo, dee))
        with album.shown_on_failure():
            checked = play_on((ann, bo, dee), server.data, album, patience=800)
        assert checked >= 3 * 10
        assert read_truth(server.data).driver.result is not None
        see_again(server, tmux, ann, album)
        for player in (ann, bo):
            player.pane.send("C-c")
            player.pane.send("C-c")
            player.pane.until(r"ended with status 130")
    finally:
        server.kill()


def see_again(server: ServerProcess, tmux: Tmux, ann: Duelist, album: Album) -> None:
    """Read the replay by its id; then everybody is back in the waiting room."""
    found = re.search(r"replay ([0-9a-f]{6,})", ann.screen)
    assert found is not None, ann.screen
    told = tmux.ssh(
        "cy", server.port, key=make_key(tmux.folder, "cy"), command=f"replay {found[1]}",
        size=(100, 40),
    )  # fmt: skip
    told.until("ended with status 0")
    story = told.history
    assert "Round 1, turn 1: " in story
    assert " is out" in story or "draw" in story
    album.add("replay", {"cy": story})
    ann.pane.send("r")
    ann.pane.until(r"ready")
    look((ann,), server.data, album, "rematch")
