"""Evenings of Future Diary over real SSH: seven seats, three OpenSSH clients, four bots.

One client has an English screen of 80x24, one a Chinese screen of 120x40, one plain lines. At every
step each of them is held against what its own seat was told.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.games.future_diary.terms import Step
from tests.e2e.diary_players import Album, Diarist, Liner, look, play_on
from tests.e2e.diary_truth import Watch, read_diaries
from tests.e2e.harness import Pane, ServerProcess, Tmux, make_key, until
from tests.e2e.players import JOIN_CODE, Person
from tests.e2e.truth import read_truth
from tui.i18n import _
from tui.texts import future_diary as fd

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(300),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]

CHINESE = "zh_TW.UTF-8"


@dataclass(slots=True, kw_only=True)
class Evening:
    """A server, its terminals, and the three people who have sat down."""

    server: ServerProcess
    tmux: Tmux
    keys: dict[str, Path]
    code: str
    ann: Diarist
    bo: Diarist
    cy: Liner
    album: Album

    @property
    def players(self) -> tuple[Diarist, Diarist, Liner]:
        """All three."""
        return self.ann, self.bo, self.cy

    def return_of_ann(self) -> Pane:
        """Connect ann's full screen again."""
        return self.tmux.ssh("ann", self.server.port, key=self.keys["ann"])

    def return_of_bo(self) -> Pane:
        """Connect bo's full screen again."""
        return self.tmux.ssh(
            "bo", self.server.port, key=self.keys["bo"], size=(120, 40), language=CHINESE
        )

    def in_lines(self, name: str) -> Pane:
        """Connect somebody in plain lines."""
        return self.tmux.ssh(
            name, self.server.port, key=self.keys[name], command=f"line {self.code}",
            terminal=False, size=(100, 30),
        )  # fmt: skip


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """Bring a game to its first orders.

    The parameter says after how many acts without a death the world fades.
    """
    server = ServerProcess(tmp_path / "data", "--bot-delay", "0").start()
    tmux = Tmux(folder=tmp_path)
    try:
        yield seated(server, tmux, tmp_path, quiet=getattr(request, "param", 3))
    finally:
        tmux.close()
        server.kill()


def open_table(pane: Pane, *, quiet: int) -> str:
    """Make a table of seven at the quick pace and return its code."""
    pane.until("new table")
    pane.send("n")
    pane.until("Rounds to win")
    pane.send("Right")
    pane.until("Pace")
    for field, key, value in (
        ("Seats", "Right", "7"), ("Pace", "Left", "quick"),
        ("Acts without", "Left", f"{quiet} acts"), ("Most acts", "Left", "12 acts"),
    ):  # fmt: skip
        while not re.search(rf"> +{field}", pane.text):
            pane.send("Down")
            time.sleep(0.1)
        while not re.search(rf"> +{field}.*< {value} >", pane.text):
            pane.send(key)
            time.sleep(0.1)
    pane.send("Enter")
    found = JOIN_CODE.search(pane.until(r"press s to start"))
    assert found is not None
    return found[0]


def seated(server: ServerProcess, tmux: Tmux, folder: Path, *, quiet: int) -> Evening:
    """Bring everybody to the table, give them personas, and go on to the first orders."""
    keys = {name: make_key(folder, name) for name in ("ann", "bo", "cy")}
    host = Person(pane=tmux.ssh("ann", server.port, key=keys["ann"]), seat=0, language="en")
    code = open_table(host.pane, quiet=quiet)
    pane = tmux.ssh(
        "bo", server.port, key=keys["bo"], size=(120, 40), language=CHINESE,
        command=f"join {code}",
    )  # fmt: skip
    ann = diarist(host, "Ann fan", 1)
    bo = diarist(Person(pane=pane, seat=1, language="zh_Hant"), "Bo mask", 2)
    cy = Liner(
        pane=Pane(tmux=tmux, name=""), persona="Cy tale", watch=Watch(chair=-1, language="en")
    )
    made = Evening(
        server=server, tmux=tmux, keys=keys, code=code, ann=ann, bo=bo, cy=cy,
        album=Album.at(folder, (ann, bo, cy)),
    )  # fmt: skip
    made.cy.pane = made.in_lines("cy")
    bo.pane.until(code)
    bo.pane.send("r")
    made.cy.pane.until("Type 'ready'")
    made.cy.type("ready")
    ann.pane.until(re.escape("All are ready: press s to start."))
    ann.pane.send("s")
    take_personas(made)
    return made


def diarist(person: Person, persona: str, seed: int) -> Diarist:
    """Return a player on the full screen whose chair is not known yet."""
    watch = Watch(chair=-1, language=person.language)
    return Diarist(person=person, persona=persona, watch=watch, dice=random.Random(seed))


def take_personas(made: Evening) -> None:
    """Let everybody take a persona and be ready; then see who sits where."""
    for player in (made.ann, made.bo):
        with player.person.speaking():
            player.pane.until(fd.step_name(Step.LOBBY))
        player.pane.send("Enter")
        player.pane.until(re.escape(player.person.says("Your persona")))
        player.pane.type(player.persona)
        player.pane.send("Enter")
    made.cy.pane.until("Type 'persona NAME'")
    made.cy.type(f"persona {made.cy.persona}")
    for persona in ("Ann fan", "Bo mask"):
        made.bo.pane.until(persona)
    made.cy.pane.until("Your persona: Cy tale")
    for player in (made.ann, made.bo):
        player.pane.send("r")
    made.cy.type("ready")
    until(lambda: read_diaries(made.server.data).now == (1, Step.ORDERS), what="the first orders")
    diaries = read_diaries(made.server.data)
    for one in made.players:
        one.watch.chair = diaries.table.chair(diaries.seat_of(one.persona))
    until(lambda: all(p.sees(1, Step.ORDERS) for p in made.players), what="all see the orders")


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.rule("FD-3.3", "FD-16.1")
def test_three_clients_and_four_bots_play_a_whole_game_each_seeing_only_its_own(
    evening: Evening,
) -> None:
    play_to_the_end(evening, patience=500)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("evening", [5, 6], indirect=True)
def test_a_long_game_is_played_to_its_end_each_seeing_only_its_own(evening: Evening) -> None:
    play_to_the_end(evening, patience=800)


def play_to_the_end(evening: Evening, *, patience: float) -> None:
    """Play; every screen is held against the truth at every step; then leave."""
    with evening.album.shown_on_failure():
        checked = play_on(evening.players, evening.server.data, evening.album, patience=patience)
    assert checked >= 3 * 6
    assert read_truth(evening.server.data).driver.result is not None
    for player in (evening.ann, evening.bo):
        player.pane.send("C-c")
        player.pane.send("C-c")
        player.pane.until(r"ended with status 130")


@pytest.mark.rule("FD-15.7", "FD-3.3", "FD-16.1")
def test_kill_9_in_mid_step_loses_no_sheet_and_no_ready(evening: Evening) -> None:
    """The step goes on where it was, and the act is played to its end by those who came back."""
    kill_in_mid_step(evening)
    with evening.album.shown_on_failure():
        checked = play_on(
            evening.players, evening.server.data, evening.album, stop=lambda act, _step: act > 1
        )
    assert checked == 3 * 6


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.rule("FD-15.7")
def test_a_game_that_was_killed_in_mid_step_goes_to_its_end(evening: Evening) -> None:
    kill_in_mid_step(evening)
    play_to_the_end(evening, patience=500)


def kill_in_mid_step(evening: Evening) -> None:
    """Kill the server with one sheet sent and one player ready; bring all back to the same step."""
    ann, bo, cy = evening.ann, evening.bo, evening.cy
    ann.pane.send("3")
    ann.pane.until("not sent")
    ann.pane.send("Enter")
    ann.pane.until("day: disguise.*")
    until(lambda: "not sent" not in ann.own_row(), what="ann's sheet is sent")
    bo.pane.send("3", "r")
    until(bo.is_ready, what="bo is ready")
    cy.type("day disguise")
    cy.pane.until("Submitted: .*disguise")
    before = read_truth(evening.server.data)
    rows = ann.own_row(), bo.own_row()
    port = evening.server.port
    evening.server.kill()
    for player in evening.players:
        player.pane.until(r"ended with status")
    evening.server.start(port=port)
    ann.person.pane, bo.person.pane = evening.return_of_ann(), evening.return_of_bo()
    cy.pane = evening.in_lines("cy")
    for player in (ann, bo):
        read_missed(player)
    assert (ann.own_row(), bo.own_row()) == rows
    assert not ann.is_ready()
    ann.pane.until("day: disguise")
    with bo.person.speaking():
        bo.pane.until(_("{field}: {value}", field=fd.field_label("day"), value="") + "偽裝")
    cy.type("sheet")
    cy.pane.until(r"Submitted: .*disguise.*\s+You are not ready\.")
    for player in evening.players:
        assert player.sees(1, Step.ORDERS)
    assert read_truth(evening.server.data).driver.journal == before.driver.journal
    clock = clock_of(ann)
    assert 0 < clock <= 210
    until(lambda: clock_of(ann) < clock, what="the clock goes on")


def clock_of(player: Diarist) -> int:
    """Return the seconds on the clock of a screen."""
    found = re.search(r"(\d+):(\d\d)\s*$", player.pane.text.splitlines()[1])
    assert found is not None
    return 60 * int(found[1]) + int(found[2])


def read_missed(player: Diarist) -> str:
    """Leave the list of what was missed, if there is one; return what it showed."""
    listed = player.person.says("Any key goes to the table; it does nothing else.")
    only = re.escape(player.person.says("only you"))
    seen = player.pane.until(only)
    if listed in seen:
        player.pane.send("Space")
        until(lambda: listed not in player.pane.text, what="the list has gone")
    until(lambda: player.own_row() != "", what="the table is there")
    return seen if listed in seen else ""


@pytest.mark.rule("FD-15.7")
def test_seat_and_sheet_are_kept_between_full_screen_and_plain_lines(evening: Evening) -> None:
    ann = evening.ann
    ann.pane.send("3", "Enter")
    until(lambda: "disguise" in sheet(evening, ann), what="ann's sheet is in the journal")
    leave(ann.pane)
    lines = evening.in_lines("ann")
    lines.until("'form' shows what you may do.")
    lines.type("hand")
    lines.send("Enter")
    number = evening_seat(evening, ann)
    lines.until(rf"{number} Ann fan")
    lines.type("sheet")
    lines.send("Enter")
    lines.until(r"Submitted: .*disguise.*\s+You are not ready\.")
    lines.type("day flee")
    lines.send("Enter")
    until(lambda: "flee" in sheet(evening, ann), what="the sheet of the lines is in the journal")
    lines.send("C-d")
    lines.until("ended with status 0")
    ann.person.pane = evening.return_of_ann()
    read_missed(ann)
    ann.pane.until("day: flee")
    assert f" {number} Ann fan" in ann.own_row()
    assert not ann.is_ready()


@pytest.mark.rule("FD-15.7")
def test_who_was_cut_off_reads_what_was_missed_from_the_own_seat(evening: Evening) -> None:
    bo, others = evening.bo, (evening.ann, evening.cy)
    bo.pane.send("3", "r")
    until(bo.is_ready, what="bo is ready")
    evening.tmux.run("kill-session", "-t", bo.pane.name)
    evening.cy.type("say while you were out")
    evening.cy.pane.until("Cy tale: while you were out")
    for player in others:
        player.play(read_diaries(evening.server.data))
    until(lambda: all(p.sees(1, Step.CHANGE_1) for p in others), what="the step has ended")
    bo.person.pane = evening.return_of_bo()
    listed = bo.person.says("Any key goes to the table; it does nothing else.")
    missed = bo.pane.until(re.escape(listed))
    assert "Cy tale: while you were out" in missed
    diaries = read_diaries(evening.server.data)
    assert not bo.watch.leaked(missed, diaries)
    seat = diaries.table.world.seats[evening_seat(evening, bo)]
    with bo.person.speaking():
        assert fd.role_name(seat.true_name) in missed
    read_missed(bo)
    assert bo.sees(1, Step.CHANGE_1)
    look(evening.players, evening.server.data, evening.album, "back")


def leave(pane: Pane) -> None:
    """Leave a full screen; the seat is kept."""
    pane.send("C-c")
    pane.send("C-c")
    pane.until("ended with status 130")


def sheet(evening: Evening, player: Diarist) -> tuple[str, ...]:
    """Return the kind of day action on a player's sheet, as the journal has it."""
    sitting = read_diaries(evening.server.data).table.sittings[evening_seat(evening, player)]
    return sitting.fields.get("day", ())


def evening_seat(evening: Evening, player: Diarist | Liner) -> int:
    """Return a player's seat on the ring."""
    return read_diaries(evening.server.data).seat_of(player.persona)
