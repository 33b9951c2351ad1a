"""Future Diary over real SSH: OpenSSH clients in tmux, a real server process, two languages.

Bots take their time in every step, so the evening goes as far as the first orders; whole games are
played on the same screens without SSH (``tests/tui/test_screens_future_diary.py``).
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from engine.games.future_diary.state import Table
from tests.e2e.harness import Pane, ServerProcess, Tmux, make_key, until
from tests.e2e.players import JOIN_CODE, Person
from tests.e2e.truth import read_truth
from tui.texts import future_diary as fd

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(240),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]


def open_table(pane: Pane) -> str:
    """Make a table of five with the form, at the quick pace; return its code."""
    pane.until("new table")
    pane.send("n")
    pane.until("Rounds to win")
    pane.send("Right")
    pane.until("Pace")
    while not re.search(r"> +Pace", pane.text):
        pane.send("Down")
        time.sleep(0.2)
    pane.send("Left")
    pane.until(r"< quick >")
    pane.send("Enter")
    found = JOIN_CODE.search(pane.until(r"press s to start"))
    assert found is not None
    return found[0]


def truth(server: ServerProcess) -> Table:
    """Return the game as its journal has it."""
    table = read_truth(server.data).driver.state
    assert isinstance(table, Table)
    return table


def own_row(person: Person) -> tuple[str, int]:
    """Return the row of the screen that says who its player is, and the seat that it names.

    Which chair a person has is decided when the game starts, so the screen itself must tell.
    """
    label = person.says("only you")
    found = re.search(rf"{label} +(\d+) .*", person.pane.until(rf"{label} +\d+ "))
    assert found is not None
    return found[0], int(found[1])


def reach_orders(*people: Person) -> None:
    """Be ready in the lobby and wait for the first orders."""
    for person in people:
        person.pane.send("r")
    for person in people:
        with person.speaking():
            person.pane.until(re.escape(fd.step_name("orders")) + " ", patience=60)


def test_two_clients_take_personas_give_orders_and_each_reads_its_own_role_alone(
    tmux: Tmux, server: ServerProcess, tmp_path: Path
) -> None:
    keys = {name: make_key(tmp_path, name) for name in ("ann", "bo")}
    ann = Person(pane=tmux.ssh("ann", server.port, key=keys["ann"]), seat=0, language="en")
    code = open_table(ann.pane)
    pane = tmux.ssh(
        "bo", server.port, key=keys["bo"], size=(120, 40), language="zh_TW.UTF-8",
        command=f"join {code}",
    )  # fmt: skip
    bo = Person(pane=pane, seat=1, language="zh_Hant")
    bo.pane.until(code)
    bo.pane.send("r")
    ann.pane.until(re.escape("All are ready: press s to start."))
    ann.pane.send("s")
    ann.pane.until("PERSONAS")
    ann.pane.send("Enter")
    ann.pane.until("Your persona")
    ann.pane.type("Minene fan")
    ann.pane.send("Enter")
    bo.pane.until("Minene fan")
    reach_orders(ann, bo)
    seats = {}
    for person in (ann, bo):
        row, number = own_row(person)
        table = truth(server)
        seats[person.seat] = seat = table.world.seats[number]
        with person.speaking():
            assert fd.role_short(seat.true_name) in row
            assert fd.loop_name(seat.loop) in row
            screen = person.pane.text
            others = {fd.role_name(role) for role in table.roles} - {fd.role_name(seat.true_name)}
            assert not [name for name in others if name in screen]
            assert not {"ann", "bo"} & set(screen.split())
    assert seats[0].number != seats[1].number
    assert seats[0].persona == "Minene fan"
    give_orders(server, ann, seats[0].number)
    talk(ann, bo)
    return_to(server, tmux, ann, keys["ann"])


def give_orders(server: ServerProcess, ann: Person, number: int) -> None:
    """Disguise, send, and find it in the journal; hide everything and show it again."""
    ann.pane.send("3")
    ann.pane.until("not sent")
    ann.pane.send("Enter")

    def stored() -> bool:
        return "disguise" in truth(server).sittings[number].fields.get("day", ())

    until(stored, what="the order is in the journal")
    until(lambda: "not sent" not in ann.pane.text, what="the pane says that it was sent")
    loop = fd.loop_name(truth(server).world.seats[number].loop)
    ann.pane.send("h")
    ann.pane.until("hidden; h shows it again")
    # The log below names roles and loops to all.
    assert loop not in ann.pane.text.split("only you")[1].split("\n\n")[0]
    ann.pane.send("h")
    ann.pane.until("day: disguise")


def talk(ann: Person, bo: Person) -> None:
    """Say something in the game: it appears under the persona."""
    ann.pane.send("c")
    ann.pane.until("Say something to everybody")
    ann.pane.type("good evening")
    ann.pane.send("Enter")
    bo.pane.until(r"\d Minene fan: good evening")


def return_to(server: ServerProcess, tmux: Tmux, ann: Person, key: Path) -> None:
    """Cut the line; a new connection finds the same sheet, before anybody could move on."""
    ann.pane.send("C-c")
    ann.pane.send("C-c")
    ann.pane.until("ended with status 130")
    back = Person(pane=tmux.ssh("ann", server.port, key=key), seat=0, language="en")
    screen = back.pane.until("only you")
    if "Any key goes to the table" in screen:
        back.pane.send("Space")
    back.pane.until("day: disguise")
