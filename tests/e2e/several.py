"""An evening at one of several doors that lead to the same tables."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from tests.e2e.harness import ServerProcess, Tmux, make_key
from tests.e2e.players import JOIN_CODE, Person, start_together
from tests.e2e.test_line_mode import Host

__all__ = ["Evening", "at", "back", "game_of", "play", "sit_down"]

_PATIENCE = 90.0


class Evening:
    """Ann, who plays in English at 80x24, and Bo, in Chinese at 120x40; ``code``: their table."""

    def __init__(self, ann: Person, bo: Person, code: str) -> None:
        self.ann = ann
        self.bo = bo
        self.code = code

    @property
    def people(self) -> list[Person]:
        """Both."""
        return [self.ann, self.bo]


def at(port: int, folder: Path) -> Host:
    """Return what runs ssh commands at one door."""
    return Host(server=cast(ServerProcess, SimpleNamespace(port=port)), folder=folder)


def sit_down(tmux: Tmux, ports: Sequence[int], folder: Path, *, wins: int = 1) -> Evening:
    """Have Ann make a table for two at the first door, and Bo join it at the second; start."""
    for name in ("ann", "bo"):
        if not (folder / name).exists():
            make_key(folder, name)
    made = at(ports[0], folder).run(
        name="ann", flags=("-T",), typed=f"new love_letter seats=2 bots=0 wins={wins}\nquit\n"
    )
    found = JOIN_CODE.search(made.stdout)
    assert found is not None, made.stdout + made.stderr
    code = found[0]
    ann = tmux.ssh("ann", ports[0], key=folder / "ann", command=f"join {code}")
    bo = tmux.ssh(
        "bo", ports[1], key=folder / "bo", size=(120, 40), language="zh_TW.UTF-8",
        command=f"join {code}",
    )  # fmt: skip
    evening = Evening(
        Person(pane=ann, seat=0, language="en"), Person(pane=bo, seat=1, language="zh_Hant"), code
    )
    # The code is there at once, the table when its process has answered.
    evening.bo.pane.until(evening.bo.says("not ready"))
    start_together(evening.ann, evening.bo, code)
    return evening


def back(person: Person, tmux: Tmux, port: int, folder: Path) -> None:
    """Let somebody whose connection was lost connect again, and read what was missed."""
    chinese = person.language != "en"
    person.pane = tmux.ssh(
        "bo" if chinese else "ann",
        port,
        key=folder / ("bo" if chinese else "ann"),
        size=(120, 40) if chinese else (80, 24),
        language="zh_TW.UTF-8" if chinese else "en_US.UTF-8",
    )
    person.read_missed()


def play(evening: Evening, *, moves: int = 0) -> None:
    """Play until both screens show the results; with ``moves`` only until so many were made."""
    end, made = time.monotonic() + _PATIENCE, 0
    while time.monotonic() < end:
        screens = [(person, person.pane.text) for person in evening.people]
        if all(person.over(screen) for person, screen in screens) or (moves and made >= moves):
            return
        for person, screen in screens:
            if person.asked(screen):
                person.move()
                made += 1
        time.sleep(0.1)
    shown = "\n".join(person.pane.text for person in evening.people)
    raise AssertionError(f"not over in time:\n{shown}")


def game_of(text: str) -> str:
    """Return the id of the game that ``status`` or a result names."""
    found = re.search(r"\b[0-9a-f]{8}\b", text)
    assert found is not None, text
    return found[0]
