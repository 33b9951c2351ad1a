"""No.81 over real SSH, the short way: one player on the full screen, one in plain lines.

They sit down, pick characters, hand in their decks and play some turns; whole evenings are in
``test_no81_evening.py``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.chance import Dice
from tests.e2e.diary_players import Album
from tests.e2e.harness import ServerProcess, Tmux, make_key
from tests.e2e.no81_players import Duelist, Liner, Player, play_on
from tests.e2e.no81_truth import Duel, Watch, read_duel
from tests.e2e.players import Person
from tests.e2e.test_no81_evening import open_table
from tui.texts import no81

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(120),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]

NAMES = ["ann", "bo"]


@pytest.mark.rule("N81-20.1", "N81-20.2", "N81-20.3")
def test_a_player_on_the_screen_and_one_in_lines_come_through_set_up_and_some_turns(
    tmux: Tmux, server: ServerProcess, tmp_path: Path
) -> None:
    keys = {name: make_key(tmp_path, name) for name in NAMES}
    host = Person(pane=tmux.ssh("ann", server.port, key=keys["ann"]), seat=0, language="en")
    code = open_table(host.pane, "Cold and Warm", 2)
    lines = tmux.ssh(
        "bo", server.port, key=keys["bo"], size=(100, 40), command=f"line {code}", terminal=False
    )
    ann = Duelist(person=host, persona="ann", watch=_watch(0), dice=Dice("ann"))
    bo = Liner(pane=lines, persona="bo", watch=_watch(1), dice=Dice("bo"))
    bo.pane.until("Type 'ready'")
    bo.type("ready")
    ann.pane.until(re.escape("All are ready: press s to start."))
    ann.pane.send("s")
    ann.pane.until("only you")
    players: tuple[Player, Player] = (ann, bo)
    album = Album.at(tmp_path, players)
    with album.shown_on_failure():
        checked = play_on(players, server.data, album, turns=3, patience=60)
    assert checked >= 2 * 6
    duel = read_duel(server.data)
    told = bo.screen
    assert f"bo is {_character(duel, 1)}" in told
    assert "Round 1, turn 1: " in told
    for kind in ("table", "hand"):
        bo.type(kind)
    bo.pane.until(r"(?m)^2 bo, you, ")
    bo.pane.until(r"Mind deck, top first: ")
    assert not bo.watch.leaked(bo.screen, read_duel(server.data))


def _watch(seat: int) -> Watch:
    return Watch(seat=seat, language="en", names=NAMES)


def _character(duel: Duel, seat: int) -> str:
    return no81.character_name(duel.state.players[seat].character)
